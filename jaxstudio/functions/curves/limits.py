"""One-sided limits at a singular point, read off expansions beside it with a proven rest.

In a bracket of a few numbers, or of the width in which float64 cancels, balls exclude every place but one.
The function is expanded on both sides of it, so that no rounding and no nearness decides what the point is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from flint import arb, fmpq

from jaxstudio.functions.derivatives.ball_function import FAILURES, BallFunction
from jaxstudio.functions.interpreters.ball_integrals import irregular, pinned
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, digits, is_known, numbers_between
from jaxstudio.functions.interpreters.germs import Unexpanded

# Decimal digits of the balls.
DIGITS = 80
# So many results are kept of a function, for other views of it.
MOST_KEPT = 1_024
# After so many brackets in a row without a result the function's kind is taken for the reason.
MOST_FAILURES = 3
# A bracket is divided so finely, in binary places, and expansions reach so much less than the view.
NARROW, REACHES = 24, (10, 24, 40, 60, 90)
# Limits are the same if they differ by less than this share.
SAME = 1e-18


class Behaviour(StrEnum):
    """What a curve does on one side of a place."""

    FINITE = "finite"
    INFINITE = "infinite"
    UNDEFINED = "undefined"
    WILD = "wild"


@dataclass(frozen=True)
class Side:
    """A side of a place: `limit` is a ball, ±∞ where infinite, `NOWHERE` without a limit."""

    behaviour: Behaviour
    limit: Any


@dataclass(frozen=True)
class Point:
    """The singular point in a bracket: `x` is a fraction or a tiny ball, `value` is `NOWHERE` without one,
    and `below` is the same of the derivative of one order less."""

    x: Any
    value: Any
    left: Side
    right: Side
    below: Point | None = None

    @property
    def is_continuous(self) -> bool:
        """Whether value and limits are the same."""
        both = (self.left, self.right)
        finite = all(side.behaviour is Behaviour.FINITE for side in both) and self.value is not NOWHERE
        return finite and all(are_same(side.limit, self.value) for side in both)


class Undecided(ArithmeticError):
    """What happens in a bracket could not be decided."""


class NotFollowed(Undecided):
    """The function has no expansions, so that nothing was tried."""


def are_same(a: Any, b: Any) -> bool:
    """Whether two limits are the same for all that is known of them."""
    with digits(DIGITS):
        off = abs(arb(a) - arb(b)).upper()
        return bool(off <= arb(SAME) * (abs(arb(a)) + abs(arb(b)) + SAME))


def singular_point(function: BallFunction, low: float, high: float, unit: float) -> Point | None:
    """The singular point in the bracket [low, high], None if there is none; `unit` is the width of the view.

    Raises Undecided where there are several, or where the limits cannot be told.
    """
    around = max(64 * 2.0**-52 * max(abs(low), abs(high)), abs(high - low), unit * 2.0**-48)
    with digits(DIGITS):
        first, last = arb(low) - around, arb(high) + around
        for begin, end, point in function.known:
            inside = point is None or (first <= point.x and point.x <= last)
            if begin <= low and high <= end and inside:
                known: Point | None = point
                return known
        if function.failures >= MOST_FAILURES:
            raise Undecided
        try:
            found = _point(function, first, last, unit)
        except (*FAILURES, Undecided) as problem:
            function.failures += 1
            raise Undecided from problem
        function.failures = 0
    if len(function.known) < MOST_KEPT:
        function.known.append((first, last, found))
    return found


def _point(function: BallFunction, first: arb, last: arb, unit: float) -> Point | None:
    if function.is_smooth(first.union(last)):
        return None
    tried = []
    for x in numbers_between(first, last):
        try:
            return _at(function, x, unit, last - first)
        except Unexpanded:
            tried.append(x)
    brackets = irregular(function.is_smooth, first, last, arb(2) ** -NARROW * (last - first))
    if not brackets:
        return None
    if len(brackets) > 1:
        raise Undecided
    for x in numbers_between(*brackets[0]):
        if x in tried:
            raise Undecided  # the one place is this number, and cannot be expanded beside
        try:
            return _at(function, x, unit, last - first)
        except Unexpanded:
            continue
    return _at(function, pinned(function.is_smooth, *brackets[0]), unit, last - first)


def _at(function: BallFunction, x: Any, unit: float, width: arb) -> Point:
    """The behaviour at a place that expansions over the bracket prove to be its only singular one."""
    value: Any = function.value(x)
    if value is not NOWHERE and not is_known(value):
        raise Undecided
    left, right = (_sides(function, x, side, unit, width) for side in (-1, 1))
    before = Point(x, value, left[0], right[0])
    for below, above in zip(left[1:], right[1:], strict=True):
        before = Point(x, _differentiated(before, below, above), below, above, before)
    return before


def _sides(function: BallFunction, x: Any, side: int, unit: float, width: arb) -> list[Side]:
    """The limits of the function and of its derivatives on one side."""
    largest = -math.frexp(unit)[1]
    problem = Unexpanded()
    for places in (largest + more for more in REACHES):
        if arb(2) ** -places < width and places > largest + REACHES[0]:
            break
        try:
            return [_side(germ) for germ in function.beside(x, side, places)]
        except Unexpanded as failed:
            problem = failed
    raise problem


def _side(germ: Any) -> Side:
    if germ is NOWHERE:
        return Side(Behaviour.UNDEFINED, NOWHERE)
    limit = germ.limit()
    is_finite = isinstance(limit, fmpq) or bool(limit.is_finite())
    return Side(Behaviour.FINITE if is_finite else Behaviour.INFINITE, limit)


def _differentiated(before: Point, left: Side, right: Side) -> Any:
    """The derivative at a point itself, `NOWHERE` where there is none.

    `before` is the derivative of one order less. Where it is continuous, the derivative is the limit, if both
    sides have the same; at an end of the domain it is that of the one side.
    """
    finite = [side for side in (left, right) if side.behaviour is Behaviour.FINITE]
    infinite = Behaviour.INFINITE in (left.behaviour, right.behaviour)
    if infinite or not finite or not are_same(finite[0].limit, finite[-1].limit):
        return NOWHERE
    both = zip((before.left, before.right), (left, right), strict=True)
    there = [lower.limit for lower, side in both if side.behaviour is Behaviour.FINITE]
    # an undefined or infinite limit is the same as no value
    met = before.value is not NOWHERE and all(
        limit is not NOWHERE and are_same(limit, before.value) for limit in there
    )
    return finite[0].limit if met else NOWHERE
