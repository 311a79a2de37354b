"""What happens at a suspected place: a pole, a jump, a hole, an end, or nothing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.curves.exact_limits import Point, are_same
from jaxstudio.functions.curves.interval_set import Stretches
from jaxstudio.functions.curves.limits import Behaviour
from jaxstudio.functions.curves.one_sided_limits import Ends, Sides, ends_of
from jaxstudio.functions.protocol.scene import MarkKind, View

# Beyond this a value is about to overflow, which is no pole.
HUGE = 1e290


@dataclass(frozen=True)
class Break:
    """Nothing is drawn strictly between `low` and `high`.

    kind         None where the curve is only known to have no limit
    at           the place itself, one of the numbers from low to high
    left, right  the points (c,) that the curve runs to on each side, None where it runs to none
    value        what is computed at the place, (c,)
    ways         what each side does
    signs        the sign of the infinity that a side goes to
    is_exact     place, limits and value were found in hundreds of digits, not by nearness
    """

    kind: MarkKind | None
    at: float
    low: float
    high: float
    left: np.ndarray | None
    right: np.ndarray | None
    value: np.ndarray
    ways: tuple[Behaviour, Behaviour]
    signs: tuple[float, float]
    is_exact: bool = False


def break_at(point: Point, low: float, high: float, widest: float) -> Break | None:
    """The break at a singular point, None where it is continuous.

    Nothing is drawn in the bracket [low, high], where float64 cancels, as far as it reaches no farther than
    `widest` from the point.
    """
    if point.is_continuous:
        return None
    sides = point.left, point.right
    ways = point.left.behaviour, point.right.behaviour
    same = ways == (Behaviour.FINITE, Behaviour.FINITE) and are_same(point.left.limit, point.right.limit)
    limits = np.array([[float(side.limit)] for side in sides])
    left, right = (
        limit if way is Behaviour.FINITE and np.isfinite(limit).all() else None
        for way, limit in zip(ways, limits, strict=True)
    )
    nearest = float(point.x)
    at, below, above = nearest, nearest, nearest
    if nearest != point.x:
        below = nearest if nearest < point.x else float(np.nextafter(nearest, -np.inf))
        above = nearest if nearest > point.x else float(np.nextafter(nearest, np.inf))
    kind = _kind(ways, np.zeros((2, 1)), same)
    if kind is MarkKind.END:  # the last number that has a value
        at = below if ways[0] is Behaviour.FINITE else above
    signs = (float(np.sign(limits[0, 0])), float(np.sign(limits[1, 0])))
    value = np.array([float(point.value)])
    low, high = max(min(low, below), below - widest), min(max(high, above), above + widest)
    return Break(kind, at, low, high, left, right, value, ways, signs, is_exact=True)


def classify(sides: Sides, suspects: Stretches, view: View, undefined: np.ndarray) -> list[Break | None]:
    """What each suspect is, None where nothing happens; `undefined` (n,): intervals find no value there."""
    ends = ends_of(sides, view)
    with np.errstate(invalid="ignore"):
        finite = (ends.ways == Behaviour.FINITE.value).all(axis=0) & np.isfinite(sides.value).all(axis=0)
        same = (np.abs(np.diff(ends.limits, axis=0)[0]) <= ends.slack).all(axis=0)
        met = (np.abs(sides.value - ends.limits[0]) <= ends.slack).all(axis=0)
    found: list[Break | None] = [None] * len(sides.at)
    for n in np.flatnonzero(~(finite & same & met & ~undefined)).tolist():
        ways = Behaviour(str(ends.ways[0, n])), Behaviour(str(ends.ways[1, n]))
        lost = Behaviour.INFINITE in ways or Behaviour.UNDEFINED in ways
        if Behaviour.WILD in ways and not lost and np.isfinite(sides.value[:, n]).all():
            continue  # it varies too fast to be told, but there is a value
        bounds = float(suspects.low[n]), float(suspects.high[n])
        found[n] = _break(sides, ends, n, ways, bounds, bool(same[n]))
    return found


def _break(
    sides: Sides,
    ends: Ends,
    n: int,
    ways: tuple[Behaviour, Behaviour],
    bounds: tuple[float, float],
    same: bool,
) -> Break:
    """The break at place n; `same`: both limits are."""
    limits, value = ends.limits[:, :, n], sides.value[:, n]
    kind = _kind(ways, limits, same)
    at = float(sides.at[n])
    if kind is MarkKind.END and not np.isfinite(value).all():
        at = bounds[0] if ways[0] is Behaviour.FINITE else bounds[1]
    if kind is not MarkKind.END:  # what cannot be told from 0 is 0
        limits = np.where(np.abs(limits) <= 4 * ends.errors[:, :, n], 0.0, limits)
    runs_to = [_nearest(limits[side], sides.edges[side][:, n], ends.slack[:, n]) for side in (0, 1)]
    if kind is MarkKind.HOLE:
        runs_to = [limits[0], limits[0]]
    left, right = (runs_to[side] if ways[side] is Behaviour.FINITE else None for side in (0, 1))
    signs = (float(np.sign(limits[0, -1])), float(np.sign(limits[1, -1])))
    return Break(kind, at, *bounds, left, right, value, ways, signs)


def _nearest(limit: np.ndarray, edge: np.ndarray, slack: np.ndarray) -> np.ndarray:
    """The value at the edge itself, if it is what the limit says."""
    with np.errstate(invalid="ignore"):
        return edge if (np.abs(edge - limit) <= slack).all() and limit.any() else limit


def _kind(ways: tuple[Behaviour, Behaviour], limits: np.ndarray, same: bool) -> MarkKind | None:
    """What it is; None for what has no name, such as the end of what is too large for a number."""
    if Behaviour.INFINITE in ways:
        overflows = any(np.abs(limit).max() > HUGE for limit in limits if np.isfinite(limit).all())
        return None if overflows else MarkKind.POLE
    if Behaviour.UNDEFINED in ways:
        return MarkKind.END if Behaviour.FINITE in ways else None
    if Behaviour.WILD in ways:
        return None
    return MarkKind.HOLE if same else MarkKind.JUMP
