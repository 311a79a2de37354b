"""The graph of a trace: a box for each value, from the inputs on the left to the result on the right."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QScrollArea, QWidget

from jaxstudio.app.plot.colours import is_dark, oklch, theme_palette
from jaxstudio.functions.protocol.answers import Graph, RowKind

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
        wide = max((metrics.horizontalAdvance(node.label) for node in graph.nodes), default=40) + 18
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
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, node.label)

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
