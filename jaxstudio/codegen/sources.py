"""Tree shaking: functions of this program as text, with all that they need and nothing else.

What a function takes from its module, or from a function around it, is followed until only Python, NumPy, JAX
and other libraries are left. Names that two modules give to different things are told apart.
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FunctionType
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.codegen.layout import laid_out
from jaxstudio.codegen.plain_source import global_names, local_names, plain_definition, rename
from jaxstudio.codegen.symbols import External, Module, Reference, Symbol, is_ours, module_named, resolve
from jaxstudio.errors import UsageError


class Sources:
    """Definitions in the order in which Python can run them, and the imports that they need.

    Args:
        reserved: names that nothing else may have.
        replaced: definitions that stand in a script otherwise, by module and name.
    """

    def __init__(
        self, reserved: Iterable[str] = (), replaced: Mapping[tuple[str, str], str] | None = None
    ) -> None:
        self._replaced = replaced or {}
        self.imports: dict[str, None] = {}
        self.definitions: list[str] = []
        self._taken: dict[str, object] = dict.fromkeys(reserved, "reserved")
        self._symbols: dict[Symbol, dict[str, str]] = {}
        self._functions: dict[FunctionType, str] = {}

    def add(self, text: str) -> None:
        """Add a definition, whose names are taken already."""
        self.definitions.append(text)

    def keep(self, definitions: Sequence[str]) -> None:
        """Hold these definitions instead, and the imports that they need."""
        self.definitions = list(definitions)
        used = {name for text in definitions for name in global_names(text)}
        self.imports = {each: None for each in self.imports if _imported_name(each) in used}

    def add_import(self, statement: str) -> None:
        name = _imported_name(statement)
        if self._taken.setdefault(name, statement) != statement:
            raise UsageError("{0}: the script has another {1}", statement, name)
        self.imports[statement] = None

    def unique(self, name: str, prefix: str = "") -> str:
        """A name that is not taken, and is from now on."""
        candidates = [name, f"{prefix}_{name}"] if prefix else [name]
        candidates += [f"{name}_{number}" for number in range(2, 1000)]
        chosen = next(each for each in candidates if each not in self._taken)
        self._taken[chosen] = chosen
        return chosen

    def expression(self, value: Any, name: str) -> str:
        """A value as Python: a literal, or its name; `name` gives a name to a value without one."""
        if isinstance(value, functools.partial):
            parts = [self.expression(value.func, name), *(self.expression(each, name) for each in value.args)]
            parts += [f"{key}={self.expression(each, name)}" for key, each in value.keywords.items()]
            self.add_import("from functools import partial")
            chosen = self.unique(name)
            self.add(laid_out(f"{chosen} = partial({', '.join(parts)})"))
            return chosen
        if isinstance(value, np.ndarray | np.generic):
            self.add_import("import numpy as np")
            literal = repr(value.tolist())
            return f"np.array({literal}, np.{value.dtype})" if value.ndim else f"np.{value.dtype}({literal})"
        if value is None or isinstance(value, bool | int | float | str | range):
            return repr(value)
        if isinstance(value, tuple | list):
            parts = [_inline(each) or self.expression(each, name) for each in value]
            closing = ",)" if len(parts) == 1 else ")"
            return f"({', '.join(parts)}{closing}" if isinstance(value, tuple) else f"[{', '.join(parts)}]"
        name_in_jax = getattr(value, "__name__", "")
        if getattr(jnp, name_in_jax, None) is value:
            self.add_import("import jax.numpy as jnp")
            return f"jnp.{name_in_jax}"
        function = inspect.unwrap(value) if callable(value) else value
        if isinstance(function, FunctionType) and is_ours(function.__module__):
            return self._function(function, name)
        what = getattr(value, "__qualname__", type(value).__name__)
        raise UsageError("{0}: {1} is not part of this program: a script cannot hold it", name, what)

    # -- functions

    def _function(self, function: FunctionType, name: str) -> str:
        if "<" not in function.__qualname__:
            found = resolve(function.__module__, function.__qualname__)
            assert isinstance(found, Reference)
            return self.symbol(found)
        known = self._functions.get(function)
        if known is not None:
            return known
        module = module_named(function.__module__)
        is_lambda = function.__name__ == "<lambda>"
        text = _lambda_as_function(function, module) if is_lambda else _nested_source(function, module)
        chosen = self._functions[function] = self.unique(name if is_lambda else function.__name__, name)
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        names = {"anonymous" if is_lambda else function.__name__: chosen}
        for free, cell in cells.items():
            names[free] = self._cell(cell.cell_contents, free, chosen)
        self.add(self._with_names(text, function.__module__, names))
        return chosen

    def _cell(self, value: Any, name: str, prefix: str) -> str:
        """Return the name in the script of a value from the enclosing function."""
        expression = self.expression(value, name)
        if expression.isidentifier() or expression.startswith("jnp."):
            return expression
        chosen = self.unique(name, prefix)
        self.add(laid_out(f"{chosen} = {expression}"))
        return chosen

    # -- what stands at the top of modules

    def symbol(self, reference: Reference) -> str:
        """The name that a definition has in the script; it is added if it is not there."""
        symbol = reference.symbol
        names = self._symbols.get(symbol)
        if names is None:
            prefix = symbol.module.rpartition(".")[2].lstrip("_")
            names = self._symbols[symbol] = {name: self.unique(name, prefix) for name in symbol.names}
            text = self._replaced.get((symbol.module, symbol.names[0])) or _definition(symbol)
            self.add(self._with_names(text, symbol.module, names))
        return names[reference.name]

    def named(self, function: Callable[..., Any] | type) -> str:
        """The source of a function or class at the top of a module."""
        function = inspect.unwrap(function)
        found = resolve(function.__module__, function.__name__)
        assert isinstance(found, Reference)
        return self.symbol(found)

    def _with_names(self, text: str, module: str, names: Mapping[str, str]) -> str:
        """A definition without annotations that takes all it needs from the script."""
        text = plain_definition(text)
        names = dict(names)
        for name in sorted(global_names(text) - names.keys()):
            found = resolve(module, name)
            if isinstance(found, External):
                self.add_import(found.statement)
            elif found is not None:
                names[name] = self.symbol(found)
        moved = {old for old, new in names.items() if old != new}
        if moved & local_names(text):
            raise UsageError("{0}: a local name is that of something else: {1}", module, sorted(moved))
        return rename(text, names)


def _imported_name(statement: str) -> str:
    return statement.split()[-1].partition(".")[0]


def _definition(symbol: Symbol) -> str:
    """The text of a definition with its decorators and the comment above it."""
    module = module_named(symbol.module)
    node = module.definitions[symbol.names[0]]
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(each.lineno for each in decorators)])
    assert node.end_lineno is not None
    while first > 1 and module.lines[first - 2].startswith("#"):
        first -= 1
    return "\n".join(module.lines[first - 1 : node.end_lineno])


def _nested_source(function: FunctionType, module: Module) -> str:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first == function.__code__.co_firstlineno:
                return textwrap.dedent("\n".join(module.lines[node.lineno - 1 : node.end_lineno]))
    raise UsageError("{0}: its source is not in {1}", function.__qualname__, module.name)


def _lambda_as_function(function: FunctionType, module: Module) -> str:
    """A lambda as the function `anonymous`."""
    found = [
        node
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Lambda) and node.lineno == function.__code__.co_firstlineno
    ]
    if len(found) > 1:
        places = [place for place in function.__code__.co_positions() if place[2] or place[3]]
        found = [node for node in found if _contains(node.body, places)]
    if not found:
        raise UsageError("{0}: its source is not in {1}", function.__qualname__, module.name)
    node = found[0]
    body = " ".join((ast.get_source_segment(module.source, node.body) or "").split())
    return f"def anonymous({ast.unparse(node.args)}):\n{laid_out(f'return {body}', 4)}"


def _inline(value: Any) -> str:
    """A lambda of one argument that needs nothing else, as it stands; "" for any other value."""
    if getattr(value, "__name__", "") != "<lambda>" or value.__code__.co_argcount != 1:
        return ""
    if value.__code__.co_freevars or value.__code__.co_names:
        return ""
    node = ast.parse(_lambda_as_function(value, module_named(value.__module__))).body[0]
    assert isinstance(node, ast.FunctionDef)
    return f"lambda {ast.unparse(node.args)}: {ast.unparse(node.body[0])[7:]}"


def _contains(node: ast.expr, places: Iterable[tuple[int | None, ...]]) -> bool:
    """Whether all of these places (line, last line, column, last column) lie in a node's text."""
    first, last = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    return all(first <= (line, column) and (end_line, end) <= last for line, end_line, column, end in places)
