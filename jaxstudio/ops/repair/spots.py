"""Spots covered by another place of the picture: cloned as it is, or healed, so that its light fits in."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Float64, FloatArray
from jaxstudio.kernels.random_fields import Place
from jaxstudio.pipeline.kinds import Blocks, Branches, Combined, Geometry, Global, Op, Placed
from jaxstudio.pipeline.op import Params, Part, Size, Values
from jaxstudio.pipeline.outlines import spot_places
from jaxstudio.pipeline.params import Choice, Float
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

# Places on the circle where the picture is compared, and waves along it that are kept.
AROUND, WAVES = 256, 16
# The comparison takes the mean of so many circles, a pixel apart, so that noise does not run into the spot.
RINGS = 3
PLACE = (
    Float("x", 50.0, 0.0, 100.0, unit="%", doc="Where the spot is, from left to right."),
    Float("y", 50.0, 0.0, 100.0, unit="%", doc="Where the spot is, from top to bottom."),
    Float("radius", 3.0, 0.1, 50.0, slider_high=15.0, unit="%", doc="Its radius, of the shorter side."),
)
SOURCE = (
    Float("source_x", 8.0, -100.0, 100.0, slider_low=-30.0, slider_high=30.0, unit="%",
          doc="How far to the right of the spot the source is."),
    Float("source_y", 0.0, -100.0, 100.0, slider_low=-30.0, slider_high=30.0, unit="%",
          doc="How far below the spot the source is."),
)  # fmt: skip


def shift(values: Values, size: Size) -> Float64[np.ndarray, "2 3"]:
    _, (right, down), _ = spot_places(values, size)
    return np.array([[1.0, 0.0, float(right)], [0.0, 1.0, float(down)]])


SHIFTED = Part(
    name="shifted_source",
    own_params=(*PLACE, *SOURCE),
    kind=Geometry(lambda values, size: size, shift, border="nearest"),
)


def measure_difference(blocks: Blocks, values: Values) -> Params:
    """The waves of the difference of spot and source along the circle: cosines, sines (WAVES + 1, 3)."""
    size = int(values["height"]), int(values["width"])
    (x, y), (right, down), radius = spot_places(values, size)
    angle = 2 * np.pi * np.arange(AROUND) / AROUND
    rings = radius + np.arange(RINGS)[:, None]
    row, column = y + rings * np.sin(angle), x + rings * np.cos(angle)
    places = np.stack([np.stack([row, column]), np.stack([row + down, column + right])])
    last = np.array(size)[:, None, None] - 1
    rows, columns = np.clip(np.rint(places), 0, last).astype(np.int64).swapaxes(0, 1)
    found = np.zeros((*rows.shape, 3), np.float64)
    for (top, left), block in blocks():
        inside = (
            (rows >= top)
            & (rows < top + block.shape[0])
            & (columns >= left)
            & (columns < left + block.shape[1])
        )
        found[inside] = block[rows[inside] - top, columns[inside] - left][:, np.arange(3) % block.shape[2]]
    difference = (found[0] - found[1]).mean(axis=0)
    waves = np.fft.rfft(np.nan_to_num(difference), axis=0)[: WAVES + 1] / AROUND
    waves[1:] *= 2
    return {"cosines": waves.real.astype(np.float32), "sines": -waves.imag.astype(np.float32)}


def polar(at: Place, p: Params) -> tuple[FloatArray, FloatArray]:
    """(x, y) from the spot's middle, in radii."""
    x = p["x"] / 100.0 * jnp.maximum(at.width - 1, 1)
    y = p["y"] / 100.0 * jnp.maximum(at.height - 1, 1)
    radius = jnp.maximum(p["radius"] / 100.0 * jnp.minimum(at.width, at.height), 0.5)
    return (at.column - x) / radius, (at.row - y) / radius


def membrane(x: FloatArray, at: Place, p: Params) -> FloatArray:
    """The harmonic function in the circle that is the measured difference on it: Re Σ c_k z^k, by Horner."""
    across, down = polar(at, p)
    far = jnp.maximum(jnp.sqrt(across * across + down * down), 1.0)
    across, down = across / far, down / far
    cosines, sines = p["cosines"], p["sines"]

    def horner(total: tuple[Any, Any], wave: tuple[Any, Any]) -> Any:
        (real, imaginary), (cosine, sine) = total, wave
        real, imaginary = real * across - imaginary * down, real * down + imaginary * across
        return (real + cosine[at.channel], imaginary - sine[at.channel]), None

    waves = (cosines[::-1], sines[::-1])
    (real, _), _ = lax.scan(horner, (jnp.zeros_like(x), jnp.zeros_like(x)), waves, unroll=True)
    return real


def weight(x: FloatArray, at: Place, p: Params) -> FloatArray:
    """1 within the spot, falling to 0 at its edge."""
    across, down = polar(at, p)
    distance = jnp.sqrt(across * across + down * down)
    soft = jnp.maximum(p["feather"] / 100.0, 1e-3)
    part = jnp.clip((1.0 - distance) / soft, 0.0, 1.0)
    return jnp.broadcast_to(part * part * (3.0 - 2.0 * part), x.shape)


FEATHER = Float("feather", 20.0, 0.0, 100.0, unit="%", doc="How much of the radius is soft.")
MEMBRANE = Part(
    name="spot_membrane", own_params=(*PLACE, *SOURCE), kind=Global(measure_difference, membrane, placed=True)
)
WEIGHT = Part(name="spot_weight", own_params=(*PLACE, FEATHER), kind=Placed(weight))
MODES = ("heal", "clone")


def branches(values: Values) -> Branches:
    place = {name: values[name] for name in ("x", "y", "radius")}
    both = {**place, "source_x": values["source_x"], "source_y": values["source_y"]}
    return [[(SHIFTED, both)], [(MEMBRANE, both)], [(WEIGHT, {**place, "feather": values["feather"]})]]


def cover(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    source, difference, weight = results
    other = source + jnp.where(p["mode"] == MODES.index("heal"), difference, 0.0)
    return x + weight * (other - x)


spot_removal = Op(
    name="spot_removal",
    title="Spot removal",
    category="repair",
    keywords=("heal", "clone", "retouch", "spot healing", "clone stamp", "dust", "blemish", "stamp"),
    doc="Covers a round spot with another place of the picture, whose light is made to fit in.",
    use="For dust on the sensor, skin, litter and wires; one step a spot.",
    formula="y = x + w·(x(p + d) + u − x), d the way to the source, w the soft spot; u is harmonic in the "
    "circle and the difference of x and x(p + d) on it, or 0 for clone",
    source="Pérez, Gangnet and Blake, Poisson image editing, 2003; cv2.seamlessClone",
    notes="In a circle the membrane has a closed form: 16 waves of the difference along it, where a solver "
    "has the pixels of its edge. The difference is the mean of three circles, a pixel apart.",
    own_params=(
        *PLACE,
        *SOURCE,
        FEATHER,
        Choice("mode", "heal", MODES, doc="Fit the light in, or copy as it is."),
    ),
    preview_note=SMALL_DETAIL,
    kind=Combined(branches, cover, ops=(SHIFTED, MEMBRANE, WEIGHT)),
)
