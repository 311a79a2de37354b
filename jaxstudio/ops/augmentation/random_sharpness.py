"""Random sharpness: crisper, or not, as chance has it."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.sharpen.unsharp_mask import unsharp_mask
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float


def steps(values: Values, size: Size, chance: Random) -> Parts:
    return (
        [(unsharp_mask, {"radius": 1.0, "amount": chance.uniform(0.0, values["most"])})]
        if chance.random() < values["p"]
        else []
    )


random_sharpness = Op(
    name="random_sharpness",
    title="Random sharpness",
    category="augmentation",
    keywords=("augment", "crisp"),
    doc="Sharpens the picture a little or more, or leaves it, as the seed has it.",
    use="To train a model that must not mind how much a camera sharpens by itself.",
    formula="With the probability p: y = x + U(0, most)·(x − G(1) ∗ x); U(a, b) is drawn evenly between a "
    "and b; G(s) ∗ x is x blurred by a Gaussian of deviation s",
    source="torchvision.transforms.v2.RandomAdjustSharpness",
    notes="By an unsharp mask of radius 1, its amount drawn; torchvision weighs the picture against one "
    "smoothed by 3 × 3 pixels, by a given factor.",
    own_params=(
        Float("p", 0.5, 0.0, 1.0, doc="How likely the change is."),
        Float("most", 2.0, 0.0, 8.0, doc="The amount is drawn up to this."),
    ),
    kind=Composed(steps, ops=(unsharp_mask,)),
)
