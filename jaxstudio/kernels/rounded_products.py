"""Rounds products before they are added, so that a function's bits do not depend on its surroundings.

XLA:CPU contracts a product and a sum to a fused multiply-add, which rounds once, if the product has no other
use. Of two products it contracts one; which one depends on the other code in the same loop. Here each product
passes through an exclusive or of its bits with a zero that the compiler does not know. That leaves operations
that IEEE 754 defines bit by bit, and a few functions of `SAFE` (exp, logistic) whose code leaves no such
choice; the code of a logarithm or a power does leave it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

Origin = Callable[[Any], AbstractContextManager[Any]]
PRODUCTS = {"mul", "div", "integer_pow", "square"}
NESTED = {"pjit": "jaxpr", "jit": "jaxpr", "closed_call": "call_jaxpr", "custom_jvp_call": "call_jaxpr"}
SAFE = PRODUCTS | set(NESTED) | {
    *("add", "sub", "neg", "abs", "sign", "max", "min", "clamp", "floor", "ceil", "round", "sqrt"),
    *("exp", "exp2", "logistic"),
    *("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "xor", "not", "is_finite", "select_n"),
    *("shift_left", "shift_right_logical", "shift_right_arithmetic", "rem"),
    *("convert_element_type", "bitcast_convert_type", "stop_gradient", "copy"),
    *("iota", "broadcast_in_dim", "reshape", "squeeze", "slice", "stack", "concatenate", "reduce_and"),
}  # fmt: skip


def barrier(x: jax.Array, zero: jax.Array) -> jax.Array:
    """`x` (float32) as a value of its own; `zero` is an int32 scalar 0 that is an argument of the kernel."""
    return lax.bitcast_convert_type(lax.bitcast_convert_type(x, jnp.int32) ^ zero, jnp.float32)


def with_rounded_products(
    function: Callable[..., Any], zero: jax.Array, origin_of: Origin = nullcontext
) -> Callable[..., Any]:
    """The function with each float32 product rounded by itself.

    Args:
        origin_of: entered around what is traced for an equation of the function.
    """

    def rounded(*arguments: Any) -> Any:
        closed, shapes = jax.make_jaxpr(function, return_shape=True)(*arguments)
        results = _evaluate(closed.jaxpr, closed.consts, jax.tree.leaves(arguments), zero, origin_of)
        return jax.tree.unflatten(jax.tree.structure(shapes), results)

    return rounded


def _evaluate(jaxpr: Any, consts: Any, arguments: Any, zero: jax.Array, origin_of: Origin) -> list[Any]:
    from jax.extend.core import Literal  # which imports Pallas: the first frame of most recipes needs neither

    values: dict[Any, Any] = dict(zip(jaxpr.constvars, consts, strict=True))
    values |= dict(zip(jaxpr.invars, arguments, strict=True))

    def read(atom: Any) -> Any:
        return atom.val if isinstance(atom, Literal) else values[atom]

    for equation in jaxpr.eqns:
        inputs = [read(atom) for atom in equation.invars]
        nested = _nested(equation)
        with origin_of(equation):
            if nested is not None:
                results = _evaluate(nested.jaxpr, nested.consts, inputs, zero, origin_of)
            else:
                result = equation.primitive.bind(*inputs, **equation.params)
                results = list(result) if equation.primitive.multiple_results else [result]
                if equation.primitive.name in PRODUCTS and results[0].dtype == jnp.float32:
                    results = [barrier(results[0], zero)]
        values |= dict(zip(equation.outvars, results, strict=True))
    return [read(atom) for atom in jaxpr.outvars]


def _nested(equation: Any) -> Any:
    name = NESTED.get(equation.primitive.name)
    return None if name is None else equation.params[name]


def is_safe(function: Callable[..., Any], *arguments: Any) -> bool:
    """Whether `with_rounded_products` makes this function's bits independent of its surroundings.

    Args:
        arguments: pytrees of arrays or of their shapes and dtypes.
    """
    return _is_safe(jax.make_jaxpr(function)(*arguments).jaxpr)


def _is_safe(jaxpr: Any) -> bool:
    for equation in jaxpr.eqns:
        nested = _nested(equation)
        if equation.primitive.name not in SAFE or (nested is not None and not _is_safe(nested.jaxpr)):
            return False
    return True
