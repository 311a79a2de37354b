"""Minima, maxima and saddles of f(x, y) in view: where Newton's method on the gradient ends, and how."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.fields.bounds import PlaneBounds
from jaxstudio.functions.fields.closed_curves import AROUND, ring
from jaxstudio.functions.fields.completeness import all_found
from jaxstudio.functions.fields.grid import Grid, grid_over
from jaxstudio.functions.fields.nonsmooth_extrema import tips
from jaxstudio.functions.fields.saddles import newton_step
from jaxstudio.functions.fields.samples import Field, Parameters, curvatures, sampled
from jaxstudio.functions.fields.shapes import Critical, CriticalPoint
from jaxstudio.functions.protocol.scene import Found, Mark, MarkKind, View

CELL_PX = 8.0
STEPS = 60
MOST = 4_000  # starts
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
    """The critical points in view, sorted by x; with `bounds`, those of the same f, whether they are all."""
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
    corners = tips(f, p, grid, height.reshape(grid.shape), slope.reshape(*grid.shape, 2), arrived)
    inside = [one for one in corners if low[0] <= one.x <= high[0] and low[1] <= one.y <= high[1]]
    points = tuple(sorted([*found, *inside], key=lambda one: (one.x, one.y)))
    plain = not (inside or len(flat) or any(one.degenerate for one in points))
    complete = bounds is not None and plain and all_found(bounds, p, view, points)
    return Critical(points, flat, complete)


def found_of(critical: Critical) -> tuple[Found, ...]:
    """The same as marks of a scene, one group for each kind."""
    groups = []
    for kind in KINDS:
        marks = tuple(
            Mark(kind, one.x, one.y, one.digits, detail=f"f = {one.z:.12g}")
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
    return np.concatenate([middles, points[near]])[:MOST]


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
    kept: list[np.ndarray] = []
    for point in points[np.sort(first)]:
        if not kept or not (np.abs(np.array(kept) - point) <= distance).all(1).any():
            kept.append(point)
        if len(kept) == MOST_FOUND:
            break
    return np.array(kept).reshape(-1, 2)


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
