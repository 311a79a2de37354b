"""Arithmetic of power series truncated after a given order, and Maclaurin series of entire functions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from jaxstudio.functions.derivatives.series.coefficients import Element, Elements, is_zero
from jaxstudio.functions.interpreters import Algebra

# The coefficients of 1, t, t², …; those at the end that are zero whatever the point are left out, so that
# a constant has one coefficient and x itself has two.
Series = tuple[Element, ...]


class Ring:
    """Series in one variable t up to t^order, over the numbers of `base`.

    The recurrences are those of Griewank & Walther, Evaluating Derivatives (2nd ed.), chapter 13.
    """

    def __init__(self, base: Algebra[Any, Any], order: int) -> None:
        self.numbers, self.order = Elements(base), order

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

    def derivative(self, u: Series) -> Series:
        """du/dt: one coefficient fewer, none for a constant."""
        return tuple(self.numbers.multiply(c, k) for k, c in enumerate(u) if k)

    def grown(self, k: int, g: Sequence[Element], du: Series) -> Element:
        """The coefficient k of ∫ g du, which needs those of g below k only: functions grow by this rule."""
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
        for coefficient in reversed(outer[:-1]):
            result = self.add((coefficient,), self.multiply(result, shift))
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
