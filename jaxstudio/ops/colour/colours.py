"""Filters that look at the colours of a pixel together, or at one of its channels."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Array, Colours, Float32, FloatArray
from jaxstudio.kernels.colour_spaces import REC709, hsv_to_rgb, rgb_to_hsv
from jaxstudio.kernels.pixels import always_true, prevent_fusion
from jaxstudio.kernels.random_fields import Place
from jaxstudio.kernels.sampling import slices
from jaxstudio.pipeline.kinds import Blocks, Colour, Global, Op, Placed
from jaxstudio.pipeline.op import LINEAR, Params, Values
from jaxstudio.pipeline.params import Bool, Choice, Float


def rotate_hue(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    h, s, v = rgb_to_hsv(r, g, b)
    return hsv_to_rgb(h + p["delta"], s, v)


hue = Op(
    name="hue",
    title="Hue",
    category="colour",
    keywords=("tint", "rotate colours", "hsv", "hue shift", "hue chroma"),
    doc="Turns all colours round the colour circle.",
    use="To change the mood of a picture, or to vary the colours of training pictures.",
    formula="h becomes h + delta in HSV; saturation and value stay",
    source="skimage.color.rgb2hsv, hsv2rgb",
    notes="A full turn is 1. Gray pictures stay as they are.",
    own_params=(
        Float("delta", 0.0, -1.0, 1.0, slider_low=-0.5, slider_high=0.5,
            doc="Part of a full turn of the colour circle."),
    ),
    kind=Colour(rotate_hue),
)  # fmt: skip


def raise_saturation(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    most, least = jnp.maximum(jnp.maximum(r, g), b), jnp.minimum(jnp.minimum(r, g), b)
    luma = r * REC709[0] + g * REC709[1] + b * REC709[2]
    factor = 1.0 + p["amount"] * (1.0 - jnp.sign(p["amount"]) * jnp.clip(most - least, 0.0, 1.0))
    return tuple(luma + factor * (colour - luma) for colour in (r, g, b))


vibrance = Op(
    name="vibrance",
    title="Vibrance",
    category="colour",
    keywords=("saturation", "vivid", "skin"),
    doc="Strengthens pale colours and spares those that are strong already.",
    use="Where saturation would make skin and skies garish.",
    formula="y = luma + (1 + amount·(1 − sign(amount)·s))·(x − luma), s = max(r, g, b) − min(r, g, b), "
    "luma = 0.2125·r + 0.7154·g + 0.0721·b",
    source="ReShade's Vibrance shader (Christian Cann Schuldt Jensen)",
    notes="Gray pictures stay as they are. Not clipped.",
    own_params=(Float("amount", 0.0, -1.0, 2.0, slider_high=1.0, doc="Below 0 colours grow paler."),),
    kind=Colour(raise_saturation),
)

MAPS = ("viridis", "magma", "inferno", "plasma", "cividis", "turbo", "gray")


def tables() -> Float32[np.ndarray, "maps 256 3"]:
    """(maps, 256, 3) float32, Matplotlib's own."""
    from matplotlib import colormaps

    return np.stack([colormaps[name](np.arange(256))[:, :3] for name in MAPS]).astype(np.float32)


def apply_colormap(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    """The map's colour at each pixel's luma, linear between two entries.

    An entry and its difference to the next are one row of six numbers, which one gather loads: with a gather
    for each number, or with the luma in the same loop, XLA:CPU takes three to seven times as long. The luma
    is not computed in a loop kept apart: its three planes, read by it alone, would be copied first.
    """
    entries = jnp.asarray(tables())[p["map"]]
    rows = jnp.concatenate([entries, jnp.diff(entries, axis=0, append=entries[-1:])], axis=1).reshape(-1)

    def mixed(place: Array) -> Array:
        below = jnp.floor(place)
        index = jnp.clip(below.astype(jnp.int32), 0, 255)  # of NaN, too, which stays NaN in the share
        row = slices(rows, 6 * index, 6)
        return row[..., :3] + (place - below)[..., None] * row[..., 3:]

    luma = r * REC709[0] + g * REC709[1] + b * REC709[2]
    colours = prevent_fusion(always_true(rows[0]), mixed, jnp.clip(luma, 0.0, 1.0) * 255.0)
    return colours[..., 0], colours[..., 1], colours[..., 2]


colormap = Op(
    name="colormap",
    title="Colour map",
    category="colour",
    keywords=("false colour", "viridis", "heat", "palette", "lut", "gradient map"),
    doc="Shows brightness as colours.",
    use="To see small differences of brightness, or measured values.",
    formula="y = map(luma), luma = 0.2125·r + 0.7154·g + 0.0721·b cut off to 0 … 1",
    source="matplotlib.colormaps",
    notes="Linear between Matplotlib's 256 entries. Gray pictures stay as they are.",
    own_params=(Choice("map", "viridis", MAPS, doc="Which colours."),),
    kind=Colour(apply_colormap),
)


def drop_channel(x: FloatArray, at: Place, p: Params) -> FloatArray:
    return jnp.where((at.channel == p["channel"]) & (at.channel < 3), p["fill"], x)


channel_drop = Op(
    name="channel_drop",
    title="Channel drop",
    category="colour",
    keywords=("remove", "augment"),
    doc="Takes one colour away.",
    use="To see what a channel holds, or to vary training pictures.",
    formula="y = fill in the chosen channel, x in the others",
    source="albumentations.ChannelDropout, with the channel chosen",
    notes="albumentations draws the channels, and refuses gray pictures. Alpha is left as it is.",
    own_params=(
        Choice("channel", "red", ("red", "green", "blue"), doc="The one taken away; gray counts as red."),
        Float("fill", 0.0, -4.0, 4.0, slider_low=0.0, slider_high=1.0, doc="What is put in its place."),
    ),
    kind=Placed(drop_channel, cheap=True, by_channel=True),
)


def means(blocks: Blocks, values: Values) -> Params:
    """The mean of each channel, where the world is to be gray."""
    if not values["gray_world"]:
        return {"gain": np.ones(3, np.float32)}
    total, count = np.zeros(3), np.zeros(3)
    for _, block in blocks():
        sound = np.isfinite(block)
        total[: block.shape[2]] += np.where(sound, block, 0.0).sum(axis=(0, 1), dtype=np.float64)
        count[: block.shape[2]] += sound.sum(axis=(0, 1))
    if block.shape[2] < 3 or not (total > 0).all():
        return {"gain": np.ones(3, np.float32)}
    mean = total / count
    return {"gain": (mean.mean() / mean).astype(np.float32)}


def balance(x: FloatArray, at: Place, p: Params) -> FloatArray:
    # warm is more red and less blue; the tint is green against magenta
    warm, tint = p["temperature"], p["tint"]
    own = jnp.stack([jnp.exp2(warm + tint / 2), jnp.exp2(-tint), jnp.exp2(-warm + tint / 2)])
    gains = own * p["gain"]
    channel = jnp.minimum(at.channel, 2)
    gain = jnp.where(channel == 0, gains[0], jnp.where(channel == 1, gains[1], gains[2]))
    return x * gain


white_balance = Op(
    name="white_balance",
    title="Colour cast",
    category="colour",
    keywords=("white balance", "automatic", "gray world", "tint", "warm", "cool"),
    doc="Takes a cast of colour off the picture, or gives it one: warmer, cooler, greener, more magenta.",
    use="For pictures under lamp light or shade; gray world finds the cast by itself.",
    formula="red·2^(temperature + tint/2), green·2^(−tint), blue·2^(−temperature + tint/2); with "
    "gray_world each is first multiplied by (mean of all) / (its own mean)",
    source="Gains in stops; gray world: Buchsbaum, A spatial processor model for colour perception, 1980",
    notes="Temperature and tint are stops; White balance takes kelvins. "
    "Gray pictures only change if you ask for gains. Not clipped.",
    space=LINEAR,
    own_params=(
        Float("temperature", 0.0, -4.0, 4.0, slider_low=-1.0, slider_high=1.0, unit="EV",
            doc="Stops more of red and fewer of blue: above 0 is warmer."),
        Float("tint", 0.0, -4.0, 4.0, slider_low=-1.0, slider_high=1.0,
            doc="Above 0 more magenta, below 0 greener."),
        Bool("gray_world", False, doc="First make the mean of all colours gray."),
    ),
    kind=Global(statistic=means, apply=balance, placed=True, cheap=True, by_channel=True),
)  # fmt: skip
