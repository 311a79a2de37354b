"""Film grain: noise in clumps, strongest in the middle tones."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Array, Float32, FloatArray
from jaxstudio.kernels.random_fields import Place, normal, threefry
from jaxstudio.pipeline.kinds import Op, Placed
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Bool, Float
from jaxstudio.pipeline.preview_notes import GRAINS


@jax.jit
def corner(row: FloatArray, column: FloatArray, channel: Any, key: Any) -> Float32[Array, ...]:
    bits = threefry(
        (key[0], key[1]),
        row.astype(jnp.int32).astype(jnp.uint32),
        (column.astype(jnp.int32) * 4 + channel).astype(jnp.uint32),
    )
    return normal(bits[0])


def grain(at: Place, p: Params) -> Float32[Array, ...]:
    """Standard normal values, linear between the corners of cells of the grain's size."""

    def of_channel(channel: int) -> Float32[Array, ...]:
        # by a branch each, so that what all colours of a pixel share is computed once, and is not fused into
        # what reads it for every colour
        needed = p["colour"] if channel else p["size"] > 0
        return lax.cond(needed, lambda: _grain_of(at, channel, p), lambda: jnp.zeros_like(at.row * at.column))

    red, green, blue = (of_channel(channel) for channel in range(3))
    channel = jnp.where(p["colour"], at.channel, 0)
    return jnp.where(channel == 0, red, jnp.where(channel == 1, green, blue))


@jax.jit
def _grain_of(at: Place, channel: Any, p: Params) -> Float32[Array, ...]:
    y, x = at.row / p["size"], at.column / p["size"]
    top, left = jnp.floor(y), jnp.floor(x)
    fy, fx = y - top, x - left
    total = power = jnp.zeros_like(y)
    for down in (0.0, 1.0):
        for right in (0.0, 1.0):
            weight = jnp.abs(1.0 - down - fy) * jnp.abs(1.0 - right - fx)
            total = total + weight * corner(top + down, left + right, channel, p["key"])
            power = power + weight * weight
    return total / jnp.sqrt(power)


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
    tone = jnp.clip(x, 0.0, 1.0)
    return x + p["amount"] * 4.0 * tone * (1.0 - tone) * grain(at, p)


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
