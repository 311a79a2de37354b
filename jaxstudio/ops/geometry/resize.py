"""Resize: another number of pixels."""

from __future__ import annotations

from functools import partial
from random import Random

import numpy as np

from jaxstudio.kernels.array_types import Coordinates, Float32, Float64
from jaxstudio.kernels.borders import INDEX_MAPS
from jaxstudio.ops.blur.gaussian_blur import gaussian_blur
from jaxstudio.pipeline.kinds import Composed, Geometry, Op, Parts, Report, Warp, Whole
from jaxstudio.pipeline.op import LINEAR, Kind, Params, Part, Size, Values
from jaxstudio.pipeline.params import Bool, Choice, Float, Int
from jaxstudio.pipeline.preview_notes import RESAMPLING

# What may be asked for; ten times that is what the scale may lead to.
SIDE, LONGEST = 100_000, 1_000_000
# Values that a cubic spline is drawn through at a time: some tens of milliseconds.
AT_ONCE = 1 << 19


def target(values: Values, shape: Size) -> Size:
    """(height, width) asked for; 0 follows the other side, and where both are 0 the scale."""
    height, width = values["height"], values["width"]
    if not height and not width:
        wanted = shape[0] * values["scale"] / 100.0, shape[1] * values["scale"] / 100.0
    else:
        wanted = (height or shape[0] * width / shape[1], width or shape[1] * height / shape[0])
    return max(1, round(wanted[0])), max(1, round(wanted[1]))


def to_size(values: Values, shape: Size) -> Size:
    return values["height"], values["width"]


def matrix(values: Values, shape: Size) -> Float64[np.ndarray, "2 3"]:
    down, across = shape[0] / values["height"], shape[1] / values["width"]
    return np.array([[across, 0.0, (across - 1) / 2], [0.0, down, (down - 1) / 2]])


def matrix_param(values: Values, shape: Size) -> Params:
    return {"matrix": matrix(values, shape)}


def inverse(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
    m = p["matrix"]
    return m[0, 0] * x + m[0, 2], m[1, 1] * y + m[1, 2]


def inner(name: str, kind: Kind) -> Part:
    sides = tuple(Int(side, 1, 1, LONGEST, unit="px", doc="A side.") for side in ("height", "width"))
    return Part(name=name, own_params=sides, kind=kind)


def resample_axis(
    pixels: Float32[np.ndarray, "height width channels"], count: int, axis: int, report: Report
) -> Float32[np.ndarray, "new_height new_width channels"]:
    """Resample one axis to `count` pixels along the cubic spline through its values, mirrored at the ends.

    Lines are independent of each other: some of them are computed at a time.
    """
    from scipy import ndimage  # takes longer to import than JAX

    length = pixels.shape[axis]
    place = (np.arange(count) + 0.5) * (length / count) - 0.5
    whole = np.floor(place)
    t = place - whole
    rest = 1 - t
    bell = rest**3 / 6, 2 / 3 - t * t * (2 - t) / 2, 2 / 3 - rest * rest * (2 - rest) / 2, t**3 / 6
    shape = [1] * pixels.ndim
    shape[axis] = count
    size = [*pixels.shape]
    size[axis] = count
    result = np.zeros(size, np.float32)
    across = 1 - axis
    step = max(1, AT_ONCE // (max(length, count) * pixels.shape[2]))
    for first in range(0, pixels.shape[across], step):
        some = (slice(None),) * across + (slice(first, first + step),)
        spline = ndimage.spline_filter1d(pixels[some], 3, axis, np.float32, mode="mirror")
        for offset, weight in enumerate(bell, -1):
            beside = INDEX_MAPS["mirror"](whole.astype(np.int64) + offset, length)
            result[some] += spline.take(beside, axis) * weight.reshape(shape).astype(np.float32)
        report(min(1.0, (first + step) / pixels.shape[across]))
    return result


def _report_half(report: Report, done: int, share: float) -> None:
    report((done + share) / 2)


def along_splines(
    pixels: Float32[np.ndarray, "height width channels"], values: Values, report: Report
) -> Float32[np.ndarray, "new_height new_width channels"]:
    # first the axis that leaves less to do for the other
    sides = {0: values["height"], 1: values["width"]}
    for number, axis in enumerate(sorted(sides, key=lambda axis: sides[axis] / pixels.shape[axis])):
        pixels = resample_axis(pixels, sides[axis], axis, partial(_report_half, report, number))
    return pixels


BILINEAR = inner("resize_linear", Geometry(size=to_size, matrix=matrix, upright=True, border="mirror"))
CUBIC = inner("resize_cubic", Whole(along_splines, to_size))
NEAREST = inner("resize_nearest", Warp(inverse, to_size, matrix_param, nearest=True, border="nearest"))


def steps(values: Values, shape: Size, chance: Random) -> Parts:
    height, width = target(values, shape)
    sides = {"height": min(height, LONGEST), "width": min(width, LONGEST)}
    if values["interpolation"] == "nearest":
        return [(NEAREST, sides)]
    sigma, sigma_y = (
        max(0.0, min((old / new - 1) / 2, 64.0)) for old, new in ((shape[1], width), (shape[0], height))
    )
    between = CUBIC if values["interpolation"] == "cubic" else BILINEAR
    if values["antialias"] and max(sigma, sigma_y) > 0:
        blur = {"sigma": sigma, "sigma_y": sigma_y, "border": "mirror"}
        return [(gaussian_blur, blur), (between, sides)]
    return [(between, sides)]


resize = Op(
    name="resize",
    title="Resize",
    category="geometry",
    keywords=("scale", "shrink", "enlarge", "thumbnail", "zoom", "scale image"),
    doc="Gives the picture another number of pixels.",
    use="For the web, for a thumbnail, or for the size that a model asks for.",
    formula="y(i) = x((i + ½)·old / new − ½) along both axes, x between pixels as interpolation says; with "
    "antialias (not nearest) after a Gaussian blur of deviation (old / new − 1) / 2",
    source="skimage.transform.resize(order=0, 1 and 3, mode='reflect')",
    space=LINEAR,
    notes="Antialiasing is scikit-image's Gaussian, of at most 64 px; OpenCV's resize has none, and "
    "Pillow's widens its kernel instead. The cubic spline goes through all values, as scikit-image's; "
    "OpenCV's and Pillow's bicubic look at four. It may go beyond the least and greatest value, where "
    "scikit-image cuts off by default, and is computed for the whole picture at once.",
    own_params=(
        Float("scale", 50.0, 0.1, 1000.0, slider_low=1.0, slider_high=200.0, unit="%",
            doc="Where neither width nor height is given."),
        Int("width", 0, 0, SIDE, slider_high=4000, unit="px", doc="0 follows the height."),
        Int("height", 0, 0, SIDE, slider_high=4000, unit="px", doc="0 follows the width."),
        Choice("interpolation", "linear", ("nearest", "linear", "cubic"),
            doc="The nearest pixel as it is, straight between pixels, or along a cubic spline."),
        Bool("antialias", True, doc="Blur before shrinking, so that no moiré appears."),
    ),
    preview_note=RESAMPLING,
    kind=Composed(steps, ops=(gaussian_blur, BILINEAR, CUBIC, NEAREST)),
)  # fmt: skip
