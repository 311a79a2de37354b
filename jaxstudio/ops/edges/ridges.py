"""What ridge filters share: the curvature at several widths, and the strongest brought to 1."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Float32, FloatArray
from jaxstudio.kernels.fir import antisymmetric_sum, symmetric_sum
from jaxstudio.kernels.stencil import FlatWindow
from jaxstudio.pipeline.kinds import Blocks, Branches, Composed, Global, Neighbourhood, Op, Pass
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Bool, Choice, Float, border_params

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


def down_the_columns(window: FlatWindow, taps: dict[str, jax.Array]) -> tuple[jax.Array, ...]:
    """The picture differentiated twice, once and not at all from row to row; not yet along the rows."""
    return (
        symmetric_sum(window, taps["second"], 0),
        antisymmetric_sum(window, taps["first"], 0),
        symmetric_sum(window, taps["smooth"], 0),
    )


def eigenvalues(columns: tuple[FlatWindow, ...], taps: Params) -> tuple[jax.Array, jax.Array]:
    """The greater and the lesser eigenvalue of each value's Hessian, from `down_the_columns`."""
    rows = symmetric_sum(columns[0], taps["smooth"], 1)
    both = antisymmetric_sum(columns[1], taps["first"], 1)
    across = symmetric_sum(columns[2], taps["second"], 1)
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
    return [[(CURVATURE[0], {"sigma": float(sigma), "measure": measure, **shared})] for sigma in widths]


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


def measure_curvature(columns: tuple[FlatWindow, ...], p: Params) -> FloatArray:
    """All measures of a value's curvatures, of which the one asked for stays: they cost next to nothing
    beside the curvatures, and one kernel serves all ridge filters.
    """
    greater, lesser = eigenvalues(columns, p)
    greater, lesser = jnp.where(p["dark"], greater, -lesser), jnp.where(p["dark"], lesser, -greater)
    first, *others = (measure(greater, lesser, p["sigma"]) for measure in MEASURES.values())
    for index, other in enumerate(others, 1):
        first = jnp.where(p["measure"] == index, other, first)
    return first


# Steps of ridge filters alone: lists hide them from the catalogue.
CURVATURE = [
    Op(
        name="curvature",
        title=".",
        category="edges",
        doc=".",
        source=".",
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
]


def greatest(blocks: Blocks, values: Values) -> Params:
    found = 0.0
    for block, _ in blocks():
        finite = block[np.isfinite(block)]
        found = max(found, float(finite.max(initial=0.0)))
    return {"greatest": np.float32(found)}


STRONGEST_IS_ONE = [
    Op(
        name="strongest_is_one",
        title=".",
        category="edges",
        doc=".",
        source=".",
        kind=Global(
            greatest,
            lambda x, p: x / jnp.where(p["greatest"] > FAINTEST, p["greatest"], 1.0),
            cheap=True,
        ),
    )
]


def ridges(strength: Op) -> Composed:
    """The kind of a ridge filter: `strength` is the Combined op of all widths."""
    return Composed(
        lambda values, size, chance: [(strength, values), (STRONGEST_IS_ONE[0], {})],
        ops=(strength, STRONGEST_IS_ONE[0]),
    )
