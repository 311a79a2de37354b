"""The fast guided filter on a grid of square cells: moments, a line fitted around each, enlarged again.

The coefficients of a guided filter are smooth, for they are means of means: so they are computed for cells of
1 to 8 pixels a side, by the radius, and interpolated. Windows are as wide as those of the full filter: a cell
at the window's end counts by the part that lies inside.

Source: He and Sun, Fast guided filter, 2015. Planes are (height, width), stacks (planes, height, width).
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Array, Float32
from jaxstudio.kernels.pixels import prevent_fusion

# The side of a cell in pixels, and the radius from which on it is used.
SIDES = ((8, 32), (4, 16), (2, 4), (1, 0))
# Cells by which a window is compiled to reach to each side.
REACHES = (2, 4, 8)
# The widest square whose least value may be asked for, in pixels.
WIDEST = 15

Plane = Float32[Array, "height width"]
Stack = Float32[Array, "planes height width"]
Cells = Float32[Array, "rows columns"]
Resized = Float32[Array, "results rows columns"]


def cell_side(radius: float) -> int:
    """The side of the cells for windows of this radius, in pixels."""
    return next(side for side, least in SIDES if radius >= least)


def cell_reach(radius: float, side: int) -> int:
    """How many cells a window of this radius reaches to each side, rounded up to one of REACHES."""
    needed = math.ceil(((2 * radius + 1) / side - 1) / 2)
    return next(reach for reach in REACHES if reach >= needed)


def square_reach(side: int) -> int:
    """How many cells the widest square reaches to each side."""
    return math.ceil((WIDEST / side - 1) / 2)


def cell_margin(reach: int, side: int, has_least: bool) -> int:
    """How many cells around a cell decide its pixels: two means' and one to interpolate."""
    return 2 * reach + 1 + (square_reach(side) if has_least else 0)


@partial(jax.jit, static_argnames="side")
def add_cells(plane: Plane, side: int) -> Cells:
    """The mean of each cell of `side`×`side` values; the plane is made of whole cells."""
    if side == 1:
        return plane
    height, width = plane.shape[0] // side, plane.shape[1] // side
    rows = plane.reshape(height, side, width * side)
    total = sum((rows[:, i] for i in range(1, side)), rows[:, 0]).reshape(height, width, side)
    return sum((total[..., i] for i in range(1, side)), total[..., 0]) * np.float32(1 / side**2)


def least_of_cells(plane: Plane, side: int) -> Cells:
    """The least value of each cell."""
    height, width = plane.shape[0] // side, plane.shape[1] // side
    return jnp.min(plane.reshape(height, side, width, side), axis=(1, 3))


def moments(guide: Plane, least: Plane | None, alpha: Plane | None, side: int) -> Resized:
    """The means of the guide and of its square in cells, the least value in each, and the mean opacity.

    Args:
        least: the plane whose least value counts; None for no such plane in the result.
        alpha: the weights of means; None for no such plane in the result. What is clear has no least value.
    """
    weighted = guide if alpha is None else guide * alpha
    planes = [add_cells(weighted, side), add_cells(weighted * guide, side)]
    if least is not None:
        seen = least if alpha is None else jnp.where(alpha > 0, least, jnp.inf)
        planes.append(least_of_cells(seen, side))
    if alpha is not None:
        planes.append(add_cells(alpha, side))
    return jnp.stack(planes)


def window_mean(x: Stack, half: Any, reach: int) -> Resized:
    """The mean of a square window of 2·half + 1 cells; `reach` rows and columns at each edge are lost.

    Args:
        half: traced float32, at most `reach`; cells at the window's end count in part.
    """
    for axis in (1, 2):
        # apart: XLA:CPU would compute the means along the rows anew for each one along the columns
        x = prevent_fusion(half >= 0, partial(_mean_along, reach=reach, axis=axis), x, half)
    return x


def _mean_along(x: Stack, half: Any, reach: int, axis: int) -> Resized:
    count = x.shape[axis] - 2 * reach

    def add(k: Any, total: jax.Array) -> jax.Array:
        weight = jnp.clip(half + 1.0 - jnp.abs((k - reach).astype(jnp.float32)), 0.0, 1.0)
        shifted = lax.dynamic_slice_in_dim(x, k, count, axis)
        # NaN outside the window is none of its business
        return total + jnp.where(weight > 0, weight * shifted, 0.0)

    size = [count if axis == each else x.shape[each] for each in range(3)]
    return lax.fori_loop(0, 2 * reach + 1, add, jnp.zeros(size, jnp.float32), unroll=True) / (
        2.0 * half + 1.0
    )


def least_around(plane: Plane, half: Any, reach: int) -> Cells:
    """The least value of the cells at most `half` (traced) away; `reach` rows and columns are lost."""
    for axis in (0, 1):
        count = plane.shape[axis] - 2 * reach
        shifted = [lax.slice_in_dim(plane, k, k + count, axis=axis) for k in range(2 * reach + 1)]
        inside = [jnp.where(abs(k - reach) <= half, part, jnp.inf) for k, part in enumerate(shifted)]
        plane = inside[0]
        for part in inside[1:]:
            plane = jnp.minimum(plane, part)
    return jnp.where(plane < jnp.inf, plane, jnp.where(jnp.isnan(plane), plane, 0.0))


def fit_lines(
    cells: Stack, half: Any, eps: Any, squares: Any, reach: int, widest: int, alpha: bool
) -> Resized:
    """Slope and offset of the guided filter's line for each cell, means over the windows: (2, height, width).

    `smooth = slope·guide + offset` is the filter's result. The cells' `cell_margin` less one is lost.

    Args:
        cells: from `moments`.
        half: of the windows, in cells. eps: the variance from which on an edge is kept.
        squares: how far the square of the least value reaches, in cells. widest: at most so far; 0: the guide
            itself is smoothed.
    """
    inner = slice(widest, cells.shape[1] - widest), slice(widest, cells.shape[2] - widest)
    planes = [cells[0][inner], cells[1][inner]]
    weight = cells[-1][inner] if alpha else jnp.ones_like(planes[0])
    if widest:
        least = least_around(cells[2], squares, widest)
        planes += [least * weight, least * planes[0]]
    means = window_mean(jnp.stack([*planes, weight] if alpha else planes), half, reach)
    seen = means[-1] > 0 if alpha else jnp.ones(means.shape[1:], bool)
    if alpha:
        means = means / jnp.where(seen, means[-1], 1.0)
    guide, square = means[0], means[1]
    variance = jnp.maximum(square - guide * guide, 0.0)
    target, together = (means[2], means[3] - guide * means[2]) if widest else (guide, variance)
    slope = together / (variance + eps)
    fitted = [slope, target - slope * guide]
    if not alpha:
        return window_mean(jnp.stack(fitted), half, reach)
    counts = seen.astype(jnp.float32)
    means = window_mean(jnp.stack([*(jnp.where(seen, each, 0.0) for each in fitted), counts]), half, reach)
    return means[:2] / jnp.where(means[2] > 0, means[2], 1.0)


def enlarge(x: Stack, side: int) -> Resized:
    """Values of cells as values of their pixels, bilinear; the outermost cells only serve others."""
    if side == 1:
        return x[:, 1:-1, 1:-1]
    count, height, width = x.shape[0], x.shape[1] - 2, x.shape[2] - 2
    place = (np.arange(side) + 0.5) / side - 0.5  # from the cell's middle, in cells
    shares = np.stack([np.maximum(-place, 0), 1 - np.abs(place), np.maximum(place, 0)], 1).astype(np.float32)

    def between(before: jax.Array, own: jax.Array, after: jax.Array, axis: int) -> jax.Array:
        # stacked, not broadcast: XLA:CPU then computes whole vectors
        return jnp.stack([before * a + own * b + after * c for a, b, c in shares], axis)

    x = between(x[:, :, :-2], x[:, :, 1:-1], x[:, :, 2:], 3).reshape(count, height + 2, width * side)
    return between(x[:, :-2], x[:, 1:-1], x[:, 2:], 2).reshape(count, height * side, width * side)
