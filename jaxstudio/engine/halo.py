"""A slab is a kernel's input: a rectangle and its halo; beyond the image's edge the border mode fills it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache

import numpy as np

from jaxstudio.engine.buffers import CAPACITY, CHUNK, Rect, TiledBuffer, aligned_empty
from jaxstudio.kernels.borders import source_indices
from jaxstudio.kernels.pixels import has_alpha, integer_unit
from jaxstudio.lazy_dataclass import dataclass

# With more runs of consecutive pixels than this along an axis, indexing is faster than copying.
MOST_RUNS = 4
# Bytes after which the sets of a processor's first cache repeat, and two lines of it: rows that would share
# one set are moved so far apart.
PAGE, APART = 4096, 128


@dataclass(frozen=True)
class Written:
    """Pixels of a step's result that are computed when they are copied: no image of them lies in between.

    Attributes:
        write: write(rect, out) writes a rectangle inside `rect` to `out`: (height, width·channels).
    """

    write: Callable[[Rect, np.ndarray], None]
    rect: Rect
    dtype: np.dtype = np.dtype(np.float32)

    def copy_to(self, out: np.ndarray, rect: Rect) -> None:
        self.write(rect, out)


Fetch = Callable[[Rect], TiledBuffer | Written]


class SlabPool:
    """Lends slabs and takes them back: fresh memory would cost a page fault every 4 kB."""

    def __init__(self) -> None:
        self._free: dict[np.dtype, list[np.ndarray]] = {}
        self._lock = threading.Lock()

    @contextmanager
    def lend(self, dtype: np.dtype) -> Iterator[np.ndarray]:
        """A (CAPACITY,) array of `dtype` with finite content, for the length of a with block."""
        with self._lock:
            free = self._free.setdefault(dtype, [])
            slab = free.pop() if free else None
        if slab is None:
            slab = aligned_empty(CAPACITY, dtype)
        try:
            yield slab
        finally:
            with self._lock:
                self._free[dtype].append(slab)


def needed_span(first: int, last: int, size: int, border: str) -> list[tuple[int, int]]:
    """The spans of an axis of `size` pixels that positions first … last − 1 take their values from.

    There are two where `wrap` reaches round to the other side, none where all are the constant.
    """
    inside = (max(first, 0), min(last, size))
    if border == "wrap" and last - first < size:
        low, high = first % size, (last - 1) % size + 1
        return [(low, size), (0, high)] if low >= high else [(low, high)]
    # a rotated picture's corner may lie mostly outside: its reflection reaches further in
    beyond = border in ("reflect", "mirror") and (first < 0 or last > size)
    if border == "wrap" or beyond or inside[0] >= inside[1]:
        indices = source_indices(first, last, size, border)
        indices = indices[indices >= 0]
        if not indices.size:
            return []
        return [(int(indices.min()), int(indices.max()) + 1)]
    return [inside]


@dataclass(frozen=True)
class Axis:
    """Where the positions along one axis of a slab, which may reach beyond the image, take their pixels from.

    Attributes:
        indices: (positions,) indices into the image; −1 for the constant.
        runs: for each span of the image that is read, the runs (position, index, length) copied from it.
        constant: positions that are the constant.
        repeated: positions that repeat copied ones.
        copied: the positions that those of `repeated` repeat.
    """

    indices: np.ndarray
    runs: Mapping[tuple[int, int], list[tuple[int, int, int]]]
    constant: list[slice]
    repeated: list[slice]
    copied: np.ndarray


@lru_cache(64)
def axis_of(first: int, last: int, size: int, border: str) -> Axis:
    """The axis of positions first … last − 1 on an image of `size` pixels: tiles and frames have few."""
    indices = source_indices(first, last, size, border)
    is_copied = np.zeros(indices.size, bool)
    runs = _interior_runs(indices, needed_span(first, last, size, border), is_copied)
    rest = np.flatnonzero(~is_copied)
    repeated = rest[indices[rest] >= 0]
    copied = np.flatnonzero(is_copied)
    if repeated.size:
        copied = copied[np.argsort(indices[copied], kind="stable")]
        copied = copied[np.searchsorted(indices[copied], indices[repeated])]
    return Axis(indices, runs, _runs(rest[indices[rest] < 0]), _runs(repeated), copied)


def _fill_axis(slab: np.ndarray, along: Axis, axis: int, constant: np.ndarray) -> None:
    """Fill the positions of an axis that were not copied from the image."""
    lanes = np.moveaxis(slab, axis, 0)
    # NumPy writes one value row by row, and several pixel by pixel
    value = constant[0] if (constant == constant[0]).all() else constant
    for run in along.constant:
        lanes[run] = value
    if not along.repeated:
        return
    copied = along.copied
    if axis == 1:
        # NumPy takes single values in half the time of pixels of three
        channels = slab.shape[2]
        copied = (copied[:, None] * channels + np.arange(channels)).reshape(-1)
        taken = np.take(slab.reshape(len(slab), -1), copied, 1).reshape(len(slab), -1, channels)
    else:
        taken = np.take(slab, copied, 0)
    # by rows, as memory lies: filling column by column would visit every row again
    pixels, done = np.moveaxis(taken, axis, 0), 0
    for run in along.repeated:
        count = run.stop - run.start
        lanes[run] = pixels[done : done + count]
        done += count


def hull_of_sources(rect: Rect, size: tuple[int, int], border: str) -> Rect:
    """The part of an image that the pixels of `rect`, which may reach beyond it, take their values from.

    Where all pixels are the constant, the part is one pixel, which tells the number format.
    """
    rows = needed_span(rect.y0, rect.y1, size[0], border)
    columns = needed_span(rect.x0, rect.x1, size[1], border)
    if not rows or not columns:
        return Rect(0, 0, 1, 1)
    (y0, y1), (x0, x1) = (
        (min(low for low, _ in spans), max(high for _, high in spans)) for spans in (rows, columns)
    )
    return Rect(y0, x0, y1, x1)


def _runs(positions: np.ndarray) -> list[slice]:
    """Ascending positions as slices: a slice is copied in a fraction of the time of a list of indices."""
    if not positions.size:
        return []
    breaks = np.flatnonzero(np.diff(positions) != 1)
    firsts, lasts = positions[np.concatenate(([0], breaks + 1))], positions[np.append(breaks, -1)]
    return [slice(int(first), int(last) + 1) for first, last in zip(firsts, lasts, strict=True)]


def fill_halo(
    memory: np.ndarray,
    rect: Rect,
    size: tuple[int, int],
    channels: int,
    border: str,
    cval: float,
    fetch: Fetch,
    border_alpha: str = "auto",
) -> int:
    """Write the pixels of `rect`, which may reach beyond the image, to `memory`.

    Args:
        memory: flat; the rows are written one after the other from index 0.
        size: (height, width) of the image.
        fetch: returns a buffer that holds a rectangle inside the image.
        cval: encoded value of the constant border, scaled to the memory's integers here.
        border_alpha: alpha of a constant border: `opaque`, `clear` (its colours are 0 too), or `auto`: clear
            where cval is 0, else opaque. Both look the same premultiplied and straight.

    Returns:
        the pitch: elements from one row to the next.
    """
    width = rect.width * channels
    pitch = _pitch(memory, rect.height, width, channels)
    rows_of_memory = memory[: rect.height * pitch].reshape(rect.height, pitch)
    slab = rows_of_memory[:, :width].reshape(rect.height, rect.width, channels)
    # only with a constant border is cval sure to fit the memory's integers
    cval = cval if border == "constant" else 0.0
    opaque = border_alpha == "opaque" or (border_alpha == "auto" and cval != 0)
    cval = 0.0 if has_alpha(channels) and not opaque else cval
    unit = integer_unit(memory.dtype)
    constant = np.full(channels, cval if memory.dtype.kind == "f" else round(cval / unit), memory.dtype)
    if has_alpha(channels):
        constant[-1] = round(1 / unit) if opaque else 0
    rows = axis_of(rect.y0, rect.y1, size[0], border)
    columns = axis_of(rect.x0, rect.x1, size[1], border)
    if not rows.runs or not columns.runs:
        slab[:] = constant
        return pitch
    if max(sum(map(len, axis.runs.values())) for axis in (rows, columns)) > MOST_RUNS:
        _fill_by_index(slab, rows.indices, columns.indices, constant, fetch)
        return pitch
    for y_span, row_runs in rows.runs.items():
        for x_span, column_runs in columns.runs.items():
            piece = Rect(y_span[0], x_span[0], y_span[1], x_span[1])
            buffer = fetch(piece)
            for y, sy, height in row_runs:
                for x, sx, width in column_runs:
                    part = Rect(sy, sx, sy + height, sx + width)
                    rows_out = memory[y * pitch : (y + height) * pitch].reshape(height, pitch)
                    buffer.copy_to(rows_out[:, x * channels : (x + width) * channels], part)
    _fill_axis(slab, columns, 1, constant)
    _fill_axis(slab, rows, 0, constant)
    return pitch


def _pitch(memory: np.ndarray, rows: int, width: int, channels: int) -> int:
    """The elements from one row of a slab to the next: those of a row, or a few more.

    Rows that begin a multiple of PAGE bytes apart share a set of the first cache, which holds eight lines:
    the sums of a blur down the columns would take twice as long.
    """
    off = width * memory.itemsize % PAGE
    gap = channels * -(-APART // (memory.itemsize * channels))
    apart = APART // 2 <= off <= PAGE - APART // 2
    return width if apart or rows * (width + gap) + 2 * CHUNK > memory.size else width + gap


def _fill_by_index(
    slab: np.ndarray, rows: np.ndarray, columns: np.ndarray, constant: np.ndarray, fetch: Fetch
) -> None:
    """Fill the slab by indexing: for a rectangle far outside the image, where reflections run backwards."""
    y0, x0 = int(rows[rows >= 0].min()), int(columns[columns >= 0].min())
    hull = Rect(y0, x0, int(rows.max()) + 1, int(columns.max()) + 1)
    pixels = np.empty((hull.height, hull.width, slab.shape[2]), slab.dtype)
    fetch(hull).copy_to(pixels.reshape(hull.height, -1), hull)
    slab[:] = pixels[np.maximum(rows - y0, 0)][:, np.maximum(columns - x0, 0)]
    slab[rows < 0] = constant
    slab[:, columns < 0] = constant


def _interior_runs(
    indices: np.ndarray, spans: list[tuple[int, int]], is_copied: np.ndarray
) -> dict[tuple[int, int], list[tuple[int, int, int]]]:
    """Return for each span of the axis the runs (position, index, length) that cover it, each index once.

    Their positions are marked in `is_copied`.
    """
    breaks = np.flatnonzero(np.diff(indices) != 1) + 1
    firsts = np.concatenate(([0], breaks))
    starts, ends = indices[firsts], indices[np.concatenate((breaks, [indices.size])) - 1] + 1
    runs: dict[tuple[int, int], list[tuple[int, int, int]]] = {span: [] for span in spans}
    for span in spans:
        index = span[0]
        while index < span[1]:
            # among the runs that hold this index, take the one that reaches furthest
            reach = np.where((starts <= index) & (index < ends), ends, -1)
            best = int(reach.argmax())
            position = int(firsts[best] + index - starts[best])
            length = min(int(ends[best]), span[1]) - index
            is_copied[position : position + length] = True
            runs[span].append((position, index, length))
            index += length
    return runs
