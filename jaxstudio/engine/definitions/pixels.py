"""Kinds whose result at a pixel needs that pixel alone: its values, its place, random bits, a statistic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.engine.buffers import CHUNK
from jaxstudio.engine.definitions.host import on_host
from jaxstudio.engine.definitions.images import Image, Params, Values, compiled, convert, with_alpha_of
from jaxstudio.kernels.pixels import channel_index, has_alpha, integer_unit, join_colours, to_float
from jaxstudio.kernels.random_fields import Place, place, threefry


@partial(compiled, static_argnames="apply")
def table_of_bytes(p: Params, *, apply: Callable[..., Any]) -> Any:
    """The results for all values that a byte may have."""
    return apply(to_float(jnp.arange(256, dtype=jnp.uint8)), p)


@partial(compiled, static_argnames="apply")
def compute_values(x: Any, p: Params, *, apply: Callable[..., Any]) -> Any:
    x = to_float(x)
    return jnp.broadcast_to(apply(x, p), x.shape)


def each_value(image: Image, p: Params, apply: Callable[..., Any], cheap: bool = False) -> Image:
    """apply(x, p) of each value; alpha stays."""
    if image.dtype == np.uint8 and not cheap:
        changed = table_of_bytes(p, apply=apply)[image]
    else:
        changed = compute_values(image.reshape(-1), p, apply=apply).reshape(image.shape)
    return with_alpha_of(image, changed)


@partial(compiled, static_argnames="apply")
def compute_colours(x: Any, p: Params, *, apply: Callable[..., Any]) -> Any:
    x = to_float(x)
    return join_colours(apply(x[:, 0, None], x[:, 1, None], x[:, 2, None], p), x)


def each_colour(image: Image, p: Params, apply: Callable[..., Any], gray: Any = None) -> Image:
    """apply(r, g, b, p) of each pixel, or gray(x, p) of a gray one; alpha stays."""
    channels = image.shape[2]
    if channels >= 3:
        return compute_colours(image.reshape(-1, channels), p, apply=apply).reshape(image.shape)
    return to_float(image) if gray is None else each_value(image, p, gray, cheap=True)


@partial(compiled, static_argnames="apply")
def compute_matrix(p: Params, *, apply: Callable[..., Any]) -> Any:
    return apply(p)


def mix_channels(image: Image, p: Params, matrix: Callable[..., Any]) -> Image:
    """Each pixel's colours multiplied by the 3 x 3 matrix(p); gray and alpha stay."""
    if image.shape[2] < 3:
        return to_float(image)
    weights = compute_matrix(p, apply=matrix)
    stored = image.astype(jnp.float32)
    # NaN in a colour that has no weight is none of the others' business; a weight of 0 has a derivative
    counts = (weights != 0) | jnp.isfinite(stored[..., None, :3])
    terms = [jnp.where(counts[..., c], weights[:, c] * stored[..., c, None], 0.0) for c in range(3)]
    mixed = (terms[0] + terms[1] + terms[2]) * np.float32(integer_unit(image.dtype))
    return jnp.concatenate([mixed, to_float(image[..., 3:])], axis=2)


@partial(compiled, static_argnames="apply")
def compute_places(x: Any, row: Any, column: Any, sides: Any, p: Params, *, apply: Callable[..., Any]) -> Any:
    at = Place(row, column, lax.broadcasted_iota(jnp.int32, x.shape, 1), *sides)
    return jnp.broadcast_to(apply(to_float(x), at, p), x.shape)


@partial(compiled, static_argnames=("apply", "channels"))
def compute_chunk(
    x: Any, start: Any, pitch: Any, first: Any, sides: Any, p: Params, *, apply: Any, channels: int
) -> Any:
    """Evaluate the text of flat values, each by itself, from an element of a row on."""
    row, element = place(start, pitch, x.size)
    channel = channel_index(x.size, channels)
    column = jnp.floor((element - channel).astype(jnp.float32) * np.float32(1 / channels) + 0.5)
    at = Place((row + first).astype(jnp.float32), column, channel, *sides)
    return apply(to_float(x), at, p)


def each_place(image: Image, p: Params, key: Any, apply: Callable[..., Any], cheap: bool = False) -> Image:
    """apply(x, at, p) of each value and its place; alpha stays."""
    (height, width, channels), p = image.shape, {**p, "key": key}
    sides = (np.float32(height), np.float32(width))
    if cheap:
        row, column = (
            lax.broadcasted_iota(jnp.float32, (height, width), axis).reshape(-1, 1) for axis in (0, 1)
        )
        changed = compute_places(image.reshape(-1, channels), row, column, sides, p, apply=apply)
        return with_alpha_of(image, changed.reshape(image.shape))
    parts, flat, pitch = [], image.reshape(-1), width * channels
    for at in range(0, flat.size, CHUNK):  # so many at a time that floats still count them exactly
        start, first = np.int32(at % pitch), np.int32(at // pitch)
        part = flat[at : at + CHUNK]
        parts.append(
            compute_chunk(part, start, np.int32(pitch), first, sides, p, apply=apply, channels=channels)
        )
    return with_alpha_of(image, jnp.concatenate(parts).reshape(image.shape))


@partial(compiled, static_argnames="apply")
def compute_random(x: Any, pitch: Any, p: Params, *, apply: Callable[..., Any]) -> Any:
    row, element = jnp.divmod(lax.iota(jnp.uint32, x.size), pitch)
    return apply(to_float(x), threefry((p["key"][0], p["key"][1]), row, element), p)


def each_random(image: Image, p: Params, key: Any, apply: Callable[..., Any]) -> Image:
    """apply(x, bits, p) of each value and random bits by the key and its place; alpha stays."""
    pitch = np.uint32(image.shape[1] * image.shape[2])
    changed = compute_random(image.reshape(-1), pitch, {**p, "key": key}, apply=apply)
    return with_alpha_of(image, changed.reshape(image.shape))


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
    image: Image, values: Values, p: Params, key: Any, statistic: Callable[..., Any],
    apply: Callable[..., Any], placed: bool = False, colours: bool = False, gray: Any = None,
    cheap: bool = False, measured: Any = None,
) -> Image:  # fmt: skip
    """A statistic of the whole image first; with it in p each value, each place, or colours together."""
    if measured is None:
        measured = on_host(lambda pixels: measure(pixels, values, statistic, placed or colours), image)
    p = {**p, **measured}
    if colours:
        return each_colour(image, p, apply, gray)
    return each_place(image, p, key, apply, cheap) if placed else each_value(image, p, apply, cheap)


@partial(compiled, static_argnames="apply")
def compute_combined(x: Any, results: Any, p: Params, *, apply: Callable[..., Any]) -> Any:
    return apply(to_float(x), tuple(to_float(each) for each in results), p)


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
    flat = [each.reshape(-1) for each in (x, *results)]
    return with_alpha_of(image, compute_combined(flat[0], flat[1:], p, apply=apply).reshape(image.shape))
