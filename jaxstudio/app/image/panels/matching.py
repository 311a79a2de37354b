"""A search for the parameters that turn the photo into a target: its state, and the intents that change it.

The search runs in a process of its own (`backend.fitting_client`). The values it finds are put into the
recipe as they come; all of them are one undo. Whatever else changes the recipe meanwhile ends the search.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.stack.ticks import Ticks
from jaxstudio.app.shared.background_tasks import emit, in_one_line
from jaxstudio.backend.fitting_client import FittingProcess
from jaxstudio.backend.fitting_protocol import (
    PAUSE,
    RESUME,
    STOP,
    MatchAnswer,
    MatchRequest,
    MatchStep,
    ParamValue,
)
from jaxstudio.backend.protocol import OpenRequest, pack_recipe
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.pipeline.recipe import Recipe

IDLE, RUNNING, PAUSED, STOPPING = "idle", "running", "paused", "stopping"


class Matching(QObject):
    """Emits `changed` whenever it must be drawn again; `state` is one of the words above.

    losses: of the steps so far, as shares of the first. answer: how the last search ended. failure: why it
    did not, in one line. outdated: whether the recipe has changed since.
    """

    changed = Signal()
    _stepped = Signal(object, object)
    _answered = Signal(object, object)
    _failed = Signal(object, object)

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
        self._ticket: Any = None
        self._gesture: object = None
        self._begun: Recipe | None = None  # the recipe before
        self._put: Recipe | None = None  # the recipe that the search has put
        queued = Qt.ConnectionType.QueuedConnection
        self._stepped.connect(self._take_step, queued)
        self._answered.connect(self._take_answer, queued)
        self._failed.connect(self._take_failure, queued)
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
        live, photo = document.live, document.photo
        source = live.opened_from(photo.token) if live is not None and photo is not None else None
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
        gesture = self._gesture
        self._ticket = self.process.ask(
            "match",
            request,
            lambda answer: emit(self, self._answered, gesture, answer),
            lambda error: emit(self, self._failed, gesture, error),
            lambda step: emit(self, self._stepped, gesture, step),
        )
        self._set_state(RUNNING)

    def pause(self) -> None:
        """Let the search wait, or go on."""
        if self.state in (RUNNING, PAUSED):
            pausing = self.state == RUNNING
            self._ticket.send(PAUSE if pausing else RESUME)
            self._set_state(PAUSED if pausing else RUNNING)

    def stop(self) -> None:
        """End the search; the best values so far are kept."""
        if self.state in (RUNNING, PAUSED):
            self._ticket.send(STOP)
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
        self._ticket.cancel()
        self._finish()

    def _finish(self) -> None:
        self._gesture = None  # what still comes of it is not heard
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

    def _take_step(self, gesture: object, step: MatchStep) -> None:
        if gesture is self._gesture:
            self.losses.append(step.loss)
            self.last = step
            self._put_values(step.values)
            self.changed.emit()

    def _take_answer(self, gesture: object, answer: MatchAnswer) -> None:
        if gesture is self._gesture:
            self.answer = answer
            self._put_values(answer.values)
            self._finish()

    def _take_failure(self, gesture: object, error: Exception) -> None:
        if gesture is not self._gesture:
            return
        if not isinstance(error, StudioError | Cancelled):
            import traceback

            traceback.print_exception(error)
        self.failure = in_one_line(error)
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
