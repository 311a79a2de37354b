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
from jaxstudio.engine.kernels import WATCH, Kernel, Kernels, KernelSpec, for_equal_types
from jaxstudio.engine.plan.base import Plan, Size, StepContext, clock
from jaxstudio.engine.plan.chunk_runner import Out, layout_of
from jaxstudio.engine.plan.fusion import PixelFunction, is_fusible, kernel_of, shapes_of

# (flat index of the chunk's first element in the layout, chunk) → chunk
ChunkFunction = Callable[[int, Any], Any]


Fusible = tuple[PixelFunction, Any]  # a function, and its arguments


class PixelwisePlan(Plan):
    """Plans that compute each pixel of the result from that pixel of the input."""

    chunk_by_chunk = True

    @abstractmethod
    def transform(
        self, step: StepContext, layout: TiledBuffer, parameters: dict[str, Any], dtype: str
    ) -> ChunkFunction:
        """A function that computes a chunk of the result in `dtype`.

        Args:
            layout: layout and number format of the input's chunks; it may hold no chunks.
            parameters: include the statistic of an op that needs one.
        """

    def pixel_function(self, input_dtype: str) -> PixelFunction | None:
        """The function that may be fused with those of other steps; None where that gains nothing."""
        return None

    def pixel_arguments(self, step: StepContext, parameters: dict[str, Any]) -> Any:
        """The arguments of the pixel function."""
        return parameters

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        return execute_run([step], rect, dtype or "float32", out)


def each_chunk(transform: Callable[[Any], Any]) -> ChunkFunction:
    """A chunk function that ignores where the chunk lies."""
    return lambda start, chunk: transform(chunk)


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
        transforms: list[tuple[ChunkFunction, list[int]]] = []
        fusible: list[int] = []
        functions: list[Fusible] = []
        for number, (step, parameters) in enumerate(zip(self.steps, self._parameters, strict=True)):
            assert isinstance(step.plan, PixelwisePlan)
            between = "float32" if fusible or number else layout.dtype.name
            function = fusible_function(step, between, parameters)
            if function is not None:
                fusible.append(number)
                functions.append(function)
                continue
            layout = self._add_fused(transforms, functions, fusible, layout)
            dtype = self.dtype if number == len(self.steps) - 1 else "float32"
            transforms.append((step.plan.transform(step, layout, parameters, dtype), [number]))
            layout = layout_of(layout, [], dtype)
        self._add_fused(transforms, functions, fusible, layout)
        times = self._seconds[1:]

        def compute(start: int, chunk: Any) -> Any:
            for transform, numbers in transforms:
                began = time.perf_counter()
                chunk = transform(start, chunk)
                each = (time.perf_counter() - began) / len(numbers)
                for number in numbers:
                    times[number].append(each)
            return chunk

        return compute

    def _add_fused(
        self,
        transforms: list[tuple[ChunkFunction, list[int]]],
        functions: list[Fusible],
        numbers: list[int],
        layout: TiledBuffer,
    ) -> TiledBuffer:
        """Move the pending functions to `transforms`: fused, if the kernel is compiled, else one by one."""
        if not numbers:
            return layout
        step, size = self.steps[numbers[0]], self.steps[numbers[0]].plan.size
        last = numbers[-1] == len(self.steps) - 1
        dtype = self.dtype if last else "float32"
        whole = fused_transform(step.kernels, functions, layout, size, dtype)
        if whole is not None:
            transforms.append((whole, list(numbers)))
            layout = layout_of(layout, [], dtype)
        else:
            for function, number in zip(functions, numbers, strict=True):
                own = dtype if number == numbers[-1] else "float32"
                transforms.append((single_transform(step.kernels, function, layout, size, own), [number]))
                layout = layout_of(layout, [], own)
        numbers.clear()
        functions.clear()
        return layout

    def add_seconds_before(self, seconds: float) -> None:
        self._seconds[0].append(seconds)

    def shares(self) -> list[float]:
        """Each step's share of the time that the chunks took; the rest was spent before the run."""
        total = sum(map(sum, self._seconds))
        return [sum(seconds) / total if total else 0.0 for seconds in self._seconds[1:]]


def fusible_function(step: StepContext, input_dtype: str, parameters: dict[str, Any]) -> Fusible | None:
    """A step's pixel function and its arguments; None if it has none, or fusion would change its bits."""
    assert isinstance(step.plan, PixelwisePlan)
    function = step.plan.pixel_function(input_dtype)
    if function is None:
        return None
    with WATCH.running(step.plan.op.name):
        arguments = step.plan.pixel_arguments(step, parameters)
        fits = is_fusible(function, step.plan.channels, shapes_of(arguments))
    return (function, arguments) if fits else None


def fused_transform(
    kernels: Kernels, functions: Sequence[Fusible], layout: TiledBuffer, size: Size, dtype: str
) -> ChunkFunction | None:
    """Several functions in one loop, if the kernel is compiled; else None, and the kernel is queued."""
    if len(functions) == 1:
        return single_transform(kernels, functions[0], layout, size, dtype)
    spec, zeros, arguments = _kernel_arguments(kernels, functions, layout, dtype)
    like = np.broadcast_to(np.zeros((), layout.dtype), CHUNK)
    kernel = kernels.get_if_ready(spec, like, np.zeros(6, np.int32), zeros, arguments)
    return None if kernel is None else _placed_transform(kernel, layout, size, zeros, arguments)


def single_transform(
    kernels: Kernels, function: Fusible, layout: TiledBuffer, size: Size, dtype: str
) -> ChunkFunction:
    """Return one function compiled as a kernel of its own."""
    spec, zeros, arguments = _kernel_arguments(kernels, [function], layout, dtype)
    return _placed_transform(for_equal_types(kernels.get(spec)), layout, size, zeros, arguments)


def _kernel_arguments(
    kernels: Kernels, functions: Sequence[Fusible], layout: TiledBuffer, dtype: str
) -> tuple[KernelSpec, np.ndarray, tuple[Any, ...]]:
    spec = kernel_of([function for function, _ in functions], layout.channels, dtype, kernels.on_cpu)
    return spec, np.zeros(len(functions), np.int32), tuple(arguments for _, arguments in functions)


def _placed_transform(
    kernel: Kernel, layout: TiledBuffer, size: Size, zeros: np.ndarray, arguments: tuple[Any, ...]
) -> ChunkFunction:
    def transform(start: int, chunk: Any) -> Any:
        return kernel(chunk, place_of_chunk(start, layout, size), zeros, arguments)

    return transform


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
