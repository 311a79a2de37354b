"""The editing surface of a mask on the canvas: handles are moved, shapes drawn, strokes painted.

Positions are in units, as in `geometry`. Each drag changes the mask through `MaskEditing` as it goes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.canvas.handle_geometry import WHOLE, Placement, Point, photo_to_result, place
from jaxstudio.app.image.canvas.layer import HandleLayer
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.masks.brush_strokes import (
    SOURCE,
    number_of,
    stroke_places,
    takes_sources,
    with_source,
    with_stroke_moved,
)
from jaxstudio.app.image.masks.editing import BRUSH, MaskEditing
from jaxstudio.app.image.masks.geometry import (
    DragKeys,
    drawn,
    from_units,
    handle_places,
    move_handle,
    to_units,
)
from jaxstudio.app.image.masks.menu import of_handle, of_strokes, of_tool
from jaxstudio.app.image.masks.overlay import ColourPicker, MaskOverlay
from jaxstudio.pipeline.masks import Brush, Polygon, Shape, Stroke, simplified

REACH_PX = 26.0  # how far the handles of rotation and feather stand off
CURSOR_EDGE_PX = 6.0  # around the brush's circle


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
        """Do nothing: the part already has its new place."""


class SpotDrag:
    """A stroke of a brush with its source, or its source alone, follows the hand."""

    def __init__(self, editing: MaskEditing, name: str, brush: Brush, start: Point, units: Point) -> None:
        self._editing, self._name, self._brush = editing, name, brush
        self._start, self._units = start, units

    def move(self, point: Point, keys: DragKeys) -> None:
        way = point[0] - self._start[0], point[1] - self._start[1]
        self._editing.set_shape(with_stroke_moved(self._brush, self._name, way, self._units))

    def finish(self) -> None:
        """Do nothing: the stroke already has its new place."""


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
        """Select the drawn shape, so that its handles appear."""
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
        """Take the latest point back; a polygon of the recipe keeps three points."""
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


class MaskSurface(HandleLayer):
    """Covers the canvas while a mask is edited; whatever is drawn in one go is one undo."""

    def __init__(self, document: ImageDocument, canvas: QWidget) -> None:
        super().__init__(document, canvas)
        self.current = WHOLE
        self.editing: MaskEditing = document.mask_editing
        self.picker = ColourPicker(document, self)
        self.overlay = MaskOverlay(document, self)
        self.overlay.changed.connect(self.update)
        self.pointer: QPointF | None = None  # where the mouse, or the keys, are on the picture
        self.draft: PolygonDraft | None = None
        self.drag: Drag | None = None
        self._before = self._sent = document.recipe  # before what is being drawn, and with it
        self._sending = False
        self._space = False  # held: a drag pans
        self._left_out = 0  # steps that the canvas does not show while the mask is edited
        self.setAccessibleName(self.tr("Mask on the picture"))
        document.view_changed.connect(self.update)
        document.described.connect(self.update)
        document.recipe_changed.connect(self._follow)
        document.photo_changed.connect(lambda: self.editing.edit(None))
        self.editing.changed.connect(self.show_state)
        self.show_state()

    # What there is

    @property
    def placement(self) -> Placement | None:
        """Return the photo's position on this widget."""
        document = self.document
        top, left = document.viewport.origin(document.canvas)
        return place(
            document.description,
            document.displayed_recipe.steps,
            (left, top),
            document.viewport.zoom,
            self.devicePixelRatioF(),
        )

    @property
    def drawing(self) -> bool:
        """Whether a drag or a polygon is not finished yet."""
        return self.drag is not None or self.draft is not None

    def handles(self) -> dict[str, QPointF]:
        """Return the position of each handle of the selected part; while strokes are painted, of their
        sources, and while another shape is drawn, of none.
        """
        part, placement, painting = self.editing.part, self.placement, self.editing.tool == BRUSH
        if part is None or placement is None or (self.editing.tool and not painting):
            return {}
        if isinstance(part.shape, Brush):
            places = stroke_places(part.shape, self.ways(part.shape), placement.units)
            if painting:
                places = {name: at for name, at in places.items() if name.startswith(SOURCE)}
        else:
            places = handle_places(part, placement.units, REACH_PX / placement.scale)
        return {name: QPointF(*placement.to_widget(at)) for name, at in places.items()}

    def ways(self, brush: Brush) -> list[Point | None]:
        """The way from each stroke to its source, in units; None for one that erases, or takes no source."""
        usual, placement = self.usual_way, self.placement
        if usual is None or placement is None:
            return [None] * len(brush.strokes)
        return [
            None if each.erase else usual if each.source is None else to_units(each.source, placement.units)
            for each in brush.strokes
        ]

    @property
    def usual_way(self) -> Point | None:
        """The way to the source of a stroke without one of its own, in units; None where none is read."""
        step, placement, document = self.editing.step, self.placement, self.document
        if step is None or placement is None or not takes_sources(step):
            return None
        described = document.description.step(step.key)
        height, width = document.photo_size if described is None else described.before
        before = document.displayed_recipe.steps[: document.displayed_recipe.index(step.key)]
        to_input = photo_to_result(document.description, before)
        right, down = (float(step.values[name]) / 100 for name in ("source_x", "source_y"))  # type: ignore[arg-type]
        if not to_input.isInvertible():
            return None
        back = to_input.inverted()[0]
        along = back.map(QPointF(right * width, down * height)) - back.map(QPointF())
        return to_units((along.x(), along.y()), placement.units)

    @property
    def next_way(self) -> Point | None:
        """The way to the source of the next stroke, in units."""
        part = self.editing.part
        ways = self.ways(part.shape) if part is not None and isinstance(part.shape, Brush) else []
        return next((way for way in reversed(ways) if way is not None), self.usual_way)

    def grasped_brush(self, name: str) -> Brush | None:
        """The selected brush; the stroke whose source is taken gets the source as its own."""
        part, number, placement = self.editing.part, number_of(name), self.placement
        if part is None or not isinstance(part.shape, Brush) or number is None or placement is None:
            return None
        way = self.ways(part.shape)[number]
        if not name.startswith(SOURCE) or way is None:
            return part.shape
        return with_source(part.shape, number, way, placement.units)

    def unit(self, position: QPointF) -> Point:
        placement = self.placement
        assert placement is not None
        return placement.from_widget((position.x(), position.y()))

    # Coming and going

    def show_state(self) -> None:
        """Cover the canvas while a mask is edited."""
        edited = self.editing.step_key is not None and self.document.photo is not None
        if not edited:
            self.abandon()
        self._show_beneath(edited=edited)
        self.cover(visible=edited)
        if edited:
            if self.draft is not None and self.editing.tool != "polygon":
                self.end_draft()
            self.choose(self.current if self.current in self.handles() else WHOLE)
            self._set_cursor()

    def _show_beneath(self, *, edited: bool) -> None:
        """While a mask is edited the canvas shows the picture that its outlines can be drawn over."""
        document = self.document
        if edited:
            document.handle(None)
        left_out = len(document.recipe.steps) - len(document.displayed_recipe.steps)
        if left_out != self._left_out:
            self._left_out = left_out
            document.request()

    @property
    def words(self) -> str:
        """Return the instruction for the hand, shown on the picture."""
        part = self.editing.part
        if not self.editing.tool and part is not None and isinstance(part.shape, Brush):
            return of_strokes(with_sources=self.usual_way is not None)
        return of_tool(self.editing.tool)

    def describe(self) -> None:
        words = self.words
        if not self.editing.tool and self.editing.part is not None:
            if self.current == WHOLE:
                keys = self.tr("Tab goes to the next handle, arrow keys move it, with Shift by ten pixels")
            else:
                keys = self.tr("Tab goes to the next handle, arrow keys move it, with Ctrl by ten pixels")
            words = f"{of_handle(self.current)}. {keys}"
        self.setAccessibleDescription(words)

    def _set_cursor(self) -> None:
        shape = Qt.CursorShape.ArrowCursor
        if self._space:
            shape = Qt.CursorShape.OpenHandCursor
        elif self.editing.tool:
            shape = Qt.CursorShape.CrossCursor
        self.setCursor(shape)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.abandon()

    def _follow(self) -> None:
        """End the stroke in work when the recipe changed by other means."""
        if not self._sending and self.drawing and self.document.recipe is not self._sent:
            self.abandon()
        self.update()

    # Drags

    def begin(self) -> None:
        """Begin a gesture: all changes until it ends are one undo."""
        self._before = self._sent = self.document.recipe
        self.document.begin_gesture()

    def send(self, do: Callable[[], object]) -> None:
        """Change the mask by our own hand."""
        self._sending = True
        try:
            do()
        finally:
            self._sending = False
            self._sent = self.document.recipe
        self.update()

    def finish(self) -> None:
        """The hand let go."""
        drag, self.drag = self.drag, None
        self.overlay.set_dragged(False)
        if drag is not None:
            self.send(drag.finish)
            self.document.end_gesture()
            self.show_state()

    def abandon(self) -> None:
        """End the shape in work as it stands."""
        self.overlay.set_dragged(False)
        if self.drawing:
            self.drag = self.draft = None
            self.document.end_gesture()
            self.update()

    def cancel(self) -> None:
        """Undo the shape in work."""
        changed = self.drawing and self.document.recipe is not self._before
        self.abandon()
        if changed:
            self.document.undo()

    def end_draft(self) -> None:
        """Close the polygon, or forget it where it has too few points."""
        draft, self.draft = self.draft, None
        if draft is not None:
            self.document.end_gesture()
            if draft.complete:
                self.editing.use_tool("")
            self.update()

    def start_stroke(self, at: Point, placement: Placement, *, erase: bool) -> None:
        self.drag = StrokeDrag(self.editing, at, placement.units, 1 / placement.scale, erase=erase)

    def pick(self, position: QPointF) -> None:
        """Take the colour under a position, if that is on the picture."""
        ratio, document = self.devicePixelRatioF(), self.document
        y, x = document.viewport.to_image(document.canvas, position.y() * ratio, position.x() * ratio)
        height, width = document.result_size
        if 0 <= y < height and 0 <= x < width:
            self.picker.pick(float(y // 1), float(x // 1))

    def move_pointer(self, to: QPointF | None) -> None:
        """The brush's circle goes along; only where it was and is must be painted."""
        old, self.pointer = self.pointer, to
        placement = self.placement
        if self.editing.tool == BRUSH and placement is not None:
            side = self.editing.brush.radius * placement.scale * 2 + CURSOR_EDGE_PX
            here, there = (placement.to_widget(way) for way in ((0.0, 0.0), self.next_way or (0.0, 0.0)))
            way = QPointF(*there) - QPointF(*here)
            for at in (old, to):
                for middle in () if at is None else {(at.x(), at.y()), ((at + way).x(), (at + way).y())}:
                    x, y = middle
                    self.update(QRectF(x - side, y - side, 2 * side, 2 * side).toAlignedRect())
