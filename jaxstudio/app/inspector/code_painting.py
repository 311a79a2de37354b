"""Paints the visible lines of a code view: grounds, words, the margin with colours and times, marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPalette, QPen, QPolygonF

from jaxstudio.app.inspector.word_colours import accent, link_colour, tint_colour, token_colour
from jaxstudio.app.plot.colours import faded, is_dark, theme_palette
from jaxstudio.app.shared.text import tr
from jaxstudio.ir.text_view.tokens import Token, TokenKind

if TYPE_CHECKING:
    from jaxstudio.app.inspector.code_view import CodeView

HUE_PX, HEAT_PX, MARK_PX = 3, 64, 5
TINT, LIT = 0.13, 0.13  # how opaque the colour of a line's origin is, and that of what the mouse is over
LEAST_SHARE, MOST_MARKS = 0.005, 500
Role = QPalette.ColorRole


def paint_lines(view: CodeView) -> None:
    """Paint the visible lines: backgrounds, tokens, then the margin over horizontally scrolled text."""
    painter = QPainter(view.viewport())
    palette = theme_palette()
    painter.fillRect(view.viewport().rect(), palette.color(Role.Base))
    painter.setFont(view.font())
    top = view.verticalScrollBar().value()
    count = min(view.viewport().height() // view.row_px + 2, len(view.rows) - top)
    lines = [view.rows.line(top + place) for place in range(max(count, 0))]
    ascent = QFontMetricsF(view.font()).ascent()
    for place, line in enumerate(lines):
        _paint_ground(painter, view, line, place * view.row_px)
        _paint_words(painter, view, line, place * view.row_px, ascent)
    painter.fillRect(0, 0, view.margin - 4, view.viewport().height(), palette.color(Role.Base))
    for place, line in enumerate(lines):
        _paint_margin(painter, view, line, place * view.row_px, palette)
        if view.heat is not None:
            _paint_heat(painter, view, line, place * view.row_px, palette)
    _paint_partners(painter, view)


def _paint_ground(painter: QPainter, view: CodeView, line: int, y: int) -> None:
    whole = QRectF(0, y, view.viewport().width(), view.row_px)
    hues = view.hues_of(line) if view.tinted else []
    if hues:
        painter.fillRect(whole, faded(link_colour(hues[0], is_dark()), TINT))
    if _holds(view.lit, line):
        painter.fillRect(whole, faded(theme_palette().color(Role.Text), LIT))
    if view.model.line_changes is not None and view.model.line_changes[line - 1]:
        painter.fillRect(whole, tint_colour(int(view.model.line_changes[line - 1])))
    if _holds(view.linked, line):
        painter.fillRect(whole, accent(0.18))
    if _holds(view.picked, line):
        painter.fillRect(whole, accent(0.30))
    if line == view.line and view.hasFocus():
        painter.setPen(QPen(accent(0.6), 1))
        painter.drawRect(whole.adjusted(view.margin - 4, 0.5, -1, -0.5))
    for first, start, last, end in view.spans[view.spans[:, 0] == line].tolist():
        stop = end if last == first else len(view.model.lines[line - 1])
        painter.fillRect(_columns(view, start, stop, y), accent(0.45))
    for hit in view.hits_on(line):
        colour = theme_palette().color(Role.BrightText) if hit == view.hit else hit_colour()
        painter.fillRect(
            _columns(view, hit.start, hit.end, y), faded(colour, 0.45 if hit == view.hit else 0.3)
        )
    selection = view.selection.columns(line, len(view.model.lines[line - 1]))
    if selection is not None:
        painter.fillRect(_columns(view, *selection, y), accent(0.4))


def hit_colour() -> QColor:
    """The ground of what a search found, in both themes."""
    return QColor("#e0a800")


def _columns(view: CodeView, start: int, end: int, y: int) -> QRectF:
    left = view.margin - view.horizontalScrollBar().value() + start * view.advance
    return QRectF(left, y, (end - start) * view.advance, view.row_px)


def text_runs(text: str, line_tokens: Sequence[Token]) -> list[tuple[TokenKind | None, int, str]]:
    """The runs of text to draw for a line: token kind (None between tokens), column, text.

    All tokens of a kind are one run with spaces between: each call of the painter lets a thread that
    computes take its turn. A line with letters of other widths is drawn token by token.
    """
    runs: list[tuple[TokenKind | None, int, str]] = []
    position = 0
    for token in line_tokens:
        runs += [
            (None, position, text[position : token.start]),
            (token.kind, token.start, text[token.start : token.end]),
        ]
        position = token.end
    runs = [each for each in (*runs, (None, position, text[position:])) if each[2].strip()]
    if not text.isascii():
        return runs
    together: dict[TokenKind | None, tuple[int, list[str], int]] = {}
    for kind, start, part in runs:
        first, parts, end = together.get(kind, (start, [], start))
        parts += [" " * (start - end), part]
        together[kind] = first, parts, start + len(part)
    return [(kind, first, "".join(parts)) for kind, (first, parts, _) in together.items()]


def _paint_words(painter: QPainter, view: CodeView, line: int, y: int, ascent: float) -> None:
    """Paint the visible columns of a line."""
    left = view.margin - view.horizontalScrollBar().value()
    first = max(int(-(left - view.margin) / view.advance) - 1, 0)
    last = first + int(view.viewport().width() / view.advance) + 2
    base = y + ascent + 1
    for kind, start, text in view.text_runs(line):
        part = text[max(first - start, 0) : max(last - start, 0)]
        if part.strip():
            painter.setPen(token_colour(kind))
            painter.drawText(QPointF(left + max(start, first) * view.advance, base), part)
    if line in view.rows.folded:
        fold = view.rows.fold_at[line]
        painter.setPen(theme_palette().color(Role.PlaceholderText))
        width = len(view.model.lines[line - 1])
        at = QPointF(left + (min(width, last) + 1) * view.advance, base)
        painter.drawText(at, tr("⋯ {0} lines").format(fold.last - fold.first))


def _paint_margin(painter: QPainter, view: CodeView, line: int, y: int, palette: QPalette) -> None:
    number = view.model.number(line)
    marked = _holds(view.linked, line) or _holds(view.picked, line)
    if marked:
        painter.fillRect(QRectF(0, y, view.margin - 4, view.row_px), accent(0.18))
    hues = view.hues_of(line)
    for place, hue in enumerate(hues):
        part = view.row_px / len(hues)
        painter.fillRect(QRectF(0, y + place * part, HUE_PX, part), link_colour(hue, is_dark()))
    if number:
        painter.setPen(palette.color(Role.Text if marked else Role.PlaceholderText))
        box = QRectF(HUE_PX, y, view.number_px - HUE_PX - 6, view.row_px)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(number))
    if line in view.rows.fold_at:
        _paint_arrow(painter, view, line, y, palette)


def _paint_heat(painter: QPainter, view: CodeView, line: int, y: int, palette: QPalette) -> None:
    """A bar as long as the line's share of a run, and the share in percent."""
    share = view.heat_of(line)
    if share <= 0:
        return
    box = QRectF(view.margin - HEAT_PX, y, HEAT_PX - 8, view.row_px)
    painter.fillRect(QRectF(box.left(), y + 1, box.width() * min(share, 1.0), view.row_px - 2), heat_colour())
    if share >= LEAST_SHARE:
        painter.setPen(palette.color(Role.Text))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{share:.0%} ")


def heat_colour() -> QColor:
    """The bar of a line's time, in both themes."""
    return faded(QColor("#f0701a"), 0.55)


def _paint_partners(painter: QPainter, view: CodeView) -> None:
    """Marks at the right edge where the linked lines stand in the whole text."""
    size, height, right = max(len(view.rows), 1), view.viewport().height(), view.viewport().width()
    for lines, colour in (
        (view.lit, faded(theme_palette().color(Role.Text), 0.5)),
        (view.linked, accent(1.0)),
    ):
        for line in lines[:MOST_MARKS].tolist():
            y = round(view.rows.row(line) * height / size)
            painter.fillRect(right - MARK_PX, y, MARK_PX, MARK_PX - 2, colour)


def _paint_arrow(painter: QPainter, view: CodeView, line: int, y: int, palette: QPalette) -> None:
    x, middle = view.number_px + 5.0, y + view.row_px / 2
    if line in view.rows.folded:
        corners = [QPointF(x - 2, middle - 4), QPointF(x + 3, middle), QPointF(x - 2, middle + 4)]
    else:
        corners = [QPointF(x - 4, middle - 2), QPointF(x, middle + 3), QPointF(x + 4, middle - 2)]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(palette.color(Role.PlaceholderText))
    painter.drawPolygon(QPolygonF(corners))
    painter.restore()


def _holds(lines: np.ndarray, line: int) -> bool:
    place = int(np.searchsorted(lines, line))
    return place < len(lines) and int(lines[place]) == line
