"""A line of a sheet as a JAX function of its variables and its sliders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.functions.interpreters import helpers
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.interpreters.jax_algebra import Derive, JaxAlgebra
from jaxstudio.functions.language.document import Line, Sheet
from jaxstudio.functions.language.nodes import Node

Parameters = Mapping[str, Any]


def to_jax(line: Line, sheet: Sheet, *, derive: Derive = helpers.derivative) -> Callable[..., jax.Array]:
    """The function f(*variables, p) of a line: scalars in, a scalar out, or a vector () → (n,) of a Tuple
    or Vector, or a bool of an inequality.

    The result's dtype is that of the variables (float16, bfloat16, float32, float64); sliders missing in
    `p` have the sheet's values. It is NaN where the function has no value. Weights of a network stand in
    `p` under `Network.name`, as [(weights, biases), …].
    """
    if line.tree is None:
        raise line.error or ValueError(f"line {line.index + 1} has no function: {line.kind}")
    return tree_to_jax(line.tree, line.variables, sheet.values, line.index, derive=derive)


def tree_to_jax(
    tree: Node,
    variables: tuple[str, ...],
    defaults: Mapping[str, float],
    line: int = 0,
    *,
    derive: Derive = helpers.derivative,
) -> Callable[..., jax.Array]:
    """The same for any tree of a sheet, such as one side of an inequality."""

    def function(*arguments: Any) -> jax.Array:
        *inputs, p = arguments
        if len(inputs) != len(variables):
            raise TypeError(f"{len(variables)} variables {variables} and p were expected, not {len(inputs)}")
        inputs = [_floating(value) for value in inputs]
        dtype = jnp.result_type(*inputs) if inputs else _default_dtype(p)
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


def _default_dtype(p: Parameters) -> Any:
    scalars = [value for value in _scalars(p).values() if isinstance(value, jax.Array)]
    return jnp.result_type(*scalars) if scalars else jnp.result_type(float)
