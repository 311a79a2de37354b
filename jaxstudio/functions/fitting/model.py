"""A model: a function of inputs and parameters, from a typed line, a callable, or a network of dense layers.

Residuals and their exact Jacobian are compiled once for any number of points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import DataError, UsageError, either
from jaxstudio.functions.fitting.samples import normals
from jaxstudio.functions.fitting.table import Padded, Points, Table, padded
from jaxstudio.functions.interpreters import tree_to_jax
from jaxstudio.functions.language import Line
from jaxstudio.functions.language.nodes import Name, Network, Node, is_several

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
        raise UsageError("activation is {0!r}; expected {1}", activation, either(ACTIVATIONS))
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
    start_time = (first / spread[:, None], biases - (middle / spread) @ first)
    *others, (last, end) = [start_time, *rest]
    return [*others, (last * y_spread, end * y_spread + y_middle)]


@dataclass(frozen=True)
class Model:
    """`f(*inputs, p)`: scalars in, a scalar out; `p` maps the names of `parameters` to scalars.

    `networks` are the mlp(…) in it: p[net.name] holds a network's layers, [(weights, biases), …].
    `is_network`: it is nothing but a network of the inputs, in their order. `response` is the name of what
    is modelled.
    """

    f: Callable[..., jax.Array]
    parameters: tuple[str, ...]
    inputs: tuple[str, ...] = ("x",)
    response: str = "y"
    networks: tuple[Net, ...] = ()
    is_network: bool = False

    @staticmethod
    def of(line: Line) -> Model:
        """The model that a typed line such as `y ~ a x + b` is; DataError if it is none."""
        if line.error is not None:
            raise line.error
        if line.tree is None:
            raise DataError("{0!r} is no model; expected one such as y ~ a x + b", line.text)
        if is_several(line.tree):
            raise DataError("{0!r} stands for several numbers; expected one such as y ~ a x + b", line.text)
        inputs = line.variables or ("x",)
        nets = tuple(Net(node.name, len(node.arguments), node.hidden) for node in line.networks)
        alone = isinstance(line.tree, Network) and _names(line.tree) == inputs
        f = _function(line.tree, inputs)
        return Model(f, line.sliders, inputs, line.name or "y", nets, alone)

    @staticmethod
    def of_network(
        hidden: tuple[int, ...] = (128, 128), inputs: tuple[str, ...] = ("x",), activation: str = "relu"
    ) -> Model:
        """A network of dense layers with these numbers of units, and relu or tanh between them."""
        net = Net("mlp", len(inputs), hidden, activation)
        return Model(network_function(net), (), inputs, networks=(net,), is_network=True)

    def points(self, table: Table, sigma: str | None = None) -> Points:
        """The table's columns of the names used here, else its first ones.

        Raises DataError if the table has too few columns of numbers.
        """
        names = (*self.inputs, self.response)
        if all(name in table.columns or name in table.faults for name in names):
            return table.points(self.inputs, self.response, sigma)
        if len(self.inputs) == 1:
            return table.points(sigma=sigma)
        usable = [name for name in table.numeric if name != sigma]
        if len(usable) < len(names):
            raise DataError(
                "the data has {0} columns of numbers; expected {1}", len(usable), ", ".join(names)
            )
        return table.points(usable[: len(self.inputs)], usable[len(self.inputs)], sigma)

    def check(self, points: Points) -> None:
        """Raise DataError unless the points have this model's number of inputs."""
        if len(points.inputs) != len(self.inputs):
            raise DataError(
                "the points have {0} inputs; expected {1}", len(points.inputs), ", ".join(self.inputs)
            )

    def started(self, start: Mapping[str, float] | None, fixed: Mapping[str, float]) -> dict[str, float]:
        """A value to begin from for each parameter that is not fixed: as given, else 1."""
        for name in {*(start or {}), *fixed} - set(self.parameters):
            raise DataError(
                "the model has no parameter {0!r}; expected {1}", name, ", ".join(self.parameters)
            )
        return {name: float((start or {}).get(name, 1.0)) for name in self.parameters if name not in fixed}


def _names(network: Network) -> tuple[str, ...]:
    return tuple(node.name if isinstance(node, Name) else "" for node in network.arguments)


@lru_cache(maxsize=64)
def _function(tree: Node, inputs: tuple[str, ...]) -> Callable[..., jax.Array]:
    # the same tree gives the same function, for which everything is compiled already
    return tree_to_jax(tree, inputs, {})


Kernel = Callable[..., jax.Array]


@dataclass(frozen=True)
class Residuals:
    """The residuals of `model` on `points` as functions of a vector, float64 (m,), of the parameters `names`.

    They are (f(x, p) - y) / sigma; the other parameters have the values in `fixed`.
    """

    model: Model
    names: tuple[str, ...]
    points: Points
    fixed: Mapping[str, float]
    data: Padded

    @staticmethod
    def of(model: Model, names: tuple[str, ...], points: Points, fixed: Mapping[str, float]) -> Residuals:
        return Residuals(model, names, points, dict(fixed), padded(points))

    def __call__(self, vector: np.ndarray) -> np.ndarray:
        """Residuals, (n,); not finite where the model is not."""
        return self._computed(_kernels(self.model.f, self.names)[0], vector)

    def jacobian(self, vector: np.ndarray) -> np.ndarray:
        """Their derivatives, (n, m), by forward mode; 0 where the model has none."""
        rows = self._computed(_kernels(self.model.f, self.names)[1], vector)
        return np.where(np.isfinite(rows), rows, 0.0)

    def _computed(self, kernel: Kernel, vector: np.ndarray) -> np.ndarray:
        vector = np.asarray(vector, np.float64)
        rows = np.asarray(kernel(vector, self.fixed, self.data.inputs, self.data.y, self.data.weight))
        if rows.dtype != np.float64:
            raise TypeError("a fit needs float64: set jax_enable_x64 before anything is traced")
        return rows[: self.data.count]


@lru_cache(maxsize=32)
def _kernels(f: Callable[..., jax.Array], names: tuple[str, ...]) -> tuple[Kernel, Kernel]:
    def residuals(vector: Any, fixed: Any, inputs: Any, y: Any, weight: Any) -> jax.Array:
        p = {**fixed, **{name: vector[index] for index, name in enumerate(names)}}
        values = jax.vmap(lambda row: f(*row, p))(inputs.T)
        # a pad has weight 0 and must stay 0 even where the first point has no value
        return jnp.where(weight > 0, (values - y) * weight, 0.0)

    return jax.jit(residuals), jax.jit(jax.jacfwd(residuals))
