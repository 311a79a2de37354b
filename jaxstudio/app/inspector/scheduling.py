"""One question at a time: a newer one takes the place of the one before it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.shared.background_tasks import Job
from jaxstudio.errors import Cancelled


class LatestOnly(QObject):
    """Runs a function in a thread; the answer to anything but the newest question is dropped."""

    failed = Signal(str)

    def __init__(self, title: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.job: Job | None = None
        self._running: list[Job] = []

    @property
    def busy(self) -> bool:
        return self.job is not None

    def ask(self, work: Callable[[Job], Any], answer: Callable[[Any], object]) -> None:
        """Do `work` and hand its result to `answer` on this thread."""
        self.drop()
        job = Job(work, self.title, self)
        self.job = job
        self._running.append(job)
        job.succeeded.connect(lambda result: answer(result) if job is self.job else None)
        job.failed.connect(lambda text: self.failed.emit(text) if job is self.job else None)
        job.ended.connect(lambda: self._over(job))
        job.start()

    def drop(self) -> None:
        """Want nothing any more."""
        if self.job is not None:
            self.job.cancel()
            self.job = None

    def close(self) -> None:
        """Stop, and wait for whatever still runs, what nobody wants any more included."""
        self.drop()
        for job in self._running:
            job.wait()

    def _over(self, job: Job) -> None:
        if job is self.job:
            self.job = None
        job.wait()  # its thread may still be on its way out of the signal that brought this here
        if job in self._running:
            self._running.remove(job)
        job.deleteLater()


PATIENCE = 0.05  # seconds between two looks at whether the work is still wanted


class IdleGate:
    """Closed while a hand moves or a frame is due; work in threads asks between its parts."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._open.set()

    def set(self, quiet: bool) -> None:
        """Say whether nobody waits for a picture now."""
        if quiet:
            self._open.set()
        else:
            self._open.clear()

    def wait(self, job: Job) -> None:
        """Block until it is quiet.

        Raises:
            Cancelled: the job is not wanted any more.
        """
        while not self._open.wait(PATIENCE):
            if job.cancelled():
                break
        if job.cancelled():
            raise Cancelled("cancelled")


MOST_SECONDS = 0.1  # nobody waits longer, whatever becomes of the painter

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


def stopped(job: Job) -> bool:
    """Whether the work is not wanted any more, said once nobody paints."""
    _free.wait(MOST_SECONDS)
    return job.cancelled()
