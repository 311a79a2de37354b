"""Critical points of f(x, y) in view: Newton's method on the gradient, and a search where f has corners.

Whether all are found is decided by subdivision: boxes are cut until each is excluded or holds a known one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from jaxstudio.errors import Wording
from jaxstudio.functions.fields.bounds import PlaneBounds
from jaxstudio.functions.fields.cells import bowls, newton_step, sink
from jaxstudio.functions.fields.grid import Field, Grid, Parameters, curvatures, grid_over, sampled, slopes
from jaxstudio.functions.protocol.scene import Critical, CriticalPoint, Found, Mark, MarkKind, View

AROUND = 64


@dataclass(frozen=True)
class Ring:
    """At AROUND + 4 places around each of n points: how much higher f is (NaN as 0), and how steep.

    The last four are along axes of the point's own: f may be level in one of these directions only.
    """

    rise: np.ndarray
    steepness: np.ndarray


def ring(
    f: Field, p: Parameters, point: np.ndarray, radius: np.ndarray, height: np.ndarray, axes: np.ndarray
) -> Ring:
    """Around the points (n, 2), with radius (2,) along x and y; axes (n, 2, 2) stand in columns."""
    turn = 2 * np.pi * (np.arange(AROUND) + 0.5) / AROUND
    circle = np.broadcast_to(np.stack([np.cos(turn), np.sin(turn)], 1), (len(point), AROUND, 2))
    along = np.swapaxes(axes, 1, 2)
    places = point[:, None] + np.concatenate([circle, along, -along], 1) * radius
    values, along_x, along_y = (
        result.reshape(places.shape[:2]) for result in sampled(slopes, f, p, *places.reshape(-1, 2).T)
    )
    return Ring(np.nan_to_num(values - height[:, None]), np.hypot(along_x, along_y))


FIRST = 32  # boxes along each axis to begin with
DEPTH = 12  # times that they are halved
MOST_BOXES = 30_000  # boxes at a time
# around a known point a box is sought in which it is the only one, from this part of the view down
WIDEST, NARROWEST = 2.0**-3, 2.0**-16


# Which of the boxes (n, 4) have a property, (n,).
OfBoxes = Callable[[np.ndarray], np.ndarray]


def all_excluded(view: View, points: np.ndarray, may_hold: OfBoxes, at_most_one: OfBoxes) -> bool:
    """Whether intervals show that the view holds no points of a kind but those known, (n, 2).

    A box is proven to hold none unless it `may_hold` one, and no second one where it holds `at_most_one`.
    """
    size = np.array([view.x[1] - view.x[0], view.y[1] - view.y[0]])
    own = _own_boxes(at_most_one, points, size)
    if own is None:
        return False
    boxes = first_boxes(view)
    for _ in range(DEPTH):
        boxes = boxes[~_within(boxes, own)]
        boxes = boxes[may_hold(boxes)]
        if not len(boxes):
            return True
        if len(boxes) > MOST_BOXES // 4:
            return False
        boxes = quarters(boxes)
    return False


def first_boxes(view: View) -> np.ndarray:
    """The boxes (n, 4) that a subdivision of the view begins with."""
    row, column = (index.ravel() for index in np.indices((FIRST, FIRST)))
    x, y = np.linspace(*view.x, FIRST + 1), np.linspace(*view.y, FIRST + 1)
    return np.stack([x[column], y[row], x[column + 1], y[row + 1]], 1)


def _own_boxes(at_most_one: OfBoxes, points: np.ndarray, size: np.ndarray) -> np.ndarray | None:
    """For each point a box (n, 4) around it with no second one; None if one has none."""
    own = np.full((len(points), 4), np.nan)
    waiting, width = np.arange(len(points)), WIDEST
    while len(waiting) and width >= NARROWEST:
        around = np.concatenate([points[waiting] - width * size, points[waiting] + width * size], 1)
        alone = at_most_one(around)
        own[waiting[alone]] = around[alone]
        waiting, width = waiting[~alone], width / 2
    return None if len(waiting) else own


def _within(boxes: np.ndarray, own: np.ndarray) -> np.ndarray:
    """Which boxes lie inside one of the others."""
    inside = np.zeros(len(boxes), bool)
    for x0, y0, x1, y1 in own:
        inside |= (boxes[:, 0] >= x0) & (boxes[:, 1] >= y0) & (boxes[:, 2] <= x1) & (boxes[:, 3] <= y1)
    return inside


def quarters(boxes: np.ndarray) -> np.ndarray:
    x0, y0, x1, y1 = boxes.T
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    corners = ((x0, y0, x, y), (x, y0, x1, y), (x0, y, x, y1), (x, y, x1, y1))
    return np.concatenate([np.stack(corner, 1) for corner in corners])


MOST_CELLS = 2_000  # cells looked into
CLOSE, WIDE = 1e-3, 0.25  # radii around a tip, in cells
# the slope there is as great close to the tip as away from it; at a smooth summit it is CLOSE / WIDE of that
STILL_STEEP = 0.1
# how well a search without slopes finds it
DIGITS = 12.0


def nonsmooth_extrema(
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
        boxes = grid.boxes(*np.nonzero(cells & ~held))[:MOST_CELLS]
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


CELL_PX = 8.0
STEPS = 60
MOST_STARTS = 4_000  # starts
MOST_FOUND = 300  # of the regular ones, and of the others
# Newton's step from a point of the grid is a sign of a critical point nearby when shorter than so many cells
NEAR = 1.5
# an eigenvalue is zero beside the other one below this
SINGULAR = 1e-7
# degenerate points of one height closer than so many cells are parts of a line of them
LINE = 3.0
DOUBLE_DIGITS = 15.95
PROBES = 16
KINDS = (MarkKind.MINIMUM, MarkKind.MAXIMUM, MarkKind.SADDLE)


def critical_points(f: Field, view: View, p: Parameters, *, bounds: PlaneBounds | None = None) -> Critical:
    """The critical points in view by x; with `bounds` of the same f, whether they are all."""
    grid = grid_over(view, CELL_PX)
    height, slope, hessian = sampled(curvatures, f, p, *grid.points())
    cell = np.array([grid.dx, grid.dy])
    arrived = _polished(f, p, _starts(grid, slope, hessian), cell)
    low, high = np.array([view.x, view.y]).T
    in_view = arrived[((arrived >= low) & (arrived <= high)).all(1)]
    singular = _singular(sampled(curvatures, f, p, *in_view.T)[2])
    regular, others = (_apart(in_view[kind], cell * 1e-3) for kind in (~singular, singular))
    point = _apart(np.concatenate([regular, others]), cell * 1e-3)
    found, flat = _classified(f, p, point, cell)
    corners = nonsmooth_extrema(
        f, p, grid, height.reshape(grid.shape), slope.reshape(*grid.shape, 2), arrived
    )
    inside = [one for one in corners if low[0] <= one.x <= high[0] and low[1] <= one.y <= high[1]]
    points = tuple(sorted([*found, *inside], key=lambda one: (one.x, one.y)))
    plain = not (inside or len(flat) or any(one.degenerate for one in points))
    complete = bounds is not None and plain and _all_found(bounds, p, view, points)
    return Critical(points, flat, complete)


def _all_found(bounds: PlaneBounds, p: Parameters, view: View, known: Sequence[CriticalPoint]) -> bool:
    points = np.array([(one.x, one.y) for one in known]).reshape(-1, 2)
    flat, one_flat = partial(bounds.flat_somewhere, p=p), partial(bounds.one_flat_point, p=p)
    return all_excluded(view, points, flat, one_flat)


def found_of(critical: Critical) -> tuple[Found, ...]:
    """The points as marks of a scene, one group for each kind."""
    groups = []
    for kind in KINDS:
        marks = tuple(
            Mark(kind, one.x, one.y, one.digits, detail=Wording("f = {0:.12g}", one.z))
            for one in critical.points
            if one.kind is kind
        )
        groups.append(Found(kind, marks, critical.complete))
    return tuple(groups)


def _starts(grid: Grid, slope: np.ndarray, hessian: np.ndarray) -> np.ndarray:
    """Where to begin (n, 2): near where both slopes change sign, or where Newton's step is short."""
    points = np.stack(grid.points(), 1)
    step = newton_step(slope, hessian) / (grid.dx, grid.dy)
    with np.errstate(invalid="ignore"):
        near = (np.abs(step) <= NEAR).all(1) & (step != 0).any(1)
    shaped = slope.reshape(*grid.shape, 2)
    corners = np.stack([shaped[:-1, :-1], shaped[:-1, 1:], shaped[1:, :-1], shaped[1:, 1:]])
    with np.errstate(invalid="ignore"):
        turning = ((corners.min(0) <= 0) & (corners.max(0) >= 0)).all(-1) & (corners != 0).any((0, -1))
    row, column = np.nonzero(turning)
    middles = np.stack([grid.x[column] + grid.dx / 2, grid.y[row] + grid.dy / 2], 1)
    return np.concatenate([middles, points[near]])[:MOST_STARTS]


def _polished(f: Field, p: Parameters, start: np.ndarray, cell: np.ndarray) -> np.ndarray:
    """Where Newton's method arrives (m, 2), of those starts from which it does so within a few cells."""
    point, going = start.copy(), np.arange(len(start))
    arrived = np.zeros(len(start), bool)
    for _ in range(STEPS):
        _, slope, hessian = sampled(curvatures, f, p, *point[going].T)
        step = newton_step(slope, hessian)
        size = np.abs(step / cell).max(1, initial=0)
        point[going] += step / np.maximum(size, 1)[:, None]
        here = np.abs(point[going])
        done = (np.abs(step) <= 1e-14 * (here + cell)).all(1)
        arrived[going[done & _level(slope, hessian, cell)]] = True
        near = (np.abs(point[going] - start[going]) <= 6 * cell).all(1)
        going = going[~done & near]
        if not len(going):
            break
    # rounding may keep the last steps from falling further, and a multiple zero is only approached
    _, slope, hessian = sampled(curvatures, f, p, *point[going].T)
    step = newton_step(slope, hessian)
    close = (np.abs(step) <= 1e-7 * cell).all(1)
    arrived[going[close & _level(slope, hessian, cell)]] = True
    return point[arrived]


def _level(slope: np.ndarray, hessian: np.ndarray, cell: np.ndarray) -> np.ndarray:
    """Whether f slopes less than it would a millionth of a cell away from a flat point.

    Newton's step is also short where the Hessian says nothing of the slope, as on the side of a cone.
    """
    with np.errstate(invalid="ignore"):
        return np.abs(slope).max(1, initial=0) <= 1e-6 * np.abs(hessian).max((1, 2), initial=0) * cell.max()


def _singular(hessian: np.ndarray) -> np.ndarray:
    """Where one eigenvalue (or both) is zero beside the other."""
    whole = np.isfinite(hessian).all((1, 2))
    values = np.abs(np.linalg.eigvalsh(np.where(whole[:, None, None], hessian, 0)))
    return values.min(1, initial=np.inf) <= SINGULAR * values.max(1, initial=0)


def _apart(points: np.ndarray, distance: np.ndarray) -> np.ndarray:
    """One of each group of points within a distance, MOST_FOUND at most."""
    _, first = np.unique(np.round(points / distance), axis=0, return_index=True)
    distinct: list[np.ndarray] = []
    for point in points[np.sort(first)]:
        if not distinct or not (np.abs(np.array(distinct) - point) <= distance).all(1).any():
            distinct.append(point)
        if len(distinct) == MOST_FOUND:
            break
    return np.array(distinct).reshape(-1, 2)


def _classified(
    f: Field, p: Parameters, point: np.ndarray, cell: np.ndarray
) -> tuple[list[CriticalPoint], np.ndarray]:
    height, slope, hessian = sampled(curvatures, f, p, *point.T)
    whole = np.isfinite(height) & np.isfinite(hessian).all((1, 2))
    point, height, slope, hessian = point[whole], height[whole], slope[whole], hessian[whole]
    values, vectors = np.linalg.eigh(hessian)
    around = ring(f, p, point, cell / 4, height, vectors).rise
    # curvatures are small or large beside how much f changes over a part of a cell
    scale = np.maximum(np.abs(values).max(1, initial=0), np.abs(around).max(1, initial=0) / cell.max() ** 2)
    singular = np.abs(values).min(1, initial=np.inf) <= SINGULAR * scale
    digits = _digits(f, p, point, slope, hessian, cell)
    on_line = _in_company(point, height, singular, LINE * cell)
    found, flat = [], []
    for at in range(len(point)):
        kind = None if on_line[at] else _kind(values[at])
        if singular[at] and not on_line[at]:
            kind = _kind_around(around[at], height[at])
        if kind is None:
            flat.append(point[at])
            continue
        x, y = point[at].tolist()
        found.append(
            CriticalPoint(
                kind, x, y, float(height[at]), float(digits[at]), values[at], vectors[at], bool(singular[at])
            )
        )
    return found, np.array(flat).reshape(-1, 2)


def _kind(eigenvalues: np.ndarray) -> MarkKind:
    if (eigenvalues > 0).all():
        return MarkKind.MINIMUM
    return MarkKind.MAXIMUM if (eigenvalues < 0).all() else MarkKind.SADDLE


def _in_company(
    point: np.ndarray, height: np.ndarray, singular: np.ndarray, distance: np.ndarray
) -> np.ndarray:
    """Which degenerate points have another of the same height close by."""
    close = (np.abs(point[:, None] - point) <= distance).all(2) & singular[:, None] & singular
    close &= np.isclose(height[:, None], height, rtol=1e-9, atol=1e-12)
    np.fill_diagonal(close, False)
    return close.any(1)


def _kind_around(around: np.ndarray, height: float) -> MarkKind | None:
    noise = 1e-13 * (abs(height) + np.abs(around).max())
    if (around > noise).all():
        return MarkKind.MINIMUM
    if (around < -noise).all():
        return MarkKind.MAXIMUM
    circle = around[:AROUND]
    turns = np.count_nonzero(np.diff(np.sign(circle), append=np.sign(circle[0])))
    return MarkKind.SADDLE if turns >= 4 and (np.abs(circle) > noise).all() else None


def _digits(
    f: Field, p: Parameters, point: np.ndarray, slope: np.ndarray, hessian: np.ndarray, cell: np.ndarray
) -> np.ndarray:
    """Sure digits: from how far the gradient, as rounded, strays from a plane around the point."""
    stray = np.abs(slope)
    for number in range(PROBES):
        turn = 2.399963 * number  # by the golden angle, ever further away
        shift = np.array([np.cos(turn), np.sin(turn)]) * 2.0 ** (-34 + number / 2)
        tiny = shift * (np.abs(point) + cell * 2.0**-10)
        moved = point + tiny
        beyond = sampled(curvatures, f, p, *moved.T)[1]
        planned = slope + np.einsum("nij,nj->ni", hessian, moved - point)
        stray = np.maximum(stray, np.abs(beyond - planned))
    inverse = np.abs(np.linalg.pinv(hessian, rcond=SINGULAR, hermitian=True))
    # the few places tried need not be the worst
    error = 3 * np.einsum("nij,nj->ni", inverse, stray).max(1, initial=0)
    size = np.maximum(np.abs(point).max(1, initial=0), cell.max())
    regular = np.linalg.matrix_rank(hessian, hermitian=True) == 2
    with np.errstate(divide="ignore"):
        sure = -np.log10(error / size + 2.0**-53)
    return np.where(regular, np.clip(sure, 0, DOUBLE_DIGITS), np.clip(sure, 0, 5))
