"""Plans of steps that fill the holes their mask makes: only the boxes around the holes are computed.

Each hole is filled by itself and kept, so that a stroke that is painted costs its own pixels, however large
the picture is and whatever was painted before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

import numpy as np

from jaxstudio.engine.buffers import Rect, TiledBuffer, new_buffer
from jaxstudio.engine.kernels import WATCH
from jaxstudio.engine.mask_outlines import points_in_pixels
from jaxstudio.engine.mask_raster import Rasteriser, ReadPixels
from jaxstudio.engine.plan.base import Out, StepContext, Workspace, clock, part_of
from jaxstudio.engine.plan.library import LibraryPlan, hold
from jaxstudio.engine.plan.masked import PlanOfMask
from jaxstudio.kernels.borders import source_indices
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.kinds import Filling
from jaxstudio.pipeline.masks import Brush, Mask, MaskPart, Point
from jaxstudio.pipeline.op import Size

# The ways from a hole's pixels to their sources, in rows and columns, each with the pixels that it is for.
Pieces = tuple[tuple[Size, "Hole"], ...]
CELL = 16  # holes are told apart by the cells of so many pixels each way that they lie in
MANY = 100  # more holes are filled at once, as one


@dataclass(frozen=True, eq=False)
class Hole:
    """A hole within a rectangle that goes one pixel beyond it, up to the picture's border."""

    rect: Rect
    inside: np.ndarray  # bool (height, width)

    @property
    def key(self) -> Hashable:
        return self.rect, hashlib.sha256(np.packbits(self.inside).tobytes()).digest()

    def meets(self, rect: Rect, taken: np.ndarray) -> bool:
        """Whether the hole has one of the pixels under `rect` that are `taken`."""
        common = self.rect.intersection(rect)
        if common.height <= 0 or common.width <= 0:
            return False
        return bool((taken[part_of(common, rect, 1)] & self.inside[part_of(common, self.rect, 1)]).any())


@dataclass(frozen=True, eq=False)
class Patch:
    """A hole filled: its pixels are (height, width, colours)."""

    hole: Hole
    pixels: np.ndarray

    @property
    def nbytes(self) -> int:
        return int(self.pixels.nbytes + self.hole.inside.nbytes)


@dataclass(frozen=True, eq=False)
class Patches:
    """All holes of a picture, filled."""

    each: tuple[Patch, ...]

    @property
    def nbytes(self) -> int:
        return sum(patch.nbytes for patch in self.each)


@dataclass(frozen=True, eq=False)
class SourceOfPiece:
    """What a piece of a hole is filled from: what decides its pixels, and a function that reads them."""

    key: Hashable
    read: Callable[[], np.ndarray]


class HolePlan(LibraryPlan, PlanOfMask):
    """The input with each hole of the mask filled; without a mask the input itself."""

    kind: Filling

    def pending_pixels(self, workspace: Workspace, cache_key: Hashable, rect: Rect) -> int | None:
        return 0

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        if "mask" not in self.values:
            return step.input(rect, dtype or "float32")
        patches = self._patches(step)
        buffer, rows = new_buffer(rect, self.channels, "float32")
        step.input(rect, "float32").copy_to(rows, rect)
        self._put(patches.each, rows.reshape(rect.height, rect.width, self.channels), rect)
        return buffer if dtype in (None, "float32") else step.convert(buffer, rect, str(dtype))

    def _put(self, patches: Iterable[Patch], pixels: np.ndarray, rect: Rect) -> None:
        """Write the filled holes to the pixels under `rect`."""
        for patch in patches:
            common = patch.hole.rect.intersection(rect)
            if common.height > 0 and common.width > 0:
                own = part_of(common, patch.hole.rect, 1)
                colours = pixels[part_of(common, rect, 1)][..., : self.colours]
                np.copyto(colours, patch.pixels[own], where=patch.hole.inside[own][..., None])

    def _patches(self, step: StepContext) -> Patches:
        """All holes filled, computed once and kept in the workspace."""
        known = step.workspace.whole_images
        with hold(step.workspace.whole_lock, step.control):
            patches: Patches | None = known.find(step.cache_key)
            if patches is None:
                shift, holes = self.kind.shift(self.values, self.size), self._holes(step)
                filled = (self._filled(step, hole, self._pieces(step, hole, shift), holes) for hole in holes)
                patches = Patches(tuple(filled))
                known.keep(step.cache_key, patches)
            return patches

    def _holes(self, step: StepContext) -> list[Hole]:
        whole = Rect.whole(*self.size)
        read: ReadPixels | None = None
        if self.mask.reads_pixels:
            pixels = step.input_pixels(whole, "float32")

            def read(rect: Rect) -> np.ndarray:
                return pixels[part_of(rect, whole, 1)]

        plane = self.plane(step, whole, read)
        return list(holes_in(plane.rows, plane.touched))

    def _pieces(self, step: StepContext, hole: Hole, shift: Size | None) -> Pieces:
        """The parts of a hole by their sources: of strokes that overlap, the latest one has the pixel."""
        if shift is None:
            return ()
        if not self.mask.has_sources:
            return ((shift, hole),)
        runs = [
            (shift if source is None else self._way(source), tuple(part for part, _ in run))
            for source, run in groupby(self._strokes_at(hole.rect), lambda each: each[1])
        ]
        ways = list(dict.fromkeys((shift, *(way for way, _ in runs))))
        owner = np.zeros(hole.inside.shape, np.int32)
        if len(runs) == 1 and all(isinstance(part.shape, Brush) for part in self.mask.enabled_parts):
            owner[:] = ways.index(runs[0][0])
        else:
            for way, parts in runs:
                painted = Rasteriser(
                    step.kernels,
                    Mask(self.mask.key, parts),
                    self.photo_size,
                    self.placement,
                    blocks=step.workspace.mask_blocks,
                ).plane(hole.rect, self.channels, None, step.threads, step.control.check)
                owner[painted.rows > 0] = ways.index(way)
        found = ((way, hole.inside & (owner == number)) for number, way in enumerate(ways))
        return tuple((way, Hole(hole.rect, inside)) for way, inside in found if inside.any())

    def _strokes_at(self, rect: Rect) -> Iterator[tuple[MaskPart, Point | None]]:
        """The strokes that may paint within `rect`, each as a part of its own, and their sources."""
        corners = [(x, y, 1.0) for x in (rect.x0 - 1, rect.x1) for y in (rect.y0 - 1, rect.y1)]
        places = np.array(corners) @ np.array(self.placement).T
        side = min(self.photo_size)
        for part in self.mask.enabled_parts:
            for stroke in part.shape.strokes if isinstance(part.shape, Brush) else ():
                points = points_in_pixels(stroke.points, self.photo_size)
                far = (stroke.radius + part.feather) * side
                apart = (points.min(0) - far > places.max(0)) | (points.max(0) + far < places.min(0))
                if not stroke.erase and not apart.any():
                    yield MaskPart(Brush((replace(stroke, source=None),)), part.feather), stroke.source

    def _way(self, source: Point) -> Size:
        """The way from a stroke to its source, in rows and columns of the image."""
        height, width = self.photo_size
        matrix = np.array(self.placement)[:, :2]
        right, down = np.linalg.solve(matrix, (source[0] * width, source[1] * height))
        return round(float(down)), round(float(right))

    def _filled(self, step: StepContext, hole: Hole, pieces: Pieces, holes: list[Hole]) -> Patch:
        """A hole filled, each of its pieces from its source; from its edge where there are no pieces.

        Where a source lies in other holes, or in this one, those are filled from their edges before. So is a
        hole of several pieces, so that no piece takes light from what the others are to cover.
        """
        sources = [self._source(step, way, piece, holes) for way, piece in pieces]
        values = tuple((name, self.values[name]) for name in self.op.defaults())
        key = (step.input_key, values, hole.key, *(source.key for source in sources))
        patch: Patch | None = step.workspace.patches.find(key)
        if patch is not None:
            return patch
        several = len(pieces) > 1
        pixels = (
            self._filled(step, hole, (), holes).pixels.copy() if several else self._pixels(step, hole.rect)
        )
        report = step.control.report
        given = [(piece, source.read()) for (_, piece), source in zip(pieces, sources, strict=True)]
        began = clock()
        with WATCH.running(self.op.name):
            for piece, source in given if pieces else [(hole, None)]:
                filled = self.kind.fill(pixels, piece.inside, source, self.values, report)
                np.copyto(pixels, filled, where=piece.inside[..., None])
        step.add_time(began)
        kept: Patch = step.workspace.patches.keep(key, Patch(hole, pixels))
        return kept

    def _source(self, step: StepContext, way: Size, piece: Hole, holes: list[Hole]) -> SourceOfPiece:
        """Return what a piece is filled from: the picture so far away, and its edge repeated beyond it."""
        rows, columns = (
            source_indices(first + shift, last + shift, size, "nearest")
            for first, last, shift, size in zip(
                (piece.rect.y0, piece.rect.x0), (piece.rect.y1, piece.rect.x1), way, self.size, strict=True
            )
        )
        rect = Rect(int(rows[0]), int(columns[0]), int(rows[-1]) + 1, int(columns[-1]) + 1)
        rows, columns = rows - rect.y0, columns - rect.x0
        taken = np.zeros((rect.height, rect.width), bool)
        y, x = np.nonzero(piece.inside)
        taken[rows[y], columns[x]] = True
        beneath = [self._filled(step, each, (), holes) for each in holes if each.meets(rect, taken)]

        def read() -> np.ndarray:
            pixels = self._pixels(step, rect)
            self._put(beneath, pixels, rect)
            found: np.ndarray = pixels[rows[:, None], columns]
            return found

        return SourceOfPiece((way, piece.key, *(patch.hole.key for patch in beneath)), read)

    def _pixels(self, step: StepContext, rect: Rect) -> np.ndarray:
        """The input's colours, (height, width, colours); the mean of the others where one is not finite."""
        pixels = step.input_pixels(rect, "float32")[..., : self.colours]
        finite = np.isfinite(pixels)
        if not finite.all():
            step.report_left_out(None)
            pixels[~finite] = pixels[finite].mean() if finite.any() else 0.0
        return pixels


def holes_in(values: np.ndarray, touched: Rect) -> Iterator[Hole]:
    """The holes of a mask with these values, which are 0 outside `touched`."""
    from scipy import ndimage

    if not touched.area:
        return
    height, width = values.shape
    grid = touched.aligned(CELL)
    inside = np.zeros((grid.height, grid.width), bool)
    part = grid.clipped(height, width)
    inside[part_of(part, grid, 1)] = values[part.y0 : part.y1, part.x0 : part.x1] > 0
    cells = inside.reshape(grid.height // CELL, CELL, grid.width // CELL, CELL).any(axis=(1, 3))
    labels: Any
    labels, count = ndimage.label(cells, np.ones((3, 3)))
    if count > MANY:
        labels = cells.astype(np.int32)
    for number, (down, across) in enumerate(ndimage.find_objects(labels), 1):
        found = Rect(*(side * CELL for side in (down.start, across.start, down.stop, across.stop)))
        own = (labels[down, across] == number).repeat(CELL, 0).repeat(CELL, 1)
        own &= inside[found.y0 : found.y1, found.x0 : found.x1]
        rows, columns = (np.flatnonzero(own.any(axis)) for axis in (1, 0))
        y, x = grid.y0 + found.y0, grid.x0 + found.x0
        box = Rect(y + int(rows[0]), x + int(columns[0]), y + int(rows[-1]) + 1, x + int(columns[-1]) + 1)
        rect = box.grown(1, 1).clipped(height, width)
        hole = np.zeros((rect.height, rect.width), bool)
        hole[part_of(box, rect, 1)] = own[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        yield Hole(rect, hole)
