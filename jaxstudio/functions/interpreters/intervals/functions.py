"""Interval extensions of the catalogue's functions: monotone ones from their ends, others piecewise.

Those with poles (gamma and its relatives at 0, -1, -2, …, the exponential integral at 0) stand at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import scipy.optimize
import scipy.special as sp

from jaxstudio.functions.interpreters.intervals.bounds import (
    ULPS,
    Bounds,
    build,
    divide,
    down,
    exactly,
    multiply,
    unknown,
    up,
    wider,
)

Values = Callable[[np.ndarray], np.ndarray]
# SciPy's special functions are good to this, relative, and about their zeros to this, absolute
SPECIAL, NEAR_ZERO = 2e-12, 1e-14


@dataclass(frozen=True)
class Monotone:
    """A function that only rises (or only falls) from `start` to `stop`; `open` says that it has no value
    at these ends themselves. `least` and `greatest` bound it everywhere."""

    values: Values
    start: float = -np.inf
    stop: float = np.inf
    open: bool = False
    falls: bool = False
    special: bool = False
    absolute: float = 0.0
    least: float = -np.inf
    greatest: float = np.inf

    def __call__(self, a: Bounds) -> Bounds:
        inside = (
            ((a.low > self.start) & (a.high < self.stop))
            if self.open
            else ((a.low >= self.start) & (a.high <= self.stop))
        )
        empty = (a.high < self.start) | (a.low > self.stop)
        if self.open:
            empty |= (a.high <= self.start) | (a.low >= self.stop)
        first = self.values(np.clip(a.low, self.start, self.stop))
        last = self.values(np.clip(a.high, self.start, self.stop))
        low, high = (last, first) if self.falls else (first, last)
        low, high = (
            wider(low, high, SPECIAL, self.absolute) if self.special else (down(low, ULPS), up(high, ULPS))
        )
        low, high = np.maximum(low, self.least), np.minimum(high, self.greatest)
        return build(low, high, a, defined=inside, empty=empty)


@dataclass(frozen=True)
class Steps:
    """A function that rises in steps, exact at every number."""

    values: Values

    def __call__(self, a: Bounds) -> Bounds:
        low, high = self.values(a.low), self.values(a.high)
        return build(low, high, a, continuous=low == high)


def even(values: Values, *, falls: bool = False, special: bool = False) -> Callable[[Bounds], Bounds]:
    """A function of |x| that only rises (or falls) with it."""
    inner = Monotone(values, 0.0, falls=falls, special=special)
    return lambda a: inner(absolute(a))


def absolute(a: Bounds) -> Bounds:
    low, high = np.abs(a.low), np.abs(a.high)
    inside = (a.low <= 0) & (a.high >= 0)
    return build(np.where(inside, 0.0, np.minimum(low, high)), np.maximum(low, high), a)


def _contains(a: Bounds, first: float, period: float) -> np.ndarray:
    """Whether first + k period is in the box for some whole k; yes when in doubt."""
    begin, end = (a.low - first) / period, (a.high - first) / period
    doubt = 1e-15 * (2 + np.abs(begin) + np.abs(end))
    return ~(np.floor(end + doubt) < np.ceil(begin - doubt))


def sine(a: Bounds) -> Bounds:
    return _wave(a, np.sin, np.pi / 2)


def cosine(a: Bounds) -> Bounds:
    return _wave(a, np.cos, 0.0)


def _wave(a: Bounds, values: Values, peak: float) -> Bounds:
    first, last = values(a.low), values(a.high)
    low = np.where(_contains(a, peak + np.pi, 2 * np.pi), -1.0, down(np.minimum(first, last), ULPS))
    high = np.where(_contains(a, peak, 2 * np.pi), 1.0, up(np.maximum(first, last), ULPS))
    low, high = np.where(np.isnan(first + last), -1.0, low), np.where(np.isnan(first + last), 1.0, high)
    return build(np.maximum(low, -1.0), np.minimum(high, 1.0), a)


def tangent(a: Bounds) -> Bounds:
    pole = _contains(a, np.pi / 2, np.pi) | np.isinf(a.low) | np.isinf(a.high)
    low, high = down(np.tan(a.low), ULPS), up(np.tan(a.high), ULPS)
    return build(np.where(pole, -np.inf, low), np.where(pole, np.inf, high), a, defined=~pole)


def sinc(a: Bounds) -> Bounds:
    """Within ±1 it falls with |x|, outside it is sin(πx)/(πx)."""
    size = absolute(a)
    inner = Monotone(np.sinc, 0.0, 1.0, falls=True, special=True, absolute=NEAR_ZERO)(size)
    turned = multiply(size, build(down(exactly(np.pi).low), up(exactly(np.pi).high)))
    outer = divide(sine(turned), turned)
    # the lowest point of all, near 1.43
    low = np.where(size.high <= 1, inner.low, np.where(size.low >= 1, outer.low, -0.217233628211222))
    high = np.where(size.high <= 1, inner.high, np.where(size.low >= 1, outer.high, inner.high))
    return build(low, high, a)


def angle(y: Bounds, x: Bounds) -> Bounds:
    """atan2: away from the origin and from the cut x ≤ 0, y = 0 the extremes are at the corners."""
    cut = (y.low <= 0) & (y.high >= 0) & (x.low <= 0)
    corners = np.broadcast_arrays(*(np.arctan2(v, u) for v in (y.low, y.high) for u in (x.low, x.high)))
    low, high = down(np.minimum.reduce(corners), ULPS), up(np.maximum.reduce(corners), ULPS)
    pi = up(np.asarray(np.pi))
    return build(np.where(cut, -pi, low), np.where(cut, pi, high), y, x, continuous=~cut)


def least(a: Bounds, b: Bounds) -> Bounds:
    return build(np.minimum(a.low, b.low), np.minimum(a.high, b.high), a, b)


def greatest(a: Bounds, b: Bounds) -> Bounds:
    return build(np.maximum(a.low, b.low), np.maximum(a.high, b.high), a, b)


def remainder(x: Bounds, y: Bounds) -> Bounds:
    """x - y floor(x/y); between 0 and y where the whole part is not the same everywhere."""
    quotient = divide(x, y)
    whole = np.floor(quotient.low)
    same = (whole == np.floor(quotient.high)) & quotient.defined
    product = multiply(y, exactly(np.where(same, whole, 0.0)))
    low, high = down(x.low - product.high), up(x.high - product.low)
    low = np.where(same, np.maximum(low, np.minimum(y.low, 0.0)), np.minimum(y.low, 0.0))
    high = np.where(same, np.minimum(high, np.maximum(y.high, 0.0)), np.maximum(y.high, 0.0))
    return build(low, high, x, y, defined=quotient.defined, continuous=same, empty=quotient.empty)


def rising(*directions: int) -> Callable[..., Callable[..., Bounds]]:
    """For functions of several arguments that each rise (1) or fall (-1) with each: see `corners`."""

    def of(values: Callable[..., np.ndarray], domain: Callable[..., np.ndarray]) -> Callable[..., Bounds]:
        def corners(*arguments: Bounds) -> Bounds:
            known = domain(*arguments)
            # SciPy adds up zeta(x, q) term by term from q on, of which there are 1e15 from -1e15
            pairs = [
                (replace(a, low=np.where(known, a.low, np.nan), high=np.where(known, a.high, np.nan)), way)
                for a, way in zip(arguments, directions, strict=True)
            ]
            low = values(*(a.low if way > 0 else a.high for a, way in pairs))
            high = values(*(a.high if way > 0 else a.low for a, way in pairs))
            low, high = wider(low, high, SPECIAL)
            return build(
                np.where(known, low, -np.inf), np.where(known, high, np.inf), *arguments, defined=known
            )

        return corners

    return of


def polygamma(n: Bounds, x: Bounds) -> Bounds:
    """For a whole n and positive x it falls towards 0, with the sign of (-1)^(n + 1)."""
    known = (n.low == n.high) & (n.low >= 1) & (n.low % 1 == 0) & (x.low > 0)
    order = np.where(known, n.low, 1.0)
    size = np.where(known, 1.0, np.nan)
    first, last = np.abs(sp.polygamma(order, x.low * size)), np.abs(sp.polygamma(order, x.high * size))
    low, high = wider(last, first, SPECIAL)
    odd = order % 2 == 1
    low, high = np.where(odd, low, -high), np.where(odd, high, -low)
    return build(np.where(known, low, -np.inf), np.where(known, high, np.inf), n, x, defined=known)


def beyond(*arguments: Bounds) -> Bounds:
    """For functions whose bounds are not worked out."""
    return unknown(*arguments)


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
        return build(
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
    return build(np.maximum(low, -1.0), high, a, defined=a.low >= start, empty=a.high < start)


def exponential_integral(a: Bounds) -> Bounds:
    """Ei falls to -∞ at 0 and rises from there."""
    pole = (a.low <= 0) & (a.high >= 0)
    first, last = sp.expi(a.low), sp.expi(a.high)
    low, high = wider(np.minimum(first, last), np.maximum(first, last), SPECIAL, NEAR_ZERO)
    return build(np.where(pole, -np.inf, low), high, a, defined=~pole, empty=pole & (a.low == a.high))
