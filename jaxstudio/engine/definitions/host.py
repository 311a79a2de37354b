"""Kinds that a library computes on the host, in NumPy arrays; a statistic of the whole image, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.engine.definitions.images import Image, Values, convert
from jaxstudio.engine.nonfinite import apply_around_nonfinite, resample_around_nonfinite
from jaxstudio.kernels.pixels import has_alpha


def on_host(function: Callable[[Any], Any], image: Image) -> Any:
    """function(pixels) of a NumPy array, which may write to it; a callback where JAX traces."""

    def compute(pixels: Any) -> Any:
        found = jax.tree.map(np.asarray, function(np.array(pixels)))
        return jax.tree.map(lambda each: each.astype(np.float32) if each.dtype == np.float64 else each, found)

    if not isinstance(image, jax.core.Tracer):
        return jax.tree.map(jnp.asarray, compute(image))
    shapes = jax.eval_shape(lambda: compute(np.zeros(image.shape, image.dtype)))
    return jax.pure_callback(compute, shapes, image)


def filter_whole(image: Image, values: Values, apply: Callable[..., Any], size: Any = None) -> Image:
    """apply(colours, values, report) of the image in floats; alpha stays.

    Where the result has another size, colours are weighed by alpha, which is filtered too.
    """
    alpha = has_alpha(image.shape[2])

    def compute(colours: Any, values: Any) -> Any:
        return apply(colours, values, lambda share: None)

    def filtered(pixels: Any) -> Any:
        if size is not None:
            return resample_around_nonfinite(compute, pixels, alpha, values)[0]
        colours = pixels[..., : pixels.shape[2] - alpha]
        colours[...] = apply_around_nonfinite(compute, colours, values)[0]
        return pixels

    return on_host(filtered, convert(jnp.asarray(image), dtype="float32"))


def keep_unmasked(image: Image) -> Image:
    """The image in floats: a step that fills its mask's holes, without a mask."""
    return convert(jnp.asarray(image), dtype="float32")


def squares(height: int, width: int, side: int) -> Iterator[tuple[int, int, int, int]]:
    """Squares that cover an image: first row and column, and those behind the last."""
    for y in range(0, height, side):
        for x in range(0, width, side):
            yield y, x, min(y + side, height), min(x + side, width)


def filter_squares(
    image: Image, values: Values, apply: Callable[..., Any], reach: Any, side: Any, levels: Any = None
) -> Image:
    """apply(colours, values) of each square with its margin; levels(…) of bytes. Alpha stays."""
    height, width, channels = image.shape
    far = reach(values)

    def filtered(before: Any, apply: Callable[..., Any]) -> Any:
        after, count = before.copy(), channels - has_alpha(channels)
        for y0, x0, y1, x1 in squares(height, width, side(values)):
            top, left = max(0, y0 - far), max(0, x0 - far)
            around = before[top : y1 + far, left : x1 + far, :count].copy()
            result, _ = apply_around_nonfinite(apply, around, values)
            after[y0:y1, x0:x1, :count] = result[y0 - top : y1 - top, x0 - left : x1 - left]
        return after

    if levels is not None and image.dtype == np.uint8:
        return on_host(partial(filtered, apply=levels), image)
    return on_host(partial(filtered, apply=apply), convert(jnp.asarray(image), dtype="float32"))
