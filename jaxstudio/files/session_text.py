"""The parts of a session's text: values that are checked as they are read, recipes that are written once."""

from __future__ import annotations

import json
from typing import Any

from jaxstudio.errors import SessionError
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import to_json

Members = dict[str, Any]


def members(value: object, where: str, allowed: set[str] | None = None) -> Members:
    """An object of JSON; SessionError if it is none, or has a member that is not allowed."""
    if not isinstance(value, dict):
        raise SessionError(f"{where}: expected an object, not {type(value).__name__}")
    for name in sorted(value.keys() - allowed) if allowed is not None else ():
        raise SessionError(f"{where}: {name!r} is not known; expected {', '.join(sorted(allowed or ()))}")
    return value


def integer(value: object, where: str, low: int, high: int = 2**31 - 1) -> int:
    """A whole number between two, ends included."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise SessionError(f"{where} = {_shown(value)}: expected a whole number from {low} to {high}")
    return value


def number(value: object, where: str, low: float, high: float) -> float:
    """A number between two, ends included."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise SessionError(f"{where} = {_shown(value)}: expected a number from {low:g} to {high:g}")
    return float(value)


def texts(value: object, where: str) -> dict[str, str]:
    """An object whose members are texts."""
    found = members(value, where)
    for name, text in found.items():
        if not isinstance(text, str):
            raise SessionError(f"{where}: {name}: expected a text")
    return found


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


class SessionWriter:
    """Writes recipes. Their texts are kept by the recipe, a value, until they are not needed any more.

    The recipes of a history differ in one step, mostly: each distinct step is written once, and a recipe as
    the numbers of its steps.
    """

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Recipe, str, tuple[str, ...]]] = {}
        self._used: dict[int, tuple[Recipe, str, tuple[str, ...]]] = {}

    def end(self) -> None:
        """All recipes of a session are written: drop the texts of those that are in it no more."""
        self._kept, self._used = self._used, {}

    def _parts(self, recipe: Recipe) -> tuple[str, tuple[str, ...]]:
        """The members beside the steps, as text without braces, and each step as text."""
        found = self._used.get(id(recipe)) or self._kept.get(id(recipe))
        if found is None or found[0] is not recipe:
            document = json.loads(to_json(recipe))
            steps = tuple(json.dumps(step, ensure_ascii=False) for step in document.pop("steps"))
            found = recipe, json.dumps(document, ensure_ascii=False)[1:-1], steps
        self._used[id(recipe)] = found
        return found[1:]

    def recipe(self, recipe: Recipe) -> str:
        """A whole recipe, as in a file of its own."""
        head, steps = self._parts(recipe)
        return f'{{{head}, "steps": [{", ".join(steps)}]}}'

    def history(self, past: tuple[Recipe, ...], future: tuple[Recipe, ...]) -> str:
        """The recipes of a history as numbers of steps."""
        places: dict[str, int] = {}

        def entry(recipe: Recipe) -> str:
            head, steps = self._parts(recipe)
            numbers = ", ".join(str(places.setdefault(step, len(places))) for step in steps)
            return f'{{{head}, "steps": [{numbers}]}}'

        sides = [", ".join(map(entry, side)) for side in (past, future)]
        steps = ",\n  ".join(places)
        return f'{{"steps": [{steps}],\n  "past": [{sides[0]}],\n  "future": [{sides[1]}]}}'
