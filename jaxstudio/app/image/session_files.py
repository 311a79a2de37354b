"""The crash journal, files that are still written when the window closes, and files that steps read."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.photo_io import PhotoIO
from jaxstudio.app.shared.autosave import AutosaveFile
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.messages import Message, MessageBar
from jaxstudio.errors import RecipeError
from jaxstudio.pipeline.params import file_stamp
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import from_json, to_json


class Journal(AutosaveFile):
    """Autosaves the recipe and the path of the photo."""

    def __init__(
        self, document: ImageDocument, io: PhotoIO, folder: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(folder, "session", "last.json", self._document, parent)
        self.document, self.io = document, io
        document.recipe_changed.connect(self.changed)
        document.photo_changed.connect(self._photo_changed)

    def _photo_changed(self) -> None:
        """Steps are restored together with the photo that they were last used on."""
        if self.document.recipe.steps:
            self.changed()

    def _document(self) -> str:
        now = self.document.photo
        photo = str(Path(now.path).absolute()) if now is not None and now.path is not None else None
        sample = now.name if now is not None and now.sample else None
        page = now.page if now is not None else 1
        recipe = to_json(self.document.recipe)
        return json.dumps({"photo": photo, "page": page, "sample": sample, "recipe": recipe})

    def restore(self, path: Path) -> None:
        """Bring back the photo and the steps of a journal; the steps there are now become an undo."""
        backend = self.document.backend
        if backend is None:
            return
        catalogue = backend.catalogue

        def work(job: BackgroundTask) -> tuple[str | None, int, str | None, Recipe]:
            try:
                document = json.loads(path.read_text())
                photo, page, sample = document.get("photo"), document.get("page", 1), document.get("sample")
                if not isinstance(photo, str | None) or not isinstance(sample, str | None):
                    raise TypeError("a photo's path and a sample's name")
                if isinstance(page, bool) or not isinstance(page, int):
                    raise TypeError("a page's number")
                return photo, page, sample, from_json(document["recipe"], catalogue)
            except (OSError, ValueError, KeyError, AttributeError, TypeError):
                raise RecipeError(f"{path}: not a journal that can be read") from None

        def then(content: tuple[str | None, int, str | None, Recipe]) -> None:
            photo, page, sample, recipe = content
            self.document.set_recipe(recipe)
            if photo is not None:
                self.io.open(photo, page)
            elif sample is not None:
                self.io.open_sample(sample)
            self.restored(path)

        job = BackgroundTask(work, "journal", self)
        job.succeeded.connect(then)
        job.failed.connect(self.failed)
        job.ended.connect(job.deleteLater)
        job.start()

    def close(self) -> None:
        """The window closes as it should: what was in work can still be restored by hand."""
        self.end(keep=bool(self.document.recipe.steps))


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
