"""Random posterize: fewer tones, or not, as chance has it."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.tone.posterize import posterize
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import STEEP


def steps(values: Values, size: Size, chance: Random) -> Parts:
    return [(posterize, {"bits": chance.randint(2, 6)})] if chance.random() < values["p"] else []


random_posterize = Op(
    name="random_posterize",
    title="Random posterize",
    category="augmentation",
    keywords=("augment", "bits"),
    doc="Leaves 2 to 6 bits of each value, or all, as the seed has it.",
    use="To train a model that must not mind few tones, as of old screens and strong compression.",
    formula="With the probability p: posterize with 2, 3, 4, 5 or 6 bits, each as likely",
    source="torchvision.transforms.v2.RandomPosterize",
    notes="The number of bits is drawn too; torchvision's is given.",
    own_params=(Float("p", 0.5, 0.0, 1.0, doc="How likely the change is."),),
    preview_note=STEEP,
    kind=Composed(steps, ops=(posterize,)),
)
