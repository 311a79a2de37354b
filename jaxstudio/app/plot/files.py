"""Opening, saving and exporting in the Functions tab; files are read and written in threads."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.export_dialog import ANIMATIONS, ExportDialog
from jaxstudio.app.plot.lines.line_options import order_name
from jaxstudio.app.plot.picture_files import (
    AS_SHOWN,
    Animation,
    PictureOptions,
    encoded,
    image,
    pdf,
    pixels_of,
    svg,
    tikz,
)
from jaxstudio.app.plot.plane.curve_geometry import Scenery, scenery_of
from jaxstudio.app.plot.plane.plane import Plane
from jaxstudio.app.plot.plane.viewing import with_equal_scales
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import BackgroundTask, Tasks, in_one_line
from jaxstudio.errors import Cancelled, SaveError, StudioError, UsageError
from jaxstudio.files.animation import check_animation, write_animation
from jaxstudio.functions.document import Document
from jaxstudio.functions.document_files import load_session, to_json
from jaxstudio.functions.protocol.queries import FramesQuestion
from jaxstudio.functions.protocol.requests import Scene
from jaxstudio.functions.protocol.scene import View
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
EXPORTS = (".png", ".svg", ".pdf", ".tex", ".py", ".csv")


def _next(scenes: Queue[Scene | Exception], job: BackgroundTask) -> Scene | Exception:
    """The next scene, once a child has drawn it."""
    while True:
        if job.cancelled():
            raise Cancelled("the animation was stopped")
        try:
            return scenes.get(timeout=0.2)
        except Empty:
            continue


class Files(QObject):
    """The sheet's files: opened, saved, exported."""

    failed = Signal(str)
    done = Signal(str)
    opened = Signal(str)
    recording = Signal(str)  # an animation

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
        self._recording: BackgroundTask | None = None
        self._scenes: Any = None

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
        file_dialogs.ask_file(self._window(), self.settings, "sheets", self.open)

    def ask_save(self) -> None:
        name = f"{self.stem}.json"
        file_dialogs.ask_new_file(self._window(), self.settings, "sheet", name, self.save)

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
        """Ask how, then where."""
        self.dialog = ExportDialog(self.controller, self.settings, self._ask_where, self._window())
        self.dialog.open()

    def _ask_where(self, suffix: str, options: PictureOptions, animation: Animation | None) -> None:
        words = suffix.removeprefix(".").upper()

        def answer(path: str) -> None:
            self.export(path, options, animation)

        file_dialogs.ask_export(self._window(), self.settings, [(words, suffix)], self.stem, answer)

    def export(
        self, path: str, options: PictureOptions = AS_SHOWN, animation: Animation | None = None
    ) -> None:
        """Write the picture, its points or an animation, as the suffix says."""
        suffix = Path(path).suffix.lower()
        try:
            if suffix in ANIMATIONS and animation is not None:
                self._animate(path, options, animation)
            elif suffix == ".py":
                self.controller.ask_script(lambda text: self._write(path, text.encode()), self._refuse)
            elif suffix == ".csv":
                self._write(path, table(self.controller.document, self.controller.scene))
            elif suffix not in EXPORTS:
                raise UsageError(f"{path}: expected a name that ends with one of {', '.join(EXPORTS)}")
            elif not options.width_px or self.plane.surface.isVisible():
                data = self._picture(path, self.plane.scenery(), self.controller.view, options)
                self._write(path, data)
            else:
                self._draw_anew(path, options)
        except StudioError as error:
            self._refuse(error)

    def _picture(self, path: str, scenery: Scenery, view: View, options: PictureOptions) -> bytes:
        suffix, font, title = Path(path).suffix.lower(), self.plane.font(), Path(path).stem
        if self.plane.surface.isVisible() and suffix != ".png":
            raise UsageError(f"{path}: a surface is written as PNG")
        if suffix == ".png":
            return encoded(self._image(scenery, view, options))
        if suffix == ".tex":
            return tikz(scenery, view, self.plane.plot_style())
        return (svg if suffix == ".svg" else pdf)(scenery, view, font, title, options)

    def _question(self, options: PictureOptions, animation: Animation | None) -> FramesQuestion:
        """The sheet in a picture of this size, at each value of an animated slider."""
        view = self.controller.view
        if options.width_px:
            view = replace(view, width_px=options.width_px, height_px=options.height_px)
            view = with_equal_scales(view) if self.controller.document.equal else view
        draw = self.controller.draw_request(view)
        if animation is None:
            return FramesQuestion(draw)
        return FramesQuestion(draw, animation.slider, animation.values)

    def _draw_anew(self, path: str, options: PictureOptions) -> None:
        """A picture of another size than the plane's."""
        document, question = self.controller.document, self._question(options, None)

        def came(scene: Scene) -> None:
            if scene.complete:
                scenery = scenery_of(scene, document)
                self._write(path, self._picture(path, scenery, question.draw.view, options))

        self.controller.ask(question, lambda _: None, self._refuse, came)

    def _animate(self, path: str, options: PictureOptions, animation: Animation) -> None:
        """Frame by frame: a child draws the scenes, a thread paints and writes them."""
        if self.plane.surface.isVisible():
            raise UsageError(f"{path}: an animation shows the plane; hide the surface first")
        check_animation(path)
        document, font = self.controller.document, self.plane.font()
        question = self._question(options, animation)
        scenes: Queue[Scene | Exception] = Queue()

        def frames(job: BackgroundTask) -> Iterator[np.ndarray]:
            for number in range(len(animation.values)):
                scene = _next(scenes, job)
                if isinstance(scene, Exception):
                    raise scene
                picture = image(scenery_of(scene, document), question.draw.view, font, options)
                job.report((number + 1) / len(animation.values))
                yield pixels_of(picture)

        def work(job: BackgroundTask) -> int:
            return write_animation(path, frames(job), animation.rate)

        def came(scene: Scene) -> None:
            if scene.complete:
                scenes.put(scene)

        self._recording = BackgroundTask(work, "animation", self)
        self._recording.ended.connect(partial(setattr, self, "_recording", None))
        self.jobs.start(
            self._recording, lambda _: self.done.emit(self.tr("Saved {0}").format(path)), self.failed.emit
        )
        self.recording.emit(self.tr("Drawing {0} frames…").format(len(animation.values)))
        self._scenes = self.controller.ask(question, lambda _: None, scenes.put, came)

    def stop_recording(self) -> None:
        """Write no animation."""
        if self._recording is not None:
            self._recording.cancel()
            self._scenes.cancel()

    def _refuse(self, error: Exception) -> None:
        self.failed.emit(in_one_line(error))

    def _write(self, path: str, data: bytes) -> None:
        def work(_: BackgroundTask) -> None:
            with atomic_write(path) as file:
                file.write(data)

        self._run(work, lambda _: self.done.emit(self.tr("Saved {0}").format(path)))

    def copy_picture(self) -> None:
        """Put the picture on the clipboard."""
        picture = self._image(self.plane.scenery(), self.controller.view, AS_SHOWN)
        QGuiApplication.clipboard().setImage(picture)
        self.done.emit(self.tr("Copied"))

    def _image(self, scenery: Scenery, view: View, options: PictureOptions) -> QImage:
        plane = self.plane
        if plane.surface.isVisible():
            return plane.surface.grab().toImage()
        return image(scenery, view, plane.font(), options)

    # Threads

    def _window(self) -> QWidget:
        return self.plane.window()

    def _run(self, work: Callable[[BackgroundTask], Any], then: Callable[[Any], object]) -> None:
        self.jobs.start(BackgroundTask(work, "sheet", self), then, self.failed.emit)

    def close(self) -> None:
        """Wait for files that are being written, except an animation."""
        self.stop_recording()
        self.jobs.wait()
