"""A step after -s, in the words of `jaxstudio.pipeline.step_text`, added to a recipe."""

from __future__ import annotations

from collections.abc import Mapping

from jaxstudio.errors import UsageError
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.step_text import read_step


def added_step(recipe: Recipe, text: str, catalogue: Mapping[str, OpSpec]) -> Recipe:
    """`recipe` with the step that `text` spells at its end; UsageError of one line otherwise.

    Values are JSON, or bare words; what is wrong with a value the op's own check says.
    """
    try:
        op, params = read_step(text, catalogue)
        return recipe.added(op, params)
    except UsageError as error:
        raise UsageError(f"-s: {error}") from None
