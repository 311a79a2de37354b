"""What a Python file says of its functions, read without running any of it."""

from __future__ import annotations

import ast
import json
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jaxstudio.errors import UsageError
from jaxstudio.runtime.text_files import read_python

MOST_BYTES = 4 << 20


@dataclass(frozen=True)
class Written:
    """A function as it is written: its name (`Class.name` inside a class), its parameters, its line from 1.

    `parameters` is empty where the file does not tell them, as for `f = jax.jit(g)`.
    """

    name: str
    parameters: tuple[str, ...] = ()
    line: int = 1


def read_functions(path: Path) -> list[Written]:
    """The functions of a file, in their order; names that begin with an underscore are left out.

    Raises:
        UsageError: the file cannot be read, or is no Python; the message names the line.
    """
    return list(_functions(read_tree(path).body, ""))


def read_tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file, in whatever encoding it says it is (PEP 263).

    Raises:
        UsageError: the file cannot be read, or is no Python; the message names the line.
    """
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise UsageError(
                f"{path.name}: {size / 2**20:.1f} MB, and a Python file of at most {MOST_BYTES >> 20} MB is "
                "read: import the function into a smaller file"
            )
        text = read_python(path)
    except OSError as error:
        raise UsageError(f"{path.name}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{path.name}: a Python file in {error.encoding.upper()} was expected: another encoding is "
            "named in its first line, as in # coding: latin-1"
        ) from None
    except SyntaxError as error:  # an encoding that there is not
        raise UsageError(f"{path.name}: {error.msg}") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        raise UsageError(
            f"{path.name}, line {error.lineno}: {error.msg}: {(error.text or '').strip()}"
        ) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise UsageError(f"{path.name}: no Python program: {error}") from None


def _functions(body: Sequence[ast.stmt], within: str) -> Iterator[Written]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            if not node.name.startswith("_") and (not within or _is_static(node)):
                yield Written(within + node.name, _parameters(node.args), node.lineno)
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{within}{node.name}.")
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call | ast.Lambda):
            names = [each.id for each in node.targets if isinstance(each, ast.Name)]
            given = _parameters(node.value.args) if isinstance(node.value, ast.Lambda) else ()
            yield from (Written(within + name, given, node.lineno) for name in names if name[0] != "_")
        elif isinstance(node, ast.If | ast.Try):
            yield from _functions(node.body, within)


def _is_static(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list)


def _parameters(arguments: ast.arguments) -> tuple[str, ...]:
    return tuple(each.arg for each in [*arguments.posonlyargs, *arguments.args])


def read_static(text: str, parameters: Sequence[str] = ()) -> dict[int | str, Any]:
    """Static arguments out of `n=3, mode="same", 2=[1, 2]`: places in the call (from 0) and JSON values.

    A value that is no JSON is a word.

    Raises:
        UsageError: not of this form, or a name that is no parameter.
    """
    values: dict[int | str, Any] = {}
    for word in _split(text):
        name, equals, value = word.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise UsageError(f"{word.strip()!r}: expected a parameter and its value, such as n=3")
        place = _place(name.strip(), parameters)
        try:
            values[place] = json.loads(value)
        except ValueError:
            values[place] = {"True": True, "False": False, "None": None}.get(value.strip(), value.strip())
    return values


def read_marked(text: str) -> tuple[str, str]:
    """Static arguments apart: those with a value, and the bare names or places of those given elsewhere."""
    words = _split(text)
    valued = ",".join(word for word in words if "=" in word)
    return valued, ",".join(word for word in words if "=" not in word)


def read_places(text: str, parameters: Sequence[str] = ()) -> tuple[int, ...]:
    """Places in the call (from 0) out of names or numbers with commas between.

    Raises:
        UsageError: a name that is no parameter.
    """
    return tuple(sorted({_place(word.strip(), parameters) for word in _split(text)}))


def _place(name: str, parameters: Sequence[str]) -> int:
    if name.isdecimal() and len(name) < 4:
        return int(name)
    if name in parameters:
        return parameters.index(name)
    known = f"expected one of {', '.join(parameters)}" if parameters else "expected its place, from 0"
    raise UsageError(f"{name!r} is no parameter: {known}")


def _split(text: str) -> list[str]:
    """At the commas outside of brackets and quotes."""
    words, depth, quote = [""], 0, ""
    for letter in text:
        if letter == "," and not depth and not quote:
            words.append("")
            continue
        words[-1] += letter
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        else:
            depth += (letter in "[{(") - (letter in ")}]")
    return [word for word in words if word.strip()]
