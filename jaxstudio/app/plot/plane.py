"""The plane: painted from the session, moved and magnified by hand, wheel and keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QRegion,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from jaxstudio.app.plot.cached_layer import Backdrop, Sight
from jaxstudio.app.plot.cursor import Cursor
from jaxstudio.app.plot.gallery import Gallery
from jaxstudio.app.plot.line_row import ERROR_AFTER_MS
from jaxstudio.app.plot.picture import Scenery
from jaxstudio.app.plot.plane_buttons import PlaneButtons
from jaxstudio.app.plot.session import Session
from jaxstudio.app.plot.surface_view import SurfaceView
from jaxstudio.app.plot.theme import Look, look_of
from jaxstudio.functions.protocol.scene import View

NOTCH = 1.2  # a wheel's notch magnifies so much
PAN_PX = 40
CLICK_PX = 4
STEPS = 20  # a key moves the pinned dot by so much less than the plane
BUTTONS_PX = 12

ARROWS = {
    Qt.Key.Key_Left: (PAN_PX, 0),
    Qt.Key.Key_Right: (-PAN_PX, 0),
    Qt.Key.Key_Up: (0, PAN_PX),
    Qt.Key.Key_Down: (0, -PAN_PX),
}


class Plane(QWidget):
    """Shows the session's lines, and what follows the cursor above them.

    `painted(number)` is said when a picture of the lines is on the screen: the number of its scene.
    """

    painted = Signal(int)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._fresh = False
        self._shown: object = None
        self.gallery = Gallery()
        self.cursor_on = Cursor(session, self.gallery, self.scenery)
        self.surface = SurfaceView(session, self)
        self.buttons = PlaneButtons(session, self.cursor_on.probe, self)
        self.backdrop = Backdrop(self._sight, self)
        self._pressed: QPointF | None = None
        self._at = QPointF()
        self._moved = False
        self._covered = 0
        # as long as the message about a wrong line waits, too
        self._fading = QTimer(self, singleShot=True, interval=ERROR_AFTER_MS)
        self._fading.timeout.connect(self._fade)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(160, 150)
        self.setAccessibleName(self.tr("Plane"))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        session.scene_changed.connect(self._take)
        session.sheet_changed.connect(self.gallery.forget)
        session.view_changed.connect(self._follow)
        session.document_changed.connect(self._document_changed)
        session.current_changed.connect(self.redraw)
        session.spot_changed.connect(self._show_picture)
        session.options_changed.connect(self._show_picture)
        session.walker.changed.connect(self._show_picture)
        self.cursor_on.probe.changed.connect(self._show_picture)
        self.backdrop.refined.connect(self._refined)
        self.cursor_on.shape_changed.connect(self.setCursor)

    # Painting

    def look(self, scale: float | None = None, *, fast: bool = True) -> Look:
        """The colours of the theme."""
        return look_of(self.font(), scale or self.devicePixelRatioF(), fast=fast)

    def scenery(self) -> Scenery:
        """What is on the plane."""
        return self.gallery.scenery(self.session.document, self.session.current)

    def redraw(self) -> None:
        """Paint everything anew."""
        self.backdrop.renew()
        self._show_picture()

    def _follow(self) -> None:
        """The view has moved, and the picture with it."""
        self.backdrop.follow()
        self._show_picture()

    def _show_picture(self) -> None:
        """Paint all but what the buttons hide: painting those takes a third as long as many curves."""
        self.update(QRegion(self.rect()) - self.buttons.hidden_below())

    def _document_changed(self) -> None:
        """Sliders and pages change nothing that is painted before another scene comes."""
        document = self.session.document
        lines = [(line.key, line.hue, line.line.visible, bool(line.text.strip())) for line in document.lines]
        shown = (lines, document.data)
        if shown != self._shown:
            self._shown = shown
            self._show_surface()
            self.redraw()

    def _take(self) -> None:
        scene = self.session.scene
        assert scene is not None
        document = self.session.asked.get(scene.number, self.session.document)
        self.gallery.take(scene, document)
        if self.gallery.wrong == self.gallery.faded:
            self._fading.stop()
        elif not self._fading.isActive():
            self._fading.start()
        self._show_surface()
        self.redraw()

    def _fade(self) -> None:
        if self.gallery.fade():
            self.redraw()

    def _show_surface(self) -> None:
        """A line to be seen as a surface takes the plane's place."""
        arts = [art for art in self.scenery().arts if art.drawn.surface is not None]
        self.surface.show_art(arts[0] if arts else None)
        self.buttons.show_for(surface=bool(arts))

    def _device_view(self) -> View:
        view, ratio = self.session.view, self.devicePixelRatioF()
        return View(view.x, view.y, round(self.width() * ratio), round(self.height() * ratio))

    def paintEvent(self, event: QPaintEvent) -> None:
        self._fresh |= self.backdrop.empty
        base = self.backdrop.pixmap()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, base)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.session.scene is None and self._waits():
            self._paint_waiting(painter)
        self.cursor_on.paint(painter, self.look(1.0))
        if self.hasFocus():
            pen = QPen(self.palette().color(QPalette.ColorRole.Highlight), 2)
            painter.setPen(pen)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()
        if self._fresh and self.session.scene is not None:
            self._fresh = False
            self.painted.emit(self.session.scene.number)

    def _refined(self) -> None:
        self._fresh = True
        self.update()

    def _waits(self) -> bool:
        """Whether something is to be drawn and nothing can draw it yet."""
        return any(line.text.strip() for line in self.session.document.lines)

    def _paint_waiting(self, painter: QPainter) -> None:
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(
            self.rect().adjusted(0, self.height() // 4, 0, 0),
            Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop,
            self.tr("JAX is starting…"),
        )

    def _sight(self) -> Sight:
        """Everything but what follows the cursor."""
        still = self.session.still
        return Sight(self.scenery(), self._device_view(), self.font(), self.devicePixelRatioF(), still)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.session.set_size(self.width(), self.height(), self.devicePixelRatioF())
        self.backdrop.renew()
        self.surface.setGeometry(self.rect())
        self._place_buttons()

    def keep_clear(self, height: int) -> None:
        """Something lies along the top: the buttons begin below it."""
        self._covered = height
        self._place_buttons()

    def _place_buttons(self) -> None:
        self.buttons.fit_height(self.height() - self._covered - 2 * BUTTONS_PX)
        self.buttons.move(self.width() - self.buttons.width() - BUTTONS_PX, self._covered + BUTTONS_PX)

    def changeEvent(self, event: object) -> None:
        super().changeEvent(event)  # type: ignore[arg-type]
        self.redraw()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    # Hands

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._at = event.position()
            self._moved = False
            self.cursor_on.press(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            self.cursor_on.hover(event.position())
            return
        if not self._moved:
            away = event.position() - self._pressed
            if abs(away.x()) + abs(away.y()) < CLICK_PX:
                return
            self._moved = True
        step = event.position() - self._at
        self._at = event.position()
        if not self.cursor_on.drag(event.position()):
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.session.pan(step.x(), step.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._pressed is not None:
            self._pressed = None
            self.setCursor(Qt.CursorShape.ArrowCursor)
            if not self._moved:
                self.cursor_on.click(event.position())
            self.cursor_on.release()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.session.show_home()

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        turned = delta.y() or delta.x()  # some systems turn the wheel sideways with Shift or Alt
        if not turned:
            return
        modifiers = event.modifiers()
        axes = "xy"
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            axes = "x"
        elif modifiers & Qt.KeyboardModifier.ControlModifier:
            axes = "y"
        at = event.position()
        self.session.zoom(NOTCH ** (turned / 120), (at.x(), at.y()), axes)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            event.ignore()
        elif key in ARROWS and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.cursor_on.step(-ARROWS[key][0] / STEPS)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.cursor_on.step(0)
        elif key == Qt.Key.Key_Escape:
            self.session.pin(None)
        elif key in ARROWS:
            self.session.pan(*ARROWS[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.session.zoom(NOTCH)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.session.zoom(1 / NOTCH)
        elif key == Qt.Key.Key_0:
            self.session.show_home()
        else:
            event.ignore()

    def leaveEvent(self, event: object) -> None:
        self.cursor_on.hover(None)
