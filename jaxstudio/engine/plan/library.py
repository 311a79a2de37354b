"""Plans of ops that a library computes on NumPy arrays: the whole image at once, or tile by tile with a halo.

A library's call cannot be interrupted. A filter with a bounded reach is therefore computed in tiles small
enough for a moving slider; a filter without one reports progress from inside and is cancelled there.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from jaxstudio.engine.buffers import Rect, TiledBuffer, new_buffer, source_buffer
from jaxstudio.engine.kernels import WATCH
from jaxstudio.engine.nonfinite import apply_around_nonfinite, resample_around_nonfinite
from jaxstudio.engine.plan.base import Out, Plan, StepContext, Workspace, clock, part_of
from jaxstudio.engine.requests import JobControl
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.pipeline.kinds import Tiled, Whole

# Seconds between two checks for cancellation while another thread computes a whole image.
LOCK_POLL_S = 0.02
# Rows of tiles are computed together up to so many rows of pixels: their input is computed once.
BAND_ROWS = 512


class LibraryPlan(Plan):
    """Plans that run no kernel of their own."""

    by_library = True

    def variants(self, soon: bool) -> Iterator[Plan]:
        yield from ()

    @property
    def colours(self) -> int:
        """Channels without alpha."""
        return self.channels - has_alpha(self.channels)


@contextmanager
def hold(lock: Any, control: JobControl) -> Iterator[None]:
    """Hold a lock; raises Cancelled if the work is cancelled while it waits for the lock."""
    while not lock.acquire(timeout=LOCK_POLL_S):
        control.check()
    try:
        yield
    finally:
        lock.release()


class WholePlan(LibraryPlan):
    """Computes the whole image at once."""

    kind: Whole
    needs_whole_input = True

    def pending_pixels(self, workspace: Workspace, cache_key: Hashable, rect: Rect) -> int | None:
        if workspace.whole_images.find(cache_key) is not None:
            return None
        return Rect.whole(*self.result_size).area

    def prepare(self, step: StepContext) -> None:
        self.whole_image(step)

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        """A part of the whole image, which is computed once."""
        image, dtype = self.whole_image(step), dtype or "float32"
        if image.dtype != dtype:
            return step.convert(image, rect, dtype)
        buffer, rows = new_buffer(rect, self.channels, dtype)
        image.copy_to(rows, rect)
        return buffer

    def whole_image(self, step: StepContext) -> TiledBuffer:
        """Return the whole result, computed once and kept in the workspace."""
        control, images = step.control, step.workspace.whole_images
        with hold(step.workspace.whole_lock, control):
            image = images.find(step.cache_key)
            if image is not None:
                return image
            pixels = step.input_pixels(Rect.whole(*self.size), "float32")
            began = clock()

            def apply(pixels: np.ndarray, values: Any) -> np.ndarray:
                control.check()
                with WATCH.running(self.op.name):
                    result: np.ndarray = self.kind.apply(pixels, values, control.report)
                return result

            if self.kind.size is None:
                colours = pixels[..., : self.colours]
                result, left_out = apply_around_nonfinite(apply, colours, self.values)
                pixels[..., : self.colours] = result
            else:
                pixels, left_out = resample_around_nonfinite(
                    apply, pixels, has_alpha(self.channels), self.values
                )
            step.report_left_out(left_out)
            buffer: TiledBuffer = images.keep(step.cache_key, source_buffer(pixels))
            step.add_time(began)
            return buffer


class TiledPlan(LibraryPlan):
    """Computes square tiles, each with a halo, and keeps them."""

    kind: Tiled

    def input_rect(self, rect: Rect) -> Rect:
        reach = self.kind.reach(self.values)
        return rect.aligned(self.kind.side(self.values)).grown(reach, reach)

    def squares(self, grid: Rect) -> list[Rect]:
        """The tiles of an aligned rectangle."""
        side = self.kind.side(self.values)
        return [
            Rect(y, x, y + side, x + side).clipped(*self.result_size)
            for y in range(grid.y0, grid.y1, side)
            for x in range(grid.x0, grid.x1, side)
        ]

    def pending_pixels(self, workspace: Workspace, cache_key: Hashable, rect: Rect) -> int | None:
        grid = rect.clipped(*self.result_size).aligned(self.kind.side(self.values))
        missing = [
            square for square in self.squares(grid) if not workspace.library_tiles.holds(cache_key, square)
        ]
        return sum(square.area for square in missing) if missing else None

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        # 8-bit input stays 8-bit where the op can read it
        corner = Rect(rect.y0, rect.x0, rect.y0 + 1, rect.x0 + 1)
        levels = self.kind.levels is not None and step.input(corner).dtype == np.uint8
        tile_dtype = "uint8" if levels else "float32"
        side = self.kind.side(self.values)
        grid, control = rect.aligned(side), step.control
        band_rows = max(1, BAND_ROWS // side) * side
        result, rows = new_buffer(rect, self.channels, tile_dtype)
        left_out = 0
        for y in range(grid.y0, grid.y1, band_rows):
            band = Rect(y, grid.x0, min(y + band_rows, grid.y1), grid.x1)
            with control.part((band.y0 - grid.y0) / grid.height, (band.y1 - grid.y0) / grid.height):
                tiles, nonfinite = self._tiles(step, band, tile_dtype, control)
            left_out += nonfinite
            for tile in tiles:
                part = tile.rect.intersection(rect)
                tile.copy_to(rows[part_of(part, rect, self.channels)], part)
        everything = rect == Rect.whole(*self.result_size)
        step.report_left_out(left_out if everything or not left_out else None)
        dtype = dtype or "float32"
        return result if dtype == tile_dtype else step.convert(result, rect, dtype)

    def _tiles(
        self, step: StepContext, band: Rect, dtype: str, control: JobControl
    ) -> tuple[list[TiledBuffer], int]:
        """The tiles of a band of the grid, and how many NaN and infinities the new tiles left out."""
        cache, key = step.workspace.library_tiles, step.cache_key
        known = {square: cache.find(key, square) for square in self.squares(band)}
        missing = [square for square, tile in known.items() if tile is None]
        tiles = [tile for tile in known.values() if tile is not None]
        if not missing:
            return tiles, 0
        reach = self.kind.reach(self.values)
        halos = {square: square.grown(reach, reach).clipped(*self.size) for square in missing}
        union = Rect(
            min(halo.y0 for halo in halos.values()),
            min(halo.x0 for halo in halos.values()),
            max(halo.y1 for halo in halos.values()),
            max(halo.x1 for halo in halos.values()),
        )
        before = step.input_pixels(union, dtype)
        apply = self.kind.levels if dtype == "uint8" else self.kind.apply
        assert apply is not None
        began, done = clock(), itertools.count(1)

        def compute(square: Rect) -> tuple[TiledBuffer, int]:
            control.check()
            halo = halos[square]
            pixels = before[part_of(halo, union, 1)].copy()
            inner = part_of(square, halo, 1)
            finite = np.isfinite(pixels[inner][..., : self.colours])
            with WATCH.running(self.op.name):
                result, _ = apply_around_nonfinite(apply, pixels[..., : self.colours], self.values)
            pixels[..., : self.colours] = result
            tile = replace(source_buffer(np.ascontiguousarray(pixels[inner])), rect=square)
            cache.keep(key, tile)
            control.report(next(done) / len(missing))
            return tile, finite.size - int(np.count_nonzero(finite))

        computed = step.map(compute, missing)
        step.add_time(began)
        return [*tiles, *(tile for tile, _ in computed)], sum(nonfinite for _, nonfinite in computed)
