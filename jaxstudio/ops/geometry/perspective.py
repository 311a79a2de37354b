"""Perspective: the corners moved."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jaxstudio.kernels.array_types import Coordinates, Float64
from jaxstudio.pipeline.kinds import Op, Warp
from jaxstudio.pipeline.op import Params, Size, Values
from jaxstudio.pipeline.outlines import CORNERS, SQUARE, Point, check_quadrilateral, moved_corners
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import RESAMPLING


def homography(start: Sequence[Point], end: Sequence[Point]) -> Float64[np.ndarray, "3 3"]:
    """(3, 3): the projective map that takes four points to four others.

    Raises:
        ParameterError: three of the points lie on a line.
    """
    rows = []
    for (x, y), (u, v) in zip(start, end, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    check_quadrilateral(end)
    solved = np.linalg.solve(np.array(rows, np.float64), np.array(end, np.float64).reshape(-1))
    return np.append(solved, 1.0).reshape(3, 3)


def inverse_homography(values: Values, size: Size) -> Params:
    height, width = size
    right, down = max(width - 1, 1), max(height - 1, 1)
    start = [(x * right, y * down) for x, y in SQUARE]
    return {"back": np.linalg.inv(homography(start, moved_corners(values, size)))}


def inverse(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
    h = p["back"]
    depth = h[2, 0] * x + h[2, 1] * y + h[2, 2]
    return (h[0, 0] * x + h[0, 1] * y + h[0, 2]) / depth, (h[1, 0] * x + h[1, 1] * y + h[1, 2]) / depth


def shift(name: str, axis: str) -> Float:
    along = "to the right" if axis == "x" else "downwards"
    return Float(
        f"{name}_{axis}",
        0.0,
        -400.0,
        400.0,
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
    preview_note=RESAMPLING,
    kind=Warp(inverse, prepare=inverse_homography),
)
