"""Vignette: darker towards the corners."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.pipeline.kinds import Op, Place, Placed
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float


def darken(x: FloatArray, at: Place, p: Params) -> FloatArray:
    # a single row or column is its own middle
    down = (at.row - (at.height - 1) / 2) / jnp.maximum(at.height - 1, 1)
    across = (at.column - (at.width - 1) / 2) / jnp.maximum(at.width - 1, 1)
    return x * (1 - p["amount"] * 2 * (down * down + across * across))


vignette = Op(
    name="vignette",
    title="Vignette",
    category="tone",
    keywords=("corners", "lens", "old"),
    doc="Darkens the corners, or lightens them with a negative amount.",
    use="To draw the eye to the middle, or to mend a lens that darkens the corners.",
    formula="y = x·(1 − amount·r²), r the distance from the centre, 1 at the corners",
    source="1 − amount·r², r the distance from the centre, 1 at the corners",
    notes="The darkening has the shape of the picture: r is measured in halves of each side, so that its "
    "lines are ellipses.",
    own_params=(Float("amount", 0.5, -4.0, 1.0, slider_low=-1.0, doc="How dark the corners get."),),
    kind=Placed(darken, cheap=True),
)
