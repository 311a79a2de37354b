"""Guided filter: a blur that follows the picture's own edges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.ops.blur.box_blur import box_blur
from jaxstudio.ops.blur.variance import SQUARE, about, local_variance
from jaxstudio.pipeline.kinds import Combined, Op
from jaxstudio.pipeline.op import Kind, Params, Values
from jaxstudio.pipeline.params import Float, Int, Param, border_of, border_params
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

PARAMS: tuple[Any, ...] = (
    Int("radius", 4, 1, 32, unit="px", doc="How far the surroundings reach."),
    Float(
        "eps",
        0.01,
        1e-6,
        1.0,
        slider_low=0.0001,
        slider_high=0.1,
        doc="How much must vary to be kept as an edge: a variance.",
    ),
    *border_params("reflect"),
)


def mean(values: Values, beyond: float) -> tuple[Op, Values]:
    """`beyond` is what the thing averaged is beyond a constant border."""
    size = 2 * values["radius"] + 1
    return (box_blur, {"size": size, **border_of(values, beyond)})


def slope(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    """How far the picture is kept: 1 on an edge, 0 where nothing happens."""
    variance = local_variance(results[0], results[1], p)
    return variance / (variance + p["eps"])


def offset(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    """What is added to it: the local mean where nothing happens."""
    return (1.0 - slope(x, results, p)) * results[0]


def part(name: str, kind: Kind, params: tuple[Param, ...] = ()) -> Op:
    return Op(name=name, title=name, category="blur", kind=kind, doc=".", source=".", own_params=params)


def of_moments(name: str, apply: Callable[..., Any]) -> Op:
    """A step that looks at the local mean of the picture and that of its square."""
    kind = Combined(
        lambda values: [[mean(values, values["cval"])], [(SQUARE[0], about(values)), mean(values, 0.0)]],
        apply,
        ops=(box_blur, SQUARE[0]),
    )
    return part(name, kind, PARAMS)


# Steps that only `guided` needs: a tuple hides them from the catalogue.
PARTS = (of_moments("guided_slope", slope), of_moments("guided_offset", offset))


guided = Op(
    name="guided",
    title="Guided filter",
    category="blur",
    keywords=("edge preserving", "denoise", "smooth", "matting"),
    doc="Blurs what is nearly flat and leaves edges as they are.",
    use="To smooth noise or to split a picture into shapes and detail, without halos.",
    formula="y = ā·x + b̄, a = v / (v + eps), b = (1 − a)·m; m, v the mean and variance of the "
    "(2·radius + 1)² values around, ā, b̄ the means of a and b",
    source="He, Sun and Tang, Guided image filtering, ECCV 2010, guided by the picture itself",
    notes="Each channel is guided by itself; OpenCV's and Kornia's take all colours of the guide together. "
    "Beyond a constant border nothing is kept. Colours are weighed by their alpha, which is left as it is.",
    own_params=PARAMS,
    preview_note=SMALL_DETAIL,
    kind=Combined(
        # beyond a constant border nothing happens: a slope of 0, and all of the constant is offset
        lambda values: [
            [(each, values), mean(values, beyond)]
            for each, beyond in zip(PARTS, (0.0, values["cval"]), strict=True)
        ],
        lambda x, results, p: results[0] * x + results[1],
        ops=(*PARTS, box_blur),
    ),
)
