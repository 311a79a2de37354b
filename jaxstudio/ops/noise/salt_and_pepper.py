"""Salt and pepper: some values jump to white or black."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Bits, FloatArray
from jaxstudio.kernels.random_fields import binomial, uniform
from jaxstudio.pipeline.kinds import Op, Random
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import GRAINS


def add_salt_and_pepper(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
    hit = uniform(bits[0]) < p["amount"]
    salt = uniform(bits[1]) < p["salt_vs_pepper"]
    return jnp.where(hit, jnp.where(salt, 1.0, 0.0), x)


def mean_of_pixels(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
    """The mean of p["count"] pixels: a binomial number of them replaced, of those again one by white."""
    hits = binomial(p["count"], p["amount"], bits[0])
    white = binomial(hits, p["salt_vs_pepper"], bits[1])
    return x + (white - hits * x) / p["count"]


salt_and_pepper = Op(
    name="salt_and_pepper",
    title="Salt and pepper",
    category="noise",
    keywords=("impulse", "specks", "random", "dead pixels"),
    doc="Sprinkles specks: some values jump to white, some to black.",
    use="To test a median filter, or to augment training pictures.",
    formula="y = 1 with the probability amount·salt_vs_pepper, 0 with amount·(1 − salt_vs_pepper), else x",
    source="skimage.util.random_noise(mode='s&p')",
    notes="Each channel is drawn apart, as in scikit-image.",
    own_params=(
        Float("amount", 0.05, 0.0, 1.0, slider_high=0.3, doc="Share of values replaced."),
        Float("salt_vs_pepper", 0.5, 0.0, 1.0, doc="Share of white among the replaced."),
    ),
    preview_note=GRAINS,
    kind=Random(add_salt_and_pepper, mean_of_pixels),
)
