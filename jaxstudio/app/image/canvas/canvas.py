"""The picture: paints the newest frame wherever the view is, and turns hands on it into intents."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.canvas.display_words import of_channel, of_difference, of_plane
from jaxstudio.app.image.canvas.layer import ARROWS, paint_tag, tag_size
from jaxstudio.app.image.canvas.overlays import Divider
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Corners, Picture
from jaxstudio.app.shared.text import tr

if TYPE_CHECKING:
    from jaxstudio.app.image.canvas.crop_tool import CropTool
    from jaxstudio.app.image.canvas.handles import Handles
    from jaxstudio.app.image.masks.tools import MaskTools

CHECK_PX = 8


TAG_TOP_PX = 12.0


def paint_canvas(
    painter: QPainter, widget: QWidget, document: ImageDocument, base: Picture | None, *, ringed: bool = False
) -> None:
    """Paint everything; positions are device pixels, so that a pixel at 100 % is a pixel."""
    palette = widget.palette()
    painter.setBackground(palette.brush(QPalette.ColorRole.Dark))
    painter.eraseRect(widget.rect())  # `fillRect` has Qt for Python make the 169 names of its gradients
    if document.photo is not None:
        _paint_photo(painter, widget, document, base)
    if document.gray_point.key is not None:
        waits = tr("Click what should be gray · Esc: cancel")
        words = tr("Finding the light… · Esc: cancel") if document.gray_point.computing else waits
        width, height = tag_size(painter, words)
        paint_tag(painter, QRectF((widget.width() - width) / 2, TAG_TOP_PX, width, height), words)
    if ringed:
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Highlight), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(widget.rect().adjusted(1, 1, -1, -1))


def _paint_photo(painter: QPainter, widget: QWidget, document: ImageDocument, base: Picture | None) -> None:
    palette = widget.palette()
    ratio = widget.devicePixelRatioF()
    painter.save()
    painter.scale(1 / ratio, 1 / ratio)
    whole = on_canvas(document, (0, 0, *document.result_size))
    pictures = [picture for picture in (base, document.picture) if picture is not None]
    if any(picture.alpha for picture in pictures):
        painter.fillRect(whole, _checks(palette))
    if document.split is None:
        for picture in dict.fromkeys(pictures):
            _paint_result(painter, document, picture)
        _paint_map(painter, document)
    else:
        at = document.split * document.canvas[1]
        painter.setClipRect(QRectF(at, 0, document.canvas[1] - at, document.canvas[0]))
        for picture in dict.fromkeys(pictures):
            _paint_result(painter, document, picture)
        painter.setClipRect(QRectF(0, 0, at, document.canvas[0]))
        for picture in dict.fromkeys(pictures):
            _paint_original(painter, document, picture)
        painter.setClipRect(QRectF(at, 0, document.canvas[1] - at, document.canvas[0]))
        _paint_map(painter, document)
        painter.setClipping(False)
    if document.probed_at is not None and widget.hasFocus():
        _paint_probe(painter, document)
    painter.restore()
    if document.split is not None:
        at = document.split * widget.width()
        before = tr("Snapshot") if document.against.active else tr("Before")
        _paint_side(painter, at, before, left=True)
        _paint_side(painter, at, tr("After"), left=False)
    paint_display_mode(painter, widget, document)


def _paint_side(painter: QPainter, divider: float, words: str, *, left: bool) -> None:
    """Say which side of the divider is which."""
    width, height = tag_size(painter, words)
    paint_tag(painter, QRectF(divider - 14 - width if left else divider + 14, 12, width, height), words)


def on_canvas(document: ImageDocument, rect: Corners) -> QRectF:
    """Return the rectangle of the canvas, in device pixels, that a part of the result covers."""
    y0, x0 = document.viewport.to_canvas(document.canvas, rect[0], rect[1])
    y1, x1 = document.viewport.to_canvas(document.canvas, rect[2], rect[3])
    return QRectF(x0, y0, x1 - x0, y1 - y0)


def original_on_canvas(document: ImageDocument, rect: Corners) -> QRectF:
    """Return the rectangle of the canvas that a part of the photo or the kept result covers.

    Pictures of other sizes are centred over the result.
    """
    height, width = document.reference_size
    result_height, result_width = document.result_size
    scale = min(result_height / height, result_width / width)
    top, left = (result_height - height * scale) / 2, (result_width - width * scale) / 2
    y0, x0 = document.viewport.to_canvas(document.canvas, top + rect[0] * scale, left + rect[1] * scale)
    y1, x1 = document.viewport.to_canvas(document.canvas, top + rect[2] * scale, left + rect[3] * scale)
    return QRectF(x0, y0, x1 - x0, y1 - y0)


def _paint_result(painter: QPainter, document: ImageDocument, picture: Picture) -> None:
    _paint_image(painter, picture.image, on_canvas(document, picture.rect))


def _paint_original(painter: QPainter, document: ImageDocument, picture: Picture) -> None:
    _paint_image(painter, picture.original, original_on_canvas(document, picture.original_rect))


def _paint_map(painter: QPainter, document: ImageDocument) -> None:
    """The map of derivatives, where there is one."""
    shown = document.sensitivity
    if shown.image is not None:
        _paint_image(painter, shown.image, on_canvas(document, shown.corners))


def _paint_image(painter: QPainter, image: object, target: QRectF) -> None:
    width, height = image.width(), image.height()  # type: ignore[attr-defined]
    # Whole pixels stay sharp; a reduced frame is smoothed however far it is enlarged.
    whole_pixels = target.width() >= width * 0.999 and _is_whole(target.width() / max(1, width))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not whole_pixels)
    painter.drawImage(target, image, QRectF(0, 0, width, height))  # type: ignore[call-overload]


def _is_whole(factor: float) -> bool:
    return True if factor >= 3 else abs(factor - round(factor)) < 0.01


def _paint_probe(painter: QPainter, document: ImageDocument) -> None:
    assert document.probed_at is not None
    y, x = document.probed_at
    pixel = on_canvas(document, (y, x, y + 1, x + 1))
    side = max(pixel.width(), 9.0)
    frame = QRectF(pixel.center().x() - side / 2, pixel.center().y() - side / 2, side, side)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in (("#000000", 3), ("#ffffff", 1)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawRect(frame)


def _checks(palette: QPalette) -> QBrush:
    """The checkerboard that shows through alpha."""
    tile = QPixmap(2 * CHECK_PX, 2 * CHECK_PX)
    dark = palette.color(QPalette.ColorRole.Window).lightness() < 128
    tile.fill(QColor("#4a4a4a" if dark else "#ffffff"))
    painter = QPainter(tile)
    other = QColor("#606060" if dark else "#d0d0d0")
    painter.fillRect(0, 0, CHECK_PX, CHECK_PX, other)
    painter.fillRect(CHECK_PX, CHECK_PX, CHECK_PX, CHECK_PX, other)
    painter.end()
    return QBrush(tile)


MARGIN = 12


def paint_display_mode(painter: QPainter, widget: QWidget, document: ImageDocument) -> None:
    """Paint the name of the display mode at the bottom of the canvas, unless it is the picture itself."""
    mode = document.display_mode
    # of a divided picture only the right side is looked at
    middle = widget.width() * (1 + (document.split or 0.0)) / 2
    if mode.side_by_side:
        left, right = _columns(widget, document)
        for plane in range(3):
            third = (right - left) / 3
            _below(painter, widget, of_plane(mode.space, plane), left + third * (plane + 0.5), 1)
    elif mode.channel:
        _below(painter, widget, of_channel(mode.channel), middle, 1)
    if mode.difference:
        words = of_difference(mode, snapshot=bool(document.against.active))
        if document.result_size != document.reference_size:
            words = tr("No difference: the sizes differ")
        _below(painter, widget, words, middle, 2 if mode.channel else 1)


def _columns(widget: QWidget, document: ImageDocument) -> tuple[float, float]:
    """Return the left and right edge of the visible part of the result."""
    ratio = widget.devicePixelRatioF()
    view, canvas = document.viewport, document.canvas
    rect = view.visible(canvas, document.result_size)
    left, right = (view.to_canvas(canvas, 0, x)[1] / ratio for x in (rect[1], rect[3]))
    return max(left, 0.0), min(right, float(widget.width()))


def _below(painter: QPainter, widget: QWidget, words: str, centre: float, line: int) -> None:
    width, height = tag_size(painter, words)
    top = widget.height() - line * (height + MARGIN / 2) - MARGIN / 2
    paint_tag(painter, QRectF(centre - width / 2, top, width, height), words)


PAN_PX = 48
ENDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
WHEEL_BASE = 1.2


class Canvas(QWidget):
    """Emits `painted(picture)` right after a frame was drawn for the first time."""

    painted = Signal(object)

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.base: Picture | None = None
        self._fresh: Picture | None = None
        self._probes_by_key = False  # not by the pointer, with which it would leave
        self._pan_from: QPointF | None = None
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
        document.mask_editing.changed.connect(self._show_mask_tools)
        document.recipe_changed.connect(self._recipe_changed)
        document.probe_changed.connect(self.update)
        document.sensitivity.changed.connect(self.update)
        document.gray_point.changed.connect(self._wait_for_gray)

    @cached_property
    def crop_tool(self) -> CropTool:
        """The handles of a crop, built for the first of them."""
        from jaxstudio.app.image.canvas.crop_tool import CropTool

        return CropTool(self.document, self)

    @cached_property
    def perspective(self) -> Handles:
        """The handles of a perspective, built for the first of them."""
        from jaxstudio.app.image.canvas.handles import Handles

        return Handles(self.document, self)

    @cached_property
    def spot(self) -> Handles:
        """The handles of a spot removal, built for the first of them."""
        from jaxstudio.app.image.canvas.handles import SpotHandles

        return SpotHandles(self.document, self, "spot_removal")

    @cached_property
    def eye(self) -> Handles:
        """The handles of a red eye, built for the first of them."""
        from jaxstudio.app.image.canvas.handles import SpotHandles

        return SpotHandles(self.document, self, "red_eye")

    @property
    def handles(self) -> Handles:
        """The handles of the step that the document handles."""
        handled = [
            step.op.name for step in self.document.recipe.steps if step.key == self.document.handle_key
        ]
        if handled in (["spot_removal"], ["red_eye"]):
            return self.spot if handled == ["spot_removal"] else self.eye
        return self.perspective if handled == ["perspective"] else self.crop_tool

    @cached_property
    def mask_tools(self) -> MaskTools:
        """The widget that draws masks; it is built at the first use."""
        from jaxstudio.app.image.masks.tools import MaskTools

        return MaskTools(self.document, self)

    def _show_mask_tools(self) -> None:
        if self.document.mask_editing.step_key is not None and "mask_tools" not in vars(self):
            self.mask_tools.show_state()
            self.divider.raise_()

    def _show_handles(self) -> None:
        if self.document.handle_key is not None and self.handles.isHidden():
            self.handles.place()

    # Frames

    def take_picture(self, picture: Picture) -> None:
        """Paint a frame at once, so that every computed frame is seen.

        A first look comes with another photo, and with it much else changes: all is painted together, soon.
        """
        height, width = self.document.result_size
        y0, x0, y1, x1 = picture.rect
        if y0 <= 0 and x0 <= 0 and y1 >= height and x1 >= width:
            # A picture of the whole lies under later ones, so that panning shows no holes.
            self.base = picture
        self._fresh = picture
        if picture.frame is None:
            self.update()
        else:
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
        self.document.set_canvas((max(1, round(self.height() * ratio)), max(1, round(self.width() * ratio))))
        self.divider.place()
        if self.document.handle_key is not None:
            self.handles.place()
        if "mask_tools" in vars(self):
            self.mask_tools.show_state()

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
        if event.button() == Qt.MouseButton.LeftButton and self.document.gray_point.key is not None:
            document = self.document
            document.gray_point.pick(
                *document.viewport.to_image(document.canvas, *self._device(event.position()))
            )
        elif event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
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
        self._show_cursor()

    def _wait_for_gray(self) -> None:
        """Take the keys while a click is waited for, and say so on the picture."""
        self._show_cursor()
        self.update()
        if self.document.gray_point.key is not None:
            self.setFocus()

    def _show_cursor(self) -> None:
        """Show a cross while a click is waited for."""
        if self.document.gray_point.key is None:
            self.unsetCursor()
        else:
            self.setCursor(Qt.CursorShape.CrossCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Between the whole picture and 100 % where the cursor is."""
        if self.document.viewport.fitted:
            self.document.zoom_to(1.0, self._device(event.position()))
        else:
            self.document.fit()

    def leaveEvent(self, event: QEvent) -> None:
        if not self._probes_by_key:
            self.document.probe_at(None)

    def hideEvent(self, event: QHideEvent) -> None:
        """No pixel is under the cursor of a picture that the lighttable covers."""
        self.document.probe_at(None)

    def _probe(self, position: QPointF) -> None:
        self._probes_by_key = False
        y, x = self.document.viewport.to_image(self.document.canvas, *self._device(position))
        self.document.probe_at((int(y // 1), int(x // 1)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        right, down = ARROWS.get(key(event.key()), (0, 0))
        if (down or right) and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            view, canvas = self.document.viewport, self.document.canvas
            middle = view.to_image(canvas, canvas[0] / 2, canvas[1] / 2)
            y, x = self.document.probed_at or (int(middle[0]), int(middle[1]))
            height, width = self.document.result_size
            self._probes_by_key = True
            self.document.probe_at((min(max(y + down, 0), height - 1), min(max(x + right, 0), width - 1)))
        elif down or right:
            self.document.pan(-down * PAN_PX, -right * PAN_PX)
        elif event.key() in (key.Key_Plus, key.Key_Equal, key.Key_Minus):
            up = event.key() != key.Key_Minus
            self.document.zoom_to(self.document.viewport.next_zoom(up))
        elif self.document.gray_point.key is not None and event.key() in ENDS:
            at = None if event.key() == key.Key_Escape else self.document.probed_at
            if at is None:
                self.document.gray_point.wait(None)
            else:
                self.document.gray_point.pick(*at)
        elif event.key() == key.Key_Escape:
            self.document.probe_at(None)
            event.ignore()  # it may mean something to the window, too
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
        """The rectangle of the widget that the whole result covers."""
        ratio = self.devicePixelRatioF()
        top, left = self.document.viewport.origin(self.document.canvas)
        height, width = self.document.result_size
        zoom = self.document.viewport.zoom
        return QRectF(left / ratio, top / ratio, width * zoom / ratio, height * zoom / ratio)
