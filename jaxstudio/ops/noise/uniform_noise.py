"""Uniform noise: every deviation up to a bound is equally likely."""

from __future__ import annotations

from jaxstudio.kernels.array_types import Bits, FloatArray
from jaxstudio.kernels.random_fields import uniform
from jaxstudio.pipeline.kinds import Op, Random
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import GRAINS


def add_noise(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
    return x + p["low"] + (p["high"] - p["low"]) * uniform(bits[0])


uniform_noise = Op(
    name="uniform_noise",
    title="Uniform noise",
    category="noise",
    keywords=("dither", "random"),
    doc="Adds grain of which every strength between two bounds is equally likely.",
    use="As dither before reducing bits, or to test a filter.",
    formula="y = x + u, u even between low and high",
    source="numpy.random.Generator.uniform",
    notes="Not clipped.",
    own_params=(
        Float("low", -0.1, -1.0, 1.0, slider_low=-0.5, slider_high=0.5, doc="The least that is added."),
        Float("high", 0.1, -1.0, 1.0, slider_low=-0.5, slider_high=0.5, doc="The most that is added."),
    ),
    preview_note=GRAINS,
    kind=Random(add_noise),
)
