"""A job is a recipe on a photo at one reduction: its steps' plans, sizes, seeds and tiles."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.expansion import expand_for_engine, identities
from jaxstudio.engine.mask_raster import Placement
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.base import Plan
from jaxstudio.engine.plan.between_sizes import resized_step, sized_branches
from jaxstudio.engine.plan.masked import PlanOfMask, measures_whole_image, steps_of_run
from jaxstudio.engine.plan.reduction import scaled_values
from jaxstudio.engine.source import Source
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.expand import branches
from jaxstudio.pipeline.recipe import ENCODED, Recipe, Step
from jaxstudio.runtime.aligned_memory import format_name

# The statistic of an image of so many pixels is quick enough while a slider is dragged.
QUICK_PIXELS = 1_000_000
# Elements of a tile without margins. Larger tiles have smaller margins in total, but the results of several
# steps lie in memory at once.
TILE = 9 << 20
# Rows of the flattest tile.
FLATTEST = 192
# Pixels of the smallest tile; if its input still does not fit, earlier steps compute that in pieces.
SMALLEST = 1 << 16


def substitute(step: Step) -> Step:
    """The step with the op that computes it fastest for these values."""
    op = plan_of(step.implementation).substitute(step.implementation, step.values)
    return step if op is step.op else replace(step, op=op)


@dataclass(frozen=True)
class Job:
    """A recipe on a source reduced by 2^level. Step k turns image k − 1 into image k; image 0 is the source.

    With `approximate_statistics`, statistics that are not known yet are measured on a reduced photo.
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
        source = self.source
        steps = expand_for_engine(
            self.recipe, (source.height, source.width), source.curve, source.lens
        ).active
        substituted = tuple(substitute(step) for step in steps)
        return tuple(resized_step(step, self.level) for step in substituted) if self.level else substituted

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        """The plans; plans[k − 1] computes step k."""
        plans: list[Plan] = []
        size = self.photo.height, self.photo.width
        photo_dtype: str | None = format_name(self.photo.dtype)
        for step in self.steps:
            op, values = step.implementation, scaled_values(step.op, step.values, self.level)
            plan = plan_of(op)(op, values, size, self.photo.channels, photo_dtype, self.level)
            if isinstance(plan, PlanOfMask):
                plan.placement = placement(plans, self.level)
                plan.photo_size = self.source.height, self.source.width
            plans.append(plan)
            size = plan.result_size
            if not (plan.views_photo and self.photo.in_memory):
                photo_dtype = None
        return tuple(plans)

    @cached_property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """(height, width) of images 0 … n."""
        return (self.photo.height, self.photo.width), *(plan.result_size for plan in self.plans)

    @cached_property
    def identities(self) -> tuple[Hashable, ...]:
        """Everything that decides each step's result; a file that changes now counts in the next job."""
        return identities(self.steps)

    def cache_key(self, k: int) -> Hashable:
        """Return everything that decides image k: jobs with equal keys have equal pixels."""
        approximate = self.approximate_statistics and any(map(measures_whole_image, self.steps[:k]))
        return (self.source.token, self.level, approximate, self.recipe.seed, self.identities[:k])

    @cached_property
    def lines(self) -> dict[int, tuple[Hashable, ...]]:
        """Identities of the job's steps under 0; under k those of the steps before masked run k."""
        runs = [k for k, step in enumerate(self.steps, 1) if steps_of_run(step) is not None]
        return {0: self.identities} | {k: self.branches(k)[0].identities for k in runs}

    def branches(self, k: int) -> list[Job]:
        """Return the jobs of the images that step k combines."""
        before = self.steps[: k - 1]
        step = self.steps[k - 1]
        return [
            replace(self, recipe=Recipe((*before, *steps), self.recipe.seed, ENCODED))
            for steps in steps_of_run(step) or sized_branches(step) or branches(step)
        ]

    @cached_property
    def reduced(self) -> Job:
        """The job's recipe on a photo small enough for a quick statistic."""
        level = self.level
        while (self.source.height >> level) * (self.source.width >> level) > QUICK_PIXELS:
            level += 1
        return Job(self.source, self.recipe, level)

    def noise_key(self, k: int) -> np.ndarray:
        """(2,) uint32 key of step k's noise: the recipe's seed and the step's own key."""
        return np.array([self.recipe.seed, self.steps[k - 1].key], np.uint32)

    # -- tiles: a rectangle is cut when an input of its steps, margins included, would not fit a slab

    def fits(self, k: int, rect: Rect) -> bool:
        """Whether image k's `rect` can be computed from one slab by every step."""
        if rect.area * self.photo.channels > TILE:
            return False
        for plan in reversed(self.plans[:k]):
            if not plan.fits_in_one_buffer(rect):
                return False
            rect = plan.input_rect(rect).clipped(*plan.size)
        return True

    def tiles(self, k: int, rect: Rect) -> Iterator[Rect]:
        """Cut `rect` of image k into tiles that fit, row of tiles by row of tiles from the top."""
        height, width = rect.height, rect.width
        turned = any(plan.resamples for plan in self.plans[:k])

        def too_large() -> bool:
            first = Rect(rect.y0, rect.x0, rect.y0 + height, rect.x0 + width)
            last = Rect(rect.y1 - height, rect.x1 - width, rect.y1, rect.x1)
            return not (self.fits(k, first) and (last == first or self.fits(k, last)))

        while height * width > SMALLEST and too_large():
            # Flat tiles read memory in long rows, but their margins above and below must not outweigh them.
            # A rotated tile reads its bounding box in the input, which is smallest for a square.
            flat = height > width if turned else height > FLATTEST or width <= height
            if flat and height > 1:
                height = -(-height // 2)
            else:
                width = -(-width // 2)
        for y in range(rect.y0, rect.y1, height):
            for x in range(rect.x0, rect.x1, width):
                yield Rect(y, x, min(y + height, rect.y1), min(x + width, rect.x1))


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
