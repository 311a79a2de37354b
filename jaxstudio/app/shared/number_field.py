"""A number: a field for the whole allowed range by typing, alone or beside a slider for the usual range."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from jaxstudio.app.shared.layouts import across, make_label
from jaxstudio.app.shared.slider import Slider, nice_step
from jaxstudio.app.shared.text import of_number, sign_of, to_number
from jaxstudio.app.shared.undo import UndoableEditor
from jaxstudio.errors import ParameterError
from jaxstudio.pipeline.params import Float, Int

ANY = Float("number", 0.0, -math.inf, math.inf)


def _as_number(value: float, scale: float) -> float:
    return value if scale == 1 else float(f"{value * scale:.6g}")


def _as_value(number: float, scale: float) -> float:
    return number if scale == 1 else float(f"{number / scale:.8g}")


class NumberField(QLineEdit):
    """Emits `sent(value, nudge)` for a number that is typed, and for a step by key or wheel (`nudge`).

    `param` says what is allowed: a step ends at the range, other text is marked, and `refused(text)` emitted.
    With a `scale` the text is so many times the value (100: percent). While nobody edits it, it has its
    unit, and a plus sign if it is a change, up or down from 0: “+0.5 EV”, “12 px”.
    """

    sent = Signal(float, bool)
    refused = Signal(str)
    cancelled = Signal()
    reset_asked = Signal()  # by a double click

    def __init__(
        self,
        param: Float | Int = ANY,
        name: str = "",
        *,
        step: float | None = None,
        unit: str | None = None,
        scale: float = 1.0,
        tip: str = "",
        wide: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.param, self.scale = param, scale
        self.resets = False  # whether a double click asks for the default
        self.unit = param.unit if unit is None else unit
        self.step = float(param.step if isinstance(param, Int) else 1.0) if step is None else step
        self._value = 0.0
        self.setAccessibleName(name)
        self.setToolTip(tip)
        if wide:
            self.setFixedWidth(wide)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(False)  # a file that is dropped here is meant for the window
        self.editingFinished.connect(self._commit)

    def show_value(self, value: float) -> None:
        """Write `value`, unless the person is in the middle of typing another."""
        number = _as_number(value, self.scale)
        if number == self._value and self.isModified():
            return
        self._value = number
        self._write()

    def refuse(self, refused: bool) -> None:
        """Mark the text as not allowed, or as fine again."""
        if bool(self.property("refused")) != refused:
            self.setProperty("refused", refused)
            self.style().polish(self)

    def _write(self) -> None:
        text = of_number(self._value)
        if self.unit and not self.hasFocus():
            text = f"{sign_of(self.param, self._value)}{text} {self.unit}"
        if text != self.text():
            self.setText(text)
            self.setCursorPosition(0)
        self.setModified(False)
        self.refuse(False)

    def _commit(self) -> None:
        if not self.isModified():
            return
        self.setModified(False)
        try:
            value = _as_value(to_number(self.text(), self.unit), self.scale)
            self.param.check(value)
        except (ValueError, ParameterError):
            self.refuse(True)
            self.refused.emit(self.text())
        else:
            self.sent.emit(value, False)

    def _nudge(self, notches: float) -> None:
        self._commit()
        value = _as_value(float(f"{self._value + notches * self.step:.12g}"), self.scale)
        self.setModified(False)
        self.sent.emit(min(max(value, float(self.param.low)), float(self.param.high)), True)

    def event(self, event: QEvent) -> bool:
        """Undo belongs to the recipe unless a text is half typed."""
        if event.type() == QEvent.Type.ShortcutOverride and not self.isModified():
            assert isinstance(event, QKeyEvent)
            if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
                event.ignore()
                return False
        return super().event(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Reset to the default, if anyone listens for that; otherwise select a word."""
        if self.resets and not self.isModified():
            self.reset_asked.emit()
            self.selectAll()
        else:
            super().mouseDoubleClickEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.isModified() and not self.property("refused"):
            self._write()
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self.property("refused"):
            self._write()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        notches = {key.Key_Up: 1, key.Key_Down: -1, key.Key_PageUp: 10, key.Key_PageDown: -10}.get(
            key(event.key())
        )
        if notches and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._nudge(notches)
        elif event.key() == key.Key_Escape and (self.isModified() or self.property("refused")):
            self._write()
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Only a focused field listens, so that scrolling the panel changes nothing."""
        notches = event.angleDelta().y() / 120
        if not self.hasFocus() or not notches:
            event.ignore()
            return
        self._nudge(notches)
        event.accept()


class NumberSlider(QWidget):
    """A slider over the usual range of a number and a field beside it; a label before them, with `label_px`.

    `sent(value, nudge)` as in `NumberField`; a double click sends the default, which is None where the number
    follows another. All that is sent while the handle is held is one undo of the `editor`.
    """

    sent = Signal(object, bool)

    def __init__(
        self,
        param: Float | Int,
        name: str,
        *,
        step: float | None = None,
        scale: float = 1.0,
        tip: str = "",
        label_px: int = 0,
        editor: UndoableEditor | None = None,
        parent: QWidget | None = None,
        **of_field: Any,
    ) -> None:
        super().__init__(parent)
        self.param, self.scale = param, scale
        low, high = (end * scale for end in param.slider)
        own = param.step if isinstance(param, Int) else param.slider_step
        size = step or own or nice_step(low, high)
        self.slider = Slider(low, high, size, whole=isinstance(param, Int), editor=editor, parent=self)
        self.slider.setAccessibleName(self.tr("{0} slider").format(name))
        self.slider.setToolTip(tip)
        self.field = NumberField(param, name, step=size, scale=scale, tip=tip, parent=self, **of_field)
        line = across(self, (self.slider, 1), self.field, spacing=8)
        if label_px:
            label = make_label(name, parent=self, tip=tip)
            label.setFixedWidth(label_px)
            line.insertWidget(0, label)
        self.slider.sent.connect(lambda number, nudge: self.sent.emit(_as_value(number, scale), nudge))
        self.field.sent.connect(self.sent.emit)
        self.field.resets = True
        for part in (self.slider, self.field):
            part.reset_asked.connect(lambda: self.sent.emit(self.param.default, False))

    def show_value(self, value: float) -> None:
        """Draw a value; the default is marked on the slider."""
        number, default = _as_number(value, self.scale), self.param.default
        if not self.slider.isSliderDown() or number != self.slider.tidy(number):
            self.slider.show_value(number, None if default is None else default * self.scale)
        self.slider.describe(self.field.unit)
        self.field.show_value(value)

    def refuse(self) -> None:
        """Mark the typed text as refused."""
        self.field.refuse(True)
