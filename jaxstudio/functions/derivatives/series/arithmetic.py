"""Arithmetic of power series truncated after a given order, over coefficients of any algebra.

Coefficients are numbers of an algebra, or fractions that are known exactly. Maclaurin series of entire
functions stand at the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.functions.interpreters import Algebra, JaxAlgebra
from jaxstudio.functions.interpreters.jax_algebra import ask_host
from jaxstudio.functions.interpreters.jax_functions import better_rule, euler_maclaurin, quadrature
from jaxstudio.functions.language import limits

Element = Any  # a value of the algebra, or an `int` or a `Fraction`
Exact = int | Fraction


class Coefficients:
    """An algebra whose arithmetic is done beforehand wherever both numbers are known exactly.

    Only numbers that arise from differentiating are known so (the slope 1 of x, the factor 1/k); what was
    typed stays a value of the algebra, so that order 0 is computed as it is without derivatives.
    """

    def __init__(self, base: Algebra[Any, Any]) -> None:
        self.base = base

    def as_base(self, a: Element) -> Element:
        """The algebra's own value."""
        if not is_exact(a):
            return a
        # elsewhere 1/3 has to be divided by the algebra: the nearest float64 would not be good enough
        if self.base.rounds_constants or (float(a) == a and not self.base.multiprecision):
            return self.base.constant(float(a))
        return self.base.divide(self.base.constant(a.numerator), self.base.constant(a.denominator))

    def add(self, a: Element, b: Element) -> Element:
        if is_exact(a) and is_exact(b):
            return a + b
        if is_zero(a):
            return b
        return a if is_zero(b) else self.base.add(self.as_base(a), self.as_base(b))

    def subtract(self, a: Element, b: Element) -> Element:
        if is_exact(a) and is_exact(b):
            return a - b
        if is_zero(a):
            return self.negate(b)
        return a if is_zero(b) else self.base.subtract(self.as_base(a), self.as_base(b))

    def multiply(self, a: Element, b: Element) -> Element:
        if is_exact(a):
            return self._scaled(b, a)
        if is_exact(b):
            return self._scaled(a, b)
        return self.square(a) if a is b else self.base.multiply(a, b)

    def _scaled(self, a: Element, factor: Exact) -> Element:
        if is_exact(a):
            return a * factor
        if factor == 0:
            return 0
        if factor == 1:
            return a
        return self.negate(a) if factor == -1 else self.base.multiply(a, self.as_base(factor))

    def divide(self, a: Element, b: Element) -> Element:
        if is_exact(b) and b != 0:
            return self._scaled(a, Fraction(1) / b)
        return 0 if is_zero(a) else self.base.divide(self.as_base(a), self.as_base(b))

    def negate(self, a: Element) -> Element:
        return -a if is_exact(a) else self.base.negate(a)

    def square(self, a: Element) -> Element:
        return a * a if is_exact(a) else self.base.integer_power(a, 2)

    def integer_power(self, a: Element, n: int) -> Element:
        return a if n == 1 else self.base.integer_power(self.as_base(a), n)

    def rational_power(self, a: Element, p: int, q: int) -> Element:
        return self.base.rational_power(self.as_base(a), p, q)

    def power(self, a: Element, b: Element) -> Element:
        return self.base.power(self.as_base(a), self.as_base(b))

    def call(self, name: str, *arguments: Element) -> Element:
        return self.base.call(name, tuple(self.as_base(a) for a in arguments))

    def whole_zetas(self, highest: int, q: Element) -> list[Element]:
        """ζ(2, q), …, ζ(highest, q)."""
        return self.base.whole_zetas(highest, self.as_base(q))

    def compare(self, operator: str, a: Element, b: Element) -> Any:
        return self.base.compare(operator, self.as_base(a), self.as_base(b))

    def select(self, condition: Any, a: Element, b: Element) -> Element:
        return self.base.select(condition, self.as_base(a), self.as_base(b))

    def undefined(self) -> Element:
        return self.base.undefined()

    def total(self, terms: list[Element]) -> Element:
        """Their sum."""
        result: Element = sum(term for term in terms if is_exact(term))
        for term in terms:
            if not is_exact(term):
                result = self.add(result, term)
        return result


def is_exact(a: Element) -> bool:
    return isinstance(a, int | Fraction)


def is_zero(a: Element) -> bool:
    return is_exact(a) and bool(a == 0)


def _quick(of_lax: Callable[..., Any], of_numpy: Callable[..., Any]) -> Callable[..., Any]:
    """An operation by lax, which is traced sooner, where shapes need not be broadcast."""
    return lambda a, b: (of_lax if a.shape == b.shape or not a.shape or not b.shape else of_numpy)(a, b)


class LaxAlgebra(JaxAlgebra):
    """Scalars, or arrays of any shape, of one dtype."""

    rounds_constants = True
    add = staticmethod(_quick(lax.add, jnp.add))
    subtract = staticmethod(_quick(lax.sub, jnp.subtract))
    multiply = staticmethod(_quick(lax.mul, jnp.multiply))
    divide = staticmethod(_quick(lax.div, jnp.divide))
    negate = staticmethod(lax.neg)

    def constant(self, value: float) -> Any:
        return np.asarray(value, self.dtype)[()]

    def integer_power(self, a: Any, n: int) -> Any:
        return lax.mul(a, a) if n == 2 else super().integer_power(a, n)

    def whole_zetas(self, highest: int, q: Any) -> list[Any]:
        """ζ(2, q), …, ζ(highest, q) for q >= 0."""
        return [euler_maclaurin(order, self.typed(q)) for order in range(2, highest + 1)]

    def sums(
        self, body: Callable[[Any], Sequence[Any]], points: np.ndarray, weights: np.ndarray
    ) -> list[Any]:
        """The sums over all points of weight times body(point), which has several values."""
        columns = self._at(body, points)
        weighted = [column * self.typed(weights) for column in columns] if np.any(weights != 1) else columns
        return [jnp.sum(column, axis=0) for column in weighted]

    def integrals(self, body: Callable[[Any], Sequence[Any]]) -> list[Any]:
        """Of the values of body(s), each by the better rule; s is as the places of `quadrature`."""
        places, weights = quadrature(limits.QUADRATURE)
        return [better_rule(column, weights, self.dtype) for column in self._at(body, places)]

    def _at(self, body: Callable[[Any], Sequence[Any]], points: np.ndarray) -> list[Any]:
        return jax.vmap(lambda point: [self.typed(value) for value in body(point)])(self.typed(points))

    def folded(
        self, step: Callable[[list[Any], Any], Sequence[Any]], first: Sequence[Any], points: np.ndarray
    ) -> list[Any]:
        """step(… step(step(first, point), point) …, point): several values handed from point to point."""

        def again(values: list[Any], point: Any) -> tuple[list[Any], None]:
            return [self.typed(value) for value in step(values, point)], None

        return lax.scan(again, [self.typed(value) for value in first], self.typed(points))[0]

    def along(self, name: str, series: Sequence[Sequence[Any]], order: int) -> list[Any]:
        """The coefficients 0 to `order` of a function along series; from 1 on they come from balls."""
        columns = [self.typed(c) for u in series for c in u]
        found = ask_host(order, name, columns, tuple(map(len, series)))
        value = self.call(name, [u[0] for u in series])
        return [value, *(found[..., k] for k in range(1, order + 1))]


# The coefficients of 1, t, t², …; those at the end that are zero whatever the point are left out, so that
# a constant has one coefficient and x itself has two.
Series = tuple[Element, ...]


class Ring:
    """Series in one variable t up to t^order, over the numbers of `base`.

    The recurrences are those of Griewank & Walther, Evaluating Derivatives (2nd ed.), chapter 13.
    """

    def __init__(self, base: Algebra[Any, Any], order: int) -> None:
        self.numbers, self.order = Coefficients(base), order

    def variable(self, at: Element) -> Series:
        """The series of t ↦ at + t."""
        return (at, 1) if self.order else (at,)

    def further(self, *series: Series) -> range:
        """The orders from 1 at which a function of these has a coefficient: none where all are constant."""
        return range(1, self.order + 1) if any(len(u) > 1 for u in series) else range(0)

    def padded(self, a: Series) -> Series:
        """With the zeros at its end up to the ring's order."""
        return (*a, *(0,) * (self.order + 1 - len(a)))

    def add(self, a: Series, b: Series) -> Series:
        short, long = sorted((a, b), key=len)
        sums = tuple(self.numbers.add(p, q) for p, q in zip(a, b, strict=False))
        return (*sums, *long[len(short) :])

    def negate(self, a: Series) -> Series:
        return tuple(self.numbers.negate(c) for c in a)

    def subtract(self, a: Series, b: Series) -> Series:
        both = tuple(self.numbers.subtract(p, q) for p, q in zip(a, b, strict=False))
        return (*both, *a[len(b) :], *self.negate(b[len(a) :]))

    def scale(self, a: Series, factor: Element) -> Series:
        return tuple(self.numbers.multiply(c, factor) for c in a)

    def multiply(self, a: Series, b: Series) -> Series:
        if a is b:
            return self.square(a)
        top = min(self.order, len(a) + len(b) - 2)
        return tuple(self.product(a, b, k) for k in range(top + 1))

    def product(self, a: Sequence[Element], b: Sequence[Element], k: int) -> Element:
        """The coefficient k of a·b; missing coefficients are zero."""
        least = max(0, k - len(b) + 1)
        return self.numbers.total(
            [self.numbers.multiply(a[j], b[k - j]) for j in range(least, min(k, len(a) - 1) + 1)]
        )

    def square(self, a: Series) -> Series:
        """a·a with half the products, and over intervals narrower than them."""
        top = min(self.order, 2 * len(a) - 2)
        return tuple(self.squared(a, k) for k in range(top + 1))

    def squared(self, a: Sequence[Element], k: int) -> Element:
        """The coefficient k of a·a."""
        least = max(0, k - len(a) + 1)
        pairs = self.numbers.total(
            [self.numbers.multiply(a[j], a[k - j]) for j in range(least, (k + 1) // 2)]
        )
        twice = self.numbers.multiply(pairs, 2)
        middle = k % 2 == 0 and k // 2 < len(a)
        return self.numbers.add(twice, self.numbers.square(a[k // 2])) if middle else twice

    def divide(self, a: Series, b: Series) -> Series:
        first = self.numbers.divide(a[0], b[0])
        if len(b) == 1:
            return (first, *(self.numbers.divide(c, b[0]) for c in a[1:]))
        inverse = self.numbers.divide(1, b[0])
        y = [first]
        for k in self.further(b):
            known = self.product(b[1:], y, k - 1)
            rest = self.numbers.subtract(a[k] if k < len(a) else 0, known)
            y.append(self.numbers.multiply(rest, inverse))
        return tuple(y)

    def flat(self, series: Sequence[Series]) -> list[Element]:
        """All coefficients of several series, one behind the other, as values of the base."""
        return [self.numbers.as_base(c) for u in series for c in self.padded(u)]

    def grouped(self, values: Sequence[Element]) -> list[Series]:
        """The series of which `flat` made these values."""
        length = self.order + 1
        return [tuple(values[at : at + length]) for at in range(0, len(values), length)]

    def derivative(self, u: Series) -> Series:
        """du/dt: one coefficient fewer, none for a constant."""
        return tuple(self.numbers.multiply(c, k) for k, c in enumerate(u) if k)

    def grown(self, k: int, g: Sequence[Element], du: Series) -> Element:
        """The coefficient k of ∫ g du from those of g below k; functions are computed by this rule."""
        return self.numbers.multiply(self.product(du, g, k - 1), Fraction(1, k))

    def integral(self, first: Element, g: Series, du: Series) -> Series:
        """first + ∫ g du."""
        if not du:
            return (first,)
        top = min(self.order, len(g) + len(du) - 1)
        return (first, *(self.grown(k, g, du) for k in range(1, top + 1)))

    def composed(self, outer: Sequence[Element], u: Series) -> Series:
        """The series whose outer coefficients at u₀ are `outer`, taken along u: Σ outer_k (u - u₀)^k."""
        if len(u) == 1:
            return (outer[0],)
        if len(u) == 2:
            return self._along_a_line(outer, u[1])
        shift = (0, *u[1:])
        result: Series = (outer[-1],)
        for k in range(
            len(outer) - 2, -1, -1
        ):  # what is multiplied by the shift k times ends as much earlier
            top = min(self.order - k, len(result) + len(u) - 2)
            result = (outer[k], *(self.product(result, shift, j) for j in range(1, top + 1)))
        return result

    def _along_a_line(self, outer: Sequence[Element], slope: Element) -> Series:
        result, power = [outer[0]], slope
        for k, coefficient in enumerate(outer[1:], start=1):
            # an outer coefficient of zero times an infinite power would be lost otherwise
            result.append(0 if is_zero(coefficient) else self.numbers.multiply(coefficient, power))
            power = self.numbers.multiply(power, slope) if k < len(outer) - 1 else power
        return tuple(result)


def pi(ring: Ring) -> Element:
    return ring.numbers.base.named_constant("pi", math.pi)


def shifted(ring: Ring, at: Element, coefficients: Sequence[Fraction]) -> list[Element]:
    """The coefficients of t ↦ p(at + t) up to the ring's order, for an even or an odd polynomial p."""
    n, square = ring.numbers, ring.numbers.square(at)
    outer = []
    for k in range(ring.order + 1):
        terms = [math.comb(m, k) * c for m, c in enumerate(coefficients)][k:]
        skipped = next(at for at, c in enumerate(terms) if c)  # 0 or 1: every other coefficient is zero
        total: Element = 0
        for term in reversed(terms[skipped::2]):
            total = n.add(n.multiply(total, square), term)
        outer.append(n.multiply(total, at) if skipped else total)
    return outer
