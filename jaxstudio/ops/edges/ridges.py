"""Ridges, lines and tubes: the curvature at several widths, the strongest brought to 1."""

from __future__ import annotations

import math
from functools import reduce
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Float32, FloatArray
from jaxstudio.kernels.fir import antisymmetric_sum, symmetric_sum
from jaxstudio.kernels.random_fields import Place
from jaxstudio.kernels.stencil import Window
from jaxstudio.pipeline.kinds import (
    Blocks,
    Branches,
    Combined,
    Composed,
    Global,
    Neighbourhood,
    Op,
    Pass,
)
from jaxstudio.pipeline.op import Params, Part, Values
from jaxstudio.pipeline.params import Bool, Choice, Float, border_params
from jaxstudio.pipeline.preview_notes import EDGES

# A second derivative's taps beyond so many standard deviations are below 10⁻⁶ of the largest.
TRUNCATE = 6.0


def hessian_taps(sigma: jax.Array, radius: int) -> dict[str, jax.Array]:
    """Weights that smooth, differentiate once and differentiate twice, from the centre outwards.

    Each is two filters of deviation sigma/√2 one after the other: to differentiate twice with one
    sampled kernel would be far off for a small sigma. As skimage.feature.hessian_matrix does it with
    use_gaussian_derivatives, but for the border.

    Args:
        sigma: traced float32, pixels, > 0.
        radius: static, at least TRUNCATE·sigma.

    Returns:
        `smooth`, `first`, `second`: (radius + 1,) float32 each.
    """
    x = jnp.arange(-radius, radius + 1, dtype=jnp.float32)
    variance = sigma * sigma / 2
    bell = jnp.exp(-0.5 * jnp.minimum(x * x / variance, 170.0))
    bell = bell / jnp.sum(bell)
    slope = x / variance * bell

    def twice(a: jax.Array, b: jax.Array) -> jax.Array:
        return jnp.convolve(a, b, mode="same", precision="highest")[radius:]

    return {"smooth": twice(bell, bell), "first": twice(bell, slope), "second": twice(slope, slope)}


def down_the_columns(window: Window, taps: Params) -> tuple[jax.Array, ...]:
    """The picture differentiated twice, once and not at all from row to row; not yet along the rows."""
    return (
        symmetric_sum(window, taps["second"], taps["radius"], 0),
        antisymmetric_sum(window, taps["first"], taps["radius"], 0),
        symmetric_sum(window, taps["smooth"], taps["radius"], 0),
    )


def eigenvalues(columns: tuple[Window, ...], taps: Params) -> tuple[jax.Array, jax.Array]:
    """The greater and the lesser eigenvalue of each value's Hessian, from `down_the_columns`."""
    rows = symmetric_sum(columns[0], taps["smooth"], taps["radius"], 1)
    both = antisymmetric_sum(columns[1], taps["first"], taps["radius"], 1)
    across = symmetric_sum(columns[2], taps["second"], taps["radius"], 1)
    middle, half = (rows + across) / 2, (rows - across) / 2
    apart = jnp.sqrt(half * half + both * both)
    return middle + apart, middle - apart


WIDTHS = 4
LARGEST = 20.0
# How much a line may be like a blob (beta of Frangi's paper), and the least curvature that makes one.
BETA, LEAST = 0.5, 1e-10
# Curvature times its squared width below this is rounding: a flat picture must not have its strongest line.
FAINTEST = 2e-6


def half_width(name: str, value: float, lines: str) -> Float:
    return Float(
        name, value, 0.5, LARGEST, slider_high=10.0, unit="px", doc=f"Half the width of the {lines} lines."
    )


OWN_PARAMS = (
    half_width("thin", 1.0, "thinnest"),
    half_width("thick", 4.0, "thickest"),
    Bool("dark", True, doc="Dark lines on a light ground."),
    *border_params("reflect", alpha=False),
)


def at_each_width(values: Values, measure: str) -> Branches:
    """Branches that measure the curvature from the thinnest lines to the thickest."""
    thin, thick = sorted((values["thin"], values["thick"]))
    shared = {name: values[name] for name in ("dark", "border", "cval")}
    widths = np.linspace(thin, thick, WIDTHS)
    return [[(CURVATURE, {"sigma": float(sigma), "measure": measure, **shared})] for sigma in widths]


def tubeness(greater: FloatArray, lesser: FloatArray, sigma: Float32[Any, ""]) -> FloatArray:
    """Sato's: how much the picture bends across a line."""
    return sigma * sigma * jnp.maximum(greater, 0.0)


def unlike_a_blob(greater: FloatArray, lesser: FloatArray, sigma: Float32[Any, ""]) -> FloatArray:
    """Frangi's: 1 where it bends across a line alone, 0 where it bends the other way or both ways alike."""
    strong = jnp.where(jnp.abs(greater) >= jnp.abs(lesser), greater, lesser)
    weak = jnp.where(jnp.abs(greater) >= jnp.abs(lesser), lesser, greater)
    ratio = weak / jnp.maximum(strong, LEAST)
    return jnp.exp(-ratio * ratio / (2 * BETA * BETA))


def bending(greater: FloatArray, lesser: FloatArray, sigma: Float32[Any, ""]) -> FloatArray:
    """Frangi's: how much it bends in all."""
    return jnp.sqrt(greater * greater + lesser * lesser)


MEASURES = {"tubeness": tubeness, "unlike_a_blob": unlike_a_blob, "bent": bending}


def measure_curvature(columns: tuple[Window, ...], p: Params) -> FloatArray:
    """Return the chosen measure of a value's curvatures.

    All measures are computed: they cost next to nothing beside the curvatures, and one kernel serves all
    ridge filters.
    """
    greater, lesser = eigenvalues(columns, p)
    greater, lesser = jnp.where(p["dark"], greater, -lesser), jnp.where(p["dark"], lesser, -greater)
    first, *others = (measure(greater, lesser, p["sigma"]) for measure in MEASURES.values())
    for index, other in enumerate(others, 1):
        first = jnp.where(p["measure"] == index, other, first)
    return first


CURVATURE = Part(
    name="curvature",
    own_params=(
        Float("sigma", 1.0, 0.25, LARGEST, unit="px"),
        Choice("measure", "tubeness", tuple(MEASURES)),
        Bool("dark", True),
    ),
    kind=Neighbourhood(
        buckets=(6, 12, 24, 48, 120),
        bucket=lambda values: math.ceil(TRUNCATE * values["sigma"]),
        prepare=lambda p, radius: {**p, **hessian_taps(p["sigma"], radius)},
        passes=(
            Pass(down_the_columns, reach=lambda r: (r, 0), out_dtypes=lambda dtype: ("float32",) * 3),
            Pass(measure_curvature, reach=lambda r: (0, r)),
        ),
        mixes=False,
        expensive=lambda radius: True,
    ),
)


def greatest(blocks: Blocks, values: Values) -> Params:
    found = 0.0
    for block, _ in blocks():
        finite = block[np.isfinite(block)]
        found = max(found, float(finite.max(initial=0.0)))
    return {"greatest": np.float32(found)}


STRONGEST_IS_ONE = Part(
    name="strongest_is_one",
    kind=Global(
        greatest,
        lambda x, p: x / jnp.where(p["greatest"] > FAINTEST, p["greatest"], 1.0),
        cheap=True,
    ),
)


def ridges(strength: Op) -> Composed:
    """The kind of a ridge filter: `strength` is the Combined op of all widths."""
    return Composed(
        lambda values, size, chance: [(strength, values), (STRONGEST_IS_ONE, {})],
        ops=(strength, STRONGEST_IS_ONE),
    )


SATO_STRENGTH = Part(
    name="sato_strength",
    own_params=OWN_PARAMS,
    kind=Combined(
        branches=lambda values: at_each_width(values, "tubeness"),
        apply=lambda x, results, p: reduce(jnp.maximum, results),
        ops=(CURVATURE,),
    ),
)

sato = Op(
    name="sato",
    title="Sato ridges",
    category="edges",
    keywords=("ridge", "vessel", "line", "hessian", "tubeness"),
    doc="Shows lines and tubes bright on black.",
    use="To find lines of any contrast, faint ones too.",
    formula="y = the greatest of σ²·max(λ, 0) at four widths σ, over the picture's greatest; λ the "
    "greater eigenvalue of the Hessian under a Gaussian of deviation σ (of its negative for light lines)",
    source="skimage.filters.sato; Sato et al., Three-dimensional multi-scale line filter (1998)",
    notes="At four widths, each channel apart; the strongest becomes 1. The border is made once, of the "
    "picture; scikit-image makes it again of the first derivatives.",
    own_params=OWN_PARAMS,
    preview_note=EDGES,
    kind=ridges(SATO_STRENGTH),
)


def most_of_each_channel(blocks: Blocks, values: Values) -> Params:
    most = np.zeros(3, np.float32)
    for _, block in blocks():
        sound = np.where(np.isfinite(block), block, 0.0)
        found = sound.max(axis=(0, 1), initial=0.0)
        most[: found.size] = np.maximum(most[: found.size], found)
    return {"most": most}


def fill_with_maximum(x: FloatArray, at: Place, p: Params) -> FloatArray:
    most = p["most"]
    mine = jnp.where(at.channel == 0, most[0], jnp.where(at.channel == 1, most[1], most[2]))
    return jnp.zeros_like(x) + mine


def frangi_strength(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    kinds, bends, most = results[:WIDTHS], results[WIDTHS:-1], results[-1]
    thinnest = jnp.minimum(p["thin"], p["thick"])
    half = jnp.where(most * thinnest * thinnest > FAINTEST, most / 2, 1.0)
    structure = [-jnp.expm1(-((bend / half) ** 2) / 2) for bend in bends]
    return reduce(jnp.maximum, (kind * shown for kind, shown in zip(kinds, structure, strict=True)))


def frangi_branches(values: Values) -> Branches:
    kinds, bends = (at_each_width(values, measure) for measure in ("unlike_a_blob", "bent"))
    # as in scikit-image, the thinnest lines say for all widths how much bending is much
    return [*kinds, *bends, [*bends[0], (MOST, {})]]


MOST = Part(
    name="most_of_each_channel",
    kind=Global(most_of_each_channel, fill_with_maximum, placed=True),
)
FRANGI_STRENGTH = Part(
    name="frangi_strength",
    own_params=OWN_PARAMS,
    kind=Combined(frangi_branches, frangi_strength, ops=(CURVATURE, MOST)),
)

frangi = Op(
    name="frangi",
    title="Frangi ridges",
    category="edges",
    keywords=("ridge", "vessel", "line", "hessian", "vesselness"),
    doc="Shows lines and tubes bright on black, and blobs dark.",
    use="To find vessels, cracks and fibres.",
    formula="y = the greatest of exp(−R² / 2β²)·(1 − exp(−S² / 2c²)) at the four widths, over the "
    "picture's greatest; R = weak / strong eigenvalue of the Hessian, S = √(weak² + strong²), β = 0.5, c "
    "= half of the largest S; 0 where the strong one has the wrong sign",
    source="skimage.filters.frangi; Frangi et al., Multiscale vessel enhancement filtering (1998)",
    notes="At four widths, each channel apart; the strongest becomes 1. The border is made once, of the "
    "picture; scikit-image makes it again of the first derivatives.",
    own_params=OWN_PARAMS,
    preview_note=EDGES,
    kind=ridges(FRANGI_STRENGTH),
)
