"""Pixels change their form: integers to encoded floats and back, alpha in and out, channels mixed.

Flat arrays of interleaved channels whose first element is channel 0 of some pixel.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from numpy.typing import DTypeLike

from jaxstudio.kernels.windows import FlatWindow, finish, integer_unit

# 1.5·2²³: adding it leaves a float's nearest integer (half to even) in its lowest bits.
ROUND_BY_ADDING = np.float32(12582912.0)


def to_float(x: jax.Array) -> jax.Array:
    """Encoded values: integers divided by their largest value, as scikit-image does; floats as they are."""
    if x.dtype == jnp.float32:
        return x
    return x.astype(jnp.float32) * np.float32(integer_unit(x.dtype))


def quantise(x: jax.Array, dtype: DTypeLike) -> jax.Array:
    """Float32 to the nearest integer level, clipped to [0, 1], half to even; NaN becomes 0.

    float32 as `dtype` returns the values unclipped.
    """
    dtype = np.dtype(dtype)
    if dtype == np.float32:
        return x
    top = np.float32(np.iinfo(dtype).max)
    level = jnp.clip(x, 0.0, 1.0) * top + ROUND_BY_ADDING
    bits = lax.bitcast_convert_type(level, jnp.uint32)
    # float NaN is 0x7fc00000: its low 16 bits are 0
    return bits.astype(dtype.type)


def above(x: jax.Array, limit: jax.Array) -> jax.Array:
    """1 above a limit and 0 elsewhere; NaN where either is NaN, which lies on neither side."""
    apart = x - limit
    return jnp.where(jnp.isnan(apart), apart, (x > limit).astype(x.dtype))


def lane(count: int, channels: int) -> jax.Array:
    """The channel of each element of a flat array: (count,) int32 in [0, channels)."""
    return lax.rem(lax.iota(jnp.int32, count), np.int32(channels))


def has_alpha(channels: int) -> bool:
    return channels in (2, 4)


def keep_alpha(changed: jax.Array, original: jax.Array, channels: int) -> jax.Array:
    """`changed`, with the alpha channel of `original` where there is one."""
    if not has_alpha(channels):
        return changed
    return jnp.where(lane(changed.shape[0], channels) == channels - 1, original, changed)


def _alpha_everywhere(x: jax.Array, channels: int) -> jax.Array:
    pixels = x.reshape(-1, channels)
    return jnp.broadcast_to(pixels[:, -1:], pixels.shape).reshape(-1)


def premultiply(x: jax.Array, channels: int) -> jax.Array:
    """Colours multiplied by their alpha; alpha stays."""
    return keep_alpha(x * _alpha_everywhere(x, channels), x, channels)


def unpremultiply(x: jax.Array, channels: int) -> jax.Array:
    """The inverse of premultiply; where alpha is 0 the colours are 0."""
    alpha = _alpha_everywhere(x, channels)
    colour = jnp.where(alpha > 0, x / jnp.where(alpha > 0, alpha, 1.0), 0.0)
    return keep_alpha(colour, x, channels)


# How far apart in flat memory two channels of one pixel can lie.
MIXING_REACH = 2
# Weights are kept for so many elements and used again and again, so that they stay in the cache.
MIXING_ROW = 768


def mixing_weights(matrix: jax.Array, channels: int) -> jax.Array:
    """The weight of each of five neighbours in flat memory, repeating with the channels.

    Args:
        matrix: (3, 3) float32; row = output channel, column = input channel. Gray images and
            alpha stay as they are.

    Returns:
        (5, MIXING_ROW) float32; row s weighs the element s − 2 away.
    """
    to = jnp.arange(channels)
    weights = jnp.zeros((2 * MIXING_REACH + 1, channels), jnp.float32)
    for shift in range(-MIXING_REACH, MIXING_REACH + 1):
        come = to + shift
        if channels < 3:
            weight = jnp.where(come == to, 1.0, 0.0)
        else:
            mixed = matrix[jnp.clip(to, 0, 2), jnp.clip(come, 0, 2)]
            colours = (to < 3) & (come >= 0) & (come < 3)
            weight = jnp.where(colours, mixed, jnp.where((to == 3) & (come == 3), 1.0, 0.0))
        weights = weights.at[shift + MIXING_REACH].set(weight)
    return jnp.tile(weights, (1, MIXING_ROW // channels))


def mix_channels(window: FlatWindow, weights: jax.Array) -> jax.Array:
    """Each pixel's colours multiplied by a matrix.

    A sum of five shifted slices whose weights repeat with the channels: on interleaved memory
    that is several times faster on XLA:CPU than splitting and stacking channels.

    Args:
        window: sees single elements (channels = 1); count divisible by MIXING_ROW.
        weights: (5, MIXING_ROW) from `mixing_weights`.

    Returns:
        (count,) float32 encoded values, not clipped.
    """

    def term(shift: int) -> jax.Array:
        weight = weights[shift + MIXING_REACH]
        value = window.raw(0, shift).reshape(-1, MIXING_ROW)
        if window.x.dtype == jnp.float32:
            # what has no weight may be another pixel's NaN, or memory beside the picture
            return jnp.where(weight != 0, weight * value, 0.0)
        return weight * value

    total = term(-MIXING_REACH)
    for shift in range(1 - MIXING_REACH, MIXING_REACH + 1):
        total = total + term(shift)
    return finish(window, total.reshape(-1))
