"""Tone curves and levels: charts over the histogram of the step's input, presets and numbers."""

from __future__ import annotations

from bisect import bisect
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QLabel, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.scope_chart import histogram_heights
from jaxstudio.app.image.stack.param_rows import ParamRow, PresetBox
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.app.shared.idle_imports import with_module
from jaxstudio.app.shared.layouts import across, down
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.backend.requests import HistogramRequest
from jaxstudio.pipeline.params import Float, Value
from jaxstudio.pipeline.recipe import Recipe, Step

CurvePoints = tuple[tuple[float, ...], ...]
DIGITS = 4
STEP, FINE = 0.01, 0.001


def clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


class ToneCurve:
    """Points (tone, new tone), each from 0 to 1, the selected one, and the curve through them.

    Args:
        largest: how many points there may be.
        apart: how far their tones are apart at least.
    """

    def __init__(self, largest: int, apart: float) -> None:
        self.largest, self.apart = largest, apart
        self.points: CurvePoints = ((0.0, 0.0), (1.0, 1.0))
        self.selected = 0

    def set_points(self, points: CurvePoints) -> None:
        self.points = points
        self.select(self.selected)

    def select(self, index: int) -> None:
        """Select a point, or the nearest there is."""
        self.selected = int(clamp(index, 0, len(self.points) - 1))

    def moved_to(self, index: int, x: float, y: float) -> CurvePoints:
        """The points with one of them elsewhere, kept between its neighbours."""
        low = self.points[index - 1][0] + self.apart if index else 0.0
        high = self.points[index + 1][0] - self.apart if index + 1 < len(self.points) else 1.0
        point = (round(clamp(x, low, high), DIGITS), round(clamp(y, 0.0, 1.0), DIGITS))
        return (*self.points[:index], point, *self.points[index + 1 :])

    def with_point(self, x: float, y: float) -> tuple[CurvePoints, int] | None:
        """The points with one more, and its index; None where there is no room."""
        at = bisect([point[0] for point in self.points], x)
        near = [self.points[i][0] for i in (at - 1, at) if 0 <= i < len(self.points)]
        if len(self.points) >= self.largest or any(abs(x - other) < self.apart for other in near):
            return None
        point = (round(clamp(x, 0.0, 1.0), DIGITS), round(clamp(y, 0.0, 1.0), DIGITS))
        return (*self.points[:at], point, *self.points[at:]), at

    def with_point_beside(self) -> tuple[CurvePoints, int] | None:
        """Return the curve with a point half way between the selected one and the next; None without room."""
        at = min(self.selected, len(self.points) - 2)
        x = (self.points[at][0] + self.points[at + 1][0]) / 2
        return self.with_point(x, float(self.values([x])[0]))

    def without(self, index: int) -> CurvePoints | None:
        """The points without one; None where two must stay."""
        return None if len(self.points) <= 2 else (*self.points[:index], *self.points[index + 1 :])

    def values(self, at: Any) -> Any:
        """The curve at these tones, float64 of their shape; constant beyond the first and last point."""
        import numpy as np

        xs, ys = np.array(self.points).T
        x = np.clip(at, xs[0], xs[-1])
        piece = np.clip(np.searchsorted(xs, x, side="right") - 1, 0, len(xs) - 2)
        slopes = np.array(monotone_slopes(self.points))
        width = xs[piece + 1] - xs[piece]
        t = (x - xs[piece]) / width
        # Hermite's cubic through both ends of the piece with the slopes there
        start = (1 + 2 * t) * (1 - t) ** 2 * ys[piece] + t * (1 - t) ** 2 * width * slopes[piece]
        end = t**2 * (3 - 2 * t) * ys[piece + 1] - t**2 * (1 - t) * width * slopes[piece + 1]
        return start + end


def monotone_slopes(points: CurvePoints) -> list[float]:
    """The slope at each of two or more points of a monotone piecewise cubic: PCHIP.

    The same as of scipy.interpolate.PchipInterpolator, whose import takes longer than a frame, and as of the
    filter that draws the curve's result. Source: Fritsch and Butland, A method for constructing local
    monotone piecewise cubic interpolants, SIAM J. Sci. Stat. Comput. 5 (1984).
    """
    widths = [after[0] - before[0] for before, after in pairwise(points)]
    rises = [
        (after[1] - before[1]) / width
        for (before, after), width in zip(pairwise(points), widths, strict=True)
    ]
    if len(rises) == 1:
        return [rises[0], rises[0]]
    slopes = [_end_slope(widths[0], widths[1], rises[0], rises[1])]
    for (near, far), (before, after) in zip(pairwise(widths), pairwise(rises), strict=True):
        if before * after <= 0:
            slopes.append(0.0)  # a turning point
            continue
        first, second = 2 * far + near, far + 2 * near
        slopes.append((first + second) / (first / before + second / after))
    return [*slopes, _end_slope(widths[-1], widths[-2], rises[-1], rises[-2])]


def _end_slope(near: float, far: float, rise: float, next_rise: float) -> float:
    """The slope at an end from the widths and rises of the two pieces next to it."""
    slope = ((2 * near + far) * rise - near * next_rise) / (near + far)
    if slope * rise <= 0:
        return 0.0
    if rise * next_rise <= 0 and abs(slope) > 3 * abs(rise):
        return 3 * rise
    return slope


SOON_MS = 120  # after the last change of a step before


class Histogram(QObject):
    """The histogram of a step's input, counted by the engine's process; `changed` is emitted with a new one.

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
        self._question = Question(self)
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
        """Count the tones of the step's input; without a photo there is no histogram."""
        client, photo = self.document.engine_client, self.document.photo
        before = self._before
        self._counted = _identity(before)
        if client is None or photo is None:
            self._question.drop()
            self.heights = None
            self.changed.emit()
        else:
            self._question.ask(client.call, HistogramRequest(photo.token, pack_recipe(before)), self._take)

    def _take(self, counts: Any) -> None:
        self.heights = histogram_heights(counts)
        self.changed.emit()


def _identity(recipe: Recipe) -> object:
    return recipe.identities(), recipe.seed, recipe.working_space


CHARTS = "jaxstudio.app.image.stack.tone_charts"  # imports pyqtgraph
FIELD_PX = 70
LEVELS = ("black", "gamma", "white")


class CurveRow(ParamRow):
    """Presets above the curve, two fields below; every change is sent as all the points."""

    def build(self, step: Step) -> None:
        self.curve = ToneCurve(self.param.largest, self.param.apart)
        self.presets = PresetBox(self.tr("Custom points"), self.param.presets, self)
        self.name_control(self.presets, self.tr("preset"))
        self.presets.chosen.connect(self._choose)
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
            field.resets = True
            field.reset_asked.connect(self._reset_point)
            field.refused.connect(lambda _: self.show_refusal(self.tr("Expected a number from 0 to 1")))
            field.cancelled.connect(lambda: self.show_refusal(""))
            self.fields.append(field)
            for item in (QLabel(words, self), field):
                numbers.addWidget(item)
            numbers.addStretch(1)
        self.column.insertLayout(1, numbers)

        self.histogram = Histogram(self.document, step.key, self)
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
        self.presets.show_value(value)
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

    def _choose(self, preset: Any) -> None:
        if preset is None:
            self.presets.show_value(self.curve.points)  # custom points come from moving them
        else:
            self._send_points(preset)

    def _reset_point(self) -> None:
        """Let the selected point change no tone."""
        tone = self.curve.points[self.curve.selected][0]
        self._send_points(self.curve.moved_to(self.curve.selected, tone, tone))

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
