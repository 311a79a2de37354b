"""Sampling of a curve: a fixed grid at once, then adaptive refinement level by level within a budget."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from jaxstudio.functions.curves.evaluator import FAR_PX, Track, scales
from jaxstudio.functions.curves.thinning import REACH, needed_of_each, needed_of_graphs
from jaxstudio.functions.protocol.scene import Interval, Piece, Proof, View


class Samples:
    """`t` float64 (n,) ascending without repetitions; `values` float64 (c, 3, n) as of the track.

    `judged` caches what was last derived from them, with its `t`: it is valid until samples are added.
    """

    def __init__(self, track: Track, t: np.ndarray) -> None:
        self.track = track
        self.judged: tuple[np.ndarray, Any] | None = None
        self.t = np.unique(t)
        self.values = track.values(self.t)

    def add(self, t: np.ndarray) -> None:
        """Compute these too."""
        t = np.setdiff1d(t, self.t)
        if len(t):
            self.keep(t, self.track.values(t))

    def keep(self, t: np.ndarray, values: np.ndarray) -> None:
        """Merge other samples; of equal t the first is kept."""
        joined = np.concatenate([self.t, t])
        self.t, first = np.unique(joined, return_index=True)
        self.values = np.concatenate([self.values, values], axis=2)[..., first]

    @property
    def finite(self) -> np.ndarray:
        """Where there is something to draw."""
        return np.isfinite(self.values[:, 0]).all(axis=0)

    def pixels(self) -> np.ndarray:
        return self.track.pixels(self.t, self.values)


# In pixels: how far a drawn line may leave the curve, and what the ends of a cell may contradict each other.
DEVIATION_PX = 0.15
MISMATCH_PX, MISMATCH_SHARE = 0.1, 0.02
# A line longer than this may not turn further than this, in pixels and radians.
LONG_PX, TURN = 2.0, np.deg2rad(8)
# Without derivatives nothing is known of what lies between samples farther apart than this.
SHORT_PX = 0.5
# Cells farther outside the view than this share of it need not be followed.
MARGIN = 0.5


@dataclass(frozen=True)
class Cells:
    """One entry for each pair of neighbouring samples.

    joined    both ends have a place
    seen      it may be in view
    bent      a straight line would show
    doubtful  the ends contradict each other
    parts     into how many it should be split: 1 where it is fine, or 2, 4, 8
    """

    width: np.ndarray
    joined: np.ndarray
    seen: np.ndarray
    bent: np.ndarray
    doubtful: np.ndarray
    parts: np.ndarray


def measure(samples: Samples, view: View) -> Cells:
    """Judge every cell of the samples as it would appear in the view, which is always the same."""
    if samples.judged is None or samples.judged[0] is not samples.t:
        samples.judged = samples.t, _measured(samples, view)
    cells: Cells = samples.judged[1]
    return cells


def _measured(samples: Samples, view: View) -> Cells:
    width = np.diff(samples.t)
    finite = samples.finite
    joined = finite[:-1] & finite[1:]
    with np.errstate(all="ignore"):
        pixels = np.clip(samples.pixels(), -FAR_PX, FAR_PX)
        place, speed, pull = pixels
        chord = np.diff(place)
        before, after = speed[:, :-1] * width, speed[:, 1:] * width
        pulled = pull[:, :-1] * width * width, pull[:, 1:] * width * width
        length = _length(chord)
        aside = np.maximum(np.abs(cross(chord, before)), np.abs(cross(chord, after))) / length / 4
        deviation = np.where(length > 1e-6, aside, _length(before) / 4)
        mismatch = _length(chord - (before + after) / 2 + (pulled[1] - pulled[0]) / 12)
        mismatch += _length(after - before - (pulled[0] + pulled[1]) / 2) / 6
        turn = np.abs(np.arctan2(cross(before, after), before[0] * after[0] + before[1] * after[1]))
        seen = _seen(place, before / 3, after / 3, view, bool(np.isfinite(pixels).all()))
        known = np.isfinite(mismatch)
        doubtful = np.where(known, mismatch > MISMATCH_PX + MISMATCH_SHARE * length, length > SHORT_PX)
        bent = known & (~(deviation <= DEVIATION_PX) | (turn > TURN) & (length > LONG_PX))
        # halving a cell quarters its deviation
        requested = np.where(deviation <= 4 * DEVIATION_PX, 2, np.where(deviation <= 16 * DEVIATION_PX, 4, 8))
    parts = np.where(doubtful, 2, requested)
    parts = np.where(joined & seen & (bent | doubtful), parts, 1)
    return Cells(width, joined, seen, bent & ~doubtful, doubtful, parts)


def _length(vectors: np.ndarray) -> np.ndarray:
    return np.hypot(vectors[0], vectors[1])


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a[0] * b[1] - a[1] * b[0]


def _seen(place: np.ndarray, before: np.ndarray, after: np.ndarray, view: View, finite: bool) -> np.ndarray:
    """Whether the box around the control points of the cubic through the ends meets the view."""
    if not finite:
        place, before, after = (np.where(np.isfinite(each), each, 0.0) for each in (place, before, after))
    corners = place[:, :-1], place[:, 1:], place[:, :-1] + before, place[:, 1:] - after
    low = np.minimum(np.minimum(corners[0], corners[1]), np.minimum(corners[2], corners[3]))
    high = np.maximum(np.maximum(corners[0], corners[1]), np.maximum(corners[2], corners[3]))
    size = np.array([view.width_px, view.height_px])[:, None]
    return ((high >= -MARGIN * size) & (low <= (1 + MARGIN) * size)).all(axis=0)


BUDGET = 16_384
COARSE = 2_048
LEVELS = 24
SEED = 7
JITTER = 20  # 64ths of a step
MOST_ROUND = 100
# No more cells than FEW, each in FINE parts, DEPTH times over, to see what is narrower than a pixel.
FEW, FINE, DEPTH = 48, 16, 6


def first_grid(interval: Interval, count: int = COARSE) -> np.ndarray:
    """`count` places over an interval: its ends, even ones, and between them ones shifted at random.

    Whatever repeats in step with the even ones is seen by the others. All are short binary fractions of
    the interval; the last cell is two wide.
    """
    low, high = interval
    steps = np.arange(count, dtype=np.float64)
    shifts = np.random.default_rng(SEED).integers(-JITTER, JITTER + 1, count) / 64
    steps[1:-1:2] += shifts[1:-1:2]
    places = low + (high - low) * (steps / count)
    places[-1] = high
    return places


def round_places(track: Track) -> np.ndarray:
    """The round numbers in the interval, and multiples of π/12: where people put holes and ends."""
    low, high = track.interval
    tick = 10.0 ** np.floor(np.log10((high - low) / 10))
    steps = [tick, *(step for step in (np.pi / 12, np.pi) if (high - low) / step <= MOST_ROUND)]
    found = [step * np.arange(np.ceil(low / step), np.floor(high / step) + 1) for step in steps]
    return np.concatenate(found)


def resolve(samples: Samples, view: View, budget: int = BUDGET) -> Cells:
    """Add samples until no cell needs any, all are as narrow as they may be, or the budget is spent."""
    for _ in range(LEVELS):
        cells = measure(samples, view)
        parts = np.where(cells.width > samples.track.least, cells.parts, 1)
        left = budget - len(samples.t)
        if left <= 0 or not (parts > 1).any():
            return cells
        if (parts - 1).sum() > left:
            parts = _most_urgent(parts, cells.width, left)
        samples.keep(*_split(samples, parts))
    return measure(samples, view)


def _most_urgent(parts: np.ndarray, width: np.ndarray, left: int) -> np.ndarray:
    """The widest cells, each halved, as many as there are samples left."""
    wanting = np.flatnonzero(parts > 1)
    chosen = wanting[np.argsort(-width[wanting], kind="stable")[:left]]
    result = np.ones_like(parts)
    result[chosen] = 2
    return result


def _split(samples: Samples, parts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The new samples that cut each cell evenly."""
    cell = np.repeat(np.arange(len(parts)), parts - 1)
    begins = np.cumsum(parts - 1) - (parts - 1)
    number = np.arange(len(cell)) - begins[cell] + 1
    share = number / parts[cell]
    t = samples.t[cell] + share * (samples.t[cell + 1] - samples.t[cell])
    return t, samples.track.values(t)


def resolve_below(samples: Samples, view: View, open_cells: np.ndarray) -> None:
    """Look into the `open_cells` (n - 1,), if they are few: a needle has an end, a jump has none."""
    at = np.flatnonzero(open_cells)
    low, high = samples.t[at], samples.t[at + 1]
    for _ in range(DEPTH):
        if not 0 < len(low) <= FEW:
            return
        t = low[:, None] + np.linspace(0.0, 1.0, FINE + 1) * (high - low)[:, None]
        t[:, -1] = high
        apart = (np.diff(t) > 0).all(axis=1)
        part = Samples(samples.track, t[apart].ravel())
        samples.keep(part.t, part.values)
        cells = measure(part, view)
        inside = np.isin(part.t[:-1], t[:, :-1])
        chosen = inside & cells.joined & (cells.parts > 1)
        low, high = part.t[:-1][chosen], part.t[1:][chosen]


# What the grid is made of: a whole number of blocks of the sampler.
POINTS = 2048
# A step this short, in pixels, is joined whatever the slopes say; a longer one only if it is no longer
# than the slopes would make it, times this factor.
UNBROKEN_PX, SLACK = 4.0, 4.0
# Curves with more breaks than this are joined: they are a haze anyway until they are refined.
MOST_BREAKS = 200
Pieces = tuple[Piece, ...]


@lru_cache(maxsize=16)
def grid(interval: Interval) -> np.ndarray:
    """POINTS places over an interval, float64: those with which refining begins, too."""
    places = first_grid(interval, POINTS)
    places.flags.writeable = False
    return places


def graph_pieces(x: np.ndarray, y: np.ndarray, slopes: np.ndarray, up: float) -> Pieces:
    """The pieces of a curve; `y` and `slopes` (n,), `up` pixels per unit of y."""
    return graphs(x, y[None], slopes[None], up)[0]


def graphs(
    x: np.ndarray, y: np.ndarray, slopes: np.ndarray, up: float, sketch: View | None = None
) -> list[Pieces]:
    """The pieces of each of some curves over the same places; `y` and `slopes` (m, n).

    For a `sketch` they hold only the points that a picture of this view needs.
    """
    pieces: list[Pieces] = [()] * len(y)
    with np.errstate(all="ignore"):
        steps = _steps(y, up)
        unbroken = np.abs(steps).max(axis=1) <= UNBROKEN_PX
        for row in (~unbroken).nonzero()[0].tolist():
            exact = np.diff(y[row]) * up
            whole = np.abs(exact) <= UNBROKEN_PX
            at = (~whole & np.isfinite(exact)).nonzero()[0]
            before, after = slopes[row, at] * up, slopes[row, at + 1] * up
            whole[at] = _explained(exact[None, at], before[None], after[None], x, at)
            unbroken[row] = whole.all()
            if not unbroken[row]:
                cut = split(x, y[row], whole)
                pieces[row] = cut if sketch is None else sketched(cut, sketch)
            elif sketch is not None:
                steps[row] = _steps(_in_reach(y[row], sketch), up)
        places: list[slice | np.ndarray] = [slice(None)] * len(y)
        if sketch is not None:
            keep = needed_of_graphs((np.diff(x) * scales(sketch)[0]).astype(np.float32), steps)
            places = [row.nonzero()[0] for row in keep]
    for row in unbroken.nonzero()[0].tolist():
        pieces[row] = (Piece(x[places[row]], y[row, places[row]], Proof.SAMPLED),)
    return pieces


def _steps(y: np.ndarray, up: float) -> np.ndarray:
    """The steps of values (..., n) in pixels; once they are known to all their digits float32 is enough."""
    return ((y[..., 1:] - y[..., :-1]) * up).astype(np.float32)


def _in_reach(y: np.ndarray, view: View) -> np.ndarray:
    """The values, those far out of sight as if they lay at an edge that is out of sight."""
    low, high = view.y
    reach = REACH * (high - low)
    return np.clip(y, low - reach, high + reach)


def sketched(pieces: Pieces, view: View) -> Pieces:
    """The pieces with only the points that a picture of this view needs."""
    if not pieces:
        return pieces
    across, up = scales(view)
    x, y = np.concatenate([piece.x for piece in pieces]), np.concatenate([piece.y for piece in pieces])
    starts = [0, *itertools.accumulate(len(piece.x) for piece in pieces)]
    keep = needed_of_each(x * across, _in_reach(y, view) * up, starts[:-1])
    parts = [keep[first:last] for first, last in itertools.pairwise(starts)]
    return tuple(
        replace(piece, x=piece.x[part], y=piece.y[part]) for piece, part in zip(pieces, parts, strict=True)
    )


def path_pieces(t: np.ndarray, places: np.ndarray, slopes: np.ndarray, scale: np.ndarray) -> Pieces:
    """The pieces of a path; `places` and `slopes` (2, n) by t, `scale` (2,) pixels per unit."""
    with np.errstate(all="ignore"):
        steps, speeds = np.diff(places) * scale[:, None], slopes * scale[:, None]
        whole = np.hypot(*steps) <= UNBROKEN_PX
        at = np.flatnonzero(~whole & np.isfinite(steps).all(axis=0))
        whole[at] = _explained(steps[:, at], speeds[:, at], speeds[:, at + 1], t, at)
    return split(places[0], places[1], whole)


def _explained(
    steps: np.ndarray, before: np.ndarray, after: np.ndarray, t: np.ndarray, at: np.ndarray
) -> np.ndarray:
    """bool (n,): which steps (c, n), in pixels, the speeds (c, n) at both ends explain.

    `at` are their places in t. A speed that is missing or infinite at one end forbids nothing.
    """
    speed = np.fmax(np.sqrt((before**2).sum(axis=0)), np.sqrt((after**2).sum(axis=0)))
    longest = SLACK * (t[at + 1] - t[at]) * speed
    backwards = (steps * (before + after)).sum(axis=0) < 0
    return (np.sqrt((steps**2).sum(axis=0)) <= longest) & ~backwards


def split(x: np.ndarray, y: np.ndarray, whole: np.ndarray) -> Pieces:
    """Cut where a step (n - 1,) is not whole or a value is missing."""
    defined = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    if not len(defined):
        return ()
    gaps = np.diff(defined) > 1
    breaks = ~whole[defined[:-1]] & ~gaps
    cuts = np.flatnonzero(gaps | breaks if np.count_nonzero(breaks) <= MOST_BREAKS else gaps) + 1
    if len(defined) < len(x):
        x, y = x[defined], y[defined]
    parts = zip(np.split(x, cuts), np.split(y, cuts), strict=True)
    return tuple(Piece(each_x, each_y, Proof.SAMPLED) for each_x, each_y in parts)
