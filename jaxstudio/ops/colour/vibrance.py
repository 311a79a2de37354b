"""Vibrance: pale colours strengthened more than strong ones."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Colours, FloatArray
from jaxstudio.kernels.colour_spaces import REC709
from jaxstudio.pipeline.kinds import Colour, Op
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float


def raise_saturation(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    most, least = jnp.maximum(jnp.maximum(r, g), b), jnp.minimum(jnp.minimum(r, g), b)
    luma = r * REC709[0] + g * REC709[1] + b * REC709[2]
    factor = 1.0 + p["amount"] * (1.0 - jnp.sign(p["amount"]) * jnp.clip(most - least, 0.0, 1.0))
    return tuple(luma + factor * (colour - luma) for colour in (r, g, b))


vibrance = Op(
    name="vibrance",
    title="Vibrance",
    category="colour",
    keywords=("saturation", "vivid", "skin"),
    doc="Strengthens pale colours and spares those that are strong already.",
    use="Where saturation would make skin and skies garish.",
    formula="y = luma + (1 + amount·(1 − sign(amount)·s))·(x − luma), s = max(r, g, b) − min(r, g, b), "
    "luma = 0.2125·r + 0.7154·g + 0.0721·b",
    source="ReShade's Vibrance shader (Christian Cann Schuldt Jensen)",
    notes="Gray pictures stay as they are. Not clipped.",
    own_params=(Float("amount", 0.0, -1.0, 2.0, slider_high=1.0, doc="Below 0 colours grow paler."),),
    kind=Colour(raise_saturation),
)
