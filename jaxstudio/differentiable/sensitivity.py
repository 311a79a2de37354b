"""How each pixel of a recipe's result changes with a parameter: the picture's derivative."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jaxstudio.differentiable.duals import Forward
from jaxstudio.differentiable.evaluation import evaluate
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.param_refs import ParamRef
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe


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
    active = {step.key: step for step in recipe.active}
    for ref in parameters:
        step = active.get(ref.step)
        if step is None or not isinstance(step.op.by_name.get(ref.name), Float):
            raise UsageError(f"step {ref.step} has no real-valued parameter {ref.name!r}")
    return np.asarray(evaluate(Forward(len(parameters)), recipe, pixels, parameters, level).tangents)
