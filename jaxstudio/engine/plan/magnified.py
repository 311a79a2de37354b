"""Plan of the zoom blur: the mean of the input magnified by several factors, added group by group."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.buffers import ALL, Rect, TiledBuffer, aligned_empty, parallel_map
from jaxstudio.engine.kernels import KernelKey, KernelSpec
from jaxstudio.engine.plan.base import Out, SlabPlan, StepContext, clock, fits_slab
from jaxstudio.errors import Cancelled, Wording
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.kernels.zoom_blur import FACTORS, ROWS, accumulate_magnified, as_rows, columns_of
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.kinds import Magnified


@dataclass(frozen=True)
class Places:
    """Source places of pixels first … last − 1 of an axis of `size`, for each factor: (factors, pixels)."""

    factors: tuple[float, ...]
    first: int
    last: int
    size: int

    @cached_property
    def exact(self) -> np.ndarray:
        """float64, clipped to the axis; the middle stays where it is."""
        middle = (self.size - 1) / 2
        away = np.arange(self.first, self.last, dtype=np.float64) - middle
        return np.clip(middle + away / np.array(self.factors)[:, None], 0, self.size - 1)

    @cached_property
    def low(self) -> np.ndarray:
        return np.floor(self.exact).astype(np.int32)

    @cached_property
    def high(self) -> np.ndarray:
        return np.minimum(self.low + 1, self.size - 1)

    @cached_property
    def share(self) -> np.ndarray:
        """float32 weight of `high`."""
        return (self.exact - self.low).astype(np.float32)


Axes = tuple[Places, Places]


class MagnifiedPlan(SlabPlan):
    """The mean of the input magnified about its middle by several factors."""

    kind: Magnified
    writes_directly = True

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        return self.blend(step, rect, dtype or "float32", self._write_mean)

    def write_directly(self, step: StepContext, rect: Rect, out: np.ndarray, *, cached: bool) -> bool:
        if has_alpha(self.channels) or cached:
            return False
        self._write_mean(step, rect, out)
        return True

    def _write_mean(self, step: StepContext, rect: Rect, out: np.ndarray) -> None:
        """Write `rect` of the mean to `out`: (height, width·channels)."""
        channels = self.channels
        factors = tuple(self.kind.factors(self.values))
        means: dict[Any, Any] = {}
        done = 0
        for rows, columns in _groups(factors, rect, self.size, channels):
            if step.cancel():
                raise Cancelled("cancelled")
            needed = _needed(rows, columns)
            buffer = self.fetch(step, needed)
            began = clock()
            with step.workspace.slabs.lend(buffer.dtype) as slab:
                pitch = needed.width * channels
                buffer.copy_to(slab[: needed.height * pitch].reshape(needed.height, pitch), needed)
                last = done + len(rows.factors) == len(factors)
                to_pixels = _to_pixels(channels, buffer.dtype.name, out.dtype.name)
                end = step.kernels.get(to_pixels) if last else None
                kernel = step.kernels.get(_add_magnified(channels))
                _Group(kernel, slab, needed, channels, rows, columns, done).add_to(means, out, end)
            done += len(rows.factors)
            step.add_time(began)


def _add_magnified(channels: int) -> KernelSpec:
    """Adds magnified pictures to their mean; see kernels/zoom_blur.py."""
    return KernelSpec(
        KernelKey("magnified", channels=channels),
        lambda: partial(accumulate_magnified, channels=channels),
        lambda _: Wording("Mean of magnified pictures"),
    )


def _to_pixels(channels: int, input_dtype: str, dtype: str) -> KernelSpec:
    """The mean as rows of pixels in `dtype`; `input_dtype` is the number format of the pictures."""
    return KernelSpec(
        KernelKey("magnified_rows", channels=channels, dtype=dtype, input_dtype=input_dtype),
        lambda: partial(as_rows, channels=channels, source_dtype=np.dtype(input_dtype), dtype=dtype),
        lambda _: Wording("Mean of magnified pictures as pixels, {0}", dtype),
    )


def _groups(factors: tuple[float, ...], rect: Rect, size: tuple[int, int], channels: int) -> Iterator[Axes]:
    """The factors in groups: one call computes a group, and the group's input fits a slab."""

    def axes(factors: tuple[float, ...]) -> Axes:
        return Places(factors, rect.y0, rect.y1, size[0]), Places(factors, rect.x0, rect.x1, size[1])

    while factors:
        count = min(FACTORS, len(factors))
        # a single factor always fits: it reads no more than the rectangle and its neighbours
        while count > 1 and not fits_slab(_needed(*axes(factors[:count])).area * channels):
            count -= 1
        yield axes(factors[:count])
        factors = factors[count:]


def _needed(rows: Places, columns: Places) -> Rect:
    low = int(rows.low.min()), int(columns.low.min())
    return Rect(*low, int(rows.high.max()) + 1, int(columns.high.max()) + 1)


@dataclass(frozen=True)
class _Group:
    """A group of factors, and a slab with the input that they need."""

    kernel: Any
    slab: np.ndarray
    needed: Rect
    channels: int
    rows: Places
    columns: Places
    before: int

    def add_to(self, means: dict[Any, Any], out: np.ndarray, end: Any) -> None:
        """Add the group to the mean of each block; the last group has `end`, which writes it to `out`."""
        wide = columns_of(self.channels)
        width, height = self.columns.last - self.columns.first, self.rows.last - self.rows.first
        shares = np.zeros(FACTORS, np.float32)
        count = len(self.rows.factors)
        shares[:count] = 1 / np.arange(self.before + 1, self.before + count + 1)
        nothing = aligned_empty(wide * self.channels * ROWS, np.float32).reshape(wide, -1)
        nothing[:] = 0

        def strip(x: int) -> Callable[[int], None]:
            """A function of y that computes the block at row y and column x."""
            right = slice(x, min(x + wide, width))
            start = self.columns.low[:, right].min(axis=1)
            ends = self.columns.low[:, right], self.columns.high[:, right]
            columns = _padded([place - start[:, None] for place in ends], wide)
            across = _padded([self.columns.share[:, right]], wide)[0]

            def block(y: int) -> None:
                lower = slice(y, min(y + ROWS, height))
                pitch = self.needed.width * self.channels
                offset = ((start - self.needed.x0) * self.channels)[:, None]
                ends = self.rows.low[:, lower], self.rows.high[:, lower]
                rows = _padded([(place - self.needed.y0) * pitch + offset for place in ends], ROWS)
                down = _padded([self.rows.share[:, lower]], ROWS)[0]
                mean = self.kernel(
                    means.get((y, x), nothing),
                    self.slab,
                    rows,
                    down,
                    columns,
                    across,
                    shares,
                    np.int32(count),
                )
                if end is None:
                    means[y, x] = jax.block_until_ready(mean)  # before the slab is lent again
                    return
                pixels = np.asarray(end(mean)).reshape(ROWS, -1)
                across_out = slice(right.start * self.channels, right.stop * self.channels)
                out[lower, across_out] = pixels[: lower.stop - y, : across_out.stop - across_out.start]

            return block

        strips = [strip(x) for x in range(0, width, wide)]
        blocks = [(block, y) for y in range(0, height, ROWS) for block in strips]
        parallel_map(lambda each: each[0](each[1]), blocks, ALL)


def _padded(arrays: list[np.ndarray], count: int) -> np.ndarray:
    """(arrays, FACTORS, count): rows padded with their last value, and rows of zeros after the last."""
    wide = aligned_empty(len(arrays) * FACTORS * count, arrays[0].dtype).reshape(-1, FACTORS, count)
    for out, values in zip(wide, arrays, strict=True):
        out[: len(values), : values.shape[1]] = values
        out[: len(values), values.shape[1] :] = values[:, -1:]
        out[len(values) :] = 0
    return wide
