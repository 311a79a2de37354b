"""References to parameters of a recipe, by the key of the step and the parameter's name."""

from __future__ import annotations

from msgspec import Struct

from jaxstudio.pipeline.params import Bool, Choice, Float, Int, Param
from jaxstudio.pipeline.recipe import Recipe, Step


class ParamRef(Struct, frozen=True):
    """A parameter of a recipe: the step's key and the parameter's name."""

    step: int
    name: str


def param_of(recipe: Recipe, ref: ParamRef) -> Param | None:
    """The parameter of a reference; None if the step has no parameter of this name."""
    return recipe.step(ref.step).op.by_name.get(ref.name)


def can_move(step: Step, param: Param) -> bool:
    """Whether a search may change a parameter: a number, switch or choice that follows no other parameter."""
    follows = isinstance(param, Float) and param.linked and step.params[param.name] is None
    return isinstance(param, Float | Int | Bool | Choice) and not follows


def moves_by_default(step: Step, param: Param) -> bool:
    """Whether a search changes a parameter by default: real numbers, except the value of a border."""
    return isinstance(param, Float) and param.name != "cval" and can_move(step, param)


def movable(recipe: Recipe) -> tuple[ParamRef, ...]:
    """The real-valued parameters of the active steps that a search changes by default."""
    return tuple(
        ParamRef(step.key, param.name)
        for step in recipe.active
        for param in step.op.params
        if moves_by_default(step, param)
    )
