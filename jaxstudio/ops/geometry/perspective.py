"""Perspective: the corners moved."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jaxstudio.errors import ParameterError
from jaxstudio.kernels.array_types import Array, Float64, Floating
from jaxstudio.pipeline.kinds import Op, Warp
from jaxstudio.pipeline.op import Params, Size, Values
from jaxstudio.pipeline.params import Float

CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def homography(
    start: Sequence[tuple[float, ...]], end: Sequence[tuple[float, ...]]
) -> Float64[np.ndarray, "3 3"]:
    """(3, 3): the projective map that takes four points to four others.

    Raises:
        ParameterError: three of the points lie on a line.
    """
    rows = []
    for (x, y), (u, v) in zip(start, end, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    for a, b, c in ((0, 1, 2), (1, 2, 3), (2, 3, 0), (3, 0, 1)):
        (ax, ay), (bx, by), (cx, cy) = (end[i] for i in (a, b, c))
        if abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) < 1e-6:
            raise ParameterError("perspective: three of the corners lie on a line, expected a quadrilateral")
    solved = np.linalg.solve(np.array(rows, np.float64), np.array(end, np.float64).reshape(-1))
    return np.append(solved, 1.0).reshape(3, 3)


def inverse_homography(values: Values, size: Size) -> Params:
    height, width = size
    scale = np.array([max(width - 1, 1), max(height - 1, 1)], np.float64)
    start = [tuple(np.array(corner) * scale) for corner in SQUARE]
    moved = [
        (np.array(corner) + np.array([values[f"{name}_x"], values[f"{name}_y"]]) / 100.0)
        for corner, name in zip(SQUARE, CORNERS, strict=True)
    ]
    end = [tuple(corner * scale) for corner in moved]
    return {"back": np.linalg.inv(homography(start, end))}


def inverse(
    x: Floating[Array, "*shape"], y: Floating[Array, "*shape"], p: Params
) -> tuple[Floating[Array, "*shape"], Floating[Array, "*shape"]]:
    h = p["back"]
    depth = h[2, 0] * x + h[2, 1] * y + h[2, 2]
    return (h[0, 0] * x + h[0, 1] * y + h[0, 2]) / depth, (h[1, 0] * x + h[1, 1] * y + h[1, 2]) / depth


def shift(name: str, axis: str) -> Float:
    along = "to the right" if axis == "x" else "downwards"
    return Float(
        name=f"{name}_{axis}",
        value=0.0,
        low=-400.0,
        high=400.0,
        slider_low=-50.0,
        slider_high=50.0,
        unit="%",
        doc=f"The {name.replace('_', ' ')} corner moved {along}, in percent of the picture.",
    )


perspective = Op(
    name="perspective",
    title="Perspective",
    category="geometry",
    keywords=("keystone", "corners", "homography", "deskew", "document"),
    doc="Moves the corners of the picture, as if it were seen from elsewhere.",
    use="To straighten a document or a facade, or to vary training pictures.",
    formula="y(p) = x(H⁻¹p), H the projective map that takes the corners to where they are moved",
    source="skimage.transform.ProjectiveTransform, warp(order=1); cv2.warpPerspective",
    notes="Bilinear.",
    own_params=tuple(shift(name, axis) for name in CORNERS for axis in "xy"),
    kind=Warp(inverse, prepare=inverse_homography),
)
