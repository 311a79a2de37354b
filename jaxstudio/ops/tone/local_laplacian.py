"""Local Laplacian filter: differences up to a range are strengthened at every scale, edges stay."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Array, Float32
from jaxstudio.kernels.colour_spaces import REC709
from jaxstudio.pipeline.kinds import Op, Report, Whole
from jaxstudio.pipeline.op import Values
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

COARSEST = 8  # pixels along the shorter side of the level that stays as it is
APART = 0.5  # of the range: between two lightnesses that the picture is remapped around

Plane = Float32[Array | np.ndarray, "height width"]
Coarse = Float32[Array | np.ndarray, "rows columns"]


def reduce_plane(x: Plane) -> Coarse:
    """The next level of a Gaussian pyramid: a binomial of five taps, then every second pixel."""
    for axis in (0, 1):
        size = x.shape[axis]
        places = np.abs(np.arange(-2, size + 3))  # mirrored about the outermost pixels
        wide = jnp.take(x, np.minimum(places, 2 * (size - 1) - places).clip(0), axis=axis)
        last = 2 * ((size + 1) // 2) - 1
        taps = [lax.slice_in_dim(wide, k, k + last, stride=2, axis=axis) for k in range(5)]
        x = (taps[0] + taps[4]) / 16 + (taps[1] + taps[3]) / 4 + taps[2] * 0.375
    return x


def enlarge_plane(x: Coarse, height: int, width: int) -> Plane:
    """A level at the size of the next finer one: zeros between its pixels, the same binomial, doubled."""
    for axis, size in ((0, height), (1, width)):
        count = x.shape[axis]
        before, after = np.abs(np.arange(-1, count - 1)), np.minimum(np.arange(1, count + 1), count - 1)
        first, last = (jnp.take(x, places.clip(0, count - 1), axis=axis) for places in (before, after))
        pairs = jnp.stack([(first + last) / 8 + x * 0.75, (x + last) / 2], axis=axis + 1)
        shape = [2 * count if each == axis else x.shape[each] for each in (0, 1)]
        x = lax.slice_in_dim(pairs.reshape(shape), 0, size, axis=axis)
    return x


def remap(x: Plane, about: Any, amount: Any, sigma: Any) -> Plane:
    """Differences from a lightness strengthened where they are small beside sigma."""
    off = x - about
    return x + amount * off * jnp.exp(-off * off / (2 * sigma * sigma))


def add_detail(total: Plane, fine: Plane, coarse: Coarse, own: Plane, about: Any, apart: Any) -> Plane:
    """Add a remapped picture's detail at this level, as far as the picture is near that lightness there."""
    weight = jnp.maximum(1.0 - jnp.abs(jnp.clip(own, 0.0, 1.0) - about) / apart, 0.0)
    return total + weight * (fine - enlarge_plane(coarse, *fine.shape))


def add_coarse(detail: Plane, coarse: Coarse) -> Plane:
    return detail + enlarge_plane(coarse, *detail.shape)


@cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    return jax.jit(function)


def pyramid(x: Plane, levels: int) -> list[Any]:
    found = [x]
    for _ in range(levels):
        found.append(compiled(reduce_plane)(found[-1]))
    return found


def filter_plane(x: Float32[np.ndarray, "height width"], values: Values, report: Report) -> Any:
    """The filtered lightness."""
    levels = max(int(math.log2(max(min(x.shape) / COARSEST, 1))), 0)
    count = math.ceil(1 / (APART * values["range"])) + 1
    apart, amount = np.float32(1 / (count - 1)), np.float32(values["amount"] / 100)
    sigma = np.float32(values["range"])
    own = pyramid(x, levels)
    details = [np.zeros(level.shape, np.float32) for level in own[:-1]]
    for number in range(count):
        about = np.float32(number) * apart
        level = compiled(remap)(x, about, amount, sigma)
        for at in range(levels):
            report((number + at / levels) / count)
            coarse = compiled(reduce_plane)(level)
            details[at] = compiled(add_detail)(details[at], level, coarse, own[at], about, apart)
            level = coarse
    result = own[-1]
    for detail in reversed(details):
        result = compiled(add_coarse)(detail, result)
    return np.asarray(result)


def strengthen(
    pixels: Float32[np.ndarray, "height width channels"], values: Values, report: Report
) -> Float32[np.ndarray, "height width channels"]:
    """Add the change of lightness to every channel."""
    if values["amount"] == 0.0:
        return pixels
    weights = np.float32(REC709) if pixels.shape[2] >= 3 else np.ones(1, np.float32)
    lightness = np.ascontiguousarray(pixels[..., : weights.size] @ weights)
    with jax.default_device(jax.devices("cpu")[0]):  # where the picture is
        return pixels + (filter_plane(lightness, values, report) - lightness)[..., None]


local_laplacian = Op(
    name="local_laplacian",
    title="Local Laplacian",
    category="tone",
    keywords=("local contrast", "clarity", "structure", "detail", "tone mapping", "bilateral grid"),
    doc="Strengthens or softens detail of all sizes at once; strong edges get no halos.",
    use="For the local contrast of darktable: landscapes, stone, clouds; below 0 for soft skin.",
    formula="the Laplacian pyramid of y at level l and place p is that of r(x) around g, g the Gaussian "
    "pyramid of x there; r(x) = x + amount·(x − g)·exp(−(x − g)²/2·range²); x is luma",
    source="Paris, Hasinoff and Kautz, Local Laplacian filters, 2011; Aubry and others, Fast local Laplacian "
    "filters, 2014",
    notes="All channels change by the same amount. Interpolated between lightnesses that are half the range "
    "apart. The coarsest level, of 8 pixels or a little more along the shorter side, stays. Not clipped.",
    own_params=(
        Float(
            "amount", 50.0, -100.0, 400.0, slider_low=-100.0, slider_high=200.0, unit="%", doc="How strong."
        ),
        Float("range", 0.2, 0.05, 1.0, doc="Differences of lightness up to this are detail, others edges."),
    ),
    preview_note=SMALL_DETAIL,
    kind=Whole(strengthen),
)
