"""Drawing a mask on the canvas: shapes are dragged out, strokes painted, handles taken, by mouse or keys."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)

from jaxstudio.app.image.canvas.handle_geometry import WHOLE
from jaxstudio.app.image.masks.drags import HandleDrag, PolygonDraft, ShapeDrag
from jaxstudio.app.image.masks.editing import BRUSH, PICK
from jaxstudio.app.image.masks.geometry import (
    POINT,
    DragKeys,
    is_inside,
    nearest_side,
    with_point,
)
from jaxstudio.app.image.masks.keys import press_key
from jaxstudio.app.image.masks.painting import paint_tools
from jaxstudio.app.image.masks.placement import Placement, Point
from jaxstudio.app.image.masks.surface import MaskSurface
from jaxstudio.pipeline.masks import SHAPES, Polygon

GRIP_PX = 12.0  # so near a handle it is taken
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
        places = self.handles()
        apart = {
            name: math.hypot(position.x() - at.x(), position.y() - at.y()) for name, at in places.items()
        }
        nearest = min(apart, key=apart.__getitem__, default="")
        if nearest and apart[nearest] <= GRIP_PX:
            return nearest
        part, placement = self.editing.part, self.placement
        if part is not None and placement is not None and not self.editing.tool:
            return WHOLE if is_inside(part.shape, self.unit(position), placement.units) else ""
        return ""

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

    def _take_handle(self, event: QMouseEvent, at: Point, units: Point) -> None:
        name = self._handle_at(event.position())
        if not name:
            event.ignore()
            return
        self.current = name
        self.begin()
        self.drag = HandleDrag(self.editing, name, at, units)
        self.describe()
        self.update()

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
            elif not self.editing.tool and not self._space:
                self.setCursor(self._cursor_over(event.position()))
            event.ignore()  # the pixel below is read
            return
        drag, at, keys = self.drag, self.unit(event.position()), self._keys(event)
        self.send(lambda: drag.move(at, keys))
        self.overlay.set_dragged(self.editing.tool != BRUSH)

    @staticmethod
    def _keys(event: QMouseEvent) -> DragKeys:
        return DragKeys(even=bool(event.modifiers() & SHIFT), centred=bool(event.modifiers() & ALT))

    def _cursor_over(self, position: QPointF) -> Qt.CursorShape:
        name = self._handle_at(position)
        if name == WHOLE:
            return Qt.CursorShape.SizeAllCursor
        return Qt.CursorShape.PointingHandCursor if name else Qt.CursorShape.ArrowCursor

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
        """With Ctrl the wheel changes the brush's radius, with Shift its hardness; else the canvas zooms."""
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

    def focusNextPrevChild(self, forward: bool) -> bool:
        order = [WHOLE, *(name for name in self.handles() if name != WHOLE)]
        if self.editing.part is None or self.editing.tool:
            return super().focusNextPrevChild(forward)
        place_ = order.index(self.current) + (1 if forward else -1) if self.current in order else -1
        if not 0 <= place_ < len(order):
            return super().focusNextPrevChild(forward)
        self.current = order[place_]
        self.describe()
        self.update()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not self.drawing:
            self._space = True
            self._set_cursor()
        elif not press_key(self, event):
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
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        placement = self.placement
        if placement is None:
            return
        painter = QPainter(self)
        try:
            self.overlay.paint(painter, self.devicePixelRatioF())
            paint_tools(painter, self, placement)
        finally:
            painter.end()
