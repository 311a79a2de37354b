"""Which steps lie beneath a step's handles, so that they are drawn in the coordinates of its input."""

from __future__ import annotations

from jaxstudio.pipeline.recipe import Recipe, Step

# Of these filters the picture before them is shown: what they cut away must be seen to be chosen.
SHOWN_BEFORE = ("crop",)
HANDLED = ("crop", "perspective")


def beneath(recipe: Recipe, key: int) -> Recipe:
    """The recipe without what would move the picture under the handles of step `key`."""
    found = [step.key for step in recipe.steps]
    if key not in found:
        return recipe
    place = found.index(key)
    before, own, after = recipe.steps[:place], recipe.steps[place], recipe.steps[place + 1 :]
    kept: tuple[Step, ...] = () if own.op.name in SHOWN_BEFORE else (own,)
    still = tuple(step for step in after if not step.op.may_move(step.values))
    return Recipe((*before, *kept, *still), recipe.seed)
