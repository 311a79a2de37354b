"""Channel mixer: each colour made of all three."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Array, Float32
from jaxstudio.pipeline.kinds import ColourMatrix, Op
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float

NAMES = ("red", "green", "blue")


def weight(to: int, source: int) -> Float:
    return Float(
        f"{NAMES[to]}_from_{NAMES[source]}",
        float(to == source),
        -8.0,
        8.0,
        slider_low=-2.0,
        slider_high=2.0,
        doc=f"How much of the old {NAMES[source]} the new {NAMES[to]} holds.",
    )


def matrix(p: Params) -> Float32[Array, "3 3"]:
    return jnp.stack([jnp.stack([p[f"{to}_from_{source}"] for source in NAMES]) for to in NAMES])


channel_mixer = Op(
    name="channel_mixer",
    title="Channel mixer",
    category="colour",
    keywords=("matrix", "infrared", "swap"),
    doc="Makes each colour anew out of all three.",
    use="For black and white with chosen weights, infrared looks, or to correct a camera's colours.",
    formula="y = M·x, M the nine weights: red = red_from_red·r + red_from_green·g + red_from_blue·b, "
    "and so on",
    source="cv2.transform",
    notes="Gray pictures stay as they are. Not clipped.",
    own_params=tuple(weight(to, source) for to in range(3) for source in range(3)),
    kind=ColourMatrix(matrix),
)
