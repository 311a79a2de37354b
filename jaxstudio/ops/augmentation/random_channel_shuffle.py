"""Random channel shuffle: red, green and blue change places, or not, as chance has it."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.colour.channel_shuffle import ORDERS, channel_shuffle
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float


def steps(values: Values, size: Size, chance: Random) -> Parts:
    return [(channel_shuffle, {"order": chance.choice(ORDERS)})] if chance.random() < values["p"] else []


random_channel_shuffle = Op(
    name="random_channel_shuffle",
    title="Random channel shuffle",
    category="augmentation",
    keywords=("augment", "permute", "swap", "colours"),
    doc="Lets red, green and blue change places, or leaves them, as the seed has it.",
    use="To train a model that must not rely on what colour things usually have.",
    formula="With the probability p: (r, g, b) becomes one of its six orders, each as likely",
    source="albumentations.ChannelShuffle; torchvision.transforms.v2.RandomChannelPermutation",
    notes="torchvision's happens always. The order that changes nothing is one of the six, as in both. Gray "
    "pictures stay as they are.",
    own_params=(Float("p", 0.5, 0.0, 1.0, doc="How likely the change is."),),
    kind=Composed(steps, ops=(channel_shuffle,)),
)
