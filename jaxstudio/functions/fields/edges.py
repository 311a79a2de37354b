"""Crossings of a curve F = 0 with grid edges: bracketed by signs and slopes, polished by Newton's method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import numpy as np

from jaxstudio.functions.fields.grid import Field, Grid, Parameters, curvatures, sampled, slopes

MOST_STEPS = 90
# what remains of f at a zero, beside f at the ends of the segment: below SMALL it is a zero; up to FALLEN
# only if a further Newton step would go nowhere (a steep zero, as of the cube root); else a pole or a jump
SMALL, FALLEN = 1e-9, 0.05
EPS = np.finfo(np.float64).eps

# which segments, and t on each, to (the value whose zero is wanted, its slope, anything else)
Slope = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]


def crossings(
    f: Field, p: Parameters, segments: np.ndarray, level: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Where f passes through the level on segments.

    `segments` (n, 8): x, y, dx, dy, low t, high t, and f at low and at high, on both sides of the level.
    Returns t (n,) and whether f falls to zero there (n,), rather than jumping over it.
    """
    x, y, dx, dy, low, high, start, end = segments.T
    start, end = start - level, end - level

    def along(which: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        over, up = dx[which], dy[which]
        value, slope_x, slope_y = sampled(slopes, f, p, x[which] + t * over, y[which] + t * up)
        return value - level, slope_x * over + slope_y * up, value

    tolerance = _resolution(x, y, dx, dy)
    t, value, slope, _ = _zeros(along, low, high, start, end, tolerance)
    left, top = np.abs(value), np.maximum(np.abs(start), np.abs(end))
    steep = (left <= FALLEN * top) & (left <= 4 * tolerance * np.abs(slope))
    return t, (left <= SMALL * top) | steep


def turns(
    f: Field, p: Parameters, segments: np.ndarray, level: float = 0.0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where f turns around on segments.

    `segments` (n, 10): as for `crossings`, then ∂f/∂t at low and at high, of different signs. Returns t
    (n,), f less the level there (n,), and whether that is zero as far as rounding can tell (n,).
    """
    x, y, dx, dy, low, high, start, end, start_slope, end_slope = segments.T

    def along(which: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        step = np.stack([dx[which], dy[which]], 1)
        value, slope, bend = sampled(curvatures, f, p, x[which] + t * step[:, 0], y[which] + t * step[:, 1])
        with np.errstate(invalid="ignore"):
            return (slope * step).sum(1), np.einsum("ni,nij,nj->n", step, bend, step), value

    tolerance = _resolution(x, y, dx, dy)
    t, slope, bend, value = _zeros(along, low, high, start_slope, end_slope, tolerance, patient=True)
    value = value - level
    # what rounding may leave of a zero: of a bend, of a corner, of the tip of a root
    away = np.maximum(np.abs(x), np.abs(y)) / np.maximum(np.abs(dx), np.abs(dy)) + 1
    top = np.maximum(np.abs(start - level), np.abs(end - level))
    noise = np.maximum(64 * EPS * (away**2 * np.abs(bend) + away * top), 4 * tolerance * np.abs(slope))
    # at the very tip there is no slope
    return t, value, (value == 0) | (np.abs(value) <= np.minimum(noise, 1e-3 * top))


def _resolution(x: np.ndarray, y: np.ndarray, dx: np.ndarray, dy: np.ndarray) -> np.ndarray:
    """How finely t can be told apart, given the rounding of x and y."""
    length = np.maximum(np.abs(dx), np.abs(dy))
    return 4 * EPS * (np.maximum(np.abs(x), np.abs(y)) + length) / length


def _zeros(
    g: Slope,
    low: np.ndarray,
    high: np.ndarray,
    at_low: np.ndarray,
    at_high: np.ndarray,
    tolerance: np.ndarray,
    *,
    patient: bool = False,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """t (n,) in [low, high] where g is zero, and g's three results there; g has other signs at both ends.

    At a pole or a jump it gives up early, somewhere in between; but goes to the end if it is `patient`.
    """
    turned = at_low > 0
    below, under = np.where(turned, high, low), np.where(turned, at_high, at_low)
    above, over = np.where(turned, low, high), np.where(turned, at_low, at_high)
    top = np.maximum(np.abs(at_low), np.abs(at_high))
    # first where a straight line would cross, but well inside
    with np.errstate(all="ignore"):
        share = np.nan_to_num(np.clip(at_low / (at_low - at_high), 0.05, 0.95), nan=0.5)
    t, step = low + (high - low) * share, np.abs(high - low)
    results = np.full((4, len(low)), np.nan)
    which = np.arange(len(low))
    # once for no segments at all: the kernel is then there when they come
    for count in range(MOST_STEPS):
        value, slope, more = g(which, t)
        less = value < 0
        below, under = np.where(less, t, below), np.where(less, value, under)
        above, over = np.where(less, above, t), np.where(less, over, value)
        with np.errstate(all="ignore"):
            newton = t - value / slope
            inside = (newton - below) * (newton - above) < 0
        quick = np.abs(2 * value) < step * np.abs(slope)
        following = np.where(inside & quick, newton, (below + above) / 2)
        step = np.abs(following - t)
        left = np.minimum(-under, over)
        jumps = (left > 0.25 * top) & (np.abs(above - below) < 1e-9 * np.abs(high - low))
        hopeless = ((left > 4 * top) | jumps) & (not patient) | (count == MOST_STEPS - 1)
        arrived = (step <= tolerance) | (np.abs(value) <= tolerance * np.abs(slope))
        done = hopeless | arrived | (value == 0) | np.isnan(value)
        results[:, which[done]] = t[done], value[done], slope[done], more[done]
        if done.all():
            break
        going = ~done
        which, t, step = which[going], following[going], step[going]
        below, under, above, over = below[going], under[going], above[going], over[going]
        low, high, top, tolerance = low[going], high[going], top[going], tolerance[going]
    t, value, slope, more = results
    return t, value, slope, more


CUTS = 8  # an edge on which f bends too much is cut into so many, and those once more
DEPTH = 2
MOST_CUT = 30_000  # edges; what is beyond remains unresolved
# an edge is rough if f misses a parabola through its ends' slopes by this part of |f| (no zero hides there
# otherwise) or, where |f| rises or falls throughout, of its change; where the sign changes, by this of that
ROUGH_SAME, ROUGH_STEADY, ROUGH_CROSS = 0.25, 0.5, 1.0
JUMP = 4.0
# the tangents at both ends of a valley meet below its floor; this much above zero is still looked at
VALLEY_ABOVE = 0.75


@dataclass(frozen=True)
class Edges:
    """Stretches of grid edges, each field of shape (n,).

    `index` counts the edges of the grid: the horizontal one that starts at a point has the point's number
    (row by row), the vertical one that number plus ny·nx. It runs from (x, y) by (dx, dy); the stretch from
    t = `low` to `high` of it. `start`, `end` are f there, `start_slope`, `end_slope` ∂f/∂t.
    """

    index: np.ndarray
    x: np.ndarray
    y: np.ndarray
    dx: np.ndarray
    dy: np.ndarray
    low: np.ndarray
    high: np.ndarray
    start: np.ndarray
    end: np.ndarray
    start_slope: np.ndarray
    end_slope: np.ndarray

    def __len__(self) -> int:
        return len(self.index)

    def at(self, chosen: np.ndarray) -> Edges:
        return Edges(*(getattr(self, field.name)[chosen] for field in fields(self)))

    def segments(self) -> np.ndarray:
        """(n, 10) as `bracket` takes them."""
        return np.stack([getattr(self, field.name) for field in fields(self)[1:]], 1)


@dataclass(frozen=True)
class Crossings:
    """Points of the curve on grid edges, each field of shape (n,): the edge, t along it, x, y, double?"""

    index: np.ndarray
    t: np.ndarray
    x: np.ndarray
    y: np.ndarray
    double: np.ndarray

    def __len__(self) -> int:
        return len(self.index)

    def with_more(self, more: Crossings) -> Crossings:
        pairs = ((getattr(self, field.name), getattr(more, field.name)) for field in fields(self))
        return Crossings(*(np.concatenate(pair) for pair in pairs))


@dataclass(frozen=True)
class Search:
    """The crossings, and the indices of two kinds of edges.

    On the `lost` ones f varies too fast to be sure, and none of their crossings are among those found. The
    `torn` ones are cut by a pole or a jump.
    """

    crossings: Crossings
    lost: np.ndarray
    torn: np.ndarray


def edges_of(
    grid: Grid, heights: np.ndarray, along_x: np.ndarray, along_y: np.ndarray
) -> tuple[Edges, Edges]:
    """The edges between points where f (ny, nx) is finite, and those with one such end.

    The slopes given are per unit of x and y.
    """
    ny, nx = grid.shape
    number = np.arange(ny * nx).reshape(ny, nx)
    x, y = (axis.reshape(ny, nx) for axis in grid.points())
    finite = np.isfinite(heights) & np.isfinite(along_x) & np.isfinite(along_y)
    every, front, back = slice(None), slice(None, -1), slice(1, None)
    families = (
        ((every, front), (every, back), along_x, 0, grid.dx, 0.0),
        ((front, every), (back, every), along_y, ny * nx, 0.0, grid.dy),
    )

    def chosen(kind: np.ufunc) -> Edges:
        parts = []
        for first, second, slope, offset, dx, dy in families:
            which = kind(finite[first], finite[second])
            count = int(which.sum())
            ends = [heights[first][which], heights[second][which]]
            tilts = [slope[first][which] * (dx + dy), slope[second][which] * (dx + dy)]
            steps = [np.full(count, value) for value in (dx, dy, 0.0, 1.0)]
            origin = [number[first][which] + offset, x[first][which], y[first][which]]
            parts.append(Edges(*origin, *steps, *ends, *tilts))
        return joined(parts)

    return chosen(np.logical_and), chosen(np.logical_xor)


def joined(parts: list[Edges]) -> Edges:
    return Edges(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Edges)))


@dataclass(frozen=True)
class _Kinds:
    """The kinds of the ends of each stretch, bool (n,); all false where no zero can be."""

    crossing: np.ndarray
    valley: np.ndarray
    rough: np.ndarray
    pole: np.ndarray


def _kinds(edges: Edges, level: float) -> _Kinds:
    start, end = edges.start - level, edges.end - level
    span = edges.high - edges.low
    down, up = edges.start_slope * span, edges.end_slope * span
    crossing = (start < 0) != (end < 0)
    sign = np.where(start < 0, -1.0, 1.0)
    near = np.minimum(np.abs(start), np.abs(end))
    falling, rising = sign * down, sign * up
    change = np.abs(end - start)
    # |f| grows, or falls, from one end to the other
    steady = falling * rising > 0
    allowed = np.where(
        crossing, ROUGH_CROSS * change, np.maximum(ROUGH_SAME * near, ROUGH_STEADY * steady * change)
    )
    rough = np.abs(end - start - (down + up) / 2) > allowed
    # the edge of an area where f is zero
    rough &= ~((start == 0) & (down == 0) | (end == 0) & (up == 0))
    valley = ~crossing & (falling < 0) & (rising > 0)
    with np.errstate(all="ignore"):
        meet = (np.abs(end) - rising - np.abs(start)) / (falling - rising)
        floor = np.abs(start) + falling * meet
    valley &= (floor <= VALLEY_ABOVE * near) | rough
    among = np.flatnonzero(rough)
    pole = np.zeros(len(edges), bool)
    pole[among] = _has_pole(start[among], end[among], down[among], up[among], crossing[among])
    return _Kinds(crossing & ~pole, valley & ~pole, rough & ~pole, pole)


def _has_pole(
    start: np.ndarray, end: np.ndarray, down: np.ndarray, up: np.ndarray, crossing: np.ndarray
) -> np.ndarray:
    """Where not f but 1/f is smooth, and has no peak: f passes through or by a pole, and has no zero."""
    with np.errstate(all="ignore"):
        start, end, down, up = 1 / start, 1 / end, -down / start**2, -up / end**2
        near = np.minimum(np.abs(start), np.abs(end))
        allowed = np.where(crossing, ROUGH_CROSS * np.abs(end - start), ROUGH_SAME * near)
        smooth = np.abs(end - start - (down + up) / 2) <= allowed
        peak = (start * down > 0) & (end * up < 0)
    return smooth & ~peak


def _jumps(edges: Edges) -> np.ndarray:
    """Stretches (n,) between whose ends f changes so much more than its slopes say that it must jump."""
    slopes_say = (np.abs(edges.start_slope) + np.abs(edges.end_slope)) * (edges.high - edges.low)
    return np.abs(edges.end - edges.start) > JUMP * slopes_say


def _bends_one_way(edges: Edges) -> np.ndarray:
    """Stretches (n,) that rise or fall throughout, as steeply on average as some place in between may be."""
    span = edges.high - edges.low
    change, down, up = edges.end - edges.start, edges.start_slope * span, edges.end_slope * span
    return (down * up > 0) & ((change - down) * (change - up) <= 0)


def _cut(f: Field, p: Parameters, edges: Edges) -> Edges:
    """Every stretch cut into CUTS; stretches with an end where f is not finite are left out."""
    inner = np.linspace(0, 1, CUTS + 1)[1:-1]
    t = edges.low[:, None] + (edges.high - edges.low)[:, None] * inner
    x, y = edges.x[:, None] + t * edges.dx[:, None], edges.y[:, None] + t * edges.dy[:, None]
    height, along_x, along_y = sampled(slopes, f, p, x.ravel(), y.ravel())
    height = height.reshape(t.shape)
    slope = along_x.reshape(t.shape) * edges.dx[:, None] + along_y.reshape(t.shape) * edges.dy[:, None]
    t = np.column_stack([edges.low, t, edges.high])
    height = np.column_stack([edges.start, height, edges.end])
    slope = np.column_stack([edges.start_slope, slope, edges.end_slope])
    kept = [np.repeat(column, CUTS) for column in (edges.index, edges.x, edges.y, edges.dx, edges.dy)]
    pairs = [(column[:, :-1].ravel(), column[:, 1:].ravel()) for column in (t, height, slope)]
    parts = Edges(*kept, *(column for pair in pairs for column in pair))
    return parts.at(np.isfinite(parts.start + parts.end + parts.start_slope + parts.end_slope))


def crossings_of(
    f: Field, p: Parameters, edges: Edges, level: float = 0.0, sure: tuple[Edges, ...] = ()
) -> Search:
    """All crossings of f = level; `sure` are further stretches that are known to cross it."""
    found, waiting, unsure, torn = [], edges, [], []
    for depth in range(DEPTH + 1):
        kinds = _kinds(waiting, level)
        rough = np.flatnonzero(kinds.rough)
        last = depth == DEPTH
        torn.append(waiting.index[kinds.pole])
        if last:
            # a sign that changes, or a corner, is polished, and seen to be a zero or not
            jumps = _jumps(waiting)
            torn.append(waiting.index[kinds.rough & jumps])
            known = kinds.crossing | kinds.valley | jumps | _bends_one_way(waiting)
            rough = rough[~known[rough]]
            unsure.append(waiting.index[rough])
        elif len(rough) > MOST_CUT // CUTS**depth:
            unsure.append(waiting.index[rough[MOST_CUT // CUTS**depth :]])
            rough = rough[: MOST_CUT // CUTS**depth]
        smooth = np.ones(len(waiting), bool)
        smooth[rough] = False
        found.append((waiting.at(smooth & kinds.crossing), waiting.at(smooth & kinds.valley)))
        if not last:
            waiting = _cut(f, p, waiting.at(rough))
    simple, valleys = (joined([pair[which] for pair in found]) for which in (0, 1))
    simple = joined([simple, *sure])
    lost = np.unique(np.concatenate(unsure))
    simple, valleys = (part.at(~np.isin(part.index, lost)) for part in (simple, valleys))
    crossings, jumped = _polished(f, p, simple, valleys, level)
    return Search(crossings, lost, np.unique(np.concatenate([*torn, jumped])))


def _polished(
    f: Field, p: Parameters, simple: Edges, valleys: Edges, level: float
) -> tuple[Crossings, np.ndarray]:
    """The zeros on all stretches; and the indices of edges on which f jumps over the level instead."""
    t, floor, touches = turns(f, p, valleys.segments(), level)
    sunk = ~touches & ((floor < 0) != (valleys.start - level < 0)) & np.isfinite(floor)
    deep, turn, bottom = valleys.at(sunk), t[sunk], floor[sunk] + level
    down, up = replace(deep, high=turn, end=bottom), replace(deep, low=turn, start=bottom)
    touching = valleys.at(touches)
    edges = joined([simple, down, up])
    zero, genuine = crossings(f, p, edges.segments()[:, :8], level)
    jumped = edges.index[~genuine]
    edges, zero = joined([edges.at(genuine), touching]), np.concatenate([zero[genuine], t[touches]])
    double = np.concatenate([np.zeros(int(genuine.sum()), bool), np.ones(len(touching), bool)])
    x, y = edges.x + zero * edges.dx, edges.y + zero * edges.dy
    return Crossings(edges.index, zero, x, y, double), jumped


HALVINGS = 46
MOST = 8_000
# f falls like a power of the distance from the rim; near 1 it is a limit without a value, as of x·log(x)
NOT_A_VALUE = (0.75, 1.25)
NEAR, FAR = 2.0**-20, 2.0**-10


def boundary_edges(f: Field, p: Parameters, edges: Edges, level: float) -> tuple[Edges, Crossings]:
    """The part of each edge on which f has values, where it reaches the level; and zeros on the rim itself.

    `edges` are those with one end at which f is finite (the other's height may be anything).
    """
    edges = edges.at(np.arange(min(len(edges), MOST)))
    forward = np.isfinite(edges.start)
    inside, outside = np.where(forward, 0.0, 1.0), np.where(forward, 1.0, 0.0)
    height = np.where(forward, edges.start, edges.end)
    slope = np.where(forward, edges.start_slope, edges.end_slope)
    at_rim, slope_there = height, slope
    for _ in range(HALVINGS if len(edges) else 0):
        middle = (inside + outside) / 2
        value, gradient = _along(f, p, edges, middle)
        finite = np.isfinite(value)
        inside, outside = np.where(finite, middle, inside), np.where(finite, outside, middle)
        at_rim = np.where(finite, value, at_rim)
        slope_there = np.where(finite & np.isfinite(gradient), gradient, slope_there)
    low, high = np.where(forward, 0.0, inside), np.where(forward, inside, 1.0)
    part = replace(
        edges,
        low=low,
        high=high,
        start=np.where(forward, edges.start, at_rim),
        end=np.where(forward, at_rim, edges.end),
        start_slope=np.where(forward, edges.start_slope, slope_there),
        end_slope=np.where(forward, slope_there, edges.end_slope),
    )
    crossing = (part.start < level) != (part.end < level)
    back = np.where(forward, -1.0, 1.0)
    near, far = (np.abs(_along(f, p, edges, inside + back * d)[0] - level) for d in (NEAR, FAR))
    with np.errstate(all="ignore"):
        power = np.log(near / far) / np.log(NEAR / FAR)
        odd = (power < NOT_A_VALUE[0]) | (power > NOT_A_VALUE[1])
    zero = ~crossing & odd & (np.abs(at_rim - level) <= 1e-5 * np.abs(height - level)) & (near < far)
    rim = part.at(zero)
    t = inside[zero]
    ones = np.ones(len(t), bool)
    return part.at(crossing), Crossings(rim.index, t, rim.x + t * rim.dx, rim.y + t * rim.dy, ones)


def _along(f: Field, p: Parameters, edges: Edges, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    height, along_x, along_y = sampled(slopes, f, p, edges.x + t * edges.dx, edges.y + t * edges.dy)
    with np.errstate(invalid="ignore"):
        return height, along_x * edges.dx + along_y * edges.dy
