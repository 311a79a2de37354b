"""Jobs of the engine's process behind a dialog: pictures to look at, and files that outlast it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_task import EngineTask


class EngineJobs(QObject):
    """Emits `started(job)` for each file that is begun, and `done` or `failed` with words."""

    started = Signal(object)
    done = Signal(str)
    failed = Signal(str)

    def __init__(self, document: ImageDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.jobs: list[EngineTask] = []
        self._preview_task: EngineTask | None = None
        self._turn = 0

    def _job(self, kind: str, request: object, title: str) -> EngineTask:
        """A job of the engine's process, not started yet."""
        live = self.document.live
        assert live is not None
        job = EngineTask(lambda *calls: live.ask(kind, request, *calls), title, self)
        job.failed.connect(self.failed)
        job.ended.connect(lambda: self._forget(job))
        self.jobs.append(job)
        return job

    def _forget(self, job: EngineTask) -> None:
        self.jobs.remove(job)
        job.deleteLater()

    def writing(self) -> list[EngineTask]:
        """The files that are not written yet."""
        return [job for job in self.jobs if not job.cancelled() and job is not self._preview_task]

    def stop(self) -> None:
        """Nobody looks at the pictures any more."""
        self._turn += 1
        if self._preview_task is not None and self._preview_task in self.jobs:
            self._preview_task.cancel()
        self._preview_task = None

    def _start(self, job: EngineTask) -> None:
        self.started.emit(job)
        job.start()

    def close(self) -> None:
        """Stop all work and wait for it."""
        for job in self.jobs:
            job.cancel()
        for job in self.jobs:
            job.wait()
