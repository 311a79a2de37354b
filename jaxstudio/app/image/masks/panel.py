"""The panel of a mask, below the card of its step: name, tools, parts, and the values of the selected one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QMenu, QPushButton, QWidget

from jaxstudio.app.image.canvas.handle_geometry import units_of
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.masks.editing import BRUSH, LARGEST_RADIUS, PICK, TOOLS, MaskEditing
from jaxstudio.app.image.masks.geometry import PAIRS, numbers_of, pair_of, with_pair
from jaxstudio.app.image.masks.menu import (
    fill_steps,
    of_combination,
    of_mask,
    of_part_at,
    of_shape,
    of_sharing,
    words_of_numbers,
    words_of_pairs,
)
from jaxstudio.app.shared.buttons import GlyphButton, Switch, small_button
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import FlowLayout, OneLine, across, down, make_label, set_look
from jaxstudio.app.shared.number_field import NumberField, NumberSlider
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.masks import (
    COMBINATIONS,
    MAX_NAME,
    NUMBERS,
    WITH_FEATHER,
    Brush,
    ColourRange,
    Luminosity,
    Mask,
    MaskPart,
)

LABEL_PX, FIELD_PX = 84, 72
SHOWN_DIGITS = 4  # of a fraction: hundredths of a percent fit the fields
PERCENT: dict[str, Any] = {"scale": 100.0, "unit": "%"}
NUMBERS_OF_PARTS = NUMBERS | {"radius": replace(NUMBERS["radius"], high=LARGEST_RADIUS)}
PARAMS_OF_PAIRS = {
    "centre": NUMBERS["x"],
    "size": NUMBERS["width"],
    "start": NUMBERS["x0"],
    "end": NUMBERS["x1"],
}


ORDER = (
    *("centre", "size", "start", "end", "angle", "radius", "hardness", "low", "high"),
    *("tolerance", "softness", "feather", "opacity"),
)
OF_BRUSH = ("radius", "hardness")
OF_PART = ("feather", "opacity")


def rows_of(part: MaskPart | None, tool: str) -> tuple[str, ...]:
    """The numbers that mean something for a part and a tool."""
    brush = OF_BRUSH if tool == BRUSH else ()
    if part is None:
        return brush
    own: tuple[str, ...] = ()
    if isinstance(part.shape, Luminosity):
        own = ("low", "high", "softness")
    elif isinstance(part.shape, ColourRange):
        own = ("tolerance", "softness")
    feather = ("feather",) if isinstance(part.shape, WITH_FEATHER) else ()
    # while the brush is in use, what it paints is not moved
    places = () if brush else numbers_of(part.shape)
    return (*brush, *places, *own, *feather, "opacity")


class PairRow(QWidget):
    """Two numbers in percent, each with a field: `sent((one, other), nudge)` gives both as in the mask."""

    sent = Signal(object, bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words, about, names = words_of_pairs()[name]
        self._value = (0.0, 0.0)
        self.fields = [
            NumberField(
                PARAMS_OF_PAIRS[name], each, tip=f"{each}: {about}", wide=FIELD_PX, parent=self, **PERCENT
            )
            for each in names
        ]
        for place, field in enumerate(self.fields):
            field.sent.connect(partial(self._send, place))
        across(self, make_label(words, tip=about), None, *self.fields, spacing=8)

    def show_value(self, value: tuple[float, float]) -> None:
        self._value = value
        for field, number in zip(self.fields, value, strict=True):
            field.show_value(round(number, SHOWN_DIGITS))

    def refuse(self) -> None:
        """Mark the typed text as refused."""
        for field in self.fields:
            if field.hasFocus():
                field.refuse(True)

    def _send(self, place: int, number: float, nudge: bool) -> None:
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
    """The row of one part of a mask: switched on, name, combination, inverted, delete.

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
        self.box = ChoiceBox(self, items=((of_combination(each), each) for each in COMBINATIONS))
        self.box.setObjectName("small")
        self.invert = GlyphButton("invert", "", self, small=True)
        self.invert.setCheckable(True)
        self.remove = GlyphButton("close", "", self, small=True)
        parts = (self.switch, (self.title, 1), self.box, self.invert, self.remove)
        across(self, *parts, spacing=3, margins=(2, 1, 2, 1))
        self.switch.clicked.connect(self.switched)
        self.box.chosen.connect(self.combined.emit)
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
        self.box.show_value(part.combine)
        self._name(self.box, self.tr("How {0} is combined with the parts above").format(name))
        self.invert.setChecked(part.inverted)
        self.invert.rename(self.tr("Invert {0}").format(name))
        self.remove.rename(self.tr("Remove {0}").format(name))
        set_look(self, selected, "held")

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


class MaskPanel(QFrame):
    """Draws the mask that is edited; it is built in turns of the event loop, `ready` at the last."""

    ready = Signal()

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("mask")
        self.setAccessibleName(self.tr("Mask"))
        self.document = document
        self.editing: MaskEditing = document.mask_editing
        self.parts: list[PartRow] = []
        self.values: dict[str, NumberSlider | PairRow] = {}
        self._unbuilt: list[Callable[[], None]] = [
            self._build_head, self._build_tools, self._build_parts, self._build_colour, self.draw,
        ]  # fmt: skip
        self._column = down(self, spacing=6, margins=(0, 6, 0, 0))
        self._turns = QTimer(self, interval=0)
        self._turns.timeout.connect(self._build)
        self._turns.start()

    # Building

    @property
    def built(self) -> bool:
        return not self._unbuilt

    def _build(self) -> None:
        """Make the next of its pieces, or the next row that is missing."""
        if self._unbuilt:
            self._unbuilt.pop(0)()
            if not self._unbuilt:
                self.editing.changed.connect(self.draw)
                self.document.recipe_changed.connect(self.draw)
        elif (missing := self._missing_value()) is not None:
            self._build_value(missing)
        else:
            self._turns.stop()
            self.ready.emit()

    def build_all(self) -> None:
        """Build the widgets that are missing."""
        while self._turns.isActive():
            self._build()

    def _build_head(self) -> None:
        self.name = QLineEdit(self)
        self.name.setMaxLength(MAX_NAME)
        self.name.setAccessibleName(self.tr("Name of the mask"))
        self.name.setToolTip(self.tr("Name of the mask"))
        self.name.editingFinished.connect(self._rename)
        self.eye = GlyphButton("eye", self.tr("Show the mask over the picture (O)"), self)
        self.eye.setCheckable(True)
        self.eye.clicked.connect(self.editing.show_overlay)
        self.invert = GlyphButton("invert", self.tr("Invert the whole mask"), self)
        self.invert.setCheckable(True)
        self.invert.clicked.connect(lambda: self.editing.invert())
        done = GlyphButton("close", self.tr("Done with the mask"), self)
        done.clicked.connect(lambda: self.editing.edit(None))
        self._column.addLayout(across(None, (self.name, 1), self.eye, self.invert, done, spacing=2))

    def _build_tools(self) -> None:
        line = FlowLayout(spacing=1)
        self.arrow = GlyphButton("move", self.tr("Move what is drawn (Esc)"), self)
        self.arrow.setCheckable(True)
        self.arrow.clicked.connect(lambda: self._use_tool("", False))
        line.add(self.arrow)
        self.tools: dict[str, GlyphButton] = {}
        for tool in TOOLS:
            button = GlyphButton(tool, self.tr("Add: {0}").format(of_shape(tool)), self)
            button.setCheckable(True)
            button.clicked.connect(lambda on, tool=tool: self._use_tool(tool, on))
            line.add(button)
            self.tools[tool] = button
        self._column.addLayout(line)

    def _build_parts(self) -> None:
        self._list = down(None, spacing=2)
        self._column.addLayout(self._list)
        self.hint = make_label(self.tr("Draw on the picture"), "muted", self, wraps=True)
        self._column.addWidget(self.hint)

    def _build_colour(self) -> None:
        self.erase_line = QWidget(self)
        self.erase = Switch(self.tr("The brush erases (also its right button)"), self.erase_line)
        self.erase.clicked.connect(lambda on: self.editing.set_brush(replace(self.editing.brush, erase=on)))
        across(self.erase_line, QLabel(self.tr("Erase")), None, self.erase)
        self.colour_line = QWidget(self)
        self.swatch = Swatch(self.colour_line)
        self.pick = small_button(
            self.tr("Pick a colour"),
            self.colour_line,
            self.tr("Then click the colour on the picture"),
            checkable=True,
        )
        self.pick.clicked.connect(lambda on: self.editing.use_tool(PICK if on else ""))
        across(self.colour_line, self.swatch, None, self.pick, spacing=8)
        self.steps = QPushButton(self)
        self.steps.setObjectName("small")
        self.steps.setToolTip(
            self.tr("Steps that follow each other and have the same mask are blended with the picture once")
        )
        self.steps.clicked.connect(self._show_steps)
        for widget in (self.erase_line, self.colour_line):
            self._column.addWidget(widget)
        self._column.addLayout(across(None, QLabel(self.tr("Limits")), None, self.steps))

    def _missing_value(self) -> str | None:
        wanted = rows_of(self.editing.part, self.editing.tool)
        return next((name for name in ORDER if name in wanted and name not in self.values), None)

    def _build_value(self, name: str) -> None:
        row: NumberSlider | PairRow
        if name in PAIRS:
            row = PairRow(name, self)
        else:
            words, about = words_of_numbers()[name]
            row = NumberSlider(
                NUMBERS_OF_PARTS[name],
                words,
                step=1.0,
                tip=about,
                label_px=LABEL_PX,
                wide=FIELD_PX,
                editor=self.document,
                parent=self,
                **({} if NUMBERS[name].unit else PERCENT),
            )
        row.sent.connect(partial(self._send, name))
        above = [other for other in ORDER[: ORDER.index(name)] if other in self.values]
        anchor = self.values[above[-1]] if above else self.hint
        self.values[name] = row
        self._column.insertWidget(self._column.indexOf(anchor) + 1, row)
        self._draw_values()

    # Drawing

    def draw(self) -> None:
        """Draw the mask, its parts and the selected part."""
        editing, mask = self.editing, self.editing.mask
        if not self.built or editing.step_key is None:
            return
        self.name.setEnabled(mask is not None)
        if not self.name.isModified():
            self.name.setText("" if mask is None else of_mask(mask))
            self.name.setModified(False)
        self.eye.setChecked(editing.overlay)
        self.invert.setEnabled(mask is not None)
        self.invert.setChecked(mask is not None and mask.inverted)
        self.arrow.setEnabled(mask is not None)
        self.arrow.setChecked(mask is not None and not editing.tool)
        for tool, button in self.tools.items():
            button.setChecked(editing.tool == tool)
        self._draw_parts()
        self.hint.setVisible(mask is None)
        self.steps.setEnabled(mask is not None)
        self.steps.setText(self.tr("1 step") if mask is None else of_sharing(self.document.recipe, mask))
        self._draw_values()
        if self._missing_value() is not None:
            self._turns.start()

    def _draw_parts(self) -> None:
        mask = self.editing.mask
        count = 0 if mask is None else len(mask.parts)
        while len(self.parts) > count:
            row = self.parts.pop()
            row.hide()
            row.deleteLater()
        while len(self.parts) < count:
            self.parts.append(self._new_part(len(self.parts)))
        for place, row in enumerate(self.parts):
            assert mask is not None
            row.show_part(mask, place, selected=place == self.editing.place)

    def _new_part(self, place: int) -> PartRow:
        row, editing = PartRow(self), self.editing
        row.chosen.connect(lambda: editing.select(place))
        row.switched.connect(lambda on: self._change(place, enabled=on))
        row.combined.connect(lambda combine: self._change(place, combine=combine))
        row.inverted.connect(lambda on: self._change(place, inverted=on))
        row.removed.connect(lambda: editing.remove_part(place))
        row.moved.connect(lambda by: self._move(place, by))
        row.focus_asked.connect(lambda by: self._focus(place + by))
        self._list.addWidget(row)
        return row

    def _change(self, place: int, **values: object) -> None:
        mask = self.editing.mask
        if mask is not None:
            self.editing.set_part(replace(mask.parts[place], **values), place)  # type: ignore[arg-type]

    def _move(self, place: int, by: int) -> None:
        self.editing.move_part(place, by)
        self._focus(place + by)

    def _focus(self, place: int) -> None:
        if 0 <= place < len(self.parts):
            self.parts[place].setFocus(Qt.FocusReason.TabFocusReason)
            self.editing.select(place)

    def _draw_values(self) -> None:
        part, editing = self.editing.part, self.editing
        wanted = rows_of(part, editing.tool)
        for name, row in self.values.items():
            row.setVisible(name in wanted)
            if isinstance(row, PairRow):
                if name in wanted and part is not None:
                    row.show_value(pair_of(part.shape, name))
            elif name in wanted:
                holder = editing.brush if name in OF_BRUSH else part if name in OF_PART else part.shape  # type: ignore[union-attr]
                row.show_value(getattr(holder, name))
        self.erase_line.setVisible(editing.tool == BRUSH)
        self.erase.setChecked(editing.brush.erase)
        shape = None if part is None else part.shape
        self.colour_line.setVisible(isinstance(shape, ColourRange))
        if isinstance(shape, ColourRange):
            self.swatch.show_colour(shape.red, shape.green, shape.blue)
        self.pick.setChecked(editing.tool == PICK)

    # Intents

    def _use_tool(self, tool: str, on: bool) -> None:
        part = self.editing.part
        if on or (tool == BRUSH and part is not None and isinstance(part.shape, Brush)):
            self.editing.use_tool(tool)
        else:
            self.editing.leave_tool()
        self.draw()

    def _rename(self) -> None:
        if self.name.isModified():
            self.name.setModified(False)
            self.editing.set_name(self.name.text().strip())
            self.draw()

    def _send(self, name: str, value: Any, nudge: bool) -> None:
        editing, part = self.editing, self.editing.part
        try:
            if name in OF_BRUSH:
                editing.set_brush(replace(editing.brush, **{name: value}))
            elif part is not None and name in OF_PART:
                editing.set_part(replace(part, **{name: value}), nudge=nudge)
            elif part is not None and name in PAIRS:
                units = units_of(self.document.photo_size)
                editing.set_shape(with_pair(part.shape, name, value, units), nudge=nudge)
            elif part is not None:
                values = {name: value}
                if isinstance(part.shape, Luminosity) and name != "softness":  # one end pushes the other
                    values["low"] = min(value, part.shape.low) if name == "high" else value
                    values["high"] = max(value, part.shape.high) if name == "low" else value
                editing.set_shape(replace(part.shape, **values), nudge=nudge)
        except UsageError:
            self.values[name].refuse()

    def _show_steps(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fill_steps(menu, self.document)
        menu.popup(self.steps.mapToGlobal(self.steps.rect().bottomLeft()))
