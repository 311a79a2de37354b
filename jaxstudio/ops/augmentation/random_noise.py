"""Random noise: grain, or not, as chance has it."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.noise.gaussian_noise import gaussian_noise
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import GRAINS


def steps(values: Values, size: Size, chance: Random) -> Parts:
    return (
        [(gaussian_noise, {"var": chance.uniform(0.0, values["most"])})]
        if chance.random() < values["p"]
        else []
    )


random_noise = Op(
    name="random_noise",
    title="Random noise",
    category="augmentation",
    keywords=("augment", "grain"),
    doc="Adds a little or more grain, or leaves the picture, as the seed has it.",
    use="To train a model that must cope with high sensitivities and little light.",
    formula="With the probability p: y = x + n, n normal of variance U(0, most); U(a, b) is drawn evenly "
    "between a and b",
    source="albumentations.GaussNoise",
    notes="The variance is drawn evenly; albumentations draws the deviation, of much stronger noise by "
    "default, and cuts off below 0 and above 1.",
    own_params=(
        Float("p", 0.5, 0.0, 1.0, doc="How likely the change is."),
        Float("most", 0.01, 0.0, 1.0, slider_high=0.1, doc="The variance is drawn up to this."),
    ),
    preview_note=GRAINS,
    kind=Composed(steps, ops=(gaussian_noise,)),
)
