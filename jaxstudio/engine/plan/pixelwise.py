"""Runs of steps that read only one pixel: each chunk goes through all steps before the next chunk is read.

So between two steps there is a chunk in the processor's cache, not an image in memory. Steps at the beginning
that map a value of a channel to a value have 256 results in each channel of an 8-bit photo: these are
computed once, and looked up.
"""

from __future__ import annotations

import sys
import time
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from jaxstudio.engine.buffers import CHUNK, Rect, TiledBuffer, in_chunks
from jaxstudio.engine.kernels import KernelKey, KernelSpec, for_equal_types
from jaxstudio.engine.plan.base import Plan, Size, StepContext, clock
from jaxstudio.engine.plan.chunk_runner import Out, layout_of
from jaxstudio.errors import Wording
from jaxstudio.kernels import pixels

LEVELS = np.arange(256, dtype=np.float32) * np.float32(1 / 255)  # what `to_float` makes of 8 bits
IN_RUN = "in a run"  # the variant whose kernels a run of several steps needs besides
# (flat index of the chunk's first element in the layout, chunk) → chunk
ChunkFunction = Callable[[int, Any], Any]


class PixelwisePlan(Plan):
    """Plans that compute each pixel of the result from that pixel of the input."""

    chunk_by_chunk = True

    @abstractmethod
    def kernel(self, dtype: str, on_cpu: bool) -> KernelSpec:
        """(chunk, where, arguments) → chunk of the result in `dtype`; `where` is that of `place_of_chunk`."""

    def arguments(self, step: StepContext, parameters: dict[str, Any]) -> Any:
        """The arguments of the kernel; `parameters` include the statistic of an op that needs one."""
        return parameters

    @property
    def by_channel(self) -> bool:
        """Whether a value and its channel decide its result, which for 8 bits can be looked up in a table."""
        return False

    @property
    def by_value(self) -> bool:
        """Whether a value alone decides its result, in every channel alike."""
        return False

    @property
    def cheap(self) -> bool:
        """Whether the kernel is faster than a look into the table."""
        return getattr(self.kind, "cheap", False) and self.variant != IN_RUN

    def variants(self, soon: bool) -> Iterator[Plan]:
        for plan in super().variants(soon):
            yield plan
            if plan.variant is None and self.by_channel and self.cheap:
                in_run = self.sample()
                in_run.variant = IN_RUN
                yield in_run

    def transform(
        self, step: StepContext, layout: TiledBuffer, parameters: dict[str, Any], dtype: str
    ) -> ChunkFunction:
        """A function that computes a chunk of the result in `dtype`.

        Args:
            layout: layout and number format of the input's chunks; it may hold no chunks.
        """
        kernel = for_equal_types(step.kernels.get(self.kernel(dtype, step.kernels.on_cpu)))
        arguments = self.arguments(step, parameters)
        return lambda start, chunk: kernel(chunk, place_of_chunk(start, layout, self.size), arguments)

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        return execute_run([step], rect, dtype or "float32", out)


class Run:
    """Consecutive pixelwise steps, computed chunk by chunk. The constructor measures their statistics.

    Args:
        steps: the contexts of steps whose plans are pixelwise.
        dtype: the number format of the last step's result.
    """

    def __init__(self, steps: Sequence[StepContext], dtype: str) -> None:
        self.steps, self.dtype = steps, dtype
        self._parameters = [
            step.plan.parameters() | (step.statistic() if step.plan.needs_statistic else {}) for step in steps
        ]
        # seconds per chunk: list 0 for the work before the run, then one list for each step
        self._seconds: list[list[float]] = [[] for _ in range(len(steps) + 1)]

    def chunk_function(self, layout: TiledBuffer) -> ChunkFunction:
        """(flat index of its first element, chunk in this layout) → chunk of the last step's result."""
        tabled = self._tabled(layout)
        stages: list[tuple[ChunkFunction, list[list[float]]]] = []
        if tabled:
            look_up = self._table_lookup(tabled, layout.channels)
            stages.append((lambda start, chunk: look_up(chunk), self._seconds[1 : tabled + 1]))
        for number in range(tabled, len(self.steps)):
            step, dtype = self.steps[number], self._dtype_after(number)
            layout = layout_of(layout, [], self._dtype_after(number - 1)) if number else layout
            transform = _pixelwise(step).transform(step, layout, self._parameters[number], dtype)
            stages.append((transform, [self._seconds[number + 1]]))

        def compute(start: int, chunk: Any) -> Any:
            for stage, times in stages:
                began = time.perf_counter()
                chunk = stage(start, chunk)
                seconds = (time.perf_counter() - began) / len(times)
                for each in times:
                    each.append(seconds)
            return chunk

        return compute

    def _dtype_after(self, number: int) -> str:
        return self.dtype if number == len(self.steps) - 1 else "float32"

    def _tabled(self, layout: TiledBuffer) -> int:
        """How many steps at the beginning are looked up in one table (on a GPU that is no faster)."""
        if layout.dtype != np.uint8 or not self.steps[0].kernels.on_cpu:
            return 0
        plans = [_pixelwise(step) for step in self.steps]
        count = next((at for at, plan in enumerate(plans) if not plan.by_channel), len(plans))
        return 0 if count == 1 and plans[0].cheap else count

    def table(self) -> np.ndarray:
        """(256,) float32: what steps that are all `by_value` make of the levels of a byte."""
        return np.asarray(self._table(len(self.steps)))[:: self.steps[0].plan.channels]

    def _table(self, count: int) -> Any:
        """(256·channels,): what the first `count` steps make of a picture of one row.

        It has 256 pixels, all channels of each at its level.
        """
        kernels, channels = self.steps[0].kernels, self.steps[0].plan.channels
        plans = [_pixelwise(step) for step in self.steps[:count]]
        specs = [plan.kernel(self._dtype_after(number), kernels.on_cpu) for number, plan in enumerate(plans)]
        arguments = [
            plan.arguments(step, parameters)
            for plan, step, parameters in zip(
                plans, self.steps[:count], self._parameters[:count], strict=True
            )
        ]

        def compute() -> Any:
            table: Any = np.repeat(LEVELS, channels)
            where = np.array([0, table.size, 0, 0, 1, LEVELS.size], np.int32)
            for spec, each in zip(specs, arguments, strict=True):
                table = kernels.get(spec)(table, where, each)
            return table

        return kernels.prepared((channels, *(spec.key for spec in specs)), arguments, compute)

    def _table_lookup(self, count: int, channels: int) -> Callable[[Any], Any]:
        """(chunk of uint8) → the result of the first `count` steps."""
        kernels, dtype = self.steps[0].kernels, self._dtype_after(count - 1)
        table = self._table(count)
        if dtype == "uint8" and sys.byteorder == "little":
            to_words = _word_tables(channels)
            words = kernels.prepared(to_words.key, table, lambda: kernels.get(to_words)(table))
            by_words = kernels.get(LOOK_UP_WORDS)
            return lambda chunk: np.asarray(by_words(np.asarray(chunk).view(np.uint32), words)).view(np.uint8)
        if all(_pixelwise(step).by_value for step in self.steps[:count]):
            table, channels = np.asarray(table)[::channels], 1
        look_up = kernels.get(_look_up(channels, dtype))
        return lambda chunk: look_up(chunk, table)

    def add_seconds_before(self, seconds: float) -> None:
        self._seconds[0].append(seconds)

    def shares(self) -> list[float]:
        """Each step's share of the time that the chunks took; the rest was spent before the run."""
        total = sum(map(sum, self._seconds))
        return [sum(seconds) / total if total else 0.0 for seconds in self._seconds[1:]]


def _pixelwise(step: StepContext) -> PixelwisePlan:
    assert isinstance(step.plan, PixelwisePlan)
    return step.plan


def _look_up(channels: int, dtype: str) -> KernelSpec:
    """(uint8 chunk, table) → the table's entry for every value of a channel."""
    return KernelSpec(
        KernelKey("look_up", channels=channels, dtype=dtype),
        lambda: partial(pixels.look_up, channels=channels),
        lambda _: Wording("Table lookup, {0}", dtype),
    )


def _word_tables(channels: int) -> KernelSpec:
    """(table of uint8) → the tables of `look_up_words`."""
    return KernelSpec(
        KernelKey("word_tables", channels=channels),
        lambda: partial(pixels.word_tables, channels=channels),
        lambda _: Wording("Tables for the lookup of four bytes at once"),
    )


# (chunk seen as uint32, tables) → uint32
LOOK_UP_WORDS = KernelSpec(
    KernelKey("look_up_words"),
    lambda: pixels.look_up_words,
    lambda _: Wording("Table lookup, four bytes at once"),
)


def place_of_chunk(start: int, layout: TiledBuffer, size: Size) -> np.ndarray:
    """(start, pitch, first row, first element, height, width) of the chunk at this flat index: int32."""
    # a chunk may begin above the buffer's first pixel
    row, element = divmod(start - layout.base, layout.pitch)
    x0 = layout.rect.x0 * layout.channels
    return np.array([element, layout.pitch, layout.rect.y0 + row, x0, *size], np.int32)


def execute_run(steps: Sequence[StepContext], rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
    """A buffer that holds `rect` of the last step's result.

    Args:
        steps: all but the first are pixelwise; if there are several, the first works `chunk_by_chunk`.
        dtype: as in Plan.execute.
        out: as in Plan.execute.
    """
    first, *rest = steps
    if not isinstance(first.plan, PixelwisePlan):
        first.followers = Run(rest, dtype or "float32") if rest else None
        return first.plan.execute(first, rect, None if rest else dtype, out)
    run = Run(steps, dtype or "float32")
    before = in_chunks(first.input(rect), rect)
    began = clock()
    compute = run.chunk_function(before)
    numbers = range(len(before.chunks))
    buffer = first.map_chunks(
        before, run.dtype, lambda number: compute(number * CHUNK, before.chunks[number]), numbers, out
    )
    for step, share in zip(steps, run.shares(), strict=True):
        step.add_time(began, share)
    return buffer
