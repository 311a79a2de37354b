"""Requests of the inspector's pages in threads: the latest wins, and it waits while a frame is painted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.errors import Cancelled


class LatestOnly(QObject):
    """Runs a function in a thread; only the newest request's result is delivered."""

    failed = Signal(str)

    def __init__(self, title: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.job: BackgroundTask | None = None
        self._running: list[BackgroundTask] = []

    @property
    def busy(self) -> bool:
        return self.job is not None

    def ask(self, work: Callable[[BackgroundTask], Any], answer: Callable[[Any], object]) -> None:
        """Run `work` in a thread and call `answer` with its result on this one."""
        self.drop()
        job = BackgroundTask(work, self.title, self)
        self.job = job
        self._running.append(job)
        job.succeeded.connect(lambda result: answer(result) if job is self.job else None)
        job.failed.connect(lambda text: self.failed.emit(text) if job is self.job else None)
        job.ended.connect(lambda: self._over(job))
        job.start()

    def drop(self) -> None:
        """Cancel the current request."""
        if self.job is not None:
            self.job.cancel()
            self.job = None

    def close(self) -> None:
        """Cancel, and wait for every running job, superseded ones included."""
        self.drop()
        for job in self._running:
            job.wait()

    def _over(self, job: BackgroundTask) -> None:
        if job is self.job:
            self.job = None
        job.wait()  # its thread may still be on its way out of the signal that brought this here
        if job in self._running:
            self._running.remove(job)
        job.deleteLater()


PATIENCE = 0.05  # seconds between two looks at whether the work is still wanted


class IdleGate:
    """Closed while a slider moves or a frame is due; threads call `wait` between parts of their work."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._open.set()

    def set(self, quiet: bool) -> None:
        """Open the gate when no frame is due, close it otherwise."""
        if quiet:
            self._open.set()
        else:
            self._open.clear()

    def wait(self, job: BackgroundTask) -> None:
        """Block until it is quiet.

        Raises:
            Cancelled: the job is not wanted any more.
        """
        while not self._open.wait(PATIENCE):
            if job.cancelled():
                break
        if job.cancelled():
            raise Cancelled("cancelled")


MOST_SECONDS = 0.1  # the longest wait, even if painting takes longer

_free = threading.Event()
_free.set()


@contextmanager
def painting() -> Iterator[None]:
    """Meanwhile those who ask `stopped` between the parts of their work wait."""
    _free.clear()
    try:
        yield
    finally:
        _free.set()


def stopped(job: BackgroundTask) -> bool:
    """Whether the job was cancelled; waits until no text is being painted."""
    _free.wait(MOST_SECONDS)
    return job.cancelled()
