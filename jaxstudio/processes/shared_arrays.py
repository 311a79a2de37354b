"""Memory that two processes share: large arrays are written once and read in place.

The sender owns segments and leases one to the receiver with each message. The receiver maps it once and
reads it as read-only arrays; when the last of them is garbage, the segment's number goes back with the next
message, and the sender writes something else there. Reuse matters: the pages of a new mapping cost as much
as the copy. No file is left behind, however the processes end: on Linux a segment has no name (`memfd`) and
is no part of /dev/shm, elsewhere the receiver removes the name as soon as it has mapped it, and on Windows
the system does when both have ended.
"""

from __future__ import annotations

import contextlib
import importlib
import mmap
import os
import sys
import threading
import weakref
from collections import deque
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

SHARED_BYTES = 256 << 10  # a smaller block goes through the pipe, which is as fast
FREE_BYTES = 256 << 20  # of segments that are kept for reuse
GRAIN = 64 << 10
Descriptor = tuple[int, int, str]  # number, capacity in bytes, where it is found


class Segment:
    """A shared mapping of `capacity` bytes; `holders` counts the messages and arrays that refer to it."""

    def __init__(self, number: int, capacity: int) -> None:
        self.number, self.capacity, self.holders = number, capacity, 0
        self.place, self.map, self._descriptor = _create(capacity)
        self.view = memoryview(self.map)

    @property
    def descriptor(self) -> Descriptor:
        return self.number, self.capacity, self.place

    def close(self) -> None:
        """Give the memory back; mappings of the receiver stay."""
        with contextlib.suppress(BufferError):  # an array of this process still refers to it
            self.view.release()
            self.map.close()
        if self._descriptor >= 0:
            os.close(self._descriptor)


class SegmentPool:
    """The sender's segments. Any thread may call it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._segments: dict[int, Segment] = {}
        self._arrays: dict[int, int] = {}  # id of a root array of this process: its segment
        # numbers whose holder is gone; finalizers append here, whatever lock their thread holds
        self._released: deque[int] = deque()
        self._count = 0
        self.dropped: deque[int] = deque()  # the receiver may unmap these

    def take(self, size: int) -> Segment:
        """A segment of at least `size` bytes with one holder. OSError where there is no memory."""
        with self._lock:
            self._collect()
            fits = [each for each in self._segments.values() if not each.holders and each.capacity >= size]
            segment = min(fits, key=lambda each: each.capacity, default=None)
            if segment is None or segment.capacity > 4 * size + GRAIN:
                # steps of an eighth, so that a slightly larger frame finds room where the last one was
                step = max(GRAIN, 1 << max(0, size.bit_length() - 3))
                self._count += 1
                segment = Segment(self._count, -(-size // step) * step)
                self._segments[segment.number] = segment
            segment.holders += 1
            return segment

    def empty(self, shape: tuple[int, ...], dtype: np.dtype | str) -> np.ndarray:
        """A new array in shared memory: sent without a copy. It is not written to after it was sent."""
        import numpy as np

        dtype = np.dtype(dtype)
        count = int(np.prod(shape, dtype=np.int64))
        segment = self.take(max(1, count * dtype.itemsize))
        root = np.frombuffer(segment.view, dtype, count)
        with self._lock:
            self._arrays[id(root)] = segment.number
        _on_end(root, self._forget, id(root), segment.number)
        return root.reshape(shape)

    def find(self, array: np.ndarray) -> tuple[Segment, int] | None:
        """The segment of an array of `empty`, with one holder more, and the offset in bytes; or None."""
        root: Any = array if not hasattr(array.base, "base") else array.base
        with self._lock:
            segment = self._segments.get(self._arrays.get(id(root), 0))
            if segment is None or not array.flags.c_contiguous:
                return None
            segment.holders += 1
        return segment, array.ctypes.data - root.ctypes.data

    def release(self, numbers: list[int]) -> None:
        """The receiver has no array left in these."""
        self._released.extend(numbers)

    def _forget(self, key: int, number: int) -> None:
        self._arrays.pop(key, None)
        self._released.append(number)

    def _collect(self) -> None:
        while self._released:
            segment = self._segments.get(self._released.popleft())
            if segment is not None and segment.holders:
                segment.holders -= 1
                # the one used last comes last
                self._segments[segment.number] = self._segments.pop(segment.number)
        free = [each for each in self._segments.values() if not each.holders]
        total = sum(each.capacity for each in free)
        for segment in free:
            if total <= FREE_BYTES:
                break
            total -= segment.capacity
            del self._segments[segment.number]
            segment.close()
            self.dropped.append(segment.number)

    def close(self) -> None:
        """Free everything; nothing is sent any more."""
        with self._lock:
            segments, self._segments = self._segments, {}
        for segment in segments.values():
            segment.close()
            _remove(segment.place)


class SegmentReader:
    """The receiver's mappings of the sender's segments. One thread calls it."""

    def __init__(self, sender: int) -> None:
        self._sender = sender  # its process
        self._maps: dict[int, mmap.mmap] = {}
        self.released: deque[int] = deque()  # what the sender may reuse

    def view(self, descriptor: Descriptor) -> memoryview:
        """The block of a segment, read-only; the lease ends when all that refers to the view is garbage."""
        import numpy as np

        number, capacity, place = descriptor
        if number not in self._maps:
            self._maps[number] = _attach(place, capacity, self._sender)
        root = np.frombuffer(self._maps[number], np.uint8)
        _on_end(root, self.released.append, number)
        return root.data

    def drop(self, numbers: list[int]) -> None:
        """The sender has freed these."""
        for number in numbers:
            self._maps.pop(number, None)


def can_attach(descriptor: Descriptor, sender: int) -> bool:
    """Whether this process can map a segment of the process `sender`."""
    _, capacity, place = descriptor
    try:
        _attach(place, capacity, sender).close()
    except (OSError, ValueError, ImportError):
        return False
    return True


def _on_end(array: np.ndarray, call: Any, *args: Any) -> None:
    weakref.finalize(array, call, *args).atexit = False


def _create(capacity: int) -> tuple[str, mmap.mmap, int]:
    """Where the receiver finds a new segment, its mapping here, and a descriptor to close, or -1."""
    if sys.platform == "win32":
        name = f"jaxstudio-{os.urandom(8).hex()}"
        return name, mmap.mmap(-1, capacity, tagname=name), -1
    if hasattr(os, "memfd_create"):
        descriptor, place = os.memfd_create("jaxstudio"), ""
    else:
        place = f"/jx{os.urandom(8).hex()}"
        flags = os.O_CREAT | os.O_EXCL | os.O_RDWR
        descriptor = importlib.import_module("_posixshmem").shm_open(place, flags, 0o600)
    try:
        os.ftruncate(descriptor, capacity)
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(descriptor, 0, capacity)  # an error here, not a signal at the first write
        mapping = mmap.mmap(descriptor, capacity)
    except OSError:
        os.close(descriptor)
        _remove(place)
        raise
    if not place:
        return str(descriptor), mapping, descriptor
    os.close(descriptor)
    return place, mapping, -1


def _attach(place: str, capacity: int, sender: int) -> mmap.mmap:
    """Map a segment of another process for reading, and remove its name where it has one."""
    if sys.platform == "win32":
        return mmap.mmap(-1, capacity, tagname=place, access=mmap.ACCESS_READ)
    if place.isdigit():
        descriptor = os.open(f"/proc/{sender}/fd/{place}", os.O_RDONLY)
    else:
        descriptor = importlib.import_module("_posixshmem").shm_open(place, os.O_RDONLY, 0o600)
        _remove(place)
    try:
        return mmap.mmap(descriptor, capacity, access=mmap.ACCESS_READ)
    finally:
        os.close(descriptor)


def _remove(place: str) -> None:
    """Remove the name of a segment that has one and still has it."""
    if place.startswith("/"):
        with contextlib.suppress(FileNotFoundError):
            importlib.import_module("_posixshmem").shm_unlink(place)
