"""Salt: some values jump to white."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Bits, FloatArray
from jaxstudio.kernels.random_fields import binomial, uniform
from jaxstudio.pipeline.kinds import Op, Random
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import GRAINS


def mean_of_pixels(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
    """The mean of p["count"] pixels, a binomial number of them replaced."""
    share = binomial(p["count"], p["amount"], bits[0]) / p["count"]
    return x + share * (1.0 - x)


salt = Op(
    name="salt",
    title="Salt",
    category="noise",
    keywords=("impulse", "specks", "hot pixels"),
    doc="Sprinkles white specks.",
    use="To imitate hot pixels of a sensor, or to test a filter.",
    formula="y = 1 with the probability amount, else x",
    source="skimage.util.random_noise(mode='salt')",
    notes="Each channel is drawn apart, as in scikit-image.",
    own_params=(Float("amount", 0.05, 0.0, 1.0, slider_high=0.3, doc="Share of values replaced."),),
    preview_note=GRAINS,
    kind=Random(lambda x, bits, p: jnp.where(uniform(bits[0]) < p["amount"], 1.0, x), mean_of_pixels),
)
