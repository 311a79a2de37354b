"""Executes the plans of a job: any rectangle of any step's image, from a cache or from the step's input."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from jaxstudio.engine.buffers import (
    MOST,
    BufferCache,
    Rect,
    TiledBuffer,
    ValueCache,
    new_buffer,
)
from jaxstudio.engine.halo import Written
from jaxstudio.engine.held import HeldImages, around, with_room
from jaxstudio.engine.job import Job
from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.nonfinite import left_out_message
from jaxstudio.engine.plan.base import (
    Branch,
    Cancel,
    ChunkRunner,
    Plan,
    StepContext,
    Time,
    Workspace,
    clock,
    part_of,
)
from jaxstudio.engine.plan.pixelwise import PixelwisePlan, Run, execute_run
from jaxstudio.engine.requests import JobControl
from jaxstudio.errors import Cancelled
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.runtime.aligned_memory import format_name

# Whole images that are kept: those of the preview and of the exact frame.
WHOLE_IMAGES = 4
# Their bytes at most (the newest stays, however large); and the bytes of kept tiles of library filters.
WHOLE_BYTES = 512 << 20
LIBRARY_TILE_BYTES = 512 << 20
# A measured image of up to so many bytes is used again by the render that asked for it. At 12 MP of floats
# the new memory takes as long as a second computation.
MEASURED_BYTES = 64 << 20
# The share of progress that belongs to steps that need the whole image: the rest is quick.
WHOLE_SHARE = 0.9


def never() -> bool:
    return False


def is_out_of_memory(error: Exception) -> bool:
    """Whether an allocation failed, here or on a device."""
    return isinstance(error, MemoryError) or "RESOURCE_EXHAUSTED" in str(error)


class Notices:
    """Tells the user each line once.

    Args:
        notify: called with a line.
    """

    def __init__(self, notify: Callable[[str], None]) -> None:
        self._notify = notify
        self._told: set[str] = set()

    def report(self, line: str) -> None:
        if line not in self._told:
            self._told.add(line)
            self._notify(line)


class Executor(ChunkRunner):
    """Computes images of a job on one device: `image(job, k, rect)` works backwards from step k.

    Args:
        cache: holds images of steps.
        workspace: memory shared with other executors; None for new memory.
        threads: how many call kernels side by side; None for as many as serve this device.
    """

    def __init__(
        self,
        kernels: Kernels,
        cache: BufferCache,
        notices: Notices,
        workspace: Workspace | None = None,
        threads: int | None = None,
    ) -> None:
        # a GPU works on while the next kernel is being called
        super().__init__(kernels, threads or (MOST if kernels.on_cpu else 1))
        self.cache, self.notices = cache, notices
        self.workspace = workspace or Workspace.new(
            ValueCache(WHOLE_IMAGES, WHOLE_BYTES), BufferCache(min(LIBRARY_TILE_BYTES, cache.limit_bytes))
        )
        self.step_ms: dict[int, float] = {}
        self._held = HeldImages(on_cpu=kernels.on_cpu)
        self._local = threading.local()

    def with_cache(self, cache: BufferCache) -> Executor:
        """An executor on the same kernels, memory and statistics with another cache."""
        return type(self)(self.kernels, cache, self.notices, self.workspace, self.threads)

    def apart(self, cache: BufferCache, notices: Notices) -> Executor:
        """An executor with the same kernels; nobody waits while it computes whole images."""
        workspace = self.workspace.apart(ValueCache(1), BufferCache(cache.limit_bytes))
        return type(self)(self.kernels, cache, notices, workspace, self.threads)

    def takes(self, job: Job) -> bool:
        """Whether this device computes the job; the CPU does otherwise."""
        return True

    def step(self, job: Job, k: int, cancel: Cancel) -> JobStep:
        return JobStep(self, job, k, cancel)

    def image(
        self, job: Job, k: int, rect: Rect, dtype: str | None = None, cancel: Cancel = never
    ) -> TiledBuffer:
        """A buffer that holds `rect` of image k.

        Args:
            dtype: number format of the result; None keeps the integers of a step that picks or moves values.

        Raises:
            Cancelled: `cancel` returned true.
        """
        if cancel():
            raise Cancelled("cancelled")
        if k == 0:
            buffer = job.photo.buffer(rect)
            kept = dtype is None or dtype == format_name(buffer.dtype)
            return buffer if kept else self.convert(buffer, rect, str(dtype))
        dtype = dtype or job.plans[k - 1].dtype_between
        known = self.find(job, k, rect, dtype)
        if known is not None:
            return known
        if not self.is_held(job, k):
            return self._computed(job, k, rect, dtype, cancel)
        key = (job.cache_key(k), dtype)
        near = self.cache.nearest(key, rect)
        rect = with_room(job, k, rect, None if near is None else near.rect)
        buffer = (
            self._computed(job, k, rect, dtype, cancel)
            if near is None
            else self._extended(job, k, rect, near, cancel)
        )
        self.cache.keep(key, buffer)
        return buffer

    def _computed(self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> TiledBuffer:
        """A buffer of `rect` of image k, computed from what comes before it."""
        steps = self.run_that_ends(job, k, rect, cancel)
        if rect.area > 1 and not steps[0].plan.fits_in_one_buffer(rect):
            return self.image_by_halves(job, k, rect, dtype, cancel)
        return execute_run(steps, rect, dtype)

    def _extended(self, job: Job, k: int, rect: Rect, near: TiledBuffer, cancel: Cancel) -> TiledBuffer:
        """A buffer of `rect` of image k, of which the pixels that `near` holds are copied."""
        known, channels = near.rect.intersection(rect), near.channels
        whole, rows = new_buffer(rect, channels, near.dtype)
        near.copy_to(rows[part_of(known, rect, channels)], known)

        def compute(part: Rect) -> None:
            buffer = self._computed(job, k, part, near.dtype.name, cancel)
            buffer.copy_to(rows[part_of(part, rect, channels)], part)

        # of one chunk each, most of them
        self.map(compute, around(known, rect))
        return whole

    def find(self, job: Job, k: int, rect: Rect, dtype: str | None) -> TiledBuffer | None:
        """A buffer that was computed before and holds `rect` of image k."""
        key = (job.cache_key(k), dtype)
        for held_key, buffer in (*self._in_use(), *self._measured()):
            if held_key == key and buffer.rect.contains(rect):
                return buffer
        return self.cache.find(key, rect)

    def run_that_ends(self, job: Job, k: int, rect: Rect, cancel: Cancel) -> list[JobStep]:
        """The steps up to k that are computed chunk by chunk, so that no image between them is ever whole.

        The run begins after the last image that is cached, held or measured: one step that works by chunks,
        then pixelwise steps.
        """
        first = k
        while (
            first > 1
            and isinstance(job.plans[first - 1], PixelwisePlan)
            and job.plans[first - 2].chunk_by_chunk
            and not self.is_held(job, first - 1)
            and self.find(job, first - 1, rect, job.plans[first - 2].dtype_between) is None
        ):
            first -= 1
        for number in range(first + 1, k + 1):
            if not job.plans[number - 1].needs_statistic:
                continue
            self.step(job, number, cancel).statistic()
            before = job.plans[first - 1 : number - 1]
            tabled = all(isinstance(plan, PixelwisePlan) and plan.by_channel for plan in before)
            if not tabled and self.find(job, number - 1, rect, before[-1].dtype_between) is not None:
                first = number  # its input was just measured
        return [self.step(job, number, cancel) for number in range(first, k + 1)]

    # -- images that are kept for a while

    def begin(self, job: Job, *, keep_result: bool = False) -> None:
        """Begin a render of this job: from now on the input of its first new step is kept."""
        self._held.begin(job, result=keep_result)

    def is_held(self, job: Job, k: int) -> bool:
        """Whether image k is kept for the next render."""
        return self._held.holds(job, k)

    def keep_input(self, job: Job, other: Job, rect: Rect, cancel: Cancel) -> None:
        """Compute and keep what `rect` of the result needs before the first step that differs in two jobs.

        Raises:
            Cancelled: `cancel` returned true.
        """
        for part, k, needed in self._missing_input(job, other, rect):
            self.image(part, k, needed, cancel=cancel)

    def keeps_input(self, job: Job, other: Job, rect: Rect) -> bool:
        """Whether all is kept that `keep_input` would compute."""
        return next(self._missing_input(job, other, rect), None) is None

    def keeps_most(self, job: Job, rect: Rect, dtype: str) -> bool:
        """Whether seven eighths of `rect` of the result are kept."""
        near = self.cache.nearest((job.cache_key(len(job.plans)), dtype), rect)
        return near is not None and 8 * near.rect.intersection(rect).area >= 7 * rect.area

    def _missing_input(self, job: Job, other: Job, rect: Rect) -> Iterator[tuple[Job, int, Rect]]:
        self._held.expect(job, other)
        for tile in job.tiles(len(job.steps), rect):
            yield from (part for part in self._held.parts(job, tile) if not self._keeps(*part))

    def _keeps(self, job: Job, k: int, rect: Rect) -> bool:
        return self.find(job, k, rect, job.plans[k - 1].dtype_between) is not None

    @contextmanager
    def in_use(self, job: Job, k: int, buffer: TiledBuffer, dtype: str | None) -> Iterator[None]:
        """Within the with block this thread finds image k in `buffer`."""
        buffers = self._in_use()
        buffers.append(((job.cache_key(k), dtype), buffer))
        try:
            yield
        finally:
            buffers.pop()

    def _in_use(self) -> list[tuple[Hashable, TiledBuffer]]:
        buffers: list[tuple[Hashable, TiledBuffer]] = self._local.__dict__.setdefault("buffers", [])
        return buffers

    def _measured(self) -> list[tuple[Hashable, TiledBuffer]]:
        """This thread's images that were computed for a statistic, to be used until the render ends."""
        buffers: list[tuple[Hashable, TiledBuffer]] = self._local.__dict__.setdefault("measured", [])
        return buffers

    def end(self) -> None:
        """End a render: free what was measured."""
        self._measured().clear()

    def image_by_halves(self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> TiledBuffer:
        """`image` in two halves, where a later step with a very wide reach asks for more than fits a slab."""
        pieces = [(piece, self.image(job, k, piece, dtype, cancel)) for piece in rect.halves()]
        first = pieces[0][1]
        whole, rows = new_buffer(rect, first.channels, first.dtype)
        for piece, buffer in pieces:
            buffer.copy_to(rows[part_of(piece, rect, buffer.channels)], piece)
        return whole

    def write(self, job: Job, k: int, rect: Rect, dtype: str, out: np.ndarray, cancel: Cancel) -> None:
        """Write `rect` of image k to `out`: (height, width·channels) of `dtype`, any row stride."""
        if k:
            steps, kept = self.run_that_ends(job, k, rect, cancel), self.is_held(job, k)
            plan = steps[0].plan
            if plan.fits_in_one_buffer(rect) and self.find(job, k, rect, dtype) is None:
                if cancel():
                    raise Cancelled("cancelled")
                if len(steps) == 1 and plan.write_directly(steps[0], rect, out, cached=kept):
                    return
                if plan.chunk_by_chunk and self.kernels.on_cpu and not kept:
                    execute_run(steps, rect, dtype, out)
                    return
        self.image(job, k, rect, dtype, cancel).copy_to(out, rect)

    def write_from_photo(
        self,
        job: Job,
        rect: Rect,
        dtype: str,
        out: np.ndarray,
        cancel: Cancel,
        progress: Callable[[int], None],
    ) -> bool:
        """Write whole rows if the first step can read the photo in place and all others follow by chunks.

        Returns whether it was done.
        """
        last = len(job.steps)
        if not last or self.is_held(job, last) or not job.photo.in_memory:
            return False
        steps = self.run_that_ends(job, last, rect, cancel)
        first, *rest = steps
        if len(steps) < last or not first.plan.may_write_from_photo(rect):
            return False
        first.followers = Run(rest, dtype) if rest else None

        def write(part: Rect, pixels: np.ndarray) -> None:
            for tile in job.tiles(last, part):
                self.write(job, last, tile, dtype, pixels[part_of(tile, part, job.photo.channels)], cancel)

        return first.plan.write_from_photo(first, job.photo.pixels, rect, dtype, out, progress, write)

    # -- whole images and filters of libraries

    def prepare_whole_images(self, job: Job, rect: Rect, dtype: str | None, control: JobControl) -> float:
        """Compute the whole images that `rect` of a job's result needs, and report their progress.

        Returns:
            their share of the work, from 0 to WHOLE_SHARE.
        """
        last = len(job.plans)
        needed: list[int] = []
        for k in range(last, 0, -1):
            if job.plans[k - 1].needs_whole_input:
                if self.workspace.whole_images.find(job.cache_key(k)) is not None:
                    break  # it is known: the steps before it are not needed
                needed.insert(0, k)
        if not needed or self.cache.find((job.cache_key(last), dtype), rect) is not None:
            return 0.0
        share = WHOLE_SHARE / len(needed)
        for number, k in enumerate(needed):
            with control.part(number * share, (number + 1) * share):
                step = self.step(job, k, control)
                step.plan.prepare(step)
        return WHOLE_SHARE

    def pending_pixels(self, job: Job, rect: Rect) -> int:
        """Return how many pixels a library must still compute for `rect` of a job's result."""
        total = 0
        for k in range(len(job.plans), 0, -1):
            plan = job.plans[k - 1]
            pending = plan.pending_pixels(self.workspace, job.cache_key(k), rect)
            if pending is None:
                break
            total += pending
            whole = Rect.whole(*plan.size)
            rect = whole if plan.needs_whole_input else plan.input_rect(rect).clipped(*plan.size)
        return total

    def place_in_photo(self, job: Job, y: int, x: int) -> tuple[int, int] | None:
        """The photo's pixel (y, x) that lands at (y, x) of the result, through every step that moves pixels.

        Where a step samples between pixels, the nearest pixel counts; beyond an edge, the pixel that the
        step's border repeats. None where a constant border fills the place.
        """
        for k in range(len(job.plans), 0, -1):
            place = job.plans[k - 1].place_in_input(self.kernels, job.noise_key(k), y, x)
            if place is None:
                return None
            y, x = place
        return y, x


class JobStep(StepContext):
    """The context in which the plan of a job's step k is executed."""

    def __init__(self, executor: Executor, job: Job, k: int, cancel: Cancel) -> None:
        super().__init__(job.plans[k - 1], executor.kernels, executor.threads, executor.workspace, cancel)
        self._executor, self._job, self._k = executor, job, k

    @property
    def cache_key(self) -> Hashable:
        return self._job.cache_key(self._k)

    @property
    def input_key(self) -> Hashable:
        return self._job.cache_key(self._k - 1)

    @property
    def noise_key(self) -> np.ndarray:
        return self._job.noise_key(self._k)

    def input(self, rect: Rect, dtype: str | None = None) -> TiledBuffer:
        return self._executor.image(self._job, self._k - 1, rect, dtype, self.cancel)

    def written_input(self, rect: Rect) -> Written | None:
        job, last, executor = self._job, self._k - 1, self._executor
        plan = job.plans[last - 1] if last and rect.area else None
        if plan is None or plan.keeps_integers or has_alpha(plan.channels):
            return None
        if executor.is_held(job, last) or executor.find(job, last, rect, "float32"):
            return None
        first = plan
        if isinstance(plan, PixelwisePlan):
            first = executor.run_that_ends(job, last, rect, self.cancel)[0].plan
        # chunks of a neighbourhood would need a second slab at the same time
        if not (plan.writes_directly or isinstance(first, PixelwisePlan)):
            return None

        def write(part: Rect, out: np.ndarray) -> None:
            executor.write(job, last, part, "float32", out, self.cancel)

        return Written(write, rect)

    def tabled_input(self, rect: Rect) -> tuple[Callable[[Rect], TiledBuffer], np.ndarray] | None:
        job, last, executor = self._job, self._k - 1, self._executor
        if not last or job.photo.dtype != np.uint8 or not executor.kernels.on_cpu:
            return None
        rect = rect.clipped(*self.plan.size)
        steps = executor.run_that_ends(job, last, rect, self.cancel)
        plans = [step.plan for step in steps]
        if len(steps) < last or not all(isinstance(plan, PixelwisePlan) and plan.by_value for plan in plans):
            return None
        if executor.is_held(job, last) or executor.find(job, last, rect, "float32") is not None:
            return None
        return job.photo.buffer, Run(steps, "float32").table()

    def input_pixels(self, rect: Rect, dtype: str) -> np.ndarray:
        channels = self.plan.channels
        pixels = np.empty((rect.height, rect.width * channels), dtype)
        for tile in self._job.tiles(self._k - 1, rect):
            self.input(tile, dtype).copy_to(pixels[part_of(tile, rect, channels)], tile)
        return pixels.reshape(rect.height, rect.width, channels)

    def input_tiles(self) -> Iterator[tuple[Rect, TiledBuffer]]:
        job, before, whole = self._job, self._k - 1, Rect.whole(*self.plan.size)
        kept = before > 0 and whole.area * self.plan.channels * 4 <= MEASURED_BYTES
        for tile in job.tiles(before, whole):
            buffer = self.input(tile)
            if kept:
                key = (job.cache_key(before), job.plans[before - 1].dtype_between)
                self._executor._measured().append((key, buffer))
            yield tile, buffer

    def statistic(self) -> dict[str, Any]:
        job, k = self._job, self._k
        key = ("statistic", job.cache_key(k - 1), job.identities[k - 1])
        statistic: dict[str, Any] | None = self.workspace.statistics.find(key)
        if statistic is not None:
            return statistic
        if job.approximate_statistics and job.reduced.level > job.level:
            return JobStep(self._executor, job.reduced, k, self.cancel).statistic()
        statistic = self.plan.measure(self)
        self.workspace.statistics.keep(key, statistic)
        return statistic

    def branches(self) -> list[Branch]:
        branches = self._job.branches(self._k)
        return [JobBranch(self._executor, branch, self._k, self.cancel) for branch in branches]

    @contextmanager
    def hold_input(self, rect: Rect) -> Iterator[TiledBuffer]:
        buffer, before = self.input(rect), self._k - 1
        if not before:
            yield buffer
            return
        with self._executor.in_use(self._job, before, buffer, self._job.plans[before - 1].dtype_between):
            yield buffer

    def add_time(self, began: Time, share: float = 1.0) -> None:
        if isinstance(self.followers, Run):
            for follower, part in zip(self.followers.steps, self.followers.shares(), strict=True):
                follower.add_time(began, part)
                share -= part
        step, now, times = self._job.steps[self._k - 1], clock(), self._executor.step_ms
        key = step.part_of or step.key
        seconds = max(0.0, now[0] - began[0] - (now[1] - began[1])) * share
        times[key] = times.get(key, 0.0) + seconds * 1e3

    def report_left_out(self, count: int | None) -> None:
        if count != 0:
            self._executor.notices.report(left_out_message(self.plan.title, count))


class JobBranch:
    """The steps of a branch's job from step k on."""

    def __init__(self, executor: Executor, job: Job, k: int, cancel: Cancel) -> None:
        self.plans: Sequence[Plan] = job.plans[k - 1 :]
        self._executor, self._job, self._cancel = executor, job, cancel

    @property
    def is_kept(self) -> bool:
        return self._executor.is_held(self._job, len(self._job.plans))

    def write(self, rect: Rect, dtype: str, out: np.ndarray) -> None:
        self._executor.write(self._job, len(self._job.plans), rect, dtype, out, self._cancel)
