"""How one step computes a rectangle of its image, one function per kind of op."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.buffers import (
    CAPACITY,
    CHUNK,
    TiledBuffer,
    chunk_count,
    in_chunks,
    new_buffer,
    source_buffer,
)
from jaxstudio.engine.cache import BufferCache, ValueCache
from jaxstudio.engine.clock import clock
from jaxstudio.engine.dtype_policy import blends, constant_is_a_level, keeps_integers
from jaxstudio.engine.halo import SlabPool, fill_halo
from jaxstudio.engine.job import Job
from jaxstudio.engine.kernels import Kernels, stage_reads_source, total_reach, traced
from jaxstudio.engine.nonfinite import counted, words_left_out
from jaxstudio.engine.parallel_map import MOST, parallel_map
from jaxstudio.engine.permutation import pixels_of
from jaxstudio.engine.plan import library, pointwise
from jaxstudio.engine.plan.combined import combined
from jaxstudio.engine.plan.geometry import geometry, moved_into, warp
from jaxstudio.engine.plan.magnified import magnify
from jaxstudio.engine.plan.statistics import counted_once
from jaxstudio.engine.rect import Rect
from jaxstudio.engine.tiles import in_one_go, tiles
from jaxstudio.errors import Cancelled
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.kernels.stencil import integer_unit
from jaxstudio.pipeline.kinds import (
    Colour,
    ColourMatrix,
    Combined,
    Geometry,
    Global,
    Magnified,
    Neighbourhood,
    Placed,
    Pointwise,
    Random,
    Tiled,
    Warp,
    Whole,
)
from jaxstudio.pipeline.op import Kind

# Pictures computed as a whole that are kept: what the hand sees, and the exact one.
WHOLES = 4
# Bytes of those, of which the newest stays however large it is; and of tiles that a library computed.
WHOLE_BYTES = 512 << 20
SQUARE_BYTES = 512 << 20
Cancel = Callable[[], bool]
# Where a step writes its pixels, if anywhere: (height, width·channels), any row stride.
Out = np.ndarray | None
# Kinds whose chunks are computed one by one.
CHUNK_BY_CHUNK = (Pointwise, Global, ColourMatrix, Colour, Placed, Random, Neighbourhood, Combined)


def never() -> bool:
    return False


def _called(kernel: Callable[..., Any], argument: Any, chunk: Any) -> Any:
    return kernel(chunk, argument)


def _is_placed(kind: Kind) -> bool:
    return isinstance(kind, Global) and kind.placed


class Steps:
    """Computes images of a job on one device: `image(job, k, rect)` works backwards from step k."""

    def __init__(
        self, device: jax.Device, cache: BufferCache, notice: Callable[[str], None] = lambda text: None
    ) -> None:
        self.notice = notice
        self.said: set[str] = set()
        self.kernels = Kernels(device)
        self.cache = cache
        self.values = ValueCache()
        self.wholes = ValueCache(WHOLES, WHOLE_BYTES)
        self.one_whole = threading.RLock()
        self.squares = BufferCache(min(SQUARE_BYTES, cache.limit_bytes))
        self.slabs = SlabPool()
        # another device works on while the next kernel is being called
        self.threads = MOST if device.platform == "cpu" else 1
        self.step_ms: dict[int, float] = {}

    def sharing(self, cache: BufferCache, apart: bool = False) -> Steps:
        """Steps with another cache, the same kernels, slabs and statistics; `apart` with its own wholes."""
        twin = object.__new__(Steps)
        twin.kernels, twin.values, twin.slabs = self.kernels, self.values, self.slabs
        twin.threads = self.threads
        twin.wholes, twin.one_whole, twin.squares = self.wholes, self.one_whole, self.squares
        if apart:
            twin.wholes, twin.one_whole = ValueCache(1), threading.RLock()
            twin.squares = BufferCache(cache.limit_bytes)
        twin.notice, twin.said = self.notice, self.said
        twin.cache, twin.step_ms = cache, {}
        return twin

    def image(
        self, job: Job, k: int, rect: Rect, dtype: str | None = None, cancel: Cancel = never
    ) -> TiledBuffer:
        """A buffer that holds `rect` of image k.

        Args:
            dtype: the format wanted; None takes integers as they come where a step left them so.
        """
        if cancel():
            raise Cancelled("cancelled")
        if k == 0:
            buffer = source_buffer(job.photo.pixels)
            return buffer if dtype in (None, buffer.dtype.name) else self.converted(buffer, rect, dtype)
        if dtype is None and not keeps_integers(job.steps[k - 1].implementation.kind):
            dtype = "float32"
        key = (job.cache_key(k), dtype)
        found = self.cache.find(key, rect)
        if found is not None:
            return found
        if not in_one_go(job, k, rect) and rect.area > 1:
            return self.in_halves(job, k, rect, dtype, cancel)
        buffer = self._way(job.steps[k - 1].implementation.kind)(job, k, rect, dtype, cancel)
        self.cache.keep(key, buffer)
        return buffer

    def _way(self, kind: Kind) -> Callable[..., TiledBuffer]:
        ways: dict[type, Callable[..., TiledBuffer]] = {
            Pointwise: self._pointwise,
            Global: self._placed if _is_placed(kind) else self._pointwise,
            ColourMatrix: self._colour,
            Colour: self._planes,
            Placed: self._placed,
            Random: self._placed,
            Neighbourhood: self._neighbourhood,
            Geometry: partial(geometry, self),
            Warp: partial(warp, self),
            Magnified: partial(magnify, self),
            Whole: partial(library.whole, self),
            Tiled: partial(library.tiled, self),
            Combined: partial(combined, self),
        }
        return ways[type(kind)]

    def write(self, job: Job, k: int, rect: Rect, dtype: str, out: np.ndarray, cancel: Cancel) -> None:
        """Write `rect` of image k to `out`: (height, width·channels) of `dtype`, any row stride."""
        if moved_into(self, job, k, rect, out, cancel):
            return
        kind = job.steps[k - 1].implementation.kind if k else None
        at_once = isinstance(kind, CHUNK_BY_CHUNK) and self.kernels.device.platform == "cpu"
        if kind is not None and at_once and in_one_go(job, k, rect) and not self.cache.takes(out.nbytes):
            buffer = self._way(kind)(job, k, rect, dtype, cancel, out)
        else:
            buffer = self.image(job, k, rect, dtype, cancel)
        if buffer.chunks:
            buffer.copy_to(out, rect)

    def in_halves(self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> TiledBuffer:
        """What a later step with a very wide reach asks for may not fit a slab: compute it in pieces."""
        whole = rows = None
        for piece in rect.halves():
            buffer = self.image(job, k, piece, dtype, cancel)
            if whole is None or rows is None:
                whole, rows = new_buffer(rect, buffer.channels, buffer.dtype)
            left = (piece.x0 - rect.x0) * buffer.channels
            across = slice(left, left + piece.width * buffer.channels)
            buffer.copy_to(rows[piece.y0 - rect.y0 : piece.y1 - rect.y0, across], piece)
        assert whole is not None
        return whole

    def timed(self, job: Job, k: int, began: tuple[float, float]) -> None:
        """Add to the step's milliseconds; what was spent compiling comes once and is not counted."""
        step = job.steps[k - 1].part_of or job.steps[k - 1].key
        now = clock()
        seconds = max(0.0, now[0] - began[0] - (now[1] - began[1]))
        self.step_ms[step] = self.step_ms.get(step, 0.0) + seconds * 1e3

    def parameters(self, job: Job, k: int, radius: int = 0) -> dict[str, Any]:
        return traced(job.steps[k - 1].implementation, job.values[k - 1], radius)

    def _like(self, buffer: TiledBuffer, chunks: list[Any], dtype: str) -> TiledBuffer:
        return TiledBuffer(
            chunks, CHUNK, buffer.pitch, buffer.base, buffer.rect, buffer.channels, np.dtype(dtype)
        )

    def each(self, work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        """work(item) of every item, by as many threads as this device is worth."""
        return parallel_map(work, items, self.threads)

    def made(
        self, like: TiledBuffer, dtype: str, work: Callable[[Any], Any], items: Sequence[Any], out: Out
    ) -> TiledBuffer:
        """The buffer of work(item) for every chunk; with `out` its pixels are there, and it has no chunks."""
        layout = self._like(like, [], dtype)
        if out is None:
            return replace(layout, chunks=self.each(work, items))

        def write(number: int) -> None:
            # at once, while it is in the processor's cache, and its memory serves for the next
            layout.copy_chunk(number, np.asarray(work(items[number])), out)

        self.each(write, range(len(items)))
        return layout

    def converted(self, buffer: TiledBuffer, rect: Rect, dtype: str) -> TiledBuffer:
        chunked = in_chunks(buffer, rect)
        return self._like(chunked, self.each(self.kernels.convert(dtype), chunked.chunks), dtype)

    def _pointwise(
        self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel, out: Out = None
    ) -> TiledBuffer:
        op, kernels = job.steps[k - 1].implementation, self.kernels
        before = in_chunks(self.image(job, k - 1, rect, None, cancel), rect)
        parameters = self.parameters(job, k)
        if isinstance(op.kind, Global):
            parameters |= self.statistic(job, k, cancel)
        began = clock()
        wanted = dtype or "float32"
        if pointwise.applies(kernels, op, before.dtype):
            changed = pointwise.look_up(kernels, op, parameters, before.channels, wanted)
        else:
            changed = partial(_called, kernels.pointwise(op, before.channels, wanted), parameters)
        buffer = self.made(before, wanted, changed, before.chunks, out)
        self.timed(job, k, began)
        return buffer

    def _colour(
        self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel, out: Out = None
    ) -> TiledBuffer:
        op, kernels = job.steps[k - 1].implementation, self.kernels
        before = self.image(job, k - 1, rect, None, cancel)
        wanted = dtype or "float32"
        if before.channels < 3:
            return before if before.dtype == wanted else self.converted(before, rect, wanted)
        before = in_chunks(before, rect)
        began = clock()
        matrix = kernels.colour_matrix(op)(self.parameters(job, k))
        mixed = partial(_called, kernels.colour(before.channels, wanted), matrix)
        buffer = self.made(before, wanted, mixed, before.chunks, out)
        self.timed(job, k, began)
        return buffer

    def _planes(
        self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel, out: Out = None
    ) -> TiledBuffer:
        before = in_chunks(self.image(job, k - 1, rect, None, cancel), rect)
        began = clock()
        wanted = dtype or "float32"
        kernel = self.kernels.planes(job.steps[k - 1].implementation, before.channels, wanted)
        changed = partial(_called, kernel, self.parameters(job, k))
        buffer = self.made(before, wanted, changed, before.chunks, out)
        self.timed(job, k, began)
        return buffer

    def _placed(
        self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel, out: Out = None
    ) -> TiledBuffer:
        op = job.steps[k - 1].implementation
        before = in_chunks(self.image(job, k - 1, rect, None, cancel), rect)
        parameters, key = self.parameters(job, k), job.noise_key(k)
        if isinstance(op.kind, Global):
            parameters |= self.statistic(job, k, cancel)
        began = clock()
        wanted = dtype or "float32"
        kernel = self.kernels.placed(op, before.channels, wanted)
        # a chunk may begin above the buffer's first pixel: count rows from so many higher
        above = -(-before.base // before.pitch)
        first = above * before.pitch - before.base
        place = (before.pitch, before.rect.y0 - above, before.rect.x0 * before.channels, *job.sizes[k])

        def changed(number: int) -> Any:
            where = np.array([number * CHUNK + first, *place], np.int32)
            return kernel(before.chunks[number], where, key, parameters)

        buffer = self.made(before, wanted, changed, range(len(before.chunks)), out)
        self.timed(job, k, began)
        return buffer

    def slab_input(self, job: Job, k: int, cancel: Cancel) -> Callable[[Rect], TiledBuffer]:
        """How step k's slab is fetched: what format, and whether colours are weighted by alpha."""
        kind = job.steps[k - 1].implementation.kind
        photo = job.photo
        assert isinstance(kind, Neighbourhood | Geometry | Warp | Magnified)
        if has_alpha(photo.channels) and blends(kind):
            multiply = self.kernels.alpha(photo.channels, inverse=False)

            def fetch_premultiplied(rect: Rect) -> TiledBuffer:
                before = in_chunks(self.image(job, k - 1, rect, None, cancel), rect)
                return self._like(before, self.each(multiply, before.chunks), "float32")

            return fetch_premultiplied
        dtype = None if constant_is_a_level(job.values[k - 1]) else "float32"
        return lambda rect: self.image(job, k - 1, rect, dtype, cancel)

    def filled(
        self, job: Job, k: int, rect: Rect, cancel: Cancel
    ) -> tuple[Callable[[np.ndarray], int], TiledBuffer]:
        """What writes step k's input under `rect` to a slab, and a buffer in the slab's format."""
        values = job.values[k - 1]
        fetch = self.slab_input(job, k, cancel)
        height, width = job.sizes[k - 1]
        inside = rect.clipped(height, width)
        # a rectangle wholly outside is filled from pixels inside: any one tells their format
        probe = fetch(inside if inside.area else Rect(0, 0, 1, 1))

        def held(piece: Rect) -> TiledBuffer:
            return probe if probe.rect.contains(piece) else fetch(piece)

        def fill(memory: np.ndarray) -> int:
            return fill_halo(
                memory,
                rect,
                (height, width),
                job.photo.channels,
                values.get("border", "nearest"),
                values.get("cval", 0.0),
                held,
                values.get("border_alpha", "auto"),
            )

        return fill, probe

    def passes(self, job: Job, k: int, radius: int, dtype: str) -> Callable[[np.ndarray, int, int], Any]:
        """(slab, index of the chunk's first element, pitch) → chunk of step k's result in `dtype`."""
        op, channels = job.steps[k - 1].implementation, job.photo.channels
        kind = op.kind
        assert isinstance(kind, Neighbourhood)
        parameters = self.parameters(job, k, radius)
        if kind.prepare is not None:
            parameters = self.kernels.prepare(op, radius)(parameters)
        stages = [self.kernels.stage(op, stage, radius, channels, dtype) for stage in range(len(kind.passes))]
        reading = [stage_reads_source(kind, stage, channels) for stage in range(1, len(kind.passes))]

        def computed(slab: np.ndarray, start: int, pitch: int) -> Any:
            where = (slab, np.int32(start), np.int32(pitch))
            chunk = stages[0](*where, parameters)
            for kernel, reads_source in zip(stages[1:], reading, strict=True):
                chunk = kernel(chunk, *where, parameters) if reads_source else kernel(chunk, parameters)
            return chunk

        return computed

    def _neighbourhood(
        self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel, out: Out = None
    ) -> TiledBuffer:
        kind, channels = job.steps[k - 1].implementation.kind, job.photo.channels
        assert isinstance(kind, Neighbourhood)
        radius = kind.radius(job.values[k - 1])
        rows, columns = total_reach(kind, radius)
        fill, probe = self.filled(job, k, rect.grown(rows, columns), cancel)
        began = clock()
        weighted = has_alpha(channels) and blends(kind)
        plain = "float32" if dtype is None and not kind.any_dtype else (dtype or probe.dtype.name)
        made = "float32" if weighted else plain
        compute = self.passes(job, k, radius, made)
        with self.slabs.lend(probe.dtype) as slab:
            pitch = fill(slab)
            elements = rect.height * pitch
            assert (rect.height + 2 * rows) * pitch + CHUNK + 2 * columns * channels <= CAPACITY

            def chunk(number: int) -> Any:
                if cancel():
                    raise Cancelled("cancelled")
                return compute(slab, number * CHUNK + rows * pitch + columns * channels, pitch)

            layout = TiledBuffer([], CHUNK, pitch, 0, rect, channels, np.dtype(made))
            numbers = range(chunk_count(elements))
            buffer = self.made(layout, made, chunk, numbers, None if weighted else out)
            # JAX reads the slab where it lies: it is not lent again before that is done
            jax.block_until_ready(buffer.chunks)
        buffer = self.unweighted(buffer, dtype or "float32") if weighted else buffer
        self.timed(job, k, began)
        return buffer

    def unweighted(self, buffer: TiledBuffer, dtype: str) -> TiledBuffer:
        """Colours divided by their alpha, in `dtype`."""
        divide = self.kernels.alpha(buffer.channels, inverse=True)
        buffer = self._like(buffer, self.each(divide, buffer.chunks), "float32")
        if dtype == "float32":
            return buffer
        return self._like(buffer, self.each(self.kernels.convert(dtype), buffer.chunks), dtype)

    def statistic(self, job: Job, k: int, cancel: Cancel = never) -> dict[str, Any]:
        """What global step k must know of the whole image before it, computed once."""
        key = ("statistic", job.cache_key(k - 1), job.identities[k - 1])
        found = self.values.find(key)
        if found is not None:
            return found
        if job.approximate_statistics and job.reduced.level > job.level:
            return self.statistic(job.reduced, k, cancel)
        kind = job.steps[k - 1].implementation.kind
        assert isinstance(kind, Global)
        height, width = job.sizes[k - 1]
        channels = job.photo.channels
        colours = channels - 1 if has_alpha(channels) else channels

        def colours_of() -> Iterator[tuple[Rect, np.ndarray]]:
            for tile in tiles(job, k - 1, Rect.whole(height, width)):
                yield tile, pixels_of(self.image(job, k - 1, tile, None, cancel), tile)[..., :colours]

        def placed() -> Iterator[tuple[Any, Any]]:
            for tile, block in colours_of():
                yield (tile.y0, tile.x0), block.astype(np.float32) * np.float32(integer_unit(block.dtype))

        blocks = placed if kind.placed else counted_once(lambda: (block for _, block in colours_of()))
        values = job.values[k - 1]
        if kind.placed:
            values = {**values, "height": height, "width": width}
        found_unsound: list[int] = []
        statistic = dict(kind.statistic(counted(blocks, found_unsound), values))
        self.say_left_out(job, k, max(found_unsound, default=0))
        return self.values.keep(key, statistic)

    def say_left_out(self, job: Job, k: int, count: int | None) -> None:
        """Say once in so many words that a step did not look at what is not a number."""
        words = words_left_out(job.steps[k - 1].implementation.title, count)
        if count != 0 and words not in self.said:
            self.said.add(words)
            self.notice(words)
