"""JAX's numbers as coefficients: like those of JaxAlgebra, but traced without jax.numpy's promotion.

A program of order 12 has thousands of small operations, and half the time until it runs is Python's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.functions.derivatives.series.hurwitz import zetas
from jaxstudio.functions.interpreters import JaxAlgebra


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
