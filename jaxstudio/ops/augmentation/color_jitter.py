"""Colour jitter: brightness, contrast, saturation and hue drawn at random."""

from __future__ import annotations

import math
from random import Random

from jaxstudio.ops.colour.hue import hue as turn
from jaxstudio.ops.colour.saturation import saturation as vivid
from jaxstudio.ops.tone.contrast import contrast as punch
from jaxstudio.ops.tone.exposure import exposure
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float


def steps(values: Values, size: Size, chance: Random) -> Parts:
    def factor(name: str) -> float:
        return chance.uniform(1.0 - values[name], 1.0 + values[name])

    changes = [
        (exposure, {"stops": math.log2(factor("brightness"))}),
        (punch, {"factor": factor("contrast")}),
        (vivid, {"factor": factor("saturation")}),
        (turn, {"delta": chance.uniform(-values["hue"], values["hue"])}),
    ]
    chance.shuffle(changes)
    return changes


color_jitter = Op(
    name="color_jitter",
    title="Colour jitter",
    category="augmentation",
    keywords=("augment", "brightness", "contrast", "saturation", "hue"),
    doc="Changes brightness, contrast, saturation and hue, in an order as the seed has it.",
    use="To train a model that must not mind the camera, its white balance or the hour of the day.",
    formula="In an order drawn evenly: exposure × U(1 − brightness, 1 + brightness), contrast U(1 − "
    "contrast, 1 + contrast), saturation U(1 − saturation, 1 + saturation), hue U(−hue, hue); U(a, b) is "
    "drawn evenly between a and b",
    source="torchvision.transforms.v2.ColorJitter",
    notes="Contrast is about the mean of all values, torchvision's about that of the gray picture. Nothing "
    "is cut off between the four; torchvision cuts off after each.",
    own_params=(
        Float(
            "brightness",
            0.1,
            0.0,
            0.99,
            doc="The light is multiplied by a factor between one minus and one plus this.",
        ),
        Float("contrast", 0.1, 0.0, 1.0, doc="So is the contrast."),
        Float("saturation", 0.1, 0.0, 1.0, doc="So is the saturation."),
        Float("hue", 0.1, 0.0, 0.5, doc="Hue is turned by up to this part of a full turn."),
    ),
    kind=Composed(
        steps,
        ops=(
            exposure,
            punch,
            vivid,
            turn,
        ),
    ),
)
