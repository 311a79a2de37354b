"""Pepper: some values jump to black."""

import jax.numpy as jnp

from jaxstudio.kernels.random_fields import uniform
from jaxstudio.pipeline.kinds import Op, Random
from jaxstudio.pipeline.params import Float

pepper = Op(
    name="pepper",
    title="Pepper",
    category="noise",
    keywords=("impulse", "specks", "dead pixels"),
    doc="Sprinkles black specks.",
    use="To imitate dead pixels of a sensor, or to test a filter.",
    formula="y = 0 with the probability amount, else x",
    source="skimage.util.random_noise(mode='pepper')",
    notes="Each channel is drawn apart, as in scikit-image.",
    own_params=(
        Float(name="amount", value=0.05, low=0.0, high=1.0, slider_high=0.3, doc="Share of values replaced."),
    ),
    kind=Random(lambda x, bits, p: jnp.where(uniform(bits[0]) < p["amount"], 0.0, x)),
)
