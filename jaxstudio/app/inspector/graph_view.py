"""A graph drawn in layers, to be moved, magnified, opened, searched and followed.

A node has the colour of its source line or of its time, an edge the width of the bytes that it carries.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontDatabase,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from jaxstudio.app.inspector.tiled_picture import TiledPicture
from jaxstudio.app.shared.colours import accent, faded, is_dark, link_colour, theme_palette
from jaxstudio.app.shared.text import of_bytes, of_number, tr
from jaxstudio.ir.graph import Drawn
from jaxstudio.ir.stages import Language
from jaxstudio.ir.text_view.tokens import help_for

ROW_PX = 64.0
NODE_PX = 40.0
READABLE = 0.3  # below this scale, words are only stripes
FAINT = 0.25
EDGE_PX = (0.8, 1.4, 2.2, 3.2, 4.4, 6.0)  # by bytes, on a logarithmic scale from one to the most shown
MARGIN_PX = 8.0  # of a node's shadow and frame
LEAST_SHARE = 0.005
HIT, HEAT = "#e0a800", "#f0701a"  # in both themes
Role = QPalette.ColorRole
MOVES = {
    "parameter", "constant", "tuple", "get-tuple-element", "bitcast", "broadcast_in_dim", "broadcast",
    "reshape", "convert_element_type", "copy", "squeeze", "transpose", "slice",
}  # fmt: skip


def paint_graph(painter: QPainter, view: GraphView, sight: QRectF) -> None:
    """Paint a part of the graph, in the graph's own pixels."""
    palette = theme_palette()
    drawn = view.drawn
    if drawn is None or not len(drawn.view.nodes):
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(view.font())
    layout, letter = drawn.layout, view.letter_px
    x, y = layout.x * letter, layout.y * ROW_PX
    half = layout.width * letter / 2
    strong = np.ones(len(x), bool)
    if len(view.lit):
        strong[:] = False
        strong[view.lit] = True
    _paint_boxes(painter, view, palette)
    _paint_edges(painter, view, x, y, strong, palette, sight)
    held = np.flatnonzero(
        (x + half + MARGIN_PX >= sight.left()) & (x - half - MARGIN_PX <= sight.right())
        & (y + NODE_PX >= sight.top()) & (y - NODE_PX <= sight.bottom())
    )  # fmt: skip
    shut = set(drawn.view.shut.tolist())
    for place in held.tolist():
        box = QRectF(x[place] - half[place], y[place] - NODE_PX / 2, 2 * half[place], NODE_PX)
        _paint_node(painter, view, place, box, place in shut, bool(strong[place]), palette)


def _paint_boxes(painter: QPainter, view: GraphView, palette: QPalette) -> None:
    assert view.drawn is not None
    line = QPen(faded(palette.color(Role.PlaceholderText), 0.5), 1, Qt.PenStyle.DashLine)
    line.setCosmetic(True)
    for owner, x0, y0, x1, y1 in view.drawn.layout.boxes:
        box = QRectF(x0 * view.letter_px, y0 * ROW_PX, (x1 - x0) * view.letter_px, (y1 - y0) * ROW_PX)
        hue = view.drawn.graph.hue(int(view.drawn.view.nodes[owner]))
        painter.setPen(line)
        painter.setBrush(faded(link_colour(hue, is_dark()) if hue >= 0 else line.color(), 0.10))
        painter.drawRoundedRect(box, 8, 8)


def _paint_edges(
    painter: QPainter,
    view: GraphView,
    x: np.ndarray,
    y: np.ndarray,
    strong: np.ndarray,
    palette: QPalette,
    sight: QRectF,
) -> None:
    assert view.drawn is not None
    edges = view.drawn.view.edges
    if not len(edges):
        return
    start, end = edges[:, 0], edges[:, 1]
    near = (
        (np.maximum(y[start], y[end]) >= sight.top()) & (np.minimum(y[start], y[end]) <= sight.bottom())
        & (np.maximum(x[start], x[end]) >= sight.left()) & (np.minimum(x[start], x[end]) <= sight.right())
    )  # fmt: skip
    both = strong[start] & strong[end]
    carried = np.log1p(view.drawn.graph.result_bytes[view.drawn.view.nodes[start]])
    widths = np.rint(carried / max(carried.max(), 1.0) * (len(EDGE_PX) - 1)).astype(int)
    plain = palette.color(Role.PlaceholderText)
    followed = bool(len(view.lit))
    usual = accent(0.9) if followed else faded(plain, 0.4)
    for wanted, colour in ((~both, faded(plain, 0.12)), (both, usual)):
        for width in np.unique(widths[near & wanted]).tolist():
            painter.setPen(QPen(colour, EDGE_PX[width] / min(view.scale, 1.0) ** 0.5))
            picked = np.flatnonzero(near & wanted & (widths == width))
            lines = zip(
                x[start[picked]].tolist(), (y[start[picked]] + NODE_PX / 2).tolist(),
                x[end[picked]].tolist(), (y[end[picked]] - NODE_PX / 2).tolist(), strict=True,
            )  # fmt: skip
            painter.drawLines([QLineF(*line) for line in lines])


def _paint_node(
    painter: QPainter, view: GraphView, place: int, box: QRectF, shut: bool, strong: bool, palette: QPalette
) -> None:
    assert view.drawn is not None
    node = int(view.drawn.view.nodes[place])
    label = view.drawn.graph.labels[node]
    ground, words, line = _colours(view.drawn.graph.hue(node), label, shut, palette)
    share = view.share(node)
    if view.timed:
        ground, words = (
            _mixed(QColor(HEAT), palette.color(Role.Base), 0.75 * share**0.5),
            palette.color(Role.Text),
        )
    if not strong:
        ground, words, line = (faded(colour, FAINT) for colour in (ground, words, line))
    pen = QPen(line, 1.2)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.setBrush(ground)
    if shut:  # there is more below it
        painter.drawRoundedRect(box.translated(3, 3), 5, 5)
    painter.drawRoundedRect(box, 5, 5)
    if view.scale >= READABLE:
        painter.setPen(words)
        half = box.height() / 2
        painter.drawText(
            box.adjusted(0, 2, 0, -half), Qt.AlignmentFlag.AlignCenter, view.drawn.graph.title(node)
        )
        caption = view.drawn.graph.caption(node) + (f"  {share:.0%}" if share >= LEAST_SHARE else "")
        painter.setPen(faded(words, 0.7))
        painter.drawText(box.adjusted(0, half, 0, -3), Qt.AlignmentFlag.AlignCenter, caption)
    if place in view.matches:
        painter.setPen(QPen(QColor(HIT), 3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 6, 6)


def _paint_chosen(painter: QPainter, view: GraphView) -> None:
    """A frame around the chosen node, or around the shut box that it stands in."""
    place = view.drawn.place(view.node) if view.drawn is not None and view.node >= 0 else -1
    if place >= 0 and view.drawn is not None:
        width = view.drawn.layout.width[place] * view.letter_px * view.scale
        box = QRectF(0, 0, width, NODE_PX * view.scale)
        box.moveCenter(view.spot(place))
        painter.setPen(QPen(accent(1.0 if view.hasFocus() else 0.6), 2.5))
        painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 7, 7)


def _colours(hue: int, label: str, shut: bool, palette: QPalette) -> tuple[QColor, QColor, QColor]:
    """Ground, words, line: in the colour of the source line, as the texts; what only moves values quietly."""
    text, quiet = palette.color(Role.Text), palette.color(Role.PlaceholderText)
    if label in MOVES and not shut:
        return palette.color(Role.Base), quiet, faded(quiet, 0.6)
    if hue < 0:
        return palette.color(Role.Window), text, quiet
    colour = link_colour(hue, is_dark())
    return _mixed(colour, palette.color(Role.Base), 0.25), text, colour


def _mixed(over: QColor, under: QColor, share: float) -> QColor:
    """The opaque colour that a transparent colour over another one shows."""
    return QColor.fromRgbF(
        *(share * a + (1 - share) * b for a, b in zip(over.getRgbF()[:3], under.getRgbF()[:3], strict=True))  # type: ignore[index]
    )


LEAST_SCALE, MOST_SCALE = 0.02, 3.0
DRAG_PX = 4
NO_PLACES = np.zeros(0, np.int64)


class GraphView(QWidget):
    """`chosen(node)` when one is picked, `toggled(node)` for its box, `followed(node)` for its text."""

    chosen = Signal(int)
    toggled = Signal(int)
    followed = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(120, 80)
        self.drawn: Drawn | None = None
        self.language = Language.HLO
        self.node = -1
        self.lit = NO_PLACES  # places of what is followed; empty: nothing is
        self.matches: frozenset[int] = frozenset()  # the places of what a search found
        self._shares: np.ndarray | None = None
        self.scale = 1.0
        self.middle = QPointF(0.0, 0.0)  # of the graph, in its own pixels, at the middle of the widget
        self._fitted = self._readable = True
        self._cached_characters: QPointF | None = None
        self._moved = False
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.picture = TiledPicture(self, lambda painter, sight: paint_graph(painter, self, sight))
        self.letter_px = QFontMetricsF(self.font()).horizontalAdvance("m")

    # What is shown

    def show_graph(self, drawn: Drawn | None, node: int = -1, *, keep: bool = False) -> None:
        """Show a graph; with `keep` the selected node keeps its position on the screen, and its open box is
        brought to sight.
        """
        before = self.spot(self.drawn.place(self.node)) if keep and self.drawn is not None else None
        self.drawn, self.node, self.lit = drawn, node, NO_PLACES
        self.picture.change(keep=False)
        place = drawn.place(node) if drawn is not None else -1
        if drawn is not None and before is not None and place >= 0:
            now = self._centre(place)
            off = (before - QPointF(self.width() / 2, self.height() / 2)) / self.scale
            self.middle = now - off
            self._fitted = False
            for owner, x0, y0, x1, y1 in drawn.layout.boxes:
                if owner == place:
                    corners = (
                        QPointF(x0 * self.letter_px, y0 * ROW_PX),
                        QPointF(x1 * self.letter_px, y1 * ROW_PX),
                    )
                    self._bring(QRectF(*corners).adjusted(-ROW_PX / 4, -ROW_PX / 4, ROW_PX / 4, ROW_PX / 4))
            self.update()
        else:
            self.fit(readable=True)

    def _bring(self, box: QRectF) -> None:
        """Move the graph, and shrink it where that is not enough, until all of a rectangle is in sight."""
        fitting = min(self.width() / box.width(), self.height() / box.height())
        self.scale = max(min(self.scale, fitting), LEAST_SCALE)
        across, down = self.width() / 2 / self.scale, self.height() / 2 / self.scale
        self.middle = QPointF(
            min(max(self.middle.x(), box.right() - across), box.left() + across),
            min(max(self.middle.y(), box.bottom() - down), box.top() + down),
        )

    def light(self, nodes: np.ndarray) -> None:
        """Show these nodes strongly and all others faintly; with none, all alike."""
        if self.drawn is not None:
            lit = np.unique([self.drawn.place(node) for node in nodes.tolist()] or NO_PLACES)
            if not np.array_equal(lit, self.lit):
                self.lit = lit
                self.picture.change()

    def show_shares(self, shares: np.ndarray | None) -> None:
        """Colour the nodes by their shares of a run, float64 (n,); None for no colour."""
        self._shares = shares
        self.picture.change()

    @property
    def timed(self) -> bool:
        """Whether colours stand for time."""
        return self._shares is not None

    def share(self, node: int) -> float:
        """The share of a run that a node takes, from 0 to 1."""
        return float(self._shares[node]) if self._shares is not None and node < len(self._shares) else 0.0

    def show_matches(self, nodes: np.ndarray) -> None:
        """Mark the matches of a search."""
        drawn = self.drawn
        self.matches = (
            frozenset(drawn.place(node) for node in nodes.tolist()) if drawn is not None else frozenset()
        )
        self.picture.change()

    def choose(self, node: int) -> None:
        """Select a node and scroll to it."""
        self.node = node
        self.chosen.emit(node)
        place = self.drawn.place(node) if self.drawn is not None else -1
        if place >= 0 and not self.rect().adjusted(20, 20, -20, -20).contains(self.spot(place).toPoint()):
            self.middle = self._centre(place)
            self._fitted = False
        self.update()

    def fit(self, *, readable: bool = False) -> None:
        """Show all of it, no larger than life; with `readable` only its top if all of it were too small."""
        drawn = self.drawn
        self._fitted, self._readable = True, readable
        if drawn is not None and len(drawn.view.nodes):
            layout = drawn.layout
            left, right = (layout.x - layout.width / 2).min(), (layout.x + layout.width / 2).max()
            width = (right - left + 2) * self.letter_px
            height = (layout.y.max() + 1.5) * ROW_PX
            self.middle = QPointF((left + right) / 2 * self.letter_px, layout.y.max() / 2 * ROW_PX)
            scale = min(self.width() / width, self.height() / height, 1.0)
            if readable and scale < 0.35:
                scale = min(max(self.width() / width, 0.6), 1.0)
                self.middle.setY((self.height() / 2 - 20) / scale)
            self.scale = max(scale, LEAST_SCALE)
        self.update()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Magnify about a point of the widget, its middle without one."""
        centre = QPointF(self.width() / 2, self.height() / 2)
        off = (at or centre) - centre
        held = self.middle + off / self.scale
        self.scale = min(max(self.scale * factor, LEAST_SCALE), MOST_SCALE)
        self.middle = held - off / self.scale
        self._fitted = False
        self.update()

    # Geometry: places in the graph's own pixels, and on the widget

    def _centre(self, place: int) -> QPointF:
        assert self.drawn is not None
        return QPointF(
            float(self.drawn.layout.x[place]) * self.letter_px, float(self.drawn.layout.y[place]) * ROW_PX
        )

    def spot(self, place: int) -> QPointF:
        centre = QPointF(self.width() / 2, self.height() / 2)
        return (self._centre(place) - self.middle) * self.scale + centre

    def node_at(self, point: QPointF) -> int:
        """The node under a point of the widget; −1 for none."""
        drawn = self.drawn
        if drawn is None:
            return -1
        at = (point - QPointF(self.width() / 2, self.height() / 2)) / self.scale + self.middle
        x, y = at.x() / self.letter_px, at.y() / ROW_PX
        layout = drawn.layout
        hit = np.flatnonzero(
            (np.abs(layout.x - x) <= layout.width / 2) & (np.abs(layout.y - y) <= NODE_PX / 2 / ROW_PX)
        )
        return int(drawn.view.nodes[hit[0]]) if len(hit) else -1

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme_palette().color(Role.Base))
        corner = self.middle * self.scale - QPointF(self.width() / 2, self.height() / 2)
        self.picture.draw(painter, corner, self.scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_chosen(painter, self)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.picture.change()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fitted:
            self.fit(readable=self._readable)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.node < 0 and self.drawn is not None and len(self.drawn.view.nodes):
            self.choose(int(self.drawn.view.nodes[0]))
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(1.0015 ** event.angleDelta().y(), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._cached_characters, self._moved = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._cached_characters is None:
            return
        off = event.position() - self._cached_characters
        if self._moved or off.manhattanLength() >= DRAG_PX:
            self._moved, self._fitted = True, False
            self.middle -= off / self.scale
            self._cached_characters = event.position()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._cached_characters is not None and not self._moved:
            node = self.node_at(event.position())
            if node >= 0:
                self.choose(node)
        self._cached_characters = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position())
        if node >= 0:
            self.toggled.emit(node)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            node = self.node_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self._about(node) if node >= 0 else "", self)
            return True
        return super().event(event)

    def _about(self, node: int) -> str:
        assert self.drawn is not None
        label = self.drawn.graph.labels[node]
        title = self.drawn.graph.title(node)
        lines = [
            label,
            title if title != label else "",
            self.drawn.graph.details[node],
            of_bytes(round(self.drawn.graph.result_bytes[node])),
            tr("{0} of a run").format(of_number(self.share(node), ".1%")) if self.share(node) else "",
            help_for(label, self.language),
        ]
        return "\n".join(line for line in lines if line)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1.25)
        elif key == Qt.Key.Key_Minus:
            self.zoom(0.8)
        elif key in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.fit()
        elif self.drawn is None or self.node < 0:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.followed.emit(self.node)
        elif key == Qt.Key.Key_Space:
            self.toggled.emit(self.node)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right):
            node = beside(self.drawn, self.node, Qt.Key(key))
            if node >= 0:
                self.choose(node)
        else:
            super().keyPressEvent(event)


def beside(drawn: Drawn, node: int, key: Qt.Key) -> int:
    """The node for an arrow key: an operand, a user, or the next of the layer; −1 for none."""
    place = drawn.place(node)
    layout, edges = drawn.layout, drawn.view.edges
    if place < 0:
        return -1
    if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
        right = key == Qt.Key.Key_Right
        row = np.flatnonzero(layout.y == layout.y[place])
        row = row[layout.x[row] > layout.x[place]] if right else row[layout.x[row] < layout.x[place]]
    else:
        up = key == Qt.Key.Key_Up
        row = edges[edges[:, 1] == place, 0] if up else edges[edges[:, 0] == place, 1]
        if not len(row):  # nothing is read here: whatever stands nearest in that direction
            row = np.flatnonzero(layout.y < layout.y[place] if up else layout.y > layout.y[place])
            if len(row):
                row = row[layout.y[row] == (layout.y[row].max() if up else layout.y[row].min())]
    if not len(row):
        return -1
    return int(drawn.view.nodes[row[np.argmin(np.abs(layout.x[row] - layout.x[place]))]])
