"""A tree at complex numbers: a JAX function of arrays, and a proven quotient of holomorphic functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from flint import acb, arb
from jax import lax

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.interpreters.algebra import Algebra
from jaxstudio.functions.interpreters.ball_functions import reciprocal_gamma
from jaxstudio.functions.interpreters.ball_numbers import decimal
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.interpreters.jax_algebra import JaxAlgebra
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.nodes import Node
from jaxstudio.functions.language.parser import definition

# Godfrey's coefficients of Lanczos' approximation with g = 7, good to 15 digits in the right half-plane.
LANCZOS = (
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
)  # fmt: skip


def gamma(z: jax.Array) -> jax.Array:
    """The gamma function of complex numbers, by reflection in the left half-plane."""
    left = z.real < 0.5
    x = jnp.where(left, -z, z - 1)
    series = LANCZOS[0] + sum(c / (x + k) for k, c in enumerate(LANCZOS[1:], 1))
    t = x + 7.5
    right = math.sqrt(2 * math.pi) * jnp.exp((x + 0.5) * jnp.log(t) - t) * series
    return jnp.where(left, math.pi / (jnp.sin(math.pi * z) * right), right)


PRINCIPAL: dict[str, Callable[..., jax.Array]] = {
    "sin": jnp.sin, "cos": jnp.cos, "tan": jnp.tan, "exp": jnp.exp, "log": jnp.log, "sqrt": jnp.sqrt,
    "sinh": jnp.sinh, "cosh": jnp.cosh, "tanh": jnp.tanh, "asin": jnp.arcsin, "acos": jnp.arccos,
    "atan": jnp.arctan, "asinh": jnp.arcsinh, "acosh": jnp.arccosh, "atanh": jnp.arctanh,
    "cbrt": lambda z: jnp.power(z, 1 / 3), "abs": lambda z: jnp.abs(z).astype(z.dtype), "gamma": gamma,
    "factorial": lambda z: gamma(z + 1), "conj": jnp.conj,
    "real": lambda z: z.real.astype(z.dtype), "imag": lambda z: z.imag.astype(z.dtype),
    "arg": lambda z: jnp.angle(z).astype(z.dtype),
}  # fmt: skip
# Their definitions of real numbers are others.
PARTS = frozenset({"conj", "real", "imag", "arg"})


class ComplexAlgebra(JaxAlgebra):
    """Complex numbers of one dtype, the functions by their principal branches."""

    functions = PRINCIPAL

    def knows(self, name: str) -> bool:
        return name in self.functions or definition(name) is None

    def call(self, name: str, arguments: Sequence[Any]) -> Any:
        if name not in self.functions:
            raise ExpressionError(Wording("{0} is not computed here for complex numbers", name))
        return super().call(name, arguments)

    def rational_power(self, a: Any, p: int, q: int) -> Any:
        return jnp.power(self.typed(a), p / q)

    def compare(self, operator: str, a: Any, b: Any) -> Any:
        """By size where both are real; elsewhere no number is less than another."""
        a, b = self.typed(a), self.typed(b)
        if operator in ("==", "!="):
            return self.comparisons[operator](a, b)
        return (a.imag == 0) & (b.imag == 0) & self.comparisons[operator](a.real, b.real)

    def total(self, kind: str, body: Callable[[Any], Any], low: int, count: int) -> Any:
        if count <= 64:
            return self.combined(kind, (body(self.typed(low + step)) for step in range(count)))
        places = lax.complex(jnp.arange(low, low + count, dtype=float), jnp.zeros(count))
        return self.reduce[kind](jax.vmap(self.typing(body))(places), axis=0)

    def open_total(self, kind: str, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        raise ExpressionError(Wording("{0}(…) of complex numbers has typed bounds here", kind))

    def endless_total(self, kind: str, body: Callable[[Any], Any], low: Any) -> Any:
        raise ExpressionError(
            Wording("{0}(…) of complex numbers ends here: write a number in place of ∞", kind)
        )

    def integral(self, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        """Along the straight way."""
        low, high = self.typed(low), self.typed(high)
        nodes, weights = np.polynomial.legendre.leggauss(limits.INNER_QUADRATURE)

        def step(total: Any, rule: Any) -> tuple[Any, None]:
            node, weight = rule
            return total + weight * self.typed(body((low + high) / 2 + node * (high - low) / 2)), None

        start = jnp.zeros(jnp.broadcast_shapes(low.shape, high.shape), self.dtype)
        return (
            lax.scan(step, start, tuple(jnp.asarray(each, self.dtype) for each in (nodes, weights)))[0]
            * (high - low)
            / 2
        )


def complex_function(tree: Node, line: int) -> Callable[[jax.Array, Mapping[str, Any]], jax.Array]:
    """f(z, p) of a tree in z: complex128 in any shape, and numbers; NaN or infinite where it has no value."""

    def function(z: jax.Array, p: Mapping[str, Any]) -> jax.Array:
        algebra = ComplexAlgebra(z.dtype)
        value = evaluate(tree, algebra, {"i": 1j, **p, "z": z}, line)
        return jnp.broadcast_to(jnp.asarray(value, z.dtype), z.shape)

    return function


class Unproven(Exception):
    """Balls cannot tell that a function is a quotient of holomorphic ones here."""


ONE = acb(1)


@dataclass(frozen=True)
class Quotient:
    """`over` / `under`, both values of functions that are holomorphic on the ball that was put in."""

    over: acb
    under: acb = field(default_factory=lambda: ONE)

    @property
    def value(self) -> acb:
        """Their quotient, where it is holomorphic."""
        if self.under is ONE:
            return self.over
        if self.under.contains(0):
            raise Unproven
        return self.over / self.under


def _times(a: acb, b: acb) -> acb:
    return b if a is ONE else a if b is ONE else a * b


ENTIRE: dict[str, Callable[[acb], acb]] = {
    "sin": acb.sin, "cos": acb.cos, "exp": acb.exp, "sinh": acb.sinh, "cosh": acb.cosh, "erf": acb.erf,
}  # fmt: skip
MEROMORPHIC: dict[str, Callable[[acb], tuple[acb, acb]]] = {
    "tan": lambda z: (z.sin(), z.cos()),
    "tanh": lambda z: (z.sinh(), z.cosh()),
    "gamma": lambda z: (ONE, reciprocal_gamma(z)),
    "factorial": lambda z: (ONE, reciprocal_gamma(z + 1)),
}
CUT: dict[str, Callable[[acb], acb]] = {
    "log": lambda z: z.log(analytic=True),
    "sqrt": lambda z: z.sqrt(analytic=True),
}


class QuotientAlgebra(Algebra[Quotient, bool]):
    """Quotients of complex balls; raises Unproven where a function is not known to be meromorphic."""

    multiprecision = True
    functions: Mapping[str, Any] = ENTIRE | MEROMORPHIC | CUT

    def constant(self, value: float) -> Quotient:
        return Quotient(ONE if value == 1 else acb(arb(decimal(value))))

    def named_constant(self, name: str, value: float) -> Quotient:
        return Quotient(acb({"pi": arb.pi, "e": arb.const_e, "tau": lambda: 2 * arb.pi()}[name]()))

    def knows(self, name: str) -> bool:
        return name in self.functions or name in PARTS or definition(name) is None

    def call(self, name: str, arguments: Sequence[Quotient]) -> Quotient:
        if name not in self.functions:
            raise Unproven
        (argument,) = arguments
        if name in MEROMORPHIC:
            return Quotient(*MEROMORPHIC[name](argument.value))
        found = (ENTIRE.get(name) or CUT[name])(argument.value)
        if not found.is_finite():
            raise Unproven
        return Quotient(found)

    def add(self, a: Quotient, b: Quotient) -> Quotient:
        if a.under is b.under:
            return Quotient(a.over + b.over, a.under)
        return Quotient(_times(a.over, b.under) + _times(b.over, a.under), _times(a.under, b.under))

    def subtract(self, a: Quotient, b: Quotient) -> Quotient:
        return self.add(a, self.negate(b))

    def negate(self, a: Quotient) -> Quotient:
        return Quotient(-a.over, a.under)

    def multiply(self, a: Quotient, b: Quotient) -> Quotient:
        return Quotient(_times(a.over, b.over), _times(a.under, b.under))

    def divide(self, a: Quotient, b: Quotient) -> Quotient:
        return Quotient(_times(a.over, b.under), _times(a.under, b.over))

    def integer_power(self, a: Quotient, n: int) -> Quotient:
        over, under = (a.over, a.under) if n >= 0 else (a.under, a.over)
        return Quotient(*(ONE if part is ONE else part ** abs(n) for part in (over, under)))

    def rational_power(self, a: Quotient, p: int, q: int) -> Quotient:
        return self.power(a, Quotient(acb(arb(p) / q)))

    def power(self, a: Quotient, b: Quotient) -> Quotient:
        exponent = b.value
        whole = exponent.real.unique_fmpz() if exponent.is_exact() and exponent.imag.is_zero() else None
        if whole is not None and abs(int(whole)) <= limits.EXPONENT:
            return self.integer_power(a, int(whole))
        found = a.value.pow(exponent, analytic=True)
        if not found.is_finite():
            raise Unproven
        return Quotient(found)

    def _unproven(self, *arguments: Any) -> Any:
        raise Unproven

    compare = open_total = endless_total = integral = derivative = _unproven  # type: ignore[assignment]
