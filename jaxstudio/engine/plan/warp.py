"""Plans of ops that move pixels along curves: the places sampled, block by block, then the samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.buffers import ALL, Rect, TiledBuffer, new_buffer, parallel_map
from jaxstudio.engine.kernels import Kernel, KernelKey, Kernels, KernelSpec, traced
from jaxstudio.engine.plan.base import (
    DISPLAY_DTYPE,
    Out,
    SlabPlan,
    StepContext,
    clock,
    fits_slab,
    part_of,
)
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.kernels.sampling import WARP_COLUMNS, WARP_ROWS, sample_warp, warp_places
from jaxstudio.pipeline.kinds import Warp
from jaxstudio.pipeline.params import BORDERS

# Pixels whose places are computed before they are sampled: they should stay in the processor's cache.
PLACES_AT_ONCE = 1 << 20
# A block's rectangle of the result, and where its pixels lie in the input.
Block = tuple[Rect, Any]
# Where a rectangle is written, given the number format of the input.
Target = Callable[[np.dtype], np.ndarray]


class WarpPlan(SlabPlan):
    """The result at (x, y) is the input sampled at a traced function of (x, y)."""

    kind: Warp

    @property
    def keeps_integers(self) -> bool:
        return self.kind.nearest

    @property
    def mixes_pixels(self) -> bool:
        return not self.kind.nearest

    @property
    def resamples(self) -> bool:
        return True

    def input_rect(self, rect: Rect) -> Rect:
        # what it reads is only known once its places are computed: then it is cut in halves if it must be
        whole = Rect.whole(*self.size)
        return whole if fits_slab(whole.area * self.channels) else rect

    def coordinates(self, noise_key: np.ndarray) -> dict[str, Any]:
        """What the op's `inverse` finds in `p`: float64 numbers, the input's size, `key`, prepared arrays."""
        numbers = {
            name: np.float64(value) if value.dtype == np.float32 else value
            for name, value in traced(self.op, self.values).items()
        }
        sizes = {"height": np.float64(self.size[0]), "width": np.float64(self.size[1])}
        return {**numbers, **sizes, "key": noise_key, **self.kind.prepare(self.values, self.size)}

    def find_places(self, kernels: Kernels, p: Mapping[str, Any], rect: Rect) -> tuple[list[Block], Rect]:
        """The places of `rect` of the result, block by block, and the input that they need."""
        kernel = kernels.get(
            KernelSpec(
                KernelKey("places", self.op.name),
                partial(_build_places, self.kind.inverse, self.kind.nearest),
                lambda _: "source coordinates",
            )
        )
        border = BORDERS.index(str(self.values.get("border", self.kind.border)))
        corners = [
            (y, x) for y in range(rect.y0, rect.y1, WARP_ROWS) for x in range(rect.x0, rect.x1, WARP_COLUMNS)
        ]

        def block(corner: tuple[int, int]) -> tuple[Rect, Any, np.ndarray]:
            y, x = corner
            part = Rect(y, x, min(y + WARP_ROWS, rect.y1), min(x + WARP_COLUMNS, rect.x1))
            where = np.array([y, x, part.height, part.width, border], np.int32)
            with jax.enable_x64(True):  # p holds float64
                places, ends = kernel(where, p)
            return part, places, np.asarray(ends)[:, : part.width]

        blocks = parallel_map(block, corners, ALL)
        low = np.min([ends[:2].min(axis=1) for _, _, ends in blocks], axis=0)
        high = np.max([ends[2:].max(axis=1) for _, _, ends in blocks], axis=0)
        # the neighbours to the right and below
        needed = Rect(int(low[1]), int(low[0]), int(high[1]) + 2, int(high[0]) + 2)
        return [(part, places) for part, places, _ in blocks], needed

    def source_position(self, kernels: Kernels, noise_key: np.ndarray, y: int, x: int) -> np.ndarray:
        blocks, _ = self.find_places(kernels, self.coordinates(noise_key), Rect(y, x, y + 1, x + 1))
        whole_x, whole_y, part_x, part_y = (float(np.asarray(part)[0, 0]) for part in blocks[0][1])
        return np.floor(np.array([whole_y + part_y, whole_x + part_x]) + 0.5)

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        if not self.kind.nearest:
            return self.blend(step, rect, dtype or "float32", self._warp_into)
        results: list[tuple[TiledBuffer, np.ndarray]] = []

        def target(input_dtype: np.dtype) -> np.ndarray:
            if not results:
                results.append(new_buffer(rect, self.channels, dtype or input_dtype))
            return results[0][1]

        self._warp(step, rect, target)
        return results[0][0]

    def write_directly(self, step: StepContext, rect: Rect, out: np.ndarray, *, cached: bool) -> bool:
        if has_alpha(self.channels) or cached:
            return False
        self._warp_into(step, rect, out)
        return True

    def _warp_into(self, step: StepContext, rect: Rect, out: np.ndarray) -> None:
        self._warp(step, rect, lambda input_dtype: out)

    def _warp(self, step: StepContext, rect: Rect, target: Target) -> None:
        """Write `rect` of the result to what `target` returns for the number format of the input."""
        if rect.area > PLACES_AT_ONCE:
            self._warp_halves(step, rect, target)
            return
        began = clock()
        blocks, needed = self.find_places(step.kernels, self.coordinates(step.noise_key), rect)
        step.add_time(began)
        if not fits_slab(needed.area * self.channels) and rect.area > 1:
            self._warp_halves(step, rect, target)
            return
        fill, probe = self.slab_filler(step, needed)
        began = clock()
        with step.workspace.slabs.lend(probe.dtype) as slab:
            pitch = fill(slab)
            self._sample(step.kernels, slab, pitch, needed, blocks, rect, target(probe.dtype))
        step.add_time(began)

    def _warp_halves(self, step: StepContext, rect: Rect, target: Target) -> None:
        for piece in rect.halves():
            part = part_of(piece, rect, self.channels)
            self._warp(step, piece, partial(_part_of_target, target, part))

    def _sample(
        self,
        kernels: Kernels,
        slab: np.ndarray,
        pitch: int,
        needed: Rect,
        blocks: list[Block],
        rect: Rect,
        out: np.ndarray,
    ) -> None:
        """Write `rect` of the result to `out`, from a slab that holds `needed` of the input."""
        channels = self.channels
        kernel = kernels.get(_warp_kernel(channels, self.kind.nearest, out.dtype.name))
        scalars = np.array([pitch, needed.width - 2, needed.height - 2, needed.x0, needed.y0], np.int32)

        def sample(block: Block) -> None:
            part, places = block
            pixels = np.asarray(kernel(slab, places, scalars)).reshape(WARP_ROWS, WARP_COLUMNS * channels)
            rows, columns = part_of(part, rect, channels)
            out[rows, columns] = pixels[: part.height, : part.width * channels]

        parallel_map(sample, blocks, ALL)

    def output_dtypes(self, input_dtype: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(("float32", DISPLAY_DTYPE, input_dtype)))


def _part_of_target(target: Target, part: tuple[slice, slice], input_dtype: np.dtype) -> np.ndarray:
    return target(input_dtype)[part]


def _build_places(inverse: Callable[..., Any], nearest: bool) -> Kernel:
    def in_double_precision(where: jax.Array, p: dict[str, Any]) -> Any:
        with jax.enable_x64(True):
            return warp_places(inverse, where, p, nearest)

    return in_double_precision


def _warp_kernel(channels: int, nearest: bool, dtype: str) -> KernelSpec:
    """(slab, places, scalars) → block of samples; see kernels/sampling.py."""
    how = "nearest pixel" if nearest else "interpolation"
    return KernelSpec(
        KernelKey("warp_nearest" if nearest else "warp", channels=channels, dtype=dtype),
        lambda: partial(sample_warp, channels=channels, nearest=nearest, dtype=dtype),
        lambda _: f"Warp: {how}, {dtype}",
    )
