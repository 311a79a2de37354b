"""Bracketing: many cells narrowed at once to neighbouring floats; Newton's steps within brackets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from jaxstudio.functions.curves.evaluator import CHUNK
from jaxstudio.functions.curves.interval_survey import IntervalSet, runs
from jaxstudio.functions.curves.sampling import Cells, Samples, cross

ROUNDS = 70
# About so many places are computed in a round, a cell being cut into no more and no fewer parts than these.
POINTS = 4 * CHUNK
LEAST_PARTS, MOST_PARTS = 16, 64
# A cell around 0 is narrow enough when it is this share of its first width.
NARROWEST = 2.0**-64
# values float64 (c, 3, cells, places) -> the part, from 0, of each cell to go on with: int64 (cells,)
Choose = Callable[[np.ndarray, np.ndarray], np.ndarray]
ValuesOf = Callable[[np.ndarray], np.ndarray]


def narrow(
    values: ValuesOf, low: np.ndarray, high: np.ndarray, choose: Choose, margin: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Narrow the cells [low, high], float64 (n,), to where `choose` leads; returns the new bounds.

    `choose(t, values)` is given the places (n, m) and what is computed there, (c, 3, n, m). `margin` parts
    on either side of the chosen one are kept, and the cells end some numbers wide.
    """
    low, high = low.copy(), high.copy()
    least = (high - low) * NARROWEST
    for _ in range(ROUNDS):
        spacing = np.spacing(np.maximum(np.abs(low), np.abs(high)))
        going = np.flatnonzero((high - low > least) & (high - low > (1 + 16 * margin) * spacing))
        if not len(going):
            break
        parts = min(MOST_PARTS, max(LEAST_PARTS, POINTS // len(going) - 1))
        share = np.linspace(0.0, 1.0, parts + 1)
        t = low[going, None] + share * (high - low)[going, None]
        t[:, -1] = high[going]
        found = values(t.ravel())
        at = choose(t, found.reshape(*found.shape[:2], *t.shape))
        row = np.arange(len(going))
        low[going], high[going] = (
            t[row, np.maximum(at - margin, 0)],
            t[row, np.minimum(at + 1 + margin, parts)],
        )
    return low, high


def narrow_to_steepest(
    values: ValuesOf, low: np.ndarray, high: np.ndarray, order: int
) -> tuple[np.ndarray, np.ndarray]:
    """Towards where derivative `order` varies most; a pole may lie just beside the part that varies most."""
    low, high = narrow(values, low, high, partial(steepest, order), margin=1)
    return narrow(values, low, high, partial(steepest, order))


def steepest(order: int, t: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Towards where derivative `order` varies most: a jump, a pole, a corner (order 1)."""
    with np.errstate(all="ignore"):
        level = values[:, order]
        slope = np.abs(values[:, order + 1]) if order < 2 else np.zeros_like(level)
        slope = np.where(np.isfinite(slope), slope, 0.0)
        step = np.diff(t)
        change = np.abs(np.diff(level, axis=-1)) + step * (slope[..., :-1] + slope[..., 1:]) / 2
    total = np.nan_to_num(change, nan=np.inf).max(axis=0)
    return _middle_of_first_run(total == total.max(axis=-1, keepdims=True))


def _middle_of_first_run(chosen: np.ndarray) -> np.ndarray:
    """Find the middle of a stretch without values, where the sought place is."""
    first = np.argmax(chosen, axis=-1)
    ends = ~chosen & (np.arange(chosen.shape[-1]) > first[..., None])
    last = np.where(ends.any(axis=-1), np.argmax(ends, axis=-1), chosen.shape[-1]) - 1
    return (first + last) // 2


def border(order: int, t: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Towards the first change between places where a derivative has a value and where it has none."""
    return _first_change(np.isfinite(values[:, order]).all(axis=0))


def sign_change(order: int, t: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Towards the first change of the sign of a derivative of the only component."""
    return _first_change(np.sign(values[0, order]))


def _first_change(state: np.ndarray) -> np.ndarray:
    """The part at whose end the state first differs from that at the beginning; the last if none does."""
    differs = state[:, 1:] != state[:, :1]
    return np.where(differs.any(axis=-1), np.argmax(differs, axis=-1), state.shape[-1] - 2)


STEPS = 9


def polish(values: ValuesOf, order: int, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """One zero of derivative `order`, 0 to 2, in each bracket [low, high], float64 (n,), to the last digit.

    The signs at the bounds must differ. Where the derivative jumps, the place of the jump is returned.
    """
    low, high = low.copy(), high.copy()
    begins = np.sign(values(low)[0, order])
    x = low + (high - low) / 2
    done = np.zeros(len(x), bool)
    for _ in range(STEPS):
        going = np.flatnonzero(~done)
        if not len(going):
            break
        found = values(x[going])[0]
        level = found[order]
        before = np.sign(level) == begins[going]
        low[going] = np.where(before, x[going], low[going])
        high[going] = np.where(before, high[going], x[going])
        with np.errstate(all="ignore"):
            step = (
                level / found[order + 1] if order < 2 else _secant(values, low[going], high[going], x[going])
            )
            next_x = x[going] - step
        inside = (next_x > low[going]) & (next_x < high[going])
        small = np.abs(step) <= np.spacing(np.abs(x[going]))
        done[going] = (level == 0) | small
        halved = low[going] + (high[going] - low[going]) / 2
        x[going] = np.where(done[going], x[going], np.where(inside, next_x, halved))
    rest = np.flatnonzero(~done)
    if len(rest):
        first, last = narrow(values, low[rest], high[rest], partial(sign_change, order))
        sizes = np.abs(values(np.concatenate([first, last]))[0, order]).reshape(2, -1)
        x[rest] = np.where(sizes[0] < sizes[1], first, last)
        x[rest] = np.where((first <= 0) & (last >= 0), 0.0, x[rest])
    return _rounded(values, order, x, low, high)


def _rounded(values: ValuesOf, order: int, x: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The number of fewer digits close by, or 0, where it is as good a zero."""
    shorter = np.array([float(f"{place:.14g}") for place in x.tolist()])
    shorter = np.where(np.abs(x) < 2.0**-50 * np.maximum(np.abs(low), np.abs(high)), 0.0, shorter)
    sizes = np.abs(values(np.concatenate([x, shorter]))[0, order]).reshape(2, -1)
    return np.where(sizes[1] <= sizes[0], shorter, x)


def _secant(values: ValuesOf, low: np.ndarray, high: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The step for the second derivative, whose slope is not computed, from one more place close by."""
    away = np.where(high - x > x - low, 1.0, -1.0) * np.minimum(
        1e-6 * np.maximum(np.abs(x), high - low), (high - low) / 4
    )
    here, there = values(np.concatenate([x, x + away]))[0, 2].reshape(2, -1)
    return here * away / (there - here)


# More suspects than this are more than a screen can show one by one.
MOST = 2_048
# Where no value is, and the gap is no wider than this share of the interval, it is a place and no gap.
PLACE = 2.0**-46
# A turn of the tangent that is sharp, in radians, and unexplained by the second derivatives to this share.
SHARP, UNEXPLAINED = np.deg2rad(2.0), 0.5


def still_open(cells: Cells) -> np.ndarray:
    """Cells that would have been split further, were they not as narrow as may be."""
    return cells.joined & cells.seen & (cells.parts > 1)


def of_doubt(samples: Samples, cells: Cells, known: np.ndarray) -> IntervalSet:
    """Cells that are still open, without the `known` ones (cells,); neighbours count as one.

    Poles of an even order above the view show by a slope that changes its sign unseen.
    """
    found = runs(samples.t, still_open(cells) & ~known)
    if samples.values.shape[0] == 1:
        slope = samples.values[0, 1]
        with np.errstate(invalid="ignore"):
            unseen = cells.joined & ~cells.seen & ~known & (np.sign(slope[:-1]) * np.sign(slope[1:]) < 0)
        found = found.joined(runs(samples.t, unseen), closest=-np.inf)
    return _narrowed(samples, found, 0)


def of_corners(samples: Samples, cells: Cells, known: np.ndarray) -> IntervalSet:
    """Where the tangent turns sharply and the second derivatives do not say why."""
    with np.errstate(all="ignore"):
        speed, pull = samples.pixels()[1:]
        before, after = speed[:, :-1], speed[:, 1:]
        turn = np.abs(np.arctan2(cross(before, after), (before * after).sum(axis=0)))
        change = after - before
        explained = (pull[:, :-1] + pull[:, 1:]) * cells.width / 2
        sharp = (turn > SHARP) & (np.hypot(*(change - explained)) > UNEXPLAINED * np.hypot(*change))
    # where a derivative has no value, as that of |x|^(1/3) at 0
    blind = ~np.isfinite(before).all(axis=0) | ~np.isfinite(after).all(axis=0)
    found = runs(samples.t, cells.joined & cells.seen & ~known & (sharp | blind))
    return _centred(samples, found, _narrowed(samples, found, 1))


def _centred(samples: Samples, intervals: IntervalSet, places: IntervalSet) -> IntervalSet:
    """Where rounding leaves no derivative in a whole stretch around a corner, the corner is its middle."""
    intervals, values = intervals.chosen(np.arange(len(intervals)) < MOST), samples.track.values
    middle = places.middle
    blind = np.flatnonzero(~np.isfinite(values(middle)[:, 1]).all(axis=0))
    begins = narrow(values, intervals.low[blind], middle[blind], partial(border, 1))[1]
    ends = narrow(values, middle[blind], intervals.high[blind], partial(border, 1))[0]
    middle[blind] = begins + (ends - begins) / 2
    low, high = places.low.copy(), places.high.copy()
    low[blind], high[blind] = middle[blind], middle[blind]
    return IntervalSet(low, high)


def _narrowed(samples: Samples, intervals: IntervalSet, order: int) -> IntervalSet:
    low, high = narrow_to_steepest(samples.track.values, intervals.low[:MOST], intervals.high[:MOST], order)
    return IntervalSet(low, high)


def of_borders(samples: Samples, known: np.ndarray) -> IntervalSet:
    """Borders of where there is a value, to neighbouring numbers; a single missing place is one suspect."""
    finite, t = samples.finite, samples.t
    borders = np.flatnonzero((finite[:-1] != finite[1:]) & ~known)[: 2 * MOST]
    low, high = narrow(samples.track.values, t[borders], t[borders + 1], partial(border, 0))
    span = samples.track.interval[1] - samples.track.interval[0]
    return IntervalSet(low, high).joined(closest=PLACE * span)
