"""Ops that measure the whole image first, or that a library computes: NumPy on the host, as in a script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from jaxstudio.codegen.whole_image import Image, Params, Values, convert
from jaxstudio.engine.nonfinite import apply_around_nonfinite, resample_around_nonfinite
from jaxstudio.kernels.pixels import has_alpha, integer_unit


def measure(image: Image, values: Values, statistic: Callable[..., Any]) -> Params:
    """A statistic of all colours: of integers by how often each level occurs."""
    colours = np.asarray(image)[..., : image.shape[2] - has_alpha(image.shape[2])]
    if colours.dtype == np.float32:
        return dict(statistic(lambda: iter([(colours, None)]), values))
    counts = np.bincount(colours.reshape(-1), minlength=np.iinfo(colours.dtype).max + 1)
    levels = np.arange(counts.size, dtype=np.float32) * np.float32(integer_unit(colours.dtype))
    return dict(statistic(lambda: iter([(levels, counts)]), values))


def measure_places(image: Image, values: Values, statistic: Callable[..., Any]) -> Params:
    """A statistic of all colours, which may differ from place to place."""
    colours = np.asarray(image)[..., : image.shape[2] - has_alpha(image.shape[2])]
    floats = colours.astype(np.float32) * np.float32(integer_unit(colours.dtype))
    values = {**values, "height": image.shape[0], "width": image.shape[1]}
    return dict(statistic(lambda: iter([((0, 0), floats)]), values))


def filter_whole(image: Image, values: Values, apply: Callable[..., Any]) -> Image:
    """apply(colours, values, report) of the image in floats; alpha stays."""
    pixels = np.array(convert(image, dtype="float32"))
    count = image.shape[2] - has_alpha(image.shape[2])

    def compute(colours: Any, values: Any) -> Any:
        return apply(colours, values, lambda share: None)

    pixels[..., :count] = apply_around_nonfinite(compute, pixels[..., :count], values)[0]
    return pixels


def resample_whole(image: Image, values: Values, apply: Callable[..., Any]) -> Image:
    """The same where the result has another size; colours are weighed by alpha."""
    pixels = np.array(convert(image, dtype="float32"))

    def compute(colours: Any, values: Any) -> Any:
        return apply(colours, values, lambda share: None)

    return resample_around_nonfinite(compute, pixels, has_alpha(image.shape[2]), values)[0]


def squares(height: int, width: int, side: int) -> Iterator[tuple[int, int, int, int]]:
    """Squares that cover an image: first row and column, and those behind the last."""
    for y in range(0, height, side):
        for x in range(0, width, side):
            yield y, x, min(y + side, height), min(x + side, width)


def filter_squares(
    image: Image,
    values: Values,
    apply: Callable[..., Any],
    levels: Callable[..., Any] | None,
    side: int,
    reach: int,
) -> Image:
    """apply(colours, values) of each square with what is around it; levels(…) of bytes. Alpha stays."""
    height, width, channels = image.shape
    of_bytes = levels is not None and image.dtype == np.uint8
    before = np.asarray(image if of_bytes else convert(image, dtype="float32"))
    after, count = before.copy(), channels - has_alpha(channels)
    for y0, x0, y1, x1 in squares(height, width, side):
        top, left = max(0, y0 - reach), max(0, x0 - reach)
        around = before[top : y1 + reach, left : x1 + reach, :count].copy()
        result, _ = apply_around_nonfinite(levels or apply if of_bytes else apply, around, values)
        after[y0:y1, x0:x1, :count] = result[y0 - top : y1 - top, x0 - left : x1 - left]
    return after
