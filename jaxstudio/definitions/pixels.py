"""Kinds whose result at a pixel needs that pixel alone: its values, its place, random bits, a statistic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.definitions.host import on_host
from jaxstudio.definitions.images import Image, Params, Values, compiled, convert, together, with_alpha_of
from jaxstudio.engine.buffers import CHUNK
from jaxstudio.kernels.pixels import (
    channel_index,
    has_alpha,
    integer_unit,
    join_colours,
    keep_alpha,
    to_float,
)
from jaxstudio.kernels.random_fields import Place, place, threefry


@partial(compiled, static_argnames="apply")
def table_of_bytes(p: Params, *, apply: Callable[..., Any]) -> Any:
    """The results for all values that a byte may have."""
    return apply(to_float(jnp.arange(256, dtype=jnp.uint8)), p)


def of_values(x: Any, p: Params, apply: Callable[..., Any], channels: int) -> Any:
    value = to_float(x)
    return keep_alpha(jnp.broadcast_to(apply(value, p), value.shape), value, channels)


def each_value(
    image: Image, p: Params, apply: Callable[..., Any], cheap: bool = False, compute: Any = together
) -> Image:
    """apply(x, p) of each value; alpha stays."""
    if image.dtype == np.uint8 and not cheap:
        return with_alpha_of(image, table_of_bytes(p, apply=apply)[image])
    changed = compute(image.reshape(-1), p, function=of_values, apply=apply, channels=image.shape[2])
    return changed.reshape(image.shape)


def of_colours(x: Any, p: Params, apply: Callable[..., Any], channels: int) -> Any:
    x = to_float(x)
    return join_colours(apply(x[:, 0, None], x[:, 1, None], x[:, 2, None], p), x)


def each_colour(
    image: Image, p: Params, apply: Callable[..., Any], gray: Any = None, compute: Any = together
) -> Image:
    """apply(r, g, b, p) of each pixel, or gray(x, p) of a gray one; alpha stays."""
    channels = image.shape[2]
    if channels < 3:
        if gray is None:
            return to_float(image)
        changed = together(image.reshape(-1), p, function=of_values, apply=gray, channels=channels)
        return changed.reshape(image.shape)
    pixels = image.reshape(-1, channels)
    changed = compute(pixels, p, function=of_colours, apply=apply, channels=channels)
    return changed.reshape(image.shape)


@partial(compiled, static_argnames="apply")
def compute_matrix(p: Params, *, apply: Callable[..., Any]) -> Any:
    return apply(p)


def mix_channels(image: Image, p: Params, matrix: Callable[..., Any]) -> Image:
    """Each pixel's colours multiplied by the 3 x 3 matrix(p); gray and alpha stay."""
    if image.shape[2] < 3:
        return to_float(image)
    weights = compute_matrix(p, apply=matrix)
    stored = image.astype(jnp.float32)
    # NaN in a colour that has no weight is none of the others' business
    terms = [jnp.where(weights[:, c] != 0, weights[:, c] * stored[..., c, None], 0.0) for c in range(3)]
    mixed = (terms[0] + terms[1] + terms[2]) * np.float32(integer_unit(image.dtype))
    return jnp.concatenate([mixed, to_float(image[..., 3:])], axis=2)


def of_places(x: Any, p: Params, apply: Callable[..., Any], channels: int) -> Any:
    values, row, column, sides = x
    value = to_float(values)
    at = Place(row, column, lax.broadcasted_iota(jnp.int32, value.shape, 1), *sides)
    return jnp.broadcast_to(apply(value, at, p), value.shape)


def of_chunk(x: Any, p: Params, apply: Callable[..., Any], channels: int) -> Any:
    values, (start, pitch, first), sides = x
    row, element = place(start, pitch, values.size)
    channel, value = channel_index(values.size, channels), to_float(values)
    column = jnp.floor((element - channel).astype(jnp.float32) * np.float32(1 / channels) + 0.5)
    at = Place((row + first).astype(jnp.float32), column, channel, *sides)
    return keep_alpha(apply(value, at, p), value, channels)


def each_place(
    image: Image, p: Params, key: Any, apply: Callable[..., Any], cheap: bool = False, compute: Any = together
) -> Image:
    """apply(x, at, p) of each value and its place; alpha stays."""
    (height, width, channels), p = image.shape, {**p, "key": key}
    sides = np.array((height, width), np.float32)
    if cheap or compute is not together:  # a place is found once for a pixel
        row, column = (each.astype(np.float32).reshape(-1, 1) for each in np.indices((height, width)))
        x: Any = (image.reshape(-1, channels), row, column, sides)
        changed = compute(x, p, function=of_places, apply=apply, channels=channels)
        return with_alpha_of(image, changed.reshape(image.shape))
    parts, flat, pitch = [], image.reshape(-1), width * channels
    for start in range(0, flat.size, CHUNK):  # so many at a time that floats still count them exactly
        where = tuple(np.int32(each) for each in (start % pitch, pitch, start // pitch))
        x = (flat[start : start + CHUNK], where, sides)
        parts.append(compute(x, p, function=of_chunk, apply=apply, channels=channels))
    return jnp.concatenate(parts).reshape(image.shape)


def of_random_bits(x: Any, p: Params, apply: Callable[..., Any], channels: int) -> Any:
    values, pitch = x
    row, element = jnp.divmod(lax.iota(jnp.uint32, values.size), pitch)
    value, key = to_float(values), p["key"]
    bits = threefry((key[0], key[1]), row, element)
    return keep_alpha(apply(value, bits, p), value, channels)


def each_random(image: Image, p: Params, key: Any, apply: Callable[..., Any]) -> Image:
    """apply(x, bits, p) of each value and random bits by the key and its place; alpha stays."""
    _, width, channels = image.shape
    x = (image.reshape(-1), np.uint32(width * channels))
    changed = together(x, {**p, "key": key}, function=of_random_bits, apply=apply, channels=channels)
    return changed.reshape(image.shape)


def measure(pixels: Any, values: Values, statistic: Callable[..., Any], placed: bool) -> Params:
    """A statistic of all colours: of integers by how often each level occurs, or by their places."""
    colours = pixels[..., : pixels.shape[2] - has_alpha(pixels.shape[2])]
    if placed:
        floats = colours.astype(np.float32) * np.float32(integer_unit(colours.dtype))
        values = {**values, "height": pixels.shape[0], "width": pixels.shape[1]}
        return dict(statistic(lambda: iter([((0, 0), floats)]), values))
    if colours.dtype == np.float32:
        return dict(statistic(lambda: iter([(colours, None)]), values))
    counts = np.bincount(colours.reshape(-1), minlength=np.iinfo(colours.dtype).max + 1)
    levels = np.arange(counts.size, dtype=np.float32) * np.float32(integer_unit(colours.dtype))
    return dict(statistic(lambda: iter([(levels, counts)]), values))


def after_statistic(
    image: Image,
    values: Values,
    p: Params,
    key: Any,
    statistic: Callable[..., Any],
    apply: Callable[..., Any],
    placed: bool = False,
    cheap: bool = False,
    compute: Any = together,
) -> Image:
    """A statistic of the whole image first; with it in p each value, or with `placed` each place."""
    p = {**p, **on_host(lambda pixels: measure(pixels, values, statistic, placed), image)}
    if placed:
        return each_place(image, p, key, apply, cheap, compute)
    return each_value(image, p, apply, cheap, compute)


def of_results(x: Any, p: Params, apply: Callable[..., Any], channels: int) -> Any:
    value, *results = (to_float(each) for each in x)
    return keep_alpha(apply(value, tuple(results), p), value, channels)


def combine(
    image: Image, p: Params, apply: Callable[..., Any], branches: Sequence[Any], picks: Any = None
) -> Image:
    """apply(x, results of the branches, p), value by value; alpha stays.

    Branches that only pick values (`picks`) hand on the image's own number format, if all of them can.
    """
    results = [branch(image) for branch in branches]
    x = image
    if picks is None or any(a.dtype != x.dtype for a, pick in zip(results, picks, strict=True) if pick):
        x, *results = (convert(each, dtype="float32") for each in (x, *results))
    flat = tuple(each.reshape(-1) for each in (x, *results))
    return together(flat, p, function=of_results, apply=apply, channels=image.shape[2]).reshape(image.shape)
