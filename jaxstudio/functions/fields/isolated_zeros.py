"""Solutions that no edge of the grid meets: isolated points, and ovals smaller than a cell."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.fields.grid import Grid
from jaxstudio.functions.fields.saddles import saddles_in
from jaxstudio.functions.fields.samples import Field, Parameters, sampled, slopes

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


def specks(
    f: Field, p: Parameters, grid: Grid, heights: np.ndarray, cells: np.ndarray, level: float = 0.0
) -> np.ndarray:
    """The points (n, 2) in the marked cells (ny - 1, nx - 1) where f reaches the level."""
    row, column = (index[:MOST] for index in np.nonzero(cells))
    boxes = grid.boxes(row, column)
    corner = heights[row, column] - level
    flat = saddles_in(f, p, boxes, level)
    crossed = flat.found & ((flat.height < 0) != (corner < 0))
    smooth = flat.zero | crossed
    rest = ~flat.found
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
