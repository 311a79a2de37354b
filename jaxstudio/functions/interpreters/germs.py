"""One side of a point: expansions in powers of the distance to it and of its logarithm, with a proven rest.

A function of s, the distance from a point, is written for all 0 < s <= reach as Σ c s^p L^k + rest with
L = -log(s) and |rest| <= bound · s^q. Limits, infinite values and integrals up to the point are read off it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
from flint import acb, arb, fmpq

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


def _whole(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


def _ball(x: Fraction | int) -> arb:
    return arb(_whole(Fraction(x)))


def _is_nothing(c: Any) -> bool:
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
        kept = {key: c for key, c in terms.items() if not _is_nothing(c)}
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
            kept, self.places, (q, sum((bound * self.reach ** _whole(p - q) for p, bound in found), arb(0)))
        )

    def _power(self, key: Key, c: Any) -> tuple[Fraction, arb]:
        """(q, bound) of c s^p L^k."""
        p, k = key
        size = abs(arb(c)).upper()
        if k <= 0:
            return p, size * self.least_log ** _whole(k)
        # s^(1/8) L^k is largest at L = 8 k
        there = max(self.least_log, _ball(k / LOGARITHM), key=lambda at: float(at))
        return p - LOGARITHM, size * there ** _whole(k) * (-there * _ball(LOGARITHM)).exp()

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
        if not isinstance(other, Germ | arb | fmpq | int):
            return NotImplemented
        other = self._other(other)
        terms = dict(self.terms)
        for key, c in other.terms.items():
            terms[key] = terms[key] + c if key in terms else c
        return self.of(terms, [germ.rest for germ in (self, other) if germ.rest is not None])

    def __sub__(self, other: Any) -> Any:
        return self + -other if isinstance(other, Germ | arb | fmpq | int) else NotImplemented

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, Germ | arb | fmpq | int):
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
            for p, size in (two._power(*term) for term in two.terms.items())
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
        for p, bound in [
            *(self._power(*term) for term in self.terms.items()),
            *([self.rest] if self.rest else []),
        ]:
            if p < 0:
                raise Unexpanded
            total += bound * self.reach ** _whole(p)
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
            scale = arb(c) ** _whole(r)
        coefficients, binomial = [fmpq(1)], ONE
        for j in range(1, TERMS):
            binomial *= (r - j + 1) / j
            coefficients.append(_whole(binomial))
        disc = arb(fmpq(1, 2)) if size < fmpq(1, 4) else (1 + size) / 2
        bound = max((1 - disc) ** _whole(r), (1 + disc) ** _whole(r), key=lambda at: float(at))
        return self._composed(coefficients, u, size, disc, bound).shifted(p * r, k * r) * scale

    def _composed(self, coefficients: Sequence[Any], u: Germ, size: arb, disc: arb, bound: arb) -> Germ:
        """Σ coefficients_j u^j with the rest, of a function that is at most `bound` in a disc."""
        if not size < disc:
            raise Unexpanded
        result, n = u.constant(coefficients[-1]), len(coefficients)
        for c in reversed(coefficients[:-1]):
            result = result * u + c
        if not u.terms and u.rest is None:
            return result
        q, least = min(
            [*(u._power(*term) for term in u.terms.items()), *([u.rest] if u.rest else [])],
            key=lambda each: each[0],
        )
        least = u.largest() / self.reach ** _whole(q) if q >= 0 else least
        rest = bound * (least / disc) ** n / (1 - size / disc)
        return self.of(result.terms, [*([result.rest] if result.rest else []), (q * n, rest)])

    def along(self, name: str, algebra: Any) -> Germ:
        """A function that is analytic where f ends."""
        c = self.terms.get((ZERO, ZERO), fmpq(0))
        u = self - c
        size = u.largest()
        value = algebra.call(name, [c])
        for n in range(1, 40):
            disc = fmpq(1, 2**n)
            if not size < disc:
                break
            with algebra.continued(True, None):
                around = algebra.call(name, [acb(arb(c, disc), arb(0, disc))])
            if isinstance(around, acb) and around.is_finite():
                further = algebra.coefficients(lambda z: algebra.call(name, [z]), [[c, fmpq(1)]], TERMS - 1)
                return self._composed([value, *further], u, size, arb(disc), around.abs_upper())
        raise Unexpanded

    @property
    def is_infinite(self) -> bool:
        (p, k), _ = self.lead
        return p < 0 or (p == 0 and k > 0)

    def limit(self) -> Any:
        """A ball, or ±∞."""
        if self.terms:
            (p, k), c = self.lead
            if p < 0 or (p == 0 and k > 0):
                self.relative()
                return arb.pos_inf() if c > 0 else arb.neg_inf()
        if self.rest is not None and self.rest[0] <= 0:
            raise Unexpanded
        return self.terms.get((ZERO, ZERO), fmpq(0))

    def exp(self, algebra: Any) -> Germ:
        logarithm = self.terms.get((ZERO, ONE), fmpq(0))
        if isinstance(logarithm, fmpq) and logarithm != 0 and self.lead[0] == (ZERO, ONE):
            rest = Germ(
                {key: c for key, c in self.terms.items() if key != (ZERO, ONE)}, self.places, self.rest
            )
            return rest.exp(algebra).shifted(-Fraction(int(logarithm.p), int(logarithm.q)))
        if not self.terms or not self.is_infinite:
            return self.along("exp", algebra)
        (p, k), c, _, size = self.relative()
        if c > 0 or p >= 0 or k < 0:
            raise Unexpanded
        # -f >= slope s^p: s^-16 exp(f) is largest at the reach, or where its derivative is 0
        slope = ((1 - size) * abs(arb(c)) * self.least_log ** _whole(k)).lower()
        at = (_ball(STEEP) / (slope * _ball(-p))) ** _whole(1 / p)
        at = at if at < self.reach else self.reach
        return self.of({}, [(STEEP, (at ** _whole(-STEEP) * (-slope * at ** _whole(p)).exp()).upper())])

    def log(self, algebra: Any) -> Germ:
        (p, k), c, u, _ = self.relative()
        if k or not c > 0:
            raise Unexpanded
        one_more = (u + 1).along("log", algebra)
        return one_more + self.of({(ZERO, ONE): -_whole(p)}) + arb(c).log()


def call(algebra: Any, name: str, arguments: Sequence[Any]) -> Any:
    """A function of germs; raises Unexpanded."""
    sample = next(argument for argument in arguments if isinstance(argument, Germ))
    germs = [argument if isinstance(argument, Germ) else sample.constant(argument) for argument in arguments]
    if name in OF_GERMS:
        return OF_GERMS[name](algebra, *germs)
    if len(germs) == 1:
        return germs[0].along(name, algebra)
    raise Unexpanded


def _bounded(name: str) -> Callable[[Any, Germ], Germ]:
    def rule(algebra: Any, f: Germ) -> Germ:
        if f.terms and f.is_infinite:
            return f.of({}, [(ZERO, arb(1))])
        return f.along(name, algebra)

    return rule


def _step(name: str) -> Callable[[Any, Germ], Germ]:
    def rule(algebra: Any, f: Germ) -> Germ:
        c = f.limit()
        away = f - c
        if isinstance(c, fmpq) and (2 * c).q == 1 and away.largest() < fmpq(1, 4):
            return f.constant(algebra.call(name, [c + away.sign * fmpq(1, 4) if not away.is_zero() else c]))
        around = algebra.call(name, [arb(c) + arb(0, away.largest())])
        if not around.is_exact():
            raise Unexpanded
        return f.constant(around)

    return rule


def _tanh(algebra: Any, f: Germ) -> Germ:
    if not f.terms or not f.is_infinite:
        return f.along("tanh", algebra)
    small = (f * (-2 * f.sign)).exp(algebra)
    return (1 - small) / (1 + small) * f.sign


def _atan(algebra: Any, f: Germ) -> Germ:
    if not f.terms or not f.is_infinite:
        return f.along("atan", algebra)
    return f.sign * arb.pi() / 2 - f.power(-ONE).along("atan", algebra)


def _acos(algebra: Any, f: Germ) -> Germ:
    if f.limit() == 1:
        return 2 * ((1 - f) / 2).power(Fraction(1, 2)).along("asin", algebra)
    if f.limit() == -1:
        return arb.pi() - _acos(algebra, -f)
    return f.along("acos", algebra)


def _gamma(algebra: Any, f: Germ) -> Germ:
    c = f.limit()
    if not isinstance(c, fmpq) or c.q != 1 or c > 0:
        return f.along("gamma", algebra)
    steps = int(-c) + 1
    result = (f + steps).along("gamma", algebra)
    for step in range(steps):
        result = result / (f + step)
    return result


def _sign(algebra: Any, f: Germ) -> Germ:
    return f.constant(fmpq(f.sign))


def _acosh(algebra: Any, f: Germ) -> Germ:
    if f.limit() == 1:
        return 2 * ((f - 1) / 2).power(Fraction(1, 2)).along("asinh", algebra)
    if f.is_infinite:
        return (f + (f * f - 1).power(Fraction(1, 2))).log(algebra)
    return f.along("acosh", algebra)


def rooted(f: Germ, p: int, q: int) -> Germ:
    """The real f^(p/q) of an odd q."""
    if f.is_zero():
        return f if p > 0 else f.power(-ONE)
    sign = f.sign
    return (f * sign).power(Fraction(p, q)) * (sign if p % 2 else 1)


OF_GERMS: dict[str, Callable[..., Any]] = {
    "exp": lambda algebra, f: f.exp(algebra),
    "log": lambda algebra, f: f.log(algebra),
    "log1p": lambda algebra, f: (f + 1).log(algebra),
    "expm1": lambda algebra, f: f.exp(algebra) - 1,
    "sinh": lambda algebra, f: (f.exp(algebra) - (-f).exp(algebra)) / 2,
    "cosh": lambda algebra, f: (f.exp(algebra) + (-f).exp(algebra)) / 2,
    "tanh": _tanh,
    "sin": _bounded("sin"),
    "cos": _bounded("cos"),
    "tan": lambda algebra, f: f.along("sin", algebra) / f.along("cos", algebra),
    "sqrt": lambda algebra, f: f if f.is_zero() else f.power(Fraction(1, 2)),
    "cbrt": lambda algebra, f: rooted(f, 1, 3),
    "abs": lambda algebra, f: f * f.sign if f.terms else f,
    "sign": _sign,
    "min": lambda algebra, f, g: f if (f - g).sign <= 0 else g,
    "max": lambda algebra, f, g: f if (f - g).sign >= 0 else g,
    "floor": _step("floor"),
    "ceil": _step("ceil"),
    "trunc": _step("trunc"),
    "round": _step("round"),
    "stop": lambda algebra, f: f,
    "atan": _atan,
    "acos": _acos,
    "asin": lambda algebra, f: arb.pi() / 2 - _acos(algebra, f),
    "acosh": _acosh,
    "atanh": lambda algebra, f: ((1 + f).log(algebra) - (1 - f).log(algebra)) / 2,
    "gamma": _gamma,
}
