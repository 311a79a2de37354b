"""Suspected discontinuities: pole, jump, hole, end or corner, by expansions beside them.

Of functions without expansions, and of curves in the plane, nearby values tell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from jaxstudio.functions.curves.evaluator import Track, scales
from jaxstudio.functions.curves.interval_survey import IntervalSet
from jaxstudio.functions.curves.limits import Behaviour, Point, are_same
from jaxstudio.functions.interpreters.ball_numbers import exactly, number
from jaxstudio.functions.protocol.scene import MarkKind, View

# From so many pixels away the curve is followed towards the place; the distances are halved so often.
REACH_PX, OCTAVES = 2.0, 48
# So many numbers of a bracket are tried for one without a value.
CANDIDATES = 34


@dataclass(frozen=True)
class Sides:
    """Values at n places and near them.

    at      the places, (n,), and their values (c, n)
    edges   values at the bounds of each bracket, (2, c, n)
    t       the places (n, m) on the left and on the right side, and the values there (c, 3, n, m)
    """

    at: np.ndarray
    value: np.ndarray
    edges: np.ndarray
    t: tuple[np.ndarray, np.ndarray]
    values: tuple[np.ndarray, np.ndarray]


def look_around(track: Track, suspects: IntervalSet, known: IntervalSet, view: View) -> Sides:
    """Compute the suspects themselves and places on both sides, nearer and nearer to them.

    No look goes halfway to the next suspect, nor to anything that is `known`.
    """
    at, value, edges = _places(track, suspects)
    low, high = track.interval
    reach = np.full(len(at), REACH_PX * (high - low) / view.width_px)
    every = known.joined(suspects, closest=-np.inf)
    before = suspects.low - np.concatenate([[-np.inf], every.high])[np.searchsorted(every.low, suspects.low)]
    after = np.append(every.low, np.inf)[np.searchsorted(every.low, suspects.low, "right")] - suspects.high
    reach = np.minimum(reach, 0.45 * np.minimum(before, after))
    ulp = np.spacing(np.abs(at))
    least = np.maximum(4 * ulp, reach * 2.0 ** -(OCTAVES - 1))
    share = np.linspace(0.0, 1.0, OCTAVES)
    with np.errstate(divide="ignore"):
        distance = reach[:, None] * (np.minimum(least / reach, 0.5)[:, None] ** share)
    t = (suspects.low[:, None] - distance, suspects.high[:, None] + distance)
    found = track.values(np.concatenate(t).ravel())
    found = found.reshape(*found.shape[:2], 2 * len(at), OCTAVES)
    return Sides(at, value, edges, t, (found[:, :, : len(at)], found[:, :, len(at) :]))


def _places(track: Track, suspects: IntervalSet) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each bracket the number that is meant, the values there (c, n), and those at the bounds (2, c, n).

    One without a value comes first, then 0, then the one that is written shortest, then the largest value.
    """
    low, high = suspects.low, suspects.high
    within = low[:, None] + np.linspace(0.0, 1.0, CANDIDATES) * (high - low)[:, None]
    zero = np.where((low <= 0) & (high >= 0), 0.0, low)
    candidates = np.column_stack([low, low + (high - low) / 2, high, zero, within])
    values = track.values(candidates.ravel())[:, 0].reshape(-1, *candidates.shape)
    rows = np.arange(len(low))
    missing = ~np.isfinite(values).all(axis=0)
    size = np.nan_to_num(np.abs(values[:, :, :4]).sum(axis=0), nan=np.inf)
    written = np.array([[len(repr(t)) for t in row] for row in candidates[:, :4].tolist()]).reshape(-1, 4)
    best = np.lexsort((-size, written, candidates[:, :4] != 0), axis=1)[:, 0]
    best = np.where(missing.any(axis=1), np.argmax(missing, axis=1), best)
    return candidates[rows, best], values[:, rows, best], values[:, :, [0, 2]].transpose(2, 0, 1)


# Increments of the last octaves that shrink more slowly than this have no sum.
TAIL, DIVERGES = 12, 0.985
# A limit is believed when it is this sure, in pixels.
SURE_PX = 0.05


@dataclass(frozen=True)
class Ends:
    """Where samples on the left and the right side of n places lead to.

    ways    (2, n), each a Behaviour of the point as a whole
    limits  (2, c, n), ±inf where infinite, NaN without a limit; with their `errors`
    slack   (c, n): limits that differ by less are the same
    """

    ways: np.ndarray
    limits: np.ndarray
    errors: np.ndarray
    slack: np.ndarray


def ends_of(sides: Sides, view: View, order: int = 0) -> Ends:
    """Where a derivative, or the track itself, goes on both sides."""
    units = 1 / np.array(scales(view)[-sides.value.shape[0] :])[:, None]
    found = [_limits(sides, side, units, order) for side in (0, 1)]
    behaviours, values, errors = (np.array(each) for each in zip(*found, strict=True))
    ways = np.full((2, len(sides.at)), Behaviour.FINITE.value, behaviours.dtype)
    for way in (Behaviour.WILD, Behaviour.INFINITE, Behaviour.UNDEFINED):
        ways[(behaviours == way.value).any(axis=1)] = way.value
    with np.errstate(invalid="ignore"):
        slack = 4 * np.where(np.isnan(errors), 0.0, errors).sum(axis=0) + 1e-6 * units
        slack += 1e-9 * np.fmax(np.abs(values[0]), np.abs(values[1]))
    return Ends(ways, values, errors, slack)


def _limits(sides: Sides, side: int, units: np.ndarray, order: int) -> tuple[np.ndarray, ...]:
    """Behaviours, limits and their errors (c, n) on one side; `units` (c, 1): how much a pixel shows."""
    rows = sides.values[side].swapaxes(0, 1)
    y, slope, bend = (*rows[order:], *(np.zeros_like(rows[0]) for _ in range(order)))
    distance = (sides.t[side] - sides.at[:, None])[None]
    with np.errstate(all="ignore"):
        estimates = np.stack([y, y - distance * slope + distance * distance * bend / 2])
        value, error = _settling(estimates, units[..., None])
        infinite, sign = _diverges(y)
        undefined = np.isnan(y[..., -TAIL:]).all(axis=-1) & ~infinite
        finite = ~infinite & ~undefined & (error <= SURE_PX * units + 1e-9 * np.abs(value))
    behaviour = np.select(
        [infinite, undefined, finite],
        [Behaviour.INFINITE.value, Behaviour.UNDEFINED.value, Behaviour.FINITE.value],
        Behaviour.WILD.value,
    )
    value = np.where(infinite, sign * np.inf, np.where(finite, value, np.nan))
    return behaviour, value, np.where(finite, error, np.nan)


def _diverges(y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Whether the increments of the last octaves keep their sign and do not shrink, or y overflows; the sign
    of the last number."""
    finite = np.isfinite(y)
    end = np.where(finite.all(axis=-1), y.shape[-1], np.argmin(finite, axis=-1)) - 1
    columns = np.maximum(end, TAIL)[..., None] + np.arange(-TAIL, 1)
    tail = np.take_along_axis(y, columns, axis=-1)
    steps = np.diff(tail)
    outward = (np.sign(steps) == np.sign(tail[..., -1:])).all(axis=-1)
    ratio = np.median(np.abs(steps[..., 1:] / steps[..., :-1]), axis=-1)
    certain = (np.abs(steps) > 1e-12 * np.abs(tail[..., 1:])).all(axis=-1)
    grows = outward & (ratio >= DIVERGES) & certain & (end >= TAIL)
    # within few octaves, as exp(1/x²)
    following = np.take_along_axis(y, np.minimum(end + 1, y.shape[-1] - 1)[..., None], axis=-1)[..., 0]
    overflows = np.isinf(following) & ~np.isfinite(y[..., -TAIL:]).any(axis=-1)
    last = np.take_along_axis(y, np.maximum(end, 0)[..., None], axis=-1)[..., 0]
    return grows | overflows, np.where(last < 0, -1.0, 1.0)


def _settling(estimates: np.ndarray, unit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The estimate, of several (e, c, n, m), whose changes first fall under a tolerance and soon are least.

    With its change. Nearer to the place rounding may spoil everything, as with (1 - cos x)/x² near 0.
    """
    change = np.abs(np.diff(estimates))
    change = np.nan_to_num(np.maximum(change[..., 1:], change[..., :-1]), nan=np.inf)
    small = change <= 1e-5 * unit + 1e-10 * np.abs(estimates[..., 2:])
    is_settled, first = small.any(axis=-1)[..., None], np.argmax(small, axis=-1)[..., None]
    window = np.arange(change.shape[-1])
    change = np.where(~is_settled | ((window >= first) & (window <= first + 6)), change, np.inf)
    at = np.argmin(change, axis=-1)[..., None]
    errors = np.take_along_axis(change, at, axis=-1)
    values = np.take_along_axis(estimates, at + 2, axis=-1)
    best = np.argmin(errors, axis=0)[None]
    value, error = (np.take_along_axis(each, best, axis=0)[0, ..., 0] for each in (values, errors))
    return value, error


# The least change of direction that is called a corner, in radians on the screen.
CORNER = np.deg2rad(0.5)


@dataclass(frozen=True)
class Corner:
    """The curve is continuous at `at` and changes its direction; `cusp` where it turns back.

    Its place is known to `width`.
    """

    at: float
    value: np.ndarray
    cusp: bool
    width: float


def corners(sides: Sides, view: View) -> tuple[list[Corner | None], np.ndarray]:
    """Where the directions of approach differ though the curve is continuous, by samples; where these have
    no limits, bool (n,)."""
    place, speed = ends_of(sides, view), ends_of(sides, view, order=1)
    steady = (place.ways == Behaviour.FINITE.value).all(axis=0) & np.isfinite(sides.value).all(axis=0)
    scale, found = scales(view), list[Corner | None]()
    for n, (at, width) in enumerate(brackets(sides)):
        first, last = (_direction(slopes, scale) for slopes in speed.limits[:, :, n].tolist())
        turn = abs(np.angle(last / first)) if steady[n] and first and last else 0.0
        is_cusp = bool(turn > np.pi - CORNER)
        found.append(Corner(at, sides.value[:, n], is_cusp, width) if turn > CORNER else None)
    return found, ~np.isfinite(speed.limits).all(axis=(0, 1))


def brackets(sides: Sides) -> list[tuple[float, float]]:
    """Each place, and from how near on both sides there are slopes."""
    nearest = []
    for t, values in zip(sides.t, sides.values, strict=True):
        seen = np.isfinite(values[:, 1]).all(axis=0)
        away = np.abs(t - sides.at[:, None])
        nearest.append(np.where(seen, away, np.inf).min(axis=1))
    return list(zip(sides.at.tolist(), np.maximum(*nearest).tolist(), strict=True))


def corner_at(slopes: Point, view: View) -> Corner | None:
    """The corner at a singular point of the slopes, by their limits; None where they have one direction.

    A cusp has infinite slopes of opposite signs: finite ones, however steep, make a corner.
    """
    sides, scale = (slopes.left, slopes.right), scales(view)
    if any(side.behaviour not in (Behaviour.FINITE, Behaviour.INFINITE) for side in sides):
        return None
    first, last = (_direction([number(side.limit)], scale) for side in sides)
    turn = abs(np.angle(last / first)) if first and last else 0.0
    if not turn > CORNER or slopes.below is None or not slopes.below.is_continuous:
        return None
    cusp = all(side.behaviour is Behaviour.INFINITE for side in sides)
    return Corner(number(slopes.x), np.array([number(slopes.below.value)]), cusp, 0.0)


def _direction(slopes: list[float], scale: tuple[float, float]) -> complex:
    """A unit vector on the screen; 0 where there is none. An infinite slope is a vertical one.

    `slopes` are (dy/dx,), or (dx/dt, dy/dt).
    """
    slopes = slopes if len(slopes) == 2 else [1.0, *slopes]
    infinite = [np.isinf(slope) for slope in slopes]
    parts = (
        [np.sign(s) if i else 0.0 for s, i in zip(slopes, infinite, strict=True)] if any(infinite) else slopes
    )
    vector = complex(parts[0] * scale[0], parts[1] * scale[1])
    if not np.isfinite(abs(vector)) or vector == 0:
        return 0j
    return vector / abs(vector)


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
    limits = np.array([[number(side.limit)] for side in sides])
    left, right = (
        limit if way is Behaviour.FINITE and np.isfinite(limit).all() else None
        for way, limit in zip(ways, limits, strict=True)
    )
    near = number(point.x)
    at, below, above = near, near, near
    if exactly(near) != point.x:
        below = near if exactly(near) < point.x else float(np.nextafter(near, -np.inf))
        above = near if exactly(near) > point.x else float(np.nextafter(near, np.inf))
    kind = _kind(ways, np.zeros((2, 1)), same)
    if kind is MarkKind.END:  # the last number that has a value
        at = below if ways[0] is Behaviour.FINITE else above
    signs = (float(np.sign(limits[0, 0])), float(np.sign(limits[1, 0])))
    value = np.array([number(point.value)])
    low, high = max(min(low, below), below - widest), min(max(high, above), above + widest)
    return Break(kind, at, low, high, left, right, value, ways, signs, is_exact=True)


def classify(sides: Sides, suspects: IntervalSet, view: View) -> list[Break | None]:
    """What the samples say of each suspect; None for a harmless one."""
    ends = ends_of(sides, view)
    with np.errstate(invalid="ignore"):
        # where the curve bends in a wide bracket is not known
        turn = np.abs(sides.values[1][:, 1, :, -1] - sides.values[0][:, 1, :, -1])
        unsure = np.where(np.isfinite(turn), turn, 0.0) * (suspects.high - suspects.low)
        ends = replace(ends, slack=ends.slack + unsure)
        finite = (ends.ways == Behaviour.FINITE.value).all(axis=0) & np.isfinite(sides.value).all(axis=0)
        same = (np.abs(np.diff(ends.limits, axis=0)[0]) <= ends.slack).all(axis=0)
        met = (np.abs(sides.value - ends.limits[0]) <= ends.slack).all(axis=0)
    breaks: list[Break | None] = [None] * len(sides.at)
    for n in np.flatnonzero(~(finite & same & met)).tolist():
        ways = Behaviour(str(ends.ways[0, n])), Behaviour(str(ends.ways[1, n]))
        lost = Behaviour.INFINITE in ways or Behaviour.UNDEFINED in ways
        if Behaviour.WILD in ways and not lost and np.isfinite(sides.value[:, n]).all():
            continue  # it varies too fast to be told, but there is a value
        bounds = float(suspects.low[n]), float(suspects.high[n])
        breaks[n] = _break(sides, ends, n, ways, bounds, bool(same[n]))
    return breaks


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
    if kind is MarkKind.END and np.isinf(value).any():
        kind = None  # in steps, as floor(log(x)), it runs to infinity nearer than float64 shows
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
    """The value at the edge itself, if it equals the limit."""
    with np.errstate(invalid="ignore"):
        return edge if (np.abs(edge - limit) <= slack).all() and limit.any() else limit


def _kind(ways: tuple[Behaviour, Behaviour], limits: np.ndarray, same: bool) -> MarkKind | None:
    """The kind of mark; None for a place without one, such as the overflow of a number."""
    if Behaviour.INFINITE in ways:
        overflows = any(np.abs(limit).max() > HUGE for limit in limits if np.isfinite(limit).all())
        return None if overflows else MarkKind.POLE
    if Behaviour.UNDEFINED in ways:
        return MarkKind.END if Behaviour.FINITE in ways else None
    if Behaviour.WILD in ways:
        return None
    return MarkKind.HOLE if same else MarkKind.JUMP
