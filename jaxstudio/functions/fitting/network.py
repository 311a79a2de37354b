"""A small network of dense layers: how its weights begin, how it computes, as a model of the inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.fitting.data_generation import normals

Layers = list[tuple[Any, Any]]
ACTIVATIONS: dict[str, Callable[[jax.Array], jax.Array]] = {"relu": jax.nn.relu, "tanh": jnp.tanh}


@dataclass(frozen=True)
class Net:
    """A network of `inputs` numbers, layers of `hidden` units, one number out; `p[name]` has its layers."""

    name: str
    inputs: int
    hidden: tuple[int, ...]
    activation: str = "relu"

    @property
    def widths(self) -> tuple[int, ...]:
        return (self.inputs, *self.hidden, 1)


def initial(seed: int, widths: Sequence[int], activation: str = "relu", dtype: Any = None) -> Layers:
    """Weights (in, out) and biases (out,) for layers of these widths.

    Weights are normal with variance 2 / in before a relu (He et al., 2015), 1 / in elsewhere (LeCun).
    Biases of the first layer are normal, so that the units bend at different places; the others are 0.
    """
    if activation not in ACTIVATIONS:
        raise UsageError(f"activation is {activation!r}; expected {' or '.join(ACTIVATIONS)}")
    sizes = [rows * columns for rows, columns in pairwise(widths)]
    drawn = normals(seed, sum(sizes) + widths[1])
    *blocks, first_biases = np.split(drawn, np.cumsum(sizes))
    layers = []
    for index, (block, (rows, columns)) in enumerate(zip(blocks, pairwise(widths), strict=True)):
        gain = 2 if activation == "relu" and index < len(blocks) - 1 else 1
        biases = first_biases if index == 0 else np.zeros(columns)
        weights = np.sqrt(gain / rows) * block.reshape(rows, columns)
        layers.append((jnp.asarray(weights, dtype), jnp.asarray(biases, dtype)))
    return layers


def dense(layers: Layers, inputs: jax.Array, activation: str = "relu") -> jax.Array:
    """The outputs, (widths[-1],), for `inputs`, (widths[0],)."""
    bend = ACTIVATIONS[activation]
    values = inputs
    for weights, biases in layers[:-1]:
        values = bend(values @ weights + biases)
    weights, biases = layers[-1]
    return values @ weights + biases


@lru_cache(maxsize=64)
def network_function(net: Net) -> Callable[..., jax.Array]:
    """f(*inputs, p) of a network that stands alone."""

    def f(*arguments: Any) -> jax.Array:
        *inputs, p = arguments
        return dense(p[net.name], jnp.stack([jnp.asarray(value) for value in inputs]), net.activation)[0]

    return f


def unscaled(layers: Layers, middle: Any, spread: Any, y_middle: Any, y_spread: Any) -> Layers:
    """The layers that take x and give y, of layers trained on (x - middle) / spread and y likewise."""
    (first, biases), *rest = layers
    begun = (first / spread[:, None], biases - (middle / spread) @ first)
    *others, (last, end) = [begun, *rest]
    return [*others, (last * y_spread, end * y_spread + y_middle)]
