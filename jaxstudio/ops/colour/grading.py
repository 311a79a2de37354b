"""Colours graded by tone: lift, gamma and gain, the ASC's decision list, split toning."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Colours, FloatArray
from jaxstudio.kernels.colour_spaces import REC709, hsv_to_rgb
from jaxstudio.kernels.powers import power, unless_one
from jaxstudio.pipeline.kinds import Colour, Op
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float

CHANNELS = ("red", "green", "blue")


def power_or_0(x: FloatArray, exponent: Any, power: Any = power) -> FloatArray:
    """x to a power above 0, and 0 below 0."""
    dark = x <= 0  # not of NaN, which is carried on
    return jnp.where(dark, 0.0, power(jnp.where(dark, 1.0, x), exponent))


def lift_gamma_gain(x: FloatArray, lift: Any, gamma: Any, gain: Any, power: Any = power) -> FloatArray:
    return power_or_0(gain * (x + lift * (1.0 - x)), 1.0 / gamma, power)


def balance_by(rgb: Colours, p: Params, power: Any) -> Colours:
    def channel(x: FloatArray, name: str) -> FloatArray:
        lift, gamma, gain = p["lift"] + p[f"lift_{name}"], p["gamma"] * p[f"gamma_{name}"], p["gain"]
        return lift_gamma_gain(x, lift, gamma, gain * p[f"gain_{name}"], power)

    return channel(rgb[0], "red"), channel(rgb[1], "green"), channel(rgb[2], "blue")


def balance_tones(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    gammas = jnp.stack([p["gamma"] * p[f"gamma_{name}"] for name in CHANNELS])
    return unless_one(balance_by, (gammas == 1).all(), (r, g, b), p)


def of_each(name: str, value: float, low: float, high: float, doc: str) -> tuple[Float, ...]:
    """Return a parameter for all colours, then one for each."""
    whole = Float(name, value, low, high, group=name, doc=doc)
    alone = {c: f"The same for {c} alone." for c in CHANNELS}
    return whole, *(Float(f"{name}_{c}", value, low, high, group=name, doc=alone[c]) for c in CHANNELS)


color_balance = Op(
    name="color_balance",
    title="Colour balance",
    category="colour",
    keywords=("lift", "gamma", "gain", "shadows", "midtones", "highlights", "grading", "colour wheels"),
    doc="Gives shadows, midtones and highlights each a lightness and a colour.",
    use="For the mood of a scene: cold shadows, warm lights, or to take a cast out of one range of tones.",
    formula="y = (gain·(x + lift·(1 − x)))^(1 / gamma), each the product (of lift the sum) of the value "
    "for all colours and that of the channel",
    source="Blender's Color Balance node, Lift/Gamma/Gain",
    notes="Blender's lift is 1 more than this one. Values below 0 become 0; light ones are not clipped. Gray "
    "pictures follow the values for all colours.",
    own_params=(
        *of_each("lift", 0.0, -0.5, 0.5, "What black becomes; white stays."),
        *of_each("gamma", 1.0, 0.25, 4.0, "Above 1 lifts the midtones."),
        *of_each("gain", 1.0, 0.0, 4.0, "Multiplies all tones, the light ones most visibly."),
    ),
    kind=Colour(balance_tones, lambda x, p: lift_gamma_gain(x, p["lift"], p["gamma"], p["gain"])),
)


def decide_channel(x: FloatArray, name: str, p: Params, power: Any = power) -> FloatArray:
    straight = jnp.clip(x * p[f"slope_{name}"] + p[f"offset_{name}"], 0.0, 1.0)
    return power_or_0(straight, p[f"power_{name}"], power)


def decide_by(rgb: Colours, p: Params, power: Any) -> Colours:
    r, g, b = (decide_channel(x, name, p, power) for x, name in zip(rgb, CHANNELS, strict=True))
    luma = r * 0.2126 + g * 0.7152 + b * 0.0722

    def saturated(x: FloatArray) -> FloatArray:
        return jnp.clip(luma + p["saturation"] * (x - luma), 0.0, 1.0)

    return saturated(r), saturated(g), saturated(b)


def decide(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    powers = jnp.stack([p[f"power_{name}"] for name in CHANNELS])
    return unless_one(decide_by, (powers == 1).all(), (r, g, b), p)


def of_channels(name: str, value: float, low: float, high: float, doc: str, **of: Any) -> list[Float]:
    return [Float(f"{name}_{c}", value, low, high, group=name, doc=doc.format(c), **of) for c in CHANNELS]


asc_cdl = Op(
    name="asc_cdl",
    title="ASC CDL",
    category="colour",
    keywords=("color decision list", "slope", "offset", "power", "grading", "cinema"),
    doc="Grades colours by slope, offset and power, as cinema programs exchange them.",
    use="To repeat a grade of another program, or to hand one on.",
    formula="y = clip(slope·x + offset)^power, then luma + saturation·(y − luma), luma = 0.2126·r + "
    "0.7152·g + 0.0722·b; both cut off to 0 … 1",
    source="ASC Color Decision List 1.2; OpenColorIO's CDLTransform, style ASC",
    notes="Gray pictures follow the values of green.",
    own_params=(
        *of_channels("slope", 1.0, 0.0, 8.0, "Multiplies {0}.", slider_high=2.0),
        *of_channels("offset", 0.0, -2.0, 2.0, "Added to {0}.", slider_low=-0.5, slider_high=0.5),
        *of_channels("power", 1.0, 0.05, 8.0, "The exponent of {0}: above 1 is darker.", slider_high=3.0),
        Float("saturation", 1.0, 0.0, 4.0, slider_high=2.0, doc="0 is gray, 1 leaves the colours."),
    ),
    kind=Colour(decide, lambda x, p: decide_channel(x, "green", p)),
)


def luma_of(r: FloatArray, g: FloatArray, b: FloatArray) -> FloatArray:
    return r * REC709[0] + g * REC709[1] + b * REC709[2]


def tint(p: Params, name: str) -> tuple[Any, Any, Any]:
    """Return the colour of `name` less its luma, times its saturation."""
    colour = hsv_to_rgb(jnp.asarray(p[f"{name}_hue"] / 360.0), jnp.ones(()), jnp.ones(()))
    strength, own = p[f"{name}_saturation"] / 100.0, luma_of(*colour)
    return (colour[0] - own) * strength, (colour[1] - own) * strength, (colour[2] - own) * strength


def tone_in_two(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    tone = jnp.clip(luma_of(r, g, b), 0.0, 1.0)
    light = power_or_0(tone, jnp.exp2(-p["balance"] / 50.0))
    share = 2.0 * tone * (1.0 - tone)  # none at black and at white
    (dark_r, dark_g, dark_b), (light_r, light_g, light_b) = tint(p, "shadows"), tint(p, "highlights")
    return (
        r + share * (dark_r + light * (light_r - dark_r)),
        g + share * (dark_g + light * (light_g - dark_g)),
        b + share * (dark_b + light * (light_b - dark_b)),
    )


split_toning = Op(
    name="split_toning",
    title="Split toning",
    category="colour",
    keywords=("tint", "duotone", "teal and orange", "shadows", "highlights", "toning"),
    doc="Tints shadows with one colour and highlights with another.",
    use="For toned black and white, or a look such as teal and orange.",
    formula="y = x + 2t·(1 − t)·((1 − w)·S + w·H), t = luma cut off to 0 … 1, w = t^(2^(−balance / 50)), "
    "S and H the two colours less their luma, times their saturation",
    source="Split toning of darktable and Lightroom, with tints of luma 0",
    notes="Luma stays, black and white too. Gray pictures stay as they are. Not clipped.",
    own_params=(
        Float("shadows_hue", 220.0, 0.0, 360.0, unit="°", doc="Colour of the shadows."),
        Float("shadows_saturation", 25.0, 0.0, 100.0, unit="%", doc="How strong it is."),
        Float("highlights_hue", 40.0, 0.0, 360.0, unit="°", doc="Colour of the highlights."),
        Float("highlights_saturation", 25.0, 0.0, 100.0, unit="%", doc="How strong it is."),
        Float("balance", 0.0, -100.0, 100.0, unit="%",
            doc="Above 0 the highlights' colour reaches further down."),
    ),
    kind=Colour(tone_in_two),
)  # fmt: skip
