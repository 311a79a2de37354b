"""Which values may cross between two processes: plain ones, arrays, and classes of the modules on a list.

A value becomes a JSON tree and a list of buffers. Plain scalars stand for themselves; everything else is a
list that begins with a tag. Sequences arrive as tuples, mappings as dicts. Nothing that arrives is executed:
a class is only built when its module is on the list.

NumPy is loaded by who sends or receives an array, and by nobody else.
"""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np

Tree = Any
BYTES = "bytes"  # in the place of a dtype
BUILTIN_KINDS = "biufc"


class Json(NamedTuple):
    """A value that JSON can write, sent as it is; its lists arrive as lists. Fast where it is large."""

    value: Any


class Buffers:
    """The arrays and byte strings of one value; the same object twice is sent once."""

    def __init__(self) -> None:
        self.objects: list[np.ndarray | bytes] = []
        self._places: dict[int, int] = {}

    def place(self, value: np.ndarray | bytes) -> int:
        """The index of an object in `objects`; it is added if it is not there."""
        place = self._places.setdefault(id(value), len(self.objects))
        if place == len(self.objects):
            self.objects.append(value)
        return place


class Codec:
    """Packs and unpacks values; both ends have the same list of modules.

    modules: names of modules whose public dataclasses and enums may cross.
    """

    def __init__(self, modules: Iterable[str] = ()) -> None:
        self._modules = frozenset(modules)
        self._classes: dict[str, type] = {}
        self._tags: dict[type, str] = {}
        self._unpackers: dict[str, Callable[[list, list], object]] = {
            "t": lambda tree, arrays: tuple([self.unpack(item, arrays) for item in tree[1:]]),
            "a": lambda tree, arrays: arrays[tree[1]],
            "m": self._mapping,
            "e": lambda tree, arrays: self._class(tree[1])[tree[2]],  # type: ignore[index]
            "c": lambda tree, arrays: self._class(tree[1])(*[self.unpack(item, arrays) for item in tree[2:]]),
            "j": lambda tree, arrays: tree[1],
        }

    def pack(self, value: object, buffers: Buffers) -> Tree:
        """The JSON tree of a value; its arrays are put into `buffers`.

        Raises:
            TypeError: a value that may not cross.
        """
        kind: type = type(value)
        if value is None or kind in (bool, int, float, str):
            return value
        if kind is tuple or kind is list:
            return ["t", *[self.pack(item, buffers) for item in value]]  # type: ignore[attr-defined]
        if kind is Json:
            return ["j", value.value]  # type: ignore[attr-defined]
        if kind is bytes:
            return ["a", buffers.place(value)]  # type: ignore[arg-type]
        numpy = sys.modules.get("numpy")
        if numpy is not None and isinstance(value, numpy.ndarray):
            dtype_name(value.dtype)
            return ["a", buffers.place(value)]
        if isinstance(value, Mapping):
            return ["m", *[[self.pack(key, buffers), self.pack(value[key], buffers)] for key in value]]
        if isinstance(value, Enum):
            return ["e", self._tag(kind), value.name]
        if hasattr(kind, "__dataclass_fields__"):
            fields = kind.__dataclass_fields__  # `dataclasses` itself takes 10 ms to import
            return ["c", self._tag(kind), *[self.pack(getattr(value, name), buffers) for name in fields]]
        if numpy is not None and isinstance(value, numpy.generic):
            return self.pack(value.item(), buffers)
        raise TypeError(f"{kind} is not among the values that may cross to another process")

    def unpack(self, tree: Tree, arrays: list[np.ndarray | bytes]) -> Any:
        """The value of a JSON tree and its arrays."""
        return self._unpackers[tree[0]](tree, arrays) if type(tree) is list else tree

    def _mapping(self, tree: list, arrays: list) -> dict:
        return {self.unpack(key, arrays): self.unpack(item, arrays) for key, item in tree[1:]}

    def _class(self, tag: str) -> type:
        """The class of a tag `module:name`, if the module is on the list."""
        kind = self._classes.get(tag)
        if kind is None:
            module, _, name = tag.partition(":")
            if module in self._modules:
                kind = getattr(importlib.import_module(module), name, None)
            if not isinstance(kind, type) or not (
                hasattr(kind, "__dataclass_fields__") or issubclass(kind, Enum)
            ):
                raise TypeError(f"{tag} is not among the values that may cross to another process")
            self._classes[tag] = kind
        return kind

    def _tag(self, kind: type) -> str:
        tag = self._tags.get(kind)
        if tag is None:
            tag = f"{kind.__module__}:{kind.__qualname__}"
            if self._class(tag) is not kind:
                raise TypeError(f"{kind} is not among the values that may cross to another process")
            self._tags[kind] = tag
        return tag


def dtype_name(dtype: np.dtype) -> str:
    """The name under which a dtype crosses: NumPy's own, or that of bfloat16, fp8 and their like.

    Raises:
        TypeError: a dtype of objects, text, dates or records.
    """
    if dtype.kind in BUILTIN_KINDS and dtype.type.__module__ == "numpy":
        return dtype.str
    if getattr(sys.modules.get("ml_dtypes"), dtype.name, None) is dtype.type:
        return dtype.name
    raise TypeError(f"an array of {dtype} cannot cross to another process")


@cache
def dtype_of(name: str) -> np.dtype:
    """The dtype of that name. TypeError where there is none."""
    import numpy as np

    if name[:1] in "<>|=":
        dtype = np.dtype(name)
        if dtype.kind in BUILTIN_KINDS:
            return dtype
    else:
        kind = getattr(importlib.import_module("ml_dtypes"), name, None)
        if isinstance(kind, type) and issubclass(kind, np.generic):
            return np.dtype(kind)
    raise TypeError(f"{name} is not the dtype of an array that may cross to another process")


def read_array(block: memoryview, start: int, dtype: str, shape: list[int]) -> np.ndarray | bytes:
    """The array that begins at byte `start` of a block, without a copy; a copy of a byte string.

    Raises:
        TypeError, ValueError: not a dtype and a shape, or the block is too short.
    """
    count = math.prod(shape)
    if dtype == BYTES:
        return bytes(block[start : start + count])
    import numpy as np

    # a flat view costs a tenth of slicing and casting, and a curve may have a thousand pieces
    array = np.frombuffer(block, dtype_of(dtype), count, start) if count else np.empty(0, dtype_of(dtype))
    return array if len(shape) == 1 else array.reshape(shape)
