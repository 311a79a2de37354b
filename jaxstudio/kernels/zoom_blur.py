"""The mean of a picture magnified by several factors, factor after factor in one loop.

Rows are blended first, which vectorises. Then the block is transposed, so that columns are blended row by row
as well: two loads for every pixel would take twice as long as the transposition.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Array, Float32, Int32, Shaped
from jaxstudio.kernels.pixels import integer_unit, prevent_fusion, quantise
from jaxstudio.kernels.sampling import slices

# Rows of a block, elements of one of its rows, and factors of one call.
ROWS, ELEMENTS, FACTORS = 32, 3072, 16


def columns_of(channels: int) -> int:
    """Columns of a block."""
    return ELEMENTS // channels


def accumulate_magnified(
    mean: Float32[Array, "columns elements"],
    source: Shaped[Array, " capacity"],
    rows: Int32[Array, "2 factors rows"],
    down: Float32[Array, "factors rows"],
    columns: Int32[Array, "2 factors columns"],
    across: Float32[Array, "factors columns"],
    shares: Float32[Array, " factors"],
    count: Int32[Array, ""],
    channels: int,
) -> Float32[Array, "columns elements"]:
    """The mean of more factors than before.

    The mean is updated by a share of each difference: values that do not change stay the same bit by bit.

    Args:
        mean: (columns, channels·ROWS) float32, of the factors before.
        source: flat, interleaved, with ELEMENTS + 2 pixels behind its last row.
        rows: (2, FACTORS, ROWS) int32, where in the source the rows above and below begin, at the first
            column that this block needs for this factor.
        down: (FACTORS, ROWS) float32, the weight of the row below.
        columns: (2, FACTORS, columns) int32, the columns to the left and right, counted from there; no
            further than columns + 1.
        across: (FACTORS, columns) float32, the weight of the column to the right.
        shares: (FACTORS,) float32, what each factor counts beside all before.
        count: how many factors count, int32.
    """
    width = columns_of(channels) + 2

    def turned(blended: jax.Array) -> jax.Array:
        # in a shape of its own, or XLA would let it lie as it is and have the blend read down its columns
        return blended.T.reshape(width, channels * ROWS)

    def factor(number: Any, mean: jax.Array) -> jax.Array:
        above, below = (
            slices(source, starts[number], width * channels).astype(jnp.float32) for starts in rows
        )
        blended = prevent_fusion(count > 0, turned, above + down[number][:, None] * (below - above))
        left, right = (_rows(blended, places[number]) for places in columns)
        value = left + across[number][:, None] * (right - left)
        return mean + shares[number] * (value - mean)

    return lax.fori_loop(0, count, factor, mean)


def _rows(x: jax.Array, index: jax.Array) -> jax.Array:
    dimensions = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0,))
    return lax.gather(x, index[:, None], dimensions, (1, x.shape[1]), mode="promise_in_bounds")


def as_rows(
    mean: Float32[Array, "columns elements"], channels: int, source_dtype: np.dtype, dtype: str
) -> Shaped[Array, " n"]:
    """A block of ROWS × columns pixels, flat, in `dtype`: from a source of `source_dtype`."""
    unit = integer_unit(source_dtype)
    value = mean if unit == 1.0 else mean * np.float32(unit)
    return quantise(value, dtype).reshape(columns_of(channels) * channels, ROWS).T.reshape(-1)
