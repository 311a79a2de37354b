"""Runs of steps that read only one pixel: each chunk goes through all steps before the next chunk is read.

So between two steps there is a chunk in the processor's cache, not an image in memory.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from jaxstudio.engine.buffers import CHUNK, Rect, TiledBuffer, in_chunks
from jaxstudio.engine.kernels import KernelSpec, for_equal_types
from jaxstudio.engine.plan.base import Plan, Size, StepContext, clock
from jaxstudio.engine.plan.chunk_runner import Out, layout_of

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
        transforms: list[ChunkFunction] = []
        for step, parameters in zip(self.steps, self._parameters, strict=True):
            assert isinstance(step.plan, PixelwisePlan)
            dtype = self.dtype if step is self.steps[-1] else "float32"
            transforms.append(step.plan.transform(step, layout, parameters, dtype))
            layout = layout_of(layout, [], dtype)

        def compute(start: int, chunk: Any) -> Any:
            for transform, times in zip(transforms, self._seconds[1:], strict=True):
                began = time.perf_counter()
                chunk = transform(start, chunk)
                times.append(time.perf_counter() - began)
            return chunk

        return compute

    def add_seconds_before(self, seconds: float) -> None:
        self._seconds[0].append(seconds)

    def shares(self) -> list[float]:
        """Each step's share of the time that the chunks took; the rest was spent before the run."""
        total = sum(map(sum, self._seconds))
        return [sum(seconds) / total if total else 0.0 for seconds in self._seconds[1:]]


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
