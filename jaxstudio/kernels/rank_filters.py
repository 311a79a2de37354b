"""Ranks: the middle value of a neighbourhood, exactly, without branching.

Small squares go through a sorting network of minimum and maximum, of which XLA keeps only what the
middle needs; large ones find the middle bit by bit, counting the values below a guess.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Array, Shaped
from jaxstudio.kernels.stencil import Window

LARGEST_NETWORK_RADIUS = 2
# Pairs to be put in order, one after the other; then the thirteenth of 25 values is in its place.
NETWORK_OF_25 = """
    0-1 3-4 2-4 2-3 6-7 5-7 5-6 9-10 8-10 8-9 12-13 11-13 11-12 15-16 14-16 14-15 18-19 17-19 17-18
    21-22 20-22 20-21 23-24 2-5 3-6 0-6 0-3 4-7 1-7 1-4 11-14 8-14 8-11 12-15 9-15 9-12 13-16 10-16
    10-13 20-23 17-23 17-20 21-24 18-24 18-21 19-22 8-17 9-18 0-18 0-9 10-19 1-19 1-10 11-20 2-20
    2-11 12-21 3-21 3-12 13-22 4-22 4-13 14-23 5-23 5-14 15-24 6-24 6-15 7-16 7-19 13-21 15-23 7-13
    7-15 1-9 3-11 5-17 11-17 9-17 4-10 6-12 7-14 4-6 4-7 12-14 10-14 6-7 10-12 6-10 6-17 12-17 7-17
    7-10 12-18 7-12 10-18 12-20 10-20 10-12
"""


def _order_pair(low_high: list[jax.Array], i: int, j: int) -> None:
    low_high[i], low_high[j] = jnp.minimum(low_high[i], low_high[j]), jnp.maximum(low_high[i], low_high[j])


def _median_of_nine(columns: list[list[jax.Array]]) -> jax.Array:
    """Sort three columns, then the middle of (greatest low, middle of middles, least high)."""
    for column in columns:
        for i, j in ((0, 1), (1, 2), (0, 1)):
            _order_pair(column, i, j)
    low = jnp.maximum(jnp.maximum(columns[0][0], columns[1][0]), columns[2][0])
    high = jnp.minimum(jnp.minimum(columns[0][2], columns[1][2]), columns[2][2])
    middle = [column[1] for column in columns]
    three = [low, _median_of_three(middle), high]
    return _median_of_three(three)


def _median_of_three(values: list[jax.Array]) -> jax.Array:
    a, b, c = values
    return jnp.maximum(jnp.minimum(a, b), jnp.minimum(jnp.maximum(a, b), c))


def _median_of_25(values: list[jax.Array]) -> jax.Array:
    """The middle of 25 by the network of N. Devillard, Fast median search, 1998: 174 minima and maxima."""
    values = list(values)
    for pair in NETWORK_OF_25.split():
        i, j = map(int, pair.split("-"))
        _order_pair(values, i, j)
    return values[12]


def _from_ordered_bits(bits: jax.Array) -> jax.Array:
    """The float32 whose place among all floats is `bits` (uint32): the inverse of the order-keeping map."""
    positive = (bits >> 31) == 1
    return lax.bitcast_convert_type(jnp.where(positive, bits ^ jnp.uint32(0x80000000), ~bits), jnp.float32)


def _bitwise_median(window: Window, radius: int) -> jax.Array:
    """Build the middle value from its highest bit down: a bit stands if few enough values lie below it.

    Loops over bits and rows, one row of the square unrolled: unrolled whole, a 15×15 square takes
    twenty seconds to compile.
    """
    is_float = window.x.dtype == jnp.float32
    word = np.dtype(np.uint32) if is_float else np.dtype(window.x.dtype)
    counter = np.dtype(np.uint8) if word == np.uint8 else np.dtype(np.int32)
    bits = 8 * word.itemsize
    rank = counter.type((2 * radius + 1) ** 2 // 2)

    def step(i: jax.Array, median: jax.Array) -> jax.Array:
        guess = median | (word.type(1) << (bits - 1 - i).astype(word))
        # the guess is turned into a float once, rather than every neighbour into bits
        bound = _from_ordered_bits(guess) if is_float else guess

        def row(dy: jax.Array, below: jax.Array) -> jax.Array:
            for dx in range(-radius, radius + 1):
                below = below + (window.stored(dy - radius, dx) < bound).astype(counter)
            return below

        below = lax.fori_loop(0, 2 * radius + 1, row, jnp.zeros(window.shape, counter))
        few = below <= rank
        if is_float:
            # bits above infinity's are no number: everything lies below them
            few = few & ~(jnp.isnan(bound) & (guess >> 31 == 1))
        return jnp.where(few, guess, median)

    median = lax.fori_loop(0, bits, step, jnp.zeros(window.shape, word))
    if not is_float:
        return median
    # XLA:CPU compares numbers too small for a full exponent as 0: the last bit that stands is theirs
    middle = _from_ordered_bits(median)
    return jnp.where(jnp.abs(middle) < np.finfo(np.float32).tiny, np.float32(0), middle)


def _sortable(x: jax.Array) -> jax.Array:
    """float32 as int32 of the same order, and back again.

    A float minimum must hand on NaN and takes four instructions; an integer one takes one.
    """
    bits = x if x.dtype == jnp.int32 else lax.bitcast_convert_type(x, jnp.int32)
    turned = bits ^ (lax.shift_right_arithmetic(bits, np.int32(31)) & np.int32(0x7FFFFFFF))
    return lax.bitcast_convert_type(turned, jnp.float32) if x.dtype == jnp.int32 else turned


def median_of_square(window: Window, radius: int) -> Shaped[Array, "*shape"]:
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
        middle = _median_of_25([at(dy, dx) for dy in offsets for dx in offsets])
    return _sortable(middle) if is_float else middle
