"""Example sheets of the menu and of the screenshots, from `examples.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from jaxstudio.app.shared.text import of_catalogue
from jaxstudio.functions.document import Document
from jaxstudio.functions.document_files import FORMAT, VERSION, from_values

FILE = Path(__file__).with_name("examples.toml")


@dataclass(frozen=True)
class Example:
    """`page` is opened beside the sheet; on its first line a point is pinned at `pinned`."""

    name: str
    title: str
    about: str
    document: Document
    page: str = ""
    pinned: float | None = None


@cache
def examples(kind: str = "example") -> tuple[Example, ...]:
    """The menu's examples in order; with "picture" those of the screenshots, which have no title."""
    return tuple(map(_read, tomllib.loads(FILE.read_text("utf-8"))[kind]))


def _read(values: Mapping[str, Any]) -> Example:
    lines = [{"text": line} if isinstance(line, str) else dict(line) for line in values["lines"]]
    for line in lines:
        if line["text"].startswith("#"):  # a note
            line["text"] = of_catalogue(line["text"])
    sheet = {name: values[name] for name in ("view", "sliders", "pages") if name in values}
    document = from_values({"format": FORMAT, "version": VERSION, "lines": lines, **sheet})
    axes = document.axes
    labelled = replace(axes, x_label=of_catalogue(axes.x_label), y_label=of_catalogue(axes.y_label))
    return Example(
        values["name"],
        of_catalogue(values.get("title", "")),
        of_catalogue(values.get("about", "")),
        replace(document, axes=labelled),
        values.get("page", ""),
        values.get("pinned"),
    )
