"""Random solarize: bright tones turned over, or not, as chance has it."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.tone.solarize import solarize
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import STEEP


def steps(values: Values, size: Size, chance: Random) -> Parts:
    return [(solarize, {"threshold": values["threshold"]})] if chance.random() < values["p"] else []


random_solarize = Op(
    name="random_solarize",
    title="Random solarize",
    category="augmentation",
    keywords=("augment", "negative"),
    doc="Turns bright tones over, or leaves them, as the seed has it.",
    use="As one of many changes that a model must see through, as in RandAugment and AutoAugment.",
    formula="With the probability p: y = x below the threshold, 1 − x from there on",
    source="torchvision.transforms.v2.RandomSolarize",
    notes="None; torchvision has no default threshold.",
    own_params=(
        Float("p", 0.5, 0.0, 1.0, doc="How likely the change is."),
        Float("threshold", 0.5, 0.0, 1.0, doc="Tones from here on are turned over."),
    ),
    preview_note=STEEP,
    kind=Composed(steps, ops=(solarize,)),
)
