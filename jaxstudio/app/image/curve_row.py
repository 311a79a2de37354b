"""A tone curve in a form: presets, its points over the histogram, the chosen point's numbers."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from jaxstudio.app.image.histogram import Histogram, paint_histogram
from jaxstudio.app.image.param_rows import ParamRow
from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.text import in_words, of_number
from jaxstudio.pipeline.params import Points, Value
from jaxstudio.pipeline.recipe import Step

CurvePoints = tuple[tuple[float, ...], ...]
MARGIN, GRAB, DOT = 8.0, 11.0, 4.5
DIGITS = 4
STEP, FINE = 0.01, 0.001
SAMPLES = 160


def between(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


class CurveEditor(QWidget):
    """Says `moved(points)` while a point is held (between `pressed` and `released`), `nudged(points)`
    for a key, and `chosen()` when another point is taken.

    Click beside the points to make one, double click or Delete to take one away.
    """

    pressed = Signal()
    moved = Signal(object)
    released = Signal()
    nudged = Signal(object)
    chosen = Signal()

    def __init__(self, largest: int, apart: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.largest, self.apart = largest, apart
        self.points: CurvePoints = ()
        self.selected = 0
        self.heights: Any = None
        self.interpolant: Any = None
        self._held = False
        self._was_there = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    # What it shows

    def show_points(self, points: CurvePoints) -> None:
        """Draw these points without saying anything."""
        self.points = points
        self.selected = int(between(self.selected, 0, len(points) - 1))
        self._describe()
        self.update()

    def show_behind(self, heights: Any, interpolant: Any) -> None:
        """A histogram to draw, and what draws a curve through points."""
        self.heights, self.interpolant = heights, interpolant
        self.update()

    def choose(self, index: int) -> None:
        self.selected = int(between(index, 0, len(self.points) - 1))
        self._describe()
        self.chosen.emit()
        self.update()

    def _describe(self) -> None:
        x, y = self.points[self.selected]
        self.setAccessibleDescription(
            self.tr(
                "Point {0} of {1}: {2} becomes {3}. Arrows move it, Page Up and Page Down choose another, "
                "Insert makes one, Delete takes it away."
            ).format(self.selected + 1, len(self.points), of_number(x), of_number(y))
        )

    # Changing the points

    def moved_to(self, index: int, x: float, y: float) -> CurvePoints:
        """The points with one of them elsewhere, kept between its neighbours."""
        low = self.points[index - 1][0] + self.apart if index else 0.0
        high = self.points[index + 1][0] - self.apart if index + 1 < len(self.points) else 1.0
        point = (round(between(x, low, high), DIGITS), round(between(y, 0.0, 1.0), DIGITS))
        return (*self.points[:index], point, *self.points[index + 1 :])

    def with_point(self, x: float, y: float) -> tuple[CurvePoints, int] | None:
        """The points with one more, and its place; None where there is no room."""
        at = bisect([point[0] for point in self.points], x)
        near = [self.points[i][0] for i in (at - 1, at) if 0 <= i < len(self.points)]
        if len(self.points) >= self.largest or any(abs(x - other) < self.apart for other in near):
            return None
        point = (round(between(x, 0.0, 1.0), DIGITS), round(between(y, 0.0, 1.0), DIGITS))
        return (*self.points[:at], point, *self.points[at:]), at

    def without(self, index: int) -> CurvePoints | None:
        """The points without one; None where two must stay."""
        return None if len(self.points) <= 2 else (*self.points[:index], *self.points[index + 1 :])

    def value_at(self, x: float) -> float:
        """The curve at x."""
        return float(self._curve([x])[0])

    def _curve(self, at: Sequence[float]) -> Any:
        import numpy as np

        xs, ys = np.array(self.points).T
        x = np.clip(at, xs[0], xs[-1])
        # straight from point to point until the library is there
        return np.interp(x, xs, ys) if self.interpolant is None else self.interpolant(xs, ys)(x)

    # Places

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)

    def place(self, point: Sequence[float]) -> QPointF:
        """Where a point lies in the widget."""
        area = self._area()
        return QPointF(area.left() + point[0] * area.width(), area.bottom() - point[1] * area.height())

    def _value(self, place: QPointF) -> tuple[float, float]:
        area = self._area()
        return (place.x() - area.left()) / area.width(), (area.bottom() - place.y()) / area.height()

    def _under(self, place: QPointF) -> int | None:
        away = [(self.place(point) - place).manhattanLength() for point in self.points]
        nearest = min(range(len(away)), key=away.__getitem__)
        return nearest if away[nearest] <= GRAB else None

    # Hands

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        found = self._under(event.position())
        self._was_there = found is not None
        if found is None:
            made = self.with_point(*self._value(event.position()))
            if made is None:
                return
            self._hold()
            self.selected = made[1]
            self.moved.emit(made[0])
        else:
            self._hold()
            self.selected = found
        self._describe()
        self.chosen.emit()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held:
            self.moved.emit(self.moved_to(self.selected, *self._value(event.position())))
            return
        over = self._under(event.position()) is not None
        self.setCursor(Qt.CursorShape.SizeAllCursor if over else Qt.CursorShape.CrossCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._let_go()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self._under(event.position())
        # the first click of the two may have made the point: that was not meant to go
        if event.button() == Qt.MouseButton.LeftButton and found is not None and self._was_there:
            self.selected = found
            self._take_away()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._let_go()
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def _hold(self) -> None:
        self._held = True
        self.pressed.emit()

    def _let_go(self) -> None:
        if self._held:
            self._held = False
            self.released.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        fine = held == Qt.KeyboardModifier.ShiftModifier
        size = FINE if fine else STEP
        moves = {key.Key_Left: (-1, 0), key.Key_Right: (1, 0), key.Key_Up: (0, 1), key.Key_Down: (0, -1)}
        chooses = {
            key.Key_PageUp: self.selected + 1,
            key.Key_PageDown: self.selected - 1,
            key.Key_Home: 0,
            key.Key_End: len(self.points) - 1,
        }
        pressed = key(event.key())
        if held and not fine:
            event.ignore()
        elif pressed in moves:
            x, y = self.points[self.selected]
            right, up = moves[pressed]
            self.nudged.emit(self.moved_to(self.selected, x + right * size, y + up * size))
        elif pressed in chooses:
            self.choose(chooses[pressed])
        elif pressed in (key.Key_Insert, key.Key_Plus):
            self._put_beside()
        elif pressed in (key.Key_Delete, key.Key_Backspace, key.Key_Minus):
            self._take_away()
        else:
            event.ignore()

    def _put_beside(self) -> None:
        """A new point in the middle between the chosen one and the next, on the curve."""
        at = min(self.selected, len(self.points) - 2)
        x = (self.points[at][0] + self.points[at + 1][0]) / 2
        made = self.with_point(x, self.value_at(x))
        if made is not None:
            self.selected = made[1]
            self.nudged.emit(made[0])
            self.chosen.emit()

    def _take_away(self) -> None:
        fewer = self.without(self.selected)
        if fewer is not None:
            self._let_go()
            self.selected = max(0, self.selected - 1)
            self.nudged.emit(fewer)
            self.chosen.emit()

    # Looks

    def sizeHint(self) -> QSize:
        return QSize(220, 180)

    def heightForWidth(self, width: int) -> int:
        return min(width, 220)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, role = self.palette(), QPalette.ColorRole
        area = self._area()
        accent = palette.color(role.Highlight if self.isEnabled() else role.Mid)
        frame = palette.color(role.Mid)
        painter.setPen(QPen(accent if self.hasFocus() else frame, 1.5 if self.hasFocus() else 1.0))
        painter.setBrush(palette.color(role.Base))
        painter.drawRoundedRect(area, 3, 3)
        paint_histogram(painter, area, self.heights, frame)
        painter.setPen(QPen(frame, 1, Qt.PenStyle.DotLine))
        for quarter in (0.25, 0.5, 0.75):
            painter.drawLine(self.place((quarter, 0)), self.place((quarter, 1)))
            painter.drawLine(self.place((0, quarter)), self.place((1, quarter)))
        painter.drawLine(self.place((0, 0)), self.place((1, 1)))
        xs = [k / SAMPLES for k in range(SAMPLES + 1)]
        painter.setPen(QPen(palette.color(role.Text), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        line = [self.place((x, y)) for x, y in zip(xs, self._curve(xs), strict=True)]
        painter.drawPolyline(QPolygonF(line))
        for number, point in enumerate(self.points):
            chosen = number == self.selected
            painter.setPen(QPen(accent, 1.5))
            painter.setBrush(accent if chosen else palette.color(role.Base))
            painter.drawEllipse(self.place(point), DOT + chosen, DOT + chosen)


FIELD_PX = 70


class CurveRow(ParamRow):
    """Presets above the curve, two fields below; every change is sent as all the points."""

    def __init__(self, session: Session, step: Step, param: Points, parent: QWidget | None = None) -> None:
        super().__init__(session, step, param, parent)
        self.presets = ChoiceBox(self)
        self.presets.addItem(self.tr("Own points"))
        for name, preset in param.presets:
            self.presets.addItem(in_words(name), preset)
        self.name_control(self.presets, self.tr("preset"))
        self.presets.activated.connect(self._choose)
        self.line.addWidget(self.presets, 1)

        self.editor = CurveEditor(param.largest, param.apart, self)
        self.name_control(self.editor, self.tr("curve"))
        self.editor.setToolTip(self._how())
        self.fields = (NumberField("", STEP, self), NumberField("", STEP, self))
        numbers = QHBoxLayout()
        numbers.setSpacing(6)
        for field, words in zip(self.fields, (self.tr("Tone"), self.tr("New tone")), strict=True):
            field.setFixedWidth(FIELD_PX)
            field.setAccessibleName(words)
            field.setToolTip(self.tr("{0} of the chosen point, from 0 to 1").format(words))
            numbers.addWidget(QLabel(words, self))
            numbers.addWidget(field)
            numbers.addStretch(1)
            field.typed.connect(self._type)
            field.nudged.connect(self._nudge_field)
            field.unreadable.connect(lambda text: self.show_refusal(self.tr("Expected a number from 0 to 1")))
            field.cancelled.connect(lambda: self.show_refusal(""))
        self.column.insertWidget(1, self.editor)
        self.column.insertLayout(2, numbers)

        self.histogram = Histogram(self)
        self.histogram.changed.connect(self._show_histogram)
        session.photo_changed.connect(self._look)
        self.editor.pressed.connect(session.begin_gesture)
        self.editor.moved.connect(self._send_points)
        self.editor.released.connect(session.end_gesture)
        self.editor.nudged.connect(lambda points: self._send_points(points, nudge=True))
        self.editor.chosen.connect(self._show_numbers)
        self._look()

    def _how(self) -> str:
        return self.tr(
            "Drag a point; click beside the points to make one, double click one to take it away.\n"
            "Arrows move the chosen point (with Shift finely), Page Up and Page Down choose another, "
            "Insert makes one, Delete takes it away."
        )

    def show_value(self, value: Value, step: Step) -> None:
        assert isinstance(value, tuple)
        if value == self.editor.points:
            return
        self.editor.show_points(value)
        param = self.param
        names = [preset for _, preset in param.presets] if isinstance(param, Points) else []
        self.presets.setCurrentIndex(1 + names.index(value) if value in names else 0)
        self._show_numbers()

    def _look(self) -> None:
        self.histogram.show_photo(self.session.photo)

    def _show_histogram(self) -> None:
        self.editor.show_behind(self.histogram.heights, self.histogram.interpolant)

    def _show_numbers(self) -> None:
        for field, number in zip(self.fields, self.editor.points[self.editor.selected], strict=True):
            field.show_value(number)

    def _send_points(self, points: Any, *, nudge: bool = False) -> None:
        self.send([list(point) for point in points], nudge=nudge)

    def _choose(self, index: int) -> None:
        preset = self.presets.itemData(index)
        if preset is None:
            self.presets.setCurrentIndex(0)  # one's own points come from moving them
        else:
            self._send_points(preset)

    def _type(self, number: float) -> None:
        if not self._set_number(number, nudge=False):
            for field in self.fields:
                if field is self.sender():
                    field.refuse(True)

    def _nudge_field(self, number: float) -> None:
        self._set_number(min(max(number, 0.0), 1.0), nudge=True)

    def _set_number(self, number: float, *, nudge: bool) -> bool:
        """One of the chosen point's two numbers, as its field says it."""
        axis = 0 if self.sender() is self.fields[0] else 1
        at = self.editor.selected
        points = [list(point) for point in self.editor.points]
        points[at][axis] = number
        return self.send(points, nudge=nudge)
