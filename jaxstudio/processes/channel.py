"""A channel between a process and its child: messages over two pipes, large arrays in shared memory.

A message is a header in MessagePack and a block of bytes with its arrays. Values are msgspec Structs (or
dataclasses) of declared types: a `Request` names the types of its answer and of the events before it. The
receiver builds values of the type that it expects and nothing else, so that nothing which arrives is
executed; the error about a value of another type names the place in it. Arrays are not copied: they share the
block, read-only.

NumPy is imported only by a process that sends or receives an array.
"""

from __future__ import annotations

import importlib
import math
import mmap
import struct
import sys
import threading
from collections.abc import Callable, Mapping
from functools import cache
from io import FileIO
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import Raw, Struct
from msgspec.msgpack import Decoder, Ext

from jaxstudio.errors import Wording

if TYPE_CHECKING:
    import numpy as np

    from jaxstudio.processes.shared_arrays import Segment, SegmentPool, SegmentReader

    Array: TypeAlias = np.ndarray
    Plain: TypeAlias = Any
else:

    class _Unchecked(type):
        def __instancecheck__(cls, value: object) -> bool:
            return True

    class Array(metaclass=_Unchecked):
        """The type of a field with an array: does not import NumPy."""

    class Plain(metaclass=_Unchecked):
        """Numbers, texts, bytes, arrays, None, and tuples and dicts of them; lists arrive as tuples."""


Answer = TypeVar("Answer")
Event = TypeVar("Event")


class Request(Struct, Generic[Answer, Event], frozen=True, tag=True):
    """A job for a child: `class Sum(Request[float, None], frozen=True)` is answered by a float.

    Event: the type of what its handler tells before it answers. NOTES: the type of what may be sent to the
    handler while it works.
    """

    NOTES: ClassVar[Any] = None


@cache
def answer_types(request: type[Request]) -> tuple[Any, Any]:
    """The types of a request's answer and of its events."""
    bases: Any = request.__orig_bases__  # type: ignore[attr-defined]
    return bases[0].__args__


BUILTIN_KINDS = "biufc"
ARRAY = 1  # MessagePack's number for our one extension: the index of an array
REFUSED = "is not among the values that may cross to another process"


class Encoded(NamedTuple):
    """A value as bytes and arrays. escaped: a text in it is no Unicode, such as the name of some files."""

    data: bytes | Raw
    arrays: list[Any]
    escaped: bool = False

    def decode(self, expected: Any) -> Any:
        """The value, of the type that is expected. ValueError: it is of another; the text says where."""
        _MESSAGE.arrays = self.arrays
        try:
            if not self.escaped:
                return _decoder(expected).decode(self.data)
            tree = _map_texts(_decoder(Any).decode(self.data), _unescape)
            return msgspec.convert(tree, expected, dec_hook=_accept, builtin_types=(bytes,))
        finally:
            _MESSAGE.arrays = []


def encode(value: object) -> Encoded:
    """A value as bytes and arrays; the same array twice is sent once.

    Raises:
        TypeError: a value that may not cross.
    """
    arrays: list[Any] = []
    places: dict[int, int] = {}

    def replace(item: Any) -> Any:
        if isinstance(item, _numpy_class("ndarray")):
            dtype_name(item.dtype)
            place = places.setdefault(id(item), len(arrays))
            if place == len(arrays):
                arrays.append(item)
            return Ext(ARRAY, place.to_bytes(4, "little"))
        if isinstance(item, Mapping):
            return dict(item)
        if isinstance(item, Wording):
            return (item.template, *item.values)
        if isinstance(item, _numpy_class("generic")):
            return item.item()
        raise TypeError(f"{type(item)} {REFUSED}")

    try:
        return Encoded(msgspec.msgpack.encode(value, enc_hook=replace), arrays)
    except UnicodeEncodeError:
        tree = msgspec.to_builtins(value, enc_hook=replace, builtin_types=(bytes, Ext))
        return Encoded(msgspec.msgpack.encode(_map_texts(tree, _escape)), arrays, escaped=True)
    except OverflowError:
        raise TypeError(f"an integer of more than 64 bits {REFUSED}") from None


_MESSAGE = threading.local()  # `arrays`: of the message that this thread decodes


@cache
def _decoder(expected: Any) -> Decoder[Any]:
    return Decoder(expected, dec_hook=_accept, ext_hook=_array)


def _array(code: int, data: memoryview) -> Any:
    if code != ARRAY:
        raise ValueError(f"extension {code}")
    return _MESSAGE.arrays[int.from_bytes(data, "little")]


def _accept(expected: type, value: Any) -> Any:
    """A value of a field whose type msgspec does not know."""
    if expected is Plain:
        return _with_tuples(value)
    if expected is Array and not isinstance(value, _numpy_class("ndarray")):
        raise ValueError("Expected an array")
    if expected is Wording:
        return _wording(value)
    return value  # msgspec checks its class


def _wording(value: Any) -> Wording:
    """A wording from its template and values, among which other wordings are lists again."""
    match value:
        case str():
            return Wording(value)
        case [str(template), *values]:
            return Wording(template, *(_wording(v) if isinstance(v, list) else v for v in values))
    raise ValueError("Expected a text")


def _with_tuples(value: Any) -> Any:
    if type(value) is list:
        return tuple([_with_tuples(item) for item in value])
    if type(value) is dict:
        return {key: _with_tuples(item) for key, item in value.items()}
    return value


def _map_texts(tree: Any, change: Callable[[str], str]) -> Any:
    if isinstance(tree, str):
        return change(tree)
    if isinstance(tree, list | tuple):
        return [_map_texts(item, change) for item in tree]
    if isinstance(tree, dict):
        return {_map_texts(key, change): _map_texts(item, change) for key, item in tree.items()}
    return tree


def _escape(text: str) -> str:
    return text.encode("unicode_escape").decode("ascii")


def _unescape(text: str) -> str:
    return text.encode("latin-1").decode("unicode_escape")


@cache
def _numpy() -> Any:
    """NumPy, imported once: Qt makes each `import` in the window a call of 5 µs."""
    import numpy

    return numpy


def _numpy_class(name: str) -> Any:
    """A class of NumPy; () before NumPy is imported, since nothing is an instance of it.

    While another thread imports NumPy, the module exists but has no classes yet.
    """
    return getattr(sys.modules.get("numpy"), name, ())


def dtype_name(dtype: np.dtype) -> str:
    """The name of a dtype in messages: NumPy's own, or bfloat16, fp8 and the like.

    Raises:
        TypeError: a dtype of objects, text, dates or records.
    """
    if dtype.kind in BUILTIN_KINDS and dtype.type.__module__ == "numpy":
        return dtype.str
    if getattr(sys.modules.get("ml_dtypes"), dtype.name, None) is dtype.type:
        return dtype.name
    raise TypeError(f"an array of {dtype} {REFUSED}")


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
    raise TypeError(f"an array of {name} {REFUSED}")


def read_array(block: memoryview, start: int, dtype: str, shape: tuple[int, ...]) -> np.ndarray:
    """The array that begins at byte `start` of a block, without a copy.

    Raises:
        TypeError, ValueError: not a dtype and a shape, or the block is too short.
    """
    np, count = _numpy(), math.prod(shape)
    # a flat view costs a tenth of slicing and casting, and a curve may have a thousand pieces
    array = np.frombuffer(block, dtype_of(dtype), count, start) if count else np.empty(0, dtype_of(dtype))
    return array if len(shape) == 1 else array.reshape(shape)


PREFIX = struct.Struct("<4sIQ")
MAGIC = b"JXF3"
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
    """A message. `number` is its job's; an arrived value is still `Encoded`.

    To the child: start, job (value: request, seconds, queue), cancel, make room, note. From it: ready, doing,
    stuck, event, answer, error; and aside, which belongs to no job. Both ways: release, which says only which
    segments may be reused.
    """

    kind: str
    number: int = 0
    value: Any = None


class _Header(Struct, array_like=True):
    """A message on its way. table: of each array its dtype, shape, segment (or PIPE_BLOCK) and offset."""

    kind: str
    number: int
    value: Raw
    escaped: bool
    table: list[tuple[str, tuple[int, ...], int, int]]
    segments: list[tuple[int, int, str]]
    released: list[int]
    dropped: list[int]


class Channel:
    """Sends and receives messages. Any thread may send; one receives.

    most_bytes: the longest message that is accepted.
    """

    def __init__(self, read: FileIO, write: FileIO, most_bytes: int = MOST_BYTES) -> None:
        self._read, self._write, self._most_bytes = read, write, most_bytes
        self._lock = threading.Lock()
        self.pool: SegmentPool | None = None
        self._reader: SegmentReader | None = None
        widen(write)

    def share_memory(self, pool: SegmentPool, sender: int) -> None:
        """Send large arrays through `pool` from now on; arrived ones may lie in the pool of `sender`."""
        from jaxstudio.processes.shared_arrays import SegmentReader

        self.pool, self._reader = pool, SegmentReader(sender)

    def send(self, message: Message) -> None:
        """Send a message.

        Raises:
            TypeError: its value may not cross.
            OSError: nobody reads any more.
        """
        encoded = encode(message.value)
        with self._lock:
            for part in self._parts(message, encoded):
                rest = memoryview(part)
                while rest:
                    rest = rest[self._write.write(rest) :]

    def _parts(self, message: Message, value: Encoded) -> list[bytes | memoryview]:
        table, parts, segments, size = self._place(value.arrays)
        header = msgspec.msgpack.encode(
            _Header(
                message.kind,
                message.number,
                Raw(value.data),
                value.escaped,
                table,
                [segment.descriptor for segment in segments],
                _drained(self._reader.released) if self._reader else [],
                _drained(self.pool.dropped) if self.pool else [],
            )
        )
        if size <= PIPE_BYTES:  # in one write
            return [b"".join([PREFIX.pack(MAGIC, len(header), size), header, *parts])]
        return [PREFIX.pack(MAGIC, len(header), size) + header, *parts]

    def _place(
        self, arrays: list[np.ndarray]
    ) -> tuple[list[Any], list[bytes | memoryview], list[Segment], int]:
        """For each array its row of the table; what goes through the pipe; the segments; the pipe's bytes."""
        table: list[Any] = []
        loose: list[tuple[int, memoryview]] = []
        segments: list[Segment] = []
        size = 0
        for array in arrays:
            row: list[Any] = [dtype_name(array.dtype), array.shape]
            table.append(row)
            found = self.pool.find(array) if self.pool else None
            if found is not None:
                row += [len(segments), found[1]]
                segments.append(found[0])
                continue
            row += [PIPE_BLOCK, size]
            loose.append((size, flat := _flat(array)))
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
        data = bytearray(header_bytes)
        # a mapping takes memory only as it is filled: a false length takes no more than what arrives
        block = mmap.mmap(-1, block_bytes) if block_bytes > PIPE_BYTES else bytearray(block_bytes)
        if not self._fill(data) or not self._fill(block):
            return None
        header: _Header = _decoder(_Header).decode(data)
        if self.pool is not None and self._reader is not None:
            self.pool.release(header.released)
            self._reader.drop(header.dropped)
            blocks = [self._reader.view(each) for each in header.segments]
        elif header.segments:
            raise ValueError("shared memory was not agreed upon")
        else:
            blocks = []
        blocks.append(memoryview(block).toreadonly())  # PIPE_BLOCK is the last
        arrays = [
            read_array(blocks[place], start, dtype, shape) for dtype, shape, place, start in header.table
        ]
        return Message(header.kind, header.number, Encoded(header.value, arrays, header.escaped))

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


def _flat(array: np.ndarray) -> memoryview:
    """The bytes of an array in C order, without a copy where they are so already."""
    np = _numpy()
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
