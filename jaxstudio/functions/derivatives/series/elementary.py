"""Exponentials, logarithms, circular and hyperbolic functions of a power series, each from its own rule.

A rule says how the function's slope follows from values that are known already; written so that nothing
large is subtracted from something equally large: 1 - tanh² is carried along as a series of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from jaxstudio.functions.derivatives.series.arithmetic import Ring, Series
from jaxstudio.functions.derivatives.series.coefficients import Element

Rule = Callable[..., Series]


def exp(ring: Ring, u: Series) -> Series:
    return exponential(ring, ring.numbers.call("exp", u[0]), u)


def exp2(ring: Ring, u: Series) -> Series:
    return exponential(ring, ring.numbers.call("exp2", u[0]), ring.scale(u, ring.numbers.call("log", 2)))


def exponential(ring: Ring, first: Element, u: Series) -> Series:
    """The series that begins with `first` and grows as exp(u): y' = y u'."""
    y, du = [not_overflown(ring, first)], ring.derivative(u)
    for k in ring.further(u):
        y.append(ring.grown(k, y, du))
    return (first, *y[1:])


def not_overflown(ring: Ring, value: Element) -> Element:
    """0 for infinity: what is divided by a value too large for its format has the slopes of 0, not NaN."""
    infinity = ring.numbers.base.constant(math.inf)
    return ring.numbers.select(ring.numbers.compare("<", ring.numbers.call("abs", value), infinity), value, 0)


def expm1(ring: Ring, u: Series) -> Series:
    return (ring.numbers.call("expm1", u[0]), *exp(ring, u)[1:])


def log(ring: Ring, u: Series) -> Series:
    return logarithm(ring, ring.numbers.call("log", u[0]), u)


def log10(ring: Ring, u: Series) -> Series:
    return _to_base(ring, "log10", 10, u)


def log2(ring: Ring, u: Series) -> Series:
    return _to_base(ring, "log2", 2, u)


def _to_base(ring: Ring, name: str, base: int, u: Series) -> Series:
    scale = ring.numbers.divide(1, ring.numbers.call("log", base))
    return (ring.numbers.call(name, u[0]), *ring.scale(log(ring, u), scale)[1:])


def log1p(ring: Ring, u: Series) -> Series:
    return logarithm(ring, ring.numbers.call("log1p", u[0]), ring.add(u, (1,)))


def logarithm(ring: Ring, first: Element, u: Series) -> Series:
    """The series that begins with `first` and grows as log(u): u y' = u'."""
    return ring.integral(first, ring.divide((1,), u), ring.derivative(u))


def sin(ring: Ring, u: Series) -> Series:
    return sine_and_cosine(ring, u)[0]


def cos(ring: Ring, u: Series) -> Series:
    return sine_and_cosine(ring, u)[1]


def sine_and_cosine(ring: Ring, u: Series) -> tuple[Series, Series]:
    s, c, du = [ring.numbers.call("sin", u[0])], [ring.numbers.call("cos", u[0])], ring.derivative(u)
    for k in ring.further(u):
        of_sine, of_cosine = ring.grown(k, c, du), ring.numbers.negate(ring.grown(k, s, du))
        s.append(of_sine)
        c.append(of_cosine)
    return tuple(s), tuple(c)


def tan(ring: Ring, u: Series) -> Series:
    y, du = [ring.numbers.call("tan", u[0])], ring.derivative(u)
    slope = [ring.numbers.add(1, ring.numbers.square(y[0]))]
    for k in ring.further(u):
        y.append(ring.grown(k, slope, du))
        slope.append(ring.squared(y, k))
    return tuple(y)


def sinh(ring: Ring, u: Series) -> Series:
    return hyperbolic(ring, u)[0]


def cosh(ring: Ring, u: Series) -> Series:
    return hyperbolic(ring, u)[1]


def hyperbolic(ring: Ring, u: Series) -> tuple[Series, Series]:
    """sinh and cosh."""
    firsts, du = [ring.numbers.call(name, u[0]) for name in ("sinh", "cosh")], ring.derivative(u)
    s, c = ([not_overflown(ring, first)] for first in firsts)
    for k in ring.further(u):
        of_sinh, of_cosh = ring.grown(k, c, du), ring.grown(k, s, du)
        s.append(of_sinh)
        c.append(of_cosh)
    return (firsts[0], *s[1:]), (firsts[1], *c[1:])


def tanh(ring: Ring, u: Series) -> Series:
    n = ring.numbers
    y, du = [n.call("tanh", u[0])], ring.derivative(u)
    slope = [n.divide(1, n.square(n.call("cosh", u[0])))]  # 1 - tanh², which would cancel for large u
    both = [n.multiply(y[0], slope[0])]
    for k in ring.further(u):
        y.append(ring.grown(k, slope, du))
        slope.append(n.multiply(ring.grown(k, both, du), -2))
        both.append(ring.product(y, slope, k))
    return tuple(y)


def sigmoid(ring: Ring, u: Series) -> Series:
    n = ring.numbers
    y, du = [n.call("sigmoid", u[0])], ring.derivative(u)
    rest = [n.call("sigmoid", n.negate(u[0]))]  # 1 - sigmoid, which would cancel for large u
    both = [n.multiply(y[0], rest[0])]
    for k in ring.further(u):
        y.append(ring.grown(k, both, du))
        rest.append(n.negate(y[k]))
        both.append(ring.product(y, rest, k))
    return tuple(y)


def softplus(ring: Ring, u: Series) -> Series:
    return ring.integral(ring.numbers.call("softplus", u[0]), sigmoid(ring, u), ring.derivative(u))


def logit(ring: Ring, u: Series) -> Series:
    slope = ring.divide((1,), ring.multiply(u, ring.subtract((1,), u)))
    return ring.integral(ring.numbers.call("logit", u[0]), slope, ring.derivative(u))


def sqrt(ring: Ring, u: Series) -> Series:
    first = ring.numbers.call("sqrt", u[0])
    y, inverse = [first], ring.numbers.divide(Fraction(1, 2), first)
    for k in ring.further(u):
        known = ring.squared([0, *y[1:]], k)
        y.append(ring.numbers.multiply(ring.numbers.subtract(u[k] if k < len(u) else 0, known), inverse))
    return tuple(y)


def asin(ring: Ring, u: Series) -> Series:
    return ring.integral(ring.numbers.call("asin", u[0]), _arc_slope(ring, u), ring.derivative(u))


def acos(ring: Ring, u: Series) -> Series:
    return ring.integral(
        ring.numbers.call("acos", u[0]), ring.negate(_arc_slope(ring, u)), ring.derivative(u)
    )


def _arc_slope(ring: Ring, u: Series) -> Series:
    """1/√(1 - u²)."""
    return _inverse_root(ring, _one_less_square(ring, u))


def _one_less_square(ring: Ring, u: Series) -> Series:
    """1 - u², its value as (1 - u)(1 + u), whose differences are exact where it is small; the others' would
    cancel in that product."""
    n = ring.numbers
    first = n.multiply(n.subtract(1, u[0]), n.add(1, u[0]))
    return (first, *ring.negate(ring.square(u))[1:])


def _inverse_root(ring: Ring, u: Series) -> Series:
    return ring.divide((1,), sqrt(ring, u))


def asinh(ring: Ring, u: Series) -> Series:
    slope = _inverse_root(ring, ring.add((1,), ring.square(u)))
    return ring.integral(ring.numbers.call("asinh", u[0]), slope, ring.derivative(u))


def acosh(ring: Ring, u: Series) -> Series:
    slope = _inverse_root(ring, ring.negate(_one_less_square(ring, u)))
    return ring.integral(ring.numbers.call("acosh", u[0]), slope, ring.derivative(u))


def atan(ring: Ring, u: Series) -> Series:
    slope = ring.divide((1,), ring.add((1,), ring.square(u)))
    return ring.integral(ring.numbers.call("atan", u[0]), slope, ring.derivative(u))


def atanh(ring: Ring, u: Series) -> Series:
    slope = ring.divide((1,), _one_less_square(ring, u))
    return ring.integral(ring.numbers.call("atanh", u[0]), slope, ring.derivative(u))


def atan2(ring: Ring, y: Series, x: Series) -> Series:
    angle = ring.numbers.call("atan2", y[0], x[0])
    if not ring.further(x, y):
        return (angle,)
    turning = ring.subtract(
        ring.multiply(x, ring.derivative(y) or (0,)), ring.multiply(y, ring.derivative(x) or (0,))
    )
    distance = ring.add(ring.square(x), ring.square(y))
    return ring.integral(angle, (1,), ring.divide(turning, distance))


RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        acos, acosh, asin, asinh, atan, atan2, atanh, cos, cosh, exp, exp2, expm1, log, log10, log1p,
        log2, logit, sigmoid, sin, sinh, softplus, sqrt, tan, tanh,
    )
}  # fmt: skip
