"""Autosave: the session is on disk a moment after every change, so that a crash loses a second at most.

One file per running window, locked while it runs; a clean end renames it to `last.jaxstudio`. A file without
its lock was left by a crash.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.files.sessions import SUFFIX, SessionWriter, encoded

# From the first change that is not on disk; later ones do not put it off.
PAUSE_MS = 300
UNUSED_S = 86_400.0
LAST = f"last{SUFFIX}"
# Names of files of this version, and of two that had one for the photo and one for the functions.
PATTERNS = (f"session-*{SUFFIX}", "session-*.json", "functions-*.json")
OLD_LAST = "last.json"
MakeText = Callable[[SessionWriter], str]


class Autosave(QObject):
    """Saves sessions in the background: `state` is called here, its result makes the text in a thread."""

    written = Signal()
    failed = Signal(str)

    def __init__(self, folder: Path, state: Callable[[], MakeText], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder, self._state = folder, state
        self.path = folder / f"session-{os.getpid()}-{id(self):x}{SUFFIX}"
        self._writer = SessionWriter()  # one thread at a time has it
        self._lock: QLockFile | None = None
        self._job: BackgroundTask | None = None
        self._outdated = False
        self._then: list[Callable[[], None]] = []
        self._wait = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._wait.timeout.connect(self.write)

    @property
    def pasted(self) -> Path:
        """The folder of PNGs of pasted pictures, which the sessions here refer to."""
        return self.folder / "pasted"

    def remove_unused(self) -> None:
        """Remove the pictures of an earlier day that none of the sessions here refers to; in a thread."""
        before = time.time() - UNUSED_S
        with contextlib.suppress(OSError):  # another window may do the same
            old = [path for path in self.pasted.glob("*.png") if path.stat().st_mtime < before]
            texts = (
                [path.read_text("utf-8", "replace") for path in self.folder.glob(f"*{SUFFIX}")] if old else []
            )
            for path in old:
                if not any(path.name in text for text in texts):
                    path.unlink(missing_ok=True)

    @property
    def settled(self) -> bool:
        """Whether everything is on disk."""
        return self._job is None and not self._wait.isActive()

    def changed(self) -> None:
        """There is something new to be written soon."""
        if self._job is not None:
            self._outdated = True
        elif not self._wait.isActive():
            self._wait.start()

    def write(self) -> None:
        """Write it now; while the disk is busy, as soon as it is not."""
        if self._job is not None:
            self._outdated = True
            return
        self._wait.stop()
        make, path, writer = self._state(), self.path, self._writer
        after, self._then = self._then, []
        self._claim()

        def work(job: BackgroundTask) -> None:
            from jaxstudio.runtime.atomic_write import atomic_write

            text = make(writer)
            with atomic_write(path) as file:
                file.write(encoded(text))
            for then in after:
                then()

        self._job = BackgroundTask(work, "autosave", self)
        self._job.succeeded.connect(lambda _: self.written.emit())
        self._job.failed.connect(self.failed)
        self._job.ended.connect(self._done)
        self._job.start()

    def _done(self) -> None:
        self._job = None
        if self._outdated:
            self._outdated = False
            self._wait.start()

    def _claim(self) -> None:
        """Lock the file before it is there: a window that starts meanwhile must not take it for left."""
        if self._lock is None:
            with contextlib.suppress(OSError):  # said by what writes the file
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _lock(self.path)
            self._lock.tryLock(0)

    def left_by_a_crash(self) -> Path | None:
        """The newest file whose window is gone."""
        gone = []
        for path in (path for pattern in PATTERNS for path in self.folder.glob(pattern)):
            lock = _lock(path)
            if path != self.path and lock.tryLock(0):
                lock.unlock()
                gone.append(path)
        return max(gone, key=lambda path: path.stat().st_mtime, default=None)

    @property
    def last(self) -> Path | None:
        """The file of the last window that was closed."""
        return next((path for path in (self.folder / LAST, self.folder / OLD_LAST) if path.is_file()), None)

    def restored(self, path: Path) -> None:
        """Keep an autosaved file as the last window's, so that it is not offered a second time."""
        if path.name not in (LAST, OLD_LAST) and path.is_file():
            path.replace(path.with_name(LAST if path.suffix == SUFFIX else OLD_LAST))
            if path.suffix != SUFFIX:
                (self.folder / LAST).unlink(missing_ok=True)

    def write_then(self, then: Callable[[], None]) -> None:
        """Write it now, and once it is on disk call `then`, in the thread that wrote it."""
        self._then.append(then)
        self.write()

    def keep_as_last(self, make: MakeText) -> None:
        """Write another session's text to where the last one is restored from; to be called in a thread."""
        from jaxstudio.runtime.atomic_write import atomic_write

        with atomic_write(self.folder / LAST) as file:
            file.write(encoded(make(SessionWriter())))

    def finish(self) -> None:
        """Wait until the session in work is on disk."""
        if self._job is not None:
            self._job.wait()
            self._done()

    def end(self, keep: bool) -> None:
        """The window closes as it should; with `keep` the file can still be restored by hand."""
        waiting = self._wait.isActive() or self._outdated
        self.finish()
        if keep and (waiting or not self.path.is_file()):
            self.write()
            self.finish()
        self._wait.stop()
        if keep and self.path.is_file():
            self.path.replace(self.folder / LAST)
        else:
            self.path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.unlock()


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # only a process that is gone makes it stale
    return lock
