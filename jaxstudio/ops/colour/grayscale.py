"""Grayscale: colours become their brightness."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Array, Float32
from jaxstudio.kernels.colour_spaces import REC601, REC709
from jaxstudio.pipeline.kinds import ColourMatrix, Op
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Choice


def matrix(p: Params) -> Float32[Array, "3 3"]:
    weights = jnp.where(p["weights"] == 0, jnp.asarray(REC709), jnp.asarray(REC601))
    return jnp.broadcast_to(weights, (3, 3))


grayscale = Op(
    name="grayscale",
    title="Grayscale",
    category="colour",
    keywords=("black and white", "luma", "desaturate", "monochrome"),
    doc="Turns colours into their brightness.",
    use="For black and white, or before a step that should not tell colours apart.",
    formula="y = 0.2125·r + 0.7154·g + 0.0721·b; rec601: 0.299·r + 0.587·g + 0.114·b",
    source="skimage.color.rgb2gray (rec709); OpenCV's cvtColor (rec601)",
    notes="The picture keeps three equal channels.",
    own_params=(
        Choice(
            "weights",
            "rec709",
            ("rec709", "rec601"),
            doc="How much each colour counts: as in HDTV, or as in older television and OpenCV.",
        ),
    ),
    kind=ColourMatrix(matrix),
)
