"""How much a picture varies around each pixel, at borders of any kind: what adaptive filters share."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import BORDERS, Float

CONSTANT = BORDERS.index("constant")

# A step of other filters alone: a list hides it from the catalogue.
SQUARE = [
    Op(
        name="square",
        title=".",
        category="blur",
        doc=".",
        source=".",
        own_params=(Float("about", 0.0, -16.0, 16.0),),
        kind=Pointwise(lambda x, p: (x - p["about"]) * (x - p["about"]), cheap=True),
    )
]


def about(values: Values) -> dict[str, float]:
    """What SQUARE is given: distances from a constant border, whose own square then is 0 beyond it."""
    return {"about": values["cval"] if values["border"] == "constant" else 0.0}


def local_variance(mean: FloatArray, square: FloatArray, p: Params) -> FloatArray:
    """From the mean of the picture and that of its SQUARE, whose border is 0 if it is constant."""
    from_middle = mean - jnp.where(p["border"] == CONSTANT, p["cval"], 0.0)
    return jnp.maximum(square - from_middle * from_middle, 0.0)
