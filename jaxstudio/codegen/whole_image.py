"""Each kind of op on a whole image, as a generated script computes it: the sources of such a script.

Images are arrays (height, width, channels). What the engine computes in chunks of buffers is computed here at
once, with the same bits: what is compiled by itself there is compiled by itself here. Of a compiled function
arrays are positional arguments, and what is static is given by keyword (codegen/stablehlo.py counts on it).
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.engine.buffers import CHUNK
from jaxstudio.engine.plan.base import is_8bit_constant
from jaxstudio.kernels.pixels import (
    channel_index,
    has_alpha,
    integer_unit,
    join_colours,
    keep_alpha,
    to_float,
)
from jaxstudio.kernels.random_fields import place, threefry
from jaxstudio.kernels.rounded_products import with_rounded_products

Image = Any
Values = dict[str, Any]
Params = dict[str, Any]

# In a script with the options that the engine compiles with: see codegen/script.py.
compiled = jax.jit
# An argument of what is compiled, so that the compiler does not know it.
ZERO = np.int32(0)
# Where values lie in the image: rows and columns as floats, the channel, and the image's sides.
Place = namedtuple("Place", "row column channel height width")


@partial(compiled, static_argnames="dtype")
def convert(image: Image, *, dtype: str) -> Image:
    """Values in another number format: 0 to 1 is 0 to the largest integer, clipped, half to even."""
    if image.dtype == dtype:
        return image
    x = to_float(image)
    if dtype == "float32":
        return x
    # 1.5·2²³ leaves the nearest integer in the lowest bits of the sum
    level = jnp.minimum(jnp.where(x > 0, x, 0.0), 1.0) * np.float32(np.iinfo(dtype).max) + 1.5 * 2**23
    return lax.bitcast_convert_type(level, jnp.uint32).astype(dtype)


def with_alpha_of(image: Image, changed: Image) -> Image:
    """`changed` with the alpha channel of `image`, if it has one."""
    if image.shape[2] not in (2, 4):
        return changed
    alpha = convert(image[..., -1:], dtype=changed.dtype.name)
    return jnp.concatenate([changed[..., :-1], alpha], axis=2)


# -- pixels by themselves


@partial(compiled, static_argnames="apply")
def table_of_bytes(p: Params, *, apply: Callable[..., Any]) -> Any:
    """The results for all values that a byte may have."""
    return apply(to_float(jnp.arange(256, dtype=jnp.uint8)), p)


@partial(compiled, static_argnames=("apply", "channels"))
def compute_values(x: Any, p: Params, *, apply: Callable[..., Any], channels: int) -> Any:
    value = to_float(x)
    return keep_alpha(apply(value, p), value, channels)


def map_colours(x: Image, p: Params, apply: Callable[..., Any]) -> Image:
    """apply(r, g, b, p) of each pixel of floats; alpha stays."""
    colours = apply(x[..., 0], x[..., 1], x[..., 2], p)
    planes = [jnp.broadcast_to(colour, x.shape[:2]) for colour in colours]
    return jnp.concatenate([jnp.stack(planes, axis=2), x[..., 3:]], axis=2)


@partial(compiled, static_argnames="apply")
def compute_colours(pixels: Any, p: Params, *, apply: Callable[..., Any]) -> Any:
    """apply(r, g, b, p) of pixels (n, channels); alpha stays."""
    x = to_float(pixels)
    return join_colours(apply(x[:, 0, None], x[:, 1, None], x[:, 2, None], p), x)


@partial(compiled, static_argnames="function")
def compute_rounded(x: Any, p: Params, zero: Any, *, function: Callable[..., Any]) -> Any:
    """function(x, p) with each product rounded by itself; compiled, XLA would round some with a sum."""
    return with_rounded_products(function, zero)(x, p)


def mix_channels(image: Image, matrix: Any) -> Image:
    """Each pixel's colours multiplied by a 3 x 3 matrix; gray and alpha stay."""
    if image.shape[2] < 3:
        return to_float(image)
    stored = image.astype(jnp.float32)
    # NaN in a colour that has no weight is none of the others' business
    terms = [jnp.where(matrix[:, c] != 0, matrix[:, c] * stored[..., c, None], 0.0) for c in range(3)]
    mixed = (terms[0] + terms[1] + terms[2]) * np.float32(integer_unit(image.dtype))
    return jnp.concatenate([mixed, to_float(image[..., 3:])], axis=2)


@partial(compiled, static_argnames="apply")
def compute_matrix(p: Params, *, apply: Callable[..., Any]) -> Any:
    return apply(p)


def places_in(image: Image) -> Any:
    """Where the values of an image lie."""
    row, column, channel = (lax.iota(jnp.int32, side) for side in image.shape)
    height, width = (np.float32(side) for side in image.shape[:2])
    row, column = row.astype(jnp.float32)[:, None, None], column.astype(jnp.float32)[:, None]
    return Place(row, column, channel, height, width)


@partial(compiled, static_argnames=("apply", "channels"))
def compute_places(
    x: Any,
    start: Any,
    pitch: Any,
    first: Any,
    sides: Any,
    p: Params,
    *,
    apply: Callable[..., Any],
    channels: int,
) -> Any:
    row, element = place(start, pitch, x.size)
    channel = channel_index(x.size, channels)
    column = jnp.floor((element - channel).astype(jnp.float32) * np.float32(1 / channels) + 0.5)
    at = Place((row + first).astype(jnp.float32), column, channel, *sides)
    value = to_float(x)
    return keep_alpha(apply(value, at, p), value, channels)


def map_places(image: Image, p: Params, apply: Callable[..., Any]) -> Image:
    """apply(x, at, p) of each value but alpha; so many at a time that floats still count them exactly."""
    sides = np.array(image.shape[:2], np.float32)
    pitch, flat = image.shape[1] * image.shape[2], image.reshape(-1)
    parts = []
    for start in range(0, flat.size, CHUNK):
        where = (np.int32(each) for each in (start % pitch, pitch, start // pitch))
        part = flat[start : start + CHUNK]
        parts.append(compute_places(part, *where, sides, p, apply=apply, channels=image.shape[2]))
    return jnp.concatenate(parts).reshape(image.shape)


@partial(compiled, static_argnames="apply")
def compute_places_of_pixels(
    x: Any, row: Any, column: Any, sides: Any, p: Params, *, apply: Callable[..., Any]
) -> Any:
    value = to_float(x)
    channel = lax.broadcasted_iota(jnp.int32, value.shape, 1)
    return jnp.broadcast_to(apply(value, Place(row, column, channel, *sides), p), value.shape)


def map_places_of_pixels(image: Image, p: Params, apply: Callable[..., Any]) -> Image:
    """apply(x, at, p) of each value but alpha, the place computed once for the channels of a pixel."""
    sides = np.array(image.shape[:2], np.float32)
    row, column = (each.astype(np.float32).reshape(-1, 1) for each in np.indices(image.shape[:2]))
    pixels = image.reshape(-1, image.shape[2])
    changed = compute_places_of_pixels(pixels, row, column, sides, p, apply=apply)
    return with_alpha_of(image, changed.reshape(image.shape))


@partial(compiled, static_argnames=("apply", "pitch", "channels"))
def compute_noise(x: Any, p: Params, *, apply: Callable[..., Any], pitch: int, channels: int) -> Any:
    """apply(x, bits, p) of each value (rows of `pitch`), with random bits by p["key"] and the place."""
    row, element = jnp.divmod(lax.iota(jnp.uint32, x.size), np.uint32(pitch))
    value = to_float(x)
    return keep_alpha(apply(value, threefry(p["key"], row, element), p), value, channels)


# -- neighbours


def border_indices(i: Any, n: int, border: str) -> Any:
    """Where positions along an axis of n pixels take their values from; −1 where the constant stands."""
    if border == "constant":
        return jnp.where((i >= 0) & (i < n), i, -1)
    if border == "nearest":
        return jnp.clip(i, 0, n - 1)
    if border == "wrap":
        return i % n
    if border == "reflect":
        return jnp.minimum(i % (2 * n), 2 * n - 1 - i % (2 * n))
    period = max(1, 2 * n - 2)
    return jnp.minimum(i % period, period - i % period)


def constant_pixel(dtype: Any, channels: int, values: Values) -> Any:
    """A pixel of the constant border, which is clear or opaque where the image has alpha."""
    unit, cval, opacity = integer_unit(dtype), values.get("cval", 0.0), values.get("border_alpha", "auto")
    opaque = opacity == "opaque" or (opacity == "auto" and cval != 0)
    cval = 0.0 if has_alpha(channels) and not opaque else cval
    constant = np.full(channels, cval if np.dtype(dtype).kind == "f" else round(cval / unit), dtype)
    if has_alpha(channels):
        constant[-1] = round(1 / unit) if opaque else 0
    return constant


def pixels_at(image: Image, rows: Any, columns: Any, values: Values) -> Image:
    """The pixels at rows and columns (whole numbers), beyond the edges those of the border."""
    border = values.get("border", "nearest")
    rows = border_indices(rows, image.shape[0], border)
    columns = border_indices(columns, image.shape[1], border)
    found = jnp.asarray(image)[rows, columns]
    if border != "constant":
        return found
    inside = ((rows >= 0) & (columns >= 0))[..., None]
    return jnp.where(inside, found, constant_pixel(image.dtype, image.shape[2], values))


def weigh_by_alpha(image: Image) -> Image:
    """Colours multiplied by their alpha, where there is one."""
    if image.shape[2] not in (2, 4):
        return image
    x = to_float(image)
    return jnp.concatenate([x[..., :-1] * x[..., -1:], x[..., -1:]], axis=2)


def divide_by_alpha(image: Image) -> Image:
    """The inverse; where alpha is 0 the colours are 0."""
    if image.shape[2] not in (2, 4):
        return image
    alpha = jnp.broadcast_to(image[..., -1:], image.shape)
    colours = jnp.where(alpha > 0, image / jnp.where(alpha > 0, alpha, 1.0), 0.0)
    return jnp.concatenate([colours[..., :-1], image[..., -1:]], axis=2)


def filter_input(image: Image, values: Values, mixes: bool) -> Image:
    """What a filter reads: where it mixes pixels, colours weighed by their alpha."""
    if mixes and has_alpha(image.shape[2]):
        return weigh_by_alpha(image)
    return image if is_8bit_constant(values) else convert(image, dtype="float32")


# -- images combined


@partial(compiled, static_argnames=("apply", "channels"))
def compute_combination(x: Any, results: Any, p: Params, *, apply: Any, channels: int) -> Any:
    x = to_float(x)
    return keep_alpha(apply(x, tuple(to_float(result) for result in results), p), x, channels)


def combine(
    image: Image, branches: Sequence[Any], picks: Sequence[bool], p: Params, apply: Callable[..., Any],
    floats: bool = False,
) -> Image:  # fmt: skip
    """apply(image, results of the branches, p), value by value; alpha stays.

    Branches that only pick values hand on the image's own number format, if all of them can, unless `floats`.
    """
    results = [branch(image) for branch in branches]
    x = image
    if floats or any(each.dtype != x.dtype for each, picking in zip(results, picks, strict=True) if picking):
        x = convert(image, dtype="float32")
        results = [convert(result, dtype="float32") for result in results]
    flat = tuple(result.reshape(-1) for result in results)
    combined = compute_combination(x.reshape(-1), flat, p, apply=apply, channels=image.shape[2])
    return combined.reshape(image.shape)
