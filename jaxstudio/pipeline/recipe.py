"""A recipe is a value: a frozen list of steps with every parameter spelled out.

A change returns a new recipe; undo is a list of recipes.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import count
from types import MappingProxyType

from jaxstudio.errors import ParameterError, UsageError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.masks import NORMAL, Mask
from jaxstudio.pipeline.op import ENCODED, LINEAR, Op, OpSpec, implementation
from jaxstudio.pipeline.params import Path, Value

MAX_SEED = 2**31 - 1
MAX_KEY = 2**31 - 1
AUTO = "auto"
WORKING_SPACES = (AUTO, LINEAR, ENCODED)


@dataclass(frozen=True)
class Step:
    """An op with its values. `key` stays with the step when it moves, and seeds its noise.

    If a text declares parameters, `op` includes them. `part_of` is the key of the composed step that this
    step is a part of, if any. `mask` is the key of the recipe's mask that limits the step to a region; None
    for the whole picture.
    """

    op: OpSpec
    params: Mapping[str, Value]
    key: int
    enabled: bool = True
    part_of: int | None = None
    mask: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", MappingProxyType(dict(self.params)))
        object.__setattr__(self, "op", self.op.declaring(self.params))

    @property
    def implementation(self) -> Op:
        """The op that computes the step; TypeError in a process that holds specs alone."""
        return implementation(self.op)

    @property
    def values(self) -> dict[str, Value]:
        """The parameter values that the engine computes with: linked ones are resolved."""
        return self.op.resolve(self.params)

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of the files that the step reads."""
        names = [param.name for param in self.op.params if isinstance(param, Path)]
        return tuple(str(self.params[name]) for name in names if self.params[name])

    def identity(self) -> tuple[object, ...]:
        """Everything that decides this step's result, hashable; of a mask only the key (see Recipe)."""
        own = (self.op.name, self.key, tuple(sorted(self.values.items())))
        return own if self.mask is None else (*own, self.mask)


@dataclass(frozen=True)
class Recipe:
    """Steps from first to last, and the seed of all noise (0 to 2³¹ − 1).

    `working_space`: with "auto" steps that act on light (exposure, defocus) compute with values proportional
    to light, as a lens or a sensor does, and all others with the file's values, as OpenCV and SciPy do. With
    "linear" all steps compute in linear light, with "encoded" all with the file's values.

    `masks` are regions that steps name by their keys. Consecutive active steps with the same mask are one
    run: they are computed without it, and blended once with the run's input. A mask that no step names stays
    until it is removed.
    """

    steps: tuple[Step, ...] = ()
    seed: int = 0
    working_space: str = AUTO
    masks: tuple[Mask, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not 0 <= self.seed <= MAX_SEED:
            raise UsageError("seed = {0}: expected a whole number from 0 to {1}", repr(self.seed), MAX_SEED)
        if self.working_space not in WORKING_SPACES:
            expected = "auto, linear or encoded"
            raise UsageError("working_space = {0}: expected {1}", repr(self.working_space), expected)
        keys = [mask.key for mask in self.masks]
        if len(keys) > len(set(keys)):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise UsageError("mask {0}: the key is used twice", twice)

    @property
    def active(self) -> tuple[Step, ...]:
        """The steps that are switched on."""
        return tuple(step for step in self.steps if step.enabled)

    def identities(self) -> tuple[tuple[object, ...], ...]:
        """Everything that decides the result of each active step, hashable, with the values of its mask."""
        values = {mask.key: mask for mask in self.masks}
        return tuple(
            step.identity() if step.mask is None else (*step.identity(), values.get(step.mask))
            for step in self.active
        )

    @property
    def steps_of_light(self) -> tuple[Step, ...]:
        """The steps that compute in linear light if each step chooses, switched off or not."""
        return tuple(step for step in self.steps if step.op.needs_light(step.params))

    def _new_key(self) -> int:
        return _unused({step.key for step in self.steps})

    def index(self, key: int) -> int:
        """Position of the step with this key."""
        for position, step in enumerate(self.steps):
            if step.key == key:
                return position
        raise KeyError(key)

    def step(self, key: int) -> Step:
        return self.steps[self.index(key)]

    def added(
        self,
        op: OpSpec,
        params: Mapping[str, object] | None = None,
        position: int | None = None,
        key: int | None = None,
        mask: int | None = None,
    ) -> Recipe:
        """Return the recipe with a new step of `op` at `position` (by default at the end).

        `key`: an unused key for the step, or None for a new one. `mask`: the key of a mask of the recipe.
        """
        if key is not None and (key < 1 or any(step.key == key for step in self.steps)):
            raise UsageError("key = {0}: expected a whole number from 1 that no other step has", key)
        if mask is not None and all(known.key != mask for known in self.masks):
            raise UsageError("mask = {0}: the recipe has no mask of this key", mask)
        step = Step(op, op.check(params or {}), self._new_key() if key is None else key, mask=mask)
        at = len(self.steps) if position is None else position
        return replace(self, steps=(*self.steps[:at], step, *self.steps[at:]))

    def joined(self, other: Recipe) -> Recipe:
        """Return the recipe with the steps and masks of `other` at the end, under new keys.

        A recipe without steps takes the working space of `other`, too.
        """
        recipe = self if self.steps else replace(self, working_space=other.working_space)
        masks = dict[int, int]()
        for mask in other.masks:
            masks[mask.key] = recipe.new_mask_key()
            recipe = recipe.with_mask(replace(mask, key=masks[mask.key]))
        for step in other.steps:
            own = replace(
                step, key=recipe._new_key(), mask=None if step.mask is None else masks.get(step.mask)
            )
            recipe = replace(recipe, steps=(*recipe.steps, own))
        return recipe

    def merged(self, other: Recipe) -> Recipe:
        """Return `joined`, with each step of `other` in place of this recipe's next one of the same op."""
        result, left = self.joined(other), list(self.steps)
        for step in result.steps[len(left) :]:
            old = next((old for old in left if old.op.name == step.op.name), None)
            if old is not None:
                left.remove(old)
                place = result.index(old.key)
                result = result.removed(old.key).moved(step.key, place)
        return result

    def removed(self, key: int) -> Recipe:
        fewer = replace(self, steps=tuple(step for step in self.steps if step.key != key))
        used = {step.mask for step in fewer.steps}
        idle = [mask for mask in fewer.masks if mask.everywhere and mask.key not in used]
        return (
            replace(fewer, masks=tuple(mask for mask in fewer.masks if mask not in idle)) if idle else fewer
        )

    def duplicated(self, key: int) -> Recipe:
        at, step = self.index(key), self.step(key)
        copy = replace(step, key=self._new_key())
        recipe = replace(self, steps=(*self.steps[: at + 1], copy, *self.steps[at + 1 :]))
        mask = self.mask_of(step)
        if mask is None or not mask.everywhere:
            return recipe
        own = replace(mask, key=self.new_mask_key())  # or both would be blended once
        return recipe.with_mask(own).masked(copy.key, own.key)

    def moved(self, key: int, position: int) -> Recipe:
        """Return the recipe with the step at `position`, counted without the step."""
        step = self.step(key)
        rest = [other for other in self.steps if other.key != key]
        rest.insert(max(0, min(position, len(rest))), step)
        return replace(self, steps=tuple(rest))

    def _replaced(self, key: int, step: Step) -> Recipe:
        return replace(self, steps=tuple(step if old.key == key else old for old in self.steps))

    def with_param(self, key: int, name: str, value: object) -> Recipe:
        """Return the recipe with one parameter changed; ParameterError if the value is not allowed."""
        return self.with_params(key, {name: value})

    def with_params(self, key: int, values: Mapping[str, object]) -> Recipe:
        """Return the recipe with several parameters of one step changed."""
        step = self.step(key)
        params = step.op.changed(step.params, values)
        return self._replaced(key, replace(step, params=params))

    def renewed(self, catalogue: Mapping[str, OpSpec]) -> Recipe:
        """The recipe with the catalogue's present ops; values stay if the op still has the parameter and
        allows them.
        """
        steps = tuple(_renewed(step, catalogue) for step in self.steps)
        return self if steps == self.steps else replace(self, steps=steps)

    def reset(self, key: int) -> Recipe:
        """Return the recipe with the step's parameters at their defaults."""
        step = self.step(key)
        return self._replaced(key, replace(step, params=step.op.defaults()))

    def switched(self, key: int, enabled: bool) -> Recipe:
        return self._replaced(key, replace(self.step(key), enabled=enabled))

    def with_seed(self, seed: int) -> Recipe:
        return replace(self, seed=seed)

    def with_working_space(self, working_space: str) -> Recipe:
        return replace(self, working_space=working_space)

    # -- masks

    def mask(self, key: int) -> Mask:
        """The mask with this key; KeyError if there is none."""
        for mask in self.masks:
            if mask.key == key:
                return mask
        raise KeyError(key)

    def mask_of(self, step: Step) -> Mask | None:
        """The mask of a step, if it has one."""
        return next((mask for mask in self.masks if mask.key == step.mask), None)

    def region_of(self, step: Step) -> Mask | None:
        """The mask that limits a step to a region, if one does."""
        mask = self.mask_of(step)
        return None if mask is None or mask.everywhere else mask

    def new_mask_key(self) -> int:
        """A key that no mask has."""
        return _unused({mask.key for mask in self.masks})

    def with_mask(self, mask: Mask) -> Recipe:
        """Return the recipe with this mask in place of the one with the same key, or else at the end."""
        if any(old.key == mask.key for old in self.masks):
            masks = tuple(mask if old.key == mask.key else old for old in self.masks)
        else:
            masks = (*self.masks, mask)
        return replace(self, masks=masks)

    def without_mask(self, key: int) -> Recipe:
        """Without this mask; steps that were limited by it apply to the whole picture."""
        steps = tuple(replace(step, mask=None) if step.mask == key else step for step in self.steps)
        return replace(self, steps=steps, masks=tuple(mask for mask in self.masks if mask.key != key))

    def without_unused_masks(self) -> Recipe:
        """Without the masks that no step names, switched off or not."""
        used = {step.mask for step in self.steps}
        return replace(self, masks=tuple(mask for mask in self.masks if mask.key in used))

    def masked(self, key: int, mask: int | None) -> Recipe:
        """The recipe with the step limited by the mask of this key, or by none; KeyError if there is none."""
        if mask is not None:
            self.mask(mask)
        return self._replaced(key, replace(self.step(key), mask=mask))

    def blended(self, key: int, opacity: float = 1.0, blend: str = NORMAL) -> Recipe:
        """Return the recipe with a step blended so: its mask says how, or one of the whole picture is made.

        Raises:
            UsageError: the opacity is not from 0 to 1, or there is no such blend mode.
        """
        now = self.mask_of(self.step(key)) or Mask(self.new_mask_key(), inverted=True)
        mask = replace(now, opacity=opacity, blend=blend)
        if mask.everywhere and not mask.blends:
            return self.without_mask(mask.key)
        return self.with_mask(mask).masked(key, mask.key)

    def steps_of_mask(self, mask: int) -> tuple[Step, ...]:
        """The steps that name the mask, switched off or not."""
        return tuple(step for step in self.steps if step.mask == mask)


def _unused(keys: set[int]) -> int:
    highest = 1 + max(keys, default=0)
    return highest if highest <= MAX_KEY else next(key for key in count(1) if key not in keys)


def _renewed(step: Step, catalogue: Mapping[str, OpSpec]) -> Step:
    """The step with the catalogue's op of the same name; unchanged if there is none."""
    if step.op.name not in catalogue:
        return step
    op = catalogue[step.op.name].declaring(step.params)
    if op == step.op:
        return step
    values = op.defaults()
    for name, value in step.params.items():
        if name in values:
            with suppress(ParameterError):
                values[name] = op.by_name[name].check(value)
    return replace(step, op=op, params=values)
