"""The pages of docs/ as the help shows them: in the window's language, in the order of their index."""

from __future__ import annotations

import re
from pathlib import Path

from jaxstudio.lazy_dataclass import dataclass

PACKAGE = Path(__file__).parents[1]
# In a copy of the repository the pages stand beside the package, in an installed one inside.
FOLDER = next(
    folder for folder in (PACKAGE.parent / "docs", PACKAGE / "docs") if (folder / "index.md").exists()
)
INDEX = "index.md"
COMPARE, SESSIONS, PREVIEW = (
    "image.md#compare-and-measure",
    "image.md#sessions-and-the-filmstrip",
    "image.md#the-preview",
)
MASKS = "masks.md"
MATCH, KERNEL, SENSITIVITY = "search.md#match", "search.md#learn-a-kernel", "search.md#sensitivity"
KINDS, READING = "functions.md#what-you-can-type", "functions.md#reading-the-drawing"
ASKING = "functions.md#the-pages-on-the-right"
INSPECTOR, PLAYGROUND = "inspector.md", "playground.md"
GENERATED = ("reference/filters.md", "reference/functions.md")  # the window writes these, in its language


@dataclass(frozen=True)
class Section:
    """A page from its heading of the first or second level up to the next one.

    `name` is the page's file, and behind # the heading's anchor in English, whatever the language.
    """

    name: str
    title: str
    text: str


def read_page(name: str, language: str) -> tuple[Section, ...]:
    """The sections of a page, the first under the page's own name; in English if it is not translated."""
    original = _split((FOLDER / name).read_text(encoding="utf-8"))
    translated = FOLDER / language / name
    # a translation names pictures and pages without one from its own folder
    shown = (
        _split(translated.read_text(encoding="utf-8").replace("](../", "]("))
        if translated.is_file()
        else original
    )
    names = [name, *(f"{name}#{anchor(title)}" for title, _ in original[1:])]
    return tuple(Section(each, title, text) for each, (title, text) in zip(names, shown, strict=True))


def page_names() -> list[str]:
    """The pages in the order in which the index names them."""
    index = (FOLDER / INDEX).read_text(encoding="utf-8")
    linked = dict.fromkeys(re.findall(r"\]\(([\w/-]+\.md)\)", index))
    return [INDEX, *(name for name in linked if name not in GENERATED and not name.startswith("decisions/"))]


def anchor(title: str) -> str:
    """Return the anchor of a heading: its words in lower case with hyphens between them."""
    return re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-")


def _split(text: str) -> list[tuple[str, str]]:
    """(title, text) of each section; `#` in blocks of code is no heading."""
    sections: list[tuple[str, list[str]]] = []
    in_code = False
    for line in text.splitlines(keepends=True):
        in_code ^= line.startswith("```")
        heading = None if in_code else re.match(r"##? (.*)", line)
        if heading:
            sections.append((heading[1].strip(), []))
        if sections and not line.startswith("<!--"):
            sections[-1][1].append(line)
    return [(title, "".join(lines)) for title, lines in sections]
