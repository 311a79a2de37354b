"""The engine answers one question: these pixels of this recipe on this photo, in this format."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import jax
import numpy as np

from jaxstudio.engine.cache import BufferCache
from jaxstudio.engine.executor import Steps, never
from jaxstudio.engine.job import Job
from jaxstudio.engine.job_control import JobControl
from jaxstudio.engine.plan.library import prepare_wholes
from jaxstudio.engine.plan.neighbourhood import render_in_place
from jaxstudio.engine.rect import Rect
from jaxstudio.engine.source import Source
from jaxstudio.engine.tiles import tiles
from jaxstudio.errors import ComputeError
from jaxstudio.pipeline.expand import result_size
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.devices import device_name, find_device

CACHE_BYTES = 768 << 20
EXPORT_CACHE_BYTES = 64 << 20
Progress = Callable[[float], None]


class Engine:
    """Renders recipes on one device; safe to call from several threads.

    Args:
        device: a name such as `cpu:0`; None for JAX's default.
        cache_bytes: bound of the memory kept for steps computed before; 0 keeps nothing.
        notice: told in a line when the device runs short of memory and the work goes on otherwise, and
            when a step leaves out what is not a number.
    """

    def __init__(
        self,
        device: str | None = None,
        cache_bytes: int = CACHE_BYTES,
        notice: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.device = find_device(device)
        self.device_name = device_name(self.device)
        self.cache = BufferCache(cache_bytes)
        self.steps = Steps(self.device, self.cache, notice)
        self.notice = notice
        self._fallback: Engine | None = None

    @property
    def step_ms(self) -> dict[int, float]:
        """Milliseconds per step key in the last render; a step taken from the cache is not in it."""
        return dict(self.steps.step_ms)

    def memory_bytes(self) -> int:
        """Bytes held for steps computed before."""
        return self.cache.nbytes + self.steps.squares.nbytes

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
        progress: Progress | None = None,
        cancel: Callable[[], bool] = never,
    ) -> np.ndarray:
        """Pixels of the result.

        Args:
            rect: in pixels of the result at this level; None for all of it.
            dtype: float32 (encoded, not clipped), uint8 or uint16 (clipped to [0, 1], rounded half
                to even).
            level: compute on the photo reduced by 2^level.
            approximate_statistics: take statistics that are not known yet from a reduced image;
                the result is then approximate.
            progress: called with the share done, from 0 to 1.
            cancel: asked between tiles and kernels; when true, Cancelled is raised. A JobControl is told
                the progress too.

        Returns:
            (height, width, channels), the photo's channels.
        """
        job = Job(source, recipe, level, approximate_statistics)
        whole = Rect.whole(*job.sizes[-1]) if rect is None else rect
        out = np.empty((whole.height, whole.width * source.channels), dtype)
        done = 0
        self.steps.step_ms = {}

        control = cancel if isinstance(cancel, JobControl) else JobControl(cancel, progress)

        def report(pixels: int) -> None:
            control.report(pixels / whole.area)

        if render_in_place(self.steps, job, whole, dtype, out, control, report):
            control.add_times(self.steps.step_ms)
            return out.reshape(whole.height, whole.width, source.channels)
        begin = prepare_wholes(self.steps, job, whole, dtype, control)
        with control.part(begin, 1.0):
            for tile in tiles(job, len(job.steps), whole):
                part = out[tile.y0 - whole.y0 : tile.y1 - whole.y0]
                left = (tile.x0 - whole.x0) * source.channels
                with control.part(done / whole.area, (done + tile.area) / whole.area):
                    self._tile(job, tile, dtype, part[:, left : left + tile.width * source.channels], control)
                done += tile.area
                report(done)
        control.add_times(self.steps.step_ms)
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
        worker = self.exporter()
        job = Job(source, recipe)
        height, width = job.sizes[-1]
        row_of_tiles = next(iter(tiles(job, len(job.steps), Rect.whole(height, width))))
        control = JobControl(cancel, progress)
        begin = prepare_wholes(worker.steps, job, Rect.whole(height, width), dtype, control)
        for y in range(0, height, row_of_tiles.height):
            control.check()
            band = Rect(y, 0, min(y + row_of_tiles.height, height), width)
            with control.part(begin + (1 - begin) * y / height, begin + (1 - begin) * band.y1 / height):
                pixels = worker.render(source, recipe, band, dtype, cancel=control)
                control.report(1.0)
            yield y, pixels
            # each band is read once: of a photo that is mapped no more than a band stays in memory
            source.release_pages()

    def beside(self) -> Engine:
        """An engine on the same kernels whose pictures computed as a whole hold up nobody else."""
        twin = self.exporter()
        twin.steps = self.steps.sharing(twin.cache, apart=True)
        return twin

    def exporter(self) -> Engine:
        """An engine on the same device and kernels that keeps little: an export asks for nothing twice."""
        twin = object.__new__(Engine)
        twin.device, twin.device_name = self.device, self.device_name
        twin.cache = BufferCache(EXPORT_CACHE_BYTES)
        twin.steps = self.steps.sharing(twin.cache)
        twin.notice, twin._fallback = self.notice, self._fallback
        return twin

    def _tile(self, job: Job, tile: Rect, dtype: str, out: np.ndarray, cancel: Callable[[], bool]) -> None:
        """Compute a tile; short of memory, with empty caches, then in quarters, then on the CPU."""
        for attempt in (self._compute, self._compute_emptied, self._compute_quarters, self._compute_on_cpu):
            try:
                attempt(job, tile, dtype, out, cancel)
                return
            except (MemoryError, jax.errors.JaxRuntimeError) as error:
                if not is_out_of_memory(error):
                    raise
                self.notice(f"{self.device_name} is out of memory: trying with less")
        raise ComputeError(f"{self.device_name} and the CPU are out of memory for this recipe")

    def _compute(self, job: Job, tile: Rect, dtype: str, out: np.ndarray, cancel: Callable[[], bool]) -> None:
        self.steps.write(job, len(job.steps), tile, dtype, out, cancel)

    def _compute_emptied(
        self, job: Job, tile: Rect, dtype: str, out: np.ndarray, cancel: Callable[[], bool]
    ) -> None:
        self.cache.clear()
        self._compute(job, tile, dtype, out, cancel)

    def _compute_quarters(
        self, job: Job, tile: Rect, dtype: str, out: np.ndarray, cancel: Callable[[], bool]
    ) -> None:
        rows, columns = -(-tile.height // 2), -(-tile.width // 2)
        for y in range(tile.y0, tile.y1, rows):
            for x in range(tile.x0, tile.x1, columns):
                self.cache.clear()
                part = Rect(y, x, min(y + rows, tile.y1), min(x + columns, tile.x1))
                left = (x - tile.x0) * job.photo.channels
                across = slice(left, left + part.width * job.photo.channels)
                self._compute(job, part, dtype, out[y - tile.y0 : part.y1 - tile.y0, across], cancel)

    def _compute_on_cpu(
        self, job: Job, tile: Rect, dtype: str, out: np.ndarray, cancel: Callable[[], bool]
    ) -> None:
        if self.device.platform == "cpu":
            raise MemoryError
        self.notice(f"{self.device_name} is out of memory: going on on the CPU")
        if self._fallback is None:
            self._fallback = Engine("cpu", EXPORT_CACHE_BYTES)
        self._fallback._compute(job, tile, dtype, out, cancel)


def is_out_of_memory(error: Exception) -> bool:
    """Whether an allocation failed, here or on a device."""
    return isinstance(error, MemoryError) or "RESOURCE_EXHAUSTED" in str(error)
