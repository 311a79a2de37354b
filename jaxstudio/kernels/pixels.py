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


# What the same value may differ by, as a share of it: a level that is read as k·(1/255) and written as k/255.
ROUNDING = 2.5e-7


def above(x: jax.Array, limit: jax.Array, rounding: float = ROUNDING) -> jax.Array:
    """1 above a limit and 0 elsewhere; NaN where either is NaN, which lies on neither side.

    What is above by no more than `rounding` of the limit is equal to it, and not above.
    """
    apart = x - limit
    return jnp.where(jnp.isnan(apart), apart, (apart > np.float32(rounding) * jnp.abs(limit)).astype(x.dtype))


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


def mix_channels(
    elements: FlatWindow, lanes: jax.Array, matrix: jax.Array, channels: int, dtype: DTypeLike
) -> jax.Array:
    """Each pixel's colours multiplied by a matrix; alpha stays.

    An element's colours are picked by its lane from the five elements around it: on interleaved memory
    that is several times faster on XLA:CPU than splitting and stacking channels. Lanes that are read are
    twice as fast as lanes that are computed, by a remainder for each element.

    Args:
        elements: sees single elements (channels = 1).
        lanes: (count,) uint8, the channel of each element.
        matrix: (3, 3) float32; row = output channel, column = input channel.
        channels: 3 or 4.
        dtype: the format of the result.

    Returns:
        (count,) of `dtype`.
    """
    red, green = lanes == 0, lanes == 1
    floats = elements.x.dtype == jnp.float32

    def term(colour: int) -> jax.Array:
        around = [elements.stored(0, colour - own) for own in range(3)]
        value = lax.select(red, around[0], lax.select(green, around[1], around[2])).astype(jnp.float32)
        weight = jnp.where(red, matrix[0, colour], jnp.where(green, matrix[1, colour], matrix[2, colour]))
        # NaN in a colour that has no weight is none of the others' business
        return jnp.where(weight != 0, weight * value, 0.0) if floats else weight * value

    mixed = quantise(finish(elements, term(0) + term(1) + term(2)), dtype)
    if not has_alpha(channels):
        return mixed
    stored = elements.stored(0, 0)
    alpha = stored if stored.dtype == np.dtype(dtype) else quantise(to_float(stored), dtype)
    return lax.select(lanes == 3, alpha, mixed)
