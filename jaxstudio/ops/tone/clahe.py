"""CLAHE: the histogram made even, region by region, without blowing up noise."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Array, Colours, FloatArray, Shaped
from jaxstudio.kernels.random_fields import Place
from jaxstudio.ops.tone.histogram import rescale_intensity
from jaxstudio.pipeline.kinds import Blocks, Branches, Colour, Combined, Global, Op
from jaxstudio.pipeline.op import Params, Part, Values
from jaxstudio.pipeline.params import Float, Int
from jaxstudio.pipeline.preview_notes import FEW_PIXELS

# Tones are told apart in so many levels, and counted in bins of so many of them.
LEVELS, BINS = 1 << 14, 256
PER_BIN = 1 + LEVELS // BINS
MOST_TILES = 16
# Regions along an axis at most, when its length is no multiple of their number, and one beyond each end.
SIDE = 2 * MOST_TILES + 1
WORDS = 65535


# Sides of regions this near to a whole number of pixels are one, rounded.
WHOLE = 1e-3


def clip_histogram(counts: Shaped[np.ndarray, " bins"], limit: int) -> Shaped[np.ndarray, " bins"]:
    """Counts cut off at `limit`; the excess is spread evenly over the bins below it."""
    excess = int(np.maximum(counts - limit, 0).sum())
    counts = np.minimum(counts, limit)
    each = excess // BINS
    room = counts < limit - each
    counts, excess = counts + each * room, excess - each * int(np.count_nonzero(room))
    # a bin that is nearly full now is filled
    nearly = (counts >= limit - each) & (counts < limit)
    excess -= int((limit - counts[nearly]).sum())
    counts = np.where(nearly, limit, counts)
    while excess > 0:
        before = excess
        for first in range(BINS):
            below = counts < limit
            step = max(1, int(np.count_nonzero(below)) // excess)
            chosen = np.zeros(BINS, bool)
            chosen[first::step] = below[first::step]
            counts, excess = counts + chosen, excess - int(np.count_nonzero(chosen))
            if excess <= 0:
                break
        if before == excess:
            break
    return counts


def words(x: Any, array: Any = jnp) -> Any:
    """The tone as a whole number of 16 bits."""
    return array.round(array.clip(x, 0.0, 1.0) * np.float32(WORDS)).astype(np.int32)


def regions(blocks: Blocks, values: Values) -> Params:
    """A curve for every region, and how large regions are."""
    height, width = values["height"], values["width"]
    tones = np.zeros((height, width), np.float32)
    for (y, x), block in blocks():
        tones[y : y + block.shape[0], x : x + block.shape[1]] = np.nan_to_num(block[..., 0])
    tones = words(tones, np)
    low, high = tones.min(), tones.max()
    # where each tone lies between the picture's darkest and lightest, in bins
    share = (np.arange(WORDS + 1) - low) / max(1, high - low)
    bin_of = np.rint(np.clip(share, 0, 1) * (LEVELS - 1)).astype(np.int32) // PER_BIN
    bins = bin_of[tones]
    sides = [max(1, size // values["tiles"]) for size in (height, width)]
    counts = [-(-size // side) for size, side in zip((height, width), sides, strict=True)]
    whole = [(0, n * side - size) for n, side, size in zip(counts, sides, (height, width), strict=True)]
    bins = np.pad(bins, whole, mode="reflect")
    number = np.add.outer(
        np.arange(bins.shape[0]) // sides[0] * counts[1], np.arange(bins.shape[1]) // sides[1]
    )
    histograms = np.bincount((number * BINS + bins).reshape(-1), minlength=counts[0] * counts[1] * BINS)
    area = sides[0] * sides[1]
    limit = max(1, int(values["clip_limit"] * area)) if values["clip_limit"] > 0 else area
    curves = np.cumsum([clip_histogram(each, limit) for each in histograms.reshape(-1, BINS)], axis=-1)
    curves = np.minimum(curves * ((LEVELS - 1) / area), LEVELS - 1).astype(np.int64)
    curves = np.pad(curves.reshape(*counts, BINS), ((1, 1), (1, 1), (0, 0)), mode="edge")
    table = np.zeros((SIDE, SIDE, BINS), np.float32)
    table[: curves.shape[0], : curves.shape[1]] = curves / (LEVELS - 1)
    # relative, for the statistic may be that of the photo at another reduction
    return {
        "curves": table,
        "sides": np.array([sides[0] / height, sides[1] / width], np.float32),
        "bin_of": bin_of,
    }


def between(x: FloatArray, at: Place, p: Params) -> FloatArray:
    """Between the curves of the four regions whose middles lie around a pixel."""

    def place(along: FloatArray, side: Any) -> tuple[Array, Array]:
        there = along + jnp.floor(side / 2)
        number = jnp.floor(there / side)
        return number.astype(jnp.int32), (there - number * side) / side

    def pixels(share: Any, extent: Any) -> Array:
        """A side in pixels; a whole number where it was one when it was measured."""
        side = share * extent
        whole = jnp.round(side)
        return jnp.where(jnp.abs(side - whole) < WHOLE, whole, side)

    sides = pixels(p["sides"][0], at.height), pixels(p["sides"][1], at.width)
    (row, down), (column, right) = place(at.row, sides[0]), place(at.column, sides[1])
    number = p["bin_of"].at[words(x)].get(mode="clip")
    curves = p["curves"].reshape(-1)

    def by(row: Array, column: Array) -> Array:
        return curves.at[(row * SIDE + column) * BINS + number].get(mode="clip")

    above = by(row, column) * (1 - right) + by(row, column + 1) * right
    below = by(row + 1, column) * (1 - right) + by(row + 1, column + 1) * right
    return above * (1 - down) + below * down


def brightest(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    value = jnp.maximum(jnp.maximum(r, g), b)
    return value, value, value


OWN = (
    Float("clip_limit", 0.01, 0.0, 1.0, slider_high=0.1,
        doc="How steep the curves may be: the share of a region's pixels that one of 256 tones may have."),
    Int("tiles", 8, 1, MOST_TILES, doc="How many regions along each side."),
)  # fmt: skip

PARTS = (
    Part(name="clahe_value", kind=Colour(brightest)),
    Part(name="clahe_regions", own_params=OWN, kind=Global(statistic=regions, apply=between, placed=True)),
)


def branches(values: Values) -> Branches:
    """The lightest channel, as it is and made even."""
    value, even = PARTS
    return [[(value, {})], [(value, {}), (even, values), (rescale_intensity, {"low": 0.0, "high": 100.0})]]


def scale_colours(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    """Hue and saturation stay: all channels are lit alike."""
    before, after = results
    dark = before <= 0
    return jnp.where(dark, after, x * (after / jnp.where(dark, 1.0, before)))


clahe = Op(
    name="clahe",
    title="CLAHE",
    category="tone",
    keywords=("adaptive", "local contrast", "histogram equalization", "equalize_adapthist", "x-ray"),
    doc="Brings out detail in dark and light regions alike: each region gets a curve of its own.",
    use="For pictures with deep shadows and bright light, X-rays and scans.",
    formula="y = f(x), f between the cumulative histograms of the four regions nearest to the pixel; "
    "from each, what exceeds clip_limit of its pixels is handed out to all tones first",
    source="skimage.exposure.equalize_adapthist",
    notes="tiles = 8 is scikit-image's kernel_size of an eighth of each side; OpenCV's clipLimit is 256 "
    "times clip_limit. Colours keep hue and saturation. Levels between two curves are not cut off to whole "
    "ones of 16,384.",
    own_params=OWN,
    preview_note=FEW_PIXELS,
    kind=Combined(branches, scale_colours, ops=(*PARTS, rescale_intensity)),
)
