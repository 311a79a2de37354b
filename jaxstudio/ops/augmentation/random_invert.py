"""Random invert: the negative, or not, as chance has it."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.tone.invert import invert
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float


def steps(values: Values, size: Size, chance: Random) -> Parts:
    return [(invert, {})] if chance.random() < values["p"] else []


random_invert = Op(
    name="random_invert",
    title="Random invert",
    category="augmentation",
    keywords=("augment", "negative"),
    doc="Turns the picture into its negative, or leaves it, as the seed has it.",
    use="To train a model on drawings and scans that may be dark on light or light on dark.",
    formula="With the probability p: y = 1 − x",
    source="torchvision.transforms.v2.RandomInvert",
    notes="No clipping: a float below 0 becomes one above 1. Otherwise none.",
    own_params=(Float("p", 0.5, 0.0, 1.0, doc="How likely the change is."),),
    kind=Composed(steps, ops=(invert,)),
)
