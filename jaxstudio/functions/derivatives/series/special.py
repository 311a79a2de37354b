"""Special functions along power series: Bessel's, probability, gamma and beta functions in all arguments.

Gamma and its relatives follow from the derivatives of digamma, which are values of Hurwitz's zeta function.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from fractions import Fraction
from functools import partial
from math import factorial

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.derivatives.series.arithmetic import (
    Element,
    Exact,
    Ring,
    Series,
    pi,
    shifted,
)
from jaxstudio.functions.derivatives.series.elementary import (
    Rule,
    exp,
    growing,
    log,
    relatively,
    sin,
)
from jaxstudio.functions.language.catalogue import SPECIAL
from jaxstudio.functions.language.parser import INTEGRALS

# Without SciPy's values: the polynomials that give a curve's values give its derivatives, too.
BY_BALLS = frozenset({"gegenbauer", "polylog"})


def from_values(name: str, rule: Rule | None = None, known: Collection[int] = (0,)) -> Rule:
    """The rule where only arguments vary whose places are `known`.

    Elsewhere, and for balls, of which the rule would leave out a rest, the coefficients come from balls.
    """

    def either(ring: Ring, *series: Series) -> Series:
        n = ring.numbers
        moving = [at for at, u in enumerate(series) if len(u) > 1]
        if not moving:
            return (n.call(name, *(u[0] for u in series)),)
        by_taylor = name in SPECIAL and name not in INTEGRALS and not n.base.rounds_constants
        by_taylor |= name in BY_BALLS and n.base.rounds_constants
        if rule is not None and {*moving} <= {*known} and not n.base.multiprecision and not by_taylor:
            return rule(ring, *series)
        alone = len(moving) == 1
        given = [(u[0], 1) if alone and len(u) > 1 else u for u in series]
        rows = [[n.as_base(c) for c in u] for u in given]
        found = n.base.along(name, rows, ring.order)
        return ring.composed(found, series[moving[0]]) if alone else tuple(found)

    return either


def real_order(name: str, ring: Ring, order: Series, u: Series) -> Series:
    """J, Y, I or K of a constant order: 2^k f^(k) is the sum of the orders n - k, n - k + 2, …, n + k."""
    n, (lower, upper) = ring.numbers, NEIGHBOURS[name]
    values = {j: n.call(name, n.add(order[0], j), u[0]) for j in range(-ring.order, ring.order + 1)}
    outer = []
    for k in range(ring.order + 1):
        terms = [
            n.multiply(values[2 * j - k], Fraction(lower ** (k - j) * upper**j * math.comb(k, j), 2**k))
            for j in range(k + 1)
        ]
        outer.append(n.multiply(n.total(terms), Fraction(1, factorial(k))))
    return ring.composed(outer, u)


def whole_order(order: int, ring: Ring, u: Series) -> Series:
    return (ring.numbers.call(f"i{order}", u[0]), *real_order("besseli", ring, (order,), u)[1:])


# The signs of the lower and of the higher order in twice the derivative.
NEIGHBOURS = {"besselj": (1, -1), "bessely": (1, -1), "besseli": (1, 1), "besselk": (-1, -1)}


# below it sin(v)/v is summed as a polynomial; division by v would lose a digit at each order for small v
SMALL = 3
SINC = [Fraction((-1) ** (m // 2), math.factorial(m + 1)) if m % 2 == 0 else Fraction(0) for m in range(44)]


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


def sinc(ring: Ring, u: Series) -> Series:
    n, v = ring.numbers, ring.scale(u, pi(ring))
    near = ring.composed(shifted(ring, v[0], SINC), v)
    far = ring.divide(sin(ring, v), v)
    is_near = n.compare("<", n.call("abs", v[0]), SMALL)
    further = [n.select(is_near, a, b) for a, b in zip(near[1:], far[1:], strict=True)]
    return (n.call("sinc", u[0]), *further)


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
    if n.base.multiprecision:  # no ball divides by infinity
        y = [n.divide(n.multiply(scale, n.call("cos", angle)), n.call("sin", angle))]
    else:
        y = [n.divide(scale, n.call("tan", angle))]
    slope = [n.negate(n.add(n.square(scale), n.square(y[0])))]
    for k in range(1, ring.order + 1):
        y.append(ring.grown(k, slope, (1,)))
        slope.append(n.negate(ring.squared(y, k)))
    return y


lgamma = growing("lgamma", digamma)


def gamma(ring: Ring, u: Series) -> Series:
    """y' = y ψ(u) u'."""
    slope = ring.multiply(digamma(ring, u), ring.derivative(u))
    return relatively(ring, ring.numbers.call("gamma", u[0]), slope)


def zeta(ring: Ring, x: Series, q: Series) -> Series:
    n, s = ring.numbers, x[0]
    outer, factor = [n.call("zeta", s, q[0])], n.as_base(1)
    for k in ring.further(q):
        # the derivative of ζ(s, q) by q is -s ζ(s + 1, q)
        factor = n.divide(n.multiply(n.negate(factor), n.add(s, k - 1)), k)
        outer.append(n.multiply(factor, n.call("zeta", n.add(s, k), q[0])))
    return ring.composed(outer, q)


def polygamma(ring: Ring, n: Series, x: Series) -> Series:
    if len(n) > 1:
        raise ExpressionError(
            Wording("polygamma(n, x) has no derivative by n, a whole number: keep it constant")
        )
    m = ring.numbers
    orders = [m.add(n[0], k) for k in range(ring.order + 1)]
    values = [m.call("polygamma", order, x[0]) for order in orders]
    outer = [m.multiply(value, Fraction(1, factorial(k))) for k, value in enumerate(values)]
    return ring.composed(outer, x)


def _incomplete(name: str, sign: int, ring: Ring, a: Series, x: Series) -> Series:
    """gammainc or gammaincc along x, whose slope is ±x^(a - 1) exp(-x) / gamma(a), without overflow."""
    n = ring.numbers
    exponent = ring.subtract(ring.scale(log(ring, x), n.subtract(a[0], 1)), x)
    density = exp(ring, ring.subtract(exponent, (n.call("lgamma", a[0]),)))
    return ring.integral(n.call(name, a[0], x[0]), ring.scale(density, sign), ring.derivative(x))


def betainc(ring: Ring, a: Series, b: Series, x: Series) -> Series:
    n = ring.numbers
    first: Element = n.call("betainc", a[0], b[0], x[0])
    left = ring.scale(log(ring, x), n.subtract(a[0], 1))
    right = ring.scale(log(ring, ring.subtract((1,), x)), n.subtract(b[0], 1))
    size = n.add(n.call("lgamma", a[0]), n.call("lgamma", b[0]))
    size = n.subtract(size, n.call("lgamma", n.add(a[0], b[0])))
    density = exp(ring, ring.subtract(ring.add(left, right), (size,)))
    return ring.integral(first, density, ring.derivative(x))


SLOPES: dict[str, Rule] = {
    "erf": _bell,
    "erfc": lambda ring, u: ring.negate(_bell(ring, u)),
    "E1": lambda ring, u: ring.divide(exp(ring, ring.negate(u)), ring.negate(u)),
    "Ei": lambda ring, u: ring.divide(exp(ring, u), u),
}
RULES: dict[str, Rule] = {
    **{name: growing(name, slope) for name, slope in SLOPES.items()},
    **{
        rule.__name__: rule
        for rule in (
            digamma, erfinv, gamma, lambertw, ndtri, polygamma,
        )
    },
    "betainc": from_values("betainc", betainc, {2}),
    "gammainc": from_values("gammainc", partial(_incomplete, "gammainc", 1), {1}),
    "gammaincc": from_values("gammaincc", partial(_incomplete, "gammaincc", -1), {1}),
    "zeta": from_values("zeta", zeta, {1}),
    "lgamma": lgamma,
    "sinc": from_values("sinc", sinc),
    **{f"i{order}": from_values(f"i{order}", partial(whole_order, order)) for order in (0, 1)},
    **{name: from_values(name) for name in ("i0e", "i1e")},
    **{name: from_values(name, partial(real_order, name), {1}) for name in NEIGHBOURS},
}  # fmt: skip
