"""Endless sums and products of balls: the first terms one by one, the rest by its expansion at infinity.

Of a term Σ c n^-p log(n)^k + rest, the sum over all n from N on is Σ c (-1)^k ζ^(k)(p, N), Hurwitz's zeta
function, and the rest is bounded by that of its power. Terms that alternate, as (-1)^n does, are summed over
even and odd n. A product is the exponential of the sum of logarithms.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from typing import Any

import flint
from flint import acb, acb_series, arb, fmpq

from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, UNKNOWN
from jaxstudio.functions.interpreters.germs import ONE, ZERO, Germ, Key, Steep, Unexpanded, is_nothing, whole

Body = Callable[[Any], Any]
# Binary places of the first n of the rest, and what the rest may leave open, as a share of the precision.
PLACES, SHARE = (5, 7, 9, 11), 0.9


class Divergent(ArithmeticError):
    """The sum or product has no value, which is proven."""


def endless_total(algebra: Any, kind: str, body: Body, low: Any) -> Any:
    """The ball of a sum or product over whole numbers from low on, UNKNOWN where nothing is proven.

    Raises Divergent.
    """
    if not isinstance(low, fmpq) or low.q != 1:
        return NOWHERE if low is NOWHERE else UNKNOWN
    best: Any = UNKNOWN
    step = algebra.add if kind == "sum" else algebra.multiply
    begin, partial = int(low), algebra.constant(0 if kind == "sum" else 1)
    for places in PLACES:
        first = max(2**places, int(low))
        first += first % 2
        partial = reduce(step, (body(fmpq(n)) for n in range(begin, first)), partial)
        begin = first
        if partial is NOWHERE:
            return NOWHERE
        try:
            rest = _Rest(algebra, kind, body, places, first).value()
        except (Unexpanded, ZeroDivisionError):
            continue
        if rest is NOWHERE:
            return NOWHERE
        total = step(partial, rest)
        if not isinstance(total, arb) or best is UNKNOWN or not best.is_finite() or total.rad() < best.rad():
            best = total
        if not isinstance(best, arb) or best.rel_accuracy_bits() > SHARE * flint.ctx.prec:
            break
    return best


class _Rest:
    """The terms of n from `first`, an even number, on."""

    def __init__(self, algebra: Any, kind: str, body: Body, places: int, first: int) -> None:
        self.algebra, self.kind, self.first = algebra, kind, first
        germ = Germ({(-ONE, ZERO): fmpq(1)}, places)
        self.terms = [self._term(body, germ, parity) for parity in (0, 1)]

    def _term(self, body: Body, n: Germ, parity: int) -> Any:
        self.algebra.parity, self.algebra.saw_parity = parity, False
        try:
            value = body(n)
        finally:
            self.algebra.parity = None
        if value is NOWHERE:
            return value
        germ = value if isinstance(value, Germ) else n.constant(value)
        return germ if self.kind == "sum" else self._logarithm(germ)

    def _logarithm(self, factor: Germ) -> Germ:
        """The logarithm of a factor that tends to 1; a factor that tends to 0 makes the product 0."""
        end = factor.limit()
        if end != 1 and not is_nothing(end - 1):
            if abs(end) < 1:  # as powers of a number below 1
                return Germ({(ZERO, ZERO): fmpq(-1)}, factor.places)
            if abs(end) > 1 or end < 0:
                raise Divergent
            raise Unexpanded
        return factor.log()

    def value(self) -> Any:
        if any(term is NOWHERE for term in self.terms):
            return NOWHERE
        try:
            total = self._sum()
        except Divergent:
            if self.kind == "prod" and all(term.sign < 0 for term in self.terms):
                return fmpq(0)
            raise
        return total if self.kind == "sum" else total.exp()

    def _sum(self) -> arb:
        even, odd = self.terms
        if not self.algebra.saw_parity:
            return self._summed(even)
        # what even and odd terms have in common, and what is opposite
        common, opposite = (even + odd) * fmpq(1, 2), (even - odd) * fmpq(1, 2)
        if opposite.is_infinite or any(p <= 0 for p, _ in opposite.terms):
            raise Divergent  # the terms do not tend to 0
        signed = sum((c * self._alternating(key) for key, c in opposite.terms.items()), arb(0))
        return signed + self._bound(opposite) + self._summed(common)

    def _summed(self, germ: Germ) -> arb:
        if isinstance(germ, Steep) and germ.is_infinite:
            raise Divergent
        if any(p < 1 or (p == 1 and k >= -1) for p, k in germ.terms):
            germ.relative()  # which proves that the largest term decides, and its sign
            raise Divergent
        return sum((c * _powers(key, self.first, 1) for key, c in germ.terms.items()), self._bound(germ))

    def _bound(self, germ: Germ) -> arb:
        if germ.rest is None:
            return arb(0)
        q, bound = germ.rest
        if q <= 1:
            raise Unexpanded
        return arb(0, (bound * _powers((q, ZERO), self.first, 1)).upper())

    def _alternating(self, key: Key) -> arb:
        """Σ (-1)^m (N + m)^-p log(N + m)^k."""
        p, k = key
        if p == 1 and k == 0:
            halves = [arb(fmpq(self.first + m, 2)).digamma() for m in (0, 1)]
            return (halves[1] - halves[0]) / 2
        if p == 1:
            raise Unexpanded
        return _powers(key, self.first, 2) - _powers(key, self.first + 1, 2)


def _powers(key: Key, first: int, step: int) -> arb:
    """Σ n^-p log(n)^k over first, first + step, …, continued where it diverges."""
    p, k = key
    if k < 0 or k.denominator != 1:
        raise Unexpanded
    count = int(k)
    outside, flint.ctx.cap = flint.ctx.cap, count + 1
    try:
        s = acb_series([acb(whole(p)), 1])
        series = s.zeta(acb(fmpq(first, step))) * (-s * arb(step).log()).exp()
        return arb(series[count].real) * (-1) ** count * math.factorial(count)
    finally:
        flint.ctx.cap = outside
