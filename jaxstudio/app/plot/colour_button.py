"""The disc before a line: its colour, whether it is drawn, and whether it is wrong."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QToolButton, QWidget

from jaxstudio.app.plot.colours import curve_colour, is_dark

RADIUS = 8.0


class ColourButton(QToolButton):
    """A click shows or hides the line; its menu (from the row) chooses the colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hue, self.shown, self.state = 0, True, ""

    def sizeHint(self) -> QSize:
        return QSize(28, 28)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def show_line(self, hue: int, shown: bool, state: str, place: int) -> None:
        """`state`: "" for what is drawn, "plain" for what is not (a number, a slider), "wrong"."""
        self.hue, self.shown, self.state = hue, shown, state
        words = self.tr("Hide line {0}") if shown else self.tr("Show line {0}")
        self.setToolTip(words.format(place))
        self.setAccessibleName(words.format(place))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, role = self.palette(), QPalette.ColorRole
        middle = QPointF(self.width() / 2, self.height() / 2)
        if self.state == "wrong":
            self._paint_warning(painter, middle, palette.color(role.BrightText))
        elif self.state == "plain":
            painter.setPen(QPen(palette.color(role.Mid), 1.6))
            painter.drawEllipse(middle, RADIUS - 4, RADIUS - 4)
        else:
            colour = curve_colour(self.hue, 0, is_dark())
            painter.setPen(QPen(colour if self.shown else palette.color(role.Mid), 2))
            painter.setBrush(colour if self.shown else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(middle, RADIUS - 1, RADIUS - 1)
        if self.hasFocus() or self.underMouse():
            ring = palette.color(role.Highlight if self.hasFocus() else role.Mid)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(ring, 2 if self.hasFocus() else 1.2))
            painter.drawEllipse(middle, RADIUS + 3, RADIUS + 3)

    @staticmethod
    def _paint_warning(painter: QPainter, middle: QPointF, colour: QColor) -> None:
        corners = [QPointF(0, -8), QPointF(9, 7.5), QPointF(-9, 7.5)]
        painter.setPen(QPen(colour, 1.8, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))
        painter.drawLine(middle + QPointF(0, -2.5), middle + QPointF(0, 2.2))
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QRectF(middle.x() - 1.1, middle.y() + 3.8, 2.2, 2.2))
