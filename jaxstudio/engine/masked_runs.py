"""Each run of consecutive steps with one mask becomes a single step of the engine.

The mask's placement follows from the steps before the run: a step that moves pixels by a matrix moves the
mask with them. A warp has no matrix: the mask stays at the same fraction of the frame.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np

from jaxstudio.engine.mask_raster import Placement
from jaxstudio.engine.plan.base import Plan
from jaxstudio.engine.plan.masked import masked_run
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.expand import size_after
from jaxstudio.pipeline.masks import Mask
from jaxstudio.pipeline.params import file_stamp
from jaxstudio.pipeline.recipe import LINEAR, Recipe, Step


def identities(steps: Iterable[Step]) -> tuple[Hashable, ...]:
    """Everything that decides the steps' results: ops, values, keys, and their files' present stamps."""
    return tuple((step.identity(), *map(file_stamp, step.files)) for step in steps)


def recipe_identity(recipe: Recipe) -> Hashable:
    """Everything that decides a recipe's result except its seed: its active steps and their masks."""
    used = {step.mask for step in recipe.active}
    masks = tuple(mask for mask in recipe.masks if mask.key in used)
    return identities(recipe.active), masks


def with_masked_runs(recipe: Recipe, size: tuple[int, int]) -> Recipe:
    """The active steps of an expanded recipe, each run under one mask replaced by one step.

    Args:
        size: (height, width) of the photo.

    Raises:
        UsageError: a masked step changes the picture's size, or names a mask that does not exist.
    """
    if all(step.mask is None for step in recipe.active):
        return recipe
    masks = {mask.key: mask for mask in recipe.masks}
    steps: list[Step] = []
    for key, group in groupby(recipe.active, lambda step: step.mask):
        run = tuple(group)
        for step in run:
            size = size_after(step, size)
        if key is None:
            steps += run
            continue
        bare = tuple(replace(step, mask=None) for step in run)
        mask = _mask(masks, run[0])
        steps.append(masked_run(bare, mask, identities(bare), linear=recipe.working_space == LINEAR))
    return replace(recipe, steps=tuple(steps))


def _mask(masks: dict[int, Mask], step: Step) -> Mask:
    assert step.mask is not None
    mask = masks.get(step.mask)
    if mask is None:
        raise UsageError(f"{step.op.name}: mask = {step.mask}: the recipe has no mask of this key")
    return mask


def placement(plans: Sequence[Plan], level: int) -> Placement:
    """Matrix from (column, row, 1) of an image to x, y in pixels of the photo at full size.

    Args:
        plans: those of the steps from the photo, reduced by 2^level, to the image.
    """
    matrix = np.eye(3)
    for plan in plans:
        matrix = matrix @ _inverse(plan)
    side = float(2**level)
    full = np.array([[side, 0.0, (side - 1) / 2], [0.0, side, (side - 1) / 2], [0.0, 0.0, 1.0]]) @ matrix
    first, second = ((float(row[0]), float(row[1]), float(row[2])) for row in full[:2])
    return first, second


def _inverse(plan: Plan) -> np.ndarray:
    """(3, 3) matrix from places in a step's result to places in its input."""
    found = plan.op.kind.inverse_matrix(plan.values, plan.size)
    matrix = np.eye(3)
    if found is not None:
        matrix[:2] = found
        return matrix
    for axis, (before, after) in enumerate(zip(plan.size[::-1], plan.result_size[::-1], strict=True)):
        matrix[axis, axis] = before / after
        matrix[axis, 2] = (before / after - 1) / 2
    return matrix
