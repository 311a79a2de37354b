"""A matrix in a form: presets, size, a grid of numbers, a menu of operations on all of it, and its text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFontDatabase,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPalette,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QTextEdit,
    QWidget,
)

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.stack.param_rows import ParamRow, PresetBox
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.idle_imports import with_module
from jaxstudio.app.shared.layouts import across, down, make_button, make_label, resize_on_screen, set_look
from jaxstudio.app.shared.text import in_words, of_error, of_number, to_number, tr
from jaxstudio.errors import ExpressionError, ParameterError
from jaxstudio.pipeline import matrices
from jaxstudio.pipeline.matrices import Rows, factorise
from jaxstudio.pipeline.params import Matrix, Value
from jaxstudio.pipeline.recipe import Step


def styles() -> dict[str, str]:
    """Return the ways to write a matrix as text: name and words."""
    return {
        "python_list": tr("Python list"),
        "numpy_array": tr("NumPy array"),
        "comma_separated": tr("Comma-separated table"),
    }


def in_place(text: str, error: ExpressionError) -> str:
    """Show the error of a typed or pasted matrix at its place."""
    if error.start == 0 and error.end >= len(text):
        return of_error(error)
    line, column = matrices.place(text, error.start)
    return tr("Line {0}, column {1}: {2}").format(line, column, of_error(error))


class MatrixAsText(QDialog):
    """A matrix as text; Ctrl+Enter applies it."""

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


MARGIN_PX = 8


def shorten_number(text: str, fits: Callable[[str], bool]) -> str:
    """The number in `text` with the most digits that fit, at least two; no whole digit is rounded away."""
    if fits(text):
        return text
    number = to_number(text)
    for digits in (5, 4, 3, 2):
        shorter = of_number(number, f".{digits}g")
        rounded = to_number(shorter)
        if abs(number) >= 1 and rounded.is_integer() and rounded != number:
            break
        if fits(shorter):
            return shorter
    return text


class ShortNumbers(QStyledItemDelegate):
    """Shortens the numbers of cells to the room; the edited cell has all digits."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        room = option.rect.width() - MARGIN_PX
        metrics = option.fontMetrics
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        try:
            option.text = shorten_number(text, lambda words: metrics.horizontalAdvance(words) <= room)
        except ValueError:  # not a number: about to be refused
            option.text = text


RESPONSE = "jaxstudio.app.image.stack.frequency_response"  # imports pyqtgraph
CELL_HEIGHT, CELL_WIDTH, SHOWN_ROWS, SHOWN_COLUMNS = 26, 54, 7, 6


def resize_matrix(rows: Rows, height: int, width: int) -> Rows:
    """The matrix at another odd size: its middle stays in the middle, new cells are 0."""
    down, right = (height - len(rows)) // 2, (width - len(rows[0])) // 2

    def cell(y: int, x: int) -> float:
        inside = 0 <= y - down < len(rows) and 0 <= x - right < len(rows[0])
        return rows[y - down][x - right] if inside else 0.0

    return tuple(tuple(cell(y, x) for x in range(width)) for y in range(height))


class Grid(QTableWidget):
    """The table of numbers; copies and pastes the matrix as a whole."""

    copied = Signal()
    pasted = Signal()
    menu_asked = Signal(QPoint)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # the window's own copy and paste are of the photo
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            keys = QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.Paste
            if any(event.matches(key) for key in keys):
                event.accept()
                return True
        return super().event(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_asked.emit(event.globalPos())


class MatrixRow(ParamRow):
    """Presets and size above a table; every edit is sent as a whole matrix."""

    def build(self, step: Step) -> None:
        self.rows: Rows = ()
        self.presets = PresetBox(self.tr("Custom numbers"), self.param.presets, self)
        self.name_control(self.presets, self.tr("preset"))
        self.presets.chosen.connect(self._choose)
        self.line.addWidget(self.presets, 1)

        sizes = range(1, self.param.largest + 1, 2)
        self.height_box, self.width_box = (
            ChoiceBox(self, items=((str(size), size) for size in sizes)) for _ in range(2)
        )
        for box, what in ((self.height_box, self.tr("height")), (self.width_box, self.tr("width"))):
            self.name_control(box, what)
            box.activated.connect(self._resize)
        self.sum = make_label("", "muted", self)
        self.sum.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.sum.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        size_label = QLabel(self.tr("Size"), self)
        size_label.setFixedWidth(self.label.maximumWidth())
        self.more = GlyphButton("more", self.tr("More for this kernel"), self)
        self.more.clicked.connect(self._show_menu)
        sides = (self.height_box, QLabel("×", self), self.width_box)
        # the boxes begin below the one of the presets
        size_line = across(None, size_label, 4, *sides, (self.sum, 1), self.more, spacing=4)
        self.column.insertSpacing(1, 4)
        self.column.insertLayout(2, size_line)

        self.table = Grid(self)
        self.table.copied.connect(lambda: copy_matrix(self))
        self.table.pasted.connect(lambda: paste_matrix(self))
        self.table.menu_asked.connect(lambda at: matrix_menu(self).popup(at))
        self.table.setItemDelegate(ShortNumbers(self.table))
        self.table.horizontalHeader().hide()
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setMinimumSectionSize(CELL_WIDTH)
        self.table.verticalHeader().setDefaultSectionSize(CELL_HEIGHT)
        self.table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.table.setTabKeyNavigation(False)
        self.name_control(self.table, self.tr("numbers"))
        self.table.cellChanged.connect(self._edit)
        self.column.insertSpacing(3, 4)
        self.column.insertWidget(4, self.table)
        passes = self.tr("From 5 × 5 on it is done in two quick passes")
        self.separable = make_label(self.tr("Separable: a column times a row"), "muted", self, tip=passes)
        self.column.insertWidget(5, self.separable)

    def show_value(self, value: Value, step: Step) -> None:
        assert isinstance(value, tuple)
        if value == self.rows:
            return
        blocked = self.table.blockSignals(True)
        if (len(value), len(value[0])) != (self.table.rowCount(), self.table.columnCount()):
            self._set_size(len(value), len(value[0]))
        for y, row in enumerate(value):
            for x, number in enumerate(row):
                item = self.table.item(y, x)
                if item is None:
                    item = QTableWidgetItem()
                    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                    self.table.setItem(y, x, item)
                if item.text() != of_number(number):
                    item.setText(of_number(number))
                    item.setToolTip(of_number(number))
        self.table.blockSignals(blocked)
        self.rows = value
        total = sum(number for row in value for number in row)
        self.sum.setText(self.tr("Sum {0}").format(of_number(float(f"{round(total, 9):.4g}"))))
        self.sum.setToolTip(repr(total))
        self.separable.setVisible(factorise(value) is not None)
        self.presets.show_value(value)
        self.height_box.show_value(len(value))
        self.width_box.show_value(len(value[0]))

    def _show_menu(self) -> None:
        result = matrix_menu(self)
        result.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        result.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def show_response(self) -> None:
        """Open the frequency response beside the work."""
        with_module(RESPONSE, self, self._open_response)

    def _open_response(self, module: Any) -> None:
        self._open(module.ResponseDialog(self.document, self.key, self.param.name, self.window()))

    def show_text(self) -> None:
        """Open the matrix as text beside the work."""
        self._open(MatrixAsText(self.document, self.key, self.param, self.window()))

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def _set_size(self, height: int, width: int) -> None:
        self.table.setRowCount(height)
        self.table.setColumnCount(width)
        wide = width > SHOWN_COLUMNS
        mode = QHeaderView.ResizeMode.Fixed if wide else QHeaderView.ResizeMode.Stretch
        self.table.horizontalHeader().setSectionResizeMode(mode)
        self.table.horizontalHeader().setDefaultSectionSize(CELL_WIDTH)
        self.table.setFixedHeight(min(height, SHOWN_ROWS) * CELL_HEIGHT + (14 if wide else 2))

    def _choose(self, preset: Any) -> None:
        if preset is None:
            self.presets.show_value(self.rows)  # custom numbers come from typing them
        else:
            # Qt hands tuples back as lists.
            self.send([list(row) for row in preset])

    def _resize(self) -> None:
        self.send(resize_matrix(self.rows, self.height_box.currentData(), self.width_box.currentData()))

    def _edit(self, y: int, x: int) -> None:
        item = self.table.item(y, x)
        rows = [list(row) for row in self.rows]
        sent = False
        try:
            rows[y][x] = to_number(item.text() if item is not None else "")
            sent = self.send(rows)
        except ValueError:
            self.show_refusal(self.tr("Expected a number, not “{0}”").format(item.text() if item else ""))
        if not sent and item is not None:
            blocked = self.table.blockSignals(True)
            item.setText(of_number(self.rows[y][x]))
            self.table.blockSignals(blocked)


def send_result(row: MatrixRow, make: Callable[[], Rows]) -> None:
    """Send what `make` makes of the matrix, or say below it why that cannot be."""
    try:
        result = make()
    except ParameterError as error:
        row.show_refusal(of_error(error))
        return
    row.send([list(each) for each in result])


def transform(row: MatrixRow, turn: Callable[[Rows], Rows]) -> None:
    """Put what `turn` makes of the matrix in its place."""
    send_result(row, lambda: turn(row.rows))


def copy_matrix(row: MatrixRow, style: str = "python_list") -> None:
    """Put the matrix on the clipboard as text."""
    QGuiApplication.clipboard().setText(matrices.STYLES[style](row.rows))


def from_clipboard(row: MatrixRow) -> Rows | None:
    """The matrix that the clipboard holds; None, and the reason below, if it holds none."""
    text = QGuiApplication.clipboard().text()
    try:
        return matrices.parse_matrix(text, row.param.largest)
    except ExpressionError as error:
        row.show_refusal(tr("The clipboard: {0}").format(in_place(text, error)))
        return None


def paste_matrix(row: MatrixRow) -> None:
    """Put the clipboard's matrix in place of this one."""
    rows = from_clipboard(row)
    if rows is not None:
        row.send([list(each) for each in rows])


def combine_with_clipboard(row: MatrixRow) -> None:
    rows = from_clipboard(row)
    if rows is not None:
        combine_matrix(row, rows)


def combine_matrix(row: MatrixRow, other: Rows) -> None:
    """Convolve the matrix with another: one step then does the work of both."""
    send_result(row, lambda: matrices.convolve_matrices(row.rows, other, row.param.largest))


def matrix_menu(row: MatrixRow) -> QMenu:
    """Return a menu of all operations on the matrix."""
    result = QMenu(row)
    turns: tuple[tuple[str, Callable[[Rows], Rows]], ...] = (
        (tr("&Normalise: divide by the sum"), matrices.normalise),
        (tr("Flip &left and right"), matrices.flip_horizontal),
        (tr("Flip &top and bottom"), matrices.flip_vertical),
        (tr("&Rotate by 90°"), matrices.rotate_90),
        (tr("Trans&pose"), matrices.transpose),
    )
    for text, turn in turns:
        _add(result, text, partial(transform, row, turn))
    result.addSeparator()
    with_what = result.addMenu(tr("&Combine with"))
    with_what.setToolTip(tr("One kernel that does what both do, one after the other"))
    for name, preset in row.param.presets:
        _add(with_what, in_words(name), partial(combine_matrix, row, preset))
    with_what.addSeparator()
    _add(with_what, tr("The kernel on the clipboard"), partial(combine_with_clipboard, row))
    result.addSeparator()
    _add(result, tr("&Frequency response…"), row.show_response)
    result.addSeparator()
    _add(result, tr("Edit as te&xt…"), row.show_text)
    as_what = result.addMenu(tr("Copy &as"))
    for style, words in styles().items():
        keys = "Ctrl+C" if style == "python_list" else ""
        _add(as_what, words, partial(copy_matrix, row, style), keys)
    _add(result, tr("Paste a &kernel"), partial(paste_matrix, row), "Ctrl+V")
    return result


def _add(menu: QMenu, text: str, do: Callable[[], object], keys: str = "") -> None:
    action = QAction(text, menu)
    if keys:
        action.setShortcut(QKeySequence(keys))
        action.setShortcutVisibleInContextMenu(True)
    action.triggered.connect(lambda _=False: do())
    menu.addAction(action)
