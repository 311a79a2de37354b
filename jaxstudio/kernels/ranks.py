"""Ranks: the middle value of a neighbourhood, exactly, without branching.

Small squares go through a sorting network of minimum and maximum, of which XLA keeps only what the
middle needs; large ones find the middle bit by bit, counting the values below a guess.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from jaxstudio.kernels.windows import FlatWindow

LARGEST_NETWORK_RADIUS = 2


def _ordered(low_high: list[jax.Array], i: int, j: int) -> None:
    low_high[i], low_high[j] = jnp.minimum(low_high[i], low_high[j]), jnp.maximum(low_high[i], low_high[j])


def _median_of_nine(columns: list[list[jax.Array]]) -> jax.Array:
    """Sort three columns, then the middle of (greatest low, middle of middles, least high)."""
    for column in columns:
        for i, j in ((0, 1), (1, 2), (0, 1)):
            _ordered(column, i, j)
    low = jnp.maximum(jnp.maximum(columns[0][0], columns[1][0]), columns[2][0])
    high = jnp.minimum(jnp.minimum(columns[0][2], columns[1][2]), columns[2][2])
    middle = [column[1] for column in columns]
    three = [low, _median_of_three(middle), high]
    return _median_of_three(three)


def _median_of_three(values: list[jax.Array]) -> jax.Array:
    a, b, c = values
    return jnp.maximum(jnp.minimum(a, b), jnp.minimum(jnp.maximum(a, b), c))


def _forgetful_median(values: list[jax.Array]) -> jax.Array:
    """The middle of an odd number of values by discarding the extremes of a growing window.

    Of any n/2 + 2 values neither the smallest nor the greatest can be the middle of all: drop
    both, take one more in, and go on.
    """
    values = list(values)
    keep = len(values) // 2 + 2
    window, rest = values[:keep], values[keep:]
    while len(window) > 1:
        for i in range(len(window) // 2):
            _ordered(window, i, len(window) - 1 - i)
        half = (len(window) + 1) // 2
        for i in range(1, half):
            _ordered(window, 0, i)
        for i in range(len(window) - half, len(window) - 1):
            _ordered(window, i, len(window) - 1)
        window = window[1:-1]
        if rest:
            window.append(rest.pop())
    return window[0]


def _to_ordered_bits(x: jax.Array) -> jax.Array:
    """uint32 that sorts as the float32 does."""
    bits = lax.bitcast_convert_type(x, jnp.uint32)
    negative = (bits >> 31) == 1
    return jnp.where(negative, ~bits, bits | jnp.uint32(0x80000000))


def _from_ordered_bits(bits: jax.Array) -> jax.Array:
    positive = (bits >> 31) == 1
    return lax.bitcast_convert_type(jnp.where(positive, bits ^ jnp.uint32(0x80000000), ~bits), jnp.float32)


def _bitwise_median(window: FlatWindow, radius: int) -> jax.Array:
    """Build the middle value from its highest bit down: a bit stands if few enough lie below it."""
    is_float = window.x.dtype == jnp.float32
    word = jnp.uint32 if is_float else window.x.dtype
    counter = jnp.uint8 if word == jnp.uint8 else jnp.int32
    bits = jnp.iinfo(word).bits
    rank = (
        counter((2 * radius + 1) ** 2 // 2) if counter is jnp.int32 else jnp.uint8((2 * radius + 1) ** 2 // 2)
    )
    keys = (
        FlatWindow(_to_ordered_bits(window.x), window.start, window.pitch, window.channels, window.count)
        if is_float
        else window
    )

    def step(i: jax.Array, found: jax.Array) -> jax.Array:
        guess = found | (jnp.ones((), word) << (bits - 1 - i).astype(word))
        below = jnp.zeros(window.count, counter)
        for dy in range(-radius, radius + 1):
            for dx in range(-radius, radius + 1):
                below = below + (keys.stored(dy, dx) < guess).astype(counter)
        return jnp.where(below <= rank, guess, found)

    found = lax.fori_loop(0, bits, step, jnp.zeros(window.count, word))
    return _from_ordered_bits(found) if is_float else found


def median_of_square(window: FlatWindow, radius: int) -> jax.Array:
    """The median of the (2·radius + 1)² values around each pixel, in the stored dtype."""
    if radius == 0:
        return window.stored(0, 0)
    offsets = range(-radius, radius + 1)
    if radius == 1:
        return _median_of_nine([[window.stored(dy, dx) for dy in offsets] for dx in offsets])
    if radius <= LARGEST_NETWORK_RADIUS:
        return _forgetful_median([window.stored(dy, dx) for dy in offsets for dx in offsets])
    return _bitwise_median(window, radius)
