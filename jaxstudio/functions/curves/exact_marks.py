"""Roots, extrema and inflections that float64 shows, decided by values in hundreds of digits.

Near a place where a function cancels, rounding has roots, extrema and inflections of its own. The function in
so many digits has none of them: its sign, its height and its bend beside the place say whether there is one,
and a search between them says where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mpmath import mp, mpf  # type: ignore[import-untyped]

from jaxstudio.functions.curves.exact_limits import FURTHER, REDUCED, numbers_between
from jaxstudio.functions.interpreters.singular_points import SingularPoints
from jaxstudio.functions.protocol.scene import MarkKind

# A place is looked at from the width to which it is known, then from so many times farther, up to a share of
# the view.
FARTHER, FARTHEST = 16, mpf(10) ** -3
# Second differences are taken over this share of the distance to the place.
STEP = mpf(1) / 64
# Places are found to this share of the width of the view, and of the distance to 0.
EXACTLY, WHOLE = mpf(2) ** -60, mpf(1)
# At a root values shrink with the bracket at least so much; where the sign jumps they do not.
SHRINKS = mpf("0.01")
# What touches zero is smaller there than this share of what is beside it.
TOUCHES = mpf(10) ** -25
# A value that may be rounding is computed with so many more digits, and is if it loses so many bits by them.
MORE, CONFIRMED = 120, 64
# Directions that differ by less than this are one.
SMOOTH = mpf(10) ** -3


@dataclass(frozen=True)
class Place:
    """Where a mark is, exactly for all purposes, and the value of the curve there."""

    x: mpf
    value: mpf


def decided(
    points: SingularPoints, kind: MarkKind, x: float, width: float, unit: float, touching: bool = False
) -> Place | None:
    """The mark of a kind near x, which is known to a width, or None where there is none.

    `unit` is the width of the view; at a `touching` root the sign does not change. Raises NotComputable.
    """
    with mp.workdps(_digits(points)):
        search = _Search(points, mpf(repr(x)), mpf(width), unit)
        if kind is MarkKind.ROOT:
            at = None if touching else search.crossing()
            at = search.touch() if at is None else at
        elif kind is MarkKind.INFLECTION:
            at = search.inflection()
        else:
            at = search.highest(1 if kind is MarkKind.MAXIMUM else -1)
        if at is None:
            return None
        at = next(numbers_between(at - 2 * search.least, at + 2 * search.least, 2 * (float(at),)), at)
        return Place(at, search.g(at))


def roots_among(points: SingularPoints, places: Sequence[float], unit: float) -> list[Place]:
    """The roots between neighbouring places where float64 cannot tell the values from zero.

    A root is found where two places have other signs, or where the value of one is less than those beside it.
    """
    with mp.workdps(_digits(points)):
        roots: list[mpf | None] = []
        x = [mpf(place) for place in places]
        values = [value_at(points, at) for at in x]
        for n, (low, high) in enumerate(pairwise(x)):
            search = _Search(points, (low + high) / 2, (high - low) / 2, unit)
            if values[n] * values[n + 1] < 0:
                roots.append(search.between(low, high))
        for n in range(1, len(x) - 1):
            before, here, after = values[n - 1 : n + 2]
            if before * after > 0 and abs(here) < min(abs(before), abs(after)):
                search = _Search(points, x[n], max(x[n] - x[n - 1], x[n + 1] - x[n]) / 4, unit)
                roots.append(x[n] if here == 0 else search.touch())
        return [Place(at, value_at(points, at)) for at in roots if at is not None]


def value_at(points: SingularPoints, x: mpf) -> mpf:
    """The value in the working precision; 0 where it is but rounding, which more digits make smaller."""
    value = points.derivatives(x)[-1]
    if value and mp.mag(value) < -mp.prec // 2:
        with mp.workdps(mp.dps + MORE):
            again = points.derivatives(x)[-1]
        value = mpf(0) if mp.mag(again) < mp.mag(value) - CONFIRMED else again
    return value


def _digits(points: SingularPoints) -> int:
    return REDUCED.digits + FURTHER * points.order


class _Search:
    """Looks around one place."""

    def __init__(self, points: SingularPoints, x: mpf, width: mpf, unit: float) -> None:
        self.points, self.x, self.width, self.unit = points, x, width, mpf(unit)
        self.least = EXACTLY * max(abs(x), self.unit * mpf(2) ** -8)

    def g(self, x: mpf) -> mpf:
        return value_at(self.points, x)

    def reaches(self) -> Iterator[mpf]:
        """How far from the place it is looked at, farther each time."""
        reach = 4 * max(self.width, self.least)
        while reach <= max(FARTHEST * self.unit, 8 * self.width):
            yield reach
            reach *= FARTHER

    def crossing(self) -> mpf | None:
        for reach in self.reaches():
            found = self.between(self.x - reach, self.x + reach)
            if found is not None:
                return found
        return None

    def between(self, low: mpf, high: mpf) -> mpf | None:
        """The root in a bracket by bisection, with secants where they help; None where the sign jumps."""
        at_low, at_high = self.g(low), self.g(high)
        if not at_low * at_high < 0:
            return None
        largest, turn = max(abs(at_low), abs(at_high)), 0
        while high - low > self.least * self.least / self.unit:
            middle = (low + high) / 2
            if turn % 3:
                secant = high - at_high * (high - low) / (at_high - at_low)
                # a little beyond, so that the bracket closes from both sides
                away = (high - low) / 1024
                secant += away if turn % 3 == 1 else -away
                middle = min(max(secant, low + away), high - away)
            turn += 1
            value = self.g(middle)
            if value == 0:
                return middle
            if mp.isnan(value):
                return None
            if mp.sign(value) == mp.sign(at_low):
                low, at_low = middle, value
            else:
                high, at_high = middle, value
        return low if max(abs(at_low), abs(at_high)) <= SHRINKS * largest else None

    def touch(self) -> mpf | None:
        """Where the function is zero without a change of sign: a number that people write, or an extremum."""
        reach = next(iter(self.reaches()))
        beside = [abs(self.g(self.x + way * reach)) for way in (-1, 1)]
        known = [value for value in beside if not mp.isnan(value)]
        if not any(known):
            return None
        for candidate in self._numbers(reach):
            if abs(self.g(candidate)) <= TOUCHES * max(known):
                return candidate
        sign = -1 if self.g(self.x + reach) > 0 else 1
        at = self.highest(sign, EXACTLY**2)
        return at if at is not None and abs(self.g(at)) <= TOUCHES * max(known) else None

    def highest(self, sign: int, exactly: mpf = WHOLE) -> mpf | None:
        """The strict maximum of sign times the function, by golden section."""
        middle = sign * self.g(self.x)
        for reach in self.reaches():
            a, b = self.x - reach, self.x + reach
            ends = sign * self.g(a), sign * self.g(b)
            if middle > ends[0] and middle > ends[1]:
                at = self._golden(sign, a, b, exactly)
                highest = sign * self.g(at)
                typed = (x for x in self._numbers(reach) if sign * self.g(x) >= highest)
                return next(typed, at)
        return None

    def _numbers(self, reach: mpf) -> Iterator[mpf]:
        """Those near the place that people write."""
        return numbers_between(self.x - reach, self.x + reach, 2 * (float(self.x),))

    def _golden(self, sign: int, a: mpf, b: mpf, exactly: mpf) -> mpf:
        share = (3 - mp.sqrt(5)) / 2
        c, d = a + share * (b - a), b - share * (b - a)
        at_c, at_d = sign * self.g(c), sign * self.g(d)
        while b - a > self.least * exactly:
            if at_c > at_d:
                b, d, at_d = d, c, at_c
                c = a + share * (b - a)
                at_c = sign * self.g(c)
            else:
                a, c, at_c = c, d, at_d
                d = b - share * (b - a)
                at_d = sign * self.g(d)
        return (a + b) / 2

    def inflection(self) -> mpf | None:
        for reach in self.reaches():
            a, b, step = self.x - reach, self.x + reach, reach * STEP
            bends = self._bend(a, step), self._bend(b, step)
            if any(map(mp.isnan, bends)) or not bends[0] * bends[1] < 0:
                continue
            while b - a > self.least:
                middle, step = (a + b) / 2, (b - a) * STEP
                bend = self._bend(middle, step)
                if mp.isnan(bend):
                    return None
                a, b = (middle, b) if mp.sign(bend) == mp.sign(bends[0]) else (a, middle)
            return (a + b) / 2 if self._bends_at((a + b) / 2, b - a) else None
        return None

    def _bends_at(self, x: mpf, width: mpf) -> bool:
        """Whether the curve bends one way before x and the other way behind it, with one tangent there.

        At a corner or a jump its bend changes its sign, too.
        """
        away = width / STEP
        bends = [self._bend(x + side * away, away * STEP) for side in (-1, 1)]
        slopes = [(self.g(x + 2 * side * away) - self.g(x + side * away)) / (side * away) for side in (-1, 1)]
        slopes.append((self.g(x + away) - self.g(x - away)) / (2 * away))
        angles = list(map(mp.atan, slopes))
        return bool(bends[0] * bends[1] < 0 and max(angles) - min(angles) <= SMOOTH)

    def _bend(self, x: mpf, step: mpf) -> mpf:
        return self.g(x - step) - 2 * self.g(x) + self.g(x + step)
