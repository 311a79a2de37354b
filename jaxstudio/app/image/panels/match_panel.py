"""Match a picture: a search for the values that turn the photo into it, and its panel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QSettings, QTimer, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.side_panel import PictureField, SidePanel
from jaxstudio.app.image.stack.ticks import Ticks
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.idle_imports import with_module
from jaxstudio.app.shared.layouts import across, make_button, set_look
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.text import in_words, of_catalogue, of_number, tr
from jaxstudio.backend.fitting import FittingProcess
from jaxstudio.backend.protocol import OpenRequest, pack_recipe
from jaxstudio.backend.requests import MatchAnswer, MatchRequest, MatchStep, ParamValue
from jaxstudio.pipeline.param_refs import ParamRef
from jaxstudio.pipeline.params import Int
from jaxstudio.pipeline.recipe import Recipe

IDLE, RUNNING, PAUSED, STOPPING = "idle", "running", "paused", "stopping"


class Matching(QObject):
    """Emits `changed` whenever it must be drawn again; `state` is one of the words above.

    losses: of the steps so far, as shares of the first. answer: how the last search ended. failure: why it
    did not, in one line. outdated: whether the recipe has changed since.
    """

    changed = Signal()

    def __init__(
        self, document: ImageDocument, process: FittingProcess, ticks: Ticks, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.document, self.process, self.ticks = document, process, ticks
        self.state = IDLE
        self.losses: list[float] = []
        self.last: MatchStep | None = None
        self.answer: MatchAnswer | None = None
        self.failure = ""
        self._question = Question(self)
        self._gesture: object = None  # all values of a search are one undo
        self._begun: Recipe | None = None  # the recipe before
        self._put: Recipe | None = None  # the recipe that the search has put
        document.recipe_changed.connect(self._recipe_changed)
        document.photo_changed.connect(self._photo_changed)

    @property
    def active(self) -> bool:
        """Whether a search runs or is paused."""
        return self.state != IDLE

    @property
    def outdated(self) -> bool:
        """Whether the recipe has been changed since the search put its values."""
        return self._put is not None and self.document.recipe != self._put

    # Intents

    def start(self, target: OpenRequest, loss: str, starts: int) -> None:
        """Search from the present values."""
        document = self.document
        client, photo = document.engine_client, document.photo
        source = client.opened_from(photo.token) if client is not None and photo is not None else None
        if self.active or source is None:
            return
        recipe = document.recipe
        moving = self.ticks.moving(recipe)
        self.losses, self.last, self.answer, self.failure = [], None, None, ""
        self._gesture, self._begun, self._put = object(), recipe, recipe
        if not moving:
            self.failure = self.tr("Nothing may be changed: add a filter, and tick at least one value")
            self.changed.emit()
            return
        request = MatchRequest(source, target, pack_recipe(recipe), moving, loss, starts)
        self._question.ask(
            self.process.call,
            request,
            self._take_answer,
            self._fail,
            self._take_step,
            lambda: self._fail(self.tr("The process of the search has ended")),
        )
        self._set_state(RUNNING)

    def pause(self) -> None:
        """Let the search wait, or go on."""
        if self.state in (RUNNING, PAUSED):
            pausing = self.state == RUNNING
            self._question.send("pause" if pausing else "resume")
            self._set_state(PAUSED if pausing else RUNNING)

    def stop(self) -> None:
        """End the search; the best values so far are kept."""
        if self.state in (RUNNING, PAUSED):
            self._question.send("stop")
            self._set_state(STOPPING)

    def cancel(self) -> None:
        """End the search; the values before it are back."""
        if not self.active:
            return
        self._end()
        if self._put is not self._begun and self.document.recipe is self._put:
            self.document.undo()
        self.losses, self.last, self._put = [], None, None
        self.changed.emit()

    def abandon(self, words: str = "") -> None:
        """End the search and leave the recipe as it is."""
        if self.active:
            self._end()
            self.failure = words
            self.changed.emit()

    def _end(self) -> None:
        self._question.drop()
        self._finish()

    def _finish(self) -> None:
        self.document.end_parts()
        self._set_state(IDLE)

    def _set_state(self, state: str) -> None:
        self.state = state
        self.ticks.enable(state == IDLE)
        self.changed.emit()

    # What the process says

    def _put_values(self, values: Iterable[ParamValue]) -> None:
        recipe = self.document.recipe
        for each in values:
            recipe = recipe.with_param(each.ref.step, each.ref.name, each.value)
        if recipe != self.document.recipe:
            self._put = recipe
            self.document.record_part(recipe, self._gesture)

    def _take_step(self, step: MatchStep) -> None:
        self.losses.append(step.loss)
        self.last = step
        self._put_values(step.values)
        self.changed.emit()

    def _take_answer(self, answer: MatchAnswer) -> None:
        self.answer = answer
        self._put_values(answer.values)
        self._finish()

    def _fail(self, reason: str) -> None:
        self.failure = reason
        self._finish()

    # What happens meanwhile

    def _recipe_changed(self) -> None:
        if self.active and self.document.recipe is not self._put:
            self.abandon(self.tr("Ended: the filters were changed meanwhile"))
        elif not self.active and self.answer is not None:
            self.changed.emit()  # what was said is of other values now

    def _photo_changed(self) -> None:
        self.abandon(self.tr("Ended: another photo was opened"))
        if self.answer is not None or self.failure or self.losses:
            self.answer, self.losses, self.last, self._put = None, [], None, None
            self.changed.emit()

    def close(self) -> None:
        """End whatever runs, and the process."""
        if self.active:
            self._end()
        self.process.close()


CHART = "jaxstudio.app.shared.chart"  # imports pyqtgraph
LEAST_STARTS, USUAL_STARTS, MOST_STARTS = 1, 8, 64
DRAW_MS = 60  # between two drawings of the curve


class MatchPanel(SidePanel):
    """The panel of a search; it is in front while a search is prepared or runs."""

    def __init__(self, matching: Matching, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(tr("Match a picture"), parent)
        self.matching, self.document = matching, matching.document
        self.before = self.add_label()
        self.target_label = self.add_label(self.tr("Target: what the photo is to look like"))
        self.target = PictureField(self.document, settings, self.tr("Target picture"), self.body)
        self.column.addWidget(self.target)
        self.first_field = self.target
        self.target_line = self.add_label(look="muted")
        losses = (
            (self.tr("Mean square"), "mse"),
            (self.tr("SSIM"), "ssim"),
            (self.tr("Histogram"), "histogram"),
        )
        self.loss = ChoiceBox(self.body, items=losses)
        self.add_line(self.tr("&Loss"), self.loss)
        self.loss.setToolTip(
            self.tr(
                "Mean square: the differences of all values. SSIM: structure, for pictures of other "
                "brightness. Histogram: how often each tone occurs, wherever it is"
            )
        )
        self.starts_count = USUAL_STARTS
        starts = Int("starts", USUAL_STARTS, LEAST_STARTS, MOST_STARTS)
        self.starts = NumberField(starts, wide=56, parent=self.body)
        self.starts.show_value(self.starts_count)
        self.add_line(self.tr("A&ttempts"), self.starts)
        self.starts.setToolTip(
            self.tr("From how many places it searches where the first does not lead to the target")
        )
        self.ticked = self.add_label(look="muted")
        self._add_buttons()
        self.state = self.add_label()
        self.chart: Any = None
        self._chart_place = self.column.count()
        self.result = self.add_label()
        self.column.addStretch(1)
        self._draw_chart = QTimer(self, singleShot=True, interval=DRAW_MS)
        self._draw_chart.timeout.connect(self._show_losses)
        self._connect()
        self.draw()

    def _add_buttons(self) -> None:
        matching, body = self.matching, self.body
        tip = self.tr("Search: the sliders move; all of it is one undo")
        self.start = make_button(self.tr("&Start"), self.begin, body, tip=tip)
        self.pause = make_button(self.tr("&Pause"), matching.pause, body)
        tip = self.tr("End the search and keep the best values so far")
        self.stop = make_button(self.tr("St&op"), matching.stop, body, tip=tip)
        tip = self.tr("End the search and go back to the values before it")
        self.cancel = make_button(self.tr("&Cancel"), matching.cancel, body, tip=tip)
        buttons = (self.start, self.pause, self.stop, self.cancel)
        for button in buttons:
            button.setObjectName("narrow")
        self.column.addLayout(across(None, *buttons, None, spacing=6))

    def _connect(self) -> None:
        matching, document = self.matching, self.document
        self.target.changed.connect(self.draw)
        self.target.changed.connect(self._tell_sensitivity)
        self.starts.sent.connect(self.set_starts)
        matching.changed.connect(self.draw)
        matching.ticks.changed.connect(self.draw)
        document.recipe_changed.connect(self._draw_idle)
        document.photo_changed.connect(self.draw)
        document.backend_changed.connect(self.draw)

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        if self.chart is None:
            with_module(CHART, self, self._add_chart)

    def _add_chart(self, charts: Any) -> None:
        if self.chart is None:
            self.chart = charts.Chart(self.tr("Loss at each step, as a share of the first"), self.body)
            self.chart.log_y = True
            self.chart.x_name = self.tr("Step")
            self.chart.hide()
            self.column.insertWidget(self._chart_place, self.chart)
            self._show_losses()

    # Intents

    def set_starts(self, count: float) -> None:
        """Search from so many places at most."""
        self.starts_count = int(count)
        self.starts.show_value(self.starts_count)

    def begin(self) -> None:
        """Start the search, if there is a target."""
        request = self.target.request
        if request is not None:
            self.matching.start(request, self.loss.currentData(), self.starts_count)

    def _tell_sensitivity(self) -> None:
        """Its loss compares with the target that is here."""
        self.document.sensitivity.set_target(0 if self.target.photo is None else self.target.photo.token)

    # Drawing

    def _draw_idle(self) -> None:
        if not self.matching.active:  # a search says itself when it has moved something
            self.draw()

    def draw(self) -> None:
        """Draw the choices, the progress of the search, and its end."""
        matching, document = self.matching, self.document
        photo, state = document.photo, matching.state
        height, width = document.result_size
        size = self.tr("{0} × {1}").format(width, height)
        self.before.setText(
            self.tr("Open the photo that is to be changed first")
            if photo is None
            else self.tr("Photo: {0}").format(photo.name or str(photo.path or "").rpartition("/")[2])
        )
        self._draw_target(size)
        moving, count = len(matching.ticks.moving(document.recipe)), len(document.recipe.active)
        self.ticked.setText(
            self.tr("Values ticked on the cards: {0}").format(moving)
            if count
            else self.tr("Add the filters whose values are to be found")
        )
        ready = photo is not None and self.target.photo is not None and document.backend is not None
        fits = ready and self.target.photo is not None and self.target.photo.size == document.result_size
        self.start.setVisible(state == IDLE)
        self.start.setEnabled(fits and moving > 0)
        for button in (self.pause, self.stop, self.cancel):
            button.setVisible(state != IDLE)
        self.pause.setText(self.tr("&Go on") if state == PAUSED else self.tr("&Pause"))
        self.pause.setEnabled(state in (RUNNING, PAUSED))
        self.stop.setEnabled(state in (RUNNING, PAUSED))
        for control in (self.loss, self.starts, self.target):
            control.setEnabled(state == IDLE)
        self.state.setText(self._state_words())
        self.state.setVisible(bool(self.state.text()))
        self._draw_result()
        if not self._draw_chart.isActive():
            self._draw_chart.start()

    def _draw_target(self, size: str) -> None:
        target, document = self.target.photo, self.document
        words, look = self.target.error, "refused"
        if not words and target is not None:
            words, look = self.target.toolTip(), "muted"
            if document.photo is not None and target.size != document.result_size:
                words = self.tr("The target has {0} × {1} pixels, the result {2}: expected one size").format(
                    target.width, target.height, size
                )
                look = "refused"
        self.target_line.setText(words)
        self.target_line.setVisible(bool(words))
        set_look(self.target_line, look)

    def _state_words(self) -> str:
        state, last = self.matching.state, self.matching.last
        if state == IDLE:
            return ""
        if state == STOPPING:
            return self.tr("Stopping…")
        if last is None:
            return self.tr("Preparing: the filters are being compiled…")
        words = self.tr("Step {0}: {1} of the first loss").format(
            len(self.matching.losses), of_share(last.loss)
        )
        if last.start:
            words += self.tr(", start {0}").format(last.start + 1)
        if last.level:
            words += self.tr(", on the photo reduced to 1/{0}").format(2**last.level)
        return self.tr("Paused. {0}").format(words) if state == PAUSED else words

    def _draw_result(self) -> None:
        answer, failure = self.matching.answer, self.matching.failure
        lines: Sequence[str] = ()
        look = ""
        if failure:
            lines, look = (failure,), "refused"
        elif answer is not None:
            lines = self.sentences(answer)
            if self.matching.outdated:
                lines = (*lines, self.tr("The values have been changed since."))
        if lines and self.result.text() != "\n".join(lines):
            self.show_whole(self.result)
        self.result.setText("\n".join(lines))
        self.result.setVisible(bool(lines))
        set_look(self.result, look)

    def sentences(self, answer: MatchAnswer) -> tuple[str, ...]:
        """Say how a search ended, one fact per sentence."""
        share = of_share(answer.share)
        if answer.stopped:
            first = self.tr("Stopped before it had converged.")
        elif answer.converged:
            first = self.tr("Converged.")
        else:
            first = self.tr("Not converged: start it again from here, or allow more attempts.")
        lines = [first, self.tr("The loss is {0} of what it was.").format(share)]
        if answer.level:
            lines.append(self.tr("Measured on the photo reduced to 1/{0}.").format(2**answer.level))
        if not answer.explains:
            lines.append(self.tr("That is no match: these filters may not be able to make this picture."))
        if answer.no_influence:
            names = self._names(answer.no_influence)
            lines.append(self.tr("Without influence on this photo: {0}.").format(names))
        return (*lines, *(self._flat(group) for group in answer.flat))

    def _flat(self, group: Sequence[ParamRef]) -> str:
        names = self._names(group)
        if len(group) == 1:
            return self.tr("Not determined by the picture: {0}. Other values hardly change it.").format(names)
        words = self.tr("Not determined by the picture: {0}. They can change together and hardly alter it.")
        return words.format(names)

    def _names(self, refs: Sequence[ParamRef]) -> str:
        """Parameters by the titles of their filters."""
        steps = {step.key: step for step in self.document.recipe.steps}
        return ", ".join(
            f"{of_catalogue(steps[ref.step].op.title)}: {in_words(ref.name)}"
            if ref.step in steps
            else ref.name
            for ref in refs
        )

    def _show_losses(self) -> None:
        if self.chart is None:
            return
        from jaxstudio.app.shared.chart import Series

        losses = np.maximum(np.array(self.matching.losses, np.float64), 1e-12)
        self.chart.setVisible(len(losses) > 1)
        colour = self.palette().color(QPalette.ColorRole.Highlight)
        self.chart.show_series(Series(np.arange(1.0, len(losses) + 1), losses, colour))


def of_share(share: float) -> str:
    """A share in per cent, short."""
    percent = 100 * share
    return f"{of_number(percent, '.3g')} %" if percent >= 1e-3 or percent == 0 else f"< {of_number(1e-3)} %"
