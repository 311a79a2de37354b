"""The panel of a mask, below the card of its step: name, tools, parts, and the values of the selected one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.masks.editing import BRUSH, PICK, TOOLS, MaskEditing
from jaxstudio.app.image.masks.menu import fill_steps
from jaxstudio.app.image.masks.numbers import PAIRS, numbers_of, pair_of, units_of, with_pair
from jaxstudio.app.image.masks.rows import Pair, PairRow, PartRow, Range, Swatch, ValueRow
from jaxstudio.app.image.masks.words import of_mask, of_shape, of_sharing
from jaxstudio.app.shared.buttons import GlyphButton, Switch
from jaxstudio.app.shared.layouts import FlowLayout
from jaxstudio.app.shared.text import tr
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.masks import (
    FARTHEST,
    LONGEST,
    MAX_ANGLE,
    MAX_NAME,
    WITH_FEATHER,
    Brush,
    ColourRange,
    Luminosity,
    MaskPart,
)


def ranges() -> dict[str, Range | Pair]:
    """The numbers of parts, shapes and the brush, in the order in which they stand."""
    side = tr("of the photo's shorter side")
    place = tr("Part of the photo's width and height, from its top left corner")
    far, long = FARTHEST * 100, LONGEST * 100
    return {
        "centre": Pair(tr("Centre x, y"), place, (tr("Centre x"), tr("Centre y")), -far, far),
        "size": Pair(tr("Size w, h"), f"{tr('Part')} {side}", (tr("Width"), tr("Height")), 0, long),
        "start": Pair(tr("Full at x, y"), place, (tr("Full at x"), tr("Full at y")), -far, far),
        "end": Pair(tr("None at x, y"), place, (tr("None at x"), tr("None at y")), -far, far),
        "angle": Range(
            tr("Angle"), tr("Degrees, counter-clockwise"), -180, 180, 0, MAX_ANGLE, -MAX_ANGLE, "°", 1
        ),
        "radius": Range(tr("Radius"), f"{tr('Radius of the next stroke')}, {side} ([ ])", 0, 50, 8, 100),
        "hardness": Range(
            tr("Hardness"),
            tr("How much of the brush is at full strength (Shift+[ ])"),
            0,
            100,
            50,
            100,
        ),
        "low": Range(tr("Darkest"), tr("Pixels from this luma on belong to it"), 0, 100, 0, 100),
        "high": Range(tr("Lightest"), tr("Pixels up to this luma belong to it"), 0, 100, 100, 100),
        "tolerance": Range(
            tr("Tolerance"),
            tr("How far from the picked colour; black is 100 % from white"),
            0,
            50,
            10,
            200,
        ),
        "softness": Range(
            tr("Softness"), tr("How far beyond the range the effect fades out"), 0, 50, 10, 200
        ),
        "feather": Range(tr("Feather"), f"{tr('Width of the soft edge')}, {side}", 0, 50, 5, 10_000),
        "opacity": Range(tr("Opacity"), tr("How much of the effect comes through"), 0, 100, 100, 100),
    }


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
        self.values: dict[str, ValueRow | PairRow] = {}
        self._ranges = ranges()
        self._unbuilt: list[Callable[[], None]] = [
            self._build_head, self._build_tools, self._build_parts, self._build_colour, self.draw,
        ]  # fmt: skip
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 6, 0, 0)
        self._column.setSpacing(6)
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
        """Make what is not there yet."""
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
        line = QHBoxLayout()
        line.setSpacing(2)
        line.addWidget(self.name, 1)
        for button in (self.eye, self.invert, done):
            line.addWidget(button)
        self._column.addLayout(line)

    def _build_tools(self) -> None:
        line = FlowLayout()
        line.setSpacing(1)
        self.tools: dict[str, GlyphButton] = {}
        for tool in TOOLS:
            button = GlyphButton(tool, self.tr("Add: {0}").format(of_shape(tool)), self)
            button.setCheckable(True)
            button.clicked.connect(lambda on, tool=tool: self._use_tool(tool, on))
            line.add(button)
            self.tools[tool] = button
        self._column.addLayout(line)

    def _build_parts(self) -> None:
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        self._column.addLayout(self._list)
        self.hint = QLabel(self.tr("Draw on the picture"), self)
        self.hint.setProperty("look", "muted")
        self.hint.setWordWrap(True)
        self._column.addWidget(self.hint)

    def _build_colour(self) -> None:
        self.erase_line = QWidget(self)
        line = QHBoxLayout(self.erase_line)
        line.setContentsMargins(0, 0, 0, 0)
        erase = QLabel(self.tr("Erase"), self.erase_line)
        self.erase = Switch(self.tr("The brush erases (also its right button)"), self.erase_line)
        self.erase.clicked.connect(lambda on: self.editing.set_brush(replace(self.editing.brush, erase=on)))
        line.addWidget(erase)
        line.addStretch(1)
        line.addWidget(self.erase)
        self.colour_line = QWidget(self)
        line = QHBoxLayout(self.colour_line)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        self.swatch = Swatch(self.colour_line)
        self.pick = QPushButton(self.tr("Pick a colour"), self.colour_line)
        self.pick.setObjectName("small")
        self.pick.setCheckable(True)
        self.pick.setToolTip(self.tr("Then click the colour on the picture"))
        self.pick.clicked.connect(lambda on: self.editing.use_tool(PICK if on else ""))
        line.addWidget(self.swatch)
        line.addStretch(1)
        line.addWidget(self.pick)
        self.steps = QPushButton(self)
        self.steps.setObjectName("small")
        self.steps.setToolTip(
            self.tr("Steps that follow each other and have the same mask are blended with the picture once")
        )
        self.steps.clicked.connect(self._show_steps)
        for widget in (self.erase_line, self.colour_line):
            self._column.addWidget(widget)
        line = QHBoxLayout()
        line.addWidget(QLabel(self.tr("Limits"), self))
        line.addStretch(1)
        line.addWidget(self.steps)
        self._column.addLayout(line)

    def _missing_value(self) -> str | None:
        wanted = rows_of(self.editing.part, self.editing.tool)
        return next((name for name in self._ranges if name in wanted and name not in self.values), None)

    def _build_value(self, name: str) -> None:
        range_ = self._ranges[name]
        row: ValueRow | PairRow
        if isinstance(range_, Pair):
            row = PairRow(range_, self)
        else:
            row = ValueRow(range_, self)
            row.held.connect(self.document.begin_gesture)
            row.released.connect(self.document.end_gesture)
        row.sent.connect(partial(self._send, name))
        before = [other for other in self._ranges if other in self.values]
        order = list(self._ranges)
        above = [other for other in before if order.index(other) < order.index(name)]
        anchor = self.values[above[-1]] if above else self.hint
        self.values[name] = row
        self._column.insertWidget(self._column.indexOf(anchor) + 1, row)
        self._draw_values()

    # Drawing

    def draw(self) -> None:
        """Show the mask, its parts and what is selected."""
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
