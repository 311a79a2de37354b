"""Random affine: turned, scaled, slanted and shifted at random."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.geometry.affine import affine
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float, border_of, border_params
from jaxstudio.pipeline.preview_notes import RESAMPLING


def steps(values: Values, size: Size, chance: Random) -> Parts:
    scale = values["scale"] ** chance.uniform(-1.0, 1.0)
    drawn = {
        "scale_x": scale,
        "scale_y": scale,
        "angle": chance.uniform(-values["degrees"], values["degrees"]),
        "shear": chance.uniform(-values["shear"], values["shear"]),
        "right": chance.uniform(-1.0, 1.0) * values["translate"] / 100.0 * size[1],
        "down": chance.uniform(-1.0, 1.0) * values["translate"] / 100.0 * size[0],
    }
    return [(affine, {**drawn, **border_of(values)})]


random_affine = Op(
    name="random_affine",
    title="Random affine",
    category="augmentation",
    keywords=("augment", "transform"),
    doc="Turns, scales, slants and shifts the picture, as the seed has it.",
    use="To train a model on objects that may lie anywhere, at any size and a little askew.",
    formula="affine with angle U(−degrees, degrees), scale^U(−1, 1), shear U(−shear, shear), shifts "
    "U(−translate, translate) of each side; U(a, b) is drawn evenly between a and b",
    source="torchvision.transforms.v2.RandomAffine",
    notes="Both sides are scaled alike, evenly in the logarithm; torchvision draws the scale itself evenly. "
    "Bilinear; torchvision's default is the nearest pixel.",
    own_params=(
        Float("degrees", 10.0, 0.0, 180.0, unit="°", doc="The angle is drawn between plus and minus this."),
        Float(
            "translate",
            10.0,
            0.0,
            100.0,
            unit="%",
            doc="The shift is drawn up to this, in percent of each side.",
        ),
        Float(
            "scale", 1.1, 1.0, 10.0, slider_high=2.0, doc="The scale is drawn between one over this and this."
        ),
        Float("shear", 5.0, 0.0, 60.0, unit="°", doc="The slant is drawn between plus and minus this."),
        *border_params("constant"),
    ),
    preview_note=RESAMPLING,
    kind=Composed(steps, ops=(affine,)),
)
