"""A tree as calls of jax.numpy and jax.lax, each under a scope named after the columns typed."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from jaxstudio.functions.interpreters import exponential_integral, gammas, helpers, lambert
from jaxstudio.functions.interpreters.algebra import Algebra
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.catalogue import FUNCTIONS
from jaxstudio.functions.language.nodes import Network

# Ours, where JAX's own has wrong derivatives.
OWN = SimpleNamespace(
    absolute=helpers.absolute, Ei=exponential_integral.Ei, lambertw=lambert.lambertw, **vars(gammas)
)
MODULES = {"jnp": jnp, "lax": lax, "nn": jax.nn, "special": jax.scipy.special, "own": OWN}
COMPARISONS: dict[str, Callable[[Any, Any], jax.Array]] = {
    "<": jnp.less,
    "<=": jnp.less_equal,
    ">": jnp.greater,
    ">=": jnp.greater_equal,
    "==": jnp.equal,
    "!=": jnp.not_equal,
}
REDUCE = {"sum": jnp.sum, "prod": jnp.prod}
Derive = Callable[[Callable[[jax.Array], jax.Array], jax.Array, int], jax.Array]


def _own(dotted: str) -> Callable[..., jax.Array]:
    """jnp.sin and the like; only names that the catalogue declares come here."""
    module, name = dotted.split(".")
    return operator.attrgetter(name)(MODULES[module])


PRIMITIVES = {function.name: _own(function.jax) for function in FUNCTIONS.values() if function.jax}


class JaxAlgebra(Algebra[Any, Any]):
    """Scalars of one dtype; numbers typed are weakly typed, so that the inputs' dtype is the result's.

    `derive(body, at, order)` computes f'(x) and d/dx; by default forward mode inside forward mode.
    `networks` holds for each mlp(…) a list of (weights (in, out), biases (out,)).
    """

    def __init__(
        self, dtype: Any, derive: Derive = helpers.derivative, networks: Mapping[str, Any] | None = None
    ) -> None:
        self.dtype = dtype
        self.derive = derive
        self.networks = networks or {}
        self._inside = False  # an integral

    def constant(self, value: float) -> Any:
        return value

    def add(self, a: Any, b: Any) -> Any:
        return jnp.add(a, b)

    def subtract(self, a: Any, b: Any) -> Any:
        return jnp.subtract(a, b)

    def multiply(self, a: Any, b: Any) -> Any:
        return jnp.multiply(a, b)

    def divide(self, a: Any, b: Any) -> Any:
        return jnp.divide(a, b)

    def negate(self, a: Any) -> Any:
        return jnp.negative(a)

    def integer_power(self, a: Any, n: int) -> Any:
        return lax.integer_pow(self.typed(a), n)

    def rational_power(self, a: Any, p: int, q: int) -> Any:
        return helpers.real_root(self.typed(a), p, q)

    def power(self, a: Any, b: Any) -> Any:
        return jnp.power(self.typed(a), self.typed(b))

    def knows(self, name: str) -> bool:
        return name in PRIMITIVES

    def call(self, name: str, arguments: Sequence[Any]) -> Any:
        return PRIMITIVES[name](*(self.typed(argument) for argument in arguments))

    def compare(self, operator: str, a: Any, b: Any) -> Any:
        return COMPARISONS[operator](a, b)

    def both(self, a: Any, b: Any) -> Any:
        return jnp.logical_and(a, b)

    def either(self, a: Any, b: Any) -> Any:
        return jnp.logical_or(a, b)

    def invert(self, a: Any) -> Any:
        return jnp.logical_not(a)

    def select(self, condition: Any, a: Any, b: Any) -> Any:
        return jnp.where(condition, a, b)

    def guard(self, condition: Any, value: Any) -> Any:
        return value if isinstance(value, float) else helpers.guard(condition, value)

    def total(self, kind: str, body: Callable[[Any], Any], low: int, count: int) -> Any:
        return helpers.total(REDUCE[kind], self.typing(body), low, count, self.dtype)

    def open_total(self, kind: str, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        low, high = self.typed(low), self.typed(high)
        return helpers.open_total(REDUCE[kind], self.typing(body), low, high, limits.OPEN_TERMS, self.dtype)

    def integral(self, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        low, high = self.typed(low), self.typed(high)
        if self._inside:
            return helpers.gauss_legendre(self.typing(body), low, high, limits.QUADRATURE, self.dtype)
        self._inside = True
        try:
            return helpers.integral(self.typing(body), low, high, limits.QUADRATURE, self.dtype)
        finally:
            self._inside = False

    def derivative(self, body: Callable[[Any], Any], at: Any, order: int) -> Any:
        return self.derive(self.typing(body), self.typed(at), order)

    def several(self, items: Sequence[Any]) -> Any:
        return jnp.stack([self.typed(item) for item in items])

    def network(self, node: Network, arguments: Sequence[Any]) -> Any:
        return helpers.network(self.networks[node.name], [self.typed(argument) for argument in arguments])

    def scope(self, line: int, start: int, end: int) -> AbstractContextManager[object]:
        return jax.named_scope(f"L{line}_{start}_{end}")

    def typed(self, value: Any) -> Any:
        """A number typed by itself, as an array of the dtype."""
        return jnp.asarray(value, self.dtype)

    def typing(self, body: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """The body, its result of the dtype even where it does not depend on its argument."""
        return lambda value: self.typed(body(value))
