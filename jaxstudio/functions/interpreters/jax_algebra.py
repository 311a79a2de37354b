"""A tree as a JAX function of variables and sliders; operations have scopes named after their columns."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.custom_derivatives import SymbolicZero

from jaxstudio.functions.interpreters import jax_functions
from jaxstudio.functions.interpreters.algebra import Algebra, Operation
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.catalogue import FUNCTIONS, SPECIAL
from jaxstudio.functions.language.nodes import Network, Node
from jaxstudio.functions.language.parser import slope

# "own" is used where JAX's own derivatives are wrong.
MODULES = {"jnp": jnp, "lax": lax, "nn": jax.nn, "special": jax.scipy.special, "own": jax_functions}
Derive = Callable[[Callable[[jax.Array], jax.Array], jax.Array, int], jax.Array]


def _own(dotted: str) -> Callable[..., jax.Array]:
    """jnp.sin and the like; only names that the catalogue declares come here."""
    module, name = dotted.split(".")
    return operator.attrgetter(name)(MODULES[module])


def ask_host(order: int, name: str, columns: Sequence[jax.Array], lengths: tuple[int, ...]) -> jax.Array:
    """`special_values.series`, outside of JAX."""

    def host(*arrays: Any) -> Any:
        from jaxstudio.functions.interpreters.special_values import series

        return series(name, order, lengths, *arrays)

    dtype = jnp.result_type(*columns)
    columns = jnp.broadcast_arrays(*columns)
    shape = (*columns[0].shape, order + 1)
    if dtype != jnp.float64:
        return jax.pure_callback(
            host, jax.ShapeDtypeStruct(shape, dtype), *columns, vmap_method="broadcast_all"
        )
    # callbacks run on threads that may know no numbers of 64 bits
    bits = [lax.bitcast_convert_type(each, jnp.int32) for each in columns]
    found = jax.pure_callback(
        host, jax.ShapeDtypeStruct((*shape, 2), jnp.int32), *bits, vmap_method="broadcast_all"
    )
    return lax.bitcast_convert_type(found, dtype)


def on_host(name: str) -> Callable[..., jax.Array]:
    """A special function that JAX lacks: computed by SciPy or in balls, with derivatives by the catalogue."""
    parameters = FUNCTIONS[name].parameters

    def values(*arguments: jax.Array) -> jax.Array:
        return ask_host(0, name, arguments, (1,) * len(arguments))[..., 0]

    function = jax.custom_jvp(values)

    def derivative(at: tuple[jax.Array, ...], slopes: tuple[Any, ...]) -> tuple[jax.Array, jax.Array]:
        total = jnp.zeros_like(at[0])
        for parameter, along in zip(parameters, slopes, strict=True):
            if not isinstance(along, SymbolicZero):
                tree, inside = slope(name, parameter), dict(zip(parameters, at, strict=True))
                found = jnp.nan if tree is None else evaluate(tree, JaxAlgebra(along.dtype), inside)
                total = total + found * along
        return function(*at), total

    function.defjvp(derivative, symbolic_zeros=True)
    return function


PRIMITIVES = {function.name: _own(function.jax) for function in FUNCTIONS.values() if function.jax}
PRIMITIVES |= {name: on_host(name) for name in SPECIAL}


class JaxAlgebra(Algebra[Any, Any]):
    """Scalars of one dtype; numbers typed are weakly typed, so that the inputs' dtype is the result's.

    `derive(body, at, order)` computes f'(x) and d/dx; by default forward mode inside forward mode.
    `networks` holds for each mlp(…) a list of (weights (in, out), biases (out,)). `place(line, start, end)`
    says where columns of a line stand in the text that a reader sees.
    """

    functions: Mapping[str, Any] = PRIMITIVES
    own: Any = jax_functions
    reduce: Mapping[str, Any] = {"sum": jnp.sum, "prod": jnp.prod}
    stack: Operation = staticmethod(jnp.stack)
    comparisons = {
        "<": jnp.less, "<=": jnp.less_equal, ">": jnp.greater, ">=": jnp.greater_equal, "==": jnp.equal,
        "!=": jnp.not_equal,
    }  # fmt: skip
    add: Operation = staticmethod(jnp.add)
    subtract: Operation = staticmethod(jnp.subtract)
    multiply: Operation = staticmethod(jnp.multiply)
    divide: Operation = staticmethod(jnp.divide)
    negate: Operation = staticmethod(jnp.negative)
    both: Operation = staticmethod(jnp.logical_and)
    either: Operation = staticmethod(jnp.logical_or)
    invert: Operation = staticmethod(jnp.logical_not)
    select: Operation = staticmethod(jnp.where)

    def __init__(
        self,
        dtype: Any,
        derive: Callable[..., Any] = jax_functions.derivative,
        networks: Mapping[str, Any] | None = None,
        place: Callable[[int, int, int], tuple[int, int, int]] = lambda line, start, end: (line, start, end),
    ) -> None:
        self.dtype = dtype
        self.derive = derive
        self.networks = networks or {}
        self._place = place
        self._inside = False  # an integral

    def constant(self, value: float) -> Any:
        return value

    def integer_power(self, a: Any, n: int) -> Any:
        return lax.integer_pow(self.typed(a), n)

    def rational_power(self, a: Any, p: int, q: int) -> Any:
        return self.own.real_root(self.typed(a), p, q)

    def power(self, a: Any, b: Any) -> Any:
        return jnp.power(self.typed(a), self.typed(b))

    def call(self, name: str, arguments: Sequence[Any]) -> Any:
        return self.functions[name](*(self.typed(argument) for argument in arguments))

    def guard(self, condition: Any, value: Any) -> Any:
        return value if isinstance(value, float) else jax_functions.guard(condition, value)

    def total(self, kind: str, body: Callable[[Any], Any], low: int, count: int) -> Any:
        return self.own.total(self.reduce[kind], self.typing(body), low, count, self.dtype)

    def open_total(self, kind: str, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        low, high = self.typed(low), self.typed(high)
        return self.own.open_total(
            self.reduce[kind], self.typing(body), low, high, limits.OPEN_TERMS, self.dtype
        )

    def endless_total(self, kind: str, body: Callable[[Any], Any], low: Any) -> Any:
        return self.own.endless_total(self.reduce[kind], self.typing(body), self.typed(low), self.dtype)

    def integral(self, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        low, high = self.typed(low), self.typed(high)
        if self._inside:
            return self.own.gauss_legendre(self.typing(body), low, high, limits.INNER_QUADRATURE, self.dtype)
        self._inside = True
        try:
            return self.own.integral(self.typing(body), low, high, limits.QUADRATURE, self.dtype)
        finally:
            self._inside = False

    def derivative(self, body: Callable[[Any], Any], at: Any, order: int) -> Any:
        return self.derive(self.typing(body), self.typed(at), order)

    def several(self, items: Sequence[Any]) -> Any:
        return self.stack([self.typed(item) for item in items])

    def network(self, node: Network, arguments: Sequence[Any]) -> Any:
        return jax_functions.network(
            self.networks[node.name], [self.typed(argument) for argument in arguments]
        )

    def scope(self, line: int, start: int, end: int) -> AbstractContextManager[object]:
        line, start, end = self._place(line, start, end)
        return jax.named_scope(f"L{line}_{start}_{end}")

    def typed(self, value: Any) -> Any:
        """A number typed by itself, as an array of the dtype."""
        return jnp.asarray(value, self.dtype)

    def typing(self, body: Callable[[Any], Any]) -> Any:
        """The body, its result of the dtype even where it does not depend on its argument."""
        return lambda value: self.typed(body(value))


Parameters = Mapping[str, Any]


def tree_to_jax(
    tree: Node,
    variables: tuple[str, ...],
    defaults: Mapping[str, float],
    line: int = 0,
    *,
    derive: Derive = jax_functions.derivative,
) -> Callable[..., jax.Array]:
    """The function f(*variables, p) of a tree: scalars in, a scalar out, or a vector () → (n,) of a Tuple
    or Vector, or a bool of an inequality.

    The result's dtype is that of the variables (float16, bfloat16, float32, float64); sliders missing in
    `p` have the default values. It is NaN where the function has no value. Weights of a network stand in
    `p` under `Network.name`, as [(weights, biases), …].
    """

    def function(*arguments: Any) -> jax.Array:
        *inputs, p = arguments
        if len(inputs) != len(variables):
            raise TypeError(f"{len(variables)} variables {variables} and p were expected, not {len(inputs)}")
        inputs = [_floating(value) for value in inputs]
        arrays = [value for value in _scalars(p).values() if isinstance(value, jax.Array)]
        dtype = jnp.result_type(*(inputs or arrays or [float]))
        values = {name: jnp.asarray(value, dtype) for name, value in {**defaults, **_scalars(p)}.items()}
        values |= {name: jnp.asarray(value, dtype) for name, value in zip(variables, inputs, strict=True)}
        result = evaluate(tree, JaxAlgebra(dtype, derive, p), values, line)
        return result if jnp.result_type(result) == jnp.bool_ else jnp.asarray(result, dtype)

    return function


def _scalars(p: Parameters) -> dict[str, Any]:
    """Without the weights of networks."""
    return {name: value for name, value in p.items() if not isinstance(value, list | tuple)}


def _floating(value: Any) -> Any:
    return value if jnp.issubdtype(jnp.result_type(value), jnp.floating) else jnp.asarray(value, float)
