"""Expressions of pixels on a whole image, as a generated script computes them; see codegen/whole_image.py."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from functools import partial
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.codegen.whole_image import Image, Params, compiled
from jaxstudio.engine.buffers import CHUNK
from jaxstudio.engine.plan.pixel_stencil import compute_planes
from jaxstudio.engine.plan.stencil import compute_pixels, joined_channels, read_channel
from jaxstudio.kernels.pixels import channel_index, has_alpha, keep_alpha
from jaxstudio.kernels.random_fields import place
from jaxstudio.kernels.stencil import FlatWindow

# Of a pixel: its row and column as floats, and the image's sides.
PixelPlace = namedtuple("PixelPlace", "row column height width")


@partial(compiled, static_argnames=("apply", "neighbours", "channels"))
def compute_flat_stencil(
    slab: Any, start: Any, pitch: Any, where: Any, p: Params, *, apply: Any, neighbours: Any, channels: int
) -> Any:
    """Each value by itself, from its own channel."""
    window = FlatWindow(slab, start, pitch, channels, CHUNK)
    found = {at: window(*at) for at in ((0, 0), *neighbours)}
    row, element = place(where[0], where[1], CHUNK)
    column = jnp.floor(
        (element - channel_index(CHUNK, channels)).astype(jnp.float32) * np.float32(1 / channels) + 0.5
    )
    sides = (where[number].astype(jnp.float32) for number in (3, 4))
    at = PixelPlace((row + where[2]).astype(jnp.float32), column, *sides)
    changed = apply(lambda dy, dx, channel: found[dy, dx], at, p)
    value = found[0, 0]
    return keep_alpha(jnp.broadcast_to(changed, value.shape).astype(jnp.float32), value, channels)


@partial(compiled, static_argnames=("apply", "neighbours", "channels"))
def compute_stencil(
    slab: Any, start: Any, pitch: Any, where: Any, p: Params, *, apply: Any, neighbours: Any, channels: int
) -> Any:
    """A pixel's channels together."""
    window = FlatWindow(slab, start, pitch, channels, CHUNK)

    def values() -> Any:
        found = {at: window(*at).reshape(-1, channels) for at in ((0, 0), *neighbours)}
        first, wide = (lax.div(where[number], np.int32(channels)) for number in (0, 1))
        row, column = place(first, wide, CHUNK // channels)
        row, column = (each[:, None].astype(jnp.float32) for each in (row + where[2], column))
        at = PixelPlace(row, column, *(where[number].astype(jnp.float32) for number in (3, 4)))
        return apply(partial(read_channel, found, channels), at, p)

    def join(result: Any) -> Any:
        return joined_channels(result, window(0, 0).reshape(-1, channels), channels).reshape(-1)

    return compute_pixels(values, join, channels, pitch)


def compute_text(x: Image, p: Params, apply: Callable[..., Any]) -> Image:
    """A pixel's colours from its colours and its place, as its text says; alpha stays."""
    height, width, channels = x.shape
    row = lax.broadcasted_iota(jnp.float32, (height, 1), 0)
    column = lax.broadcasted_iota(jnp.float32, (1, width), 1)
    count = channels - has_alpha(channels)
    colours = [x[..., channel] for channel in range(count)]
    found = compute_planes(apply, colours, PixelPlace(row, column, *p["image_sides"]), p)
    planes = [jnp.broadcast_to(colour, (height, width)) for colour in found]
    return jnp.concatenate([jnp.stack(planes, axis=2), x[..., count:]], axis=2)


def map_stencil(
    image: Image, p: Params, pad: Any, apply: Callable[..., Any], compute: Any, neighbours: Any
) -> Image:
    """apply(read, place, p) of each pixel; read(dy, dx, channel) is a neighbour's value, of the given ones.

    The neighbour (dy, dx) of element i is i + dy·pitch + dx·channels.
    """
    height, width, channels = image.shape
    rows, columns = (max([abs(each[axis]) for each in neighbours], default=0) for axis in range(2))
    padded = pad(jnp.asarray(image), ((rows, rows), (columns, columns), (0, 0)))
    pitch = (width + 2 * columns) * channels
    slab = jnp.pad(padded.reshape(-1), (0, CHUNK + rows * pitch))
    parts = []
    for first in range(0, height * pitch, CHUNK):
        where = np.array([first % pitch, pitch, first // pitch, height, width], np.int32)
        start = np.int32(rows * pitch + columns * channels + first)
        parts.append(
            compute(
                slab, start, np.int32(pitch), where, p, apply=apply, neighbours=neighbours, channels=channels
            )
        )
    result = jnp.concatenate(parts)[: height * pitch].reshape(height, pitch)
    return result[:, : width * channels].reshape(image.shape)
