"""A recipe is a value: a frozen list of steps with every parameter spelled out.

Changing one returns another; undo is a list of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from types import MappingProxyType

from jaxstudio.errors import UsageError
from jaxstudio.pipeline.op import Op, OpSpec, implementation
from jaxstudio.pipeline.params import Path, Value

MAX_SEED = 2**31 - 1
MAX_KEY = 2**31 - 1
ENCODED, LINEAR = "encoded", "linear"
WORKING_SPACES = (ENCODED, LINEAR)


@dataclass(frozen=True)
class Step:
    """One op with its values. `key` stays with the step when it moves, and seeds its noise.

    `part_of` is the key of the step that this one was drawn from, if it was.
    """

    op: OpSpec
    params: Mapping[str, Value]
    key: int
    enabled: bool = True
    part_of: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", MappingProxyType(dict(self.params)))

    @property
    def implementation(self) -> Op:
        """The op that computes the step; TypeError in a process that holds specs alone."""
        return implementation(self.op)

    @property
    def values(self) -> dict[str, Value]:
        """The parameter values with linked ones resolved: what the engine computes with."""
        return self.op.resolve(self.params)

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of the files that the step reads."""
        names = [param.name for param in self.op.params if isinstance(param, Path)]
        return tuple(str(self.params[name]) for name in names if self.params[name])

    def identity(self) -> tuple[object, ...]:
        """What decides this step's result, hashable."""
        return (self.op.name, self.key, tuple(sorted(self.values.items())))


@dataclass(frozen=True)
class Recipe:
    """Steps from first to last, and the seed of all noise (0 to 2³¹ − 1).

    `working_space` says what values the steps compute with: "encoded", as the file has them (so do OpenCV
    and SciPy), or "linear": proportional to light, by the sRGB curve, as what a lens or a sensor does is.
    """

    steps: tuple[Step, ...] = ()
    seed: int = 0
    working_space: str = ENCODED

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not 0 <= self.seed <= MAX_SEED:
            raise UsageError(f"seed = {self.seed!r}: expected a whole number from 0 to {MAX_SEED}")
        if self.working_space not in WORKING_SPACES:
            expected = " or ".join(WORKING_SPACES)
            raise UsageError(f"working_space = {self.working_space!r}: expected {expected}")

    @property
    def active(self) -> tuple[Step, ...]:
        """The steps that are switched on."""
        return tuple(step for step in self.steps if step.enabled)

    def _new_key(self) -> int:
        taken = {step.key for step in self.steps}
        highest = 1 + max(taken, default=0)
        return highest if highest <= MAX_KEY else next(key for key in count(1) if key not in taken)

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
    ) -> Recipe:
        """With a new step of `op` at `position` (at the end by default).

        `key` is the step's own, unused so far, or None for a new one.
        """
        if key is not None and (key < 1 or any(step.key == key for step in self.steps)):
            raise UsageError(f"key = {key}: expected a whole number from 1 that no other step has")
        step = Step(op, op.check(params or {}), self._new_key() if key is None else key)
        at = len(self.steps) if position is None else position
        return replace(self, steps=(*self.steps[:at], step, *self.steps[at:]))

    def joined(self, other: Recipe) -> Recipe:
        """With the steps of `other` at the end, under new keys; the seed and the working space stay."""
        recipe = self
        for step in other.steps:
            key = recipe._new_key()
            recipe = replace(recipe, steps=(*recipe.steps, replace(step, key=key)))
        return recipe

    def removed(self, key: int) -> Recipe:
        return replace(self, steps=tuple(step for step in self.steps if step.key != key))

    def duplicated(self, key: int) -> Recipe:
        at = self.index(key)
        copy = replace(self.steps[at], key=self._new_key())
        return replace(self, steps=(*self.steps[: at + 1], copy, *self.steps[at + 1 :]))

    def moved(self, key: int, position: int) -> Recipe:
        """With the step at `position`, counted in the list without it."""
        step = self.step(key)
        rest = [other for other in self.steps if other.key != key]
        rest.insert(max(0, min(position, len(rest))), step)
        return replace(self, steps=tuple(rest))

    def _replaced(self, key: int, step: Step) -> Recipe:
        return replace(self, steps=tuple(step if old.key == key else old for old in self.steps))

    def with_param(self, key: int, name: str, value: object) -> Recipe:
        """With one parameter changed; ParameterError if the value is not allowed."""
        return self.with_params(key, {name: value})

    def with_params(self, key: int, values: Mapping[str, object]) -> Recipe:
        """With several parameters of one step changed."""
        step = self.step(key)
        params = step.op.check({**step.params, **values})
        return self._replaced(key, replace(step, params=params))

    def reset(self, key: int) -> Recipe:
        """With the step's parameters at their defaults."""
        step = self.step(key)
        return self._replaced(key, replace(step, params=step.op.defaults()))

    def switched(self, key: int, enabled: bool) -> Recipe:
        return self._replaced(key, replace(self.step(key), enabled=enabled))

    def with_seed(self, seed: int) -> Recipe:
        return replace(self, seed=seed)

    def with_working_space(self, working_space: str) -> Recipe:
        return replace(self, working_space=working_space)
