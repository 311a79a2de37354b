"""Random gamma: midtones lifted or lowered at random."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.tone.gamma import gamma
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float


def steps(values: Values, size: Size, chance: Random) -> Parts:
    return (
        [(gamma, {"gamma": values["most"] ** chance.uniform(-1.0, 1.0)})]
        if chance.random() < values["p"]
        else []
    )


random_gamma = Op(
    name="random_gamma",
    title="Random gamma",
    category="augmentation",
    keywords=("augment", "midtones"),
    doc="Brightens or darkens the midtones, as the seed has it.",
    use="To train a model that must not mind over- and underexposed midtones.",
    formula="With the probability p: y = x^(most^U(−1, 1)); U(a, b) is drawn evenly between a and b",
    source="albumentations.RandomGamma",
    notes="Drawn evenly in the logarithm, so that lighter and darker are as likely; albumentations draws "
    "the exponent itself evenly, by default between 0.8 and 1.2.",
    own_params=(
        Float("p", 0.5, 0.0, 1.0, doc="How likely the change is."),
        Float("most", 1.5, 1.0, 5.0, doc="Gamma is drawn between one over this and this."),
    ),
    kind=Composed(steps, ops=(gamma,)),
)
