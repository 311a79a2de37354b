"""Expands composed steps into their parts; random values are drawn here, once, for the photo's full size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from jaxstudio.errors import UsageError
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.recipe import Recipe, Step

KEYS = 1 << 32
# An odd number near KEYS divided by the golden ratio: the keys of parts lie far from those of steps.
SPREAD = 0x9E3779B1


def size_after(step: Step, size: tuple[int, int]) -> tuple[int, int]:
    """(height, width) of the picture after a step that is not composed.

    Raises:
        UsageError: the step is masked and changes the size.
    """
    after = step.implementation.kind.result_size(step.values, size)
    if step.mask is not None and after != size:
        raise UsageError(
            "{0}: a masked step must keep the picture's size: {1} × {2} would become {3} × {4}",
            step.op.name,
            *reversed(size),
            *reversed(after),
        )
    return after


def part(step: Step, number: int, op: OpSpec, values: Mapping[str, Any]) -> Step:
    """Part `number` (from 1) of a step; the part's own key seeds its noise.

    Parts of a step that computes in linear light do so too.
    """
    belongs_to = step.key if step.part_of is None else step.part_of
    if step.op.space != op.space and step.op.space:
        op = replace(op, space=step.op.space)
    return Step(op, op.check(values), (step.key * SPREAD + number) % KEYS, part_of=belongs_to, mask=step.mask)


def branches(step: Step) -> tuple[tuple[Step, ...], ...]:
    """Return the steps that compute each result that a combined step combines."""
    kind: Any = step.implementation.kind
    found = []
    for number, pairs in enumerate(kind.branches(step.values), 1):
        found.append(tuple(part(step, 1000 * number + i, op, values) for i, (op, values) in enumerate(pairs)))
    return tuple(found)


def expand(recipe: Recipe, size: tuple[int, int]) -> Recipe:
    """The active steps on a photo of (height, width), each composed step replaced by its parts."""
    if not any(step.implementation.kind.composed for step in recipe.active):
        return recipe
    steps = []
    for step in recipe.active:
        for each in _parts(step, size, recipe.seed):
            steps.append(each)
            size = size_after(each, size)
    return replace(recipe, steps=tuple(steps))


def _parts(step: Step, size: tuple[int, int], seed: int) -> Iterator[Step]:
    kind: Any = step.implementation.kind
    if not kind.composed:
        yield step
        return
    # Random hashes a text seed itself: the same on every system
    chance = Random(f"{seed} {step.key}")
    for number, (op, values) in enumerate(kind.steps(step.values, size, chance), 1):
        for each in _parts(part(step, number, op, values), size, seed):
            yield each
            size = size_after(each, size)


def result_size(recipe: Recipe, size: tuple[int, int]) -> tuple[int, int]:
    """(height, width) of the result on a photo of this size."""
    for step in expand(recipe, size).active:
        size = size_after(step, size)
    return size
