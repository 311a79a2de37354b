"""The editor: line numbers, indentation, comments, and beside each line its colour and its time.

The colours are those of the stages beside it. While the text is being changed, the lines above and below the
change keep theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget

from jaxstudio.app.inspector.row_painter import HEAT, HEAT_PX, HUE_PX, LEAST_SHARE, LIT, MARK_PX, TINT
from jaxstudio.app.inspector.text_model import LineColours
from jaxstudio.app.playground.highlighter import Highlighter
from jaxstudio.app.shared.colours import accent, faded, is_dark, link_colour, theme_palette

INDENT = 4
PAD_PX = 8
ERROR = "#e04040"  # in both themes
ENDING = ("return", "pass", "break", "continue", "raise")
TAKING = (Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
Key, Role = Qt.Key, QPalette.ColorRole
Control = Qt.KeyboardModifier.ControlModifier


class CodeEditor(QPlainTextEdit):
    """Says which line the mouse is over (`hovered`, 0 for none) and where it was clicked (`chosen`).

    `released` by Escape or a second click on the same line.
    """

    hovered = Signal(int)
    chosen = Signal(int)
    letter_typed = Signal()  # or a name asked for
    released = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("code")
        self.setAccessibleName(self.tr("Program"))
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(max(self.font().pointSizeF() - 0.5, 8.0))
        self.setFont(font)
        self.setTabStopDistance(INDENT * self.fontMetrics().horizontalAdvance(" "))
        self.highlighter = Highlighter(self.document())
        self.margin = _Margin(self)
        self.colours = LineColours()
        self.is_offering: Callable[[], bool] = lambda: False
        self._about_line: Callable[[int], str] = lambda line: ""
        self._coloured: list[str] = []  # the lines that the colours are of
        self._above = self._below = 0  # how many of them at the top and the end are as they were
        self._lit: set[int] = set()
        self.linked: set[int] = set()
        self.error_line = 0
        self.error = ""
        self._hovered = self._clicked = 0
        self.viewport().setMouseTracking(True)
        self.blockCountChanged.connect(lambda _: self._measure())
        self.updateRequest.connect(self._scroll_margin)
        self.textChanged.connect(self._compare)
        self._measure()

    # What is marked

    def show_colours(
        self, colours: LineColours, text: str, about: Callable[[int], str] = lambda line: ""
    ) -> None:
        """Colour the lines of this text, which was compiled, and show their parts of a run.

        about: what a line takes of a run, in words.
        """
        self.colours, self._coloured, self._about_line = colours, text.split("\n"), about
        self._lit, self.linked = set(), set()
        self._compare()
        self._measure()
        self._redraw()

    def show_error(self, line: int, words: str = "") -> None:
        """Mark the line at fault, counted from 1; 0 for none."""
        if (line, words) != (self.error_line, self.error):
            for changed in (self.error_line, line):
                self._redraw_line(changed)
            self.error_line, self.error = line, words

    def light(self, hues: Sequence[int]) -> None:
        """Light the lines that have one of these colours."""
        lit = set(self.colours.lines_with(hues).tolist())
        if lit != self._lit:
            self._lit = lit
            self.viewport().update()

    def show_linked(self, lines: Sequence[int]) -> None:
        """Mark the partners of a click in another text, and scroll to the first."""
        self.linked, self._clicked = set(lines), 0
        if lines and not any(self._in_sight(line) for line in lines):
            self.go_to(min(lines))
        self.viewport().update()

    def go_to(self, line: int) -> None:
        """Put the cursor on a line and bring it to sight."""
        block = self.document().findBlockByNumber(max(line, 1) - 1)
        if block.isValid():
            self.setTextCursor(QTextCursor(block))
            self.centerCursor()

    @property
    def text(self) -> str:
        """The exact text; Qt's own plain text turns no-break spaces into spaces."""
        return self.document().toRawText().replace("\u2029", "\n")

    def hues_of(self, line: int) -> list[int]:
        """The colours of a line of the present text."""
        return self.colours.of(self.compiled_line(line))

    def compiled_line(self, line: int) -> int:
        """The line of the compiled text for a line of the editor; 0 if it changed since."""
        if line <= self._above:
            return line
        from_end = self.blockCount() - line
        return len(self._coloured) - from_end if from_end < self._below else 0

    def _compare(self) -> None:
        """Match the lines of the text with those of the compiled one."""
        block, above = self.document().firstBlock(), 0
        while block.isValid() and above < len(self._coloured) and block.text() == self._coloured[above]:
            block, above = block.next(), above + 1
        most = min(len(self._coloured), self.blockCount()) - above
        block, below = self.document().lastBlock(), 0
        while below < most and block.text() == self._coloured[-1 - below]:
            block, below = block.previous(), below + 1
        if (above, below) != (self._above, self._below):
            self._above, self._below = above, below
            self._redraw()

    # Geometry and painting

    @property
    def margin_px(self) -> int:
        digits = max(len(str(self.blockCount())), 2)
        heat = HEAT_PX if self.colours.heat is not None else 0
        return HUE_PX + 2 * PAD_PX + digits * self.fontMetrics().horizontalAdvance("9") + heat

    def _measure(self) -> None:
        if self.viewportMargins().left() != self.margin_px:  # Qt lays all lines out anew
            self.setViewportMargins(self.margin_px, 0, 0, 0)
        box = self.contentsRect()
        self.margin.setGeometry(QRect(box.left(), box.top(), self.margin_px, box.height()))

    def _scroll_margin(self, rect: QRect, dy: int) -> None:
        if dy:
            self.margin.scroll(0, dy)
        else:  # of a line Qt asks for the words or the cursor alone: its ground is as wide as the window
            self.viewport().update(0, rect.y(), self.viewport().width(), rect.height())
            self.margin.update(0, rect.y(), self.margin.width(), rect.height())

    def _redraw(self) -> None:
        self.viewport().update()
        self.margin.update()

    def _redraw_line(self, line: int) -> None:
        """Paint one line again, if it is in sight."""
        block = self.document().findBlockByNumber(line - 1)
        if block.isValid() and block.isVisible():
            box = self.blockBoundingGeometry(block).translated(self.contentOffset()).toAlignedRect()
            self._scroll_margin(box, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "highlighter"):
            self.highlighter.take_theme()

    def visible_lines(self, top: int = 0, bottom: int | None = None) -> Iterator[tuple[int, QRectF]]:
        """The lines between two heights of what is in sight, and where they are."""
        block = self.firstVisibleBlock()
        line, y = block.blockNumber() + 1, self.blockBoundingGeometry(block).y() + self.contentOffset().y()
        bottom = self.viewport().height() if bottom is None else bottom
        while block.isValid() and y <= bottom:
            box = self.blockBoundingRect(block)
            if y + box.height() >= top:
                yield line, QRectF(box.x(), y, box.width(), box.height())
            block, line, y = block.next(), line + 1, y + box.height()

    def _in_sight(self, line: int) -> bool:
        height = self.viewport().height()
        return any(each == line and box.bottom() <= height for each, box in self.visible_lines())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        width, present = self.viewport().width(), self.textCursor().blockNumber() + 1
        dark, focused, part = is_dark(), self.hasFocus(), event.rect()
        for line, box in self.visible_lines(part.top(), part.bottom()):
            whole = QRectF(0, box.top(), width, box.height())
            hues = self.hues_of(line) if self.colours.tinted else []
            if hues:
                painter.fillRect(whole, faded(link_colour(hues[0], dark), TINT))
            compiled = self.compiled_line(line)
            if compiled in self._lit:
                painter.fillRect(whole, faded(theme_palette().color(Role.Text), LIT))
            if compiled and compiled in self.linked:
                painter.fillRect(whole, accent(0.18))
            if line == present and focused:
                painter.setPen(QPen(accent(0.35), 1))
                painter.drawRect(whole.adjusted(0, 0, -1, -1))
            if line == self.error_line:
                painter.fillRect(whole, faded(QColor(ERROR), 0.16))
        painter.end()
        super().paintEvent(event)

    def paint_margin(self, painter: QPainter, rect: QRect) -> None:
        """Paint the numbers, the stripes of colour and the times in this part of the margin."""
        palette, width, dark = theme_palette(), self.margin.width(), is_dark()
        painter.fillRect(rect, palette.color(Role.Base))
        quiet = palette.color(Role.PlaceholderText)
        heat = HEAT_PX if self.colours.heat is not None else 0
        for line, box in self.visible_lines(rect.top(), rect.bottom()):
            hues = self.hues_of(line)
            for place, hue in enumerate(hues):
                part = box.height() / len(hues)
                painter.fillRect(QRectF(0, box.top() + place * part, HUE_PX, part), link_colour(hue, dark))
            wrong = line == self.error_line
            if wrong:
                painter.fillRect(QRectF(0, box.top(), MARK_PX, box.height()), QColor(ERROR))
            painter.setPen(QColor(ERROR) if wrong else quiet)
            numbers = QRectF(HUE_PX, box.top(), width - heat - HUE_PX - PAD_PX, box.height())
            painter.drawText(numbers, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(line))
            share = self.colours.share(self.compiled_line(line))
            if share > 0:
                bar = QRectF(width - heat, box.top() + 1, (heat - 8) * min(share, 1.0), box.height() - 2)
                painter.fillRect(bar, faded(QColor(HEAT), 0.55))
                if share >= LEAST_SHARE:
                    painter.setPen(palette.color(Role.Text))
                    room = QRectF(width - heat, box.top(), heat - 8, box.height())
                    painter.drawText(room, Qt.AlignmentFlag.AlignRight, f"{share:.0%} ")

    # The mouse

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            line = self._line_at(event.pos().y())
            words = self.error if line == self.error_line else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().viewportEvent(event)

    def about_line(self, line: int) -> str:
        """A line's share of the run; empty if it changed since."""
        compiled = self.compiled_line(line)
        return self._about_line(compiled) if compiled else ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self._line_at(event.position().toPoint().y()) if not event.buttons() else self._hovered)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            line = self.textCursor().blockNumber() + 1
            if line == self._clicked and self.linked:
                self.released.emit()
            else:
                self.chosen.emit(line)
                self._clicked = line

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(0)
        super().leaveEvent(event)

    def _line_at(self, y: int) -> int:
        return next((line for line, box in self.visible_lines() if box.top() <= y < box.bottom()), 0)

    def _hover(self, line: int) -> None:
        if line != self._hovered:
            self._hovered = line
            self.hovered.emit(line)

    # The keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, control = event.key(), bool(event.modifiers() & Control)
        if key in TAKING and self.is_offering():
            event.ignore()  # the popup takes a name, or closes
            return
        self._type(event, key, control)
        letter = bool(event.text()) and event.text().isprintable()
        if letter or (control and key == Key.Key_Space) or (key == Key.Key_Backspace and self.is_offering()):
            self.letter_typed.emit()

    def _type(self, event: QKeyEvent, key: int, control: bool) -> None:
        if key == Key.Key_Tab and not control:
            self._indent()
        elif key == Key.Key_Backtab:
            self._outdent()
        elif key in (Key.Key_Return, Key.Key_Enter) and not control:
            self._new_line()
        elif key == Key.Key_Backspace and not control and self._in_indentation():
            self._outdent_here()
        elif control and key == Key.Key_Slash:
            self.toggle_comment()
        elif control and key == Key.Key_Space:
            return
        elif key == Key.Key_Escape:
            self.released.emit()
        else:
            super().keyPressEvent(event)

    def _blocks(self) -> list[QTextBlock]:
        """The selected lines, or the line of the cursor."""
        cursor, document = self.textCursor(), self.document()
        first = document.findBlock(cursor.selectionStart()).blockNumber()
        end = document.findBlock(cursor.selectionEnd())
        last = end.blockNumber() - (cursor.hasSelection() and end.position() == cursor.selectionEnd())
        return [document.findBlockByNumber(number) for number in range(first, max(last, first) + 1)]

    def _change_lines(self, blocks: Sequence[QTextBlock], column: int, insert: str, remove: int = 0) -> None:
        """In each line, remove some letters at a column and insert others."""
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for block in blocks:
            cursor.setPosition(block.position() + column)
            cursor.movePosition(
                QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, min(remove, block.length())
            )
            cursor.insertText(insert)
        cursor.endEditBlock()

    def _indent(self) -> None:
        cursor = self.textCursor()
        if cursor.hasSelection() and len(self._blocks()) > 1:
            self._change_lines([each for each in self._blocks() if each.text().strip()], 0, " " * INDENT)
        else:
            cursor.insertText(" " * (INDENT - cursor.positionInBlock() % INDENT))

    def _outdent(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for block in self._blocks():
            self._change_lines([block], 0, "", min(_spaces(block.text()), INDENT))
        cursor.endEditBlock()

    def _in_indentation(self) -> bool:
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        return bool(before) and not before.strip(" ") and not cursor.hasSelection()

    def _outdent_here(self) -> None:
        cursor = self.textCursor()
        count = (cursor.positionInBlock() - 1) % INDENT + 1
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, count)
        cursor.removeSelectedText()

    def _new_line(self) -> None:
        """Begin a line below, as far in as this one, or as the block that it opens or ends."""
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        code = before.partition("#")[0].rstrip()
        spaces = _spaces(before)
        if code.endswith((":", "(", "[", "{")):
            spaces += INDENT
        elif code.split()[:1] and code.split()[0] in ENDING and spaces >= INDENT:
            spaces -= INDENT
        cursor.insertText("\n" + " " * spaces)
        self.ensureCursorVisible()

    def toggle_comment(self) -> None:
        """Make comments of the selected lines, or code again if all of them are comments."""
        blocks = [each for each in self._blocks() if each.text().strip()]
        if not blocks:
            return
        texts = [each.text() for each in blocks]
        column = min(map(_spaces, texts))
        if all(text[_spaces(text) :].startswith("#") for text in texts):
            for block in blocks:
                text = block.text()
                at = _spaces(text)
                self._change_lines([block], at, "", 2 if text[at:].startswith("# ") else 1)
        else:
            self._change_lines(blocks, column, "# ")


def _spaces(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


class _Margin(QWidget):
    """Beside the text, scrolled with it."""

    def __init__(self, editor: CodeEditor) -> None:
        super().__init__(editor)
        self.editor = editor

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.editor.font())
        self.editor.paint_margin(painter, event.rect())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            line = self.editor._line_at(event.pos().y())
            QToolTip.showText(event.globalPos(), self.editor.about_line(line), self)
            return True
        return super().event(event)
