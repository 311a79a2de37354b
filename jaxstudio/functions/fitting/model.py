"""A model: a function of the inputs with parameters to be found; from a typed line or any callable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import jax

from jaxstudio.errors import DataError
from jaxstudio.functions.fitting.network import Net, network_function
from jaxstudio.functions.fitting.points import Points
from jaxstudio.functions.fitting.table import Table
from jaxstudio.functions.interpreters import tree_to_jax
from jaxstudio.functions.language import Line
from jaxstudio.functions.language.nodes import Name, Network, Node
from jaxstudio.functions.language.shapes import is_several


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
            raise DataError(f"{line.text!r} is no model; expected one such as y ~ a x + b")
        if is_several(line.tree):
            raise DataError(f"{line.text!r} stands for several numbers; expected one such as y ~ a x + b")
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
            raise DataError(f"the data has {len(usable)} columns of numbers; expected {', '.join(names)}")
        return table.points(usable[: len(self.inputs)], usable[len(self.inputs)], sigma)

    def check(self, points: Points) -> None:
        """Raise DataError unless the points have this model's number of inputs."""
        if len(points.inputs) != len(self.inputs):
            raise DataError(f"the points have {len(points.inputs)} inputs; expected {', '.join(self.inputs)}")

    def started(self, start: Mapping[str, float] | None, fixed: Mapping[str, float]) -> dict[str, float]:
        """A value to begin from for each parameter that is not fixed: as given, else 1."""
        for name in {*(start or {}), *fixed} - set(self.parameters):
            raise DataError(f"the model has no parameter {name!r}; expected {', '.join(self.parameters)}")
        return {name: float((start or {}).get(name, 1.0)) for name in self.parameters if name not in fixed}


def _names(network: Network) -> tuple[str, ...]:
    return tuple(node.name if isinstance(node, Name) else "" for node in network.arguments)


@lru_cache(maxsize=64)
def _function(tree: Node, inputs: tuple[str, ...]) -> Callable[..., jax.Array]:
    # the same tree gives the same function, for which everything is compiled already
    return tree_to_jax(tree, inputs, {})
