"""Interval arithmetic over many boxes at once, rounded outwards: operations and the catalogue's functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

import numpy as np
import scipy.optimize
import scipy.special as sp

# NumPy promises its vectorised elementary functions to 4 units in the last place
ULPS = 4


@dataclass(frozen=True)
class Bounds:
    """Bounds of a value over each of n boxes; all arrays have the shape (n,) or ().

    The values that there are lie in [low, high], never NaN. `defined`: there is a value everywhere in the
    box. `empty`: there is none anywhere, and the bounds mean nothing. `continuous`: it is continuous
    wherever in the box it is defined.
    """

    low: np.ndarray
    high: np.ndarray
    defined: np.ndarray
    continuous: np.ndarray
    empty: np.ndarray

    def each(self, change: Callable[[np.ndarray], np.ndarray]) -> Self:
        """The same, every array changed."""
        return type(self)(*map(change, vars(self).values()))


@dataclass(frozen=True)
class Truth:
    """A condition over each of n boxes: it may hold somewhere, it may fail somewhere."""

    may_hold: np.ndarray
    may_fail: np.ndarray


YES, NO = np.bool_(True), np.bool_(False)


def exactly(value: object) -> Bounds:
    """A number, or an array of numbers, as boxes of no width."""
    number = np.asarray(value, np.float64)
    return Bounds(number, number, np.asarray(YES), np.asarray(YES), np.isnan(number))


def box(low: object, high: object) -> Bounds:
    """All numbers from low to high."""
    return build(np.asarray(low, np.float64), np.asarray(high, np.float64))


def unknown(*sources: Bounds) -> Bounds:
    """Anything, or nothing."""
    shape = np.broadcast_shapes(*(source.low.shape for source in sources))
    whole = np.full(shape, np.inf)
    return Bounds(-whole, whole, np.zeros(shape, bool), np.zeros(shape, bool), np.zeros(shape, bool))


def build(
    low: np.ndarray,
    high: np.ndarray,
    *sources: Bounds,
    defined: np.ndarray | np.bool_ = YES,
    continuous: np.ndarray | np.bool_ = YES,
    empty: np.ndarray | np.bool_ = NO,
) -> Bounds:
    """A result computed from `sources`; NaN bounds, which come from ∞ - ∞, become infinite."""
    for source in sources:
        defined, continuous, empty = (
            defined & source.defined,
            continuous & source.continuous,
            empty | source.empty,
        )
    low, high = np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)
    return Bounds(low, high, np.asarray(defined & ~empty), np.asarray(continuous), np.asarray(empty))


def down(values: np.ndarray, ulps: int = 1) -> np.ndarray:
    """The values, smaller by at least so many units in the last place."""
    if ulps == 1:
        return np.nextafter(values, -np.inf)
    # what overflows is larger than every number
    steps = np.where(np.isinf(values), 0.0, (ulps - 1) * np.spacing(np.abs(values)))
    return np.nextafter(values - steps, -np.inf)


def up(values: np.ndarray, ulps: int = 1) -> np.ndarray:
    return -down(-values, ulps)


def wider(
    low: np.ndarray, high: np.ndarray, relative: float, absolute: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Room for the error of a function that is computed to so many digits."""
    low = np.where(np.isfinite(low), low - (np.abs(low) * relative + absolute), low)
    high = np.where(np.isfinite(high), high + (np.abs(high) * relative + absolute), high)
    return down(low), up(high)


def add(a: Bounds, b: Bounds) -> Bounds:
    return build(down(a.low + b.low), up(a.high + b.high), a, b)


def negate(a: Bounds) -> Bounds:
    return replace(a, low=-a.high, high=-a.low)


def subtract(a: Bounds, b: Bounds) -> Bounds:
    return build(down(a.low - b.high), up(a.high - b.low), a, b)


def multiply(a: Bounds, b: Bounds) -> Bounds:
    """The product. Values are finite, so that 0 times an unbounded one is 0."""
    products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    products = [np.where(np.isnan(product), 0.0, product) for product in products]
    low, high = np.minimum.reduce(products), np.maximum.reduce(products)
    return build(down(low), up(high), a, b)


def divide(a: Bounds, b: Bounds) -> Bounds:
    """Undefined where the divisor is 0."""
    has_zero = (b.low <= 0) & (b.high >= 0)
    quotients = [x / y for x in (a.low, a.high) for y in (b.low, b.high)]
    quotients = [np.where(np.isnan(quotient), 0.0, quotient) for quotient in quotients]
    low, high = np.minimum.reduce(quotients), np.maximum.reduce(quotients)
    unbounded = (np.isinf(a.low) | np.isinf(a.high)) & (np.isinf(b.low) | np.isinf(b.high))
    low, high = np.where(unbounded, -np.inf, down(low)), np.where(unbounded, np.inf, up(high))
    above, below = b.low >= 0, b.high <= 0
    # one sign throughout: one side stays bounded
    rising = has_zero & (((a.low > 0) & above) | ((a.high < 0) & below))
    falling = has_zero & (((a.low > 0) & below) | ((a.high < 0) & above))
    nearest = np.where(a.low > 0, a.low, a.high)
    farthest = np.where(above, b.high, b.low)
    least = nearest / farthest
    low = np.where(has_zero, np.where(rising, down(least), -np.inf), low)
    high = np.where(has_zero, np.where(falling, up(least), np.inf), high)
    return build(low, high, a, b, defined=~has_zero, empty=(b.low == 0) & (b.high == 0))


def hull(a: Bounds, b: Bounds) -> tuple[np.ndarray, np.ndarray]:
    """The common bounds of both, where an empty one does not count."""
    low = np.where(a.empty, b.low, np.where(b.empty, a.low, np.minimum(a.low, b.low)))
    high = np.where(a.empty, b.high, np.where(b.empty, a.high, np.maximum(a.high, b.high)))
    return low, high


def compare(operator: str, a: Bounds, b: Bounds) -> Truth:
    """A comparison with a value that is none fails, but for != ."""
    if operator in (">", ">="):
        return compare({">": "<", ">=": "<="}[operator], b, a)
    if operator == "!=":
        return invert(compare("==", a, b))
    if operator == "<":
        sure, never = a.high < b.low, a.low >= b.high
    elif operator == "<=":
        sure, never = a.high <= b.low, a.low > b.high
    else:
        sure = (a.low == a.high) & (b.low == b.high) & (a.low == b.low)
        never = (a.high < b.low) | (b.high < a.low)
    empty = a.empty | b.empty
    return Truth(~never & ~empty, ~sure | ~(a.defined & b.defined))


def invert(a: Truth) -> Truth:
    return Truth(a.may_fail, a.may_hold)


def select(condition: Truth, a: Bounds, b: Bounds) -> Bounds:
    """a where the condition holds, b elsewhere; both where it may be either."""
    only_a, only_b = ~condition.may_fail, ~condition.may_hold
    low, high = hull(a, b)

    def chosen(of_a: np.ndarray, of_b: np.ndarray, mixed: np.ndarray) -> np.ndarray:
        return np.where(only_a, of_a, np.where(only_b, of_b, mixed))

    return Bounds(
        chosen(a.low, b.low, low),
        chosen(a.high, b.high, high),
        chosen(a.defined, b.defined, a.defined & b.defined),
        chosen(a.continuous, b.continuous, np.asarray(NO)),
        chosen(a.empty, b.empty, a.empty & b.empty),
    )


# The largest whole exponent that is told from others.
WHOLE = 1_000


def integer_power(a: Bounds, n: int) -> Bounds:
    if n < 0:
        return divide(exactly(1.0), integer_power(a, -n))
    if n == 0:
        return build(np.ones_like(a.low), np.ones_like(a.low), a)
    if n == 1:
        return a
    low, high = a.low**n, a.high**n
    if n % 2:
        return build(down(low, ULPS), up(high, ULPS), a)
    return _even(a, low, high)


def rational_power(a: Bounds, p: int, q: int) -> Bounds:
    """The real root for odd q."""
    if p < 0:
        return divide(exactly(1.0), rational_power(a, -p, q))
    low, high = np.abs(a.low) ** (p / q), np.abs(a.high) ** (p / q)
    if p % 2:
        return build(*_outwards(np.sign(a.low) * low, np.sign(a.high) * high), a)
    return _even(a, low, high)


def _outwards(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """p/q is rounded before it is an exponent: the error grows with the logarithm of the result."""
    margin = 2 * ULPS + 1500
    return (
        np.where(low == 0, 0.0, np.where(np.isinf(low), low, down(low, margin))),
        np.where(high == 0, 0.0, np.where(np.isinf(high), high, up(high, margin))),
    )


def _even(a: Bounds, low: np.ndarray, high: np.ndarray) -> Bounds:
    """From the values at both ends of something even that grows away from 0."""
    least, greatest = np.minimum(low, high), np.maximum(low, high)
    inside = (a.low <= 0) & (a.high >= 0)
    margin = 2 * ULPS + 1500
    least = np.where(inside, 0.0, np.maximum(down(least, margin), 0.0))
    return build(least, up(greatest, margin), a)


def power(a: Bounds, b: Bounds) -> Bounds:
    """a^b: for positive a the extremes are at the corners; below 0 only whole b count."""
    if b.low.size == 1 and b.low == b.high and b.low % 1 == 0 and abs(b.low.item()) <= WHOLE:
        return integer_power(a, int(b.low.item()))
    positive = build(np.maximum(a.low, 0.0), a.high, a, b, empty=a.high < 0)
    above = _positive(positive, b)
    whole = np.floor(b.high) >= np.ceil(b.low)
    point = whole & (b.low == b.high)
    has_negative = a.low < 0
    if not np.any(has_negative & whole):
        return build(above.low, above.high, above, defined=~has_negative)
    sizes = negate(build(a.low, np.minimum(a.high, 0.0), a, b, empty=a.low >= 0))
    beside = _positive(sizes, b)
    odd = np.mod(b.low, 2) == 1
    below = Bounds(
        np.where(point & ~odd, beside.low, -beside.high),
        np.where(point & odd, -beside.low, beside.high),
        beside.defined & point,
        beside.continuous & point,
        beside.empty | ~whole,
    )
    low, high = hull(above, below)
    defined = np.where(has_negative, below.defined & (above.defined | above.empty), above.defined)
    continuous = np.where(has_negative & ~point, False, above.continuous)
    return build(low, high, a, b, defined=defined, continuous=continuous, empty=above.empty & below.empty)


def _positive(a: Bounds, b: Bounds) -> Bounds:
    corners = [np.power(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    corners = [np.where(np.isnan(corner), 1.0, corner) for corner in np.broadcast_arrays(*corners)]
    low, high = np.minimum.reduce(corners), np.maximum.reduce(corners)
    # near 0^0 and ∞^0 anything is possible between 0 and ∞
    edge = ((a.low == 0) | np.isinf(a.high)) & (b.low <= 0) & (b.high >= 0) & (b.low < b.high)
    low = np.where(edge, 0.0, np.maximum(down(low, ULPS), 0.0))
    high = np.where(edge, np.inf, up(high, ULPS))
    singular = (a.low == 0) & (b.low < 0)
    continuous = (a.low > 0) | (b.low > 0)
    return build(low, high, a, b, defined=~singular, continuous=continuous)


Values = Callable[[np.ndarray], np.ndarray]
# SciPy's special functions are good to this, relative, and about their zeros to this, absolute
SPECIAL, NEAR_ZERO = 2e-12, 1e-14


@dataclass(frozen=True)
class Monotone:
    """A function that only rises, or only falls, between neighbouring `turns`, ascending, and poles.

    It has values from `start` to `stop`; `open` says that it has none at these ends themselves. `has_pole`
    says which boxes hold a place without a value, at which it goes to both infinities, or down if it `sinks`.
    `least` and `greatest` bound it everywhere.
    """

    values: Values
    start: float = -np.inf
    stop: float = np.inf
    open: bool = False
    special: bool = False
    absolute: float = 0.0
    least: float = -np.inf
    greatest: float = np.inf
    turns: Sequence[float] = ()
    has_pole: Callable[[Bounds], np.ndarray] | None = None
    sinks: bool = False

    def __call__(self, a: Bounds) -> Bounds:
        if self.open:
            inside, empty = (
                (a.low > self.start) & (a.high < self.stop),
                (a.high <= self.start) | (a.low >= self.stop),
            )
        else:
            inside, empty = (
                (a.low >= self.start) & (a.high <= self.stop),
                (a.high < self.start) | (a.low > self.stop),
            )
        first, last = (self.values(np.clip(end, self.start, self.stop)) for end in (a.low, a.high))
        low, high = np.minimum(first, last), np.maximum(first, last)
        if len(self.turns):
            begin, end = np.searchsorted(self.turns, a.low), np.searchsorted(self.turns, a.high, "right")
            heights = self.values(np.asarray(self.turns))
            for at in (np.minimum(begin, len(heights) - 1), np.maximum(end - 1, 0)):
                turned = np.where(begin < end, heights[at], first)
                low, high = np.minimum(low, turned), np.maximum(high, turned)
        low, high = (
            wider(low, high, SPECIAL, self.absolute) if self.special else (down(low, ULPS), up(high, ULPS))
        )
        low, high = np.maximum(low, self.least), np.minimum(high, self.greatest)
        if self.has_pole is not None:
            pole = self.has_pole(a)
            low, high = np.where(pole, -np.inf, low), high if self.sinks else np.where(pole, np.inf, high)
            inside, empty = inside & ~pole, empty | (pole & (a.low == a.high))
        return build(low, high, a, defined=inside, empty=empty)


@dataclass(frozen=True)
class Steps:
    """A function that rises in steps, exact at every number."""

    values: Values

    def __call__(self, a: Bounds) -> Bounds:
        low, high = self.values(a.low), self.values(a.high)
        return build(low, high, a, continuous=low == high)


def absolute(a: Bounds) -> Bounds:
    low, high = np.abs(a.low), np.abs(a.high)
    inside = (a.low <= 0) & (a.high >= 0)
    return build(np.where(inside, 0.0, np.minimum(low, high)), np.maximum(low, high), a)


def _contains(a: Bounds, first: float, period: float) -> np.ndarray:
    """Whether first + k period is in the box for some whole k; yes when in doubt."""
    begin, end = (a.low - first) / period, (a.high - first) / period
    doubt = 1e-15 * (2 + np.abs(begin) + np.abs(end))
    return ~(np.floor(end + doubt) < np.ceil(begin - doubt))


def wave(values: Values, peak: float, a: Bounds) -> Bounds:
    """sin or cos, which is 1 at the peak."""
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
    inner = Monotone(np.sinc, 0.0, 1.0, special=True, absolute=NEAR_ZERO)(size)
    turned = multiply(size, build(down(exactly(np.pi).low), up(exactly(np.pi).high)))
    outer = divide(wave(np.sin, np.pi / 2, turned), turned)
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


def rising(
    directions: Sequence[int],
    values: Callable[..., np.ndarray],
    domain: Callable[..., np.ndarray],
    *arguments: Bounds,
) -> Bounds:
    """A function that rises (1) or falls (-1) with each of its arguments, wherever these lie in a domain."""
    known = domain(*arguments)
    # SciPy adds up zeta(x, q) term by term from q on, of which there are 1e15 from -1e15
    ends = [(np.where(known, a.low, np.nan), np.where(known, a.high, np.nan)) for a in arguments]
    low = values(*(pair[way < 0] for pair, way in zip(ends, directions, strict=True)))
    high = values(*(pair[way > 0] for pair, way in zip(ends, directions, strict=True)))
    low, high = wider(low, high, SPECIAL)
    return build(np.where(known, low, -np.inf), np.where(known, high, np.inf), *arguments, defined=known)


_size_of_polygamma = partial(
    rising,
    (1, -1),
    lambda n, x: np.abs(sp.polygamma(n, x)),
    lambda n, x: (n.low == n.high) & (n.low >= 1) & (n.low % 1 == 0) & (x.low > 0),
)


def polygamma(n: Bounds, x: Bounds) -> Bounds:
    """For a whole n and positive x it falls towards 0, with the sign of (-1)^(n + 1)."""
    return multiply(exactly(np.where(n.low % 2 == 1, 1.0, -1.0)), _size_of_polygamma(n, x))


def holds_pole_of_gamma(a: Bounds) -> np.ndarray:
    """Which boxes hold 0 or a negative whole number."""
    return (a.low <= 0) & (np.ceil(a.low) <= np.floor(np.minimum(a.high, 0.0)))


# Where gamma turns: zeros of digamma, one above 0, one between each two poles down to this number; farther
# left gamma is as good as 0.
FAR = -30
TURNS = [
    *(scipy.optimize.brentq(sp.psi, n + 1e-9, n + 1 - 1e-9, xtol=1e-15) for n in range(FAR, 0)),
    scipy.optimize.brentq(sp.psi, 1.0, 2.0, xtol=1e-15),
]


def lambert_w(a: Bounds) -> Bounds:
    """W rises from -1 at -1/e on; beside that SciPy's has half of its digits."""
    start = -0.3678794411714423
    first, last = (sp.lambertw(np.maximum(end, start)).real for end in (a.low, a.high))
    low, high = wider(first, last, SPECIAL)
    low = np.where(a.low < -0.3678, low - 1e-7, low)
    high = np.where(a.high < -0.3678, high + 1e-7, high)
    return build(np.maximum(low, -1.0), high, a, defined=a.low >= start, empty=a.high < start)
