"""Neighbours and places between pixels of a whole picture, as operations that JAX differentiates."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.engine.plan.stencil import LUMA
from jaxstudio.pipeline.kinds import Place, Stencil

# The names that numpy.pad has for SciPy's borders.
NUMPY_BORDERS = {
    "reflect": "symmetric",
    "mirror": "reflect",
    "nearest": "edge",
    "wrap": "wrap",
    "constant": "constant",
}


def _index(place: Any, size: int, border: str) -> Any:
    """Whole places along an axis as indices into the picture; −1 means the constant."""
    if border == "nearest":
        return jnp.clip(place, 0, size - 1)
    if border == "wrap":
        return jnp.mod(place, size)
    if border == "constant":
        return jnp.where((place >= 0) & (place < size), place, -1)
    if border == "mirror" and size == 1:
        return jnp.zeros_like(place)
    period = 2 * size if border == "reflect" else 2 * size - 2
    place = jnp.mod(place, period)
    return jnp.minimum(place, (period - 1 if border == "reflect" else period) - place)


def bilinear(pixels: Any, x: Any, y: Any, border: str, cval: Any) -> Any:
    """Bilinear interpolation of (height, width, channels) at float32 places x, y (rows, columns)."""
    far = 1e6
    x, y = (jnp.clip(jnp.where(jnp.isnan(place), far, place), -far, far) for place in (x, y))
    left, top = jnp.floor(x), jnp.floor(y)
    right_share, lower_share = (x - left)[..., None], (y - top)[..., None]
    height, width, _ = pixels.shape

    def at(row: Any, column: Any) -> Any:
        rows = _index(row.astype(jnp.int32), height, border)
        columns = _index(column.astype(jnp.int32), width, border)
        inside = (rows >= 0) & (columns >= 0)
        return jnp.where(inside[..., None], pixels[rows, columns], cval)

    above = at(top, left) * (1 - right_share) + at(top, left + 1) * right_share
    below = at(top + 1, left) * (1 - right_share) + at(top + 1, left + 1) * right_share
    return above * (1 - lower_share) + below * lower_share


def stencil_reach(kind: Stencil, text: str) -> tuple[int, int]:
    """Rows and columns that are read beyond a pixel."""
    distances = np.array(kind.neighbours(text), int).reshape(-1, 2)
    rows, columns = np.abs(distances).max(axis=0, initial=0)
    return int(rows), int(columns)


def compute_stencil(
    kind: Stencil, text: str, shape: tuple[int, int, int], padded: Any, parameters: Any
) -> Any:
    """float32 (height, width, 1 or 3) of a picture with a border as wide as `stencil_reach` says.

    Args:
        shape: (height, width, channels) of the result.
    """
    (height, width, channels), (rows, columns) = shape, stencil_reach(kind, text)

    def read(dy: int, dx: int, channel: int | None) -> Any:
        if channel == 3:
            return jnp.ones((height, width, 1), jnp.float32)
        found = padded[rows + dy :, columns + dx :][:height, :width]
        return found if channel is None else found[..., min(channel, channels - 1), None]

    row, column = (jax.lax.broadcasted_iota(jnp.float32, (height, width, 1), axis) for axis in (0, 1))
    at = Place(row, column, None, jnp.float32(height), jnp.float32(width))
    result = kind.apply(text, read, at, parameters)
    if isinstance(result, tuple):
        planes = [jnp.broadcast_to(each, (height, width, 1)) for each in result]
        if channels == 1:
            planes = [sum(weight * each for weight, each in zip(LUMA, planes, strict=True))]
        result = jnp.concatenate(planes, axis=2)
    return jnp.broadcast_to(result, shape).astype(jnp.float32)
