"""More or less light: brightness, exposure, contrast, the negative, darker corners."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.random_fields import Place
from jaxstudio.pipeline.kinds import Blocks, Global, Op, Placed, Pointwise
from jaxstudio.pipeline.op import LINEAR, Params, Values
from jaxstudio.pipeline.params import Choice, Float

brightness = Op(
    name="brightness",
    title="Brightness",
    category="tone",
    keywords=("lighter", "darker", "offset"),
    doc="Makes everything lighter or darker by the same amount.",
    use="For a quick correction; exposure or gamma keep black where it is.",
    formula="y = x + delta",
    source="dm_pix.adjust_brightness; tf.image.adjust_brightness",
    notes="Not clipped.",
    own_params=(Float("delta", 0.0, -4.0, 4.0, slider_low=-1.0, slider_high=1.0, doc="What is added."),),
    kind=Pointwise(lambda x, p: x + p["delta"], cheap=True),
)

exposure = Op(
    name="exposure",
    title="Exposure",
    category="tone",
    keywords=("stops", "ev", "brightness", "exposure compensation"),
    doc="Multiplies the light: each stop doubles it, as a longer exposure would.",
    use="To correct a picture that is too dark or too light; black stays black.",
    formula="y = 2^stops·x, x in linear light",
    source="GEGL's exposure operation",
    notes="Not clipped.",
    space=LINEAR,
    own_params=(
        Float(
            "stops",
            0.0,
            -16.0,
            16.0,
            slider_low=-4.0,
            slider_high=4.0,
            unit="EV",
            doc="Stops, powers of two.",
        ),
    ),
    kind=Pointwise(lambda x, p: x * jnp.exp2(p["stops"]), cheap=True),
)


def contrast_middle(blocks: Blocks, values: Values) -> Params:
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
    keywords=("flat", "punch", "brightness contrast"),
    doc="Makes light tones lighter and dark ones darker, or the reverse.",
    use="To enliven a flat picture, or to soften a harsh one.",
    formula="y = m + factor·(x − m), m the mean of all values, or 0.5",
    source="dm_pix.adjust_contrast; Pillow's ImageEnhance.Contrast",
    notes="The mean is that of all values, Pillow's that of the gray picture, dm_pix's one for each channel. "
    "Not clipped.",
    own_params=(
        Float("factor", 1.0, -4.0, 16.0, slider_low=0.0, slider_high=3.0,
            doc="0 is all one tone, 1 leaves the picture, above 1 is stronger."),
        Choice("about", "mean", ("mean", "half"), doc="The tone that stays: the picture's mean, or 0.5."),
    ),
    kind=Global(
        statistic=contrast_middle,
        apply=lambda x, p: p["middle"] + p["factor"] * (x - p["middle"]),
        cheap=True,
    ),
)  # fmt: skip

invert = Op(
    name="invert",
    title="Invert",
    category="tone",
    keywords=("negative",),
    doc="Turns the picture into its negative: light becomes dark.",
    use="For scanned negatives, or to see dark detail as light.",
    formula="y = 1 − x",
    source="skimage.util.invert",
    notes="No clipping: a float below 0 becomes one above 1. Otherwise none.",
    kind=Pointwise(lambda x, p: 1.0 - x, cheap=True),
)


def darken(x: FloatArray, at: Place, p: Params) -> FloatArray:
    # a single row or column is its own middle
    down = (at.row - (at.height - 1) / 2) / jnp.maximum(at.height - 1, 1)
    across = (at.column - (at.width - 1) / 2) / jnp.maximum(at.width - 1, 1)
    return x * (1 - p["amount"] * 2 * (down * down + across * across))


vignette = Op(
    name="vignette",
    title="Vignette",
    category="tone",
    keywords=("corners", "lens", "old", "vignetting", "vignette filter"),
    doc="Darkens the corners, or lightens them with a negative amount.",
    use="To draw the eye to the middle, or to mend a lens that darkens the corners.",
    formula="y = x·(1 − amount·r²), r the distance from the centre, 1 at the corners; x in linear light",
    source="1 − amount·r², r the distance from the centre, 1 at the corners",
    notes="The darkening has the shape of the picture: r is measured in halves of each side, so that its "
    "lines are ellipses.",
    own_params=(Float("amount", 0.5, -4.0, 1.0, slider_low=-1.0, doc="How dark the corners get."),),
    space=LINEAR,
    kind=Placed(darken, cheap=True),
)
