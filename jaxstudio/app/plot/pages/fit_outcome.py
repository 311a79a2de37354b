"""What came of a fit: words, parameters, and charts of the loss, the residuals, each point's gradient."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jaxstudio.app.plot.colours import curve_colour, is_dark, theme_palette
from jaxstudio.app.plot.pages.grid import Grid
from jaxstudio.app.plot.pages.numbers import exact, short
from jaxstudio.app.shared.chart import Chart, Series
from jaxstudio.functions.document import Data
from jaxstudio.functions.protocol.queries import SampleGradients, TrainAnswer

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel

    from jaxstudio.functions.fitting import Fit

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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(9)
        for part in self.parts:
            column.addWidget(part)
        self._history: list[np.ndarray] = []
        self._data: Data | None = None
        self.forget()

    def forget(self, data: Data | None = None) -> None:
        """A new one begins, to these points."""
        self._history, self._data = [], data
        self.words.setText("")
        for part in self.parts:
            part.hide()

    def show_fit(self, fit: Fit) -> None:
        said = self.tr("Converged") if fit.converged else self.tr("Did not converge")
        self.words.setText(
            self.tr("{0}: {1}. r² = {2}, residual deviation {3}, {4} iterations.").format(
                said, fit.reason, exact(fit.r_squared, 8), short(fit.residual_std), fit.iterations
            )
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
            text += " " + self.tr("It {0}.").format(answer.ended)
        self.words.setText(text)
        self.table.show_rows([[name, exact(value, 9), ""] for name, value in answer.parameters.items()])
        if answer.gradients is not None:
            self._show_gradients(answer.gradients)
        if answer.residuals is not None:
            self._show_residuals(answer.residuals)

    def _show_gradients(self, gradients: SampleGradients) -> None:
        """By the parameters, or, of a network, how long the gradient of all its weights is."""
        if self._data is None or len(gradients.lengths) != len(self._data.x):
            return
        x, dark = np.array(self._data.x), is_dark()
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
        if self._data is None or len(residuals) != len(self._data.x):
            return
        x = np.array(self._data.x)
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
