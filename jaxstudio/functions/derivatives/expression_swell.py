"""Expression swell: how formulas of derivatives grow with the order, beside the programs that JAX traces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.derivatives.orders import (
    count_equations,
    derivative,
    forward_once,
    growth,
    reverse_once,
)
from jaxstudio.functions.derivatives.symbolic import formulas, shared_size
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.interpreters.formulas import size

LONGEST = 2_000  # characters of a formula that is shown


@dataclass(frozen=True)
class ExpressionSwell:
    """Sizes at one order; None where it was stopped.

    `formula` counts the operations and leaves of SymPy's derivative as it is written, `shared` those that
    differ from one another; the others count the equations of a jaxpr, inner ones included: `reverse` and
    `forward` nested, `taylor` all orders up to this one. `text` is the formula, cut short.
    """

    order: int
    formula: int | None
    shared: int | None
    reverse: int | None
    forward: int | None
    taylor: int
    text: str = ""


def expression_swell(subject: Subject, orders: Sequence[int]) -> list[ExpressionSwell]:
    """The sizes at each of the orders. Nothing is compiled."""
    highest = max(orders, default=0)
    written = formulas(subject, highest).expressions
    scalar: Any = jnp.ones(())
    example = (*(scalar for _ in subject.inputs), dict.fromkeys(subject.defaults, scalar))
    nested = {
        method: growth(subject, highest, once, example).equations
        for method, once in ((Method.REVERSE, reverse_once), (Method.FORWARD, forward_once))
    }
    found = []
    for order in orders:
        formula = written[order] if order < len(written) else None
        taylor = count_equations(jax.make_jaxpr(derivative(subject, order, Method.TAYLOR))(*example))
        reverse, forward = (
            nested[method][order] if order < len(nested[method]) else None
            for method in (Method.REVERSE, Method.FORWARD)
        )
        if formula is None:
            found.append(ExpressionSwell(order, None, None, reverse, forward, taylor))
        else:
            text = str(formula)
            short = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
            found.append(
                ExpressionSwell(order, size(formula), shared_size(formula), reverse, forward, taylor, short)
            )
    return found
