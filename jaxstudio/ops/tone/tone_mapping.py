"""Tone mapping: a wide range of light brought into a screen's range."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Colours, FloatArray
from jaxstudio.kernels.colour_spaces import REC601
from jaxstudio.kernels.histograms import colour_planes
from jaxstudio.pipeline.kinds import Blocks, Global, Op, Pointwise
from jaxstudio.pipeline.op import LINEAR, Params, Values
from jaxstudio.pipeline.params import Float

EXPOSURE = Float("exposure", 0.0, -8.0, 8.0, slider_low=-4.0, slider_high=4.0, unit="EV", doc="Stops before.")
GRAY = 0.1845  # middle gray in linear light, 50 % of CIE lightness
NEVER_DARKER = np.float32(1e-4)  # OpenCV's least value of a logarithm


def loglogistic(x: FloatArray, p: Params) -> FloatArray:
    tail = jnp.exp2(p["skew"])
    scale = jnp.log(jnp.exp(-jnp.log(np.float32(GRAY)) / tail) - 1.0)
    dark = x <= 0  # not of NaN, which is carried on
    light = jnp.log(jnp.where(dark, 1.0, x) * (1.0 / GRAY)) + p["exposure"] * jnp.log(2.0)
    odds = jnp.clip(scale - p["contrast"] * light, -80.0, 80.0)  # the logarithm, which does not overflow
    return jnp.where(dark, 0.0, jnp.exp(-tail * jnp.log1p(jnp.exp(odds))))


tone_map_sigmoid = Op(
    name="tone_map_sigmoid",
    title="Sigmoid tone mapping",
    category="tone",
    keywords=("tone mapping", "hdr", "film", "contrast", "shoulder", "display transform"),
    doc="Brings any range of light to the screen along an S-shaped curve; middle gray stays.",
    use="For pictures with a wide range of light, with contrast and skew as on film.",
    formula="y = (1 + (g^(−1/d) − 1)·(2^exposure·x / g)^(−contrast))^(−d), g = 0.1845, d = 2^skew; x in "
    "linear light",
    source="The generalized log-logistic curve (Burr type III, as scipy.stats.burr), as in darktable's "
    "sigmoid",
    notes="Each channel by itself. Middle gray g stays for every contrast and skew. Light of any strength "
    "stays below 1.",
    space=LINEAR,
    own_params=(
        EXPOSURE,
        Float("contrast", 1.5, 0.2, 8.0, slider_low=0.5, slider_high=4.0, doc="Steepness at middle gray."),
        Float(
            "skew", 0.0, -2.0, 2.0, doc="Above 0 the curve bends more in the lights, below 0 in the shadows."
        ),
    ),
    kind=Pointwise(loglogistic),
)

# Shoulder strength, linear strength and angle, toe strength, numerator and denominator.
A, B, C, D, E, F = 0.15, 0.50, 0.10, 0.20, 0.02, 0.30


def shoulder_and_toe(x: Any) -> Any:
    return (x * (A * x + C * B) + D * E) / (x * (A * x + B) + D * F) - E / F


def film(x: FloatArray, p: Params) -> FloatArray:
    light = jnp.maximum(x, 0.0) * jnp.exp2(p["exposure"] + 1.0)
    return shoulder_and_toe(light) / shoulder_and_toe(p["white"])


tone_map_filmic = Op(
    name="tone_map_filmic",
    title="Filmic tone mapping",
    category="tone",
    keywords=("tone mapping", "hdr", "film", "hable", "uncharted", "shoulder", "toe"),
    doc="Brings a wide range of light to the screen along a film's curve, with a toe and a shoulder.",
    use="For soft highlights and deep shadows, as games and films show them.",
    formula="y = f(2·2^exposure·x) / f(white), f(x) = (x·(0.15·x + 0.05) + 0.004) / (x·(0.15·x + 0.5) + "
    "0.06) − 0.02 / 0.3; x in linear light",
    source="J. Hable, Filmic tonemapping operators (Uncharted 2), 2010",
    notes="Each channel by itself. Light above white exceeds 1 a little.",
    space=LINEAR,
    own_params=(
        EXPOSURE,
        Float("white", 11.2, 0.5, 50.0, slider_high=20.0, doc="Twice the light that becomes white."),
    ),
    kind=Pointwise(film),
)


def adapted(rgb: Any, p: Params, array: Any) -> Any:
    """Return the three colours, each divided by the sum of itself and the eye's adaptation."""
    rgb = [(x - p["low"]) * p["scale"] for x in rgb]
    gray = sum(x * weight for x, weight in zip(rgb, REC601, strict=True))
    own, near = p["color_adapt"], p["light_adapt"]

    def power(here: Any) -> Any:
        light = array.exp(-p["intensity"]) * array.maximum(here, 1e-12)
        return array.exp(p["key"] * array.log(light))

    # measured on the host, colours that adapt alike are computed once
    alike = power(near * gray + (1.0 - near) * p["gray_mean"]) if array is np and own == 0 else None
    results = []
    for x, mean in zip(rgb, (p["means"][0], p["means"][1], p["means"][2]), strict=True):
        everywhere = own * mean + (1.0 - own) * p["gray_mean"]
        here = near * (own * x + (1.0 - own) * gray) + (1.0 - near) * everywhere
        divisor = (power(here) if alike is None else alike) + x
        results.append(x / array.where(divisor > 0, divisor, 1.0))
    return results


def measure_adaptation(blocks: Blocks, values: Values) -> Params:
    """Return a picture's range, means and key, by which Reinhard adapts, and its result's range."""
    p: dict[str, Any] = {
        name: np.float32(values[name]) for name in ("intensity", "light_adapt", "color_adapt")
    }
    low, high = np.inf, -np.inf
    for planes in colour_planes(blocks):
        low, high = min(low, *(x.min() for x in planes)), max(high, *(x.max() for x in planes))
    low, high = (low, high) if low <= high else (0.0, 1.0)
    p |= {"low": np.float32(low), "scale": np.float32(1.0 / (high - low) if high > low else 1.0)}
    count, total, logs = 0, np.zeros(3), 0.0
    least, most = np.inf, -np.inf
    for planes in colour_planes(blocks):
        planes = [(x - p["low"]) * p["scale"] for x in planes]
        gray = sum(x * weight for x, weight in zip(planes, REC601, strict=True))
        log = np.log(np.maximum(gray, NEVER_DARKER))
        count, total = count + log.size, total + [x.sum(dtype=np.float64) for x in planes]
        logs, least, most = logs + log.sum(dtype=np.float64), min(least, log.min()), max(most, log.max())
    means = total / max(count, 1)
    key = (most - logs / count) / (most - least) if most > least else 0.0
    p |= {"means": means.astype(np.float32), "gray_mean": np.float32(means @ REC601)}
    p |= {"key": np.float32(0.3 + 0.7 * key**1.4)}
    after, above = np.inf, -np.inf
    for planes in colour_planes(blocks):
        results = adapted(planes, p, np)
        after, above = min(after, *(x.min() for x in results)), max(above, *(x.max() for x in results))
    after, above = (after, above) if after <= above else (0.0, 1.0)
    p |= {"after": np.float32(after), "stretch": np.float32(1.0 / (above - after) if above > after else 1.0)}
    return {name: p[name] for name in ("low", "scale", "means", "gray_mean", "key", "after", "stretch")}


def adapt(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    red, green, blue = ((x - p["after"]) * p["stretch"] for x in adapted((r, g, b), p, jnp))
    return red, green, blue


tone_map_reinhard = Op(
    name="tone_map_reinhard",
    title="Reinhard tone mapping",
    category="tone",
    keywords=("tone mapping", "hdr", "adaptation", "eye", "photoreceptor"),
    doc="Brings a wide range of light to the screen as the eye adapts to it: dark and light parts are both "
    "seen.",
    use="For pictures of sun and shade whose whole range should show.",
    formula="y = x / (x + (e^(−intensity)·a)^m) stretched to 0 … 1; a is the adaptation, a mix of the pixel "
    "and the picture's mean, m = 0.3 + 0.7·key^1.4, key = (log max − log mean) / (log max − log min)",
    source="cv2.createTonemapReinhard; Reinhard and Devlin, Dynamic range reduction inspired by "
    "photoreceptor physiology, 2005",
    notes="In linear light, which OpenCV takes for granted. The range, the means and the key are those of "
    "the whole picture.",
    space=LINEAR,
    own_params=(
        Float("intensity", 0.0, -8.0, 8.0, slider_low=-4.0, slider_high=4.0,
            doc="Above 0 the result is lighter."),
        Float("light_adapt", 1.0, 0.0, 1.0, doc="0 adapts to the whole picture, 1 to each pixel."),
        Float("color_adapt", 0.0, 0.0, 1.0, doc="0 adapts all colours alike, 1 each channel by itself."),
    ),
    kind=Global(
        statistic=measure_adaptation,
        apply=adapt,
        colours=True,
        gray=lambda x, p: adapt(x, x, x, p)[0],
    ),
)  # fmt: skip
