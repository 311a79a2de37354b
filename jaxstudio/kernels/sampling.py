"""Bilinear sampling: the result at a place is the input at the place that the inverse map gives.

The output pixel (y, x) lies in the input at column cx[x] + rx[y] and row cy[x] + ry[y]. The four
vectors are computed on the host in float64 for absolute x and y and kept as a whole number and a 31-bit
binary fraction; their sum is exact integer arithmetic, so a pixel's place, and with it its value,
does not depend on the block in which it is computed.

A block is computed in stages that XLA:CPU must not fuse (fused, it emits one scalar loop, two to
four times slower): the flat index of the upper left neighbour, the loads, the blend. A conditional
on a traced flag keeps them apart, since a branch is a computation of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import (
    Array,
    Bits,
    Bool,
    Float32,
    Float64,
    Int32,
    Integer,
    Shaped,
    UInt8,
    UInt32,
)
from jaxstudio.kernels.pixels import ROUND_BY_ADDING, integer_unit, prevent_fusion, quantise, to_float

# Rows that go through all stages together: the results between two stages stay in the cache.
BAND = 16
# Output pixels of one block: small enough for what it reads to stay in the cache.
BLOCK_ROWS, BLOCK_COLUMNS = 256, 512
FRACTION = 2.0**31
# The scalars of a call: source pitch and first element, the last whole place that still has a right and lower
# neighbour, and how many rows count.
PITCH, BASE, LAST_X, LAST_Y, COUNT = range(5)


def split_places(places: Float64[np.ndarray, " n"]) -> Int32[np.ndarray, "2 n"]:
    """float64 places as rows of (2, n) int32: the whole part and the fraction in units of 2⁻³¹."""
    places = np.clip(np.asarray(places, np.float64), -(2.0**29), 2.0**29)
    whole = np.floor(places)
    fraction = np.rint((places - whole) * FRACTION)
    up = fraction >= FRACTION
    return np.stack([whole + up, np.where(up, 0, fraction)]).astype(np.int32)


def column_places(
    matrix: Float64[np.ndarray, "2 3"], first: int, last: int
) -> Int32[np.ndarray, "4 {last}-{first}"]:
    """(4, last − first) int32: what absolute columns add to the place (x whole, x fraction, y, y)."""
    x = np.arange(first, last, dtype=np.float64)
    return np.concatenate([split_places(matrix[0, 0] * x), split_places(matrix[1, 0] * x)])


def row_places(
    matrix: Float64[np.ndarray, "2 3"], first: int, last: int
) -> Int32[np.ndarray, "4 {last}-{first}"]:
    """(4, last − first) int32: what absolute rows add to the place, the shift included."""
    y = np.arange(first, last, dtype=np.float64)
    return np.concatenate(
        [split_places(matrix[0, 1] * y + matrix[0, 2]), split_places(matrix[1, 1] * y + matrix[1, 2])]
    )


def _places(columns: jax.Array, rows: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array, jax.Array]:
    """Whole parts and fractions of (x, y) over the block, each (rows, columns)."""

    def along(first: int) -> tuple[jax.Array, jax.Array]:
        fraction = columns[first + 1][None, :] + rows[first + 1][:, None]
        # two fractions below 2³¹: the sign bit is the carry
        carry = lax.shift_right_logical(fraction, np.int32(31))
        whole = columns[first][None, :] + rows[first][:, None] + carry
        return whole, fraction & 0x7FFFFFFF

    return along(0) + along(2)


def _index(
    columns: jax.Array, rows: jax.Array, scalars: jax.Array, channels: int
) -> tuple[jax.Array, jax.Array]:
    """Flat index of each output pixel's upper left neighbour in the source, and of the one below it."""
    x, _, y, _ = _places(columns, rows)
    x, y = jnp.clip(x, 0, scalars[LAST_X]), jnp.clip(y, 0, scalars[LAST_Y])
    return flat_indices(x, y, scalars, channels)


def flat_indices(
    x: Int32[Array, "*shape"], y: Int32[Array, "*shape"], scalars: Int32[Array, " count"], channels: int
) -> Bits:
    """Return the flat indices of the source pixels at whole places, and of those below them.

    Unsigned: of the two comparisons that XLA:CPU makes of every index one is left.
    """
    upper = (scalars[BASE] + y * scalars[PITCH] + x * channels).astype(jnp.uint32)
    return upper, upper + scalars[PITCH].astype(jnp.uint32)


def _weights(columns: jax.Array, rows: jax.Array) -> tuple[jax.Array, jax.Array]:
    _, x, _, y = _places(columns, rows)
    return tuple(part.astype(jnp.float32) * np.float32(1 / FRACTION) for part in (x, y))  # type: ignore[return-value]


def slices(
    x: Shaped[Array, " capacity"], index: Integer[Array, "*shape"], length: int
) -> Shaped[Array, "*shape {length}"]:
    """x[index : index + length] for every index, along a new last axis."""
    dimensions = lax.GatherDimensionNumbers(
        offset_dims=(index.ndim,), collapsed_slice_dims=(), start_index_map=(0,)
    )
    return lax.gather(x, index[..., None], dimensions, (length,), mode="promise_in_bounds")


def in_bands(
    rows: int, width: int, dtype: str, band: Callable[[jax.Array], jax.Array], count: jax.Array | None = None
) -> Shaped[Array, " n"]:
    """A block of so many rows of `width` elements, flat: `band(first)` makes BAND of them at a time.

    Args:
        count: how many rows count, int32; None: all of them.
    """

    def add_band(number: Any, block: jax.Array) -> jax.Array:
        return lax.dynamic_update_slice(block, band(number * BAND), (number * BAND * width,))

    bands = rows // BAND if count is None else band_count(count)
    return lax.fori_loop(0, bands, add_band, jnp.zeros(rows * width, dtype))


def band_count(rows: Int32[Array, ""]) -> Int32[Array, ""]:
    """Return the number of bands of so many rows."""
    return lax.div(rows + np.int32(BAND - 1), np.int32(BAND))


def _blend(
    upper: tuple[jax.Array, jax.Array], lower: tuple[jax.Array, jax.Array], x: jax.Array, y: jax.Array
) -> jax.Array:
    """Bilinear: along the two rows, then between them."""
    above = upper[0] + x * (upper[1] - upper[0])
    below = lower[0] + x * (lower[1] - lower[0])
    return above + y * (below - above)


def _load_and_blend(
    source: jax.Array, upper: jax.Array, lower: jax.Array, x: jax.Array, y: jax.Array, channels: int
) -> jax.Array:
    """Load and blend in one loop: one pixel's channels fill the lanes."""
    x, y = x[..., None], y[..., None]
    above, below = (slices(source, index, 2 * channels).astype(jnp.float32) for index in (upper, lower))
    return _blend(
        (above[..., :channels], above[..., channels:]), (below[..., :channels], below[..., channels:]), x, y
    )


# An unsigned integer that holds two neighbouring uint8 pixels.
PAIR = {1: np.uint16, 2: np.uint32, 3: np.uint64, 4: np.uint64}


def _load_words(source: jax.Array, index: jax.Array, word: np.dtype) -> jax.Array:
    """The bytes from each index on as one little-endian word: LLVM makes one unaligned load of them."""
    parts = slices(source, index, word.itemsize)
    value = parts[..., 0].astype(word)
    for number in range(1, word.itemsize):
        value = value | (parts[..., number].astype(word) << word.type(8 * number))
    return value


def load_pairs(
    source: jax.Array, upper: jax.Array, lower: jax.Array, channels: int
) -> tuple[jax.Array, jax.Array]:
    """Two horizontal neighbours in one word, for the upper and the lower row."""
    word = np.dtype(PAIR[channels])
    return _load_words(source, upper, word), _load_words(source, lower, word)


def blend_pairs(upper: jax.Array, lower: jax.Array, x: jax.Array, y: jax.Array, channels: int) -> jax.Array:
    """Blend packed uint8 pixels; the result is packed in a uint32, channel 0 lowest."""

    def halves(word: jax.Array) -> tuple[jax.Array, ...]:
        # arithmetic in 32-bit lanes
        if word.dtype == jnp.uint64:
            return word.astype(jnp.uint32), (word >> np.uint64(32)).astype(jnp.uint32)
        return (word.astype(jnp.uint32),)

    def channel(words: tuple[jax.Array, ...], number: int) -> jax.Array:
        byte = (words[number // 4] >> np.uint32(8 * (number % 4))) & np.uint32(255)
        # by way of a signed integer: one instruction on AVX2
        return byte.astype(jnp.int32).astype(jnp.float32)

    above, below = halves(upper), halves(lower)
    packed = jnp.zeros(upper.shape, jnp.uint32)
    for number in range(channels):
        value = _blend(
            (channel(above, number), channel(above, number + channels)),
            (channel(below, number), channel(below, number + channels)),
            x,
            y,
        )
        # a blend of values from 0 to 255 stays there: the nearest integer needs no clipping
        level = lax.bitcast_convert_type(value + ROUND_BY_ADDING, jnp.uint32) & np.uint32(255)
        packed = packed | (level << np.uint32(8 * number))
    return packed


def _blend_channels(
    upper: jax.Array, lower: jax.Array, x: jax.Array, y: jax.Array, channels: int
) -> jax.Array:
    """Blend packed uint8 pixels to float32 from 0 to 255, along a new last axis."""
    word, bits = np.dtype(upper.dtype), lax.iota(jnp.uint32, channels) * np.uint32(8)

    def channel(words: jax.Array, first: int) -> jax.Array:
        levels = (words[..., None] >> (bits + np.uint32(8 * first)).astype(word)) & word.type(255)
        return levels.astype(jnp.int32).astype(jnp.float32)

    above, below = ((channel(words, 0), channel(words, channels)) for words in (upper, lower))
    return _blend(above, below, x[..., None], y[..., None])


def _unpack(packed: jax.Array, channels: int) -> jax.Array:
    """uint32 pixels as (n, channels) uint8.

    Gathering slices is the fastest way, but only while the result keeps two dimensions: flattened
    inside its own fusion it is ten times slower.
    """
    parts = lax.bitcast_convert_type(packed.reshape(-1), jnp.uint8).reshape(-1)
    return slices(parts, 4 * lax.iota(jnp.int32, packed.size), channels)


def flat_bytes(flag: Bool[Array, ""], packed: UInt32[Array, "*shape"], channels: int) -> UInt8[Array, " n"]:
    if channels == 1:
        return packed.astype(jnp.uint8).reshape(-1)
    return prevent_fusion(flag, partial(_unpack, channels=channels), packed).reshape(-1)


def pick_pixels(flag: jax.Array, source: jax.Array, index: jax.Array, channels: int, dtype: str) -> jax.Array:
    """The pixels at the flat indices, as they are."""
    if source.dtype == jnp.uint8 and dtype == "uint8":
        # copies of 3 bytes do not vectorise: go by words
        words = prevent_fusion(flag, partial(_load_words, word=np.dtype(np.uint32)), source, index)
        return flat_bytes(flag, words, channels)
    value = prevent_fusion(flag, partial(slices, length=channels), source, index).reshape(-1)
    return value if value.dtype == dtype else quantise(to_float(value), dtype)


def bilinear(
    source: Shaped[Array, " capacity"],
    columns: Int32[Array, "4 columns"],
    rows: Int32[Array, "4 rows"],
    scalars: Int32[Array, 5],
    channels: int,
    dtype: str,
) -> Shaped[Array, " n"]:
    """A block of BLOCK_ROWS × BLOCK_COLUMNS output pixels, flat.

    Args:
        source: flat, interleaved; uint8, uint16 or float32, with 8 elements behind its last row.
        columns, rows: (4, BLOCK_COLUMNS) and (4, BLOCK_ROWS) int32 places in the source.
        scalars: (5,) int32: PITCH, BASE, LAST_X, LAST_Y, COUNT.
    """

    def band(first: Any) -> jax.Array:
        part = lax.dynamic_slice_in_dim(rows, first, BAND, axis=1)
        return _bilinear_rows(source, columns, part, scalars, channels, dtype)

    return in_bands(BLOCK_ROWS, BLOCK_COLUMNS * channels, dtype, band, scalars[COUNT])


def _bilinear_rows(
    source: jax.Array, columns: jax.Array, rows: jax.Array, scalars: jax.Array, channels: int, dtype: str
) -> jax.Array:
    flag = scalars[PITCH] > 0
    upper, lower = prevent_fusion(flag, partial(_index, channels=channels), columns, rows, scalars)
    if source.dtype == jnp.uint8 and dtype == "uint8":
        with jax.enable_x64(True):  # for the 64-bit words; what goes in and comes out is 32-bit
            above, below = prevent_fusion(flag, partial(load_pairs, channels=channels), source, upper, lower)
            packed = prevent_fusion(
                flag,
                lambda above, below, columns, rows: blend_pairs(
                    above, below, *_weights(columns, rows), channels
                ),
                above,
                below,
                columns,
                rows,
            )
        return flat_bytes(flag, packed, channels)
    x, y = prevent_fusion(flag, _weights, columns, rows)
    return blend_floats(flag, source, upper, lower, x, y, channels, dtype)


def blend_floats(
    flag: jax.Array,
    source: jax.Array,
    upper: jax.Array,
    lower: jax.Array,
    x: jax.Array,
    y: jax.Array,
    channels: int,
    dtype: str,
) -> jax.Array:
    if source.dtype == jnp.uint8 and channels == 3:
        # six bytes fill no lanes, one word does: in half the time
        with jax.enable_x64(True):
            pairs = prevent_fusion(flag, partial(load_pairs, channels=channels), source, upper, lower)
            value = prevent_fusion(flag, partial(_blend_channels, channels=channels), *pairs, x, y)
    else:
        blend = partial(_load_and_blend, channels=channels)
        value = prevent_fusion(flag, blend, source, upper, lower, x, y)
    value = value.reshape(-1)
    unit = integer_unit(source.dtype)
    return quantise(value if unit == 1.0 else value * np.float32(unit), dtype)


# -- enlarging, reducing and shifting, in which rows stay rows: two passes instead of four loads a pixel
#
# A block reads the two rows above and below each row of its result where they lie in memory. They are
# blended first, which vectorises; then each pixel of the result loads its two neighbours from the blended
# row. Where a picture is halved, both weights are one half everywhere: integers suffice.

# Rows of a block, elements of one row of its input, and of the memory that holds it: enough for all rows that
# it reads, and for what lies between them in wide photos. There is a kernel for each.
ROWS, ELEMENTS = 256, 6144
SEEN = (2 * ROWS * ELEMENTS, 8 << 20)
# How far apart in the input, in pixels, two neighbours of the result may lie: each has a kernel of its own.
STEPS = (1, 2, 4)


def columns_of(step: float, channels: int) -> int:
    """Columns that the kernel for this step computes."""
    return ELEMENTS // (channels * next(reach for reach in STEPS if step <= reach))


def columns_filled(step: float, channels: int) -> int:
    """Return how many result columns a row of input certainly suffices for."""
    return min(columns_of(step, channels), int((ELEMENTS // channels - 2) / step) + 1)


def _values(
    row: UInt8[Array, "*shape"], table: Float32[Array, " entries"] | None
) -> Float32[Array, "*shape"]:
    """The bytes as float32 numbers, or the table's entries for them."""
    if table is None:
        return row.astype(jnp.float32)
    return table.at[row.astype(jnp.int32)].get(mode="promise_in_bounds")


def scale_block(
    source: UInt8[Array, " capacity"],
    above: Int32[Array, " rows"],
    below: Int32[Array, " rows"],
    down: Float32[Array, " rows"],
    first: Int32[Array, " columns"],
    across: Float32[Array, " columns"],
    table: Float32[Array, " entries"] | None = None,
    *,
    channels: int,
    dtype: str,
) -> Shaped[Array, " n"]:
    """A block of pixels, flat, in `dtype`: of bytes, or of what a table holds for them.

    Args:
        source: (one of SEEN,) uint8, interleaved.
        above, below: (ROWS,) int32, where the ELEMENTS of each of those rows begin.
        down: (ROWS,) float32, the weight of `below`.
        first: (columns,) int32, the element that each column's left neighbour begins at.
        across: (columns,) float32, the weight of the right neighbour.
        table: (256,) float32, or None.
        dtype: uint8, or float32, which it is with a table.
    """

    flag = down[0] >= 0

    def rows(source: jax.Array, above: jax.Array, below: jax.Array, down: jax.Array) -> jax.Array:
        upper, lower = (_values(slices(source, starts, ELEMENTS), table) for starts in (above, below))
        return upper + down[:, None] * (lower - upper)

    def columns(blended: jax.Array, first: jax.Array, across: jax.Array) -> jax.Array:
        index = (lax.iota(jnp.int32, BAND) * ELEMENTS)[:, None] + first[None]
        flat = blended.reshape(-1)
        if dtype == "float32":
            left, right = (slices(flat, index + beside, channels) for beside in (0, channels))
            between = left + across[None, :, None] * (right - left)
            return between if table is not None else between * np.float32(integer_unit(np.uint8))
        packed = jnp.zeros(index.shape, jnp.uint32)
        for number in range(channels):
            left = slices(flat, index + number, 1)[..., 0]
            right = slices(flat, index + (number + channels), 1)[..., 0]
            value = left + across[None] * (right - left)
            level = lax.bitcast_convert_type(value + ROUND_BY_ADDING, jnp.uint32) & np.uint32(255)
            packed = packed | (level << np.uint32(8 * number))
        return packed

    def band(number: Any) -> jax.Array:
        upper, lower, share = (lax.dynamic_slice_in_dim(each, number, BAND) for each in (above, below, down))
        blended = prevent_fusion(flag, rows, source, upper, lower, share)
        pixels = prevent_fusion(flag, columns, blended, first, across)
        return flat_bytes(flag, pixels, channels) if dtype == "uint8" else pixels.reshape(-1)

    return in_bands(ROWS, first.size * channels, dtype, band)


def halve_block(
    source: UInt8[Array, " capacity"],
    above: Int32[Array, " rows"],
    below: Int32[Array, " rows"],
    table: Float32[Array, " entries"] | None = None,
    *,
    channels: int,
    dtype: str,
) -> Shaped[Array, " n"]:
    """A block of columns_of(2, channels) columns, flat: averages of 2×2 pixels; bytes rounded half to even.

    Args:
        source, above, below, table, dtype: as in `scale_block`.
    """
    flag = above[0] >= 0  # which the compiler does not know
    width = ELEMENTS // (2 * channels)

    def average(source: jax.Array, above: jax.Array, below: jax.Array) -> jax.Array:
        # in the shape of bytes as they lie, LLVM makes shuffles of it
        upper, lower = (
            slices(source, starts, width * 2 * channels).reshape(ROWS, width, 2, channels)
            for starts in (above, below)
        )
        if table is not None:
            found = [_values(row[:, :, side], table) for row in (upper, lower) for side in range(2)]
            return (found[0] + found[1] + (found[2] + found[3])) * np.float32(0.25)
        pairs = upper.astype(jnp.uint16) + lower.astype(jnp.uint16)
        total = pairs[:, :, 0] + pairs[:, :, 1]
        if dtype == "float32":
            return total.astype(jnp.float32) * np.float32(integer_unit(np.uint8) / 4)
        return ((total + 1 + ((total >> 2) & 1)) >> 2).astype(jnp.uint8)

    return prevent_fusion(flag, average, source, above, below).reshape(-1)
