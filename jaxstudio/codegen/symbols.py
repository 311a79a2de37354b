"""Names of this program's modules, resolved through their imports without running anything."""

from __future__ import annotations

import ast
import builtins
import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.abc import InspectLoader
from pathlib import Path

from jaxstudio.errors import UsageError
from jaxstudio.own_filters.loading import MODULES

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
    """A module's source, and the names that it defines and imports at its top."""

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


def is_ours(module: str) -> bool:
    """Whether a module is of this program, or a file of one's own filters."""
    return module.partition(".")[0] == PACKAGE or module.startswith(MODULES)


def module_named(name: str) -> Module:
    """A module of this program, from its file; or a file of one's own filters, as it was loaded.

    Raises:
        UsageError: a name at the top of a file of one's own has more than one definition.
    """
    if not name.startswith(MODULES):
        return _installed(name)
    loader = getattr(sys.modules.get(name), "__loader__", None)
    if not isinstance(loader, InspectLoader):
        raise UsageError("{0}: the source of this filter is not at hand", name.removeprefix(MODULES))
    return _own(name, loader.get_source(name) or "")


@lru_cache(None)
def _own(name: str, source: str) -> Module:
    module = Module(name, source)
    seen: set[str] = set()
    for statement in module.tree.body:
        plain = isinstance(statement, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef | ast.Expr)
        if not plain and not isinstance(statement, ast.Assign | ast.AnnAssign):
            raise UsageError(
                "{0}.py, line {1}: a script takes functions, classes, imports and constants at the "
                "top of a file, expected no other statement",
                name.removeprefix(MODULES),
                statement.lineno,
            )
        twice = seen & {*_defined(statement)}
        if twice:
            raise UsageError(
                "{0}.py, line {1}: a script takes one definition of {2}, expected no second one",
                name.removeprefix(MODULES),
                statement.lineno,
                min(twice),
            )
        seen |= {*_defined(statement)}
    return module


@lru_cache(None)
def _installed(name: str) -> Module:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Module(name, Path(spec.origin).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Reference:
    """A name that a symbol defines."""

    symbol: Symbol
    name: str


def resolve(module: str, name: str) -> Reference | External | None:
    """Return the object that a global name of a module stands for; None for a builtin."""
    source = module_named(module)
    if name in source.definitions:
        return Reference(source.symbol(name), name)
    statement = source.imports.get(name)
    if statement is None:
        if module.startswith(MODULES) and not hasattr(builtins, name):
            raise UsageError("{0}.py: {1} is not defined at its top", module.removeprefix(MODULES), name)
        return None
    alias = next(each for each in statement.names if (each.asname or each.name).partition(".")[0] == name)
    renamed = f" as {alias.asname}" if alias.asname else ""
    if isinstance(statement, ast.Import):
        return External(f"import {alias.name}{renamed}")
    origin = statement.module or ""
    if origin.partition(".")[0] == PACKAGE:
        return resolve(origin, alias.name)
    return External(f"from {origin} import {alias.name}{renamed}")
