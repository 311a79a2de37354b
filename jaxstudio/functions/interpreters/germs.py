"""One side of a point: expansions in powers of the distance to it and of its logarithm, with a proven rest.

A function of s, the distance from a point, is written for all 0 < s <= reach as Σ c s^p L^k + rest with
L = -log(s) and |rest| <= bound · s^q. Limits, infinite values and integrals up to the point are read off it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import flint
from flint import arb, fmpq

# So many terms are kept, and a composed function is expanded to so many.
MOST, TERMS = 12, 10
# What a power of the logarithm is worth as a power of s.
LOGARITHM = Fraction(1, 8)
# An exponential that falls faster than any power falls at least like this one.
STEEP = Fraction(16)
ZERO, ONE = Fraction(0), Fraction(1)
Key = tuple[Fraction, Fraction]  # the exponents of s and of L


class Unexpanded(ArithmeticError):
    """A function has no expansion of this kind here, or none is known."""


def whole(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


def ball_of(x: Fraction | int) -> arb:
    return arb(whole(Fraction(x)))


def is_nothing(c: Any) -> bool:
    """Whether a coefficient is 0, or a ball around 0 whose radius is no more than rounding."""
    if isinstance(c, fmpq):
        return bool(c == 0)
    return bool(c.contains(0) and c.abs_upper() <= arb(2) ** (-flint.ctx.prec // 2))


@dataclass(frozen=True)
class Germ:
    """`terms` from exponents to coefficients, `rest` (q, bound), `reach` as a number of binary places."""

    terms: dict[Key, Any]
    places: int
    rest: tuple[Fraction, arb] | None = None

    @property
    def reach(self) -> arb:
        return arb(2) ** -self.places

    @property
    def least_log(self) -> arb:
        """L at the reach."""
        return self.places * arb.const_log2()

    def of(self, terms: dict[Key, Any], rests: Iterable[tuple[Fraction, Any]] = ()) -> Germ:
        """Terms and rests put together, small terms counted to the rest."""
        kept = {key: c for key, c in terms.items() if not is_nothing(c)}
        if not all(isinstance(c, fmpq) or c.is_finite() for c in kept.values()):
            raise Unexpanded
        found = [(q, arb(bound)) for q, bound in rests]
        order = sorted(kept, key=lambda key: (key[0], -key[1]))
        lowest = min((q for q, _ in found), default=None)
        for place, key in enumerate(order):
            if place >= MOST or (lowest is not None and key[0] >= lowest + ONE):
                found.append(self._power(key, kept.pop(key)))
        if not found:
            return Germ(kept, self.places)
        q = min(q for q, _ in found)
        return Germ(
            kept, self.places, (q, sum((bound * self.reach ** whole(p - q) for p, bound in found), arb(0)))
        )

    def _power(self, key: Key, c: Any) -> tuple[Fraction, arb]:
        """(q, bound) of c s^p L^k."""
        p, k = key
        size = abs(arb(c)).upper()
        if k <= 0:
            return p, size * self.least_log ** whole(k)
        # s^(1/8) L^k is largest at L = 8 k
        there = max(self.least_log, ball_of(k / LOGARITHM), key=lambda at: float(at))
        return p - LOGARITHM, size * there ** whole(k) * (-there * ball_of(LOGARITHM)).exp()

    def powers(self) -> list[tuple[Fraction, Any]]:
        """(q, bound) of each term."""
        return [self._power(*term) for term in self.terms.items()]

    def bounds(self) -> list[tuple[Fraction, Any]]:
        """(q, bound) of each term and of the rest, which together bound the function."""
        return [*self.powers(), *([self.rest] if self.rest else [])]

    def constant(self, c: Any) -> Germ:
        return self.of({(ZERO, ZERO): c})

    def _other(self, other: Any) -> Germ:
        return (
            other
            if isinstance(other, Germ)
            else self.constant(fmpq(other) if isinstance(other, int) else other)
        )

    def __neg__(self) -> Germ:
        return Germ({key: -c for key, c in self.terms.items()}, self.places, self.rest)

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, NUMBERS):
            return NotImplemented
        other = self._other(other)
        terms = dict(self.terms)
        for key, c in other.terms.items():
            terms[key] = terms[key] + c if key in terms else c
        return self.of(terms, [germ.rest for germ in (self, other) if germ.rest is not None])

    def __sub__(self, other: Any) -> Any:
        return self + -other if isinstance(other, NUMBERS) else NotImplemented

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, NUMBERS):
            return NotImplemented
        other = self._other(other)
        terms: dict[Key, Any] = {}
        for (p, k), c in self.terms.items():
            for (q, m), d in other.terms.items():
                key = p + q, k + m
                terms[key] = terms[key] + c * d if key in terms else c * d
        rests = [
            (q + p, bound * size)
            for one, two in ((self, other), (other, self))
            if one.rest is not None
            for q, bound in [one.rest]
            for p, size in two.powers()
        ]
        if self.rest is not None and other.rest is not None:
            rests.append((self.rest[0] + other.rest[0], self.rest[1] * other.rest[1]))
        return self.of(terms, rests)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> Any:
        return self * self._other(other).power(-ONE)

    def __rtruediv__(self, other: Any) -> Any:
        return self.power(-ONE) * other

    @property
    def lead(self) -> tuple[Key, Any]:
        """The term that is larger than all others together; raises Unexpanded without one."""
        if not self.terms:
            raise Unexpanded
        key = min(self.terms, key=lambda key: (key[0], -key[1]))
        if not abs(arb(self.terms[key])) > 0:
            raise Unexpanded
        return key, self.terms[key]

    def is_zero(self) -> bool:
        return not self.terms and self.rest is None

    def shifted(self, p: Fraction, k: Fraction = ZERO) -> Germ:
        """Times s^p L^k."""
        terms = {(q + p, m + k): c for (q, m), c in self.terms.items()}
        if self.rest is None:
            return Germ(terms, self.places)
        more, bound = self._power((ZERO, k), 1)
        return self.of(terms, [(self.rest[0] + p + more, self.rest[1] * bound)])

    def relative(self) -> tuple[Key, Any, Germ, arb]:
        """(p, k), c and u with c s^p L^k (1 + u), and a bound of |u| below 1."""
        key, c = self.lead
        u = Germ({other: d for other, d in self.terms.items() if other != key}, self.places, self.rest)
        u = u.shifted(-key[0], -key[1]) * (1 / arb(c) if not isinstance(c, fmpq) else 1 / c)
        size = u.largest()
        if not size < 1:
            raise Unexpanded
        return key, c, u, size

    def largest(self) -> arb:
        """A bound of |f|; raises Unexpanded where there is none."""
        total = arb(0)
        for p, bound in self.bounds():
            if p < 0:
                raise Unexpanded
            total += bound * self.reach ** whole(p)
        return total.upper()

    @property
    def sign(self) -> int:
        """-1 or 1 where the function has one sign all along, 0 where it is 0."""
        if self.is_zero():
            return 0
        _, c, _, _ = self.relative()
        return 1 if c > 0 else -1

    def power(self, r: Fraction) -> Germ:
        """f^r of a positive f, or for a whole r."""
        if r.denominator == 1 and 0 <= r <= 4:
            result = self.constant(fmpq(1))
            for _ in range(int(r)):
                result = result * self
            return result
        (p, k), c, u, size = self.relative()
        if r.denominator == 1:
            scale: Any = c ** int(r)
        else:
            if not c > 0:
                raise Unexpanded
            scale = arb(c) ** whole(r)
        coefficients, binomial = [fmpq(1)], ONE
        for j in range(1, TERMS):
            binomial *= (r - j + 1) / j
            coefficients.append(whole(binomial))
        disc = arb(fmpq(1, 2)) if size < fmpq(1, 4) else (1 + size) / 2
        bound = max((1 - disc) ** whole(r), (1 + disc) ** whole(r), key=lambda at: float(at))
        return self.composed(coefficients, u, size, disc, bound).shifted(p * r, k * r) * scale

    def composed(self, coefficients: Sequence[Any], u: Germ, size: arb, disc: arb, bound: arb) -> Germ:
        """Σ coefficients_j u^j with the rest, of a function that is at most `bound` in a disc."""
        if not size < disc:
            raise Unexpanded
        result, n = u.constant(coefficients[-1]), len(coefficients)
        for c in reversed(coefficients[:-1]):
            result = result * u + c
        if not u.terms and u.rest is None:
            return result
        q, least = min(u.bounds(), key=lambda each: each[0])
        least = u.largest() / self.reach ** whole(q) if q >= 0 else least
        rest = bound * (least / disc) ** n / (1 - size / disc)
        return self.of(result.terms, [*([result.rest] if result.rest else []), (q * n, rest)])

    @property
    def is_infinite(self) -> bool:
        if not self.terms:
            return False
        (p, k), _ = self.lead
        return p < 0 or (p == 0 and k > 0)

    def limit(self) -> Any:
        """A ball, or ±∞."""
        if self.is_infinite:
            _, c, _, _ = self.relative()
            return arb.pos_inf() if c > 0 else arb.neg_inf()
        if self.rest is not None and self.rest[0] <= 0:
            raise Unexpanded
        return self.terms.get((ZERO, ZERO), fmpq(0))

    def exp(self) -> Germ:
        if self.is_infinite:
            return self._infinite_exponential()
        c = self.terms.get((ZERO, ZERO), fmpq(0))
        u = self - c
        size, factor = u.largest(), arb(c).exp() if c != 0 else fmpq(1)
        coefficients = [fmpq(1, math.factorial(j)) for j in range(TERMS)]
        return self.composed(coefficients, u, size, arb(1), arb(1).exp()) * factor

    def _infinite_exponential(self) -> Germ:
        logarithm = self.terms.get((ZERO, ONE))
        if self.lead[0] != (ZERO, ONE) or not isinstance(logarithm, fmpq):
            return Steep.of_logarithm(1, self)
        others = {key: c for key, c in self.terms.items() if key != (ZERO, ONE)}
        factor = Germ(others, self.places, self.rest).exp()
        return factor.shifted(-Fraction(int(logarithm.p), int(logarithm.q)))

    def log(self) -> Germ:
        (p, k), c, u, size = self.relative()
        if k or not c > 0:
            raise Unexpanded
        coefficients = [fmpq(0), *(fmpq(-((-1) ** j), j) for j in range(1, TERMS))]
        disc = arb(fmpq(1, 2)) if size < fmpq(1, 4) else (1 + size) / 2
        one_more = self.composed(coefficients, u, size, disc, -(1 - disc).log())
        return one_more + self.of({(ZERO, ONE): -whole(p)}) + (arb(c).log() if c != 1 else fmpq(0))


NUMBERS = (Germ, arb, fmpq, int)


@dataclass(frozen=True)
class Steep(Germ):
    """side · exp(logarithm), smaller or greater than every power that it is compared with.

    The rest bounds the function where it is small.
    """

    side: int = field(kw_only=True)
    logarithm: Germ = field(kw_only=True)

    @staticmethod
    def of_logarithm(side: int, logarithm: Germ) -> Germ:
        if not logarithm.is_infinite:
            return logarithm.exp() * side
        rest = None if logarithm.sign > 0 else _decay(logarithm)
        return Steep({}, logarithm.places, rest, side=side, logarithm=logarithm)

    def is_zero(self) -> bool:
        return False

    @property
    def is_infinite(self) -> bool:
        return self.rest is None

    @property
    def sign(self) -> int:
        return self.side

    def __neg__(self) -> Germ:
        return replace(self, side=-self.side)

    def __add__(self, other: Any) -> Any:
        if not self.is_infinite and isinstance(other, Steep) and other.is_infinite:
            return other + self
        if not self.is_infinite or not isinstance(other, NUMBERS):
            return Germ.__add__(self, other)
        ratio = self._other(other) * self.power(-ONE) + 1
        return Steep.of_logarithm(self.side * ratio.sign, self.logarithm + (ratio * ratio.sign).log())

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, NUMBERS):
            return NotImplemented
        other = self._other(other)
        if other.is_zero():
            return other
        if isinstance(other, Steep):
            return Steep.of_logarithm(self.side * other.side, self.logarithm + other.logarithm)
        try:
            sign = other.sign
            return Steep.of_logarithm(self.side * sign, self.logarithm + (other * sign).log())
        except Unexpanded:
            if self.is_infinite:
                raise
            return Germ.__mul__(self, other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    # what is overridden here is asked before a plain germ on the left
    __radd__, __rmul__ = __add__, __mul__

    def shifted(self, p: Fraction, k: Fraction = ZERO) -> Germ:
        product: Germ = self * self.of({(p, k): fmpq(1)})
        return product

    def largest(self) -> arb:
        if self.is_infinite:
            raise Unexpanded
        return Germ.largest(self)

    def power(self, r: Fraction) -> Germ:
        if not r or (self.side < 0 and r.denominator > 1):
            raise Unexpanded
        return Steep.of_logarithm(self.side if r.numerator % 2 else 1, self.logarithm * whole(r))

    def limit(self) -> Any:
        infinity = arb.pos_inf() if self.side > 0 else arb.neg_inf()
        return infinity if self.is_infinite else fmpq(0)

    def exp(self) -> Germ:
        rests = [] if self.rest is None else [(self.rest[0], 2 * self.rest[1])]
        return Steep.of_logarithm(1, self) if self.rest is None else self.of({(ZERO, ZERO): fmpq(1)}, rests)

    def log(self) -> Germ:
        if self.side < 0:
            raise Unexpanded
        return self.logarithm


def _decay(logarithm: Germ) -> tuple[Fraction, arb]:
    """(q, bound) of the exponential of something that goes to -∞."""
    if isinstance(logarithm, Steep):  # exp(-h) < 1/h
        inverse = logarithm.power(-ONE).rest
        assert inverse is not None
        return inverse
    (p, k), c, _, size = logarithm.relative()
    slope = ((1 - size) * abs(arb(c)) * logarithm.least_log ** whole(k)).lower()
    if p == 0 and k == 1:  # s^c, no greater than a power of s with a rational exponent
        rate = ((1 - size) * abs(arb(c))).lower()
        least = Fraction(math.floor(float(rate) * 8), 8)
        if least <= 0:
            raise Unexpanded
        return least, arb(1)
    if p >= 0 or k < 0:
        raise Unexpanded
    # -f >= slope s^p: s^-16 exp(f) is largest at the reach, or where its derivative is 0
    at = (ball_of(STEEP) / (slope * ball_of(-p))) ** whole(1 / p)
    at = at if at < logarithm.reach else logarithm.reach
    return STEEP, (at ** whole(-STEEP) * (-slope * at ** whole(p)).exp()).upper()
