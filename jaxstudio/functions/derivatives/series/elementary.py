"""Elementary functions, functions with corners and jumps, and relu networks along power series."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, cast

import jax.numpy as jnp

from jaxstudio.functions.derivatives.series.arithmetic import Element, Ring, Series, is_exact

Rule = Callable[..., Series]


def exp(ring: Ring, u: Series) -> Series:
    return exponential(ring, ring.numbers.call("exp", u[0]), u)


def exponential(ring: Ring, first: Element, u: Series) -> Series:
    """The series that begins with `first` and grows as exp(u)."""
    return relatively(ring, first, ring.derivative(u))


def relatively(ring: Ring, first: Element, slope: Series) -> Series:
    """The series that begins with `first` and has the slope y' = y · slope."""
    y = [not_overflown(ring, first)]
    for k in range(1, ring.order + 1 if slope else 1):
        y.append(ring.grown(k, y, slope))
    return (first, *y[1:])


def not_overflown(ring: Ring, value: Element) -> Element:
    """0 for infinity: a quotient by an overflown value has the slopes of 0, not NaN."""
    if ring.numbers.base.multiprecision:  # no ball overflows
        return value
    infinity = ring.numbers.base.constant(math.inf)
    return ring.numbers.select(ring.numbers.compare("<", ring.numbers.call("abs", value), infinity), value, 0)


def _to_base(name: str, base: int, ring: Ring, u: Series) -> Series:
    """The logarithm to a base."""
    scale = ring.numbers.divide(1, ring.numbers.call("log", base))
    return (ring.numbers.call(name, u[0]), *ring.scale(log(ring, u), scale)[1:])


def _pair(ring: Ring, u: Series, names: tuple[str, str], sign: int) -> tuple[Series, Series]:
    """Two functions, of which the second is the slope of the first, and that of the second ± the first."""
    firsts, du = [ring.numbers.call(name, u[0]) for name in names], ring.derivative(u)
    s, c = ([first if sign < 0 else not_overflown(ring, first)] for first in firsts)
    for k in ring.further(u):
        of_s, of_c = ring.grown(k, c, du), ring.numbers.multiply(ring.grown(k, s, du), sign)
        s.append(of_s)
        c.append(of_c)
    return (firsts[0], *s[1:]), (firsts[1], *c[1:])


def sin(ring: Ring, u: Series) -> Series:
    return _pair(ring, u, ("sin", "cos"), -1)[0]


def tan(ring: Ring, u: Series) -> Series:
    y, du = [ring.numbers.call("tan", u[0])], ring.derivative(u)
    slope = [ring.numbers.add(1, ring.numbers.square(y[0]))]
    for k in ring.further(u):
        y.append(ring.grown(k, slope, du))
        slope.append(ring.squared(y, k))
    return tuple(y)


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


def sqrt(ring: Ring, u: Series) -> Series:
    first = ring.numbers.call("sqrt", u[0])
    y, inverse = [first], ring.numbers.divide(Fraction(1, 2), first)
    for k in ring.further(u):
        known = ring.squared([0, *y[1:]], k)
        y.append(ring.numbers.multiply(ring.numbers.subtract(u[k] if k < len(u) else 0, known), inverse))
    return tuple(y)


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


def atan2(ring: Ring, y: Series, x: Series) -> Series:
    angle = ring.numbers.call("atan2", y[0], x[0])
    if not ring.further(x, y):
        return (angle,)
    turning = ring.subtract(
        ring.multiply(x, ring.derivative(y) or (0,)), ring.multiply(y, ring.derivative(x) or (0,))
    )
    distance = ring.add(ring.square(x), ring.square(y))
    return ring.integral(angle, (1,), ring.divide(turning, distance))


def growing(name: str, slope: Rule) -> Rule:
    """The rule of a function, from the rule of its derivative."""
    return lambda ring, u: ring.integral(ring.numbers.call(name, u[0]), slope(ring, u), ring.derivative(u))


SLOPES: dict[str, Rule] = {
    "log": lambda ring, u: ring.divide((1,), u),
    "log1p": lambda ring, u: ring.divide((1,), ring.add(u, (1,))),
    "softplus": sigmoid,
    "logit": lambda ring, u: ring.divide((1,), ring.multiply(u, ring.subtract((1,), u))),
    "asin": _arc_slope,
    "acos": lambda ring, u: ring.negate(_arc_slope(ring, u)),
    "atan": lambda ring, u: ring.divide((1,), ring.add((1,), ring.square(u))),
    "asinh": lambda ring, u: _inverse_root(ring, ring.add((1,), ring.square(u))),
    "acosh": lambda ring, u: _inverse_root(ring, ring.negate(_one_less_square(ring, u))),
    "atanh": lambda ring, u: ring.divide((1,), _one_less_square(ring, u)),
}
log = growing("log", SLOPES["log"])
RULES: dict[str, Rule] = {
    **{rule.__name__: rule for rule in (atan2, exp, sigmoid, sin, sqrt, tan, tanh)},
    **{name: growing(name, slope) for name, slope in SLOPES.items()},
    "exp2": lambda ring, u: exponential(
        ring, ring.numbers.call("exp2", u[0]), ring.scale(u, ring.numbers.call("log", 2))
    ),
    "expm1": lambda ring, u: (ring.numbers.call("expm1", u[0]), *exp(ring, u)[1:]),
    "log2": partial(_to_base, "log2", 2),
    "log10": partial(_to_base, "log10", 10),
    "cos": lambda ring, u: _pair(ring, u, ("sin", "cos"), -1)[1],
    "sinh": lambda ring, u: _pair(ring, u, ("sinh", "cosh"), 1)[0],
    "cosh": lambda ring, u: _pair(ring, u, ("sinh", "cosh"), 1)[1],
}


def integer_power(ring: Ring, u: Series, n: int) -> Series:
    """u^n; for a negative n, 1/u^-n."""
    if n == 0:
        return (ring.numbers.integer_power(u[0], 0),)
    if n < 0:
        return ring.divide((1,), integer_power(ring, u, -n))
    if n == 1:
        return u
    if n == 2:
        return ring.square(u)
    if len(u) <= 2 or ring.order <= 2:
        below = range(min(n, ring.order) + 1)
        powers = [ring.numbers.integer_power(u[0], n - k) if k < n else 1 for k in below]
        return ring.composed(_binomials(ring, powers, n), u)
    even = ring.square(integer_power(ring, u, n // 2))
    whole = ring.multiply(even, u) if n % 2 else even
    return (ring.numbers.integer_power(u[0], n), *whole[1:])


def rational_power(ring: Ring, u: Series, p: int, q: int) -> Series:
    """The real u^(p/q) for an odd q."""
    return _from_root(ring, ring.numbers.rational_power(u[0], p, q), u, p, q)


def _from_root(ring: Ring, first: Element, u: Series, p: int, q: int) -> Series:
    """The real u^(p/q), whose value is `first`."""
    if len(u) == 1:
        return (first,)
    powers = [first]
    for k in ring.further(u):
        exponent = p - k * q
        # from the first negative power on, division gives the next; above, it would be 0/0 where u is 0
        below = exponent < 0 and exponent + q < 0
        powers.append(
            ring.numbers.divide(powers[-1], u[0]) if below else ring.numbers.rational_power(u[0], exponent, q)
        )
    return ring.composed(_binomials(ring, powers, Fraction(p, q)), u)


def _binomials(ring: Ring, powers: list[Element], exponent: int | Fraction) -> list[Element]:
    """Each multiplied by exponent over k, the factor of its derivative."""
    factor, scaled = Fraction(1), []
    for k, power in enumerate(powers):
        scaled.append(ring.numbers.multiply(power, factor))
        factor *= Fraction(exponent - k) / (k + 1)
    return scaled


def power(ring: Ring, base: Series, exponent: Series) -> Series:
    """base^exponent, as the algebra's own power has it at order 0."""
    first = ring.numbers.power(base[0], exponent[0])
    if not ring.further(base, exponent):
        return (first,)
    if len(exponent) > 1:
        return exponential(ring, first, ring.multiply(exponent, log(ring, base)))
    return ring.composed(_outer_any(ring, first, base[0], exponent[0]), base)


def _outer_any(ring: Ring, first: Element, base: Element, exponent: Element) -> list[Element]:
    """The coefficients of (base + t)^exponent, also where the base is 0."""
    n = ring.numbers
    inverse, is_zero_there = n.divide(1, base), n.compare("==", base, 0)
    outer, usual, factor = [first], first, n.as_base(1)
    for k in range(1, ring.order + 1):
        step = n.multiply(n.subtract(exponent, k - 1), Fraction(1, k))
        factor, usual = n.multiply(factor, step), n.multiply(n.multiply(usual, step), inverse)
        there = _at_zero(ring, k, exponent, factor, n.divide(factor, base))
        outer.append(n.select(is_zero_there, there, usual))
    return outer


def _at_zero(ring: Ring, k: int, exponent: Element, factor: Element, infinite: Element) -> Element:
    """The coefficient k of t^exponent at 0: 0 or 1 of a whole exponent, beyond others without bound."""
    n: Any = ring.numbers
    higher = n.select(n.compare(">", exponent, k), 0, infinite)
    higher = n.select(n.compare("==", factor, 0), 0, higher)
    return n.select(n.compare("==", exponent, k), 1, higher)


# Functions with corners and jumps are smooth beside a corner; at one, there is no value from the first order
# that differs between its sides.


def absolute(ring: Ring, u: Series) -> Series:
    y = [ring.numbers.call("abs", u[0])]
    for k, sign in zip(range(1, len(u)), _signs(ring, u), strict=False):
        y.append(ring.numbers.multiply(sign, u[k]))
    return tuple(y)


def relu(ring: Ring, u: Series) -> Series:
    n, y = ring.numbers, [ring.numbers.call("relu", u[0])]
    for k, sign in zip(range(1, len(u)), _signs(ring, u), strict=False):
        kept = n.multiply(n.multiply(n.add(sign, 1), Fraction(1, 2)), u[k])
        y.append(n.select(n.compare("<", sign, 0), 0, kept))
    return tuple(y)


def _chosen(ring: Ring, name: str, a: Series, b: Series, lead: Series) -> Series:
    """a where `lead` is positive, b where it is negative."""
    n, y = ring.numbers, [ring.numbers.call(name, a[0], b[0])]
    for k, sign in zip(range(1, len(lead)), _signs(ring, lead), strict=False):
        of_a, of_b = (u[k] if k < len(u) else 0 for u in (a, b))
        unless_b = n.select(n.compare(">=", sign, 0), of_a, n.undefined())
        y.append(n.select(n.compare("<", sign, 0), of_b, unless_b))
    return tuple(y)


def _signs(ring: Ring, u: Series) -> Iterator[Element]:
    """For each order from 1: the sign of u beside the point, as far as the coefficients up to there tell.

    0 while all are 0; NaN where the first that is not 0 is of an odd order, so that u changes its sign.
    """
    n = ring.numbers
    sign = n.call("sign", u[0])
    for k, coefficient in enumerate(u[1:], start=1):
        undecided = n.compare("==", sign, 0)
        if k % 2:
            beside = _unless_zero(ring, coefficient)
        elif is_exact(coefficient):
            beside = (coefficient > 0) - (coefficient < 0)
        else:
            beside = n.call("sign", coefficient)
        sign = n.select(undecided, beside, sign)
        yield sign


def _unless_zero(ring: Ring, coefficient: Element) -> Element:
    """0 where the coefficient is, no value elsewhere."""
    n = ring.numbers
    if is_exact(coefficient):
        return n.undefined() if coefficient else 0
    return n.select(n.compare("==", coefficient, 0), 0, n.undefined())


def _is_whole(ring: Ring, value: Element) -> Any:
    return ring.numbers.compare("==", ring.numbers.call("floor", value), value)


# whether a step lies at a value
JUMPS: dict[str, Callable[[Ring, Element], Any]] = {
    "floor": _is_whole,
    "ceil": _is_whole,
    "round": lambda ring, at: _is_whole(ring, ring.numbers.subtract(at, Fraction(1, 2))),
    "trunc": lambda ring, at: ring.numbers.base.both(_is_whole(ring, at), ring.numbers.compare("!=", at, 0)),
    "sign": lambda ring, at: ring.numbers.compare("==", at, 0),
}


def _steps(name: str, ring: Ring, u: Series) -> Series:
    """Constant, but without any derivative at a jump through which u passes."""
    n, at_jump = ring.numbers, JUMPS[name](ring, u[0])
    y, passed = [n.call(name, u[0])], cast("Element", 0)
    for coefficient in u[1:]:
        passed = n.add(passed, _unless_zero(ring, coefficient))
        y.append(n.select(at_jump, passed, 0))
    return tuple(y)


def mod(ring: Ring, x: Series, y: Series) -> Series:
    whole = _steps("floor", ring, ring.divide(x, y))
    rest = ring.subtract(x, ring.multiply(y, whole))
    return (ring.numbers.call("mod", x[0], y[0]), *rest[1:])


RULES |= {
    **{rule.__name__: rule for rule in (mod, relu)},
    "abs": absolute,
    "cbrt": lambda ring, u: _from_root(ring, ring.numbers.call("cbrt", u[0]), u, 1, 3),
    "max": lambda ring, a, b: _chosen(ring, "max", a, b, ring.subtract(a, b)),
    "min": lambda ring, a, b: _chosen(ring, "min", a, b, ring.subtract(b, a)),
    "stop": lambda ring, u: (ring.numbers.call("stop", u[0]),),
    **{name: partial(_steps, name) for name in JUMPS},
}


def network(ring: Ring, layers: Sequence[tuple[Any, Any]], inputs: Sequence[Sequence[Any]]) -> Series:
    """The output of relu layers [(weights (in, out), biases (out,)), …] for inputs given by all their
    coefficients, over JAX's numbers."""
    values: Series = tuple(jnp.stack(column) for column in zip(*inputs, strict=True))
    *hidden, last = layers
    for layer in hidden:
        values = relu(ring, _dense(layer, values))
    return tuple(coefficient[0] for coefficient in _dense(last, values))


def _dense(layer: tuple[Any, Any], values: Series) -> Series:
    weights, biases = layer
    first, *further = (coefficient @ weights for coefficient in values)
    return (first + biases, *further)
