"""The pages of the guide as values, read from `pages.toml`; no JAX is imported."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jaxstudio.errors import UsageError

Scalar = bool | int | float | str
Stated = Scalar | tuple[Scalar, ...]


@dataclass(frozen=True)
class Fact:
    """A figure that a page states.

    Attributes:
        key: names the function of `facts.py` that computes it.
        label: what it is.
        stated: the figure, or several.
        relative: how far a computed number may be from the stated one, as a share of it.
    """

    key: str
    label: str
    stated: Stated
    relative: float = 0.0


@dataclass(frozen=True)
class Opens:
    """The thing that a page opens: one of the three.

    Attributes:
        sample, steps: a sample photo and steps as `jaxstudio apply -s` takes them.
        example: an example of the Functions tab.
        lesson: a lesson of the inspector.
    """

    sample: str = ""
    steps: tuple[str, ...] = ()
    example: str = ""
    lesson: str = ""


@dataclass(frozen=True)
class Page:
    """An example: a few sentences, the thing it opens, and its stated figures."""

    name: str
    part: str
    title: str
    text: str
    opens: Opens
    facts: tuple[Fact, ...]


@cache
def pages() -> tuple[Page, ...]:
    """Return all pages in order."""
    document = tomllib.loads((files(__package__) / "pages.toml").read_text(encoding="utf-8"))
    return tuple(
        Page(
            each["name"],
            each["part"],
            each["title"],
            " ".join(each["text"].split()),
            Opens(**{**each["opens"], "steps": tuple(each["opens"].get("steps", ()))}),
            tuple(Fact(**{**fact, "stated": _frozen(fact["stated"])}) for fact in each["facts"]),
        )
        for each in document["pages"]
    )


def _frozen(stated: Scalar | list[Scalar]) -> Stated:
    return tuple(stated) if isinstance(stated, list) else stated


def page(name: str) -> Page:
    """The page of this name; UsageError where there is none."""
    for each in pages():
        if each.name == name:
            return each
    raise UsageError(f"the guide has no page {name!r}: expected one of {', '.join(p.name for p in pages())}")


def spelled(value: Stated) -> str:
    """A figure in a table: yes and no, several with commas."""
    if isinstance(value, tuple):
        return ", ".join(spelled(each) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.16g}" if isinstance(value, float) else str(value)
