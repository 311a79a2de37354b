"""The incomplete gamma and beta functions along a power series: their slopes are elementary."""

from __future__ import annotations

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.derivatives.series.elementary import Rule, exp, log
from jaxstudio.functions.derivatives.series.elements import Element
from jaxstudio.functions.derivatives.series.ring import Ring, Series


def gammainc(ring: Ring, a: Series, x: Series) -> Series:
    first = ring.numbers.call("gammainc", a[0], x[0])
    return ring.integral(first, _gamma_density(ring, a, x), ring.derivative(x))


def gammaincc(ring: Ring, a: Series, x: Series) -> Series:
    first = ring.numbers.call("gammaincc", a[0], x[0])
    return ring.integral(first, ring.negate(_gamma_density(ring, a, x)), ring.derivative(x))


def _gamma_density(ring: Ring, a: Series, x: Series) -> Series:
    """x^(a - 1) exp(-x) / gamma(a), without overflow."""
    check_constant("gammainc(a, x)", "a", a)
    n = ring.numbers
    exponent = ring.subtract(ring.scale(log(ring, x), n.subtract(a[0], 1)), x)
    return exp(ring, ring.subtract(exponent, (n.call("lgamma", a[0]),)))


def betainc(ring: Ring, a: Series, b: Series, x: Series) -> Series:
    check_constant("betainc(a, b, x)", "a and b", a, b)
    n = ring.numbers
    left = ring.scale(log(ring, x), n.subtract(a[0], 1))
    right = ring.scale(log(ring, ring.subtract((1,), x)), n.subtract(b[0], 1))
    size = n.add(n.call("lgamma", a[0]), n.call("lgamma", b[0]))
    size = n.subtract(size, n.call("lgamma", n.add(a[0], b[0])))
    density = exp(ring, ring.subtract(ring.add(left, right), (size,)))
    first: Element = n.call("betainc", a[0], b[0], x[0])
    return ring.integral(first, density, ring.derivative(x))


def check_constant(call: str, names: str, *arguments: Series) -> None:
    """Raise an ExpressionError where an argument varies by which no derivative is known."""
    if any(len(argument) > 1 for argument in arguments):
        raise ExpressionError(f"no derivative of {call} by {names} is known here: keep {names} constant")


RULES: dict[str, Rule] = {rule.__name__: rule for rule in (betainc, gammainc, gammaincc)}
