"""Says how a recipe's steps change a picture's size and move pixels, for a window without the ops."""

from __future__ import annotations

import contextlib
from typing import Any

from msgspec.structs import replace

from jaxstudio.backend.protocol import (
    Matrix,
    RecipeDescription,
    StepDescription,
    pack_steps,
)
from jaxstudio.backend.viewport import Size
from jaxstudio.engine.buffers import Rect
from jaxstudio.errors import NOTHING, ParameterError, StudioError
from jaxstudio.pipeline.expand import expand, result_size
from jaxstudio.pipeline.kinds import Filling
from jaxstudio.pipeline.lenses import Lens, asks_for_lens, lens_of
from jaxstudio.pipeline.outlines import crop_rectangle
from jaxstudio.pipeline.recipe import Recipe, Step

NO_MASK = "Without a mask nothing changes: paint over what is to be filled."


def counted_part(whole: Recipe, shown: Recipe, size: Size) -> Rect | None:
    """What a crop will leave of a shown result of `size`, while its handles lie over its input; else None."""
    keys = {step.key for step in shown.steps}
    handled = next((step for step in whole.steps if step.key not in keys), None)
    if handled is None or handled.op.name != "crop" or not handled.enabled:
        return None
    with contextlib.suppress(ParameterError):  # its card says that its values leave nothing
        return Rect(*crop_rectangle(handled.values, size))
    return None


def describe_recipe(recipe: Recipe, photo_size: Size, lens: Lens | None = None) -> RecipeDescription:
    """Describe every step of a recipe on a photo of (height, width).

    A step is described for the size after the active steps before it; a composed step (an augmentation) as
    the parts that are drawn for that size. Values that are impossible together raise no error: the answer
    reports them. A step that takes its numbers from the photo's lens says which lens `lens` finds.

    Raises:
        TypeError: the recipe's ops have no implementations.
    """
    size = photo_size
    steps = []
    for step in recipe.steps:
        described = _describe(step, recipe.seed, size)
        if lens is not None and step.enabled and asks_for_lens(step):
            found = lens_of(step, lens)
            described = replace(described, **{"note" if found.numbers else "caution": found.words})
        steps.append(described)
        size = described.after
    return RecipeDescription(photo_size, size, tuple(steps))


def _describe(step: Step, seed: int, size: Size) -> StepDescription:
    op, after, matrix, error = step.implementation, size, None, NOTHING
    values, drawn = step.values, pack_steps(())
    try:
        op.kind.check(values, size)
        if op.may_move(values):
            matrix = _matrix(op.kind.inverse_matrix(values, size))
            if step.enabled:
                after = result_size(Recipe((step,), seed), size)
        if op.kind.composed and step.enabled:
            drawn = pack_steps(expand(Recipe((step,), seed), size).steps)
    except StudioError as caught:
        error = caught.wording
    caution = op.caution(values)
    if step.mask is None and isinstance(op.kind, Filling):
        caution = NO_MASK
    return StepDescription(step.key, size, after, matrix, caution, error, drawn)


def _matrix(found: Any) -> Matrix | None:
    """A (2, 3) array as plain numbers."""
    if found is None:
        return None
    rows = [tuple(float(value) for value in row) for row in found]
    return rows[0], rows[1]  # type: ignore[return-value]
