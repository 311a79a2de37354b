"""Affine: scaled, sheared, turned and shifted at once."""

from __future__ import annotations

import math

import numpy as np

from jaxstudio.kernels.array_types import Float64
from jaxstudio.pipeline.kinds import Geometry, Op
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import RESAMPLING


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


def matrix(values: Values, shape: Size) -> Float64[np.ndarray, "2 3"]:
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
        Float(
            "shear",
            0.0,
            -80.0,
            80.0,
            slider_low=-45.0,
            slider_high=45.0,
            unit="°",
            doc="Angle by which upright lines lean.",
        ),
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
        Float(
            "right",
            0.0,
            -100000.0,
            100000.0,
            slider_low=-500.0,
            slider_high=500.0,
            unit="px",
            doc="Shift to the right.",
        ),
        Float(
            "down",
            0.0,
            -100000.0,
            100000.0,
            slider_low=-500.0,
            slider_high=500.0,
            unit="px",
            doc="Shift downwards.",
        ),
    ),
    preview_note=RESAMPLING,
    kind=Geometry(size=lambda values, shape: shape, matrix=matrix, upright=True, border="constant"),
)
