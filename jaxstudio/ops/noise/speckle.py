"""Speckle: noise in proportion to brightness."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Bits, FloatArray
from jaxstudio.kernels.random_fields import normal
from jaxstudio.pipeline.kinds import Op, Random
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import GRAINS


def add_speckle(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
    return x + x * (p["mean"] + normal(bits[0], jnp.sqrt(p["var"])))


speckle = Op(
    name="speckle",
    title="Speckle",
    category="noise",
    keywords=("multiplicative", "radar", "ultrasound", "laser"),
    doc="Adds grain that is stronger where the picture is brighter.",
    use="To imitate radar, ultrasound and laser light.",
    formula="y = x + x·n, n normal with this mean and variance",
    source="skimage.util.random_noise(mode='speckle', clip=False)",
    notes="Not clipped.",
    own_params=(
        Float("mean", 0.0, -1.0, 1.0, slider_low=-0.2, slider_high=0.2, doc="Mean of the factor."),
        Float("var", 0.01, 0.0, 1.0, slider_high=0.1, doc="Variance of the factor (not its deviation)."),
    ),
    preview_note=GRAINS,
    kind=Random(add_speckle),
)
