"""The graph z = f(x, y) as triangles, with normals from the exact gradient."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.fields.heatmap import robust_range
from jaxstudio.functions.fields.samples import Field, Parameters, sampled, slopes
from jaxstudio.functions.fields.shapes import Surface
from jaxstudio.functions.protocol.scene import View

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
