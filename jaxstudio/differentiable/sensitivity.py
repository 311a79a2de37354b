"""How a recipe's result changes with its parameters: each pixel's derivative, and that of a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.differentiable.duals import Forward
from jaxstudio.differentiable.evaluation import evaluate
from jaxstudio.differentiable.losses import mean_square
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.param_refs import ParamRef, param_of
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe

# A derivative that is 0 in all but so many values may be that of a result that changes in jumps: then the
# result is compared at this share of the slider before and after, and values that differ by more are jumps.
FEW_VALUES, JUMP_SHARE, JUMP = 1e-3, 0.05, 1 / 512


def sensitivity(
    recipe: Recipe, pixels: np.ndarray, parameters: Sequence[ParamRef], level: int = 0
) -> np.ndarray:
    """The derivative of every value of the result with respect to each parameter, in encoded values per unit.

    Args:
        pixels: float32 (height, width, 1 or 3), the photo reduced by 2^level.
        parameters: real-valued parameters of active steps.
        level: lengths in pixels are divided by 2^level; the derivative stays per unit of the parameter.

    Returns:
        float32 (parameters, height, width, channels), height and width those of the result.

    Raises:
        UsageError: a parameter is no real number of an active step.
    """
    return with_result(recipe, pixels, parameters, level)[1]


def with_result(
    recipe: Recipe, pixels: np.ndarray, parameters: Sequence[ParamRef], level: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """The result, and its derivatives as `sensitivity` gives them; UsageError as there."""
    active = {step.key: step for step in recipe.active}
    for ref in parameters:
        step = active.get(ref.step)
        if step is None or not isinstance(step.op.by_name.get(ref.name), Float):
            raise UsageError(f"step {ref.step} has no real-valued parameter {ref.name!r}")
    dual = evaluate(Forward(len(parameters)), recipe, pixels, parameters, level)
    return np.asarray(dual.primal), np.asarray(dual.tangents)


def changes_in_jumps(
    recipe: Recipe, pixels: np.ndarray, ref: ParamRef, derivative: np.ndarray, level: int = 0
) -> bool:
    """Whether the result changes with a parameter although its derivative is 0 nearly everywhere."""
    if np.count_nonzero(np.abs(derivative) > 1e-6) > FEW_VALUES * derivative.size:
        return False
    param = param_of(recipe, ref)
    assert isinstance(param, Float)
    low, high = param.slider
    value = float(recipe.step(ref.step).values[ref.name])  # type: ignore[arg-type]
    ends = [np.clip(value + sign * JUMP_SHARE * (high - low), param.low, param.high) for sign in (-1, 1)]
    results = [
        np.asarray(
            evaluate(Forward(0), recipe.with_param(ref.step, ref.name, float(end)), pixels, (), level).primal
        )
        for end in ends
    ]
    if results[0].shape != results[1].shape:
        return True
    return bool(np.abs(results[0] - results[1]).max(initial=0.0) > JUMP)


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
    """A metric of a result, and its derivative with respect to each parameter, None where there is none."""

    value: float
    slopes: tuple[float | None, ...]


def metric_gradient(
    name: str,
    recipe: Recipe,
    pixels: np.ndarray,
    parameters: Sequence[ParamRef],
    level: int = 0,
    target: np.ndarray | None = None,
) -> MetricGradient:
    """How a metric in METRICS changes with each parameter, per unit of it.

    Args:
        pixels, level: as for `sensitivity`.
        target: of the result's shape; for `loss` only.

    Raises:
        UsageError: an unknown metric, `loss` without a target of the result's size, or a parameter that is no
            real number of an active step.
    """
    if name not in METRICS:
        raise UsageError(f"metric {name!r}: expected one of {', '.join(METRICS)}")
    result, tangents = with_result(recipe, pixels, parameters, level)
    if name == "loss" and (target is None or target.shape != result.shape):
        raise UsageError("the loss needs a target of the result's size")
    value, slopes = _gradient(name, result, result if target is None else target, tangents)
    return MetricGradient(
        float(value),
        tuple(
            None if changes_in_jumps(recipe, pixels, ref, tangent, level) else float(slope)
            for ref, tangent, slope in zip(parameters, tangents, np.asarray(slopes), strict=True)
        ),
    )


@partial(jax.jit, static_argnums=0)
def _gradient(
    name: str, result: jax.Array, target: jax.Array, tangents: jax.Array
) -> tuple[jax.Array, jax.Array]:
    value, slope = jax.value_and_grad(METRICS[name])(result, target)
    return value, tangents.reshape(tangents.shape[0], -1) @ slope.reshape(-1)
