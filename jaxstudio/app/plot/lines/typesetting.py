"""Lines as mathematics: outlines from a child process, painted in place of the text or below it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.editing import Reading
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import TypesetLine, TypesetQuestion

PAUSE_MS = 60
MOST_KEPT = 400
TALL_EM = 1.35  # a formula as high as this has fractions, roots or sums, and is shown while its text is typed
# A slider's line changes while it moves, and so does that of a point that is dragged.
AS_TEXT = frozenset({LineKind.SLIDER, LineKind.POINT, LineKind.NOTE, LineKind.EMPTY, LineKind.ERROR})
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

    def height_px(self, em: float) -> int:
        """The height of its row, at least that of a line with accents and descenders."""
        return round((max(self.ascent, 0.9) + max(self.descent, 0.35)) * em)

    def paint(self, painter: QPainter, left: float, top: float, em: float, colour: QColor) -> None:
        """Paint it from its upper left corner."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(left, top + max(self.ascent, 0.9) * em)
        painter.scale(em, em)
        painter.fillPath(self.path, colour)
        painter.restore()


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


class Typesetting(QObject):
    """The formulas of the sheet's lines by their texts; asks for those that it lacks."""

    changed = Signal()

    def __init__(self, controller: FunctionsController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.controller, self.on = controller, True
        self._formulas: dict[str, tuple[object, Formula | None]] = {}
        self._asked: object = None
        self._reading: Reading | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        controller.document_changed.connect(self._look)
        controller.scene_changed.connect(self._look)

    def of(self, text: str) -> Formula | None:
        """The formula of a line, None if it has none or is not set yet."""
        return self._formulas.get(text, (None, None))[1] if self.on else None

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
        names = reading.defined(functions=True), reading.defined(functions=False)
        texts = tuple(
            dict.fromkeys(
                line.text
                for line in reading.lines
                if line.kind not in AS_TEXT and self._formulas.get(line.text, (None,))[0] != names
            )
        )
        self._reading = reading
        if not texts:
            return

        def answered(lines: tuple[TypesetLine | None, ...]) -> None:
            if len(self._formulas) > MOST_KEPT:
                self._formulas = {}
            for text, line in zip(texts, lines, strict=True):
                self._formulas[text] = names, None if line is None else formula_of(line)
            self._done()
            self.changed.emit()

        def failed(error: Exception) -> None:
            self._done()
            self.controller.take_error(error)

        self._asked = texts
        self.controller.ask(TypesetQuestion(texts, *names), answered, failed)

    def _done(self) -> None:
        self._asked = None
        self._look()
