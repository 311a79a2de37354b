"""Sobel: how fast brightness changes at every pixel."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.stencil import FlatWindow, finish
from jaxstudio.pipeline.kinds import Neighbourhood, Op, Pass
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Choice
from jaxstudio.pipeline.preview_notes import EDGES

AXES = ("magnitude", "horizontal", "vertical")


def gradient(w: FlatWindow, p: Params) -> FloatArray:
    corner = w.raw(1, 1) - w.raw(-1, -1)
    other = w.raw(1, -1) - w.raw(-1, 1)
    # smoothing 1 2 1 over 4, difference 1 0 −1: scikit-image does not halve it
    down = (corner + other + 2.0 * (w.raw(1, 0) - w.raw(-1, 0))) * 0.25
    right = (corner - other + 2.0 * (w.raw(0, 1) - w.raw(0, -1))) * 0.25
    magnitude = jnp.sqrt((down * down + right * right) * 0.5)
    chosen = jnp.where(p["axis"] == 0, magnitude, jnp.where(p["axis"] == 1, down, right))
    return finish(w, chosen)


sobel = Op(
    name="sobel",
    title="Sobel edges",
    category="edges",
    keywords=("gradient", "outline", "derivative"),
    doc="Shows edges bright on black: how fast brightness changes at every pixel.",
    use="To see outlines, or as a first step of edge detection.",
    formula="a: weights (−1, 0, 1) down the columns and (1, 2, 1) / 4 along the rows, b the other way "
    "round; y = √((a² + b²) / 2), or a (horizontal), or b (vertical)",
    source="skimage.filters.sobel",
    notes="Each channel apart; horizontal finds horizontal edges (sobel_h). OpenCV's Sobel is four times as "
    "large. Alpha is left as it is.",
    own_params=(
        Choice("axis", "magnitude", AXES, doc="The gradient's length, or one direction of edges (signed)."),
    ),
    preview_note=EDGES,
    kind=Neighbourhood(
        buckets=(1,),
        bucket=lambda values: 1,
        mixes=False,
        passes=(Pass(gradient, reach=lambda r: (r, r)),),
    ),
)
