"""Red eyes: pupils that a flash has made red become dark."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Colours, FloatArray
from jaxstudio.ops.repair.spots import FEATHER, PLACE, WEIGHT
from jaxstudio.pipeline.kinds import Branches, Colour, Combined, Op
from jaxstudio.pipeline.op import Params, Part, Values
from jaxstudio.pipeline.params import Float

# How light red and blue look beside green.
RED, BLUE = 0.5133333, 0.1933333
THRESHOLD = Float("threshold", 0.4, 0.0, 0.8, doc="The higher, the less red an eye must be.")


def darken_red(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    red, blue, margin = r * RED, b * BLUE, (p["threshold"] - 0.4) * 2.0
    is_red = (red >= g - margin) & (red >= blue - margin)
    return jnp.where(is_red, jnp.clip((g + blue) / (2.0 * RED), 0.0, 1.0), r), g, b


DARKENED = Part(name="darkened_red", own_params=(THRESHOLD,), kind=Colour(darken_red))


def branches(values: Values) -> Branches:
    place = {name: values[name] for name in ("x", "y", "radius", "feather")}
    return [[(DARKENED, {"threshold": values["threshold"]})], [(WEIGHT, place)]]


red_eye = Op(
    name="red_eye",
    title="Red eye",
    category="repair",
    keywords=("red eyes", "red eye removal", "red eye correction", "flash", "pupil"),
    doc="Takes the red from a pupil, in a round spot; other colours in it stay.",
    use="For portraits by flash; one step an eye.",
    formula="r = (g + 0.193 b) / 1.027 where 0.513 r is at least g and 0.193 b, but for 2·(threshold − 0.4)",
    source="GEGL's red-eye-removal, the filter of GIMP",
    notes="In a round spot with a soft edge, where GIMP takes the selection.",
    own_params=(*PLACE, FEATHER, THRESHOLD),
    kind=Combined(branches, lambda x, results, p: x + results[1] * (results[0] - x), ops=(DARKENED, WEIGHT)),
)
