"""Opening, saving and exporting in the Functions tab; files are read and written in threads."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.lines.line_options import order_name
from jaxstudio.app.plot.picture_files import encoded, image, pdf, svg, tikz
from jaxstudio.app.plot.plane.plane import Plane
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import BackgroundTask, Tasks, in_one_line
from jaxstudio.errors import SaveError, StudioError, UsageError
from jaxstudio.functions.document import Document
from jaxstudio.functions.document_files import load_session, to_json
from jaxstudio.functions.protocol.requests import Scene
from jaxstudio.runtime.atomic_write import atomic_write


def table(document: Document, scene: Scene | None) -> bytes:
    """The points of every visible curve, two columns each, pieces apart by an empty row."""
    columns: list[list[str]] = []
    hidden = document.hidden_keys
    for plot_line, drawn in zip(document.lines, scene.lines if scene is not None else (), strict=False):
        if plot_line.key in hidden:
            continue
        for curve in drawn.curves:
            name = f"{plot_line.text} [{order_name(curve.order)}]" if curve.order else plot_line.text
            columns += _columns(name, [(piece.x, piece.y) for piece in curve.pieces])
        lines = drawn.implicit.lines if drawn.implicit is not None else ()
        if lines:
            columns += _columns(plot_line.text, [(each.points[:, 0], each.points[:, 1]) for each in lines])
        for contour in drawn.contours:
            pieces = [(each.points[:, 0], each.points[:, 1]) for each in contour.lines]
            columns += _columns(f"{plot_line.text} = {contour.level!r}", pieces)
    if not columns:
        raise SaveError("no curve to write: a table needs a curve in sight")
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(itertools.zip_longest(*columns, fillvalue=""))
    return out.getvalue().encode()


def _columns(name: str, pieces: list[tuple[np.ndarray, np.ndarray]]) -> list[list[str]]:
    across, along = ["x"], [name]
    for number, (x, y) in enumerate(pieces):
        if number:
            across.append("")
            along.append("")
        across += [repr(value) for value in x.tolist()]
        along += [repr(value) for value in y.tolist()]
    return [across, along]


RECENT = "functions/recent"
NAME_LETTERS = 24
EXPORTS = (
    *(("PNG", ".png"), ("SVG", ".svg"), ("PDF", ".pdf"), ("TikZ", ".tex")),
    *(("Python", ".py"), ("CSV", ".csv")),
)


class Files(QObject):
    """The sheet's files: opened, saved, exported."""

    failed = Signal(str)
    done = Signal(str)
    opened = Signal(str)

    def __init__(
        self,
        controller: FunctionsController,
        plane: Plane,
        settings: QSettings,
        open_points: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.controller, self.plane, self.settings = controller, plane, settings
        self.open_points = open_points
        self.path = ""
        self.jobs = Tasks()

    # Sessions

    def open(self, path: str) -> None:
        """Open a sheet, or points to fit to."""
        if path.lower().endswith((".csv", ".tsv", ".txt")):
            self.open_points(path)
            return

        def then(document: Any) -> None:
            self.controller.set_document(document)
            self._is_at(path)

        self._run(lambda _: load_session(path), then)

    def save(self, path: str) -> None:
        """Write the sheet."""
        document = self.controller.document

        def then(_: object) -> None:
            self._is_at(path)
            self.done.emit(self.tr("Saved {0}").format(path))

        def work(_: BackgroundTask) -> None:
            with atomic_write(path) as file:
                file.write(to_json(document).encode())

        self._run(work, then)

    def _is_at(self, path: str) -> None:
        self.path = path
        file_dialogs.remember_file(self.settings, path, RECENT)
        self.opened.emit(path)

    @property
    def stem(self) -> str:
        """Return the stem of this sheet's files: its own name, or its first line."""
        if self.path:
            return Path(self.path).stem
        first = next((line.text for line in self.controller.document.lines if line.text.strip()), "")
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
        filters = list(EXPORTS)
        file_dialogs.ask_export(self._window(), self.settings, filters, self.stem, self.export)

    def export(self, path: str) -> None:
        """Write the picture or its points, as the suffix says."""
        plane, view = self.plane, self.controller.view
        suffix = Path(path).suffix.lower()
        try:
            if suffix == ".png":
                data = encoded(self._image())
            elif suffix == ".svg":
                data = svg(plane.scenery(), view, plane.font(), Path(path).stem)
            elif suffix == ".pdf":
                data = pdf(plane.scenery(), view, plane.font(), Path(path).stem)
            elif suffix == ".tex":
                data = tikz(plane.scenery(), view, plane.plot_style())
            elif suffix == ".py":
                self.controller.ask_script(lambda text: self._write(path, text.encode()), self._refuse)
                return
            elif suffix == ".csv":
                data = table(self.controller.document, self.controller.scene)
            else:
                known = ", ".join(suffix for _, suffix in EXPORTS)
                raise UsageError(f"{path}: expected a name that ends with one of {known}")
        except StudioError as error:
            self._refuse(error)
            return
        self._write(path, data)

    def _refuse(self, error: Exception) -> None:
        self.failed.emit(in_one_line(error))

    def _write(self, path: str, data: bytes) -> None:
        def work(_: BackgroundTask) -> None:
            with atomic_write(path) as file:
                file.write(data)

        self._run(work, lambda _: self.done.emit(self.tr("Saved {0}").format(path)))

    def copy_picture(self) -> None:
        """Put the picture on the clipboard."""
        QGuiApplication.clipboard().setImage(self._image())
        self.done.emit(self.tr("Copied"))

    def _image(self) -> QImage:
        plane = self.plane
        if plane.surface.isVisible():
            return plane.surface.grab().toImage()
        return image(plane.scenery(), self.controller.view, plane.font())

    # Threads

    def _window(self) -> QWidget:
        return self.plane.window()

    def _run(self, work: Callable[[BackgroundTask], Any], then: Callable[[Any], object]) -> None:
        self.jobs.start(BackgroundTask(work, "sheet", self), then, self.failed.emit)

    def close(self) -> None:
        """Wait for what is being written."""
        self.jobs.wait()
