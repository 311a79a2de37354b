"""A panel left of the canvas: a title, help, a button that closes it, and below what may be scrolled."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from jaxstudio.app.shared.buttons import GlyphButton

WIDTH_PX = 292


class SidePanel(QFrame):
    """Widgets are added to `column`; `closed` asks for it to be closed, `help_asked` for its page."""

    closed = Signal()
    help_asked = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.setAccessibleName(title)
        self.setFixedWidth(WIDTH_PX)
        heading = QLabel(title, self)
        heading.setProperty("look", "title")
        about = GlyphButton("help", self.tr("About {0}").format(title), self, small=True)
        about.clicked.connect(self.help_asked)
        close = GlyphButton("close", self.tr("Close {0} (Esc)").format(title), self, small=True)
        close.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 8, 4)
        head.addWidget(heading, 1)
        head.addWidget(about)
        head.addWidget(close)
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
        rows.setSpacing(0)
        rows.addLayout(head)
        rows.addWidget(area, 1)

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
