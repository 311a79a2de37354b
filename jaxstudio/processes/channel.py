"""A channel between a process and its child: messages over two pipes, large arrays in shared memory.

A message is a JSON header and a block of bytes with its arrays. In the header plain scalars stand for
themselves; every other value is a list that begins with a tag. Sequences arrive as tuples, mappings as dicts.
JSON writes a Python float with all its digits, and NaN and infinity as words that its reader knows, so that
values arrive unchanged. The receiver does not copy arrays: they share the block, read-only.

Nothing in a message is executed: an instance is only created if its class's module is on a list that both
ends have. NumPy is imported only by a process that sends or receives an array.
"""

from __future__ import annotations

import importlib
import json
import math
import mmap
import struct
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from io import FileIO
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np

    from jaxstudio.processes.shared_arrays import Segment, SegmentPool, SegmentReader


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
        # first what a slider's value crosses in, by its class: an `isinstance` of a Mapping takes 1 µs
        if hasattr(kind, "__dataclass_fields__"):
            fields = kind.__dataclass_fields__  # `dataclasses` itself takes 10 ms to import
            return ["c", self._tag(kind), *[self.pack(getattr(value, name), buffers) for name in fields]]
        if isinstance(value, _numpy_class("ndarray")):
            array: np.ndarray = value
            dtype_name(array.dtype)
            return ["a", buffers.place(array)]
        if kind is MappingProxyType or isinstance(value, Mapping):
            entries = value.items()  # type: ignore[attr-defined]
            return ["m", *[[self.pack(key, buffers), self.pack(item, buffers)] for key, item in entries]]
        if isinstance(value, Enum):
            return ["e", self._tag(kind), value.name]
        if isinstance(value, _numpy_class("generic")):
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


def _numpy_class(name: str) -> Any:
    """A class of NumPy; before NumPy is imported (), of which nothing is an instance.

    While another thread imports NumPy, the module exists but has no classes yet.
    """
    return getattr(sys.modules.get("numpy"), name, ())


def dtype_name(dtype: np.dtype) -> str:
    """The name of a dtype in messages: NumPy's own, or that of bfloat16, fp8 and the like.

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


PREFIX = struct.Struct("<4sIQ")
MAGIC = b"JXF2"
ALIGNMENT = 64
MOST_HEADER_BYTES = 1 << 28
MOST_BYTES = 1 << 32
PIPE_BYTES = 1 << 20
PIPE_BLOCK = -1  # in the place of a segment's index
RELEASE = "release"


class MessageTooLong(ValueError):
    """A message is longer than what this end accepts."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__(f"{size >> 20:,} MB in one message, and at most {most >> 20:,} MB are taken")


class Message(NamedTuple):
    """One message. `number` is that of the job it belongs to.

    To the child: start, job (value: kind, argument, seconds, queue), cancel, make room, note. From it: ready,
    doing, stuck, progress, answer, error; and aside, which belongs to no job. Both ways: release, which says
    only which segments may be reused.
    """

    kind: str
    number: int = 0
    value: Any = None


class Channel:
    """Sends and receives messages. Any thread may send; one receives.

    most_bytes: the longest message that is accepted.
    """

    def __init__(self, read: FileIO, write: FileIO, codec: Codec, most_bytes: int = MOST_BYTES) -> None:
        self._read, self._write, self._codec, self._most_bytes = read, write, codec, most_bytes
        self._lock = threading.Lock()
        self.pool: SegmentPool | None = None
        self._reader: SegmentReader | None = None
        widen(write)

    def use_codec(self, modules: Iterable[str]) -> None:
        """Allow messages with dataclasses and enums of these modules from now on."""
        self._codec = Codec(modules)

    def share_memory(self, pool: SegmentPool, sender: int) -> None:
        """From now on large arrays go through `pool`, and may come from that of the process `sender`."""
        from jaxstudio.processes.shared_arrays import SegmentReader

        self.pool, self._reader = pool, SegmentReader(sender)

    def send(self, message: Message) -> None:
        """Send a message.

        Raises:
            TypeError: its value may not cross.
            OSError: nobody reads any more.
        """
        buffers = Buffers()
        tree = self._codec.pack(message.value, buffers)
        with self._lock:
            for part in self._encode(message, tree, buffers):
                rest = memoryview(part)
                while rest:
                    rest = rest[self._write.write(rest) :]

    def _encode(self, message: Message, tree: Any, buffers: Buffers) -> list[bytes | memoryview]:
        table, parts, segments, size = self._place(buffers)
        released = _drained(self._reader.released) if self._reader else []
        dropped = _drained(self.pool.dropped) if self.pool else []
        descriptors = [segment.descriptor for segment in segments]
        head = [message.kind, message.number, tree, table, descriptors, released, dropped]
        header = json.dumps(head, separators=(",", ":")).encode()
        if size <= PIPE_BYTES:  # in one write
            return [b"".join([PREFIX.pack(MAGIC, len(header), size), header, *parts])]
        return [PREFIX.pack(MAGIC, len(header), size) + header, *parts]

    def _place(self, buffers: Buffers) -> tuple[list[list], list[bytes | memoryview], list[Segment], int]:
        """For each array its dtype, shape, segment and offset; what goes through the pipe; the segments."""
        if not buffers.objects:
            return [], [], [], 0
        table: list[list] = []
        loose: list[tuple[int, memoryview]] = []
        segments: list[Segment] = []
        size = 0
        for value in buffers.objects:
            row: list[Any] = [BYTES, [len(value)]] if isinstance(value, bytes) else _row(value)
            table.append(row)
            found = self.pool.find(value) if self.pool and not isinstance(value, bytes) else None
            if found is not None:
                row += [len(segments), found[1]]
                segments.append(found[0])
                continue
            row += [PIPE_BLOCK, size]
            loose.append((size, flat := _flat(value)))
            size += -(-len(flat) // ALIGNMENT) * ALIGNMENT
        segment = self._segment_for(size)
        if segment is not None:
            for start, flat in loose:
                segment.view[start : start + len(flat)] = flat
            for row in table:
                row[2] = len(segments) if row[2] == PIPE_BLOCK else row[2]
            return table, [], [*segments, segment], 0
        parts: list[bytes | memoryview] = []
        for _, flat in loose:
            parts += [flat, bytes(-len(flat) % ALIGNMENT)]
        return table, parts, segments, size

    def _segment_for(self, size: int) -> Segment | None:
        """A segment for a large block; None where it goes through the pipe."""
        if self.pool is None:
            return None
        from jaxstudio.processes.shared_arrays import SHARED_BYTES

        try:
            return self.pool.take(size) if size >= SHARED_BYTES else None
        except OSError:  # no more shared memory, or no more descriptors: slower, but it arrives
            return None

    def receive(self) -> Message | None:
        """The next message; None when the other end is closed.

        Raises:
            ValueError, TypeError, LookupError, OSError: what came is not a message.
        """
        while True:
            if self._reader and self._reader.released:
                self._try_release()
            message = self._receive()
            if message is None or message.kind != RELEASE:
                return message

    def _receive(self) -> Message | None:
        prefix = bytearray(PREFIX.size)
        if not self._fill(prefix):
            return None
        magic, header_bytes, block_bytes = PREFIX.unpack(prefix)
        most = min(MOST_HEADER_BYTES, self._most_bytes)
        if magic != MAGIC:
            raise ValueError("what came through the pipe is not a message")
        if header_bytes > most or block_bytes > self._most_bytes:
            raise MessageTooLong(
                max(header_bytes, block_bytes), most if header_bytes > most else self._most_bytes
            )
        header = bytearray(header_bytes)
        # a mapping takes memory only as it is filled: a false length takes no more than what arrives
        block = mmap.mmap(-1, block_bytes) if block_bytes > PIPE_BYTES else bytearray(block_bytes)
        if not self._fill(header) or not self._fill(block):
            return None
        kind, number, tree, table, descriptors, released, dropped = json.loads(header)
        if self.pool is not None and self._reader is not None:
            self.pool.release(released)
            self._reader.drop(dropped)
            blocks = [self._reader.view(each) for each in descriptors]
        elif descriptors:
            raise ValueError("shared memory was not agreed upon")
        else:
            blocks = []
        blocks.append(memoryview(block).toreadonly())  # PIPE_BLOCK is the last
        arrays = [read_array(blocks[place], start, dtype, shape) for dtype, shape, place, start in table]
        return Message(kind, number, self._codec.unpack(tree, arrays))

    def _fill(self, block: bytearray | mmap.mmap) -> bool:
        view = memoryview(block)
        while view:
            count = self._read.readinto(view)
            if not count:
                return False
            view = view[count:]
        return True

    def _try_release(self) -> None:
        try:
            self.send(Message(RELEASE))
        except OSError:  # nobody is there to reuse them
            return


def widen(stream: FileIO) -> None:
    """Enlarge the pipe's buffer for a whole scene, so that one write sends it (where the system can)."""
    if sys.platform == "linux":
        import fcntl

        try:
            fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        except OSError:
            return  # a user's allowance for pipes is used up: it works as it is, in more turns


def _drained(numbers: Any) -> list[int]:
    """All that a deque holds, which other threads may append to meanwhile."""
    return [numbers.popleft() for _ in range(len(numbers))]


def _row(array: np.ndarray) -> list[Any]:
    return [dtype_name(array.dtype), array.shape]


def _flat(value: np.ndarray | bytes) -> memoryview:
    """The bytes of an array in C order, without a copy where they are so already."""
    if isinstance(value, bytes):
        return memoryview(value)
    import numpy as np

    return np.ascontiguousarray(value).reshape(-1).view(np.uint8).data
