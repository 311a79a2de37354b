"""The photo's histogram above the sliders of levels, with black, middle and white to be dragged on it."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from jaxstudio.app.image.curve_row import MARGIN, between
from jaxstudio.app.image.histogram import Histogram, paint_histogram
from jaxstudio.app.image.session import Session
from jaxstudio.pipeline.recipe import Step

HEIGHT, HANDLE, GRAB = 84, 7.0, 14.0
# Left to right; the keyboard has a slider for each below.
NAMES = ("black", "gamma", "white")
DIGITS = 4


def fits(step: Step) -> bool:
    """Whether a step has what is dragged here."""
    return all(name in step.op.by_name for name in NAMES)


class LevelsStrip(QWidget):
    """Draws a step's black, middle and white; a drag of one is one undo."""

    def __init__(self, session: Session, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.key = session, step.key
        self.values = {name: float(step.values[name]) for name in NAMES}  # type: ignore[arg-type]
        self.held = ""
        self.histogram = Histogram(self)
        self.histogram.changed.connect(self.update)
        session.photo_changed.connect(self._look)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Histogram of the photo"))
        self.setToolTip(self.tr("Drag the three handles: what becomes black, the middle, and white"))
        self._look()

    def _look(self) -> None:
        self.histogram.show_photo(self.session.photo)

    def show_step(self, step: Step) -> None:
        self.values = {name: float(step.values[name]) for name in NAMES}  # type: ignore[arg-type]
        self.update()

    # Places

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(MARGIN, 2, -MARGIN, -2 * HANDLE)

    def x_of(self, tone: float) -> float:
        area = self._area()
        return area.left() + between(tone, 0.0, 1.0) * area.width()

    def tone_of(self, name: str) -> float:
        """The tone under a handle; the middle's is the one that becomes half."""
        black, white = self.values["black"], self.values["white"]
        return black + (white - black) * 0.5 ** self.values["gamma"] if name == "gamma" else self.values[name]

    def _value(self, name: str, tone: float) -> float:
        """What the parameter is when its handle lies at a tone."""
        if name != "gamma":
            return round(between(tone, 0.0, 1.0), DIGITS)
        black, white = self.values["black"], self.values["white"]
        share = (tone - black) / (white - black) if white != black else 0.5
        return round(between(math.log(between(share, 1e-6, 1 - 1e-6)) / math.log(0.5), 0.05, 20.0), DIGITS)

    # Hands

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        away = {name: abs(self.x_of(self.tone_of(name)) - event.position().x()) for name in NAMES}
        nearest = min(NAMES, key=lambda name: away[name])
        if away[nearest] <= GRAB:
            self.held = nearest
            self.session.begin_gesture()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.held:
            area = self._area()
            tone = (event.position().x() - area.left()) / area.width()
            self.session.set_param(self.key, self.held, self._value(self.held, tone))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.held and event.button() == Qt.MouseButton.LeftButton:
            self.held = ""
            self.session.end_gesture()

    # Looks

    def sizeHint(self) -> QSize:
        return QSize(220, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, role, area = self.palette(), QPalette.ColorRole, self._area()
        painter.setPen(QPen(palette.color(role.Mid), 1))
        painter.setBrush(palette.color(role.Base))
        painter.drawRoundedRect(area, 3, 3)
        paint_histogram(painter, area, self.histogram.heights, palette.color(role.Mid))
        fills = (QColor(Qt.GlobalColor.black), QColor(Qt.GlobalColor.gray), QColor(Qt.GlobalColor.white))
        for name, fill in zip(NAMES, fills, strict=True):
            x, y = self.x_of(self.tone_of(name)), area.bottom()
            painter.setPen(QPen(palette.color(role.Highlight if name == self.held else role.Text), 1.2))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, y))
            painter.setBrush(fill)
            corners = (
                QPointF(x, y),
                QPointF(x - HANDLE, y + 1.7 * HANDLE),
                QPointF(x + HANDLE, y + 1.7 * HANDLE),
            )
            painter.drawPolygon(QPolygonF(list(corners)))
