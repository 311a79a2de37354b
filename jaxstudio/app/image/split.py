"""The divider between before and after: dragged by mouse, moved by arrow keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.session import Session

WIDTH = 28
KEY_STEP = 0.02


class Divider(QWidget):
    """A line with a handle over the canvas, shown while the session is split."""

    def __init__(self, session: Session, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.session = session
        self.canvas = canvas
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setAccessibleName(self.tr("Divider between before and after"))
        self.setAccessibleDescription(self.tr("Left and right arrow keys move it"))
        self.setToolTip(self.tr("Left: before. Right: after."))
        session.view_changed.connect(self.place)
        self.hide()

    def place(self) -> None:
        """Stand where the session says."""
        split, canvas = self.session.split, self.canvas
        self.setVisible(split is not None)
        if split is not None:
            self.setGeometry(round(split * canvas.width()) - WIDTH // 2, 0, WIDTH, canvas.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            canvas = self.canvas
            x = self.mapTo(canvas, event.position().toPoint()).x()
            self.session.set_split(x / max(1, canvas.width()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.session.set_split(0.5)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, split = Qt.Key, self.session.split if self.session.split is not None else 0.5
        places = {
            key.Key_Left: split - KEY_STEP,
            key.Key_Right: split + KEY_STEP,
            key.Key_Home: 0.0,
            key.Key_End: 1.0,
        }
        place = places.get(key(event.key()))
        if place is None:
            super().keyPressEvent(event)
        else:
            self.session.set_split(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(WIDTH / 2, self.height() / 2)
        # Dark below light: the line is seen on any picture.
        for colour, width in ((QColor(0, 0, 0, 120), 3.0), (QColor("#ffffff"), 1.2)):
            painter.setPen(QPen(colour, width))
            painter.drawLine(QPointF(middle.x(), 0), QPointF(middle.x(), self.height()))
        accent = self.palette().color(QPalette.ColorRole.Highlight)
        focused = self.hasFocus()
        painter.setPen(QPen(accent if focused else QColor(0, 0, 0, 120), 2.5 if focused else 1.0))
        painter.setBrush(QColor("#ffffff"))
        painter.drawRoundedRect(QRectF(middle.x() - 8, middle.y() - 14, 16, 28), 8, 8)
        painter.setPen(QPen(QColor("#444444"), 1.6))
        for side in (-1, 1):
            tip = middle + QPointF(side * 4.5, 0)
            painter.drawPolyline([tip - QPointF(side * 2.5, 3.5), tip, tip - QPointF(side * 2.5, -3.5)])
