"""Pictures of f(x, y) from its values on a coarse grid: no derivative, and little to compile.

They are shown until the exact ones are there. Curves are found by marching squares with linear
interpolation, so that nothing finer than a cell is seen, and every line is only sampled.
"""

from __future__ import annotations

from dataclasses import replace

import jax
import numpy as np

from jaxstudio.functions.fields.conditions import Condition, combined, compared, relations
from jaxstudio.functions.fields.grid import (
    NO_BOXES,
    POINTS,
    Field,
    Grid,
    Kernel,
    Parameters,
    grid_over,
    pixel_centres,
    sampled,
    values,
)
from jaxstudio.functions.fields.heatmap import mesh, robust_range
from jaxstudio.functions.fields.implicit import nice_levels
from jaxstudio.functions.fields.lines import chains
from jaxstudio.functions.protocol.scene import Contour, Heatmap, Implicit, Line, Region, Surface, View

# Without XLA's optimisations values take half as long to compile.
_quick_values = Kernel(
    jax.jit(
        values.run.__wrapped__,  # type: ignore[attr-defined]
        static_argnums=0,
        compiler_options={"xla_backend_optimization_level": 0},
    ),
    POINTS,
)


def coarse_view(view: View, side: int) -> View:
    """The same part of the plane in at most side × side pixels."""
    return replace(view, width_px=min(side, view.width_px), height_px=min(side, view.height_px))


def values_at(f: Field, p: Parameters, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """f at points, each of `x`, `y` and the result (n,)."""
    return sampled(_quick_values, f, p, x, y)[0]


def implicit_by_values(f: Field, view: View, p: Parameters, side: int) -> Implicit:
    """The curve f = 0 as far as side × side values show it."""
    grid, heights = _heights(f, view, p, side)
    lines = marching_squares(grid, heights, 0.0)
    return Implicit(lines, np.empty((0, 2)), NO_BOXES, NO_BOXES, samples=heights.size)


def contours_by_values(f: Field, view: View, p: Parameters, side: int) -> tuple[Contour, ...]:
    """Contours at about ten round levels, as far as side × side values show them."""
    grid, heights = _heights(f, view, p, side)
    levels = nice_levels(*robust_range(heights))
    return tuple(Contour(level, marching_squares(grid, heights, level), NO_BOXES) for level in levels)


def region_by_values(condition: Condition, view: View, p: Parameters, side: int) -> Region:
    """Where a condition holds, at side × side points; without the edge."""
    pixels = coarse_view(view, side)
    x, y = pixel_centres(pixels).T
    truths = [compared(each, values_at(each.f, p, x, y)) for each in relations(condition)]
    whole, shape = combined(condition, truths), (pixels.height_px, pixels.width_px)
    return Region(whole.yes.reshape(shape), ~(whole.yes | whole.no).reshape(shape), (), NO_BOXES)


def heatmap_by_values(f: Field, view: View, p: Parameters, side: int) -> Heatmap:
    """f as colours, one value for each of side × side pixels."""
    pixels = coarse_view(view, side)
    height = values_at(f, p, *pixel_centres(pixels).T).reshape(pixels.height_px, pixels.width_px)
    return Heatmap(height, np.isfinite(height), *robust_range(height))


def surface_by_values(f: Field, view: View, p: Parameters, side: int) -> Surface:
    """A mesh of side × side points whose slopes are differences of its heights."""
    x, y = np.linspace(*view.x, side), np.linspace(*view.y, side)
    across, up = np.meshgrid(x, y)
    height = values_at(f, p, across.ravel(), up.ravel()).reshape(side, side)
    with np.errstate(all="ignore"):
        along_y, along_x = np.gradient(height, y, x)
    return mesh(x, y, height, along_x, along_y)


def _heights(f: Field, view: View, p: Parameters, side: int) -> tuple[Grid, np.ndarray]:
    # the grid has two points more each way than the view has cells
    grid = grid_over(coarse_view(view, side - 2), 1.0)
    return grid, values_at(f, p, *grid.points()).reshape(grid.shape)


def marching_squares(grid: Grid, heights: np.ndarray, level: float) -> tuple[Line, ...]:
    """The lines f = level through a grid with `heights` (ny, nx), their vertices interpolated on its edges.

    An edge on which f goes to one infinity and comes back from the other is not crossed.
    """
    ny, nx = grid.shape
    offset = heights - level
    flat, upright = _crossings(offset), _crossings(offset.T)
    row, column = np.nonzero(np.isfinite(flat))
    along_x = np.stack([grid.x[column] + flat[row, column] * grid.dx, grid.y[row]], 1)
    on_flat = np.full((ny, nx - 1), -1)
    on_flat[row, column] = np.arange(len(row))
    column, row = np.nonzero(np.isfinite(upright))
    along_y = np.stack([grid.x[column], grid.y[row] + upright[column, row] * grid.dy], 1)
    on_upright = np.full((ny - 1, nx), -1)
    on_upright[row, column] = len(along_x) + np.arange(len(row))
    points = np.concatenate([along_x, along_y])
    # around each cell from its lower edge, anticlockwise
    around = np.stack([on_flat[:-1], on_upright[:, 1:], on_flat[1:], on_upright[:, :-1]], -1).reshape(-1, 4)
    crossed = (around >= 0).sum(1)
    two, four = around[crossed == 2], around[crossed == 4]
    pairs = [np.sort(two, 1)[:, 2:]]
    with np.errstate(all="ignore"):
        centre = (offset[:-1, :-1] + offset[:-1, 1:] + offset[1:, :-1] + offset[1:, 1:]).ravel()
    # the middle belongs to the lower left corner, so that the other two corners are cut off, or does not
    belongs = ((centre < 0) == (offset[:-1, :-1].ravel() < 0))[crossed == 4]
    pairs += [four[belongs][:, :2], four[belongs][:, 2:]]
    pairs += [four[~belongs][:, 1:3], four[~belongs][:, [3, 0]]]
    found = chains(np.concatenate(pairs), len(points))
    return tuple(Line(points[vertices], closed) for vertices, closed in found)


def _crossings(offset: np.ndarray) -> np.ndarray:
    """Where each row (m, n) crosses zero between neighbours, 0 to 1; NaN where it does not: (m, n - 1)."""
    with np.errstate(all="ignore"):
        step = np.diff(offset, axis=1)
        beside = np.pad(step, ((0, 0), (1, 1)), constant_values=np.nan)
        before, after = beside[:, :-2], beside[:, 2:]
        pole = (before * step < 0) & (after * step < 0) & (np.abs(step) > np.abs(before) + np.abs(after))
        crosses = ((offset[:, :-1] < 0) != (offset[:, 1:] < 0)) & np.isfinite(step) & ~pole
        return np.where(crosses, -offset[:, :-1] / step, np.nan)
