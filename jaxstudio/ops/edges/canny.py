"""Canny: edges as lines one pixel wide."""

from __future__ import annotations

import numpy as np
import skimage.color
import skimage.feature

from jaxstudio.kernels.array_types import Bool, Float32
from jaxstudio.pipeline.kinds import Op, Report, Whole
from jaxstudio.pipeline.op import Values
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import EDGES

# Side of the squares that are looked at one by one, and rows whose lines are labelled at once.
SIDE, ROWS = 256, 64


def local_edges(
    gray: Float32[np.ndarray, "height width"], values: Values, report: Report
) -> tuple[Bool[np.ndarray, "height width"], Bool[np.ndarray, "height width"]]:
    """Crests of the gradient from `low` and from `high` on: two bool arrays, square by square."""
    low, high = sorted((values["low"], values["high"]))
    height, width = gray.shape
    # the blur's radius, the gradient and its neighbours, and the frame that scikit-image leaves out
    reach = int(4 * values["sigma"] + 0.5) + 3
    weak, strong = np.zeros((2, height, width), bool)
    squares = [(y, x) for y in range(0, height, SIDE) for x in range(0, width, SIDE)]
    for number, (y, x) in enumerate(squares):
        top, left = max(0, y - reach), max(0, x - reach)
        around = gray[top : y + SIDE + reach, left : x + SIDE + reach]
        inner = np.s_[y - top : y - top + SIDE, x - left : x - left + SIDE]
        place = np.s_[y : y + SIDE, x : x + SIDE]
        # with both limits alike all that reaches them stays
        weak[place] = skimage.feature.canny(around, values["sigma"], low, low)[inner]
        strong[place] = weak[place]
        if high > low and weak[place].any():
            strong[place] = skimage.feature.canny(around, values["sigma"], high, high)[inner]
        report((number + 1) / len(squares))
    return weak, strong


def touching(
    weak: Bool[np.ndarray, "height width"], strong: Bool[np.ndarray, "height width"], report: Report
) -> Bool[np.ndarray, "height width"]:
    """The 8-connected lines of `weak` that hold a pixel of `strong`, labelled band by band of rows."""
    from scipy import ndimage, sparse  # takes longer to import than JAX

    height = len(weak)
    labels = np.zeros(weak.shape, np.int32)
    count = 0
    pairs = [np.zeros((2, 0), np.int32)]
    seeds = []
    for first in range(0, height, ROWS):
        band = labels[first : first + ROWS]
        found, number = ndimage.label(weak[first : first + ROWS], np.ones((3, 3)))
        band[:] = np.where(found, found + count, 0)
        count += number
        seeds.append(np.unique(band[strong[first : first + ROWS]]))
        if first:
            upper = np.pad(labels[first - 1], 1)
            for shift in range(3):
                beside = upper[shift : shift + weak.shape[1]]
                both = (beside > 0) & (band[0] > 0)
                pairs.append(np.stack([beside[both], band[0][both]]))
        report(first / height)
    joined = np.concatenate(pairs, axis=1)
    graph = sparse.coo_array((np.ones(joined.shape[1], bool), tuple(joined)), (count + 1, count + 1))
    _, line = sparse.csgraph.connected_components(graph, directed=False)
    kept = np.zeros(count + 1, bool)
    kept[line[np.concatenate(seeds)]] = True
    chosen = kept[line]
    chosen[0] = False
    return np.concatenate([chosen[labels[first : first + ROWS]] for first in range(0, height, ROWS)])


def lines(
    pixels: Float32[np.ndarray, "height width channels"], values: Values, report: Report
) -> Float32[np.ndarray, "height width channels"]:
    gray = skimage.color.rgb2gray(pixels) if pixels.shape[2] == 3 else pixels[..., 0]
    weak, strong = local_edges(np.nan_to_num(gray), values, lambda share: report(0.8 * share))
    found = touching(weak, strong, lambda share: report(0.8 + 0.2 * share))
    return np.repeat(found[..., None].astype(np.float32), pixels.shape[2], axis=2)


canny = Op(
    name="canny",
    title="Canny edges",
    category="edges",
    keywords=("edges", "edge detection", "outline", "hysteresis", "lines"),
    doc="Draws edges as white lines one pixel wide.",
    use="To find outlines to measure or to trace.",
    formula="The gradient of a Gaussian blur, thinned to its crests: from high on they stay, and from "
    "low on where they touch one that stays",
    source="skimage.feature.canny",
    notes="None: scikit-image finds the crests square by square, on the brightness (Rec. 709).",
    own_params=(
        Float("sigma", 1.0, 0.0, 32.0, slider_high=8.0, unit="px", doc="Blur before looking."),
        Float("low", 0.1, 0.0, 4.0, slider_high=1.0, doc="Weaker edges are dropped."),
        Float("high", 0.2, 0.0, 4.0, slider_high=1.0,
            doc="Stronger ones are kept, with weaker ones that touch them."),
    ),
    preview_note=EDGES,
    kind=Whole(lines),
)  # fmt: skip
