"""Page Fit: a model fitted to points by least squares or gradient descent, with its statistics."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QLabel, QWidget

from jaxstudio.app.plot.controller import ConfidenceBand, FunctionsController
from jaxstudio.app.plot.lines.line_options import Chip
from jaxstudio.app.plot.pages.numbers import exact, short
from jaxstudio.app.plot.pages.page import Grid, Page, Training
from jaxstudio.app.plot.pages.points_box import PointsBox, PointsPage
from jaxstudio.app.shared.chart import Chart, Series
from jaxstudio.app.shared.colours import curve_colour, is_dark, theme_palette
from jaxstudio.app.shared.layouts import across, down
from jaxstudio.app.shared.text import of_wording
from jaxstudio.functions.document import PlotLine
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import (
    ColumnsQuestion,
    ConfidenceBandAnswer,
    ConfidenceBandQuestion,
    FitQuestion,
    SampleGradients,
    TrainAnswer,
    TrainQuestion,
)

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel

    from jaxstudio.functions.fitting.epochs import Fit


MOST_KEPT = 1_000_000  # losses


class FitOutcome(QWidget):
    """Shows the newest fit or training; empty before."""

    def __init__(self, words: QLabel, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = words
        self.table = Grid(self.tr("Parameters"), (self.tr("Parameter"), self.tr("Value"), "±"), self)
        self.losses = Chart(self.tr("Loss"), self)
        self.losses.log_y, self.losses.y_name = True, self.tr("loss")
        self.residuals = Chart(self.tr("Residuals"), self)
        self.residuals.y_name = self.tr("residuals")
        self.gradients = Chart(self.tr("Gradient of each point's own loss"), self)
        self.gradients.y_name = self.tr("gradient of each point")
        self.parts = (self.table, self.losses, self.residuals, self.gradients)
        column = down(self, spacing=9)
        for part in self.parts:
            column.addWidget(part)
        self._history: list[np.ndarray] = []
        self._x: np.ndarray | None = None
        self.forget()

    def forget(self, x: np.ndarray | None = None) -> None:
        """A new one begins, to points at `x`."""
        self._history, self._x = [], x
        self.words.setText("")
        for part in self.parts:
            part.hide()

    def show_fit(self, fit: Fit) -> None:
        said = self.tr("Converged") if fit.converged else self.tr("Did not converge")
        self.words.setText(
            self.tr("{0}: {1}. r² = {2}, residual deviation {3}, {4} iterations.").format(
                said, of_wording(fit.reason), exact(fit.r_squared, 8), short(fit.residual_std), fit.iterations
            )
            + (f"\n⚠ {of_wording(fit.warning)}" if fit.warning else "")
        )
        self.table.show_rows(
            [
                [name, _with_error(value, error), "" if math.isnan(error) else exact(error, 2)]
                for name, value, error in zip(
                    fit.names, fit.values.tolist(), fit.errors.tolist(), strict=True
                )
            ]
        )
        self._show_residuals(fit.residuals)

    def show_training(self, answer: TrainAnswer) -> None:
        if len(answer.losses):
            self._history.append(answer.losses)
        losses = np.concatenate(self._history)[-MOST_KEPT:] if self._history else np.empty(0)
        self._history = [losses]
        steps = np.arange(answer.step - len(losses), answer.step, dtype=float)
        self.losses.show_series(Series(steps, losses, curve_colour(4, 0, is_dark())))
        self.losses.setVisible(len(losses) > 1)
        last = short(float(losses[-1])) if len(losses) else "–"
        text = self.tr("Step {0}: loss {1}, {2} s.").format(f"{answer.step:,}", last, f"{answer.seconds:.1f}")
        if answer.ended:
            text += " " + of_wording(answer.ended)
        self.words.setText(text)
        self.table.show_rows([[name, exact(value, 9), ""] for name, value in answer.parameters.items()])
        if answer.gradients is not None:
            self._show_gradients(answer.gradients)
        if answer.residuals is not None:
            self._show_residuals(answer.residuals)

    def _show_gradients(self, gradients: SampleGradients) -> None:
        """Show the gradient by parameter; of a network, the norm of all its weights' gradient."""
        if self._x is None or len(gradients.lengths) != len(self._x):
            return
        x, dark = self._x, is_dark()
        columns = dict(zip(gradients.names, gradients.values.T, strict=True))
        columns = columns or {self.tr("length"): gradients.lengths}
        self.gradients.show_series(
            *(
                Series(x, values, curve_colour(hue, 0, dark), name, dots=True)
                for hue, (name, values) in enumerate(columns.items())
            )
        )
        self.gradients.show()

    def _show_residuals(self, residuals: np.ndarray) -> None:
        if self._x is None or len(residuals) != len(self._x):
            return
        x = self._x
        grey = theme_palette().color(theme_palette().ColorRole.PlaceholderText)
        ends = np.array([x.min(), x.max()])
        self.residuals.show_series(
            Series(ends, np.zeros(2), grey), Series(x, residuals, curve_colour(1, 0, is_dark()), dots=True)
        )
        self.residuals.show()


def _with_error(value: float, error: float) -> str:
    """A value with two digits more than its error leaves sure."""
    if math.isnan(error) or error <= 0 or value == 0:
        return exact(value, 9)
    return exact(value, max(math.log10(abs(value) / error) + 3, 3))


FREE = "unpenalised"
MOST = 8


class Penalised(QWidget):
    """The penalised parameters. All are ticked at first; the document stores the others."""

    def __init__(self, page: Page) -> None:
        super().__init__(page.inside)
        self.page = page
        self.chips: dict[str, Chip] = {}
        self.line = across(self, QLabel(self.tr("it counts"), self), 3, None, spacing=3)

    def names(self) -> tuple[str, ...]:
        """The parameters of the current model, and its networks."""
        controller = self.page.controller
        line = controller.subject(MODELS)
        if line is None:
            return ()
        read = controller.reading.lines[controller.document.place(line.key)]
        return (*read.sliders, *dict.fromkeys(network.name for network in read.networks))[:MOST]

    def free(self) -> list[str]:
        return [name for name in self.page.setting(FREE, []) if isinstance(name, str)]

    def chosen(self) -> tuple[str, ...] | None:
        """Return the ticked parameters; None if all are."""
        free = self.free()
        names = self.names()
        return tuple(name for name in names if name not in free) if set(free) & set(names) else None

    def draw(self, visible: bool) -> None:
        """Show the parameters of the model as it is now."""
        names, free = self.names(), self.free()
        if tuple(self.chips) != names:
            for chip in self.chips.values():
                self.line.removeWidget(chip)
                chip.hide()
                chip.deleteLater()
            self.chips = {name: self._chip(name) for name in names}
        for name, chip in self.chips.items():
            chip.setChecked(name not in free)
        self.setVisible(visible and bool(names))

    def _chip(self, name: str) -> Chip:
        chip = Chip(name, self.tr("The penalty counts {0}").format(name), self)
        chip.clicked.connect(lambda on: self._toggle(name, on))
        self.line.insertWidget(self.line.count() - 1, chip)
        chip.show()
        return chip

    def _toggle(self, name: str, on: bool) -> None:
        free = [each for each in self.free() if each != name]
        self.page.set_setting(FREE, free if on else [*free, name])


MODELS = frozenset({LineKind.MODEL})
LEAST_SQUARES = "least squares"
FIRST_MODEL = "y ~ w x + c"


class FitPage(PointsPage):
    """Points, a model line, a method, and what came of it."""

    name = "fit"
    strip: Training

    def __init__(
        self, controller: FunctionsController, settings: QSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(controller, "", parent)
        self.settings = settings
        self.heading.setText(self.tr("Fit"))
        self.title(self.tr("Points"))
        self.points = PointsBox(self)
        self.column.addWidget(self.points)
        self.count = self.number("count", 100.0, self.tr("How many points to generate"), wide=52)
        self.noise = self.number("noise", 1.0, self.tr("Standard deviation of their noise"), wide=52)
        self.seed = self.number("seed", 0.0, self.tr("Seed of their noise"), wide=44)
        self.row(self.tr("count"), self.count, self.tr("noise"), self.noise, self.tr("seed"), self.seed)
        self.title(self.tr("Model"))
        self.subject = self.subject_label(self.tr("No model yet: a line such as y ~ w x + c."))
        self.add = self.button(self.tr("Add a model"), self._add_model)
        self.row(self.add)
        self.method = self.choice(
            "method",
            [
                (self.tr("Least squares"), LEAST_SQUARES),
                (self.tr("Descent: Adam"), "adam"),
                (self.tr("Descent: gradient"), "gradient"),
                (self.tr("Descent: momentum"), "momentum"),
            ],
            self.tr("How it is fitted"),
        )
        self.penalty = self.choice(
            "penalty",
            [
                (self.tr("no penalty"), "none"),
                (self.tr("ridge"), "ridge"),
                (self.tr("lasso"), "lasso"),
            ],
            self.tr("Penalty on the parameters"),
        )
        self.row(self.method, self.penalty)
        self.rate = self.number("rate", 0.01, self.tr("Rate"), step=0.01, wide=62)
        self.steps = self.number("steps", 2000.0, self.tr("Steps"), step=100, wide=62)
        self.strength = self.number("strength", 0.1, self.tr("Strength of the penalty"), step=0.1, wide=52)
        self.row(self.tr("rate"), self.rate, self.tr("steps"), self.steps, self.tr("strength"), self.strength)
        self.penalised = Penalised(self)
        self.column.addWidget(self.penalised)
        self.per_sample = Chip(
            self.tr("∇ of each point"), self.tr("The gradient of each point's own loss, by vmap"), self.inside
        )
        self.per_sample.clicked.connect(self._toggle_gradients)
        self.row(self.per_sample)
        self.strip = Training(self, self.tr("Fit the model"), self._begin)
        self.outcome = FitOutcome(self.note(look=""), self.inside)
        self.column.addWidget(self.outcome)
        self.column.addStretch(1)

    # Drawing

    def draw(self) -> None:
        line = self.controller.subject(MODELS)
        self.subject.show_line(line)
        self.add.setVisible(line is None)
        self.points.draw()
        self.draw_settings()
        descent = self.setting("method", LEAST_SQUARES) != LEAST_SQUARES
        for part in (self.rate, self.steps, self.penalty):
            part.setEnabled(descent)
        self.strength.setEnabled(descent and self.setting("penalty", "none") != "none")
        self.penalised.draw(descent and self.setting("penalty", "none") != "none")
        self.per_sample.setEnabled(descent)
        self.per_sample.setChecked(self.setting("per_sample", False))
        columns = self._columns(line) if line is not None else ()
        if columns:
            self.points.count.setText(
                self.tr("The points are lists of the sheet: {0}").format(", ".join(columns))
            )
        has_points = bool(columns) or self.controller.document.data is not None
        self.strip.draw(line is not None and has_points, descent)

    def _add_model(self) -> None:
        self.controller.hold(self.controller.add_line(FIRST_MODEL))
        self.draw()

    # Fitting

    def _begin(self) -> None:
        self.commit()
        line, data = self.controller.subject(MODELS), self.controller.document.data
        if line is not None and self._columns(line):
            question = ColumnsQuestion(self.controller.target(line.key))
            self.strip.ask(question, lambda points: self._fit(line, points.inputs, points.y, None))
        elif line is not None and data is not None:
            sigma = np.array(data.sigma) if data.sigma is not None else None
            self._fit(line, np.array([data.x]), np.array(data.y), sigma)

    def _columns(self, line: PlotLine) -> tuple[str, ...]:
        """The lists of the sheet that a model is of."""
        reading = self.controller.reading
        return reading.sheet.columns(reading.lines[self.controller.document.place(line.key)])

    def _fit(self, line: PlotLine, x: np.ndarray, y: np.ndarray, sigma: np.ndarray | None) -> None:
        """Fit the model of a line to points: `x` (k, n), `y` (n,)."""
        self.outcome.forget(x[0])
        self.controller.show_band(None)
        target = self.controller.target(line.key)
        method = self.setting("method", LEAST_SQUARES)
        if method == LEAST_SQUARES:
            question = FitQuestion(target, x, y, sigma)
            self.strip.ask(question, lambda fit: self._take_fit(line.key, fit))
            return
        penalty = self.setting("penalty", "none")
        self.strip.ask(
            TrainQuestion(
                target,
                x,
                y,
                self.controller.view,
                method=method,
                rate=self.setting("rate", 0.01),
                penalty=penalty,
                strength=self.setting("strength", 0.1) if penalty != "none" else 0.0,
                steps=min(max(round(self.setting("steps", 2000.0)), 1), 1_000_000),
                sigma=sigma,
                penalised=self.penalised.chosen(),
                per_sample=self.setting("per_sample", False),
            ),
            self._take_training,
            self._take_training,
        )

    def _toggle_gradients(self, on: bool) -> None:
        self.set_setting("per_sample", on)
        self.strip.send({"per_sample": on})
        if not on:
            self.outcome.gradients.hide()

    def _take_fit(self, key: int, fit: Fit) -> None:
        self.controller.set_sliders(fit.parameters)
        self.controller.show_fitted(None)
        self.outcome.show_fit(fit)
        line = self.controller.document.line(key)
        variables = self.controller.reading.lines[self.controller.document.place(key)].variables
        if len(variables) < 2:
            low, high = self.controller.view.x
            question = ConfidenceBandQuestion(self.controller.target(key), fit, low, high)
            values = dict(fit.parameters)
            self.strip.ask(question, lambda band: self._take_band(line.text, values, band))

    def _take_band(self, text: str, values: dict[str, float], answer: ConfidenceBandAnswer) -> None:
        self.controller.show_band(ConfidenceBand(text, values, answer.x, answer.y, answer.error))

    def _take_training(self, answer: TrainAnswer) -> None:
        self.controller.show_fitted((answer.curve_x, answer.curve_y))
        self.outcome.show_training(answer)
        if answer.ended and answer.parameters:
            self.controller.set_sliders(dict(answer.parameters))
