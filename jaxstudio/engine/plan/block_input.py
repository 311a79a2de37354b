"""The input of the blocks of a resampled result: the photo in place, or a part of the input in a slab."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import numpy as np

from jaxstudio.engine.buffers import CAPACITY, Rect, TiledBuffer, aligned_window
from jaxstudio.engine.halo import SlabPool, fill_halo, hull_of_sources
from jaxstudio.engine.plan.base import SlabPlan, StepContext, fits_slab, is_8bit_constant, part_of
from jaxstudio.lazy_dataclass import dataclass

# Elements after a row that a kernel may load along with the row's last pixel.
TAIL = 8
# The input of a kernel: CAPACITY elements of memory, the pitch, the index at which a rectangle begins.
Window = tuple[np.ndarray, int, int]
Found = TypeVar("Found")


@dataclass(frozen=True)
class Raster:
    """A rectangle of pixels, row after row in one piece of memory."""

    memory: np.ndarray  # flat
    rect: Rect
    first: int
    pitch: int
    channels: int

    def window(self, rect: Rect) -> Window | None:
        """`rect` without a copy; None where JAX could not take the memory as it is."""
        if not self.rect.contains(rect):
            return None
        begin = self._index(rect.y0, rect.x0)
        found = aligned_window(
            self.memory, begin, self._index(rect.y1 - 1, rect.x1 - 1) + self.channels + TAIL, CAPACITY
        )
        return found and (found[0], self.pitch, begin - found[1])

    def _index(self, y: int, x: int) -> int:
        return self.first + (y - self.rect.y0) * self.pitch + (x - self.rect.x0) * self.channels


@dataclass(frozen=True)
class BlockInput:
    """The pixels that the blocks of a result read, continued beyond the picture's edge by the border.

    Attributes:
        buffer: holds all of the picture that any block needs.
        plan: the plan of the step that reads it.
        raster: a rectangle of it that kernels can read in place, if any.
    """

    buffer: TiledBuffer
    plan: SlabPlan
    raster: Raster | None = None

    @classmethod
    def fetch(cls, plan: SlabPlan, step: StepContext, needed: Rect) -> BlockInput:
        """The input for blocks that together read `needed`, which may reach beyond the picture."""
        return cls(plan.fetch(step, hull_of_sources(needed, plan.size, plan.border)), plan)

    @contextmanager
    def at_hand(self, slabs: SlabPool, needed: Rect) -> Iterator[BlockInput]:
        """The input as a raster, which saves a copy per block: in place, or `needed` in one slab."""
        buffer = self.buffer
        if len(buffer.chunks) == 1 and buffer.chunk >= CAPACITY:
            memory = np.asarray(buffer.chunks[0])
            yield BlockInput(
                buffer, self.plan, Raster(memory, buffer.rect, buffer.base, buffer.pitch, buffer.channels)
            )
        elif fits_slab(needed.area * buffer.channels):
            with slabs.lend(buffer.dtype) as slab:
                pitch = self._write_to(slab, needed)
                yield BlockInput(buffer, self.plan, Raster(slab, needed, 0, pitch, buffer.channels))
        else:
            yield self

    @contextmanager
    def window(self, slabs: SlabPool, rect: Rect) -> Iterator[Window]:
        """Memory that holds `rect` for the length of a with block."""
        found = self.raster.window(rect) if self.raster is not None else None
        if found is not None:
            yield found
            return
        with slabs.lend(self.buffer.dtype) as slab:
            yield slab, self._write_to(slab, rect), 0

    def _write_to(self, slab: np.ndarray, rect: Rect) -> int:
        """Write the pixels of `rect` to a slab, row after row; returns the pitch, in elements."""
        values = self.plan.values
        return fill_halo(
            slab,
            rect,
            self.plan.size,
            self.plan.channels,
            self.plan.border,
            values.get("cval", 0.0),
            lambda piece: self.buffer,
            values.get("border_alpha", "auto"),
        )


def reads_photo(plan: SlabPlan) -> bool:
    """Whether blocks read the photo itself: then their input needs no slab, however large it is."""
    return plan.photo_dtype is not None and is_8bit_constant(plan.values) and not plan.premultiplies


def fits_at_once(plan: SlabPlan, rect: Rect, needed: Rect) -> bool:
    """Whether `rect` of the result can be computed with `needed` of the input in one buffer."""
    return fits_slab((rect.area if reads_photo(plan) else max(rect.area, needed.area)) * plan.channels)


def blocks_of(rect: Rect, rows: int, columns: int) -> Iterator[Rect]:
    """Cut a rectangle into blocks of at most so many rows and columns, from its upper left corner on."""
    for y in range(rect.y0, rect.y1, rows):
        for x in range(rect.x0, rect.x1, columns):
            yield Rect(y, x, min(y + rows, rect.y1), min(x + columns, rect.x1))


def pieces_that_fit(
    block: Rect, channels: int, find: Callable[[Rect], tuple[Found, Rect]]
) -> Iterator[tuple[Rect, Found, Rect]]:
    """Yield the block, or halves of it as long as their input is too large for a slab.

    Args:
        find: what is to be known of a block, and the rectangle of the input that it reads.
    """
    found, needed = find(block)
    if fits_slab(needed.area * channels) or block.area <= 1:
        yield block, found, needed
        return
    for half in block.halves():
        yield from pieces_that_fit(half, channels, find)


def write_block(pixels: object, block: Rect, columns: int, rect: Rect, out: np.ndarray) -> None:
    """Write a block that a kernel computed to its place in `out`, which holds `rect`.

    Args:
        pixels: flat, in rows of `columns` pixels; only the first ones, those of `block`, are written.
    """
    channels = out.shape[1] // rect.width
    rows = np.asarray(pixels).reshape(-1, columns * channels)
    out[part_of(block, rect, channels)] = rows[: block.height, : block.width * channels]
