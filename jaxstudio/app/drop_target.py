"""What is shown over the window while a file is dragged over it: that it may be dropped here."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

EDGE_PX = 10


class DropTarget(QWidget):
    """A dashed frame with words; the mouse goes through it to what lies below."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(self.words)
        self.hide()

    @property
    def words(self) -> str:
        return self.tr("Drop to open: a photo, a recipe, a sheet of functions")

    def show_over(self, widget: QWidget) -> None:
        """Cover another widget of the window."""
        self.setGeometry(widget.geometry())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground, accent = (
            self.palette().color(QPalette.ColorRole.Window),
            self.palette().color(QPalette.ColorRole.Highlight),
        )
        ground.setAlpha(215)
        painter.fillRect(self.rect(), ground)
        painter.setPen(QPen(accent, 3, Qt.PenStyle.DashLine))
        inner = QRectF(self.rect()).adjusted(EDGE_PX, EDGE_PX, -EDGE_PX, -EDGE_PX)
        painter.drawRoundedRect(inner, 12, 12)
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 1.4)
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(inner.adjusted(EDGE_PX, EDGE_PX, -EDGE_PX, -EDGE_PX), flags, self.words)
