"""Plans of guided filters: moments of cells, block by block; lines fitted to them; then chunks of pixels.

Blocks have fixed shapes, so that one kernel serves all sizes. Between them only the grid is in
memory, and two planes for the pixels of a tile.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.buffers import CHUNK, Rect, TiledBuffer, aligned_empty, without_gaps
from jaxstudio.engine.kernels import Kernel, KernelKey, KernelSpec, for_equal_types
from jaxstudio.engine.plan.base import Out, Plan, StepContext, clock, part_of
from jaxstudio.engine.plan.reduction import scaled_values
from jaxstudio.engine.plan.statistics import measure, measure_samples
from jaxstudio.kernels import guided, pixels
from jaxstudio.kernels.borders import INDEX_MAPS
from jaxstudio.pipeline.kinds import Guided
from jaxstudio.pipeline.params import Int

BLOCK = 256  # pixels along a side of a block
PREVIEW_LEVELS = 3
reflected = INDEX_MAPS["reflect"]
_scratch = threading.local()


@dataclass(frozen=True)
class Grid:
    """The cells of one scale: their side in pixels, the windows' reach and the whole margin in cells."""

    radius: float
    eps: float
    side: int
    reach: int
    margin: int

    def cells(self, rect: Rect) -> Rect:
        """The cells that hold these pixels."""
        return rect.reduced(self.side.bit_length() - 1)


class GuidedPlan(Plan):
    """Guided filters of a plane, and each pixel's colours by their results."""

    kind: Guided
    chunk_by_chunk = True

    @property
    def needs_statistic(self) -> bool:  # type: ignore[override]
        return self.kind.statistic is not None

    @cached_property
    def grids(self) -> Sequence[Grid]:
        found = []
        for radius, eps in self.kind.scales(self.values):
            side = guided.cell_side(radius)
            reach = guided.cell_reach(radius, side)
            found.append(
                Grid(radius, eps, side, reach, guided.cell_margin(reach, side, self.kind.least is not None))
            )
        return found

    def input_rect(self, rect: Rect) -> Rect:
        hull = rect
        for grid in self.grids:
            hull = hull.hull(rect.aligned(grid.side).grown(*[grid.margin * grid.side] * 2))
        return hull

    def measure(self, step: StepContext) -> dict[str, Any]:
        return measure(self.kind, self.values, self.size, step)

    def sample_statistic(self) -> dict[str, Any]:
        return measure_samples(self.kind, self.values)

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        parameters = self.parameters() | (step.statistic() if self.needs_statistic else {})
        before = step.input(self.input_rect(rect).clipped(*self.size))
        began = clock()
        inner = without_gaps(before, rect)
        lines = [self._fit(step, before, rect, grid, len(inner.chunks), parameters) for grid in self.grids]
        kernel = for_equal_types(step.kernels.get(self._combination(dtype or "float32", step.kernels.on_cpu)))
        share = CHUNK // self.channels

        def chunk(number: int) -> Any:
            own = [[plane[number * share : (number + 1) * share] for plane in both] for both in lines]
            return kernel(inner.chunks[number], own, parameters)

        result = step.map_chunks(inner, dtype or "float32", chunk, range(len(inner.chunks)), out)
        step.add_time(began)
        return result

    # -- slopes and offsets

    def _fit(
        self,
        step: StepContext,
        before: TiledBuffer,
        rect: Rect,
        grid: Grid,
        chunks: int,
        parameters: dict[str, Any],
    ) -> list[np.ndarray]:
        """The slope and the offset of each pixel of `rect`, flat, as long as `chunks` chunks of pixels."""
        cells, side = grid.cells(rect), BLOCK // grid.side
        moments = self._moments(step, before, cells, grid, parameters)
        kernel, square = step.kernels.get(self._lines(grid)), self.kind.square
        half, squares = (
            (width / grid.side - 1) / 2
            for width in (2 * grid.radius + 1, 1 if square is None else square(self.values))
        )
        numbers = np.float32(half), np.float32(grid.eps), np.float32(np.ceil(squares))
        planes = [aligned_empty(chunks * (CHUNK // self.channels), np.float32) for _ in range(2)]
        views = [plane[: rect.area].reshape(rect.height, rect.width) for plane in planes]
        around = side + 2 * grid.margin

        def fit(corner: tuple[int, int]) -> None:
            y, x = corner
            found = np.asarray(kernel(moments[:, y : y + around, x : x + around].copy(), *numbers))
            top, left = (cells.y0 + y) * grid.side, (cells.x0 + x) * grid.side
            block = Rect(top, left, top + BLOCK, left + BLOCK)
            part = block.intersection(rect)
            for view, plane in zip(views, found, strict=True):
                view[part_of(part, rect, 1)] = plane[part_of(part, block, 1)]

        step.map(fit, list(itertools.product(range(0, cells.height, side), range(0, cells.width, side))))
        for plane in planes:
            plane[rect.area :] = 0
        return planes

    def _moments(
        self, step: StepContext, before: TiledBuffer, cells: Rect, grid: Grid, parameters: dict[str, Any]
    ) -> np.ndarray:
        """The moments of `cells` in whole blocks, and those of a margin around: (planes, rows, columns)."""
        kernel = for_equal_types(step.kernels.get(self._cells(grid)))
        side, channels, level = BLOCK // grid.side, self.channels, grid.side.bit_length() - 1
        rows, columns = (
            -(-length // side) * side + 2 * grid.margin for length in (cells.height, cells.width)
        )
        around = Rect(cells.y0 - grid.margin, cells.x0 - grid.margin, 0, 0)
        around = Rect(around.y0, around.x0, around.y0 + rows, around.x0 + columns)
        sizes = -(-self.size[0] // grid.side), -(-self.size[1] // grid.side)
        known = cells.grown(grid.margin, grid.margin).clipped(*sizes)
        planes = 2 + (self.kind.least is not None) + pixels.has_alpha(channels)
        moments = np.zeros((planes, rows, columns), np.float32)

        def add(corner: tuple[int, int]) -> None:
            y, x = corner
            block = Rect(y, x, y + side, x + side).clipped(known.y1, known.x1)
            whole = block.enlarged(level)
            part = whole.clipped(*self.size)
            memory = _block(before.dtype, channels)
            flat = memory.reshape(BLOCK, BLOCK * channels)
            before.copy_to(flat[: part.height, : part.width * channels], part)
            # the last pixels complete the cells that the picture's edge cuts
            memory[: part.height, part.width : whole.width] = memory[: part.height, part.width - 1, None]
            memory[part.height : whole.height] = memory[part.height - 1]
            found = np.asarray(kernel(memory, parameters))
            moments[(slice(None), *part_of(block, around, 1))] = found[:, : block.height, : block.width]

        corners = itertools.product(range(known.y0, known.y1, side), range(known.x0, known.x1, side))
        step.map(add, list(corners))
        for axis, (first, size) in enumerate(((around.y0, sizes[0]), (around.x0, sizes[1])), 1):
            last = first + (cells.height, cells.width)[axis - 1] + 2 * grid.margin
            beyond = np.array([at for at in range(first, last) if not 0 <= at < size], int)
            if beyond.size:
                lanes = np.moveaxis(moments, axis, 0)
                lanes[beyond - first] = lanes[reflected(beyond, size) - first]
        return moments

    # -- kernels

    def _cells(self, grid: Grid) -> KernelSpec:
        return KernelSpec(
            KernelKey("cells", self.op.name, bucket=grid.side, channels=self.channels),
            partial(_build_cells, self.kind.guide, self.kind.least, grid.side, self.channels),
            lambda _: f"moments of cells of {grid.side}×{grid.side} pixels",
        )

    def _lines(self, grid: Grid) -> KernelSpec:
        alpha, widest = (
            pixels.has_alpha(self.channels),
            guided.square_reach(grid.side) if self.kind.least is not None else 0,
        )
        return KernelSpec(
            KernelKey(
                "lines", stage=grid.reach, bucket=grid.side, channels=alpha, text="least" * bool(widest)
            ),
            partial(_build_lines, grid.reach, widest, grid.side, alpha),
            lambda _: f"lines of a guided filter, up to {grid.reach} cells of {grid.side} pixels around",
        )

    def _combination(self, dtype: str, on_cpu: bool) -> KernelSpec:
        return KernelSpec(
            KernelKey("smooth", self.op.name, channels=self.channels, dtype=dtype),
            partial(_build_combination, self.kind.guide, self.kind.apply, self.channels, dtype, on_cpu),
            lambda _: f"each pixel by what is around it, {dtype}",
        )

    # -- compiling ahead

    def variants(self, soon: bool) -> Iterator[Plan]:
        near = [scaled_values(self.op, self.values, level) for level in range(PREVIEW_LEVELS)]
        seen = {self._sized(values).kernel_sizes for values in near}
        if not soon:
            lengths = [each for each in self.op.own_params if isinstance(each, Int) and each.unit == "px"]
            others = itertools.product(*(range(int(each.low), int(each.high) + 1) for each in lengths))
            names = [each.name for each in lengths]
            near = [{**self.values, **dict(zip(names, each, strict=True))} for each in others]
        done = set() if soon else {size for sizes in seen for size in sizes}
        for values in near:
            plan = self._sized(values)
            if not done.issuperset(plan.kernel_sizes):
                done.update(plan.kernel_sizes)
                plan.variant = plan.kernel_sizes
                yield plan

    def _sized(self, values: Any) -> GuidedPlan:
        return type(self)(self.op, values, self.size, self.channels)

    @property
    def kernel_sizes(self) -> frozenset[tuple[int, int]]:
        """What the kernels of the grids are compiled for."""
        return frozenset((grid.side, grid.reach) for grid in self.grids)


def _block(dtype: np.dtype, channels: int) -> np.ndarray:
    """(BLOCK, BLOCK, channels): memory of this thread, with any content."""
    memory: dict[Any, np.ndarray] = _scratch.__dict__.setdefault("blocks", {})
    key = dtype, channels
    if key not in memory:
        memory[key] = aligned_empty(BLOCK * BLOCK * channels, dtype).reshape(BLOCK, BLOCK, channels)
        memory[key][:] = 0
    return memory[key]


def _colours(value: jax.Array, channels: int) -> list[jax.Array]:
    """Red, green and blue of (n, channels), (n, 1) each; of a gray picture the same three times."""
    last = channels - 1 - pixels.has_alpha(channels)
    return [value[:, min(colour, last), None] for colour in range(3)]


def _build_cells(guide: Callable[..., Any], least: Any, side: int, channels: int) -> Kernel:
    def cells(block: jax.Array, p: dict[str, Any]) -> jax.Array:
        def planes(pixel: jax.Array) -> tuple[jax.Array, ...]:
            value = pixels.to_float(pixel)
            colours = _colours(value, channels)
            found = [guide(*colours, p)]
            if least is not None:
                found.append(least(*colours, p))
            if pixels.has_alpha(channels):
                found.append(value[:, -1:])
            return tuple(found)

        flat = block.reshape(-1, channels)
        found = pixels.prevent_fusion(pixels.always_true(flat[0, 0]), planes, flat)
        own, *others = (plane.reshape(BLOCK, BLOCK) for plane in found)
        alpha = others.pop() if pixels.has_alpha(channels) else None
        return guided.moments(own, others[0] if others else None, alpha, side)

    return cells


def _build_lines(reach: int, widest: int, side: int, alpha: bool) -> Kernel:
    def lines(cells: jax.Array, half: jax.Array, eps: jax.Array, squares: jax.Array) -> jax.Array:
        fitted = guided.fit_lines(cells, half, eps, squares, reach, widest, alpha)
        return guided.enlarge(fitted, side)

    return lines


def _build_combination(
    guide: Callable[..., Any], apply: Callable[..., Any], channels: int, dtype: str, on_cpu: bool
) -> Kernel:
    def smooth(x: jax.Array, lines: list[list[jax.Array]], p: dict[str, Any]) -> jax.Array:
        def change(pixel: jax.Array, lines: list[list[jax.Array]]) -> jax.Array:
            value = pixels.to_float(pixel)
            colours = _colours(value, channels)
            own = guide(*colours, p)
            results = tuple(slope[:, None] * own + offset[:, None] for slope, offset in lines)
            changed = apply(*colours, own, results, p)
            joined = changed[0] if channels < 3 else pixels.join_colours(changed, value)
            return pixels.quantise(
                pixels.copy_alpha(jax.numpy.broadcast_to(joined, value.shape), value), dtype
            )

        flat = x.reshape(-1, channels)
        if not on_cpu:
            return change(flat, lines).reshape(-1)
        return pixels.prevent_fusion(pixels.always_true(x[0]), change, flat, lines).reshape(-1)

    return smooth
