"""The folder of own filters: tried in the background, watched, handed to the engine. No widget."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.text import tr
from jaxstudio.errors import UsageError
from jaxstudio.own_ops.folder import (
    OwnFile,
    Trial,
    Trouble,
    file_digest,
    folder_digest,
    new_file,
    own_files,
    try_files,
    usable_name,
)
from jaxstudio.own_ops.trust import Trust, keep_trust, read_trust

SETTLED_MS = 300  # an editor may write a file in several steps
UseFiles = Callable[[tuple[OwnFile, ...]], object]


class OwnFilters(QObject):
    """`changed` when there is something else to show; `loaded` and `failed` bring a line for the person.

    No file is run before `allow`. A folder whose files change is asked about again, unless it was allowed
    whatever its files become.
    """

    changed = Signal()
    loaded = Signal(str)
    failed = Signal(str)
    asked = Signal()  # files that were allowed have changed: they are not used before another yes

    def __init__(self, use_files: UseFiles, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._use_files = use_files
        self.trust = read_trust()
        self.trial: Trial | None = None  # the last one
        self.asks = False  # whether the files are not those that were allowed
        self.task: BackgroundTask | None = None
        self._tried = ""
        self._settle = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settle.timeout.connect(self.look)
        self._watch = QFileSystemWatcher(self)
        self._watch.fileChanged.connect(lambda _: self._settle.start())
        self._watch.directoryChanged.connect(lambda _: self._settle.start())

    def start(self) -> None:
        """Look at the folder now, and whenever its files change."""
        if self.trust.folder:
            self._settle.start()

    @property
    def folder(self) -> str:
        return self.trust.folder

    @property
    def busy(self) -> bool:
        """Whether files are being tried."""
        return self.task is not None

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong with which files."""
        return () if self.trial is None else self.trial.troubles

    def choose(self, folder: str) -> None:
        """Turn to a folder; it is asked about before anything in it is run."""
        if self.trust.files:
            self._use_files(())
        self.trust, self.trial = Trust(str(Path(folder).absolute())), None
        keep_trust(self.trust)
        self.look()

    def allow(self, always: bool) -> None:
        """The person knows that the code of these files is run; `always`: whatever they become, too."""
        digest = folder_digest(self.folder)
        self.trust = replace(self.trust, digest=digest, always=always)
        keep_trust(self.trust)
        self.asks = False
        self._try(digest)

    def leave(self) -> None:
        """Do without the folder."""
        self._watch_folder("")
        used, self.trust, self.trial, self.asks = self.trust.files, Trust(), None, False
        keep_trust(self.trust)
        if used:
            self._use_files(())
        self.changed.emit()

    def leave_out(self, files: tuple[OwnFile, ...]) -> None:
        """Do without files whose filters never came to an end, until they change or are loaded again."""
        digests = [file.digest for file in files]
        others = tuple(file for file in self.trust.files if file.digest not in digests)
        self.trust = replace(self.trust, files=others, left_out=(*self.trust.left_out, *digests))
        keep_trust(self.trust)
        self._use_files(others)
        self.changed.emit()

    def is_left_out(self, path: str) -> bool:
        """Whether a file is left out as it is."""
        return bool(self.trust.left_out) and file_digest(path) in self.trust.left_out

    def reload(self) -> None:
        """Try the files once more, and have the engine start with them anew."""
        self._tried = ""
        self.trust = replace(self.trust, left_out=())
        self.look()

    def look(self) -> None:
        """See whether files have changed: try them if that was allowed, ask if not."""
        self._watch_folder(self.folder)
        digest = folder_digest(self.folder)
        allowed = bool(digest) and (digest == self.trust.digest or (self.trust.always and self.trust.digest))
        asked, self.asks = self.asks, not allowed and bool(self.names())
        if self.asks and not asked and self.trust.digest:
            self.asked.emit()
        if allowed and digest != self._tried:
            self._try(digest)
        self.changed.emit()

    def names(self) -> list[str]:
        """The files' names; none where the folder cannot be read."""
        try:
            return [os.path.basename(path) for path in own_files(self.folder)] if self.folder else []
        except UsageError:
            return []

    def new_filter(self, name: str) -> str:
        """Write a template into the folder, under a name like this one; its path.

        Raises:
            UsageError: it cannot be written.
        """
        return new_file(self.folder, usable_name(name, self.names()), name)

    def _watch_folder(self, folder: str) -> None:
        watched = [*self._watch.files(), *self._watch.directories()]
        wanted = [folder, *(os.path.join(folder, name) for name in self.names())] if folder else []
        if gone := [path for path in watched if path not in wanted]:
            self._watch.removePaths(gone)
        if new := [path for path in wanted if path not in watched and os.path.exists(path)]:
            self._watch.addPaths(new)

    def _try(self, digest: str) -> None:
        if self.task is not None:
            self.task.cancel()
        folder = self.folder
        self._tried = digest

        def work(task: BackgroundTask) -> tuple[str, Trial]:
            return folder, try_files(own_files(folder), task.cancelled)

        task = BackgroundTask(work, "own filters", self)
        task.succeeded.connect(self._take)
        task.failed.connect(self.failed)
        task.ended.connect(lambda: self._end(task))
        self.task = task.start()
        self.changed.emit()

    def _end(self, task: BackgroundTask) -> None:
        if self.task is task:
            self.task = None
            self.changed.emit()

    def _take(self, answer: tuple[str, Trial]) -> None:
        folder, trial = answer
        if folder != self.folder or (self.task is not None and self.task.cancelled()):
            return
        first, self.trial = self.trial is None, trial
        for trouble in trial.troubles:
            self.failed.emit(str(trouble))
        files = tuple(file for file in trial.files if file.digest not in self.trust.left_out)
        if files != self.trust.files or not first:
            self.trust = replace(self.trust, digest=self._tried, files=files)
            keep_trust(self.trust)
            self._use_files(files)
            names = {name for file in files for name in file.ops}
            titles = ", ".join(str(spec["title"]) for spec in trial.specs if spec["name"] in names)
            if titles:
                self.loaded.emit(tr("Your own filters: {0}").format(titles))


def files_used_by(document: Any) -> UseFiles:
    """What hands files to the engine of a document."""

    def use(files: tuple[OwnFile, ...]) -> None:
        if document.live is not None:
            document.live.use_own_files(files)

    return use
