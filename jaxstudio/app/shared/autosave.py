"""Autosave: a text is written to disk a moment after every change, so that a crash loses nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from jaxstudio.app.shared.background_tasks import BackgroundTask

PAUSE_MS = 1000


class AutosaveFile(QObject):
    """One file per running window, locked while it runs; a clean end renames it to `last`.

    `text` is asked for what to write. A file without its lock was left by a crash.
    """

    written = Signal()
    failed = Signal(str)

    def __init__(
        self, folder: Path, prefix: str, last: str, text: Callable[[], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.folder, self.prefix, self._last, self._text = folder, prefix, last, text
        self.path = folder / f"{prefix}-{os.getpid()}-{id(self):x}.json"
        self._lock: QLockFile | None = None
        self._job: BackgroundTask | None = None
        self._wait = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._wait.timeout.connect(self.write)

    def changed(self) -> None:
        """There is something new to be written soon."""
        self._wait.start()

    def write(self) -> None:
        """Write it now."""
        if self._job is not None:
            self._wait.start()  # the disk is slow: once more when it is done
            return
        text, path = self._text(), self.path

        def work(job: BackgroundTask) -> None:
            from jaxstudio.runtime.atomic_write import atomic_write

            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with atomic_write(path) as file:
                file.write(text.encode())

        self._job = BackgroundTask(work, "journal", self)
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

    def left_by_a_crash(self) -> Path | None:
        """The newest file whose window is gone."""
        gone = []
        for path in self.folder.glob(f"{self.prefix}-*.json"):
            lock = _lock(path)
            if path != self.path and lock.tryLock(0):
                lock.unlock()
                gone.append(path)
        return max(gone, key=lambda path: path.stat().st_mtime, default=None)

    @property
    def last(self) -> Path | None:
        """The file of the last window that was closed."""
        path = self.folder / self._last
        return path if path.is_file() else None

    def restored(self, path: Path) -> None:
        """What a file held is in use again: it is not to be offered another time."""
        if path.name != self._last:
            path.rename(path.with_name(self._last))

    def end(self, keep: bool) -> None:
        """The window closes as it should; with `keep` the file can still be restored by hand."""
        if self._job is not None:
            self._job.wait()
            self._done()
        if self._wait.isActive() and keep:
            self._wait.stop()
            self.write()
            if self._job is not None:
                self._job.wait()
        if keep and self.path.is_file():
            self.path.replace(self.folder / self._last)
        else:
            self.path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.unlock()


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # only a process that is gone makes it stale
    return lock
