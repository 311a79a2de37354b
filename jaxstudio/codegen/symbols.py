"""Names of this program's modules, resolved through their imports without running anything."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

PACKAGE = "jaxstudio"


@dataclass(frozen=True)
class Symbol:
    """A statement of a module that defines a name (or several): a function, a class, a constant."""

    module: str
    line: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class External:
    """A name that comes from outside this program, and the import statement for it."""

    statement: str


@dataclass(frozen=True)
class Module:
    """The source of a module of this program, and what it defines and imports at its top."""

    name: str
    source: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)

    @cached_property
    def lines(self) -> list[str]:
        return self.source.splitlines()

    @cached_property
    def definitions(self) -> dict[str, ast.stmt]:
        found: dict[str, ast.stmt] = {}
        for statement in self.tree.body:
            for name in _defined(statement):
                found.setdefault(name, statement)
        return found

    @cached_property
    def imports(self) -> dict[str, ast.Import | ast.ImportFrom]:
        found: dict[str, ast.Import | ast.ImportFrom] = {}
        for statement in self.tree.body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                for alias in statement.names:
                    found[(alias.asname or alias.name).partition(".")[0]] = statement
        return found

    def symbol(self, name: str) -> Symbol:
        statement = self.definitions[name]
        return Symbol(self.name, statement.lineno, tuple(_defined(statement)))


def _defined(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    for target in targets:
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                yield node.id


@lru_cache(None)
def module_named(name: str) -> Module:
    """A module of this program, from its file."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Module(name, Path(spec.origin).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Reference:
    """One of the names that a symbol defines."""

    symbol: Symbol
    name: str


def resolve(module: str, name: str) -> Reference | External | None:
    """What a global name of a module stands for; None for a builtin."""
    source = module_named(module)
    if name in source.definitions:
        return Reference(source.symbol(name), name)
    statement = source.imports.get(name)
    if statement is None:
        return None
    alias = next(each for each in statement.names if (each.asname or each.name).partition(".")[0] == name)
    renamed = f" as {alias.asname}" if alias.asname else ""
    if isinstance(statement, ast.Import):
        return External(f"import {alias.name}{renamed}")
    origin = statement.module or ""
    if origin.partition(".")[0] == PACKAGE:
        return resolve(origin, alias.name)
    return External(f"from {origin} import {alias.name}{renamed}")
