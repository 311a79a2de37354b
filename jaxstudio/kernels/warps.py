"""Warps: any function of a pixel's place gives its source place, where the picture is sampled.

Places are float64. A place far outside is folded to the picture's border, so that no more of the input is
needed. A first kernel finds the places of a block and their extent; a second kernel samples there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Array, Coordinates, Float64, Int32, Shaped
from jaxstudio.kernels.pixels import prevent_fusion
from jaxstudio.kernels.sampling import (
    BAND,
    COUNT,
    LAST_X,
    LAST_Y,
    PITCH,
    blend_floats,
    blend_pairs,
    flat_bytes,
    flat_indices,
    in_bands,
    load_pairs,
    pick_pixels,
)
from jaxstudio.lazy_dataclass import dataclass

# Output pixels of a block: their places lie in memory between two kernels, and should stay in the cache.
WARP_ROWS, WARP_COLUMNS = 128, 512
# Rows whose places are found before the next: what lies between two stages stays in the cache.
PLACED_AT_ONCE = 16
# Places up to this far outside the picture are distinguished: two pixels of border.
OUTSIDE = 2
# Borders, as they stand in `pipeline.params.BORDERS`.
REFLECT, NEAREST, MIRROR, WRAP, CONSTANT = range(5)
# A float64 whole number that is added to another one to stand in its last bits.
LAST_BITS = np.float64(1.5 * 2**52)
# Scalars of a call that follow those of every sampling: where in the picture the source begins.
FIRST_X, FIRST_Y = COUNT + 1, COUNT + 2

Places = tuple[Float64[Array, "rows columns"], Float64[Array, "rows columns"]]


@dataclass(frozen=True)
class Packing:
    """Arrays packed in one float64 vector: a kernel with one argument is called in half the time.

    Attributes:
        parts: name, shape and dtype of each.
    """

    parts: tuple[tuple[str, tuple[int, ...], str], ...]

    @classmethod
    def of(cls, arrays: Mapping[str, np.ndarray | np.generic]) -> Packing:
        """Make a packing for arrays of these shapes, of floats, booleans and integers of up to 32 bits."""
        return cls(tuple((name, array.shape, array.dtype.name) for name, array in arrays.items()))

    def pack(self, arrays: Mapping[str, np.ndarray | np.generic]) -> Float64[np.ndarray, " n"]:
        flat = [np.asarray(arrays[name], np.float64).reshape(-1) for name, _, _ in self.parts]
        return np.concatenate(flat)

    def unpack(self, packed: Float64[Array, " n"]) -> dict[str, jax.Array]:
        arrays, first = {}, 0
        for name, shape, dtype in self.parts:
            stop = first + math.prod(shape)
            arrays[name] = packed[first:stop].reshape(shape).astype(dtype)
            first = stop
        return arrays


@jax.jit
def fold_place(place: Coordinates, size: Float64[Any, ""], border: Int32[Any, ""]) -> Coordinates:
    """Places along one axis brought next to the picture, where its border takes over.

    One formula serves every border: branches would cost more than the few operations that they save.

    Args:
        place: float64; NaN lies far outside.
        size: pixels along the axis, float64 scalar.
        border: int32 index into `pipeline.params.BORDERS`.
    """
    near = jnp.clip(jnp.where(jnp.isnan(place), -jnp.inf, place), -OUTSIDE, size - 1 + OUTSIDE)
    # back and forth, or round and round
    shift = jnp.where(border == REFLECT, 0.5, 0.0)
    there_and_back = jnp.where(border == REFLECT, 2 * size, jnp.maximum(2 * size - 2, 1.0))
    period = jnp.where(border == WRAP, size, there_and_back)
    phase = jnp.where(jnp.isfinite(place), place, 0.0) + shift
    phase = phase - period * jnp.floor(phase * (1.0 / period))
    turned = jnp.where((border != WRAP) & (phase > 0.5 * period), period - phase, phase) - shift
    inside = (place >= -0.5) & (place <= size - 0.5)
    far = jnp.where(inside, place, turned)
    return jnp.where((border == NEAREST) | (border == CONSTANT), near, far)


def block_places(
    inverse: Callable[..., tuple[Any, Any]], where: Int32[Array, 5], p: Any, nearest: bool
) -> tuple[Places, Int32[Array, 4]]:
    """The source places of a block's pixels, and the least and greatest x and y, rounded down.

    Args:
        inverse: as a Warp's, in float64.
        where: int32 (first row, first column, rows that count, columns that count, border).
        p: what `inverse` reads, with the float64 `width` and `height` of the picture.

    Returns:
        x and y, each (WARP_ROWS, WARP_COLUMNS) float64, whole for `nearest`; (4,) int32.
    """
    shape = (PLACED_AT_ONCE, WARP_COLUMNS)

    def find(first: Any) -> tuple[Any, Any]:
        # what lies behind the rows and columns that count repeats the last of them
        row, column = (
            (at + jnp.minimum(lax.iota(jnp.int32, count) + begin, last - 1)).astype(jnp.float64)
            for at, count, begin, last in zip(where[:2], shape, (first, 0), where[2:4], strict=True)
        )
        return inverse(jnp.broadcast_to(column[None, :], shape), jnp.broadcast_to(row[:, None], shape), p)

    def fold(x: jax.Array, y: jax.Array) -> Places:
        x, y = fold_place(x, p["width"], where[4]), fold_place(y, p["height"], where[4])
        return (jnp.floor(x + 0.5), jnp.floor(y + 0.5)) if nearest else (x, y)

    def add_band(number: Any, before: tuple[Places, Any]) -> tuple[Places, Any]:
        places, ends = before
        first = number * np.int32(PLACED_AT_ONCE)
        # XLA:CPU would compute the inverse map anew for all that reads its result
        band = prevent_fusion(where[2] > 0, fold, *prevent_fusion(where[2] > 0, find, first))
        x, y = (
            lax.dynamic_update_slice(whole, part, (first, np.int32(0)))
            for whole, part in zip(places, band, strict=True)
        )
        # down the columns, which vectorises; a minimum over everything would not
        low = [jnp.minimum(low, jnp.min(part, axis=0)) for low, part in zip(ends[:2], band, strict=True)]
        high = [jnp.maximum(high, jnp.max(part, axis=0)) for high, part in zip(ends[2:], band, strict=True)]
        return (x, y), (*low, *high)

    nowhere = jnp.zeros((WARP_ROWS, WARP_COLUMNS), jnp.float64)
    ends = tuple(jnp.full(WARP_COLUMNS, end, jnp.float64) for end in (jnp.inf, jnp.inf, -jnp.inf, -jnp.inf))
    bands = lax.div(where[2] + np.int32(PLACED_AT_ONCE - 1), np.int32(PLACED_AT_ONCE))
    places, ends = lax.fori_loop(np.int32(0), bands, add_band, ((nowhere, nowhere), ends))
    least_and_greatest = jnp.stack([*map(jnp.min, ends[:2]), *map(jnp.max, ends[2:])])
    return places, jnp.floor(least_and_greatest).astype(jnp.int32)


def sample_warp(
    source: Shaped[Array, " capacity"],
    places: Places,
    scalars: Int32[Array, 7],
    channels: int,
    nearest: bool,
    dtype: str,
) -> Shaped[Array, " n"]:
    """A block of any places, flat.

    Args:
        source: as in `sampling.bilinear`.
        places: as `block_places` returns them.
        scalars: (7,) int32: as in `bilinear`, then FIRST_X, FIRST_Y.
    """

    def band(first: Any) -> jax.Array:
        x, y = (lax.dynamic_slice_in_dim(each, first, BAND) for each in places)
        return _warped_rows(source, x, y, scalars, channels, nearest, dtype)

    return in_bands(WARP_ROWS, WARP_COLUMNS * channels, dtype, band, scalars[COUNT])


def _warped_rows(
    source: jax.Array,
    x: jax.Array,
    y: jax.Array,
    scalars: jax.Array,
    channels: int,
    nearest: bool,
    dtype: str,
) -> jax.Array:
    flag = scalars[PITCH] > 0

    def indices(x: jax.Array, y: jax.Array) -> tuple[jax.Array, jax.Array]:
        across = jnp.clip(_as_integer(jnp.floor(x)) - scalars[FIRST_X], 0, scalars[LAST_X])
        down = jnp.clip(_as_integer(jnp.floor(y)) - scalars[FIRST_Y], 0, scalars[LAST_Y])
        return flat_indices(across, down, scalars, channels)

    def fractions(x: jax.Array, y: jax.Array) -> tuple[jax.Array, jax.Array]:
        return (x - jnp.floor(x)).astype(jnp.float32), (y - jnp.floor(y)).astype(jnp.float32)

    upper, lower = prevent_fusion(flag, indices, x, y)
    if nearest:
        return pick_pixels(flag, source, upper, channels, dtype)
    if source.dtype == jnp.uint8 and dtype == "uint8":
        above, below = prevent_fusion(flag, partial(load_pairs, channels=channels), source, upper, lower)

        def blend(above: jax.Array, below: jax.Array, x: jax.Array, y: jax.Array) -> jax.Array:
            return blend_pairs(above, below, *fractions(x, y), channels)

        return flat_bytes(flag, prevent_fusion(flag, blend, above, below, x, y), channels)
    fx, fy = prevent_fusion(flag, fractions, x, y)
    return blend_floats(flag, source, upper, lower, fx, fy, channels, dtype)


def _as_integer(whole: jax.Array) -> jax.Array:
    """float64 whole numbers, below 2³¹, as int32: a sum whose last bits are the number, and no check."""
    return lax.bitcast_convert_type(whole + LAST_BITS, jnp.int64).astype(jnp.int32)


# Half of π as a number of few digits, whose products with whole numbers are exact, and the rest of it.
HALF_PI = 1.57079632673412561417
REST = math.pi / 2 - HALF_PI + 6.123233995736766e-17
# Taylor's series up to these powers: on ±π/4 what follows is below float64's last bit.
SINE = tuple((-1) ** (power // 2) / math.factorial(power) for power in range(1, 18, 2))
COSINE = tuple((-1) ** (power // 2) / math.factorial(power) for power in range(0, 18, 2))


def _polynomial(square: jax.Array, coefficients: tuple[float, ...]) -> jax.Array:
    total = jnp.full_like(square, coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        total = total * square + coefficient
    return total


def cos_sin(angle: Coordinates) -> tuple[Coordinates, Coordinates]:
    """Cosine and sine of radians, to 2e-16 in float64 up to some thousand turns; NaN of infinity.

    Both together, in vectors: XLA:CPU calls a library for each float64, 16 ns apiece.
    """
    quarters = jnp.floor(angle * (2 / math.pi) + 0.5)
    rest = (angle - quarters * HALF_PI) - quarters * REST
    square = rest * rest
    cos, sin = _polynomial(square, COSINE), rest * _polynomial(square, SINE)
    quadrant = quarters - 4 * jnp.floor(quarters / 4)
    odd = (quadrant == 1) | (quadrant == 3)
    cos, sin = jnp.where(odd, sin, cos), jnp.where(odd, cos, sin)
    return jnp.where((quadrant == 1) | (quadrant == 2), -cos, cos), jnp.where(quadrant >= 2, -sin, sin)
