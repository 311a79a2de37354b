"""A job is what one rendering needs to know about its recipe: steps, sizes and seeds at one level."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from jaxstudio.engine.source import Source
from jaxstudio.pipeline.expand import branches, expanded
from jaxstudio.pipeline.kinds import Global, Neighbourhood
from jaxstudio.pipeline.params import Float, Int, file_stamp
from jaxstudio.pipeline.recipe import Recipe, Step

# A statistic of so many pixels is quick enough for a moving hand.
QUICK_PIXELS = 1_000_000


def scaled_values(step: Step, level: int) -> dict[str, Any]:
    """Parameter values with lengths in pixels divided by 2^level, for a reduced image."""
    values = step.values
    if level == 0:
        return values
    for param in step.op.params:
        value = values[param.name]
        if param.unit != "px" or value is None:
            continue
        if isinstance(param, Float):
            values[param.name] = float(value) / 2**level  # type: ignore[arg-type]
        elif isinstance(param, Int):
            steps = round((int(value) / 2**level - param.low) / param.step)  # type: ignore[arg-type]
            values[param.name] = param.low + max(0, steps) * param.step
    return values


def shortened(step: Step) -> Step:
    """The step as it is computed: by its op's shortcut, where there is one for these values."""
    shortcut = (
        step.implementation.kind.shortcut if isinstance(step.implementation.kind, Neighbourhood) else None
    )
    if shortcut is None or not shortcut.applies(step.values):
        return step
    return replace(step, op=shortcut.op)


def identities(steps: Iterable[Step]) -> tuple[Hashable, ...]:
    """What decides the steps' results: ops, values, keys, and the files they read as those are now."""
    return tuple((step.identity(), *map(file_stamp, step.files)) for step in steps)


@dataclass(frozen=True)
class Job:
    """A recipe on a source reduced by 2^level. Step k turns image k − 1 into image k; image 0 is the source.

    With `approximate_statistics`, those of the whole image that are not known yet come from a reduced one.
    """

    source: Source
    recipe: Recipe
    level: int = 0
    approximate_statistics: bool = False

    @cached_property
    def photo(self) -> Source:
        """The source at this job's level."""
        return self.source.level(self.level)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        steps = expanded(self.recipe, (self.source.height, self.source.width)).active
        return tuple(shortened(step) for step in steps)

    @cached_property
    def values(self) -> tuple[dict[str, Any], ...]:
        return tuple(scaled_values(step, self.level) for step in self.steps)

    @cached_property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """(height, width) of images 0 … n."""
        sizes = [(self.photo.height, self.photo.width)]
        for step, values in zip(self.steps, self.values, strict=True):
            sizes.append(step.implementation.kind.result_size(values, sizes[-1]))
        return tuple(sizes)

    @cached_property
    def identities(self) -> tuple[Hashable, ...]:
        """What decides each step's result: a file that changes while the job runs counts in the next one."""
        return identities(self.steps)

    def cache_key(self, k: int) -> Hashable:
        """What decides image k: equal prefixes mean equal pixels."""
        guessed = self.approximate_statistics and any(
            isinstance(step.implementation.kind, Global) for step in self.steps[:k]
        )
        return (self.source.token, self.level, guessed, self.recipe.seed, self.identities[:k])

    def branches(self, k: int) -> list[Job]:
        """For each result that combined step k combines, a job that ends with it."""
        before = self.steps[: k - 1]
        return [
            Job(
                self.source,
                Recipe((*before, *steps), self.recipe.seed),
                self.level,
                self.approximate_statistics,
            )
            for steps in branches(self.steps[k - 1])
        ]

    @cached_property
    def reduced(self) -> Job:
        """The same recipe on a photo small enough for a quick statistic."""
        level = self.level
        while (self.source.height >> level) * (self.source.width >> level) > QUICK_PIXELS:
            level += 1
        return Job(self.source, self.recipe, level)

    def noise_key(self, k: int) -> np.ndarray:
        """(2,) uint32 key of step k's noise: the recipe's seed and the step's own key."""
        return np.array([self.recipe.seed, self.steps[k - 1].key], np.uint32)
