"""A free name's slider: its value, its range editable in place, and a button that sets it in motion."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from jaxstudio.app.plot.session import Session
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.row_list import chain_tabs
from jaxstudio.app.shared.slider import Slider as SliderBar
from jaxstudio.app.shared.slider import nice_step
from jaxstudio.functions.document import Motion, Slider

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
FIELD_PX, END_PX = 84, 58


class SliderRow(QFrame):
    """Draws one slider of the document."""

    def __init__(self, session: Session, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("slider")
        self.session, self.name = session, name
        self._range: tuple[float, float, float] | None = None
        self.label = QLabel(name, self)
        self.label.setObjectName("name")
        self.field = NumberField("", 0.1, self)
        self.field.setFixedWidth(FIELD_PX)
        self.field.setAccessibleName(self.tr("Value of {0}").format(name))
        self.field.typed.connect(lambda value: session.set_slider(name, value))
        self.field.nudged.connect(lambda value: session.set_slider(name, value, nudge=True))
        self.play = GlyphButton("play", self.tr("Set {0} in motion").format(name), self, small=True)
        self.play.setCheckable(True)
        self.play.clicked.connect(lambda on: session.animation.play(name, on))
        self.more = GlyphButton(
            "more", self.tr("Step, speed and motion of {0}").format(name), self, small=True
        )
        self.more.clicked.connect(self._show_menu)
        self.low = self._end(self.tr("Lowest {0}").format(name), "low")
        self.high = self._end(self.tr("Highest {0}").format(name), "high")
        self.bar_place = QHBoxLayout()
        self.bar: SliderBar | None = None
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self.play)
        head.addWidget(self.label)
        equals = QLabel("=", self)
        equals.setProperty("look", "muted")
        head.addWidget(equals)
        head.addWidget(self.field)
        head.addStretch(1)
        head.addWidget(self.more)
        grid = QGridLayout()
        grid.setHorizontalSpacing(4)
        grid.addWidget(self.low, 0, 0)
        grid.addLayout(self.bar_place, 0, 1)
        grid.addWidget(self.high, 0, 2)
        grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(36, 1, 4, 5)
        column.setSpacing(1)
        column.addLayout(head)
        column.addLayout(grid)

    def _end(self, name: str, which: str) -> NumberField:
        field = NumberField("", 1.0, self)
        field.setObjectName("end")
        field.setFixedWidth(END_PX)
        field.setAccessibleName(name)
        field.setToolTip(name)
        if which == "low":
            field.setAlignment(Qt.AlignmentFlag.AlignRight)
        else:
            field.setAlignment(Qt.AlignmentFlag.AlignLeft)

        def change(value: float) -> None:
            slider = self.session.slider(self.name)
            low, high = (value, slider.high) if which == "low" else (slider.low, value)
            if low < high:
                self.session.set_slider_range(self.name, low=low, high=high)
            else:
                field.refuse(True)

        field.typed.connect(change)
        field.nudged.connect(change)
        return field

    def show_slider(self, slider: Slider) -> None:
        """Draw the slider as it is now."""
        kept = (slider.low, slider.high, slider.step)
        if kept != self._range or self.bar is None:
            self._range = kept
            self._make_bar(slider)
        assert self.bar is not None
        if not self.bar.isSliderDown() or self.bar.tidy(slider.value) != slider.value:
            self.bar.show_value(slider.value)
        self.bar.describe("")
        self.field.show_value(slider.value)
        self.low.show_value(slider.low)
        self.high.show_value(slider.high)
        self.show_motion()

    def show_motion(self) -> None:
        """Draw whether it moves by itself."""
        moving = self.session.animation.moves(self.name)
        self.play.setChecked(moving)
        self.play.show_glyph("pause" if moving else "play")

    def _make_bar(self, slider: Slider) -> None:
        held = self.bar is not None and self.bar.hasFocus()
        if self.bar is not None:
            self.bar_place.removeWidget(self.bar)
            self.bar.hide()
            self.bar.deleteLater()
        step = slider.step or nice_step(slider.low, slider.high)
        bar = SliderBar(slider.low, slider.high, step, whole=bool(slider.step), parent=self)
        bar.setAccessibleName(self.tr("{0}: slider").format(self.name))
        bar.pressed.connect(self.session.begin_gesture)
        bar.moved.connect(lambda value: self.session.set_slider(self.name, value))
        bar.released.connect(self.session.end_gesture)
        bar.nudged.connect(lambda value: self.session.set_slider(self.name, value, nudge=True))
        bar.reset_asked.connect(lambda _: self.session.set_slider(self.name, self._middle()))
        self.field.step = self.low.step = self.high.step = step
        self.bar = bar
        self.bar_place.addWidget(bar)
        chain_tabs([self.low, bar, self.high])
        if held:
            bar.setFocus()

    def _middle(self) -> float:
        """1 where the range holds it, else its middle."""
        slider = self.session.slider(self.name)
        return 1.0 if slider.low <= 1 <= slider.high else (slider.low + slider.high) / 2

    def _show_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        slider = self.session.slider(self.name)
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
                lambda _=False, value=value: self.session.set_slider_range(self.name, **{field: value})
            )
            group.addAction(action)
            inner.addAction(action)
