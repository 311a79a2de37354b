"""The package's modules as syntax trees, parsed once for all tests that look at them."""

import ast
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "jaxstudio"


@cache
def source_trees():
    """{path: syntax tree} of every module."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}
