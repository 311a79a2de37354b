"""Single pixels that are far from all around them take the middle value of these."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.ops.blur.square import median
from jaxstudio.pipeline.kinds import Combined, Op
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Choice, Float
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

WHICH = ("both", "bright", "dark")


def replace_outliers(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    above = x - results[0]
    bright, dark = above > p["threshold"], -above > p["threshold"]
    outlier = jnp.where(p["which"] == 0, bright | dark, jnp.where(p["which"] == 1, bright, dark))
    return jnp.where(outlier, results[0], x)


hot_pixels = Op(
    name="hot_pixels",
    title="Hot pixels",
    category="repair",
    keywords=("dead pixels", "stuck pixels", "outliers", "long exposure", "despeckle"),
    doc="Replaces single pixels that are far brighter or darker than those around; all others stay.",
    use="For hot and dead pixels of a sensor in long exposures, and for specks of dust in scans.",
    formula="y = m where |x − m| > threshold, else x; m is the middle one of the 3 × 3 values around, sorted",
    source="ImageJ's Remove Outliers, with scipy.ndimage.median_filter",
    notes="In squares of 3 × 3, where ImageJ takes circles. Each channel apart; alpha stays.",
    own_params=(
        Float("threshold", 0.15, 0.0, 1.0, slider_high=0.5, doc="The least distance from the middle value."),
        Choice("which", "both", WHICH, doc="Bright outliers, dark ones, or both."),
    ),
    preview_note=SMALL_DETAIL,
    kind=Combined(lambda values: [[(median, {"size": 3})]], replace_outliers, ops=(median,)),
)
