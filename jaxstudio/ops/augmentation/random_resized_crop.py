"""Random resized crop: a part drawn at random, brought back to the size of the picture."""

from __future__ import annotations

import math
from random import Random

from jaxstudio.ops.geometry.crop import crop
from jaxstudio.ops.geometry.resize import resize
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import RESAMPLING


def steps(values: Values, size: Size, chance: Random) -> Parts:
    low, high = sorted((values["least"], values["most"]))
    for _ in range(10):
        area = chance.uniform(low, high)
        ratio = math.exp(chance.uniform(-1.0, 1.0) * math.log(values["ratio"]))
        across, down = math.sqrt(area * ratio), math.sqrt(area / ratio)
        if across <= 1.0 and down <= 1.0:
            break
    else:
        across = down = math.sqrt(high)
    left, top = chance.uniform(0.0, 1.0 - across), chance.uniform(0.0, 1.0 - down)
    edges = {"left": left, "right": 1.0 - across - left, "top": top, "bottom": 1.0 - down - top}
    part = {side: min(max(100.0 * cut, 0.0), 99.9) for side, cut in edges.items()}
    return [(crop, part), (resize, {"height": size[0], "width": size[1]})]


random_resized_crop = Op(
    name="random_resized_crop",
    title="Random resized crop",
    category="augmentation",
    keywords=("augment", "zoom"),
    doc="Cuts out a part as the seed has it, and brings it back to the size of the picture.",
    use="To train a classifier as the large ones are: on parts of any size, all brought to one.",
    formula="area = U(least, most) of the picture, width / height = ratio^U(−1, 1) of its own, at a place "
    "drawn evenly; then resize; after ten draws that do not fit, the largest area; U(a, b) is drawn evenly "
    "between a and b",
    source="torchvision.transforms.v2.RandomResizedCrop",
    notes="The ratio is relative to the shape of the picture, torchvision's is absolute; and where no draw "
    "fits, torchvision takes the middle.",
    own_params=(
        Float("least", 0.08, 0.001, 1.0, doc="The smallest part of the area."),
        Float("most", 1.0, 0.001, 1.0, doc="The largest part of the area."),
        Float(
            "ratio",
            1.333,
            1.0,
            10.0,
            slider_high=3.0,
            doc="Width over height, relative to the picture, is drawn between one over this and this.",
        ),
    ),
    preview_note=RESAMPLING,
    kind=Composed(
        steps,
        ops=(
            crop,
            resize,
        ),
    ),
)
