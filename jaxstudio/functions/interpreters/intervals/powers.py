"""Powers of bounds."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.interpreters.intervals.bounds import (
    ULPS,
    Bounds,
    divide,
    down,
    exactly,
    hull,
    made,
    negate,
    up,
)

# The largest whole exponent that is told from others.
WHOLE = 1_000


def integer_power(a: Bounds, n: int) -> Bounds:
    if n < 0:
        return divide(exactly(1.0), integer_power(a, -n))
    if n == 0:
        return made(np.ones_like(a.low), np.ones_like(a.low), a)
    if n == 1:
        return a
    low, high = a.low**n, a.high**n
    if n % 2:
        return made(down(low, ULPS), up(high, ULPS), a)
    return _even(a, low, high)


def rational_power(a: Bounds, p: int, q: int) -> Bounds:
    """The real root for odd q."""
    if p < 0:
        return divide(exactly(1.0), rational_power(a, -p, q))
    low, high = np.abs(a.low) ** (p / q), np.abs(a.high) ** (p / q)
    if p % 2:
        return made(*_outwards(np.sign(a.low) * low, np.sign(a.high) * high), a)
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
    return made(least, up(greatest, margin), a)


def power(a: Bounds, b: Bounds) -> Bounds:
    """a^b: for positive a the extremes are at the corners; below 0 only whole b count."""
    if b.low.size == 1 and b.low == b.high and b.low % 1 == 0 and abs(b.low.item()) <= WHOLE:
        return integer_power(a, int(b.low.item()))
    positive = made(np.maximum(a.low, 0.0), a.high, a, b, empty=a.high < 0)
    above = _positive(positive, b)
    whole = np.floor(b.high) >= np.ceil(b.low)
    point = whole & (b.low == b.high)
    has_negative = a.low < 0
    if not np.any(has_negative & whole):
        return made(above.low, above.high, above, defined=~has_negative)
    sizes = negate(made(a.low, np.minimum(a.high, 0.0), a, b, empty=a.low >= 0))
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
    return made(low, high, a, b, defined=defined, continuous=continuous, empty=above.empty & below.empty)


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
    return made(low, high, a, b, defined=~singular, continuous=continuous)
