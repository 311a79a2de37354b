"""Random flip: mirrored or not, as chance has it."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.geometry.flip_horizontal import flip_horizontal
from jaxstudio.ops.geometry.flip_vertical import flip_vertical
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float


def steps(values: Values, size: Size, chance: Random) -> Parts:
    drawn = ((flip_horizontal, values["horizontal"]), (flip_vertical, values["vertical"]))
    return [(op, {}) for op, probability in drawn if chance.random() < probability]


random_flip = Op(
    name="random_flip",
    title="Random flip",
    category="augmentation",
    keywords=("mirror", "augment"),
    doc="Mirrors the picture or leaves it, as the seed has it.",
    use="To vary training pictures whose left and right, or top and bottom, mean the same.",
    formula="flip_horizontal with the probability horizontal, then flip_vertical with the probability "
    "vertical",
    source="torchvision.transforms.v2.RandomHorizontalFlip, RandomVerticalFlip",
    notes="Both ways in one step, drawn apart; torchvision has a transform for each.",
    own_params=(
        Float("horizontal", 0.5, 0.0, 1.0, doc="Probability to swap left and right."),
        Float("vertical", 0.0, 0.0, 1.0, doc="Probability to swap top and bottom."),
    ),
    kind=Composed(steps, ops=(flip_horizontal, flip_vertical)),
)
