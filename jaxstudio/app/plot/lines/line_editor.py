"""The field for one line of mathematics: wraps, highlights syntax, closes brackets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontDatabase,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QTextEdit, QWidget

from jaxstudio.app.plot.lines.typesetting import Formula, Note
from jaxstudio.app.shared.colours import is_dark, oklch, theme_palette
from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import FUNCTIONS
from jaxstudio.functions.language.catalogue import ALIASES, LIST_FUNCTIONS, PI, expansion_of, function_of
from jaxstudio.functions.language.special_forms import FORMS
from jaxstudio.functions.language.tokens import CONSTANTS, KEYWORDS, Kind, Token, is_variable, tokenize

HUES = {"function": 262.0, "variable": 190.0, "slider": 330.0, "number": 60.0}


def parts(text: str) -> Iterator[tuple[int, int, str]]:
    """The pieces of a line as (start, end, kind); none for a line that cannot be read."""
    if text.lstrip().startswith("#"):
        yield 0, len(text), "note"
        return
    tokens = _tokens(text)
    for token, following in pairwise((*tokens, *tokens[-1:])):
        if token.kind in (Kind.NUMBER, Kind.FRACTION, Kind.RAISED):
            yield token.start, token.end, "number"
        elif token.kind is Kind.NAME:
            called = following.text in ("(", "[") and not following.spaced
            yield token.start, token.end, _name(token.text, called)
        elif token.kind is Kind.SIGN:
            yield token.start, token.end, "sign"


def _tokens(text: str) -> tuple[Token, ...]:
    """The tokens before the first character without a meaning."""
    try:
        return tokenize(text)
    except ExpressionError as error:
        return tokenize(text[: error.start]) if error.start < len(text) else ()


def _name(name: str, called: bool) -> str:
    foreign = called and (function_of(name) or expansion_of(name) is not None)
    listed = called and name in LIST_FUNCTIONS
    if listed or name in FUNCTIONS or name in ALIASES or name in FORMS or foreign:
        return "function"
    if name in CONSTANTS or name in KEYWORDS or name in PI:
        return "number"
    return "variable" if is_variable(name) else "slider"


class Highlighter(QSyntaxHighlighter):
    """Colours a line, and underlines the columns of its error."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._error: tuple[int, int] | None = None
        self._formats: dict[str, QTextCharFormat] = {}
        self._wave = QTextCharFormat()
        self.wear()

    def wear(self) -> None:
        """Take the theme's colours."""
        palette, dark = theme_palette(), is_dark()
        colours = {what: oklch(0.78 if dark else 0.5, 0.12, hue) for what, hue in HUES.items()}
        muted = palette.color(QPalette.ColorRole.PlaceholderText)
        colours |= {"note": muted, "sign": palette.color(QPalette.ColorRole.Text)}
        self._formats = {what: _format(colour) for what, colour in colours.items()}
        self._formats["variable"].setFontItalic(True)
        self._formats["slider"].setFontItalic(True)
        self._wave = QTextCharFormat()
        self._wave.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        self._wave.setUnderlineColor(palette.color(QPalette.ColorRole.BrightText))
        self.rehighlight()

    @property
    def has_error(self) -> bool:
        return self._error is not None

    def show_error(self, columns: tuple[int, int] | None) -> None:
        """Underline these columns, or none."""
        if columns != self._error:
            self._error = columns
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        for start, end, what in parts(text):
            self.setFormat(start, end - start, self._formats[what])
        if self._error is not None:
            start, end = self._error
            self.underline(text, start, max(end, start + 1))

    def underline(self, text: str, start: int, end: int) -> None:
        """Underline columns of the current line, as far as it has them."""
        for column in range(max(start, 0), min(end, len(text))):
            wavy = QTextCharFormat(self.format(column))
            wavy.setUnderlineStyle(self._wave.underlineStyle())
            wavy.setUnderlineColor(self._wave.underlineColor())
            self.setFormat(column, 1, wavy)


def _format(colour: QColor) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(colour)
    made.setFontWeight(QFont.Weight.Normal)
    return made


PAIRS = {"(": ")", "[": "]", "{": "}"}
LARGER = 1.1
MARGIN = 5


class LineEditor(QPlainTextEdit):
    """Says `typed(text)` at every change by hand; what leaves the line by keys is said too."""

    typed = Signal(str)
    entered = Signal()
    emptied = Signal()  # Backspace on an empty line
    went = Signal(int)  # up or down, out of the line
    moved = Signal(int)  # the line itself is to go up or down
    pasted = Signal(list)  # several lines at once
    focused = Signal(bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setObjectName("line")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self.font().pointSizeF() * LARGER)
        self.setFont(font)
        self.document().setDocumentMargin(MARGIN)
        self.highlighter = Highlighter(self.document())
        self.textChanged.connect(self._changed)
        self.verticalScrollBar().valueChanged.connect(self._show_all)
        self._current_text = ""
        self.formula: Formula | Note | None = None

    @property
    def text(self) -> str:
        return self.toPlainText()

    def show_text(self, text: str) -> None:
        """Write `text` without saying so; the caret stays where it is."""
        if text == self.text:
            return
        self._current_text = text
        self.show_formula(None)  # the last one was that of another text
        caret = self.textCursor().position()
        self.setPlainText(text)
        self.put_caret(caret)

    def put_caret(self, column: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(min(max(column, 0), len(self.text)))
        self.setTextCursor(cursor)

    def replace(self, start: int, end: int, text: str) -> None:
        """Put `text` in place of these columns, as if it had been typed."""
        cursor = self.textCursor()
        cursor.setPosition(min(start, len(self.text)))
        cursor.setPosition(min(end, len(self.text)), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text)
        self.setTextCursor(cursor)

    def point_at(self, start: int, end: int) -> None:
        """Mark these columns with a coloured ground; none where they are empty."""
        marks = []
        if end > start:
            mark = QTextEdit.ExtraSelection()
            colour = QColor(theme_palette().color(QPalette.ColorRole.Highlight))
            colour.setAlphaF(0.28)
            mark.format.setBackground(colour)
            mark.cursor = self.textCursor()
            mark.cursor.setPosition(min(start, len(self.text)))
            mark.cursor.setPosition(min(end, len(self.text)), QTextCursor.MoveMode.KeepAnchor)
            marks.append(mark)
        self.setExtraSelections(marks)
        self._formula_changed()

    def word(self) -> tuple[int, str]:
        """Return where the name before the caret begins, and its typed part."""
        before = self.text[: self.textCursor().position()]
        start = len(before)
        while start and (before[start - 1].isalnum() or before[start - 1] == "_"):
            start -= 1
        while start < len(before) and before[start].isdigit():
            start += 1  # 7sin is 7 times sin
        return start, before[start:]

    def _changed(self) -> None:
        self.updateGeometry()
        if self.text != self._current_text:
            self._current_text = self.text
            self.typed.emit(self.text)

    # The formula: in place of the text while the caret is elsewhere, below it if it is tall

    def show_formula(self, formula: Formula | Note | None) -> None:
        """Show a line as mathematics, or as its text alone."""
        if formula is self.formula:
            return
        self.formula = formula
        self._formula_changed()

    def _formula_changed(self) -> None:
        """Only what holds the caret shows it: the text that a formula replaces has none to blink."""
        self.updateGeometry()
        self.viewport().update()

    @property
    def _formula_px(self) -> int:
        """The height of the formula, 0 where there is none or it is too wide."""
        width = self.viewport().width() - 2 * MARGIN
        return self.formula.height_px(width, self.font()) if self.formula is not None else 0

    @property
    def _replaces(self) -> bool:
        """Whether the formula is shown in place of the text."""
        in_text = self.hasFocus() or self.extraSelections() or self.highlighter.has_error
        return not in_text and self._formula_px > 0

    @property
    def _stands_below(self) -> bool:
        tall = self.formula is not None and self.formula.is_tall
        return tall and self.hasFocus() and self._formula_px > 0

    def paintEvent(self, event: QPaintEvent) -> None:
        replaces = self._replaces
        if not replaces:
            super().paintEvent(event)
        if self.formula is not None and (replaces or self._stands_below):
            painter = QPainter(self.viewport())
            top, wide = MARGIN if replaces else self._text_height() - MARGIN, self.viewport().width()
            colour = self.palette().color(QPalette.ColorRole.Text)
            self.formula.paint(painter, MARGIN, top, wide - 2 * MARGIN, self.font(), colour)

    # Size

    def _text_height(self) -> int:
        lines = max(self.document().lineCount(), self._wrapped())
        return self.fontMetrics().lineSpacing() * lines + 2 * MARGIN

    def sizeHint(self) -> QSize:
        high = self._text_height()
        if self._replaces:
            high = max(self.fontMetrics().lineSpacing(), self._formula_px) + 2 * MARGIN
        elif self._stands_below:
            high += self._formula_px
        return QSize(120, high)

    def _wrapped(self) -> int:
        block = self.document().firstBlock()
        return max(block.layout().lineCount(), 1)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()
        self._show_all()

    def _show_all(self) -> None:
        """Scroll back: Qt scrolls to a caret that has wrapped before there is room for its line."""
        if self.height() >= self.sizeHint().height():
            self.verticalScrollBar().setValue(0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "highlighter"):
            self.highlighter.wear()

    # Hands

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._formula_changed()
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._formula_changed()
        self.focused.emit(False)

    def event(self, event: QEvent) -> bool:
        """Undo, copy without a selection and the like belong to the window."""
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            standard = QKeySequence.StandardKey
            ours = event.matches(standard.Undo) or event.matches(standard.Redo)
            if ours or (event.matches(standard.Copy) and not self.textCursor().hasSelection()):
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        alt = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(key, 0)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif step and alt:
            self.moved.emit(step)
        elif step and not modifiers & Qt.KeyboardModifier.ShiftModifier and self._leaves(step):
            self.went.emit(step)
        elif key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete) and not self.text:
            self.emptied.emit()
        elif event.text() in PAIRS and not modifiers & Qt.KeyboardModifier.ControlModifier:
            self._open(event.text())
        elif event.text() and event.text() in PAIRS.values() and self._next() == event.text():
            self.put_caret(self.textCursor().position() + 1)
        elif key == Qt.Key.Key_Backspace and self._between_pair():
            at = self.textCursor().position()
            self.replace(at - 1, at + 1, "")
        else:
            super().keyPressEvent(event)

    def _leaves(self, step: int) -> bool:
        """Whether the caret has no line of the screen left to go to."""
        cursor = self.textCursor()
        way = QTextCursor.MoveOperation.Up if step < 0 else QTextCursor.MoveOperation.Down
        return not cursor.movePosition(way)

    def _next(self) -> str:
        at = self.textCursor().position()
        return self.text[at : at + 1]

    def _open(self, bracket: str) -> None:
        """A bracket brings its partner where nothing follows that it could enclose."""
        cursor = self.textCursor()
        if cursor.hasSelection():
            start, end = cursor.selectionStart(), cursor.selectionEnd()
            inner = self.text[start:end]
            self.replace(start, end, bracket + inner + PAIRS[bracket])
        elif not self._next() or self._next() in " )]},":
            self.replace(cursor.position(), cursor.position(), bracket + PAIRS[bracket])
            self.put_caret(self.textCursor().position() - 1)
        else:
            self.replace(cursor.position(), cursor.position(), bracket)

    def _between_pair(self) -> bool:
        at = self.textCursor().position()
        return at > 0 and PAIRS.get(self.text[at - 1]) == self._next() != "" and not self._selects()

    def _selects(self) -> bool:
        return self.textCursor().hasSelection()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """A paste is plain text; of several lines each becomes one of the sheet."""
        lines = [line.strip() for line in source.text().splitlines() if line.strip()]
        if not lines:
            return
        self.insertPlainText(lines[0])
        if len(lines) > 1:
            self.pasted.emit(lines[1:])
