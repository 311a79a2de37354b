"""Paints rows of a text: ground, tokens, links, hits, and in the margin its number, colours and times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple, Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette, QPen
from PySide6.QtWidgets import QScrollBar, QWidget

from jaxstudio.app.inspector.text_model import LineColours, Rows, TextModel, TextSelection
from jaxstudio.app.shared.colours import (
    accent,
    faded,
    is_dark,
    link_colour,
    theme_palette,
    tint_colour,
    token_colour,
)
from jaxstudio.app.shared.text import tr
from jaxstudio.ir.text_view.search import Hit
from jaxstudio.ir.text_view.tokens import TokenKind

HUE_PX, HEAT_PX, FOLD_PX, MARK_PX, LEAST_SHARE, MOST_MARKS = 3, 64, 16, 5, 0.005, 500
TINT, LIT = 0.13, 0.13  # how opaque the colour of a line's origin is, and that of what the mouse is over
HIT, HEAT = "#e0a800", "#f0701a"  # in both themes
Role = QPalette.ColorRole


class Painted(Protocol):
    """What the painter reads of a view of a text (`CodeCanvas`)."""

    model: TextModel
    rows: Rows
    colours: LineColours
    line: int
    lit: np.ndarray
    linked: np.ndarray
    picked: np.ndarray
    spans: np.ndarray
    selection: TextSelection
    hit: Hit | None
    margin: int
    number_px: int
    row_px: int
    advance: float

    @property
    def text_runs(self) -> Callable[[int], list[tuple[TokenKind | None, int, str]]]: ...
    def hits_on(self, line: int) -> list[Hit]: ...
    def hasFocus(self) -> bool: ...
    def font(self) -> QFont: ...
    def viewport(self) -> QWidget: ...
    def verticalScrollBar(self) -> QScrollBar: ...
    def horizontalScrollBar(self) -> QScrollBar: ...


class _Theme(NamedTuple):
    """The colours of the theme, read once for all rows."""

    dark: bool
    base: QColor
    text: QColor
    quiet: QColor
    lit: QColor
    linked: QColor
    picked: QColor
    token: Callable[[TokenKind | None], QColor]
    ground: Callable[[int], QColor]  # of a line whose first origin has this number


def _theme() -> _Theme:
    palette, dark = theme_palette(), is_dark()
    text = palette.color(Role.Text)
    return _Theme(
        dark, palette.color(Role.Base), text, palette.color(Role.PlaceholderText), faded(text, LIT),
        accent(0.18), accent(0.30), cache(token_colour),
        cache(lambda hue: faded(link_colour(hue, dark), TINT)),
    )  # fmt: skip


class _Marks(NamedTuple):
    """The visible lines that are lit, linked and picked."""

    lit: set[int]
    linked: set[int]
    picked: set[int]


class _Line(NamedTuple):
    """A visible line, its number and colours in the whole text, and where it is painted."""

    line: int
    number: int
    hues: list[int]
    y: int


class RowPainter:
    """Paints rows of a text: the ground, the tokens, then the margin over horizontally scrolled text."""

    def __init__(self, painter: QPainter, view: Painted, count: int) -> None:
        self.painter, self.view, self.theme = painter, view, _theme()
        top = view.verticalScrollBar().value()
        self.lines = [view.rows.line(top + place) for place in range(min(count, len(view.rows) - top))]
        self.marks = _Marks(*(_among(each, self.lines) for each in (view.lit, view.linked, view.picked)))
        self.ascent = QFontMetricsF(view.font()).ascent()
        painter.setFont(view.font())

    def paint(self, place: int) -> None:
        """Paint the row at this place of the window, counted from 0."""
        painter, view, theme = self.painter, self.view, self.theme
        y = place * view.row_px
        painter.fillRect(0, y, view.viewport().width(), view.row_px, theme.base)
        if place >= len(self.lines):
            return
        number = view.model.number(self.lines[place])
        row = _Line(self.lines[place], number, view.colours.of(number), y)
        _paint_ground(painter, view, row, self.marks, theme)
        _paint_words(painter, view, row.line, y, self.ascent, theme)
        painter.fillRect(0, y, view.margin - 4, view.row_px, theme.base)
        _paint_margin(painter, view, row, self.marks, theme)
        if view.colours.heat is not None:
            _paint_heat(painter, view, row, theme)


def _among(marked: np.ndarray, lines: Sequence[int]) -> set[int]:
    """The marked lines, in ascending order, from the first to the last visible one."""
    if not lines or not len(marked):
        return set()
    return set(marked[np.searchsorted(marked, lines[0]) : np.searchsorted(marked, lines[-1] + 1)].tolist())


def _paint_ground(painter: QPainter, view: Painted, at: _Line, marks: _Marks, theme: _Theme) -> None:
    line, y = at.line, at.y
    whole = QRectF(0, y, view.viewport().width(), view.row_px)
    if at.hues and view.colours.tinted:
        painter.fillRect(whole, theme.ground(at.hues[0]))
    if line in marks.lit:
        painter.fillRect(whole, theme.lit)
    if view.model.line_changes is not None and view.model.line_changes[line - 1]:
        painter.fillRect(whole, tint_colour(int(view.model.line_changes[line - 1])))
    if line in marks.linked:
        painter.fillRect(whole, theme.linked)
    if line in marks.picked:
        painter.fillRect(whole, theme.picked)
    if line == view.line and view.hasFocus():
        painter.setPen(QPen(accent(0.6), 1))
        painter.drawRect(whole.adjusted(view.margin - 4, 0.5, -1, -0.5))
    if len(view.spans):
        for first, start, last, end in view.spans[view.spans[:, 0] == line].tolist():
            stop = end if last == first else len(view.model.lines[line - 1])
            painter.fillRect(_columns(view, start, stop, y), accent(0.45))
    for hit in view.hits_on(line):
        colour = theme_palette().color(Role.BrightText) if hit == view.hit else QColor(HIT)
        painter.fillRect(
            _columns(view, hit.start, hit.end, y), faded(colour, 0.45 if hit == view.hit else 0.3)
        )
    if view.selection:
        selection = view.selection.columns(line, len(view.model.lines[line - 1]))
        if selection is not None:
            painter.fillRect(_columns(view, *selection, y), accent(0.4))


def _columns(view: Painted, start: int, end: int, y: int) -> QRectF:
    left = view.margin - view.horizontalScrollBar().value() + start * view.advance
    return QRectF(left, y, (end - start) * view.advance, view.row_px)


def _paint_words(painter: QPainter, view: Painted, line: int, y: int, ascent: float, theme: _Theme) -> None:
    """Paint the visible columns of a line."""
    left = view.margin - view.horizontalScrollBar().value()
    first = max(int(-(left - view.margin) / view.advance) - 1, 0)
    last = first + int(view.viewport().width() / view.advance) + 2
    base = y + ascent + 1
    for kind, start, text in view.text_runs(line):
        part = text[max(first - start, 0) : max(last - start, 0)]
        if part.strip():
            painter.setPen(theme.token(kind))
            painter.drawText(QPointF(left + max(start, first) * view.advance, base), part)
    if line in view.rows.folded:
        fold = view.rows.fold_at[line]
        painter.setPen(theme.quiet)
        width = len(view.model.lines[line - 1])
        at = QPointF(left + (min(width, last) + 1) * view.advance, base)
        painter.drawText(at, tr("⋯ {0} lines").format(fold.last - fold.first))


def _paint_margin(painter: QPainter, view: Painted, at: _Line, marks: _Marks, theme: _Theme) -> None:
    line, y = at.line, at.y
    marked = line in marks.linked or line in marks.picked
    if marked:
        painter.fillRect(QRectF(0, y, view.margin - 4, view.row_px), theme.linked)
    for place, hue in enumerate(at.hues):
        part = view.row_px / len(at.hues)
        painter.fillRect(QRectF(0, y + place * part, HUE_PX, part), link_colour(hue, theme.dark))
    if at.number > 0:
        painter.setPen(theme.text if marked else theme.quiet)
        box = QRectF(HUE_PX, y, view.number_px - HUE_PX - 6, view.row_px)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(at.number))
    if line in view.rows.fold_at:
        painter.setPen(theme.quiet)
        box = QRectF(view.number_px - 3, y, FOLD_PX, view.row_px)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "▸" if line in view.rows.folded else "▾")


def _paint_heat(painter: QPainter, view: Painted, at: _Line, theme: _Theme) -> None:
    """A bar as long as the line's share of a run, and the share in percent."""
    share = view.colours.share(at.number)
    if share <= 0:
        return
    box = QRectF(view.margin - HEAT_PX, at.y, HEAT_PX - 8, view.row_px)
    painter.fillRect(
        QRectF(box.left(), at.y + 1, box.width() * min(share, 1.0), view.row_px - 2),
        faded(QColor(HEAT), 0.55),
    )
    if share >= LEAST_SHARE:
        painter.setPen(theme.text)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{share:.0%} ")


def paint_partners(painter: QPainter, view: Painted) -> None:
    """Marks at the right edge where the linked lines stand in the whole text."""
    size, height, right = max(len(view.rows), 1), view.viewport().height(), view.viewport().width()
    lit = faded(theme_palette().color(Role.Text), 0.5)
    for lines, colour in ((view.lit, lit), (view.linked, accent(1.0))):
        for line in lines[:: len(lines) // MOST_MARKS + 1].tolist():
            y = round(view.rows.row(line) * height / size)
            painter.fillRect(right - MARK_PX, y, MARK_PX, MARK_PX - 2, colour)
