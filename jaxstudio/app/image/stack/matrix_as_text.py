"""A matrix as text, edited beside the work: what is wrong is underlined where it stands."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase, QPalette, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import across, down, make_button, make_label, resize_on_screen, set_look
from jaxstudio.app.shared.text import in_words, tr
from jaxstudio.errors import ExpressionError, ParameterError
from jaxstudio.pipeline import matrices
from jaxstudio.pipeline.matrices import Rows
from jaxstudio.pipeline.params import Matrix


def styles() -> dict[str, str]:
    """How a matrix may be written as text: name, words."""
    return {
        "python_list": tr("Python list"),
        "numpy_array": tr("NumPy array"),
        "comma_separated": tr("Comma-separated table"),
    }


def in_place(text: str, error: ExpressionError) -> str:
    """What is wrong with a typed or pasted matrix, and where."""
    if error.start == 0 and error.end >= len(text):
        return str(error)
    line, column = matrices.place(text, error.start)
    return tr("Line {0}, column {1}: {2}").format(line, column, error)


class MatrixAsText(QDialog):
    """Shows the matrix of one step; Ctrl+Enter puts what is typed in its place."""

    def __init__(
        self, document: ImageDocument, key: int, param: Matrix, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.document, self.key, self.param = document, key, param
        self.rows: Rows | None = None
        self.setWindowTitle(self.tr("{0} as text").format(in_words(param.name)))
        resize_on_screen(self, 520, 380)
        written = ((words, style) for style, words in styles().items())
        self.style_box = ChoiceBox(self, self.tr("How it is written"), written)
        self.text = QPlainTextEdit(self)
        self.text.setAccessibleName(self.windowTitle())
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setTabChangesFocus(True)
        self.summary = make_label(parent=self, wraps=True)
        self.use = make_button(self.tr("Use"), self._use, self, tip=self.tr("Ctrl+Enter"))
        self.use.setShortcut("Ctrl+Return")
        above = across(None, QLabel(self.tr("Written as"), self), self.style_box, None)
        down(self, above, (self.text, 1), across(None, (self.summary, 1), self.use), margins=None)
        self.text.textChanged.connect(self._read)
        self.style_box.chosen.connect(self._write)
        document.recipe_changed.connect(self._recipe_changed)
        self._recipe_changed()
        self.text.setFocus()

    def _present(self) -> Rows | None:
        """The step's own matrix; None when the step is gone."""
        for step in self.document.recipe.steps:
            value = step.params.get(self.param.name) if step.key == self.key else None
            if isinstance(value, tuple):
                return value
        return None

    def _recipe_changed(self) -> None:
        rows = self._present()
        if rows is None:
            self.close()
        elif rows != self.rows:
            self.rows = rows
            self._write()

    def _write(self) -> None:
        """Show the matrix in the chosen style."""
        if self.rows is not None:
            self.text.setPlainText(matrices.STYLES[self.style_box.currentData()](self.rows))

    def _read(self) -> None:
        text = self.text.toPlainText()
        try:
            self.rows = matrices.parse_matrix(text, self.param.largest)
        except ExpressionError as error:
            self.rows = None
            self._say(in_place(text, error), "refused", error)
        else:
            size = self.tr("{0} × {1} numbers").format(len(self.rows), len(self.rows[0]))
            self._say(size, "muted")
        self.use.setEnabled(self.rows is not None)

    def _say(self, words: str, look: str, error: ExpressionError | None = None) -> None:
        self.summary.setText(words)
        set_look(self.summary, look)
        marks = []
        if error is not None:
            mark = QTextEdit.ExtraSelection()
            mark.cursor = self.text.textCursor()
            mark.cursor.setPosition(error.start)
            mark.cursor.setPosition(error.end, QTextCursor.MoveMode.KeepAnchor)
            wavy = QTextCharFormat()
            wavy.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            wavy.setUnderlineColor(self.palette().color(QPalette.ColorRole.BrightText))
            mark.format = wavy
            marks.append(mark)
        self.text.setExtraSelections(marks)

    def _use(self) -> None:
        if self.rows is None:
            return
        rows = self.rows
        try:
            self.document.set_param(self.key, self.param.name, [list(row) for row in rows])
        except ParameterError:
            self._say(self.tr("Expected {0}").format(self.param.expected()), "refused")
