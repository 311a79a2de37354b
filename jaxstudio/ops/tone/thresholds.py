"""Black or white: against one limit, or against the neighbours."""

from __future__ import annotations

import numpy as np
import skimage.filters

from jaxstudio.kernels.histograms import sorted_counts
from jaxstudio.kernels.pixels import above
from jaxstudio.ops.blur.gaussian_blur import blurred, gaussian_blur
from jaxstudio.pipeline.kinds import Blocks, Combined, Global, Op
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Choice, Float, border_params
from jaxstudio.pipeline.preview_notes import THRESHOLDS


def li(values: np.ndarray, counts: np.ndarray) -> float:
    """Li and Tam's iteration on counted values."""
    offset = values.min()
    values = values - offset
    gaps = np.diff(np.unique(values))
    if not gaps.size:
        return offset
    tolerance = gaps.min() / 2
    new, old = np.average(values, weights=counts), np.inf
    while abs(new - old) > tolerance:
        old = new
        above = values > old
        if above.all() or not above.any():
            break
        front = np.average(values[above], weights=counts[above])
        back = np.average(values[~above], weights=counts[~above])
        if back == 0:
            break
        new = (back - front) / (np.log(back) - np.log(front))
    return new + offset


def chosen(blocks: Blocks, values: Values) -> Params:
    if values["method"] == "value":
        return {"limit": np.float32(values["value"])}
    present, counts = sorted_counts(blocks)
    if present.size == 1:
        return {"limit": np.float32(present[0])}
    if values["method"] == "li":
        return {"limit": np.float32(li(present, counts))}
    if next(iter(blocks()))[1] is None:
        # floats: 256 bins, as scikit-image has them
        edges = np.linspace(present[0], present[-1], 257)
        counts = np.histogram(present, bins=edges, weights=counts)[0]
        present = (edges[1:] + edges[:-1]) / 2
    return {"limit": np.float32(skimage.filters.threshold_otsu(hist=(counts, present)))}


threshold = Op(
    name="threshold",
    title="Threshold",
    category="tone",
    keywords=("binary", "otsu", "li", "black and white", "segment", "cut-off"),
    doc="Leaves only black and white: values above a limit become 1, the others 0.",
    use="To tell objects from their ground, or ink from paper.",
    formula="y = 1 where x > limit, else 0",
    source="skimage.filters.threshold_otsu, threshold_li",
    notes="Each channel is compared with the one limit: for black and white put grayscale before it. Otsu's "
    "method counts integers level by level and floats in 256 bins, as in scikit-image. Li's iteration "
    "starts at the mean.",
    own_params=(
        Choice("method", "value", ("value", "otsu", "li"),
            doc="A limit of your own, or one found from the histogram."),
        Float("value", 0.5, -4.0, 4.0, slider_low=0.0, slider_high=1.0,
            doc="The limit, where method is value.", needs=("method", "value")),
    ),
    preview_note=THRESHOLDS,
    kind=Global(statistic=chosen, apply=lambda x, p: above(x, p["limit"]), cheap=True),
)  # fmt: skip


# A flat region's own mean may come out so much below it, as a share of it, by the rounding of long sums.
ROUNDING = 2e-6

local_threshold = Op(
    name="local_threshold",
    title="Local threshold",
    category="tone",
    keywords=("binary", "adaptive", "document", "text"),
    doc="Leaves only black and white: what is lighter than its surroundings becomes white.",
    use="For writing and drawings that are not evenly lit.",
    formula="y = 1 where x > G(sigma) ∗ x − offset, else 0; G(s) ∗ x is x blurred by a Gaussian of "
    "deviation s",
    source="skimage.filters.threshold_local(method='gaussian')",
    notes="sigma in place of a block size: scikit-image's is (block_size − 1) / 6. What is lighter by no "
    "more than rounding counts as equal, so that flat paper is black at offset 0. Each channel apart.",
    own_params=(
        Float("sigma", 8.0, 0.0, 64.0, slider_high=40.0, unit="px", doc="Size of the surroundings."),
        Float("offset", 0.0, -1.0, 1.0, slider_low=-0.2, slider_high=0.2,
            doc="So much darker than them may white be."),
        *border_params("reflect"),
    ),
    preview_note=THRESHOLDS,
    kind=Combined(
        blurred("sigma"),
        lambda x, results, p: above(x, results[0] - p["offset"], ROUNDING),
        ops=(gaussian_blur,),
    ),
)  # fmt: skip
