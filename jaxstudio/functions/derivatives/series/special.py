"""Special functions of a power series: probability, exponential integral, sinc, Bessel's I₀ and I₁."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from jaxstudio.functions.derivatives.series import incomplete
from jaxstudio.functions.derivatives.series.arithmetic import Element, Exact, Ring, Series, pi, shifted
from jaxstudio.functions.derivatives.series.elementary import Rule, exp, sin
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


BESSEL_RULES: dict[str, Rule] = {
    "i0": partial(plain, 0), "i1": partial(plain, 1), "i0e": partial(scaled, 0), "i1e": partial(scaled, 1),
}  # fmt: skip


# below it sin(v)/v is summed as a polynomial; division by v would lose a digit at each order for small v
SMALL = 3
SINC = [Fraction((-1) ** (m // 2), math.factorial(m + 1)) if m % 2 == 0 else Fraction(0) for m in range(44)]


def erf(ring: Ring, u: Series) -> Series:
    return ring.integral(ring.numbers.call("erf", u[0]), _bell(ring, u), ring.derivative(u))


def erfc(ring: Ring, u: Series) -> Series:
    slope = ring.negate(_bell(ring, u))
    return ring.integral(ring.numbers.call("erfc", u[0]), slope, ring.derivative(u))


def _root_of_pi(ring: Ring) -> Element:
    return ring.numbers.call("sqrt", pi(ring))


def _bell(ring: Ring, u: Series) -> Series:
    """2/√π exp(-u²), the slope of erf."""
    return ring.scale(exp(ring, ring.negate(ring.square(u))), ring.numbers.divide(2, _root_of_pi(ring)))


def erfinv(ring: Ring, u: Series) -> Series:
    """The inverse of erf: y' = √π/2 exp(y²) u'."""
    scale = ring.numbers.multiply(_root_of_pi(ring), Fraction(1, 2))
    return _inverse(ring, "erfinv", 1, scale, u)


def ndtri(ring: Ring, u: Series) -> Series:
    """The inverse of ndtr: y' = √(2π) exp(y²/2) u'."""
    scale = ring.numbers.multiply(_root_of_pi(ring), ring.numbers.call("sqrt", 2))
    return _inverse(ring, "ndtri", Fraction(1, 2), scale, u)


def _inverse(ring: Ring, name: str, rate: Exact, scale: Element, u: Series) -> Series:
    """y' = scale exp(rate y²) u', with the exponential carried along."""
    n, du = ring.numbers, ring.derivative(u)
    y = [n.call(name, u[0])]
    of_exponent: list[Element] = []
    slope = [n.multiply(n.call("exp", n.multiply(n.square(y[0]), rate)), scale)]
    for k in ring.further(u):
        y.append(ring.grown(k, slope, du))
        of_exponent.append(n.multiply(ring.squared(y, k), rate * k))
        slope.append(ring.grown(k, slope, tuple(of_exponent)))
    return tuple(y)


def lambertw(ring: Ring, u: Series) -> Series:
    """W: y' = q u' with q = exp(-y)/(1 + y), r = 1/(1 + y), q' = -q (1 + r) y', r' = -r² y'."""
    n, du = ring.numbers, ring.derivative(u)
    y = [n.call("lambertw", u[0])]
    r = [n.divide(1, n.add(y[0], 1))]
    q = [n.multiply(n.call("exp", n.negate(y[0])), r[0])]
    slope: list[Element] = []
    of_q: list[Element] = []
    of_r: list[Element] = []
    for k in ring.further(u):
        y.append(ring.grown(k, q, du))
        slope.append(n.multiply(y[k], k))
        of_q.append(n.negate(n.add(q[k - 1], ring.product(q, r, k - 1))))
        of_r.append(n.negate(ring.squared(r, k - 1)))
        q.append(ring.grown(k, of_q, tuple(slope)))
        r.append(ring.grown(k, of_r, tuple(slope)))
    return tuple(y)


def E1(ring: Ring, u: Series) -> Series:
    slope = ring.divide(exp(ring, ring.negate(u)), ring.negate(u))
    return ring.integral(ring.numbers.call("E1", u[0]), slope, ring.derivative(u))


def Ei(ring: Ring, u: Series) -> Series:
    return ring.integral(ring.numbers.call("Ei", u[0]), ring.divide(exp(ring, u), u), ring.derivative(u))


def sinc(ring: Ring, u: Series) -> Series:
    n, v = ring.numbers, ring.scale(u, pi(ring))
    near = ring.composed(shifted(ring, v[0], SINC), v)
    far = ring.divide(sin(ring, v), v)
    is_near = n.compare("<", n.call("abs", v[0]), SMALL)
    further = [n.select(is_near, a, b) for a, b in zip(near[1:], far[1:], strict=True)]
    return (n.call("sinc", u[0]), *further)


RULES: dict[str, Rule] = {
    **{rule.__name__: rule for rule in (E1, Ei, erf, erfc, erfinv, lambertw, ndtri, sinc)},
    **incomplete.GAMMA_RULES,
    **incomplete.RULES,
    **BESSEL_RULES,
}
