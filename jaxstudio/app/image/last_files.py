"""A window that is closed while files are being written stays until they are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer

from jaxstudio.app.shared.background_tasks import Job
from jaxstudio.app.shared.messages import Message, MessageBar


class LastFiles(QObject):
    """Says so, offers to close all the same, and closes once the last file is written.

    If one fails, or the message is dismissed, the window stays.
    """

    def __init__(self, messages: MessageBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.messages = messages
        self._message: Message | None = None
        self._jobs: list[Job] = []

    def wait_for(self, jobs: Sequence[Job], close: Callable[..., object]) -> bool:
        """Whether there is anything to wait for; then `close()` is called later, or `close(now=True)`."""
        if jobs and self._message is None:
            words = self.tr("A file is still being written: the window closes once it is done.")
            self._message = self.messages.info(words)
            self._message.add_button(self.tr("Stop and Close"), lambda: close(now=True))
            self._message.gone.connect(self._stay)
        for job in jobs:
            if job not in self._jobs:
                self._jobs.append(job)
                job.succeeded.connect(partial(self._written, job, close))
                job.failed.connect(lambda _: self._give_up())
        return bool(jobs)

    def _written(self, job: Job, close: Callable[..., object], *_: object) -> None:
        if job in self._jobs:
            self._jobs.remove(job)
            if not self._jobs:
                QTimer.singleShot(0, self, close)  # after all others have heard of it

    def _give_up(self) -> None:
        if self._message is not None:
            self._message.go()

    def _stay(self) -> None:
        self._message = None
        self._jobs = []
