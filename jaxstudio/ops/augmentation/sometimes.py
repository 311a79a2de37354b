"""Sometimes: a step that happens or not, as chance has it."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.augmentation import choose_one as one_of
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values, implementation
from jaxstudio.pipeline.params import Float, Steps


def chosen(values: Values) -> Parts:
    return [(implementation(each.op), each.high) for each in one_of.read(values["op"])]


def steps(values: Values, size: Size, chance: Random) -> Parts:
    (step,) = one_of.read(values["op"])
    return [(implementation(step.op), step.drawn(chance))] if chance.random() < values["p"] else []


sometimes = Op(
    name="sometimes",
    title="Sometimes",
    category="augmentation",
    keywords=("augment", "probability", "maybe", "random apply"),
    doc="Applies a filter or leaves the picture, as the seed has it.",
    use="To vary training pictures in a way that most of them should be spared.",
    formula="y = the filter of x with the probability p, else x",
    source="imgaug.augmenters.Sometimes; torchvision.transforms.v2.RandomApply",
    notes="One filter, which may be choose_one. A number may be a range: op=[gaussian_blur sigma=0.5..3].",
    own_params=(
        Float("p", 0.5, 0.0, 1.0, doc="How likely the change is."),
        Steps("op", "gaussian_blur sigma=0.5..3", most=1, doc="The filter with its parameters."),
    ),
    kind=Composed(steps, chosen=chosen),
)
