"""Cut, mirrored, turned and distorted at random."""

from __future__ import annotations

import math
from random import Random

from jaxstudio.ops.geometry.linear import affine, rotate
from jaxstudio.ops.geometry.resize import resize
from jaxstudio.ops.geometry.warps import perspective
from jaxstudio.ops.geometry.whole_pixels import crop, flip_horizontal, flip_vertical
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.outlines import CORNERS
from jaxstudio.pipeline.params import Float, border_of, border_params
from jaxstudio.pipeline.preview_notes import RESAMPLING, WHOLE_PIXELS


def crop_steps(values: Values, size: Size, chance: Random) -> Parts:
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
        Float("share", 80.0, 1.0, 100.0, unit="%",
            doc="Side of the part, in percent of the side of the picture."),
    ),
    preview_note=WHOLE_PIXELS,
    kind=Composed(crop_steps, ops=(crop,)),
)  # fmt: skip


def resized_crop_steps(values: Values, size: Size, chance: Random) -> Parts:
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
    return [(crop, part), (resize.in_working_space, {"height": size[0], "width": size[1]})]


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
        Float("ratio", 1.333, 1.0, 10.0, slider_high=3.0,
            doc="Width over height, relative to the picture, is drawn between one over this and this."),
    ),
    preview_note=RESAMPLING,
    kind=Composed(resized_crop_steps, ops=(crop, resize.in_working_space)),
)  # fmt: skip


def flip_steps(values: Values, size: Size, chance: Random) -> Parts:
    drawn = ((flip_horizontal, values["horizontal"]), (flip_vertical, values["vertical"]))
    return [(op, {}) for op, probability in drawn if chance.random() < probability]


random_flip = Op(
    name="random_flip",
    title="Random flip",
    category="augmentation",
    keywords=("mirror", "augment"),
    doc="Mirrors the picture or leaves it, as the seed has it.",
    use="To vary training pictures whose left and right, or top and bottom, mean the same.",
    formula="flip_horizontal with the probability horizontal, then flip_vertical with the probability "
    "vertical",
    source="torchvision.transforms.v2.RandomHorizontalFlip, RandomVerticalFlip",
    notes="Both ways in one step, drawn apart; torchvision has a transform for each.",
    own_params=(
        Float("horizontal", 0.5, 0.0, 1.0, doc="Probability to swap left and right."),
        Float("vertical", 0.0, 0.0, 1.0, doc="Probability to swap top and bottom."),
    ),
    kind=Composed(flip_steps, ops=(flip_horizontal, flip_vertical)),
)


def rotate_steps(values: Values, size: Size, chance: Random) -> Parts:
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
    kind=Composed(rotate_steps, ops=(rotate,)),
)


def affine_steps(values: Values, size: Size, chance: Random) -> Parts:
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
        Float("translate", 10.0, 0.0, 100.0, unit="%",
            doc="The shift is drawn up to this, in percent of each side."),
        Float(
            "scale", 1.1, 1.0, 10.0, slider_high=2.0, doc="The scale is drawn between one over this and this."
        ),
        Float("shear", 5.0, 0.0, 60.0, unit="°", doc="The slant is drawn between plus and minus this."),
        *border_params("constant"),
    ),
    preview_note=RESAMPLING,
    kind=Composed(affine_steps, ops=(affine,)),
)  # fmt: skip


def perspective_steps(values: Values, size: Size, chance: Random) -> Parts:
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
        Float("distortion", 30.0, 0.0, 49.0, unit="%",
            doc="Each corner moves up to half of this, in percent of the side."),
        *border_params("constant"),
    ),
    kind=Composed(perspective_steps, ops=(perspective,)),
)  # fmt: skip
