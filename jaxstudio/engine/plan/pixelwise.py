"""Runs of steps that look at one pixel only: each chunk goes through all of them before the next one is read.

What one step hands to the next is a chunk in the processor's cache, not an image in memory.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from jaxstudio.engine.buffers import CHUNK, Rect, TiledBuffer, in_chunks
from jaxstudio.engine.plan.base import Plan, StepContext, clock
from jaxstudio.engine.plan.chunk_runner import Out, layout_of

# (index of the chunk's first element, counted as in the layout, chunk) → chunk
ChunkFunction = Callable[[int, Any], Any]


class PixelwisePlan(Plan):
    """Plans that compute each pixel of the result from that pixel of the input."""

    chunk_by_chunk = True

    @abstractmethod
    def transform(
        self, step: StepContext, layout: TiledBuffer, parameters: dict[str, Any], dtype: str
    ) -> ChunkFunction:
        """What computes a chunk of the result in `dtype`.

        Args:
            layout: how the chunks of the input lie, and their number format; it may hold no chunks.
            parameters: with the statistic of an op that needs one.
        """

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        return execute_run([step], rect, dtype or "float32", out)


def each_chunk(transform: Callable[[Any], Any]) -> ChunkFunction:
    """A function of chunks wherever they lie."""
    return lambda start, chunk: transform(chunk)


class Run:
    """Pixelwise steps, one after the other, computed chunk by chunk. Statistics are measured at once.

    Args:
        steps: the contexts of steps whose plans are pixelwise.
        dtype: the number format of the last one's result.
    """

    def __init__(self, steps: Sequence[StepContext], dtype: str) -> None:
        self.steps, self.dtype = steps, dtype
        self._parameters = [
            step.plan.parameters() | (step.statistic() if step.plan.needs_statistic else {}) for step in steps
        ]
        # of each step, and before them of what is not theirs: a time for each chunk
        self._seconds: list[list[float]] = [[] for _ in range(len(steps) + 1)]

    def chunk_function(self, layout: TiledBuffer) -> ChunkFunction:
        """(flat index of its first element, chunk laid out so) → chunk of the last step's result."""
        transforms: list[ChunkFunction] = []
        for step, parameters in zip(self.steps, self._parameters, strict=True):
            assert isinstance(step.plan, PixelwisePlan)
            dtype = self.dtype if step is self.steps[-1] else "float32"
            transforms.append(step.plan.transform(step, layout, parameters, dtype))
            layout = layout_of(layout, [], dtype)
        times = self._seconds[1:]

        def compute(start: int, chunk: Any) -> Any:
            for transform, seconds in zip(transforms, times, strict=True):
                began = time.perf_counter()
                chunk = transform(start, chunk)
                seconds.append(time.perf_counter() - began)
            return chunk

        return compute

    def add_seconds_before(self, seconds: float) -> None:
        self._seconds[0].append(seconds)

    def shares(self) -> list[float]:
        """Of the time that chunks took, the share of each step; the rest was spent before them."""
        total = sum(map(sum, self._seconds))
        return [sum(seconds) / total if total else 0.0 for seconds in self._seconds[1:]]


def execute_run(steps: Sequence[StepContext], rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
    """A buffer that holds `rect` of the last step's result.

    Args:
        steps: all but the first are pixelwise, and the first one's plan works `chunk_by_chunk` if there
            are more.
        dtype: as in Plan.execute.
        out: likewise.
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
