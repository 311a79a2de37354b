"""The field that searches one stage or all, by regular expressions."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from jaxstudio.app.shared.buttons import GlyphButton

TYPED_MS = 120
TIP = "Search by regular expression (Ctrl+F); Enter finds the next, Shift+Enter the one before"


class SearchBar(QWidget):
    """`asked` when the pattern or the scope changed, `stepped(by)` for the next or the one before."""

    asked = Signal()
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Search, by regular expression"))
        self.field.setAccessibleName(self.tr("Search the stages"))
        self.field.setClearButtonEnabled(True)
        self.field.setToolTip(self.tr(TIP))
        self.all = QPushButton(self.tr("All stages"), self)
        self.all.setObjectName("small")
        self.all.setCheckable(True)
        self.all.setToolTip(self.tr("Search all stages, not only the one in front"))
        self.before = GlyphButton("up", self.tr("The one before (Shift+F3)"), self, small=True)
        self.after = GlyphButton("down", self.tr("The next one (F3)"), self, small=True)
        self.count = QLabel(self)
        self.count.setProperty("look", "muted")
        self.count.setMinimumWidth(self.count.fontMetrics().horizontalAdvance("10000 of 10000"))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        for widget, stretch in ((self.field, 1), (self.before, 0), (self.after, 0), (self.all, 0)):
            line.addWidget(widget, stretch)
        line.addWidget(self.count)
        self._typed = QTimer(self, singleShot=True, interval=TYPED_MS)
        self._typed.timeout.connect(self.asked)
        self.field.textChanged.connect(lambda _: self._typed.start())
        self.all.toggled.connect(lambda _: self.asked.emit())
        self.before.clicked.connect(lambda: self.stepped.emit(-1))
        self.after.clicked.connect(lambda: self.stepped.emit(1))

    @property
    def pattern(self) -> str:
        return self.field.text()

    def open(self, text: str = "") -> None:
        """Put the keyboard into the field."""
        if text:
            self.field.setText(text)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def say(self, text: str, wrong: bool = False) -> None:
        """How many there are, or what is wrong with the pattern."""
        self.count.setText(text)
        self.field.setToolTip(text if wrong else self.tr(TIP))
        self.field.setProperty("refused", wrong)
        self.field.style().unpolish(self.field)
        self.field.style().polish(self.field)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.field.clear()
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.stepped.emit(-1 if back else 1)
        else:
            super().keyPressEvent(event)
