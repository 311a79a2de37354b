"""Derivatives of each pixel of the preview with respect to one parameter, in about the time of two frames.

If all steps from the changed one on are pixelwise, their functions are differentiated in forward mode
(`jax.jvp`) and compiled as one kernel, which reads the changed step's input from the engine's cache.
Otherwise the preview's kernels render the result at two values, and the derivative is the central difference:
for a neighbourhood or a warp, forward mode takes longer than two renders.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import numpy as np

from jaxstudio.differentiable.differences import (
    JUMP_SHARE,
    LONGER,
    MODERATE,
    STEP,
    changes_in_jumps,
    changes_size,
    real_parameter,
    recipes_around,
    recipes_to_either_side,
    typical_largest,
    value_in,
    weighted_difference,
    with_fitting_step,
)
from jaxstudio.differentiable.pixel_kernels import (
    PixelFunction,
    difference_kernel,
    jvp_kernel,
    mixed,
    pixel_function,
)
from jaxstudio.engine.buffers import (
    CHUNK,
    Rect,
    TiledBuffer,
    aligned_empty,
    in_chunks,
    new_buffer,
    parallel_map,
)
from jaxstudio.engine.executor import Executor, Notices
from jaxstudio.engine.job import Job
from jaxstudio.engine.plan.base import part_of
from jaxstudio.engine.plan.pixelwise import PixelwisePlan, place_of_chunk
from jaxstudio.engine.render import Engine
from jaxstudio.engine.requests import JobControl
from jaxstudio.engine.source import Source
from jaxstudio.pipeline.param_refs import ParamRef
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe

# Chunks of an image that are computed, compared and freed together: with so few, the memory is reused and
# stays in the processor's cache. Bands are higher where margins, which are computed twice, are wide.
BAND_CHUNKS, SAMPLED_CHUNKS, MARGINS = 4, 8, 8


@dataclass(frozen=True, eq=False)
class PixelDerivatives:
    """Derivatives of a part of a result with respect to a parameter, in encoded values per unit of it.

    Attributes:
        packed: uint32 (height, width), the format of the kernels (pixel_kernels.py).
        most: nearly all of the slopes lie between −most and most.
        by_differences: whether they are central differences of two renders.
        jumps: whether the result changes in jumps, so that it has no derivative; the arrays are then 0.
    """

    packed: np.ndarray
    most: float
    by_differences: bool
    jumps: bool = False

    @property
    def slopes(self) -> np.ndarray:
        """float32 (height, width), for each pixel the derivative of the channel that changes most."""
        return self.packed.view(np.float32)

    @property
    def brightness(self) -> np.ndarray:
        """uint8 (height, width), the mean of the result's colours."""
        return self.packed.astype(np.uint8)


@dataclass
class _Known:
    """The starting point for the next value of a parameter.

    step: of its differences. smooth_at: a value where a longer step showed that steep slopes are no jumps.
    free: whether the statistic of the changed step, if it has one, does not depend on the parameter.
    """

    key: Hashable
    step: float
    smooth_at: float = np.inf
    free: bool | None = None


class PreviewDifferentiator:
    """Computes derivatives with an engine's kernels and the images in its cache.

    Only one thread may call it at a time.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        shared = engine.executor
        self._executor = Executor(shared.kernels, engine.cache, Notices(engine.notice), shared.workspace)
        self._known: _Known | None = None

    def derivatives(
        self,
        source: Source,
        recipe: Recipe,
        ref: ParamRef,
        rect: Rect | None = None,
        level: int = 0,
        cancel: Callable[[], bool] = lambda: False,
    ) -> PixelDerivatives:
        """The derivatives of a rectangle of the result.

        Args:
            ref: a real-valued parameter of an active step.
            rect: in pixels of the result on the photo reduced by 2^level; None for all of it.
            cancel: asked between pieces of work; when true, Cancelled is raised.

        Raises:
            UsageError: the parameter is no real number of an active step.
        """
        param = real_parameter(recipe, ref)
        low, high = param.slider
        names = tuple(step.op.name for step in recipe.active)
        key = (source.token, level, names, ref)
        if self._known is None or self._known.key != key:
            self._known = _Known(key, STEP * (high - low))
        work = _Work(self._executor, source, recipe, ref, param, level, JobControl(cancel))
        work.rect = Rect.whole(*work.job.sizes[-1]) if rect is None else rect.clipped(*work.job.sizes[-1])
        return self._of(work, self._known, high - low)

    def _of(self, work: _Work, known: _Known, extent: float) -> PixelDerivatives:
        if changes_size(work.source, work.recipe, work.ref, work.level):
            return work.nothing(jumps=True)
        functions = work.pixel_functions(known)
        if functions is not None:
            slopes, step = work.by_jvp(functions), 0.0
            most = typical_largest(slopes)
        else:
            slopes, most, step = with_fitting_step(work.by_differences, known.step)
            known.step = min(STEP * extent, MODERATE / most) if most else step
        value = value_in(work.recipe, work.ref)

        def longer() -> np.ndarray | None:
            if abs(value - known.smooth_at) <= JUMP_SHARE * extent:
                return None  # a drag passes many values near one that was looked at
            known.smooth_at = value
            return work.by_differences(LONGER * step)

        if changes_in_jumps(slopes, step, longer, work.wide_change):
            known.smooth_at = np.inf
            return work.nothing(jumps=True)
        return PixelDerivatives(slopes.view(np.uint32), most, functions is None)


Functions = list[tuple[PixelFunction, Any, Any]]  # a function, its arguments and their derivatives
# the layout of an image's chunks, and a function from a chunk's number to its values
Tile = tuple[TiledBuffer, Callable[[int], Any]]


class _Work:
    """One request: the jobs at several values of the parameter, and the requested rectangle."""

    def __init__(
        self,
        executor: Executor,
        source: Source,
        recipe: Recipe,
        ref: ParamRef,
        param: Float,
        level: int,
        control: JobControl,
    ) -> None:
        self.executor, self.source, self.recipe, self.ref, self.param = executor, source, recipe, ref, param
        self.level, self.control = level, control
        self.job = self._job(recipe)
        self.rect = Rect(0, 0, 0, 0)

    def _job(self, recipe: Recipe) -> Job:
        return Job(self.source, recipe, self.level, approximate_statistics=True)

    def nothing(self, *, jumps: bool) -> PixelDerivatives:
        zeros = np.zeros((self.rect.height, self.rect.width), np.uint32)
        return PixelDerivatives(zeros, 0.0, by_differences=False, jumps=jumps)

    # -- forward mode

    def pixel_functions(self, known: _Known) -> Functions | None:
        """The functions of the steps from the changed one on; None if one has no such derivative."""
        low, high = self.param.slider
        recipes, distance = recipes_around(self.recipe, self.ref, STEP * (high - low))
        around = [self._job(each) for each in recipes]
        share = np.float32(1 / distance)
        first = self.first_changed(around[0], around[-1])
        functions: Functions = []
        for k in range(first, len(self.job.steps) + 1):
            steps = [self.executor.step(job, k, self.control) for job in (self.job, *around)]
            function = pixel_function(steps[0].plan)
            if function is None or not all(pixel_function(step.plan) == function for step in steps):
                return None
            statistic: dict[str, Any] = {}
            if steps[0].plan.needs_statistic:
                if known.free is None:
                    known.free = _are_equal(*(step.statistic() for step in steps[1:]))
                if k > first or not known.free:
                    return None
                statistic = steps[0].statistic()
            arguments = []
            for step in steps:
                assert isinstance(step.plan, PixelwisePlan)
                arguments.append(step.plan.arguments(step, step.plan.parameters() | statistic))
            # a kernel's arguments are a few numbers: their derivatives are differences
            slopes = jax.tree.map(partial(_slope, share), *arguments[1:])
            if function.apply is mixed and np.any((arguments[0] == 0) & (slopes != 0)):
                return None  # it leaves out colours of weight 0, and so their derivatives
            functions.append((function, arguments[0], slopes))
        return functions

    def first_changed(self, one: Job, other: Job) -> int:
        """The number of the first step that the parameter changes."""
        pairs = zip(one.identities, other.identities, strict=False)
        return next((k for k, (a, b) in enumerate(pairs, 1) if a != b), len(one.steps))

    def by_jvp(self, functions: Functions) -> np.ndarray:
        """Compute each pixel's value and its derivative through the functions by one kernel."""
        job, last = self.job, len(self.job.steps)
        begin = last - len(functions)
        arguments, slopes = (tuple(each[at] for each in functions) for at in (1, 2))
        leaves = jax.tree.leaves(slopes)
        # nothing is computed for arguments that do not vary
        varying = tuple(number for number, slope in enumerate(leaves) if np.any(slope))
        spec = jvp_kernel([each for each, _, _ in functions], varying, job.photo.channels)
        kernel, given = self.executor.kernels.get(spec), [leaves[number] for number in varying]
        self.executor.begin(job)
        self.executor.prepare_whole_images(job, self.rect, "float32", self.control)

        def tile(rect: Rect) -> Tile:
            before = in_chunks(self.executor.image(job, begin, rect, None, self.control), rect)
            size = job.plans[-1].size

            def compute(number: int) -> Any:
                where = place_of_chunk(number * CHUNK, before, size)
                return kernel(before.chunks[number], where, arguments, given)

            return before, compute

        return self._per_pixel(tile)

    # -- differences

    def by_differences(self, step: float) -> np.ndarray:
        """Compare the renders of `recipes_around`."""
        recipes, distance = recipes_around(self.recipe, self.ref, step)
        jobs = [self._job(each) for each in recipes]
        kernel = self.executor.kernels.get(difference_kernel(self.source.channels, len(jobs)))
        inverse = np.float32(1 / distance)

        def tile(rect: Rect) -> Tile:
            buffers = [self._image(job, rect) for job in jobs]
            first = buffers[0]
            if any((each.base, each.pitch) != (first.base, first.pitch) for each in buffers):
                buffers = [_without_gaps(each, rect) for each in buffers]
                first = buffers[0]
            return first, lambda number: kernel(*(each.chunks[number] for each in buffers), inverse)

        return self._per_pixel(tile)

    def _image(self, job: Job, rect: Rect) -> TiledBuffer:
        self.executor.begin(job)
        self.executor.prepare_whole_images(job, rect, "float32", self.control)
        buffer, rows = new_buffer(rect, self.source.channels, "float32")
        if self.executor.write_from_photo(job, rect, "float32", rows, self.control, lambda count: None):
            return buffer
        return in_chunks(self.executor.image(job, len(job.steps), rect, "float32", self.control), rect)

    def _per_pixel(self, tile: Callable[[Rect], Tile]) -> np.ndarray:
        """(height, width) float32: the slopes that the tiles compute."""
        height, width = self.rect.height, self.rect.width
        packed = aligned_empty(height * width, np.uint32).reshape(height, width)
        for band in self._bands():
            for rect in self.job.tiles(len(self.job.steps), band):
                self.control.check()
                _write_tile(*tile(rect), packed[part_of(rect, self.rect, 1)], self.executor.threads)
        return packed.view(np.float32)

    def _bands(self) -> Iterator[Rect]:
        """The rectangle in bands that are computed one after the other."""
        rect, plans = self.rect, self.job.plans
        rows = rect.height
        if rect.area and not any(plan.needs_whole_input for plan in plans):
            needed = [plan.input_rect(rect) for plan in plans if not plan.resamples]
            width = max(rect.width, *(each.width for each in needed)) if needed else rect.width
            margins = sum(each.height - rect.height for each in needed)
            chunks = SAMPLED_CHUNKS if len(needed) < len(plans) else BAND_CHUNKS
            rows = max(1, chunks * CHUNK // (width * self.source.channels), MARGINS * margins)
        for y in range(rect.y0, rect.y1, rows):
            yield Rect(y, rect.x0, min(y + rows, rect.y1), rect.x1)

    def wide_change(self) -> np.ndarray:
        """Return the difference of the rectangle between the values of `recipes_to_either_side`."""
        engine = Engine(executor=self.executor)
        below, above = (
            engine.render(
                self.source,
                each,
                self.rect,
                level=self.level,
                approximate_statistics=True,
                cancel=self.control,
            )
            for each in recipes_to_either_side(self.recipe, self.ref)
        )
        return above - below


def _write_tile(layout: TiledBuffer, compute: Callable[[int], Any], out: np.ndarray, threads: int) -> None:
    """Write one value for each pixel; the chunks have the layout `layout`."""
    channels, rect = layout.channels, layout.rect
    chunk, pitch, base = (size // channels for size in (CHUNK, layout.pitch, layout.base))
    single = TiledBuffer((), chunk, pitch, base, rect, 1, np.dtype(np.uint32))

    def write(number: int) -> None:
        single.copy_chunk(number, np.asarray(compute(number)), out)

    parallel_map(write, range(len(layout.chunks)), threads)


def _without_gaps(buffer: TiledBuffer, rect: Rect) -> TiledBuffer:
    """`rect` of a buffer in chunks that begin with its first pixel, without gaps between rows."""
    copy, rows = new_buffer(rect, buffer.channels, buffer.dtype)
    buffer.copy_to(rows, rect)
    return copy


def _are_equal(one: dict[str, Any], *others: dict[str, Any]) -> bool:
    return all(
        one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)
        for other in others
    )


def _slope(share: np.float32, *ends: Any) -> Any:
    """The derivative of a kernel's argument; 0 where that is no real number."""
    arrays = [np.asarray(end) for end in ends]
    if arrays[0].dtype.kind != "f":
        return np.zeros(arrays[0].shape, np.float32)
    return weighted_difference(arrays) * share
