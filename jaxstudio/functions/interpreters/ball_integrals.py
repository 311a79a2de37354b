"""Integrals of balls: Arb's integrator where the integrand is bounded, expansions of it at singular points.

The range is bisected until the integrand is bounded in each part. What is left are narrow brackets around
singular points, of which the expansions on both sides say whether the integral exists, and its value there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
from flint import acb, arb, fmpq

from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, UNKNOWN, is_known, numbers_between
from jaxstudio.functions.interpreters.germs import (
    ONE,
    ZERO,
    Germ,
    Key,
    Steep,
    Unexpanded,
    ball_of,
    is_nothing,
    whole,
)
from jaxstudio.functions.interpreters.waves import Wave

Body = Callable[[Any], Any]
# A bracket of a singular point is as narrow as this share of the range, in binary places.
NARROW = 40
# Brackets so wide may hold more than the one place that is tried; the integrator then finds no value.
WIDE = fmpq(1, 32)
# So many parts of the range are looked at first, and at most.
FEW_PARTS, MOST_PARTS = 400, 2_500
# Evaluations of one integral, and how much of the working precision its error may use.
EVALUATIONS, SHARE = 20_000, 0.75
# Binary places of the distance to a singular point within which its expansion is integrated.
REACHES = (8, 16, 32, 64, 128)
# What oscillates towards infinity is expanded from 16 on, if that is sharp enough, or from 256 on: what lies
# before has few periods.
NEAR = (4, 8)
UNDEFINED = acb(arb.nan())
# Of a search for singular places: more brackets, or parts that are looked at, are too many. A place is pinned
# down to a ball of this share of the working precision.
MOST_BRACKETS, MOST_LOOKED_AT, PINNED = 60, 2_000, 0.8

IsRegular = Callable[[arb], bool]


def irregular(
    is_regular: IsRegular, low: arb, high: arb, narrow: arb, most: int = MOST_LOOKED_AT
) -> list[tuple[arb, arb]]:
    """The brackets, not much wider than `narrow` and ascending, outside of which all is regular.

    Raises Unexpanded where there are too many.
    """
    parts, brackets = [(low, high)], list[tuple[arb, arb]]()
    for _ in range(most):
        if not parts:
            return brackets
        a, b = parts.pop()
        if is_regular(a.union(b)):
            continue
        if b - a > narrow:
            middle = ((a + b) / 2).mid()
            parts += [(middle, b), (a, middle)]
        elif brackets and not a > brackets[-1][1]:
            brackets[-1] = brackets[-1][0], b
        else:
            brackets.append((a, b))
        if len(brackets) > MOST_BRACKETS:
            break
    raise Unexpanded


def pinned(is_regular: IsRegular, low: arb, high: arb) -> arb:
    """A ball around the one irregular place in a bracket; raises Unexpanded where there are several."""
    brackets = irregular(is_regular, low, high, arb(2) ** int(-PINNED * flint.ctx.prec))
    if len(brackets) != 1:
        raise Unexpanded
    return brackets[0][0].union(brackets[0][1])


@dataclass(frozen=True)
class Integral:
    """`value` is a ball, or no value; `principal` is Cauchy's principal value of one that diverges, if it has
    one, and `at` are the places where it diverges."""

    value: Any
    principal: Any = None
    at: tuple[Any, ...] = ()


class _NoValue(Exception):
    """The integrand has no value in a whole interval."""


def integral(algebra: Any, body: Body, low: Any, high: Any) -> Integral:
    """The integral of a body over a BallAlgebra, from low to high: fractions, balls or ±∞."""
    if low is NOWHERE or high is NOWHERE:
        return Integral(NOWHERE)
    if any(isinstance(end, Germ) for end in (low, high)):
        raise Unexpanded
    if any(isinstance(end, acb) or not _is_narrow(end) for end in (low, high)):
        return Integral(_Search(algebra, body, flint.ctx.prec).between(acb(low), acb(high)))
    if low == high:
        return Integral(fmpq(0))
    if low > high:
        found = integral(algebra, body, high, low)
        return Integral(-found.value, None if found.principal is None else -found.principal, found.at)
    if not low < high:
        return Integral(UNKNOWN)
    precision = flint.ctx.prec
    try:
        with flint.ctx.workprec(precision + REACHES[-1] + 64):
            found = _Search(algebra, body, precision).result(_sharper(low), _sharper(high))
            return Integral(NOWHERE, found.principal, found.at) if found.at else found
    except _NoValue:
        return Integral(NOWHERE)
    except (Unexpanded, TypeError, ZeroDivisionError):
        return Integral(UNKNOWN)


def landmarks(algebra: Any, body: Body, low: Any, high: Any) -> list[tuple[Any, bool]]:
    """The places between which the integrand is smooth or has no value, each a corner (or a jump) or not
    bounded. Raises Unexpanded where there are too many.
    """

    def known(t: Any) -> Any:
        value = body(t)
        return fmpq(0) if value is NOWHERE else value

    with flint.ctx.workprec(flint.ctx.prec + REACHES[-1] + 64):
        return _Search(algebra, known, flint.ctx.prec).singular(low, high)


class _Search:
    def __init__(self, algebra: Any, body: Body, precision: int) -> None:
        self.algebra, self.body, self.precision = algebra, body, precision
        # the greatest error that is small enough
        self.least = arb(2) ** int(-SHARE * precision)
        # whether all corners are known, so that one branch holds between two of them
        self.is_split = False

    def result(self, low: Any, high: Any) -> Integral:
        """Integrate with expansions that reach less and less far, until their open part is small."""
        best: tuple[arb, Callable[[], Integral]] | None = None
        problem = Unexpanded()
        is_endless = not (_is_finite(low) and _is_finite(high))
        known = None if is_endless else self.singular(low, high)
        for places in REACHES:
            try:
                rest, complete = self._at_reach(low, high, places, known)
            except Unexpanded as failed:
                problem = failed
                continue
            if best is None or rest < best[0]:
                best = rest, complete
            if best[0] <= self.least:
                break
        if best is None:
            raise problem
        return best[1]()

    def _at_reach(
        self, low: Any, high: Any, places: int, known: list[tuple[Any, bool]] | None
    ) -> tuple[arb, Callable[[], Integral]]:
        """The part that expansions leave open, and a function that computes the rest."""
        step = arb(2) ** -places
        tails = {float(end): self._tail(end, places) for end in (low, high) if not _is_finite(end)}
        first, last = (
            end if _is_finite(end) else end.sgn() * arb(2) ** tails[float(end)][0] for end in (low, high)
        )
        known = self.singular(first, last) if known is None else known
        corners = [x for x, is_corner in known if is_corner]
        points = [
            *([low] if first is not low else []),
            *(x for x, _ in known),
            *([high] if last is not high else []),
        ]
        total, cancels, diverging = arb(0), True, []
        ends: list[Any] = [first]
        for x in points:
            if any(x is corner for corner in corners):
                ends += [x, x]
                continue
            sides = [
                side for side, end in ((-1, low), (1, high)) if _is_finite(x) and not _is_same(x, end)
            ] or [1]
            parts = [
                _integrated(self._germ(x, side, places)) if _is_finite(x) else tails[float(x)][1]
                for side in sides
            ]
            total += sum((part for part, _ in parts), arb(0))
            infinite = [terms for _, terms in parts]
            if any(infinite):
                diverging.append(x)
                cancels = cancels and len(sides) == 2 and _cancel(*infinite)
            if _is_finite(x):
                ends += [x - step if -1 in sides else x, x + step if 1 in sides else x]
        ends.append(last)
        pairs = [(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True) if not _is_same(a, b)]
        if not all(a < b for a, b in pairs):
            raise Unexpanded

        def complete() -> Integral:
            if diverging and not cancels:
                return Integral(arb.nan(), None, tuple(diverging))
            with flint.ctx.workprec(self.precision + 2 * places):
                parts = [self.between(acb(a), acb(b)).real for a, b in pairs]
            value = sum(parts, total)
            return Integral(value, value if diverging and value.is_finite() else None, tuple(diverging))

        return arb(0) if diverging and not cancels else total.rad(), complete

    def _tail(self, end: Any, places: int) -> tuple[int, tuple[arb, dict[Key, Any]]]:
        """The integral towards an infinite end, and from which power of 2 on."""
        for near in NEAR:
            try:
                germ = self._germ(end, 1, near)
                found = _integrated(germ)
            except Unexpanded:
                continue
            if isinstance(germ, Wave) and (found[0].rad() <= self.least or near == NEAR[-1]):
                return near, found
        return places, _integrated(self._germ(end, 1, places))

    def singular(self, low: Any, high: Any) -> list[tuple[Any, bool]]:
        """The places in [low, high] near which balls do not bound the integrand, ascending; with its corners
        and jumps, which are told from the others, unless they are too many."""
        narrow, (a, b) = arb(2) ** -NARROW * (high - low), (arb(low), arb(high))
        step = arb(2) ** -REACHES[0] * min(arb(1), b - a, key=lambda size: float(size))
        attempts = (
            (self._is_smooth, a, b, narrow, FEW_PARTS),
            (self._is_smooth, a + step, b - step, narrow, MOST_PARTS),  # balls are too wide beside some ends
            (self._is_bounded, a, b, narrow, MOST_PARTS),
            (self._is_bounded, a, b, WIDE * (b - a), MOST_PARTS),  # and beside some poles
        )
        for is_regular, begin, end, least, most in attempts:
            try:
                brackets = irregular(is_regular, begin, end, least, most)
            except Unexpanded:
                continue
            self.is_split = is_regular == self._is_smooth
            if begin is not a:
                brackets = [(a, begin), *brackets, (end, b)]
            return [
                (self._place(each, low, high), self._is_bounded(each[0].union(each[1]))) for each in brackets
            ]
        raise Unexpanded

    def _is_bounded(self, x: arb) -> bool:
        value = self.body(x)
        if value is NOWHERE:
            raise _NoValue
        return is_known(value)

    def _is_smooth(self, x: arb) -> bool:
        self.algebra.turns = False
        return self._is_bounded(x) and not self.algebra.turns

    def _place(self, bracket: tuple[arb, arb], low: Any, high: Any) -> Any:
        """The point in a bracket: an end of the range, a number that people write, or a tiny ball."""
        a, b = bracket
        ends = [end for end in (low, high) if not (end < a or end > b)]
        for x in (*ends, *numbers_between(a, b)):
            return x
        return pinned(self._is_smooth, a, b)

    def _germ(self, x: Any, side: int, places: int) -> Germ:
        """The integrand beside x, by the distance from it; towards infinity by its inverse."""
        sample = Germ({}, places)
        if _is_finite(x):
            at = sample.of({(ZERO, ZERO): x, (ONE, ZERO): fmpq(side)})
        else:
            at = sample.of({(-ONE, ZERO): fmpq(1 if x > 0 else -1)})
        value = self.body(at)
        if value is NOWHERE:
            raise _NoValue
        germ = value if isinstance(value, Germ) else sample.constant(value)
        return germ if _is_finite(x) else germ.shifted(Fraction(-2))

    def between(self, low: acb, high: acb) -> acb:
        """By Arb's integrator from the centre of one ball to that of another, and what is between these and
        the true ends."""
        failed: list[Exception] = []
        branches: list[Any] | None = None
        if self.is_split:
            with self.algebra.noting() as branches:
                self.body(((low + high) / 2).mid().real)

        def integrand(z: acb, analytic: bool) -> acb:
            is_real = z.imag == 0 and not analytic
            if not failed:
                try:
                    with self.algebra.continued(analytic, None if is_real else branches):
                        value = self.body(z.real if is_real else z)
                    return UNDEFINED if value is NOWHERE else acb(value)
                except Exception as problem:
                    failed.append(problem)
            return UNDEFINED

        found = acb.integral(
            integrand,
            low.mid(),
            high.mid(),
            rel_tol=self.least,
            abs_tol=self.least * self.least,
            eval_limit=EVALUATIONS,
        )
        if failed:
            raise failed[0]
        for end, sign in ((low, -1), (high, 1)):
            if not end.is_exact():
                found += sign * (end - end.mid()) * integrand(end, analytic=not _is_same(end.imag, 0))
        return found


def _is_narrow(x: Any) -> bool:
    """Whether an end of the range is known but for rounding."""
    return isinstance(x, fmpq) or not x.is_finite() or bool(x.rad() <= arb(2) ** (-flint.ctx.prec // 2))


def _sharper(end: Any) -> Any:
    """An end of the range in more digits, if it is a number that people write."""
    if isinstance(end, fmpq) or end.is_exact() or not end.is_finite():
        return end
    return next(numbers_between(end.lower(), end.upper()), end)


def _is_same(a: Any, b: Any) -> bool:
    """Whether two ends are one; no ball is equal to another one."""
    return a is b or bool(a == b)


def _is_finite(x: Any) -> bool:
    return isinstance(x, fmpq) or bool(x.is_finite())


def _integrated(germ: Germ) -> tuple[arb, dict[Key, Any]]:
    """The integral over the reach of the terms that have one, and the terms that have none."""
    if germ.is_infinite and isinstance(germ, Steep):
        return arb(0), {(-germ.places * ONE, ZERO): fmpq(germ.side)}
    if isinstance(germ, Wave):
        calm, unbounded = _integrated(germ.calm)
        waves, diverges = germ.integral()
        return calm + waves, {**unbounded, **({(-ONE, ZERO): arb.nan()} if diverges else {})}
    total, infinite = arb(0), {}
    for (p, k), c in germ.terms.items():
        rate, reach, least = ball_of(p + 1), germ.reach, germ.least_log
        if p < -1 or (p == -1 and k >= -1):
            infinite[p, k] = c
        elif p == -1:
            total += c * least ** whole(k + 1) / ball_of(-k - 1)
        elif k == 0:
            total += c * reach ** whole(p + 1) / rate
        else:
            total += c * (rate * least).gamma_upper(ball_of(k + 1)) / rate ** whole(k + 1)
    if infinite:
        germ.relative()  # which proves that the largest term decides
    if germ.rest is not None:
        q, bound = germ.rest
        if q > -1:
            total += arb(0, (bound * germ.reach ** whole(q + 1) / ball_of(q + 1)).upper())
        elif infinite:
            total = arb.nan()
        else:
            raise Unexpanded
    return total, infinite


def _cancel(left: dict[Key, Any], right: dict[Key, Any]) -> bool:
    """Whether the infinite parts on two sides are opposite."""
    return left.keys() == right.keys() and all(is_nothing(left[key] + right[key]) for key in left)
