"""What intervals prove of an implicit curve: cells that it does not enter, and cells with one stretch of it.

Where one of the slopes is nowhere zero in a cell, the curve is there the graph of a continuous function of
the other variable: it has no loops, and comes in and goes out by the crossings on the cell's edges.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.fields.bounds import PlaneBounds, Slopes
from jaxstudio.functions.fields.edges import Crossings
from jaxstudio.functions.fields.grid import Grid
from jaxstudio.functions.fields.samples import Field, Parameters, sampled, slopes

COARSEST = 16  # cells along a block that is looked at first; then 4, then 1
PARTS = 4  # a cell that is neither empty nor crossed is cut into so many each way
PIECES = 8  # and a side of a cell whose crossings are to be counted
MOST = 20_000  # cells looked at closely; with more nothing is proven


@dataclass(frozen=True)
class Certainty:
    """Cells (ny - 1, nx - 1): those the curve may enter, those in which one stretch of it is proven.

    `complete`: there is no curve but in the proven ones.
    """

    may_enter: np.ndarray
    proven: np.ndarray
    complete: bool


def open_cells(bounds: PlaneBounds, p: Parameters, grid: Grid) -> np.ndarray:
    """The cells (ny - 1, nx - 1) that may hold a zero, found from large blocks down."""
    shape = grid.shape[0] - 1, grid.shape[1] - 1
    size = COARSEST
    row, column = (index.ravel() * size for index in np.indices([-(-side // size) for side in shape]))
    while True:
        last = np.minimum(row + size, shape[0]), np.minimum(column + size, shape[1])
        boxes = np.stack([grid.x[column], grid.y[row], grid.x[last[1]], grid.y[last[0]]], 1)
        kept = ~bounds.no_zero(boxes, p)
        row, column = row[kept], column[kept]
        if size == 1:
            break
        size //= 4
        inner_row, inner_column = (index.ravel() * size for index in np.indices((4, 4)))
        row = (row[:, None] + inner_row).ravel()
        column = (column[:, None] + inner_column).ravel()
        within = (row < shape[0]) & (column < shape[1])
        row, column = row[within], column[within]
    cells = np.zeros(shape, bool)
    cells[row, column] = True
    return cells


def certainty(
    f: Field, bounds: PlaneBounds, p: Parameters, grid: Grid, cells: np.ndarray, found: Crossings
) -> Certainty:
    """What is certain of the curve with the crossings `found`; `cells` are those of `open_cells`."""
    none = np.zeros_like(cells)
    row, column = np.nonzero(cells)
    if len(row) > MOST:
        return Certainty(cells, none, False)
    known = bounds.slopes(grid.boxes(row, column), p)
    on_edge = np.bincount(found.index, minlength=2 * grid.x.size * grid.y.size)
    doubled = np.isin(np.arange(len(on_edge)), found.index[found.double])
    sides = _sides(grid, row, column)
    count = on_edge[sides].sum(1)
    single = (count == 2) & ~doubled[sides].any(1) & (known.steep_x | known.steep_y)
    # steep along x: at most one crossing on the lower and on the upper side; the other two are counted
    for steep, other in ((known.steep_x, known.steep_y), (known.steep_y, known.steep_x)):
        doubtful = np.flatnonzero(single & steep & ~other)
        upright = steep is known.steep_x
        for side in (1, 3) if upright else (0, 2):
            fine = _counted(f, bounds, p, grid, sides[doubtful, side], on_edge)
            single[doubtful[~fine]] = False
            doubtful = doubtful[fine]
    empty = (count == 0) & _free(f, bounds, p, grid, row, column, known)
    proven, may_enter = none.copy(), cells.copy()
    proven[row[single], column[single]] = True
    may_enter[row[empty], column[empty]] = False
    return Certainty(may_enter, proven, bool((single | empty).all()))


def _sides(grid: Grid, row: np.ndarray, column: np.ndarray) -> np.ndarray:
    """The indices (n, 4) of a cell's lower, right, upper and left edges (see `edges.Edges`)."""
    ny, nx = grid.shape
    point = row * nx + column
    upright = point + ny * nx
    return np.stack([point, upright + 1, point + nx, upright], 1)


def _counted(
    f: Field, bounds: PlaneBounds, p: Parameters, grid: Grid, index: np.ndarray, on_edge: np.ndarray
) -> np.ndarray:
    """Edges (n,) on which there certainly are as many zeros as were found."""
    ny, nx = grid.shape
    upright = index >= ny * nx
    row, column = np.divmod(index % (ny * nx), nx)
    share = np.linspace(0, 1, PIECES + 1)
    x = grid.x[column][:, None] + np.where(upright, 0, grid.dx)[:, None] * share
    y = grid.y[row][:, None] + np.where(upright, grid.dy, 0)[:, None] * share
    pieces = np.stack([x[:, :-1], y[:, :-1], x[:, 1:], y[:, 1:]], -1).reshape(-1, 4)
    known = bounds.slopes(pieces, p)
    steep = np.where(np.repeat(upright, PIECES), known.steep_y, known.steep_x)
    fine = (known.no_zero | steep).reshape(-1, PIECES).all(1)
    height = sampled(slopes, f, p, x.ravel(), y.ravel())[0].reshape(x.shape)
    changes = np.count_nonzero((height[:, 1:] < 0) != (height[:, :-1] < 0), axis=1)
    return fine & (changes == on_edge[index])


def _free(
    f: Field,
    bounds: PlaneBounds,
    p: Parameters,
    grid: Grid,
    row: np.ndarray,
    column: np.ndarray,
    known: Slopes,
) -> np.ndarray:
    """Cells (n,) without zeros: steep both ways with corners on one side, or all of whose parts are so."""
    boxes = grid.boxes(row, column)
    free = known.no_zero | _one_sided(f, p, boxes, known)
    rest = np.flatnonzero(~free)
    share = np.linspace(0, 1, PARTS + 1)
    size = boxes[rest, 2:] - boxes[rest, :2]
    i, j = (index.ravel() for index in np.indices((PARTS, PARTS)))
    low = boxes[rest, None, :2] + size[:, None] * np.stack([share[i], share[j]], 1)
    high = boxes[rest, None, :2] + size[:, None] * np.stack([share[i + 1], share[j + 1]], 1)
    parts = np.concatenate([low, high], 2).reshape(-1, 4)
    closer = bounds.slopes(parts, p)
    free[rest] = (closer.no_zero | _one_sided(f, p, parts, closer)).reshape(-1, PARTS**2).all(1)
    return free


def _one_sided(f: Field, p: Parameters, boxes: np.ndarray, known: Slopes) -> np.ndarray:
    """Where f rises or falls throughout along both axes, and has one sign at all corners."""
    x, y = boxes[:, [0, 2, 0, 2]], boxes[:, [1, 1, 3, 3]]
    below = sampled(slopes, f, p, x.ravel(), y.ravel())[0].reshape(x.shape) < 0
    return known.steep_x & known.steep_y & (below.all(1) | ~below.any(1))
