"""The parts of a session's text: values that are checked as they are read, recipes that are written once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from jaxstudio.errors import SessionError
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import to_json

Members = dict[str, Any]
Parts = dict[str, tuple[str, ...]]
LISTS = ("masks", "steps")  # of a recipe
SEPARATOR = ",\n  "


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
        raise SessionError(f"{where} = {_quoted(value)}: expected a whole number from {low} to {high}")
    return value


def number(value: object, where: str, low: float, high: float) -> float:
    """A number between two, ends included."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise SessionError(f"{where} = {_quoted(value)}: expected a number from {low:g} to {high:g}")
    return float(value)


def texts(value: object, where: str) -> dict[str, str]:
    """An object whose members are texts."""
    found = members(value, where)
    for name, text in found.items():
        if not isinstance(text, str):
            raise SessionError(f"{where}: {name}: expected a text")
    return found


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


class SessionWriter:
    """Writes recipes. Their texts are kept by the recipe, a value, until they are not needed any more.

    The recipes of a history differ in one step or mask, mostly: each distinct one is written once, and a
    recipe as the numbers of its steps and masks.
    """

    def __init__(self) -> None:
        self._recipes: dict[int, tuple[Recipe, str, Parts]] = {}
        self._used: dict[int, tuple[Recipe, str, Parts]] = {}
        self._texts: dict[int, tuple[object, str]] = {}
        self._used_texts: dict[int, tuple[object, str]] = {}

    def end(self) -> None:
        """A session is written: drop the texts of what is in it no more."""
        self._recipes, self._used = self._used, {}
        self._texts, self._used_texts = self._used_texts, {}

    def text(self, value: object, make: Callable[[], str]) -> str:
        """The text of a value that does not change: made once."""
        found = self._texts.get(id(value))
        if found is None or found[0] is not value:
            found = value, make()
        self._used_texts[id(value)] = found
        return found[1]

    def _parts(self, recipe: Recipe) -> tuple[str, Parts]:
        """The members that are no lists, as text without braces, and the items of each list as texts."""
        found = self._used.get(id(recipe)) or self._recipes.get(id(recipe))
        if found is None or found[0] is not recipe:
            document = json.loads(to_json(recipe))
            lists = {
                name: tuple(json.dumps(item, ensure_ascii=False) for item in document.pop(name))
                for name in LISTS
                if name in document
            }
            found = recipe, json.dumps(document, ensure_ascii=False)[1:-1], lists
        self._used[id(recipe)] = found
        return found[1:]

    def recipe(self, recipe: Recipe) -> str:
        """A whole recipe, as in a file of its own."""
        head, lists = self._parts(recipe)
        rest = "".join(f', "{name}": [{", ".join(items)}]' for name, items in lists.items())
        return f"{{{head}{rest}}}"

    def history(self, past: tuple[Recipe, ...], future: tuple[Recipe, ...]) -> str:
        """The recipes of a history as numbers of steps and masks."""
        places: dict[str, dict[str, int]] = {name: {} for name in LISTS}

        def entry(recipe: Recipe) -> str:
            head, lists = self._parts(recipe)
            rest = "".join(f', "{name}": [{numbers(name, items)}]' for name, items in lists.items())
            return f"{{{head}{rest}}}"

        def numbers(name: str, items: tuple[str, ...]) -> str:
            of = places[name]
            return ", ".join(str(of.setdefault(item, len(of))) for item in items)

        sides = [", ".join(map(entry, side)) for side in (past, future)]
        pools = [f'"{name}": [{SEPARATOR.join(of)}]' for name, of in places.items() if of]
        return "{" + ",\n  ".join([*pools, f'"past": [{sides[0]}]', f'"future": [{sides[1]}]']) + "}"
