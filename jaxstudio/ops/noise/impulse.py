"""Impulse noise: some values become any other."""

import jax.numpy as jnp

from jaxstudio.kernels.random_fields import uniform
from jaxstudio.pipeline.kinds import Op, Random
from jaxstudio.pipeline.params import Float

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
    own_params=(
        Float(name="amount", value=0.05, low=0.0, high=1.0, slider_high=0.3, doc="Share of values replaced."),
    ),
    kind=Random(lambda x, bits, p: jnp.where(uniform(bits[0]) < p["amount"], uniform(bits[1]), x)),
)
