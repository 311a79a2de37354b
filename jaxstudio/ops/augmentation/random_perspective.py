"""Random perspective: the corners moved at random."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.geometry.perspective import perspective
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.outlines import CORNERS
from jaxstudio.pipeline.params import Float, border_of, border_params


def steps(values: Values, size: Size, chance: Random) -> Parts:
    drawn = border_of(values)
    for corner in CORNERS:
        for axis, end in (("x", "right"), ("y", "bottom")):
            inwards = -1.0 if end in corner else 1.0
            drawn[f"{corner}_{axis}"] = inwards * chance.uniform(0.0, values["distortion"] / 2)
    return [(perspective, drawn)]


random_perspective = Op(
    name="random_perspective",
    title="Random perspective",
    category="augmentation",
    keywords=("augment", "corners"),
    doc="Moves each corner inwards, as the seed has it.",
    use="To train a model on signs, pages and facades that are seen askew.",
    formula="perspective with each corner moved inwards by U(0, distortion / 2) along both axes; U(a, b) is "
    "drawn evenly between a and b",
    source="torchvision.transforms.v2.RandomPerspective",
    notes="Every picture is changed; torchvision's are with a probability. distortion is in percent, "
    "torchvision's a share.",
    own_params=(
        Float(
            "distortion",
            30.0,
            0.0,
            49.0,
            unit="%",
            doc="Each corner moves up to half of this, in percent of the side.",
        ),
        *border_params("constant"),
    ),
    kind=Composed(steps, ops=(perspective,)),
)
