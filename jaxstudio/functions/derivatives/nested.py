"""Reverse mode inside reverse mode, forward inside forward: how JAX itself differentiates again and again.

The program grows by a factor of 3 to 5 with each order, so that it is measured before it is compiled.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.functions.derivatives.equations import count_equations
from jaxstudio.functions.derivatives.target import Function, Subject

EQUATIONS = 20_000  # a program with more is not compiled
SECONDS = 2.0


def reverse_once(f: Function, by: int) -> Function:
    return jax.grad(f, argnums=by)


def forward_once(f: Function, by: int) -> Function:
    def slope(*arguments: Any) -> jax.Array:
        at = jnp.asarray(arguments[by])

        def along(x: jax.Array) -> jax.Array:
            return f(*arguments[:by], x, *arguments[by + 1 :])

        return jax.jvp(along, (at,), (jnp.ones_like(at),))[1]

    return slope


def nest(subject: Subject, order: int, once: Callable[[Function, int], Function]) -> Function:
    """The derivative of one order, `once` taken again and again."""
    f = subject.call
    for _ in range(order):
        f = once(f, subject.by)
    return f


@dataclass(frozen=True)
class Growth:
    """The equations of the programs of orders 0, 1, …, as far as they were traced; why not further."""

    equations: tuple[int, ...]
    stopped: str = ""


def growth(
    subject: Subject,
    order: int,
    once: Callable[[Function, int], Function],
    example: tuple[Any, ...],
    *,
    limit: int = EQUATIONS,
    seconds: float = SECONDS,
) -> Growth:
    """Trace order by order up to `order`, and stop before a program becomes larger than `limit`.

    `example` are arguments (*inputs, p). Nothing is compiled; an order that would be too large, judged by
    the two before, is not even traced.
    """
    counts: list[int] = []
    began = time.perf_counter()
    f = subject.call
    for k in range(order + 1):
        expected = counts[-1] ** 2 / max(1, counts[-2]) if k > 1 else 0
        if expected > limit:
            return Growth(tuple(counts), f"stopped: about {expected:,.0f} equations, at most {limit:,}")
        counts.append(count_equations(jax.make_jaxpr(f)(*example)))
        if counts[-1] > limit:
            return Growth(tuple(counts), f"stopped: {counts[-1]:,} equations, at most {limit:,}")
        if k < order and time.perf_counter() - began > seconds:
            return Growth(tuple(counts), f"stopped after {seconds:g} s of tracing")
        f = once(f, subject.by)
    return Growth(tuple(counts))
