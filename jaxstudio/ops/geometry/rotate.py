"""Rotate: the picture turned about its centre."""

from __future__ import annotations

import math

import numpy as np

from jaxstudio.kernels.array_types import Float64
from jaxstudio.pipeline.kinds import Geometry, Op
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Bool, Float
from jaxstudio.pipeline.preview_notes import RESAMPLING


def _cos_sin(values: Values) -> tuple[float, float]:
    # exact at right angles, where rounding π would leave 1e-16 and a seam of border pixels
    turns = values["angle"] / 90.0
    if turns == round(turns):
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[round(turns) % 4]
    radians = math.radians(values["angle"])
    return math.cos(radians), math.sin(radians)


def _span(values: Values, shape: Size) -> tuple[float, float]:
    """Distance between the first and the last row, and column, of the turned picture."""
    height, width = shape
    if not values["expand"]:
        return height - 1, width - 1
    cos, sin = (abs(part) for part in _cos_sin(values))
    return (height - 1) * cos + (width - 1) * sin, (height - 1) * sin + (width - 1) * cos


def size(values: Values, shape: Size) -> Size:
    rows, columns = _span(values, shape)
    return round(rows) + 1, round(columns) + 1


def matrix(values: Values, shape: Size) -> Float64[np.ndarray, "2 3"]:
    cos, sin = _cos_sin(values)
    (height, width), (rows, columns) = shape, _span(values, shape)
    cx, cy, ox, oy = (width - 1) / 2, (height - 1) / 2, columns / 2, rows / 2
    return np.array([[cos, -sin, cx - cos * ox + sin * oy], [sin, cos, cy - sin * ox - cos * oy]])


rotate = Op(
    name="rotate",
    title="Rotate",
    category="geometry",
    keywords=("turn", "straighten", "angle", "deskew"),
    doc="Turns the picture about its centre, counter-clockwise.",
    use="To straighten a horizon, or to augment training pictures.",
    formula="y(c + d) = x(c + R⁻¹d), R the turn by angle, c the centre",
    source="skimage.transform.rotate(order=1)",
    notes="Bilinear. Beyond the picture lies what border says.",
    own_params=(
        Float(
            "angle",
            0.0,
            -360.0,
            360.0,
            slider_low=-180.0,
            slider_high=180.0,
            unit="°",
            doc="Degrees, counter-clockwise.",
        ),
        Bool("expand", False, doc="Grow the picture so that no corner is cut off."),
    ),
    preview_note=RESAMPLING,
    kind=Geometry(size=size, matrix=matrix, border="constant"),
)
