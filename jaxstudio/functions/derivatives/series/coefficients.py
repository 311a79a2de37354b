"""The numbers that coefficients are made of: those of an algebra, and fractions that are known exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from mpmath import bernfrac, mp  # type: ignore[import-untyped]

from jaxstudio.functions.derivatives.series.hurwitz import BERNOULLI, TERMS
from jaxstudio.functions.interpreters import Algebra

Element = Any  # a value of the algebra, or an `int` or a `Fraction`
Exact = int | Fraction
# digits beyond the working precision
GUARD = 10


@runtime_checkable
class WholeZetas(Protocol):
    """An algebra that has Hurwitz's zeta function of whole orders from 2 on as one operation."""

    def whole_zetas(self, highest: int, q: Any) -> list[Any]: ...


class Elements:
    """An algebra whose arithmetic is done beforehand wherever both numbers are known exactly.

    Only numbers that arise from differentiating are known so (the slope 1 of x, the factor 1/k); what was
    typed stays a value of the algebra, so that order 0 is computed as it is without derivatives.
    """

    def __init__(self, base: Algebra[Any, Any]) -> None:
        self.base = base

    def made(self, a: Element) -> Element:
        """The algebra's own value."""
        if not is_exact(a):
            return a
        if float(a) == a or not self._is_careful:
            return self.base.constant(float(a))
        return self.base.divide(self.base.constant(a.numerator), self.base.constant(a.denominator))

    @property
    def _is_careful(self) -> bool:
        """Whether 1/3 has to be divided by the algebra: the nearest float64 would not be good enough."""
        return not getattr(self.base, "rounds_constants", False)

    @property
    def multiprecision(self) -> bool:
        """Whether the precision can be raised at will: what cancels is computed as it stands, and nothing
        is truncated for the digits of a float64."""
        return getattr(self.base, "multiprecision", False)

    def add(self, a: Element, b: Element) -> Element:
        if is_exact(a) and is_exact(b):
            return a + b
        if is_zero(a):
            return b
        return a if is_zero(b) else self.base.add(self.made(a), self.made(b))

    def subtract(self, a: Element, b: Element) -> Element:
        if is_exact(a) and is_exact(b):
            return a - b
        if is_zero(a):
            return self.negate(b)
        return a if is_zero(b) else self.base.subtract(self.made(a), self.made(b))

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
        return self.negate(a) if factor == -1 else self.base.multiply(a, self.made(factor))

    def divide(self, a: Element, b: Element) -> Element:
        if is_exact(b) and b != 0:
            return self._scaled(a, Fraction(1) / b)
        return 0 if is_zero(a) else self.base.divide(self.made(a), self.made(b))

    def negate(self, a: Element) -> Element:
        return -a if is_exact(a) else self.base.negate(a)

    def square(self, a: Element) -> Element:
        return a * a if is_exact(a) else self.base.integer_power(a, 2)

    def integer_power(self, a: Element, n: int) -> Element:
        return a if n == 1 else self.base.integer_power(self.made(a), n)

    def rational_power(self, a: Element, p: int, q: int) -> Element:
        return self.base.rational_power(self.made(a), p, q)

    def power(self, a: Element, b: Element) -> Element:
        return self.base.power(self.made(a), self.made(b))

    def call(self, name: str, *arguments: Element) -> Element:
        return self.base.call(name, tuple(self.made(a) for a in arguments))

    def whole_zetas(self, highest: int, q: Element) -> list[Element]:
        """ζ(2, q), …, ζ(highest, q)."""
        if isinstance(self.base, WholeZetas):
            return self.base.whole_zetas(highest, self.made(q))
        return [self.call("zeta", order, q) for order in range(2, highest + 1)]

    @property
    def euler_maclaurin(self) -> tuple[int, Sequence[Fraction]]:
        """How many terms of Hurwitz's zeta function are added one by one, and the Bernoulli numbers B₂, B₄,
        … of the corrections that give the rest to the digits of the algebra."""
        if not self.multiprecision:
            return TERMS, BERNOULLI
        digits = mp.dps + GUARD
        return digits, [Fraction(*bernfrac(2 * j)) for j in range(1, digits // 2 + 1)]

    def compare(self, operator: str, a: Element, b: Element) -> Any:
        return self.base.compare(operator, self.made(a), self.made(b))

    def select(self, condition: Any, a: Element, b: Element) -> Element:
        return self.base.select(condition, self.made(a), self.made(b))

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
