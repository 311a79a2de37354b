"""Bent pictures: perspective, lenses, swirls and polar coordinates, bilinear."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Coordinates, Float64
from jaxstudio.kernels.warps import cos_sin
from jaxstudio.pipeline.kinds import Op, Warp
from jaxstudio.pipeline.op import Params, Size, Values
from jaxstudio.pipeline.outlines import CORNERS, SQUARE, Point, check_quadrilateral, moved_corners
from jaxstudio.pipeline.params import Bool, Float
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


def perspective_source(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
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
    kind=Warp(perspective_source, prepare=inverse_homography),
)


def lens_source(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
    cx, cy = (p["width"] - 1) / 2, (p["height"] - 1) / 2
    # distances in halves of the diagonal, as lens tables have them
    half = jnp.maximum(jnp.sqrt(cx * cx + cy * cy), 0.5)
    dx, dy = (x - cx) / half, (y - cy) / half
    r2 = dx * dx + dy * dy
    stretch = (1.0 + r2 * (p["k1"] + r2 * p["k2"])) / p["zoom"]
    return cx + half * dx * stretch, cy + half * dy * stretch


lens = Op(
    name="lens",
    title="Lens distortion",
    category="geometry",
    keywords=("barrel", "pincushion", "fisheye", "radial"),
    doc="Bends straight lines outwards or inwards, as lenses do.",
    use="To straighten what a wide lens has bent, or to bend it.",
    formula="y(c + d) = x(c + d·(1 + k1·r² + k2·r⁴) / zoom), c the centre, r = |d| in halves of the diagonal",
    source="Brown, Decentering distortion of lenses (1966), its radial terms; cv2.initUndistortRectifyMap",
    notes="Radii in halves of the picture's diagonal. Bilinear.",
    own_params=(
        Float(
            "k1", 0.0, -2.0, 2.0, slider_low=-0.5, slider_high=0.5, doc="Above 0 barrel, below 0 pincushion."
        ),
        Float(
            "k2", 0.0, -2.0, 2.0, slider_low=-0.5, slider_high=0.5, doc="The same, felt more at the corners."
        ),
        Float(
            "zoom", 1.0, 0.1, 10.0, slider_low=0.5, slider_high=2.0, doc="To hide or to show the bent edges."
        ),
    ),
    preview_note=RESAMPLING,
    kind=Warp(lens_source),
)


def swirl_source(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
    cx, cy = p["width"] / 2 - 0.5, p["height"] / 2 - 0.5
    dx, dy = x - cx, y - cy
    distance = jnp.sqrt(dx * dx + dy * dy)
    # the twist has fallen to a thousandth at the radius
    scale = p["radius"] / 5 * jnp.log(2.0)
    cos, sin = cos_sin(p["rotation"] + p["strength"] * jnp.exp(-distance / scale))
    return cx + cos * dx - sin * dy, cy + sin * dx + cos * dy


swirl = Op(
    name="swirl",
    title="Swirl",
    category="geometry",
    keywords=("twist", "whirl"),
    doc="Twists the picture about its centre, most in the middle.",
    use="As an effect, or to vary training pictures.",
    formula="y at (ρ, φ) about the centre = x at (ρ, φ + rotation + strength·e^(−5ρ / (radius·ln 2)))",
    source="skimage.transform.swirl(order=1)",
    notes="scikit-image's default centre lies half a pixel to the right of the middle and below it.",
    own_params=(
        Float("strength", 1.0, -100.0, 100.0, slider_low=-10.0, slider_high=10.0, unit="rad",
            doc="Turn in the middle, in radians."),
        Float("radius", 100.0, 1.0, 30000.0, slider_high=1000.0, unit="px", doc="Where the twist has faded."),
        Float("rotation", 0.0, -6.5, 6.5, unit="rad",
            doc="A turn of the whole, in radians."),
    ),
    preview_note=RESAMPLING,
    kind=Warp(swirl_source, border="mirror"),
)  # fmt: skip


def polar_source(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
    cx, cy = (p["width"] - 1) / 2, (p["height"] - 1) / 2
    far = jnp.sqrt(cx * cx + cy * cy)

    def unwound(x: Any, y: Any) -> tuple[Any, Any]:
        # across is the distance, down the angle
        angle, distance = 2 * math.pi * y / p["height"], far * x / p["width"]
        cos, sin = cos_sin(angle)
        return cx + distance * cos, cy + distance * sin

    def wound(x: Any, y: Any) -> tuple[Any, Any]:
        dx, dy = x - cx, y - cy
        turn = jnp.arctan2(dy, dx) / (2 * math.pi)
        turn = turn - jnp.floor(turn)
        return (
            jnp.sqrt(dx * dx + dy * dy) * p["width"] / jnp.maximum(far, 0.5),
            jnp.minimum(turn * p["height"], p["height"] - 1),
        )

    at = jnp.broadcast_arrays(*unwound(x, y)), jnp.broadcast_arrays(*wound(x, y))
    column, row = (jnp.where(p["wind"], winding, unwinding) for unwinding, winding in zip(*at, strict=True))
    return column, row


polar = Op(
    name="polar",
    title="Polar coordinates",
    category="geometry",
    keywords=("unwrap", "planet", "circle", "radial"),
    doc="Unwinds the picture about its centre: across is the distance, down the angle; or winds it up.",
    use="To read round scales and dials, or for a little planet.",
    formula="y(i, j) = x(c + ρ·(cos φ, sin φ)), ρ = (distance from the centre c to a corner)·j / width, "
    "φ = 2π·i / height; wind: the inverse of it",
    source="skimage.transform.warp_polar",
    notes="The picture keeps its size (scikit-image makes one of 360 rows). Bilinear.",
    own_params=(Bool("wind", False, doc="The reverse: rows become circles."),),
    preview_note=RESAMPLING,
    kind=Warp(polar_source),
)
