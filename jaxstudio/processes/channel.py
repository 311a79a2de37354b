"""Messages on a pipe: a JSON header, then the bytes of its arrays, one after the other.

JSON writes a Python float with all its digits, and NaN and infinity as words that its reader knows, so
that a value arrives as it was. The arrays are not copied by the reader: they share one block, read-only.
"""

from __future__ import annotations

import json
import math
import struct
import sys
import threading
from dataclasses import dataclass
from io import FileIO
from typing import Any

import numpy as np

from jaxstudio.processes.codec import Arrays, pack, unpack

PREFIX = struct.Struct("<4sIQ")
MAGIC = b"JXF1"
ALIGNMENT = 16
MOST_HEADER_BYTES = 1 << 28
MOST_ARRAY_BYTES = 1 << 32
PIPE_BYTES = 1 << 20


@dataclass(frozen=True)
class Message:
    """One message. `number` is that of the job it belongs to.

    To the child: job (value: kind, argument, seconds), cancel, make room, note. From it: ready, doing,
    stuck, progress, answer, error; and aside, which belongs to no job.
    """

    kind: str
    number: int = 0
    value: Any = None


def _padded(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT


def encode(message: Message) -> bytes:
    """The bytes of a message. TypeError when its value may not cross."""
    arrays = Arrays()
    tree = pack(message.value, arrays)
    table = [[array.dtype.str, array.shape] for array in arrays.found]
    header = json.dumps([message.kind, message.number, tree, table], separators=(",", ":")).encode()
    parts: list[bytes | memoryview] = [b"", header]
    total = 0
    for array in arrays.found:
        parts.append(array.data if array.ndim and array.flags.c_contiguous else array.tobytes())
        if array.nbytes % ALIGNMENT:
            parts.append(bytes(-array.nbytes % ALIGNMENT))
        total += _padded(array.nbytes)
    parts[0] = PREFIX.pack(MAGIC, len(header), total)
    return b"".join(parts)


def decode(header: bytes, block: np.ndarray) -> Message:
    """The message of a header and the block (uint8) of its arrays."""
    kind, number, tree, table = json.loads(header)
    arrays, start = [], 0
    for dtype, shape in table:
        count = math.prod(shape)
        # a flat view costs a tenth of slicing and casting, and a curve may have a thousand pieces
        array = np.frombuffer(block.data, dtype, count, start) if count else np.empty(0, dtype)
        arrays.append(array if len(shape) == 1 else array.reshape(shape))
        start += _padded(array.nbytes)
    return Message(kind, number, unpack(tree, arrays))


def widen(stream: FileIO) -> None:
    """Let the pipe hold a whole scene, so that it is handed over in one go (where the system can)."""
    if sys.platform == "linux":
        import fcntl

        try:
            fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        except OSError:
            return  # a user's allowance for pipes is used up: it works as it is, in more turns


class Writer:
    """Sends messages; any thread may."""

    def __init__(self, stream: FileIO) -> None:
        self._stream, self._lock = stream, threading.Lock()

    def send(self, message: Message) -> None:
        """OSError when nobody reads any more."""
        rest = memoryview(encode(message))
        with self._lock:
            while rest:
                rest = rest[self._stream.write(rest) :]


class Reader:
    """Receives messages, in one thread."""

    def __init__(self, stream: FileIO) -> None:
        self._stream = stream

    def _fill(self, block: np.ndarray) -> bool:
        view = memoryview(block.data)
        while view:
            count = self._stream.readinto(view)
            if not count:
                return False
            view = view[count:]
        return True

    def receive(self) -> Message | None:
        """The next message; None when the other end is closed. ValueError when it is no message."""
        prefix = np.empty(PREFIX.size, np.uint8)
        if not self._fill(prefix):
            return None
        magic, header_bytes, array_bytes = PREFIX.unpack(prefix.data)
        if magic != MAGIC or header_bytes > MOST_HEADER_BYTES or array_bytes > MOST_ARRAY_BYTES:
            raise ValueError("what came through the pipe is no message")
        header, block = np.empty(header_bytes, np.uint8), np.empty(array_bytes, np.uint8)
        if not self._fill(header) or not self._fill(block):
            return None
        block.flags.writeable = False
        return decode(header.tobytes(), block)
