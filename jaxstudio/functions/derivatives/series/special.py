"""Special functions of a power series: those of probability, the exponential integral, sinc."""

from __future__ import annotations

import math
from fractions import Fraction

from jaxstudio.functions.derivatives.series import bessel, gamma, incomplete
from jaxstudio.functions.derivatives.series.arithmetic import Ring, Series
from jaxstudio.functions.derivatives.series.coefficients import Element, Exact
from jaxstudio.functions.derivatives.series.elementary import Rule, exp, sin
from jaxstudio.functions.derivatives.series.maclaurin import pi, shifted

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
    **gamma.RULES,
    **incomplete.RULES,
    **bessel.RULES,
}
