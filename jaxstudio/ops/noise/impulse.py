"""Impulse noise: some values become any other."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Bits, FloatArray
from jaxstudio.kernels.random_fields import binomial, normal, uniform
from jaxstudio.pipeline.kinds import Op, Random
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import GRAINS


def mean_of_pixels(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
    """The mean of p["count"] pixels, a binomial number of them replaced by even draws.

    One draw is even between 0 and 1, the sum of more of them nearly normal.
    """
    hits = binomial(p["count"], p["amount"], bits[0])
    several = 0.5 * hits + jnp.sqrt(hits * (1 / 12)) * normal(bits[1])
    drawn = jnp.where(hits < 1.5, hits * uniform(bits[1]), jnp.clip(several, 0.0, hits))
    return x + (drawn - hits * x) / p["count"]


impulse = Op(
    name="impulse",
    title="Random-valued impulses",
    category="noise",
    keywords=("specks", "transmission errors"),
    doc="Replaces some values by others drawn at random from the whole range.",
    use="To imitate errors of transmission: harder for a median filter than salt and pepper.",
    formula="y = u with the probability amount, u even between 0 and 1; else x",
    source="x with probability 1 − amount, else uniform in [0, 1)",
    notes="Each channel is drawn apart.",
    own_params=(Float("amount", 0.05, 0.0, 1.0, slider_high=0.3, doc="Share of values replaced."),),
    preview_note=GRAINS,
    kind=Random(
        lambda x, bits, p: jnp.where(uniform(bits[0]) < p["amount"], uniform(bits[1]), x), mean_of_pixels
    ),
)
