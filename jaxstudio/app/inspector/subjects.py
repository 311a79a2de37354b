"""What there is to inspect: the steps of the image tab, the lines of the functions tab."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from jaxstudio.app.shared.text import of_catalogue
from jaxstudio.pipeline.recipe import Recipe, Step

if TYPE_CHECKING:
    from jaxstudio.functions.language import Line
    from jaxstudio.ir.target import Target
    from jaxstudio.ir.user_process.client import Request

ORDERS = ("f", "f′", "f″", "f‴", "f⁗")
MOST_TITLE = 48


def tr(text: str) -> str:
    return QCoreApplication.translate("Inspector", text)


@dataclass(frozen=True)
class Part:
    """One compiled function of a subject; `make` is called in a thread, and so is `values`.

    `values` gives the arguments that it has in the window at the moment, flat, where it has any; where
    they are of a photo, a sample of it (`sampled`). The first part of a subject that is `main` is shown
    first.
    """

    title: str
    make: Callable[[], Target | Request]
    values: Callable[[], Sequence[Any]] | None = None
    main: bool = False
    sampled: bool = False


@dataclass(frozen=True)
class Subject:
    """Something a person can ask about. Equal keys stand for the same code; `make` is called in a thread.

    `hand` is what the tab calls it, whatever its values are: the key of a step or of a line.
    """

    key: Hashable
    hand: Hashable
    title: str
    make: Callable[[], Sequence[Part]]


def step_subjects(
    recipe: Recipe, photo: Mapping[str, Any], pixels: Callable[[], Any] | None = None
) -> list[Subject]:
    """Each step by itself, then all that are on; `photo` has the photo's format and the device.

    `pixels` gives the photo itself.
    """
    known = tuple(sorted(photo.items()))
    found = [
        Subject(
            ("step", step.identity()[0], step.identity()[2], known),
            step.key,
            f"{place}  {of_catalogue(step.op.title)}",
            partial(_parts_of, Recipe((replace(step, enabled=True),), recipe.seed), photo, pixels),
        )
        for place, step in enumerate(recipe.steps, 1)
    ]
    if len(recipe.active) > 1:
        names = tuple(_identity(step) for step in recipe.active)
        whole = Subject(
            ("recipe", names, known),
            "recipe",
            tr("The whole recipe"),
            partial(_parts_of, recipe, photo, pixels),
        )
        found.append(whole)
    return found


def _identity(step: Step) -> tuple[object, ...]:
    name, _, values = step.identity()
    return name, values


def _parts_of(
    recipe: Recipe, photo: Mapping[str, Any], pixels: Callable[[], Any] | None = None
) -> list[Part]:
    from jaxstudio.app.inspector.current_arguments import picture_values
    from jaxstudio.inspect_targets.ops import ALL_IN_ONE, PASS, recipe_targets

    def values(part: int) -> Callable[[], Sequence[Any]] | None:
        if pixels is None:
            return None
        return lambda: picture_values(recipe, part, pixels(), photo)

    # of one step what works on pixels, not what prepares it; of several all in one
    telling = (PASS, ALL_IN_ONE) if len(recipe.active) == 1 else (ALL_IN_ONE,)
    own = f"{recipe.active[0].op.title}: " if len(recipe.active) == 1 else ""
    return [
        Part(_within(own, each.name), partial(_given, each), values(place), each.kernel in telling, True)
        for place, each in enumerate(recipe_targets(recipe, **photo))
    ]


def _within(own: str, title: str) -> str:
    """A kernel's title beside its filter's: what it does, in front of what is cut where there is no room."""
    rest = title.removeprefix(own)
    return rest[:1].upper() + rest[1:] if own and rest != title else title


def _given(target: Target) -> Target:
    return target


def line_subjects(
    texts: Sequence[str],
    lines: Sequence[Line],
    keys: Sequence[int],
    view: Callable[[], Any] | None = None,
) -> list[Subject]:
    """Each line that is a function, at several orders where it is a curve.

    `view` gives the document of the tab as it is when it is asked.
    """
    from jaxstudio.functions.language import LineKind

    # a slider's value is an argument: another one is the same code
    code = tuple(
        line.name if line.kind is LineKind.SLIDER else text for text, line in zip(texts, lines, strict=True)
    )
    found = []
    for text, line, key in zip(texts, lines, keys, strict=True):
        if line.error is None and line.kind in _drawn():
            orders = range(len(ORDERS)) if line.kind is LineKind.CURVE else range(1)
            make = partial(_orders_of, tuple(texts), line, orders, view)
            title = text.strip()
            short = title if len(title) <= MOST_TITLE else title[: MOST_TITLE - 1] + "…"
            found.append(Subject(("line", line.index, code), key, short, make))
    return found


def _drawn() -> frozenset[Any]:
    from jaxstudio.functions.language import LineKind as Is

    return frozenset({Is.CURVE, Is.PARAMETRIC, Is.POLAR, Is.IMPLICIT, Is.SURFACE, Is.SCALAR, Is.VECTOR})


def _orders_of(
    texts: tuple[str, ...], line: Line, orders: Sequence[int], view: Callable[[], Any] | None
) -> list[Part]:
    values = None if view is None else lambda: _in_view(line, view())
    return [Part(ORDERS[order], partial(_order_of, texts, line.index, order), values) for order in orders]


def _in_view(line: Line, document: Any) -> list[Any]:
    from jaxstudio.app.inspector.current_arguments import curve_values

    sliders = {name: slider.value for name, slider in document.sliders.items()}
    return curve_values(line, (document.x, document.y), sliders)


def _order_of(texts: tuple[str, ...], index: int, order: int) -> Target:
    from jaxstudio.functions.language import Sheet
    from jaxstudio.inspect_targets.expressions import line_targets

    sheet = Sheet.read(texts)
    return line_targets(sheet.lines[index], sheet, "\n".join(texts), (order,))[0]
