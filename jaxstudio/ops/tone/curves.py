"""Curves of tones: every value becomes another, wherever it is."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.kernels.array_types import Colours, Float32, FloatArray
from jaxstudio.kernels.colour_spaces import REC709, lab_to_rgb, rgb_to_lab
from jaxstudio.kernels.pixels import above
from jaxstudio.kernels.powers import unless_one
from jaxstudio.pipeline.kinds import Colour, Op, Pointwise
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Bool, Choice, Float, Int, Points
from jaxstudio.pipeline.preview_notes import STEEP

FEW_PIECES = 5


def _at_the_end(near: jax.Array, far: jax.Array, slope: jax.Array, next_slope: jax.Array) -> jax.Array:
    """The slope at an end from the two widths and the two slopes next to it."""
    total = jnp.where(near + far > 0, near + far, 1.0)
    guess = ((2 * near + far) * slope - near * next_slope) / total
    guess = jnp.where(guess * slope <= 0, 0.0, guess)
    overshoots = (slope * next_slope <= 0) & (jnp.abs(guess) > 3 * jnp.abs(slope))
    return jnp.where(overshoots, 3 * slope, guess)


def slopes(points: Float32[Any, "points 2"]) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Return the slope at each of (n, 2) float32 points, and width and rise of each piece.

    The last point may be repeated; pieces without width come last.
    """
    width, rise = jnp.diff(points[:, 0]), jnp.diff(points[:, 1])
    real = width > 0
    straight = jnp.where(real, rise / jnp.where(real, width, 1.0), 0.0)
    pieces = jnp.sum(real)
    left, right = width[:-1], width[1:]
    before, after = straight[:-1], straight[1:]
    # the weighted harmonic mean; 0 at a turning point
    turns = before * after <= 0
    first, second = 2 * right + left, right + 2 * left
    divisor = jnp.where(turns, 1.0, first * after + second * before)
    inner = jnp.where(turns, 0.0, (first + second) * before * after / divisor)
    last, one_before = jnp.maximum(pieces - 1, 0), jnp.maximum(pieces - 2, 0)
    single = pieces < 2
    start = jnp.where(single, straight[0], _at_the_end(width[0], width[1], straight[0], straight[1]))
    end = _at_the_end(width[last], width[one_before], straight[last], straight[one_before])
    end = jnp.where(single, straight[0], end)
    at = jnp.concatenate([start[None], inner, end[None]])
    return jnp.where(jnp.arange(at.shape[0]) == pieces, end, at), width, rise


@jax.jit
def monotone_curve(x: FloatArray, points: Float32[Any, "points 2"]) -> FloatArray:
    """The curve through `points` at x (any shape), level before the first and after the last of them.

    A cubic that never leaves the range between one point and the next, the same as
    scipy.interpolate.PchipInterpolator. Source: Fritsch and Butland, A method for constructing local monotone
    piecewise cubic interpolants, SIAM J. Sci. Stat. Comput. 5 (1984); the ends as in Moler, Numerical
    computing with MATLAB (2004).

    The pieces are told apart by comparisons, which XLA:CPU turns into one vectorised loop; looking
    their coefficients up would be a gather for every value. FEW_PIECES take half the time of fifteen.

    Args:
        points: (n, 2) float32, x ascending; the last may be repeated.
    """
    at, width, rise = slopes(points)
    scale = jnp.where(width > 0, 1.0 / jnp.where(width > 0, width, 1.0), 0.0)
    straight = rise * scale
    square = (3 * straight - 2 * at[:-1] - at[1:]) * scale
    cube = (at[:-1] + at[1:] - 2 * straight) * scale * scale
    x = jnp.clip(x, points[0, 0], points[-1, 0])
    # start, level, slope, bend and twist of each piece
    pieces = (points[:-1, 0], points[:-1, 1], at[:-1], square, cube)

    def of_later(before: tuple[jax.Array, ...], piece: tuple[jax.Array, ...]) -> Any:
        *later, width = piece
        beyond = (x >= later[0]) & (width > 0)
        return tuple(jnp.where(beyond, new, old) for new, old in zip(later, before, strict=True)), None

    def of_first(count: int) -> jax.Array:
        first = tuple(jnp.broadcast_to(each[0], x.shape) for each in pieces)
        others = (*(each[1:count] for each in pieces), width[1:count])
        (start, level, slope, bend, twist), _ = jax.lax.scan(of_later, first, others, unroll=True)
        t = x - start
        return level + t * (slope + t * (bend + t * twist))

    if len(width) <= FEW_PIECES:
        return of_first(len(width))
    return jax.lax.cond(width[FEW_PIECES] > 0, lambda: of_first(len(width)), lambda: of_first(FEW_PIECES))


STRAIGHT = ((0.0, 0.0), (1.0, 1.0))
PRESETS = (
    ("straight", STRAIGHT),
    ("contrast", ((0.0, 0.0), (0.25, 0.18), (0.75, 0.82), (1.0, 1.0))),
    ("softer", ((0.0, 0.0), (0.25, 0.32), (0.75, 0.68), (1.0, 1.0))),
    ("lighter", ((0.0, 0.0), (0.5, 0.62), (1.0, 1.0))),
    ("darker", ((0.0, 0.0), (0.5, 0.38), (1.0, 1.0))),
    ("faded", ((0.0, 0.1), (0.3, 0.28), (0.75, 0.78), (1.0, 0.94))),
    ("negative", ((0.0, 1.0), (1.0, 0.0))),
)

curve = Op(
    name="curve",
    title="Curve",
    category="tone",
    keywords=("tone curve", "gradation", "contrast", "s curve", "shadows", "highlights", "rgb curve"),
    doc="Moves every tone along a curve that you draw: left are the dark tones, up is lighter.",
    use="To lift shadows, hold highlights, add contrast in the middle: any change of tone there is.",
    formula="y = f(x), f the monotone cubic through the points",
    source="scipy.interpolate.PchipInterpolator",
    notes="A monotone cubic through the points: between two of them it never goes beyond either. Tones "
    "darker than the first point or lighter than the last become as these. One curve for all channels.",
    own_params=(
        Points("points", STRAIGHT, largest=16, presets=PRESETS,
            doc="The points the curve goes through, from dark to light: [tone, new tone]."),
    ),
    preview_note=STEEP,
    kind=Pointwise(lambda x, p: monotone_curve(x, p["points"])),
)  # fmt: skip


ONE_CHANNEL = ("red", "green", "blue", "luma", "lightness")
LUMA, LIGHTNESS = 3, 4


def along_channel(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    channel = p["channel"]

    def of_values(r: FloatArray, g: FloatArray, b: FloatArray) -> Colours:
        luma = r * REC709[0] + g * REC709[1] + b * REC709[2]
        tone = jnp.where(channel == 0, r, jnp.where(channel == 1, g, jnp.where(channel == 2, b, luma)))
        change = monotone_curve(tone, p["points"]) - tone

        def changed(x: FloatArray, number: int) -> FloatArray:
            return jnp.where((channel == number) | (channel == LUMA), x + change, x)

        return changed(r, 0), changed(g, 1), changed(b, 2)

    def of_lightness(r: FloatArray, g: FloatArray, b: FloatArray) -> Colours:
        lightness, green_red, blue_yellow = rgb_to_lab(r, g, b)
        after = 100.0 * monotone_curve(lightness / 100.0, p["points"])
        return lab_to_rgb(after, green_red, blue_yellow)

    return jax.lax.cond(channel == LIGHTNESS, of_lightness, of_values, r, g, b)


channel_curve = Op(
    name="channel_curve",
    title="Curve of a channel",
    category="tone",
    keywords=(
        "rgb curves", "luma curve", "lab", "lightness", "red", "green", "blue", "gradation", "cross process",
        "L*a*b*", "luminance curve",
    ),
    doc="Moves the tones of one colour, of luma, or of lightness along a curve that you draw.",
    use="To take a cast out of shadows or lights, or to change contrast and leave colours as they are.",
    formula="c + f(c) − c for the channel, all three by f(l) − l for luma, L* = 100·f(L* / 100) in CIE "
    "L*a*b* for lightness; f is the monotone cubic through the points",
    source="scipy.interpolate.PchipInterpolator; skimage.color.rgb2lab",
    notes="As Curve, which moves all channels alike. Gray pictures follow the curve for luma and stay else.",
    own_params=(
        Choice("channel", "luma", ONE_CHANNEL, doc="What the curve moves."),
        Points("points", STRAIGHT, largest=16, presets=PRESETS,
            doc="The points the curve goes through, from dark to light: [tone, new tone]."),
    ),
    preview_note=STEEP,
    kind=Colour(
        along_channel,
        lambda x, p: jnp.where(p["channel"] >= LUMA, monotone_curve(x, p["points"]), x),
    ),
)  # fmt: skip


def levels_by(x: FloatArray, p: Params, power: Any) -> FloatArray:
    spread = p["white"] - p["black"]
    # black and white on one tone make a threshold
    share = jnp.where(
        spread == 0,
        above(x, p["black"]),
        jnp.clip((x - p["black"]) / jnp.where(spread == 0, 1.0, spread), 0.0, 1.0),
    )
    dark = share <= 0  # not of NaN, which is carried on
    curved = jnp.where(dark, 0.0, power(jnp.where(dark, 1.0, share), 1.0 / p["gamma"]))
    return p["out_black"] + curved * (p["out_white"] - p["out_black"])


def stretch_levels(x: FloatArray, p: Params) -> FloatArray:
    return unless_one(levels_by, p["gamma"] == 1, x, p)


levels = Op(
    name="levels",
    title="Levels",
    category="tone",
    keywords=("black point", "white point", "midtones", "histogram", "input levels"),
    doc="Sets which tones become black and white, and where the middle lies.",
    use="To use the whole range from black to white, or to fade a picture.",
    formula="y = out_black + s^(1/gamma)·(out_white − out_black), s = (x − black) / (white − black) cut "
    "off to 0 … 1",
    source="ImageMagick's -level and +level",
    notes="What lies beyond black and white is cut off. A white below black makes a negative.",
    own_params=(
        Float("black", 0.0, -1.0, 2.0, slider_low=0.0, slider_high=1.0, doc="The tone that becomes black."),
        Float("white", 1.0, -1.0, 2.0, slider_low=0.0, slider_high=1.0, doc="The tone that becomes white."),
        Float("gamma", 1.0, 0.05, 20.0, slider_low=0.1, slider_high=4.0, doc="Above 1 lifts the middle."),
        Float("out_black", 0.0, -1.0, 2.0, slider_low=0.0, slider_high=1.0, doc="What black becomes."),
        Float("out_white", 1.0, -1.0, 2.0, slider_low=0.0, slider_high=1.0, doc="What white becomes."),
    ),
    kind=Pointwise(stretch_levels),
)


def gamma_by(x: FloatArray, p: Params, power: Any) -> FloatArray:
    dark = x <= 0  # not of NaN, which is carried on
    curve = power(jnp.where(dark, 1.0, x), p["gamma"])
    at_zero = jnp.where(p["gamma"] == 0, 1.0, 0.0)
    return p["gain"] * jnp.where(dark, at_zero, curve)


def gamma_curve(x: FloatArray, p: Params) -> FloatArray:
    return unless_one(gamma_by, p["gamma"] == 1, x, p)


gamma = Op(
    name="gamma",
    title="Gamma",
    category="tone",
    keywords=("power", "brightness", "midtones"),
    doc="Brightens or darkens the midtones and leaves black and white where they are.",
    use="Below 1 to lift shadows, above 1 to deepen them.",
    formula="y = gain·x^gamma",
    source="skimage.exposure.adjust_gamma",
    notes="Values below 0 count as 0 (scikit-image refuses them).",
    own_params=(
        Float("gamma", 1.0, 0.0, 10.0, slider_low=0.1, slider_high=4.0, doc="The exponent."),
        Float("gain", 1.0, 0.0, 10.0, slider_high=2.0, doc="Multiplies the result."),
    ),
    kind=Pointwise(gamma_curve),
)


def log_curve(x: FloatArray, p: Params) -> FloatArray:
    x = jnp.maximum(x, 0.0)
    return p["gain"] * jnp.where(p["inverse"], jnp.exp2(x) - 1.0, jnp.log1p(x) * (1.0 / jnp.log(2.0)))


log = Op(
    name="log",
    title="Logarithm",
    category="tone",
    keywords=("logarithmic", "adjust log"),
    doc="Lifts the shadows and holds back the lights along a logarithm, or the reverse.",
    use="On pictures of a wide range of brightness, such as spectra.",
    formula="y = gain·log₂(1 + x); inverse: gain·(2^x − 1)",
    source="skimage.exposure.adjust_log",
    notes="Values below 0 count as 0 (scikit-image refuses them).",
    own_params=(
        Float("gain", 1.0, 0.0, 10.0, slider_high=2.0, doc="Multiplies the result."),
        Bool("inverse", False, doc="The inverse curve, 2^x − 1."),
    ),
    kind=Pointwise(log_curve),
)


def sigmoid_curve(x: FloatArray, p: Params) -> FloatArray:
    # 1 − 1/(1 + e⁻ᶻ) is the curve of −z: turned over without rounding it off near 0
    sign = 1.0 - 2.0 * p["inverse"].astype(x.dtype)
    return jax.nn.sigmoid(sign * p["gain"] * (x - p["cutoff"]))


sigmoid = Op(
    name="sigmoid",
    title="Sigmoid contrast",
    category="tone",
    keywords=("s-curve", "adjust sigmoid", "contrast"),
    doc="Strengthens contrast along an S-shaped curve, gently at both ends.",
    use="For contrast without cutting off the lightest and darkest tones.",
    formula="y = 1 / (1 + e^(gain·(cutoff − x))); inverse: 1 − y",
    source="skimage.exposure.adjust_sigmoid",
    notes="None on floats between 0 and 1; scikit-image scales integers by the range of their format, which "
    "is the same.",
    own_params=(
        Float(
            "cutoff", 0.5, -4.0, 4.0, slider_low=0.0, slider_high=1.0, doc="The tone that becomes one half."
        ),
        Float("gain", 10.0, 0.0, 100.0, slider_high=30.0, doc="How steep the curve is."),
        Bool("inverse", False, doc="Turn the result over, as a negative."),
    ),
    preview_note=STEEP,
    kind=Pointwise(sigmoid_curve),
)


def keep_bits(x: FloatArray, p: Params) -> FloatArray:
    # of the 8-bit value the upper bits are kept, as if the lower ones had never been there
    level = jnp.floor(jnp.clip(x, 0.0, 1.0) * 255.0 + 0.5)
    size = jnp.exp2(8.0 - p["bits"])
    # a power of two: its inverse is exact, and a product takes a fraction of a quotient's time
    return jnp.floor(level * (1.0 / size)) * size * (1.0 / 255.0)


posterize = Op(
    name="posterize",
    title="Posterize",
    category="tone",
    keywords=("quantize", "bits", "poster", "posterise"),
    doc="Leaves only a few tones in each colour, as on a poster.",
    use="For a graphic look, or to see how many bits a picture needs.",
    formula="y = s·⌊v / s⌋ / 255, v = x as a level of 0 … 255, s = 2^(8 − bits)",
    source="PIL.ImageOps.posterize",
    notes="Values are first brought to 8 bits.",
    own_params=(Int("bits", 4, 1, 8, doc="Bits kept of the 8 of each value."),),
    preview_note=STEEP,
    kind=Pointwise(keep_bits, cheap=True),
)

solarize = Op(
    name="solarize",
    title="Solarize",
    category="tone",
    keywords=("sabattier", "negative"),
    doc="Turns tones from a threshold on into their negative, as a print exposed to light.",
    use="For a graphic look, or to vary training pictures.",
    formula="y = x below the threshold, 1 − x from there on",
    source="dm_pix.solarize; Pillow's ImageOps.solarize",
    notes="Pillow's threshold is a level of 0 … 255: its 128 is 0.502 here.",
    own_params=(
        Float("threshold", 0.5, -1.0, 2.0, slider_low=0.0, slider_high=1.0,
            doc="Tones from here on are turned over."),
    ),
    preview_note=STEEP,
    kind=Pointwise(lambda x, p: jnp.where(x < p["threshold"], x, 1.0 - x), cheap=True),
)  # fmt: skip
