"""Lens: barrel and pincushion."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Coordinates
from jaxstudio.pipeline.kinds import Op, Warp
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import RESAMPLING


def inverse(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
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
    kind=Warp(inverse),
)
