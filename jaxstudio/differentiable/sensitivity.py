"""How a number of a recipe's result, as its contrast, changes with the parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.differentiable.losses import mean_square
from jaxstudio.differentiable.pixel_derivatives import (
    FALL,
    FEW,
    JUMP,
    JUMP_SHARE,
    LARGE,
    LONGER,
    MODERATE,
    STEEP,
    STEP,
    WITHIN,
    real_parameter,
)
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.pipeline.param_refs import ParamRef
from jaxstudio.pipeline.recipe import Recipe


def colours(pixels: np.ndarray) -> np.ndarray:
    """(height, width, channels) without opacity, contiguous."""
    return np.ascontiguousarray(pixels[..., :-1] if has_alpha(pixels.shape[2]) else pixels)


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
    """How a metric in METRICS changes with each parameter, per unit of it.

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
        raise UsageError(f"metric {name!r}: expected one of {', '.join(METRICS)}")
    for ref in parameters:
        real_parameter(recipe, ref)
    result = colours(engine.render(source, recipe, level=level))
    if name == "loss" and (target is None or target.shape != result.shape):
        raise UsageError("the loss needs a target of the result's size")
    value, slope = _value_and_slope(name, result, result if target is None else target)
    gradient = np.asarray(slope).reshape(-1)
    slopes: list[float | None] = []
    for ref in parameters:
        derivative = difference(engine, source, recipe, ref, level)
        along = None if derivative is None else np.nan_to_num(colours(derivative)).reshape(-1)
        slopes.append(None if along is None else float(along @ gradient))
    return MetricGradient(float(value), tuple(slopes))


def difference(
    engine: Engine, source: Source, recipe: Recipe, ref: ParamRef, level: int = 0
) -> np.ndarray | None:
    """The derivative of a whole result as a difference of two renders, float32 (height, width, channels).

    None if there is no derivative: the result changes in jumps, or its size changes.

    Raises:
        UsageError: the parameter is no real number of an active step.
    """
    param = real_parameter(recipe, ref)
    value, extent = float(recipe.step(ref.step).values[ref.name]), param.slider[1] - param.slider[0]  # type: ignore[arg-type]

    def across(step: float) -> tuple[np.ndarray, float] | None:
        """The change from a step before to a step after, and the distance between the two."""
        ends = [min(max(value + sign * step, param.low), param.high) for sign in (1, -1)]
        after, before = (
            engine.render(source, recipe.with_param(ref.step, ref.name, end), level=level) for end in ends
        )
        return None if after.shape != before.shape else (after - before, ends[0] - ends[1])

    wide, step = across(JUMP_SHARE * extent), STEP * extent
    if wide is None:
        return None
    change, apart = across(step) or (wide[0], np.nan)
    most = float(np.percentile(np.abs(change), WITHIN))
    if most > 2 * LARGE:
        step *= 2 * MODERATE / most
        change, apart = across(step) or (wide[0], np.nan)
    if np.count_nonzero(np.abs(change) > 1e-6 * apart) <= FEW * change.size:
        jumps = np.abs(wide[0]).max(initial=0.0) > JUMP
    elif np.abs(change).max() > STEEP:
        longer, farther = across(LONGER * step) or (wide[0], np.nan)
        squares, others = (float(np.sum(np.square(each, dtype=np.float64))) for each in (change, longer))
        jumps = squares / apart**2 > FALL * others / farther**2
    else:
        jumps = False
    return None if jumps else change / np.float32(apart)


@partial(jax.jit, static_argnums=0)
def _value_and_slope(name: str, result: jax.Array, target: jax.Array) -> tuple[jax.Array, jax.Array]:
    return jax.value_and_grad(METRICS[name])(result, target)
