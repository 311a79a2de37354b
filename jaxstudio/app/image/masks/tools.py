"""Drawing a mask on the canvas: shapes are dragged out, strokes painted, handles taken, by mouse or keys.

The keys can do everything that the mouse does.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.canvas.handle_geometry import WHOLE, Placement, Point
from jaxstudio.app.image.canvas.layer import ARROWS, GRIP_PX
from jaxstudio.app.image.masks.brush_strokes import number_of, stroke_at, with_stroke_moved
from jaxstudio.app.image.masks.editing import BRUSH, PICK
from jaxstudio.app.image.masks.geometry import (
    POINT,
    DragKeys,
    in_the_middle,
    is_inside,
    move_handle,
    nearest_side,
    to_units,
    translated,
    with_point,
    without_point,
)
from jaxstudio.app.image.masks.painting import paint_tools
from jaxstudio.app.image.masks.surface import HandleDrag, MaskSurface, PolygonDraft, ShapeDrag, SpotDrag
from jaxstudio.pipeline.masks import SHAPES, Brush, Polygon

KEY_PX, KEY_FAR_PX = 1.0, 10.0
POINTER_PX = 12.0  # a step of a tool by an arrow key
LEAST_DRAG_PX = 4.0
SIDE_PX = 7.0  # so near a side of a polygon a double click puts a point on it
SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


class MaskTools(MaskSurface):
    """Draws masks by mouse and keys; one drag, or one stroke, is one undo."""

    # The mouse

    def _handle_at(self, position: QPointF) -> str:
        """The handle under the cursor; all of the shape inside it; else nothing."""
        nearest, part, placement = self.nearest(position), self.editing.part, self.placement
        if nearest or part is None or placement is None or self.editing.tool:
            return nearest
        if isinstance(part.shape, Brush):
            return self._stroke_at(position, placement)
        return WHOLE if is_inside(part.shape, self.unit(position), placement.units) else ""

    def _stroke_at(self, position: QPointF, placement: Placement) -> str:
        part = self.editing.part
        if part is None or not isinstance(part.shape, Brush):
            return ""
        ways, near = self.ways(part.shape), SIDE_PX / placement.scale
        return stroke_at(part.shape, ways, self.unit(position), placement.units, near)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        placement = self.placement
        left, right = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
        painting = self.editing.tool == BRUSH
        wanted = event.button() == left or (event.button() == right and painting)
        if not wanted or self._space or placement is None:
            event.ignore()  # the canvas pans
            return
        if self.drag is not None:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.pointer = event.position()
        self._press(event, placement)

    def _press(self, event: QMouseEvent, placement: Placement) -> None:
        tool, at, units = self.editing.tool, self.unit(event.position()), placement.units
        if tool == PICK:
            self.pick(event.position())
        elif tool == "polygon":
            self._click_polygon(at, placement)
        elif tool == BRUSH and self._takes_stroke(event, placement):
            self._take_handle(event, at, units)
        elif tool == BRUSH:
            right = event.button() == Qt.MouseButton.RightButton
            erase = right or bool(event.modifiers() & ALT) or self.editing.brush.erase
            self.begin()
            self.send(lambda: self.start_stroke(at, placement, erase=erase))
        elif tool:
            self.begin()
            self.drag = ShapeDrag(self.editing, SHAPES[tool], at, units, LEAST_DRAG_PX / placement.scale)
        else:
            self._take_handle(event, at, units)

    def _takes_stroke(self, event: QMouseEvent, placement: Placement) -> bool:
        """Whether a press with the brush takes a source by its handle or, with Ctrl, any stroke."""
        if event.modifiers() & CONTROL and self._stroke_at(event.position(), placement):
            self.editing.leave_tool()
            return True
        return event.button() == Qt.MouseButton.LeftButton and bool(self.nearest(event.position()))

    def _take_handle(self, event: QMouseEvent, at: Point, units: Point) -> None:
        name = self._handle_at(event.position())
        if not name:
            event.ignore()
            return
        self.begin()
        brush = self.grasped_brush(name)
        self.drag = (
            HandleDrag(self.editing, name, at, units)
            if brush is None
            else SpotDrag(self.editing, name, brush, at, units)
        )
        self.choose(name)

    def _click_polygon(self, at: Point, placement: Placement) -> None:
        if self.draft is None:
            self.begin()
            self.draft = PolygonDraft(self.editing, placement.units)
        elif self.draft.closes_at(at, GRIP_PX / placement.scale):
            self.end_draft()
            return
        draft = self.draft
        self.send(lambda: draft.add(at))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.move_pointer(event.position())
        placement = self.placement
        if placement is None:
            return
        if self.drag is None:
            if self.draft is not None:
                self.draft.hover(self.unit(event.position()))
                self.update()
            elif self.editing.tool in ("", BRUSH) and not self._space:
                self.setCursor(self._cursor_over(event.position()))
            event.ignore()  # the pixel below is read
            return
        drag, at, keys = self.drag, self.unit(event.position()), self._keys(event)
        self.send(lambda: drag.move(at, keys))
        # a source that is moved shows what is filled from there, and no mask above it
        self.overlay.set_dragged(self.editing.tool != BRUSH and self.usual_way is None)

    @staticmethod
    def _keys(event: QMouseEvent) -> DragKeys:
        return DragKeys(even=bool(event.modifiers() & SHIFT), centred=bool(event.modifiers() & ALT))

    def _cursor_over(self, position: QPointF) -> Qt.CursorShape:
        name = self._handle_at(position)
        if name == WHOLE:
            return Qt.CursorShape.SizeAllCursor
        if name:
            return Qt.CursorShape.PointingHandCursor
        return Qt.CursorShape.CrossCursor if self.editing.tool else Qt.CursorShape.ArrowCursor

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.drag is None:
            event.ignore()
        else:
            self.finish()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Close a polygon, put a point on one's side, or finish; a brush paints two dots."""
        placement = self.placement
        if event.button() != Qt.MouseButton.LeftButton or placement is None or self._space:
            event.ignore()
        elif self.draft is not None:
            self.end_draft()
        elif self.editing.tool:
            self.mousePressEvent(event)
        elif not self._add_point(self.unit(event.position()), SIDE_PX / placement.scale):
            event.ignore()

    def _add_point(self, at: Point, near: float) -> bool:
        """Put a point on the side of the selected polygon that is as near."""
        part, placement = self.editing.part, self.placement
        if part is None or placement is None or not isinstance(part.shape, Polygon):
            return False
        side, apart = nearest_side(part.shape, at, placement.units)
        if apart > near:
            return False
        self.current = f"{POINT}{side + 1}"
        self.editing.set_shape(with_point(part.shape, side, at, placement.units))
        return True

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the brush's radius (Ctrl) or hardness (Shift) with the wheel; otherwise zoom the canvas."""
        held, turned = event.modifiers(), event.angleDelta()
        notches = (turned.y() or turned.x()) / 120
        if self.editing.tool != BRUSH or not held & (CONTROL | SHIFT) or not notches:
            self.canvas.wheelEvent(event)
            return
        if held & SHIFT:
            self.editing.harden_brush(notches)
        else:
            self.editing.scale_brush(notches)
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self.move_pointer(None)
        super().leaveEvent(event)

    # The keyboard

    def event(self, event: QEvent) -> bool:
        """While something is drawn, undo takes back the latest of it."""
        if event.type() == QEvent.Type.ShortcutOverride and self.drawing:
            assert isinstance(event, QKeyEvent)
            if event.matches(QKeySequence.StandardKey.Undo):
                event.accept()
                return True
        return super().event(event)

    def order(self) -> list[str]:
        return [WHOLE, *(name for name in self.handles() if name != WHOLE)]

    def focusNextPrevChild(self, forward: bool) -> bool:
        if self.editing.part is None or self.editing.tool:
            return QWidget.focusNextPrevChild(self, forward)
        return super().focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not self.drawing:
            self._space = True
            self._set_cursor()
        elif not self._press_key(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self._set_cursor()
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._space = False
        self._set_cursor()
        super().focusOutEvent(event)

    def paint(self, painter: QPainter) -> None:
        placement = self.placement
        if placement is not None:
            self.overlay.paint(painter, self.devicePixelRatioF())
            paint_tools(painter, self, placement)

    def _press_key(self, event: QKeyEvent) -> bool:
        """Do the command of a key; False for a key without one here."""
        key = Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.Undo) and self.drawing:
            self._undo_drawing()
        elif key in ARROWS:
            return self._move_by_key(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif key == Qt.Key.Key_Escape:
            self._escape()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and not self.drawing:
            self._delete()
        elif key == Qt.Key.Key_Insert and not self.drawing:
            self._insert()
        else:
            return self._brush_key(event)
        return True

    def _undo_drawing(self) -> None:
        """Take back a polygon's latest point, or all that is being drawn."""
        draft = self.draft
        if draft is not None:
            points = len(draft.points)
            self.send(draft.remove_last)
            if 0 < len(draft.points) < points:
                return
        self.cancel()

    def _move_by_key(self, event: QKeyEvent) -> bool:
        """Move the handle or the shape, or, with a tool, where it is on the picture."""
        arrow, placement = ARROWS[Qt.Key(event.key())], self.placement
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if placement is None or self.drag is not None:
            return False
        if self.editing.tool:
            far = KEY_PX if control else POINTER_PX
            at = self._pointer
            x = min(max(at.x() + arrow[0] * far, 0.0), self.width() - 1.0)
            y = min(max(at.y() + arrow[1] * far, 0.0), self.height() - 1.0)
            self.move_pointer(QPointF(x, y))
            self.update()
            return True
        part = self.editing.part
        if part is None:
            return False
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        whole = isinstance(part.shape, Brush) or self.current == WHOLE
        brush = self.grasped_brush(self.current)
        # of a handle, Shift keeps the proportions
        far = KEY_FAR_PX if control or (shift and whole) else KEY_PX
        start, end = (
            placement.from_widget((0.0, 0.0)),
            placement.from_widget((arrow[0] * far, arrow[1] * far)),
        )
        way = end[0] - start[0], end[1] - start[1]
        if brush is not None:
            self.editing.set_shape(with_stroke_moved(brush, self.current, way, placement.units), nudge=True)
        elif whole:
            self.editing.set_shape(translated(part.shape, way, placement.units), nudge=True)
        else:
            moved = move_handle(part, self.current, way, placement.units, even=shift)
            self.editing.set_part(moved, nudge=True)
        return True

    def _brush_key(self, event: QKeyEvent) -> bool:
        """[ and ] change the radius, with Shift the hardness."""
        notches = {"[": -1.0, "]": 1.0}.get(event.text(), 0.0)
        harder = {"{": -1.0, "}": 1.0}.get(event.text(), 0.0)
        if self.editing.tool != BRUSH or not (notches or harder):
            return False
        if harder or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.editing.harden_brush(harder or notches)
        else:
            self.editing.scale_brush(notches)
        return True

    @property
    def _pointer(self) -> QPointF:
        return self.pointer or QPointF(self.rect().center())

    def _enter(self) -> None:
        """Close the polygon, draw without a mouse, or end."""
        tool, placement = self.editing.tool, self.placement
        if self.drag is not None or placement is None:
            return
        if self.draft is not None:
            self.end_draft()
        elif not tool:
            self.editing.edit(None)
        elif tool == PICK:
            self.pick(self._pointer)
        elif tool == BRUSH:
            at = self.unit(self._pointer)
            self.begin()
            self.send(lambda: self.start_stroke(at, placement, erase=self.editing.brush.erase))
            self.finish()
        else:
            middle = self.unit(QPointF(self.rect().center()))
            side = min(self.width(), self.height()) / 2 / placement.scale
            self.editing.add_part(in_the_middle(SHAPES[tool], middle, side, placement.units))
            self.editing.use_tool("")

    def _escape(self) -> None:
        """Leave the shape in work first, then the tool, then the mask."""
        if self.drawing:
            self.cancel()
        elif self.editing.tool and self.editing.mask is not None:
            self.editing.leave_tool()
        else:
            self.editing.edit(None)

    def _delete(self) -> None:
        """Take away the current point of a polygon, the current stroke, or the selected part."""
        part, stroke = self.editing.part, number_of(self.current)
        if part is None:
            return
        if stroke is not None and not self.editing.tool:
            self.editing.remove_stroke(stroke)
        elif isinstance(part.shape, Polygon) and self.current.startswith(POINT):
            self.editing.set_shape(without_point(part.shape, int(self.current.removeprefix(POINT))))
        else:
            self.editing.remove_part(self.editing.place)

    def _insert(self) -> None:
        """Put a point in the middle of the side of a polygon behind the current point."""
        part, placement = self.editing.part, self.placement
        if part is None or placement is None or not isinstance(part.shape, Polygon):
            return
        at = int(self.current.removeprefix(POINT)) if self.current.startswith(POINT) else 0
        points = part.shape.points
        one, other = (to_units(points[each % len(points)], placement.units) for each in (at, at + 1))
        middle: Point = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        self.current = f"{POINT}{at + 1}"
        self.editing.set_shape(with_point(part.shape, at, middle, placement.units))
