"""Plans of ops that move pixels along curves: each block's source places are computed, then sampled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.buffers import ALL, Rect, TiledBuffer, new_buffer, parallel_map
from jaxstudio.engine.kernels import Kernel, KernelKey, Kernels, KernelSpec, for_equal_types, traced
from jaxstudio.engine.plan.base import (
    DISPLAY_DTYPE,
    Out,
    SlabPlan,
    StepContext,
    clock,
    fits_slab,
    part_of,
)
from jaxstudio.engine.plan.block_input import (
    BlockInput,
    blocks_of,
    fits_at_once,
    pieces_that_fit,
    reads_photo,
    write_block,
)
from jaxstudio.errors import Wording
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.kernels.warps import (
    OUTSIDE,
    WARP_COLUMNS,
    WARP_ROWS,
    Packing,
    Places,
    block_places,
    sample_warp,
)
from jaxstudio.pipeline.kinds import Warp
from jaxstudio.pipeline.params import BORDERS

# Places of so many pixels are computed first, to find the part of the input that they need.
PIXELS_AT_ONCE = 1 << 20
# (number format of the input) → the array that a rectangle is written to.
Target = Callable[[np.dtype], np.ndarray]


class WarpPlan(SlabPlan):
    """The result at (x, y) is the input sampled at a traced function of (x, y)."""

    kind: Warp
    writes_directly = True

    @property
    def keeps_integers(self) -> bool:
        return self.kind.nearest

    @property
    def mixes_pixels(self) -> bool:
        return not self.kind.nearest

    @property
    def resamples(self) -> bool:
        return True

    def fits_in_one_buffer(self, rect: Rect) -> bool:
        return fits_at_once(self, rect, self.input_rect(rect))

    def input_rect(self, rect: Rect) -> Rect:
        near = self._around(rect)
        if near is not None:
            return near
        # the input is known only once the places are computed: then `rect` is halved if needed
        whole = Rect.whole(*self.size)
        return whole if fits_slab(whole.area * self.channels) else rect

    def _around(self, rect: Rect) -> Rect | None:
        """The input that `rect` can read, two pixels of border included; None where that is not known."""
        if self.kind.reach is None:
            return None
        margin = self.kind.reach(self.values) + OUTSIDE
        near, whole = rect.grown(margin, margin), Rect.whole(*self.size)
        if whole.contains(near):
            return near
        beyond = OUTSIDE + 1
        # what lies beyond one edge may come from the other one
        return None if self.border == "wrap" else near.intersection(whole.grown(beyond, beyond))

    @cached_property
    def _packing(self) -> Packing:
        return Packing.of(self._numbers(np.zeros(2, np.uint32)))

    def _numbers(self, noise_key: np.ndarray) -> dict[str, Any]:
        """The `p` of the op's `inverse`: float64 numbers, the input's size, `key`, prepared arrays."""
        numbers = {
            name: np.float64(value) if value.dtype == np.float32 else value
            for name, value in traced(self.op, self.values).items()
        }
        sizes = {"height": np.float64(self.size[0]), "width": np.float64(self.size[1])}
        return {**numbers, **sizes, "key": noise_key, **self.kind.prepare(self.values, self.size)}

    def coordinates(self, noise_key: np.ndarray) -> np.ndarray:
        """The packed `p` of the op's `inverse`, as the kernel of places reads it."""
        return self._packing.pack(self._numbers(noise_key))

    def places_kernel(self, kernels: Kernels) -> Kernel:
        """(where, packed p) → places of a block and their extent; see kernels/warps.py."""
        spec = KernelSpec(
            KernelKey("places", self.op.name),
            partial(_build_places, self.kind.inverse, self._packing, self.kind.nearest),
            lambda _: Wording("source coordinates"),
        )
        return for_equal_types(kernels.get(spec))

    def find_places(self, kernel: Kernel, p: np.ndarray, block: Rect) -> tuple[Places, Rect]:
        """The places in the input of a block's pixels, and the rectangle of input that they need."""
        border = BORDERS.index(str(self.values.get("border", self.kind.border)))
        where = np.array([block.y0, block.x0, block.height, block.width, border], np.int32)
        with jax.enable_x64(True):
            places, ends = kernel(where, p)
        x0, y0, x1, y1 = np.asarray(ends).tolist()
        # the neighbours to the right and below
        return places, Rect(y0, x0, y1 + 2, x1 + 2)

    def source_position(self, kernels: Kernels, noise_key: np.ndarray, y: int, x: int) -> np.ndarray:
        kernel, p = self.places_kernel(kernels), self.coordinates(noise_key)
        places, _ = self.find_places(kernel, p, Rect(y, x, y + 1, x + 1))
        across, down = (float(np.asarray(place)[0, 0]) for place in places)
        return np.floor(np.array([down, across]) + 0.5)

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
        """Write `rect` of the result to the array that `target` returns for the input's number format."""
        whole = Rect.whole(*self.size).grown(OUTSIDE + 1, OUTSIDE + 1)
        if reads_photo(self) or (whole.area <= 2 * rect.area and fits_slab(whole.area * self.channels)):
            self._sample(step, whole, rect, target)
            return
        near = self._around(rect)
        if near is not None and fits_slab(near.area * self.channels):
            self._sample(step, near, rect, target)
            return
        if rect.area > PIXELS_AT_ONCE:
            self._warp_halves(step, rect, target)
            return
        began = clock()
        kernel, p = self.places_kernel(step.kernels), self.coordinates(step.noise_key)
        blocks = [*blocks_of(rect, WARP_ROWS, WARP_COLUMNS)]
        found = parallel_map(lambda block: self.find_places(kernel, p, block), blocks, ALL)
        ends = np.array([(each.y0, each.x0, each.y1, each.x1) for _, each in found])
        needed = Rect(*ends[:, :2].min(axis=0).tolist(), *ends[:, 2:].max(axis=0).tolist())
        step.add_time(began)
        if not fits_slab(needed.area * self.channels) and rect.area > 1:
            self._warp_halves(step, rect, target)
            return
        self._sample(step, needed, rect, target, dict(zip(blocks, found, strict=True)))

    def _warp_halves(self, step: StepContext, rect: Rect, target: Target) -> None:
        for piece in rect.halves():
            part = part_of(piece, rect, self.channels)
            self._warp(step, piece, partial(_part_of_target, target, part))

    def _sample(
        self,
        step: StepContext,
        needed: Rect,
        rect: Rect,
        target: Target,
        found: Mapping[Rect, tuple[Places, Rect]] = MappingProxyType({}),
    ) -> None:
        """Write `rect` of the result, which reads no more than `needed`, to the array from `target`.

        Args:
            found: results of `find_places` for blocks of `rect` that are known already.
        """
        source = BlockInput.fetch(self, step, needed)
        began = clock()
        out, slabs = target(source.buffer.dtype), step.workspace.slabs
        places_kernel, p = self.places_kernel(step.kernels), self.coordinates(step.noise_key)
        spec = _warp_kernel(self.channels, self.kind.nearest, out.dtype.name)
        kernel = for_equal_types(step.kernels.get(spec))

        def find(block: Rect) -> tuple[Places, Rect]:
            return found.get(block) or self.find_places(places_kernel, p, block)

        def sample(at_hand: BlockInput, block: Rect) -> None:
            # each piece's places are used while they are in the cache
            for piece, places, needed in pieces_that_fit(block, self.channels, find):
                with at_hand.window(slabs, needed) as (memory, pitch, base):
                    last = needed.width - 2, needed.height - 2
                    scalars = np.array([pitch, base, *last, piece.height, needed.x0, needed.y0], np.int32)
                    with jax.enable_x64(True):  # places are float64
                        pixels = kernel(memory, places, scalars)
                    write_block(pixels, piece, WARP_COLUMNS, rect, out)

        with source.at_hand(slabs, needed) as at_hand:
            parallel_map(partial(sample, at_hand), [*blocks_of(rect, WARP_ROWS, WARP_COLUMNS)], ALL)
        step.add_time(began)

    def output_dtypes(self, input_dtype: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(("float32", DISPLAY_DTYPE, input_dtype)))


def _part_of_target(target: Target, part: tuple[slice, slice], input_dtype: np.dtype) -> np.ndarray:
    return target(input_dtype)[part]


def _build_places(inverse: Callable[..., Any], packing: Packing, nearest: bool) -> Kernel:
    def in_double_precision(where: jax.Array, packed: jax.Array) -> Any:
        with jax.enable_x64(True):
            return block_places(inverse, where, packing.unpack(packed), nearest)

    return in_double_precision


def _build_samples(channels: int, nearest: bool, dtype: str) -> Kernel:
    def in_double_precision(source: jax.Array, places: Any, scalars: jax.Array) -> Any:
        with jax.enable_x64(True):
            return sample_warp(source, places, scalars, channels, nearest, dtype)

    return in_double_precision


def _warp_kernel(channels: int, nearest: bool, dtype: str) -> KernelSpec:
    """(slab, places, scalars) → block of samples; see kernels/warps.py."""
    label = Wording("Warp: interpolation, {0}", dtype)
    if nearest:
        label = Wording("Warp: nearest pixel, {0}", dtype)
    return KernelSpec(
        KernelKey("warp_nearest" if nearest else "warp", channels=channels, dtype=dtype),
        partial(_build_samples, channels, nearest, dtype),
        lambda _: label,
    )
