"""What a hand does to a mask on the canvas: it moves a handle, draws a shape, paints a stroke.

Positions are in units, as in `mask_geometry`. Each drag changes the mask through `MaskEditing` as it goes.
"""

from __future__ import annotations

import math
from typing import Protocol

from jaxstudio.app.image.masks.editing import MaskEditing
from jaxstudio.app.image.masks.geometry import DragKeys, drawn, from_units, move_handle
from jaxstudio.app.image.masks.placement import Point
from jaxstudio.pipeline.masks import Polygon, Shape, Stroke, simplified

SPACING_OF_RADIUS = 0.1  # between two positions of a stroke, of its radius
TOLERANCE_OF_RADIUS = 0.02  # that a stroke's line may go from where the hand was
TAIL = 48  # points after which those of a stroke that is drawn are simplified


class StrokeDrawing:
    """Collects the positions of a stroke while it is drawn.

    spacing: a position closer than this to the one before is left out. tolerance: how far the line may go
    from where the hand was. Both in the same units as the positions.
    """

    def __init__(self, start: Point, spacing: float, tolerance: float) -> None:
        self._spacing, self._tolerance = spacing, tolerance
        self._settled: list[Point] = []
        self._tail: list[Point] = [start]

    def add(self, point: Point) -> bool:
        """Go on to `point`; False where that is too near to count."""
        x, y = self._tail[-1]
        if math.hypot(point[0] - x, point[1] - y) < self._spacing:
            return False
        self._tail.append(point)
        if len(self._tail) >= TAIL:
            tail = simplified(self._tail, self._tolerance)
            self._settled += tail[:-1]
            self._tail = [tail[-1]]
        return True

    @property
    def points(self) -> list[Point]:
        """The line so far."""
        return [*self._settled, *self._tail]

    def finish(self) -> list[Point]:
        """The line, simplified up to its end."""
        return [*self._settled, *simplified(self._tail, self._tolerance)]


class Drag(Protocol):
    """Begun by a press, moved, and finished by the release."""

    def move(self, point: Point, keys: DragKeys) -> None: ...
    def finish(self) -> None: ...


class HandleDrag:
    """A handle of the selected part, or all of it, follows the hand."""

    def __init__(self, editing: MaskEditing, name: str, start: Point, units: Point) -> None:
        assert editing.part is not None
        self._editing, self._name, self._start, self._units = editing, name, start, units
        self._part = editing.part

    def move(self, point: Point, keys: DragKeys) -> None:
        way = point[0] - self._start[0], point[1] - self._start[1]
        moved = move_handle(self._part, self._name, way, self._units, even=keys.even, centred=keys.centred)
        self._editing.set_part(moved)

    def finish(self) -> None:
        """Nothing more: the part is where the hand left it."""


class ShapeDrag:
    """A rectangle, an ellipse or a gradient drawn from where the button was pressed.

    least: shorter drags make no shape.
    """

    def __init__(
        self, editing: MaskEditing, kind: type[Shape], start: Point, units: Point, least: float
    ) -> None:
        self._editing, self._kind, self._start, self._units = editing, kind, start, units
        self._least = least
        self.begun = False

    def move(self, point: Point, keys: DragKeys) -> None:
        start = self._start
        if not self.begun and math.hypot(point[0] - start[0], point[1] - start[1]) < self._least:
            return
        shape = drawn(self._kind, start, point, self._units, keys)
        if self.begun:
            self._editing.set_shape(shape)
        else:
            self.begun = True
            self._editing.add_part(shape)

    def finish(self) -> None:
        """With the shape there, its handles are what one wants next."""
        if self.begun:
            self._editing.use_tool("")


class StrokeDrag:
    """A stroke of the brush, from its first dot on.

    pixel: of the widget, in units: the line is no finer than the hand.
    """

    def __init__(
        self, editing: MaskEditing, start: Point, units: Point, pixel: float, *, erase: bool
    ) -> None:
        self._editing, self._units, self._erase = editing, units, erase
        self._brush = editing.brush
        radius = self._brush.radius
        spacing = max(pixel, SPACING_OF_RADIUS * radius)
        self._line = StrokeDrawing(start, spacing, max(pixel / 2, TOLERANCE_OF_RADIUS * radius))
        self._placed: dict[Point, Point] = {}  # positions as fractions of the photo
        self._send(self._line.points, first=True)

    def _send(self, points: list[Point], *, first: bool = False) -> None:
        for point in points[-TAIL:]:
            if point not in self._placed:
                self._placed[point] = from_units(point, self._units)
        placed = tuple(self._placed[point] for point in points)
        stroke = Stroke(placed, self._brush.radius, self._brush.hardness, self._erase)
        self._editing.put_stroke(stroke, first=first)

    def move(self, point: Point, keys: DragKeys) -> None:
        if self._line.add(point):
            self._send(self._line.points)

    def finish(self) -> None:
        self._send(self._line.finish())


class PolygonDraft:
    """A polygon while it is clicked point by point; from three points on it is a part of the mask."""

    def __init__(self, editing: MaskEditing, units: Point) -> None:
        self._editing, self._units = editing, units
        self.points: list[Point] = []
        self.pointer: Point | None = None
        self._begun = False

    def add(self, point: Point) -> None:
        self.points.append(point)
        self._send()

    def remove_last(self) -> None:
        """Take the latest point back, down to a triangle of what is in the recipe already."""
        if len(self.points) > (3 if self._begun else 0):
            self.points.pop()
            self._send()

    def hover(self, point: Point) -> None:
        """The hand is there: where the next point would be."""
        self.pointer = point

    def closes_at(self, point: Point, near: float) -> bool:
        """Whether a click there closes the polygon: it is as near to its first point."""
        if len(self.points) < 3:
            return False
        first = self.points[0]
        return math.hypot(point[0] - first[0], point[1] - first[1]) <= near

    @property
    def complete(self) -> bool:
        return len(self.points) >= 3

    def _send(self) -> None:
        if len(self.points) < 3:
            return
        polygon = Polygon(tuple(from_units(point, self._units) for point in self.points))
        if self._begun:
            self._editing.set_shape(polygon)
        else:
            self._begun = True
            self._editing.add_part(polygon)
