"""Which values may cross between two processes: plain ones, arrays, and classes on a list.

A value becomes a JSON tree and a list of arrays. Plain scalars stand for themselves; everything else is
a list that begins with a tag. Sequences arrive as tuples, mappings as dicts. Nothing that arrives is
run: a class is only built when its name is on the list.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

import numpy as np

# Modules whose public frozen dataclasses and enums may cross.
MODULES = (
    "jaxstudio.functions.protocol.scene",
    "jaxstudio.functions.protocol.requests",
    "jaxstudio.functions.protocol.queries",
    "jaxstudio.functions.derivatives.compare",
    "jaxstudio.functions.derivatives.orders",
    "jaxstudio.functions.derivatives.methods",
    "jaxstudio.functions.derivatives.expression_swell",
    "jaxstudio.functions.fitting.classify",
    "jaxstudio.functions.fitting.points",
    "jaxstudio.functions.fitting.statistics",
    "jaxstudio.functions.protocol.answers",
    "jaxstudio.processes.errors",
)
Tree = Any


class Arrays:
    """The arrays of one value; the same array twice is sent once."""

    def __init__(self) -> None:
        self.found: list[np.ndarray] = []
        self._places: dict[int, int] = {}

    def place(self, array: np.ndarray) -> int:
        key = id(array)
        if key not in self._places:
            if array.dtype.kind not in "biufc":
                raise TypeError(f"an array of {array.dtype} cannot cross to another process")
            self._places[key] = len(self.found)
            self.found.append(array)
        return self._places[key]


@cache
def _class_of(module: str, name: str) -> type:
    """The class called `name` in one of the modules on the list."""
    if module not in MODULES:
        raise TypeError(f"{module}.{name} is not among the values that may cross to another process")
    found = getattr(importlib.import_module(module), name, None)
    if not isinstance(found, type) or not (is_dataclass(found) or issubclass(found, Enum)):
        raise TypeError(f"{module}.{name} is not among the values that may cross to another process")
    return found


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _class_tag(kind: type) -> str:
    """module:name of a class that may cross."""
    if _class_of(kind.__module__, kind.__qualname__) is not kind:
        raise TypeError(f"{kind} is not among the values that may cross to another process")
    return f"{kind.__module__}:{kind.__qualname__}"


_tag_of = cache(_class_tag)


def pack(value: object, arrays: Arrays) -> Tree:
    """The JSON tree of a value; its arrays are put into `arrays`. TypeError when it may not cross."""
    kind: type = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is tuple or kind is list:
        return ["t", *[pack(item, arrays) for item in value]]  # type: ignore[attr-defined]
    if isinstance(value, np.ndarray):
        return ["a", arrays.place(value)]
    if isinstance(value, Mapping):
        return ["m", *[[pack(key, arrays), pack(item, arrays)] for key, item in value.items()]]
    if isinstance(value, Enum):
        return ["e", _tag_of(kind), value.name]
    if is_dataclass(kind):
        names = _field_names(kind)
        return ["c", _tag_of(kind), *[pack(getattr(value, name), arrays) for name in names]]
    if isinstance(value, np.generic):
        return pack(value.item(), arrays)
    if isinstance(value, bytes):
        return ["b", arrays.place(np.frombuffer(value, np.uint8))]
    raise TypeError(f"{kind} is not among the values that may cross to another process")


def _class_named(tag: str) -> type:
    module, _, name = tag.partition(":")
    return _class_of(module, name)


def _array(tree: list, arrays: list[np.ndarray]) -> np.ndarray:
    return arrays[tree[1]]


def _bytes(tree: list, arrays: list[np.ndarray]) -> bytes:
    return arrays[tree[1]].tobytes()


def _tuple(tree: list, arrays: list[np.ndarray]) -> tuple:
    return tuple([unpack(item, arrays) for item in tree[1:]])


def _mapping(tree: list, arrays: list[np.ndarray]) -> dict:
    return {unpack(key, arrays): unpack(item, arrays) for key, item in tree[1:]}


def _enum(tree: list, arrays: list[np.ndarray]) -> object:
    return _class_named(tree[1])[tree[2]]  # type: ignore[index]


def _dataclass(tree: list, arrays: list[np.ndarray]) -> object:
    return _class_named(tree[1])(*[unpack(item, arrays) for item in tree[2:]])


_UNPACK: dict[str, Callable[[list, list[np.ndarray]], object]] = {
    "t": _tuple,
    "a": _array,
    "m": _mapping,
    "e": _enum,
    "c": _dataclass,
    "b": _bytes,
}


def unpack(tree: Tree, arrays: list[np.ndarray]) -> Any:
    """The value of a JSON tree and its arrays."""
    return _UNPACK[tree[0]](tree, arrays) if type(tree) is list else tree
