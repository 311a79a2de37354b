"""Renders any rectangle of a recipe's result on a photo, in any number format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.buffers import BufferCache, Rect
from jaxstudio.engine.executor import Executor, Notices, is_out_of_memory, never
from jaxstudio.engine.job import Job
from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.plan.base import part_of
from jaxstudio.engine.requests import JobControl
from jaxstudio.engine.source import Source
from jaxstudio.errors import ComputeError
from jaxstudio.pipeline.expand import result_size
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.devices import device_name, find_device, system_memory

EXPORT_CACHE_BYTES = 64 << 20
Progress = Callable[[float], None]


def executor_for(kernels: Kernels) -> Callable[[BufferCache, Notices], Executor]:
    """Return the executor for the kernels' device, to be given a cache and notices."""
    if kernels.on_cpu:
        return partial(Executor, kernels)
    # imported here: few machines have an accelerator
    from jaxstudio.engine.accelerator import AcceleratorExecutor

    return partial(AcceleratorExecutor, kernels)


def memory_share(total: int | None) -> int:
    """Bytes to keep images of steps in, on a machine with so much memory: a sixteenth, 1 GiB at most."""
    return min(1 << 30, (total or 8 << 30) // 16)


class Engine:
    """Renders recipes on one device; safe to call from several threads.

    Args:
        device: a name such as `cpu:0`; None for JAX's default.
        cache_bytes: bound of the cache of steps' images, one or two of them; 0 keeps nothing, None is a
            share of the machine's memory.
        notice: called with a line when the device runs short of memory and the work goes on otherwise, and
            when a step leaves out NaN or infinities.
        executor: an existing executor to use instead of a new one on `device`.
    """

    def __init__(
        self,
        device: str | None = None,
        cache_bytes: int | None = None,
        notice: Callable[[str], None] = lambda text: None,
        *,
        executor: Executor | None = None,
    ) -> None:
        if executor is None:
            limit = memory_share(system_memory()) if cache_bytes is None else cache_bytes
            executor = executor_for(Kernels(find_device(device)))(BufferCache(limit), Notices(notice))
        self.executor, self.notice = executor, notice
        self.device = executor.kernels.device
        self.device_name = device_name(self.device)
        self._fallback: Engine | None = None

    @property
    def cache(self) -> BufferCache:
        """The images of steps computed before."""
        return self.executor.cache

    @property
    def step_ms(self) -> dict[int, float]:
        """Milliseconds per step key in the last render; a step taken from the cache is not in it."""
        return dict(self.executor.step_ms)

    def memory_bytes(self) -> int:
        """Bytes held for steps computed before."""
        return self.cache.nbytes + self.executor.workspace.library_tiles.nbytes

    def size(self, recipe: Recipe, height: int, width: int) -> tuple[int, int]:
        """(height, width) of the result on a photo of this size."""
        return result_size(recipe, (height, width))

    def render(
        self,
        source: Source,
        recipe: Recipe,
        rect: Rect | None = None,
        dtype: str = "float32",
        *,
        level: int = 0,
        approximate_statistics: bool = False,
        keep_result: bool = False,
        progress: Progress | None = None,
        cancel: Callable[[], bool] = never,
    ) -> np.ndarray:
        """Pixels of the result.

        Args:
            rect: in pixels of the result at this level; None for all of it.
            dtype: float32 (encoded, not clipped), uint8 or uint16 (clipped to [0, 1], rounded half
                to even).
            level: compute on the photo reduced by 2^level.
            approximate_statistics: measure statistics that are not known yet on a reduced photo; the result
                is then approximate.
            keep_result: keep it, for a render of a rectangle that this one overlaps.
            progress: called with the share done, from 0 to 1.
            cancel: called between tiles and kernels; when true, Cancelled is raised. A JobControl gets the
                progress too.

        Returns:
            (height, width, channels), the photo's channels.
        """
        job = Job(source, recipe, level, approximate_statistics)
        if (engine := self.for_job(job)) is not self:
            how: Any = {"level": level, "approximate_statistics": approximate_statistics}
            how["keep_result"] = keep_result
            pixels = engine.render(source, recipe, rect, dtype, progress=progress, cancel=cancel, **how)
            self.executor.step_ms = engine.executor.step_ms
            return pixels
        whole = Rect.whole(*job.sizes[-1]) if rect is None else rect
        out = np.empty((whole.height, whole.width * source.channels), dtype)
        executor, done = self.executor, 0
        executor.begin(job, keep_result=keep_result)
        executor.step_ms = {}
        control = cancel if isinstance(cancel, JobControl) else JobControl(cancel, progress)

        def report(pixels: int) -> None:
            control.report(pixels / whole.area)

        try:
            if not executor.write_from_photo(job, whole, dtype, out, control, report):
                begin = executor.prepare_whole_images(job, whole, dtype, control)
                with control.part(begin, 1.0):
                    for tile in job.tiles(len(job.steps), whole):
                        part = out[part_of(tile, whole, source.channels)]
                        with control.part(done / whole.area, (done + tile.area) / whole.area):
                            self._tile(job, tile, dtype, part, control)
                        done += tile.area
                        report(done)
        finally:
            executor.end()
        control.add_times(executor.step_ms)
        return out.reshape(whole.height, whole.width, source.channels)

    def bands(
        self,
        source: Source,
        recipe: Recipe,
        dtype: str = "float32",
        *,
        progress: Progress | None = None,
        cancel: Callable[[], bool] = never,
    ) -> Iterator[tuple[int, np.ndarray]]:
        """The result from top to bottom as (first row, (rows, width, channels)), in bounded memory."""
        job = Job(source, recipe)
        worker = self.exporter().for_job(job)
        height, width = job.sizes[-1]
        whole = Rect.whole(height, width)
        row_of_tiles = next(iter(job.tiles(len(job.steps), whole)))
        control = JobControl(cancel, progress)
        begin = worker.executor.prepare_whole_images(job, whole, dtype, control)
        for y in range(0, height, row_of_tiles.height):
            control.check()
            band = Rect(y, 0, min(y + row_of_tiles.height, height), width)
            with control.part(begin + (1 - begin) * y / height, begin + (1 - begin) * band.y1 / height):
                pixels = worker.render(source, recipe, band, dtype, cancel=control)
                control.report(1.0)
            yield y, pixels
            # each band is read once: no more than a band of a memory-mapped photo stays in memory
            source.release_pages()

    def exporter(self) -> Engine:
        """An engine on the same device and kernels with a small cache: an export reads nothing twice."""
        executor = self.executor.with_cache(BufferCache(EXPORT_CACHE_BYTES))
        return Engine(notice=self.notice, executor=executor)

    def beside(self, notice: Callable[[str], None]) -> Engine:
        """An engine with the same kernels and notices of its own; nobody waits for its whole images."""
        executor = self.executor.apart(BufferCache(EXPORT_CACHE_BYTES), Notices(notice))
        return Engine(notice=notice, executor=executor)

    def _tile(self, job: Job, tile: Rect, dtype: str, out: np.ndarray, cancel: Callable[[], bool]) -> None:
        """Compute a tile; if memory is short, try with empty caches, then in quarters, then on the CPU."""

        def compute(engine: Engine, parts: Sequence[Rect], emptied: bool = True) -> None:
            for part in parts:
                if emptied:
                    engine.cache.clear()
                pixels = out[part_of(part, tile, job.photo.channels)]
                engine.executor.write(job, len(job.steps), part, dtype, pixels, cancel)

        attempts = [
            lambda: compute(self, [tile], emptied=False),
            lambda: compute(self.for_job(job), [tile]),
            lambda: compute(self.for_job(job), quarters(tile)),
        ]
        if self.device.platform != "cpu":
            attempts.append(lambda: compute(self._on_cpu(), [tile], emptied=False))
        for attempt in attempts:
            try:
                attempt()
                return
            except (MemoryError, jax.errors.JaxRuntimeError) as error:
                if not is_out_of_memory(error):
                    raise
                self.notice(f"{self.device_name} is out of memory: trying with less")
        raise ComputeError("{0} and the CPU are out of memory for this recipe", self.device_name)

    def for_job(self, job: Job) -> Engine:
        """This engine, or one on the CPU for a job that its device does not take."""
        return self if self.executor.takes(job) else self._on_cpu()

    def _on_cpu(self) -> Engine:
        if self._fallback is None:
            self.notice(f"{self.device_name} has not enough memory for this: going on on the CPU")
            self._fallback = Engine("cpu", EXPORT_CACHE_BYTES)
        return self._fallback


def quarters(tile: Rect) -> list[Rect]:
    rows, columns = -(-tile.height // 2), -(-tile.width // 2)
    return [
        Rect(y, x, min(y + rows, tile.y1), min(x + columns, tile.x1))
        for y in range(tile.y0, tile.y1, rows)
        for x in range(tile.x0, tile.x1, columns)
    ]
