"""Wiener: smoothed where nothing happens."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.ops.blur.box_blur import box_blur
from jaxstudio.ops.blur.variance import SQUARE, about, local_variance
from jaxstudio.pipeline.kinds import Branches, Combined, Op
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Float, Int, border_of, border_params
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL


def branches(values: Values) -> Branches:
    size = values["size"]
    return [
        [(box_blur, {"size": size, **border_of(values)})],
        [(SQUARE[0], about(values)), (box_blur, {"size": size, **border_of(values, 0.0)})],
    ]


def wiener_estimate(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    mean, variance = results[0], local_variance(results[0], results[1], p)
    kept = jnp.maximum(variance - p["noise"], 0.0) / jnp.maximum(jnp.maximum(variance, p["noise"]), 1e-12)
    return mean + kept * (x - mean)


wiener = Op(
    name="wiener",
    title="Wiener",
    category="denoise",
    keywords=("adaptive", "lee", "variance"),
    doc="Smooths where nothing happens and leaves detail: the more a region varies, the less it is smoothed.",
    use="On pictures with even grain of a known strength.",
    formula="y = m + max(v − noise, 0) / max(v, noise)·(x − m), m and v the mean and variance of the "
    "size × size values around",
    source="scipy.signal.wiener",
    notes="The noise is given, not estimated as the mean of all local variances; SciPy's border is zero. "
    "Colours are weighed by their alpha, which is left as it is.",
    own_params=(
        Int("size", 5, 1, 65, slider_high=21, unit="px", doc="Side of the region looked at."),
        Float("noise", 0.01, 0.0, 1.0, slider_high=0.1, doc="Variance of the noise."),
        *border_params("reflect"),
    ),
    preview_note=SMALL_DETAIL,
    kind=Combined(branches, wiener_estimate, ops=(box_blur, SQUARE[0])),
)
