"""Powers of a power series: whole, rational, and any exponent."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from jaxstudio.functions.derivatives.series.arithmetic import Ring, Series
from jaxstudio.functions.derivatives.series.coefficients import Element
from jaxstudio.functions.derivatives.series.elementary import Rule, exponential, log

# up to this order the outer derivatives are put together along u, which also holds where u is 0
FEW = 4


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
        return ring.composed(_outer_whole(ring, u[0], n), u)
    even = ring.square(integer_power(ring, u, n // 2))
    whole = ring.multiply(even, u) if n % 2 else even
    return (ring.numbers.integer_power(u[0], n), *whole[1:])


def _outer_whole(ring: Ring, first: Element, n: int) -> list[Element]:
    """The coefficients of (first + t)^n."""
    powers = [ring.numbers.integer_power(first, n - k) if k < n else 1 for k in range(min(n, ring.order) + 1)]
    return _binomials(ring, powers, n)


def rational_power(ring: Ring, u: Series, p: int, q: int) -> Series:
    """The real u^(p/q) for an odd q."""
    return _from_root(ring, ring.numbers.rational_power(u[0], p, q), u, p, q)


def cbrt(ring: Ring, u: Series) -> Series:
    return _from_root(ring, ring.numbers.call("cbrt", u[0]), u, 1, 3)


def _from_root(ring: Ring, first: Element, u: Series, p: int, q: int) -> Series:
    """The real u^(p/q), whose value is `first`."""
    if len(u) == 1:
        return (first,)
    if len(u) > 2 and ring.order > FEW:
        return _any_power(ring, first, Fraction(p, q), u)
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
    outer = _outer_any(ring, first, base[0], exponent[0])
    if len(base) == 2 or ring.order <= FEW:
        return ring.composed(outer, base)
    usual = _any_power(ring, first, exponent[0], base)
    at_zero = ring.composed(outer, base)
    is_there = ring.numbers.compare("==", base[0], 0)
    return tuple(
        ring.numbers.select(is_there, there, here) for there, here in zip(at_zero, usual, strict=True)
    )


def _any_power(ring: Ring, first: Element, exponent: Element, u: Series) -> Series:
    """The series that begins with `first` and grows as u^exponent: u y' = exponent y u'. u₀ is not 0."""
    n, y = ring.numbers, [first]
    slopes: list[Element] = []
    du, inverse = ring.derivative(u), ring.numbers.divide(1, u[0])
    for k in ring.further(u):
        grown = n.multiply(ring.product(du, y, k - 1), exponent)
        known = ring.product((0, *u[1:]), slopes, k - 1)
        slopes.append(n.multiply(n.subtract(grown, known), inverse))  # k y_k
        y.append(n.multiply(slopes[-1], Fraction(1, k)))
    return tuple(y)


def _outer_any(ring: Ring, first: Element, base: Element, exponent: Element) -> list[Element]:
    """The coefficients of (base + t)^exponent, also where the base is 0."""
    n = ring.numbers
    inverse, is_zero_there = n.divide(1, base), n.compare("==", base, 0)
    outer, usual, factor = [first], first, n.made(1)
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


RULES: dict[str, Rule] = {"cbrt": cbrt}
