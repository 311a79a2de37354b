"""Film grain: noise in clumps, strongest in the middle tones."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Array, Float32, FloatArray
from jaxstudio.kernels.pixels import prevent_fusion
from jaxstudio.kernels.random_fields import Place, normal, place, threefry
from jaxstudio.pipeline.kinds import Op, Placed
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Bool, Float
from jaxstudio.pipeline.preview_notes import GRAINS

# Points of the lattice that are drawn together.
BAND = 1 << 14


@jax.jit
def draw(row: Any, column: Any, channel: Any, key: Any) -> Float32[Array, ...]:
    """Normal values of the lattice's points at int32 rows and columns."""
    counters = (each.astype(jnp.uint32) for each in (row, column * 4 + channel))
    return normal(threefry((key[0], key[1]), *counters)[0])


def draw_lattice(
    top: Any, left: Any, rows: Any, columns: Any, channel: Any, key: Any, capacity: int
) -> Float32[Array, " {capacity}"]:
    """The points from (top, left) on, row after row: the first rows·columns of `capacity` numbers."""

    def draw_band(number: Any, points: jax.Array) -> jax.Array:
        row, column = place(number * BAND, columns, BAND)
        drawn = draw(row + top, column + left, channel, key)
        return lax.dynamic_update_slice(points, drawn, (number * BAND,))

    bands = lax.div(rows * columns + np.int32(BAND - 1), np.int32(BAND))
    return lax.fori_loop(0, bands, draw_band, jnp.zeros(capacity, jnp.float32))


@jax.jit
def grain(at: Place, channel: Any, p: Params) -> Float32[Array, ...]:
    """Standard normal values, linear between the corners of cells of the grain's size.

    Where the pixels' span is known, the lattice under it is drawn once, if it has not many more points."""
    y, x = at.row / p["size"], at.column / p["size"]
    top, left = jnp.floor(y), jnp.floor(x)
    row, column = top.astype(jnp.int32), left.astype(jnp.int32)

    def blended(corner: Callable[[int, int], jax.Array]) -> jax.Array:
        fy, fx = y - top, x - left
        total = power = jnp.zeros_like(fy * fx)
        for down in (0, 1):
            for right in (0, 1):
                weight = jnp.abs(1.0 - down - fy) * jnp.abs(1.0 - right - fx)
                total = total + weight * corner(down, right)
                power = power + weight * weight
        return total / jnp.sqrt(power)

    def from_places() -> jax.Array:
        return blended(lambda down, right: draw(row + down, column + right, channel, p["key"]))

    if at.span is None:
        return from_places()

    def cell(place: jax.Array) -> jax.Array:
        return jnp.floor(place.astype(jnp.float32) / p["size"]).astype(jnp.int32)

    first, start = row[0, 0], cell(at.span[0])
    rows, columns = row[-1, 0] - first + 2, cell(at.span[0] + at.span[1] - 1) - start + 2
    capacity = -(-(row.size + row.size // 2) // BAND) * BAND

    def from_lattice() -> jax.Array:
        points = prevent_fusion(
            columns > 0, lambda: draw_lattice(first, start, rows, columns, channel, p["key"], capacity)
        )
        index = prevent_fusion(columns > 0, lambda: (row - first) * columns + (column - start))

        def corner(down: int, right: int) -> jax.Array:
            at = (index + down * columns + right).astype(jnp.uint32)
            return points.at[at].get(mode="promise_in_bounds")

        return blended(corner)

    fits = rows.astype(jnp.float32) * columns.astype(jnp.float32) <= capacity
    return lax.cond(fits, from_lattice, from_places)


@lru_cache(256)
def mean_deviation(size: float, side: int) -> float:
    """Standard deviation of the mean grain of side × side pixels, for grains of `size` pixels.

    Rows and columns count each for itself: the grain is linear between the corners of a lattice, brought back
    to deviation 1.
    """
    blocks = 64
    at = np.arange(blocks * side) / size
    cell, share = np.floor(at).astype(int), at % 1.0
    power = np.hypot(1.0 - share, share)
    weights = np.zeros((blocks, cell[-1] + 2))
    block = np.repeat(np.arange(blocks), side)
    np.add.at(weights, (block, cell), (1.0 - share) / power / side)
    np.add.at(weights, (block, cell + 1), share / power / side)
    return float((weights**2).sum(1).mean())


def reduced(values: Values, level: int) -> Values:
    """Grain of the mean of 4^level pixels; the size is already that on the reduced photo."""
    deviation = mean_deviation(values["size"] * 2**level, 2**level)
    return {**values, "amount": values["amount"] * deviation}


def add_grain(x: FloatArray, at: Place, p: Params) -> FloatArray:
    # by a branch each, so that no pixel's grain is computed once more for each of its colours
    red = prevent_fusion(p["size"] > 0, lambda: grain(at, 0, p))
    green, blue = (
        lax.cond(p["colour"], lambda channel=channel: grain(at, channel, p), lambda: red)
        for channel in (1, 2)
    )
    own = jnp.where(at.channel == 0, red, jnp.where(at.channel == 1, green, blue))
    tone = jnp.clip(x, 0.0, 1.0)
    return x + p["amount"] * 4.0 * tone * (1.0 - tone) * own


film_grain = Op(
    name="film_grain",
    title="Film grain",
    category="noise",
    keywords=("analogue", "texture"),
    doc="Adds the grain of film: clumps of noise, strongest in the middle tones.",
    use="For the look of film, or to hide bands in smooth skies.",
    formula="y = x + amount·4x·(1 − x)·n, n normal of deviation 1, on a lattice of size pixels",
    source="4x(1 − x) times normal noise on a lattice, interpolated and brought back to variance 1",
    notes="Black and white stay clean. Not clipped.",
    own_params=(
        Float("amount", 0.05, 0.0, 1.0, slider_high=0.3, doc="Standard deviation in the middle tones."),
        Float("size", 1.5, 1.0, 64.0, slider_high=8.0, unit="px", doc="Size of a grain."),
        Bool("colour", False, doc="Grain of its own for each colour."),
    ),
    preview_note=GRAINS,
    kind=Placed(add_grain, cheap=True),
    reduced=reduced,
)
