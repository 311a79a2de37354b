"""Parts of dialogs with computed pictures: jobs of the engine, files that outlast them, a contact sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QIcon, QImage, QPixmap
from PySide6.QtWidgets import QDialog, QListView, QListWidget, QListWidgetItem, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import EngineTask
from jaxstudio.app.shared.background_tasks import BackgroundTask, Tasks
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.processes.channel import Request

PAUSE_MS = 250  # debounce: the pictures are computed again once a slider rests


class EngineJobs(QObject):
    """Emits `started(job)` for each file that is begun, and `done` or `failed` with words."""

    started = Signal(object)
    done = Signal(str)
    failed = Signal(str)

    def __init__(self, document: ImageDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.jobs = Tasks()
        self._preview_task: EngineTask | None = None
        self._turn = 0

    def _job(self, request: Request[Any, Any], title: str) -> EngineTask:
        """A job of the engine's process, not started yet."""
        client = self.document.engine_client
        assert client is not None
        return EngineTask(lambda *calls: client.call(request, *calls), title, self)

    def writing(self) -> list[BackgroundTask]:
        """The files that are not written yet."""
        return [job for job in self.jobs if not job.cancelled() and job is not self._preview_task]

    def stop(self) -> None:
        """Nobody looks at the pictures any more."""
        self._turn += 1
        if self._preview_task is not None and self._preview_task in self.jobs:
            self._preview_task.cancel()
        self._preview_task = None

    def _start(self, job: EngineTask, then: Callable[[Any], object]) -> None:
        self.started.emit(job)
        self.jobs.start(job, then, self.failed.emit)

    def _preview(self, job: EngineTask, take: Callable[[Any], object]) -> None:
        """Start a job that reports pictures to look at."""
        self._preview_task = job
        job.reported.connect(take)
        self.jobs.start(job, None, self.failed.emit)

    def close(self) -> None:
        """Stop all work and wait for it."""
        self.jobs.close()


class PictureSheet(QListWidget):
    """Pictures side by side, each with words below; a click or Enter takes one."""

    def __init__(self, name: str, about: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setAccessibleDescription(about)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setUniformItemSizes(True)

    def add_empty(self, words: str, spoken: str) -> QListWidgetItem:
        """A place for a picture that is still to come."""
        empty = QPixmap(self.iconSize())
        empty.fill(Qt.GlobalColor.transparent)
        item = QListWidgetItem(QIcon(empty), words, self)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        return item

    def set_picture(self, place: int, image: QImage) -> None:
        """The picture at this place is there."""
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(self.devicePixelRatioF())
        icon = QIcon(pixmap)
        icon.addPixmap(pixmap, QIcon.Mode.Selected)  # the picture itself is not tinted
        self.item(place).setIcon(icon)


class PicturesDialog(QDialog):
    """Pictures that are computed in the background, and no more once the dialog is closed.

    Files being written go on when it is closed: `behind`, the window's messages, then speaks of them.
    """

    def __init__(
        self,
        document: ImageDocument,
        settings: QSettings,
        behind: MessageBar,
        work: EngineJobs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.document, self.settings, self.behind = document, settings, behind
        self.messages = MessageBar(self)
        self._files = work
        self._turn = self._arrived_count = 0
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        work.started.connect(self.messages.work)
        work.failed.connect(lambda text: self._bar().error(text))
        work.done.connect(lambda text: self._bar().done(text))

    def _bar(self) -> MessageBar:
        return self.messages if self.isVisible() else self.behind

    def hideEvent(self, event: QHideEvent) -> None:
        self._pause.stop()
        self._files.stop()
        for job in self._files.writing():
            self.behind.work(job)
        super().hideEvent(event)
