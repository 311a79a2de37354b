"""Variants and sweeps of the photo made by the engine's process: small pictures to look at, and files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal

from jaxstudio.app.image.engine_bridge import image_of
from jaxstudio.app.image.engine_jobs import EngineJobs
from jaxstudio.backend.gallery_protocol import (
    AugmentRequest,
    SheetFileRequest,
    SheetPicture,
    SheetRequest,
    SweepFileRequest,
    SweepRequest,
    VariantsRequest,
    WrittenFiles,
)
from jaxstudio.backend.protocol import pack_recipe, unpack_steps
from jaxstudio.variants.axes import SweptRecipe


class VariantsWork(EngineJobs):
    """Emits `arrived(turn, place, image, drawn)` for each small picture.

    `drawn` are the steps that chance drew for it.
    """

    arrived = Signal(int, int, object, object)
    sheet_finished = Signal(int)

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

        job = self._job("sheet", self._sheet(seeds, side), self.tr("Random variations"))
        job.reported.connect(take)
        job.ended.connect(lambda: self.sheet_finished.emit(turn))
        self._preview_task = job
        job.start()
        return turn

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


class SweepWork(EngineJobs):
    """Emits `arrived(turn, place, image)` for each picture, and `finished(turn)` after the last."""

    arrived = Signal(int, int, object)
    finished = Signal(int)

    def _sweep(self, swept: Sequence[SweptRecipe], side: int) -> SweepRequest:
        photo = self.document.photo
        assert photo is not None
        return SweepRequest(photo.token, tuple(pack_recipe(each.recipe) for each in swept), side)

    def make_pictures(self, swept: Sequence[SweptRecipe], side: int) -> int:
        """Make a picture of at most side × side pixels for each recipe; the number they come with."""
        self.stop()
        turn = self._turn

        def take(picture: SheetPicture) -> None:
            if turn == self._turn:
                self.arrived.emit(turn, picture.place, image_of(picture.pixels).copy())

        job = self._job("sweep", self._sweep(swept, side), self.tr("Sweep"))
        job.reported.connect(take)
        job.ended.connect(lambda: self.finished.emit(turn))
        self._preview_task = job
        job.start()
        return turn

    def save_sheet(self, path: str, swept: Sequence[SweptRecipe], side: int, columns: int) -> None:
        """Write a contact sheet of these recipes."""
        labels = tuple(each.label for each in swept)
        self._save(SweepFileRequest(self._sweep(swept, side), path, labels, columns))

    def save_animation(
        self, path: str, swept: Sequence[SweptRecipe], side: int, rate: float, back: bool
    ) -> None:
        """Write these recipes' results one after the other, `rate` in a second."""
        labels = tuple(each.label for each in swept)
        self._save(SweepFileRequest(self._sweep(swept, side), path, labels, 0, True, rate, back))

    def _save(self, request: SweepFileRequest) -> None:
        job = self._job("sweep file", request, self.tr("Saving {0}").format(Path(request.path).name))
        job.succeeded.connect(lambda _: self.done.emit(self.tr("Saved {0}").format(request.path)))
        self._start(job)
