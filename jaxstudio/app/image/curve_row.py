"""Points in a form: their presets, a curve to take them by, and the numbers of the one in hand."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from jaxstudio.app.image.curve_editor import STEP, CurveEditor
from jaxstudio.app.image.histogram import Histogram
from jaxstudio.app.image.param_row import ParamRow
from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.text import in_words
from jaxstudio.pipeline.params import Points, Value
from jaxstudio.pipeline.recipe import Step

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
