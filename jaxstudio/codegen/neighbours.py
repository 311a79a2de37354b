"""Ops that read a pixel's neighbours, on a whole image, as a script computes them; see whole_image.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.codegen.whole_image import Image, Params, Values, compiled, constant_pixel, filter_input
from jaxstudio.kernels.fir import PAIR_SUMS, gaussian_half_taps
from jaxstudio.kernels.pixels import integer_unit, to_float
from jaxstudio.kernels.stencil import FlatWindow


@partial(compiled, static_argnames=("prepare", "radius"))
def prepare_weights(p: Params, *, prepare: Callable[..., Any], radius: int) -> Params:
    """What the passes of a filter read: computed once."""
    weights: Params = prepare(p, radius)
    return weights


class Window:
    """`window(dy, dx)`: all pixels' neighbours, from 0 to 1; `raw`: as they are stored, in floats.

    Args:
        x: (rows, columns · channels), with a border.
        reach: rows and columns of the border.
    """

    def __init__(self, x: Any, reach: Any, channels: int) -> None:
        self.x, self.reach, self.channels = x, reach, channels
        self.count = (x.shape[0] - 2 * reach[0], x.shape[1] - 2 * reach[1] * channels)
        self.unit = np.float32(integer_unit(x.dtype))

    def stored(self, dy: Any, dx: Any) -> Any:
        start = (self.reach[0] + dy, (self.reach[1] + dx) * self.channels)
        return lax.dynamic_slice(self.x, start, self.count)

    def raw(self, dy: Any, dx: Any) -> Any:
        return self.stored(dy, dx).astype(jnp.float32)

    def __call__(self, dy: Any, dx: Any) -> Any:
        return self.raw(dy, dx) if self.x.dtype == jnp.float32 else self.raw(dy, dx) * self.unit


class StoredWindow(Window):
    """The same of values as they are stored."""

    def __call__(self, dy: Any, dx: Any) -> Any:
        return self.stored(dy, dx)


@partial(compiled, static_argnames=("apply", "reach", "radius", "channels", "window"))
def compute_pass(
    x: Any, p: Params, *, apply: Any, reach: Any, radius: int, channels: int, window: Any
) -> Any:
    """One pass over an image, or several that the pass before found; the result has no border of `reach`."""
    windows = jax.tree.map(lambda each: window(each, reach, channels), x)
    return apply(windows, {**p, "radius": radius})


def filter_neighbours(
    image: Image, passes: Any, radius: int, p: Params, pad: Any, window: Any = Window
) -> Image:
    """The passes (function, rows and columns that it reads) in turn over the image with its border."""
    rows, columns = (sum(reach[axis] for _, reach in passes) for axis in (0, 1))
    x = pad(image, ((rows, rows), (columns, columns), (0, 0)))
    x = x.reshape(x.shape[0], -1)
    for apply, reach in passes:
        x = compute_pass(
            x, p, apply=apply, reach=reach, radius=radius, channels=image.shape[2], window=window
        )
    return x.reshape(image.shape)


@partial(compiled, static_argnames=("apply", "radius", "channels", "count", "keeps_alpha"))
def compute_flat(
    x: Any, start: Any, pitch: Any, p: Params, *, apply: Any, radius: int, channels: int, count: int,
    keeps_alpha: bool,
) -> Any:  # fmt: skip
    window = FlatWindow(x, start, pitch, channels, count)
    changed = apply(window, {**p, "radius": radius})
    if not keeps_alpha:
        return changed
    return jnp.where(lax.iota(jnp.int32, count) % channels == channels - 1, window(0, 0), changed)


def filter_flat(image: Image, apply: Any, reach: Any, radius: int, p: Params, pad: Any, mixes: bool) -> Image:
    """apply(window, p) over the image with its border, in flat memory; alpha stays unless `mixes`."""
    (rows, columns), (height, width, channels) = reach, image.shape
    padded = pad(image, ((rows, rows), (columns, columns), (0, 0)))
    x = jnp.pad(padded.reshape(-1), (0, 2 * columns * channels))
    pitch = (width + 2 * columns) * channels
    start = rows * pitch + columns * channels
    x = compute_flat(
        x, np.int32(start), np.int32(pitch), p, apply=apply, radius=radius, channels=channels,
        count=height * pitch, keeps_alpha=channels in (2, 4) and not mixes,
    )  # fmt: skip
    return x.reshape(height, pitch)[:, : width * channels].reshape(image.shape)


@partial(compiled, static_argnames=("apply", "reach", "around", "radius", "channels"))
def compute_beside_source(
    x: Any, source: Any, p: Params, *, apply: Any, reach: Any, around: Any, radius: int, channels: int
) -> Any:
    """A pass that also reads the image itself, which has a border of `around`."""
    windows = jax.tree.map(lambda each: Window(each, reach, channels), x)
    return apply(windows, {**p, "radius": radius}, Window(source, around, channels))


def filter_beside_source(image: Image, passes: Any, radius: int, p: Params, pad: Any) -> Image:
    """The passes in turn over the image with its border; the last one also reads that."""
    around = rows, columns = tuple(sum(reach[axis] for _, reach in passes) for axis in (0, 1))
    source = pad(image, ((rows, rows), (columns, columns), (0, 0)))
    x = source = source.reshape(source.shape[0], -1)
    same = {"radius": radius, "channels": image.shape[2]}
    for apply, reach in passes[:-1]:
        x = compute_pass(x, p, apply=apply, reach=reach, window=Window, **same)
    apply, reach = passes[-1]
    x = compute_beside_source(x, source, p, apply=apply, reach=reach, around=around, **same)
    return x.reshape(image.shape)


def pad_constant(image: Image, widths: Any, values: Values) -> Image:
    """The image with a constant border; as floats where that is no 8-bit level."""
    image = filter_input(image, values, mixes=False)
    constant = constant_pixel(image.dtype, image.shape[2], values)
    padded = [jnp.pad(image[..., c], widths[:2], constant_values=constant[c]) for c in range(image.shape[2])]
    return jnp.stack(padded, axis=-1)


# -- Gaussian blurs: the sums of kernels/fir.py in the same order

gaussian_weights = partial(compiled, static_argnames="radius")(gaussian_half_taps)


def symmetric_sum(x: Any, weights: Any, axis: int) -> Any:
    """Weighted sum along an axis, the same weights on both sides; x has a border as wide as they reach."""
    radius = weights.shape[0] - 1

    def at(k: Any) -> Any:
        return lax.dynamic_slice_in_dim(x, radius + k, x.shape[axis] - 2 * radius, axis)

    def add(k: Any, total: Any) -> Any:
        # integers are added as such: what XLA knows of a product decides how it rounds the sum with it
        return total + weights[k] * (at(k).astype(wide) + at(-k).astype(wide)).astype(jnp.float32)

    wide = PAIR_SUMS[x.dtype.name]
    # what is written out before a loop decides how XLA rounds the first sum, too
    most, turn = ((12, 8), (64, 32))[axis]
    first = radius if radius <= most else radius % turn
    total = weights[0] * at(0).astype(jnp.float32)
    for k in range(1, first + 1):
        total = add(k, total)
    if first < radius:
        total = lax.fori_loop(first + 1, radius + 1, add, total, unroll=turn)
    return total * to_float(jnp.ones((), x.dtype))


sum_along = partial(compiled, static_argnames="axis")(symmetric_sum)
