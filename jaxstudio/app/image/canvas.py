"""The picture: paints the newest frame wherever the view is, and turns hands on it into intents."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.canvas_overlays import Divider
from jaxstudio.app.image.canvas_paint import paint_canvas
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.picture import Picture

if TYPE_CHECKING:
    from jaxstudio.app.image.handles import Handles

PAN_PX = 48
WHEEL_BASE = 1.2


class Canvas(QWidget):
    """`painted(picture)` is said right after a frame was drawn for the first time."""

    painted = Signal(object)

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.base: Picture | None = None
        self._fresh: Picture | None = None
        self._pan_from: QPointF | None = None
        self._covered_px = 0
        self.ringed = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(160, 110)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(self.tr("Picture"))
        self.setAccessibleDescription(
            self.tr("Arrow keys move the picture, plus and minus zoom, Shift with arrow keys reads pixels")
        )
        self.divider = Divider(document, self)
        document.picture_arrived.connect(self.take_picture)
        document.photo_changed.connect(self._forget)
        document.view_changed.connect(self.update)
        document.view_changed.connect(self._show_handles)
        document.recipe_changed.connect(self._recipe_changed)
        document.probe_changed.connect(self.update)

    @cached_property
    def handles(self) -> Handles:
        """The handles of a crop or a perspective, built for the first of them."""
        from jaxstudio.app.image.handles import Handles

        return Handles(self.document, self)

    def _show_handles(self) -> None:
        if self.document.handled is not None and "handles" not in vars(self):
            self.handles.place()

    # Frames

    def take_picture(self, picture: Picture) -> None:
        """Paint a frame at once: each one that was computed is seen."""
        height, width = self.document.result_size
        y0, x0, y1, x1 = picture.rect
        if y0 <= 0 and x0 <= 0 and y1 >= height and x1 >= width:
            # A picture of the whole lies under later ones, so that panning shows no holes.
            self.base = picture
        self._fresh = picture
        self.repaint()

    def _forget(self) -> None:
        self.base = None
        self.update()

    def _recipe_changed(self) -> None:
        if self.base is not None and self.base.rect[2:] != self.document.result_size:
            self.base = None
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            paint_canvas(painter, self, self.document, self.base, ringed=self.ringed)
        finally:
            # Explicitly: an exception's traceback would keep the painter, and Qt crash on it.
            painter.end()
        if self._fresh is not None and self._fresh is self.document.picture:
            fresh, self._fresh = self._fresh, None
            self.painted.emit(fresh)

    # The view

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._measure()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._measure()

    def _measure(self) -> None:
        ratio = self.devicePixelRatioF()
        self.document.set_covered(round(self._covered_px * ratio))
        self.document.set_canvas((max(1, round(self.height() * ratio)), max(1, round(self.width() * ratio))))
        self.divider.place()
        if "handles" in vars(self):
            self.handles.place()

    def keep_clear(self, height: int) -> None:
        """Messages cover this many pixels at the top: a fitted picture is shown below them."""
        self._covered_px = height
        self.document.set_covered(round(height * self.devicePixelRatioF()))

    def _device(self, position: QPointF) -> tuple[float, float]:
        """A position in the widget as (y, x) in device pixels."""
        ratio = self.devicePixelRatioF()
        return position.y() * ratio, position.x() * ratio

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A wheel zooms to the cursor; two fingers on a touchpad pan unless Ctrl is held."""
        pixels = event.pixelDelta()
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if not pixels.isNull() and not control:
            down, right = self._device(QPointF(pixels))
            self.document.pan(down, right)
        elif event.angleDelta().y():
            factor = WHEEL_BASE ** (event.angleDelta().y() / 120)
            self.document.zoom_to(self.document.viewport.zoom * factor, self._device(event.position()))
        event.accept()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                zoom = self.document.viewport.zoom * (1 + event.value())
                self.document.zoom_to(zoom, self._device(event.position()))
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._pan_from = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            down, right = self._device(event.position() - self._pan_from)
            self._pan_from = event.position()
            self.document.pan(down, right)
        else:
            self._probe(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pan_from = None
        self.unsetCursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Between the whole picture and 100 % where the cursor is."""
        if self.document.viewport.fitted:
            self.document.zoom_to(1.0, self._device(event.position()))
        else:
            self.document.fit()

    def leaveEvent(self, event: QEvent) -> None:
        if not self.hasFocus():
            self.document.probe_at(None)

    def _probe(self, position: QPointF) -> None:
        y, x = self.document.viewport.to_image(self.document.canvas, *self._device(position))
        self.document.probe_at((int(y // 1), int(x // 1)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        arrows = {key.Key_Up: (-1, 0), key.Key_Down: (1, 0), key.Key_Left: (0, -1), key.Key_Right: (0, 1)}
        down, right = arrows.get(key(event.key()), (0, 0))
        if (down or right) and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            view, canvas = self.document.viewport, self.document.canvas
            middle = view.to_image(canvas, canvas[0] / 2, canvas[1] / 2)
            y, x = self.document.probed_at or (int(middle[0]), int(middle[1]))
            height, width = self.document.result_size
            self.document.probe_at((min(max(y + down, 0), height - 1), min(max(x + right, 0), width - 1)))
        elif down or right:
            self.document.pan(-down * PAN_PX, -right * PAN_PX)
        elif event.key() in (key.Key_Plus, key.Key_Equal, key.Key_Minus):
            up = event.key() != key.Key_Minus
            self.document.zoom_to(self.document.viewport.next_zoom(up))
        elif event.key() == key.Key_Escape:
            self.document.probe_at(None)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # A ring around the whole picture is for those who came here by keyboard.
        reason = Qt.FocusReason
        self.ringed = event.reason() in (
            reason.TabFocusReason,
            reason.BacktabFocusReason,
            reason.ShortcutFocusReason,
        )
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.ringed = False
        self.update()

    def image_rect(self) -> QRectF:
        """Where the whole result lies in the widget."""
        ratio = self.devicePixelRatioF()
        top, left = self.document.viewport.origin(self.document.canvas)
        height, width = self.document.result_size
        zoom = self.document.viewport.zoom
        return QRectF(left / ratio, top / ratio, width * zoom / ratio, height * zoom / ratio)
