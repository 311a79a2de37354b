"""How one step computes a rectangle of its image, one function per kind of op."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import jax
import numpy as np

from jaxstudio.engine import tables
from jaxstudio.engine.cache import SheetCache, ValueCache
from jaxstudio.engine.compiles import COMPILES
from jaxstudio.engine.job import Job
from jaxstudio.engine.kernels import Kernels, stage_reads_source, total_reach, traced
from jaxstudio.engine.rect import Rect
from jaxstudio.engine.sampling import input_rect, sample_rect
from jaxstudio.engine.sheets import CAPACITY, CHUNK, Sheet, chunk_count, in_chunks, new_sheet, source_sheet
from jaxstudio.engine.slabs import SlabPool, fill_slab
from jaxstudio.engine.tiles import in_one_go, tiles
from jaxstudio.errors import Cancelled
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.kernels.windows import integer_unit
from jaxstudio.pipeline.op import ColourMatrix, Geometry, Global, Kind, Neighbourhood, Pointwise, Random

# Reading integers costs a conversion for every tap: beyond this radius one conversion up front is cheaper.
CONVERT_FIRST_RADIUS = 12
# Where a chunk begins in a slab that has room before it.
LEAD = 64
Cancel = Callable[[], bool]


def never() -> bool:
    return False


def _clock() -> tuple[float, float]:
    """Now, and the time this thread has spent compiling so far."""
    return time.perf_counter(), COMPILES.seconds_here


def keeps_integers(kind: Kind) -> bool:
    """Whether a step hands on integers as it was given them: it picks or moves values."""
    return (isinstance(kind, Neighbourhood) and kind.any_dtype) or (isinstance(kind, Geometry) and kind.exact)


class Steps:
    """Computes images of a job on one device: `image(job, k, rect)` works backwards from step k."""

    def __init__(self, device: jax.Device, cache: SheetCache) -> None:
        self.kernels = Kernels(device)
        self.cache = cache
        self.values = ValueCache()
        self.slabs = SlabPool()
        self.step_ms: dict[int, float] = {}

    def sharing(self, cache: SheetCache) -> Steps:
        """Steps with another cache, the same kernels, slabs and statistics."""
        twin = object.__new__(Steps)
        twin.kernels, twin.values, twin.slabs = self.kernels, self.values, self.slabs
        twin.cache, twin.step_ms = cache, {}
        return twin

    def image(self, job: Job, k: int, rect: Rect, dtype: str | None = None, cancel: Cancel = never) -> Sheet:
        """A sheet that holds `rect` of image k.

        Args:
            dtype: the format wanted; None takes integers as they come where a step left them so.
        """
        if cancel():
            raise Cancelled("cancelled")
        if k == 0:
            sheet = source_sheet(job.photo.pixels)
            return sheet if dtype in (None, sheet.dtype.name) else self._converted(sheet, rect, dtype)
        if dtype is None and not keeps_integers(job.steps[k - 1].op.kind):
            dtype = "float32"
        key = (job.prefix(k), dtype)
        found = self.cache.find(key, rect)
        if found is not None:
            return found
        if not in_one_go(job, k, rect) and rect.area > 1:
            return self._in_halves(job, k, rect, dtype, cancel)
        compute = {
            Pointwise: self._pointwise,
            Global: self._pointwise,
            ColourMatrix: self._colour,
            Random: self._random,
            Neighbourhood: self._neighbourhood,
            Geometry: self._geometry,
        }[type(job.steps[k - 1].op.kind)]
        sheet = compute(job, k, rect, dtype, cancel)
        self.cache.keep(key, sheet)
        return sheet

    def _in_halves(self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> Sheet:
        """What a later step with a very wide reach asks for may not fit a slab: compute it in pieces."""
        if rect.height >= rect.width:
            middle = (rect.y0 + rect.y1) // 2
            pieces = (Rect(rect.y0, rect.x0, middle, rect.x1), Rect(middle, rect.x0, rect.y1, rect.x1))
        else:
            middle = (rect.x0 + rect.x1) // 2
            pieces = (Rect(rect.y0, rect.x0, rect.y1, middle), Rect(rect.y0, middle, rect.y1, rect.x1))
        whole = rows = None
        for piece in pieces:
            sheet = self.image(job, k, piece, dtype, cancel)
            if whole is None or rows is None:
                whole, rows = new_sheet(rect, sheet.channels, sheet.dtype)
            left = (piece.x0 - rect.x0) * sheet.channels
            across = slice(left, left + piece.width * sheet.channels)
            sheet.copy_to(rows[piece.y0 - rect.y0 : piece.y1 - rect.y0, across], piece)
        assert whole is not None
        return whole

    def _timed(self, job: Job, k: int, began: tuple[float, float]) -> None:
        """Add to the step's milliseconds; what was spent compiling comes once and is not counted."""
        step = job.steps[k - 1].key
        now = _clock()
        seconds = max(0.0, now[0] - began[0] - (now[1] - began[1]))
        self.step_ms[step] = self.step_ms.get(step, 0.0) + seconds * 1e3

    def _parameters(self, job: Job, k: int, radius: int = 0) -> dict[str, Any]:
        return traced(job.steps[k - 1].op, job.values[k - 1], radius)

    def _like(self, sheet: Sheet, chunks: list[Any], dtype: str) -> Sheet:
        return Sheet(chunks, CHUNK, sheet.pitch, sheet.base, sheet.rect, sheet.channels, np.dtype(dtype))

    def _converted(self, sheet: Sheet, rect: Rect, dtype: str) -> Sheet:
        kernel = self.kernels.convert(dtype)
        chunked = in_chunks(sheet, rect)
        return self._like(chunked, [kernel(chunk) for chunk in chunked.chunks], dtype)

    def _pointwise(self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> Sheet:
        op, kernels = job.steps[k - 1].op, self.kernels
        before = in_chunks(self.image(job, k - 1, rect, None, cancel), rect)
        parameters = self._parameters(job, k)
        if isinstance(op.kind, Global):
            parameters |= self.statistic(job, k, cancel)
        began = _clock()
        out = dtype or "float32"
        if tables.applies(kernels, before.dtype):
            chunks = tables.look_up(kernels, op, parameters, before.chunks, before.channels, out)
        else:
            kernel = kernels.pointwise(op, before.channels, out)
            chunks = [kernel(chunk, parameters) for chunk in before.chunks]
        self._timed(job, k, began)
        return self._like(before, chunks, out)

    def _colour(self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> Sheet:
        op, kernels = job.steps[k - 1].op, self.kernels
        before = self.image(job, k - 1, rect, None, cancel)
        began = _clock()
        out = dtype or "float32"
        channels, width = before.channels, rect.width * before.channels
        weights = kernels.colour_weights(op, channels)(self._parameters(job, k))
        mix = kernels.colour(out)
        # a copy, since the first and last pixel look at elements beside them, with weight 0
        with self.slabs.lend(before.dtype) as slab:
            pixels = slab[LEAD : LEAD + rect.height * width].reshape(rect.height, width)
            before.copy_to(pixels, rect)
            starts = range(LEAD, LEAD + pixels.size, CHUNK)
            chunks = jax.block_until_ready([mix(slab, np.int32(start), weights) for start in starts])
        self._timed(job, k, began)
        return Sheet(chunks, CHUNK, width, 0, rect, channels, np.dtype(out))

    def _random(self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> Sheet:
        op = job.steps[k - 1].op
        before = in_chunks(self.image(job, k - 1, rect, None, cancel), rect)
        began = _clock()
        out = dtype or "float32"
        kernel = self.kernels.random(op, before.channels, out)
        parameters, key = self._parameters(job, k), job.noise_key(k)
        chunks = []
        for number, chunk in enumerate(before.chunks):
            start = number * CHUNK - before.base
            # a chunk may begin above the sheet's first pixel: count rows from one pitch higher
            where = np.array(
                [
                    start + before.pitch * -(-before.base // before.pitch),
                    before.pitch,
                    before.rect.y0 - -(-before.base // before.pitch),
                    before.rect.x0 * before.channels,
                ],
                np.int32,
            )
            chunks.append(kernel(chunk, where, key, parameters))
        self._timed(job, k, began)
        return self._like(before, chunks, out)

    def _slab_input(self, job: Job, k: int, radius: int, cancel: Cancel) -> Callable[[Rect], Sheet]:
        """How step k's slab is fetched: what format, and whether colours are weighted by alpha."""
        kind = job.steps[k - 1].op.kind
        photo = job.photo
        values = job.values[k - 1]
        cval = values["cval"] if values.get("border") == "constant" else 0.0
        constant = not (0.0 <= cval <= 1.0 and (cval * 255) % 1 == 0)  # which no integer can hold
        exact = isinstance(kind, Geometry) and kind.exact
        wide = not keeps_integers(kind) and radius > CONVERT_FIRST_RADIUS
        mixes = has_alpha(photo.channels) and not exact and (isinstance(kind, Geometry) or kind.mixes)  # type: ignore[union-attr]
        if mixes:
            multiply = self.kernels.alpha(photo.channels, inverse=False)

            def fetch_premultiplied(rect: Rect) -> Sheet:
                before = in_chunks(self.image(job, k - 1, rect, None, cancel), rect)
                return self._like(before, [multiply(chunk) for chunk in before.chunks], "float32")

            return fetch_premultiplied
        dtype = "float32" if constant or wide else None
        return lambda rect: self.image(job, k - 1, rect, dtype, cancel)

    def _filled(
        self, job: Job, k: int, rect: Rect, radius: int, cancel: Cancel
    ) -> tuple[Callable[[np.ndarray], int], np.dtype]:
        """The function that writes step k's input under `rect` to a slab, and the slab's format."""
        values = job.values[k - 1]
        fetch = self._slab_input(job, k, radius, cancel)
        height, width = job.sizes[k - 1]
        inside = rect.clipped(height, width)
        # a rectangle wholly outside is filled from pixels inside: any one tells their format
        probe = fetch(inside if inside.area else Rect(0, 0, 1, 1))

        def held(piece: Rect) -> Sheet:
            return probe if probe.rect.contains(piece) else fetch(piece)

        def fill(memory: np.ndarray) -> int:
            return fill_slab(
                memory,
                rect,
                (height, width),
                job.photo.channels,
                values.get("border", "nearest"),
                values.get("cval", 0.0),
                held,
            )

        return fill, probe.dtype

    def _neighbourhood(self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> Sheet:
        op, channels = job.steps[k - 1].op, job.photo.channels
        kind = op.kind
        assert isinstance(kind, Neighbourhood)
        radius = kind.radius(job.values[k - 1])
        rows, columns = total_reach(kind, radius)
        fill, slab_dtype = self._filled(job, k, rect.grown(rows, columns), radius, cancel)
        began = _clock()
        parameters = self._parameters(job, k, radius)
        if kind.prepare is not None:
            parameters = self.kernels.prepare(op, radius)(parameters)
        blends = kind.mixes and has_alpha(channels)
        out = "float32" if blends or (dtype is None and not kind.any_dtype) else (dtype or slab_dtype.name)
        chunks = []
        with self.slabs.lend(slab_dtype) as slab:
            pitch = fill(slab)
            elements = rect.height * pitch
            assert (rect.height + 2 * rows) * pitch + CHUNK + 2 * columns * channels <= CAPACITY
            for number in range(chunk_count(elements)):
                if cancel():
                    raise Cancelled("cancelled")
                start = np.int32(number * CHUNK + rows * pitch + columns * channels)
                chunk: Any = None
                for stage in range(len(kind.passes)):
                    kernel = self.kernels.stage(op, stage, radius, channels, out)
                    if stage == 0:
                        chunk = kernel(slab, start, np.int32(pitch), parameters)
                    elif stage_reads_source(kind, stage, channels):
                        chunk = kernel(chunk, slab, start, np.int32(pitch), parameters)
                    else:
                        chunk = kernel(chunk, parameters)
                chunks.append(chunk)
            # JAX reads the slab where it lies: it is not lent again before that is done
            jax.block_until_ready(chunks)
        if blends:
            divide = self.kernels.alpha(channels, inverse=True)
            chunks = [divide(chunk) for chunk in chunks]
            if dtype not in (None, "float32"):
                chunks = [self.kernels.convert(dtype)(chunk) for chunk in chunks]
                out = dtype
        self._timed(job, k, began)
        return Sheet(chunks, CHUNK, pitch, 0, rect, channels, np.dtype(out))

    def _geometry(self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> Sheet:
        op, channels = job.steps[k - 1].op, job.photo.channels
        kind = op.kind
        assert isinstance(kind, Geometry)
        matrix = kind.matrix(job.values[k - 1], job.sizes[k - 1])
        needed = input_rect(matrix, rect, kind.exact, job.sizes[k - 1], job.values[k - 1].get("border"))
        fill, slab_dtype = self._filled(job, k, needed, 0, cancel)
        began = _clock()
        blends = has_alpha(channels) and not kind.exact
        plain = "float32" if dtype is None and not kind.exact else (dtype or slab_dtype.name)
        out = "float32" if blends else plain
        with self.slabs.lend(slab_dtype) as slab:
            pitch = fill(slab)
            sheet = sample_rect(self.kernels, slab, pitch, needed, matrix, rect, channels, kind.exact, out)
        if blends:
            divide = self.kernels.alpha(channels, inverse=True)
            sheet = self._like(sheet, [divide(chunk) for chunk in sheet.chunks], "float32")
            if plain != "float32":
                sheet = self._like(
                    sheet, [self.kernels.convert(plain)(chunk) for chunk in sheet.chunks], plain
                )
        self._timed(job, k, began)
        return sheet

    def statistic(self, job: Job, k: int, cancel: Cancel = never) -> dict[str, Any]:
        """What global step k must know of the whole image before it, computed once."""
        key = ("statistic", job.prefix(k - 1), job.steps[k - 1].identity())
        found = self.values.find(key)
        if found is not None:
            return found
        if job.hurried and job.reduced.level > job.level:
            return self.statistic(job.reduced, k, cancel)
        kind = job.steps[k - 1].op.kind
        assert isinstance(kind, Global)
        height, width = job.sizes[k - 1]
        channels = job.photo.channels
        colours = channels - 1 if has_alpha(channels) else channels

        def blocks() -> Iterator[tuple[np.ndarray, np.ndarray | None]]:
            for tile in tiles(job, k - 1, Rect.whole(height, width)):
                sheet = self.image(job, k - 1, tile, None, cancel)
                block = np.empty((tile.height, tile.width * channels), sheet.dtype)
                sheet.copy_to(block, tile)
                colours_only = block.reshape(tile.height, tile.width, channels)[..., :colours]
                if sheet.dtype == np.float32:
                    yield colours_only, None
                else:
                    # integers are counted: far fewer values than pixels are then looked at
                    levels = np.iinfo(sheet.dtype).max + 1
                    unit = np.float32(integer_unit(sheet.dtype))
                    counts = np.bincount(colours_only.reshape(-1), minlength=levels)
                    yield np.arange(levels, dtype=np.float32) * unit, counts

        return self.values.keep(key, dict(kind.statistic(blocks, job.values[k - 1])))
