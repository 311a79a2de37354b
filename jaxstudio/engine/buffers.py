"""Memory for pixels: rectangles, buffers of chunks, work on chunks side by side, caches bounded in bytes."""

from __future__ import annotations

import math
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np
from numpy.typing import DTypeLike

from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.runtime.aligned_memory import CHUNK, LINE, aligned_empty, with_room


@dataclass(frozen=True)
class Rect:
    """A rectangle of pixels, half open: rows y0 … y1 − 1, columns x0 … x1 − 1."""

    y0: int
    x0: int
    y1: int
    x1: int

    @classmethod
    def whole(cls, height: int, width: int) -> Rect:
        return cls(0, 0, height, width)

    @property
    def height(self) -> int:
        return self.y1 - self.y0

    @property
    def width(self) -> int:
        return self.x1 - self.x0

    @property
    def area(self) -> int:
        return self.height * self.width

    def clipped(self, height: int, width: int) -> Rect:
        """The part inside an image of this size (possibly empty)."""
        y0, x0 = min(max(self.y0, 0), height), min(max(self.x0, 0), width)
        return Rect(y0, x0, max(y0, min(self.y1, height)), max(x0, min(self.x1, width)))

    def intersection(self, other: Rect) -> Rect:
        """The pixels of both (possibly none)."""
        y0, x0 = max(self.y0, other.y0), max(self.x0, other.x0)
        return Rect(y0, x0, max(y0, min(self.y1, other.y1)), max(x0, min(self.x1, other.x1)))

    def hull(self, other: Rect) -> Rect:
        """The smallest rectangle that contains both."""
        return Rect(
            min(self.y0, other.y0), min(self.x0, other.x0), max(self.y1, other.y1), max(self.x1, other.x1)
        )

    def grown(self, rows: int, columns: int) -> Rect:
        return Rect(self.y0 - rows, self.x0 - columns, self.y1 + rows, self.x1 + columns)

    def aligned(self, side: int) -> Rect:
        """The smallest rectangle of whole grid squares (`side` pixels each way) that contains this one."""
        y1, x1 = (-(-end // side) * side for end in (self.y1, self.x1))
        return Rect(self.y0 // side * side, self.x0 // side * side, y1, x1)

    def halves(self) -> tuple[Rect, Rect]:
        """The upper and lower half, or the left and right one where it is wider than high."""
        if self.height >= self.width:
            middle = (self.y0 + self.y1) // 2
            return Rect(self.y0, self.x0, middle, self.x1), Rect(middle, self.x0, self.y1, self.x1)
        middle = (self.x0 + self.x1) // 2
        return Rect(self.y0, self.x0, self.y1, middle), Rect(self.y0, middle, self.y1, self.x1)

    def reduced(self, level: int) -> Rect:
        """The pixels of the image reduced by 2^level that touch this one."""
        last = (1 << level) - 1
        return Rect(self.y0 >> level, self.x0 >> level, (self.y1 + last) >> level, (self.x1 + last) >> level)

    def enlarged(self, level: int) -> Rect:
        """The full-resolution pixels under this rectangle of the image reduced by 2^level."""
        return Rect(self.y0 << level, self.x0 << level, self.y1 << level, self.x1 << level)

    def contains(self, other: Rect) -> bool:
        return self.y0 <= other.y0 and self.x0 <= other.x0 and self.y1 >= other.y1 and self.x1 >= other.x1


# Each kernel is compiled for one thread (runtime/setup.py), and several threads compute a chunk each. XLA
# would divide one chunk among its threads; to wake and await them takes longer than a light kernel.
# Threads for kernels that take a millisecond or more: one per processor.
ALL = os.cpu_count() or 1
# Threads for light kernels: more would wait for the interpreter lock, which every call holds for some 20 µs.
MOST = min(8, ALL)
POOL = ThreadPoolExecutor(ALL, "jaxstudio-chunks")
# `under_way`: whether this thread shares work already, so that nested calls stay on it.
_shared_work = threading.local()

T = TypeVar("T")
R = TypeVar("R")


@contextmanager
def on_this_thread() -> Iterator[None]:
    """Keep what this thread computes inside the with block on it: every processor has a thread already."""
    before = getattr(_shared_work, "under_way", False)
    _shared_work.under_way = True
    try:
        yield
    finally:
        _shared_work.under_way = before


def processors() -> int:
    """The number of processors that this thread may run on."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else ALL


def parallel_map(work: Callable[[T], R], items: Sequence[T], threads: int = MOST) -> list[R]:
    """work(item) of every item, in order, on at most `threads` threads, this one included.

    After the first error no item is begun; the error is raised once the running ones are done. A nested call
    within `work` stays on its own thread.
    """
    if min(threads, len(items)) < 2 or getattr(_shared_work, "under_way", False):
        return [work(item) for item in items]
    threads = min(threads, len(items), processors())
    results: dict[int, R] = {}
    numbers = iter(range(len(items)))

    def some() -> None:
        nonlocal numbers
        _shared_work.under_way = True
        try:
            for number in iter(lambda: next(numbers, None), None):
                results[number] = work(items[number])
        except BaseException:
            numbers = iter(range(0))
            raise
        finally:
            _shared_work.under_way = False

    others = [POOL.submit(some) for _ in range(threads - 1)]
    try:
        some()
    finally:
        # this thread finishes when no item is left: threads that have not begun are cancelled
        failures = [other.exception() for other in others if not other.cancel()]
    for failure in failures:
        if failure is not None:
            raise failure
    return [results[number] for number in range(len(items))]


# Elements that a slab (a kernel's input with its margins) can hold.
CAPACITY = 1 << 24
# Bytes that a thread copies at a time: to wake another thread takes as long as a copy of 2 MB.
SPREAD_BYTES = 4 << 20


@dataclass(frozen=True)
class TiledBuffer:
    """A rectangle of one step's result: flat memory in chunks of one size, with a row pitch.

    `chunks` are 1-D arrays (JAX or NumPy) of `chunk` elements each, one after the other. Element (y, x, c)
    lies at flat index base + (y − y0)·pitch + (x − x0)·channels + c. Elements between the rows may belong to
    no pixel (a kernel computed them in its margins).
    """

    chunks: Sequence[object]
    chunk: int
    pitch: int
    base: int
    rect: Rect
    channels: int
    dtype: np.dtype

    @property
    def nbytes(self) -> int:
        return len(self.chunks) * self.chunk * self.dtype.itemsize

    def index(self, y: int, x: int) -> int:
        return self.base + (y - self.rect.y0) * self.pitch + (x - self.rect.x0) * self.channels

    def cropped(self, rect: Rect) -> TiledBuffer:
        """The same memory seen as a smaller rectangle, without the chunks it does not touch."""
        first = self.index(rect.y0, rect.x0)
        last = self.index(rect.y1 - 1, rect.x1 - 1) + self.channels - 1
        low, high = first // self.chunk, last // self.chunk
        return TiledBuffer(
            self.chunks[low : high + 1],
            self.chunk,
            self.pitch,
            first - low * self.chunk,
            rect,
            self.channels,
            self.dtype,
        )

    def pixels(self, rect: Rect) -> np.ndarray:
        """(height, width, channels): the buffer's own memory where one chunk holds `rect`, else a copy."""
        number, offset = divmod(self.index(rect.y0, rect.x0), self.chunk)
        last = self.index(rect.y1 - 1, rect.x1 - 1) + self.channels - 1
        width = rect.width * self.channels
        if last // self.chunk == number:
            rows = _rows(np.asarray(self.chunks[number])[offset:], rect.height, width, self.pitch)
        else:
            rows = np.empty((rect.height, width), self.dtype)
            self.copy_to(rows, rect)
        return rows.reshape(rect.height, rect.width, self.channels)

    def pieces(self, rect: Rect) -> Iterator[np.ndarray]:
        """Yield all pixels of `rect` as views (rows, width, channels); rows that two chunks share are copied.

        Shared rows come last.
        """
        width, shared = rect.width * self.channels, []
        for row, count, number, offset in self._runs(rect):
            if count:
                rows = _rows(np.asarray(self.chunks[number])[offset:], count, width, self.pitch)
                yield rows.reshape(count, rect.width, self.channels)
            else:
                shared.append(self.pixels(Rect(rect.y0 + row, rect.x0, rect.y0 + row + 1, rect.x1)))
        if shared:
            yield np.concatenate(shared)

    def copy_to(self, out: np.ndarray, rect: Rect) -> None:
        """Copy the pixels of `rect` to `out`: (height, width·channels), any row stride."""
        height = rows_to_copy(rect.height, rect.width * self.channels * self.dtype.itemsize)

        def copy(top: int) -> None:
            bottom = min(top + height, rect.height)
            self._copy(out[top:bottom], Rect(rect.y0 + top, rect.x0, rect.y0 + bottom, rect.x1))

        parallel_map(copy, range(0, rect.height, height))

    def _runs(self, rect: Rect) -> Iterator[tuple[int, int, int, int]]:
        """Yield (row of `rect`, rows, chunk, offset) of all rows, together where they lie in one chunk.

        The number of rows is 0 for a row that goes on in the next chunk.
        """
        width, position, row = rect.width * self.channels, self.index(rect.y0, rect.x0), 0
        while row < rect.height:
            number, offset = divmod(position, self.chunk)
            whole = max(0, (self.chunk - offset - width) // self.pitch + 1)
            count = min(whole, rect.height - row)
            yield row, count, number, offset
            row, position = row + max(1, count), position + max(1, count) * self.pitch

    def _copy(self, out: np.ndarray, rect: Rect) -> None:
        width = rect.width * self.channels
        for row, count, number, offset in self._runs(rect):
            chunk = np.asarray(self.chunks[number])
            if count:
                out[row : row + count] = _rows(chunk[offset:], count, width, self.pitch)
            else:
                head = self.chunk - offset
                out[row, :head] = chunk[offset:]
                out[row, head:] = np.asarray(self.chunks[number + 1])[: width - head]

    def copy_chunk(self, number: int, chunk: np.ndarray, out: np.ndarray) -> None:
        """Copy the pixels that chunk `number` holds to their place in `out`: (height, width·channels)."""
        width, pitch = self.rect.width * self.channels, self.pitch
        start = number * self.chunk - self.base
        stop = start + self.chunk
        if width == pitch and out.flags.c_contiguous:
            low, high = max(start, 0), min(stop, out.size)
            if low < high:
                out.reshape(-1)[low:high] = chunk[low - start : high - start]
            return

        def part(row: int) -> None:
            low, high = max(start, row * pitch), min(stop, row * pitch + width)
            if low < high:
                out[row, low - row * pitch : high - row * pitch] = chunk[low - start : high - start]

        first = max(0, -(-start // pitch))
        whole = max(0, min((stop - width) // pitch + 1, self.rect.height) - first)
        if first > 0:
            part(first - 1)
        if whole:
            out[first : first + whole] = _rows(chunk[first * pitch - start :], whole, width, pitch)
        if first + whole < self.rect.height:
            part(first + whole)


def rows_to_copy(rows: int, row_bytes: int) -> int:
    """How many of the rows one thread copies at a time."""
    return max(1, -(-rows // max(1, rows * row_bytes // SPREAD_BYTES)))


def _rows(memory: np.ndarray, count: int, width: int, pitch: int) -> np.ndarray:
    """(count, width): rows that begin every `pitch` elements of flat memory, which they share."""
    size = memory.itemsize
    # `as_strided` would take ten times as long, which a copy of a chunk notices
    rows: np.ndarray = np.ndarray((count, width), memory.dtype, memory, 0, (pitch * size, size))
    rows.flags.writeable = False
    return rows


def aligned_window(memory: np.ndarray, first: int, stop: int, length: int) -> tuple[np.ndarray, int] | None:
    """A view of `length` elements around [first, stop) that JAX's CPU takes without a copy, and its begin.

    None where the memory holds no such view.
    """
    begin = min(first, memory.size - length)
    begin -= (memory.ctypes.data // memory.itemsize + begin) % (LINE // memory.itemsize)
    if begin < 0 or stop > begin + length:
        return None
    return memory[begin : begin + length], begin


def chunk_count(elements: int) -> int:
    return -(-elements // CHUNK)


def source_buffer(pixels: np.ndarray) -> TiledBuffer:
    """A whole photo as one chunk of its own memory; nothing is copied."""
    height, width, channels = pixels.shape
    return TiledBuffer(
        (pixels.reshape(-1),),
        pixels.size,
        width * channels,
        0,
        Rect.whole(height, width),
        channels,
        pixels.dtype,
    )


def new_buffer(rect: Rect, channels: int, dtype: DTypeLike) -> tuple[TiledBuffer, np.ndarray]:
    """A buffer in fresh memory without gaps, and its rows to be written: (height, width·channels)."""
    width = rect.width * channels
    memory = aligned_empty(chunk_count(width * rect.height) * CHUNK, dtype)
    memory[width * rect.height :] = 0
    chunks = [memory[i : i + CHUNK] for i in range(0, memory.size, CHUNK)]
    buffer = TiledBuffer(chunks, CHUNK, width, 0, rect, channels, np.dtype(dtype))
    return buffer, memory[: width * rect.height].reshape(rect.height, width)


def in_chunks(buffer: TiledBuffer, rect: Rect) -> TiledBuffer:
    """`rect` of a buffer in chunks of CHUNK elements whose base begins a pixel; copied only if needed.

    A large buffer is copied, too, if a quarter of it or more lies between the rows.
    """
    width = rect.width * buffer.channels
    wide = rect.height * buffer.pitch > CAPACITY // 2 and 4 * width < 3 * buffer.pitch
    if buffer.chunk == CHUNK and buffer.base % buffer.channels == 0 and not wide:
        return buffer.cropped(rect)
    if len(buffer.chunks) == 1 and width == buffer.pitch:
        return _cut_rows(buffer, rect)
    copied, rows = new_buffer(rect, buffer.channels, buffer.dtype)
    buffer.copy_to(rows, rect)
    return copied


def without_gaps(buffer: TiledBuffer, rect: Rect) -> TiledBuffer:
    """`rect` of a buffer in chunks that begin with its first pixel, without gaps between rows."""
    if rect.width * buffer.channels == buffer.pitch:
        chunked = in_chunks(buffer, rect)
        if chunked.base == 0:
            return chunked
    copy, rows = new_buffer(rect, buffer.channels, buffer.dtype)
    buffer.copy_to(rows, rect)
    return copy


def _cut_rows(buffer: TiledBuffer, rect: Rect) -> TiledBuffer:
    """Cut whole rows of contiguous memory into chunks; what lies behind the rows is part of the last one.

    Where the memory ends with the rows, the last, short chunk is copied.
    """
    flat, first = np.asarray(buffer.chunks[0]), buffer.index(rect.y0, rect.x0)
    lead = _pixels_before(flat, first, buffer.channels)
    count = chunk_count(lead + rect.height * buffer.pitch)
    memory = with_room(flat[first - lead :], count * CHUNK)
    chunks = [memory[i : i + CHUNK] for i in range(0, memory.size, CHUNK)]
    rest = chunks[-1].size
    if rest < CHUNK:
        last = aligned_empty(CHUNK, buffer.dtype)
        last[:rest] = chunks[-1]
        last[rest:] = 0
        chunks[-1] = last
    return TiledBuffer(chunks, CHUNK, buffer.pitch, lead, rect, buffer.channels, buffer.dtype)


def _pixels_before(flat: np.ndarray, first: int, channels: int) -> int:
    """The distance in elements from `first` back to an aligned pixel (JAX needs no copy); 0 without one."""
    address, size = flat.ctypes.data + first * flat.itemsize, flat.itemsize
    leads = range(0, min(first, LINE * channels) + 1, channels)
    return next((lead for lead in leads if (address - lead * size) % LINE == 0), 0)


class BufferCache:
    """Least-recently-used cache of buffers; a buffer serves every rectangle inside its own.

    A key is everything that decides the pixels.
    """

    def __init__(self, limit_bytes: int) -> None:
        self.limit_bytes = limit_bytes
        self._buffers: OrderedDict[tuple[Hashable, Rect], TiledBuffer] = OrderedDict()
        self._rects: dict[Hashable, list[Rect]] = {}
        self._bytes = 0
        self._lock = threading.Lock()

    def find(self, key: Hashable, rect: Rect) -> TiledBuffer | None:
        with self._lock:
            for cached in self._rects.get(key, ()):
                if cached.contains(rect):
                    self._buffers.move_to_end((key, cached))
                    return self._buffers[key, cached]
            return None

    def nearest(self, key: Hashable, rect: Rect) -> TiledBuffer | None:
        """The buffer that holds most of `rect`, at least half of it; does not count as a use."""
        with self._lock:
            shares = ((cached.intersection(rect).area, cached) for cached in self._rects.get(key, ()))
            area, nearest = max(shares, key=lambda share: share[0], default=(0, rect))
            return self._buffers[key, nearest] if 2 * area >= rect.area > 0 else None

    def holds(self, key: Hashable, rect: Rect) -> bool:
        """Whether `find` would return a buffer; does not count as a use."""
        with self._lock:
            return any(cached.contains(rect) for cached in self._rects.get(key, ()))

    def keep(self, key: Hashable, buffer: TiledBuffer) -> None:
        """Remember a buffer, forgetting the least recently used ones over the bound."""
        if buffer.nbytes > self.limit_bytes // 2:
            return
        with self._lock:
            for covered in [cached for cached in self._rects.get(key, ()) if buffer.rect.contains(cached)]:
                self._forget(key, covered)
            self._buffers[key, buffer.rect] = buffer
            self._rects.setdefault(key, []).append(buffer.rect)
            self._bytes += buffer.nbytes
            while self._bytes > self.limit_bytes:
                self._forget(*next(iter(self._buffers)))

    def _forget(self, key: Hashable, rect: Rect) -> None:
        self._bytes -= self._buffers.pop((key, rect)).nbytes
        self._rects[key].remove(rect)
        if not self._rects[key]:
            del self._rects[key]

    def clear(self) -> None:
        with self._lock:
            self._buffers.clear()
            self._rects.clear()
            self._bytes = 0

    @property
    def nbytes(self) -> int:
        return self._bytes


class ValueCache:
    """A small least-recently-used cache of prepared values (taps, tables, statistics).

    `limit_bytes` bounds the sum of their `nbytes`; the newest value is kept, however large.
    """

    def __init__(self, limit: int = 256, limit_bytes: float = math.inf) -> None:
        self.limit, self.limit_bytes = limit, limit_bytes
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> Any:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, key: Hashable, value: Any) -> Any:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self.limit or (
                self.limit_bytes < math.inf and len(self._values) > 1 and self._bytes() > self.limit_bytes
            ):
                self._values.popitem(last=False)
        return value

    def clear(self) -> None:
        with self._lock:
            self._values.clear()

    def _bytes(self) -> int:
        return sum(getattr(value, "nbytes", 0) for value in self._values.values())
