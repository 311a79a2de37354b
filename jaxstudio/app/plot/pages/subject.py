"""Which line a page is about, with its colour."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontDatabase, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from jaxstudio.app.plot.colours import curve_colour, is_dark
from jaxstudio.functions.document import PlotLine


class Subject(QLabel):
    """The text of a line behind a disc of its colour; says what is missing where there is none."""

    def __init__(self, nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._nothing = nothing
        self._hue: int | None = None
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)

    def show_line(self, line: PlotLine | None) -> None:
        self._hue = line.hue if line is not None else None
        self.setText(line.text if line is not None else self._nothing)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.setFont(font if line is not None else QApplication.font())
        self.setContentsMargins(20 if line is not None else 0, 0, 0, 0)
        self.setEnabled(line is not None)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._hue is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(curve_colour(self._hue, 0, is_dark())))
        painter.drawEllipse(1, (self.fontMetrics().height() - 11) // 2 + 1, 11, 11)
