"""The package's modules as syntax trees, parsed once for all tests that look at them."""

import ast
import gc
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "jaxstudio"


@cache
def source_trees():
    """{path: syntax tree} of every module."""
    gc.disable()  # it would look at a million nodes again and again: parsing would take five times as long
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}
    gc.freeze()
    gc.enable()
    return trees
