"""Changes of some hues and not of others: eight ranges of colour, and black and white by hues."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Colours, FloatArray
from jaxstudio.kernels.colour_spaces import hsv_to_rgb, rgb_to_hsv
from jaxstudio.pipeline.kinds import Colour, Op
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float

# The middle of each range in degrees.
RANGES = {
    "red": 0,
    "orange": 30,
    "yellow": 60,
    "green": 120,
    "aqua": 180,
    "blue": 240,
    "purple": 270,
    "magenta": 300,
}


def between_ranges(hue: FloatArray, p: Params, what: str) -> FloatArray:
    """Return the value of `what` at a hue in turns: linear from the middle of one range to the next."""
    values = [p[f"{name}_{what}"] for name in RANGES]
    middles = [degrees / 360 for degrees in RANGES.values()]
    slope, result = 0.0, values[0]
    ends = zip([*middles[1:], 1.0], [*values[1:], values[0]], strict=True)
    for middle, value, (end, next_value) in zip(middles, values, ends, strict=True):
        # a line bent at each middle: XLA:CPU computes it without looking anything up
        steeper = (next_value - value) / (end - middle) - slope
        result = result + steeper * jnp.maximum(hue - middle, 0.0)
        slope = slope + steeper
    return result


def change_ranges(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    hue, saturation, value = rgb_to_hsv(r, g, b)
    turned = hue + between_ranges(hue, p, "hue") / 360.0
    factor = 1.0 + between_ranges(hue, p, "saturation") / 100.0
    strength = jnp.clip(saturation, 0.0, 1.0)
    lighter = 1.0 + strength * between_ranges(hue, p, "lightness") / 100.0
    return hsv_to_rgb(turned, jnp.minimum(saturation * factor, jnp.maximum(saturation, 1.0)), value * lighter)


def change(what: str, name: str, effect: str) -> Float:
    return Float(f"{name}_{what}", 0.0, -100.0, 100.0, unit="%", group=what, doc=f"Makes {name} {effect}.")


hue_ranges = Op(
    name="hue_ranges",
    title="Hue ranges",
    category="colour",
    keywords=(
        "hsl", "hue saturation lightness", "color zones", "selective colour", "sky", "skin", "foliage",
        "color equalizer",
    ),
    doc="Turns, strengthens and lightens each of eight ranges of hue by itself.",
    use="For a deeper sky, calmer greens, warmer skin, while all other colours stay.",
    formula="In HSV: h + hue, s·(1 + saturation) up to 1, v·(1 + lightness·s); each value is linear in the "
    "hue between the middles of two ranges: 0°, 30°, 60°, 120°, 180°, 240°, 270°, 300°",
    source="Hue, saturation and value as in skimage.color.rgb2hsv; the ranges of Lightroom's HSL panel",
    notes="The less a colour is saturated, the less its lightness changes: gray stays. Gray pictures stay as "
    "they are.",
    own_params=tuple(
        param
        for name in RANGES
        for param in (
            Float(f"{name}_hue", 0.0, -60.0, 60.0, unit="°", group="hue", doc=f"Turns the hue of {name}."),
            change("saturation", name, "stronger or paler"),
            change("lightness", name, "lighter or darker"),
        )
    ),
    kind=Colour(change_ranges),
)  # fmt: skip


def mix_gray(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    most, least = jnp.maximum(jnp.maximum(r, g), b), jnp.minimum(jnp.minimum(r, g), b)
    middle = r + g + b - most - least
    primary = jnp.where(r == most, p["red"], jnp.where(g == most, p["green"], p["blue"]))
    # the secondary colour is that of the two larger: where red is least, cyan
    secondary = jnp.where(b == least, p["yellow"], jnp.where(r == least, p["cyan"], p["magenta"]))
    gray = least + ((most - middle) * primary + (middle - least) * secondary) / 100.0
    return gray, gray, gray


black_and_white = Op(
    name="black_and_white",
    title="Black and white",
    category="colour",
    keywords=("monochrome", "gray mixer", "hue mixer", "colour filter", "red filter", "infrared"),
    doc="Turns colours into grays, each hue as light or dark as you choose.",
    use="For a dark sky over light skin, or light foliage, as with a colour filter on black and white film.",
    formula="y = min + (max − mid)·primary + (mid − min)·secondary; min, mid, max are the ordered colours "
    "of a pixel, primary the weight of its largest colour, secondary that of its two largest",
    source="Photoshop's Black & White adjustment, whose default weights these are",
    notes="The picture keeps three equal channels. Gray stays as light as it was. Not clipped.",
    own_params=tuple(
        Float(name, value, -200.0, 300.0, unit="%", doc=f"How light {name} becomes.")
        for name, value in (
            ("red", 40.0),
            ("yellow", 60.0),
            ("green", 40.0),
            ("cyan", 60.0),
            ("blue", 20.0),
            ("magenta", 80.0),
        )
    ),
    kind=Colour(mix_gray),
)
