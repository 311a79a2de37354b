"""The journal: the steps in work are on disk a moment after every change, so that a crash loses nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from jaxstudio.app.jobs import Job
from jaxstudio.app.photo_io import PhotoIO
from jaxstudio.app.session import Session
from jaxstudio.errors import RecipeError
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_json import from_json, to_json

PAUSE_MS = 1000
LAST = "last.json"


class Journal(QObject):
    """One file per running window, locked while it runs; a clean end leaves it as `last.json`.

    A file without its lock was left by a crash.
    """

    written = Signal()
    failed = Signal(str)

    def __init__(self, session: Session, io: PhotoIO, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session, self.io, self.folder = session, io, folder
        self.path = folder / f"session-{os.getpid()}-{id(self):x}.json"
        self._lock: QLockFile | None = None
        self._job: Job | None = None
        self._wait = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._wait.timeout.connect(self._write)
        session.recipe_changed.connect(self._wait.start)

    def _write(self) -> None:
        if self._job is not None:
            self._wait.start()  # the disk is slow: once more when it is done
            return
        text = json.dumps({"photo": self._photo(), "recipe": to_json(self.session.recipe)})
        path = self.path

        def work(job: Job) -> None:
            from jaxstudio.files.atomic import replacing

            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with replacing(path) as file:
                file.write(text.encode())

        self._job = Job(work, "journal", self)
        self._job.succeeded.connect(self._keep_locked)
        self._job.failed.connect(self.failed)
        self._job.ended.connect(self._done)
        self._job.start()

    def _done(self) -> None:
        if self._job is not None:
            self._job.deleteLater()
            self._job = None

    def _keep_locked(self) -> None:
        if self._lock is None:
            self._lock = _lock(self.path)
            self._lock.tryLock(0)
        self.written.emit()

    def _photo(self) -> str | None:
        path = getattr(self.session.photo, "path", None)
        return str(Path(path).absolute()) if path is not None else None

    def left_by_a_crash(self) -> Path | None:
        """The newest journal whose window is gone."""
        gone = []
        for path in self.folder.glob("session-*.json"):
            lock = _lock(path)
            if path != self.path and lock.tryLock(0):
                lock.unlock()
                gone.append(path)
        return max(gone, key=lambda path: path.stat().st_mtime, default=None)

    @property
    def last(self) -> Path | None:
        """The journal of the last window that was closed."""
        path = self.folder / LAST
        return path if path.is_file() else None

    def restore(self, path: Path) -> None:
        """Bring back the photo and the steps of a journal; the steps there are now become an undo."""
        backend = self.session.backend
        if backend is None:
            return
        catalogue = backend.catalogue

        def work(job: Job) -> tuple[str | None, Recipe]:
            try:
                document = json.loads(path.read_text())
                return document.get("photo"), from_json(document["recipe"], catalogue)
            except (OSError, ValueError, KeyError, AttributeError, TypeError):
                raise RecipeError(f"{path}: not a journal that can be read") from None

        def then(kept: tuple[str | None, Recipe]) -> None:
            photo, recipe = kept
            self.session.set_recipe(recipe)
            if photo is not None:
                self.io.open(photo)
            if path.name != LAST:
                path.rename(path.with_name(LAST))

        job = Job(work, "journal", self)
        job.succeeded.connect(then)
        job.failed.connect(self.failed)
        job.ended.connect(job.deleteLater)
        job.start()

    def close(self) -> None:
        """The window closes as it should: what was in work can still be restored by hand."""
        if self._job is not None:
            self._job.wait()
            self._done()
        if self._wait.isActive() and self.session.recipe.steps:
            self._wait.stop()
            self._write()
            if self._job is not None:
                self._job.wait()
        if self.session.recipe.steps and self.path.is_file():
            self.path.replace(self.folder / LAST)
        else:
            self.path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.unlock()


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # only a process that is gone makes it stale
    return lock
