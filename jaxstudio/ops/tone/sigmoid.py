"""Sigmoid: an S-shaped curve."""

from __future__ import annotations

import jax

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Bool, Float
from jaxstudio.pipeline.preview_notes import STEEP


def curve(x: FloatArray, p: Params) -> FloatArray:
    # 1 − 1/(1 + e⁻ᶻ) is the curve of −z: turned over without rounding it off near 0
    sign = 1.0 - 2.0 * p["inverse"].astype(x.dtype)
    return jax.nn.sigmoid(sign * p["gain"] * (x - p["cutoff"]))


sigmoid = Op(
    name="sigmoid",
    title="Sigmoid contrast",
    category="tone",
    keywords=("s-curve", "adjust sigmoid", "contrast"),
    doc="Strengthens contrast along an S-shaped curve, gently at both ends.",
    use="For contrast without cutting off the lightest and darkest tones.",
    formula="y = 1 / (1 + e^(gain·(cutoff − x))); inverse: 1 − y",
    source="skimage.exposure.adjust_sigmoid",
    notes="None on floats between 0 and 1; scikit-image scales integers by the range of their format, which "
    "is the same.",
    own_params=(
        Float(
            "cutoff", 0.5, -4.0, 4.0, slider_low=0.0, slider_high=1.0, doc="The tone that becomes one half."
        ),
        Float("gain", 10.0, 0.0, 100.0, slider_high=30.0, doc="How steep the curve is."),
        Bool("inverse", False, doc="Turn the result over, as a negative."),
    ),
    preview_note=STEEP,
    kind=Pointwise(curve),
)
