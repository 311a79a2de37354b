"""Parts of dialogs with computed pictures: jobs of the engine, files that outlast them, a contact sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QIcon, QImage, QPixmap
from PySide6.QtWidgets import QDialog, QListView, QListWidget, QListWidgetItem, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import EngineTask, image_of
from jaxstudio.app.shared.background_tasks import BackgroundTask, Tasks
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.backend.protocol import RecipeValues, unpack_drawn
from jaxstudio.backend.requests import SheetFileRequest, SheetPicture, SheetRequest
from jaxstudio.processes.channel import Request

PAUSE_MS = 250  # debounce: the pictures are computed again once a slider rests


class EngineJobs(QObject):
    """Emits `started(job)` for each file that is begun, and `done` or `failed` with words.

    Of a sheet to look at it emits `arrived(place, image, drawn)` for each picture, with the steps that chance
    drew for it, and `finished` at the end, until another sheet is asked for.
    """

    started = Signal(object)
    done = Signal(str)
    failed = Signal(str)
    arrived = Signal(int, object, object)
    finished = Signal()

    def __init__(self, document: ImageDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.jobs = Tasks()
        self._preview_task: EngineTask | None = None

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
        if self._preview_task is not None and self._preview_task in self.jobs:
            self._preview_task.cancel()
        self._preview_task = None

    def sheet(self, recipes: Iterable[RecipeValues], side: int) -> SheetRequest:
        """Ask for pictures of at most side × side pixels of each recipe's result on the photo."""
        photo = self.document.photo
        assert photo is not None
        return SheetRequest(photo.token, tuple(recipes), side)

    def preview(self, sheet: SheetRequest, title: str) -> None:
        """Make the pictures of a sheet, the first one first."""
        self.stop()
        backend, job = self.document.backend, self._job(sheet, title)
        assert backend is not None
        self._preview_task = job

        def take(picture: SheetPicture) -> None:
            if job is self._preview_task:
                drawn = unpack_drawn(picture.drawn, backend.catalogue)
                self.arrived.emit(picture.place, image_of(picture.pixels).copy(), drawn)

        job.reported.connect(take)
        job.ended.connect(lambda: self.finished.emit() if job is self._preview_task else None)
        self.jobs.start(job, None, self.failed.emit)

    def _start(self, job: EngineTask, then: Callable[[Any], object]) -> None:
        self.started.emit(job)
        self.jobs.start(job, then, self.failed.emit)

    def _save(self, request: SheetFileRequest) -> None:
        job = self._job(request, self.tr("Saving {0}").format(Path(request.path).name))
        self._start(job, lambda _: self.done.emit(self.tr("Saved {0}").format(request.path)))

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
        self._arrived_count = 0
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
