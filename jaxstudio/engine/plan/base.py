"""The interface of plans: the region that a step reads, its computation, its compiled kernels.

A plan belongs to one step: it knows the op, values and sizes, but neither the recipe nor other steps. When
it is executed, a StepContext gives it the input's pixels, a device's kernels, and memory to work in.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Protocol, Self

import numpy as np

from jaxstudio.engine.buffers import (
    CAPACITY,
    CHUNK,
    BufferCache,
    Rect,
    TiledBuffer,
    ValueCache,
    new_buffer,
)
from jaxstudio.engine.halo import SlabPool, Written, fill_halo
from jaxstudio.engine.kernels import Kernels, sample_values, traced
from jaxstudio.engine.plan.chunk_runner import ChunkRunner as ChunkRunner
from jaxstudio.engine.plan.chunk_runner import Out as Out
from jaxstudio.engine.requests import JobControl, control_of
from jaxstudio.kernels.borders import INDEX_MAPS
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.op import Op
from jaxstudio.runtime.compile_counter import COMPILES

# Elements that a slab can hold besides the overhang of the last chunk and of the row passes.
ROOM = CAPACITY - 2 * CHUNK
# The number format of the pixels that the window shows.
DISPLAY_DTYPE = "uint8"
# Most mask planes that are kept, and their bytes (the newest stays, however large).
MASK_PLANES, MASK_BYTES = 8, 64 << 20
PATCHES, PATCH_BYTES = 512, 64 << 20  # most filled holes that are kept, and their bytes
MASK_BLOCKS = 1024  # most mask blocks that are kept, 64 KiB each
AFTER_TABLE = "after a table"  # begins the variant of plans that read their input through a table
Cancel = Callable[[], bool]
Size = tuple[int, int]  # (height, width) in pixels
Values = Mapping[str, Any]
Time = tuple[float, float]


def clock() -> Time:
    """The time now, and the time that this thread has spent compiling so far, in seconds."""
    return time.perf_counter(), COMPILES.seconds_here


def fits_slab(elements: int) -> bool:
    """Whether a slab can hold an input of so many elements, halo included."""
    return elements <= ROOM


def is_8bit_constant(values: Values) -> bool:
    """Whether 8-bit integers can hold the values beyond the edge."""
    cval = values["cval"] if values.get("border") == "constant" else 0.0
    return 0.0 <= cval <= 1.0 and (cval * 255) % 1 == 0


@dataclass(frozen=True)
class Workspace:
    """Memory that the steps on one device share.

    Attributes:
        slabs: input of kernels, lent for one call.
        statistics: those of whole images, by everything that decides the image.
        whole_images: results of ops that can only compute the whole image.
        whole_lock: held while a whole image is computed.
        library_tiles: results of library filters, square by square.
        patches: holes of masks, filled.
        mask_planes: values of masks that do not depend on pixels.
        mask_blocks: blocks of polygons and strokes.
    """

    slabs: SlabPool
    statistics: ValueCache
    whole_images: ValueCache
    whole_lock: Any
    library_tiles: BufferCache
    patches: ValueCache
    mask_planes: ValueCache
    mask_blocks: ValueCache

    @classmethod
    def new(cls, whole_images: ValueCache, library_tiles: BufferCache) -> Workspace:
        planes = ValueCache(MASK_PLANES, MASK_BYTES)
        blocks = ValueCache(MASK_BLOCKS)
        patches, lock = ValueCache(PATCHES, PATCH_BYTES), threading.RLock()
        return cls(SlabPool(), ValueCache(), whole_images, lock, library_tiles, patches, planes, blocks)

    def apart(self, whole_images: ValueCache, library_tiles: BufferCache) -> Workspace:
        """A workspace that shares slabs and statistics, but does not wait for others' whole images."""
        return replace(
            self, whole_images=whole_images, whole_lock=threading.RLock(), library_tiles=library_tiles
        )


class Branch(Protocol):
    """Steps that lead from a combining step's input to one of the images it combines."""

    @property
    def plans(self) -> Sequence[Plan]: ...

    @property
    def is_kept(self) -> bool:
        """Whether the branch's result is kept for the next render."""

    def write(self, rect: Rect, dtype: str, out: np.ndarray) -> None:
        """Write `rect` of the branch's result to `out`: (height, width·channels) of `dtype`."""


class StepContext(ChunkRunner, ABC):
    """Everything that executes a plan: input pixels, a device's kernels, memory, cancellation, timing."""

    def __init__(
        self, plan: Plan, kernels: Kernels, threads: int, workspace: Workspace, cancel: Cancel
    ) -> None:
        super().__init__(kernels, threads)
        self.plan, self.workspace, self.cancel = plan, workspace, cancel

    @property
    @abstractmethod
    def cache_key(self) -> Hashable:
        """Return everything that decides the step's result."""

    @property
    @abstractmethod
    def input_key(self) -> Hashable:
        """Return everything that decides the step's input."""

    @property
    @abstractmethod
    def noise_key(self) -> np.ndarray:
        """(2,) uint32 seed of the step's noise."""

    @abstractmethod
    def input(self, rect: Rect, dtype: str | None = None) -> TiledBuffer:
        """A buffer that holds `rect` of the step's input; with dtype None integers are not converted."""

    def written_input(self, rect: Rect) -> Written | None:
        """`rect` of the input, written where it is wanted; None where a buffer of it is no detour."""
        return None

    @abstractmethod
    def tabled_input(self, rect: Rect) -> tuple[Callable[[Rect], TiledBuffer], np.ndarray] | None:
        """Bytes and a table, (256,) float32, whose entries for them are `rect` of the input; None: no table.

        The bytes are returned by a function of a rectangle inside `rect`.
        """

    @abstractmethod
    def input_pixels(self, rect: Rect, dtype: str) -> np.ndarray:
        """`rect` of the input, however large: (height, width, channels) in memory of its own."""

    @abstractmethod
    def input_tiles(self) -> Iterator[tuple[Rect, TiledBuffer]]:
        """Yield the whole input, tile by tile, in its own number format."""

    @abstractmethod
    def statistic(self) -> dict[str, Any]:
        """The result of `plan.measure` on the whole input."""

    @abstractmethod
    def branches(self) -> list[Branch]:
        """A branch for each image that this step combines."""

    @abstractmethod
    def hold_input(self, rect: Rect) -> AbstractContextManager[TiledBuffer]:
        """The input under `rect`; within the with block the branches read it from memory."""

    @abstractmethod
    def add_time(self, began: Time, share: float = 1.0) -> None:
        """Add a share of the time since `clock` returned `began`, without compiling, to the step's time.

        The followers' part of it is added to theirs.
        """

    @abstractmethod
    def report_left_out(self, count: int | None) -> None:
        """Tell the user, once, that `count` NaN and infinities were left out; None: an unknown number."""

    def map(self, work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        """work(item) of every item; Cancelled is raised between two of them."""

        def unless_cancelled(item: Any) -> Any:
            self.control.check()
            return work(item)

        return super().map(unless_cancelled, items)

    @property
    def control(self) -> JobControl:
        """Cancellation and progress of the work."""
        return control_of(self.cancel)


class Plan(ABC):
    """Base class: the way to compute a step of one kind of op.

    Args:
        values: the op's parameters, lengths in pixels of the (reduced) image.
        level: each pixel of the reduced image is the mean of 4^level pixels of the photo.
        size: (height, width) of the input in pixels.
        channels: those of the input and the result.
        photo_dtype: number format of the photo if the step reads the photo where it lies, else None.

    Class attributes:
        computes: whether the step has a result of its own; false for ops composed of others.
        chunk_by_chunk: whether chunks can be written to the caller's memory, one by one.
        needs_statistic: whether the whole input must be measured before any pixel is computed.
        needs_whole_input: whether a part of the result cannot be computed alone.
        by_library: whether a library computes it, whose call cannot be cancelled.
        writes_directly: whether pixels blended from others are written where they are wanted, without a
            buffer in between.
        resamples: whether pixels move other than by whole rows and columns.
    """

    computes: ClassVar[bool] = True
    chunk_by_chunk: ClassVar[bool] = False
    needs_statistic: ClassVar[bool] = False
    needs_whole_input: ClassVar[bool] = False
    by_library: ClassVar[bool] = False
    writes_directly: ClassVar[bool] = False

    def __init__(
        self,
        op: Op,
        values: Values,
        size: Size,
        channels: int,
        photo_dtype: str | None = None,
        level: int = 0,
    ) -> None:
        self.op, self.values, self.size = op, values, size
        self.channels, self.photo_dtype, self.level = channels, photo_dtype, level
        self.kind: Any = op.kind
        # distinguishes this plan from the others of `variants`
        self.variant: Hashable = None

    @staticmethod
    def substitute(op: Op, values: Values) -> Op:
        """The op that computes the same result faster where there is one for these values, else `op`."""
        return op

    @staticmethod
    def parts(op: Op, values: Values) -> Iterator[tuple[Op, Values]]:
        """The other ops that a step of this op may run, with example values."""
        yield from ()

    @property
    def title(self) -> str:
        return self.op.title

    @property
    def resamples(self) -> bool:
        return False

    @property
    def views_photo(self) -> bool:
        """Whether the whole result is a part of the photo where it lies in memory."""
        return False

    @property
    def keeps_integers(self) -> bool:
        """Whether integers pass through unchanged: values are picked or moved, not computed."""
        return False

    @property
    def dtype_between(self) -> str | None:
        """The number format in which the next step reads the result; None: integers stay integers."""
        return None if self.keeps_integers else "float32"

    @cached_property
    def result_size(self) -> Size:
        """(height, width) of the result."""
        return self.op.kind.result_size(self.values, self.size)

    # -- regions

    def input_rect(self, rect: Rect) -> Rect:
        """The input that `rect` is computed from, before it is clipped to the image."""
        return rect

    def fits_in_one_buffer(self, rect: Rect) -> bool:
        """Whether `rect` can be computed from one slab, or from the photo itself."""
        return fits_slab(max(rect.area, self.input_rect(rect).area) * self.channels)

    def source_position(self, kernels: Kernels, noise_key: np.ndarray, y: int, x: int) -> np.ndarray | None:
        """The pixel (y, x) of the input nearest to the place shown at (y, x) of the result; whole float64.

        It may lie beyond the input's edge. None: pixels do not move.
        """
        if self.result_size == self.size:
            return None
        return np.floor((np.array([y, x]) + 0.5) * self.size / np.array(self.result_size))

    def place_in_input(
        self, kernels: Kernels, noise_key: np.ndarray, y: int, x: int
    ) -> tuple[int, int] | None:
        """The pixel of the input shown at (y, x) of the result; None where a constant is shown."""
        position = self.source_position(kernels, noise_key, y, x)
        if position is None:
            return y, x
        if not np.isfinite(position).all():
            return None
        index_of = INDEX_MAPS[str(self.values.get("border", getattr(self.kind, "border", "nearest")))]
        y, x = (int(index_of(np.array([int(at)]), n)[0]) for at, n in zip(position, self.size, strict=True))
        return None if y < 0 or x < 0 else (y, x)

    @property
    def border(self) -> str:
        """The border mode beyond the input's edge, from the op's own parameter."""
        return str(self.values.get("border", "nearest"))

    # -- execution

    @abstractmethod
    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        """A buffer that holds `rect` of the result.

        Args:
            dtype: number format of the result; None leaves integers that the step keeps.
            out: for a plan that works `chunk_by_chunk`: write the pixels here instead of to a buffer.
        """

    def prepare(self, step: StepContext) -> None:  # noqa: B027 (nothing to do for most)
        """Compute what every region of the result needs, in a plan that needs its whole input."""

    def write_directly(self, step: StepContext, rect: Rect, out: np.ndarray, *, cached: bool) -> bool:
        """Write `rect` to `out`, (height, width·channels), where that saves a copy; returns whether it did.

        Args:
            cached: whether a buffer of `rect` would be kept for the next render.
        """
        return False

    def may_write_from_photo(self, rect: Rect) -> bool:
        """Whether `write_from_photo` may be able to write `rect`."""
        return False

    def write_from_photo(
        self,
        step: StepContext,
        photo: np.ndarray,
        rect: Rect,
        dtype: str,
        out: np.ndarray,
        progress: Callable[[int], None],
        write: Callable[[Rect, np.ndarray], None],
    ) -> bool:
        """Write whole rows, reading the photo in place; returns whether it did. See NeighbourhoodPlan."""
        return False

    def pending_pixels(self, workspace: Workspace, cache_key: Hashable, rect: Rect) -> int | None:
        """Return how many pixels a library must still compute for `rect`; None if the result is known."""
        return 0

    def branch_ops(self) -> Sequence[Sequence[tuple[Op, Values]]]:
        """Return for each image that the step combines the ops and values that compute it."""
        return ()

    def measure(self, step: StepContext) -> dict[str, Any]:
        """Measure the statistic of the whole input, in a plan that needs one."""
        return {}

    def sample_statistic(self) -> dict[str, Any]:
        """Arrays of the shapes that `measure` returns."""
        return {}

    def parameters(self) -> dict[str, Any]:
        """The arrays that the op's functions get as `p`."""
        return traced(self.op, self.values)

    # -- compiling ahead

    def variants(self, soon: bool) -> Iterator[Plan]:
        """Plans that together run every kernel of this op for pixels of this many channels.

        Args:
            soon: yield the plans of the present values; else those of all other values.
        """
        if soon and self.computes:
            yield self.sample()

    def sample(self) -> Self:
        """A plan with other values that runs the same kernels, and reads no file."""
        return type(self)(self.op, sample_values(self.op), self.size, self.channels)

    def output_dtypes(self, input_dtype: str) -> tuple[str, ...]:
        """The number formats in which results may be requested for an input of this format."""
        return tuple(dict.fromkeys(("float32", DISPLAY_DTYPE)))


class SlabPlan(Plan):
    """Plans whose kernels read a slab: a rectangle of the input with a halo, and a border at its edges."""

    @property
    def mixes_pixels(self) -> bool:
        """Whether pixels are averaged, so that colours must be weighted by alpha."""
        return True

    @property
    def premultiplies(self) -> bool:
        """Whether kernels read premultiplied colours."""
        return self.mixes_pixels and has_alpha(self.channels)

    def fetch(self, step: StepContext, rect: Rect, dtype: str | None = None) -> TiledBuffer:
        """A buffer that holds `rect` (inside the input) in the format of the slab, `dtype` if possible."""
        if self.premultiplies:
            return step.premultiply(step.input(rect), rect)
        return step.input(rect, dtype if is_8bit_constant(self.values) else "float32")

    def slab_filler(
        self, step: StepContext, rect: Rect, dtype: str | None = None
    ) -> tuple[Callable[[np.ndarray], int], TiledBuffer]:
        """A function that writes the input under `rect` to a slab and returns the pitch; a buffer alike."""
        inside = rect.clipped(*self.size)
        # a rectangle wholly outside is filled from pixels inside: any pixel tells their format
        probe = self.fetch(step, inside if inside.area else Rect(0, 0, 1, 1), dtype)
        return self._filler(step, rect, probe, dtype), probe

    def input_filler(self, step: StepContext, rect: Rect) -> tuple[Callable[[np.ndarray], int], np.dtype]:
        """A function that writes the input under `rect` to a slab and returns the pitch; the number format.

        The function adds its own time to the step's, without the time of the step before.
        """
        written = None if self.premultiplies else step.written_input(rect.clipped(*self.size))
        if written is not None:
            return self._filler(step, rect, written), written.dtype
        fill, probe = self.slab_filler(step, rect)

        def timed(memory: np.ndarray) -> int:
            began = clock()
            pitch = fill(memory)
            step.add_time(began)
            return pitch

        return timed, probe.dtype

    def _filler(
        self, step: StepContext, rect: Rect, probe: TiledBuffer | Written, dtype: str | None = None
    ) -> Callable[[np.ndarray], int]:
        def fetch(piece: Rect) -> TiledBuffer | Written:
            return probe if probe.rect.contains(piece) else self.fetch(step, piece, dtype)

        def fill(memory: np.ndarray) -> int:
            return fill_halo(
                memory,
                rect,
                self.size,
                self.channels,
                self.border,
                self.values.get("cval", 0.0),
                fetch,
                self.values.get("border_alpha", "auto"),
            )

        return fill

    def blend(
        self,
        step: StepContext,
        rect: Rect,
        dtype: str,
        write: Callable[[StepContext, Rect, np.ndarray], None],
    ) -> TiledBuffer:
        """`rect` of a result that blends pixels; with alpha, colours are weighted by alpha.

        Args:
            write: write(step, rect, out) writes the blended pixels to `out`.
        """
        weighted = has_alpha(self.channels)
        buffer, out = new_buffer(rect, self.channels, "float32" if weighted else dtype)
        write(step, rect, out)
        return step.unpremultiply(buffer, dtype) if weighted else buffer


def part_of(piece: Rect, rect: Rect, channels: int) -> tuple[slice, slice]:
    """The slices of `piece` in the (height, width·channels) array of `rect`."""
    return (
        slice(piece.y0 - rect.y0, piece.y1 - rect.y0),
        slice((piece.x0 - rect.x0) * channels, (piece.x1 - rect.x0) * channels),
    )
