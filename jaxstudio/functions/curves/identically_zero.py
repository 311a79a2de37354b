"""Stretches along which a curve is identically zero in float64, so that no single root can be located.

sin(x)^2 + cos(x)^2 - 1 is exactly 0 at some numbers and off by a rounding at others. Intervals tell which
samples may be zero; many digits at some places tell whether the function is, or is only very small.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.curves.analysis import CurveAnalysis
from jaxstudio.functions.curves.evaluator import Evaluator
from jaxstudio.functions.curves.exact_marks import Place, roots_among
from jaxstudio.functions.curves.interval_survey import IntervalSet, runs
from jaxstudio.functions.derivatives.ball_function import FAILURES
from jaxstudio.functions.interpreters.ball_numbers import exactly, number, numbers_between

# At least so many neighbouring samples that may all be zero are a stretch.
FEWEST = 3
# With more stretches than this nobody looks at where each begins; so many places of each are asked about.
MOST, PLACES = 64, 12
# In many digits a zero is smaller than this share of what rounding leaves open in float64, ...
NOTHING = 1e-20
# ... which is not the underflow of something that is no zero.
UNDERFLOW = 1e-290
# An error that is at least this share of the value leaves open whether there is one.
TOLD = 0.25
# The ends of a stretch are looked for down to this share of the view.
NARROWEST = 2.0**-40


Ends = tuple[float, float]


@dataclass(frozen=True)
class Levels:
    """`exact` (n,): zero in many digits too, wherever that was asked; else errors are as large as values.

    `roots`: in stretches of the latter kind, where the function is zero in hundreds of digits. Where these
    can be computed no such stretch is left, and `hides` says that there was one.
    """

    stretches: IntervalSet
    exact: np.ndarray
    roots: tuple[Place, ...] = ()
    hides: bool = False

    @staticmethod
    def none() -> Levels:
        return Levels(IntervalSet.none(), np.zeros(0, bool))


def levels(study: CurveAnalysis, evaluator: Evaluator) -> Levels:
    """The constant levels of a graph in view; none without intervals.

    Samples in stretches too crowded to be drawn count as well: zoomed in far enough, rounding is a crowd.
    """
    t, usable = study.samples.t, study.samples.finite
    inside = usable & (t >= study.view.x[0]) & (t <= study.view.x[1])
    open_samples = np.zeros(len(t), bool)
    width = _open_width(evaluator, t[inside])
    if width is None or evaluator.exact(float(t[0])) is None:
        return Levels.none()
    open_samples[inside] = np.isfinite(width)
    found = runs(t, open_samples[:-1] & open_samples[1:])
    first, last = np.searchsorted(t, found.low), np.searchsorted(t, found.high)
    long = np.flatnonzero(last - first + 1 >= FEWEST)[:MOST]
    stretches: dict[Ends, bool] = {}
    roots: list[Place] = []
    points, hides = evaluator.points(), False
    for begin, end in zip(first[long].tolist(), last[long].tolist(), strict=True):
        x = _places(t[begin : end + 1])
        zero = _is_zero(evaluator, x)
        for part in _parts(x, zero):
            stretches[_ends(study, evaluator, part, x, (begin, end), usable)] = True
        width = _open_width(evaluator, x)
        assert width is not None
        small = ~zero & (np.nan_to_num(width) > UNDERFLOW) & is_open(evaluator, x)
        for part in _parts(x, small):
            try:
                if points is None:
                    raise NotImplementedError
                among = x[(x >= part[0]) & (x <= part[1])]
                roots += roots_among(points, among.tolist(), study.span)
                hides = True
            except FAILURES:
                stretches[part] = False
    exact = np.array([stretches[ends] for ends in sorted(stretches)], bool)
    return Levels(IntervalSet.of_pairs(list(stretches)), exact, tuple(roots), hides)


def _parts(x: np.ndarray, chosen: np.ndarray) -> list[Ends]:
    """The long runs of neighbouring places x (n,) that are `chosen` (n,)."""
    return [
        part
        for part in runs(x, chosen[:-1] & chosen[1:]).pairs()
        if np.count_nonzero((x >= part[0]) & (x <= part[1])) >= FEWEST
    ]


def zero_parts(study: CurveAnalysis, evaluator: Evaluator, low: float, high: float) -> list[Ends]:
    """Where samples from low to high, which are all zero, are so in many digits too.

    All of it where digits are not known. Elsewhere what is left out is underflow.
    """
    if evaluator.exact(low) is None:
        return [(low, high)]
    x = _places(np.array([low, high]))
    zero = _is_zero(evaluator, x)
    if zero[1:-1].all():  # an end need not belong to it
        return [(low, high)]
    least, parts = NARROWEST * study.span, []
    for begin, end in _parts(x, zero):
        first, last = (int(np.searchsorted(x, at)) for at in (begin, end))
        if first > 0:
            begin = _edge(evaluator, begin, float(x[first - 1]), least)
        if last < len(x) - 1:
            end = _edge(evaluator, end, float(x[last + 1]), least)
        parts.append((begin, end))
    return parts


def _open_width(evaluator: Evaluator, x: np.ndarray) -> np.ndarray | None:
    """How much rounding leaves open at x (n,) where 0 is possible, NaN elsewhere; None without intervals."""
    bounds = evaluator.enclose(x, x, 0)
    if bounds is None:
        return None
    low, high = bounds.low[0], bounds.high[0]
    possible = bounds.defined & (low <= 0) & (high >= 0) & np.isfinite(low) & np.isfinite(high)
    return np.where(possible, high - low, np.nan)


def _places(t: np.ndarray) -> np.ndarray:
    """The first and the last sample, some between them, and numbers that are not round; ascending."""
    chosen = t[np.linspace(0, len(t) - 1, min(PLACES // 2, len(t))).astype(int)]
    share = (np.arange(PLACES // 2) + 0.3819660112501051) / (PLACES // 2)
    return np.unique(np.concatenate([chosen, t[0] + share * (t[-1] - t[0])]))


def _is_zero(evaluator: Evaluator, x: np.ndarray) -> np.ndarray:
    """Whether the function is zero in many digits at x (n,)."""
    width = _open_width(evaluator, x)
    assert width is not None
    found = np.zeros(len(x), bool)
    for n in np.flatnonzero(np.isfinite(width)):
        exact = evaluator.exact(float(x[n]))
        value = math.nan if exact is None else abs(exact)
        found[n] = value == 0 or (width[n] > UNDERFLOW and value <= NOTHING * float(width[n]))
    return found


def is_open(evaluator: Evaluator, x: np.ndarray) -> np.ndarray:
    """Whether the error of the value at x (n,) is about as large as the value, or larger; exact values are
    known."""
    values = evaluator.values(x)[0]
    exact = np.array([evaluator.exact(place) for place in x.tolist()], np.float64)
    return np.abs(values - exact) >= TOLD * np.abs(exact)


def _ends(
    study: CurveAnalysis,
    evaluator: Evaluator,
    part: Ends,
    x: np.ndarray,
    samples: tuple[int, int],
    usable: np.ndarray,
) -> Ends:
    """Where the zeros found at the places x from part[0] to part[1] begin and end.

    Between two places, or beyond the first or the last of them, which are the `samples` of these numbers.
    """
    t, view, found = study.samples.t, study.view.x, []
    for inside, step, at in zip(part, (-1, 1), samples, strict=True):
        place = int(np.searchsorted(x, inside)) + step
        beyond = at + step
        if 0 <= place < len(x):
            outside = float(x[place])
        elif not 0 <= beyond < len(t) or not view[0] <= t[beyond] <= view[1]:
            found.append(view[0 if step < 0 else 1])
            continue
        elif not usable[beyond]:
            found.append(end_at_gap(study, inside, float(t[beyond])))
            continue
        else:
            outside = float(t[beyond])
        found.append(_edge(evaluator, inside, outside, NARROWEST * study.span))
    return found[0], found[1]


def end_at_gap(study: CurveAnalysis, inside: float, outside: float) -> float:
    """Where the curve ends on the way to a sample that has no value: at a break, if one is known there."""
    first, last = sorted((inside, outside))
    return next((b.at for b in study.breaks if first <= b.at <= last), inside)


def _edge(evaluator: Evaluator, inside: float, outside: float, least: float) -> float:
    """The last zero on the way between two places, to `least`, or the number that people write there."""
    while abs(outside - inside) > least:
        middle = inside + (outside - inside) / 2
        if middle in (inside, outside):
            break
        if _is_zero(evaluator, np.array([middle]))[0]:
            inside = middle
        else:
            outside = middle
    low, high = sorted((inside, outside))
    return next(map(number, numbers_between(exactly(low), exactly(high))), inside)
