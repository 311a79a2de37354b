"""A step repeated inside one compiled loop, each turn's results kept; how many turns is traced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.errors import UsageError

LOGS = (1 << 10, 1 << 17)


def log_rows(steps: int) -> int:
    """How many rows to keep for `steps` turns: of two sizes, so that two loops are compiled at most."""
    if not 0 <= steps <= LOGS[-1]:
        raise UsageError(f"steps is {steps}; expected 0 to {LOGS[-1]} at a time")
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

    def wanted(carry: tuple[Any, Any, jax.Array]) -> jax.Array:
        return (carry[2] < count) & going(carry[0])

    return jax.lax.while_loop(wanted, turn, (state, log, jnp.int32(0)))
