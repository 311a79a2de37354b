"""A document of the Functions tab as JSON, in files.

The text is checked member by member, and nothing in it is executed. Files are recognised by their content.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from jaxstudio.errors import RecipeError
from jaxstudio.functions.document import HUES, Axes, Data, Document, Folder, Motion, PlotLine, Slider
from jaxstudio.functions.protocol.requests import SheetLine, Style
from jaxstudio.functions.protocol.scene import Interval, MarkKind
from jaxstudio.runtime.text_files import read_text

FORMAT = "jaxstudio-functions"
VERSION = 1
MAX_CHARACTERS = 8_000_000
MAX_LINES = 200
MAX_POINTS = 1_000_000
LARGEST = 1e300
METHODS = ("auto", "reverse", "forward", "taylor", "finite", "symbolic")
PRECISIONS = ("f64", "f32", "f16", "bf16")


def to_json(document: Document) -> str:
    """The document as indented JSON."""
    return json.dumps(to_values(document), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def to_values(document: Document) -> dict[str, Any]:
    """The document as plain values of JSON."""
    whole: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "lines": [_line_out(line) for line in document.lines],
        "sliders": {name: _slider_out(slider) for name, slider in document.sliders.items()},
        "view": {
            "x": list(document.x),
            "y": list(document.y),
            "equal": document.equal,
            **{name: value for name, value in vars(document.axes).items() if value},
        },
        "marks": sorted(document.marks),
    }
    if document.data is not None:
        whole["data"] = {
            "name": document.data.name,
            "x": list(document.data.x),
            "y": list(document.data.y),
        }
        if document.data.sigma is not None:
            whole["data"]["sigma"] = list(document.data.sigma)
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
        raise RecipeError(f"session of {len(text):,} characters: expected at most {MAX_CHARACTERS:,}")
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecipeError(f"not JSON: {str(error).splitlines()[0]}") from None
    return from_values(whole)


def from_values(whole: object) -> Document:
    """Read a document from what `json.loads` returned."""
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise RecipeError(f'not a session of functions: expected "format": "{FORMAT}"')
    version = whole.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise RecipeError(f"session version {version} is newer than this program reads ({VERSION})")
    if version != VERSION or isinstance(version, bool):
        raise RecipeError(f"version = {version!r}: expected {VERSION}")
    allowed = {"format", "version", "lines", "sliders", "view", "marks", "data", "pages"}
    _members(whole, "session", allowed)
    view = _members(whole.get("view", {}), "view", {"x", "y", "equal", *vars(Axes())})
    axes = _axes_in(view)
    lines = _list(whole.get("lines", []), "lines", MAX_LINES)
    usual = Document()
    return Document(
        lines=tuple(_line_in(line, number) for number, line in enumerate(lines, 1)),
        sliders=MappingProxyType(
            {
                name: _slider_in(value, f"slider {name}")
                for name, value in _members(whole.get("sliders", {}), "sliders").items()
            }
        ),
        x=_view_interval(view.get("x", list(usual.x)), "view: x", "x" in axes.log),
        y=_view_interval(view.get("y", list(usual.y)), "view: y", "y" in axes.log),
        equal=_flag(view.get("equal", True), "view: equal"),
        axes=axes,
        marks=frozenset(
            MarkKind(_choice(mark, "marks", tuple(MarkKind)))
            for mark in _list(whole.get("marks", sorted(usual.marks)), "marks", len(MarkKind))
        ),
        data=_data_in(whole["data"]) if "data" in whole else None,
        pages=MappingProxyType(
            {
                page: MappingProxyType(_members(values, f"pages: {page}"))
                for page, values in _members(whole.get("pages", {}), "pages").items()
            }
        ),
    )


def _axes_in(view: Mapping[str, Any]) -> Axes:
    labels = {name: view.get(name, "") for name in ("x_label", "y_label")}
    for name, text in labels.items():
        if not isinstance(text, str) or "\n" in text:
            raise RecipeError(f"view: {name}: expected one line of text")
    sets = ("", "x", "y", "xy")
    return Axes(
        log=_choice(view.get("log", ""), "view: log", sets),
        pi=_choice(view.get("pi", ""), "view: pi", sets),
        polar=_flag(view.get("polar", False), "view: polar"),
        degrees=_flag(view.get("degrees", False), "view: degrees"),
        legend=_flag(view.get("legend", False), "view: legend"),
        **labels,
    )


def _view_interval(value: object, where: str, logarithmic: bool) -> Interval:
    interval = _interval(value, where)
    if logarithmic and interval[0] <= 0:
        raise RecipeError(f"{where}: expected numbers above 0 on a logarithmic axis")
    return interval


def _line_out(plot_line: PlotLine) -> dict[str, Any]:
    line, usual = plot_line.line, SheetLine("")
    out: dict[str, Any] = {"text": line.text, "hue": plot_line.hue}
    for name in ("visible", "method", "precision", "style", "gradient", "sensitivity"):
        if getattr(line, name) != getattr(usual, name):
            out[name] = getattr(line, name)
    if line.orders != usual.orders:
        out["orders"] = list(line.orders)
    if plot_line.caption:
        out["caption"] = plot_line.caption
    if plot_line.folder is not None:
        view = plot_line.folder.view
        out["folder"] = {
            "open": plot_line.folder.is_open,
            **({} if view is None else {"view": [list(view[0]), list(view[1])]}),
        }
    if plot_line.inside:
        out["inside"] = True
    if line.parameter is not None:
        out["parameter"] = list(line.parameter)
    return out


def _line_in(value: object, number: int) -> PlotLine:
    where = f"line {number}"
    options = {"visible", "method", "precision", "style", "gradient", "orders", "parameter", "sensitivity"}
    line = _members(value, where, {"text", "hue", "caption", "folder", "inside", *options})
    text = line.get("text")
    if not isinstance(text, str) or "\n" in text:
        raise RecipeError(f"{where}: text: expected one line of text")
    hue = line.get("hue", number - 1)
    if isinstance(hue, bool) or not isinstance(hue, int) or hue < 0:
        raise RecipeError(f"{where}: hue = {hue!r}: expected a whole number from 0")
    orders = _list(line.get("orders", [0]), f"{where}: orders", 13)
    if any(isinstance(order, bool) or order not in range(13) for order in orders):
        raise RecipeError(f"{where}: orders: expected whole numbers from 0 to 12")
    parameter, caption = line.get("parameter"), line.get("caption", "")
    if not isinstance(caption, str) or "\n" in caption:
        raise RecipeError(f"{where}: caption: expected one line of text")
    sensitivity = line.get("sensitivity", "")
    if not isinstance(sensitivity, str):
        raise RecipeError(f"{where}: sensitivity: expected the name of a slider")
    return PlotLine(
        number,
        hue % HUES,
        SheetLine(
            text=text,
            visible=_flag(line.get("visible", True), f"{where}: visible"),
            orders=tuple(sorted(set(orders))),
            method=_choice(line.get("method", "auto"), f"{where}: method", METHODS),
            precision=_choice(line.get("precision", "f64"), f"{where}: precision", PRECISIONS),
            style=Style(_choice(line.get("style", "heatmap"), f"{where}: style", tuple(Style))),
            gradient=_flag(line.get("gradient", False), f"{where}: gradient"),
            sensitivity=sensitivity,
            parameter=None if parameter is None else _interval(parameter, f"{where}: parameter"),
        ),
        caption,
        _folder_in(line["folder"], f"{where}: folder") if "folder" in line else None,
        _flag(line.get("inside", False), f"{where}: inside"),
    )


def _folder_in(value: object, where: str) -> Folder:
    folder = _members(value, where, {"open", "view"})
    view = None
    if "view" in folder:
        axes = _list(folder["view"], f"{where}: view", 2)
        if len(axes) != 2:
            raise RecipeError(f"{where}: view: expected the intervals of x and y")
        view = _interval(axes[0], f"{where}: view"), _interval(axes[1], f"{where}: view")
    return Folder(_flag(folder.get("open", True), f"{where}: open"), view)


def _slider_out(slider: Slider) -> dict[str, Any]:
    out: dict[str, Any] = {"value": slider.value, "low": slider.low, "high": slider.high}
    usual = Slider()
    for name in ("step", "speed", "motion"):
        if getattr(slider, name) != getattr(usual, name):
            out[name] = getattr(slider, name)
    return out


def _slider_in(value: object, where: str) -> Slider:
    usual = Slider()
    found = _members(value, where, {"value", "low", "high", "step", "speed", "motion"})
    numbers = {
        name: _number(found.get(name, getattr(usual, name)), f"{where}: {name}")
        for name in ("value", "low", "high", "step", "speed")
    }
    if not numbers["low"] < numbers["high"]:
        raise RecipeError(f"{where}: expected low < high")
    if numbers["step"] < 0 or numbers["speed"] <= 0:
        raise RecipeError(f"{where}: expected a step of 0 or more and a speed above 0")
    motion = Motion(_choice(found.get("motion", "bounce"), f"{where}: motion", tuple(Motion)))
    return Slider(motion=motion, **numbers).holding(numbers["value"])


def _data_in(value: object) -> Data:
    data = _members(value, "data", {"name", "x", "y", "sigma"})
    columns = {
        column: tuple(
            _number(each, f"data: {column}")
            for each in _list(data.get(column, []), f"data: {column}", MAX_POINTS)
        )
        for column in ("x", "y", "sigma")
    }
    x, y, sigma = columns.values()
    if len(x) != len(y) or ("sigma" in data and len(sigma) != len(x)):
        raise RecipeError(f"data: {len(x)} of x, {len(y)} of y and {len(sigma)} of sigma, expected as many")
    if any(each <= 0 for each in sigma):
        raise RecipeError("data: sigma: expected numbers above 0")
    name = data.get("name", "")
    return Data(x, y, name if isinstance(name, str) else "", sigma if "sigma" in data else None)


def _members(value: object, where: str, allowed: set[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise RecipeError(f"{where}: expected an object, not {type(value).__name__}")
    for name in sorted(value.keys() - allowed) if allowed is not None else ():
        raise RecipeError(f"{where}: {name!r} is not known; expected {', '.join(sorted(allowed or ()))}")
    return value


def _list(value: object, where: str, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise RecipeError(f"{where}: expected a list, not {type(value).__name__}")
    if len(value) > most:
        raise RecipeError(f"{where}: {len(value):,} items, expected at most {most:,}")
    return value


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -LARGEST < value < LARGEST:
        raise RecipeError(f"{where}: expected a finite number")
    return float(value)


def _interval(value: object, where: str) -> Interval:
    ends = _list(value, where, 2)
    if len(ends) != 2:
        raise RecipeError(f"{where}: expected two numbers")
    low, high = _number(ends[0], where), _number(ends[1], where)
    if not low < high:
        raise RecipeError(f"{where}: expected the lower end first")
    return low, high


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise RecipeError(f"{where} = {value!r}: expected true or false")
    return value


def _choice(value: object, where: str, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise RecipeError(f"{where} = {value!r}: expected one of {', '.join(allowed)}")
    return value


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
        raise RecipeError(f"{path}: {error}") from None
