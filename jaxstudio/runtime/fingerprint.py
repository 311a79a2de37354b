"""The fingerprint of a function: a hash of its code, its closure and the files of the filters it is from.

What all kernels share (`sources`) counts for each of them. A filter's file counts for the kernels of that
filter, and of those that import it.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import types
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np

PACKAGE = Path(__file__).resolve().parent.parent
# What any kernel may be made of, beside its filter; everything else is above them.
FOLDERS = ("kernels", "pipeline", "engine", "runtime", "functions/language", "functions/interpreters")
FILTERS = "ops"
IMPORT = re.compile(rf"^\s*from {PACKAGE.name}\.({FILTERS}[\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
# Whose functions their names stand for: their versions are told apart elsewhere.
KNOWN = ("jax", "jaxlib", "numpy", "builtins", "math", "operator", "functools")
BYTES = 16


class NotFingerprintable(Exception):
    """A function, or a value in its closure, that no source file of this program defines."""


@cache
def sources(package: Path = PACKAGE) -> str:
    """A text that changes with any source file that all kernels share; empty where there are none.

    All of them are read: 5 ms for 200 files (with `pathlib` 9).
    """
    paths = sorted(
        os.path.join(folder, file)
        for top in FOLDERS
        for folder, _, files in os.walk(package / top)
        for file in files
        if file.endswith((".py", ".toml"))
    )
    if not paths:
        return ""
    digest = hashlib.blake2b(digest_size=BYTES)
    start = len(str(package))
    for path in paths:
        with open(path, "rb") as file:
            text = file.read()
        digest.update(f"{path[start:]} {len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()


def fingerprint(function: Any) -> str:
    """A text that two functions share only if they do the same, with the same `sources`.

    Raises:
        NotFingerprintable: it comes from elsewhere (a test, a plug-in), or holds what cannot be told apart.
    """
    digest = hashlib.blake2b(digest_size=BYTES)
    found = _Fingerprinter(digest)
    found.visit(function)
    files = sorted(set().union(*map(filter_files, found.filters)))
    for file in files:
        digest.update(f"{file.relative_to(PACKAGE)}\n".encode())
        digest.update(_text(file).encode())
    return digest.hexdigest()


@cache
def filter_files(path: Path) -> frozenset[Path]:
    """A file of filters, and the files that it imports, one from another."""
    known: set[Path] = set()
    waiting = [path]
    while waiting:
        file = waiting.pop()
        if file in known or not file.is_file():
            continue
        known.add(file)
        for module, names in IMPORT.findall(_text(file)):
            folder = PACKAGE.joinpath(*module.split("."))
            waiting += [folder.with_suffix(".py"), folder / "__init__.py"]
            waiting += [folder / f"{name}.py" for name in re.findall(r"\w+", names)]
    return frozenset(known)


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


class _Fingerprinter:
    """Hashes a function: its code, closure, defaults and the values they hold, each once."""

    def __init__(self, digest: Any) -> None:
        self._digest = digest
        self._numbers: dict[int, int] = {}
        self._references: list[Any] = []  # so that no two things have one id
        self.filters: set[Path] = set()  # the files of filters that functions are from

    def _word(self, *words: object) -> None:
        for word in words:
            self._digest.update(f"{word!r};".encode())

    def visit(self, value: Any) -> None:
        if value is None or isinstance(value, bool | int | float | complex | str | bytes | range | Enum):
            self._word(type(value).__qualname__, value)
            return
        if id(value) in self._numbers:
            self._word("again", self._numbers[id(value)])
            return
        self._numbers[id(value)] = len(self._numbers)
        self._references.append(value)
        self._word(type(value).__qualname__)
        if isinstance(value, types.FunctionType):
            self._function(value)
        elif isinstance(value, functools.partial):
            self._all((value.func, value.args, value.keywords))
        elif isinstance(value, types.MethodType):
            self._all((value.__func__, value.__self__))
        elif isinstance(value, tuple | list):
            self._all(value)
        elif isinstance(value, dict):
            self._all(part for pair in value.items() for part in pair)
        elif isinstance(value, np.ndarray | np.generic):
            self._word(value.shape, value.dtype.str, value.tobytes())
        elif isinstance(value, np.dtype):
            self._word(value.str)
        elif is_dataclass(value) and not isinstance(value, type):
            self._word(type(value).__module__)
            self._all(getattr(value, field.name) for field in fields(value))
        else:
            self._named(value)

    def _all(self, values: Iterable[Any]) -> None:
        values = tuple(values)
        self._word(len(values))
        for each in values:
            self.visit(each)

    def _function(self, function: types.FunctionType) -> None:
        path = Path(function.__code__.co_filename)
        if path.is_relative_to(PACKAGE / FILTERS):
            self.filters.add(path)
        elif not any(path.is_relative_to(PACKAGE / folder) for folder in FOLDERS):
            self._named(function)
            return
        self._word(str(path.relative_to(PACKAGE)))
        self._code(function.__code__)
        self._all(cell.cell_contents for cell in function.__closure__ or ())
        self._all((function.__defaults__, function.__kwdefaults__))

    def _code(self, code: types.CodeType) -> None:
        # two on one line differ in what they do
        self._word(code.co_qualname, code.co_firstlineno, code.co_code, code.co_names, code.co_freevars)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self._code(constant)
            elif isinstance(constant, frozenset):
                self._word(sorted(map(repr, constant)))
            else:
                self._word(constant)

    def _named(self, value: Any) -> None:
        """Something that its name stands for."""
        wrapped = getattr(value, "__wrapped__", None)
        module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
        if isinstance(value, np.ufunc | jnp.ufunc):  # they do not say where they are from
            name = str(getattr(value, "__name__", ""))
            module = next((home.__name__ for home in (np, jnp) if getattr(home, name, None) is value), None)
        root = str(module).partition(".")[0]
        if name is not None and (root in KNOWN or (isinstance(value, type) and root == PACKAGE.name)):
            self._word(module, name)
        elif wrapped is not None:
            self.visit(wrapped)
        else:
            raise NotFingerprintable(f"{type(value).__qualname__} {name or ''}")
