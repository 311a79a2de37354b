"""Bounds of functions with poles: gamma and its kin at 0, -1, -2, …, the exponential integral at 0."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import scipy.optimize
import scipy.special as sp

from jaxstudio.functions.interpreters.intervals.bounds import Bounds, made, wider
from jaxstudio.functions.interpreters.intervals.functions import NEAR_ZERO, SPECIAL

# Left of this no turning points are kept.
FAR = -30


@cache
def turning_points() -> np.ndarray:
    """Where gamma turns: zeros of digamma, one above 0, one between each two poles; float64, ascending."""
    zeros = [scipy.optimize.brentq(sp.psi, 1.0, 2.0, xtol=1e-15)]
    zeros += [
        scipy.optimize.brentq(sp.psi, n + 1e-9, n + 1 - 1e-9, xtol=1e-15) for n in range(-1, FAR - 1, -1)
    ]
    return np.sort(np.asarray(zeros))


def between_poles(values: Callable[[np.ndarray], np.ndarray], turns: bool) -> Callable[[Bounds], Bounds]:
    """A function with poles at 0, -1, …; `turns` says that it turns where gamma does."""

    def function(a: Bounds) -> Bounds:
        pole = (a.low <= 0) & (np.ceil(a.low) <= np.floor(np.minimum(a.high, 0.0)))
        first, last = values(a.low), values(a.high)
        low, high = np.minimum(first, last), np.maximum(first, last)
        if turns:
            pole = pole | ((a.low < FAR) & (a.low < a.high))
            points = turning_points()
            at = np.clip(np.searchsorted(points, a.low), 0, len(points) - 1)
            inside = (points[at] >= a.low) & (points[at] <= a.high)
            peak = values(points[at])
            low = np.where(inside, np.minimum(low, peak), low)
            high = np.where(inside, np.maximum(high, peak), high)
        low, high = wider(low, high, SPECIAL, NEAR_ZERO)
        defined = ~((a.low <= 0) & (np.ceil(a.low) <= np.floor(np.minimum(a.high, 0.0))))
        empty = ~defined & (a.low == a.high)
        return made(
            np.where(pole, -np.inf, low), np.where(pole, np.inf, high), a, defined=defined, empty=empty
        )

    return function


def lambert_w(a: Bounds) -> Bounds:
    """W rises from -1 at -1/e on; beside that SciPy's has half of its digits."""
    start = -0.3678794411714423
    first, last = (sp.lambertw(np.maximum(end, start)).real for end in (a.low, a.high))
    low, high = wider(first, last, SPECIAL)
    low = np.where(a.low < -0.3678, low - 1e-7, low)
    high = np.where(a.high < -0.3678, high + 1e-7, high)
    return made(np.maximum(low, -1.0), high, a, defined=a.low >= start, empty=a.high < start)


def exponential_integral(a: Bounds) -> Bounds:
    """Ei falls to -∞ at 0 and rises from there."""
    pole = (a.low <= 0) & (a.high >= 0)
    first, last = sp.expi(a.low), sp.expi(a.high)
    low, high = wider(np.minimum(first, last), np.maximum(first, last), SPECIAL, NEAR_ZERO)
    return made(np.where(pole, -np.inf, low), high, a, defined=~pole, empty=pole & (a.low == a.high))
