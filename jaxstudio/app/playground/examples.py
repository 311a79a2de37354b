"""Programs to begin with: each a file of docs/playground whose first docstring says what to look at."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache

from jaxstudio.app.manual import FOLDER

# In the order of the menu.
NAMES = (
    "attention", "scan", "vmap_of_grad", "remat", "custom_vjp", "shard_map", "sort", "convolution",
    "linear_solve", "random_numbers",
)  # fmt: skip


@dataclass(frozen=True)
class Example:
    """`title` and `about` are the first line and the rest of the program's docstring."""

    title: str
    about: str
    text: str


@cache
def examples() -> tuple[Example, ...]:
    """The examples in the order of the menu."""
    return tuple(_read((FOLDER / "playground" / f"{name}.py").read_text(encoding="utf-8")) for name in NAMES)


def _read(text: str) -> Example:
    title, _, about = (ast.get_docstring(ast.parse(text)) or "").partition("\n")
    return Example(title.removesuffix("."), " ".join(about.split()), text)
