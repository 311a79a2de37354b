"""The files that steps read, watched: when one of them changes, the picture is computed anew."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer

from jaxstudio.app.image.session import Session
from jaxstudio.pipeline.params import file_stamp

SETTLED_MS = 200  # programs write a file in several goes, or another in its place


class ReferenceFiles(QObject):
    """Asks for a frame whenever a file that an active step reads is changed, replaced, made or removed."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._stamps: dict[str, tuple[int, ...]] = {}
        self._watcher: QFileSystemWatcher | None = None  # made for the first file: it takes a thread
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.timeout.connect(self._look)
        session.recipe_changed.connect(self.watch)

    def watch(self) -> None:
        """Watch the files of the present steps, and the folders in which they may appear again."""
        paths = [path for step in self.session.recipe.active for path in step.files]
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
        wanted = present | {folder for folder in folders if Path(folder).is_dir()}
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if watched - wanted:
            self._watcher.removePaths(sorted(watched - wanted))
        if wanted - watched:
            self._watcher.addPaths(sorted(wanted - watched))

    def _look(self) -> None:
        stamps = {path: file_stamp(path) for path in self._stamps}
        self._watch_again()
        if stamps != self._stamps:
            self._stamps = stamps
            self.session.request()
