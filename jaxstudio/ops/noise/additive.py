"""Noise that is added to every value: Gaussian, in proportion to the value (speckle), uniform."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Bits, FloatArray
from jaxstudio.kernels.random_fields import normal, uniform
from jaxstudio.pipeline.kinds import Op, Random
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import GRAINS


def add_gaussian_noise(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
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
        Float("var", 0.01, 0.0, 1.0, slider_high=0.1,
            doc="Variance of the noise (the square of its standard deviation)."),
    ),
    preview_note=GRAINS,
    kind=Random(add_gaussian_noise),
)  # fmt: skip


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


def add_uniform_noise(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
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
    kind=Random(add_uniform_noise),
)
