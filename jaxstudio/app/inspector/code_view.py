"""A read-only view of code: what the mouse and the keyboard do in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from jaxstudio.app.inspector.code_canvas import MOST_COLOURED, CodeCanvas
from jaxstudio.app.inspector.row_painter import FOLD_PX
from jaxstudio.app.inspector.text_model import TextSelection
from jaxstudio.ir.text_view.tokens import help_at

COPY, SELECT_ALL = QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.SelectAll


class CodeView(CodeCanvas):
    """A text that is clicked, selected, folded and copied.

    `chosen(line, column)` says where it was clicked; a column of −1 is the whole line.
    `hovered(line)` says which shown line the mouse is over, 0 for none.
    `released` by Escape or a second click at the same place.
    """

    chosen = Signal(int, int)
    hovered = Signal(int)
    entered = Signal()
    followed = Signal()
    released = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._hovered = 0
        self._clicked = (0, 0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()
        self.redraw()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.redraw()

    def event(self, event: QEvent) -> bool:
        keys = event if event.type() == QEvent.Type.ShortcutOverride else None
        if isinstance(keys, QKeyEvent) and (keys.matches(COPY) or keys.matches(SELECT_ALL)):
            event.accept()  # not the window's own copy
            return True
        return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            line, column = self.place_at(event.pos())
            text = self.model.lines[line - 1][:MOST_COLOURED] if self.model.lines else ""
            if event.pos().x() > self.margin:
                said = help_at(text, column, self.model.stage.language)
            else:
                said = self.about_heat(self.model.number(line)) if self.model.lines else ""
            QToolTip.showText(event.globalPos(), said, self.viewport())
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.model.lines:
            return
        point = event.position().toPoint()
        place = self.place_at(point)
        if self.number_px <= point.x() < self.number_px + FOLD_PX and self.toggle_fold(place[0]):
            return
        self.selection = TextSelection(place, place)
        self.line = place[0]
        self.redraw()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self.selection.anchor is not None:
            self.selection = TextSelection(self.selection.anchor, self.place_at(event.position().toPoint()))
            self.redraw()
        elif not event.buttons():
            point = event.position().toPoint()
            below = self.verticalScrollBar().value() + point.y() // self.row_px >= len(self.rows)
            self._hover(0 if below else self.place_at(point)[0])

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(0)
        super().leaveEvent(event)

    def _hover(self, line: int) -> None:
        if line != self._hovered:
            self._hovered = line
            self.hovered.emit(line)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        clicked = self.selection.anchor is not None and not self.selection
        if event.button() == Qt.MouseButton.LeftButton and clicked:
            point = event.position().toPoint()
            line, column = self.place_at(point)
            self.selection = TextSelection()
            before, self._clicked = self._clicked, (line, column if point.x() >= self.margin else -1)
            if self._clicked == before and len(self.picked):
                self.released.emit()
            else:
                self.chosen.emit(*self._clicked)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take a word."""
        line, column = self.place_at(event.position().toPoint())
        if self.model.lines:
            self.selection = TextSelection.word(line, self.model.lines[line - 1], column)
            self.redraw()

    def toggle_fold(self, line: int) -> bool:
        """Fold or unfold what begins on a line; whether anything does."""
        if not self.rows.toggle(line):
            return False
        self.reach()
        self.redraw()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.rows.row(self.line)
        last = len(self.rows) - 1
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        steps = {
            Qt.Key.Key_Up: row - 1,
            Qt.Key.Key_Down: row + 1,
            Qt.Key.Key_PageUp: row - self.page_rows,
            Qt.Key.Key_PageDown: row + self.page_rows,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if event.matches(COPY):
            self.copy()
        elif event.matches(SELECT_ALL) and self.model.lines:
            self.selection = TextSelection((1, 0), (len(self.model.lines), len(self.model.lines[-1])))
            self.redraw()
        elif key in steps and not control and last >= 0:
            self.line = self.rows.line(min(max(steps[Qt.Key(key)], 0), last))
            self.selection = TextSelection()
            self.reveal(self.line, round(self.horizontalScrollBar().value() / self.advance) + 1)
            self.chosen.emit(self.line, -1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() + (-1 if key == Qt.Key.Key_Left else 1) * bar.singleStep())
        elif key == Qt.Key.Key_Space:
            self.toggle_fold(self.line)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.followed.emit()
        elif key == Qt.Key.Key_Escape:
            self.released.emit()
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """Put the taken text on the clipboard, or the line if none is taken."""
        if self.model.lines:
            taken = self.selection.text(self.model.lines) if self.selection else ""
            QGuiApplication.clipboard().setText(taken or self.model.lines[self.line - 1])
