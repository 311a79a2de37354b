"""An op as one plain function of a whole small picture, without tiling, and its derivatives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.differentiable.evaluation import evaluate
from jaxstudio.engine.kernels import traced
from jaxstudio.inspect_targets.ops import op_source
from jaxstudio.ir.target import Target
from jaxstudio.ir.user_process.request import Option
from jaxstudio.pipeline.recipe import Recipe, Step
from jaxstudio.runtime.devices import find_device

# Rows and columns: enough for a neighbourhood, few enough to be read.
SHAPE = (8, 8)


def plain_targets(
    recipe: Recipe,
    *,
    channels: int = 3,
    device: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> list[Target]:
    """The only step of a recipe as a function (picture, parameters) → picture, then its derivatives.

    There is one with respect to each real-valued parameter that the function reads.

    Pictures are float32 (8, 8, 1 or 3), encoded values; alpha is left out. A parameter that decides something
    before pixels are read (the radius of a kernel, the angle in a matrix) is a constant of the function.

    Raises:
        UsageError: no such device.
    """
    (step,) = recipe.active
    picture = jax.ShapeDtypeStruct((*SHAPE, 1 if channels < 3 else 3), jnp.float32)
    function = plain_function(recipe)
    parameters = real_parameters(step)
    title, source = step.op.title, op_source(step.implementation)
    found = find_device(device) if device else None
    targets = [Target(f"{title} as a plain function", function, (picture, parameters), source=source)]
    for name in parameters:
        derivative = derivative_function(function, name)
        if _depends(derivative, picture.shape, parameters):
            targets.append(
                Target(f"its derivative by {name}", derivative, (picture, parameters), source=source)
            )
    return [
        Target(t.name, t.function, t.args, device=found, options=dict(options or {}), source=t.source)
        for t in targets
    ]


def plain_function(recipe: Recipe) -> Callable[[Any, Mapping[str, Any]], Any]:
    """The steps of a recipe as one traceable function of a picture and of real-valued parameters by name."""

    def apply(picture: Any, parameters: Mapping[str, Any]) -> Any:
        return evaluate(recipe, picture, parameters)

    return apply


def derivative_function(
    function: Callable[[Any, Mapping[str, Any]], Any], name: str
) -> Callable[[Any, Mapping[str, Any]], Any]:
    """How each pixel of function(picture, parameters) changes with one parameter, by forward mode."""

    def derivative(picture: Any, parameters: Mapping[str, Any]) -> Any:
        def of_parameter(value: Any) -> Any:
            return function(picture, {**parameters, name: value})

        value = jnp.asarray(parameters[name], jnp.float32)
        return jax.jvp(of_parameter, (value,), (jnp.ones_like(value),))[1]

    return derivative


def real_parameters(step: Step) -> dict[str, np.ndarray]:
    """A step's real-valued parameters by name: float32 scalars."""
    values = traced(step.implementation, step.values)
    return {name: value for name, value in values.items() if value.dtype == np.float32 and value.ndim == 0}


def _depends(derivative: Callable[..., Any], shape: tuple[int, ...], parameters: Mapping[str, Any]) -> bool:
    """Whether a derivative is anything but zero on a picture of many tones."""
    picture = np.random.default_rng(0).random(shape, np.float32)
    return bool(np.any(np.asarray(derivative(picture, parameters))))
