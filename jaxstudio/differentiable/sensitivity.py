"""Derivatives of a metric of a recipe's result, such as its contrast, by the parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.differentiable.differences import colours, derivative, real_parameter
from jaxstudio.differentiable.losses import mean_square
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.param_refs import ParamRef
from jaxstudio.pipeline.recipe import Recipe


def mean_brightness(result: jax.Array, target: jax.Array) -> jax.Array:
    """The mean of all values."""
    return jnp.mean(result)


def contrast(result: jax.Array, target: jax.Array) -> jax.Array:
    """The standard deviation of all values (RMS contrast)."""
    return jnp.sqrt(jnp.mean(jnp.square(result - jnp.mean(result))) + 1e-12)


def sharpness(result: jax.Array, target: jax.Array) -> jax.Array:
    """The root mean square of the differences of neighbours, across and down."""
    across, down = (jnp.mean(jnp.square(jnp.diff(result, axis=axis))) for axis in (1, 0))
    return jnp.sqrt(across + down + 1e-12)


METRICS: Mapping[str, Callable[[jax.Array, jax.Array], jax.Array]] = {
    "mean": mean_brightness,
    "contrast": contrast,
    "sharpness": sharpness,
    "loss": mean_square,
}


@dataclass(frozen=True)
class MetricGradient:
    """A metric of a result, and its derivative with respect to each parameter; None if there is none."""

    value: float
    slopes: tuple[float | None, ...]


def metric_gradient(
    name: str,
    engine: Engine,
    source: Source,
    recipe: Recipe,
    parameters: Sequence[ParamRef],
    level: int = 0,
    target: np.ndarray | None = None,
) -> MetricGradient:
    """Return the derivative of a metric in METRICS by each parameter, per unit of the parameter.

    The metric's own gradient is JAX's; the result's derivatives are differences of renders by the engine's
    kernels, which serve every filter, mask and size without being compiled anew.

    Args:
        source: the photo, of 1 to 4 channels; opacity is left out of the metric.
        level: compute on the photo reduced by 2^level.
        target: float32 (height, width, channels) of the result at this level; for `loss` only.

    Raises:
        UsageError: an unknown metric, `loss` without a target of the result's size, or a parameter that is no
            real number of an active step.
    """
    if name not in METRICS:
        raise UsageError("metric {0}: expected one of {1}", repr(name), ", ".join(METRICS))
    for ref in parameters:
        real_parameter(recipe, ref)
    result = colours(engine.render(source, recipe, level=level))
    if name == "loss" and (target is None or target.shape != result.shape):
        raise UsageError("the loss needs a target of the result's size")
    value, slope = _value_and_slope(name, result, result if target is None else target)
    gradient = np.asarray(slope).reshape(-1)
    slopes: list[float | None] = []
    for ref in parameters:
        along = derivative(engine, source, recipe, ref, level)
        slopes.append(None if along is None else float(along.reshape(-1) @ gradient))
    return MetricGradient(float(value), tuple(slopes))


@partial(jax.jit, static_argnums=0)
def _value_and_slope(name: str, result: jax.Array, target: jax.Array) -> tuple[jax.Array, jax.Array]:
    return jax.value_and_grad(METRICS[name])(result, target)
