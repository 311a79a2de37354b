"""Gamma functions, and incomplete gamma and beta functions in all their arguments, along power series.

Gamma and its relatives follow from the derivatives of digamma, which are values of Hurwitz's zeta
function. Sums, products and integrals of series evaluate their body in a loop of the base algebra.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import zip_longest
from math import factorial
from typing import Any, Protocol, runtime_checkable

import numpy as np

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.derivatives.series.arithmetic import Element, Ring, Series, pi
from jaxstudio.functions.derivatives.series.elementary import Rule, exp, log, not_overflown
from jaxstudio.functions.interpreters import Algebra

Values = Sequence[Any]


@runtime_checkable
class Loops(Protocol):
    """A base that runs loops itself."""

    def sums(self, body: Callable[[Any], Values], points: np.ndarray, weights: np.ndarray) -> list[Any]:
        """The sums over all points of weight times body(point). Of weights (n, m) there are m times as many,
        those of the first column first."""

    def folded(
        self, step: Callable[[list[Any], Any], Values], first: Values, points: np.ndarray
    ) -> list[Any]:
        """step(… step(step(first, point), point) …, point), over all points from the first to the last."""


@runtime_checkable
class SeveralIntegrals(Protocol):
    """A base that integrates several values at once, to its own precision."""

    def integrals(self, body: Callable[[Any], Values], low: Any, high: Any) -> list[Any]:
        """The integrals of the values of body(point) from low to high."""


@runtime_checkable
class Iterates(Protocol):
    """A base that repeats a step until its result is there."""

    def until_settled(
        self, step: Callable[[Values, Any], Values], first: Values, count: int, most: int
    ) -> list[Any]:
        """step(… step(step(first, 1), 2) …) until the first `count` values no longer change to the working
        precision; NaN where that takes more than `most` steps."""


@runtime_checkable
class Reduces(Protocol):
    """A base that evaluates a body at many points at once, and combines what it finds two by two."""

    def reduced(
        self,
        combine: Callable[[list[Any], list[Any]], Values],
        body: Callable[[Any], Values],
        points: np.ndarray,
    ) -> list[Any]:
        """What `combine`, which is associative, makes of body(point) over all points, at least one."""


def looping(base: Algebra[Any, Any]) -> Loops:
    return base if isinstance(base, Loops) else InTurn(base)


class InTurn:
    """Loops of Python."""

    def __init__(self, base: Algebra[Any, Any]) -> None:
        self.base = base

    def sums(self, body: Callable[[Any], Values], points: np.ndarray, weights: np.ndarray) -> list[Any]:
        if weights.ndim > 1:
            return [each for column in weights.T for each in self.sums(body, points, column)]
        zero = self.base.constant(0.0)
        total: list[Any] = []
        for point, weight in zip(points, weights, strict=True):
            terms = body(self.base.constant(float(point)))
            if weight != 1:
                terms = [self.base.multiply(self.base.constant(float(weight)), term) for term in terms]
            total = [self.base.add(a, b) for a, b in zip_longest(total, terms, fillvalue=zero)]
        return total or [zero]

    def folded(
        self, step: Callable[[list[Any], Any], Values], first: Values, points: np.ndarray
    ) -> list[Any]:
        values = list(first)
        for point in points:
            values = list(step(values, self.base.constant(float(point))))
        return values


def digamma(ring: Ring, u: Series) -> Series:
    """ψ^(k)(x)/k! is ±ζ(k + 1, x) for x > 0; below 0 it is reflected: ψ(x) = ψ(1 - x) - π cot(πx)."""
    n, first = ring.numbers, u[0]
    below = n.compare("<", first, 0)
    mirrored = n.select(below, n.subtract(1, first), first)
    cotangents = _cotangent(ring, first)
    outer, orders = [n.call("digamma", first)], ring.further(u)
    zetas = n.whole_zetas(ring.order + 1, mirrored) if orders else []
    for k, zeta in zip(orders, zetas, strict=True):
        reflected = n.negate(n.add(zeta, cotangents[k]))
        outer.append(n.select(below, reflected, zeta if k % 2 else n.negate(zeta)))
    return ring.composed(outer, u)


def _cotangent(ring: Ring, at: Element) -> list[Element]:
    """The coefficients of π cot(π(at + t)): y' = -(π² + y²), its angle first brought near 0."""
    n, scale = ring.numbers, pi(ring)
    angle = n.multiply(n.subtract(at, n.call("round", at)), scale)
    y = [n.divide(scale, n.call("tan", angle))]
    slope = [n.negate(n.add(n.square(scale), n.square(y[0])))]
    for k in range(1, ring.order + 1):
        y.append(ring.grown(k, slope, (1,)))
        slope.append(n.negate(ring.squared(y, k)))
    return y


def lgamma(ring: Ring, u: Series) -> Series:
    return ring.integral(ring.numbers.call("lgamma", u[0]), digamma(ring, u), ring.derivative(u))


def gamma(ring: Ring, u: Series) -> Series:
    """y' = y ψ(u) u'."""
    first = ring.numbers.call("gamma", u[0])
    y, relative = [not_overflown(ring, first)], ring.multiply(digamma(ring, u), ring.derivative(u))
    for k in ring.further(u):
        y.append(ring.grown(k, y, relative))
    return (first, *y[1:])


def zeta(ring: Ring, x: Series, q: Series) -> Series:
    n, s = ring.numbers, x[0]
    first = n.call("zeta", s, q[0])
    if len(x) > 1:
        return (first, *_euler_maclaurin(ring, x, q)[1:])
    outer, factor = [first], n.as_base(1)
    for k in ring.further(q):
        # the derivative of ζ(s, q) by q is -s ζ(s + 1, q)
        factor = n.divide(n.multiply(n.negate(factor), n.add(s, k - 1)), k)
        outer.append(n.multiply(factor, n.call("zeta", n.add(s, k), q[0])))
    return ring.composed(outer, q)


def _euler_maclaurin(ring: Ring, s: Series, q: Series) -> Series:
    """ζ(s, q) along a varying s: terms one by one, then the integral and corrections (DLMF 25.11.5)."""
    terms, corrections = ring.numbers.euler_maclaurin

    def inverse_power(base: Series) -> Series:
        return exp(ring, ring.negate(ring.multiply(s, log(ring, base))))

    total: Series = (0,)
    for m in range(terms):
        total = ring.add(total, inverse_power(ring.add(q, (m,))))
    far = ring.add(q, (terms,))
    last, inverse = inverse_power(far), ring.divide((1,), far)
    rest = ring.add((Fraction(1, 2),), ring.divide(far, ring.subtract(s, (1,))))
    rising = ring.multiply(s, inverse)  # s (s + 1) … (s + 2j - 2) / far^(2j - 1)
    for j, number in enumerate(corrections, start=1):
        rest = ring.add(rest, ring.scale(rising, number / factorial(2 * j)))
        for step in (2 * j - 1, 2 * j):
            rising = ring.multiply(rising, ring.multiply(ring.add(s, (step,)), inverse))
    return ring.add(total, ring.multiply(last, rest))


def polygamma(ring: Ring, n: Series, x: Series) -> Series:
    if len(n) > 1:
        raise ExpressionError("polygamma(n, x) has no derivative by n, a whole number: keep it constant")
    m = ring.numbers
    orders = [m.add(n[0], k) for k in range(ring.order + 1)]
    values = [m.call("polygamma", order, x[0]) for order in orders]
    outer = [m.multiply(value, Fraction(1, factorial(k))) for k, value in enumerate(values)]
    return ring.composed(outer, x)


GAMMA_RULES: dict[str, Rule] = {rule.__name__: rule for rule in (digamma, gamma, lgamma, polygamma, zeta)}


# terms of a series or a fraction; the square of a tenth of it is the largest `a` that is summed up near x = a
TERMS = 20_000


def gammainc(ring: Ring, a: Series, x: Series) -> Series:
    first = ring.numbers.call("gammainc", a[0], x[0])
    if len(a) > 1:
        return (first, *_regularized_gamma(ring, a, x)[1:])
    return ring.integral(first, _gamma_density(ring, a, x), ring.derivative(x))


def gammaincc(ring: Ring, a: Series, x: Series) -> Series:
    first = ring.numbers.call("gammaincc", a[0], x[0])
    if len(a) > 1:
        return (first, *ring.negate(_regularized_gamma(ring, a, x)[1:]))
    return ring.integral(first, ring.negate(_gamma_density(ring, a, x)), ring.derivative(x))


def _gamma_density(ring: Ring, a: Series, x: Series) -> Series:
    """x^(a - 1) exp(-x) / gamma(a), without overflow, for a constant a."""
    n = ring.numbers
    exponent = ring.subtract(ring.scale(log(ring, x), n.subtract(a[0], 1)), x)
    return exp(ring, ring.subtract(exponent, (n.call("lgamma", a[0]),)))


def _regularized_gamma(ring: Ring, a: Series, x: Series) -> Series:
    """The lower function P; beyond a + 1 the slopes are those of -Q, which do not cancel there."""
    n, one_more = ring.numbers, ring.add(a, (1,))
    exponent = ring.subtract(ring.multiply(a, log(ring, x)), x)

    def lower() -> Series:
        """x^a exp(-x)/Γ(a + 1) Σ x^n/((a + 1) … (a + n)) (DLMF 8.11.4)."""
        scale = exp(ring, ring.subtract(exponent, lgamma(ring, one_more)))
        total = _hypergeometric(ring, lambda k: ring.divide(x, ring.add(a, (k,))))
        return ring.multiply(scale, total)

    def upper() -> Series:
        """-x^a exp(-x) a/Γ(a + 1) times Legendre's fraction (DLMF 8.9.2); Γ(a) has a pole at 0."""
        scale = exp(ring, ring.subtract(exponent, lgamma(ring, one_more)))
        return ring.negate(ring.divide(ring.multiply(scale, a), _legendre(ring, a, x)))

    return _either(ring, n.compare("<", x[0], one_more[0]), lower, upper)


def _legendre(ring: Ring, a: Series, x: Series) -> Series:
    """x + 1 - a - 1(1 - a)/(x + 3 - a - 2(2 - a)/(x + 5 - a - …)), by Lentz's method."""
    start = ring.subtract(ring.add(x, (1,)), a)

    def step(values: Sequence[Series], k: Element) -> tuple[Series, Series, Series]:
        value, c, d = values
        above = ring.scale(ring.subtract(a, (k,)), k)
        below = ring.add(start, (ring.numbers.multiply(k, 2),))
        d = ring.divide((1,), ring.add(below, ring.multiply(above, d)))
        c = ring.add(below, ring.divide(above, c))
        return ring.multiply(value, ring.multiply(c, d)), c, d

    return _settled(ring, step, (start, start, (0,)))


def betainc(ring: Ring, a: Series, b: Series, x: Series) -> Series:
    n = ring.numbers
    first: Element = n.call("betainc", a[0], b[0], x[0])
    if len(a) > 1 or len(b) > 1:
        return (first, *_regularized_beta(ring, a, b, x)[1:])
    left = ring.scale(log(ring, x), n.subtract(a[0], 1))
    right = ring.scale(log(ring, ring.subtract((1,), x)), n.subtract(b[0], 1))
    size = n.add(n.call("lgamma", a[0]), n.call("lgamma", b[0]))
    size = n.subtract(size, n.call("lgamma", n.add(a[0], b[0])))
    density = exp(ring, ring.subtract(ring.add(left, right), (size,)))
    return ring.integral(first, density, ring.derivative(x))


def _regularized_beta(ring: Ring, a: Series, b: Series, x: Series) -> Series:
    """I_x(a, b); beyond its middle the slopes are those of -I_(1 - x)(b, a)."""
    n, rest, both = ring.numbers, ring.subtract((1,), x), ring.add(a, b)
    scale = ring.add(ring.multiply(a, log(ring, x)), ring.multiply(b, log(ring, rest)))
    # Γ(a + b) = Γ(a + b + 1)/(a + b), whose pole at 0 would be one of the sum
    scale = ring.add(scale, lgamma(ring, ring.add(both, (1,))))

    def from_left(a: Series, b: Series, x: Series) -> Series:
        """x^a (1 - x)^b Γ(a + b)/(Γ(a + 1) Γ(b)) Σ (a + b) … (a + b + n - 1) x^n/((a + 1) … (a + n))."""
        gammas = ring.add(lgamma(ring, ring.add(a, (1,))), lgamma(ring, ring.add(b, (1,))))

        def ratio(k: Element) -> Series:
            above = ring.multiply(x, ring.add(both, (ring.numbers.subtract(k, 1),)))
            return ring.divide(above, ring.add(a, (k,)))

        size = ring.divide(ring.multiply(exp(ring, ring.subtract(scale, gammas)), b), both)
        return ring.multiply(size, _hypergeometric(ring, ratio))

    middle = n.divide(n.add(a[0], 1), n.add(both[0], 2))
    return _either(
        ring,
        n.compare("<", x[0], middle),
        lambda: from_left(a, b, x),
        lambda: ring.negate(from_left(b, a, rest)),
    )


def _hypergeometric(ring: Ring, ratio: Callable[[Element], Series]) -> Series:
    """1 + ratio(1) + ratio(1) ratio(2) + …"""

    def step(values: Sequence[Series], k: Element) -> tuple[Series, Series]:
        total, term = values
        term = ring.multiply(term, ratio(k))
        return ring.add(total, term), term

    return _settled(ring, step, ((1,), (1,)))


def _settled(
    ring: Ring, step: Callable[[Sequence[Series], Element], Sequence[Series]], first: Sequence[Series]
) -> Series:
    """The first of several series after steps 1, 2, …, until it no longer changes."""
    base, length = ring.numbers.base, ring.order + 1
    if not isinstance(base, Iterates):
        raise ExpressionError("no derivative by this argument is known here: keep it constant")

    def flat(series: Sequence[Series]) -> list[Element]:
        return [ring.numbers.as_base(c) for u in series for c in (*u, *(0,) * (length - len(u)))]

    def grouped(values: Sequence[Element]) -> list[Series]:
        return [tuple(values[at : at + length]) for at in range(0, len(values), length)]

    def flat_step(values: Sequence[Element], k: Element) -> list[Element]:
        return flat(step(grouped(values), k))

    return grouped(base.until_settled(flat_step, flat(first), length, TERMS))[0]


def _either(ring: Ring, condition: object, a: Callable[[], Series], b: Callable[[], Series]) -> Series:
    """a() where the condition holds, b() elsewhere; numbers of Python compute only one of them."""
    if isinstance(condition, bool):
        return a() if condition else b()
    pairs = zip(ring.padded(a()), ring.padded(b()), strict=True)
    return tuple(ring.numbers.select(condition, *pair) for pair in pairs)


RULES: dict[str, Rule] = {rule.__name__: rule for rule in (betainc, gammainc, gammaincc)}
