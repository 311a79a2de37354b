"""Ridge and lasso: what large parameters cost, as a slope (ridge) or a step towards zero (lasso)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.errors import UsageError
from jaxstudio.functions.descent import Method

ADAM_EPSILON = 1e-8  # optax.adam's own


class Penalty(StrEnum):
    NONE = "none"
    RIDGE = "ridge"  # strength times the sum of squares
    LASSO = "lasso"  # strength times the sum of absolute values


def penalty_of(name: str) -> Penalty:
    try:
        return Penalty(name)
    except ValueError:
        raise UsageError(f"penalty is {name!r}; expected one of {', '.join(Penalty)}") from None


def cost(penalty: Penalty, weights: Any, share: Any, strength: jax.Array) -> jax.Array:
    """The penalty itself; `share` is a tree like `weights`, 1 where a weight is penalised, 0 elsewhere."""
    if penalty is Penalty.NONE:
        return jnp.zeros_like(strength)
    size = jnp.square if penalty is Penalty.RIDGE else jnp.abs
    sums = jax.tree.map(lambda leaf, part: part * size(leaf).sum(), weights, share)
    return strength * sum(jax.tree.leaves(sums))


def shrunk(
    method: Method, weights: Any, memory: Any, share: Any, strength: Any, rate: Any, momentum: Any
) -> Any:
    """The proximal step of the lasso: each penalised weight moved towards zero, and onto it if it is near.

    The distance is `strength` times the length of the step that a unit of gradient leads to in the long
    run: the rate; with momentum rate / (1 - momentum); with Adam the rate over that weight's √v. So where
    the weights come to rest, the lasso's own condition holds: a slope of ±strength, or less at zero.
    """
    match method:
        case Method.GRADIENT:
            lengths = jax.tree.map(lambda leaf: rate, weights)
        case Method.MOMENTUM | Method.NESTEROV:
            lengths = jax.tree.map(lambda leaf: rate / (1 - momentum), weights)
        case Method.ADAM:
            adam = memory[0]
            old = 1 - 0.999 ** adam.count.astype(jnp.float32)
            lengths = jax.tree.map(
                lambda second: rate / (jnp.sqrt(second / old.astype(second.dtype)) + ADAM_EPSILON), adam.nu
            )
    return jax.tree.map(
        lambda leaf, length, part: jnp.sign(leaf) * jnp.maximum(jnp.abs(leaf) - part * strength * length, 0),
        weights,
        lengths,
        share,
    )
