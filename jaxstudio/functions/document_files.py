"""A document of the Functions tab as JSON, in files.

The text is checked member by member, and nothing in it is executed. Files are recognised by their content.
"""

from __future__ import annotations

import json
import os
from dataclasses import field
from types import MappingProxyType
from typing import Annotated, Any, Literal

from msgspec import Meta

from jaxstudio.errors import RecipeError
from jaxstudio.functions.document import (
    HUES,
    USUAL,
    USUAL_MARKS,
    Axes,
    Data,
    Document,
    Folder,
    PlotLine,
    Slider,
)
from jaxstudio.functions.protocol.requests import SheetLine, Style
from jaxstudio.functions.protocol.scene import Interval, MarkKind
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.runtime.json_values import Finite, OneLine, changed_members, read_value
from jaxstudio.runtime.text_files import read_text, read_version

FORMAT = "jaxstudio-functions"
VERSION = 1
MAX_CHARACTERS = 8_000_000
MAX_LINES = 200


def to_json(document: Document) -> str:
    """The document as indented JSON."""
    return json.dumps(to_values(document), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def to_values(document: Document) -> dict[str, Any]:
    """The document as plain values of JSON."""
    whole: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "lines": [_line_out(line) for line in document.lines],
        "sliders": {
            name: {"value": slider.value, "low": slider.low, "high": slider.high} | changed_members(slider)
            for name, slider in document.sliders.items()
        },
        "view": {
            "x": list(document.x),
            "y": list(document.y),
            "equal": document.equal,
            **changed_members(document.axes),
        },
        "marks": sorted(document.marks),
    }
    if document.data is not None:
        whole["data"] = changed_members(document.data)
    if document.pages:
        whole["pages"] = {page: dict(values) for page, values in document.pages.items()}
    return whole


def is_session(text: str) -> bool:
    """Whether this is JSON text of a document, whatever else may be wrong with it."""
    if f'"{FORMAT}"' not in text or len(text) > MAX_CHARACTERS:
        return False
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and document.get("format") == FORMAT


def from_json(text: str) -> Document:
    """Read a document, or raise RecipeError naming the member that is wrong."""
    if len(text) > MAX_CHARACTERS:
        raise RecipeError("session of {0:,} characters: expected at most {1:,}", len(text), MAX_CHARACTERS)
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecipeError("not JSON: {0}", str(error).splitlines()[0]) from None
    return from_values(whole)


def from_values(whole: object) -> Document:
    """Make a document of the values of `json.loads`."""
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise RecipeError('not a session of functions: expected "format": "{0}"', FORMAT)
    read_version(whole, (VERSION,), "session", RecipeError)
    sheet = read_value({**whole, "format": FORMAT}, _Sheet, "", RecipeError)
    view = read_value(sheet.view, _View, "view", RecipeError)
    for name in view.log:
        if getattr(view, name)[0] <= 0:
            raise RecipeError("view: {0}: expected numbers above 0 on a logarithmic axis", name)
    return Document(
        lines=tuple(_line_in(line, number) for number, line in enumerate(sheet.lines, 1)),
        sliders=MappingProxyType(
            {name: _slider_in(value, f"slider {name}") for name, value in sheet.sliders.items()}
        ),
        x=_ascending(view.x, "view: x"),
        y=_ascending(view.y, "view: y"),
        equal=view.equal,
        axes=Axes(**{name: getattr(view, name) for name in vars(Axes())}),
        marks=sheet.marks,
        data=None if sheet.data is None else _data_in(sheet.data),
        pages=MappingProxyType({page: MappingProxyType(values) for page, values in sheet.pages.items()}),
    )


@dataclass(frozen=True)
class _Sheet:
    """The members of a document's file."""

    format: str
    version: Any
    lines: Annotated[list[Any], Meta(max_length=MAX_LINES)] = field(default_factory=list)
    sliders: dict[str, Any] = field(default_factory=dict)
    view: dict[str, Any] = field(default_factory=dict)
    marks: frozenset[MarkKind] = USUAL_MARKS
    data: Any = None
    pages: dict[str, dict[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class _View(Axes):
    x: tuple[Finite, Finite] = USUAL
    y: tuple[Finite, Finite] = USUAL
    equal: bool = True


@dataclass(frozen=True)
class _Line:
    """The members of a line."""

    text: OneLine
    hue: Annotated[int, Meta(ge=0)] | None = None
    caption: OneLine = ""
    folder: Any = None
    inside: bool = False
    visible: bool = True
    orders: Annotated[tuple[Annotated[int, Meta(ge=0, le=12)], ...], Meta(max_length=13)] = (0,)
    method: Literal["auto", "reverse", "forward", "taylor", "finite", "symbolic"] = "auto"
    precision: Literal["f64", "f32", "f16", "bf16"] = "f64"
    style: Style = Style.HEATMAP
    gradient: bool = False
    sensitivity: str = ""
    parameter: tuple[Finite, Finite] | None = None


OPTIONS = (_Line.__annotations__.keys() & SheetLine.__annotations__.keys()) - {"text"}


@dataclass(frozen=True)
class _Folder:
    open: bool = True
    view: tuple[tuple[Finite, Finite], tuple[Finite, Finite]] | None = None


def _line_out(plot_line: PlotLine) -> dict[str, Any]:
    line, folder = plot_line.line, plot_line.folder
    kept = None
    if folder is not None:
        kept = {"open": folder.is_open} | ({} if folder.view is None else {"view": folder.view})
    options = {name: getattr(line, name) for name in OPTIONS}
    return changed_members(
        _Line(line.text, plot_line.hue, plot_line.caption, kept, plot_line.inside, **options)
    )


def _line_in(value: object, number: int) -> PlotLine:
    where = f"line {number}"
    line = read_value(value, _Line, where, RecipeError)
    folder = None
    if line.folder is not None:
        kept = read_value(line.folder, _Folder, f"{where}: folder", RecipeError)
        for interval in kept.view or ():
            _ascending(interval, f"{where}: folder: view")
        folder = Folder(kept.open, kept.view)
    options = {name: getattr(line, name) for name in OPTIONS}
    parameter = line.parameter and _ascending(line.parameter, f"{where}: parameter")
    orders = tuple(sorted(set(line.orders)))
    hue = number - 1 if line.hue is None else line.hue
    return PlotLine(
        number,
        hue % HUES,
        SheetLine(line.text, **{**options, "orders": orders, "parameter": parameter}),
        line.caption,
        folder,
        line.inside,
    )


def _slider_in(value: object, where: str) -> Slider:
    slider = read_value(value, Slider, where, RecipeError)
    if not slider.low < slider.high:
        raise RecipeError("{0}: expected low < high", where)
    return slider.holding(slider.value)


def _data_in(value: object) -> Data:
    data = read_value(value, Data, "data", RecipeError)
    sigma = data.y if data.sigma is None else data.sigma
    if not len(data.x) == len(data.y) == len(sigma):
        raise RecipeError(
            "data: {0} of x, {1} of y and {2} of sigma, expected as many",
            len(data.x),
            len(data.y),
            len(sigma),
        )
    return data


def _ascending(ends: Interval, where: str) -> Interval:
    if not ends[0] < ends[1]:
        raise RecipeError("{0}: expected the lower end first", where)
    return ends


MAX_BYTES = 4 * MAX_CHARACTERS  # UTF-8 takes at most four bytes a character
HEAD_BYTES = 400


def looks_like_session(path: str | os.PathLike[str]) -> bool:
    """Whether a file is JSON of a sheet of functions; False where it cannot be read."""
    try:
        with open(path, "rb") as file:
            head = file.read(HEAD_BYTES)
            if FORMAT.encode() not in head:
                return False
            data = head + file.read(MAX_BYTES + 1 - len(head))
        return len(data) <= MAX_BYTES and is_session(data.decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return False


def load_session(path: str | os.PathLike[str]) -> Document:
    """Read a file, or raise RecipeError: one line with the path and what is wrong."""
    text = read_text(path, MAX_BYTES, "a sheet of functions", RecipeError)
    try:
        return from_json(text)
    except RecipeError as error:
        raise RecipeError("{0}: {1}", path, error) from None
