"""A walk downhill on a curve or a surface, every step kept, to be drawn at once or continued step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.descent.methods import Method, check_rate, method_of, optimiser
from jaxstudio.functions.descent.repeat import log_rows, repeat

Function = Callable[..., jax.Array]
# A walker this far from the origin is not coming back.
FAR = 1e12


class End(StrEnum):
    """Why a walk stands where it stands."""

    STEPS = "took all its steps"
    UNDEFINED = "the next step leads to where there is no finite value or slope"
    DIVERGED = "ran away"


ENDS = tuple(End)


class Stand(NamedTuple):
    """Where a walker stands, and what its method remembers; a walk goes on from here.

    `position` and `gradient`: float64 (n,); `value`: scalar; `memory`: Optax's state; `end`: scalar
    int32, an index into ENDS.
    """

    position: jax.Array
    value: jax.Array
    gradient: jax.Array
    memory: Any
    end: jax.Array


@dataclass(frozen=True)
class Path:
    """Row k is the walker after k steps: `positions` and `gradients` (k + 1, n), `values` (k + 1,), float64.

    A step that led away from every finite value is not among the rows; `end` tells of it. `state` is
    the last row together with the method's memory.
    """

    positions: np.ndarray
    values: np.ndarray
    gradients: np.ndarray
    end: End
    state: Stand

    @property
    def steps(self) -> int:
        return len(self.values) - 1

    def then(self, later: Path) -> Path:
        """This walk and the one that went on from its end, as one."""
        return Path(
            np.concatenate([self.positions, later.positions[1:]]),
            np.concatenate([self.values, later.values[1:]]),
            np.concatenate([self.gradients, later.gradients[1:]]),
            later.end,
            later.state,
        )


def walk(
    f: Function,
    start: Sequence[float],
    method: str = Method.GRADIENT,
    rate: float = 0.1,
    steps: int = 100,
    momentum: float = 0.9,
    p: Mapping[str, float] | None = None,
) -> Path:
    """Walk down `f(*variables, p)` from `start`, one number for each variable.

    `rate` multiplies the gradient; `momentum`, from 0 to below 1, is the share of the last step that is
    taken again (Adam's beta 1). Start, rate, momentum, the number of steps and `p` are traced: changing
    them compiles nothing. Raises UsageError for an unknown method or a number out of range.
    """
    chosen = method_of(method)
    position = np.asarray(start, np.float64)
    if position.ndim != 1 or not position.size or not np.isfinite(position).all():
        raise UsageError(f"start is {start!r}; expected a finite number for each variable")
    state = _arrival(f, chosen)(position, _numbers(p))
    return walk_on(f, state, chosen, rate, steps, momentum, p)


def walk_on(
    f: Function,
    state: Stand,
    method: str = Method.GRADIENT,
    rate: float = 0.1,
    steps: int = 1,
    momentum: float = 0.9,
    p: Mapping[str, float] | None = None,
) -> Path:
    """Go on from the state of a path by the same method, exactly as `walk` would have without stopping."""
    check_rate(rate, momentum)
    loop = _loop(f, method_of(method), log_rows(steps))
    last, log, done = loop(state, float(rate), float(momentum), steps, _numbers(p))
    end = ENDS[int(last.end)]
    # the last turn's row is the step that was not taken
    taken = int(done) - (end is not End.STEPS and int(done) > 0)
    rows = [
        np.concatenate([np.asarray(first)[None], np.asarray(later)[:taken]])
        for first, later in zip((state.position, state.value, state.gradient), log, strict=True)
    ]
    return Path(rows[0], rows[1], rows[2], end, last)


def _numbers(p: Mapping[str, float] | None) -> dict[str, float]:
    return {name: float(value) for name, value in (p or {}).items()}


def _slope(f: Function, p: Mapping[str, jax.Array]) -> Callable[[jax.Array], tuple[jax.Array, jax.Array]]:
    return jax.value_and_grad(lambda position: f(*position, p))


def _judged(position: jax.Array, value: jax.Array, gradient: jax.Array) -> jax.Array:
    finite = jnp.isfinite(value) & jnp.isfinite(gradient).all() & jnp.isfinite(position).all()
    far = (jnp.abs(position) > FAR).any()
    return jnp.where(far, ENDS.index(End.DIVERGED), jnp.where(finite, 0, ENDS.index(End.UNDEFINED))).astype(
        jnp.int32
    )


@lru_cache(maxsize=64)
def _arrival(f: Function, method: Method) -> Callable[..., Stand]:
    @jax.jit
    def arrival(position: jax.Array, p: Mapping[str, jax.Array]) -> Stand:
        value, gradient = _slope(f, p)(position)
        memory = optimiser(method, jnp.float64(0), jnp.float64(0)).init(position)
        return Stand(position, value, gradient, memory, _judged(position, value, gradient))

    return arrival


@lru_cache(maxsize=64)
def _loop(f: Function, method: Method, rows: int) -> Callable[..., Any]:
    @jax.jit
    def loop(state: Stand, rate: jax.Array, momentum: jax.Array, count: jax.Array, p: Any) -> Any:
        rule = optimiser(method, rate, momentum)

        def step(here: Stand) -> tuple[Stand, tuple[jax.Array, ...]]:
            change, memory = rule.update(here.gradient, here.memory, here.position)
            position = here.position + change
            value, gradient = _slope(f, p)(position)
            end = _judged(position, value, gradient)
            there = Stand(position, value, gradient, memory, end)
            stays = here._replace(end=end)
            chosen = jax.tree.map(lambda a, b: jnp.where(end == 0, a, b), there, stays)
            return chosen, (position, value, gradient)

        return repeat(step, lambda here: here.end == 0, state, count, rows)

    return loop
