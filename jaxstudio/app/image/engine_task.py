"""A job of the engine's process as a task of the window: a thread waits for its answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.shared.background_tasks import BackgroundTask


class Ticket(Protocol):
    """A job that can be cancelled."""

    def cancel(self) -> None: ...


# Asks for the job, given what takes its answer, its error and its progress.
Ask = Callable[[Callable[[Any], None], Callable[[Exception], None], Callable[[Any], None]], Ticket]


def await_answer(ask: Ask, report: Callable[[Any], None] = lambda value: None) -> Any:
    """Ask, and wait for the answer; to be called in a thread. A job's error is raised."""
    over = threading.Event()
    answers: list[Any] = []
    errors: list[Exception] = []

    def answer(value: Any) -> None:
        answers.append(value)
        over.set()

    def fail(error: Exception) -> None:
        errors.append(error)
        over.set()

    ask(answer, fail, report)
    over.wait()
    if errors:
        raise errors[0]
    return answers[0]


class EngineTask(BackgroundTask):
    """Emits `progressed` for a share that is done, `reported` for anything else that the job tells.

    `ask` is called in the task's thread: what is sent may be large, and have to be made first.
    """

    reported = Signal(object)

    def __init__(self, ask: Ask, title: str = "", parent: QObject | None = None) -> None:
        super().__init__(lambda _: await_answer(self._ask, self._take_progress), title, parent)
        self._begin = ask
        self._ticket: Ticket | None = None

    def cancel(self) -> None:
        super().cancel()
        if self._ticket is not None:
            self._ticket.cancel()

    def _ask(self, *calls: Any) -> Ticket:
        self._ticket = self._begin(*calls)
        if self.cancelled():  # before there was a ticket
            self._ticket.cancel()
        return self._ticket

    def _take_progress(self, value: Any) -> None:
        if isinstance(value, float):
            self.report(value)
        else:
            self._emit(self.reported, value)
