"""Lays out and paints only the visible lines of a text, so that a million open as quickly as ten.

They are painted into a picture, some in each turn of the event loop, which is shown as often as Qt asks.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QTimer
from PySide6.QtGui import (
    QFontDatabase,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from jaxstudio.app.inspector.row_painter import FOLD_PX, HEAT_PX, RowPainter, paint_partners
from jaxstudio.app.inspector.scheduling import PAINTING, painting
from jaxstudio.app.inspector.text_model import (
    LineColours,
    Place,
    Rows,
    TextModel,
    TextSelection,
    text_runs,
    visible_hits,
)
from jaxstudio.app.shared.colours import faded, theme_palette
from jaxstudio.ir.links.index import NO_LINES, NO_SPANS
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.text_view.search import Hit
from jaxstudio.ir.text_view.tokens import PLAIN, TokenKind, tokens

DIMMED = 0.55  # how opaque a text is covered that waits for the next one
Role = QPalette.ColorRole
PAD_PX = 8
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
        self._stale: list[int] = []  # rows of the picture that are to be painted, in ascending order
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
        self.redraw(clear=True)

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
        self.about_heat = about
        if values is None and self.colours.heat is None:
            return
        self.colours.heat, self.colours.total = values, total
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

    def redraw(self, *, clear: bool = False) -> None:
        """Paint the rows again, since what they show has changed; with `clear` none is shown until then."""
        if clear and self._picture is not None:
            self._picture.fill(theme_palette().color(Role.Base))
        self._stale = list(range(self._held_rows))
        self.viewport().update()

    @property
    def _held_rows(self) -> int:
        """How many rows the picture holds, the last one perhaps in part."""
        return (
            0
            if self._picture is None
            else math.ceil(self._picture.deviceIndependentSize().height() / self.row_px)
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._picture = None  # the theme, the font, the scale of the screen

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show the picture of the rows, which stays as it is where something above it comes or goes."""
        with painting():
            picture = self._hold_picture()
            self._paint_stale(picture)
            painter = QPainter(self.viewport())
            painter.drawPixmap(0, 0, picture)
            paint_partners(painter, self)
            if self.dimmed:
                painter.fillRect(event.rect(), faded(theme_palette().color(Role.Base), DIMMED))
        if self._stale:
            QTimer.singleShot(0, self, self.viewport().update)

    def _hold_picture(self) -> QPixmap:
        """Return the picture; make one where there is none that is wide and high enough."""
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
            self.redraw(clear=True)
        return kept

    def _paint_stale(self, picture: QPixmap) -> None:
        """Paint rows that changed, as many as one turn of the event loop has time for."""
        if not self._stale:
            return
        painter = QPainter(picture)
        rows = RowPainter(painter, self, self._held_rows)
        while True:
            began = time.thread_time()
            rows.paint(self._stale.pop(0))
            if not PAINTING.spend(time.thread_time() - began) or not self._stale:
                break
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.reach()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move the rows that stay in sight, and paint those that come."""
        held, step = self._held_rows, dy * self.row_px * self.viewport().devicePixelRatio()
        if self._picture is None or dx or abs(dy) >= held or step != round(step):
            self.redraw(clear=True)
            return
        self._picture.scroll(0, round(step), self._picture.rect())
        come = range(held + dy - 1, held) if dy < 0 else range(dy)  # the last row may have been held in part
        painter = QPainter(self._picture)
        top, height = come[0] * self.row_px, len(come) * self.row_px
        painter.fillRect(0, top, self.viewport().width(), height, theme_palette().color(Role.Base))
        painter.end()
        moved = {place + dy for place in self._stale}
        self._stale = sorted({*come, *(place for place in moved if 0 <= place < held)})
        self.viewport().update()
