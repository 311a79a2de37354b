"""A mask's values under a rectangle of an image, block by block; blocks that are all 0 or 1 cost nothing.

Blocks lie on a grid that begins at the image's first pixel, so that a value never depends on the requested
rectangle. The edges and strokes near a block are found by float64 distances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from jaxstudio.engine.buffers import CHUNK, LINE, Rect, ValueCache, chunk_count, parallel_map
from jaxstudio.engine.kernels import Kernel, KernelKey, Kernels, KernelSpec
from jaxstudio.engine.mask_outlines import (
    Part,
    block_in_box,
    gradient_in_block,
    parts_of,
    relative_to_block,
)
from jaxstudio.errors import Wording
from jaxstudio.kernels import masks as kernels_of_masks
from jaxstudio.kernels.masks import BLOCK, EDGES, SEGMENTS
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.masks import INTERSECT, NORMAL, SUBTRACT, Mask

Placement = tuple[tuple[float, float, float], tuple[float, float, float]]
# `Part.how` of a part that is added unchanged.
PLAIN = np.array([0.0, 1.0, 0.0, 0.0], np.float32)
# The pixels of a rectangle inside the image, (height, width, channels).
ReadPixels = Callable[[Rect], np.ndarray]


def _spec(name: str, function: Callable[..., Any], what: Wording, channels: int = 0) -> KernelSpec:
    return KernelSpec(
        KernelKey(f"mask_{name}", channels=channels), lambda: function, lambda _: Wording("Mask: {0}", what)
    )


SPECS = {
    "rectangle": _spec("rectangle", kernels_of_masks.rectangle, Wording("rectangle")),
    "ellipse": _spec("ellipse", kernels_of_masks.ellipse, Wording("ellipse")),
    "gradient": _spec("gradient", kernels_of_masks.gradient, Wording("gradient")),
    "edges": _spec("edges", kernels_of_masks.polygon_edges, Wording("distance to a polygon's edges")),
    "polygon": _spec("polygon", kernels_of_masks.polygon, Wording("polygon")),
    "strokes": _spec("strokes", kernels_of_masks.strokes, Wording("strokes")),
    "combine": _spec("combine", kernels_of_masks.combine, Wording("a part joined to those before it")),
}


def _of_pixels(name: str, channels: int) -> KernelSpec:
    function, what = {
        "luminosity": (kernels_of_masks.luminosity, Wording("luminosity")),
        "colour_range": (kernels_of_masks.colour_range, Wording("colour range")),
    }[name]
    return _spec(name, function, what, channels)


def blend_spec(channels: int, dtype: str, mode: str) -> KernelSpec:
    """(input chunk, float32 chunk of the result, a value for each pixel) → chunk of `dtype`."""
    return KernelSpec(
        KernelKey("mask_blend", channels=channels, dtype=dtype, text="" if mode == NORMAL else mode),
        partial(_build_blend, channels, dtype, mode),
        lambda _: Wording("Mask: input and result blended ({0}), {1}", mode, dtype),
    )


def _build_blend(channels: int, dtype: str, mode: str) -> Kernel:
    def blend(before: Any, after: Any, mask: Any) -> Any:
        return kernels_of_masks.blend(before, after, mask, channels, dtype, mode)

    return blend


@dataclass(frozen=True, eq=False)
class Plane:
    """A mask's values under `rect`.

    `values`: flat float32, one for each pixel, row by row, padded to chunks of CHUNK / channels. `touched`:
    all values outside this part of `rect` are 0; empty if all are.
    """

    rect: Rect
    values: np.ndarray
    touched: Rect

    @property
    def rows(self) -> np.ndarray:
        """(height, width) float32."""
        return self.values[: self.rect.area].reshape(self.rect.height, self.rect.width)

    @property
    def nbytes(self) -> int:
        return self.values.nbytes


def _zeros(count: int) -> np.ndarray:
    """Zeros that JAX's CPU takes without a copy, and that take no memory before they are written to."""
    memory = np.zeros(count * 4 + LINE, np.uint8)
    offset = -memory.ctypes.data % LINE
    return memory[offset : offset + count * 4].view(np.float32)


class Rasteriser:
    """A mask on an image of one size.

    Args:
        kernels: those of the device.
        mask: the mask to draw.
        photo_size: (height, width) of the photo; places and lengths of the mask are fractions of it.
        placement: matrix from (column, row, 1) of the image to x, y in pixels of the photo.
        linear: whether the pixels that are read are proportional to light.
        blocks: cache of blocks with strokes and polygons, so that only blocks that change are drawn while a
            stroke grows. None keeps nothing.
        every_kernel: whether to run all kernels for any mask, so that they are compiled.
    """

    def __init__(
        self,
        kernels: Kernels,
        mask: Mask,
        photo_size: tuple[int, int],
        placement: Placement,
        *,
        linear: bool = False,
        blocks: ValueCache | None = None,
        every_kernel: bool = False,
    ) -> None:
        self._kernels, self._placement = kernels, np.array(placement, np.float64)
        self._linear, self._every_kernel = np.float32(linear), every_kernel
        self._inverted, self._blocks = mask.inverted, blocks
        pixel = float(np.sqrt(abs(np.linalg.det(self._placement[:, :2])))) or 1.0
        self._parts = parts_of(mask, photo_size, pixel)
        parts = mask.enabled_parts
        self._start = float(bool(parts) and parts[0].combine in (SUBTRACT, INTERSECT))

    def plane(
        self, rect: Rect, channels: int, read: ReadPixels | None, threads: int, check: Callable[[], None]
    ) -> Plane:
        """The values under `rect`.

        Args:
            channels: those of the image: a chunk holds CHUNK / channels pixels.
            read: reads the image where its pixels decide the mask; only inside `rect`.
            threads: how many call kernels.
            check: called between blocks.
        """
        values = _zeros(chunk_count(rect.area * channels) * (CHUNK // channels))
        plane = Plane(rect, values, rect)
        rows = plane.rows
        height, width = BLOCK
        corners = [
            (y, x)
            for y in range(rect.y0 // height * height, rect.y1, height)
            for x in range(rect.x0 // width * width, rect.x1, width)
        ]
        if not corners:
            return plane
        outlines = [part.near(self._centres(corners), self._reach()) for part in self._parts]

        def draw(number: int) -> Rect | None:
            check()
            y, x = corners[number]
            part = Rect(y, x, y + height, x + width).intersection(rect)
            value = self._block(y, x, part, [outline[number] for outline in outlines], read)
            if isinstance(value, float):
                if value == 0.0:
                    return None
                inside: Any = value
            else:
                inside = np.asarray(value)[part.y0 - y : part.y1 - y, part.x0 - x : part.x1 - x]
            rows[part.y0 - rect.y0 : part.y1 - rect.y0, part.x0 - rect.x0 : part.x1 - rect.x0] = inside
            return part if isinstance(inside, float) else _box(inside, part)

        numbers: Sequence[int] = range(len(corners))
        if self._leaves_out_unreached:
            numbers = [
                number
                for number, near in enumerate(zip(*outlines, strict=True))
                if not all(isinstance(value, float) and value == 0.0 for value in near)
            ]
        touched: Rect | None = None
        for part in parallel_map(draw, numbers, threads):
            if part is not None:
                touched = part if touched is None else touched.hull(part)
        return Plane(rect, values, touched or Rect(rect.y0, rect.x0, rect.y0, rect.x0))

    @property
    def _leaves_out_unreached(self) -> bool:
        """Whether a block is 0 where no part reaches it."""
        if self._every_kernel or any(part.of_pixels for part in self._parts):
            return False
        return self._block(0, 0, Rect(0, 0, 0, 0), [0.0] * len(self._parts), None) == 0.0

    def _centres(self, corners: Sequence[tuple[int, int]]) -> np.ndarray:
        """(blocks, 2) float64: the middles of blocks in pixels of the photo."""
        middles = np.array([(x + (BLOCK[1] - 1) / 2, y + (BLOCK[0] - 1) / 2, 1.0) for y, x in corners])
        result: np.ndarray = middles @ self._placement.T
        return result

    def _reach(self) -> tuple[float, float]:
        """The largest distance of a block's pixels from its centre, in pixels of the photo: x and y."""
        half = np.array([(BLOCK[1] - 1) / 2, (BLOCK[0] - 1) / 2])
        reach = np.abs(self._placement[:, :2]) @ half
        return float(reach[0]), float(reach[1])

    def _block(
        self, y: int, x: int, inside: Rect, near: Sequence[Any], read: ReadPixels | None
    ) -> float | np.ndarray:
        """A block's values, or one float if all are equal."""
        value: Any = self._start
        pixels: np.ndarray | None = None
        for part, candidates in zip(self._parts, near, strict=True):
            own: Any
            if part.of_pixels:
                if pixels is None:
                    assert read is not None
                    pixels = _padded(read(inside), inside, y, x)
                kernel = self._kernels.get(_of_pixels(part.name, pixels.shape[2]))
                own = kernel(pixels, part.numbers, self._linear)
            elif isinstance(candidates, float) and not self._every_kernel:
                own = candidates
            else:
                own = self._draw(part, y, x, candidates)
            value = self._combined(value, own, part)
        if self._inverted:
            return 1.0 - value if isinstance(value, float) else np.float32(1.0) - np.asarray(value)
        return value

    def _combined(self, before: Any, own: Any, part: Part) -> Any:
        """A part's values joined to the parts before it; one float where both are one float."""
        inverted, opacity, subtracts, intersects = (np.float32(number) for number in part.how)
        if isinstance(own, float) and not self._every_kernel:
            value = (np.float32(1.0) - np.float32(own) if inverted else np.float32(own)) * opacity
            if isinstance(before, float):
                if subtracts:
                    return min(before, float(np.float32(1.0) - value))
                return min(before, float(value)) if intersects else max(before, float(value))
            if value == 0.0 and not intersects:
                return before
            if value == 1.0 and intersects:
                return before
        elif (
            isinstance(before, float)
            and before == 0.0
            and not self._every_kernel
            and (part.how == PLAIN).all()
        ):
            return own
        arrays = (np.full(BLOCK, x, np.float32) if isinstance(x, float) else x for x in (before, own))
        return self._kernels.get(SPECS["combine"])(*arrays, part.how)

    def _draw(self, part: Part, y: int, x: int, candidates: Any) -> Any:
        place, origin = self._placement, self._placement @ np.array([x, y, 1.0])
        get = self._kernels.get
        if part.name in ("rectangle", "ellipse"):
            local = block_in_box(place, origin, part.centre, part.turned)
            return get(SPECS[part.name])(local, part.numbers, part.edge)
        if part.name == "gradient":
            return get(SPECS["gradient"])(gradient_in_block(part.line, place, origin))
        pieces = part.pieces[[] if isinstance(candidates, float) else candidates]
        relative = relative_to_block(pieces, 4 if part.name == "polygon" else 2, origin)
        matrix = np.column_stack(
            [place[:, :2], np.zeros(2)]
        )  # no shift: `relative` begins at the block's first pixel
        key = (part.name, matrix.tobytes(), relative.tobytes(), part.edge.tobytes())
        known = None if self._blocks is None else self._blocks.find(key)
        if known is None:
            draw = self._polygon if part.name == "polygon" else self._strokes
            known = draw(matrix.astype(np.float32), relative, part.edge)
            if self._blocks is not None:
                self._blocks.keep(key, known)
        return known

    def _polygon(self, place: np.ndarray, edges: np.ndarray, edge: np.ndarray) -> Any:
        add = self._kernels.get(SPECS["edges"])
        state: Any = (np.full(BLOCK, np.inf, np.float32), np.zeros(BLOCK, bool))
        for some, count in _in_groups(edges, EDGES):
            state = add(state, place, some, count)
        return self._kernels.get(SPECS["polygon"])(*state, edge)

    def _strokes(self, place: np.ndarray, pieces: np.ndarray, edge: np.ndarray) -> Any:
        draw, value = self._kernels.get(SPECS["strokes"]), np.zeros(BLOCK, np.float32)
        for some, count in _in_groups(pieces, SEGMENTS):
            value = draw(value, place, some, count)
        return value


def _box(values: np.ndarray, part: Rect) -> Rect | None:
    """The smallest rectangle that holds all values that are not 0; None where there are none."""
    rows, columns = (np.flatnonzero(values.any(axis)) for axis in (1, 0))
    if not rows.size:
        return None
    y, x = part.y0, part.x0
    return Rect(y + int(rows[0]), x + int(columns[0]), y + int(rows[-1]) + 1, x + int(columns[-1]) + 1)


def _in_groups(rows: np.ndarray, most: int) -> Iterator[tuple[np.ndarray, np.int32]]:
    """Rows in arrays of `most`, filled up with zeros, and how many each holds; one array at least."""
    for first in range(0, max(1, len(rows)), most):
        some = rows[first : first + most]
        filled = np.zeros((most, rows.shape[1]), np.float32)
        filled[: len(some)] = some
        yield filled, np.int32(len(some))


def _padded(pixels: np.ndarray, inside: Rect, y: int, x: int) -> np.ndarray:
    """The pixels of a whole block, with zeros outside the rectangle `inside`."""
    block = np.zeros((*BLOCK, pixels.shape[2]), pixels.dtype)
    block[inside.y0 - y : inside.y1 - y, inside.x0 - x : inside.x1 - x] = pixels
    return block
