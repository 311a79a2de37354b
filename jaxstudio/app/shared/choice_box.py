"""A combo box with a painted arrow that ignores the wheel unless it has the focus."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QWidget

LIST_EDGE_PX = 8  # around the rows, in the style sheet
TEXT_EDGE_PX = 2  # around the text, which Qt's style leaves free


class ChoiceBox(QComboBox):
    """A box to choose one word from, each with its value; `chosen(value)` when a person has chosen another.

    `elide`: where what is too long is cut.
    """

    chosen = Signal(object)
    elide = Qt.TextElideMode.ElideRight

    def __init__(
        self,
        parent: QWidget | None = None,
        name: str = "",
        items: Iterable[tuple[str, object]] = (),
        *,
        tip: str = "",
    ) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        for words, value in items:
            self.addItem(words, value)
        self.activated.connect(lambda row: self.chosen.emit(self.itemData(row)))

    def show_value(self, value: object) -> None:
        """Show the words of this value."""
        self.setCurrentIndex(self.findData(value))

    def offer(self, entries: Iterable[tuple[str, object]]) -> bool:
        """Offer these words with their values; whether they changed."""
        wanted = list(entries)
        if wanted == [(self.itemText(place), self.itemData(place)) for place in range(self.count())]:
            return False
        self.clear()
        for words, data in wanted:
            self.addItem(words, data)
        return True

    def showPopup(self) -> None:
        view = self.view()
        # as wide as the longest words
        view.setMinimumWidth(view.sizeHintForColumn(0) + 2 * view.frameWidth() + LIST_EDGE_PX)
        super().showPopup()
        # Qt counts rows only, not what the style sheet puts around them: the last one would be cut
        rows = min(self.count(), self.maxVisibleItems())
        tall = sum(view.visualRect(self.model().index(row, 0)).height() for row in range(rows))
        missing = tall - view.viewport().height()
        frame, screen = view.window(), self.screen().availableGeometry()
        if missing > 0 and frame.height() + missing <= screen.height():
            beyond = max(frame.geometry().bottom() + missing - screen.bottom(), 0)
            above = frame.geometry().top() < self.mapToGlobal(self.rect().topLeft()).y()
            up = missing if above else beyond
            frame.setGeometry(frame.x(), frame.y() - up, frame.width(), frame.height() + missing)
            view.scrollTo(view.currentIndex())

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def sizeHint(self) -> QSize:
        """Room for the longest words; Qt forgets what its style leaves free under a style sheet."""
        return super().sizeHint() + QSize(TEXT_EDGE_PX, 0)

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Shorten long texts with an ellipsis, which Qt does not do under a style sheet."""
        super().initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self)
        cut = self.fontMetrics().elidedText(option.currentText, self.elide, room.width() - TEXT_EDGE_PX)
        option.currentText = cut

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1.5))
        x, y = self.width() - 14.0, self.height() / 2
        painter.drawPolyline([QPointF(x - 4, y - 2), QPointF(x, y + 2), QPointF(x + 4, y - 2)])


def small_box(name: str, parent: QWidget | None = None, tip: str = "") -> ChoiceBox:
    """A box for a bar of tools, as wide as its words."""
    box = ChoiceBox(parent)
    box.setObjectName("small")
    box.setAccessibleName(name)
    box.setToolTip(tip)
    box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
    return box
