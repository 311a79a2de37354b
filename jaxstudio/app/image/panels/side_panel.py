"""What a panel of controls holds: a column of texts and controls that may be scrolled."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

LEAST_PX = 292


class SidePanel(QFrame):
    """Widgets are added to `column`; Esc emits `closed`, which asks for the panel to be closed."""

    closed = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.title = title
        self.setAccessibleName(title)
        self.setMinimumWidth(LEAST_PX)
        self.body = QWidget(self)
        self.body.setObjectName("list")
        self.column = QVBoxLayout(self.body)
        self.column.setContentsMargins(12, 4, 12, 12)
        self.column.setSpacing(8)
        self.area = area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self.body)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(area)

    def add_label(self, words: str = "", look: str = "") -> QLabel:
        """A text that wraps."""
        label = QLabel(words, self.body)
        label.setWordWrap(True)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        if look:
            label.setProperty("look", look)
        self.column.addWidget(label)
        return label

    def add_line(self, words: str, control: QWidget) -> QLabel:
        """A control with its name before it."""
        label = QLabel(words, self.body)
        label.setBuddy(control)
        control.setAccessibleName(words.replace("&", ""))
        line = QHBoxLayout()
        line.addWidget(label, 1)
        line.addWidget(control)
        self.column.addLayout(line)
        return label

    def show_whole(self, widget: QWidget) -> None:
        """Scroll to a widget, once it has its place."""
        QTimer.singleShot(0, self, lambda: self.area.ensureWidgetVisible(widget))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def set_look(label: QLabel, look: str) -> None:
    """Colour a text as the style sheet has it for this look."""
    if label.property("look") != look:
        label.setProperty("look", look)
        label.style().polish(label)
