"""Samples and breaks become segments: uninterrupted lines with their certainty, or undersampled bands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from jaxstudio.functions.curves.bracketing import MOST, still_open
from jaxstudio.functions.curves.discontinuities import Break
from jaxstudio.functions.curves.evaluator import Evaluator, Graph
from jaxstudio.functions.curves.interval_survey import IntervalSet, runs
from jaxstudio.functions.curves.sampling import Cells, Samples
from jaxstudio.functions.protocol.scene import MarkKind, Piece, Proof, View

# Samples nearer than this share of the interval to a hole or a jump are left out: rounding may spoil them.
SPOILT = 1e-7
# A stretch that is proven counts from this share of the interval on, lest the curve be cut into confetti.
SHORTEST = 1 / 400


@dataclass(frozen=True)
class Line:
    """The drawn points in order: t (n,), points (c, n), and each one's piece."""

    t: np.ndarray
    points: np.ndarray
    piece: np.ndarray


def line(samples: Samples, breaks: Sequence[Break], stretches: IntervalSet) -> Line:
    """The samples that are drawn, with the points that the curve runs to at its breaks."""
    t, finite = samples.t, samples.finite
    spoilt = SPOILT * (samples.track.interval[1] - samples.track.interval[0])
    keep = finite & ~stretches.hold(t)
    for b in breaks:
        around = spoilt if b.kind in (MarkKind.HOLE, MarkKind.JUMP) else 0.0
        first, last = np.searchsorted(t, [b.low - around, b.high + around])
        last += last < len(t) and t[last] == b.high + around
        keep[first:last] = False
    middles = np.array([b.low + (b.high - b.low) / 2 for b in breaks])
    nowhere = t[~finite]
    # A piece is what has no break, no missing value and no crowded stretch between its points.
    numbers = [
        np.searchsorted(middles, t[keep]) + np.searchsorted(nowhere, t[keep]) + _passed(stretches, t[keep])
    ]
    ts, points = [t[keep]], [samples.values[:, 0][:, keep]]
    for k, b in enumerate(breaks):
        if stretches.hold(np.array([b.at]))[0]:
            continue
        hole = b.kind is MarkKind.HOLE
        for right, point, place in ((0, b.left, b.low), (1, b.right, b.high)):
            if point is None:
                continue
            one = np.array([b.at if hole else place])
            missing = np.searchsorted(nowhere, one, side="right" if right else "left")
            ts.append(one)
            points.append(point[:, None])
            numbers.append(k + right + missing + _passed(stretches, one))
    number, joined_t = np.concatenate(numbers), np.concatenate(ts)
    order = np.lexsort((joined_t, number))
    return Line(joined_t[order], np.concatenate(points, axis=1)[:, order], number[order])


def _passed(stretches: IntervalSet, t: np.ndarray) -> np.ndarray:
    """How many crowded stretches lie before t."""
    return np.searchsorted(stretches.middle, t)


@dataclass(frozen=True)
class Segment:
    """A piece with its parameter `t`, float64 (n,), which is x for a graph; a band has those of its edges."""

    t: np.ndarray
    piece: Piece


def cut(drawn: Line, proven: np.ndarray, least: float) -> list[Segment]:
    """The pieces; `proven` (n - 1,) says so of the cells between neighbouring points.

    `least` is how much of t a proven stretch must span to be called so.
    """
    if not len(drawn.t):
        return []
    same = drawn.piece[1:] == drawn.piece[:-1]
    found = runs(drawn.t, proven & same)
    proven = proven & same & found.chosen(found.high - found.low >= least).hold_cells(drawn.t)
    pieces = []
    ends = [*np.flatnonzero(~same).tolist(), len(drawn.t) - 1]
    for before, last in pairwise([-1, *ends]):
        first = before + 1
        if first == last:
            continue
        states = proven[first:last]
        turns = np.flatnonzero(np.diff(states.astype(np.int8))) + 1
        bounds = np.concatenate([[0], turns, [last - first]])
        for begin, end in pairwise(bounds):
            t = drawn.t[first + begin : first + end + 1].copy()
            part = drawn.points[:, first + begin : first + end + 1]
            x = t if len(part) == 1 else part[0].copy()
            proof = Proof.PROVEN if states[begin] else Proof.SAMPLED
            pieces.append(Segment(t, Piece(x, part[-1].copy(), proof)))
    return pieces


# A column of pixels is crowded with so many open cells among which the curve turns so often, or with
# so many open cells that nothing between them is followed.
OPEN, TURNS, FULL = 4, 4, 16
# So are columns with, on average of a block, two borders each of where there is a value.
BLOCK_PX = 4
# Crowded columns that leave no more than this between them are one stretch.
BETWEEN_PX = 3
# Bounds by intervals are shown instead of the samples' if they are not wider than this many times those.
TIGHT = 1.5


def find_crowded(samples: Samples, cells: Cells, columns: int) -> IntervalSet:
    """The stretches, each some of `columns` equal parts of the interval of t, widened to samples."""
    low, high = samples.track.interval
    t = samples.t
    middle = (t[:-1] + t[1:]) / 2
    column = np.clip(((middle - low) / (high - low) * columns).astype(np.int64), 0, columns - 1)
    still = still_open(cells)
    left_over = still & (cells.width > 2 * samples.track.least)

    def count(chosen: np.ndarray) -> np.ndarray:
        return np.bincount(column[chosen], minlength=columns)

    with np.errstate(invalid="ignore"):
        rises = np.sign(np.diff(samples.values[:, 0], axis=1)).sum(axis=0)
    turns = np.concatenate([[False], rises[1:] * rises[:-1] < 0])
    waiting = count(still)
    crowded = (
        (waiting >= OPEN) & (count(turns & still) >= TURNS) | (waiting >= FULL) | (count(left_over) >= 2)
    )
    if still.sum() > 4 * MOST:
        crowded |= waiting >= 2
    finite = samples.finite
    borders = np.convolve(count(finite[1:] != finite[:-1]), np.ones(BLOCK_PX, np.int64), mode="same")
    crowded |= borders >= 2 * BLOCK_PX
    edges = np.linspace(low, high, columns + 1)
    return _stretches(crowded, edges, t)


def widened(samples: Samples, places: IntervalSet, columns: int) -> IntervalSet:
    """The columns of pixels in which the places lie, as stretches."""
    low, high = samples.track.interval
    column = np.clip(((places.middle - low) / (high - low) * columns).astype(np.int64), 0, columns - 1)
    crowded = np.bincount(column, minlength=columns) > 0
    return _stretches(crowded, np.linspace(low, high, columns + 1), samples.t)


def _stretches(crowded: np.ndarray, edges: np.ndarray, t: np.ndarray) -> IntervalSet:
    places = np.flatnonzero(crowded)
    if not len(places):
        return IntervalSet.none()
    apart = np.flatnonzero(np.diff(places) > BETWEEN_PX)
    first = places[np.concatenate([[0], apart + 1])]
    last = places[np.concatenate([apart, [len(places) - 1]])]
    begins = np.maximum(np.searchsorted(t, edges[first], side="right") - 1, 0)
    ends = np.minimum(np.searchsorted(t, edges[last + 1], side="left"), len(t) - 1)
    return IntervalSet(t[begins], t[ends])


def bands(samples: Samples, stretches: IntervalSet, view: View) -> list[Segment]:
    """Each stretch as a piece that is UNRESOLVED; its bounds end one height of the view outside of it."""
    pieces = []
    for low, high in zip(stretches.low, stretches.high, strict=True):
        inside = (samples.t >= low) & (samples.t <= high)
        track = samples.track
        if isinstance(track, Graph):
            piece = _band(samples.t[inside], samples.values[0, 0][inside], view, track.evaluator)
        else:
            piece = _scribble(samples.values[:, 0][:, inside])
        if piece is not None:
            t = piece.x if isinstance(track, Graph) else samples.t[inside][samples.finite[inside]]
            pieces.append(Segment(t, piece))
    return pieces


def _scribble(place: np.ndarray) -> Piece | None:
    """In the plane there is nothing better than the samples themselves."""
    x, y = place[:, np.isfinite(place).all(axis=0)]
    return Piece(x, y, Proof.UNRESOLVED, y, y) if len(x) else None


def _band(x: np.ndarray, y: np.ndarray, view: View, evaluator: Evaluator) -> Piece | None:
    """Lowest and highest values, column of pixels by column."""
    count = max(1, round((x[-1] - x[0]) / (view.x[1] - view.x[0]) * view.width_px))
    edges = np.linspace(x[0], x[-1], count + 1)
    height = view.y[1] - view.y[0]
    with np.errstate(invalid="ignore"):
        y = np.clip(y, view.y[0] - height, view.y[1] + height)
    begins = np.minimum(np.searchsorted(x, edges[:-1], side="left"), len(x) - 1)
    low = np.fmin.reduceat(y, begins)
    high = np.fmax.reduceat(y, begins)
    if not np.isfinite(low).any():
        return None
    low, high = _within_intervals(edges, low, high, evaluator, height / view.height_px)
    some = np.isfinite(low)
    middles = (edges[:-1] + edges[1:]) / 2
    low, high = (np.interp(middles, middles[some], bound[some]) for bound in (low, high))
    low = np.minimum(np.append(low, low[-1]), np.insert(low, 0, low[0]))
    high = np.maximum(np.append(high, high[-1]), np.insert(high, 0, high[0]))
    return Piece(edges, (low + high) / 2, Proof.UNRESOLVED, low, high)


def _within_intervals(
    edges: np.ndarray, low: np.ndarray, high: np.ndarray, evaluator: Evaluator, pixel: float
) -> tuple[np.ndarray, np.ndarray]:
    """The true bounds where intervals give some that are hardly wider."""
    enclosure = evaluator.enclose(edges[:-1], edges[1:], 0)
    if enclosure is None:
        return low, high
    tight = enclosure.high[0] - enclosure.low[0] <= TIGHT * (high - low) + pixel
    return np.where(tight, enclosure.low[0], low), np.where(tight, enclosure.high[0], high)
