"""Functions with corners and jumps, and networks of them, along power series.

They are smooth beside a corner; at one, there is no value from the first order that differs between its
sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import jax.numpy as jnp

from jaxstudio.functions.derivatives.series.arithmetic import Element, Ring, Series, is_exact
from jaxstudio.functions.derivatives.series.elementary import Rule


def abs(ring: Ring, u: Series) -> Series:
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


def max(ring: Ring, a: Series, b: Series) -> Series:
    return _chosen(ring, "max", a, b, ring.subtract(a, b))


def min(ring: Ring, a: Series, b: Series) -> Series:
    return _chosen(ring, "min", a, b, ring.subtract(b, a))


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
        sign = n.select(undecided, _sign_of(ring, coefficient, k), sign)
        yield sign


def _sign_of(ring: Ring, coefficient: Element, k: int) -> Element:
    n: Any = ring.numbers
    if k % 2 == 0:
        return (coefficient > 0) - (coefficient < 0) if is_exact(coefficient) else n.call("sign", coefficient)
    if is_exact(coefficient):
        return n.undefined() if coefficient else 0
    return n.select(n.compare("==", coefficient, 0), 0, n.undefined())


def floor(ring: Ring, u: Series) -> Series:
    return _steps(ring, "floor", u, _is_whole(ring, u[0]))


def ceil(ring: Ring, u: Series) -> Series:
    return _steps(ring, "ceil", u, _is_whole(ring, u[0]))


def round(ring: Ring, u: Series) -> Series:
    return _steps(ring, "round", u, _is_whole(ring, ring.numbers.subtract(u[0], Fraction(1, 2))))


def trunc(ring: Ring, u: Series) -> Series:
    not_zero = ring.numbers.compare("!=", u[0], 0)
    return _steps(ring, "trunc", u, ring.numbers.base.both(_is_whole(ring, u[0]), not_zero))


def sign(ring: Ring, u: Series) -> Series:
    return _steps(ring, "sign", u, ring.numbers.compare("==", u[0], 0))


def _is_whole(ring: Ring, value: Element) -> Any:
    return ring.numbers.compare("==", ring.numbers.call("floor", value), value)


def _steps(ring: Ring, name: str, u: Series, at_jump: Any) -> Series:
    """Constant, but without any derivative at a jump through which u passes."""
    n, y = ring.numbers, [ring.numbers.call(name, u[0])]
    passed: Element = 0
    for coefficient in u[1:]:
        moves = n.undefined() if is_exact(coefficient) and coefficient else _unless_zero(ring, coefficient)
        passed = n.add(passed, moves)
        y.append(n.select(at_jump, passed, 0))
    return tuple(y)


def _unless_zero(ring: Ring, coefficient: Element) -> Element:
    if is_exact(coefficient):
        return 0
    return ring.numbers.select(ring.numbers.compare("==", coefficient, 0), 0, ring.numbers.undefined())


def mod(ring: Ring, x: Series, y: Series) -> Series:
    whole = floor(ring, ring.divide(x, y))
    rest = ring.subtract(x, ring.multiply(y, whole))
    return (ring.numbers.call("mod", x[0], y[0]), *rest[1:])


def stop(ring: Ring, u: Series) -> Series:
    return (ring.numbers.call("stop", u[0]),)


RULES: dict[str, Rule] = {
    rule.__name__: rule for rule in (abs, ceil, floor, max, min, mod, relu, round, sign, stop, trunc)
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
