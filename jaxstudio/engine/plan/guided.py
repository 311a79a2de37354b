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

from jaxstudio.engine.buffers import CHUNK, Rect, TiledBuffer, aligned_empty, in_chunks
from jaxstudio.engine.kernels import Kernel, KernelKey, KernelSpec, for_equal_types
from jaxstudio.engine.plan.base import Out, Plan, StepContext, clock, part_of
from jaxstudio.engine.plan.reduction import scaled_values
from jaxstudio.engine.plan.statistics import measure, measure_samples
from jaxstudio.errors import Wording
from jaxstudio.kernels import guided, pixels
from jaxstudio.kernels.borders import INDEX_MAPS
from jaxstudio.pipeline.kinds import Guided
from jaxstudio.pipeline.params import Int

BLOCK = (256, 768)  # rows and columns of a block, in pixels
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
        around = self.input_rect(rect).clipped(*self.size)
        before = step.input(around)
        began = clock()
        # rows keep their gaps: nothing is copied, and the planes below have the layout of the pixels
        whole, share = in_chunks(before, around), CHUNK // self.channels
        own = self._own_values(step, whole, parameters)
        inner, first = whole.cropped(rect), whole.index(rect.y0, rect.x0) // CHUNK * share
        guide = own[0, first : first + len(inner.chunks) * share]
        values = _rows_of(own, whole, around)
        lines = [self._fit(step, values, around, inner, grid) for grid in self.grids]
        kernel = for_equal_types(step.kernels.get(self._combination(dtype or "float32", step.kernels.on_cpu)))

        def chunk(number: int) -> Any:
            part = slice(number * share, (number + 1) * share)
            both = [(slope[part], offset[part]) for slope, offset in lines]
            return kernel(inner.chunks[number], guide[part], both, parameters)

        result = step.map_chunks(inner, dtype or "float32", chunk, range(len(inner.chunks)), out)
        step.add_time(began)
        return result

    def _own_values(self, step: StepContext, before: TiledBuffer, parameters: dict[str, Any]) -> np.ndarray:
        """(planes, pixels of all chunks): the guide, the value whose least counts, the opacity."""
        kernel = for_equal_types(step.kernels.get(self._values(step.kernels.on_cpu)))
        share, count = CHUNK // self.channels, 1 + sum(self.planes)
        length = len(before.chunks) * share
        planes = aligned_empty(count * length, np.float32).reshape(count, length)

        def compute(number: int) -> None:
            part = planes[:, number * share : (number + 1) * share]
            for plane, found in zip(part, kernel(before.chunks[number], parameters), strict=True):
                plane[:] = np.asarray(found)

        step.map(compute, range(len(before.chunks)))
        return planes

    # -- slopes and offsets

    def _fit(
        self, step: StepContext, own: np.ndarray, around: Rect, inner: TiledBuffer, grid: Grid
    ) -> np.ndarray:
        """The slope and the offset of each pixel, in the layout of `inner`.

        Args:
            own: (planes, height, width), the values of the pixels of `around`.
        """
        rect, channels = inner.rect, inner.channels
        cells = grid.cells(rect)
        rows, columns = (pixels // grid.side for pixels in BLOCK)
        moments = self._moments(step, own, around, cells, grid)
        kernel, square = for_equal_types(step.kernels.get(self._lines(grid))), self.kind.square
        half, squares = (
            (width / grid.side - 1) / 2
            for width in (2 * grid.radius + 1, 1 if square is None else square(self.values))
        )
        numbers = np.float32(half), np.float32(grid.eps), np.float32(np.ceil(squares))
        length = len(inner.chunks) * (CHUNK // channels)
        planes = aligned_empty(2 * length, np.float32).reshape(2, length)
        views = _rows_of(planes, inner, rect)
        high, wide = rows + 2 * grid.margin, columns + 2 * grid.margin

        def fit(corner: tuple[int, int]) -> None:
            y, x = corner
            found = np.asarray(kernel(moments[:, y : y + high, x : x + wide].copy(), *numbers))
            top, left = (cells.y0 + y) * grid.side, (cells.x0 + x) * grid.side
            block = Rect(top, left, top + BLOCK[0], left + BLOCK[1])
            part = block.intersection(rect)
            views[(slice(None), *part_of(part, rect, 1))] = found[(slice(None), *part_of(part, block, 1))]

        step.map(fit, list(itertools.product(range(0, cells.height, rows), range(0, cells.width, columns))))
        return planes

    def _moments(
        self, step: StepContext, own: np.ndarray, known_pixels: Rect, cells: Rect, grid: Grid
    ) -> np.ndarray:
        """The moments of whole blocks of `cells` with a margin: (planes, rows, columns)."""
        kernel = for_equal_types(step.kernels.get(self._cells(grid)))
        sides, level = [pixels // grid.side for pixels in BLOCK], grid.side.bit_length() - 1
        rows, columns = (
            -(-length // side) * side + 2 * grid.margin
            for length, side in zip((cells.height, cells.width), sides, strict=True)
        )
        around = Rect(cells.y0 - grid.margin, cells.x0 - grid.margin, 0, 0)
        around = Rect(around.y0, around.x0, around.y0 + rows, around.x0 + columns)
        sizes = -(-self.size[0] // grid.side), -(-self.size[1] // grid.side)
        known = cells.grown(grid.margin, grid.margin).clipped(*sizes)
        moments = np.zeros((len(own) + 1, rows, columns), np.float32)

        def add(corner: tuple[int, int]) -> None:
            y, x = corner
            block = Rect(y, x, y + sides[0], x + sides[1]).clipped(known.y1, known.x1)
            whole = block.enlarged(level)
            part = whole.clipped(*self.size)
            memory = _block(len(own))
            memory[:, : part.height, : part.width] = own[(slice(None), *part_of(part, known_pixels, 1))]
            # the last pixels complete the cells that the picture's edge cuts
            memory[:, : part.height, part.width : whole.width] = memory[
                :, : part.height, part.width - 1, None
            ]
            memory[:, part.height : whole.height] = memory[:, part.height - 1, None]
            found = np.asarray(kernel(memory))
            moments[(slice(None), *part_of(block, around, 1))] = found[:, : block.height, : block.width]

        corners = itertools.product(range(known.y0, known.y1, sides[0]), range(known.x0, known.x1, sides[1]))
        step.map(add, list(corners))
        for axis, (first, size) in enumerate(((around.y0, sizes[0]), (around.x0, sizes[1])), 1):
            last = first + (cells.height, cells.width)[axis - 1] + 2 * grid.margin
            beyond = np.array([at for at in range(first, last) if not 0 <= at < size], int)
            if beyond.size:
                lanes = np.moveaxis(moments, axis, 0)
                lanes[beyond - first] = lanes[reflected(beyond, size) - first]
        return moments

    # -- kernels

    @property
    def planes(self) -> tuple[bool, bool]:
        """Whether, besides the guide, there is a value whose least counts, and an opacity."""
        return self.kind.least is not None, pixels.has_alpha(self.channels)

    def _values(self, on_cpu: bool) -> KernelSpec:
        return KernelSpec(
            KernelKey("guide", self.op.name, channels=self.channels),
            partial(_build_values, self.kind.guide, self.kind.least, self.channels, on_cpu),
            lambda _: Wording("value of each pixel that guides"),
        )

    def _cells(self, grid: Grid) -> KernelSpec:
        return KernelSpec(
            KernelKey("cells", bucket=grid.side, text=f"{self.planes}"),
            partial(_build_cells, *self.planes, grid.side),
            lambda _: Wording("moments of cells of {0}×{1} pixels", grid.side, grid.side),
        )

    def _lines(self, grid: Grid) -> KernelSpec:
        has_least, alpha = self.planes
        widest = guided.square_reach(grid.side) if has_least else 0
        return KernelSpec(
            KernelKey("lines", stage=grid.reach, bucket=grid.side, text=f"{self.planes}"),
            partial(_build_lines, grid.reach, widest, grid.side, alpha),
            lambda _: Wording(
                "lines of a guided filter, up to {0} cells of {1} pixels around", grid.reach, grid.side
            ),
        )

    def _combination(self, dtype: str, on_cpu: bool) -> KernelSpec:
        return KernelSpec(
            KernelKey("smooth", self.op.name, channels=self.channels, dtype=dtype),
            partial(_build_combination, self.kind.apply, self.channels, dtype, on_cpu),
            lambda _: Wording("each pixel by what is around it, {0}", dtype),
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
        """The sizes that the kernels of the grids are compiled for."""
        return frozenset((grid.side, grid.reach) for grid in self.grids)


def _rows_of(planes: np.ndarray, layout: TiledBuffer, rect: Rect) -> np.ndarray:
    """(planes, height, width) of `rect` in planes of floats that have the layout of a buffer's pixels."""
    first, pitch = layout.index(rect.y0, rect.x0) // layout.channels, layout.pitch // layout.channels
    shape, strides = (len(planes), rect.height, rect.width), (planes.strides[0], pitch * 4, 4)
    return np.lib.stride_tricks.as_strided(planes[:, first:], shape, strides)


def _block(planes: int) -> np.ndarray:
    """(planes, *BLOCK): memory of this thread, with any content."""
    blocks: dict[int, np.ndarray] = _scratch.__dict__.setdefault("blocks", {})
    if planes not in blocks:
        blocks[planes] = aligned_empty(planes * BLOCK[0] * BLOCK[1], np.float32).reshape(planes, *BLOCK)
        blocks[planes][:] = 0
    return blocks[planes]


def _colours(value: jax.Array, channels: int) -> list[jax.Array]:
    """Red, green and blue of (n, channels), (n, 1) each; of a gray picture the same three times."""
    last = channels - 1 - pixels.has_alpha(channels)
    return [value[:, min(colour, last), None] for colour in range(3)]


def _build_values(guide: Callable[..., Any], least: Any, channels: int, on_cpu: bool) -> Kernel:
    def values(x: jax.Array, p: dict[str, Any]) -> tuple[jax.Array, ...]:
        def planes(pixel: jax.Array) -> tuple[jax.Array, ...]:
            value = pixels.to_float(pixel)
            colours = _colours(value, channels)
            found = [guide(*colours, p)]
            if least is not None:
                found.append(least(*colours, p))
            if pixels.has_alpha(channels):
                found.append(value[:, -1:])
            return tuple(each[:, 0] for each in found)

        flat = x.reshape(-1, channels)
        found: tuple[jax.Array, ...] = (
            pixels.prevent_fusion(pixels.always_true(x[0]), planes, flat) if on_cpu else planes(flat)
        )
        return found

    return values


def _build_cells(has_least: bool, alpha: bool, side: int) -> Kernel:
    def cells(block: jax.Array) -> jax.Array:
        return guided.moments(block[0], block[1] if has_least else None, block[-1] if alpha else None, side)

    return cells


def _build_lines(reach: int, widest: int, side: int, alpha: bool) -> Kernel:
    def lines(cells: jax.Array, half: jax.Array, eps: jax.Array, squares: jax.Array) -> jax.Array:
        fitted = guided.fit_lines(cells, half, eps, squares, reach, widest, alpha)
        return guided.enlarge(fitted, side)

    return lines


def _build_combination(apply: Callable[..., Any], channels: int, dtype: str, on_cpu: bool) -> Kernel:
    def smooth(x: jax.Array, guide: jax.Array, lines: Any, p: dict[str, Any]) -> jax.Array:
        def change(pixel: jax.Array, guide: jax.Array, lines: Any) -> jax.Array:
            value = pixels.to_float(pixel)
            own = guide[:, None]
            results = tuple(slope[:, None] * own + offset[:, None] for slope, offset in lines)
            changed = apply(*_colours(value, channels), own, results, p)
            joined = changed[0] if channels < 3 else pixels.join_colours(changed, value)
            return pixels.quantise(
                pixels.copy_alpha(jax.numpy.broadcast_to(joined, value.shape), value), dtype
            )

        flat = x.reshape(-1, channels)
        if not on_cpu:
            return change(flat, guide, lines).reshape(-1)
        return pixels.prevent_fusion(pixels.always_true(x[0]), change, flat, guide, lines).reshape(-1)

    return smooth
