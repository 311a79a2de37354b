"""f(x, y) as a heatmap, as a surface of triangles with exact normals, and its gradient as arrows."""

from __future__ import annotations

import math
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
    pairs,
    pixel_centres,
    sampled,
    slopes,
    values,
)
from jaxstudio.functions.fields.lines import chains
from jaxstudio.functions.protocol.scene import Arrows, Contour, Heatmap, Implicit, Line, Region, Surface, View

# the middle of the values; where all of them span more than so many times as much, a few are extreme
MIDDLE = (2.0, 98.0)
EXTREME = 3.0
ENOUGH = 50_000


def heatmap(f: Field, view: View, p: Parameters) -> Heatmap:
    """f over the view, one value a pixel."""
    x, y = pixel_centres(view).T
    height = sampled(values, f, p, x, y)[0].reshape(view.height_px, view.width_px)
    return Heatmap(height, np.isfinite(height), *robust_range(height))


def robust_range(height: np.ndarray) -> tuple[float, float]:
    """A range low < high that holds most of the finite values; all of them unless some are extreme."""
    finite = height[np.isfinite(height)]
    if not len(finite):
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    some = finite[:: 1 + len(finite) // ENOUGH]
    usual = np.percentile(some, MIDDLE)
    span = float(usual[1] - usual[0])
    if high - low > EXTREME * span > 0:
        low, high = max(low, float(usual[0]) - span / 4), min(high, float(usual[1]) + span / 4)
    if not high > low:
        margin = max(abs(low) / 2, 0.5)
        low, high = low - margin, high + margin
    return low, high


NICE = (1.0, 2.0, 2.5, 5.0, 10.0)


def nice_levels(low: float, high: float, count: int = 10) -> tuple[float, ...]:
    """Multiples of 1, 2, 2.5 or 5 times a power of ten strictly between low and high, about so many."""
    rough = (high - low) / max(count, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    factor = next(nice for nice in NICE if nice * power >= rough * (1 - 1e-9))
    step = factor * power
    first, last = math.floor(low / step) + 1, math.ceil(high / step) - 1
    # the decimal number meant, not a sum of steps: 0.3, not 0.30000000000000004
    digits = max(0, 2 - math.floor(math.log10(step)))
    return tuple(round(number * step, digits) + 0.0 for number in range(first, last + 1))


SIDE = 129
# between neighbours: a jump when f changes by so many times what its slopes say, and by so much of its range
JUMP, OF_RANGE = 2.0, 0.05


def surface(f: Field, view: View, p: Parameters, rows: int = SIDE, columns: int = SIDE) -> Surface:
    """A mesh of rows × columns points over the view, from its lower left corner row by row."""
    x, y = np.linspace(*view.x, columns), np.linspace(*view.y, rows)
    across, up = np.meshgrid(x, y)
    height, along_x, along_y = (
        result.reshape(rows, columns) for result in sampled(slopes, f, p, across.ravel(), up.ravel())
    )
    return mesh(x, y, height, along_x, along_y)


def mesh(
    x: np.ndarray, y: np.ndarray, height: np.ndarray, along_x: np.ndarray, along_y: np.ndarray
) -> Surface:
    """The surface through heights over columns `x` (m,) and rows `y` (n,), which are evenly spaced.

    `height` and its slopes by x and by y are (n, m).
    """
    across, up = np.meshgrid(x, y)
    low, high = robust_range(height)
    usable = np.isfinite(height)
    flat = np.isfinite(along_x) & np.isfinite(along_y)
    slope_x, slope_y = np.where(flat, along_x, 0), np.where(flat, along_y, 0)
    # slopes of 1e200 have squares that are no numbers
    steep = np.maximum(np.maximum(np.abs(slope_x), np.abs(slope_y)), 1.0)
    normals = np.stack([-slope_x / steep, -slope_y / steep, 1 / steep], -1)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    broken_x, broken_y = breaks(height, along_x, along_y, x[1] - x[0], y[1] - y[0], high - low)
    triangles = _triangles(usable, broken_x, broken_y)
    positions = np.stack([across, up, height], -1).reshape(-1, 3)
    return Surface(positions, normals.reshape(-1, 3), triangles, len(y), len(x), low, high)


def breaks(
    height: np.ndarray, along_x: np.ndarray, along_y: np.ndarray, dx: float, dy: float, span: float
) -> tuple[np.ndarray, np.ndarray]:
    """Where f jumps, or has a pole, between neighbours of a grid: bool (rows, columns - 1) and (rows - 1,
    columns). `span` is the range that counts of its values."""
    flat = np.isfinite(along_x) & np.isfinite(along_y)
    slope_x, slope_y = np.where(flat, along_x, 0), np.where(flat, along_y, 0)
    return _broken(height, slope_x * dx, span), _broken(height.T, slope_y.T * dy, span).T


def _broken(height: np.ndarray, slope: np.ndarray, span: float) -> np.ndarray:
    """Between neighbours of a row: f jumps, or goes to one infinity and comes back from the other."""
    with np.errstate(all="ignore"):
        change = np.diff(height, axis=1)
        down, up = slope[:, :-1], slope[:, 1:]
        far = np.abs(change) > OF_RANGE * span
        jump = np.abs(change) > JUMP * (np.abs(down) + np.abs(up))
        pole = (change * down < 0) & (change * up < 0)
    return far & (jump | pole)


def _triangles(usable: np.ndarray, broken_x: np.ndarray, broken_y: np.ndarray) -> np.ndarray:
    """Two for each cell whose corners have values and whose sides are whole."""
    number = np.arange(usable.size).reshape(usable.shape)
    a, b = number[:-1, :-1], number[:-1, 1:]
    d, c = number[1:, :-1], number[1:, 1:]
    fine = usable[:-1, :-1] & usable[:-1, 1:] & usable[1:, :-1] & usable[1:, 1:]
    fine &= ~(broken_x[:-1] | broken_x[1:] | broken_y[:, :-1] | broken_y[:, 1:])
    lower, upper = (a[fine], b[fine], c[fine]), (a[fine], c[fine], d[fine])
    return np.concatenate([np.stack(lower, 1), np.stack(upper, 1)])


SPACING_PX = 32.0


def gradient_field(f: Field, view: View, p: Parameters, spacing_px: float = SPACING_PX) -> Arrows:
    """The exact gradient about every so many pixels, none where it, or f, is not finite."""
    x, y = _grid(view, spacing_px)
    height, along_x, along_y = sampled(slopes, f, p, x, y)
    # the slope of log(x) is 1/x to the left of 0 too, where there is no logarithm
    return _arrows(x, y, np.stack([along_x, along_y], 1), np.isfinite(height))


def vector_field(f: Field, view: View, p: Parameters, spacing_px: float = SPACING_PX) -> Arrows:
    """The two numbers of f(x, y) about every so many pixels, none where one of them is not finite."""
    x, y = _grid(view, spacing_px)
    (vectors,) = sampled(pairs, f, p, x, y)
    return _arrows(x, y, vectors, np.ones(len(x), bool))


def _grid(view: View, spacing_px: float) -> tuple[np.ndarray, np.ndarray]:
    axes = []
    for (low, high), size in ((view.x, view.width_px), (view.y, view.height_px)):
        count = max(1, round(size / spacing_px))
        axes.append(low + (high - low) * (np.arange(count) + 0.5) / count)
    x, y = (axis.ravel() for axis in np.meshgrid(*axes))
    return x, y


def _arrows(x: np.ndarray, y: np.ndarray, vectors: np.ndarray, defined: np.ndarray) -> Arrows:
    finite = np.isfinite(vectors).all(1) & defined
    vectors = vectors[finite]
    longest = float(np.hypot(*vectors.T).max()) if len(vectors) else 0.0
    return Arrows(np.stack([x, y], 1)[finite], vectors, longest)


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
    """The same part of the plane with at most side × side pixels."""
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
