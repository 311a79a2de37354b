"""Marked cells of a grid as few rectangles."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.fields.grid import Grid
from jaxstudio.functions.fields.shapes import Boxes

NO_BOXES = Boxes(np.empty((0, 4)))


def boxes_of(grid: Grid, cells: np.ndarray) -> Boxes:
    """Rectangles that cover exactly the marked cells (bool, ny - 1 by nx - 1): equal runs of rows joined."""
    if not cells.any():
        return NO_BOXES
    padded = np.zeros((cells.shape[0], cells.shape[1] + 2), np.int8)
    padded[:, 1:-1] = cells
    change = np.diff(padded, axis=1)
    row, start = np.nonzero(change == 1)
    end = np.nonzero(change == -1)[1]
    open_runs: dict[tuple[int, int], int] = {}
    corners: list[list[int]] = []
    for at, left, right in zip(row.tolist(), start.tolist(), end.tolist(), strict=True):
        last = open_runs.get((left, right))
        if last is not None and corners[last][3] == at:
            corners[last][3] = at + 1
        else:
            open_runs[left, right] = len(corners)
            corners.append([left, at, right, at + 1])
    left, low, right, high = np.array(corners).T
    return Boxes(np.stack([grid.x[left], grid.y[low], grid.x[right], grid.y[high]], 1))


def cells_beside(shape: tuple[int, int], index: np.ndarray) -> np.ndarray:
    """The cells (ny - 1, nx - 1) on both sides of the edges with these indices (see `edges.Edges`)."""
    ny, nx = shape
    upright = index >= ny * nx
    row, column = np.divmod(index % (ny * nx), nx)
    # a rim of one cell around takes what lies outside
    marked = np.zeros((ny + 1, nx + 1), bool)
    marked[row + 1, column + 1] = True
    marked[row + upright, column + ~upright] = True
    return marked[1:-1, 1:-1]
