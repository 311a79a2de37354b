"""Tones changed by the lightness of their surroundings, found with edges kept: no halos appear."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Colours, FloatArray
from jaxstudio.kernels.colour_spaces import REC709, linear_to_srgb
from jaxstudio.pipeline.kinds import Guided, Op, Pointwise
from jaxstudio.pipeline.op import LINEAR, Params
from jaxstudio.pipeline.params import Float, Int
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

RADIUS = Int("radius", 16, 1, 32, unit="px", doc="How far the surroundings reach.")
EDGES = 0.01  # variance of lightness from which on an edge is kept
FINE_EDGES = 0.0025  # the same for fine texture


def luma(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> FloatArray:
    return REC709[0] * r + REC709[1] * g + REC709[2] * b


def lightness(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> FloatArray:
    """Return the encoded luminance of light."""
    return linear_to_srgb(luma(r, g, b, p))


def smooth_step(x: Any, low: float, high: float) -> Any:
    """Return 0 below `low`, 1 above `high`, and a cubic in between, level at both ends."""
    t = jnp.clip((x - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def lift_and_hold(
    r: FloatArray, g: FloatArray, b: FloatArray, guide: FloatArray, smooth: tuple[FloatArray, ...], p: Params
) -> Colours:
    dark, light = 1.0 - smooth_step(smooth[0], 0.0, 0.6), smooth_step(smooth[0], 0.4, 1.0)
    factor = jnp.exp2(0.015 * (p["shadows"] * dark + p["highlights"] * light))
    return r * factor, g * factor, b * factor


shadows_highlights = Op(
    name="shadows_highlights",
    title="Shadows and highlights",
    category="tone",
    keywords=("fill light", "recovery", "backlight", "tone equalizer", "dynamic range", "open shadows"),
    doc="Lightens or darkens shadows and highlights, and keeps the contrast within them.",
    use="For pictures against the light: lift what is dark, hold what is light.",
    formula="y = x·2^(1.5·(shadows·d(b) + highlights·h(b))) in linear light; b is the lightness around "
    "(guided filter of the encoded luminance), d falls from 1 at 0 to 0 at 0.6, h rises from 0 at 0.4 to 1 "
    "at 1, both smoothly",
    source="He and Sun, Fast guided filter, 2015; the tone equalizers of darktable and RawTherapee",
    notes="Colours keep their hue and saturation. 100 % is one and a half stops. The guided filter works on "
    "cells of 1 to 8 pixels, by the radius: on photos its result is within 0.3 % of that of all pixels, as a "
    "root mean square. Not clipped.",
    space=LINEAR,
    own_params=(
        Float("shadows", 0.0, -100.0, 100.0, unit="%", doc="Above 0 lightens what is dark."),
        Float("highlights", 0.0, -100.0, 100.0, unit="%", doc="Below 0 darkens what is light."),
        RADIUS,
    ),
    preview_note=SMALL_DETAIL,
    kind=Guided(guide=lightness, scales=lambda values: [(values["radius"], EDGES)], apply=lift_and_hold),
)


def move_ends(x: FloatArray, p: Params) -> FloatArray:
    t = jnp.clip(x, 0.0, 1.0)
    rest = 1.0 - t
    return (
        x
        + np.float32(0.0025) * p["whites"] * t * t * t
        + np.float32(0.001) * p["blacks"] * rest * rest * rest
    )


whites_blacks = Op(
    name="whites_blacks",
    title="Whites and blacks",
    category="tone",
    keywords=("white point", "black point", "clipping", "fade", "punch"),
    doc="Moves the lightest and the darkest tones; the middle hardly changes.",
    use="To use the whole range, or to save lights and shadows from clipping.",
    formula="y = x + 0.25·whites·t³ + 0.1·blacks·(1 − t)³, t = x cut off to 0 … 1",
    source="The Whites and Blacks of Lightroom, as a monotone cubic",
    notes="Order is kept for all values. Not clipped.",
    own_params=(
        Float("whites", 0.0, -100.0, 100.0, unit="%", doc="Above 0 lightens the lightest tones."),
        Float("blacks", 0.0, -100.0, 100.0, unit="%", doc="Below 0 darkens the darkest tones."),
    ),
    kind=Pointwise(move_ends, cheap=True),
)


def add_scales(
    r: FloatArray, g: FloatArray, b: FloatArray, guide: FloatArray, smooth: tuple[FloatArray, ...], p: Params
) -> Colours:
    fine, coarse = smooth
    # least at black and white, so that neither is pushed beyond
    middle = jnp.maximum(4.0 * guide * (1.0 - guide), 0.0)
    added = 0.01 * (p["texture"] * (guide - fine) + p["clarity"] * middle * (fine - coarse))
    return r + added, g + added, b + added


clarity = Op(
    name="clarity",
    title="Clarity and texture",
    category="tone",
    keywords=(
        "local contrast", "structure", "punch", "detail", "skin", "midtone contrast",
    ),
    doc="Strengthens or softens fine texture and larger shapes, each by itself, without halos.",
    use="For crisp landscapes and surfaces; below 0 for soft skin.",
    formula="y = x + texture·(l − f) + clarity·4l·(1 − l)·(f − c); l is luma, f and c are guided filters of "
    "it, of the fine radius and of the other",
    source="He, Sun and Tang, Guided image filtering, 2010: detail in two layers; He and Sun, Fast guided "
    "filter, 2015",
    notes="All channels change by the same amount. Beside an edge of half the range, strong values (100 % "
    "and 60 %) leave a halo of 4 % of the range; Local contrast of the same strength leaves 11 %, Local "
    "Laplacian 2 %. The guided filter works on cells, as in Shadows "
    "and highlights. Not clipped.",
    own_params=(
        Float("clarity", 0.0, -100.0, 200.0, slider_high=100.0, unit="%", doc="Contrast of shapes."),
        Float("texture", 0.0, -100.0, 200.0, slider_high=100.0, unit="%", doc="Contrast of fine detail."),
        RADIUS,
        Int("fine", 4, 1, 16, unit="px", label="Texture size", doc="Detail up to this size is texture."),
    ),
    preview_note=SMALL_DETAIL,
    kind=Guided(
        guide=luma,
        scales=lambda values: [(values["fine"], FINE_EDGES), (values["radius"], EDGES)],
        apply=add_scales,
    ),
)  # fmt: skip
