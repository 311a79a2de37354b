"""Dehaze: the light that haze adds is estimated by the darkest colour around, and taken away."""

from __future__ import annotations

from collections.abc import Callable

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Colours, FloatArray
from jaxstudio.kernels.random_fields import Place
from jaxstudio.ops.blur.square import SQUARE, box_blur
from jaxstudio.ops.morphology.gray_morphology import erosion
from jaxstudio.ops.tone.regions import LUMA
from jaxstudio.pipeline.kinds import Blocks, Branches, Colour, Combined, Global, Op, Parts
from jaxstudio.pipeline.op import LINEAR, Params, Part, Values
from jaxstudio.pipeline.params import Float, Int
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

BRIGHTEST = 0.001  # share of the pixels whose darkest colour is lightest: they show the haze alone
BINS = 4096
EPS = 1e-3  # variance of the guide from which on an edge is kept
LEAST = 0.1  # of the light comes through at least


def measure_haze(blocks: Blocks, values: Values) -> Params:
    """Return the mean colour of the pixels whose darkest colour is among the lightest."""

    def darkest() -> list[tuple[np.ndarray, np.ndarray]]:
        sound = ((block, np.isfinite(block).all(axis=2)) for _, block in blocks())
        return [(block[known], block[known].min(axis=1)) for block, known in sound if known.any()]

    counts = np.zeros(BINS, np.int64)
    for _, least in darkest():
        counts += np.bincount(np.clip(least * BINS, 0, BINS - 1).astype(np.int64), minlength=BINS)
    above = np.cumsum(counts[::-1])[::-1]
    needed = np.flatnonzero(above >= max(1.0, BRIGHTEST * above[0]))
    limit = needed[-1] / BINS if needed.size else 0.0
    total, count = np.zeros(3), 0
    for colours, least in darkest():
        chosen = colours[least >= limit][:, np.arange(3) % colours.shape[1]]
        total, count = total + chosen.sum(axis=0, dtype=np.float64), count + len(chosen)
    haze = total / count if count else np.ones(3)
    return {"haze": np.maximum(haze, 1e-3).astype(np.float32)}


def colour_of_haze(x: FloatArray, at: Place, p: Params) -> FloatArray:
    haze = p["haze"]
    colour = jnp.where(at.channel == 0, haze[0], jnp.where(at.channel == 1, haze[1], haze[2]))
    return jnp.broadcast_to(colour, x.shape)


def least_colour(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    least = jnp.minimum(jnp.minimum(r, g), b)
    return least, least, least


HAZE = Part(name="haze", kind=Global(statistic=measure_haze, apply=colour_of_haze, placed=True, cheap=True))
DARKEST = Part(name="darkest_colour", kind=Colour(least_colour))
SIZES = (
    Int("size", 15, 1, 15, step=2, unit="px", doc="Side of the square whose darkest colour counts."),
    Int("radius", 24, 1, 32, unit="px", doc="How far the light's way is smoothed, along edges."),
)


def dark_channel(values: Values) -> Parts:
    return [(DARKEST, {}), (erosion, {"size": values["size"]})]


PRODUCT = Part(
    name="luma_and_dark",
    own_params=SIZES,
    kind=Combined(
        lambda values: [[(LUMA, {})], dark_channel(values)],
        lambda x, results, p: results[0] * results[1],
        ops=(LUMA, DARKEST, erosion),
    ),
)


def moments(values: Values) -> Branches:
    mean = (box_blur, {"size": 2 * values["radius"] + 1})
    return [
        [(LUMA, {}), mean],
        [(LUMA, {}), (SQUARE, {"about": 0.0}), mean],
        [*dark_channel(values), mean],
        [(PRODUCT, values), mean],
    ]


def slope(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    luma, square, dark, product = results
    return (product - luma * dark) / (jnp.maximum(square - luma * luma, 0.0) + EPS)


def offset(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    return results[2] - slope(x, results, p) * results[0]


def fit(name: str, apply: Callable[..., FloatArray]) -> Part:
    """Return a step that fits the dark channel by a line in luma, around each pixel."""
    kind = Combined(moments, apply, ops=(LUMA, SQUARE, DARKEST, erosion, PRODUCT, box_blur))
    return Part(name=name, own_params=SIZES, kind=kind)


FITS = (fit("dehaze_slope", slope), fit("dehaze_offset", offset))


def branches(values: Values) -> Branches:
    sizes = {name: values[name] for name in ("size", "radius")}
    mean = (box_blur, {"size": 2 * values["radius"] + 1})
    return [[(FITS[0], sizes), mean], [(FITS[1], sizes), mean], [(LUMA, {})], [(HAZE, {})]]


def clear(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    slope, offset, luma, haze = results
    # the dark channel of pure haze is as light as its darkest colour; the mean is near it and one number
    through = jnp.maximum(
        1.0 - 0.01 * p["amount"] * jnp.clip((slope * luma + offset) / haze, 0.0, 1.0), LEAST
    )
    return (x - haze) / through + haze


dehaze = Op(
    name="dehaze",
    title="Dehaze",
    category="tone",
    keywords=("haze", "fog", "mist", "dark channel", "clarity", "landscape", "air light", "haze removal"),
    doc="Takes haze away: the farther a thing is, the more contrast and colour come back.",
    use="For landscapes in haze, fog or smoke, and pictures through a window.",
    formula="y = (x − A) / max(1 − amount·d / A, 0.1) + A in linear light; A is the haze's colour, d the "
    "least of all colours in a square around, by a guided filter along the edges of luma",
    source="He, Sun and Tang, Single image haze removal using dark channel prior, 2009; Guided image "
    "filtering, 2010",
    notes="In linear light, of which the model holds; the paper takes encoded values. A is the mean of the "
    "0.1 % of pixels whose darkest colour is lightest. Each channel is compared with its own haze. Not "
    "clipped.",
    space=LINEAR,
    own_params=(
        Float("amount", 60.0, 0.0, 100.0, unit="%", doc="How much of the haze is taken away."),
        *SIZES,
    ),
    preview_note=SMALL_DETAIL,
    kind=Combined(branches, clear, ops=(*FITS, LUMA, HAZE, box_blur)),
)
