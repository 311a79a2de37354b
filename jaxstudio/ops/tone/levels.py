"""Levels: new black, white and middle."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.pixels import above
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float


def stretch(x: FloatArray, p: Params) -> FloatArray:
    spread = p["white"] - p["black"]
    # black and white on one tone make a threshold
    share = jnp.where(
        spread == 0,
        above(x, p["black"]),
        jnp.clip((x - p["black"]) / jnp.where(spread == 0, 1.0, spread), 0.0, 1.0),
    )
    dark = share <= 0  # not of NaN, which is carried on
    curved = jnp.where(dark, 0.0, jnp.exp(jnp.log(jnp.where(dark, 1.0, share)) / p["gamma"]))
    return p["out_black"] + curved * (p["out_white"] - p["out_black"])


levels = Op(
    name="levels",
    title="Levels",
    category="tone",
    keywords=("black point", "white point", "midtones", "histogram"),
    doc="Sets which tones become black and white, and where the middle lies.",
    use="To use the whole range from black to white, or to fade a picture.",
    formula="y = out_black + s^(1/gamma)·(out_white − out_black), s = (x − black) / (white − black) cut "
    "off to 0 … 1",
    source="ImageMagick's -level and +level",
    notes="What lies beyond black and white is cut off. A white below black makes a negative.",
    own_params=(
        Float("black", 0.0, -1.0, 2.0, slider_low=0.0, slider_high=1.0, doc="The tone that becomes black."),
        Float("white", 1.0, -1.0, 2.0, slider_low=0.0, slider_high=1.0, doc="The tone that becomes white."),
        Float("gamma", 1.0, 0.05, 20.0, slider_low=0.1, slider_high=4.0, doc="Above 1 lifts the middle."),
        Float("out_black", 0.0, -1.0, 2.0, slider_low=0.0, slider_high=1.0, doc="What black becomes."),
        Float("out_white", 1.0, -1.0, 2.0, slider_low=0.0, slider_high=1.0, doc="What white becomes."),
    ),
    kind=Pointwise(stretch),
)
