"""A function of two variables as a surface that one turns by hand, over the plane."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from jaxstudio.app.plot.colours import Look, look_of
from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.plane.curve_geometry import Art
from jaxstudio.app.plot.plane.surface_shading import (
    FLOOR,
    ShadedSurface,
    Turn,
    corner,
    heights_shown,
    picture,
    scale_px,
    shade_surface,
)
from jaxstudio.app.shared.background_tasks import BackgroundTask

ROUGH, FINE = 330, 900  # points each way, while it moves and once it is still
STILL_MS = 120
RADIANS_PX = 0.008
STEP = 0.1
KEYS = {
    Qt.Key.Key_Left: (-STEP, 0),
    Qt.Key.Key_Right: (STEP, 0),
    Qt.Key.Key_Up: (0, STEP),
    Qt.Key.Key_Down: (0, -STEP),
}


class SurfaceView(QWidget):
    """Shown while a visible line is to be seen as a surface."""

    def __init__(self, controller: FunctionsController, parent: QWidget) -> None:
        super().__init__(parent)
        self.controller = controller
        self.turn = Turn()
        self.art: Art | None = None
        self._rough: ShadedSurface | None = None
        self._fine: ShadedSurface | None = None
        self._image: QImage | None = None
        self._is_fine = False
        self._at: QPointF | None = None
        self._job: BackgroundTask | None = None
        self._still = QTimer(self, singleShot=True, interval=STILL_MS)
        self._still.timeout.connect(self._refine)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Surface"))
        self.setToolTip(self.tr("Drag to turn it; the wheel magnifies"))
        self.hide()

    def show_art(self, art: Art | None) -> None:
        """Show the surface of this line, or nothing."""
        if art is None or art.drawn.surface is None:
            self.art = None
            self.hide()
            return
        if self.art is None or art.drawn.surface is not self.art.drawn.surface:
            self._rough, self._fine = shade_surface(art.drawn.surface, ROUGH), None
            self.art = art
            self._changed()
        self.art = art
        self.show()

    @property
    def settled(self) -> bool:
        """Whether the surface, if there is one, is painted as finely as it will be."""
        return self.art is None or self._is_fine

    def _changed(self) -> None:
        """Draw again, roughly at first."""
        self._image, self._is_fine = None, False
        self._still.start()
        self.update()

    # Painting

    def _size(self) -> tuple[int, int]:
        ratio = self.devicePixelRatioF()
        return max(round(self.width() * ratio), 2), max(round(self.height() * ratio), 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = look_of(self.font(), 1.0)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), look.ground)
        if self._image is None and self._rough is not None:
            wide, high = self._size()
            shrink = max(wide, high) / (1.25 * ROUGH)
            self._image = picture(self._rough, self.turn, int(wide / shrink), int(high / shrink), dot=2)
            self._is_fine = False
        self._paint_box(painter, look)
        if self._image is not None:
            painter.drawImage(QRectF(self.rect()), self._image)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _refine(self) -> None:
        """Once it is still, paint it finely, in a thread."""
        if self.art is None or self._job is not None or self._at is not None:
            return
        surface, turn, size, fine = self.art.drawn.surface, self.turn, self._size(), self._fine
        assert surface is not None

        def work(_: BackgroundTask) -> tuple[ShadedSurface, QImage]:
            made = fine if fine is not None else shade_surface(surface, FINE)
            return made, picture(made, turn, *size, dot=2)

        def then(answer: tuple[ShadedSurface, QImage]) -> None:
            if self.art is None or self.art.drawn.surface is not surface:
                return
            self._fine = answer[0]
            if self.turn == turn and self._size() == size:
                self._image, self._is_fine = answer[1], True
                self.update()

        job = BackgroundTask(work, "surface", self)
        self._job = job
        job.succeeded.connect(then)
        job.ended.connect(self._refined)
        job.start()

    def _refined(self) -> None:
        self._job = None
        if not self._is_fine:
            self._still.start()

    def _paint_box(self, painter: QPainter, look: Look) -> None:
        """The floor of the box, and its ends written at the corners."""
        assert self.art is not None
        unit = scale_px(self.width(), self.height())
        middle = QPointF(self.width() / 2, self.height() / 2)

        def at(x: float, y: float, z: float) -> QPointF:
            right, down = corner(self.turn, x, y, z)
            return middle + QPointF(right * unit, down * unit)

        corners = [at(x, y, FLOOR) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        painter.setPen(QPen(look.grid, 1))
        for step in range(1, 8):
            share = -1 + step / 4
            painter.drawLine(at(share, -1, FLOOR), at(share, 1, FLOOR))
            painter.drawLine(at(-1, share, FLOOR), at(1, share, FLOOR))
        painter.setPen(QPen(look.axis, 1.2))
        painter.drawPolygon(corners)
        painter.setFont(look.font)
        painter.setPen(look.text)
        metrics = QFontMetricsF(look.font)
        ranges = self._ranges()
        for x, y, text in ((0.0, -1.14, f"x: {ranges['x']}"), (1.14, 0.0, f"y: {ranges['y']}")):
            place = at(x, y, FLOOR)
            painter.drawText(place - QPointF(metrics.horizontalAdvance(text) / 2, -4), text)
        painter.drawText(QPointF(14, self.height() - 14), f"z: {ranges['z']}")

    def _ranges(self) -> dict[str, str]:
        """What the box spans along each axis."""
        assert self.art is not None
        surface = self.art.drawn.surface
        assert surface is not None
        view = self.art.view
        return {"x": _range(*view.x), "y": _range(*view.y), "z": _range(*heights_shown(surface))}

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._changed()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._changed()

    # Hands

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._at = event.position()
        self.setFocus()
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._at is not None:
            step = event.position() - self._at
            self._at = event.position()
            self._turn(step.x() * RADIANS_PX, step.y() * RADIANS_PX)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._at = None
        self.unsetCursor()
        self._still.start()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.turn = Turn()
        self._changed()

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        self.controller.zoom(1.2 ** ((delta.y() or delta.x()) / 120))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in KEYS:
            self._turn(*KEYS[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.controller.zoom(1.2)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.controller.zoom(1 / 1.2)
        elif key == Qt.Key.Key_0:
            self.controller.show_home()
        else:
            event.ignore()

    def _turn(self, right: float, up: float) -> None:
        self.turn = self.turn.by(right, up)
        self._changed()

    def close_view(self) -> None:
        """Wait for a picture in work."""
        if self._job is not None:
            self._job.wait()


def _range(low: float, high: float) -> str:
    return f"{low:.4g} … {high:.4g}".replace("-", "−")
