"""Rows of a mask's panel: a number with its slider and field, a part of the mask, the colour of a range."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from jaxstudio.app.image.masks.words import of_combination, of_part_at
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
    """A number's words, its slider's ends and its usual value; a field may go from `least` up to `most`.

    All are in `unit`, of which `scale` make the 1 of a mask.
    """

    words: str
    about: str
    low: float
    high: float
    usual: float
    most: float
    least: float = 0.0
    unit: str = "%"
    scale: float = PERCENT


@dataclass(frozen=True)
class Pair:
    """The words of two numbers that belong together, those of each one, and the range of both in percent."""

    words: str
    about: str
    names: tuple[str, str]
    least: float
    most: float


class ValueRow(QWidget):
    """A number with a slider: `sent(value, nudge)` gives it as it stands in the mask."""

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
        self.field = NumberField(range_.unit, 1.0, self)
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
        self.field.nudged.connect(
            lambda value: self._send(min(max(value, range_.least), range_.most), nudge=True)
        )
        self.field.unreadable.connect(lambda _: self.field.refuse(True))

    def show_value(self, value: float) -> None:
        number = float(f"{value * self.range.scale:.6g}")
        self.slider.show_value(number, self.range.usual)
        self.slider.describe(self.range.unit)
        self.field.show_value(number)

    def refuse(self) -> None:
        """Mark what was typed as not allowed."""
        self.field.refuse(True)

    def _type(self, number: float) -> None:
        if self.range.least <= number <= self.range.most:
            self._send(number, nudge=False)
        else:
            self.refuse()

    def _send(self, number: float, *, nudge: bool) -> None:
        self.sent.emit(float(f"{number / self.range.scale:.8g}"), nudge)


class PairRow(QWidget):
    """Two numbers in percent, each with a field: `sent((one, other), nudge)` gives both as in the mask."""

    sent = Signal(object, bool)

    def __init__(self, pair: Pair, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pair = pair
        self._value = (0.0, 0.0)
        label = QLabel(pair.words, self)
        label.setToolTip(pair.about)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(label)
        line.addStretch(1)
        self.fields: list[NumberField] = []
        for place, name in enumerate(pair.names):
            field = NumberField("%", 1.0, self)
            field.setFixedWidth(FIELD_PX)
            field.setAccessibleName(name)
            field.setToolTip(f"{name}: {pair.about}")
            field.typed.connect(partial(self._type, place))
            field.nudged.connect(partial(self._nudge, place))
            field.unreadable.connect(lambda _, field=field: field.refuse(True))
            line.addWidget(field)
            self.fields.append(field)

    def show_value(self, value: tuple[float, float]) -> None:
        self._value = value
        for field, number in zip(self.fields, value, strict=True):
            field.show_value(float(f"{number * PERCENT:.6g}"))

    def refuse(self) -> None:
        """Mark what was typed as not allowed."""
        for field in self.fields:
            if field.hasFocus():
                field.refuse(True)

    def _type(self, place: int, percent: float) -> None:
        if self.pair.least <= percent <= self.pair.most:
            self._send(place, percent, nudge=False)
        else:
            self.fields[place].refuse(True)

    def _nudge(self, place: int, percent: float) -> None:
        self._send(place, min(max(percent, self.pair.least), self.pair.most), nudge=True)

    def _send(self, place: int, percent: float, *, nudge: bool) -> None:
        number = float(f"{percent / PERCENT:.8g}")
        one, other = self._value
        self.sent.emit((number, other) if place == 0 else (one, number), nudge)


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
