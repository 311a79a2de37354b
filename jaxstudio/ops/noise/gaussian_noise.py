"""Gaussian noise: a bell-shaped error on every value."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Bits, FloatArray
from jaxstudio.kernels.random_fields import normal
from jaxstudio.pipeline.kinds import Op, Random
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import GRAINS


def add_noise(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
    return x + p["mean"] + normal(bits[0], jnp.sqrt(p["var"]))


gaussian_noise = Op(
    name="gaussian_noise",
    title="Gaussian noise",
    category="noise",
    keywords=("noise", "grain", "random", "sensor"),
    doc="Adds fine grain: a bell-shaped random error on every value.",
    use="To test a denoiser, or to augment training pictures.",
    formula="y = x + n, n normal with this mean and variance",
    source="skimage.util.random_noise(mode='gaussian', clip=False)",
    notes="Not clipped. The noise depends on seed, step, row, column and channel alone.",
    own_params=(
        Float("mean", 0.0, -1.0, 1.0, slider_low=-0.5, slider_high=0.5, doc="Average of the noise."),
        Float(
            "var",
            0.01,
            0.0,
            1.0,
            slider_high=0.1,
            doc="Variance of the noise (the square of its standard deviation).",
        ),
    ),
    preview_note=GRAINS,
    kind=Random(add_noise),
)
