"""A model, or a network, trained on data points by descent on the mean square error, with ridge or lasso."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import DataError
from jaxstudio.functions.descent import Method
from jaxstudio.functions.fitting.model import Model, Net, initial, unscaled
from jaxstudio.functions.fitting.points import Points, padded
from jaxstudio.functions.fitting.training import Data, Penalty, Training


def train(
    model: Model,
    points: Points,
    start: Mapping[str, float] | None = None,
    *,
    method: str = Method.ADAM,
    rate: float = 0.01,
    momentum: float = 0.9,
    penalty: str = Penalty.NONE,
    strength: float = 0.0,
    penalised: Iterable[str] | None = None,
    batch: int | None = None,
    seed: int = 0,
) -> Training:
    """A training that makes the mean of (f(x) - y)² small, each point weighed by 1 / sigma².

    Scalars begin at `start` (1 where nothing is given), weights of networks as `seed` draws them, which
    also shuffles the samples if `batch` of them are taken a step. The penalty is `strength` times the sum
    of squares (ridge) or absolute values (lasso, by a proximal step) of the parameters named in
    `penalised`, by default all; of a network its weights count, not its biases. A network that is the
    whole model is trained on points brought to mean 0 and deviation 1; `parameters` undo that.

    `training.advance(n)` takes n steps, `training.parameters` is p for drawing model.f(x, p).
    """
    model.check(points)
    scalars = model.started(start, {})
    names = (*scalars, *(net.name for net in model.networks))
    if not names:
        raise DataError("the model has no parameter; expected at least one, as a in y ~ a x")
    counted = set(names if penalised is None else penalised)
    unknown = ", ".join(sorted(counted - set(names)))
    if unknown:
        raise DataError(f"there is no parameter {unknown}; expected one of {', '.join(names)}")
    weights: dict[str, Any] = {name: jnp.asarray(value, float) for name, value in scalars.items()}
    share: dict[str, Any] = {name: float(name in counted) for name in scalars}
    for number, net in enumerate(model.networks):
        layers = initial(seed + number, net.widths, net.activation)
        weights[net.name] = layers
        share[net.name] = [(float(net.name in counted), 0.0) for _ in layers]
    alone = model.networks[0] if model.is_network else None
    scale = _Scale(points) if alone else None
    data = padded(scale.scaled(points) if scale else points)
    return Training(
        squared_error(model.f),
        Data(data.inputs.T, data.y, data.weight**2),
        weights,
        method=method,
        rate=rate,
        momentum=momentum,
        penalty=penalty,
        strength=strength,
        share=share,
        batch=batch,
        seed=seed,
        watch=tuple(scalars),
        unit=scale.unit if scale else 1.0,
        to_parameters=partial(scale.undone, alone) if scale and alone else dict,
    )


@lru_cache(maxsize=64)
def squared_error(f: Callable[..., jax.Array]) -> Callable[[Any, Any, Any], jax.Array]:
    """(f(*inputs, p) - y)² of one point."""
    return lambda p, inputs, y: (f(*inputs, p) - y) ** 2


class _Scale:
    """Points brought to mean 0 and standard deviation 1, and a network brought back."""

    def __init__(self, points: Points) -> None:
        self.middle, self.spread = points.inputs.mean(1), _spread(points.inputs)
        self.y_middle, self.y_spread = points.y.mean(), float(_spread(points.y))
        self.unit = self.y_spread**2

    def scaled(self, points: Points) -> Points:
        inputs = (points.inputs - self.middle[:, None]) / self.spread[:, None]
        return Points(inputs, (points.y - self.y_middle) / self.y_spread, points.sigma, points.names)

    def undone(self, net: Net, weights: Mapping[str, Any]) -> dict[str, Any]:
        layers = unscaled(weights[net.name], self.middle, self.spread, self.y_middle, self.y_spread)
        return {**weights, net.name: layers}


def _spread(values: np.ndarray) -> np.ndarray:
    """The standard deviation, 1 where it is 0."""
    spread = np.asarray(values.std(-1))
    return np.where(spread > 0, spread, 1.0)
