"""Plans of ops whose values depend on their neighbours: passes over flat chunks of a slab with a halo.

In the flat slab a neighbour is `dy·pitch + dx·channels` elements away. So one kernel serves every width, and
a photo whose rows are contiguous is read in place.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.buffers import CAPACITY, CHUNK, LINE, Rect, TiledBuffer, chunk_count, parallel_map
from jaxstudio.engine.halo import PAGE
from jaxstudio.engine.kernels import (
    SAME_DTYPE,
    Kernel,
    KernelKey,
    Kernels,
    KernelSpec,
    conversion,
    for_equal_types,
    traced,
)
from jaxstudio.engine.plan.base import (
    Out,
    Plan,
    SlabPlan,
    StepContext,
    Values,
    clock,
    is_8bit_constant,
)
from jaxstudio.engine.plan.between_sizes import values_around
from jaxstudio.errors import Cancelled, Wording
from jaxstudio.kernels.pixels import has_alpha, keep_alpha, quantise
from jaxstudio.kernels.stencil import Window, flat_window
from jaxstudio.pipeline.kinds import Neighbourhood, Op, Shortcut

# Chunks between two reports of progress, where the photo is read in place.
CHUNKS_PER_REPORT = 16
# Levels of the photo that a preview begins with: their kernels are compiled first.
PREVIEW_LEVELS = 3
# Rows above and below whose weighted sum pays for a slab if the rows of the photo share a set of the cache.
MANY = 6
# (slab, index of the chunk's first element, pitch) → chunk of the result
ChunkFunction = Callable[[np.ndarray, int, int], Any]


class NeighbourhoodPlan(SlabPlan):
    """A value depends on its neighbours within a radius; kernels exist for buckets of radii."""

    kind: Neighbourhood
    chunk_by_chunk = True

    @staticmethod
    def substitute(op: Op, values: Values) -> Op:
        kind: Any = op.kind
        shortcut: Shortcut | None = kind.shortcut
        return op if shortcut is None or not shortcut.applies(values) else shortcut.op

    @staticmethod
    def parts(op: Op, values: Values) -> Iterator[tuple[Op, Values]]:
        kind: Any = op.kind
        if kind.shortcut is not None:
            yield kind.shortcut.op, values

    @property
    def keeps_integers(self) -> bool:
        return self.kind.any_dtype

    @property
    def mixes_pixels(self) -> bool:
        return self.kind.mixes

    @cached_property
    def bucket(self) -> int:
        """The radius in pixels that the passes are compiled for."""
        return self.kind.radius(self.values)

    @cached_property
    def reach(self) -> tuple[int, int]:
        """Rows and columns that all passes together read beyond a pixel."""
        return total_reach(self.kind, self.bucket)

    def input_rect(self, rect: Rect) -> Rect:
        return rect.grown(*self.reach)

    # -- kernels

    def parameters(self) -> dict[str, Any]:
        return traced(self.op, self.values, self.bucket)

    def weights(self, kernels: Kernels) -> dict[str, Any]:
        """The passes' `p`: the parameters, or the taps that the op prepares from them."""
        prepare, bucket = self.kind.prepare, self.bucket
        if prepare is None:
            return self.parameters()
        bucket = self.kind.buckets[-1] if self.kind.prepares_all_taps else bucket
        spec = KernelSpec(
            KernelKey("prepare", self.op.name, bucket=bucket),
            partial(_build_prepare, prepare, bucket),
            lambda _: Wording("weights, radius up to {0}", bucket),
        )
        parameters = self.parameters()
        weights: dict[str, Any] = kernels.prepared(
            spec.key, parameters, lambda: kernels.get(spec)(parameters)
        )
        return weights

    def reads_source(self, number: int) -> bool:
        """Whether a later pass gets the op's own input in addition to the previous pass's result."""
        return stage_reads_source(self.kind, number, self.channels)

    def stage(self, kernels: Kernels, number: int, dtype: str) -> Kernel:
        """The kernel of a pass; the last pass returns `dtype`.

        Pass 0: (slab, start, pitch, p); later ones: (previous, slab, start, pitch, p), or (previous, p) where
        they do not read the source. `start` is the slab's index of the chunk's first element.
        """
        if number < len(self.kind.passes) - 1:
            # only the last pass writes the requested format: the others share one kernel
            return self._stage_kernel(kernels, number, SAME_DTYPE)
        if self.kind.expensive(self.bucket) and dtype != "float32":
            return _then(self.stage(kernels, number, "float32"), kernels.get(conversion(dtype)))
        if self.kind.passes[number].is_identity(self.bucket) and not self.reads_source(number):
            convert = kernels.get(conversion(dtype))
            return lambda previous, p: previous if previous.dtype == dtype else convert(previous)
        if self.kind.any_dtype:
            kernel = self._stage_kernel(kernels, number, SAME_DTYPE)
            return _then_converted(kernel, kernels.get(conversion(dtype)), dtype)
        return self._stage_kernel(kernels, number, dtype)

    def _stage_kernel(self, kernels: Kernels, number: int, dtype: str) -> Kernel:
        this = self.kind.passes[number]
        op = this.kernel_key(self.bucket) or self.op.name
        key = KernelKey("stage", op, number, self.bucket, self.channels, dtype)
        build = partial(_build_stage, self.kind, number, self.bucket, self.channels, dtype)
        spec = KernelSpec(key, build, partial(self._stage_label, number, dtype))
        kernel = for_equal_types(kernels.get(spec))
        return _with_parameters(kernel, this.param_names) if this.param_names else kernel

    def _stage_label(self, number: int, dtype: str, input_dtype: str) -> Wording:
        passes = self.kind.passes
        if dtype == SAME_DTYPE:
            last = number == len(passes) - 1
            dtype = input_dtype if last else _format_names(passes[number].out_dtypes(input_dtype))
        direction = _direction(passes[number].reach(self.bucket), number, len(passes))
        return Wording("{0}, {1}, radius up to {2}", direction, dtype, self.bucket)

    def chunk_function(self, kernels: Kernels, dtype: str) -> ChunkFunction:
        """A function that computes a chunk of the result in `dtype` by all passes."""
        weights = self.weights(kernels)
        first, *later = (self.stage(kernels, number, dtype) for number in range(len(self.kind.passes)))
        passes = [(kernel, self.reads_source(number)) for number, kernel in enumerate(later, 1)]

        def compute(slab: np.ndarray, start: int, pitch: int) -> Any:
            where = (slab, np.int32(start), np.int32(pitch))
            chunk = first(*where, weights)
            for kernel, reads_source in passes:
                chunk = kernel(chunk, *where, weights) if reads_source else kernel(chunk, weights)
            return chunk

        return compute

    # -- execution

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        rows, columns = self.reach
        fill, slab_dtype = self.input_filler(step, rect.grown(rows, columns))
        weighted = self.premultiplies
        plain = "float32" if dtype is None and not self.kind.any_dtype else (dtype or slab_dtype.name)
        compute = self.chunk_function(step.kernels, "float32" if weighted else plain)
        divide = step.unpremultiplication(self.channels, plain) if weighted else None
        with step.workspace.slabs.lend(slab_dtype) as slab:
            pitch = fill(slab)
            began = clock()
            assert (rect.height + 2 * rows) * pitch + CHUNK + 2 * columns * self.channels <= CAPACITY
            start = rows * pitch + columns * self.channels

            def chunk(number: int) -> Any:
                if step.cancel():
                    raise Cancelled("cancelled")
                result = compute(slab, start + number * CHUNK, pitch)
                return result if divide is None else divide(result)

            layout = TiledBuffer([], CHUNK, pitch, 0, rect, self.channels, np.dtype(plain))
            buffer = step.map_chunks(layout, plain, chunk, range(chunk_count(rect.height * pitch)), out)
            # JAX reads the slab in place: wait until it has, before the slab is lent again
            jax.block_until_ready(buffer.chunks)
        step.add_time(began)
        return buffer

    def may_write_from_photo(self, rect: Rect) -> bool:
        return rect.width == self.size[1] and not self.premultiplies and is_8bit_constant(self.values)

    def write_from_photo(
        self,
        step: StepContext,
        photo: np.ndarray,
        rect: Rect,
        dtype: str,
        out: np.ndarray,
        progress: Callable[[int], None],
        write: Callable[[Rect, np.ndarray], None],
    ) -> bool:
        """Write whole rows of the result, reading the photo in place: to fill slabs costs more than a kernel.

        Only the picture's margin, which needs a border, is computed from slabs.

        Args:
            photo: the step's input, (height, width, channels).
            rect: in pixels of the result.
            out: (height, width·channels) of `dtype`, contiguous.
            progress: called with the number of pixels done so far.
            write: writes a rectangle of the result to (height, width·channels).

        Returns:
            whether it was done; if not, `out` is unchanged.
        """
        (height, width), channels = self.size, self.channels
        if rect.width != width or not step.kernels.on_cpu:
            return False
        rows, columns = self.reach
        pitch = width * channels
        inner = Rect(max(rect.y0, rows + 1), columns, min(rect.y1, height - rows - 1), width - columns)
        memory = photo.reshape(-1)
        if not (
            memory.size >= CAPACITY + LINE
            and inner.height * pitch >= CHUNK
            and inner.width * channels > LINE
            and not self.premultiplies
            and is_8bit_constant(self.values)
            and not (self.kind.prepares_all_taps and rows >= MANY and pitch * photo.itemsize % PAGE == 0)
        ):
            return False
        began = clock()
        followers = step.followers
        plain = photo.dtype.name if self.kind.any_dtype else "float32"
        compute = self.chunk_function(step.kernels, dtype if followers is None else plain)
        if followers is not None:
            layout = TiledBuffer([], CHUNK, pitch, 0, Rect.whole(height, width), channels, np.dtype(plain))
            follow = followers.chunk_function(layout)
        result = out.reshape(-1)
        reach = rows * pitch + columns * channels

        def chunk(start: int) -> None:
            if step.cancel():
                raise Cancelled("cancelled")
            slab, first = _slab_in(memory, start - reach)
            began = time.perf_counter()
            computed = compute(slab, start - first, pitch)
            if followers is not None:
                followers.add_seconds_before(time.perf_counter() - began)
                computed = follow(start, computed)
            result[start - rect.y0 * pitch :][:CHUNK] = np.asarray(computed)

        end = inner.y1 * pitch - CHUNK
        starts = [*range(inner.y0 * pitch, end, CHUNK), end]
        for number in range(0, len(starts), CHUNKS_PER_REPORT):
            group = starts[number : number + CHUNKS_PER_REPORT]
            parallel_map(chunk, group)
            progress((group[-1] + CHUNK) // channels - rect.y0 * width)
        step.add_time(began)
        frame = (
            Rect(rect.y0, 0, inner.y0, width),
            Rect(inner.y1, 0, rect.y1, width),
            Rect(inner.y0, 0, inner.y1, inner.x0),
            Rect(inner.y0, inner.x1, inner.y1, width),
        )
        for side in frame:
            if side.area:
                across = slice(side.x0 * channels, side.x1 * channels)
                write(side, out[side.y0 - rect.y0 : side.y1 - rect.y0, across])
        return True

    # -- compiling ahead

    def variants(self, soon: bool) -> Iterator[Plan]:
        levels = range(PREVIEW_LEVELS)
        around = (each for level in levels for each in values_around(self.op, self.values, level))
        present = {self.kind.radius(values) for values in around}
        for bucket in self.kind.buckets:
            if (bucket in present) == soon:
                plan = self.sample()
                plan.bucket = plan.variant = bucket
                yield plan


def later_columns(kind: Neighbourhood, number: int, radius: int) -> int:
    """Return how many columns more pass `number` must compute: the reach of the passes after it."""
    return sum(later.reach(radius)[1] for later in kind.passes[number + 1 :])


def total_reach(kind: Neighbourhood, radius: int) -> tuple[int, int]:
    """Rows and columns that all passes together read beyond a pixel."""
    reaches = [each.reach(radius) for each in kind.passes]
    return sum(rows for rows, _ in reaches), sum(columns for _, columns in reaches)


def stage_reads_source(kind: Neighbourhood, number: int, channels: int) -> bool:
    """Whether a later pass is given the op's own input beside the previous pass's result."""
    last = number == len(kind.passes) - 1
    return kind.passes[number].uses_source or (last and not kind.mixes and has_alpha(channels))


def _build_prepare(prepare: Callable[[Any, int], Any], radius: int) -> Kernel:
    return lambda p: prepare(p, radius)


def _build_stage(kind: Neighbourhood, number: int, radius: int, channels: int, dtype: str) -> Kernel:
    this, last = kind.passes[number], number == len(kind.passes) - 1
    margin = later_columns(kind, number, radius) * channels
    count = CHUNK + 2 * margin
    keeps_alpha = last and not kind.mixes and has_alpha(channels)
    own_reach = this.reach(radius)[1] * channels

    def finish(value: jax.Array, source: Window | None) -> jax.Array:
        if not last:
            return value
        if keeps_alpha and source is not None:
            # an op that picks values returns them as they were stored
            original = source.stored(0, 0) if kind.any_dtype else source(0, 0)
            value = keep_alpha(value, original, channels)
        return value if dtype == SAME_DTYPE else quantise(value, dtype)

    def first(slab: jax.Array, start: jax.Array, pitch: jax.Array, p: dict[str, Any]) -> jax.Array:
        window = flat_window(slab, start - margin, pitch, channels, count, convert=not kind.any_dtype)
        value = this.apply(window, {**p, "radius": radius}, *((window,) if this.uses_source else ()))
        return finish(value, flat_window(slab, start, pitch, channels, CHUNK))

    def inner(x: jax.Array) -> Window:
        return flat_window(x, own_reach, 0, channels, count, convert=not kind.any_dtype)

    def later(
        previous: Any, slab: jax.Array, start: jax.Array, pitch: jax.Array, p: dict[str, Any]
    ) -> jax.Array:
        window = jax.tree.map(inner, previous)
        source = flat_window(slab, start - margin, pitch, channels, count)
        value = this.apply(window, {**p, "radius": radius}, *((source,) if this.uses_source else ()))
        return finish(value, flat_window(slab, start, pitch, channels, CHUNK))

    def alone(previous: Any, p: dict[str, Any]) -> jax.Array:
        window = jax.tree.map(inner, previous)
        return finish(this.apply(window, {**p, "radius": radius}), None)

    if number == 0:
        return first
    return later if stage_reads_source(kind, number, channels) else alone


def _with_parameters(kernel: Kernel, names: tuple[str, ...]) -> Kernel:
    """The kernel, called with only these of the parameters (its last argument)."""
    return lambda *arguments: kernel(*arguments[:-1], {name: arguments[-1][name] for name in names})


def _then(kernel: Kernel, after: Kernel) -> Kernel:
    return lambda *arguments: after(kernel(*arguments))


def _then_converted(kernel: Kernel, convert: Kernel, dtype: str) -> Kernel:
    """The kernel (whose result has its input's format) with the result converted to `dtype`."""

    def run(*arguments: Any) -> Any:
        result = kernel(*arguments)
        return result if result.dtype == dtype else convert(result)

    return run


def _slab_in(memory: np.ndarray, first: int) -> tuple[np.ndarray, int]:
    """A view of CAPACITY elements that holds `first` and the elements after it, and the view's begin.

    The view begins at a multiple of LINE bytes: JAX takes it without a copy.
    """
    begin = min(first, memory.size - CAPACITY)
    begin -= (memory.ctypes.data + begin * memory.itemsize) % LINE // memory.itemsize
    return memory[begin : begin + CAPACITY], begin


def _direction(reach: tuple[int, int], number: int, count: int) -> Wording:
    """The axis that a pass reads along: `rows`, `columns`, or both."""
    rows, columns = reach
    if bool(rows) != bool(columns):
        return Wording("columns") if rows else Wording("rows")
    return Wording("pass {0} of {1}", number + 1, count) if count > 1 else Wording("rows and columns")


def _format_names(formats: str | tuple[str, ...]) -> str:
    if isinstance(formats, str):
        return formats
    if len(set(formats)) == 1:
        return f"{len(formats)} × {formats[0]}"
    return " / ".join(formats)
