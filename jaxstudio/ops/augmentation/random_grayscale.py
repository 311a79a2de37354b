"""Random grayscale: without colours, or not, as chance has it."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.colour.grayscale import grayscale
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float


def steps(values: Values, size: Size, chance: Random) -> Parts:
    return [(grayscale, {})] if chance.random() < values["p"] else []


random_grayscale = Op(
    name="random_grayscale",
    title="Random grayscale",
    category="augmentation",
    keywords=("augment", "gray"),
    doc="Takes the colours away, or leaves them, as the seed has it.",
    use="To train a model that must tell things by their shape, not by their colour.",
    formula="With the probability p: y = 0.2125·r + 0.7154·g + 0.0721·b",
    source="torchvision.transforms.v2.RandomGrayscale",
    notes="Brightness is Rec. 709; torchvision's is Rec. 601. Gray pictures stay as they are.",
    own_params=(Float("p", 0.1, 0.0, 1.0, doc="How likely the change is."),),
    kind=Composed(steps, ops=(grayscale,)),
)
