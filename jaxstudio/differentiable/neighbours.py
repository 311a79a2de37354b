"""Neighbours and places between pixels of a whole picture, as operations that JAX differentiates."""

from __future__ import annotations

from itertools import product
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
    """Whole places along an axis as indices into the picture, −1 where a constant stands."""
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


def stencil_reach(kind: Stencil, text: str, scale: float) -> tuple[int, int]:
    """Rows and columns that are read beyond a pixel, of a picture whose pixels are `scale` of the photo's."""
    distances = np.array(kind.neighbours(text), np.float64).reshape(-1, 2) / scale
    rows, columns = np.ceil(np.abs(distances).max(axis=0, initial=0.0)).astype(int)
    return int(rows), int(columns)


def compute_stencil(
    kind: Stencil, text: str, shape: tuple[int, int, int], scale: float, padded: Any, varying: Any, fixed: Any
) -> Any:
    """float32 (height, width, 1 or 3) of a picture with a border as wide as `stencil_reach` says.

    Args:
        shape: (height, width, channels) of the result.
        scale: how many of the photo's pixels are one here: neighbours between pixels are interpolated.
        varying, fixed: the parameters.
    """
    (height, width, channels), (rows, columns) = shape, stencil_reach(kind, text, scale)

    def shifted(dy: int, dx: int) -> Any:
        return padded[rows + dy :, columns + dx :][:height, :width]

    def read(dy: int, dx: int, channel: int | None) -> Any:
        if channel == 3:
            return jnp.ones((height, width, 1), jnp.float32)
        (top, left), (down, across) = np.divmod(np.array([dy, dx]) / scale, 1)
        weights = (((top, 1 - down), (top + 1, down)), ((left, 1 - across), (left + 1, across)))
        found = sum(
            shifted(int(y), int(x)) * np.float32(share * other)
            for (y, share), (x, other) in product(*weights)
            if share * other
        )
        return found if channel is None else found[..., min(channel, channels - 1), None]

    row, column = (
        (jax.lax.broadcasted_iota(jnp.float32, (height, width, 1), axis) + 0.5) * scale - 0.5
        for axis in (0, 1)
    )
    at = Place(row, column, None, jnp.float32(height * scale), jnp.float32(width * scale))
    result = kind.apply(text, read, at, {**varying, **fixed})
    if isinstance(result, tuple):
        planes = [jnp.broadcast_to(each, (height, width, 1)) for each in result]
        if channels == 1:
            planes = [sum(weight * each for weight, each in zip(LUMA, planes, strict=True))]
        result = jnp.concatenate(planes, axis=2)
    return jnp.broadcast_to(result, shape).astype(jnp.float32)
