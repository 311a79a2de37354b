"""Kinds that move pixels: by a matrix, along curves, and the mean of magnified images."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.engine.definitions.images import (
    Image,
    Params,
    Values,
    compiled,
    divide_by_alpha,
    filter_input,
    pixels_at,
)
from jaxstudio.kernels.pixels import ROUND_BY_ADDING, has_alpha, integer_unit
from jaxstudio.kernels.sampling import FRACTION, split_places
from jaxstudio.kernels.warps import fold_place

Size = tuple[int, int]
BORDERS = ("reflect", "nearest", "mirror", "wrap", "constant")


def blend(upper: Any, lower: Any, x: Any, y: Any) -> Any:
    """Bilinear: along the two rows, then between them."""
    above = upper[0] + x * (upper[1] - upper[0])
    below = lower[0] + x * (lower[1] - lower[0])
    return above + y * (below - above)


@compiled
def blend_neighbours(upper: Any, lower: Any, x: Any, y: Any) -> Any:
    """Blend neighbours as they are stored, and encode what comes of it as floats."""
    upper, lower = ([part.astype(jnp.float32) for part in row] for row in (upper, lower))
    return blend(upper, lower, x[..., None], y[..., None])


@compiled
def encode(value: Any, unit: Any) -> Any:
    return value * unit


def round_level(value: Any) -> Any:
    """A float from 0 to 255 as the nearest byte, half to even."""
    whole = lax.bitcast_convert_type(value + ROUND_BY_ADDING, jnp.uint32) - ROUND_BY_ADDING.view(np.uint32)
    return jnp.minimum(whole, np.uint32(255)).astype(jnp.uint8)


@compiled
def blend_bytes(upper: Any, lower: Any, x: Any, y: Any) -> Any:
    """Blend bytes to bytes."""
    upper, lower = ([part.astype(jnp.float32) for part in row] for row in (upper, lower))
    return round_level(blend(upper, lower, x[..., None], y[..., None]))


def sample(image: Image, values: Values, left: Any, top: Any, x: Any, y: Any, dtype: str) -> Image:
    """Bilinear samples between the pixels at (top, left) and those to the right and below.

    Of bytes that are wanted as bytes nothing is encoded in between: rounded once, not twice.
    """
    source = filter_input(image, values, mixes=True)
    upper, lower = (
        (pixels_at(source, row, left, values), pixels_at(source, row, left + 1, values))
        for row in (top, top + 1)
    )
    if source.dtype == jnp.uint8 and dtype == "uint8":
        return blend_bytes(upper, lower, x, y)
    blended = blend_neighbours(upper, lower, x, y)
    if source.dtype != jnp.float32:
        blended = encode(blended, np.float32(integer_unit(source.dtype)))
    return divide_by_alpha(blended) if has_alpha(image.shape[2]) else blended


# -- by a matrix


@compiled
def add_places(by_column: Any, by_row: Any) -> tuple[Any, Any]:
    """The sums of places of columns and rows: whole numbers, and fractions as float32."""
    whole = by_column[0] + by_row[0][:, None]
    fraction = by_column[1].astype(jnp.uint32) + by_row[1].astype(jnp.uint32)[:, None]
    one = np.uint32(FRACTION)
    carry = fraction >= one
    share = jnp.where(carry, fraction - one, fraction).astype(jnp.float32) * np.float32(1 / FRACTION)
    return whole + carry.astype(jnp.int32), share


def matrix_places(matrix: Any, size: Size) -> tuple[Any, Any, Any, Any]:
    """Return the source position of each result pixel: whole column and row, and exact fractions."""
    x, y = np.arange(size[1], dtype=np.float64), np.arange(size[0], dtype=np.float64)
    (left, across), (top, down) = (
        add_places(split_places(matrix[axis, 0] * x), split_places(matrix[axis, 1] * y + matrix[axis, 2]))
        for axis in (0, 1)
    )
    return left, top, across, down


@compiled
def blend_rows(upper: Any, lower: Any, down: Any) -> Any:
    upper, lower = upper.astype(jnp.float32), lower.astype(jnp.float32)
    return upper + down[:, None, None] * (lower - upper)


@compiled
def blend_columns(left: Any, right: Any, across: Any) -> Any:
    return round_level(left + across[:, None] * (right - left))


@compiled
def average(*four: Any) -> Any:
    """The average of four bytes, half to even."""
    total = sum(part.astype(jnp.uint16) for part in four[1:]) + four[0]
    return ((total + 1 + ((total >> 2) & 1)) >> 2).astype(jnp.uint8)


def scale_bytes(image: Image, values: Values, size: Size, matrix: Any) -> Image:
    """Bytes made larger, smaller or shifted, to bytes: rows are blended first, then columns."""

    def axis(number: int, count: int) -> tuple[Any, Any]:
        places = matrix[number, number] * np.arange(count, dtype=np.float64) + matrix[number, 2]
        whole, fraction = split_places(places)
        return whole, fraction.astype(np.float32) / np.float32(FRACTION)

    (top, down), (left, across) = axis(1, size[0]), axis(0, size[1])
    rows = [row[:, None] for row in (top, top + 1)]
    if matrix[0, 0] == matrix[1, 1] == 2 and (down == 0.5).all() and (across == 0.5).all():
        four = (pixels_at(image, row, column, values) for row in rows for column in (left, left + 1))
        return average(*four)
    ends = [
        blend_rows(*(pixels_at(image, row, column, values) for row in rows), down)
        for column in (left, left + 1)
    ]
    return blend_columns(*ends, across)


def move_by_matrix(
    image: Image, values: Values, dtype: str, size: Any, matrix: Any,
    exact: bool = False, upright: bool = False,
) -> Image:  # fmt: skip
    """The result (y, x) is the image sampled at matrix · (x, y, 1), as (x, y); `exact`: at whole pixels."""
    matrix, size = matrix(values, image.shape[:2]), size(values, image.shape[:2])
    if exact:
        across, down = np.rint(matrix).astype(np.int32)
        y, x = jnp.arange(size[0])[:, None], jnp.arange(size[1])
        columns = across[0] * x + across[1] * y + across[2]
        source = filter_input(image, values, mixes=False)
        return pixels_at(source, down[0] * x + down[1] * y + down[2], columns, values)
    flat = upright and 0 < matrix[0, 0] <= 4 and matrix[1, 1] > 0 and matrix[0, 1] == matrix[1, 0] == 0
    if flat and dtype == "uint8" and filter_input(image, values, mixes=True).dtype == jnp.uint8:
        return scale_bytes(image, values, size, matrix)
    return sample(image, values, *matrix_places(matrix, size), dtype)


# -- along curves


@partial(compiled, static_argnames=("inverse", "size", "shape", "border", "nearest"))
def warp_places(
    p: Params, *, inverse: Callable[..., Any], size: Size, shape: Size, border: str, nearest: bool
) -> tuple[Any, Any]:
    """The source position (x, y) of each result pixel in an image of `shape`; `nearest`: in whole pixels."""
    with jax.enable_x64(True):
        x, y = (lax.broadcasted_iota(jnp.float64, size, axis) for axis in (1, 0))
        x, y = inverse(x, y, p)
        number = np.int32(BORDERS.index(border))
        x, y = (
            fold_place(place, np.float64(count), number)
            for place, count in zip((x, y), shape[::-1], strict=True)
        )
        return (jnp.floor(x + 0.5), jnp.floor(y + 0.5)) if nearest else (x, y)


@compiled
def split(place: Any) -> tuple[Any, Any]:
    """A float64 place as a whole number (int32) and what lies beyond it (float32)."""
    with jax.enable_x64(True):
        whole = jnp.floor(place)
        return whole.astype(jnp.int32), (place - whole).astype(jnp.float32)


def in_double_precision(p: Params) -> Params:
    floats = {name: value.astype(np.float64) for name, value in p.items() if value.dtype == np.float32}
    return {**p, **floats}


def move_along_curves(
    image: Image, values: Values, p: Params, key: Any, dtype: str, inverse: Callable[..., Any],
    size: Callable[..., Size], prepare: Callable[..., Params], nearest: bool = False,
) -> Image:  # fmt: skip
    """The image sampled at inverse(x, y, p), in double precision."""
    height, width, _ = shape = image.shape
    with jax.enable_x64(True):
        p = {**in_double_precision(p), "key": key, "height": np.float64(height), "width": np.float64(width)}
        p |= prepare(values, shape[:2])
        x, y = warp_places(
            p, inverse=inverse, size=size(values, shape[:2]), shape=shape[:2], border=values["border"],
            nearest=nearest,
        )  # fmt: skip
        (left, across), (top, down) = split(x), split(y)
    if nearest:
        return pixels_at(filter_input(image, values, mixes=False), top, left, values)
    return sample(image, values, left, top, across, down, dtype)


# -- magnified


@compiled
def add_magnified(mean: Any, source: Any, rows: Any, down: Any, columns: Any, across: Any, part: Any) -> Any:
    """A mean of magnified images with one more, which counts for a part."""
    above, below = (source[row].astype(jnp.float32) for row in rows)
    blended = above + down[:, None, None] * (below - above)
    left, right = blended[:, columns[0]], blended[:, columns[1]]
    value = left + across[:, None] * (right - left)
    return mean + part * (value - mean)


def average_magnified(image: Image, values: Values, factors: Callable[..., Any]) -> Image:
    """The mean of the image magnified about its middle by each of the factors."""
    source = filter_input(image, {}, mixes=True)

    def places(size: int, factor: float) -> tuple[Any, Any]:
        middle = (size - 1) / 2
        exact = np.clip(middle + (np.arange(size, dtype=np.float64) - middle) / factor, 0, size - 1)
        low = np.floor(exact).astype(np.int32)
        return (low, np.minimum(low + 1, size - 1)), (exact - low).astype(np.float32)

    mean = jnp.zeros(image.shape, jnp.float32)
    for number, factor in enumerate(factors(values), 1):
        (rows, down), (columns, across) = (places(size, factor) for size in image.shape[:2])
        mean = add_magnified(mean, source, rows, down, columns, across, np.float32(1 / number))
    if source.dtype != jnp.float32:
        mean = encode(mean, np.float32(integer_unit(source.dtype)))
    return divide_by_alpha(mean) if has_alpha(image.shape[2]) else mean
