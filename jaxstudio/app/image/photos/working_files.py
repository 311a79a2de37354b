"""Files that are still written when the window closes, and files that steps read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.messages import Message, MessageBar
from jaxstudio.pipeline.params import file_stamp


class LastFiles(QObject):
    """Says so, offers to close all the same, and closes once the last file is written.

    If one fails, or the message is dismissed, the window stays.
    """

    def __init__(self, messages: MessageBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.messages = messages
        self._message: Message | None = None
        self._jobs: list[BackgroundTask] = []

    def wait_for(self, jobs: Sequence[BackgroundTask], close: Callable[..., object]) -> bool:
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

    def _written(self, job: BackgroundTask, close: Callable[..., object], *_: object) -> None:
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


SETTLED_MS = 200  # programs write a file in several goes, or another in its place


class ReferenceFiles(QObject):
    """Asks for a frame whenever a file that an active step reads is changed, replaced, made or removed."""

    def __init__(self, document: ImageDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self._stamps: dict[str, tuple[int, ...]] = {}
        self._watcher: QFileSystemWatcher | None = None  # made for the first file: it takes a thread
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.timeout.connect(self._check)
        document.recipe_changed.connect(self.watch)

    def watch(self) -> None:
        """Watch the files of the present steps, and the folders in which they may appear again."""
        paths = [path for step in self.document.recipe.active for path in step.files]
        if set(paths) == set(self._stamps):
            return
        self._stamps = {path: file_stamp(path) for path in paths}
        if paths and self._watcher is None:
            self._watcher = QFileSystemWatcher(self)
            self._watcher.fileChanged.connect(self._settled.start)
            self._watcher.directoryChanged.connect(self._settled.start)
        self._watch_again()

    def _watch_again(self) -> None:
        """A file that was replaced is watched no more: it is added again."""
        if self._watcher is None:
            return
        present = {path for path in self._stamps if Path(path).is_file()}
        folders = {str(Path(path).absolute().parent) for path in self._stamps}
        to_watch = present | {folder for folder in folders if Path(folder).is_dir()}
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if watched - to_watch:
            self._watcher.removePaths(sorted(watched - to_watch))
        if to_watch - watched:
            self._watcher.addPaths(sorted(to_watch - watched))

    def _check(self) -> None:
        stamps = {path: file_stamp(path) for path in self._stamps}
        self._watch_again()
        if stamps != self._stamps:
            self._stamps = stamps
            self.document.request()
