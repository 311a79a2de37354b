"""Connection of the crossings inside a grid cell, saddles, isolated zeros and ovals smaller than a cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.fields.edges import Crossings
from jaxstudio.functions.fields.grid import Field, Grid, Parameters, curvatures, sampled, slopes

STEPS = 12
EPS = np.finfo(np.float64).eps


@dataclass(frozen=True)
class FlatPoints:
    """One for each box, (n,): x, y, f less the level there, and whether that is zero but for rounding.

    Where no flat point is found, x, y and the height are those of the middle, and `exists` is False.
    """

    x: np.ndarray
    y: np.ndarray
    height: np.ndarray
    zero: np.ndarray
    exists: np.ndarray


def newton_step(slope: np.ndarray, hessian: np.ndarray) -> np.ndarray:
    """-H⁻¹·∇f (n, 2), from gradients (n, 2) and Hessians (n, 2, 2); the shortest where H is singular.

    0 where there is no such step: where H is zero, or something is not finite.
    """
    a, b, d = hessian[:, 0, 0], hessian[:, 0, 1], hessian[:, 1, 1]
    with np.errstate(all="ignore"):
        determinant, square = a * d - b * b, a * a + 2 * b * b + d * d
        singular = np.abs(determinant) <= 1e-13 * square
        cramer = np.stack([b * slope[:, 1] - d * slope[:, 0], b * slope[:, 0] - a * slope[:, 1]], 1)
        # a singular H is λ·u·uᵀ, and its square's norm λ²
        shortest = -np.einsum("nij,nj->ni", hessian, slope) / square[:, None]
        step = np.where(singular[:, None], shortest, cramer / determinant[:, None])
    return np.where(np.isfinite(step), step, 0)


def saddles_in(f: Field, p: Parameters, boxes: np.ndarray, level: float = 0.0) -> FlatPoints:
    """The flat points in the boxes (n, 4) of x0, y0, x1, y1. One next door is no matter of this box."""
    size = np.stack([boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]], 1)
    middle = np.stack([boxes[:, 0] + boxes[:, 2], boxes[:, 1] + boxes[:, 3]], 1) / 2
    point, step = middle.copy(), np.zeros_like(middle)
    for _ in range(STEPS):
        value, slope, hessian = sampled(curvatures, f, p, point[:, 0], point[:, 1])
        step = np.clip(newton_step(slope, hessian), -size, size)
        point = np.clip(point + step, middle - size, middle + size)
        if (np.abs(step) <= 1e-14 * (size + np.abs(point))).all():
            break
    value, slope, hessian = sampled(curvatures, f, p, point[:, 0], point[:, 1])
    flat = np.abs(slope) * size <= 1e-6 * size * np.einsum("nij,nj->ni", np.abs(hessian), size)
    found = (np.abs(step) <= 1e-6 * size).all(1) & np.isfinite(value) & flat.all(1)
    found &= (np.abs(point - middle) <= size / 2).all(1)
    central = sampled(curvatures, f, p, middle[:, 0], middle[:, 1])[0]
    away = 1 + np.abs(point) / size
    bend = np.einsum("ni,nij,nj->n", away * size, np.abs(hessian), away * size)
    height = np.where(found, value, central) - level
    zero = found & (np.abs(height) <= 64 * EPS * bend)
    x, y = np.where(found[:, None], point, middle).T
    return FlatPoints(x, y, height, zero, found)


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


def _sides(grid: Grid, crossings: Crossings, blind: np.ndarray) -> _Sides:
    ny, nx = grid.shape
    upright = crossings.index >= ny * nx
    row, column = np.divmod(crossings.index % (ny * nx), nx)
    number, t = np.arange(len(crossings)), crossings.t
    # the cell above or to the right of the edge, then the one below or to the left
    first = (row, column, np.where(upright, 4 - t, t))
    second = (row - ~upright, column - upright, np.where(upright, 1 + t, 3 - t))
    rows, columns, places = (np.concatenate(pair) for pair in zip(first, second, strict=True))
    inside = (rows >= 0) & (rows < ny - 1) & (columns >= 0) & (columns < nx - 1)
    inside[inside] = ~blind[rows[inside], columns[inside]]
    cell, place = (rows * nx + columns)[inside], places[inside]
    crossing = np.concatenate([number, number])[inside]
    order = np.lexsort((place, crossings.double[crossing], cell))
    return _Sides(cell[order], place[order], crossing[order])


def link(
    f: Field,
    p: Parameters,
    grid: Grid,
    heights: np.ndarray,
    crossings: Crossings,
    blind: np.ndarray,
    level: float = 0.0,
) -> Links:
    """The vertices and which of them are joined; double curves are joined among themselves.

    In the `blind` cells (ny - 1, nx - 1) nothing is: not all of their crossings are known.
    """
    sides = _sides(grid, crossings, blind)
    key = 2 * sides.cell + crossings.double[sides.crossing]
    _, start, count = np.unique(key, return_index=True, return_counts=True)
    points = np.stack([crossings.x, crossings.y], 1)
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


MOST = 2_000  # cells looked into
ROUNDS, SHRINK = 70, 0.6
# towards a zero f falls at least so: from a multiple of its start, by a factor each time the star shrinks
SLOWEST = 4.0, 0.85
AROUND = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)], np.float64)


def bowls(heights: np.ndarray, along_x: np.ndarray, along_y: np.ndarray, level: float = 0.0) -> np.ndarray:
    """Cells (ny - 1, nx - 1) towards whose inside |f - level| falls from all four sides."""
    corner = (slice(None, -1), slice(1, None))
    sign = np.where(heights < level, -1.0, 1.0)
    down_x, down_y = sign * along_x, sign * along_y

    def corners(values: np.ndarray) -> list[np.ndarray]:
        return [values[row, column] for row in corner for column in corner]

    lower_left, lower_right, upper_left, upper_right = corners(sign)
    same = (lower_left == lower_right) & (upper_left == upper_right) & (lower_left == upper_left)
    x00, x01, x10, x11 = corners(down_x)
    y00, y01, y10, y11 = corners(down_y)
    left, right = np.minimum(x00, x10) < 0, np.maximum(x01, x11) > 0
    bottom, top = np.minimum(y00, y01) < 0, np.maximum(y10, y11) > 0
    return same & left & right & bottom & top & np.isfinite(x00 + x01 + x10 + x11 + y00 + y01 + y10 + y11)


def isolated_zeros(
    f: Field, p: Parameters, grid: Grid, heights: np.ndarray, cells: np.ndarray, level: float = 0.0
) -> np.ndarray:
    """The points (n, 2) in the marked cells (ny - 1, nx - 1) where f reaches the level."""
    row, column = (index[:MOST] for index in np.nonzero(cells))
    boxes = grid.boxes(row, column)
    corner = heights[row, column] - level
    flat = saddles_in(f, p, boxes, level)
    crossed = flat.exists & ((flat.height < 0) != (corner < 0))
    smooth = flat.zero | crossed
    rest = ~flat.exists
    sunk, depth = sink(f, p, boxes[rest], np.sign(corner[rest]), level, corner[rest])
    reached = depth <= 1e-9 * np.abs(corner[rest])
    points = np.concatenate([np.stack([flat.x, flat.y], 1)[smooth], sunk[reached]])
    owner = np.concatenate([boxes[smooth], boxes[rest][reached]])
    inside = ((points >= owner[:, :2]) & (points <= owner[:, 2:])).all(1)
    return points[inside]


def sink(
    f: Field,
    p: Parameters,
    boxes: np.ndarray,
    sign: np.ndarray,
    level: float,
    reach: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Downhill without slopes, for corners and tips: a star of nine points that moves and shrinks.

    Returns the lowest points (n, 2) and sign · (f - level) there (n,). With `reach` (n,), from where f comes,
    those are given up (with infinite depth) whose f does not fall towards zero on the way.
    """
    point, size = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]) / 2
    lowest, depth = point.copy(), np.full(len(boxes), np.inf)
    going = np.arange(len(boxes))
    for turn in range(ROUNDS):
        if not len(going):
            break
        star = lowest[going, None] + AROUND * (size[going, None] * SHRINK**turn)
        height = sampled(slopes, f, p, *star.reshape(-1, 2).T)[0].reshape(star.shape[:2]) - level
        height = np.where(np.isnan(height), np.inf, height * sign[going, None])
        best = height.argmin(1)
        each = np.arange(len(going))
        lowest[going], depth[going] = star[each, best], height[each, best]
        if reach is not None:
            hopeless = depth[going] > SLOWEST[0] * np.abs(reach[going]) * SLOWEST[1] ** turn
            depth[going[hopeless]] = np.inf
            going = going[~hopeless]
    return lowest, depth
