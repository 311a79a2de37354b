"""Page Descent: walks downhill on a curve or a surface, step by step or by itself."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.pages.numbers import exact, short
from jaxstudio.app.plot.pages.page import Page
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.chart import Chart, Series
from jaxstudio.app.shared.colours import curve_colour, is_dark
from jaxstudio.app.shared.slider import Slider
from jaxstudio.app.shared.text import of_wording
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import DescentAnswer, DescentQuestion

KINDS = frozenset({LineKind.CURVE, LineKind.SURFACE})
SLOWEST, FASTEST = -4.0, 0.5  # powers of ten of the rate


class DescentPage(Page):
    """Start, method and rate; the path lies on the plane."""

    name = "descent"

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        super().__init__(controller, "", parent)
        self.heading.setText(self.tr("Descent"))
        self.subject = self.subject_label(self.tr("Type a curve or a surface to walk down."))
        self.start_x = self.number("x", 2.0, self.tr("Start: x"), step=0.1)
        self.start_y = self.number("y", 1.0, self.tr("Start: y"), step=0.1)
        self.row("x =", self.start_x, "y =", self.start_y, self._pin_button())
        self.method = self.choice(
            "method",
            [
                (self.tr("Gradient descent"), "gradient"),
                (self.tr("Momentum"), "momentum"),
                (self.tr("Nesterov"), "nesterov"),
                (self.tr("Adam"), "adam"),
            ],
            self.tr("How it walks"),
        )
        self.steps = self.number("steps", 50.0, self.tr("Steps"), step=10, wide=56)
        self.row(self.method, self.tr("steps"), self.steps)
        self.rate = self.number("rate", 0.1, self.tr("Rate: multiplies the gradient"), step=0.01)
        # from 0 on, so that it is filled from its left end
        self.bar = Slider(0.0, FASTEST - SLOWEST, 0.1, editor=controller, parent=self.inside)
        self.bar.setAccessibleName(self.tr("Rate"))
        self.bar.sent.connect(lambda power, nudge: self.set_setting("rate", _rate(power), nudge=nudge))
        self.bar.reset_asked.connect(lambda: self.set_setting("rate", 0.1))
        self.row(self.tr("rate"), self.bar, self.rate, stretch=1)
        self.momentum = self.number("momentum", 0.9, self.tr("Share of the last step"), step=0.05)
        self.momentum_row = self.row(self.tr("momentum"), self.momentum)
        self.walk = self.button(self.tr("Walk"), self._toggle_walk)
        self.walk.setCheckable(True)
        self.back = GlyphButton("minus", self.tr("A step back"), self.inside)
        self.on = GlyphButton("plus", self.tr("A step on"), self.inside)
        self.clear = self.button(self.tr("Clear the path"), self._clear)
        descent = controller.descent
        self.back.clicked.connect(lambda: descent.show(descent.current_step - 1))
        self.on.clicked.connect(lambda: descent.show(descent.current_step + 1))
        self.row(self.walk, self.back, self.on, self.clear)
        self.strip = self.asking()
        self.words = self.note(look="")
        self.chart = Chart(self.tr("Value at each step"), self.inside)
        self.chart.y_name = "f"
        self.chart.hide()
        self.column.addWidget(self.chart)
        self.column.addStretch(1)
        descent.changed.connect(self._show_walk)

    def _pin_button(self) -> QWidget:
        return self.button(
            self.tr("From the pin"), self._from_pin, self.tr("Begin at the point pinned on the curve")
        )

    def _from_pin(self) -> None:
        pinned = self.controller.pinned
        if pinned is not None:
            self.controller.hold(pinned.key)
            self.set_setting("x", pinned.x)

    def draw(self) -> None:
        line = self.controller.subject(KINDS)
        self.subject.show_line(line)
        self.draw_settings()
        rate = max(self.setting("rate", 0.1), 1e-12)
        if not self.bar.isSliderDown():
            self.bar.show_value(float(np.clip(np.log10(rate), SLOWEST, FASTEST)) - SLOWEST)
        flat = line is not None and self._dimensions(line.key) == 2
        self.start_y.setEnabled(flat)
        self.momentum.setEnabled(self.setting("method", "gradient") != "gradient")
        self.walk.setEnabled(line is not None)
        if line is None:
            self.controller.descent.forget()
            return
        start = (self.setting("x", 2.0), self.setting("y", 1.0))[: self._dimensions(line.key)]
        question = DescentQuestion(
            self.controller.target(line.key),
            start,
            self.setting("method", "gradient"),
            rate,
            min(max(round(self.setting("steps", 50.0)), 1), 100_000),
            min(max(self.setting("momentum", 0.9), 0.0), 0.999),
        )

        def then(answer: DescentAnswer) -> None:
            self.controller.descent.take(line.key, answer)

        self.strip.ask_new(question, then)

    def _dimensions(self, key: int) -> int:
        kind = self.controller.reading.lines[self.controller.document.place(key)].kind
        return 1 if kind is LineKind.CURVE else 2

    def _toggle_walk(self) -> None:
        self.commit()
        if self.controller.descent.answer is None:
            self.strip.asked = None
            self.draw()
        self.controller.descent.run(not self.controller.descent.running)

    def _clear(self) -> None:
        self.controller.descent.forget()

    def _show_walk(self) -> None:
        descent = self.controller.descent
        self.walk.setChecked(descent.running)
        self.walk.setText(self.tr("Pause") if descent.running else self.tr("Walk"))
        answer = descent.answer
        self.chart.setVisible(answer is not None)
        if answer is None:
            self.words.setText("")
            return
        at = ", ".join(exact(float(each), 9) for each in answer.positions[descent.current_step])
        slope = ", ".join(short(float(each)) for each in answer.gradients[descent.current_step])
        text = self.tr("Step {0} of {1}: at {2}, value {3}, slope {4}.").format(
            descent.current_step,
            descent.steps,
            at,
            exact(float(answer.values[descent.current_step]), 9),
            slope,
        )
        if descent.current_step == descent.steps and answer.end:
            text += " " + of_wording(answer.end)
        self.words.setText(text)
        line = self.controller.subject(KINDS)
        colour = curve_colour(line.hue if line is not None else 0, 0, is_dark())
        steps = np.arange(len(answer.values), dtype=float)
        self.chart.show_series(Series(steps, answer.values, colour), marked=float(descent.current_step))


def _rate(power: float) -> float:
    """The rate at a place of the slider, in three digits."""
    return float(f"{10 ** (power + SLOWEST):.3g}")
