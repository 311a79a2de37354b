"""Gradient descent, momentum and Adam on a curve or a surface, as Optax builds them; every step is recorded.

Learning rates and the number of steps are traced, so that changing them compiles nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]

from jaxstudio.errors import UsageError, Wording


class Method(StrEnum):
    GRADIENT = "gradient"  # a step against the gradient
    MOMENTUM = "momentum"  # Polyak's heavy ball: part of the last step is taken again
    NESTEROV = "nesterov"  # as the heavy ball, looking one step ahead
    ADAM = "adam"  # each direction scaled by the size of its recent gradients (Kingma and Ba, 2015)


def method_of(name: str) -> Method:
    """The method of that name; a UsageError names the four there are."""
    try:
        return Method(name)
    except ValueError:
        raise UsageError("method is {0!r}; expected one of {1}", name, ", ".join(Method)) from None


def optimiser(method: Method, rate: jax.Array, momentum: jax.Array) -> optax.GradientTransformation:
    """Optax's transformation; `rate` and `momentum` (Adam's beta 1) are scalars and may be traced."""
    match method:
        case Method.GRADIENT:
            return optax.sgd(rate)
        case Method.MOMENTUM:
            return optax.sgd(rate, momentum=momentum)
        case Method.NESTEROV:
            return optax.sgd(rate, momentum=momentum, nesterov=True)
        case Method.ADAM:
            return optax.adam(rate, b1=momentum)


def check_rate(rate: float, momentum: float) -> None:
    """Raise UsageError unless 0 < rate and 0 <= momentum < 1."""
    if not 0 < rate < float("inf"):
        raise UsageError("rate is {0}; expected a number above 0", rate)
    if not 0 <= momentum < 1:
        raise UsageError("momentum is {0}; expected from 0 up to, not including, 1", momentum)


LOGS = (1 << 10, 1 << 17)


def log_rows(steps: int) -> int:
    """The number of rows kept for `steps` steps, one of two sizes, so that at most two loops are compiled."""
    if not 0 <= steps <= LOGS[-1]:
        raise UsageError("steps is {0}; expected 0 to {1} at a time", steps, LOGS[-1])
    return next(rows for rows in LOGS if steps <= rows)


def repeat(
    step: Callable[[Any], tuple[Any, Any]],
    going: Callable[[Any], jax.Array],
    state: Any,
    count: jax.Array,
    rows: int,
) -> tuple[Any, Any, jax.Array]:
    """Apply `step` up to `count` times (at most `rows`) while `going(state)`.

    `step` maps a state to the next one and to something to be kept (a tree of arrays). Returns the last
    state, what was kept with a leading axis of `rows` (zeros after the last turn), and the number of turns.
    A while loop and not `lax.scan`, whose length would be static: another count would compile again.
    """
    kept = jax.eval_shape(step, state)[1]
    log = jax.tree.map(lambda leaf: jnp.zeros((rows, *leaf.shape), leaf.dtype), kept)

    def turn(carry: tuple[Any, Any, jax.Array]) -> tuple[Any, Any, jax.Array]:
        state, log, done = carry
        state, row = step(state)
        return state, jax.tree.map(lambda all, one: all.at[done].set(one), log, row), done + 1

    def is_unfinished(carry: tuple[Any, Any, jax.Array]) -> jax.Array:
        return (carry[2] < count) & going(carry[0])

    return jax.lax.while_loop(is_unfinished, turn, (state, log, jnp.int32(0)))


Function = Callable[..., jax.Array]
# A walker this far from the origin is not coming back.
FAR = 1e12


# Why a walk ended: its steps are done, there is nowhere to go, it is too far away.
STEPS = Wording("It took all its steps.")
UNDEFINED = Wording("It stops: the next step leads to where there is no finite value or slope.")
DIVERGED = Wording("It ran away.")
ENDS = (STEPS, UNDEFINED, DIVERGED)


class DescentState(NamedTuple):
    """The state of a descent: its place and its method's memory; a walk continues from it.

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
    end: Wording
    state: DescentState

    @property
    def steps(self) -> int:
        return len(self.values) - 1

    def then(self, later: Path) -> Path:
        """This walk and its continuation as one."""
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
        raise UsageError("start is {0!r}; expected a finite number for each variable", start)
    state = _arrival(f, chosen)(position, _numbers(p))
    return walk_on(f, state, chosen, rate, steps, momentum, p)


def walk_on(
    f: Function,
    state: DescentState,
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
    steps_done = int(done) - (end is not STEPS and int(done) > 0)
    rows = [
        np.concatenate([np.asarray(first)[None], np.asarray(later)[:steps_done]])
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
    return jnp.where(far, ENDS.index(DIVERGED), jnp.where(finite, 0, ENDS.index(UNDEFINED))).astype(jnp.int32)


@lru_cache(maxsize=64)
def _arrival(f: Function, method: Method) -> Callable[..., DescentState]:
    @jax.jit
    def arrival(position: jax.Array, p: Mapping[str, jax.Array]) -> DescentState:
        value, gradient = _slope(f, p)(position)
        memory = optimiser(method, jnp.float64(0), jnp.float64(0)).init(position)
        return DescentState(position, value, gradient, memory, _judged(position, value, gradient))

    return arrival


@lru_cache(maxsize=64)
def _loop(f: Function, method: Method, rows: int) -> Callable[..., Any]:
    @jax.jit
    def loop(state: DescentState, rate: jax.Array, momentum: jax.Array, count: jax.Array, p: Any) -> Any:
        rule = optimiser(method, rate, momentum)

        def step(here: DescentState) -> tuple[DescentState, tuple[jax.Array, ...]]:
            change, memory = rule.update(here.gradient, here.memory, here.position)
            position = here.position + change
            value, gradient = _slope(f, p)(position)
            end = _judged(position, value, gradient)
            there = DescentState(position, value, gradient, memory, end)
            stays = here._replace(end=end)
            chosen = jax.tree.map(lambda a, b: jnp.where(end == 0, a, b), there, stays)
            return chosen, (position, value, gradient)

        return repeat(step, lambda here: here.end == 0, state, count, rows)

    return loop
