"""Rescale intensity: from the darkest to the lightest tone there is, over the whole range."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.histograms import percentiles
from jaxstudio.pipeline.kinds import Blocks, Global, Op
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Float


def ends(blocks: Blocks, values: Values) -> Params:
    low, high = percentiles(blocks, (values["low"], values["high"]))
    return {"from": np.float32(low), "spread": np.float32(high - low)}


def stretch(x: FloatArray, p: Params) -> FloatArray:
    flat = p["spread"] <= 0
    share = jnp.clip((x - p["from"]) / jnp.where(flat, 1.0, p["spread"]), 0.0, 1.0)
    return jnp.where(flat, x, share)


rescale_intensity = Op(
    name="rescale_intensity",
    title="Rescale intensity",
    category="tone",
    keywords=("stretch", "normalize", "auto levels", "percentile"),
    doc="Stretches the tones so that the darkest becomes black and the lightest white.",
    use="To use the whole range; percentiles leave out a few stray pixels.",
    formula="y = (x − a) / (b − a) cut off to 0 … 1, a and b the percentiles low and high of all values",
    source="skimage.exposure.rescale_intensity(in_range=percentiles, out_range=(0, 1))",
    notes="One scale for all channels. A picture of one tone stays as it is, and so does any where low is "
    "not below high.",
    own_params=(
        Float("low", 0.0, 0.0, 100.0, unit="%", slider_high=20.0, doc="Percentile that becomes black."),
        Float("high", 100.0, 0.0, 100.0, unit="%", slider_low=80.0, doc="Percentile that becomes white."),
    ),
    kind=Global(statistic=ends, apply=stretch, cheap=True),
)
