"""Random rotate: turned by an angle drawn at random."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.geometry.rotate import rotate
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float, border_of, border_params
from jaxstudio.pipeline.preview_notes import RESAMPLING


def steps(values: Values, size: Size, chance: Random) -> Parts:
    angle = chance.uniform(-values["degrees"], values["degrees"])
    return [(rotate, {"angle": angle, **border_of(values)})]


random_rotate = Op(
    name="random_rotate",
    title="Random rotate",
    category="augmentation",
    keywords=("augment", "turn"),
    doc="Turns the picture about its centre, by an angle as the seed has it.",
    use="To train a model on pictures taken without a level, or from above.",
    formula="rotate by U(−degrees, degrees); U(a, b) is drawn evenly between a and b",
    source="torchvision.transforms.v2.RandomRotation",
    notes="Bilinear; torchvision's default is the nearest pixel.",
    own_params=(
        Float("degrees", 15.0, 0.0, 180.0, unit="°", doc="The angle is drawn between plus and minus this."),
        *border_params("constant"),
    ),
    preview_note=RESAMPLING,
    kind=Composed(steps, ops=(rotate,)),
)
