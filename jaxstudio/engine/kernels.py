"""Compiled kernels: each stage of each op is a jit of its own, on one device.

Stages are apart because XLA:CPU, given two passes in one jit, computes the first anew inside the
second. Everything a slider moves is traced; what must be static (op, pass, bucket, channels,
formats) is the key of a kernel.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.engine.buffers import CHUNK
from jaxstudio.kernels import pixels, sampling, scaling, zoom_blur
from jaxstudio.kernels.random_fields import place, threefry
from jaxstudio.kernels.stencil import FlatWindow
from jaxstudio.pipeline.kinds import (
    Colour,
    ColourMatrix,
    Combined,
    Global,
    Neighbourhood,
    Place,
    Placed,
    Pointwise,
    Random,
    Warp,
)
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Choice, Matrix, Path, Points
from jaxstudio.runtime.persistent_jit import PersistentJit

Kernel = Callable[..., Any]
TABLE = 256
# The format of a pass that hands on the values it was given.
KEPT = "kept"


def traced(op: Op, values: dict[str, Any], radius: int = 0) -> dict[str, Any]:
    """Parameter values as the arrays that an op's functions are traced with.

    Numbers become float32 (whole ones too), a Choice the int32 index of its word, a Matrix float32
    (2·radius + 1)² with the weights in its centre, Points float32 (largest, 2) with the last one
    repeated. A Path is none of their business: what it leads to comes as a statistic.
    """
    arrays: dict[str, Any] = {}
    for param in op.own_params:
        value = values[param.name]
        if isinstance(param, Choice):
            arrays[param.name] = np.int32(param.choices.index(value))
        elif isinstance(param, Matrix):
            arrays[param.name] = centred(np.asarray(value, np.float32), 2 * radius + 1)
        elif isinstance(param, Points):
            points = np.asarray(value, np.float32)
            arrays[param.name] = np.pad(points, ((0, param.largest - len(points)), (0, 0)), mode="edge")
        elif isinstance(param, Path):
            continue
        elif isinstance(value, bool):
            arrays[param.name] = np.bool_(value)
        else:
            arrays[param.name] = np.float32(value)
    return arrays


def sample_parameters(op: Op, radius: int = 0) -> dict[str, Any]:
    """Parameters of the shapes that `traced` returns, to compile with."""
    values = op.resolve(op.defaults())
    for param in op.own_params:
        if isinstance(param, Matrix):
            values[param.name] = ((0.0,),)
    return traced(op, values, radius)


def centred(matrix: np.ndarray, side: int) -> np.ndarray:
    """`matrix` in the middle of a square of zeros."""
    top, left = (side - matrix.shape[0]) // 2, (side - matrix.shape[1]) // 2
    square = np.zeros((side, side), np.float32)
    square[top : top + matrix.shape[0], left : left + matrix.shape[1]] = matrix
    return square


def later_columns(kind: Neighbourhood, number: int, radius: int) -> int:
    """How far the passes after pass `number` reach along a row: it must compute so much more."""
    return sum(later.reach(radius)[1] for later in kind.passes[number + 1 :])


def total_reach(kind: Neighbourhood, radius: int) -> tuple[int, int]:
    """Rows and columns that all passes together read beyond a pixel."""
    reaches = [each.reach(radius) for each in kind.passes]
    return sum(rows for rows, _ in reaches), sum(columns for _, columns in reaches)


class Compose:
    """A kernel whose result another one takes: both are compiled for themselves, and shared."""

    def __init__(self, kernel: Any, after: Any) -> None:
        self._kernel, self._after = kernel, after

    def __call__(self, *arguments: Any) -> Any:
        return self._after(self._kernel(*arguments))

    def ready(self, *arguments: Any) -> None:
        self._kernel.ready(*arguments)
        self._after.ready(np.broadcast_to(np.float32(0), CHUNK))


class KeepDtype:
    """A kernel that keeps the format it is given, and the one that makes of its result the format wanted."""

    def __init__(self, kernel: Any, convert: Any, dtype: str) -> None:
        self._kernel, self._convert, self._dtype = kernel, convert, dtype

    def __call__(self, *arguments: Any) -> Any:
        result = self._kernel(*arguments)
        return result if result.dtype == self._dtype else self._convert(result)

    def ready(self, *arguments: Any) -> None:
        self._kernel.ready(*arguments)
        if arguments[0].dtype != self._dtype:
            self._convert.ready(np.broadcast_to(arguments[0][:1], CHUNK))


class SelectParams:
    """A kernel that is given only some of the parameters, which come last."""

    def __init__(self, kernel: Any, names: tuple[str, ...]) -> None:
        self._kernel, self._names = kernel, names

    def _some(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        return (*arguments[:-1], {name: arguments[-1][name] for name in self._names})

    def __call__(self, *arguments: Any) -> Any:
        return self._kernel(*self._some(arguments))

    def ready(self, *arguments: Any) -> None:
        self._kernel.ready(*self._some(arguments))


class Identity:
    """A pass that with this bucket has nothing to do: (previous, p) → previous, in the format wanted."""

    def __init__(self, convert: Any, dtype: str) -> None:
        self._convert, self._dtype = convert, dtype

    def __call__(self, previous: Any, p: Any) -> Any:
        return previous if previous.dtype == self._dtype else self._convert(previous)

    def ready(self, previous: Any, p: Any) -> None:
        if previous.dtype != self._dtype:
            self._convert.ready(previous)


class Kernels:
    """The compiled kernels of one device, made on first use and kept."""

    def __init__(self, device: jax.Device) -> None:
        self.device = device
        self._made: dict[Hashable, PersistentJit] = {}
        self._lock = threading.Lock()

    def _get(self, key: Hashable, make: Callable[[], Kernel]) -> Kernel:
        with self._lock:
            kernel = self._made.get(key)
            if kernel is None:
                kernel = self._made[key] = PersistentJit(make(), self.device)
            return kernel

    def convert(self, dtype: str) -> Kernel:
        """(chunk) → chunk in another format."""

        def make() -> Kernel:
            def convert(x: jax.Array) -> jax.Array:
                return pixels.quantise(pixels.to_float(x), dtype)

            return convert

        return self._get(("convert", dtype), make)

    def alpha(self, channels: int, inverse: bool) -> Kernel:
        """(chunk) → colours multiplied or divided by alpha, float32."""

        def make() -> Kernel:
            def multiply(x: jax.Array) -> jax.Array:
                return pixels.premultiply(pixels.to_float(x), channels)

            def divide(x: jax.Array) -> jax.Array:
                return pixels.unpremultiply(x, channels)

            return divide if inverse else multiply

        return self._get(("alpha", channels, inverse), make)

    def pointwise(self, op: Op, channels: int, dtype: str) -> Kernel:
        """(chunk, p) → chunk for a pointwise or global op."""
        kind = op.kind
        assert isinstance(kind, Pointwise | Global)

        def make() -> Kernel:
            def pointwise(x: jax.Array, p: dict[str, Any]) -> jax.Array:
                value = pixels.to_float(x)
                return pixels.quantise(pixels.keep_alpha(kind.apply(value, p), value, channels), dtype)

            return pointwise

        return self._get(("pointwise", op.name, channels, dtype), make)

    def table(self, op: Op, dtype: str) -> Kernel:
        """(p) → a pointwise op's result for each of the 256 values of uint8."""
        kind = op.kind
        assert isinstance(kind, Pointwise | Global)

        def make() -> Kernel:
            def table(p: dict[str, Any]) -> jax.Array:
                return pixels.quantise(
                    kind.apply(pixels.to_float(jnp.arange(TABLE, dtype=jnp.uint8)), p), dtype
                )

            return table

        return self._get(("table", op.name, dtype), make)

    def look_up(self, channels: int, dtype: str) -> Kernel:
        """(uint8 chunk, table) → the table's entry for every value; alpha stays."""

        def make() -> Kernel:
            def look_up(x: jax.Array, table: jax.Array) -> jax.Array:
                original = pixels.quantise(pixels.to_float(x), dtype) if pixels.has_alpha(channels) else x
                return pixels.keep_alpha(table[x], original, channels)

            return look_up

        return self._get(("look_up", channels, dtype), make)

    def word_tables(self, channels: int) -> Kernel:
        """(table of uint8) → what `look_up_words` reads; see kernels/pixels.py."""
        return self._get(("word_tables", channels), lambda: partial(pixels.word_tables, channels=channels))

    def look_up_words(self) -> Kernel:
        """(chunk seen as uint32, tables) → uint32."""
        return self._get(("look_up_words",), lambda: pixels.look_up_words)

    def colour(self, channels: int, dtype: str) -> Kernel:
        """(chunk, matrix) → chunk with its channels mixed."""

        def colour(x: jax.Array, matrix: jax.Array) -> jax.Array:
            pick, mix = (partial(each, dtype=dtype) for each in (pixels.pick_channels, pixels.mix_channels))
            pixel = x.reshape(-1, channels)
            return lax.cond(pixels.only_picks(matrix), pick, mix, pixel, matrix).reshape(-1)

        return self._get(("colour", channels, dtype), lambda: colour)

    def colour_matrix(self, op: Op) -> Kernel:
        """(p) → the matrix that `colour` reads: (3, 3)."""
        kind = op.kind
        assert isinstance(kind, ColourMatrix)
        return self._get(("colour_matrix", op.name), lambda: kind.matrix)

    def placed(self, op: Op, channels: int, dtype: str) -> Kernel:
        """(chunk, where, key, p) → chunk for an op to which the place of a value counts.

        `where` is (start, pitch, first row, first element, height, width) in int32.
        """
        kind = op.kind
        assert isinstance(kind, Random | Placed | Global)
        apart = self.device.platform == "cpu"

        def changed(value: jax.Array, where: jax.Array, key: jax.Array, p: dict[str, Any]) -> jax.Array:
            row, element = place(where[0], where[1], CHUNK)
            row, element = row + where[2], element + where[3]
            if isinstance(kind, Random):
                bits = threefry((key[0], key[1]), row.astype(jnp.uint32), element.astype(jnp.uint32))
                return kind.apply(value, bits, p)
            lane = pixels.lane(CHUNK, channels)
            # exact: a row has fewer than 2²² elements
            column = jnp.floor((element - lane).astype(jnp.float32) * np.float32(1 / channels) + 0.5)
            height, width = where[4].astype(jnp.float32), where[5].astype(jnp.float32)
            return kind.apply(
                value, Place(row.astype(jnp.float32), column, lane, height, width), {**p, "key": key}
            )

        def placed(x: jax.Array, where: jax.Array, key: jax.Array, p: dict[str, Any]) -> jax.Array:
            value = pixels.to_float(x)
            return pixels.quantise(pixels.keep_alpha(changed(value, where, key, p), value, channels), dtype)

        def light(x: jax.Array, where: jax.Array, key: jax.Array, p: dict[str, Any]) -> jax.Array:
            height, width = where[4].astype(jnp.float32), where[5].astype(jnp.float32)

            def change(pixel: jax.Array) -> jax.Array:
                assert not isinstance(kind, Random)
                value = pixels.to_float(pixel)
                # counted in pixels: all of `where` lies at a pixel's first channel
                start, pitch, first = (lax.div(where[number], np.int32(channels)) for number in (0, 1, 3))
                row, column = place(start, pitch, CHUNK // channels)
                down = (row + where[2]).astype(jnp.float32)[:, None]
                across = (column + first).astype(jnp.float32)[:, None]
                at = Place(down, across, pixels.channel_of(pixel), height, width)
                result = jnp.broadcast_to(kind.apply(value, at, {**p, "key": key}), value.shape)
                return pixels.quantise(pixels.alpha_kept(result, value), dtype)

            return pixels.pixel_by_pixel(change, x, channels, apart)

        way = placed if isinstance(kind, Random) or not kind.cheap else light
        return self._get(("placed", op.name, channels, dtype), lambda: way)

    def planes(self, op: Op, channels: int, dtype: str) -> Kernel:
        """(chunk, p) → chunk for an op that sees a pixel's colours together."""
        kind = op.kind
        assert isinstance(kind, Colour)
        apart = self.device.platform == "cpu"

        def gray(x: jax.Array, p: dict[str, Any]) -> jax.Array:
            value = pixels.to_float(x)
            changed = kind.gray(value, p) if kind.gray is not None else value
            return pixels.quantise(pixels.keep_alpha(changed, value, channels), dtype)

        def planes(x: jax.Array, p: dict[str, Any]) -> jax.Array:
            def change(pixel: jax.Array) -> jax.Array:
                value = pixels.to_float(pixel)
                colours = kind.apply(value[:, 0, None], value[:, 1, None], value[:, 2, None], p)
                return pixels.quantise(pixels.joined(colours, value), dtype)

            return pixels.pixel_by_pixel(change, x, channels, apart)

        return self._get(("planes", op.name, channels, dtype), lambda: gray if channels < 3 else planes)

    def prepare(self, op: Op, radius: int) -> Kernel:
        """(p) → what the passes of a neighbourhood op read."""
        kind = op.kind
        assert isinstance(kind, Neighbourhood)
        prepare = kind.prepare
        assert prepare is not None

        if kind.prepares_all_taps:
            radius = kind.buckets[-1]

        def make() -> Kernel:
            return lambda p: prepare(p, radius)

        return self._get(("prepare", op.name, radius), make)

    def stage(self, op: Op, number: int, radius: int, channels: int, dtype: str) -> Kernel:
        """One pass of a neighbourhood op.

        Pass 0: (slab, start, pitch, p); later ones: (previous, slab, start, pitch, p), or
        (previous, p) where they do not read the source. `start` is the slab index of the chunk.
        """
        kind = op.kind
        assert isinstance(kind, Neighbourhood)
        last = number == len(kind.passes) - 1
        this = kind.passes[number]
        if last and kind.expensive(radius) and dtype != "float32":
            return Compose(self.stage(op, number, radius, channels, "float32"), self.convert(dtype))
        if last and this.is_identity(radius) and not stage_reads_source(kind, number, channels):
            return Identity(self.convert(dtype), dtype)
        if last and kind.any_dtype and dtype != KEPT:
            return KeepDtype(self.stage(op, number, radius, channels, KEPT), self.convert(dtype), dtype)
        wider = later_columns(kind, number, radius) * channels
        count = CHUNK + 2 * wider
        keeps_alpha = last and not kind.mixes and pixels.has_alpha(channels)
        own_reach = this.reach(radius)[1] * channels
        # only the last pass writes the format that is wanted: what the others hand on is their affair, and
        # they are one kernel for all
        dtype = dtype if last else KEPT

        def done(value: jax.Array, source: FlatWindow | None) -> jax.Array:
            if not last:
                return value
            if keeps_alpha and source is not None:
                # an op that picks values hands on those it was given
                beside = source.stored(0, 0) if kind.any_dtype else source(0, 0)
                value = pixels.keep_alpha(value, beside, channels)
            return value if dtype == KEPT else pixels.quantise(value, dtype)

        def first(slab: jax.Array, start: jax.Array, pitch: jax.Array, p: dict[str, Any]) -> jax.Array:
            window = FlatWindow(slab, start - wider, pitch, channels, count, convert=not kind.any_dtype)
            value = this.apply(window, {**p, "radius": radius}, *((window,) if this.uses_source else ()))
            return done(value, FlatWindow(slab, start, pitch, channels, CHUNK))

        def inner(x: jax.Array) -> FlatWindow:
            return FlatWindow(x, own_reach, None, channels, count, convert=not kind.any_dtype)

        def later(
            previous: Any, slab: jax.Array, start: jax.Array, pitch: jax.Array, p: dict[str, Any]
        ) -> jax.Array:
            window = jax.tree.map(inner, previous)
            source = FlatWindow(slab, start - wider, pitch, channels, count)
            value = this.apply(window, {**p, "radius": radius}, *((source,) if this.uses_source else ()))
            return done(value, FlatWindow(slab, start, pitch, channels, CHUNK))

        def alone(previous: Any, p: dict[str, Any]) -> jax.Array:
            window = jax.tree.map(inner, previous)
            return done(this.apply(window, {**p, "radius": radius}), None)

        def make() -> Kernel:
            if number == 0:
                return first
            return later if stage_reads_source(kind, number, channels) else alone

        kernel = self._get(
            ("stage", this.kernel_key(radius) or op.name, number, radius, channels, dtype), make
        )
        return SelectParams(kernel, this.param_names) if this.param_names else kernel

    def sample(self, channels: int, dtype: str) -> Kernel:
        """A geometry op's gather; see kernels/sampling.py."""
        return self._get(
            ("sample", channels, dtype), lambda: partial(sampling.bilinear, channels=channels, dtype=dtype)
        )

    def scaled(self, channels: int) -> Kernel:
        """Rows and columns resampled each for itself; see kernels/scaling.py."""
        return self._get(("scaled", channels), lambda: partial(scaling.scaled, channels=channels))

    def halved(self, channels: int) -> Kernel:
        """The average of 2×2 pixels; see kernels/scaling.py."""
        return self._get(("halved", channels), lambda: partial(scaling.halved, channels=channels))

    def magnified(self, channels: int) -> Kernel:
        """A mean of magnified pictures with more of them; see kernels/zoom_blur.py."""
        return self._get(("magnified", channels), lambda: partial(zoom_blur.magnified, channels=channels))

    def magnified_rows(self, channels: int, given: str, dtype: str) -> Kernel:
        """Such a mean as pixels."""
        return self._get(
            ("magnified_rows", channels, given, dtype),
            lambda: partial(zoom_blur.as_rows, channels=channels, given=np.dtype(given), dtype=dtype),
        )

    def turned(self, across: bool) -> Kernel:
        """(block of pixels of three bytes) → flipped, or transposed where rows and columns go `across`."""
        return self._get(("turned", across), lambda: pixels.transposed if across else pixels.flipped)

    def combine(self, op: Op, channels: int, dtype: str) -> Kernel:
        """(chunk, chunks of the results, p) → chunk for a combined op."""
        kind = op.kind
        assert isinstance(kind, Combined)

        def make() -> Kernel:
            def combine(x: jax.Array, results: tuple[jax.Array, ...], p: dict[str, Any]) -> jax.Array:
                x = pixels.to_float(x)
                value = kind.apply(x, tuple(pixels.to_float(result) for result in results), p)
                return pixels.quantise(pixels.keep_alpha(value, x, channels), dtype)

            return combine

        return self._get(("combine", op.name, channels, dtype), make)

    def places(self, op: Op) -> Kernel:
        """(where, p) → a block's places in the input and their ends; see kernels/sampling.py."""
        kind = op.kind
        assert isinstance(kind, Warp)

        def make() -> Kernel:
            def in_double_precision(where: jax.Array, p: dict[str, Any]) -> Any:
                with jax.enable_x64(True):
                    return sampling.warp_places(kind.inverse, where, p, kind.nearest)

            return in_double_precision

        return self._get(("places", op.name), make)

    def warp(self, channels: int, nearest: bool, dtype: str) -> Kernel:
        """A warp's gather; see kernels/sampling.py."""
        return self._get(
            ("warp", channels, nearest, dtype),
            lambda: partial(sampling.warped, channels=channels, nearest=nearest, dtype=dtype),
        )


def stage_reads_source(kind: Neighbourhood, number: int, channels: int) -> bool:
    """Whether a later pass is given the op's own input beside the previous pass's result."""
    last = number == len(kind.passes) - 1
    return kind.passes[number].uses_source or (last and not kind.mixes and pixels.has_alpha(channels))
