"""Affine maps as 2×3 float64 matrices on (x, y, 1), put together on the host."""

from __future__ import annotations

import math

import numpy as np


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
