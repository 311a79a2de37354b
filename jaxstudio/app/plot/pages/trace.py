"""Page Trace: how JAX computes a value, step by step, forward and in reverse, as a list and as a graph."""

from __future__ import annotations

import itertools

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.lines.line_options import Chip
from jaxstudio.app.plot.pages.numbers import exact
from jaxstudio.app.plot.pages.page import Grid, Page, Place, coordinates
from jaxstudio.app.shared.colours import is_dark, oklch, theme_palette
from jaxstudio.app.shared.text import of_wording
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.answers import Graph, Row, RowKind
from jaxstudio.functions.protocol.queries import TraceAnswer, TraceQuestion

BOX_HIGH, GAP_X, GAP_Y, EDGE = 26, 34, 12, 10
MOST_HIGH = 300


class GraphDrawing(QWidget):
    """Paints the graph; `chosen(name)` is said when a box is clicked."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.graph: Graph | None = None
        self.picked = ""
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.boxes: list[QRectF] = []

    def show_graph(self, graph: Graph) -> None:
        self.graph = graph
        metrics = self.fontMetrics()
        labels = (of_wording(node.label) for node in graph.nodes)
        wide = max(map(metrics.horizontalAdvance, labels), default=40) + 18
        low = min((node.y for node in graph.nodes), default=0.0)
        self._unit = QPointF(wide + GAP_X, BOX_HIGH + GAP_Y)
        self._origin = QPointF(EDGE + wide / 2, EDGE + BOX_HIGH / 2 - low * self._unit.y())
        self.boxes = [
            QRectF(middle.x() - wide / 2, middle.y() - BOX_HIGH / 2, wide, BOX_HIGH)
            for middle in (self._at(node.x, node.y) for node in graph.nodes)
        ]
        whole = QRectF()
        for box in self.boxes:
            whole = whole.united(box)
        self.setFixedSize(round(whole.right()) + EDGE, round(whole.bottom()) + EDGE)
        self.update()

    def pick(self, name: str) -> None:
        """Mark the box of a row."""
        self.picked = name
        self.update()

    def _at(self, x: float, y: float) -> QPointF:
        return self._origin + QPointF(x * self._unit.x(), y * self._unit.y())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.graph is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, role, dark = theme_palette(), QPalette.ColorRole, is_dark()
        painter.setPen(QPen(palette.color(role.PlaceholderText), 1.2))
        for edge in self.graph.edges:
            self._paint_edge(painter, edge.start, edge.end, edge.route.tolist())
        fills = {
            RowKind.INPUT: oklch(0.42 if dark else 0.9, 0.07, 190.0),
            RowKind.PARAMETER: oklch(0.42 if dark else 0.9, 0.07, 330.0),
            RowKind.CONSTANT: palette.color(role.Midlight),
            RowKind.STEP: palette.color(role.AlternateBase),
        }
        for node, box in zip(self.graph.nodes, self.boxes, strict=True):
            picked = node.name == self.picked
            painter.setPen(QPen(palette.color(role.Highlight if picked else role.Mid), 2 if picked else 1))
            painter.setBrush(fills[node.kind])
            painter.drawRoundedRect(box, 6, 6)
            painter.setPen(palette.color(role.Text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, of_wording(node.label))

    def _paint_edge(self, painter: QPainter, start: int, end: int, route: list[list[float]]) -> None:
        points = [self._at(*point) for point in route]
        points[0] = QPointF(self.boxes[start].right(), points[0].y())
        points[-1] = QPointF(self.boxes[end].left(), points[-1].y())
        path = QPainterPath(points[0])
        for before, after in itertools.pairwise(points):
            middle = (before.x() + after.x()) / 2
            path.cubicTo(QPointF(middle, before.y()), QPointF(middle, after.y()), after)
        painter.drawPath(path)
        tip = points[-1]
        painter.drawPolyline([tip + QPointF(-5, -3.5), tip, tip + QPointF(-5, 3.5)])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for node, box in zip(self.graph.nodes if self.graph else (), self.boxes, strict=True):
            if box.contains(event.position()):
                self.chosen.emit(node.name)


class GraphView(QScrollArea):
    """The drawing, scrolled where it is too large."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.drawing = GraphDrawing(self)
        self.setWidget(self.drawing)

    def show_graph(self, graph: Graph) -> None:
        self.drawing.show_graph(graph)
        self.setFixedHeight(min(self.drawing.height() + 18, MOST_HIGH))

    def sizeHint(self) -> QSize:
        return QSize(260, 160)


KINDS = frozenset({LineKind.CURVE, LineKind.SURFACE, LineKind.SCALAR, LineKind.VALUE, LineKind.IMPLICIT})
DIGITS = 8
MOST_ROWS_PX = 420


class TracePage(Page):
    """The table and the graph of one evaluation."""

    name = "trace"

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        super().__init__(controller, "", parent)
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
            chip.clicked.connect(lambda on, name=name: self.set_setting(name, on))
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
        controller.spot_changed.connect(self._follow_pin)

    # The place

    def _values(self) -> dict[str, float]:
        point = self.controller.document.pages.get(self.name, {}).get("at")
        pinned = self.controller.pinned
        if point is None and pinned is not None and self._variables:
            point = {self._variables[0]: pinned.x}
        return coordinates(point, self._variables)

    def _follow_pin(self) -> None:
        pinned = self.controller.pinned
        if pinned is not None and self.isVisible() and self._variables:
            self._move(self._variables[0], pinned.x, True)

    def _move(self, name: str, value: float, nudged: bool) -> None:
        self.controller.set_page(self.name, nudge=nudged, at={**self._values(), name: value})

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
            chip.clicked.connect(lambda _=False, name=name: self.set_setting("direction", name))
            self.directions.addWidget(chip)
            self.direction_chips[name] = chip

    # Drawing

    def draw(self) -> None:
        line = self.controller.subject(KINDS)
        self.subject.show_line(line)
        shown = line is not None
        for part in (self.table, self.graph, self.forward, self.reverse, self.words):
            part.setVisible(shown)
        if line is None:
            self._show_variables(())
            return
        read = self.controller.reading.lines[self.controller.document.place(line.key)]
        self._show_variables(read.variables)
        values = self._values()
        direction = self.setting("direction", "")
        direction = direction if direction in values else next(iter(values), "")
        self.place.show_values(values)
        self.direction_label.setVisible(len(values) > 1)
        for name, chip in self.direction_chips.items():
            chip.setChecked(name == direction)
            chip.setVisible(len(values) > 1)
        self.forward.setChecked(self.setting("forward", True))
        self.reverse.setChecked(self.setting("reverse", True))
        question = TraceQuestion(self.controller.target(line.key), tuple(values.values()), direction)
        if not self.strip.ask_new(question, self._take):
            self._show()

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
            cells = [row.name, of_wording(row.formula), number(row.value)]
            cells += [number(row.tangent)] * forward + [number(row.adjoint)] * reverse
            rows.append(cells)
        result = [place for place, row in enumerate(self._rows()) if row.name == self.answer.trace.result]
        self.table.show_rows(rows, result, MOST_ROWS_PX)
        note = self.answer.trace.note
        notes = [f"{row.name}: {of_wording(row.note)}" for row in self._rows() if row.note]
        self.words.setText("\n".join([*([of_wording(note)] if note else []), *notes]))
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
                lines = self.controller.document.lines
                if columns is not None and columns.line < len(lines):
                    self.controller.pointed.emit(lines[columns.line].key, columns.start, columns.end)


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
