"""Impulse noise: some values become white, black, or any other."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Bits, FloatArray
from jaxstudio.kernels.random_fields import binomial, normal, uniform
from jaxstudio.pipeline.kinds import Op, Random
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import GRAINS

AMOUNT = Float("amount", 0.05, 0.0, 1.0, slider_high=0.3, doc="Share of values replaced.")


def mean_of_replaced(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
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
    own_params=(AMOUNT,),
    preview_note=GRAINS,
    kind=Random(
        lambda x, bits, p: jnp.where(uniform(bits[0]) < p["amount"], uniform(bits[1]), x), mean_of_replaced
    ),
)


def add_salt_and_pepper(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
    hit = uniform(bits[0]) < p["amount"]
    salt = uniform(bits[1]) < p["salt_vs_pepper"]
    return jnp.where(hit, jnp.where(salt, 1.0, 0.0), x)


def mean_of_both(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
    """The mean of p["count"] pixels: a binomial number of them replaced, of those again one by white."""
    hits = binomial(p["count"], p["amount"], bits[0])
    white = binomial(hits, p["salt_vs_pepper"], bits[1])
    return x + (white - hits * x) / p["count"]


specks_op = partial(
    Op, category="noise", notes="Each channel is drawn apart, as in scikit-image.", preview_note=GRAINS
)

salt_and_pepper = specks_op(
    name="salt_and_pepper",
    title="Salt and pepper",
    keywords=("impulse", "specks", "random", "dead pixels"),
    doc="Sprinkles specks: some values jump to white, some to black.",
    use="To test a median filter, or to augment training pictures.",
    formula="y = 1 with the probability amount·salt_vs_pepper, 0 with amount·(1 − salt_vs_pepper), else x",
    source="skimage.util.random_noise(mode='s&p')",
    own_params=(
        AMOUNT,
        Float("salt_vs_pepper", 0.5, 0.0, 1.0, doc="Share of white among the replaced."),
    ),
    kind=Random(add_salt_and_pepper, mean_of_both),
)


def specks_kind(level: float) -> Random:
    """The kind of an op that replaces some values by `level`."""

    def replaced(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
        return jnp.where(uniform(bits[0]) < p["amount"], level, x)

    def mean_of_pixels(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
        """The mean of p["count"] pixels, a binomial number of them replaced."""
        share = binomial(p["count"], p["amount"], bits[0]) / p["count"]
        return x + share * (level - x)

    return Random(replaced, mean_of_pixels)


salt = specks_op(
    name="salt",
    title="Salt",
    keywords=("impulse", "specks", "hot pixels"),
    doc="Sprinkles white specks.",
    use="To imitate hot pixels of a sensor, or to test a filter.",
    formula="y = 1 with the probability amount, else x",
    source="skimage.util.random_noise(mode='salt')",
    own_params=(AMOUNT,),
    kind=specks_kind(1.0),
)

pepper = specks_op(
    name="pepper",
    title="Pepper",
    keywords=("impulse", "specks", "dead pixels"),
    doc="Sprinkles black specks.",
    use="To imitate dead pixels of a sensor, or to test a filter.",
    formula="y = 0 with the probability amount, else x",
    source="skimage.util.random_noise(mode='pepper')",
    own_params=(AMOUNT,),
    kind=specks_kind(0.0),
)
