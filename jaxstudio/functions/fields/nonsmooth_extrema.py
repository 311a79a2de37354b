"""Lowest and highest points at corners and tips of f, where it has no Hessian for Newton's method."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.fields.closed_curves import ring
from jaxstudio.functions.fields.grid import Grid
from jaxstudio.functions.fields.isolated_zeros import bowls, sink
from jaxstudio.functions.fields.samples import Field, Parameters
from jaxstudio.functions.fields.shapes import CriticalPoint
from jaxstudio.functions.protocol.scene import MarkKind

MOST = 2_000  # cells looked into
CLOSE, WIDE = 1e-3, 0.25  # radii around a tip, in cells
# the slope there is as great close to the tip as away from it; at a smooth summit it is CLOSE / WIDE of that
STILL_STEEP = 0.1
# how well a search without slopes finds it
DIGITS = 12.0


def tips(
    f: Field, p: Parameters, grid: Grid, height: np.ndarray, slope: np.ndarray, known: np.ndarray
) -> list[CriticalPoint]:
    """The tips in cells that hold none of the `known` points (n, 2).

    `height` (ny, nx) and `slope` (ny, nx, 2) are those on the grid.
    """
    found = []
    size, held = np.array([grid.dx, grid.dy]), _holding(grid, known)
    for sign, kind in ((1.0, MarkKind.MINIMUM), (-1.0, MarkKind.MAXIMUM)):
        # seen from far below, every cell towards whose middle f falls is a bowl
        cells = bowls(height, sign * slope[..., 0], sign * slope[..., 1], -np.inf)
        boxes = grid.boxes(*np.nonzero(cells & ~held))[:MOST]
        point, depth = sink(f, p, boxes, np.full(len(boxes), sign), 0.0)
        middle = (boxes[:, :2] + boxes[:, 2:]) / 2
        inside = (np.abs(point - middle) < 0.499 * size).all(1)
        axes = np.broadcast_to(np.eye(2), (len(point), 2, 2))
        close, wide = (ring(f, p, point, size * part, sign * depth, axes) for part in (CLOSE, WIDE))
        lowest = (sign * close.rise > 0).all(1)
        # around a pole f changes more the closer one comes
        bounded = np.abs(close.rise).max(1, initial=0) < np.abs(wide.rise).max(1, initial=0) / 2
        with np.errstate(invalid="ignore"):
            steep = close.steepness.min(1, initial=np.inf) > STILL_STEEP * wide.steepness.max(1, initial=0)
        for at in np.flatnonzero(inside & lowest & bounded & steep):
            x, y = point[at].tolist()
            no_values, no_vectors = np.full(2, np.nan), np.full((2, 2), np.nan)
            z = float(sign * depth[at])
            found.append(CriticalPoint(kind, x, y, z, DIGITS, no_values, no_vectors, True))
    return found


def _holding(grid: Grid, points: np.ndarray) -> np.ndarray:
    """The cells (ny - 1, nx - 1) that hold one of the points, or nearly."""
    cells = np.zeros((grid.shape[0] - 1, grid.shape[1] - 1), bool)
    for shift in ((-0.1, -0.1), (-0.1, 0.1), (0.1, -0.1), (0.1, 0.1)):
        column = np.floor((points[:, 0] - grid.x[0]) / grid.dx + shift[0]).astype(int)
        row = np.floor((points[:, 1] - grid.y[0]) / grid.dy + shift[1]).astype(int)
        within = (row >= 0) & (row < cells.shape[0]) & (column >= 0) & (column < cells.shape[1])
        cells[row[within], column[within]] = True
    return cells
