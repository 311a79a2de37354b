"""A channel between a process and its child: messages over two pipes, large arrays in shared memory.

A message is a JSON header and one block of bytes with its arrays, one after the other. JSON writes a Python
float with all its digits, and NaN and infinity as words that its reader knows, so that a value arrives as it
was. The receiver does not copy arrays: they share the block, read-only.
"""

from __future__ import annotations

import json
import mmap
import struct
import sys
import threading
from collections.abc import Iterable
from io import FileIO
from typing import TYPE_CHECKING, Any, NamedTuple

from jaxstudio.processes.codec import BYTES, Buffers, Codec, dtype_name, read_array

if TYPE_CHECKING:
    import numpy as np

    from jaxstudio.processes.shared_arrays import Segment, SegmentPool, SegmentReader

PREFIX = struct.Struct("<4sIQ")
MAGIC = b"JXF2"
ALIGNMENT = 64
MOST_HEADER_BYTES = 1 << 28
MOST_BYTES = 1 << 32
PIPE_BYTES = 1 << 20
PIPE_BLOCK = -1  # in the place of a segment's index
RELEASE = "release"


class Message(NamedTuple):
    """One message. `number` is that of the job it belongs to.

    To the child: start, job (value: kind, argument, seconds, lane), cancel, make room, note. From it: ready,
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
        """From now on dataclasses and enums of these modules may cross."""
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
        if magic != MAGIC or header_bytes > most or block_bytes > self._most_bytes:
            raise ValueError("what came through the pipe is not a message")
        header = bytearray(header_bytes)
        # memory of a mapping is taken as it is filled: of a false length only as much as comes
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
    """Let the pipe hold a whole scene, so that it is handed over in one go (where the system can)."""
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
