"""What one does to a matrix as a whole: turn it, combine it, take it out as text and in again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from jaxstudio.app.shared.text import in_words
from jaxstudio.errors import ExpressionError, ParameterError
from jaxstudio.pipeline import matrices, matrix_text
from jaxstudio.pipeline.matrices import Rows
from jaxstudio.pipeline.params import Matrix

if TYPE_CHECKING:
    from jaxstudio.app.image.matrix_editor import MatrixRow


def tr(text: str) -> str:
    return QCoreApplication.translate("MatrixMenu", text)


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
    line, column = matrix_text.place(text, error.start)
    return tr("Line {0}, column {1}: {2}").format(line, column, error)


def change(row: MatrixRow, make: Callable[[], Rows]) -> None:
    """Send what `make` makes of the matrix, or say below it why that cannot be."""
    try:
        made = make()
    except ParameterError as error:
        row.show_refusal(str(error))
        return
    row.send([list(each) for each in made])


def turned(row: MatrixRow, turn: Callable[[Rows], Rows]) -> None:
    """Put what `turn` makes of the matrix in its place."""
    change(row, lambda: turn(row.rows))


def copy(row: MatrixRow, style: str = "python_list") -> None:
    """Put the matrix on the clipboard as text."""
    QGuiApplication.clipboard().setText(matrix_text.STYLES[style](row.rows))


def from_clipboard(row: MatrixRow) -> Rows | None:
    """The matrix that the clipboard holds; None, and the reason below, if it holds none."""
    text = QGuiApplication.clipboard().text()
    assert isinstance(row.param, Matrix)
    try:
        return matrix_text.parsed(text, row.param.largest)
    except ExpressionError as error:
        row.show_refusal(tr("The clipboard: {0}").format(in_place(text, error)))
        return None


def paste(row: MatrixRow) -> None:
    """Put the clipboard's matrix in place of this one."""
    rows = from_clipboard(row)
    if rows is not None:
        row.send([list(each) for each in rows])


def combine_with_clipboard(row: MatrixRow) -> None:
    rows = from_clipboard(row)
    if rows is not None:
        combine(row, rows)


def combine(row: MatrixRow, other: Rows) -> None:
    """Put this matrix and another into one that does what both do, one after the other."""
    param = row.param
    assert isinstance(param, Matrix)
    change(row, lambda: matrices.combined(row.rows, other, param.largest))


def menu(row: MatrixRow) -> QMenu:
    """Everything, in a menu of its own."""
    made = QMenu(row)
    turns: tuple[tuple[str, Callable[[Rows], Rows]], ...] = (
        (tr("&Normalise: divide by the sum"), matrices.normalised),
        (tr("Flip &left and right"), matrices.flipped_across),
        (tr("Flip &top and bottom"), matrices.flipped_down),
        (tr("&Rotate by 90°"), matrices.rotated),
        (tr("Trans&pose"), matrices.transposed),
    )
    for text, turn in turns:
        _add(made, text, partial(turned, row, turn))
    made.addSeparator()
    with_what = made.addMenu(tr("&Combine with"))
    with_what.setToolTip(tr("One kernel that does what both do, one after the other"))
    assert isinstance(row.param, Matrix)
    for name, preset in row.param.presets:
        _add(with_what, in_words(name), partial(combine, row, preset))
    with_what.addSeparator()
    _add(with_what, tr("The kernel on the clipboard"), partial(combine_with_clipboard, row))
    made.addSeparator()
    _add(made, tr("&Frequency response…"), row.show_response)
    made.addSeparator()
    _add(made, tr("Edit as te&xt…"), row.show_text)
    as_what = made.addMenu(tr("Copy &as"))
    for style, words in styles().items():
        keys = "Ctrl+C" if style == "python_list" else ""
        _add(as_what, words, partial(copy, row, style), keys)
    _add(made, tr("Paste a &kernel"), partial(paste, row), "Ctrl+V")
    return made


def _add(menu: QMenu, text: str, do: Callable[[], object], keys: str = "") -> None:
    action = QAction(text, menu)
    if keys:
        action.setShortcut(QKeySequence(keys))
        action.setShortcutVisibleInContextMenu(True)
    action.triggered.connect(lambda _=False: do())
    menu.addAction(action)
