"""Polar: the picture wound round its centre, or unwound."""

from __future__ import annotations

import math
from typing import Any

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Coordinates
from jaxstudio.kernels.trigonometry import cos_sin
from jaxstudio.pipeline.kinds import Op, Warp
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Bool
from jaxstudio.pipeline.preview_notes import RESAMPLING


def inverse(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
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
    kind=Warp(inverse),
)
