"""Ranks: the middle value of a neighbourhood, exactly, without branching.

Small squares go through a sorting network of minimum and maximum, of which XLA keeps only what the
middle needs; large ones find the middle bit by bit, counting the values below a guess.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
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


def _from_ordered_bits(bits: jax.Array) -> jax.Array:
    """The float32 whose place among all floats is `bits` (uint32): the inverse of the order-keeping map."""
    positive = (bits >> 31) == 1
    return lax.bitcast_convert_type(jnp.where(positive, bits ^ jnp.uint32(0x80000000), ~bits), jnp.float32)


def _bitwise_median(window: FlatWindow, radius: int) -> jax.Array:
    """Build the middle value from its highest bit down: a bit stands if few enough values lie below it.

    Loops over bits and rows, one row of the square unrolled: unrolled whole, a 15×15 square takes
    twenty seconds to compile.
    """
    is_float = window.x.dtype == jnp.float32
    word = np.dtype(np.uint32) if is_float else np.dtype(window.x.dtype)
    counter = np.dtype(np.uint8) if word == np.uint8 else np.dtype(np.int32)
    bits = 8 * word.itemsize
    rank = counter.type((2 * radius + 1) ** 2 // 2)

    def step(i: jax.Array, found: jax.Array) -> jax.Array:
        guess = found | (word.type(1) << (bits - 1 - i).astype(word))
        # the guess is turned into a float once, rather than every neighbour into bits
        bound = _from_ordered_bits(guess) if is_float else guess

        def row(dy: jax.Array, below: jax.Array) -> jax.Array:
            for dx in range(-radius, radius + 1):
                below = below + (window.stored(dy - radius, dx) < bound).astype(counter)
            return below

        below = lax.fori_loop(0, 2 * radius + 1, row, jnp.zeros(window.count, counter))
        few = below <= rank
        if is_float:
            # bits above infinity's are no number: everything lies below them
            few = few & ~(jnp.isnan(bound) & (guess >> 31 == 1))
        return jnp.where(few, guess, found)

    found = lax.fori_loop(0, bits, step, jnp.zeros(window.count, word))
    if not is_float:
        return found
    # XLA:CPU compares numbers too small for a full exponent as 0: the last bit that stands is theirs
    middle = _from_ordered_bits(found)
    return jnp.where(jnp.abs(middle) < np.finfo(np.float32).tiny, np.float32(0), middle)


def _sortable(x: jax.Array) -> jax.Array:
    """float32 as int32 of the same order, and back again.

    A float minimum must hand on NaN and takes four instructions; an integer one takes one.
    """
    bits = x if x.dtype == jnp.int32 else lax.bitcast_convert_type(x, jnp.int32)
    turned = bits ^ (lax.shift_right_arithmetic(bits, np.int32(31)) & np.int32(0x7FFFFFFF))
    return lax.bitcast_convert_type(turned, jnp.float32) if x.dtype == jnp.int32 else turned


def median_of_square(window: FlatWindow, radius: int) -> jax.Array:
    """The median of the (2·radius + 1)² values around each pixel, in the stored dtype."""
    if radius == 0:
        return window.stored(0, 0)
    if radius > LARGEST_NETWORK_RADIUS:
        return _bitwise_median(window, radius)
    is_float = window.x.dtype == jnp.float32

    def at(dy: int, dx: int) -> jax.Array:
        stored = window.stored(dy, dx)
        return _sortable(stored) if is_float else stored

    offsets = range(-radius, radius + 1)
    if radius == 1:
        middle = _median_of_nine([[at(dy, dx) for dy in offsets] for dx in offsets])
    else:
        middle = _forgetful_median([at(dy, dx) for dy in offsets for dx in offsets])
    return _sortable(middle) if is_float else middle
