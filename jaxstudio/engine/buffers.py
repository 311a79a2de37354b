"""A tiled buffer is a rectangle of one step's result: flat memory in chunks of one size, with a row pitch.

Element (y, x, c) of the buffer lies at flat index base + (y − y0)·pitch + (x − x0)·channels + c.
Between the rows may lie elements that belong to no pixel (what a kernel computed in its margins).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import DTypeLike

from jaxstudio.engine.parallel_map import parallel_map
from jaxstudio.engine.rect import Rect

# Elements a kernel computes in one call: large enough to hide the call, small enough for the
# cache, divisible by 1, 2, 3 and 4 channels and by any vector.
CHUNK = 3 << 18
# Elements a slab can hold: a kernel's input with its margins.
CAPACITY = 1 << 24
# JAX's CPU takes memory without a copy that begins at a multiple of so many bytes.
LINE = 64
# Bytes that one thread copies at a time: NumPy lets go of the interpreter meanwhile.
SPREAD_BYTES = 1 << 20


@dataclass(frozen=True)
class TiledBuffer:
    """`chunks` are 1-D arrays (JAX or NumPy) of `chunk` elements each, one after the other."""

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
        size = self.dtype.itemsize
        if last // self.chunk == number:
            return np.lib.stride_tricks.as_strided(
                np.asarray(self.chunks[number])[offset:],
                (rect.height, rect.width, self.channels),
                (self.pitch * size, self.channels * size, size),
                writeable=False,
            )
        copy = np.empty((rect.height, rect.width * self.channels), self.dtype)
        self.copy_to(copy, rect)
        return copy.reshape(rect.height, rect.width, self.channels)

    def copy_to(self, out: np.ndarray, rect: Rect) -> None:
        """Copy the pixels of `rect` to `out`: (height, width·channels), any row stride."""
        parts = min(rect.height, rect.area * self.channels * self.dtype.itemsize // SPREAD_BYTES + 1)
        height = max(1, -(-rect.height // max(1, parts)))

        def copy(top: int) -> None:
            bottom = min(top + height, rect.height)
            self._copy(out[top:bottom], Rect(rect.y0 + top, rect.x0, rect.y0 + bottom, rect.x1))

        parallel_map(copy, range(0, rect.height, height))

    def _copy(self, out: np.ndarray, rect: Rect) -> None:
        width = rect.width * self.channels
        position = self.index(rect.y0, rect.x0)
        row = 0
        while row < rect.height:
            number, offset = divmod(position, self.chunk)
            chunk = np.asarray(self.chunks[number])
            whole = (self.chunk - offset - width) // self.pitch + 1 if offset + width <= self.chunk else 0
            if whole > 0:
                count = min(whole, rect.height - row)
                rows = np.lib.stride_tricks.as_strided(
                    chunk[offset:],
                    (count, width),
                    (self.pitch * chunk.itemsize, chunk.itemsize),
                    writeable=False,
                )
                out[row : row + count] = rows
            else:
                # this row goes on in the next chunk
                count, head = 1, self.chunk - offset
                out[row, :head] = chunk[offset:]
                out[row, head:] = np.asarray(self.chunks[number + 1])[: width - head]
            row += count
            position += count * self.pitch

    def copy_chunk(self, number: int, chunk: np.ndarray, out: np.ndarray) -> None:
        """Copy what of the buffer's pixels its chunk of this number holds to `out`: all of them in rows."""
        width, pitch = self.rect.width * self.channels, self.pitch
        start = number * self.chunk - self.base
        stop = start + self.chunk

        def part(row: int) -> None:
            low, high = max(start, row * pitch), min(stop, row * pitch + width)
            if low < high:
                out[row, low - row * pitch : high - row * pitch] = chunk[low - start : high - start]

        first = max(0, -(-start // pitch))
        whole = max(0, min((stop - width) // pitch + 1, self.rect.height) - first)
        if first > 0:
            part(first - 1)
        if whole:
            rows = np.lib.stride_tricks.as_strided(
                chunk[first * pitch - start :],
                (whole, width),
                (pitch * chunk.itemsize, chunk.itemsize),
                writeable=False,
            )
            out[first : first + whole] = rows
        if first + whole < self.rect.height:
            part(first + whole)


def aligned_empty(count: int, dtype: DTypeLike) -> np.ndarray:
    """Memory that JAX's CPU takes without a copy."""
    dtype = np.dtype(dtype)
    memory = np.empty(count * dtype.itemsize + LINE, np.uint8)
    offset = -memory.ctypes.data % LINE
    return memory[offset : offset + count * dtype.itemsize].view(dtype)


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
    """`rect` of a buffer in chunks of CHUNK elements whose base begins a pixel, copying only if it must."""
    wide = rect.height * buffer.pitch > CAPACITY // 2
    if buffer.chunk == CHUNK and buffer.base % buffer.channels == 0 and not wide:
        return buffer.cropped(rect)
    width = rect.width * buffer.channels
    if len(buffer.chunks) == 1 and width == buffer.pitch:
        return _cut_rows(buffer, rect)
    copied, rows = new_buffer(rect, buffer.channels, buffer.dtype)
    buffer.copy_to(rows, rect)
    return copied


def _cut_rows(buffer: TiledBuffer, rect: Rect) -> TiledBuffer:
    """Whole rows of memory in one piece, cut into chunks without a copy; only the last, short one is."""
    flat, first = np.asarray(buffer.chunks[0]), buffer.index(rect.y0, rect.x0)
    lead = _pixels_before(flat, first, buffer.channels)
    memory = flat[first - lead : first + rect.height * buffer.pitch]
    chunks = [memory[i : i + CHUNK] for i in range(0, memory.size, CHUNK)]
    rest = chunks[-1].size
    if rest < CHUNK:
        last = aligned_empty(CHUNK, buffer.dtype)
        last[:rest] = chunks[-1]
        last[rest:] = 0
        chunks[-1] = last
    return TiledBuffer(chunks, CHUNK, buffer.pitch, lead, rect, buffer.channels, buffer.dtype)


def _pixels_before(flat: np.ndarray, first: int, channels: int) -> int:
    """How many elements earlier a pixel begins that JAX takes without a copy; 0 where there is none."""
    address, size = flat.ctypes.data + first * flat.itemsize, flat.itemsize
    leads = range(0, min(first, LINE * channels) + 1, channels)
    return next((lead for lead in leads if (address - lead * size) % LINE == 0), 0)
