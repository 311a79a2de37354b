"""A flame graph: which functions or named scopes take a run's time, arithmetic, bytes or memory."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.pane import Page, about_the_rest, of_quantity, quantity_words, said_of
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.colours import accent, faded, is_dark, link_colour, theme_palette
from jaxstudio.app.shared.layouts import OneLine, across, down
from jaxstudio.app.shared.text import of_number
from jaxstudio.ir.cost import Flame, LineProfile

ROW_PX, GAP_PX, LEAST_PX, LEAST_WORDS_PX = 22, 1, 0.7, 24
MOST_SCALE = 1_000.0
Role = QPalette.ColorRole


class FlameView(QWidget):
    """Nodes stand below what called them, as wide as their part. `followed(stage, line)` on a click.

    `hovered(node)` says what the mouse is over, −1 for none.
    """

    followed = Signal(str, int)
    hovered = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(120, 80)
        self.flame: Flame | None = None
        self.total = 1.0
        self.node = -1
        self.depths, self.starts = np.zeros(0, np.int64), np.zeros(0)
        self.scale, self.left = 1.0, 0.0  # of the run's width, and its part at the left edge, 0 to 1

    def show_flame(self, flame: Flame | None, total: float) -> None:
        """Show a flame of a run with this total."""
        self.flame, self.total, self.node = flame, total or 1.0, -1
        self.depths, self.starts = (
            places_of(flame) if flame is not None else (np.zeros(0, np.int64), np.zeros(0))
        )
        self.scale, self.left = 1.0, 0.0
        self.update()

    def box(self, node: int) -> QRectF:
        """The place of a node on the widget."""
        assert self.flame is not None
        across = self.width() * self.scale / self.total
        x = self.starts[node] * across - self.left * self.width() * self.scale
        y = int(self.depths[node]) * ROW_PX
        return QRectF(x, y, self.flame.values[node] * across - GAP_PX, ROW_PX - GAP_PX)

    def node_at(self, point: QPointF) -> int:
        """The node under a point of the widget; −1 for none."""
        if self.flame is None:
            return -1
        at = (point.x() / (self.width() * self.scale) + self.left) * self.total
        inside = (self.starts <= at) & (at < self.starts + self.flame.values)
        hit = np.flatnonzero(inside & (self.depths == int(point.y() // ROW_PX)))
        return int(hit[0]) if len(hit) else -1

    def zoom(self, factor: float, at: float) -> None:
        """Magnify about a place of the widget, in pixels from its left."""
        held = self.left + at / (self.width() * self.scale)
        self.scale = min(max(self.scale * factor, 1.0), MOST_SCALE)
        self.left = min(max(held - at / (self.width() * self.scale), 0.0), 1.0 - 1.0 / self.scale)
        self.update()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette = theme_palette()
        painter.fillRect(self.rect(), palette.color(Role.Base))
        if self.flame is None:
            return
        metrics = QFontMetricsF(self.font())
        wide = self.flame.values / self.total * self.width() * self.scale >= LEAST_PX
        for node in np.flatnonzero(wide).tolist():
            box = self.box(node)
            if box.right() < 0 or box.left() > self.width():
                continue
            painter.fillRect(box, faded(link_colour(int(self.flame.lines[node]), is_dark()), 0.45))
            seen = box.intersected(QRectF(self.rect()))
            if seen.width() >= LEAST_WORDS_PX:
                words = self.flame.names[node]
                painter.setPen(palette.color(Role.Text))
                inner = seen.adjusted(4, 0, -3, 0)
                words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, inner.width())
                painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        rest = self.total - self.flame.values[self.flame.above < 0].sum()
        if rest > 0:
            line = QPen(faded(palette.color(Role.PlaceholderText), 0.6), 1, Qt.PenStyle.DashLine)
            across = self.width() * self.scale / self.total
            x = (self.total - rest) * across - self.left * self.width() * self.scale
            painter.setPen(line)
            painter.drawRect(QRectF(x, 0.5, rest * across - 1.5, ROW_PX - 2))
        if self.node >= 0:
            painter.setPen(QPen(accent(1.0 if self.hasFocus() else 0.6), 2))
            painter.drawRect(self.box(self.node).adjusted(1, 1, -1, -1))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hovered.emit(self.node_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and node >= 0:
            self.choose(node)
            self.follow()

    def choose(self, node: int) -> None:
        """Select a node."""
        self.node = node
        self.hovered.emit(node)
        self.update()

    def follow(self) -> None:
        """Ask for the line of the selected node."""
        if self.flame is not None and self.node >= 0 and self.flame.stages[self.node]:
            self.followed.emit(self.flame.stages[self.node], int(self.flame.lines[self.node]))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or event.angleDelta().x():
            step = (event.angleDelta().x() or event.angleDelta().y()) / 1_000.0 / self.scale
            self.left = min(max(self.left - step, 0.0), 1.0 - 1.0 / self.scale)
            self.update()
        else:
            self.zoom(1.0015 ** event.angleDelta().y(), event.position().x())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            middle = self.box(self.node).center().x() if self.node >= 0 else self.width() / 2
            self.zoom(0.8 if key == Qt.Key.Key_Minus else 1.25, min(max(middle, 0.0), self.width()))
        elif key in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.zoom(1.0 / MOST_SCALE, 0.0)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.follow()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(Qt.Key(key))
        else:
            super().keyPressEvent(event)

    def _step(self, key: Qt.Key) -> None:
        """Go to the caller, to the widest called, or to the one beside."""
        if self.flame is None or not len(self.depths):
            return
        above = self.flame.above
        if self.node < 0:
            found = np.flatnonzero(above < 0)[:1]
        elif key == Qt.Key.Key_Up:
            found = above[[self.node]]
        elif key == Qt.Key.Key_Down:
            found = np.flatnonzero(above == self.node)
            found = found[np.argsort(-self.flame.values[found], kind="stable")]
        else:
            same = np.flatnonzero(self.depths == self.depths[self.node])
            same = same[np.argsort(self.starts[same], kind="stable")]
            place = int(np.flatnonzero(same == self.node)[0]) + (1 if key == Qt.Key.Key_Right else -1)
            found = same[place : place + 1] if place >= 0 else same[:0]
        if len(found) and found[0] >= 0:
            self.choose(int(found[0]))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            node = self.node_at(QPointF(event.pos()))
            QToolTip.showText(
                event.globalPos(), self.flame.names[node] if self.flame and node >= 0 else "", self
            )
            return True
        return super().event(event)


def places_of(flame: Flame) -> tuple[np.ndarray, np.ndarray]:
    """The depth of each node, and where it begins: beside those of the same caller, the widest first."""
    depth, start = np.zeros(len(flame.names), np.int64), np.zeros(len(flame.names))
    end: dict[int, float] = {}  # of what stands on a node so far
    for node in np.argsort(-flame.values, kind="stable").tolist():
        above = int(flame.above[node])
        # a caller takes at least as much, and comes first: its place is known
        depth[node] = depth[above] + 1 if above >= 0 else 0
        start[node] = end.get(above, start[above] if above >= 0 else 0.0)
        end[above] = start[node] + flame.values[node]
    return depth, start


class FlameGraph(Page):
    """Shown once a run is measured. `line_asked(stage, line)` to see where a node is written."""

    line_asked = Signal(str, int)

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.quantity = small_box(self.tr("What the widths stand for"), self)
        self.quantity.offer([(quantity_words(each), each) for each in ("time", "flops", "bytes", "memory")])
        self.by = small_box(self.tr("What stands below what"), self)
        self.by.offer([(self.tr("Functions"), "functions"), (self.tr("Named scopes"), "scopes")])
        self.about = OneLine(self)
        self.view = FlameView(self.tr("Flame graph"), self)
        head = across(None, self.quantity, self.by, (self.about, 1), spacing=6, margins=(8, 3, 8, 3))
        down(self, head, (self.view, 1), spacing=0)
        self._displayed: tuple[LineProfile | None, str] = (None, "")
        for box in (self.quantity, self.by):
            box.activated.connect(lambda _: self.draw())
        self.view.hovered.connect(self._say)
        self.view.followed.connect(self.line_asked)
        self.hide()

    def draw(self, *_: object) -> None:
        """Draw the flame graph of the selection."""
        report, by = self.controller.report, str(self.by.currentData())
        profile = report.line_profiles.get(str(self.quantity.currentData())) if report is not None else None
        if self._displayed != (profile, by):
            self._displayed = profile, by
            flame = profile.flames.get(by) if profile is not None else None
            self.view.show_flame(flame, profile.total if profile is not None else 0.0)
        self.setVisible(report is not None and bool(report.line_profiles))
        self._say(-1)

    def _say(self, node: int) -> None:
        """Describe a node's share; without a node the total and the share that is not attributed."""
        report, quantity, flame = self.controller.report, str(self.quantity.currentData()), self.view.flame
        node = node if node >= 0 else self.view.node
        if report is None:
            self.about.clear()
        elif flame is None and quantity in report.line_profiles:
            self.about.setText(self.tr("no flame: the stages are linked by names, not equation by equation"))
        elif flame is None or node < 0:
            self.about.setText(said_of(report, quantity))
            self.about.setToolTip(about_the_rest(quantity))
        else:
            value = float(flame.values[node])
            words = [
                flame.names[node],
                of_quantity(quantity, value),
                of_number(value / self.view.total, ".1%"),
            ]
            lines = report.stage(flame.stages[node]).lines if flame.stages[node] else ()
            line = int(flame.lines[node])
            words += [f"{line}: {lines[line - 1].strip()}"] if 0 < line <= len(lines) else []
            self.about.setText("   ·   ".join(words))
