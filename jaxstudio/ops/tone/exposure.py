"""Exposure: light multiplied, as by opening a lens."""

import jax.numpy as jnp

from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.params import Float

exposure = Op(
    name="exposure",
    title="Exposure",
    category="tone",
    keywords=("stops", "ev", "brightness"),
    doc="Multiplies the light: each stop doubles the values.",
    use="To correct a picture that is too dark or too light; black stays black.",
    formula="y = 2^stops·x",
    source="GEGL's exposure operation",
    notes="On encoded values, as all filters here; GEGL works on linear light. Not clipped.",
    own_params=(
        Float("stops", 0.0, -16.0, 16.0, slider_low=-4.0, slider_high=4.0, doc="Stops, powers of two."),
    ),
    kind=Pointwise(lambda x, p: x * jnp.exp2(p["stops"]), cheap=True),
)
