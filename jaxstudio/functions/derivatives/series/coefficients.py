"""Coefficients of power series: numbers of an algebra, or fractions that are known exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import factorial
from typing import Any, Protocol, runtime_checkable

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from mpmath import bernfrac, mp  # type: ignore[import-untyped]

from jaxstudio.functions.interpreters import Algebra, JaxAlgebra

# Euler and Maclaurin's formula: so many terms one by one, then the integral and so many corrections
TERMS = 16
BERNOULLI = tuple(
    Fraction(text) for text in ("1/6", "-1/30", "1/42", "-1/30", "5/66", "-691/2730", "7/6", "-3617/510")
)


def zetas(highest: int, q: jax.Array) -> list[jax.Array]:
    """ζ(2, q), …, ζ(highest, q) for q >= 0, each Σ (n + q)^-s over n from 0: relative errors below 1e-14.

    lax.zeta is compiled anew for each order, and takes ten times as long to compile.
    """
    steps = jnp.arange(TERMS, dtype=q.dtype)
    inverse = 1 / (q[..., None] + steps)
    far = 1 / (q + TERMS)
    square = far * far
    power, tail, found = inverse, jnp.ones_like(far), []
    for s in range(2, highest + 1):
        power, tail = power * inverse, tail * far  # tail is far^(s - 1)
        corrections = jnp.zeros_like(far)
        for j, number in reversed(list(enumerate(BERNOULLI, start=1))):
            rising = Fraction(factorial(s + 2 * j - 2), factorial(s - 1))
            corrections = corrections * square + float(number * rising / factorial(2 * j))
        rest = tail * (1 / (s - 1) + far * (0.5 + far * corrections))
        found.append(jnp.sum(power, axis=-1) + rest)
    return found


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


class LaxAlgebra(JaxAlgebra):
    """Scalars, or arrays of any shape, of one dtype."""

    rounds_constants = True

    def constant(self, value: float) -> Any:
        return np.asarray(value, self.dtype)[()]

    def add(self, a: Any, b: Any) -> Any:
        return lax.add(a, b) if _alike(a, b) else jnp.add(a, b)

    def subtract(self, a: Any, b: Any) -> Any:
        return lax.sub(a, b) if _alike(a, b) else jnp.subtract(a, b)

    def multiply(self, a: Any, b: Any) -> Any:
        return lax.mul(a, b) if _alike(a, b) else jnp.multiply(a, b)

    def divide(self, a: Any, b: Any) -> Any:
        return lax.div(a, b) if _alike(a, b) else jnp.divide(a, b)

    def negate(self, a: Any) -> Any:
        return lax.neg(a)

    def integer_power(self, a: Any, n: int) -> Any:
        return lax.mul(a, a) if n == 2 else super().integer_power(a, n)

    def whole_zetas(self, highest: int, q: Any) -> list[Any]:
        """ζ(2, q), …, ζ(highest, q) for q >= 0."""
        return zetas(highest, self.typed(q))

    def sums(
        self, body: Callable[[Any], Sequence[Any]], points: np.ndarray, weights: np.ndarray
    ) -> list[Any]:
        """The sums over all points of weight times body(point), which has several values."""
        columns = jax.vmap(lambda point: [self.typed(value) for value in body(point)])(self.typed(points))
        if weights.ndim > 1:
            return [
                jnp.sum(values * self.typed(column), axis=0) for column in weights.T for values in columns
            ]
        weighted = [column * self.typed(weights) for column in columns] if np.any(weights != 1) else columns
        return [jnp.sum(column, axis=0) for column in weighted]

    def folded(
        self, step: Callable[[list[Any], Any], Sequence[Any]], first: Sequence[Any], points: np.ndarray
    ) -> list[Any]:
        """step(… step(step(first, point), point) …, point): several values handed from point to point."""

        def again(values: list[Any], point: Any) -> tuple[list[Any], None]:
            return [self.typed(value) for value in step(values, point)], None

        return lax.scan(again, [self.typed(value) for value in first], self.typed(points))[0]

    def until_settled(
        self, step: Callable[[Sequence[Any], Any], Sequence[Any]], first: Sequence[Any], count: int, most: int
    ) -> list[Any]:
        """The values after so many steps that the first `count` of them no longer change."""
        shape = jnp.broadcast_shapes(*(jnp.shape(value) for value in first))
        wide = jnp.float32 if jnp.finfo(self.dtype).bits < 32 else self.dtype

        def unsettled(state: tuple[Any, ...]) -> Any:
            return state[1] & (state[0] < most)

        def again(state: tuple[Any, ...]) -> tuple[Any, ...]:
            k, _, values = state
            after = [jnp.broadcast_to(self.typed(value), shape) for value in step(values, self.typed(k + 1))]
            moved = [
                jnp.abs(new - old) > jnp.finfo(self.dtype).eps * jnp.abs(new)
                for new, old in zip(after[:count], values[:count], strict=True)
            ]
            return k + 1, jnp.any(jnp.stack(moved)), after

        start = [jnp.broadcast_to(self.typed(value), shape) for value in first]
        _, running, values = lax.while_loop(unsettled, again, (jnp.zeros((), wide), jnp.bool_(True), start))
        return [jnp.where(running, jnp.nan, value) for value in values]


def _alike(a: Any, b: Any) -> bool:
    return a.shape == b.shape or not a.shape or not b.shape
