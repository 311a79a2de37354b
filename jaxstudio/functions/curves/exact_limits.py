"""One-sided limits at a singular point in hundreds of digits.

A bracket of a few numbers, or of the width in which float64 cancels, is searched for the singular point
itself: the zero of a critical expression, such as a divisor. From it the function is followed at distances
that shrink from 1e-8 to 1e-64 of the view, so that no rounding and no nearness decides what the point is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import cast

from mpmath import mp, mpf  # type: ignore[import-untyped]

from jaxstudio.functions.interpreters.singular_points import NotComputable, SingularPoints

# Distances are powers of ten of the view times these numbers, which have no pattern.
FACTORS = (mpf("0.6180339887498949"), mpf("0.2360679774997897"))
# So many results are kept of a function, for other views of it.
MOST_KEPT = 1_024
# Steps of the secant method.
STEPS = 40
# Increments of a sequence that converges shrink at least so much; of one that diverges they hardly shrink.
SHRINKS, DIVERGES = 0.1, 0.9
# Limits are the same if they differ by less than this share, or by less than so many last increments.
SAME, LAST = mpf(10) ** -18, 100
# An extremum of a critical expression this near to 0, as a share of its values beside it, may touch 0.
TOUCHES = 0.01


@dataclass(frozen=True)
class Precision:
    """`digits` of the point and of the values near it, `more` of the values that confirm them, and the
    `exponents` n of the distances 10^-n at which the function is followed."""

    digits: int
    more: int
    exponents: tuple[int, ...]

    @property
    def zero(self) -> mpf:
        """A critical expression that is smaller at a point of so many digits is 0."""
        return mpf(10) ** -(self.digits // 2 - 20)

    @property
    def snap(self) -> mpf:
        """A critical expression that is smaller at the point is taken for 0 there."""
        return mpf(10) ** -(self.digits // 4)


# Of elementary functions, and of those whose digits are costly.
FULL, REDUCED = Precision(400, 640, (8, 16, 32, 64)), Precision(200, 320, (4, 8, 16, 32))
# A derivative of each further order cancels so many digits more.
FURTHER = 130


class Behaviour(StrEnum):
    """What a curve does on one side of a place."""

    FINITE = "finite"
    INFINITE = "infinite"
    UNDEFINED = "undefined"
    WILD = "wild"


@dataclass(frozen=True)
class Side:
    """What the function does on one side: `limit` is ±inf where infinite and NaN without a limit."""

    behaviour: Behaviour
    limit: mpf


@dataclass(frozen=True)
class Point:
    """The singular point in a bracket: `x` is exact for all purposes, `value` NaN where there is none."""

    x: mpf
    value: mpf
    left: Side
    right: Side

    @property
    def is_continuous(self) -> bool:
        """Whether value and limits are the same."""
        both = (self.left, self.right)
        finite = all(side.behaviour is Behaviour.FINITE for side in both) and not mp.isnan(self.value)
        return finite and all(are_same(side.limit, self.value) for side in both)


class Undecided(ArithmeticError):
    """What happens in a bracket could not be decided."""


class NotFollowed(Undecided):
    """The function is not computed in hundreds of digits, so that nothing was tried."""


def are_same(a: mpf, b: mpf) -> bool:
    """Whether two limits are the same for all that is known of them."""
    return bool(abs(a - b) <= SAME * max(abs(a), abs(b), SAME))


def singular_point(
    function: SingularPoints, low: float, high: float, unit: float, precision: Precision | None = None
) -> Point | None:
    """The singular point in the bracket [low, high], None if there is none; `unit` is the width of the view.

    Of a derivative the usual precision is higher. Raises Undecided where there are several, or where the
    limits cannot be told.
    """
    if precision is None:
        precision, further = REDUCED if function.is_costly else FULL, FURTHER * function.order
        precision = replace(precision, digits=precision.digits + further, more=precision.more + further)
    search = _Search(function, precision, low, high, unit)
    for first, last, point in function.searched:
        inside = point is None or search.first <= point.x <= search.last
        if first <= low and high <= last and inside:
            return cast("Point | None", point)
    with mp.workdps(precision.digits):
        try:
            x = search.locate()
            found = None if x is None else search.point(x)
        except NotComputable as problem:
            raise NotFollowed from problem
    if len(function.searched) < MOST_KEPT:
        function.searched.append((search.first, search.last, found))
    return found


class _Search:
    """One bracket, widened by what decimals and float64 differ by."""

    def __init__(
        self, function: SingularPoints, precision: Precision, low: float, high: float, unit: float
    ) -> None:
        self.function, self.precision, self.unit = function, precision, mpf(unit)
        self.bracket = low, high
        spacing = 2.0**-52 * max(abs(low), abs(high))
        around = max(64 * spacing, abs(high - low), unit * 2.0**-48)
        with mp.workdps(precision.digits):
            self.first, self.last = mpf(low) - around, mpf(high) + around

    def critical(self, x: mpf) -> list[mpf]:
        return self.function.at(x)[1]

    def locate(self) -> mpf | None:
        """Where in the bracket the one zero of all critical expressions is."""
        places = [self.first, (self.first + self.last) / 2, self.last]
        level, (begin, middle, end) = zip(*map(self.function.at, places), strict=True)
        zeros: list[mpf] = []
        for candidate in numbers_between(self.first, self.last, self.bracket):
            hit = [
                abs(here) <= self.precision.zero and before != 0 and after != 0
                for here, before, after in zip(self.critical(candidate), begin, end, strict=True)
            ]
            if any(hit):
                zeros.append(candidate)
        for index, values in enumerate(zip(begin, middle, end, strict=True)):
            zero = self._zero(index, places, values, zeros)
            if zero is not None and all(abs(zero - other) > self.precision.zero for other in zeros):
                zeros.append(zero)
        if len(zeros) > 1:
            raise Undecided
        if not zeros:
            nowhere = {bool(mp.isnan(value)) for value in level}
            if len(nowhere) > 1 or (nowhere == {False} and any(map(mp.isnan, (*begin, *end)))):
                raise Undecided
            return None
        self._check_alone(zeros[0])
        return zeros[0]

    def _zero(
        self, index: int, places: list[mpf], values: tuple[mpf, mpf, mpf], known: list[mpf]
    ) -> mpf | None:
        """The zero of a critical expression between the outer places, unless it is known."""
        begin, middle, end = values
        if any(map(mp.isnan, values)) or begin == 0 or end == 0:
            return None

        def g(x: mpf) -> mpf:
            return self.critical(x)[index]

        if any(self._explains(x, g, begin, end) for x in known):
            return None
        bend = begin - 2 * middle + end
        crosses = begin * end < 0
        if not crosses:
            if not bend:
                return None
            share = (begin - end) / (2 * bend)  # of half the width, from the middle
            lowest = middle - (end - begin) ** 2 / (8 * bend)
            if abs(share) > 1.5 or abs(lowest) > TOUCHES * max(abs(begin), abs(end)):
                return None
        if crosses:
            return self._simple_zero(g, begin, end)
        return self._double_zero(g, places[1] + share * (self.last - self.first) / 2)

    def _explains(self, x: mpf, g: Callable[[mpf], mpf], begin: mpf, end: mpf) -> bool:
        """Whether an expression is 0, has a pole or jumps at x, and keeps its sign on both sides of it."""
        away = (self.last - self.first) * mpf(10) ** -(self.precision.digits // 8)
        before, here, after = g(x - away), g(x), g(x + away)
        if mp.sign(before) != mp.sign(begin) or mp.sign(after) != mp.sign(end):
            return False
        return begin * end < 0 or bool(abs(here) <= self.precision.zero)

    def _simple_zero(self, g: Callable[[mpf], mpf], at_a: mpf, at_b: mpf) -> mpf | None:
        """By the secant method, where an expression is nearly linear; None where it jumps over 0."""
        a, b, largest = self.first, self.last, max(abs(at_a), abs(at_b))
        least = abs(b - a) * mpf(10) ** -(self.precision.digits - 60)
        for _ in range(STEPS):
            if at_a == at_b:
                break
            a, b, at_a = b, b - at_b * (b - a) / (at_b - at_a), at_b
            if not self.first <= b <= self.last:
                raise Undecided
            at_b = g(b)
            if mp.isnan(at_b):
                raise Undecided
            if at_b == 0 or abs(b - a) <= least:
                return b
        if abs(at_b) > TOUCHES * largest:
            return None  # the distance to the nearest whole number jumps halfway between two
        raise Undecided

    def _double_zero(self, g: Callable[[mpf], mpf], x: mpf) -> mpf | None:
        """Where an expression touches 0 near x, by Newton's method for its slope; None if it does not."""
        width, digits = self.last - self.first, self.precision.digits
        away = width * mpf(10) ** -(digits // 3)
        for _ in range(STEPS):
            if not self.first <= x <= self.last:
                return None
            before, here, after = g(x - away), g(x), g(x + away)
            bend, slope = (before - 2 * here + after) / away**2, (after - before) / (2 * away)
            if not bend or mp.isnan(bend):
                raise Undecided
            step = slope / bend
            x -= step
            if abs(step) <= width * mpf(10) ** -(digits // 4):
                lowest = abs(bend) * (width * mpf(10) ** -(digits // 5)) ** 2
                return x if abs(g(x)) <= lowest else None
        raise Undecided

    def _check_alone(self, x: mpf) -> None:
        """That no critical expression changes its sign between x and the ends: there is no second zero."""
        for end in (self.first, self.last):
            shares = 1, mpf("0.31"), mpf("0.01"), mpf("1e-5")
            rows = [self.critical(x + (end - x) * share) for share in shares]
            for values in zip(*rows, strict=True):
                if len({mp.sign(value) for value in values if not mp.isnan(value)}) > 1:
                    raise Undecided

    def point(self, x: mpf) -> Point:
        """The limits of the derivative, with the value that those of the lower orders leave it."""
        value: mpf | None = self.function.at(x, self.precision.snap)[0]
        sides = zip(self._sides(x, -self.unit), self._sides(x, self.unit), strict=True)
        before: Point | None = None
        for order, (left, right) in enumerate(sides):
            if order:
                value = None if left is None or right is None else _differentiated(before, left, right)
            if value is None or left is None or right is None:
                before = None
            else:
                before = Point(x, value, left, right)
        if before is None:
            raise Undecided
        return before

    def _sides(self, x: mpf, way: mpf) -> list[Side | None]:
        """What the function and its derivatives do on one side, None where that is open.

        `way` is the width of the view with the sign of the side.
        """
        sequences = [
            [self.function.derivatives(x + way * factor * mpf(10) ** -n) for n in self.precision.exponents]
            for factor in FACTORS
        ]
        with mp.workdps(self.precision.more):
            nearest = x + way * FACTORS[0] * mpf(10) ** -self.precision.exponents[-1]
            again = self.function.derivatives(nearest)
        sides: list[Side | None] = []
        for order, confirmed in enumerate(again):
            try:
                sides.append(_side([[row[order] for row in rows] for rows in sequences], confirmed))
            except Undecided:
                sides.append(None)
        return sides


def _differentiated(before: Point | None, left: Side, right: Side) -> mpf | None:
    """The derivative at a point itself, NaN where there is none; None where that is open.

    `before` is the derivative of one order less, None where that is open. Where it is continuous, the
    derivative is the limit, if both sides have the same; at an end of the domain it is that of the one side.
    """
    finite = [side for side in (left, right) if side.behaviour is Behaviour.FINITE]
    infinite = Behaviour.INFINITE in (left.behaviour, right.behaviour)
    if infinite or not finite or not are_same(finite[0].limit, finite[-1].limit):
        return mpf(mp.nan)
    if before is None:
        return None
    both = zip((before.left, before.right), (left, right), strict=True)
    there = [lower.limit for lower, side in both if side.behaviour is Behaviour.FINITE]
    # an undefined or infinite limit is the same as no value
    met = not mp.isnan(before.value) and all(are_same(limit, before.value) for limit in there)
    return finite[0].limit if met else mpf(mp.nan)


def _side(sequences: list[list[mpf]], confirmed: mpf) -> Side:
    """What two sequences of values do; `confirmed` is the last of the first one in more digits."""
    nowhere = [[mp.isnan(value) for value in sequence] for sequence in sequences]
    if all(map(all, nowhere)):
        return Side(Behaviour.UNDEFINED, mpf(mp.nan))
    if any(map(any, nowhere)):
        raise Undecided
    if not abs(sequences[0][-1] - confirmed) <= SAME * max(abs(confirmed), SAME):
        raise Undecided
    return _agreed(*sequences)


def _agreed(a: list[mpf], b: list[mpf]) -> Side:
    """The limit that two sequences of values have in common."""
    of_a, of_b = _limit(a), _limit(b)
    if of_a is None or of_b is None:
        raise Undecided
    (one, error), (other, other_error) = of_a, of_b
    if mp.isinf(one) or mp.isinf(other):
        if one != other or not _grow_alike(a, b):
            raise Undecided
        return Side(Behaviour.INFINITE, one)
    if abs(one - other) > LAST * (error + other_error) + SAME * max(abs(one), SAME):
        raise Undecided
    # a limit that is nothing beside its last increment
    return Side(Behaviour.FINITE, mpf(0) if abs(one) <= LAST * error else one)


def numbers_between(first: mpf, last: mpf, bracket: tuple[float, float]) -> Iterator[mpf]:
    """Numbers in the interval that people type, or that multiples of π make: each is tried by itself."""
    tried: set[str] = set()
    for unit in (mpf(1), mp.pi):
        simple = _simplest(first / unit, last / unit)
        x = None if simple is None else unit * simple.numerator / simple.denominator
        if x is not None and mp.nstr(x, 40) not in tried:
            tried.add(mp.nstr(x, 40))
            yield x
    low, high = bracket
    for text in (f"{low + (high - low) / 2:.12g}", *sorted({repr(low), repr(high)}, key=len)):
        x = mpf(text)
        if first <= x <= last and mp.nstr(x, 40) not in tried:
            tried.add(mp.nstr(x, 40))
            yield x


def _simplest(low: mpf, high: mpf) -> Fraction | None:
    """The fraction of the least denominator in an interval, if that is no more than chance would have it."""
    if low <= 0 <= high:
        return Fraction(0)
    middle = Fraction(int(mp.nint((low + high) / 2 * 2**200)), 2**200)
    for most in (1, 12, 1_000, 100_000):
        fraction = middle.limit_denominator(most)
        if low <= mpf(fraction.numerator) / fraction.denominator <= high:
            return fraction
    return None


def _limit(y: list[mpf]) -> tuple[mpf, mpf] | None:
    """The limit of a sequence and its last increment; ±inf where it diverges, None where that is open."""
    steps = [after - before for before, after in pairwise(y)]
    sizes = [abs(step) for step in steps]
    if not any(sizes):
        return y[-1], mpf(0)
    least = SAME * max(abs(y[-1]), SAME)
    if sizes[-1] <= max(SHRINKS * sizes[-2], least) and sizes[-2] <= max(3 * SHRINKS * sizes[-3], least):
        return y[-1], sizes[-1]
    grows = all(b >= DIVERGES * a > 0 for a, b in pairwise(sizes))
    signs = {mp.sign(each) for each in (*steps, y[-1])}
    if grows and len(signs) == 1:
        return mp.sign(y[-1]) * mpf(mp.inf), mpf(0)
    return None


def _grow_alike(a: list[mpf], b: list[mpf]) -> bool:
    """Whether two sequences at distances of one ratio grow by one law: sin(1/x)/x does not."""
    ratios = [mp.log(abs(two / one)) for one, two in zip(a, b, strict=True)]
    if ratios[-1] > 100:
        return True  # faster than any power
    return bool(abs(ratios[-1] - ratios[-2]) <= 0.05 * (1 + abs(ratios[-1])))
