"""Swirl: the picture twisted about its centre."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Coordinates
from jaxstudio.kernels.trigonometry import cos_sin
from jaxstudio.pipeline.kinds import Op, Warp
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import RESAMPLING


def inverse(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
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
        Float(
            "strength",
            1.0,
            -100.0,
            100.0,
            slider_low=-10.0,
            slider_high=10.0,
            doc="Turn in the middle, in radians.",
        ),
        Float("radius", 100.0, 1.0, 30000.0, slider_high=1000.0, unit="px", doc="Where the twist has faded."),
        Float("rotation", 0.0, -6.5, 6.5, doc="A turn of the whole, in radians."),
    ),
    preview_note=RESAMPLING,
    kind=Warp(inverse, border="mirror"),
)
