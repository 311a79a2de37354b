"""Random crop: a part of the picture, drawn at random."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.geometry.crop import crop
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import WHOLE_PIXELS


def steps(values: Values, size: Size, chance: Random) -> Parts:
    rest = 100.0 - values["share"]
    left, top = chance.uniform(0.0, rest), chance.uniform(0.0, rest)
    return [(crop, {"left": left, "right": rest - left, "top": top, "bottom": rest - top})] if rest else []


random_crop = Op(
    name="random_crop",
    title="Random crop",
    category="augmentation",
    keywords=("augment", "cut"),
    doc="Cuts out a part of the picture, at a place as the seed has it.",
    use="To train a model on parts of a picture, so that it does not learn where things lie.",
    formula="crop to share of each side, left and top drawn evenly",
    source="torchvision.transforms.v2.RandomCrop",
    notes="In percent, where torchvision has pixels.",
    own_params=(
        Float(
            "share",
            80.0,
            1.0,
            100.0,
            unit="%",
            doc="Side of the part, in percent of the side of the picture.",
        ),
    ),
    preview_note=WHOLE_PIXELS,
    kind=Composed(steps, ops=(crop,)),
)
