"""Gamma and its kin along a power series, from the derivatives of digamma: values of Hurwitz's zeta."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.derivatives.series.arithmetic import Ring, Series
from jaxstudio.functions.derivatives.series.coefficients import Element
from jaxstudio.functions.derivatives.series.elementary import Rule, exp, log, not_overflown
from jaxstudio.functions.derivatives.series.maclaurin import pi


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
    outer, factor = [first], n.made(1)
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


RULES: dict[str, Rule] = {rule.__name__: rule for rule in (digamma, gamma, lgamma, polygamma, zeta)}
