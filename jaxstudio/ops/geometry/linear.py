"""Turned, scaled, sheared and shifted: maps by a matrix, bilinear."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from jaxstudio.kernels.array_types import Float64
from jaxstudio.pipeline.kinds import Geometry, Op
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.outlines import cos_sin, rotated_size, rotated_span
from jaxstudio.pipeline.params import Bool, Float
from jaxstudio.pipeline.preview_notes import RESAMPLING

ANGLE = Float(
    "angle",
    0.0,
    -360.0,
    360.0,
    slider_low=-180.0,
    slider_high=180.0,
    unit="°",
    doc="Degrees, counter-clockwise.",
)
SHIFT = tuple(
    Float(
        name, 0.0, -100000.0, 100000.0, slider_low=-500.0, slider_high=500.0, unit="px", doc=f"Shift {way}."
    )
    for name, way in (("right", "to the right"), ("down", "downwards"))
)


def slant(name: str, doc: str) -> Float:
    return Float(name, 0.0, -80.0, 80.0, slider_low=-45.0, slider_high=45.0, unit="°", doc=doc)


def unchanged(values: Values, shape: Size) -> Size:
    return shape


def forward(scale: tuple[float, float], degrees: float, shear: tuple[float, float]) -> np.ndarray:
    """(2, 2): scaled, then sheared along x and y (degrees), then turned counter-clockwise on the screen."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turn = np.array([[cos, sin], [-sin, cos]])  # y points down
    lean = np.array([[1.0, math.tan(math.radians(shear[0]))], [math.tan(math.radians(shear[1])), 1.0]])
    return turn @ lean @ np.diag(scale)


def inverse_about_centre(
    linear: np.ndarray, shift: tuple[float, float], shape: tuple[int, int]
) -> np.ndarray:
    """The 2×3 matrix from result to input coordinates of a map about the centre of (height, width).

    Raises:
        np.linalg.LinAlgError: the map is not invertible.
    """
    back = np.linalg.inv(linear)
    centre = np.array([(shape[1] - 1) / 2, (shape[0] - 1) / 2])
    offset = centre - back @ (centre + np.asarray(shift))
    return np.column_stack([back, offset])


def affine_matrix(values: Values, shape: Size) -> Float64[np.ndarray, "2 3"]:
    linear = forward((values["scale_x"], values["scale_y"]), values["angle"], (values["shear"], 0.0))
    return inverse_about_centre(linear, (values["right"], values["down"]), shape)


affine = Op(
    name="affine",
    title="Affine",
    category="geometry",
    keywords=("transform", "scale", "zoom", "register"),
    doc="Scales, slants, turns and shifts the picture at once, about its centre.",
    use="To bring a picture into the place of another; one interpolation instead of four.",
    formula="y(p) = x(c + A⁻¹(p − c − s)), A = turn by angle · shear · scale, c the centre, s = (right, "
    "down)",
    source="skimage.transform.warp with an AffineTransform about the centre, order=1",
    notes="Bilinear. In this order: scale, shear, angle, shift.",
    own_params=(
        Float("scale_x", 1.0, 0.01, 100.0, slider_low=0.1, slider_high=4.0, doc="Scale across."),
        Float("scale_y", 1.0, 0.01, 100.0, slider_low=0.1, slider_high=4.0, doc="Scale down the columns."),
        slant("shear", "Angle by which upright lines lean."),
        ANGLE,
        *SHIFT,
    ),
    preview_note=RESAMPLING,
    kind=Geometry(size=unchanged, matrix=affine_matrix, upright=True, border="constant"),
)


def rotation_matrix(values: Values, shape: Size) -> Float64[np.ndarray, "2 3"]:
    cos, sin = cos_sin(values["angle"])
    (height, width), (rows, columns) = shape, rotated_span(values["angle"], values["expand"], shape)
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
        replace(ANGLE, slider_low=-45.0, slider_high=45.0, slider_step=0.1),
        Bool("expand", False, doc="Grow the picture so that no corner is cut off."),
    ),
    preview_note=RESAMPLING,
    kind=Geometry(
        size=lambda values, shape: rotated_size(values["angle"], values["expand"], shape),
        matrix=rotation_matrix,
        border="constant",
    ),
)


def shear_matrix(values: Values, shape: Size) -> Float64[np.ndarray, "2 3"]:
    # one after the other, so that no pair of angles folds the picture flat
    across = forward((1.0, 1.0), 0.0, (values["horizontal"], 0.0))
    down = forward((1.0, 1.0), 0.0, (0.0, values["vertical"]))
    return inverse_about_centre(down @ across, (0.0, 0.0), shape)


shear = Op(
    name="shear",
    title="Shear",
    category="geometry",
    keywords=("slant", "skew", "italic"),
    doc="Slants the picture, as italics slant letters.",
    use="To straighten slanted writing, or to vary training pictures.",
    formula="y(p) = x(c + A⁻¹(p − c)), A = ((1, 0), (tan vertical, 1))·((1, tan horizontal), (0, 1)), c "
    "the centre",
    source="skimage.transform.warp with an AffineTransform about the centre, order=1",
    notes="Bilinear. First horizontally, then vertically.",
    own_params=(
        slant("horizontal", "Angle by which upright lines lean."),
        slant("vertical", "Angle by which level lines lean."),
    ),
    preview_note=RESAMPLING,
    kind=Geometry(size=unchanged, matrix=shear_matrix, border="constant"),
)

translate = Op(
    name="translate",
    title="Translate",
    category="geometry",
    keywords=("shift", "move", "roll"),
    doc="Shifts the picture; fractions of a pixel are interpolated.",
    use="To align two pictures, or to vary training pictures; with the border wrap it rolls.",
    formula="y(i, j) = x(i − down, j − right)",
    source="scipy.ndimage.shift(order=1)",
    notes="Bilinear.",
    own_params=SHIFT,
    kind=Geometry(
        size=unchanged,
        matrix=lambda values, shape: np.array([[1.0, 0.0, -values["right"]], [0.0, 1.0, -values["down"]]]),
        upright=True,
        border="constant",
    ),
)
