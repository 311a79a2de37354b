"""Dehaze: the light that haze adds is estimated by the darkest colour around, and taken away."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Colours, FloatArray
from jaxstudio.kernels.histograms import colour_planes
from jaxstudio.ops.tone.regions import luma
from jaxstudio.pipeline.kinds import Blocks, Guided, Op
from jaxstudio.pipeline.op import LINEAR, Params, Values
from jaxstudio.pipeline.params import Float, Int
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

BRIGHTEST = 0.001  # share of the pixels whose darkest colour is lightest: they show the haze alone
BINS = 4096
EPS = 1e-3  # variance of the guide from which on an edge is kept
LEAST = 0.1  # of the light comes through at least


def measure_haze(blocks: Blocks, values: Values) -> Params:
    """Return the mean colour of the pixels whose darkest colour is among the lightest."""

    counts = np.zeros(BINS, np.int64)
    for planes in colour_planes(blocks):
        levels = np.clip(np.minimum.reduce(planes) * np.float32(BINS), 0, BINS - 1)
        counts += np.bincount(levels.astype(np.int32), minlength=BINS)
    above = np.cumsum(counts[::-1])[::-1]
    needed = np.flatnonzero(above >= max(1.0, BRIGHTEST * above[0]))
    limit = needed[-1] / BINS if needed.size else 0.0
    total, count = np.zeros(3), 0
    for planes in colour_planes(blocks):
        chosen = np.flatnonzero(np.minimum.reduce(planes) >= np.float32(limit))
        total += [plane[chosen].sum(dtype=np.float64) for plane in planes]
        count += chosen.size
    haze = total / count if count else np.ones(3)
    return {"haze": np.maximum(haze, 1e-3).astype(np.float32)}


def least_colour(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> FloatArray:
    return jnp.minimum(jnp.minimum(r, g), b)


def clear(
    r: FloatArray, g: FloatArray, b: FloatArray, guide: FloatArray, smooth: tuple[FloatArray, ...], p: Params
) -> Colours:
    def without(x: FloatArray, haze: Any) -> FloatArray:
        share = jnp.clip(smooth[0] / haze, 0.0, 1.0)
        return (x - haze) / jnp.maximum(1.0 - 0.01 * p["amount"] * share, LEAST) + haze

    return without(r, p["haze"][0]), without(g, p["haze"][1]), without(b, p["haze"][2])


SIZES = (
    Int("size", 15, 1, 15, step=2, unit="px", doc="Side of the square whose darkest colour counts."),
    Int("radius", 24, 1, 32, unit="px", doc="How far the light's way is smoothed, along edges."),
)


dehaze = Op(
    name="dehaze",
    title="Dehaze",
    category="tone",
    keywords=("haze", "fog", "mist", "dark channel", "clarity", "landscape", "air light", "haze removal"),
    doc="Takes haze away: the farther a thing is, the more contrast and colour come back.",
    use="For landscapes in haze, fog or smoke, and pictures through a window.",
    formula="y = (x − A) / max(1 − amount·d / A, 0.1) + A in linear light; A is the haze's colour, d the "
    "least of all colours in a square around, by a guided filter along the edges of luma",
    source="He, Sun and Tang, Single image haze removal using dark channel prior, 2009; He and "
    "Sun, Fast guided filter, 2015",
    notes="In linear light, of which the model holds; the paper takes encoded values. A is the mean of the "
    "0.1 % of pixels whose darkest colour is lightest. Each channel is compared with its own haze. The "
    "guided filter and the square work on cells of 1 to 8 pixels, by the radius. Not clipped.",
    space=LINEAR,
    own_params=(
        Float("amount", 60.0, 0.0, 100.0, unit="%", doc="How much of the haze is taken away."),
        *SIZES,
    ),
    preview_note=SMALL_DETAIL,
    kind=Guided(
        guide=luma,
        scales=lambda values: [(values["radius"], EPS)],
        apply=clear,
        least=least_colour,
        square=lambda values: values["size"],
        statistic=measure_haze,
    ),
)
