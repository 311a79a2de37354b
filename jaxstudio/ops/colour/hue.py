"""Hue: all colours turned round the colour circle."""

from __future__ import annotations

from jaxstudio.kernels.array_types import Colours, FloatArray
from jaxstudio.kernels.colour_spaces import hsv_to_rgb, rgb_to_hsv
from jaxstudio.pipeline.kinds import Colour, Op
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float


def rotate_hue(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    h, s, v = rgb_to_hsv(r, g, b)
    return hsv_to_rgb(h + p["delta"], s, v)


hue = Op(
    name="hue",
    title="Hue",
    category="colour",
    keywords=("tint", "rotate colours", "hsv"),
    doc="Turns all colours round the colour circle.",
    use="To change the mood of a picture, or to vary the colours of training pictures.",
    formula="h becomes h + delta in HSV; saturation and value stay",
    source="skimage.color.rgb2hsv, hsv2rgb",
    notes="A full turn is 1. Gray pictures stay as they are.",
    own_params=(
        Float(
            "delta",
            0.0,
            -1.0,
            1.0,
            slider_low=-0.5,
            slider_high=0.5,
            doc="Part of a full turn of the colour circle.",
        ),
    ),
    kind=Colour(rotate_hue),
)
