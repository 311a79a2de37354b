"""Roots, extrema and inflections that float64 shows, decided by the signs of balls.

Near a place where a function cancels, rounding has roots, extrema and inflections of its own. Balls know the
signs of the function, of its slope and of its bend beside the place for certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from flint import arb, fmpq

from jaxstudio.functions.derivatives.ball_function import BallFunction
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, digits, exactly, is_known, numbers_between
from jaxstudio.functions.interpreters.germs import Unexpanded
from jaxstudio.functions.protocol.scene import MarkKind

# Decimal digits of the balls, and of those around 0.
DIGITS, MORE = 120, 400
# A place is looked at from the width to which it is known, then from so many times farther, up to a share of
# the view.
FARTHER, FARTHEST = 16, arb(10) ** -3
# Places are found to this share of the width of the view, and of the distance to 0.
EXACTLY = arb(2) ** -60
# At a zero values shrink with the bracket at least so much; where the sign jumps they do not.
SHRINKS = arb("0.01")
# What touches zero is smaller there than this share of what is beside it.
TOUCHES = arb(10) ** -25
# Directions that differ by less than this are one.
SMOOTH = arb(10) ** -3


@dataclass(frozen=True)
class Place:
    """Where a mark is, exactly for all purposes, and the value of the curve there."""

    x: Any
    value: arb


def decided(
    function: BallFunction, kind: MarkKind, x: float, width: float, unit: float, touching: bool = False
) -> Place | None:
    """The mark of a kind near x, which is known to a width, or None where there is none.

    `unit` is the width of the view; at a `touching` root the sign does not change. Raises one of `FAILURES`.
    """
    with digits(DIGITS):
        search = _Search(function, exactly(x), width, unit)
        if kind is MarkKind.ROOT:
            at = None if touching else search.crossing(0)
            at = search.touch() if at is None else at
        elif kind is MarkKind.INFLECTION:
            at = search.inflection()
        else:
            at = search.highest(1 if kind is MarkKind.MAXIMUM else -1)
        return None if at is None else Place(at, search.value(at))


def roots_among(function: BallFunction, places: Sequence[float], unit: float) -> list[Place]:
    """The roots between neighbouring places where float64 cannot tell the values from zero.

    A root is found where two places have other signs, or where the value of one is less than those beside it.
    """
    with digits(DIGITS):
        roots: list[tuple[Any, _Search]] = []
        x = [exactly(place) for place in places]
        searches = [_Search(function, at, 0.0, unit) for at in x]
        values = [search.value(at) for search, at in zip(searches, x, strict=True)]
        for n, (low, high) in enumerate(pairwise(x)):
            if values[n] * values[n + 1] < 0:
                roots.append((searches[n].between(arb(low), arb(high), 0), searches[n]))
        for n in range(1, len(x) - 1):
            before, here, after = values[n - 1 : n + 2]
            if before * after > 0 and abs(here) < abs(before) and abs(here) < abs(after):
                wide = float(max(x[n] - x[n - 1], x[n + 1] - x[n])) / 4
                search = _Search(function, x[n], wide, unit)
                roots.append((x[n] if here == 0 else search.touch(), search))
        return [Place(at, search.value(at)) for at, search in roots if at is not None]


class _Search:
    """Looks around one place."""

    def __init__(self, function: BallFunction, x: fmpq, width: float, unit: float) -> None:
        self.function, self.x, self.width, self.unit = function, x, arb(width), arb(unit)
        self.least = (EXACTLY * (abs(arb(x)) + self.unit * arb(2) ** -8)).mid()

    def value(self, x: Any, above: int = 0) -> arb:
        """The function, or a derivative of it, as an exact number: 0 if `MORE` digits do not tell it from 0;
        NaN where there is certainly none.

        Raises Unexpanded where nothing is known, as of acos at a ball around 1.
        """
        known = False
        for count in (DIGITS, MORE):
            with digits(count):
                value = self.function.orders(x, above)[-1]
                if value is NOWHERE:
                    return arb.nan()
                known = is_known(value)
                if known and not arb(value).contains(0):
                    return arb(value).mid()
        if not known:
            raise Unexpanded
        return arb(0)

    def reaches(self) -> Iterator[arb]:
        """How far from the place it is looked at, farther each time."""
        reach = (4 * (self.width if self.width > self.least else self.least)).mid()
        while reach <= FARTHEST * self.unit or reach <= 8 * self.width:
            yield reach
            reach *= FARTHER

    def crossing(self, above: int, falls: bool | None = None) -> Any:
        """The zero of a derivative where it rises, or `falls`, if either is asked for."""
        for reach in self.reaches():
            low, high = (self.x - reach).mid(), (self.x + reach).mid()
            first, last = self.value(low, above), self.value(high, above)
            if first * last < 0 and falls in (None, bool(first > 0)):
                return self.between(low, high, above)
        return None

    def between(self, low: arb, high: arb, above: int) -> Any:
        """The zero in a bracket by bisection, with secants where they help; None where the sign jumps."""
        at_low, at_high = self.value(low, above), self.value(high, above)
        largest, turn = abs(at_low) if abs(at_low) > abs(at_high) else abs(at_high), 0
        while high - low > self.least * self.least / self.unit:
            middle = ((low + high) / 2).mid()
            if turn % 3:
                # a little beyond, so that the bracket closes from both sides
                away = (high - low) / (1024 if turn % 3 == 1 else -1024)
                secant = (high - at_high * (high - low) / (at_high - at_low) + away).mid()
                middle = secant if low < secant and secant < high else middle
            turn += 1
            value = self.value(middle, above)
            if value == 0:
                low = high = middle
                at_low = at_high = value
            elif value.is_nan():  # at a corner there is no slope
                return middle if above else None
            elif value * at_low > 0:
                low, at_low = middle, value
            else:
                high, at_high = middle, value
        is_jump = above == 0 and not (abs(at_low) <= SHRINKS * largest and abs(at_high) <= SHRINKS * largest)
        return None if is_jump else self._typed(low, high)

    def _typed(self, low: arb, high: arb) -> Any:
        """The number that people write in a tiny bracket, or its middle."""
        around = 2 * self.least
        return next(numbers_between(low - around, high + around), ((low + high) / 2).mid())

    def highest(self, sign: int) -> Any:
        """The strict maximum of sign times the function: its slope changes its sign, and there is no jump."""
        for reach in self.reaches():
            low, high = (self.x - reach).mid(), (self.x + reach).mid()
            first, last = sign * self.value(low, 1), sign * self.value(high, 1)
            if not (first > 0 and last < 0):
                continue
            at = self.between(low, high, 1)
            if at is None:
                return None
            top, ends = sign * self.value(at), [sign * self.value(end) for end in (low, high)]
            return at if all(top > end for end in ends) else None
        return None

    def touch(self) -> Any:
        """Where the function is zero without a change of sign: a number that people write, or an extremum."""
        for reach in self.reaches():
            beside = [abs(self.value((self.x + way * reach).mid())) for way in (-1, 1)]
            known = [value for value in beside if value > 0]
            if known:
                break
        else:
            return None
        most = max(known, key=lambda value: float(value.log()))
        for candidate in numbers_between(self.x - reach, self.x + reach):
            if abs(self.value(candidate)) <= TOUCHES * most:
                return candidate
        at = self.highest(-1 if self.value((self.x + reach).mid()) > 0 else 1)
        return at if at is not None and abs(self.value(at)) <= TOUCHES * most else None

    def inflection(self) -> Any:
        """Where the bend changes its sign and the slope does not jump."""
        at = self.crossing(2)
        if at is None:
            return None
        away = (self.least * 4).mid()
        before, after = (self.value((at + side * away), 1).atan() for side in (-1, 1))
        return at if abs(before - after) <= SMOOTH else None
