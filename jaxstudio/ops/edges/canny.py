"""Canny: edges as lines one pixel wide."""

import numpy as np
import skimage.color
import skimage.feature

from jaxstudio.pipeline.op import Op, Whole
from jaxstudio.pipeline.params import Float


def lines(pixels, values):
    gray = skimage.color.rgb2gray(pixels) if pixels.shape[2] == 3 else pixels[..., 0]
    low, high = sorted((values["low"], values["high"]))
    found = skimage.feature.canny(np.nan_to_num(gray), values["sigma"], low, high)
    return np.repeat(found[..., None].astype(np.float32), pixels.shape[2], axis=2)


canny = Op(
    name="canny",
    title="Canny edges",
    category="edges",
    keywords=("outline", "hysteresis", "lines"),
    doc="Draws edges as white lines one pixel wide.",
    use="To find outlines to measure or to trace.",
    formula="The gradient of a Gaussian blur, thinned to its crests: from high on they stay, and from "
    "low on where they touch one that stays",
    source="skimage.feature.canny",
    notes="Computed by scikit-image for the whole picture at once, on its brightness (Rec. 709).",
    own_params=(
        Float(
            name="sigma",
            value=1.0,
            low=0.0,
            high=32.0,
            slider_high=8.0,
            unit="px",
            doc="Blur before looking.",
        ),
        Float(name="low", value=0.1, low=0.0, high=4.0, slider_high=1.0, doc="Weaker edges are dropped."),
        Float(
            name="high",
            value=0.2,
            low=0.0,
            high=4.0,
            slider_high=1.0,
            doc="Stronger ones are kept, with weaker ones that touch them.",
        ),
    ),
    kind=Whole(lines),
)
