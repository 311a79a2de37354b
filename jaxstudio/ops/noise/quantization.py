"""Quantisation: only so many levels are left."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Int
from jaxstudio.pipeline.preview_notes import STEEP


def round_to_levels(x: FloatArray, p: Params) -> FloatArray:
    steps = p["levels"] - 1.0
    return jnp.round(x * steps) / steps


quantization = Op(
    name="quantization",
    title="Quantisation",
    category="noise",
    keywords=("levels", "banding", "bits", "adc"),
    doc="Rounds every value to the nearest of a few levels.",
    use="To see what a converter of few bits does; uniform noise before it dithers.",
    formula="y = round(x·(levels − 1)) / (levels − 1)",
    source="ImageMagick's -posterize, without dither",
    notes="A value in the middle goes to the even level. Values below 0 and above 1 are rounded too, not "
    "cut off.",
    own_params=(Int("levels", 16, 2, 65536, slider_high=64, doc="How many levels from black to white."),),
    preview_note=STEEP,
    kind=Pointwise(round_to_levels, cheap=True),
)
