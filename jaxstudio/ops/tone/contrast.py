"""Contrast: values moved away from a middle, or towards it."""

from __future__ import annotations

import numpy as np

from jaxstudio.pipeline.kinds import Blocks, Global, Op
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Choice, Float


def middle(blocks: Blocks, values: Values) -> Params:
    """The mean of all finite values, or one half."""
    if values["about"] == "half":
        return {"middle": np.float32(0.5)}
    total = count = 0.0
    for block, counts in blocks():
        sound = np.isfinite(block)
        weights = sound if counts is None else sound * counts
        total += float(np.sum(np.where(sound, block, 0.0) * weights, dtype=np.float64))
        count += float(np.sum(weights, dtype=np.float64))
    return {"middle": np.float32(total / count if count else 0.5)}


contrast = Op(
    name="contrast",
    title="Contrast",
    category="tone",
    keywords=("flat", "punch"),
    doc="Makes light tones lighter and dark ones darker, or the reverse.",
    use="To enliven a flat picture, or to soften a harsh one.",
    formula="y = m + factor·(x − m), m the mean of all values, or 0.5",
    source="dm_pix.adjust_contrast; Pillow's ImageEnhance.Contrast",
    notes="The mean is that of all values, Pillow's that of the gray picture, dm_pix's one for each channel. "
    "Not clipped.",
    own_params=(
        Float(
            "factor",
            1.0,
            -4.0,
            16.0,
            slider_low=0.0,
            slider_high=3.0,
            doc="0 is all one tone, 1 leaves the picture, above 1 is stronger.",
        ),
        Choice("about", "mean", ("mean", "half"), doc="The tone that stays: the picture's mean, or 0.5."),
    ),
    kind=Global(
        statistic=middle, apply=lambda x, p: p["middle"] + p["factor"] * (x - p["middle"]), cheap=True
    ),
)
