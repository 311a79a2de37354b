"""Scaling and shifting: finds the input rows above and below a block's rows; a kernel blends them.

Blocks are read from the picture in place, or near its edges from a copy of the rows: a slab would cost more
than the resampling.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property, partial

import numpy as np

from jaxstudio.engine.buffers import LINE, Rect, TiledBuffer, aligned_empty, parallel_map
from jaxstudio.engine.kernels import KernelKey, Kernels, KernelSpec
from jaxstudio.errors import Wording
from jaxstudio.kernels.borders import INDEX_MAPS
from jaxstudio.kernels.sampling import (
    ELEMENTS,
    FRACTION,
    ROWS,
    SEEN,
    STEPS,
    columns_filled,
    columns_of,
    halve_block,
    scale_block,
    split_places,
)
from jaxstudio.lazy_dataclass import dataclass

_scratch = threading.local()
# A kernel's input: memory, and the indices at which the rows above and below begin.
RowPairs = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Axis:
    """The places of one axis of a rectangle in the input: between pixel `whole` and the next one."""

    whole: np.ndarray  # int64, absolute, before the border is applied
    share: np.ndarray  # float32, weight of the next pixel
    size: int
    border: str

    @property
    def needed(self) -> tuple[int, int]:
        """The half-open range of input pixels that are read; (0, 1) if only the constant is."""
        places = np.concatenate([self.at(self.whole), self.at(self.whole + 1)])
        places = places[places >= 0]
        return (int(places.min()), int(places.max()) + 1) if places.size else (0, 1)

    def at(self, places: np.ndarray) -> np.ndarray:
        """Indices into the input; −1 where the border is a constant."""
        if places[0] >= 0 and places[-1] < self.size:  # ascending
            return places
        return INDEX_MAPS[self.border](places, self.size)


def axis(scale: float, shift: float, first: int, last: int, size: int, border: str) -> Axis:
    """The places scale·i + shift of the pixels first … last − 1."""
    whole, fraction = split_places(scale * np.arange(first, last, dtype=np.float64) + shift)
    return Axis(whole.astype(np.int64), fraction.astype(np.float32) / np.float32(FRACTION), size, border)


@dataclass(frozen=True)
class Raster:
    """A rectangle of an image in contiguous memory."""

    memory: np.ndarray  # flat
    first: int
    pitch: int
    rect: Rect
    channels: int

    @classmethod
    def of(cls, buffer: TiledBuffer, rect: Rect) -> Raster:
        """The buffer's own memory where it can be, else a copy."""
        number, first = divmod(buffer.index(rect.y0, rect.x0), buffer.chunk)
        last = buffer.index(rect.y1 - 1, rect.x1 - 1) + buffer.channels - 1
        if last // buffer.chunk == number:
            return cls(np.asarray(buffer.chunks[number]), first, buffer.pitch, rect, buffer.channels)
        width = rect.width * buffer.channels
        memory = aligned_empty(rect.height * width, buffer.dtype)
        buffer.copy_to(memory.reshape(rect.height, width), rect)
        return cls(memory, 0, width, rect, buffer.channels)

    @cached_property
    def pixels(self) -> np.ndarray:
        """(height, width, channels)"""
        size = self.memory.itemsize
        return np.lib.stride_tricks.as_strided(
            self.memory[self.first :],
            (self.rect.height, self.rect.width, self.channels),
            (self.pitch * size, self.channels * size, size),
            writeable=False,
        )

    def row_pairs(
        self, above: np.ndarray, below: np.ndarray, column: int, used: int, unit: int
    ) -> tuple[RowPairs, int] | None:
        """The rows of the image from a column on, without a copy.

        Args:
            used: how many of the ELEMENTS of a row are read from that column on.
            unit: the rows may begin earlier by a multiple of so many elements; they do where the last row
                would reach beyond the memory.

        Returns:
            the rows, and the number of elements before the column; None where JAX could not take the memory
            as it is.
        """
        starts = np.empty((2, ROWS), np.int64)
        for out, rows in zip(starts, (above, below), strict=True):
            out[: rows.size], out[rows.size :] = rows, rows[0]
        if (starts < 0).any():
            return None
        starts -= self.rect.y0
        starts *= self.pitch
        starts += self.first + (column - self.rect.x0) * self.channels
        # what JAX takes without a copy begins and ends at a multiple of LINE bytes
        end = self.memory.size - (self.memory.ctypes.data + self.memory.size) % LINE
        beyond = int(starts.max()) + ELEMENTS - end
        earlier = max(0, -(-beyond // unit) * unit)
        if used + earlier > ELEMENTS:
            return None
        starts -= earlier
        low, high = int(starts.min()), int(starts.max()) + ELEMENTS
        for seen in SEEN:
            begin = min(low, end - seen)
            begin -= (self.memory.ctypes.data + begin) % LINE
            if begin >= 0 and high <= begin + seen:
                upper, lower = (starts - begin).astype(np.int32)
                return (self.memory[begin : begin + seen], upper, lower), earlier
        return None


def applies(matrix: np.ndarray, channels: int) -> bool:
    """Whether there are kernels from 8 bits for this map (a scale and a shift) and no alpha."""
    return (
        channels in (1, 3)
        and matrix[0, 1] == matrix[1, 0] == 0
        and 0 < matrix[0, 0] <= STEPS[-1]
        and matrix[1, 1] > 0
    )


def _halve(channels: int, dtype: str) -> KernelSpec:
    """The average of 2×2 pixels; see kernels/sampling.py."""
    key = KernelKey("halve", channels=channels, dtype=dtype)
    return KernelSpec(
        key,
        lambda: partial(halve_block, channels=channels, dtype=dtype),
        lambda _: Wording("Average of 2×2 pixels, {0}", dtype),
    )


def _scale(channels: int, dtype: str) -> KernelSpec:
    """Resamples rows and columns separately; see kernels/sampling.py."""
    key = KernelKey("scale", channels=channels, dtype=dtype)
    return KernelSpec(
        key,
        lambda: partial(scale_block, channels=channels, dtype=dtype),
        lambda _: Wording("Resampling of rows and columns, {0}", dtype),
    )


def scale_rect(
    kernels: Kernels,
    fetch: Callable[[Rect], TiledBuffer],
    matrix: np.ndarray,
    rect: Rect,
    size: tuple[int, int],
    border: str,
    cval: float,
    out: np.ndarray,
    table: np.ndarray | None = None,
) -> None:
    """Write `rect` of the result to `out`: uint8, or float32, which it is with a table.

    Args:
        fetch: returns a buffer of uint8 that holds a rectangle of the input.
        size: (height, width) of the input.
        cval: encoded value of the constant border.
        table: (256,) float32; its entries for the input's bytes are resampled.
    """
    channels = out.shape[1] // rect.width
    rows = axis(matrix[1, 1], matrix[1, 2], rect.y0, rect.y1, size[0], border)
    columns = axis(matrix[0, 0], matrix[0, 2], rect.x0, rect.x1, size[1], border)
    (y0, y1), (x0, x1) = rows.needed, columns.needed
    inside = Rect(y0, x0, y1, x1)
    raster = Raster.of(fetch(inside), inside)
    constant = round(cval * 255)
    halves = matrix[0, 0] == matrix[1, 1] == 2 and _all_halves(rows, columns)
    kernel = kernels.get((_halve if halves else _scale)(channels, out.dtype.name))
    tables = () if table is None else (table,)
    step = float(matrix[0, 0])
    width, usable = columns_of(step, channels), columns_filled(step, channels)

    upper, lower = rows.at(rows.whole), rows.at(rows.whole + 1)

    def strip(x: int) -> Callable[[int], None]:
        """A function of y that computes the block at row y and column x."""
        across = min(usable, rect.width - x)
        right = slice(x, x + across)
        whole = columns.whole[right]
        sources = columns.at(np.arange(whole[0], whole[-1] + 2))
        first, shares = np.zeros(width, np.int32), np.zeros(width, np.float32)
        first[:across], shares[:across] = (whole - whole[0]) * channels, columns.share[right]

        in_a_run = bool(sources[0] >= 0) and bool((np.diff(sources) == 1).all())

        def block(y: int) -> None:
            height = min(ROWS, rect.height - y)
            down = slice(y, y + height)
            ends = upper[down], lower[down]
            used, unit = sources.size * channels, channels * (2 if halves else 1)
            found = raster.row_pairs(*ends, int(sources[0]), used, unit) if in_a_run else None
            pairs, earlier = found or (_block_memory(), 0)
            if found is None:
                for memory, places in zip(pairs[0].reshape(2, ROWS, -1), ends, strict=True):
                    part = memory[:height, : sources.size * channels].reshape(
                        height, -1, channels, copy=False
                    )
                    _cut(part, raster.pixels, places, sources, (y0, x0), constant)
            weights: tuple[np.ndarray, ...] = ()
            if not halves:
                down_shares = np.zeros(ROWS, np.float32)
                down_shares[:height] = rows.share[down]
                weights = down_shares, first + np.int32(earlier), shares
            block_pixels = kernel(*pairs, *weights, *tables)
            if not kernels.run:  # those that read a wide photo in place, too
                kernel(np.zeros(SEEN[1], np.uint8), *pairs[1:], *weights, *tables)
            levels = np.asarray(block_pixels).reshape(ROWS, width * channels)
            left = earlier // 2 if halves else 0
            kept = slice(left, left + across * channels)
            out[down, x * channels : (x + across) * channels] = levels[:height, kept]

        return block

    # the last strip ends with the rectangle: there may be no memory to read after it
    last = max(0, rect.width - usable)
    strips = [strip(x) for x in (*range(0, last, usable), last)]
    places = [(block, y) for y in range(0, rect.height, ROWS) for block in strips]
    parallel_map(lambda place: place[0](place[1]), places)


def _all_halves(*axes: Axis) -> bool:
    return all((axis.share == 0.5).all() for axis in axes)


def _block_memory() -> RowPairs:
    """This thread's memory for the rows above and below; a block is read before the next is written."""
    memory: dict[str, np.ndarray] = _scratch.__dict__
    if "rows" not in memory:
        memory["rows"] = aligned_empty(SEEN[0], np.uint8)
        memory["rows"][:] = 0
    above, below = np.arange(2 * ROWS, dtype=np.int32).reshape(2, ROWS) * ELEMENTS
    return memory["rows"], above, below


def _cut(
    out: np.ndarray,
    pixels: np.ndarray,
    rows: np.ndarray,
    columns: np.ndarray,
    first: tuple[int, int],
    constant: float,
) -> None:
    """Write the pixels at (rows × columns) to `out`; index −1 means the constant.

    Args:
        first: the row and column of the image at which `pixels` begin.
    """
    beyond_rows, beyond = rows < 0, columns < 0
    rows, columns = (
        np.where(beyond_rows, first[0], rows) - first[0],
        np.where(beyond, first[1], columns) - first[1],
    )
    run = _longest_run(columns)
    out[:, run] = pixels[_as_slice(rows), columns[run.start] : columns[run.stop - 1] + 1]
    for column in (*range(run.start), *range(run.stop, columns.size)):
        out[:, column] = pixels[rows, columns[column]]
    if beyond.any():
        out[:, beyond] = constant
    if beyond_rows.any():
        out[beyond_rows] = constant


def _as_slice(rows: np.ndarray) -> slice | np.ndarray:
    """Equidistant rows as a slice, which is copied faster than a list of indices."""
    step = int(rows[1] - rows[0]) if rows.size > 1 else 1
    if step > 0 and (np.diff(rows) == step).all():
        return slice(int(rows[0]), int(rows[-1]) + 1, step)
    return rows


def _longest_run(columns: np.ndarray) -> slice:
    """The longest run of consecutive columns."""
    ends = np.concatenate([[0], np.flatnonzero(np.diff(columns) != 1) + 1, [columns.size]])
    longest = int(np.diff(ends).argmax())
    return slice(int(ends[longest]), int(ends[longest + 1]))
