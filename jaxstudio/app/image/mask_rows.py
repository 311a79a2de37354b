"""Rows of a mask's panel: a number with its slider and field, a part of the mask, the colour of a range."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from jaxstudio.app.image.mask_words import of_combination, of_part_at
from jaxstudio.app.shared.buttons import GlyphButton, Switch
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.elided_label import OneLine
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.slider import Slider
from jaxstudio.pipeline.masks import COMBINATIONS, Mask

LABEL_PX, FIELD_PX = 84, 72
PERCENT = 100.0


@dataclass(frozen=True)
class Range:
    """A number's words, its slider's ends in percent and its usual value; a field may go up to `most`."""

    words: str
    about: str
    low: float
    high: float
    usual: float
    most: float


class ValueRow(QWidget):
    """A number in percent: `sent(value, nudge)` gives it as it stands in the mask, from 0 to 1 or more."""

    sent = Signal(float, bool)
    held = Signal()
    released = Signal()

    def __init__(self, range_: Range, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.range = range_
        label = QLabel(range_.words, self)
        label.setFixedWidth(LABEL_PX)
        label.setToolTip(range_.about)
        self.slider = Slider(range_.low, range_.high, 1.0, parent=self)
        self.slider.setAccessibleName(self.tr("{0} slider").format(range_.words))
        self.slider.setToolTip(range_.about)
        self.field = NumberField("%", 1.0, self)
        self.field.setFixedWidth(FIELD_PX)
        self.field.setAccessibleName(range_.words)
        self.field.setToolTip(range_.about)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(label)
        line.addWidget(self.slider, 1)
        line.addWidget(self.field)
        self.slider.pressed.connect(self.held)
        self.slider.released.connect(self.released)
        self.slider.moved.connect(lambda value: self._send(value, nudge=False))
        self.slider.nudged.connect(lambda value: self._send(value, nudge=True))
        self.slider.reset_asked.connect(lambda _: self._send(range_.usual, nudge=False))
        self.field.typed.connect(self._type)
        self.field.nudged.connect(lambda value: self._send(min(max(value, 0.0), range_.most), nudge=True))
        self.field.unreadable.connect(lambda _: self.field.refuse(True))

    def show_value(self, value: float) -> None:
        percent = float(f"{value * PERCENT:.6g}")
        self.slider.show_value(percent, self.range.usual)
        self.slider.describe("%")
        self.field.show_value(percent)

    def _type(self, percent: float) -> None:
        if 0.0 <= percent <= self.range.most:
            self._send(percent, nudge=False)
        else:
            self.field.refuse(True)

    def _send(self, percent: float, *, nudge: bool) -> None:
        self.sent.emit(float(f"{percent / PERCENT:.8g}"), nudge)


class Swatch(QWidget):
    """Shows a colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colour = QColor("#808080")

    def sizeHint(self) -> QSize:
        return QSize(44, 22)

    def show_colour(self, red: float, green: float, blue: float) -> None:
        """Values from 0 to 1, encoded sRGB."""
        self.colour = QColor.fromRgbF(red, green, blue)
        self.setAccessibleName(self.tr("Colour {0}").format(self.colour.name()))
        self.setToolTip(self.colour.name())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 1.0))
        painter.setBrush(self.colour)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)


class PartRow(QFrame):
    """One part of the mask: whether it counts, its name, how it is combined, inverted, taken away.

    A click or the focus selects it; Up and Down go to its neighbours, with Alt they move it.
    """

    chosen = Signal()
    switched = Signal(bool)
    combined = Signal(str)
    inverted = Signal(bool)
    removed = Signal()
    moved = Signal(int)
    focus_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("part")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.switch = Switch("", self)
        self.title = OneLine(self)
        self.title.setProperty("look", "")
        self.box = ChoiceBox(self)
        self.box.setObjectName("small")
        for combine in COMBINATIONS:
            self.box.addItem(of_combination(combine), combine)
        self.invert = GlyphButton("invert", "", self, small=True)
        self.invert.setCheckable(True)
        self.remove = GlyphButton("close", "", self, small=True)
        line = QHBoxLayout(self)
        line.setContentsMargins(2, 1, 2, 1)
        line.setSpacing(3)
        line.addWidget(self.switch)
        line.addWidget(self.title, 1)
        line.addWidget(self.box)
        line.addWidget(self.invert)
        line.addWidget(self.remove)
        self.switch.clicked.connect(self.switched)
        self.box.activated.connect(lambda index: self.combined.emit(self.box.itemData(index)))
        self.invert.clicked.connect(self.inverted)
        self.remove.clicked.connect(self.removed)

    def show_part(self, mask: Mask, place: int, *, selected: bool) -> None:
        """Draw the part at `place`."""
        part, name = mask.parts[place], of_part_at(mask, place)
        self.title.setText(name)
        self.title.setEnabled(part.enabled)
        self.setAccessibleName(self.tr("Part {0} of {1}: {2}").format(place + 1, len(mask.parts), name))
        self.switch.setChecked(part.enabled)
        self._name(self.switch, self.tr("{0} on or off").format(name))
        self.box.setCurrentIndex(self.box.findData(part.combine))
        self._name(self.box, self.tr("How {0} is combined with the parts above").format(name))
        self.invert.setChecked(part.inverted)
        self.invert.rename(self.tr("Invert {0}").format(name))
        self.remove.rename(self.tr("Remove {0}").format(name))
        if self.property("held") != selected:
            self.setProperty("held", selected)
            self.style().polish(self)

    @staticmethod
    def _name(control: QWidget, words: str) -> None:
        if control.accessibleName() != words:
            control.setAccessibleName(words)
            control.setToolTip(words)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, alt = Qt.Key, Qt.KeyboardModifier.AltModifier
        by = {key.Key_Up: -1, key.Key_Down: 1}.get(key(event.key()), 0)
        doings: dict[Qt.Key, Callable[[], object]] = {
            key.Key_Space: lambda: self.switched.emit(not self.switch.isChecked()),
            key.Key_Return: self.chosen.emit,
            key.Key_Delete: self.removed.emit,
            key.Key_Backspace: self.removed.emit,
        }
        if by and event.modifiers() & alt:
            self.moved.emit(by)
        elif by and self.hasFocus():
            self.focus_asked.emit(by)
        elif self.hasFocus() and key(event.key()) in doings:
            doings[key(event.key())]()
        else:
            super().keyPressEvent(event)
