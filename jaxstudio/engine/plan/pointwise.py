"""Plans of ops that compute each pixel by itself: from its values, its colours, its place, or random bits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.engine.buffers import CHUNK, TiledBuffer
from jaxstudio.engine.kernels import Kernel, KernelKey, KernelSpec, conversion
from jaxstudio.engine.plan.base import Plan, StepContext
from jaxstudio.engine.plan.pixelwise import ChunkFunction, PixelwisePlan
from jaxstudio.engine.plan.statistics import measure, measure_samples
from jaxstudio.errors import Wording
from jaxstudio.kernels import pixels
from jaxstudio.kernels.random_fields import Place, place, sampled_mean, threefry
from jaxstudio.pipeline.kinds import Colour, ColourMatrix, Global, Placed, Pointwise, Random


class PointwisePlan(PixelwisePlan):
    """Each value alone decides its result."""

    kind: Pointwise

    @property
    def by_channel(self) -> bool:
        return True

    @property
    def by_value(self) -> bool:
        return not pixels.has_alpha(self.channels)

    def kernel(self, dtype: str, on_cpu: bool) -> KernelSpec:
        return KernelSpec(
            KernelKey("pointwise", self.op.name, channels=self.channels, dtype=dtype),
            partial(_build_pointwise, self.kind.apply, self.channels, dtype),
            lambda _: Wording("each value, {0}", dtype),
        )


def _build_pointwise(apply: Callable[..., Any], channels: int, dtype: str) -> Kernel:
    def pointwise(x: jax.Array, where: jax.Array, p: dict[str, Any]) -> jax.Array:
        value = pixels.to_float(x)
        return pixels.quantise(pixels.keep_alpha(apply(value, p), value, channels), dtype)

    return pointwise


class ColourMatrixPlan(PixelwisePlan):
    """Each pixel's channels are mixed linearly; gray stays as it is."""

    kind: ColourMatrix

    def kernel(self, dtype: str, on_cpu: bool) -> KernelSpec:
        role, change = ("pick", pixels.pick_channels) if self.kind.picks else ("mix", pixels.mix_channels)
        return KernelSpec(
            KernelKey(role, channels=self.channels, dtype=dtype),
            # nothing is fused across the switch between orders
            partial(_build_mix, change, self.channels, dtype, on_cpu and not self.kind.picks),
            lambda _: Wording("Colour matrix applied, {0}", dtype),
        )

    def arguments(self, step: StepContext, parameters: dict[str, Any]) -> Any:
        build, kernels = self.kind.matrix, step.kernels
        spec = KernelSpec(
            KernelKey("colour_matrix", self.op.name), lambda: build, lambda _: Wording("colour matrix")
        )
        return kernels.prepared(spec.key, parameters, lambda: kernels.get(spec)(parameters))


def _build_mix(change: Callable[..., Any], channels: int, dtype: str, apart: bool) -> Kernel:
    def mix(x: jax.Array, where: jax.Array, matrix: jax.Array) -> jax.Array:
        if channels < 3:
            return pixels.convert_dtype(x, dtype)
        return pixels.pixel_by_pixel(partial(change, matrix=matrix, dtype=dtype), x, channels, apart)

    return mix


class ColourPlan(PixelwisePlan):
    """Each pixel's colours together decide its new ones."""

    kind: Colour

    def kernel(self, dtype: str, on_cpu: bool) -> KernelSpec:
        build = _build_colours if self.channels >= 3 else _build_gray
        return KernelSpec(
            KernelKey("planes", self.op.name, channels=self.channels, dtype=dtype),
            partial(build, self.kind, self.channels, dtype, on_cpu),
            lambda _: Wording("each pixel's colours, {0}", dtype),
        )


def _build_gray(kind: Colour, channels: int, dtype: str, on_cpu: bool) -> Kernel:
    def gray(x: jax.Array, where: jax.Array, p: dict[str, Any]) -> jax.Array:
        value = pixels.to_float(x)
        changed = kind.gray(value, p) if kind.gray is not None else value
        return pixels.quantise(pixels.keep_alpha(changed, value, channels), dtype)

    return gray


def _build_colours(kind: Colour, channels: int, dtype: str, on_cpu: bool) -> Kernel:
    def planes(x: jax.Array, where: jax.Array, p: dict[str, Any]) -> jax.Array:
        def change(pixel: jax.Array) -> jax.Array:
            value = pixels.to_float(pixel)
            colours = kind.apply(value[:, 0, None], value[:, 1, None], value[:, 2, None], p)
            return pixels.quantise(pixels.join_colours(colours, value), dtype)

        return pixels.pixel_by_pixel(change, x, channels, on_cpu)

    return planes


class PlacedPlan(PixelwisePlan):
    """Each value and its place decide the result."""

    kind: Placed

    @property
    def by_channel(self) -> bool:
        return self.kind.by_channel

    def kernel(self, dtype: str, on_cpu: bool) -> KernelSpec:
        build = _build_placed_pixels if self.kind.cheap else _build_placed
        return self._placed("placed", partial(build, self.kind.apply, self.channels, dtype, on_cpu), dtype)

    def _placed(self, role: str, build: Callable[[], Kernel], dtype: str) -> KernelSpec:
        key = KernelKey(role, self.op.name, channels=self.channels, dtype=dtype)
        return KernelSpec(key, build, lambda _: Wording("each value by its place, {0}", dtype))

    def arguments(self, step: StepContext, parameters: dict[str, Any]) -> Any:
        return {**parameters, "key": step.noise_key}


class RandomPlan(PlacedPlan):
    """Each value and the random bits of its place decide the result.

    A pixel of a reduced photo stands for several: its result is drawn from the distribution of their mean.
    """

    kind: Random  # type: ignore[assignment]
    by_channel = False

    def kernel(self, dtype: str, on_cpu: bool) -> KernelSpec:
        if self.level:
            return self._placed(
                "placed_mean", partial(_build_random_mean, self.kind, self.channels, dtype), dtype
            )
        return self._placed("placed", partial(_build_random, self.kind.apply, self.channels, dtype), dtype)

    def parameters(self) -> dict[str, Any]:
        parameters = super().parameters()
        return {**parameters, "count": np.float32(4**self.level)} if self.level else parameters

    def variants(self, soon: bool) -> Iterator[Plan]:
        for plan in super().variants(soon):
            yield plan
            reduced = self.sample()
            reduced.level = reduced.variant = 1
            yield reduced


def _build_random_mean(kind: Random, channels: int, dtype: str) -> Kernel:
    top = np.float32(np.inf if dtype == "float32" else 1.0)
    apply, mean = kind.apply, kind.mean

    def draw(x: jax.Array, bits: tuple[jax.Array, jax.Array], p: dict[str, Any]) -> jax.Array:
        p = {**p, "top": top}
        return sampled_mean(apply, x, bits, p) if mean is None else mean(x, bits, p)

    return _build_random(draw, channels, dtype)


def _build_random(apply: Callable[..., Any], channels: int, dtype: str) -> Kernel:
    def placed(x: jax.Array, where: jax.Array, p: dict[str, Any]) -> jax.Array:
        value, key = pixels.to_float(x), p["key"]
        row, element = place(where[0], where[1], CHUNK)
        row, element = row + where[2], element + where[3]
        bits = threefry((key[0], key[1]), row.astype(jnp.uint32), element.astype(jnp.uint32))
        return pixels.quantise(pixels.keep_alpha(apply(value, bits, p), value, channels), dtype)

    return placed


def _build_placed(apply: Callable[..., Any], channels: int, dtype: str, on_cpu: bool) -> Kernel:
    def placed(x: jax.Array, where: jax.Array, p: dict[str, Any]) -> jax.Array:
        value = pixels.to_float(x)
        row, element = place(where[0], where[1], x.size)
        row, element = row + where[2], element + where[3]
        lane = pixels.channel_index(x.size, channels)
        # exact: a row has fewer than 2²² elements
        column = jnp.floor((element - lane).astype(jnp.float32) * np.float32(1 / channels) + 0.5)
        height, width = where[4].astype(jnp.float32), where[5].astype(jnp.float32)
        at = Place(row.astype(jnp.float32), column, lane, height, width)
        return pixels.quantise(pixels.keep_alpha(apply(value, at, p), value, channels), dtype)

    return placed


def _build_placed_pixels(apply: Callable[..., Any], channels: int, dtype: str, on_cpu: bool) -> Kernel:
    def light(x: jax.Array, where: jax.Array, p: dict[str, Any]) -> jax.Array:
        height, width = where[4].astype(jnp.float32), where[5].astype(jnp.float32)

        def change(pixel: jax.Array) -> jax.Array:
            value = pixels.to_float(pixel)
            # counted in pixels: all of `where` lies at a pixel's first channel
            start, pitch, first = (lax.div(where[number], np.int32(channels)) for number in (0, 1, 3))
            row, column = place(start, pitch, pixel.shape[0])
            down = (row + where[2]).astype(jnp.float32)[:, None]
            across = (column + first).astype(jnp.float32)[:, None]
            at = Place(down, across, pixels.channel_of(pixel), height, width, (first, pitch))
            result = jnp.broadcast_to(apply(value, at, p), value.shape)
            return pixels.quantise(pixels.copy_alpha(result, value), dtype)

        return pixels.pixel_by_pixel(change, x, channels, on_cpu)

    return light


class GlobalPlan(PlacedPlan, PointwisePlan, ColourPlan):
    """A statistic of the whole input, then each value alone, its place, or colours together."""

    kind: Global  # type: ignore[assignment]
    needs_statistic = True

    @property
    def way(self) -> type[PixelwisePlan]:
        """The plan that computes pixels once the statistic is known."""
        if self.kind.colours:
            return ColourPlan
        return PlacedPlan if self.kind.placed else PointwisePlan

    @property
    def by_channel(self) -> bool:
        return self.kind.by_channel or self.way is PointwisePlan

    @property
    def by_value(self) -> bool:
        return self.way is PointwisePlan and not pixels.has_alpha(self.channels)

    def kernel(self, dtype: str, on_cpu: bool) -> KernelSpec:
        return self.way.kernel(self, dtype, on_cpu)

    def arguments(self, step: StepContext, parameters: dict[str, Any]) -> Any:
        return self.way.arguments(self, step, parameters)

    def transform(
        self, step: StepContext, layout: TiledBuffer, parameters: dict[str, Any], dtype: str
    ) -> ChunkFunction:
        change, rows = super().transform(step, layout, parameters, dtype), self.kind.rows
        if rows is None:
            return change
        spec = KernelSpec(
            KernelKey("changed_rows", self.op.name), lambda: rows, lambda _: Wording("rows that change")
        )
        numbers = {name: value for name, value in parameters.items() if np.ndim(value) == 0}
        arguments = *map(np.float32, self.size), numbers
        kernels, top, base, pitch = step.kernels, layout.rect.y0, layout.base, layout.pitch
        first, last = kernels.prepared(spec.key, arguments, lambda: np.asarray(kernels.get(spec)(*arguments)))
        convert = kernels.get(conversion(dtype))

        def compute(start: int, chunk: Any) -> Any:
            if top + (start - base) // pitch < last and top + (start - base + CHUNK - 1) // pitch >= first:
                return change(start, chunk)
            return chunk if chunk.dtype == dtype else convert(chunk)

        return compute

    def measure(self, step: StepContext) -> dict[str, Any]:
        return measure(self.kind, self.values, self.size, step)

    def sample_statistic(self) -> dict[str, Any]:
        return measure_samples(self.kind, self.values)
