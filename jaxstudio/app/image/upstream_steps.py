"""Which steps lie beneath a step's handles, so that they are drawn in the coordinates of its input."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jaxstudio.pipeline.kinds import Composed, Moving, Op
from jaxstudio.pipeline.recipe import Recipe, Step

# Of these filters the picture before them is shown: what they cut away must be seen to be chosen.
SHOWN_BEFORE = ("crop",)
HANDLED = ("crop", "perspective")


def moves(op: Op, values: Mapping[str, Any]) -> bool:
    """Whether a step of this filter with these values may move pixels."""
    if isinstance(op.kind, Composed):
        return any(moves(part, own) for part, own in op.kind.possible(values))
    return isinstance(op.kind, Moving)


def beneath(recipe: Recipe, key: int) -> Recipe:
    """The recipe without what would move the picture under the handles of step `key`."""
    found = [step.key for step in recipe.steps]
    if key not in found:
        return recipe
    place = found.index(key)
    before, own, after = recipe.steps[:place], recipe.steps[place], recipe.steps[place + 1 :]
    kept: tuple[Step, ...] = () if own.op.name in SHOWN_BEFORE else (own,)
    still = tuple(step for step in after if not moves(step.op, step.values))
    return Recipe((*before, *kept, *still), recipe.seed)
