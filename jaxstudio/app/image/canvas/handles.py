"""Handles over the canvas for a crop or a perspective: taken by the mouse, or moved by the arrow keys."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.canvas.handle_geometry import (
    WHOLE,
    Box,
    check_outline,
    corner_places,
    corner_values,
    crop_box,
    crop_values,
    whole,
)
from jaxstudio.app.image.canvas.layer import (
    ARROWS,
    LIGHT,
    HandleLayer,
    name_of_edge,
    paint_line,
    paint_tag,
    tag_size,
)
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.text import tr
from jaxstudio.errors import ParameterError
from jaxstudio.pipeline.recipe import Step

SIDE = 10.0
SHADE = QColor(0, 0, 0, 130)
THIRDS = QColor(255, 255, 255, 110)
CURSORS = {
    "top left": Qt.CursorShape.SizeFDiagCursor,
    "bottom right": Qt.CursorShape.SizeFDiagCursor,
    "top right": Qt.CursorShape.SizeBDiagCursor,
    "bottom left": Qt.CursorShape.SizeBDiagCursor,
    "top": Qt.CursorShape.SizeVerCursor,
    "bottom": Qt.CursorShape.SizeVerCursor,
    "left": Qt.CursorShape.SizeHorCursor,
    "right": Qt.CursorShape.SizeHorCursor,
    WHOLE: Qt.CursorShape.SizeAllCursor,
    "": Qt.CursorShape.ArrowCursor,
}


class Handles(HandleLayer):
    """Shown over the canvas while the document has a step `handled`; one drag is one undo."""

    def __init__(self, document: ImageDocument, canvas: QWidget) -> None:
        super().__init__(document, canvas)
        self.refused = ""
        self._held: tuple[str, QPointF, Any] | None = None
        self._begun: Step | None = None  # as it was when its handles were shown
        self._at: tuple[float, float] | None = None  # where a refused corner is dragged to
        self.setAccessibleName(self.tr("Handles on the picture"))
        document.view_changed.connect(self.place)
        document.recipe_changed.connect(self._follow)
        document.photo_changed.connect(self._follow)

    # What there is

    @property
    def step(self) -> Step | None:
        """The step whose handles are shown, while it is there and on."""
        key = self.document.handle_key
        found = next((step for step in self.document.recipe.steps if step.key == key), None)
        return found if found is not None and found.enabled and self.document.photo is not None else None

    @property
    def size_beneath(self) -> tuple[int, int]:
        """Height and width of the step's input, on which the handles lie."""
        return self.document.result_size

    @property
    def box(self) -> Box:
        """The crop's rectangle; the whole picture where its values leave nothing."""
        assert self.step is not None
        try:
            return crop_box(self.step.values, self.size_beneath)
        except ParameterError as error:
            self.refused = str(error)
            return whole(self.size_beneath)

    @property
    def crops(self) -> bool:
        return self.step is not None and self.step.op.name == "crop"

    def handles(self) -> dict[str, QPointF]:
        if self.step is None:
            return {}
        if self.crops:
            return {name: self.to_widget(*at) for name, at in self.box.places().items()}
        corners = corner_places(self.step.values, self.size_beneath)
        if self._held is not None and self._at is not None:
            corners[self._held[0]] = self._at
        return {name: self.to_widget(y + 0.5, x + 0.5) for name, (y, x) in corners.items()}

    def to_widget(self, y: float, x: float) -> QPointF:
        top, left = self.document.viewport.to_canvas(self.document.canvas, y, x)
        return QPointF(left, top) / self.devicePixelRatioF()

    def order(self) -> list[str]:
        return [WHOLE, *self.handles()] if self.crops else list(self.handles())

    # Coming and going

    def place(self) -> None:
        """Cover the canvas while a step is handled."""
        step = self.step
        self.cover(visible=step is not None)
        if step is None or self._begun is None or self._begun.key != step.key:
            self._begun = step
        if step is not None:
            self.choose(self.current if self.current in self.order() else self.order()[0])

    def _follow(self) -> None:
        if self.document.handle_key is not None and self.step is None:
            self._let_go()
            self.document.handle(None)
        elif self.document.handle_key is not None:
            if self._held is None:
                self.refused = ""
            self.place()

    def describe(self) -> None:
        keys = self.tr(
            "Tab: the next handle; arrow keys move it, with Ctrl by ten pixels; Enter ends, Esc cancels"
        )
        current = self.current.replace("_", " ")
        name = tr("The whole rectangle") if current == WHOLE else name_of_edge(current)
        self.setAccessibleDescription(f"{name}. {keys}")

    def done(self) -> None:
        """Show the result again."""
        self._let_go()
        self.document.handle(None)
        self.canvas.setFocus()

    def cancel(self) -> None:
        """Show the result again, with the values that the step had when its handles were shown."""
        step, begun = self.step, self._begun
        self.done()
        if step is not None and begun is not None and step.params != begun.params:
            self.document.set_params(step.key, begun.params)

    # Changing the step

    def _send(self, values: dict[str, float], *, nudge: bool = False) -> None:
        """Set these values of the step; inconsistent ones are reported here and not sent."""
        step = self.step
        if step is None:
            return
        self.refused = ""
        try:
            check_outline(step, {**step.values, **values}, self.size_beneath)
        except ParameterError as error:
            self.refused = str(error)
            self.update()
            return
        self._at = None
        self.document.set_params(step.key, values, nudge=nudge)
        self.update()

    def shift(self, name: str, start: Any, down: float, right: float, *, aspect: bool, nudge: bool) -> None:
        """Move a handle (or the whole box) so far, in pixels of the picture, from where it was at `start`."""
        size = self.size_beneath
        if self.crops:
            box = (
                start.translate(down, right, size)
                if name == WHOLE
                else start.resize(name, down, right, size, keep_aspect=aspect)
            )
            self._send(crop_values(box, size), nudge=nudge)
        else:
            y, x = start[name]
            at = (y + down, x + right)
            self._at = None if nudge else at
            self._send(corner_values(name, at, size), nudge=nudge)

    def _start(self) -> Any:
        assert self.step is not None
        if self.crops:
            return self.box
        return corner_places(self.step.values, self.size_beneath)

    # Mouse and keyboard

    def _handle_at(self, position: QPointF) -> str:
        """The handle under the cursor; the whole box inside it; else nothing."""
        nearest = self.nearest(position)
        if not nearest and self.crops and self._box_on_widget().contains(position):
            return WHOLE
        return nearest

    def _box_on_widget(self) -> QRectF:
        box = self.box
        return QRectF(self.to_widget(box.y0, box.x0), self.to_widget(box.y1, box.x1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        name = self._handle_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else ""
        if not name:
            event.ignore()  # the canvas pans
            return
        self._held = (name, event.position(), self._start())
        self.document.begin_gesture()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.choose(name)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None:
            self.setCursor(CURSORS.get(self._handle_at(event.position()), Qt.CursorShape.CrossCursor))
            event.ignore()
            return
        name, pressed, start = self._held
        way = (event.position() - pressed) * (self.devicePixelRatioF() / self.document.viewport.zoom)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.shift(name, start, way.y(), way.x(), aspect=shift, nudge=False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held is None:
            event.ignore()
        else:
            self._let_go()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Inside the box: the crop as chosen."""
        if self._handle_at(event.position()):
            self.done()
        else:
            event.ignore()

    def _let_go(self) -> None:
        if self._held is not None:
            self._held = self._at = None
            self.refused = ""
            self.document.end_gesture()
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, step = Qt.Key, self.step
        way = ARROWS.get(key(event.key()))
        if way is not None and step is not None:
            far = 10 if event.modifiers() & Qt.KeyboardModifier.ControlModifier else 1
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.shift(self.current, self._start(), way[1] * far, way[0] * far, aspect=shift, nudge=True)
        elif event.key() == key.Key_Escape and self._held is not None:
            self._let_go()
            self.document.undo()
        elif event.key() == key.Key_Escape:
            self.cancel()
        elif event.key() in (key.Key_Return, key.Key_Enter):
            self.done()
        else:
            super().keyPressEvent(event)

    # Painting

    def paint(self, painter: QPainter) -> None:
        if self.step is None:
            return
        places = self.handles()
        if self.crops:
            self._paint_box(painter, self._box_on_widget())
        else:
            danger = self.palette().color(QPalette.ColorRole.BrightText)
            outline = QPolygonF(list(places.values()))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            light = danger if self.refused else LIGHT
            paint_line(painter, lambda: painter.drawPolygon(outline), narrow=1.2, light=light)
        self._paint_words(painter)
        for name, place in places.items():
            self.paint_grip(painter, name, place, "square" if self.crops else "circle", SIDE)

    def _paint_box(self, painter: QPainter, box: QRectF) -> None:
        shade, hole = QPainterPath(), QPainterPath()
        shade.addRect(QRectF(self.rect()))
        hole.addRect(box)
        painter.fillPath(shade - hole, SHADE)
        painter.setPen(QPen(THIRDS, 1.0))
        for part in (1 / 3, 2 / 3):
            x, y = box.left() + box.width() * part, box.top() + box.height() * part
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        paint_line(painter, lambda: painter.drawRect(box), narrow=1.2)
        if self.hasFocus() and self.current == WHOLE:
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2.5))
            painter.drawRect(box)

    def _paint_words(self, painter: QPainter) -> None:
        """Paint a line at the top: the reason of a refusal, or the selected handle and how to finish."""
        end = tr("Enter: done · Esc: cancel")
        words = f"{self.box.width} × {self.box.height} · {end}" if self.crops else end
        width, height = tag_size(painter, self.refused or words)
        paint_tag(painter, QRectF((self.width() - width) / 2, 12, width, height), self.refused or words)
