"""f(x, y) as a heatmap, as a surface of triangles with exact normals, and its gradient as arrows."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.fields.grid import Field, Parameters, pairs, pixel_centres, sampled, slopes, values
from jaxstudio.functions.protocol.scene import Arrows, Heatmap, Surface, View

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
