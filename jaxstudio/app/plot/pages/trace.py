"""Page Trace: how JAX computes the value at a point, step by step, forward and in reverse."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from jaxstudio.app.plot.order_toggles import Chip
from jaxstudio.app.plot.pages.graph_view import GraphView
from jaxstudio.app.plot.pages.grid import Grid
from jaxstudio.app.plot.pages.numbers import exact
from jaxstudio.app.plot.pages.page import Page
from jaxstudio.app.plot.pages.place import Place, known
from jaxstudio.app.plot.session import Session
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.answers import Row
from jaxstudio.functions.protocol.queries import TraceAnswer, TraceQuestion

KINDS = frozenset({LineKind.CURVE, LineKind.SURFACE, LineKind.SCALAR, LineKind.VALUE, LineKind.IMPLICIT})
DIGITS = 8
MOST_ROWS_PX = 420


class TracePage(Page):
    """The table and the graph of one evaluation."""

    name = "trace"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, "", parent)
        self.heading.setText(self.tr("Trace"))
        self.subject = self.subject_label(self.tr("Type a function to see how it is computed."))
        self.place = Place(self.inside)
        self.place.moved.connect(self._move)
        self.column.addWidget(self.place)
        self.forward = Chip(self.tr("Forward"), self.tr("Tangents: how fast each value changes"), self.inside)
        self.reverse = Chip(
            self.tr("Reverse"), self.tr("Adjoints: how fast the result changes with each value"), self.inside
        )
        for chip, name in ((self.forward, "forward"), (self.reverse, "reverse")):
            chip.clicked.connect(lambda on, name=name: self.keep(name, on))
        self.directions = QHBoxLayout()
        self.direction_label = QLabel(self.tr("moving"), self.inside)
        self.direction_chips: dict[str, Chip] = {}
        line = self.row(self.forward, self.reverse, self.direction_label)
        line.insertLayout(line.count() - 1, self.directions)
        self.strip = self.asking()
        self.table = Grid(self.tr("Evaluation trace"), (), self.inside)
        self.table.went.connect(self._pick_row)
        self.column.addWidget(self.table)
        self.graph = GraphView(self.tr("Graph of the evaluation"), self.inside)
        self.graph.drawing.chosen.connect(self._pick)
        self.column.addWidget(self.graph)
        self.words = self.note()
        self.column.addStretch(1)
        self.answer: TraceAnswer | None = None
        self._variables: tuple[str, ...] = ()
        self._asked: object = None
        session.spot_changed.connect(self._follow_pin)

    # The place

    def _values(self) -> dict[str, float]:
        kept = self.session.document.pages.get(self.name, {}).get("at")
        pinned = self.session.pinned
        if kept is None and pinned is not None and self._variables:
            kept = {self._variables[0]: pinned.x}
        return known(kept, self._variables)

    def _follow_pin(self) -> None:
        pinned = self.session.pinned
        if pinned is not None and self.isVisible() and self._variables:
            self._move(self._variables[0], pinned.x, True)

    def _move(self, name: str, value: float, nudged: bool) -> None:
        self.session.set_page(self.name, nudge=nudged, at={**self._values(), name: value})

    def _show_variables(self, variables: tuple[str, ...]) -> None:
        if variables == self._variables:
            return
        self._variables = variables
        while self.directions.count():
            item = self.directions.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.direction_chips = {}
        for name in variables:
            chip = Chip(name, self.tr("Move {0}").format(name), self.inside)
            chip.clicked.connect(lambda _=False, name=name: self.keep("direction", name))
            self.directions.addWidget(chip)
            self.direction_chips[name] = chip

    # Drawing

    def draw(self) -> None:
        line = self.session.subject(KINDS)
        self.subject.show_line(line)
        shown = line is not None
        for part in (self.table, self.graph, self.forward, self.reverse, self.words):
            part.setVisible(shown)
        if line is None:
            self._show_variables(())
            return
        read = self.session.reading.lines[self.session.document.place(line.key)]
        self._show_variables(read.variables)
        values = self._values()
        direction = self.kept("direction", "")
        direction = direction if direction in values else next(iter(values), "")
        self.place.show_values(values)
        self.direction_label.setVisible(len(values) > 1)
        for name, chip in self.direction_chips.items():
            chip.setChecked(name == direction)
            chip.setVisible(len(values) > 1)
        self.forward.setChecked(self.kept("forward", True))
        self.reverse.setChecked(self.kept("reverse", True))
        asked = (line.key, line.text, tuple(self.session.slider_values().items()), *values.items(), direction)
        if asked == self._asked:
            self._show()
            return
        self._asked = asked
        question = TraceQuestion(self.session.target(line.key), tuple(values.values()), direction)
        self.strip.ask("trace", question, self._take)

    def _take(self, answer: TraceAnswer) -> None:
        self.answer = answer
        self.graph.show_graph(answer.graph)
        self._show()

    def _show(self) -> None:
        if self.answer is None:
            return
        forward, reverse = self.forward.isChecked(), self.reverse.isChecked()
        headings = ["", self.tr("Formula"), self.tr("Value")]
        headings += [self.tr("Tangent")] * forward + [self.tr("Adjoint")] * reverse
        self.table.show_headings(headings)
        rows = []
        for row in self.answer.trace.rows:
            cells = [row.name, row.formula or row.word, number(row.value)]
            cells += [number(row.tangent)] * forward + [number(row.adjoint)] * reverse
            rows.append(cells)
        result = [place for place, row in enumerate(self._rows()) if row.name == self.answer.trace.result]
        self.table.show_rows(rows, result, MOST_ROWS_PX)
        notes = [f"{row.name}: {row.note}" for row in self._rows() if row.note]
        self.words.setText("\n".join([*([self.answer.trace.note] if self.answer.trace.note else []), *notes]))
        self.words.setVisible(bool(self.words.text()))

    def _rows(self) -> tuple[Row, ...]:
        return self.answer.trace.rows if self.answer is not None else ()

    def _pick_row(self, place: int) -> None:
        if place < len(self._rows()):
            self._pick(self._rows()[place].name)

    def _pick(self, name: str) -> None:
        """Mark a value in the graph, in the table and where it was typed."""
        self.graph.drawing.pick(name)
        for place, row in enumerate(self._rows()):
            if row.name == name:
                if self.table.currentRow() != place:
                    self.table.setCurrentCell(place, 0)
                columns = row.columns
                lines = self.session.document.lines
                if columns is not None and columns.line < len(lines):
                    self.session.point_at(lines[columns.line].key, columns.start, columns.end)


def number(value: np.ndarray | None) -> str:
    """A value of a trace: a number, or the shape of an array."""
    if value is None:
        return ""
    array = np.asarray(value)
    if array.shape == ():
        return exact(float(array), DIGITS)
    if array.size <= 4:
        return "[" + ", ".join(exact(float(each), 5) for each in array.ravel()) + "]"
    return "×".join(str(side) for side in array.shape)
