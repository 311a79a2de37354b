"""How the crossings on a cell's edges are joined inside the cell: which goes with which.

With two crossings there is no question. With four the field has a saddle nearby, and its height there tells
which two corners hang together; at height zero all four lines meet in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.fields.edges import Crossings
from jaxstudio.functions.fields.grid import Grid
from jaxstudio.functions.fields.saddles import saddles_in
from jaxstudio.functions.fields.samples import Field, Parameters


@dataclass(frozen=True)
class Links:
    """Which vertices are joined: `pairs` int (n, 2), each inside one of the `cells` int (n,).

    `points` (m, 2) are all vertices, those of crossings first. A cell's number is that of its lower left
    point, row by row.
    """

    pairs: np.ndarray
    cells: np.ndarray
    points: np.ndarray


@dataclass(frozen=True)
class _Sides:
    """Crossings as seen from the cells they bound, (n,): cell number, place around it (0 to 4), crossing.

    The place runs anticlockwise from the cell's lower left corner, one unit per side.
    """

    cell: np.ndarray
    place: np.ndarray
    crossing: np.ndarray


def _sides(grid: Grid, found: Crossings, blind: np.ndarray) -> _Sides:
    ny, nx = grid.shape
    upright = found.index >= ny * nx
    row, column = np.divmod(found.index % (ny * nx), nx)
    number, t = np.arange(len(found)), found.t
    # the cell above or to the right of the edge, then the one below or to the left
    first = (row, column, np.where(upright, 4 - t, t))
    second = (row - ~upright, column - upright, np.where(upright, 1 + t, 3 - t))
    rows, columns, places = (np.concatenate(pair) for pair in zip(first, second, strict=True))
    inside = (rows >= 0) & (rows < ny - 1) & (columns >= 0) & (columns < nx - 1)
    inside[inside] = ~blind[rows[inside], columns[inside]]
    cell, place = (rows * nx + columns)[inside], places[inside]
    crossing = np.concatenate([number, number])[inside]
    order = np.lexsort((place, found.double[crossing], cell))
    return _Sides(cell[order], place[order], crossing[order])


def link(
    f: Field,
    p: Parameters,
    grid: Grid,
    heights: np.ndarray,
    found: Crossings,
    blind: np.ndarray,
    level: float = 0.0,
) -> Links:
    """The vertices and which of them are joined; double curves are joined among themselves.

    In the `blind` cells (ny - 1, nx - 1) nothing is: not all of their crossings are known.
    """
    sides = _sides(grid, found, blind)
    key = 2 * sides.cell + found.double[sides.crossing]
    _, start, count = np.unique(key, return_index=True, return_counts=True)
    points = np.stack([found.x, found.y], 1)
    pairs = [_neighbours(sides, start[count == 2], 0, 1)]
    decided, nodes = _decide(f, p, grid, heights, sides, start[count == 4], level)
    pairs += decided
    hubs = len(points) + np.arange(len(nodes))
    first = nodes[:, 0].astype(int)
    pairs += [np.stack([sides.crossing[first + spoke], hubs, sides.cell[first]], 1) for spoke in range(4)]
    rare = (count == 3) | (count > 4)
    pairs += [_shortest(sides, points, at, size) for at, size in zip(start[rare], count[rare], strict=True)]
    together = np.concatenate(pairs)
    return Links(together[:, :2], together[:, 2], np.concatenate([points, nodes[:, 1:]]))


def _neighbours(sides: _Sides, start: np.ndarray, one: int, other: int) -> np.ndarray:
    return np.stack([sides.crossing[start + one], sides.crossing[start + other], sides.cell[start]], 1)


def _decide(
    f: Field, p: Parameters, grid: Grid, heights: np.ndarray, sides: _Sides, four: np.ndarray, level: float
) -> tuple[list[np.ndarray], np.ndarray]:
    """Pairs in cells with four crossings; and the nodes (n, 3): where their crossings start, x, y."""
    row, column = np.divmod(sides.cell[four], grid.shape[1])
    saddle = saddles_in(f, p, grid.boxes(row, column), level)
    corner = heights[row, column] - level
    # the corner's part of the cell and the saddle are on the same side: cut off the other two corners
    together = (corner < 0) == (saddle.height < 0)
    hub = saddle.zero
    cut, kept = four[together & ~hub], four[~together & ~hub]
    pairs = [
        _neighbours(sides, cut, 0, 1),
        _neighbours(sides, cut, 2, 3),
        _neighbours(sides, kept, 1, 2),
        _neighbours(sides, kept, 3, 0),
    ]
    return pairs, np.column_stack([four[hub], saddle.x[hub], saddle.y[hub]])


def _shortest(sides: _Sides, points: np.ndarray, start: int, size: int) -> np.ndarray:
    """Neighbours around the cell joined in pairs, in that one of two ways whose lines are shorter.

    Of an odd number the last stays alone.
    """
    around = sides.crossing[start : start + size]
    ways = []
    for first in (0, 1):
        turned = np.roll(around, -first)[: size - size % 2].reshape(-1, 2)
        ways.append((float(np.hypot(*(points[turned[:, 0]] - points[turned[:, 1]]).T).sum()), turned))
    best = min(ways, key=lambda way: way[0])[1]
    return np.column_stack([best, np.full(len(best), sides.cell[start])])
