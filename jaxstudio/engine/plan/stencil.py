"""Plans of ops whose expression computes a pixel from its neighbours: one kernel for each text.

On a reduced photo a neighbour lies between four pixels and is interpolated; places are still those in the
full photo. There is one kernel for the full photo and one for all its reductions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cached_property, partial
from typing import Any, Self

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.engine.buffers import CHUNK, Rect, TiledBuffer, chunk_count
from jaxstudio.engine.kernels import Kernel, KernelKey, KernelSpec
from jaxstudio.engine.plan.base import Out, Plan, SlabPlan, StepContext, clock
from jaxstudio.engine.plan.pixelwise import PixelwisePlan, place_of_chunk
from jaxstudio.errors import Cancelled, Wording
from jaxstudio.kernels.pixels import (
    channel_index,
    copy_alpha,
    has_alpha,
    join_colours,
    keep_alpha,
    prevent_fusion,
    quantise,
)
from jaxstudio.kernels.random_fields import Place, place
from jaxstudio.kernels.stencil import Window, flat_window
from jaxstudio.pipeline.kinds import Op, PixelStencil, Stencil
from jaxstudio.pipeline.op import Values

LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)  # ITU-R BT.709


class StencilPlan(SlabPlan):
    """An expression computes each pixel from itself and neighbours at fixed distances."""

    kind: Stencil
    chunk_by_chunk = True

    @staticmethod
    def substitute(op: Op, values: Values) -> Op:
        kind: Any = op.kind
        if not kind.by_pixel(kind.text(values)):
            return op
        declared = {each.name: getattr(kind, each.name) for each in fields(kind)}
        return replace(op, kind=PixelStencil(**declared))

    @staticmethod
    def parts(op: Op, values: Values) -> Iterator[tuple[Op, Values]]:
        substituted = StencilPlan.substitute(op, values)
        if substituted is not op:
            yield substituted, values

    @property
    def mixes_pixels(self) -> bool:
        return False

    @cached_property
    def text(self) -> str:
        return self.kind.text(self.values)

    @cached_property
    def distances(self) -> np.ndarray:
        """(n, 2) float64: the (dy, dx) of the neighbours in pixels of the (reduced) image."""
        return np.array(self.kind.neighbours(self.text), np.float64).reshape(-1, 2) / 2**self.level

    @property
    def interpolates(self) -> bool:
        """Whether neighbours may lie between pixels."""
        return self.level > 0 and len(self.distances) > 0

    @cached_property
    def reach(self) -> tuple[int, int]:
        """Rows and columns that are read beyond a pixel."""
        if not len(self.distances):
            return 0, 0
        rows, columns = np.ceil(np.abs(self.distances)).astype(int).max(axis=0)
        return int(rows), int(columns)

    def input_rect(self, rect: Rect) -> Rect:
        return rect.grown(*self.reach)

    def parameters(self) -> dict[str, Any]:
        """The parameters, and `scale`: the side of a pixel of the reduced image, in pixels of the photo.

        For neighbours between pixels also `whole` (n, 2) int32, the (dy, dx) of the upper left pixel, and
        `share` (n, 2) float32, the weights of the next row and column.
        """
        parameters = {**super().parameters(), "scale": np.float32(2**self.level)}
        if self.interpolates:
            # where the distance is whole, the next pixel has no weight, and it may lie beyond the halo
            whole = np.minimum(np.floor(self.distances), np.array(self.reach) - 1)
            parameters |= {
                "whole": whole.astype(np.int32),
                "share": (self.distances - whole).astype(np.float32),
            }
        return parameters

    def kernel_of(self, dtype: str) -> KernelSpec:
        """(slab, start, pitch, where, p) → chunk; `where` as in PlacedPlan."""
        text, channels, interpolates = self.text, self.channels, self.interpolates
        role = "interpolated_expression" if interpolates else "expression"
        build = build_by_value if self.kind.by_value(text) else build_by_pixel
        label = Wording("each pixel and its neighbours, {0}", dtype)
        if interpolates:
            label = Wording("each pixel and its neighbours, between pixels, {0}", dtype)
        return KernelSpec(
            KernelKey(role, self.op.name, channels=channels, dtype=dtype, text=text),
            partial(build, self.kind, text, channels, dtype, interpolates),
            lambda _: label,
        )

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        rows, columns = self.reach
        fill, slab_dtype = self.input_filler(step, rect.grown(rows, columns))
        dtype = dtype or "float32"
        kernel, parameters = step.kernels.get(self.kernel_of(dtype)), self.parameters()
        with step.workspace.slabs.lend(slab_dtype) as slab:
            pitch = fill(slab)
            began = clock()
            start = rows * pitch + columns * self.channels
            layout = TiledBuffer([], CHUNK, pitch, 0, rect, self.channels, np.dtype(dtype))

            def chunk(number: int) -> Any:
                if step.cancel():
                    raise Cancelled("cancelled")
                at = number * CHUNK
                where = place_of_chunk(at, layout, self.size)
                return kernel(slab, np.int32(start + at), np.int32(pitch), where, parameters)

            buffer = step.map_chunks(layout, dtype, chunk, range(chunk_count(rect.height * pitch)), out)
            # JAX reads the slab in place: wait until it has, before the slab is lent again
            jax.block_until_ready(buffer.chunks)
        step.add_time(began)
        return buffer

    def variants(self, soon: bool) -> Iterator[Plan]:
        if not soon or self.kind.by_pixel(self.text):
            return
        yield self.sample()
        if len(self.distances):
            reduced = self.sample()
            reduced.level = reduced.variant = 1
            yield reduced

    def sample(self) -> Self:
        # the text decides the kernel
        return type(self)(self.op, self.values, self.size, self.channels)


class PixelStencilPlan(PixelwisePlan):
    """An expression computes each pixel from its colours and its place: a chunk takes the slab's place."""

    kind: PixelStencil

    @cached_property
    def text(self) -> str:
        return self.kind.text(self.values)

    def parameters(self) -> dict[str, Any]:
        """The parameters and `scale`: the side of a pixel of the reduced image, in pixels of the photo."""
        return {**super().parameters(), "scale": np.float32(2**self.level)}

    def kernel(self, dtype: str, on_cpu: bool) -> KernelSpec:
        return KernelSpec(
            KernelKey("expression", self.op.name, channels=self.channels, dtype=dtype, text=self.text),
            partial(_build_without_neighbours, self.kind, self.text, self.channels, dtype),
            lambda _: Wording("each pixel, {0}", dtype),
        )

    def variants(self, soon: bool) -> Iterator[Plan]:
        if soon:
            yield self.sample()

    def sample(self) -> Self:
        # the text decides the kernel
        return type(self)(self.op, self.values, self.size, self.channels)


class _Windows(dict[tuple[int, int], jax.Array]):
    """The pixel itself and each neighbour that the text reads: float32 of one shape, by (dy, dx).

    A neighbour is read when it is first used, in the scope of the characters that use it.
    """

    def __init__(
        self,
        kind: Stencil,
        text: str,
        window: Window,
        p: dict[str, Any],
        interpolates: bool,
        shape: tuple[int, ...] = (-1,),
    ) -> None:
        super().__init__({(0, 0): window(0, 0).reshape(shape)})
        self._window, self._p, self._interpolates, self._shape = window, p, interpolates, shape
        self._numbers = {neighbour: number for number, neighbour in enumerate(kind.neighbours(text))}

    def __missing__(self, neighbour: tuple[int, int]) -> jax.Array:
        window, number = self._window, self._numbers[neighbour]
        if not self._interpolates:
            found = window(*neighbour)
        else:
            (top, left), (below, right) = self._p["whole"][number], self._p["share"][number]
            upper, lower = (
                _between(window.raw(row, left), window.raw(row, left + 1), right) for row in (top, top + 1)
            )
            found = _between(upper, lower, below) * window.unit
        return self.setdefault(neighbour, found.reshape(self._shape))


def _between(first: jax.Array, second: jax.Array, share: jax.Array) -> jax.Array:
    """Interpolate; a value without weight is ignored, because it may be NaN or infinite."""
    mixed = first + (second - first) * share
    return jnp.where(share == 0, first, jnp.where(share == 1, second, mixed))


def place_on_photo(row: Any, column: Any, where: jax.Array, p: dict[str, Any]) -> Place:
    """The place in the full photo; `row` and `column` are in pixels of the (reduced) image."""
    scale = p["scale"]
    row, column = ((at.astype(jnp.float32) + 0.5) * scale - 0.5 for at in (row, column))
    height, width = (where[number].astype(jnp.float32) * scale for number in (4, 5))
    return Place(row, column, None, height, width)


def build_by_value(kind: Stencil, text: str, channels: int, dtype: str, interpolates: bool) -> Kernel:
    """A kernel that computes each value by itself: the chunk stays flat."""

    def stencil(slab: Any, start: Any, pitch: Any, where: Any, p: dict[str, Any]) -> jax.Array:
        window = flat_window(slab, start, pitch, channels, CHUNK)
        found = _Windows(kind, text, window, p, interpolates)
        row, element = place(where[0], where[1], CHUNK)
        element = element + where[3]
        lane = channel_index(CHUNK, channels)
        # exact: a row has fewer than 2²² elements
        column = jnp.floor((element - lane).astype(jnp.float32) * np.float32(1 / channels) + 0.5)
        at = place_on_photo(row + where[2], column, where, p)
        result = kind.apply(text, lambda dy, dx, channel: found[dy, dx], at, p)
        value = found[0, 0]
        changed = jnp.broadcast_to(result, value.shape).astype(jnp.float32)
        return quantise(keep_alpha(changed, value, channels), dtype)

    return stencil


def build_by_pixel(kind: Stencil, text: str, channels: int, dtype: str, interpolates: bool) -> Kernel:
    """A kernel that computes a pixel's channels together."""

    def stencil(slab: Any, start: Any, pitch: Any, where: Any, p: dict[str, Any]) -> jax.Array:
        window = flat_window(slab, start, pitch, channels, CHUNK)

        def values() -> Any:
            found = _Windows(kind, text, window, p, interpolates, (-1, channels))
            # counted in pixels: all of `where` lies at a pixel's first channel
            first, wide, left = (lax.div(where[number], np.int32(channels)) for number in (0, 1, 3))
            row, column = place(first, wide, CHUNK // channels)
            at = place_on_photo((row + where[2])[:, None], (column + left)[:, None], where, p)
            return kind.apply(text, partial(read_channel, found, channels), at, p)

        def join(result: Any) -> jax.Array:
            value = window(0, 0).reshape(-1, channels)
            return quantise(joined_channels(result, value, channels), dtype).reshape(-1)

        return compute_pixels(values, join, channels, pitch)

    return stencil


def _build_without_neighbours(kind: Stencil, text: str, channels: int, dtype: str) -> Kernel:
    build = build_by_value if kind.by_value(text) else build_by_pixel
    stencil = build(kind, text, channels, dtype, False)
    return lambda chunk, where, p: stencil(chunk, 0, where[1], where, p)


def compute_pixels(
    values: Callable[[], Any], join: Callable[[Any], jax.Array], channels: int, pitch: Any
) -> jax.Array:
    """join(values()); an expression with one number per pixel is computed once, not for each channel."""
    shapes = jax.eval_shape(values)
    if channels < 3 or (not isinstance(shapes, tuple) and shapes.shape[-1:] != (1,)):
        return prevent_fusion(pitch > -1, lambda: join(values()))
    result = prevent_fusion(pitch > -1, values)
    return prevent_fusion(pitch > -2, lambda: join(result))


def read_channel(
    found: Mapping[tuple[int, int], jax.Array], channels: int, dy: int, dx: int, channel: int | None
) -> jax.Array:
    """A neighbour's channel as (n, 1), or all channels; opacity is 1 in a picture without alpha."""
    neighbour, colours = found[dy, dx], channels - has_alpha(channels)
    if channel is None:
        return neighbour
    if channel == 3:
        if not has_alpha(channels):
            return jnp.ones((len(neighbour), 1), jnp.float32)
        return neighbour[:, -1:]
    return neighbour[:, channel, None] if colours == 3 else neighbour[:, :1]


def joined_channels(result: Any, value: jax.Array, channels: int) -> jax.Array:
    """New values as (n, channels), alpha unchanged; for a gray picture three results become their luma."""
    if not isinstance(result, tuple):
        changed = jnp.broadcast_to(result, value.shape).astype(jnp.float32)
        return copy_alpha(changed, value)
    columns = [jnp.broadcast_to(each, (len(value), 1)).astype(jnp.float32) for each in result]
    if channels >= 3:
        return join_colours(columns, value)
    lightness = sum(weight * each for weight, each in zip(LUMA, columns, strict=True))
    return copy_alpha(jnp.broadcast_to(lightness, value.shape), value)
