"""Tones changed by the lightness of their surroundings, found with edges kept: no halos appear."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.colour_spaces import REC709, linear_to_srgb
from jaxstudio.ops.blur.square import guided
from jaxstudio.pipeline.kinds import Branches, ColourMatrix, Combined, Op, Pointwise
from jaxstudio.pipeline.op import LINEAR, Params, Part, Values
from jaxstudio.pipeline.params import Float, Int
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

# Steps that find the lightness around a pixel.
LUMA = Part(name="luma", kind=ColourMatrix(lambda p: jnp.broadcast_to(jnp.asarray(REC709), (3, 3))))
LIGHTNESS = Part(name="lightness_of_light", kind=Pointwise(lambda x, p: linear_to_srgb(x)))
RADIUS = Int("radius", 16, 1, 32, unit="px", doc="How far the surroundings reach.")
EDGES = 0.01  # variance of lightness from which on an edge is kept
FINE, FINE_EDGES = 4, 0.0025  # the small scale: radius in pixels, and its variance


def smooth_step(x: Any, low: float, high: float) -> Any:
    """Return 0 below `low`, 1 above `high`, and a cubic in between, level at both ends."""
    t = jnp.clip((x - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def lightness_around(values: Values) -> Branches:
    return [[(LUMA, {}), (LIGHTNESS, {}), (guided, {"radius": values["radius"], "eps": EDGES})]]


def lift_and_hold(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    dark, light = 1.0 - smooth_step(results[0], 0.0, 0.6), smooth_step(results[0], 0.4, 1.0)
    return x * jnp.exp2(0.015 * (p["shadows"] * dark + p["highlights"] * light))


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
    source="He, Sun and Tang, Guided image filtering, 2010; the tone equalizers of darktable and RawTherapee",
    notes="Colours keep their hue and saturation. 100 % is one and a half stops. Not clipped.",
    space=LINEAR,
    own_params=(
        Float("shadows", 0.0, -100.0, 100.0, unit="%", doc="Above 0 lightens what is dark."),
        Float("highlights", 0.0, -100.0, 100.0, unit="%", doc="Below 0 darkens what is light."),
        RADIUS,
    ),
    preview_note=SMALL_DETAIL,
    kind=Combined(lightness_around, lift_and_hold, ops=(LUMA, LIGHTNESS, guided)),
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


def two_scales(values: Values) -> Branches:
    fine = (guided, {"radius": FINE, "eps": FINE_EDGES})
    coarse = (guided, {"radius": values["radius"], "eps": EDGES})
    return [[(LUMA, {})], [(LUMA, {}), fine], [(LUMA, {}), coarse]]


def add_scales(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    luma, fine, coarse = results
    # least at black and white, so that neither is pushed beyond
    middle = jnp.maximum(4.0 * luma * (1.0 - luma), 0.0)
    return x + 0.01 * (p["texture"] * (luma - fine) + p["clarity"] * middle * (fine - coarse))


clarity = Op(
    name="clarity",
    title="Clarity and texture",
    category="tone",
    keywords=(
        "local contrast",
        "structure",
        "punch",
        "detail",
        "skin",
        "midtone contrast",
        "local laplacian",
    ),
    doc="Strengthens or softens fine texture and larger shapes, each by itself, without halos.",
    use="For crisp landscapes and surfaces; below 0 for soft skin.",
    formula="y = x + texture·(l − f) + clarity·4l·(1 − l)·(f − c); l is luma, f and c are guided filters of "
    "it of radius 4 and of the chosen radius",
    source="He, Sun and Tang, Guided image filtering, 2010: detail in two layers",
    notes="All channels change by the same amount. Edges stronger than both scales stay as they are, as with "
    "a local Laplacian filter (Paris, Hasinoff and Kautz 2011). Not clipped.",
    own_params=(
        Float("clarity", 0.0, -100.0, 200.0, slider_high=100.0, unit="%", doc="Contrast of shapes."),
        Float("texture", 0.0, -100.0, 200.0, slider_high=100.0, unit="%", doc="Contrast of fine detail."),
        RADIUS,
    ),
    preview_note=SMALL_DETAIL,
    kind=Combined(two_scales, add_scales, ops=(LUMA, guided)),
)
