"""Logarithmic curve: shadows lifted, lights held back."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Bool, Float


def curve(x: FloatArray, p: Params) -> FloatArray:
    x = jnp.maximum(x, 0.0)
    return p["gain"] * jnp.where(p["inverse"], jnp.exp2(x) - 1.0, jnp.log1p(x) * (1.0 / jnp.log(2.0)))


log = Op(
    name="log",
    title="Logarithm",
    category="tone",
    keywords=("logarithmic", "adjust log"),
    doc="Lifts the shadows and holds back the lights along a logarithm, or the reverse.",
    use="On pictures of a wide range of brightness, such as spectra.",
    formula="y = gain·log₂(1 + x); inverse: gain·(2^x − 1)",
    source="skimage.exposure.adjust_log",
    notes="Values below 0 count as 0 (scikit-image refuses them).",
    own_params=(
        Float("gain", 1.0, 0.0, 10.0, slider_high=2.0, doc="Multiplies the result."),
        Bool("inverse", False, doc="The inverse curve, 2^x − 1."),
    ),
    kind=Pointwise(curve),
)
