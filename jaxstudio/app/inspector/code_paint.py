"""Paints the lines of a code view that are in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPalette, QPen, QPolygonF

from jaxstudio.app.inspector.word_colours import accent, link_colour, tint_colour, word_colour
from jaxstudio.app.plot.colours import faded, is_dark, theme_palette
from jaxstudio.ir.text_view.tokens import Token, Word

if TYPE_CHECKING:
    from jaxstudio.app.inspector.code_view import CodeView

HUE_PX = 3
Role = QPalette.ColorRole


def paint_lines(view: CodeView) -> None:
    """Paint what is in sight: grounds, words, then the margin over what was scrolled under it."""
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


def _paint_ground(painter: QPainter, view: CodeView, line: int, y: int) -> None:
    whole = QRectF(0, y, view.viewport().width(), view.row_px)
    if view.shown.tints is not None and view.shown.tints[line - 1]:
        painter.fillRect(whole, tint_colour(int(view.shown.tints[line - 1])))
    if _holds(view.linked, line):
        painter.fillRect(whole, accent(0.18))
    if _holds(view.picked, line):
        painter.fillRect(whole, accent(0.30))
    if line == view.line and view.hasFocus():
        painter.setPen(QPen(accent(0.6), 1))
        painter.drawRect(whole.adjusted(view.margin - 4, 0.5, -1, -0.5))
    for first, start, last, end in view.spans[view.spans[:, 0] == line].tolist():
        stop = end if last == first else len(view.shown.lines[line - 1])
        painter.fillRect(_columns(view, start, stop, y), accent(0.45))
    for hit in view.hits_on(line):
        colour = theme_palette().color(Role.BrightText) if hit == view.hit else hit_colour()
        painter.fillRect(
            _columns(view, hit.start, hit.end, y), faded(colour, 0.45 if hit == view.hit else 0.3)
        )
    taken = view.taken.columns(line, len(view.shown.lines[line - 1]))
    if taken is not None:
        painter.fillRect(_columns(view, *taken, y), accent(0.4))


def hit_colour() -> QColor:
    """The ground of what a search found, in both themes."""
    return QColor("#e0a800")


def _columns(view: CodeView, start: int, end: int, y: int) -> QRectF:
    left = view.margin - view.horizontalScrollBar().value() + start * view.advance
    return QRectF(left, y, (end - start) * view.advance, view.row_px)


def inks(text: str, words: Sequence[Token]) -> list[tuple[Word | None, int, str]]:
    """What is drawn of a line: kind of word (None between words), column, text.

    All words of a kind are one text with spaces between: each call of the painter lets a thread that
    computes take its turn. A line with letters of other widths is drawn word by word.
    """
    found: list[tuple[Word | None, int, str]] = []
    position = 0
    for word in words:
        found += [
            (None, position, text[position : word.start]),
            (word.word, word.start, text[word.start : word.end]),
        ]
        position = word.end
    found = [each for each in (*found, (None, position, text[position:])) if each[2].strip()]
    if not text.isascii():
        return found
    together: dict[Word | None, tuple[int, list[str], int]] = {}
    for kind, start, part in found:
        first, parts, end = together.get(kind, (start, [], start))
        parts += [" " * (start - end), part]
        together[kind] = first, parts, start + len(part)
    return [(kind, first, "".join(parts)) for kind, (first, parts, _) in together.items()]


def _paint_words(painter: QPainter, view: CodeView, line: int, y: int, ascent: float) -> None:
    """Only the columns in sight."""
    left = view.margin - view.horizontalScrollBar().value()
    first = max(int(-(left - view.margin) / view.advance) - 1, 0)
    last = first + int(view.viewport().width() / view.advance) + 2
    base = y + ascent + 1
    for kind, start, text in view.inks(line):
        part = text[max(first - start, 0) : max(last - start, 0)]
        if part.strip():
            painter.setPen(word_colour(kind))
            painter.drawText(QPointF(left + max(start, first) * view.advance, base), part)
    if line in view.rows.folded:
        fold = view.rows.fold_at[line]
        painter.setPen(theme_palette().color(Role.PlaceholderText))
        width = len(view.shown.lines[line - 1])
        at = QPointF(left + (min(width, last) + 1) * view.advance, base)
        painter.drawText(at, view.tr("⋯ {0} lines").format(fold.last - fold.first))


def _paint_margin(painter: QPainter, view: CodeView, line: int, y: int, palette: QPalette) -> None:
    number = view.shown.number(line)
    marked = _holds(view.linked, line) or _holds(view.picked, line)
    if marked:
        painter.fillRect(QRectF(0, y, view.margin - 4, view.row_px), accent(0.18))
    if view.hues is not None and number < len(view.hues) and view.hues[number] >= 0:
        colour = link_colour(int(view.hues[number]), is_dark())
        painter.fillRect(QRectF(0, y, HUE_PX, view.row_px), colour)
    if number:
        painter.setPen(palette.color(Role.Text if marked else Role.PlaceholderText))
        box = QRectF(HUE_PX, y, view.number_px - HUE_PX - 6, view.row_px)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(number))
    if line in view.rows.fold_at:
        _paint_arrow(painter, view, line, y, palette)


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
