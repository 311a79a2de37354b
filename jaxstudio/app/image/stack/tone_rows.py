"""Tone curves and levels in a form: charts over the histogram of what enters them, presets and numbers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QLabel, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_task import EngineTask
from jaxstudio.app.image.stack.param_rows import ParamRow
from jaxstudio.app.image.stack.tone_curve import STEP, ToneCurve
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.idle_imports import with_module
from jaxstudio.app.shared.layouts import across, down
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.text import in_words
from jaxstudio.backend.gallery_protocol import HistogramRequest
from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.pipeline.params import Float, Points, Value
from jaxstudio.pipeline.recipe import Recipe, Step

SOON_MS = 120  # after the last change of a step before


class Histogram(QObject):
    """The histogram of what enters a step, as the engine's process counts it; then `changed` is emitted.

    heights: float64 (colours, 256) from 0 to 1.
    """

    changed = Signal()

    def __init__(self, document: ImageDocument, key: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document, self.key = document, key
        self._counted: object = None  # what decides the picture that was counted
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.count)
        document.recipe_changed.connect(self._recipe_changed)
        self.heights: Any = None
        self._job: EngineTask | None = None
        document.photo_changed.connect(self.count)
        self.count()

    @property
    def _before(self) -> Recipe:
        """The steps whose result enters this one."""
        recipe = self.document.recipe
        keys = [step.key for step in recipe.steps]
        return replace(recipe, steps=recipe.steps[: keys.index(self.key)] if self.key in keys else ())

    def _recipe_changed(self) -> None:
        if _identity(self._before) != self._counted:
            self._soon.start()

    def count(self) -> None:
        """Count the tones of what the steps before make of the photo; no photo has no histogram."""
        live, photo = self.document.live, self.document.photo
        before = self._before
        self._counted = _identity(before)
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if live is None or photo is None:
            self.heights = None
            self.changed.emit()
            return
        request = HistogramRequest(photo.token, pack_recipe(before))
        job = EngineTask(lambda *calls: live.ask("histogram", request, *calls), "histogram", self)
        job.succeeded.connect(lambda heights: self._take(job, heights))
        job.ended.connect(job.deleteLater)
        job.ended.connect(lambda: self._forget(job))
        self._job = job.start()

    def _take(self, job: EngineTask, heights: Any) -> None:
        if job is self._job:
            self.heights = heights.copy()  # the engine's process may reuse its memory
            self.changed.emit()

    def _forget(self, job: EngineTask) -> None:
        if job is self._job:
            self._job = None


def _identity(recipe: Recipe) -> object:
    return recipe.identities(), recipe.seed, recipe.working_space


CHARTS = "jaxstudio.app.image.stack.tone_charts"  # imports pyqtgraph
FIELD_PX = 70
LEVELS = ("black", "gamma", "white")


class CurveRow(ParamRow):
    """Presets above the curve, two fields below; every change is sent as all the points."""

    def __init__(
        self, document: ImageDocument, step: Step, param: Points, parent: QWidget | None = None
    ) -> None:
        super().__init__(document, step, param, parent)
        self.curve = ToneCurve(param.largest, param.apart)
        self.presets = ChoiceBox(self)
        self.presets.addItem(self.tr("Custom points"))
        for name, preset in param.presets:
            self.presets.addItem(in_words(name), preset)
        self.name_control(self.presets, self.tr("preset"))
        self.presets.activated.connect(self._choose)
        self.line.addWidget(self.presets, 1)

        self.editor: Any = None  # a CurveEditor, once pyqtgraph is loaded
        numbers = across(None, spacing=6)
        self.fields: list[NumberField] = []
        for axis, words in enumerate((self.tr("Tone"), self.tr("New tone"))):
            about = self.tr("{0} of the selected point, from 0 to 1").format(words)
            field = NumberField(
                Float("tone", 0.0, 0.0, 1.0), words, step=STEP, tip=about, wide=FIELD_PX, parent=self
            )
            field.sent.connect(partial(self._set_number, axis))
            field.refused.connect(lambda _: self.show_refusal(self.tr("Expected a number from 0 to 1")))
            field.cancelled.connect(lambda: self.show_refusal(""))
            self.fields.append(field)
            for item in (QLabel(words, self), field):
                numbers.addWidget(item)
            numbers.addStretch(1)
        self.column.insertLayout(1, numbers)

        self.histogram = Histogram(document, step.key, self)
        self.histogram.changed.connect(self._show_histogram)
        with_module(CHARTS, self, self._add_editor)

    def _add_editor(self, charts: Any) -> None:
        self.editor = charts.CurveEditor(self.curve, self)
        self.name_control(self.editor, self.tr("curve"))
        self.editor.setToolTip(
            self.tr(
                "Drag a point; click beside the points to add one, double click one to remove it.\n"
                "Arrows move the selected point (with Shift finely), Page Up and Page Down select another, "
                "Insert adds one, Delete removes it."
            )
        )
        self.column.insertWidget(1, self.editor)
        QWidget.setTabOrder(self.presets, self.editor)
        QWidget.setTabOrder(self.editor, self.fields[0])
        self.editor.pressed.connect(self.document.begin_gesture)
        self.editor.moved.connect(self._send_points)
        self.editor.released.connect(self.document.end_gesture)
        self.editor.nudged.connect(lambda points: self._send_points(points, nudge=True))
        self.editor.selected.connect(self._show_numbers)
        self._show_histogram()

    def show_value(self, value: Value, step: Step) -> None:
        assert isinstance(value, tuple)
        if value == self.curve.points and self.fields[0].text():
            return
        self.curve.set_points(value)
        if self.editor is not None:
            self.editor.draw()
        param = self.param
        names = [preset for _, preset in param.presets] if isinstance(param, Points) else []
        self.presets.setCurrentIndex(1 + names.index(value) if value in names else 0)
        self._show_numbers()

    def _show_histogram(self) -> None:
        if self.editor is not None:
            self.editor.show_heights(self.histogram.heights)
            self.editor.draw()

    def _show_numbers(self) -> None:
        for field, number in zip(self.fields, self.curve.points[self.curve.selected], strict=True):
            field.show_value(number)

    def _send_points(self, points: Any, *, nudge: bool = False) -> None:
        self.send([list(point) for point in points], nudge=nudge)

    def _choose(self, index: int) -> None:
        preset = self.presets.itemData(index)
        if preset is None:
            self.presets.setCurrentIndex(0)  # custom points come from moving them
        else:
            self._send_points(preset)

    def _set_number(self, axis: int, number: float, nudge: bool) -> None:
        """Set one of the selected point's two numbers."""
        points = [list(point) for point in self.curve.points]
        points[self.curve.selected][axis] = number
        if not self.send(points, nudge=nudge):
            self.fields[axis].refuse(True)


def has_levels(step: Step) -> bool:
    """Whether a step has the three parameters of levels."""
    return all(name in step.op.by_name for name in LEVELS)


class LevelsRow(QWidget):
    """The chart of a step's black, gamma and white; a drag of one is one undo."""

    def __init__(self, document: ImageDocument, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.step = document, step
        self.chart: Any = None  # a LevelsChart, once pyqtgraph is loaded
        self.column = down(self)
        self.histogram = Histogram(document, step.key, self)
        self.histogram.changed.connect(self._show_histogram)
        with_module(CHARTS, self, self._add_chart)

    def _add_chart(self, charts: Any) -> None:
        self.chart = charts.LevelsChart(self)
        self.chart.setAccessibleName(self.tr("Histogram of what enters this filter"))
        self.chart.setToolTip(self.tr("Drag the three handles: black point, midtones, white point"))
        self.column.addWidget(self.chart)
        self.chart.pressed.connect(self.document.begin_gesture)
        self.chart.moved.connect(lambda name, value: self.document.set_param(self.step.key, name, value))
        self.chart.released.connect(self.document.end_gesture)
        self._show_histogram()
        self.show_step(self.step)

    def _show_histogram(self) -> None:
        if self.chart is not None:
            self.chart.show_heights(self.histogram.heights)

    def show_step(self, step: Step) -> None:
        """Draw the lines where the step's values put them."""
        self.step = step
        if self.chart is not None:
            self.chart.show_values({name: step.values[name] for name in LEVELS})
