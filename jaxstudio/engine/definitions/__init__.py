"""The definition of each kind of op: one plain function of a whole image.

The plans of the engine (engine/plan) compute the same in tiles, as fast as they can. Generated scripts hold
the text of these functions, `jaxstudio ir --as plain` traces them, and tests compare the plans with them.

A definition gets the image first. Its other parameters are found by their names: fields of the kind
(`Kind.arguments`), and

* `values`: the step's parameters as they stand in the recipe; `p`: as arrays, for the op's functions;
* `key`: (2,) uint32 seed of the step's noise; `dtype`: number format in which the result is wanted;
* `branches`: functions of the image, one for each result that is combined; `picks`: which only pick values;
* `measured`: the image's statistic, if it is known already.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.engine.definitions.host import filter_squares, filter_whole, keep_unmasked
from jaxstudio.engine.definitions.moving import average_magnified, move_along_curves, move_by_matrix
from jaxstudio.engine.definitions.neighbours import evaluate_text, filter_guided, filter_neighbours
from jaxstudio.engine.definitions.pixels import (
    after_statistic,
    combine,
    each_colour,
    each_place,
    each_random,
    each_value,
    mix_channels,
)
from jaxstudio.engine.expansion import with_conversions
from jaxstudio.engine.kernels import traced
from jaxstudio.errors import UsageError
from jaxstudio.kernels.masks import blend
from jaxstudio.pipeline.expand import branches, expand
from jaxstudio.pipeline.kinds import (
    Colour,
    ColourMatrix,
    Combined,
    Filling,
    Geometry,
    Global,
    Guided,
    Magnified,
    Neighbourhood,
    PixelStencil,
    Placed,
    Pointwise,
    Random,
    Stencil,
    Tiled,
    Warp,
    Whole,
)
from jaxstudio.pipeline.masks import Mask
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.recipe import LINEAR, Recipe, Step

Definition = Callable[..., Any]

DEFINITIONS: dict[type, Definition] = {
    Pointwise: each_value,
    ColourMatrix: mix_channels,
    Colour: each_colour,
    Placed: each_place,
    Random: each_random,
    Global: after_statistic,
    Combined: combine,
    Guided: filter_guided,
    Neighbourhood: filter_neighbours,
    Stencil: evaluate_text,
    PixelStencil: evaluate_text,
    Geometry: move_by_matrix,
    Warp: move_along_curves,
    Magnified: average_magnified,
    Whole: filter_whole,
    Filling: keep_unmasked,
    Tiled: filter_squares,
}


def definition_of(op: Op) -> tuple[Definition, dict[str, inspect.Parameter]]:
    """The definition of an op's kind, and its parameters after the image, by name."""
    definition = DEFINITIONS[type(op.kind)]
    _, *others = inspect.signature(definition).parameters.items()
    return definition, dict(others)


def evaluate(recipe: Recipe, image: Any, parameters: Mapping[str, Any] | None = None) -> Any:
    """The result of a recipe by its steps' definitions, float32 (height, width, channels); traceable.

    Args:
        image: (height, width, channels) of uint8, uint16 or float32.
        parameters: arrays by name that stand in for parameters of the steps where an op computes pixels. What
            an op reads before that (a kernel's radius, a rotation's matrix) stays.

    Raises:
        UsageError: an active step is limited to a region by a mask, or blended in linear light.
    """
    expanded, masks = expand(recipe, image.shape[:2]), {mask.key: mask for mask in recipe.masks}
    image = jnp.asarray(image)
    for key, group in groupby(expanded.active, lambda step: step.mask):
        bare = tuple(replace(step, mask=None) for step in group)
        steps = with_conversions(replace(expanded, steps=bare)).active
        mask = None if key is None else masks[key]
        if mask is not None and (not mask.everywhere or recipe.working_space == LINEAR):
            raise UsageError(
                "steps under a mask have no plain form yet: take off their masks or switch them off"
            )
        before = image
        image = evaluate_steps(steps, image, recipe.seed, parameters or {})
        if mask is not None:
            image = _blended(before, image, mask)
    return image


def _blended(before: Any, after: Any, mask: Mask) -> Any:
    """Blend the result of steps with their input, in the whole picture."""
    height, width, channels = before.shape
    share = jnp.full(height * width, mask.opacity, jnp.float32)
    flat = blend(before.reshape(-1), after.reshape(-1), share, channels, "float32", mask.blend)
    return flat.reshape(height, width, channels)


def evaluate_steps(steps: Sequence[Step], image: Any, seed: int, overrides: Mapping[str, Any]) -> Any:
    for step in expand(Recipe(tuple(steps), seed), image.shape[:2]).active:
        # the parts of a composed step do not have its parameters
        image = evaluate_step(step, image, seed, overrides if step.part_of is None else {})
    return image


def evaluate_step(step: Step, image: Any, seed: int, overrides: Mapping[str, Any]) -> Any:
    """The result of a step that is not composed; `overrides` replace arrays of `p`."""
    op, key = step.implementation, np.array([seed, step.key], np.uint32)
    combined = branches(step) if isinstance(op.kind, Combined) else ()
    parts = [partial(evaluate_steps, each, seed=seed, overrides={}) for each in combined]
    return compute_step(op, dict(step.values), image, key=key, branches=parts, overrides=overrides)


def compute_step(
    op: Op, values: Mapping[str, Any], image: Any, *, key: np.ndarray,
    branches: Sequence[Callable[[Any], Any]], overrides: Mapping[str, Any] | None = None,
    measured: Mapping[str, Any] | None = None, dtype: str = "float32",
) -> Any:  # fmt: skip
    """The result of an op that is not composed.

    Args:
        key: (2,) uint32 seed of its noise.
        branches: functions of the image, one for each result that the op combines.
        overrides: arrays by name that stand in for parameters.
        measured: the statistic of the image, if it is known.
        dtype: number format in which the result is wanted.
    """
    definition, names = definition_of(op)
    arrays = traced(op, values, None)
    given = {
        **op.kind.arguments(dict(values)),
        "values": values,
        "p": {**arrays, **{name: each for name, each in (overrides or {}).items() if name in arrays}},
        "key": key,
        "dtype": dtype,
        "branches": branches,
        "measured": measured,
    }
    return definition(image, **{name: given[name] for name in names if name in given})
