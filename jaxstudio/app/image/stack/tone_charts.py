"""Charts over a histogram, on pyqtgraph: a tone curve through points; black, gamma and white.

Both axes go from 0 (black) to 1 (white). pyqtgraph takes long to import: `with_module`
imports this module.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from jaxstudio.app.image.panels.scope_chart import paint_heights
from jaxstudio.app.image.stack.tone_rows import FINE, STEP, CurvePoints, ToneCurve, clamp
from jaxstudio.app.shared.text import of_number

Role = QPalette.ColorRole
HISTOGRAM_ALPHA = 0.28
PADDING = 0.045  # around the square of tones, so that points at its edges are seen whole
GRAB_PX, POINT_PX = 11.0, 9.0
SAMPLES = 160
# Qt compresses motion events by itself; pyqtgraph's own limit would drop the last ones of a quick drag.
pg.setConfigOptions(mouseRateLimit=-1)
LEVELS_PX, FOOT, HANDLE_PX = 96, 0.22, 12
LEVELS = ("black", "gamma", "white")  # left to right; the keyboard has a slider for each
DIGITS = 4


class _FixedBox(pg.ViewBox):
    """A view box that cannot be moved, with nothing but the scene's own "Export…" in its context menu."""

    def __init__(self) -> None:
        super().__init__(enableMenu=False, enableMouse=False)

    def mouseClickEvent(self, event: Any) -> None:
        if event.button() == Qt.MouseButton.RightButton:
            event.accept()
            self.raiseContextMenu(event)

    def getMenu(self, event: Any) -> QMenu:
        self._menu = QMenu()  # a reference: it is shown without blocking
        return self._menu


class ToneChart(pg.GraphicsView):
    """The histogram of each channel, filled from below; subclasses draw over it."""

    def __init__(self, lowest: float, parent: QWidget | None = None) -> None:
        self.box: Any = None
        super().__init__(parent, useOpenGL=False, background=None)
        self.box = _FixedBox()
        self.setCentralItem(self.box)
        self.box.setRange(xRange=(-PADDING, 1 + PADDING), yRange=(lowest, 1 + PADDING), padding=0)
        self.heights: Any = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.scene().setMoveDistance(1)

    def show_heights(self, heights: Any) -> None:
        """Draw the histogram: (channels, 256) from 0 to 1; None draws nothing."""
        self.heights = heights
        self.resetCachedContent()
        self.viewport().update()

    def apply_theme(self) -> None:
        """Take the colours of the palette."""
        self.setBackgroundBrush(self.palette().color(Role.Base))

    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        super().drawBackground(painter, rect)
        if self.heights is not None:
            corners = (self.box.mapViewToScene(QPointF(*at)) for at in ((0.0, 1.0), (1.0, 0.0)))
            mid = self.palette().color(Role.Mid)
            paint_heights(painter, QRectF(*corners), self.heights, mid, HISTOGRAM_ALPHA)

    def pen(self, colour: QColor, width: float = 1.0, **style: Any) -> QPen:
        """A pen so many pixels of the window wide: pyqtgraph's own are measured in the screen's."""
        return pg.mkPen(colour, width=width * self.devicePixelRatioF(), **style)

    def accent(self) -> QColor:
        return self.palette().color(Role.Highlight if self.isEnabled() else Role.Mid)

    def place(self, point: Sequence[float]) -> QPointF:
        """Return the widget's position of a point of the chart."""
        return self.viewportTransform().map(self.box.mapViewToScene(QPointF(point[0], point[1])))

    def value_at(self, place: QPointF) -> tuple[float, float]:
        """Return the chart's point at a position of the widget."""
        at = self.box.mapSceneToView(self.mapToScene(place.toPoint()))
        return at.x(), at.y()

    def setToolTip(self, text: str) -> None:
        super().setToolTip(text)
        self.box.setToolTip(text)  # the scene asks its items

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        changes = (QEvent.Type.PaletteChange, QEvent.Type.EnabledChange, QEvent.Type.DevicePixelRatioChange)
        if event.type() in changes and self.box is not None:
            self.apply_theme()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        focused = self.hasFocus()
        width = 2 if focused else 1
        painter.setPen(QPen(self.accent() if focused else self.palette().color(Role.Mid), width))
        inset = width / 2
        painter.drawRect(QRectF(self.viewport().rect()).adjusted(inset, inset, -inset, -inset))
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the panel scrolls


class CurveEditor(ToneChart):
    """Edits the points of a `ToneCurve`.

    Emits `moved(points)` while a point is dragged (between `pressed` and `released`), `nudged(points)` for
    a key, and `selected()` when another point is selected. A press beside the points adds one and drags it
    at once, which pyqtgraph's own drag events, sent after a movement, cannot do; a double click or Delete
    removes one.
    """

    pressed = Signal()
    moved = Signal(object)
    released = Signal()
    nudged = Signal(object)
    selected = Signal()

    def __init__(self, curve: ToneCurve, parent: QWidget | None = None) -> None:
        super().__init__(-PADDING, parent)
        self.curve = curve
        self._held = self._was_there = False
        self._grid = pg.PlotCurveItem(connect="pairs")
        quarters = [(q, 0.0, q, 1.0) for q in (0.25, 0.5, 0.75)]
        lines = np.array([*quarters, *((b, a, d, c) for a, b, c, d in quarters), (0.0, 0.0, 1.0, 1.0)])
        self._grid.setData(lines[:, ::2].ravel(), lines[:, 1::2].ravel())
        self._line = pg.PlotCurveItem(antialias=True)
        self._dots = pg.ScatterPlotItem(size=POINT_PX, antialias=True)
        for item in (self._grid, self._line, self._dots):
            self.box.addItem(item)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        policy.setVerticalPolicy(QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)
        self.draw()

    def draw(self) -> None:
        """Draw the curve and its points as they are now."""
        xs = np.linspace(0.0, 1.0, SAMPLES + 1)
        self._line.setData(xs, self.curve.values(xs))
        x, y = self.curve.points[self.curve.selected]
        self.setAccessibleDescription(
            self.tr(
                "Point {0} of {1}: {2} becomes {3}. Arrows move it, Page Up and Page Down select another, "
                "Insert adds one, Delete removes it."
            ).format(self.curve.selected + 1, len(self.curve.points), of_number(x), of_number(y))
        )
        self.apply_theme()

    def apply_theme(self) -> None:
        super().apply_theme()
        base, accent = self.palette().color(Role.Base), self.accent()
        self._grid.setPen(self.pen(self.palette().color(Role.Mid), style=Qt.PenStyle.DotLine))
        self._line.setPen(self.pen(self.palette().color(Role.Text), 1.6))
        chosen = [place == self.curve.selected for place in range(len(self.curve.points))]
        xs, ys = np.array(self.curve.points).T
        self._dots.setData(
            xs, ys, pen=pg.mkPen(accent, width=1.5), brush=[accent if each else base for each in chosen],
            size=[POINT_PX + 2 * each for each in chosen],
        )  # fmt: skip

    def select(self, index: int) -> None:
        self.curve.select(index)
        self.draw()
        self.selected.emit()

    def _under(self, place: QPointF) -> int | None:
        distances = [(self.place(point) - place).manhattanLength() for point in self.curve.points]
        nearest = min(range(len(distances)), key=distances.__getitem__)
        return nearest if distances[nearest] <= GRAB_PX else None

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        at = self._under(event.position())
        self._was_there = at is not None
        added = self.curve.with_point(*self.value_at(event.position())) if at is None else None
        if at is None and added is None:
            return  # no room for another point
        self._held = True
        self.pressed.emit()
        if added is not None:
            self.curve.selected = added[1]
            self.moved.emit(added[0])
        self.select(at if at is not None else self.curve.selected)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held:
            self._move(*self.value_at(event.position()), self.moved)
            return
        over = self._under(event.position()) is not None
        self.viewport().setCursor(Qt.CursorShape.SizeAllCursor if over else Qt.CursorShape.CrossCursor)

    def _move(self, x: float, y: float, signal: Any) -> None:
        signal.emit(self.curve.moved_to(self.curve.selected, x, y))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._release()
        else:
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        at = self._under(event.position())
        # the first click of the two may have added the point, which must then stay
        if event.button() == Qt.MouseButton.LeftButton and at is not None and self._was_there:
            self.curve.select(at)
            self._remove()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._release()

    def _release(self) -> None:
        if self._held:
            self._held = False
            self.released.emit()

    # Keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        fine = modifiers == Qt.KeyboardModifier.ShiftModifier
        size, selected = FINE if fine else STEP, self.curve.selected
        moves = {key.Key_Left: (-1, 0), key.Key_Right: (1, 0), key.Key_Up: (0, 1), key.Key_Down: (0, -1)}
        actions: dict[Qt.Key, Callable[[], None]] = {
            key.Key_PageUp: partial(self.select, selected + 1),
            key.Key_PageDown: partial(self.select, selected - 1),
            key.Key_Home: partial(self.select, 0),
            key.Key_End: partial(self.select, len(self.curve.points) - 1),
            **dict.fromkeys((key.Key_Insert, key.Key_Plus), self._add_beside),
            **dict.fromkeys((key.Key_Delete, key.Key_Backspace, key.Key_Minus), self._remove),
        }
        pressed = key(event.key())
        if modifiers and not fine:
            event.ignore()
        elif pressed in moves:
            (x, y), (right, up) = self.curve.points[selected], moves[pressed]
            self._move(x + right * size, y + up * size, self.nudged)
        elif pressed in actions:
            actions[pressed]()
        else:
            event.ignore()

    def _add_beside(self) -> None:
        added = self.curve.with_point_beside()
        if added is not None:
            self.curve.selected = added[1]
            self.nudged.emit(added[0])
            self.selected.emit()

    def _remove(self) -> None:
        fewer: CurvePoints | None = self.curve.without(self.curve.selected)
        if fewer is not None:
            self._release()
            self.curve.selected = max(0, self.curve.selected - 1)
            self.nudged.emit(fewer)
            self.selected.emit()

    def sizeHint(self) -> QSize:
        return QSize(220, 180)

    def minimumSizeHint(self) -> QSize:
        return QSize(100, 100)

    def heightForWidth(self, width: int) -> int:
        return min(width, 220)


class LevelsChart(ToneChart):
    """Black, gamma and white as lines to be dragged over the histogram.

    Emits `moved(name, value)` while one is dragged, between `pressed` and `released`.
    """

    pressed = Signal()
    moved = Signal(str, float)
    released = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(-FOOT, parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.values = {"black": 0.0, "gamma": 1.0, "white": 1.0}
        self._dragged = ""
        self.lines = {name: pg.InfiniteLine(angle=90, movable=True, bounds=(0.0, 1.0)) for name in LEVELS}
        self._handles = pg.ScatterPlotItem(symbol="t1", size=HANDLE_PX, antialias=True)
        for name, line in self.lines.items():
            line.addMarker("^", 0.0, HANDLE_PX)  # it widens what is taken by the mouse
            line.setCursor(Qt.CursorShape.SizeHorCursor)
            line.sigDragged.connect(partial(self._drag, name))
            line.sigPositionChangeFinished.connect(self._release)
            self.box.addItem(line)
        self.box.addItem(self._handles)
        self._handles.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_values(self.values)

    def show_values(self, values: dict[str, float]) -> None:
        """Draw the lines where these values of the three parameters put them."""
        self.values = values
        for name, line in self.lines.items():
            line.setValue(self.tone_of(name))
        self.apply_theme()

    def apply_theme(self) -> None:
        super().apply_theme()
        text, accent = self.palette().color(Role.Text), self.accent()
        for line in self.lines.values():
            line.setPen(self.pen(text, 1.2))
            line.setHoverPen(self.pen(accent, 1.6))
        self._handles.setData(
            [line.value() for line in self.lines.values()], [-FOOT / 2] * 3,
            brush=[QColor(name) for name in ("black", "gray", "white")], pen=pg.mkPen(text, width=1.2),
        )  # fmt: skip

    def tone_of(self, name: str) -> float:
        """The tone of a line, from 0 to 1; gamma's is the tone that becomes one half."""
        black, white = self.values["black"], self.values["white"]
        tone = black + (white - black) * 0.5 ** self.values["gamma"] if name == "gamma" else self.values[name]
        return clamp(tone, 0.0, 1.0)

    def value_of(self, name: str, tone: float) -> float:
        """Return the parameter's value for a line at this tone."""
        if name != "gamma":
            return round(clamp(tone, 0.0, 1.0), DIGITS)
        black, white = self.values["black"], self.values["white"]
        share = (tone - black) / (white - black) if white != black else 0.5
        return round(clamp(math.log(clamp(share, 1e-6, 1 - 1e-6)) / math.log(0.5), 0.05, 20.0), DIGITS)

    def _drag(self, name: str, line: pg.InfiniteLine) -> None:
        if not self._dragged:
            self._dragged = name
            self.pressed.emit()
        self.moved.emit(name, self.value_of(name, line.value()))

    def _release(self) -> None:
        if self._dragged:
            self._dragged = ""
            self.released.emit()

    def sizeHint(self) -> QSize:
        return QSize(220, LEVELS_PX)

    def minimumSizeHint(self) -> QSize:
        return QSize(100, LEVELS_PX)
