"""Sweeps: the same recipe with one or two parameters, or the seed, at several values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from jaxstudio.engine.executor import never
from jaxstudio.engine.plan.base import Cancel
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.params import Bool, Choice, Float, Int, Param, Value
from jaxstudio.pipeline.recipe import MAX_SEED, Recipe
from jaxstudio.variants.contact_sheet import MOST, contact_sheet, thumbnail

MOST_AXES = 2


@dataclass(frozen=True)
class Axis:
    """The values that one parameter of a recipe takes.

    Attributes:
        step: the step's key; None where the recipe's seed changes.
        name: the parameter.
        values: in the order of the pictures.
    """

    step: int | None
    name: str
    values: tuple[Value, ...]

    def at(self, recipe: Recipe, value: Value) -> Recipe:
        """The recipe with this value; ParameterError if the op does not allow it."""
        if self.step is None:
            return recipe.with_seed(int(value))  # type: ignore[arg-type]
        return recipe.with_param(self.step, self.name, value)

    def label(self, value: Value) -> str:
        """`sigma 2.5`."""
        return f"{self.name} {value:.4g}" if isinstance(value, float) else f"{self.name} {value}"


def seed_axis(recipe: Recipe, count: int) -> Axis:
    """The recipe's own seed and those after it."""
    return Axis(None, "seed", tuple((recipe.seed + number) % (MAX_SEED + 1) for number in range(count)))


def spread(param: Param, low: float, high: float, count: int) -> tuple[Value, ...]:
    """`count` values from `low` to `high` at equal distances; whole ones each once.

    Raises:
        UsageError: the parameter is no number.
    """
    if isinstance(param, Int):
        step = param.step
        whole = (
            param.low + round((value - param.low) / step) * step for value in np.linspace(low, high, count)
        )
        return tuple(dict.fromkeys(int(value) for value in whole))
    if not isinstance(param, Float):
        raise UsageError(f"{param.name}: a range is for numbers, expected {alternatives(param)}")
    return tuple(float(value) for value in np.linspace(low, high, count))


def every_value(param: Param, count: int) -> tuple[Value, ...]:
    """All choices, both states of a switch, or `count` values over a slider's range.

    Raises:
        UsageError: the parameter is a matrix, a curve or a list.
    """
    if isinstance(param, Choice):
        return param.choices
    if isinstance(param, Bool):
        return (False, True)
    if isinstance(param, Float | Int):
        low, high = param.slider
        return spread(param, low, high, count)
    raise UsageError(f"{param.name}: only numbers, switches and choices can be swept")


def alternatives(param: Param) -> str:
    """What a list of values of this parameter may hold, for a message."""
    if isinstance(param, Choice):
        return f"some of {', '.join(param.choices)}"
    return "false,true" if isinstance(param, Bool) else "a list of numbers"


def sweep(recipe: Recipe, axes: Sequence[Axis]) -> list[tuple[str, Recipe]]:
    """A label and a recipe for every combination of the axes' values; the last axis changes fastest.

    Raises:
        UsageError: more than two axes, one of them twice, or more pictures than fit a sheet.
        ParameterError: a value that the op does not allow.
    """
    if not 1 <= len(axes) <= MOST_AXES or len({(axis.step, axis.name) for axis in axes}) < len(axes):
        raise UsageError("a sweep takes one parameter or two different ones")
    count = int(np.prod([len(axis.values) for axis in axes]))
    if count > MOST:
        raise UsageError(f"{count} pictures: expected {MOST} at most")
    found = []
    for values in product(*(axis.values for axis in axes)):
        moved = recipe
        for axis, value in zip(axes, values, strict=True):
            moved = axis.at(moved, value)
        label = ", ".join(axis.label(value) for axis, value in zip(axes, values, strict=True))
        found.append((label, moved))
    return found


def pictures(
    engine: Engine,
    source: Source,
    recipes: Sequence[Recipe],
    side: int,
    report: Callable[[float], None] = lambda share: None,
    cancel: Cancel = never,
) -> Iterator[np.ndarray]:
    """Each result no larger than side × side: (height, width, 3 or 4) uint8; see `thumbnail`."""
    for number, recipe in enumerate(recipes):
        yield thumbnail(engine, source, recipe, side, cancel)
        report((number + 1) / len(recipes))


def sweep_sheet(
    engine: Engine, source: Source, swept: Sequence[tuple[str, Recipe]], side: int, columns: int = 0
) -> np.ndarray:
    """A contact sheet of what `sweep` returned: (height, width, 3) uint8."""
    labels = [label for label, _ in swept]
    made = list(pictures(engine, source, [recipe for _, recipe in swept], side))
    return contact_sheet(made, labels, side, columns)
