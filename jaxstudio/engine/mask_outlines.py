"""The parts of a mask in pixels of a photo, and which of their edges and strokes come near which block.

All in float64: what is left out of a block decides no value in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from jaxstudio.kernels.masks import ellipse_distance, oklab, rectangle_distance
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
# Of one block: a value that all of its pixels have, or the numbers of the edges or strokes that come near.
Near = float | np.ndarray
# How far beside the truth the kernels' distances may be: in pixels, and as a share of the shape's size.
MARGIN, SHARE = 0.05, 2e-3
SOFTEST = 1e-6  # the narrowest fall of a range of luma or colour
SMALLEST = 1e-3  # pixels of the shortest axis
BLOCKS_AT_ONCE = 64


@dataclass(frozen=True, eq=False)
class Part:
    """One part of a mask.

    name: of the shape. how: as `kernels.masks.combine` is given it. numbers: the shape's own, for its kernel.
    edge: sharpness and straightness of its edge, and width: of the same in pixels. centre, turned: of a
    rectangle or an ellipse, (2,) and (2, 2). line: of a gradient, its value in (x, y, 1). pieces: (n, 4)
    edges of a polygon or (n, SEGMENT) pieces of strokes. far: (n,) from what distance each is nothing.
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
        """What each block needs of this part.

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
        return self._near_strokes(centres, radius)

    def _near_edges(self, centres: np.ndarray, reach: tuple[float, float], radius: float) -> list[Near]:
        start, end = self.pieces[:, :2], self.pieces[:, 2:]
        low, high = np.minimum(start, end), np.maximum(start, end)
        found: list[Near] = []
        for x, y in centres:
            close = _distances(np.array([x, y]), start, end - start) <= radius + self.width / 2
            rows = (low[:, 1] <= y + reach[1] + 1.0) & (high[:, 1] >= y - reach[1] - 1.0)
            if not close.any():
                crossing = (start[:, 1] > y) != (end[:, 1] > y)
                rise = np.where(crossing, end[:, 1] - start[:, 1], 1.0)
                at = start[:, 0] + (end[:, 0] - start[:, 0]) * (y - start[:, 1]) / rise
                found.append(float(np.count_nonzero(crossing & (x < at)) % 2))
            else:
                right = rows & (high[:, 0] >= x - reach[0] - 1.0)
                found.append(np.flatnonzero(close | right))
        return found

    def _near_strokes(self, centres: np.ndarray, radius: float) -> list[Near]:
        found: list[Near] = []
        start, extent = self.pieces[:, :2], self.pieces[:, 2:4]
        for first in range(0, len(centres), BLOCKS_AT_ONCE):
            some = centres[first : first + BLOCKS_AT_ONCE]
            close = _distances(some[:, None, :], start, extent) <= radius + self.far
            found += [np.flatnonzero(row) if row.any() else 0.0 for row in close]
        return found


def _certain(value: float, one: bool, zero: bool) -> Near:
    return 1.0 if one else 0.0 if zero else np.zeros(0, int)


def _distances(places: np.ndarray, start: np.ndarray, extent: np.ndarray) -> np.ndarray:
    """From places (…, 2) to segments (n, 2): (…, n)."""
    off = places - start
    along = np.maximum((extent * extent).sum(-1), 1e-30)
    share = np.clip((off * extent).sum(-1) / along, 0.0, 1.0)
    distances: np.ndarray = np.hypot(*np.moveaxis(off - share[..., None] * extent, -1, 0))
    return distances


def parts_of(mask: Mask, photo_size: Size, pixel: float) -> list[Part]:
    """The enabled parts of a mask on a photo of (height, width).

    Args:
        pixel: how wide a pixel of the image is on the photo: no edge is narrower.
    """
    return [_part(part, photo_size, pixel) for part in mask.enabled_parts]


def _edge(width: float, pixel: float) -> tuple[float, float, float]:
    """The width of an edge, 1 / that, and how straight its fall is."""
    width = max(width, pixel)
    return width, 1.0 / width, min(1.0, (pixel / width) ** 2)


def _part(part: MaskPart, size: Size, pixel: float) -> Part:
    shape, name, unit = part.shape, NAMES[type(part.shape)], min(size)
    combine = (float(part.combine == SUBTRACT), float(part.combine == INTERSECT))
    how = np.array([float(part.inverted), part.opacity, *combine], np.float32)
    width, *edge = _edge(part.feather * unit, pixel)
    soft = np.array(edge, np.float32)
    match shape:
        case Rectangle() | Ellipse():
            half = np.maximum(np.array([shape.width, shape.height]) * unit / 2, SMALLEST)
            turn = np.deg2rad(shape.angle)  # counter-clockwise as it is seen: rows go downwards
            turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            centre = np.array(place_in_pixels(shape.x, shape.y, *size))
            return Part(name, how, half.astype(np.float32), soft, width, centre, turned)
        case Gradient():
            first = np.array(place_in_pixels(shape.x0, shape.y0, *size))
            extent = np.array(place_in_pixels(shape.x1, shape.y1, *size)) - first
            squared = float(extent @ extent)
            slope = extent / squared if squared else np.zeros(2)
            return Part(name, how, line=np.array([*-slope, 1.0 + slope @ first]))
        case Polygon():
            corners = _in_pixels(shape.points, size)
            pieces = np.concatenate([corners, np.roll(corners, -1, axis=0)], axis=1)
            return Part(name, how, edge=soft, width=width, pieces=pieces)
        case Brush():
            pieces, far = _strokes(shape, size, part.feather * unit, pixel)
            return Part(name, how, pieces=pieces, far=far)
        case Luminosity():
            limits = [shape.low, shape.high, 1.0 / max(shape.softness, SOFTEST)]
            return Part(name, how, np.array(limits, np.float32))
        case ColourRange():
            linear = [_linear(value) for value in (shape.red, shape.green, shape.blue)]
            colour = [*oklab(np, *linear), shape.tolerance, 1.0 / max(shape.softness, SOFTEST)]
            return Part(name, how, np.array(colour, np.float32))


def _linear(value: float) -> float:
    """An encoded sRGB value as linear light."""
    return ((value + 0.055) / 1.055) ** 2.4 if value > 0.04045 else value / 12.92


def _in_pixels(points: Sequence[tuple[float, float]], size: Size) -> np.ndarray:
    return np.array(points, np.float64) * (size[1], size[0]) - 0.5


def _strokes(brush: Brush, size: Size, feather: float, pixel: float) -> tuple[np.ndarray, np.ndarray]:
    """(n, SEGMENT) pieces of the strokes in their order, and from what distance each is nothing."""
    pieces, far = [np.zeros((0, 9))], [np.zeros(0)]
    for stroke in brush.strokes:
        points = _in_pixels(stroke.points, size)
        start, extent = points[:-1], np.diff(points, axis=0)
        if len(points) == 1:
            start, extent = points, np.zeros((1, 2))
        squared = (extent * extent).sum(1)
        inverse = np.divide(1.0, squared, out=np.zeros_like(squared), where=squared > 0)
        radius = stroke.radius * min(size)
        width, sharpness, straight = _edge(radius * (1.0 - stroke.hardness) + feather, pixel)
        half = radius * (1.0 + stroke.hardness) / 2
        numbers = np.array([half, sharpness, straight, float(stroke.erase)])
        same = np.broadcast_to(numbers, (len(start), 4))
        pieces.append(np.column_stack([start, extent, inverse, same]))
        far.append(np.full(len(start), half + width / 2))
    return np.concatenate(pieces), np.concatenate(far)
