"""Page Fit: a model of the sheet fitted to points, by least squares or by descent that one can watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from jaxstudio.app.plot.order_toggles import Chip
from jaxstudio.app.plot.pages.fit_outcome import FitOutcome
from jaxstudio.app.plot.pages.page import Page
from jaxstudio.app.plot.pages.penalised import Penalised
from jaxstudio.app.plot.pages.points_box import PointsBox
from jaxstudio.app.plot.session import Band, Session
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import (
    BandAnswer,
    BandQuestion,
    FitQuestion,
    TrainAnswer,
    TrainQuestion,
)

if TYPE_CHECKING:
    from jaxstudio.functions.fitting import Fit

MODELS = frozenset({LineKind.MODEL})
LEAST_SQUARES = "least squares"
FIRST_MODEL = "y ~ w x + c"


class FitPage(Page):
    """Points, a model line, a method, and what came of it."""

    name = "fit"

    def __init__(self, session: Session, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(session, "", parent)
        self.settings = settings
        self.heading.setText(self.tr("Fit"))
        self.title(self.tr("Points"))
        self.points = PointsBox(session, self)
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
        self.start = self.button(self.tr("Fit"), self._begin)
        self.pause = self.button(self.tr("Pause"), self._pause)
        self.pause.setCheckable(True)
        self.stop = self.button(self.tr("Stop"), self._stop)
        self.row(self.start, self.pause, self.stop)
        self.strip = self.asking()
        self.strip.ended.connect(self._show_running)
        self.strip.began.connect(self._show_running)
        self.outcome = FitOutcome(self.note(look=""), self.inside)
        self.column.addWidget(self.outcome)
        self.column.addStretch(1)

    # Drawing

    def draw(self) -> None:
        line = self.session.subject(MODELS)
        self.subject.show_line(line)
        self.add.setVisible(line is None)
        self.points.draw()
        self.draw_kept()
        descent = self.kept("method", LEAST_SQUARES) != LEAST_SQUARES
        for part in (self.rate, self.steps, self.penalty):
            part.setEnabled(descent)
        self.strength.setEnabled(descent and self.kept("penalty", "none") != "none")
        self.penalised.draw(descent and self.kept("penalty", "none") != "none")
        self.per_sample.setEnabled(descent)
        self.per_sample.setChecked(self.kept("per_sample", False))
        self._show_running()

    def _show_running(self) -> None:
        running = self.strip.busy
        descent = self.kept("method", LEAST_SQUARES) != LEAST_SQUARES
        ready = self.session.subject(MODELS) is not None and self.session.document.data is not None
        self.start.setEnabled(ready and not running)
        self.pause.setEnabled(running and descent)
        self.stop.setEnabled(running)
        if not running:
            self.pause.setChecked(False)
            self.pause.setText(self.tr("Pause"))

    def _add_model(self) -> None:
        self.session.hold(self.session.add_line(FIRST_MODEL))
        self.draw()

    # Fitting

    def _begin(self) -> None:
        self.commit()
        line, data = self.session.subject(MODELS), self.session.document.data
        if line is None or data is None:
            return
        x, y = np.array(data.x), np.array(data.y)
        sigma = np.array(data.sigma) if data.sigma is not None else None
        self.outcome.forget(data)
        self.session.show_band(None)
        target = self.session.target(line.key)
        method = self.kept("method", LEAST_SQUARES)
        if method == LEAST_SQUARES:
            question = FitQuestion(target, x, y, sigma)
            self.strip.ask("fit", question, lambda fit: self._take_fit(line.key, fit))
            return
        penalty = self.kept("penalty", "none")
        self.strip.ask(
            "train",
            TrainQuestion(
                target,
                x,
                y,
                self.session.view,
                method=method,
                rate=self.kept("rate", 0.01),
                penalty=penalty,
                strength=self.kept("strength", 0.1) if penalty != "none" else 0.0,
                steps=min(max(round(self.kept("steps", 2000.0)), 1), 1_000_000),
                sigma=sigma,
                penalised=self.penalised.chosen(),
                per_sample=self.kept("per_sample", False),
            ),
            self._take_training,
            self._take_training,
        )

    def _pause(self) -> None:
        paused = self.pause.isChecked()
        self.pause.setText(self.tr("Go on") if paused else self.tr("Pause"))
        self.strip.send("pause" if paused else "go on")

    def _stop(self) -> None:
        if self.kept("method", LEAST_SQUARES) == LEAST_SQUARES:
            self.strip.stop()
        else:
            self.strip.send("stop")

    def _toggle_gradients(self, on: bool) -> None:
        self.keep("per_sample", on)
        self.strip.send({"per_sample": on})
        if not on:
            self.outcome.gradients.hide()

    def _take_fit(self, key: int, fit: Fit) -> None:
        self.session.set_sliders(fit.parameters)
        self.session.show_fitted(None)
        self.outcome.show_fit(fit)
        line = self.session.document.line(key)
        variables = self.session.reading.lines[self.session.document.place(key)].variables
        if len(variables) < 2:
            low, high = self.session.view.x
            question = BandQuestion(self.session.target(key), fit, low, high)
            values = dict(fit.parameters)
            self.strip.ask("band", question, lambda band: self._take_band(line.text, values, band))

    def _take_band(self, text: str, values: dict[str, float], answer: BandAnswer) -> None:
        self.session.show_band(Band(text, values, answer.x, answer.y, answer.error))

    def _take_training(self, answer: TrainAnswer) -> None:
        self.session.show_fitted((answer.curve_x, answer.curve_y))
        self.outcome.show_training(answer)
        if answer.ended and answer.parameters:
            self.session.set_sliders(dict(answer.parameters))
