"""The parts of a mask in pixels of a photo, and the edges and strokes that are near each block.

All distances are float64. An edge or stroke that is left out of a block decides no value in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

import numpy as np

from jaxstudio.kernels.masks import SEGMENT, ellipse_distance, oklab, rectangle_distance
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.masks import (
    INTERSECT,
    NAMES,
    SUBTRACT,
    Brush,
    ColourRange,
    Ellipse,
    Gradient,
    Luminosity,
    Mask,
    MaskPart,
    Polygon,
    Rectangle,
    place_in_pixels,
)

Size = tuple[int, int]
# For one block: the value that all its pixels have, or the indices of the edges or strokes near it.
Near = float | np.ndarray
# Largest error of the kernels' distances: in pixels, and as a share of the shape's size.
MARGIN, SHARE = 0.05, 2e-3
SOFTEST = 1e-6  # smallest softness of a range of luma or colour
SMALLEST = 1e-3  # pixels of the shortest axis
BLOCKS_AT_ONCE = 64


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a mask as the rasteriser reads it.

    name: the shape's. how: an argument of `kernels.masks.combine`. numbers: arguments of the shape's kernel.
    edge: sharpness and straightness of the edge; width: its width in pixels. centre (2,), turned (2, 2): of a
    rectangle or an ellipse. line: a gradient's coefficients of (x, y, 1). pieces: (n, 4) edges of a polygon
    or (n, SEGMENT) pieces of strokes. far: (n,) the distance from which each piece has no effect.
    """

    name: str
    how: np.ndarray
    numbers: np.ndarray = field(default_factory=lambda: np.zeros(0, np.float32))
    edge: np.ndarray = field(default_factory=lambda: np.zeros(2, np.float32))
    width: float = 0.0
    centre: np.ndarray = field(default_factory=lambda: np.zeros(2))
    turned: np.ndarray = field(default_factory=lambda: np.eye(2))
    line: np.ndarray = field(default_factory=lambda: np.zeros(3))
    pieces: np.ndarray = field(default_factory=lambda: np.zeros((0, 4)))
    far: np.ndarray = field(default_factory=lambda: np.zeros(0))

    @property
    def of_pixels(self) -> bool:
        return self.name in ("luminosity", "colour_range")

    def near(self, centres: np.ndarray, reach: tuple[float, float]) -> Sequence[Near]:
        """Return for each block its value, or the edges or strokes of this part that it needs.

        Args:
            centres: (blocks, 2) x and y of the blocks' middles.
            reach: how far in x and in y a block's pixels lie from its middle.
        """
        radius = float(np.hypot(*reach)) + MARGIN
        if self.of_pixels:
            return [np.zeros(0, int)] * len(centres)
        if self.name == "gradient":
            value = centres @ self.line[:2] + self.line[2]
            change = np.abs(self.line[:2]) @ np.array(reach) + 1e-3
            return [_certain(v, v - change >= 1.0, v + change <= 0.0) for v in value]
        if self.name in ("rectangle", "ellipse"):
            x, y = self.turned @ (centres - self.centre).T
            half = self.numbers.astype(np.float64)
            of = rectangle_distance if self.name == "rectangle" else ellipse_distance
            distance = of(np, x, y, half)
            margin = radius + self.width / 2 + SHARE * float(half.max())
            return [_certain(d, d < -margin, d > margin) for d in distance]
        if self.name == "polygon":
            return self._near_edges(centres, reach, radius)
        return self._near_strokes(centres, reach, radius)

    def _near_edges(self, centres: np.ndarray, reach: tuple[float, float], radius: float) -> list[Near]:
        start, end = self.pieces[:, :2], self.pieces[:, 2:]
        found: list[Near] = []
        for place in centres:
            close, right = edges_near(self.pieces, place, reach, radius + self.width / 2)
            if not close.any():
                x, y = place
                crossing = (start[:, 1] > y) != (end[:, 1] > y)
                rise = np.where(crossing, end[:, 1] - start[:, 1], 1.0)
                at = start[:, 0] + (end[:, 0] - start[:, 0]) * (y - start[:, 1]) / rise
                found.append(float(np.count_nonzero(crossing & (x < at)) % 2))
            else:
                found.append(np.flatnonzero(close | right))
        return found

    def _near_strokes(self, centres: np.ndarray, reach: tuple[float, float], radius: float) -> list[Near]:
        found: list[Near] = [0.0] * len(centres)
        start, extent = self.pieces[:, :2], self.pieces[:, 2:4]
        margin = np.array(reach) + MARGIN + self.far[:, None]
        low, high = np.minimum(start, start + extent) - margin, np.maximum(start, start + extent) + margin
        for first in range(0, len(centres), BLOCKS_AT_ONCE):
            some = centres[first : first + BLOCKS_AT_ONCE, None]
            block, piece = np.nonzero(((low <= some) & (some <= high)).all(axis=2))
            distances = segment_distances(some[block, 0], start[piece], extent[piece])
            near = distances <= radius + self.far[piece]
            numbers, begins = np.unique(block[near], return_index=True)
            # np.split gives one part even where no block is near
            for number, pieces in zip(numbers, np.split(piece[near], begins[1:]), strict=False):
                found[first + number] = pieces
        return found


def _certain(value: float, one: bool, zero: bool) -> Near:
    return 1.0 if one else 0.0 if zero else np.zeros(0, int)


def segment_distances(places: np.ndarray, start: np.ndarray, extent: np.ndarray) -> np.ndarray:
    """Distances from places (…, 2) to segments (n, 2): (…, n)."""
    off = places - start
    along = np.maximum((extent * extent).sum(-1), 1e-30)
    share = np.clip((off * extent).sum(-1) / along, 0.0, 1.0)
    distances: np.ndarray = np.hypot(*np.moveaxis(off - share[..., None] * extent, -1, 0))
    return distances


def edges_near(
    edges: np.ndarray, centre: np.ndarray, reach: tuple[float, float], radius: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return which of (n, 4) edges are near a block, and which may cross a ray to the right of its pixels.

    The even-odd rule counts the crossings.

    Args:
        centre: the block's middle.
        reach: how far in x and in y the block's pixels lie from the middle.
        radius: edges up to this distance from the middle are near.
    """
    start, end = edges[:, :2], edges[:, 2:]
    low, high = np.minimum(start, end), np.maximum(start, end)
    (x, y), (across, down) = centre, reach
    rows = (low[:, 1] <= y + down + 1.0) & (high[:, 1] >= y - down - 1.0)
    return segment_distances(centre, start, end - start) <= radius, rows & (high[:, 0] >= x - across - 1.0)


def parts_of(mask: Mask, photo_size: Size, pixel: float) -> list[Part]:
    """The enabled parts of a mask on a photo of (height, width).

    Args:
        pixel: width of an image pixel on the photo; no edge is narrower.
    """
    return [_part(part, photo_size, pixel) for part in mask.enabled_parts]


def edge_of(width: float, pixel: float) -> tuple[float, float, float]:
    """The width of an edge, 1 / width, and how straight its falloff is."""
    width = max(width, pixel)
    return width, 1.0 / width, min(1.0, (pixel / width) ** 2)


def turned_box(
    x: float, y: float, width: float, height: float, angle: float, size: Size
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The middle (x, y) of a rectangle or ellipse, the matrix that rotates it upright, its half sizes."""
    half = np.maximum(np.array([width, height]) * min(size) / 2, SMALLEST)
    turn = np.deg2rad(angle)  # counter-clockwise as it is seen: rows go downwards
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.array(place_in_pixels(x, y, *size)), turned, half


def block_in_box(place: np.ndarray, origin: np.ndarray, centre: np.ndarray, turned: np.ndarray) -> np.ndarray:
    """Matrix from (column, row, 1) in a block to an upright box around the origin: (2, 3) float32.

    Args:
        place: (2, 2) or more columns, from (column, row) of the image to (x, y) in pixels of the photo.
        origin: place of the block's first pixel on the photo.
    """
    local: np.ndarray = turned @ np.column_stack([place[:, :2], origin - centre])
    return local.astype(np.float32)


def gradient_line(x0: float, y0: float, x1: float, y1: float, size: Size) -> np.ndarray:
    """A gradient's coefficients of (x, y, 1), in pixels of the photo."""
    first = np.array(place_in_pixels(x0, y0, *size))
    extent = np.array(place_in_pixels(x1, y1, *size)) - first
    squared = float(extent @ extent)
    slope = extent / squared if squared else np.zeros(2)
    return np.array([*-slope, 1.0 + slope @ first])


def gradient_in_block(line: np.ndarray, place: np.ndarray, origin: np.ndarray) -> np.ndarray:
    """A gradient's coefficients of (column, row, 1) in a block: (3,) float32."""
    local: np.ndarray = line[:2] @ np.column_stack([place[:, :2], origin])
    local[2] += line[2]
    return local.astype(np.float32)


def points_in_pixels(points: Sequence[tuple[float, float]], size: Size) -> np.ndarray:
    """(n, 2) places of a mask in pixels of a photo of this size."""
    return np.array(points, np.float64) * (size[1], size[0]) - 0.5


def edges_of_polygon(points: Sequence[tuple[float, float]], size: Size) -> np.ndarray:
    """(n, 4): the x and y where each edge begins, and where it ends."""
    corners = points_in_pixels(points, size)
    return np.concatenate([corners, np.roll(corners, -1, axis=0)], axis=1)


def pieces_of_stroke(
    points: Sequence[tuple[float, float]],
    radius: float,
    hardness: float,
    erase: bool,
    feather: float,
    size: Size,
    pixel: float,
) -> tuple[np.ndarray, np.ndarray]:
    """(n, SEGMENT) pieces of a stroke; the distance from which each has no effect. `feather` is in pixels."""
    places = points_in_pixels(points, size)
    start, extent = places[:-1], np.diff(places, axis=0)
    if len(places) == 1:
        start, extent = places, np.zeros((1, 2))
    squared = (extent * extent).sum(1)
    inverse = np.divide(1.0, squared, out=np.zeros_like(squared), where=squared > 0)
    radius = radius * min(size)
    width, sharpness, straight = edge_of(radius * (1.0 - hardness) + feather, pixel)
    half = radius * (1.0 + hardness) / 2
    numbers = np.array([half, sharpness, straight, float(erase)])
    same = np.broadcast_to(numbers, (len(start), 4))
    return np.column_stack([start, extent, inverse, same]), np.full(len(start), half + width / 2)


def relative_to_block(pieces: np.ndarray, ends: int, origin: np.ndarray) -> np.ndarray:
    """Edges or pieces of strokes relative to a block's first pixel: float32.

    Args:
        ends: how many leading columns are coordinates, x and y in turn.
        origin: place of the block's first pixel on the photo.
    """
    moved = pieces[:, :ends] - np.tile(origin, ends // 2)
    return np.hstack([moved, pieces[:, ends:]]).astype(np.float32)


def range_of_luma(low: float, high: float, softness: float) -> np.ndarray:
    """The argument of `kernels.masks.luminosity`: (3,) float32."""
    return np.array([low, high, 1.0 / max(softness, SOFTEST)], np.float32)


def range_of_colour(red: float, green: float, blue: float, tolerance: float, softness: float) -> np.ndarray:
    """The argument of `kernels.masks.colour_range`: (5,) float32."""
    linear = [_linear(value) for value in (red, green, blue)]
    return np.array([*oklab(np, *linear), tolerance, 1.0 / max(softness, SOFTEST)], np.float32)


def _linear(value: float) -> float:
    """An encoded sRGB value as linear light."""
    return ((value + 0.055) / 1.055) ** 2.4 if value > 0.04045 else value / 12.92


def _part(part: MaskPart, size: Size, pixel: float) -> Part:
    shape, name = part.shape, NAMES[type(part.shape)]
    combine = (float(part.combine == SUBTRACT), float(part.combine == INTERSECT))
    how = np.array([float(part.inverted), part.opacity, *combine], np.float32)
    feather = part.feather * min(size)
    width, *edge = edge_of(feather, pixel)
    soft = np.array(edge, np.float32)
    match shape:
        case Rectangle() | Ellipse():
            centre, turned, half = turned_box(shape.x, shape.y, shape.width, shape.height, shape.angle, size)
            return Part(name, how, half.astype(np.float32), soft, width, centre, turned)
        case Gradient():
            return Part(name, how, line=gradient_line(shape.x0, shape.y0, shape.x1, shape.y1, size))
        case Polygon():
            return Part(name, how, edge=soft, width=width, pieces=edges_of_polygon(shape.points, size))
        case Brush():
            pieces, far = [np.zeros((0, SEGMENT))], [np.zeros(0)]
            for each in shape.strokes:
                more = pieces_of_stroke(
                    each.points, each.radius, each.hardness, each.erase, feather, size, pixel
                )
                pieces.append(more[0])
                far.append(more[1])
            return Part(name, how, pieces=np.concatenate(pieces), far=np.concatenate(far))
        case Luminosity():
            return Part(name, how, range_of_luma(shape.low, shape.high, shape.softness))
        case ColourRange():
            numbers = (shape.red, shape.green, shape.blue, shape.tolerance, shape.softness)
            return Part(name, how, range_of_colour(*numbers))
