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
    QPaintEvent,
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
from jaxstudio.app.image.canvas.overlays import paint_tag, tag_size
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.text import tr
from jaxstudio.errors import ParameterError
from jaxstudio.pipeline.recipe import Step

SIDE = 10.0
SHADE = QColor(0, 0, 0, 130)
LINES = ((QColor(0, 0, 0, 150), 3.0), (QColor("#ffffff"), 1.2))  # dark below light: seen on any picture
THIRDS = QColor(255, 255, 255, 110)


def name_of(handle: str) -> str:
    """A handle's name for those who cannot see it."""
    names = {
        WHOLE: tr("The whole rectangle"),
        "top": tr("Top edge"),
        "bottom": tr("Bottom edge"),
        "left": tr("Left edge"),
        "right": tr("Right edge"),
        "top left": tr("Top left corner"),
        "top right": tr("Top right corner"),
        "bottom right": tr("Bottom right corner"),
        "bottom left": tr("Bottom left corner"),
    }
    return names.get(handle.replace("_", " "), handle)


def paint(painter: QPainter, handles: Handles) -> None:
    """Paint what `handles` shows of its step."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    places = {name: QPointF(x, y) for name, (y, x) in handles.places().items()}
    if handles.crops:
        box = QRectF(places["top left"], places["bottom right"])
        _paint_box(painter, handles, box)
        _paint_words(painter, handles, f"{handles.box.width} × {handles.box.height}")
    else:
        outline = QPolygonF(list(places.values()))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in LINES:
            painter.setPen(QPen(_danger(handles) if handles.refused else colour, width))
            painter.drawPolygon(outline)
        _paint_words(painter, handles, "")
    for name, place in places.items():
        _paint_grip(painter, handles, name, place)


def _danger(handles: Handles) -> QColor:
    return handles.palette().color(QPalette.ColorRole.BrightText)


def _paint_box(painter: QPainter, handles: Handles, box: QRectF) -> None:
    shade = QPainterPath()
    shade.addRect(QRectF(handles.rect()))
    hole = QPainterPath()
    hole.addRect(box)
    painter.fillPath(shade - hole, SHADE)
    painter.setPen(QPen(THIRDS, 1.0))
    for part in (1 / 3, 2 / 3):
        x, y = box.left() + box.width() * part, box.top() + box.height() * part
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in LINES:
        painter.setPen(QPen(colour, width))
        painter.drawRect(box)
    if handles.hasFocus() and handles.current == WHOLE:
        painter.setPen(QPen(handles.palette().color(QPalette.ColorRole.Highlight), 2.5))
        painter.drawRect(box)


def _paint_grip(painter: QPainter, handles: Handles, name: str, place: QPointF) -> None:
    accent = handles.palette().color(QPalette.ColorRole.Highlight)
    chosen = handles.hasFocus() and handles.current == name
    painter.setPen(QPen(QColor("#ffffff") if chosen else QColor(0, 0, 0, 170), 1.5))
    painter.setBrush(accent if chosen else QColor("#ffffff"))
    side = SIDE + 4 if chosen else SIDE
    grip = QRectF(place.x() - side / 2, place.y() - side / 2, side, side)
    if handles.crops:
        painter.drawRect(grip)
    else:
        painter.drawEllipse(grip)


def _paint_words(painter: QPainter, handles: Handles, usual: str) -> None:
    """At the top: what was refused and why, or what is chosen and how to end."""
    end = tr("Enter: done · Esc: cancel")
    words = handles.refused or " · ".join(part for part in (usual, end) if part)
    width, height = tag_size(painter, words)
    paint_tag(painter, QRectF((handles.width() - width) / 2, 12, width, height), words)


GRIP_PX = 12.0  # so near a handle it is taken
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
}


class Handles(QWidget):
    """Shown over the canvas while the document has a step `handled`; one drag is one undo."""

    def __init__(self, document: ImageDocument, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.document, self.canvas = document, canvas
        self.current = ""
        self.refused = ""
        self._held: tuple[str, QPointF, Any] | None = None
        self._begun: Step | None = None  # as it was when its handles were shown
        self._at: tuple[float, float] | None = None  # where a refused corner is dragged to
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Handles on the picture"))
        document.view_changed.connect(self.place)
        document.recipe_changed.connect(self._follow)
        document.photo_changed.connect(self._follow)
        self.hide()

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

    def places(self) -> dict[str, tuple[float, float]]:
        """Each handle's place in the widget: (y, x)."""
        if self.step is None:
            return {}
        if self.crops:
            return {name: self.to_widget(*at) for name, at in self.box.places().items()}
        corners = corner_places(self.step.values, self.size_beneath)
        if self._held is not None and self._at is not None:
            corners[self._held[0]] = self._at
        return {name: self.to_widget(y + 0.5, x + 0.5) for name, (y, x) in corners.items()}

    def to_widget(self, y: float, x: float) -> tuple[float, float]:
        ratio = self.devicePixelRatioF()
        top, left = self.document.viewport.to_canvas(self.document.canvas, y, x)
        return top / ratio, left / ratio

    def _order(self) -> list[str]:
        return [WHOLE, *self.places()] if self.crops else list(self.places())

    # Coming and going

    def place(self) -> None:
        """Cover the canvas while a step is handled."""
        step = self.step
        hidden = self.isHidden()
        if step is None and self.hasFocus():
            self.canvas.setFocus()  # or it would fall to whatever comes next
        self.setVisible(step is not None)
        if step is None or self._begun is None or self._begun.key != step.key:
            self._begun = step
        if step is None:
            return
        if hidden:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setGeometry(self.canvas.rect())
        if self.current not in self._order():
            self.current = self._order()[0]
        self._describe()
        self.update()

    def _follow(self) -> None:
        if self.document.handle_key is not None and self.step is None:
            self._let_go()
            self.document.handle(None)
        elif self.document.handle_key is not None:
            if self._held is None:
                self.refused = ""
            self.place()

    def _describe(self) -> None:
        keys = self.tr(
            "Tab: the next handle; arrow keys move it, with Ctrl by ten pixels; Enter ends, Esc cancels"
        )
        self.setAccessibleDescription(f"{name_of(self.current)}. {keys}")

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
        places = self.places()
        apart = {name: max(abs(position.y() - y), abs(position.x() - x)) for name, (y, x) in places.items()}
        nearest = min(apart, key=lambda name: apart[name], default="")
        if nearest and apart[nearest] <= GRIP_PX:
            return nearest
        if self.crops:
            (top, left), (bottom, right) = places["top left"], places["bottom right"]
            if QRectF(left, top, right - left, bottom - top).contains(position):
                return WHOLE
        return ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        name = self._handle_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else ""
        if not name:
            event.ignore()  # the canvas pans
            return
        self.current = name
        self._held = (name, event.position(), self._start())
        self.document.begin_gesture()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._describe()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None:
            name = self._handle_at(event.position())
            self.setCursor(
                CURSORS.get(name, Qt.CursorShape.CrossCursor if name else Qt.CursorShape.ArrowCursor)
            )
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

    def focusNextPrevChild(self, forward: bool) -> bool:
        order = self._order()
        place = order.index(self.current) + (1 if forward else -1) if self.current in order else -1
        if not 0 <= place < len(order):
            return super().focusNextPrevChild(forward)
        self.current = order[place]
        self._describe()
        self.update()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, step = Qt.Key, self.step
        arrows = {key.Key_Up: (-1, 0), key.Key_Down: (1, 0), key.Key_Left: (0, -1), key.Key_Right: (0, 1)}
        way = arrows.get(key(event.key()))
        if way is not None and step is not None:
            far = 10 if event.modifiers() & Qt.KeyboardModifier.ControlModifier else 1
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.shift(self.current, self._start(), way[0] * far, way[1] * far, aspect=shift, nudge=True)
        elif event.key() == key.Key_Escape and self._held is not None:
            self._let_go()
            self.document.undo()
        elif event.key() == key.Key_Escape:
            self.cancel()
        elif event.key() in (key.Key_Return, key.Key_Enter):
            self.done()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.step is None:
            return
        painter = QPainter(self)
        try:
            paint(painter, self)
        finally:
            painter.end()
