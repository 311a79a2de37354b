"""Lines as mathematics: outlines from a child process, painted in place of the text or below it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPainterPath

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.editing import Reading
from jaxstudio.functions.document import PlotLine
from jaxstudio.functions.language import Line, LineKind
from jaxstudio.functions.language.document import is_note
from jaxstudio.functions.protocol.queries import TypesetLine, TypesetQuestion

PAUSE_MS = 60
MOST_KEPT = 400
FORMULA_EM, SMALLEST = 1.25, 0.75  # of the font's size; a wide formula becomes so much smaller at most
IN_TEXT = 0.9  # formulas in a note
TALL_EM = 1.35  # a formula as high as this has fractions, roots or sums, and is shown while its text is typed
# A slider's line changes while it moves, and so does that of a point that is dragged.
AS_TEXT = frozenset({LineKind.SLIDER, LineKind.POINT, LineKind.NOTE, LineKind.EMPTY, LineKind.ERROR})
RULES = frozenset({LineKind.DIFFERENTIAL, LineKind.INITIAL, LineKind.SEQUENCE})
MOVE, LINE, QUADRATIC, CUBIC, CLOSE = 1, 2, 3, 4, 79  # as Matplotlib numbers the parts of a path


@dataclass(frozen=True)
class Formula:
    """A path in units of the font's size, y downwards from the base line, with its extent."""

    path: QPainterPath
    width: float
    ascent: float
    descent: float

    @property
    def is_tall(self) -> bool:
        return self.ascent + self.descent > TALL_EM

    def height_px(self, width_px: float, font: QFont) -> int:
        """The height of its row, at least that of a line with accents and descenders; 0 if it is too wide."""
        em = self._em(width_px, font)
        return math.ceil((max(self.ascent, 0.9) + max(self.descent, 0.35)) * em)

    def paint(
        self, painter: QPainter, left: float, top: float, width_px: float, font: QFont, colour: QColor
    ) -> None:
        """Paint it from its upper left corner, within a width."""
        em = self._em(width_px, font)
        self.paint_at(painter, left, top + max(self.ascent, 0.9) * em, em, colour)

    def paint_at(self, painter: QPainter, left: float, base: float, em: float, colour: QColor) -> None:
        """Paint it on a base line, in this size of its font in pixels."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(left, base)
        painter.scale(em, em)
        painter.fillPath(self.path, colour)
        painter.restore()

    def _em(self, width_px: float, font: QFont) -> float:
        em = font_em(font)
        room = width_px / max(self.width * em, 1.0)
        return em * min(room, 1.0) if room >= SMALLEST else 0.0


def font_em(font: QFont) -> float:
    """The size in pixels of formulas beside text of a font."""
    return FORMULA_EM * QFontMetricsF(font).ascent() / 0.9


@dataclass(frozen=True)
class Note:
    """A remark: words and formulas, broken into rows; the name of a folder is bold."""

    parts: tuple[str | Formula, ...]
    bold: bool
    is_tall = False

    def height_px(self, width_px: float, font: QFont) -> int:
        """The height of all rows."""
        return math.ceil(sum(above + below for _, above, below in self._rows(width_px, font)))

    def paint(
        self, painter: QPainter, left: float, top: float, width_px: float, font: QFont, colour: QColor
    ) -> None:
        """Paint it from its upper left corner, within a width."""
        painter.setFont(self._font(font))
        painter.setPen(colour)
        for row, above, below in self._rows(width_px, font):
            for x, part in row:
                if isinstance(part, Formula):
                    part.paint_at(painter, left + x, top + above, font_em(font) * IN_TEXT, colour)
                else:
                    painter.drawText(QPointF(left + x, top + above), part)
            top += above + below

    def _font(self, font: QFont) -> QFont:
        words = QFont(QGuiApplication.font())
        words.setPointSizeF(font.pointSizeF())
        words.setBold(self.bold)
        return words

    def _rows(
        self, width_px: float, font: QFont
    ) -> list[tuple[list[tuple[float, str | Formula]], float, float]]:
        """The parts of each row with their places, and the heights above and below its base line."""
        metrics, em = QFontMetricsF(self._font(font)), font_em(font) * IN_TEXT
        line = (metrics.ascent() + 1, metrics.descent() + 1)
        rows: list[tuple[list[tuple[float, str | Formula]], float, float]] = [([], *line)]
        x = 0.0
        for part in self.parts:
            formula = isinstance(part, Formula)
            wide = part.width * em if isinstance(part, Formula) else metrics.horizontalAdvance(part)
            if x and x + wide > width_px and (formula or part.strip()):  # type: ignore[union-attr]
                rows.append(([], *line))
                x = 0.0
            row, above, below = rows[-1]
            if isinstance(part, Formula):
                above, below = max(above, part.ascent * em + 1), max(below, part.descent * em + 1)
            rows[-1] = ([*row, (x, part)], above, below)
            x += wide
        return rows


def formula_of(line: TypesetLine) -> Formula:
    """Outlines as a path of Qt."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    points = [QPointF(x, -y) for x, y in line.points.tolist()]
    codes, at = line.codes.tolist(), 0
    while at < len(codes):
        code = codes[at]
        if code == MOVE:
            path.moveTo(points[at])
        elif code == LINE:
            path.lineTo(points[at])
        elif code == QUADRATIC:
            path.quadTo(points[at], points[at + 1])
        elif code == CUBIC:
            path.cubicTo(points[at], points[at + 1], points[at + 2])
        elif code == CLOSE:
            path.closeSubpath()
        at += {QUADRATIC: 2, CUBIC: 3}.get(code, 1)
    return Formula(path, line.width, line.ascent, line.descent)


def pieces(note: str) -> list[str]:
    """The parts of a note without its sign: words, and formulas between dollars with these."""
    return [part for part in re.split(r"(\$[^$]+\$)", note.strip().lstrip("# ")) if part]


class Typesetting(QObject):
    """The formulas of the sheet's lines, by their texts; missing ones are asked for."""

    changed = Signal()

    def __init__(self, controller: FunctionsController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.controller, self.on = controller, True
        self._formulas: dict[str, tuple[object, Formula | None]] = {}
        self._notes: dict[tuple[str, bool], Note] = {}
        self._asked: object = None
        self._reading: Reading | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        controller.document_changed.connect(self._look)
        controller.scene_changed.connect(self._look)

    def of(self, line: PlotLine) -> Formula | Note | None:
        """The formula of a line, or its note; None if it has neither or is not set yet."""
        if not self.on:
            return None
        if not is_note(line.text):
            return self._formulas.get(line.text, (None, None))[1]
        key = line.text, line.folder is not None
        if key not in self._notes and len(line.text.strip("# ")):
            parts: list[str | Formula] = []
            for part in pieces(line.text):
                formula = self._formulas.get(part, (None, None))[1] if part.startswith("$") else None
                if part.startswith("$") and part not in self._formulas:
                    return None
                parts += [formula] if formula is not None else re.findall(r"\S+|\s+", part)
            self._notes[key] = Note(tuple(parts), key[1])
        return self._notes.get(key)

    def is_awaited(self, line: Line) -> bool:
        """Whether a line has a formula in a moment: it is asked for, or the line is half typed."""
        return self.on and (
            line.kind in (LineKind.ERROR, LineKind.NOTE)
            or (line.kind not in AS_TEXT and line.text not in self._formulas)
        )

    def switch(self, on: bool) -> None:
        """Show formulas, or texts alone."""
        self.on, self._reading = on, None
        self._look()
        self.changed.emit()

    def _look(self) -> None:
        if self.on and self.controller.drawer is not None and self.controller.reading is not self._reading:
            self._pause.start()

    def _ask(self) -> None:
        reading = self.controller.reading
        if self._asked is not None or self.controller.drawer is None:
            return
        rules = tuple(line.text for line in reading.lines if line.kind in RULES)
        # what each formula depends on beside its text: names, and whether it is a rule
        names = reading.defined(functions=True), reading.defined(functions=False), rules
        texts = tuple(
            dict.fromkeys(
                text
                for line in reading.lines
                for text in (
                    [line.text]
                    if line.kind not in AS_TEXT
                    else [part for part in pieces(line.text) if part.startswith("$")]
                    if line.kind is LineKind.NOTE
                    else []
                )
                if self._formulas.get(text, (None,))[0] != names
            )
        )
        self._reading = reading
        if not texts:
            return

        def answered(lines: tuple[TypesetLine | None, ...]) -> None:
            if len(self._formulas) > MOST_KEPT:
                self._formulas = {}
            self._notes = {}
            for text, line in zip(texts, lines, strict=True):
                self._formulas[text] = names, None if line is None else formula_of(line)
            self._done()
            self.changed.emit()

        def failed(error: Exception) -> None:
            self._done()
            self.controller.take_error(error)

        self._asked = texts
        written = {line.text: line.written for line in reading.lines if line.written}
        asked, rules = (tuple(written.get(text, text) for text in each) for each in (texts, rules))
        self.controller.ask(TypesetQuestion(asked, *names[:2], rules), answered, failed)

    def _done(self) -> None:
        self._asked = None
        self._look()
