"""Plans of ops that move pixels by a matrix: permuted, scaled along rows and columns, or bilinear samples."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property, partial

import numpy as np

from jaxstudio.engine.buffers import ALL, Rect, TiledBuffer, new_buffer, parallel_map
from jaxstudio.engine.kernels import KernelKey, Kernels, KernelSpec
from jaxstudio.engine.plan.base import (
    AFTER_TABLE,
    DISPLAY_DTYPE,
    Out,
    Plan,
    SlabPlan,
    StepContext,
    clock,
    is_8bit_constant,
    part_of,
)
from jaxstudio.engine.plan.block_input import (
    BlockInput,
    blocks_of,
    fits_at_once,
    pieces_that_fit,
    write_block,
)
from jaxstudio.engine.plan.permutation import is_unturned, permute, permute_into
from jaxstudio.engine.plan.scaling import applies, scale_rect
from jaxstudio.errors import Wording
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.kernels.sampling import BLOCK_COLUMNS, BLOCK_ROWS, STEPS, bilinear, column_places, row_places
from jaxstudio.pipeline.kinds import Geometry
from jaxstudio.runtime.aligned_memory import format_name

# One pixel on each side for the interpolation, and one for rounding.
MARGIN = 2


class GeometryPlan(SlabPlan):
    """The result at (y, x) is the input at the place to which a matrix maps (x, y)."""

    kind: Geometry
    writes_directly = True

    @cached_property
    def matrix(self) -> np.ndarray:
        """(2, 3) float64 from (x, y, 1) of the result to (x, y) of the input; pixel centres are whole."""
        matrix: np.ndarray = self.kind.matrix(self.values, self.size)
        return matrix

    @property
    def keeps_integers(self) -> bool:
        return self.kind.exact

    @property
    def mixes_pixels(self) -> bool:
        return not self.kind.exact

    @cached_property
    def views_photo(self) -> bool:
        return (
            self.photo_dtype is not None
            and self.kind.exact
            and is_unturned(self.matrix)
            and Rect.whole(*self.size).contains(self.input_rect(Rect.whole(*self.result_size)))
        )

    @property
    def resamples(self) -> bool:
        return not self.kind.exact and not self.scales_photo

    @cached_property
    def scales_photo(self) -> bool:
        """Whether an 8-bit photo is scaled or shifted: it is read in place, however large."""
        return (
            self.photo_dtype == "uint8"
            and self.kind.upright
            and is_8bit_constant(self.values)
            and applies(self.matrix, self.channels)
        )

    def input_rect(self, rect: Rect) -> Rect:
        return input_rect(self.matrix, rect, self.kind.exact, self.size, self.values.get("border"))

    def fits_in_one_buffer(self, rect: Rect) -> bool:
        if self.kind.exact:
            return self.views_photo or super().fits_in_one_buffer(rect)
        return fits_at_once(self, rect, self.input_rect(rect))

    def source_position(self, kernels: Kernels, noise_key: np.ndarray, y: int, x: int) -> np.ndarray:
        inner = self.matrix @ np.array([x, y, 1.0])
        return np.floor(inner[::-1] + 0.5)

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        if not self.kind.exact:
            return self.blend(step, rect, dtype or "float32", self._resample)
        needed = self.input_rect(rect)
        fill, before = self.slab_filler(step, needed, _integers(dtype))
        began = clock()
        if not before.rect.contains(needed):
            before, rows = new_buffer(needed, self.channels, before.dtype)
            fill(rows.reshape(-1))
        buffer = permute(before, needed, self.matrix, rect, step.kernels)
        if dtype is not None and format_name(buffer.dtype) != dtype:
            buffer = step.convert(buffer, rect, dtype)
        step.add_time(began)
        return buffer

    def write_directly(self, step: StepContext, rect: Rect, out: np.ndarray, *, cached: bool) -> bool:
        if self.kind.exact:
            return self._permute_into(step, rect, out)
        if has_alpha(self.channels) or cached:
            return False
        self._resample(step, rect, out)
        return True

    def _permute_into(self, step: StepContext, rect: Rect, out: np.ndarray) -> bool:
        needed = self.input_rect(rect)
        fill, before = self.slab_filler(step, needed, _integers(format_name(out.dtype)))
        inside = before.rect.contains(needed)
        if before.dtype != out.dtype or not (inside or out.flags.c_contiguous):
            return False
        began = clock()
        if inside:
            permute_into(out, before, needed, self.matrix, step.kernels)
        else:
            fill(out.reshape(-1))  # a margin around the picture, which is not rotated
        step.add_time(began)
        return True

    def _resample(self, step: StepContext, rect: Rect, out: np.ndarray) -> None:
        """Write `rect` of an interpolated result to `out`."""
        needed, channels = self.input_rect(rect), self.channels
        tabled = step.tabled_input(needed) if self.scales_table and out.dtype == np.float32 else None
        if tabled is not None:
            began = clock()
            self._scale(step, rect, out, *tabled)
            step.add_time(began)
            return
        if not fits_at_once(self, rect, needed) and rect.area > 1:
            for piece in rect.halves():
                self._resample(step, piece, out[part_of(piece, rect, channels)])
            return
        source = BlockInput.fetch(self, step, needed)
        began = clock()
        scales = source.buffer.dtype == np.uint8 and out.dtype in (np.uint8, np.float32)
        if self.kind.upright and scales and applies(self.matrix, channels):
            self._scale(step, rect, out, partial(self.fetch, step))
        else:
            with source.at_hand(step.workspace.slabs, needed) as at_hand:
                self._sample(step, at_hand, rect, out)
        step.add_time(began)

    def _scale(
        self,
        step: StepContext,
        rect: Rect,
        out: np.ndarray,
        fetch: Callable[[Rect], TiledBuffer],
        table: np.ndarray | None = None,
    ) -> None:
        cval = self.values.get("cval", 0.0)
        scale_rect(step.kernels, fetch, self.matrix, rect, self.size, self.border_mode, cval, out, table)

    @property
    def border_mode(self) -> str:
        border: str = self.values.get("border") or self.kind.border
        return border

    @cached_property
    def scales_table(self) -> bool:
        """Whether bytes that are looked up in a table are scaled without an image of what is found there."""
        return self.kind.upright and self.border_mode != "constant" and applies(self.matrix, self.channels)

    def _sample(self, step: StepContext, source: BlockInput, rect: Rect, out: np.ndarray) -> None:
        """Write bilinear samples of `rect` of the result to `out`."""
        slabs = step.workspace.slabs
        kernel = step.kernels.get(_sample_kernel(self.channels, out.dtype.name))
        columns = column_places(self.matrix, rect.x0, rect.x1)
        rows = row_places(self.matrix, rect.y0, rect.y1)

        def sample(block: Rect) -> None:
            for piece, _, needed in pieces_that_fit(block, self.channels, self._reads):
                across = _pad_to_block(columns[:, piece.x0 - rect.x0 : piece.x1 - rect.x0], BLOCK_COLUMNS)
                down = _pad_to_block(rows[:, piece.y0 - rect.y0 : piece.y1 - rect.y0], BLOCK_ROWS)
                # the slab begins at `needed`, at whole pixels, so that the fractions do not change
                down[0] -= needed.x0
                down[2] -= needed.y0
                with source.window(slabs, needed) as (memory, pitch, base):
                    last = needed.width - 2, needed.height - 2
                    scalars = np.array([pitch, base, *last, piece.height], np.int32)
                    write_block(kernel(memory, across, down, scalars), piece, BLOCK_COLUMNS, rect, out)

        parallel_map(sample, [*blocks_of(rect, BLOCK_ROWS, BLOCK_COLUMNS)], ALL)

    def _reads(self, block: Rect) -> tuple[None, Rect]:
        return None, self.input_rect(block)

    def variants(self, soon: bool) -> Iterator[Plan]:
        if not soon:
            return
        if self.kind.exact:
            matrices = [FLIP_MATRIX, TRANSPOSITION_MATRIX]
        else:
            scales = [scale_matrix(step, 0.0) for step in STEPS] if self.kind.upright else []
            halves = [scale_matrix(2, 0.5)] if self.kind.upright else []
            matrices = [*scales, *halves, scale_matrix(2 * STEPS[-1], 0.0)]
        for matrix in matrices:
            plan = self.sample()
            plan.matrix, plan.variant = matrix, matrix.tobytes()
            yield plan
            if plan.scales_table:
                tabled = self.sample()
                tabled.matrix, tabled.variant = matrix, (AFTER_TABLE, plan.variant)
                yield tabled

    def output_dtypes(self, input_dtype: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(("float32", DISPLAY_DTYPE, input_dtype)))


def _integers(dtype: str | None) -> str | None:
    """The integer format of the result; None for float32."""
    return None if dtype == "float32" else dtype


def scale_matrix(scale: float, shift: float) -> np.ndarray:
    """(2, 3) matrix that maps i to scale·i + shift along both axes."""
    return np.array([[scale, 0.0, shift], [0.0, scale, shift]])


# (0, 0) stays where it is.
FLIP_MATRIX = np.array([[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
TRANSPOSITION_MATRIX = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])


def input_rect(
    matrix: np.ndarray, rect: Rect, exact: bool, size: tuple[int, int], border: str | None
) -> Rect:
    """The input pixels that `rect` of the output is sampled from, possibly beyond the input's edge.

    With the borders `constant` and `nearest`, only a margin beyond the edge is read.
    """
    corners = [(x, y) for x in (rect.x0, rect.x1 - 1) for y in (rect.y0, rect.y1 - 1)]
    across, down = ([a * x + b * y + c for x, y in corners] for a, b, c in matrix.tolist())
    low, high = (min(down), min(across)), (max(down), max(across))
    needed = Rect(*map(math.floor, low), *(math.ceil(place) + 1 for place in high))
    if exact:
        return needed
    needed = needed.grown(MARGIN, MARGIN)
    if border not in ("constant", "nearest"):
        return needed
    height, width = size
    edges = Rect(-MARGIN, -MARGIN, height + MARGIN, width + MARGIN)

    def clip(low: int, high: int, first: int, last: int) -> tuple[int, int]:
        low = min(max(low, first), last - MARGIN)
        return low, max(min(high, last), low + MARGIN)

    y0, y1 = clip(needed.y0, needed.y1, edges.y0, edges.y1)
    x0, x1 = clip(needed.x0, needed.x1, edges.x0, edges.x1)
    return Rect(y0, x0, y1, x1)


def _sample_kernel(channels: int, dtype: str) -> KernelSpec:
    """(slab, columns, rows, scalars) → block of bilinear samples; see kernels/sampling.py."""
    return KernelSpec(
        KernelKey("sample", channels=channels, dtype=dtype),
        lambda: partial(bilinear, channels=channels, dtype=dtype),
        lambda _: Wording("Bilinear sampling, {0}", dtype),
    )


def _pad_to_block(places: np.ndarray, count: int) -> np.ndarray:
    """Places for a whole block, the last one repeated."""
    padded = np.empty((len(places), count), places.dtype)
    padded[:, : places.shape[1]] = places
    padded[:, places.shape[1] :] = places[:, -1:]
    return padded
