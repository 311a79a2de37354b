"""Enlarges, reduces or shifts a picture, in which rows stay rows: two passes instead of four loads a pixel.

A block reads the two rows above and below each row of its result where they lie in memory. They are
blended first, which vectorises; then each pixel of the result loads its two neighbours from the blended
row. Where a picture is halved, both weights are one half everywhere: integers suffice.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Array, Float32, Int32, UInt8
from jaxstudio.kernels.pixels import ROUND_BY_ADDING, prevent_fusion
from jaxstudio.kernels.sampling import BAND, flat_bytes, in_bands, slices

# Rows of a block, elements of one row of its input, and of the memory that holds it.
ROWS, ELEMENTS, SEEN = 256, 6144, 8 << 20
# How far apart in the input, in pixels, two neighbours of the result may lie: each has a kernel of its own.
STEPS = (1, 2, 4)


def columns_of(step: float, channels: int) -> int:
    """Columns that the kernel for this step computes."""
    return ELEMENTS // (channels * next(reach for reach in STEPS if step <= reach))


def columns_filled(step: float, channels: int) -> int:
    """How many of them a row of input is sure to suffice for."""
    return min(columns_of(step, channels), int((ELEMENTS // channels - 2) / step) + 1)


def scale_block(
    source: UInt8[Array, " capacity"],
    above: Int32[Array, " rows"],
    below: Int32[Array, " rows"],
    down: Float32[Array, " rows"],
    first: Int32[Array, " columns"],
    across: Float32[Array, " columns"],
    channels: int,
) -> UInt8[Array, " n"]:
    """A block of uint8 pixels, flat.

    Args:
        source: (SEEN,) uint8, interleaved.
        above, below: (ROWS,) int32, where the ELEMENTS of each of those rows begin.
        down: (ROWS,) float32, the weight of `below`.
        first: (columns,) int32, the element that each column's left neighbour begins at.
        across: (columns,) float32, the weight of the right neighbour.
    """

    flag = down[0] >= 0

    def rows(source: jax.Array, above: jax.Array, below: jax.Array, down: jax.Array) -> jax.Array:
        upper, lower = (slices(source, starts, ELEMENTS).astype(jnp.float32) for starts in (above, below))
        return upper + down[:, None] * (lower - upper)

    def columns(blended: jax.Array, first: jax.Array, across: jax.Array) -> jax.Array:
        index = (lax.iota(jnp.int32, BAND) * ELEMENTS)[:, None] + first[None]
        flat = blended.reshape(-1)
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
        return flat_bytes(flag, prevent_fusion(flag, columns, blended, first, across), channels)

    return in_bands(ROWS, first.size * channels, "uint8", band)


def halve_block(
    source: UInt8[Array, " capacity"],
    above: Int32[Array, " rows"],
    below: Int32[Array, " rows"],
    channels: int,
) -> UInt8[Array, " n"]:
    """A block of columns_of(2, channels) columns, flat: averages of 2×2 uint8 pixels, rounded half to even.

    Args:
        source, above, below: as in `scaled`.
    """
    flag = above[0] >= 0  # which the compiler does not know
    width = ELEMENTS // (2 * channels)

    def average(source: jax.Array, above: jax.Array, below: jax.Array) -> jax.Array:
        # in the shape of bytes as they lie, LLVM makes shuffles of it
        upper, lower = (
            slices(source, starts, width * 2 * channels).astype(jnp.uint16).reshape(ROWS, width, 2, channels)
            for starts in (above, below)
        )
        pairs = upper + lower
        total = pairs[:, :, 0] + pairs[:, :, 1]
        return ((total + 1 + ((total >> 2) & 1)) >> 2).astype(jnp.uint8)

    return prevent_fusion(flag, average, source, above, below).reshape(-1)
