"""The modified Bessel functions I₀ and I₁ along a power series, plain and scaled by exp(-|x|)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from jaxstudio.functions.derivatives.series.arithmetic import Ring, Series
from jaxstudio.functions.derivatives.series.coefficients import Element
from jaxstudio.functions.derivatives.series.elementary import Rule, exp
from jaxstudio.functions.derivatives.series.maclaurin import pi, shifted
from jaxstudio.functions.derivatives.series.piecewise import abs as absolute

# up to NEAR the power series at 0, further away the differential equation, whose other solution would
# grow near 0; from FAR on the scaled ones from their expansion at infinity, as differences would cancel
NEAR, FAR = 6, 20
TERMS, TERMS_AT_INFINITY = 64, 26


def _at_zero(order: int) -> list[Fraction]:
    """The coefficients of I at 0 (Abramowitz & Stegun 9.6.10)."""
    coefficients = [Fraction(0)] * TERMS
    for n in range((TERMS - order + 1) // 2):
        coefficients[2 * n + order] = Fraction(
            1, 2 ** (2 * n + order) * math.factorial(n) * math.factorial(n + order)
        )
    return coefficients


def _at_infinity(order: int) -> list[Fraction]:
    """The coefficients c of √(2πx) exp(-x) I(x) ~ Σ c_m x^-m (9.7.1)."""
    coefficients = [Fraction(1)]
    for m in range(1, TERMS_AT_INFINITY):
        coefficients.append(coefficients[-1] * -(4 * order**2 - (2 * m - 1) ** 2) / (8 * m))
    return coefficients


AT_ZERO = [_at_zero(order) for order in (0, 1)]
AT_INFINITY = [_at_infinity(order) for order in (0, 1)]


def plain(order: int, ring: Ring, u: Series) -> Series:
    n, x = ring.numbers, u[0]
    first = n.call(f"i{order}", x)
    near = shifted(ring, x, AT_ZERO[order])
    values = [n.call("i0", x), n.call("i1", x)]
    of_zero = _from_equation(ring, x, values)
    # I₁ is the slope of I₀
    further = of_zero if order == 0 else [n.multiply(c, k) for k, c in enumerate(of_zero) if k]
    is_near = n.compare("<", n.call("abs", x), NEAR)
    outer = [n.select(is_near, a, b) for a, b in zip(near[1:], further[1:], strict=False)]
    return ring.composed([first, *outer], u)


def _from_equation(ring: Ring, x: Element, values: Sequence[Element]) -> list[Element]:
    """The coefficients of I₀(x + t) up to one order more than the ring's: x y'' + y' = x y, term by term."""
    n, y = ring.numbers, list(values)
    inverse = n.divide(1, x)
    for k in range(ring.order):
        # (k + 1)(k + 2) x y_{k+2} = x y_k + y_{k-1} - (k + 1)² y_{k+1}
        known = n.subtract(y[k - 1] if k else 0, n.multiply(y[k + 1], (k + 1) ** 2))
        both = n.add(y[k], n.multiply(known, inverse))
        y.append(n.multiply(both, Fraction(1, (k + 1) * (k + 2))))
    return y


def scaled(order: int, ring: Ring, u: Series) -> Series:
    n, size = ring.numbers, absolute(ring, u)
    first = n.call(f"i{order}e", u[0])
    usual = ring.multiply(exp(ring, ring.negate(size)), plain(order, ring, u))
    if n.multiprecision:
        return (first, *usual[1:])
    far = ring.composed(_expansion(ring, size[0], order), size)
    if order == 1:
        far = ring.scale(far, n.call("sign", u[0]))
    is_far = n.compare(">", n.call("abs", u[0]), FAR)
    further = [n.select(is_far, a, b) for a, b in zip(far[1:], usual[1:], strict=True)]
    return (first, *further)


def _expansion(ring: Ring, x: Element, order: int) -> list[Element]:
    """The coefficients of Σ c_m (x + t)^(-m - 1/2) / √(2π)."""
    n, inverse = ring.numbers, ring.numbers.divide(1, x)
    lead = n.divide(1, n.call("sqrt", n.multiply(n.multiply(pi(ring), 2), x)))
    outer = []
    for k in range(ring.order + 1):
        total: Element = 0
        for m, c in reversed(list(enumerate(AT_INFINITY[order]))):
            total = n.add(n.multiply(total, inverse), c * _binomial(Fraction(-1, 2) - m, k))
        outer.append(n.multiply(total, lead))
        lead = n.multiply(lead, inverse)
    return outer


def _binomial(exponent: Fraction, k: int) -> Fraction:
    factors = [(exponent - j) / (j + 1) for j in range(k)]
    return math.prod(factors, start=Fraction(1))


RULES: dict[str, Rule] = {
    "i0": partial(plain, 0), "i1": partial(plain, 1), "i0e": partial(scaled, 0), "i1e": partial(scaled, 1),
}  # fmt: skip
