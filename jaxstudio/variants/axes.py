"""The axes of a sweep: one or two parameters, or the seed, with their values, and the recipes that follow;
the seeds of variants.

Plain values, without JAX: the window and the command line make the same recipes here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import product
from random import Random

from jaxstudio.errors import UsageError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.params import Bool, Choice, Float, Int, Param, Value
from jaxstudio.pipeline.recipe import MAX_SEED, Recipe

MOST_AXES = 2
MOST_PICTURES = 400  # on one sheet
LEAST_SIDE, MOST_SIDE = 16, 2048  # of a picture on a sheet, or in an animation, in pixels
MOST_PIXELS = 400_000_000  # of all pictures together, which are in memory at once


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


def _check_count(count: int) -> None:
    if count > MOST_PICTURES:  # before any list is made of them
        raise UsageError("{0:,} pictures: expected {1} at most", count, MOST_PICTURES)


def seed_axis(recipe: Recipe, count: int) -> Axis:
    """The recipe's own seed and those after it. UsageError: there are more than fit a sheet."""
    _check_count(count)
    return Axis(None, "seed", tuple((recipe.seed + number) % (MAX_SEED + 1) for number in range(count)))


def seeds_of(seed: int, name: str, count: int) -> list[int]:
    """`count` different seeds for the photo called `name` under the recipe's own seed.

    They depend on nothing else: not on the other photos of a folder, nor on their order.
    """
    # a text as seed is hashed by Random itself, the same on every system
    chance = Random(f"{seed} {name}")
    seeds: dict[int, None] = {}
    while len(seeds) < count:
        seeds[chance.randrange(MAX_SEED + 1)] = None
    return list(seeds)


def _evenly(low: float, high: float, count: int) -> list[float]:
    """Numbers at equal distances, both ends included; the first alone where there is one."""
    step = (high - low) / max(1, count - 1)
    return [*(low + number * step for number in range(count - 1)), low if count == 1 else high]


def spread(param: Param, low: float, high: float, count: int) -> tuple[Value, ...]:
    """`count` values from `low` to `high` at equal distances; whole ones each once.

    Raises:
        UsageError: the parameter is no number, or there are too many values.
    """
    _check_count(count)
    if isinstance(param, Int):
        step = param.step
        whole = (param.low + round((value - param.low) / step) * step for value in _evenly(low, high, count))
        return tuple(dict.fromkeys(int(value) for value in whole))
    if not isinstance(param, Float):
        raise UsageError("{0}: a range is for numbers, expected {1}", param.name, alternatives(param))
    return tuple(_evenly(low, high, count))


def can_be_swept(param: Param) -> bool:
    """Whether a sweep can take several values of it: numbers, choices and switches."""
    return isinstance(param, Float | Int | Choice | Bool)


def every_value(param: Param, count: int) -> tuple[Value, ...]:
    """Return all choices, both states of a switch, or `count` values over a slider's range.

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
    raise UsageError("{0}: only numbers, switches and choices can be swept", param.name)


def alternatives(param: Param) -> str:
    """Describe, for a message, the values of this parameter that a list may hold."""
    if isinstance(param, Choice):
        return f"some of {', '.join(param.choices)}"
    return "false,true" if isinstance(param, Bool) else "a list of numbers"


@dataclass(frozen=True)
class SweptRecipe:
    """A picture of a sweep: its label, its recipe, and each axis's value in it."""

    label: str
    recipe: Recipe
    values: tuple[Value, ...]


def sweep(
    recipe: Recipe, axes: Sequence[Axis], label: Callable[[Axis, Value], str] = Axis.label
) -> list[SweptRecipe]:
    """Every combination of the axes' values; the last axis changes fastest.

    Raises:
        UsageError: more than two axes, one of them twice, or more pictures than fit a sheet.
        ParameterError: a value that the op does not allow.
    """
    if not 1 <= len(axes) <= MOST_AXES or len({(axis.step, axis.name) for axis in axes}) < len(axes):
        raise UsageError("a sweep takes one parameter or two different ones")
    count = math.prod(len(axis.values) for axis in axes)
    _check_count(count)
    found = []
    for values in product(*(axis.values for axis in axes)):
        moved = recipe
        for axis, value in zip(axes, values, strict=True):
            moved = axis.at(moved, value)
        words = ", ".join(label(axis, value) for axis, value in zip(axes, values, strict=True))
        found.append(SweptRecipe(words, moved, values))
    return found


def check_pictures(count: int, side: int, option: str) -> None:
    """UsageError where pictures of this side, as many, are no sheet that anybody can hold in memory."""
    if not LEAST_SIDE <= side <= MOST_SIDE:
        raise UsageError("{0} {1}: expected a number from {2} to {3}", option, side, LEAST_SIDE, MOST_SIDE)
    if count * side * side > MOST_PIXELS:
        most = int((MOST_PIXELS / count) ** 0.5)
        raise UsageError(
            "{0} {1}: too large for {2} pictures, expected {3} at most", option, side, count, most
        )


def columns_of(count: int) -> int:
    """Return the number of columns that make a sheet of `count` pictures a little wider than high."""
    return max(1, math.ceil(math.sqrt(count * 4 / 3)))


def sweep_columns(axes: Sequence[Axis]) -> int:
    """The columns of a sweep's sheet: the values of its second axis, else as few empty places as can be."""
    if len(axes) == 2:
        return len(axes[1].values)
    count = len(axes[0].values)
    usual = columns_of(count)
    nearby = [columns for columns in (usual, usual - 1, usual + 1) if columns > 0]
    return min(nearby, key=lambda columns: -count % columns)
