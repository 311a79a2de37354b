"""Filters of the square around each pixel: its mean, its median, and a mean that keeps edges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.fir import box_columns, box_mean, column_sums
from jaxstudio.kernels.rank_filters import median_of_square
from jaxstudio.pipeline.kinds import Combined, Neighbourhood, Op, Pass, Pointwise
from jaxstudio.pipeline.op import Params, Part, Values
from jaxstudio.pipeline.params import BORDERS, Float, Int, border_of, border_params
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

box_blur = Op(
    name="box_blur",
    title="Box blur",
    category="blur",
    keywords=("mean", "average", "uniform", "smooth"),
    doc="Softens the picture: every pixel becomes the plain average of a square around it.",
    use="For a fast, hard-edged blur, or as a local mean.",
    formula="y = Σ x(q) / size² over the size × size values around",
    source="scipy.ndimage.uniform_filter",
    notes="The mean of integers is rounded once; SciPy cuts off its fraction, along each axis. OpenCV's "
    "default border is mirror. Colours are weighed by their alpha.",
    own_params=(
        Int("size", 3, 1, 65, unit="px",
            doc="Side of the square; an even square reaches one pixel further up and left."),
    ),
    preview_note=SMALL_DETAIL,
    kind=Neighbourhood(
        buckets=(1, 2, 4, 8, 16, 32),
        bucket=lambda values: int(values["size"] // 2),
        passes=(
            Pass(
                lambda w, p: box_columns(w, p["size"], p["radius"]),
                reach=lambda r: (r, 0),
                out_dtypes=column_sums,
            ),
            Pass(lambda w, p: box_mean(w, p["size"], p["radius"]), reach=lambda r: (0, r)),
        ),
    ),
)  # fmt: skip

median = Op(
    name="median",
    title="Median",
    category="blur",
    keywords=(
        "denoise", "despeckle", "rank", "salt and pepper", "remove spots", "dust",
    ),
    doc="Removes specks and keeps edges: every pixel becomes the middle value of the square around it.",
    use="Against salt-and-pepper noise and dust.",
    formula="y = the middle one of the size × size values around, sorted",
    source="scipy.ndimage.median_filter",
    notes="Each channel apart. Sizes are odd, as in OpenCV, whose border is nearest. Alpha is left as it is.",
    own_params=(Int("size", 3, 1, 15, step=2, unit="px", doc="Side of the square."),),
    kind=Neighbourhood(
        buckets=(0, 1, 2, 3, 4, 5, 6, 7),
        bucket=lambda values: int(values["size"]) // 2,
        any_dtype=True,
        mixes=False,
        passes=(Pass(lambda w, p: median_of_square(w, p["radius"]), reach=lambda r: (r, r)),),
    ),
)  # fmt: skip

CONSTANT = BORDERS.index("constant")

# A step of adaptive filters, which compare the mean of a square with that of its values squared.
SQUARE = Part(
    name="square",
    own_params=(Float("about", 0.0, -16.0, 16.0),),
    kind=Pointwise(lambda x, p: (x - p["about"]) * (x - p["about"]), cheap=True),
)


def about(values: Values) -> dict[str, float]:
    """Return SQUARE's parameters: distances from a constant border, whose own square is then 0."""
    return {"about": values["cval"] if values["border"] == "constant" else 0.0}


def local_variance(mean: FloatArray, square: FloatArray, p: Params) -> FloatArray:
    """The variance by the means of the picture and of its SQUARE, whose border is 0 for a constant border."""
    from_middle = mean - jnp.where(p["border"] == CONSTANT, p["cval"], 0.0)
    return jnp.maximum(square - from_middle * from_middle, 0.0)


PARAMS: tuple[Any, ...] = (
    Int("radius", 4, 1, 32, unit="px", doc="How far the surroundings reach."),
    Float("eps", 0.01, 1e-6, 1.0, slider_low=0.0001, slider_high=0.1,
        doc="How much must vary to be kept as an edge: a variance."),
    *border_params("reflect"),
)  # fmt: skip


def mean(values: Values, beyond: float) -> tuple[Op, Values]:
    """The local mean; `beyond` is the value beyond a constant border."""
    size = 2 * values["radius"] + 1
    return (box_blur, {"size": size, **border_of(values, beyond)})


def slope(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    """Return the weight of the picture: 1 on an edge, 0 on a flat area."""
    variance = local_variance(results[0], results[1], p)
    return variance / (variance + p["eps"])


def offset(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    """Return the added term: the local mean on a flat area."""
    return (1.0 - slope(x, results, p)) * results[0]


def of_moments(name: str, apply: Callable[..., Any]) -> Part:
    """A step that reads the local means of the picture and of its square."""
    kind = Combined(
        lambda values: [[mean(values, values["cval"])], [(SQUARE, about(values)), mean(values, 0.0)]],
        apply,
        ops=(box_blur, SQUARE),
    )
    return Part(name=name, kind=kind, own_params=PARAMS)


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
