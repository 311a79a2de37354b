"""A slider over a number's usual range: one hold is one undo, a double click asks for the default."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSlider, QWidget

from jaxstudio.app.shared.text import of_number
from jaxstudio.app.shared.undo import UndoableEditor

STEPS = 1000
HANDLE = 7.0
ARROW_PX, LEAST_ARROW = 24.0, 0.02


def nice_step(low: float, high: float) -> float:
    """About a hundredth of the range, as 1, 2 or 5 times a power of ten."""
    raw = (high - low) / 100
    if raw <= 0:
        return 1.0
    power = 10 ** math.floor(math.log10(raw))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * 0.999)


class Slider(QSlider):
    """Emits `sent(value, nudge)` while it is held, and for a step by key or wheel (`nudge`).

    All that is sent while it is held is one undo of its `editor`, if it has one.
    """

    sent = Signal(float, bool)
    focused = Signal()
    reset_asked = Signal()  # by a double click, whose first click moved nothing, or a key

    def __init__(
        self,
        low: float,
        high: float,
        step: float,
        *,
        whole: bool = False,
        editor: UndoableEditor | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._editor = editor
        self.set_range(low, high, step, whole=whole)
        self._value = low
        self._default: float | None = None
        self._grab = 0.0
        self._jumped = False
        self._arrow: float | None = None
        self.setRange(0, STEPS)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_range(self, low: float, high: float, step: float, *, whole: bool = False) -> None:
        """Say what the ends mean and what a key or wheel notch is worth; `whole`: values are whole steps."""
        self._low, self._high, self.step, self._whole = low, high, step, whole

    def show_value(self, value: float, default: float | None = None) -> None:
        """Draw the handle at `value` without emitting a signal."""
        self._value, self._default = value, default
        blocked = self.blockSignals(True)
        self.setValue(round(self._fraction(value) * STEPS))
        self.blockSignals(blocked)
        self.update()

    def show_arrow(self, share: float | None) -> None:
        """Draw an arrow from the handle, to the right for positive shares; −1 and 1 are the longest."""
        if share != self._arrow:
            self._arrow = share
            self.update()

    def _fraction(self, value: float) -> float:
        span = self._high - self._low
        return min(max((value - self._low) / span, 0.0), 1.0) if span > 0 else 0.0

    def tidy(self, value: float) -> float:
        """Within the slider's range, and on its fine steps."""
        fine = self.step if self._whole else self.step / 10
        value = self._low + round((value - self._low) / fine) * fine
        value = min(max(value, self._low), self._high)
        return float(f"{value:.12g}")

    def _value_at(self, x: float) -> float:
        room = self.width() - 2 * HANDLE
        return self._low + (x - HANDLE) / max(room, 1) * (self._high - self._low)

    def _x_of(self, value: float) -> float:
        return HANDLE + self._fraction(value) * (self.width() - 2 * HANDLE)

    # Mouse and keyboard

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        handle = self._x_of(self._value)
        x = event.position().x()
        on_handle = abs(x - handle) <= HANDLE + 2
        self._grab = x - handle if on_handle else 0.0
        self.setSliderDown(True)
        if self._editor is not None:
            self._editor.begin_gesture()
        self._jumped = not on_handle and self._move_to(x)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._move_to(event.position().x() - self._grab)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown() and event.button() == Qt.MouseButton.LeftButton:
            self._let_go()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            if self._jumped and self._editor is not None:
                self._editor.undo()
            self.reset_asked.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()

    def focusOutEvent(self, event: object) -> None:
        super().focusOutEvent(event)  # type: ignore[arg-type]
        self._let_go()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self._let_go()

    def _let_go(self) -> None:
        # Whatever ends the drag, the gesture must end with it, or the view stays "moving".
        if self.isSliderDown():
            self.setSliderDown(False)
            if self._editor is not None:
                self._editor.end_gesture()

    def _move_to(self, x: float) -> bool:
        value = self.tidy(self._value_at(x))
        if value == self._value:
            return False
        self.show_value(value, self._default)
        self.sent.emit(value, False)
        return True

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolling the panel must not change values: only a focused slider listens."""
        notches = event.angleDelta().y() / 120
        if not self.hasFocus() or not notches:
            event.ignore()
            return
        self._nudge(notches)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        notches = {
            key.Key_Left: -1,
            key.Key_Down: -1,
            key.Key_Right: 1,
            key.Key_Up: 1,
            key.Key_PageDown: -10,
            key.Key_PageUp: 10,
        }.get(key(event.key()))
        fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier) and not self._whole
        if event.modifiers() & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier):
            event.ignore()
        elif notches:
            self._nudge(notches / 10 if fine else notches)
        elif event.key() == key.Key_Home:
            self.sent.emit(self._low, True)
        elif event.key() == key.Key_End:
            self.sent.emit(self._high, True)
        elif event.key() in (key.Key_Backspace, key.Key_Delete):
            self.reset_asked.emit()
        else:
            event.ignore()

    def _nudge(self, notches: float) -> None:
        value = self.tidy(self._value + notches * self.step)
        if value != self._value:
            self.sent.emit(value, True)

    # Painting

    def sizeHint(self) -> QSize:
        return QSize(110, 22)

    def minimumSizeHint(self) -> QSize:
        return QSize(70, 22)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, role = self.palette(), QPalette.ColorRole
        middle = self.height() / 2
        x = self._x_of(self._value)
        accent = palette.color(role.Highlight if self.isEnabled() else role.Mid)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.color(role.Mid))
        painter.drawRoundedRect(QRectF(HANDLE, middle - 2, self.width() - 2 * HANDLE, 4), 2, 2)
        zero = self._x_of(0.0 if self._low < 0 < self._high else self._low)
        painter.setBrush(accent)
        painter.drawRoundedRect(QRectF(min(x, zero), middle - 2, abs(x - zero), 4), 2, 2)
        if self._default is not None:
            painter.setBrush(palette.color(role.PlaceholderText))
            painter.drawRect(QRectF(self._x_of(self._default) - 0.5, middle + 4, 1, 4))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(accent, 1.5))
            painter.drawEllipse(QPointF(x, middle), HANDLE + 2, HANDLE + 2)
        painter.setPen(QPen(accent, 1.5))
        hovered = self.underMouse() or self.isSliderDown()
        painter.setBrush(accent if hovered and self.isEnabled() else palette.color(role.AlternateBase))
        painter.drawEllipse(QPointF(x, middle), HANDLE - 1.5, HANDLE - 1.5)
        self._paint_arrow(painter, x, middle)

    def _paint_arrow(self, painter: QPainter, x: float, middle: float) -> None:
        if self._arrow is None or abs(self._arrow) < LEAST_ARROW:
            return
        length, side = ARROW_PX * self._arrow, 1 if self._arrow > 0 else -1
        # away from the end of the slider that it would leave
        start = min(max(x, HANDLE + ARROW_PX), self.width() - HANDLE - ARROW_PX)
        tip = QPointF(start + length, middle)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.WindowText), 2))
        painter.drawLine(QPointF(start, middle), tip)
        painter.drawPolyline([tip + QPointF(-5 * side, -4), tip, tip + QPointF(-5 * side, 4)])

    def describe(self, unit: str) -> None:
        """Describe the value to screen readers."""
        ends = f"{of_number(self._low)} – {of_number(self._high)}"
        self.setAccessibleDescription(f"{of_number(self._value)} {unit} ({ends})")
