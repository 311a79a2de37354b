"""Variants of the photo made by the engine's process: small ones to look at, and the files of an export."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import image_of
from jaxstudio.app.image.engine_task import EngineTask
from jaxstudio.backend.gallery_protocol import (
    AugmentRequest,
    SheetFileRequest,
    SheetPicture,
    SheetRequest,
    VariantsRequest,
    WrittenFiles,
)
from jaxstudio.backend.protocol import pack_recipe, unpack_steps


class VariantsWork(QObject):
    """Emits `arrived(turn, place, image, drawn)` for each small picture, `started(job)` for each export.

    `drawn` are the steps that chance drew for it.
    """

    arrived = Signal(int, int, object, object)
    sheet_finished = Signal(int)
    started = Signal(object)
    done = Signal(str)
    failed = Signal(str)

    def __init__(self, document: ImageDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.jobs: list[EngineTask] = []
        self._preview_task: EngineTask | None = None
        self._turn = 0

    def _job(self, kind: str, request: object, title: str) -> EngineTask:
        """A job of the engine's process, not started yet."""
        live = self.document.live
        assert live is not None
        job = EngineTask(lambda *calls: live.ask(kind, request, *calls), title, self)
        job.failed.connect(self.failed)
        job.ended.connect(lambda: self._forget(job))
        self.jobs.append(job)
        return job

    def _forget(self, job: EngineTask) -> None:
        self.jobs.remove(job)
        job.deleteLater()

    def writing(self) -> list[EngineTask]:
        """The exports that are not over."""
        return [job for job in self.jobs if not job.cancelled() and job is not self._preview_task]

    def _sheet(self, seeds: Sequence[int], side: int) -> SheetRequest:
        photo = self.document.photo
        assert photo is not None
        return SheetRequest(photo.token, pack_recipe(self.document.recipe), tuple(seeds), side)

    # To look at

    def make_sheet(self, seeds: Sequence[int], side: int) -> int:
        """Make a small picture for each seed, the first one first; the number that they come with."""
        self.stop()
        turn, backend = self._turn, self.document.backend
        assert backend is not None

        def take(picture: SheetPicture) -> None:
            if turn == self._turn:
                drawn = unpack_steps(picture.drawn, backend.catalogue)
                self.arrived.emit(turn, picture.place, image_of(picture.pixels).copy(), drawn)

        job = self._job("sheet", self._sheet(seeds, side), self.tr("Variants"))
        job.reported.connect(take)
        job.ended.connect(lambda: self.sheet_finished.emit(turn))
        self._preview_task = job
        job.start()
        return turn

    def stop(self) -> None:
        """Nobody looks any more."""
        self._turn += 1
        if self._preview_task is not None and self._preview_task in self.jobs:
            self._preview_task.cancel()
        self._preview_task = None

    # To keep

    def save_sheet(self, path: str, seeds: Sequence[int], side: int) -> None:
        """Write a contact sheet of these seeds."""
        title = self.tr("Saving {0}").format(Path(path).name)
        job = self._job("sheet file", SheetFileRequest(self._sheet(seeds, side), path), title)
        job.succeeded.connect(lambda _: self.done.emit(self.tr("Saved {0}").format(path)))
        self._start(job)

    def save_variants(self, folder: str, seeds: Sequence[int]) -> None:
        """Write the whole result of each seed, and the manifest of them."""
        photo = self.document.photo
        assert photo is not None
        recipe = pack_recipe(self.document.recipe)
        self._write("variants", VariantsRequest(photo.token, recipe, tuple(seeds), folder), folder)

    def augment_folder(self, photos: str, folder: str, variants: int) -> None:
        """Write so many variants of every photo below `photos`, and the manifest of them."""
        recipe = pack_recipe(self.document.recipe)
        self._write("augment", AugmentRequest(recipe, photos, folder, variants), folder)

    def _write(self, kind: str, request: object, folder: str) -> None:
        def finished(files: WrittenFiles) -> None:
            if files.failed:
                words = self.tr("{0} of the files could not be made; the first: {1}")
                self.failed.emit(words.format(files.failed, files.errors[0]))
            if files.skipped:
                words = self.tr("{0} files written to {1}, {2} were there")
                self.done.emit(words.format(files.written, folder, files.skipped))
            elif files.written:
                self.done.emit(self.tr("{0} files written to {1}").format(files.written, folder))

        job = self._job(kind, request, self.tr("Writing variants to {0}").format(Path(folder).name))
        job.succeeded.connect(finished)
        self._start(job)

    def _start(self, job: EngineTask) -> None:
        self.started.emit(job)
        job.start()

    def close(self) -> None:
        """Stop all work and wait for it."""
        for job in self.jobs:
            job.cancel()
        for job in self.jobs:
            job.wait()
