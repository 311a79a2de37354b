"""A field for one number: the whole allowed range by typing, steps by key or wheel while focused."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from jaxstudio.app.shared.text import of_number, to_number


class NumberField(QLineEdit):
    """Emits `typed(number)` on Enter or when left, `nudged(number)` for a step, `unreadable(text)`
    when the text is no number.

    It clamps nothing: whoever listens knows what is allowed and answers through `refuse`.
    """

    typed = Signal(float)
    nudged = Signal(float)
    unreadable = Signal(str)
    cancelled = Signal()

    def __init__(self, unit: str = "", step: float = 1.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.unit, self.step = unit, step
        self._value = 0.0
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(False)  # a file that is dropped here is meant for the window
        self.editingFinished.connect(self._commit)

    def show_value(self, value: float) -> None:
        """Write `value`, unless the person is in the middle of typing another."""
        if value == self._value and self.isModified():
            return
        self._value = value
        self._write()

    def refuse(self, refused: bool) -> None:
        """Mark the text as not allowed, or as fine again."""
        if bool(self.property("refused")) != refused:
            self.setProperty("refused", refused)
            self.style().polish(self)

    def _write(self) -> None:
        text = of_number(self._value)
        if self.unit and not self.hasFocus():
            text = f"{text} {self.unit}"
        if text != self.text():
            self.setText(text)
            self.setCursorPosition(0)
        self.setModified(False)
        self.refuse(False)

    def _commit(self) -> None:
        if not self.isModified():
            return
        self.setModified(False)
        try:
            number = to_number(self.text(), self.unit)
        except ValueError:
            self.refuse(True)
            self.unreadable.emit(self.text())
            return
        self.typed.emit(number)

    def _nudge(self, notches: float) -> None:
        self._commit()
        number = float(f"{self._value + notches * self.step:.12g}")
        self.setModified(False)
        self.nudged.emit(number)

    def event(self, event: QEvent) -> bool:
        """Undo belongs to the recipe unless a text is half typed."""
        if event.type() == QEvent.Type.ShortcutOverride and not self.isModified():
            assert isinstance(event, QKeyEvent)
            if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
                event.ignore()
                return False
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.isModified() and not self.property("refused"):
            self._write()
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self.property("refused"):
            self._write()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        notches = {key.Key_Up: 1, key.Key_Down: -1, key.Key_PageUp: 10, key.Key_PageDown: -10}.get(
            key(event.key())
        )
        if notches and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._nudge(notches)
        elif event.key() == key.Key_Escape and (self.isModified() or self.property("refused")):
            self._write()
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Only a focused field listens, so that scrolling the panel changes nothing."""
        notches = event.angleDelta().y() / 120
        if not self.hasFocus() or not notches:
            event.ignore()
            return
        self._nudge(notches)
        event.accept()
