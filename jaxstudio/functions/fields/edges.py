"""Where a curve crosses the edges of the grid: found by signs and by slopes, polished along the edge.

The slopes at an edge's ends tell what the signs do not: that f comes down to zero and turns (a double curve,
or two curves that close in), or that it bends more than a cell can show, and the edge must be cut.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from jaxstudio.functions.fields.bracket import crossings, turns
from jaxstudio.functions.fields.grid import Grid
from jaxstudio.functions.fields.samples import Field, Parameters, sampled, slopes

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
    """The crossings found, and the indices of two kinds of edges.

    On the `lost` ones f varies too fast to be sure, and none of their crossings are among those found. The
    `torn` ones are cut by a pole or a jump.
    """

    found: Crossings
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
    """What the ends of each stretch say, bool (n,); none of them where no zero can be."""

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
