"""A line of words that never widens the window: cut where there is no room, whole in the tool tip."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QToolTip, QWidget

LEAST_PX = 24


class OneLine(QLabel):
    """A label of plain, quiet text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "muted")
        self.setTextFormat(Qt.TextFormat.PlainText)

    @property
    def _elided_text(self) -> str:
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())

    def minimumSizeHint(self) -> QSize:
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), LEAST_PX), whole.height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and not self.toolTip():
            cut = self._elided_text != self.text()
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), self.text() if cut else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.style().drawItemText(
            painter, self.rect(), self.alignment(), self.palette(), self.isEnabled(), self._elided_text,
            self.foregroundRole(),
        )  # fmt: skip
