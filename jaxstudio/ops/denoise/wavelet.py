"""Wavelet denoising: details too small to be more than noise are taken away, at every scale.

The picture is taken apart by an undecimated wavelet transform, which is a decimated one averaged over all
shifts. What is taken away from a detail d by a soft threshold t is d cut off at ±t: only that is carried back
through the inverse transform, so that a strength of 0 leaves the picture bit for bit as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from operator import add
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.fir import weighted_places
from jaxstudio.kernels.stencil import Window
from jaxstudio.pipeline.kinds import (
    Blocks,
    Branches,
    Combined,
    Geometry,
    Global,
    Neighbourhood,
    Op,
    Pass,
)
from jaxstudio.pipeline.op import Kind, Params, Part, Size, Values
from jaxstudio.pipeline.params import Choice, Float, Int, Param, border_of, border_params

# Daubechies, Orthonormal bases of compactly supported wavelets, 1988: the low-pass filters with one and
# two vanishing moments.
ROOTS = 1 + math.sqrt(3), 3 + math.sqrt(3), 3 - math.sqrt(3), 1 - math.sqrt(3)
LOW = {"haar": [math.sqrt(0.5)] * 2, "db2": [root / (4 * math.sqrt(2)) for root in ROOTS]}
LEVELS, MOST_LEVELS = 3, 4
# Side of the square in which a detail's strength is measured, as in the paper.
WINDOW = 7
ACROSS = range(-(WINDOW // 2), WINDOW // 2 + 1)
# The median of |d| is so many standard deviations of normal noise.
MEDIAN = 0.6744897501960817
# No picture is divided by less, and no variance taken for smaller.
LEAST = 1e-6

OWN = (
    Choice("noise", "estimated", ("estimated", "given"),
        doc="How strong the noise is: found in the finest details of each channel, or as sigma says."),
    Float("sigma", 0.05, 0.0, 1.0, slider_high=0.3,
        doc="Standard deviation of the noise, where noise is given.", needs=("noise", "given"),
        label="Noise level"),
    Float("strength", 1.0, 0.0, 8.0, slider_high=3.0,
        doc="So many times as strong as it is the noise is taken to be: the larger, the smoother."),
    Choice("wavelet", "haar", tuple(LOW),
        doc="The shape of the details: haar keeps steps sharp, db2 is smoother."),
    Int("levels", LEVELS, 1, MOST_LEVELS, doc="How many scales: 1, 2, 4 and 8 pixels."),
    *border_params("reflect"),
)  # fmt: skip


def part(name: str, kind: Kind, params: tuple[Param, ...] = ()) -> Part:
    return Part(name=f"wavelet_{name}", kind=kind, own_params=params)


BAND = (
    *(Choice(axis, "low", ("low", "high")) for axis in ("down", "right")),
    Int("level", 1, 1, MOST_LEVELS),
)


def band(wavelet: str, back: bool) -> Part:
    """The filter of one axis after the other, low or high, with taps 2^(level − 1) pixels apart; or its
    inverse.
    """
    low = np.array(LOW[wavelet], np.float32)
    high = low[::-1] * np.resize(np.array([1, -1], np.float32), low.size)
    places = np.arange(low.size) - low.size // 2
    if back:
        low, high, places = low * np.float32(0.5), high * np.float32(0.5), -places
    reach = low.size // 2 << (MOST_LEVELS - 1)

    def taps(p: Params, radius: int) -> Params:
        apart = (2.0 ** (p["level"] - 1)).astype(jnp.int32)
        filters = {axis: jnp.where(p[axis] == 0, low, high) for axis in ("down", "right")}
        return {**filters, "places": places * apart, "still": jnp.zeros(low.size, jnp.int32)}

    return part(
        f"{wavelet}_{'back' if back else 'there'}",
        Neighbourhood(
            buckets=(reach,),
            bucket=lambda values: reach,
            prepare=taps,
            mixes=False,
            passes=(
                Pass(lambda w, p: weighted_places(w, p["places"], p["still"], p["down"]), lambda r: (r, 0)),
                Pass(lambda w, p: weighted_places(w, p["still"], p["places"], p["right"]), lambda r: (0, r)),
            ),
        ),
        BAND,
    )


THERE = {wavelet: band(wavelet, back=False) for wavelet in LOW}
BACK = {wavelet: band(wavelet, back=True) for wavelet in LOW}
BANDS = (*THERE.values(), *BACK.values())


def column_energies(window: Window, p: Params) -> FloatArray:
    """The sum of d² down each column of the window."""
    return reduce(add, (window(offset, 0) ** 2 for offset in ACROSS))


def cut(columns: Window, p: Params, details: Window) -> FloatArray:
    """The noise in a detail: everything below √2·σ²/σ_x, where σ = 1 and σ_x is the strength around it."""
    energy = reduce(add, (columns(0, offset) for offset in ACROSS)) * np.float32(1 / WINDOW**2)
    strength = jnp.sqrt(jnp.maximum(energy - 1.0, LEAST))
    limit = math.sqrt(2) / strength
    return jnp.clip(details(0, 0), -limit, limit)


CUT = part(
    "cut",
    Neighbourhood(
        buckets=(WINDOW // 2,),
        bucket=lambda values: WINDOW // 2,
        mixes=False,
        passes=(
            Pass(column_energies, lambda r: (r, 0)),
            Pass(cut, lambda r: (0, r), uses_source=True),
        ),
    ),
)


def bands_of(values: Values) -> Branches:
    """Return the noise in the three kinds of detail of one scale, and in coarser scales."""
    there, back = THERE[values["wavelet"]], BACK[values["wavelet"]]

    def branch(down: str, right: str, between: tuple[Op, Values]) -> list[tuple[Op, Values]]:
        each = {"down": down, "right": right, "level": values["level"]}
        return [(there, each), between, (back, each)]

    details = [branch(*each, (CUT, {})) for each in (("low", "high"), ("high", "low"), ("high", "high"))]
    if values["level"] == values["levels"]:
        return details
    # first, while least is held in memory
    return [branch("low", "low", scale({**values, "level": values["level"] + 1})), *details]


def scale(values: Values) -> tuple[Op, Values]:
    known = {name: values[name] for name in ("wavelet", "level", "levels")}
    return (SCALES[values["level"] == values["levels"]], known)


SCALES = tuple(
    part(
        name,
        Combined(bands_of, lambda x, results, p: sum(results[1:], results[0]), (*BANDS, CUT)),
        (*OWN[3:5], Int("level", level, 1, MOST_LEVELS)),
    )
    for name, level in (("scales", 1), ("scale", LEVELS))
)


def noise_deviation(blocks: Blocks, values: Values) -> Params:
    """The standard deviation of normal noise in finest details, a number for each channel."""
    if values["noise"] == "given":
        return {"sigma": np.full(4, values["sigma"], np.float32)}
    # Sizes are counted by the first 20 bits after the sign: their median is found to 1 part in 2,000,
    # whatever the order in which they come.
    counts = np.zeros((4, 1 << 20), np.int64)
    for _, block in blocks():
        for channel in range(block.shape[2]):
            detail = block[..., channel]
            size = np.abs(detail[np.isfinite(detail) & (detail != 0)])
            counts[channel] += np.bincount(size.view(np.uint32) >> 11, minlength=1 << 20)
    middle = [np.searchsorted(np.cumsum(each), (each.sum() + 1) // 2) for each in counts]
    # the middle of the bin; nothing counted is no noise
    bits = (np.array(middle, np.uint32) << 11) + (1 << 10)
    return {"sigma": np.where(counts.any(axis=1), bits.view(np.float32) / np.float32(MEDIAN), np.float32(0))}


NOISE = part(
    "noise",
    Global(
        noise_deviation, lambda x, at, p: p["strength"] * p["sigma"][at.channel] + 0 * at.row, placed=True
    ),
    OWN[:3],
)
MARGIN = (Int("margin", 0, 0, 4096), *border_params("nearest"))


def shift_matrix(by: int) -> Callable[[Values, Size], np.ndarray]:
    return lambda values, size: np.array(
        [[1.0, 0.0, by * values["margin"]], [0.0, 1.0, by * values["margin"]]]
    )


def grow_size(by: int) -> Callable[[Values, Size], Size]:
    return lambda values, size: (size[0] + 2 * by * values["margin"], size[1] + 2 * by * values["margin"])


EDGES = (
    part("outer", Geometry(size=grow_size(1), matrix=shift_matrix(-1), exact=True), MARGIN),
    part("inner", Geometry(size=grow_size(-1), matrix=shift_matrix(1), exact=True), MARGIN[:1]),
)


def beyond(values: Values) -> dict[str, Any]:
    """A margin as wide as all filters reach.

    It lets each of them see what lies beyond the edge: the details of a picture, continued one after the
    other, are not the details of the continued picture.
    """
    margin = len(LOW[values["wavelet"]]) * ((1 << values["levels"]) - 1) + WINDOW // 2
    return {"margin": margin, **border_of(values)}


def noise(values: Values) -> list[tuple[Op, Values]]:
    """Return the steps that compute the noise's strength, equal everywhere."""
    finest = {"down": "high", "right": "high", "level": 1, "border": values["border"], "cval": values["cval"]}
    strength = (NOISE, {name: values[name] for name in ("noise", "sigma", "strength")})
    return [strength] if values["noise"] == "given" else [(THERE["db2"], finest), strength]


def in_units(values: Values) -> Branches:
    """Return the noise's strength in the picture with its margin; the margin itself is ignored."""
    if values["noise"] == "given":
        return [noise(values)]
    margin = {"margin": beyond(values)["margin"]}
    return [[(EDGES[1], margin), *noise(values), (EDGES[0], margin)]]


UNITS = part(
    "units",
    Combined(
        in_units,
        # what is not a number stays where it is: it must not spread over all that the filters reach
        lambda x, results, p: jnp.where(jnp.isfinite(x), x / jnp.maximum(results[0], LEAST), 0.0),
        (*EDGES, THERE["db2"], NOISE),
    ),
    OWN,
)


def branches(values: Values) -> Branches:
    """The noise in units of its strength, and its strength."""
    around = beyond(values)
    outer, inner = (EDGES[0], around), (EDGES[1], {"margin": around["margin"]})
    return [[outer, (UNITS, values), scale({**values, "level": 1}), inner], noise(values)]


wavelet = Op(
    name="wavelet",
    title="Wavelet denoising",
    category="denoise",
    keywords=(
        "haar", "daubechies", "bayes", "shrink", "threshold", "grain", "bayesshrink", "denoise_wavelet",
    ),
    doc="Removes noise at several scales and keeps edges: details no stronger than noise are taken away.",
    use="On noisy photos of any kind: it finds by itself how strong the noise is.",
    formula="Every detail d becomes sign(d)·max(|d| − t, 0), t = √2·σ² / σ_x, σ = strength × noise, "
    "σ_x² = the mean of d² in 7 × 7 pixels less σ²",
    source="Şendur and Selesnick, Bivariate shrinkage with local variance estimation, 2002: the threshold "
    "√2·σ²/σ_x, with σ_x measured in 7 × 7 pixels; Coifman and Donoho, Translation-invariant de-noising, "
    "1995; the noise by skimage.restoration.estimate_sigma",
    notes="skimage.restoration.denoise_wavelet has one threshold for all details of a kind and a transform "
    "that depends on where the picture begins; here each place has its own, and all shifts are averaged. "
    "The noise is estimated from all details, not from every fourth. Alpha is left as it is.",
    own_params=OWN,
    kind=Combined(
        branches,
        lambda x, results, p: x - results[0] * results[1],
        ops=(*EDGES, UNITS, *SCALES, NOISE, THERE["db2"]),
    ),
)  # fmt: skip
