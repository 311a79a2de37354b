"""Blurs of movement: along a line, and towards the middle."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Float32, Float64, FloatArray
from jaxstudio.kernels.fir import weighted_places
from jaxstudio.kernels.stencil import Window
from jaxstudio.pipeline.kinds import Magnified, Neighbourhood, Op, Pass
from jaxstudio.pipeline.op import LINEAR, Params, Values
from jaxstudio.pipeline.params import Float, Int

# How many pixels side by side a line of width 1 touches at most, in each column it crosses.
BESIDE = (-1, 0, 1)
# From this radius on, to convert what comes of it takes a fiftieth of its time.
SLOW = 8


def line(p: Params, radius: int) -> Params:
    """The offsets and weights of a line through the middle, as a turned row of pixels has them."""
    half = jnp.floor(p["length"] / 2)
    angle = p["angle"] * (np.pi / 180)
    cos, sin = jnp.cos(angle), jnp.sin(angle)
    flat = jnp.abs(cos) >= jnp.abs(sin)
    main = jnp.repeat(jnp.arange(-radius, radius + 1, dtype=jnp.float32), len(BESIDE))
    # across a flat line lie rows, across a steep one columns; y points down
    steepness = jnp.where(flat, -sin / jnp.where(flat, cos, 1.0), -cos / jnp.where(flat, 1.0, sin))
    other = jnp.round(main * steepness) + jnp.tile(jnp.array(BESIDE, jnp.float32), 2 * radius + 1)
    dx, dy = jnp.where(flat, main, other), jnp.where(flat, other, main)
    along, across = cos * dx - sin * dy, sin * dx + cos * dy
    beside = jnp.maximum(1.0 - jnp.abs(across), 0.0)
    inside = (jnp.abs(dx) <= half) & (jnp.abs(dy) <= half)
    weight = jnp.where(inside, beside * strength(along, half, p["direction"]), 0.0)
    # weights of 0 may lie outside what the kernel may read
    dx, dy = jnp.where(inside, dx, 0.0), jnp.where(inside, dy, 0.0)
    return {
        "down": dy.astype(jnp.int32),
        "right": dx.astype(jnp.int32),
        "weight": weight / jnp.sum(weight),
    }


def blur_along_line(window: Window, p: Params) -> FloatArray:
    count = (2 * p["radius"] + 1) * len(BESIDE)
    beyond = (p["weight"].shape[0] - count) // 2
    down, right, weight = (p[name][beyond : beyond + count] for name in ("down", "right", "weight"))
    return weighted_places(window, down, right, weight)


def strength(along: FloatArray, half: Float32[Any, ""], direction: Float32[Any, ""]) -> FloatArray:
    """Return a straight ramp along the line that falls to 0 within a pixel beyond either end."""

    def at(place: FloatArray) -> FloatArray:
        ramp = 0.5 - 0.5 * direction * place / jnp.maximum(half, 0.5)
        return jnp.where(jnp.abs(place) <= half, ramp, 0.0)

    below = jnp.floor(along)
    return at(below) + (along - below) * (at(below + 1) - at(below))


motion_blur = Op(
    name="motion_blur",
    title="Motion blur",
    category="blur",
    keywords=("camera shake", "speed", "streak", "panning"),
    doc="Smears the picture along a line, as if camera or subject had moved.",
    use="To show speed, or to teach a model about shaken pictures.",
    formula="y = Σ k·x(q) / Σ k, k a row of length weights 1 + direction·(1 − 2t), t from 0 to 1, "
    "turned by angle with bilinear interpolation",
    source="kornia.filters.motion_blur(mode='bilinear')",
    space=LINEAR,
    notes="Kornia's border is constant and its mode nearest. Weights add up to 1.",
    own_params=(
        Int("length", 9, 1, 129, step=2, slider_high=65, unit="px", doc="Length of the line."),
        Float("angle", 0.0, -360.0, 360.0, slider_low=-180.0, slider_high=180.0, unit="°",
            doc="Direction of the line, counter-clockwise from a level one."),
        Float("direction", 0.0, -1.0, 1.0,
            doc="Where it weighs most: −1 at the line's far end, 0 evenly, 1 at its near end."),
    ),
    kind=Neighbourhood(
        buckets=(1, 2, 4, 8, 16, 32, 64),
        bucket=lambda values: int(values["length"]) // 2,
        prepare=line,
        prepares_all_taps=True,
        expensive=lambda bucket: bucket >= SLOW,
        passes=(Pass(blur_along_line, reach=lambda r: (r, r)),),
    ),
)  # fmt: skip


def factors(values: Values) -> Float64[np.ndarray, " factors"]:
    return np.linspace(1.0, values["factor"], values["steps"] + 1)


zoom_blur = Op(
    name="zoom_blur",
    title="Zoom blur",
    category="blur",
    keywords=("radial", "streak", "speed", "explosion"),
    doc="Draws streaks towards the middle, as a zoom lens does that is turned while the shutter is open.",
    use="To lead the eye to the middle, or to show speed.",
    formula="y = (x + Σ x magnified by 1 + (factor − 1)·k/steps) / (steps + 1), k = 1 … steps",
    source="albumentations.ZoomBlur; Hendrycks and Dietterich, Benchmarking neural network robustness, 2019",
    space=LINEAR,
    notes="The average of so many magnified pictures and the picture itself, bilinear, about its exact "
    "middle; albumentations rounds to whole pixels.",
    own_params=(
        Float("factor", 1.1, 1.0, 4.0, slider_high=1.5, doc="How much the largest is magnified."),
        Int("steps", 12, 1, 100, slider_high=40, doc="How many magnified pictures."),
    ),
    kind=Magnified(factors),
)
