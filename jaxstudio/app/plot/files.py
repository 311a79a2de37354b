"""Opening, saving and exporting from the Functions tab; reading and writing happens in threads."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.plot import export
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import Job
from jaxstudio.errors import StudioError, UsageError
from jaxstudio.functions.document import load_session, to_json
from jaxstudio.runtime.atomic_write import atomic_write

if TYPE_CHECKING:
    from jaxstudio.app.plot.workbench import Workbench

RECENT = "functions/recent"
NAME_LETTERS = 24
EXPORTS = (("PNG", ".png"), ("SVG", ".svg"), ("CSV", ".csv"))


class Files(QObject):
    """What comes from files and goes into them."""

    failed = Signal(str)
    done = Signal(str)
    opened = Signal(str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self.bench, self.session, self.settings = bench, bench.session, bench.settings
        self.path = ""
        self.jobs: list[Job] = []

    # Sessions

    def open(self, path: str) -> None:
        """Open a sheet, or points to fit to."""
        if path.lower().endswith((".csv", ".tsv", ".txt")):
            self.bench.open_points(path)
            return

        def then(document: Any) -> None:
            self.session.set_document(document)
            self._is_at(path)

        self._run(lambda _: load_session(path), then)

    def save(self, path: str) -> None:
        """Write the sheet."""
        document = self.session.document

        def then(_: object) -> None:
            self._is_at(path)
            self.done.emit(self.tr("Saved {0}").format(path))

        def work(_: Job) -> None:
            with atomic_write(path) as file:
                file.write(to_json(document).encode())

        self._run(work, then)

    def _is_at(self, path: str) -> None:
        self.path = path
        file_dialogs.remember_file(self.settings, path, RECENT)
        self.opened.emit(path)

    @property
    def stem(self) -> str:
        """What files of this sheet are called, without an ending: as the sheet's own, or its first line."""
        if self.path:
            return Path(self.path).stem
        first = next((line.text for line in self.session.document.lines if line.text.strip()), "")
        return "-".join(re.findall(r"[A-Za-z0-9]+", first))[:NAME_LETTERS].strip("-") or "functions"

    def ask_open(self) -> None:
        file_dialogs.ask_sheet(self._window(), self.settings, self.open)

    def ask_save(self) -> None:
        name = f"{self.stem}.json"
        file_dialogs.ask_sheet_target(self._window(), self.settings, name, self.save)

    def save_again(self) -> None:
        """Write it where it was written before."""
        if self.path:
            self.save(self.path)
        else:
            self.ask_save()

    def fill_recent(self, menu: QMenu) -> None:
        for path in file_dialogs.recent_files(self.settings, RECENT):
            menu.addAction(path).triggered.connect(lambda _=False, path=path: self.open(path))

    # Pictures and tables

    def ask_export(self) -> None:
        filters = [(self.tr(words), suffix) for words, suffix in EXPORTS]
        file_dialogs.ask_export(self._window(), self.settings, filters, self.stem, self.export)

    def export(self, path: str) -> None:
        """Write the picture or its points, as the suffix says."""
        plane, view = self.bench.plane, self.session.view
        suffix = Path(path).suffix.lower()
        try:
            if suffix == ".png":
                data = export.encoded(self._image())
            elif suffix == ".svg":
                data = export.svg(plane.scenery(), view, plane.font(), Path(path).stem)
            elif suffix == ".csv":
                data = export.table(self.session.document, self.session.scene)
            else:
                raise UsageError(f"{path}: expected a name that ends with .png, .svg or .csv")
        except StudioError as error:
            self.failed.emit(str(error))
            return

        def work(_: Job) -> None:
            with atomic_write(path) as file:
                file.write(data)

        self._run(work, lambda _: self.done.emit(self.tr("Saved {0}").format(path)))

    def copy_picture(self) -> None:
        """Put the picture on the clipboard."""
        QGuiApplication.clipboard().setImage(self._image())
        self.done.emit(self.tr("Copied"))

    def _image(self) -> QImage:
        plane = self.bench.plane
        if plane.surface.isVisible():
            return plane.surface.grab().toImage()
        return export.image(plane.scenery(), self.session.view, plane.font())

    # Threads

    def _window(self) -> QWidget:
        return self.bench.window()

    def _run(self, work: Callable[[Job], Any], then: Callable[[Any], object]) -> None:
        job = Job(work, "sheet", self)
        self.jobs.append(job)
        job.succeeded.connect(then)
        job.failed.connect(self.failed)
        job.ended.connect(lambda: self._ended(job))
        job.start()

    def _ended(self, job: Job) -> None:
        self.jobs.remove(job)
        job.deleteLater()

    def close(self) -> None:
        """Wait for what is being written."""
        for job in self.jobs:
            job.wait()
