"""The list of lines with the sliders of their free names; rows live as long as their lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QMenu, QPushButton, QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.lines.completion import Completion
from jaxstudio.app.plot.lines.line_row import LineRow
from jaxstudio.app.plot.lines.typesetting import Typesetting
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.row_list import RowList, chain_tabs, focusables
from jaxstudio.app.shared.slider import Slider as SliderBar
from jaxstudio.app.shared.slider import nice_step
from jaxstudio.functions.document import Motion, PlotLine, Slider
from jaxstudio.functions.protocol.requests import DrawnLine

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
FIELD_PX, END_PX = 84, 58


class SliderRow(QFrame):
    """Draws one slider of the document."""

    def __init__(self, controller: FunctionsController, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("slider")
        self.controller, self.name = controller, name
        self.label = QLabel(name, self)
        self.label.setObjectName("name")
        about = self.tr("Value of {0}").format(name)
        self.field = NumberField(name=about, step=0.1, wide=FIELD_PX, parent=self)
        self.bar = SliderBar(0.0, 1.0, 0.1, editor=controller, parent=self)
        self.bar.setAccessibleName(self.tr("{0}: slider").format(name))
        self.bar.reset_asked.connect(lambda: controller.set_slider(name, self._middle()))
        for part in (self.bar, self.field):
            part.sent.connect(lambda value, nudge: controller.set_slider(name, value, nudge=nudge))
        self.play = GlyphButton("play", self.tr("Set {0} in motion").format(name), self, small=True)
        self.play.setCheckable(True)
        self.play.clicked.connect(lambda on: controller.animation.play(name, on))
        self.more = GlyphButton(
            "more", self.tr("Step, speed and motion of {0}").format(name), self, small=True
        )
        self.more.clicked.connect(self._show_menu)
        self.low = self._end(self.tr("Lowest {0}").format(name), "low")
        self.high = self._end(self.tr("Highest {0}").format(name), "high")
        chain_tabs([self.low, self.bar, self.high])
        head = across(None, self.play, self.label, spacing=4)
        equals = make_label("=", "muted", self)
        head.addWidget(equals)
        head.addWidget(self.field)
        head.addStretch(1)
        head.addWidget(self.more)
        grid = QGridLayout()
        grid.setHorizontalSpacing(4)
        grid.addWidget(self.low, 0, 0)
        grid.addWidget(self.bar, 0, 1)
        grid.addWidget(self.high, 0, 2)
        grid.setColumnStretch(1, 1)
        down(self, head, grid, spacing=1, margins=(36, 1, 4, 5))

    def _end(self, name: str, which: str) -> NumberField:
        field = NumberField(name=name, tip=name, wide=END_PX, parent=self)
        field.setObjectName("end")
        if which == "high":
            field.setAlignment(Qt.AlignmentFlag.AlignLeft)

        def change(value: float, _: bool) -> None:
            slider = self.controller.slider(self.name)
            low, high = (value, slider.high) if which == "low" else (slider.low, value)
            if low < high:
                self.controller.set_slider_range(self.name, low=low, high=high)
            else:
                field.refuse(True)

        field.sent.connect(change)
        return field

    def show_slider(self, slider: Slider) -> None:
        """Draw the slider as it is now."""
        step = slider.step or nice_step(slider.low, slider.high)
        self.bar.set_range(slider.low, slider.high, step, whole=bool(slider.step))
        self.field.step = self.low.step = self.high.step = step
        if not self.bar.isSliderDown() or self.bar.tidy(slider.value) != slider.value:
            self.bar.show_value(slider.value)
        self.bar.describe("")
        self.field.show_value(slider.value)
        self.low.show_value(slider.low)
        self.high.show_value(slider.high)
        self.show_motion()

    def show_motion(self) -> None:
        """Draw whether it moves by itself."""
        moving = self.controller.animation.moves(self.name)
        self.play.setChecked(moving)
        self.play.show_glyph("pause" if moving else "play")

    def _middle(self) -> float:
        """1 where the range holds it, else its middle."""
        slider = self.controller.slider(self.name)
        return 1.0 if slider.low <= 1 <= slider.high else (slider.low + slider.high) / 2

    def _show_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        slider = self.controller.slider(self.name)
        self._choices(
            menu,
            self.tr("Step"),
            [(self.tr("None"), 0.0), ("0.1", 0.1), ("0.5", 0.5), ("1", 1.0)],
            slider.step,
            "step",
        )
        speeds = [(f"{speed:g}×", speed) for speed in SPEEDS]
        self._choices(menu, self.tr("Speed"), speeds, slider.speed, "speed")
        motions = [
            (self.tr("There and back"), Motion.BOUNCE),
            (self.tr("From the start again"), Motion.LOOP),
            (self.tr("Once"), Motion.ONCE),
        ]
        self._choices(menu, self.tr("Motion"), motions, slider.motion, "motion")
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _choices(self, menu: QMenu, title: str, choices: list, now: object, field: str) -> None:
        inner = menu.addMenu(title)
        group = QActionGroup(inner)
        for words, value in choices:
            action = QAction(words, inner)
            action.setCheckable(True)
            action.setChecked(value == now)
            action.triggered.connect(
                lambda _=False, value=value: self.controller.set_slider_range(self.name, **{field: value})
            )
            group.addAction(action)
            inner.addAction(action)


class LineList(RowList):
    """Draws the document's lines; only what changed is touched."""

    def __init__(self, controller: FunctionsController, over: QWidget) -> None:
        super().__init__(over)
        self.controller = controller
        self.rows: dict[int, LineRow] = {}
        self.sliders: dict[str, SliderRow] = {}
        self._order: list[QWidget] = []
        self.tabs_after: list[QWidget] = []  # to which Tab goes on from the last line
        self._target: int | None = None
        self.column.setContentsMargins(0, 0, 0, 8)
        self.column.setSpacing(0)
        self.add = self._adder(self.tr("Add a line"), controller.add_line)
        self.add_note = self._adder(self.tr("Note"), lambda: controller.add_line("# "))
        self.add_folder = self._adder(self.tr("Folder"), controller.add_folder)
        adders = across(None, self.add, self.add_note, self.add_folder, spacing=0)
        adders.addStretch(1)
        self.column.addLayout(adders)
        self.column.addStretch(1)
        self.completion = Completion(over)
        self.typesetting = Typesetting(controller, self)
        self.typesetting.changed.connect(self._draw_formulas)
        controller.document_changed.connect(self.draw)
        controller.scene_changed.connect(self.draw_scene)
        controller.current_changed.connect(self.draw)
        controller.axes_changed.connect(self.draw)
        controller.animation.changed.connect(self._draw_motion)
        controller.pointed.connect(self._point_at)
        self.draw()

    def _adder(self, words: str, add: Callable[[], int]) -> QPushButton:
        """A button that adds a line, and puts the caret into it."""
        button = QPushButton(words, self.list)
        button.setObjectName("flat")
        button.clicked.connect(lambda: self.go_to(add()))
        return button

    # Drawing

    def draw(self) -> None:
        """Bring the rows in line with the document."""
        self._rearrange()
        self.draw_scene()
        self._draw_formulas()
        for name, slider_row in self.sliders.items():
            slider_row.show_slider(self.controller.slider(name))

    def draw_scene(self) -> None:
        """Show the values and the faults that a scene brought."""
        drawn = self._drawn()
        reading = self.controller.reading
        for place, plot_line in enumerate(self.controller.document.lines):
            row = self.rows[plot_line.key]
            row.show_line(plot_line, reading.lines[place], drawn.get(plot_line.key), place + 1)

    def _draw_formulas(self) -> None:
        typesetting, reading = self.typesetting, self.controller.reading
        for plot_line, line in zip(self.controller.document.lines, reading.lines, strict=True):
            formula, awaited = typesetting.of(plot_line), typesetting.is_awaited(line)
            self.rows[plot_line.key].show_formula(formula, awaited)

    def _drawn(self) -> dict[int, DrawnLine]:
        """Return each line's drawing if its text is still the same."""
        scene = self.controller.scene
        document = self.controller.requests.get(scene.number) if scene is not None else None
        if scene is None or document is None:
            return {}
        now = {line.key: line.text for line in self.controller.document.lines}
        return {
            line.key: drawn
            for line, drawn in zip(document.lines, scene.lines, strict=True)
            if now.get(line.key) == line.text
        }

    def _draw_motion(self) -> None:
        for row in self.sliders.values():
            row.show_motion()

    def _rearrange(self) -> None:
        lines, reading = self.controller.document.lines, self.controller.reading
        keys = [line.key for line in lines]
        for key in [key for key in self.rows if key not in keys]:
            self._drop_row(self.rows.pop(key))
        for name in [name for name in self.sliders if name not in reading.homes]:
            self._drop_row(self.sliders.pop(name))
        order: list[QWidget] = []
        heads = self.controller.document.heads
        for place, plot_line in enumerate(lines):
            if plot_line.key not in self.rows:
                self.rows[plot_line.key] = self._new_row(plot_line)
            if _is_folded(plot_line, heads):
                names = [name for name in reading.sliders_of(place) if name in self.sliders]
                for folded in (self.rows[plot_line.key], *(self.sliders[name] for name in names)):
                    self.column.removeWidget(folded)
                    folded.hide()
                continue
            order.append(self.rows[plot_line.key])
            for name in reading.sliders_of(place):
                if name not in self.sliders:
                    self.sliders[name] = SliderRow(self.controller, name, self.list)
                order.append(self.sliders[name])
        if order == self._order:
            return
        for place, widget in enumerate(order):
            if self.column.indexOf(widget) != place:
                self.column.removeWidget(widget)
                self.column.insertWidget(place, widget)
            widget.show()
        rows = [each for widget in order for each in focusables(widget)]
        chain_tabs([*rows, self.add, self.add_note, self.add_folder, *self.tabs_after])
        self._order = order

    def _drop_row(self, row: QWidget) -> None:
        self.column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _new_row(self, plot_line: PlotLine) -> LineRow:
        row, key = LineRow(self.controller, plot_line, self.list), plot_line.key
        editor = row.editor
        self.completion.serve(editor)
        editor.typed.connect(lambda _: self.completion.offer(editor, self.controller.reading.lines))
        editor.entered.connect(lambda: self.go_to(self.controller.add_line(after=key)))
        editor.emptied.connect(lambda: self._remove(key))
        editor.went.connect(lambda by: self._go(key, by))
        editor.moved.connect(lambda by: self._move(key, by))
        editor.pasted.connect(lambda texts: self.go_to(self.controller.add_lines(texts, key)))
        row.held.connect(lambda on: self._hold(key, on))
        row.dragged.connect(lambda y: self._drag(key, y))
        row.dropped.connect(lambda: self._drop(key))
        return row

    def _point_at(self, key: int, start: int, end: int) -> None:
        for each, row in self.rows.items():
            row.editor.point_at(start, end) if each == key else row.editor.point_at(0, 0)

    # Where the caret is

    def go_to(self, key: int, column: int | None = None) -> None:
        """Put the caret into a line, whose folder is opened."""
        document = self.controller.document
        if _is_folded(document.line(key), document.heads):
            self.controller.open_folder(document.heads[key].key, True)
        editor = self.rows[key].editor
        editor.setFocus(Qt.FocusReason.OtherFocusReason)
        editor.put_caret(len(editor.text) if column is None else column)
        self._later(self.rows[key], lambda row: self.ensureWidgetVisible(row, 0, 12))

    def focused_key(self) -> int | None:
        """The key of the line with the caret, or None."""
        for key, row in self.rows.items():
            if row.editor.hasFocus():
                return key
        return None

    def _later(self, row: LineRow, do: Callable[[LineRow], None]) -> None:
        QTimer.singleShot(0, row, lambda: do(row))

    def _hold(self, key: int, on: bool) -> None:
        if on and key in self.rows:
            self.controller.hold(key)

    def _go(self, key: int, by: int) -> None:
        lines, heads = self.controller.document.lines, self.controller.document.heads
        keys = [line.key for line in lines if not _is_folded(line, heads)]
        place = keys.index(key) + by
        if 0 <= place < len(keys):
            self.go_to(keys[place], self.rows[key].editor.textCursor().position())
        elif by > 0 and lines[-1].text.strip():
            self.go_to(self.controller.add_line())

    def _move(self, key: int, by: int) -> None:
        """Among the lines in sight, and out of a folder at the end of the list."""
        lines, others = self.controller.document.lines, self._others(key)
        place = self.controller.document.place(key)
        target = sum(self.controller.document.place(other) < place for other in others) + by
        if 0 <= target <= len(others) or (target > len(others) and lines[place].inside):
            self._put(key, target)
            self.go_to(key, self.rows[key].editor.textCursor().position())

    def _remove(self, key: int) -> None:
        lines = self.controller.document.lines
        if len(lines) == 1:
            return
        place = self.controller.document.place(key)
        to = lines[place - 1 if place else 1].key
        self.go_to(to)
        self.controller.remove_line(key)

    # Dragging

    def _drag(self, key: int, global_y: int) -> None:
        self._target = self.mark_place(global_y, [self.rows[other] for other in self._others(key)])

    def _others(self, key: int) -> list[int]:
        """The other lines in sight; those inside the folder are left out."""
        document = self.controller.document
        heads = document.heads
        own = {line.key for line in document.contents(key)} | {key}
        return [line.key for line in document.lines if line.key not in own and not _is_folded(line, heads)]

    def _put(self, key: int, target: int) -> None:
        """Move a line before one of the others in sight; their number is the end, one more takes it out."""
        document, others = self.controller.document, self._others(key)
        own = {line.key for line in document.contents(key)} | {key}
        rest = [line.key for line in document.lines if line.key not in own]
        to = rest.index(others[target]) if target < len(others) else len(rest) + target - len(others)
        self.controller.move_line(key, to)

    def _drop(self, key: int) -> None:
        target, self._target = self._target, None
        self.mark.hide()
        if target is not None:
            self._put(key, target)


def _is_folded(line: PlotLine, heads: Mapping[int, PlotLine]) -> bool:
    """Whether a line is in a folder that is closed."""
    head = heads.get(line.key)
    return head is not None and head.folder is not None and not head.folder.is_open
