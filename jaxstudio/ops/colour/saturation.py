"""Saturation: the distance of every colour from its own gray."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Array, Float32
from jaxstudio.kernels.colour_spaces import REC601
from jaxstudio.pipeline.kinds import ColourMatrix, Op
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float


def matrix(p: Params) -> Float32[Array, "3 3"]:
    return p["factor"] * jnp.eye(3, dtype=jnp.float32) + (1.0 - p["factor"]) * jnp.asarray(REC601)[None, :]


saturation = Op(
    name="saturation",
    title="Saturation",
    category="colour",
    keywords=("vivid", "colourful", "desaturate", "chroma"),
    doc="Makes colours stronger or paler: moves every colour away from, or towards, its own gray.",
    use="A little above 1 to enliven, 0 for a gray picture.",
    formula="y = luma + factor·(x − luma), luma = 0.299·r + 0.587·g + 0.114·b",
    source="Pillow's ImageEnhance.Color; chroma scaled in skimage.color.rgb2yuv",
    notes="Gray is Rec. 601 luma. Gray images stay as they are. Not clipped.",
    own_params=(
        Float(
            "factor",
            1.0,
            -4.0,
            8.0,
            slider_low=0.0,
            slider_high=3.0,
            doc="0 is gray, 1 leaves the picture, above 1 is stronger.",
        ),
    ),
    kind=ColourMatrix(matrix),
)
