"""Erasing: a rectangle of the picture painted over, or not, as chance has it."""

from __future__ import annotations

import math
from random import Random

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.random_fields import Place, threefry, uniform
from jaxstudio.ops.augmentation.random_steps import LIKELY
from jaxstudio.pipeline.kinds import Composed, Op, Parts, Placed
from jaxstudio.pipeline.op import Params, Part, Size, Values
from jaxstudio.pipeline.params import Choice, Float, Param

FILLS = ("value", "noise")
TRIES = 10


def paint(x: FloatArray, at: Place, p: Params) -> FloatArray:
    """`x` outside the rectangle; its sides are shares of the picture's, met exactly at its full size."""
    inside = (
        (at.row >= jnp.round(p["top"] * at.height))
        & (at.row < jnp.round(p["bottom"] * at.height))
        & (at.column >= jnp.round(p["left"] * at.width))
        & (at.column < jnp.round(p["right"] * at.width))
    )
    place = (at.column.astype(jnp.int32) * 4 + at.channel).astype(jnp.uint32)
    bits, _ = threefry((p["key"][0], p["key"][1]), at.row.astype(jnp.int32).astype(jnp.uint32), place)
    fill = jnp.where(p["fill"] == FILLS.index("noise"), uniform(bits), p["value"])
    return jnp.where(inside, fill, x)


def fill_params() -> tuple[Param, ...]:
    return (
        Choice("fill", "value", FILLS, doc="One value, or noise drawn anew for each pixel and colour."),
        Float("value", 0.0, 0.0, 1.0, doc="What the rectangle is painted with.", needs=("fill", "value")),
    )


RECTANGLE = Part(
    name="erased_rectangle",
    own_params=(
        *(Float(n, 0.0, 0.0, 1.0) for n in ("top", "left", "bottom", "right")),
        *fill_params(),
    ),
    kind=Placed(paint, cheap=True),
)


def rectangle(values: Values, size: Size, chance: Random) -> tuple[int, int, int, int] | None:
    """(top, left, height, width) in pixels, or None where ten tries found none that fits."""
    height, width = size
    least, most = sorted((values["least"], values["most"]))
    for _ in range(TRIES):
        area = chance.uniform(least, most) * height * width
        ratio = values["ratio"] ** chance.uniform(-1.0, 1.0)
        down, across = round(math.sqrt(area * ratio)), round(math.sqrt(area / ratio))
        if 0 < down < height and 0 < across < width:
            return chance.randint(0, height - down), chance.randint(0, width - across), down, across
    return None


def steps(values: Values, size: Size, chance: Random) -> Parts:
    if chance.random() >= values["p"]:
        return []
    found = rectangle(values, size, chance)
    if found is None:
        return []
    top, left, down, across = found
    height, width = size
    edges = {
        "top": top / height,
        "bottom": (top + down) / height,
        "left": left / width,
        "right": (left + across) / width,
    }
    return [(RECTANGLE, {**edges, "fill": values["fill"], "value": values["value"]})]


erasing = Op(
    name="erasing",
    title="Erasing",
    category="augmentation",
    keywords=("augment", "cutout", "occlusion", "rectangle", "random erasing"),
    doc="Paints over a rectangle of the picture, or leaves it, as the seed has it.",
    use="To train a model that must recognise what is partly hidden.",
    formula="With the probability p: area = U(least, most) of the picture, height / width = ratio^U(−1, 1), "
    "at a place drawn evenly; U(a, b) is drawn evenly between a and b",
    source="Zhong et al., Random erasing, AAAI 2020; torchvision.transforms.v2.RandomErasing",
    notes="Noise is even between 0 and 1; torchvision's is normal.",
    own_params=(
        LIKELY,
        Float("least", 0.02, 0.0, 1.0, doc="The smallest part of the area."),
        Float("most", 0.33, 0.001, 1.0, doc="The largest part of the area."),
        Float("ratio", 3.3, 1.0, 20.0, slider_high=5.0,
            doc="Height over width is drawn between one over this and this."),
        *fill_params(),
    ),
    kind=Composed(steps, ops=(RECTANGLE,)),
)  # fmt: skip
