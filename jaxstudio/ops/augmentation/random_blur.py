"""Random blur: out of focus, or not, as chance has it."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.blur.gaussian_blur import gaussian_blur
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float


def steps(values: Values, size: Size, chance: Random) -> Parts:
    return (
        [(gaussian_blur, {"sigma": chance.uniform(0.1, max(values["most"], 0.1))})]
        if chance.random() < values["p"]
        else []
    )


random_blur = Op(
    name="random_blur",
    title="Random blur",
    category="augmentation",
    keywords=("augment", "soft"),
    doc="Blurs the picture a little or more, or leaves it, as the seed has it.",
    use="To train a model that must not mind pictures out of focus.",
    formula="With the probability p: gaussian_blur with sigma = U(0.1, most); U(a, b) is drawn evenly "
    "between a and b",
    source="torchvision.transforms.v2.GaussianBlur",
    notes="torchvision blurs every picture, with a kernel of a fixed size.",
    own_params=(
        Float("p", 0.5, 0.0, 1.0, doc="How likely the change is."),
        Float("most", 2.0, 0.1, 20.0, unit="px", doc="The deviation is drawn up to this."),
    ),
    kind=Composed(steps, ops=(gaussian_blur,)),
)
