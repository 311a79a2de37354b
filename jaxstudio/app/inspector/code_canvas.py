"""Lays out and paints only the visible lines of a text, so that a million open as quickly as ten."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from jaxstudio.app.inspector.scheduling import painting
from jaxstudio.app.inspector.text_model import (
    LineColours,
    Place,
    Rows,
    TextModel,
    TextSelection,
    text_runs,
    visible_hits,
)
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
from jaxstudio.ir.links.index import NO_LINES, NO_SPANS
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.text_view.search import Hit
from jaxstudio.ir.text_view.tokens import PLAIN, TokenKind, tokens

HUE_PX, HEAT_PX, FOLD_PX, PAD_PX, MARK_PX, LEAST_SHARE, MOST_MARKS = 3, 64, 16, 8, 5, 0.005, 500
TINT, LIT = 0.13, 0.13  # how opaque the colour of a line's origin is, and that of what the mouse is over
DIMMED = 0.55  # how opaque a text is covered that waits for the next one
HIT, HEAT = "#e0a800", "#f0701a"  # in both themes
Role = QPalette.ColorRole


class _Look(NamedTuple):
    """The colours of the theme, looked up once for all lines."""

    dark: bool
    base: QColor
    text: QColor
    quiet: QColor
    lit: QColor
    linked: QColor
    picked: QColor
    token: Callable[[TokenKind | None], QColor]
    ground: Callable[[int], QColor]  # of a line whose first origin has this number


def _look() -> _Look:
    palette, dark = theme_palette(), is_dark()
    text = palette.color(Role.Text)
    return _Look(
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


def paint_lines(painter: QPainter, view: CodeCanvas) -> None:
    """Paint the visible lines: backgrounds, tokens, then the margin over horizontally scrolled text."""
    look, room = _look(), view.viewport().rect()
    painter.fillRect(room, look.base)
    painter.setFont(view.font())
    top = view.verticalScrollBar().value()
    count = min(room.height() // view.row_px + 2, len(view.rows) - top)
    shown = [view.rows.line(top + place) for place in range(max(count, 0))]
    ascent = QFontMetricsF(view.font()).ascent()
    marks = _Marks(*(_among(each, shown) for each in (view.lit, view.linked, view.picked)))
    lines = []
    for place, line in enumerate(shown):
        number = view.model.number(line)
        lines.append(_Line(line, number, view.colours.of(number), place * view.row_px))
    for each in lines:
        _paint_ground(painter, view, each, marks, look)
        _paint_words(painter, view, each.line, each.y, ascent, look)
    painter.fillRect(0, 0, view.margin - 4, room.height(), look.base)
    for each in lines:
        _paint_margin(painter, view, each, marks, look)
        if view.colours.heat is not None:
            _paint_heat(painter, view, each, look)


def _among(marked: np.ndarray, lines: Sequence[int]) -> set[int]:
    """The marked lines, in ascending order, from the first to the last visible one."""
    if not lines or not len(marked):
        return set()
    return set(marked[np.searchsorted(marked, lines[0]) : np.searchsorted(marked, lines[-1] + 1)].tolist())


def _paint_ground(painter: QPainter, view: CodeCanvas, at: _Line, marks: _Marks, look: _Look) -> None:
    line, y = at.line, at.y
    whole = QRectF(0, y, view.viewport().width(), view.row_px)
    if at.hues and view.colours.tinted:
        painter.fillRect(whole, look.ground(at.hues[0]))
    if line in marks.lit:
        painter.fillRect(whole, look.lit)
    if view.model.line_changes is not None and view.model.line_changes[line - 1]:
        painter.fillRect(whole, tint_colour(int(view.model.line_changes[line - 1])))
    if line in marks.linked:
        painter.fillRect(whole, look.linked)
    if line in marks.picked:
        painter.fillRect(whole, look.picked)
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


def _columns(view: CodeCanvas, start: int, end: int, y: int) -> QRectF:
    left = view.margin - view.horizontalScrollBar().value() + start * view.advance
    return QRectF(left, y, (end - start) * view.advance, view.row_px)


def _paint_words(painter: QPainter, view: CodeCanvas, line: int, y: int, ascent: float, look: _Look) -> None:
    """Paint the visible columns of a line."""
    left = view.margin - view.horizontalScrollBar().value()
    first = max(int(-(left - view.margin) / view.advance) - 1, 0)
    last = first + int(view.viewport().width() / view.advance) + 2
    base = y + ascent + 1
    for kind, start, text in view.text_runs(line):
        part = text[max(first - start, 0) : max(last - start, 0)]
        if part.strip():
            painter.setPen(look.token(kind))
            painter.drawText(QPointF(left + max(start, first) * view.advance, base), part)
    if line in view.rows.folded:
        fold = view.rows.fold_at[line]
        painter.setPen(look.quiet)
        width = len(view.model.lines[line - 1])
        at = QPointF(left + (min(width, last) + 1) * view.advance, base)
        painter.drawText(at, tr("⋯ {0} lines").format(fold.last - fold.first))


def _paint_margin(painter: QPainter, view: CodeCanvas, at: _Line, marks: _Marks, look: _Look) -> None:
    line, y = at.line, at.y
    marked = line in marks.linked or line in marks.picked
    if marked:
        painter.fillRect(QRectF(0, y, view.margin - 4, view.row_px), look.linked)
    for place, hue in enumerate(at.hues):
        part = view.row_px / len(at.hues)
        painter.fillRect(QRectF(0, y + place * part, HUE_PX, part), link_colour(hue, look.dark))
    if at.number > 0:
        painter.setPen(look.text if marked else look.quiet)
        box = QRectF(HUE_PX, y, view.number_px - HUE_PX - 6, view.row_px)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(at.number))
    if line in view.rows.fold_at:
        painter.setPen(look.quiet)
        box = QRectF(view.number_px - 3, y, FOLD_PX, view.row_px)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "▸" if line in view.rows.folded else "▾")


def _paint_heat(painter: QPainter, view: CodeCanvas, at: _Line, look: _Look) -> None:
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
        painter.setPen(look.text)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{share:.0%} ")


def _paint_partners(painter: QPainter, view: CodeCanvas) -> None:
    """Marks at the right edge where the linked lines stand in the whole text."""
    size, height, right = max(len(view.rows), 1), view.viewport().height(), view.viewport().width()
    lit = faded(theme_palette().color(Role.Text), 0.5)
    for lines, colour in ((view.lit, lit), (view.linked, accent(1.0))):
        for line in lines[:: len(lines) // MOST_MARKS + 1].tolist():
            y = round(view.rows.row(line) * height / size)
            painter.fillRect(right - MARK_PX, y, MARK_PX, MARK_PX - 2, colour)


MOST_COLOURED = 4_000  # characters of a line
EMPTY_MODEL = TextModel(Stage("", Kind.SOURCE, Language.TEXT, ""), ())


class CodeCanvas(QAbstractScrollArea):
    """Lays out and paints one text, with its links, colours, times, hits and folds."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setObjectName("code")
        self.setFrameShape(QFrame.Shape.NoFrame)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(max(self.font().pointSizeF() - 0.5, 8.0))
        self.setFont(font)
        self.model = EMPTY_MODEL
        self.rows = Rows(0)
        self.line = 1
        self.linked = self.picked = self.lit = NO_LINES
        self.spans: np.ndarray = NO_SPANS
        self.colours = LineColours()
        self.dimmed = False
        self.about_heat: Callable[[int], str] = lambda line: ""
        self._hits: dict[int, list[Hit]] = {}
        self.hit: Hit | None = None
        self.selection = TextSelection()
        self._widest = 0
        self._picture: QPixmap | None = None
        self.text_runs = lru_cache(maxsize=4_000)(self._text_runs)
        self._measure()

    # What is shown

    def show_text(self, model: TextModel, *, keep: bool = False) -> None:
        """Show another text from its top, or with `keep` the same one filtered otherwise, where it was."""
        at = self.model.number(self.line) if keep and self.model.lines else 1
        self.model = model
        self.rows = Rows(len(model.lines), model.folds)
        self.linked = self.picked = self.lit = NO_LINES
        self.spans = NO_SPANS
        self.colours = LineColours()
        self._hits, self.hit = {}, None
        self.selection = TextSelection()
        self.text_runs.cache_clear()
        self._widest = model.widest
        self._measure()
        self.reach()
        found = model.lines_of(np.array([at]))
        self.line = int(found[0]) if len(found) else 1
        self.horizontalScrollBar().setValue(0)
        if keep:
            self.reveal(self.line)
        else:
            self.verticalScrollBar().setValue(0)
        self.redraw()

    def show_links(self, picked: np.ndarray, linked: np.ndarray, spans: np.ndarray = NO_SPANS) -> None:
        """Mark lines of the whole text: the clicked ones, and the partners of a click in another text.

        `spans`, as a parser gives them, are the columns of it in a source, whose text is never filtered.
        """
        self.spans = spans if self.model.stage.kind is Kind.SOURCE else NO_SPANS
        self.picked, self.linked = (np.sort(self.model.lines_of(lines)) for lines in (picked, linked))
        self.redraw()

    def show_hues(self, hues: np.ndarray | None, tinted: bool = False) -> None:
        """Colour the margin of each line of the whole text, with `tinted` its ground too."""
        self.colours.hues, self.colours.tinted, self.lit = hues, tinted, NO_LINES
        self.redraw()

    def dim(self, dimmed: bool) -> None:
        """Gray the text as outdated, or show it as valid."""
        if dimmed != self.dimmed:
            self.dimmed = dimmed
            self.viewport().update()

    def light(self, hues: Sequence[int]) -> None:
        """Light the lines that have one of these colours."""
        lit = np.sort(self.model.lines_of(self.colours.lines_with(hues)))
        if not np.array_equal(lit, self.lit):
            self.lit = lit
            self.redraw()

    def show_heat(self, values: np.ndarray | None, total: float, about: Callable[[int], str]) -> None:
        """Show beside each line of the whole text its part of a run's total; `about` says more of a line."""
        self.colours.heat, self.colours.total, self.about_heat = values, total, about
        self._measure()
        self.reach()
        self.redraw()

    def show_hits(self, hits: dict[int, list[Hit]]) -> None:
        """Mark the hits of a search, by lines of the whole text."""
        self._hits, self.hit = hits, None
        self.redraw()

    def hits_on(self, line: int) -> list[Hit]:
        """Return the search's hits on a shown line."""
        found = self._hits.get(self.model.number(line))
        return visible_hits(found, self.model) if found else []

    def go_to_hit(self, hit: Hit) -> None:
        self.hit, self.line = hit, hit.line
        self.reveal(hit.line, hit.start)

    def go_to_linked(self) -> None:
        """Scroll to the linked line that takes most of a run, or else to the first unless one is visible."""
        shares = {line: self.colours.share(self.model.number(line)) for line in self.linked[:2_000].tolist()}
        most = max(shares, key=shares.__getitem__, default=None)
        if most is not None and (shares[most] or not any(map(self._in_sight, self.linked[:200].tolist()))):
            self.reveal(most)

    def reveal(self, line: int, column: int = 0) -> None:
        """Unfold and scroll so that a line is visible."""
        if self.rows.hidden(line):
            self.rows.reveal(line)
            self.reach()
        row, page = self.rows.row(line), self.page_rows
        bar = self.verticalScrollBar()
        if not bar.value() <= row < bar.value() + page:
            bar.setValue(max(row - page // 3, 0))
        x, bar = round(column * self.advance), self.horizontalScrollBar()
        if not bar.value() <= x <= bar.value() + self._code_width() - 40:
            bar.setValue(max(x - self._code_width() // 2, 0))
        self.redraw()

    # Geometry

    @property
    def page_rows(self) -> int:
        return max(self.viewport().height() // self.row_px, 1)

    def _measure(self) -> None:
        metrics = QFontMetricsF(self.font())
        self.advance = metrics.horizontalAdvance("m")
        self.row_px = round(metrics.height()) + 2
        numbers = self.model.number(len(self.model.lines)) if self.model.lines else 0
        if self.model.numbers is not None and len(self.model.numbers):
            numbers = int(self.model.numbers.max())
        self.number_px = round(self.advance * max(len(str(numbers)), 2)) + 2 * PAD_PX
        self.margin = self.number_px + FOLD_PX + (HEAT_PX if self.colours.heat is not None else 0)

    def reach(self) -> None:
        """Set how far one can scroll."""
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setPageStep(self.page_rows)
        vertical.setRange(0, max(len(self.rows) - self.page_rows, 0))
        width = self._code_width()
        horizontal.setPageStep(width)
        horizontal.setSingleStep(round(self.advance * 4))
        horizontal.setRange(0, max(round((self._widest + 2) * self.advance) - width, 0))

    def _code_width(self) -> int:
        return max(self.viewport().width() - self.margin, 1)

    def _in_sight(self, line: int) -> bool:
        top = self.verticalScrollBar().value()
        return not self.rows.hidden(line) and top <= self.rows.row(line) < top + self.page_rows

    def place_at(self, point: QPoint) -> Place:
        """The line and column under a point of the viewport."""
        row = self.verticalScrollBar().value() + point.y() // self.row_px
        line = self.rows.line(min(max(row, 0), max(len(self.rows) - 1, 0))) if len(self.rows) else 1
        x = point.x() - self.margin + self.horizontalScrollBar().value()
        column = max(int(x / self.advance), 0)
        text = self.model.lines[line - 1] if self.model.lines else ""
        return line, min(column, len(text))

    def _text_runs(self, line: int) -> list[tuple[TokenKind | None, int, str]]:
        text = self.model.lines[line - 1]
        if len(text) > MOST_COLOURED:
            return [(None, 0, text)]
        state = self.model.states[line - 1] if self.model.states else PLAIN
        return text_runs(text, tokens(text, self.model.stage.language, state)[0])

    # Qt

    def redraw(self) -> None:
        """Paint the lines again: what they show has changed."""
        self._picture = None
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._picture = None  # the theme, the font, the scale of the screen

    def paintEvent(self, event: QPaintEvent) -> None:
        with painting():
            painter = QPainter(self.viewport())
            painter.drawPixmap(0, 0, self._painted())
            _paint_partners(painter, self)
            if self.dimmed:
                painter.fillRect(event.rect(), faded(theme_palette().color(Role.Base), DIMMED))

    def _painted(self) -> QPixmap:
        """The picture of the lines: painted once, shown again where something above them comes or goes."""
        room, scale = self.viewport().size(), self.viewport().devicePixelRatio()
        width, height = math.ceil(room.width() * scale), math.ceil(room.height() * scale)
        kept = self._picture
        if (
            kept is None
            or kept.width() != width
            or kept.height() < height
            or kept.devicePixelRatio() != scale
        ):
            kept = self._picture = QPixmap(width, height)
            kept.setDevicePixelRatio(scale)
            painter = QPainter(kept)
            paint_lines(painter, self)
            painter.end()
        return kept

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.reach()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.redraw()
