"""Histogram equalisation: every brightness becomes equally frequent."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.pipeline.kinds import Blocks, Global, Op
from jaxstudio.pipeline.op import Params, Values

BINS = 256


def cumulative(blocks: Blocks, values: Values) -> Params:
    """The cumulative distribution of all finite values in 256 bins from the least to the greatest."""
    low, high = np.inf, -np.inf
    for block, counts in blocks():
        present = block if counts is None else block[counts > 0]
        finite = present[np.isfinite(present)]
        if finite.size:
            low, high = min(low, float(finite.min())), max(high, float(finite.max()))
    if low > high:
        low, high = 0.0, 1.0
    if high - low < np.finfo(np.float32).tiny:  # which XLA takes for 0
        low, high = low - 0.5, high + 0.5
    histogram = np.zeros(BINS)
    for block, counts in blocks():
        histogram += np.histogram(block, bins=BINS, range=(low, high), weights=counts)[0]
    cdf = np.cumsum(histogram) / max(1, histogram.sum())
    return {"low": np.float32(low), "high": np.float32(high), "cdf": cdf.astype(np.float32)}


def equalise(x: FloatArray, p: Params) -> FloatArray:
    place = jnp.clip((x - p["low"]) / (p["high"] - p["low"]) * BINS - 0.5, 0.0, BINS - 1.0)
    below = jnp.floor(place)
    index = below.astype(jnp.int32)
    left = p["cdf"].at[index].get(mode="clip")
    right = p["cdf"].at[jnp.minimum(index + 1, BINS - 1)].get(mode="clip")
    return left + (place - below) * (right - left)


equalize_hist = Op(
    name="equalize_hist",
    title="Equalize histogram",
    category="tone",
    keywords=("contrast", "histogram", "cdf"),
    doc="Spreads the tones so that every brightness is equally frequent.",
    use="To see into a flat, foggy or underexposed picture.",
    formula="y = the share of all values up to x",
    source="skimage.exposure.equalize_hist",
    notes="One curve for all channels, from 256 bins between the least and the greatest value of the image, "
    "as scikit-image has it for floats; of integers it counts each level by itself. OpenCV takes one "
    "channel only.",
    kind=Global(statistic=cumulative, apply=equalise),
)
