"""Variants of the photo side by side: the stack with other seeds, one taken by a click, all kept as files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QImage, QShowEvent
from PySide6.QtWidgets import QLabel, QListWidgetItem, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.pictures import EngineJobs, PicturesDialog, PictureSheet
from jaxstudio.app.image.recipe_editor import new_seed
from jaxstudio.app.image.stack.drawn_line import in_short
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.layouts import across, down, make_button, make_label, resize_on_screen
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.backend.requests import (
    AugmentRequest,
    SheetFileRequest,
    SheetRequest,
    VariantsRequest,
    WrittenFiles,
)
from jaxstudio.pipeline.params import Int
from jaxstudio.pipeline.recipe import Step
from jaxstudio.variants.axes import seeds_of


class VariantsWork(EngineJobs):
    """The stack under other seeds, as pictures and as files."""

    def _seeded(self, seeds: Sequence[int], side: int) -> SheetRequest:
        recipe = pack_recipe(self.document.recipe)
        return self.sheet((replace(recipe, seed=seed) for seed in seeds), side)

    def make_sheet(self, seeds: Sequence[int], side: int) -> None:
        """Make a small picture for each seed."""
        self.preview(self._seeded(seeds, side), self.tr("Random variations"))

    def save_sheet(self, path: str, seeds: Sequence[int], side: int) -> None:
        """Write a contact sheet of these seeds."""
        self._save(SheetFileRequest(self._seeded(seeds, side), path, tuple(map(str, seeds))))

    def save_variants(self, folder: str, seeds: Sequence[int]) -> None:
        """Write the whole result of each seed, and the manifest of them."""
        photo = self.document.photo
        assert photo is not None
        recipe = pack_recipe(self.document.recipe)
        self._write(VariantsRequest(photo.token, recipe, tuple(seeds), folder), folder)

    def augment_folder(self, photos: str, folder: str, variants: int) -> None:
        """Write so many variants of every photo below `photos`, and the manifest of them."""
        recipe = pack_recipe(self.document.recipe)
        self._write(AugmentRequest(recipe, photos, folder, variants), folder)

    def _write(self, request: VariantsRequest | AugmentRequest, folder: str) -> None:
        def finished(files: WrittenFiles) -> None:
            if files.failed:
                words = self.tr("{0} of the files could not be made; the first: {1}")
                self.failed.emit(words.format(files.failed, files.errors[0]))
            if files.skipped:
                words = self.tr("Files written to {1}: {0}; already there: {2}")
                self.done.emit(words.format(files.written, folder, files.skipped))
            elif files.written:
                self.done.emit(self.tr("Files written to {1}: {0}").format(files.written, folder))

        title = self.tr("Writing variants to {0}").format(Path(folder).name)
        self._start(self._job(request, title), finished)


SIDE_PX, LABEL_PX = 168, 24
USUAL, LEAST, MOST = 12, 2, 100
SEED_ROLE = Qt.ItemDataRole.UserRole


class VariantsDialog(PicturesDialog):
    """A sheet of the present stack under other seeds; made in the background, stopped when closed."""

    def __init__(
        self, document: ImageDocument, settings: QSettings, behind: MessageBar, parent: QWidget | None = None
    ) -> None:
        self.work = VariantsWork(document)
        super().__init__(document, settings, behind, self.work, parent)
        self.work.setParent(self)
        self.setWindowTitle(self.tr("Random Variations"))
        resize_on_screen(self, 4 * (SIDE_PX + 16) + 60, 3 * (SIDE_PX + LABEL_PX + 16) + 130)
        self._base: int | None = None
        self._images: list[QImage] = []  # those that have arrived
        self._looked_at: object = None
        self._pause.timeout.connect(self.make_sheet)
        self._assemble()
        self._connect()

    def _assemble(self) -> None:
        self.total = USUAL
        about = self.tr("From {0} to {1}").format(LEAST, MOST)
        count = Int("count", USUAL, LEAST, MOST)
        self.count = NumberField(count, self.tr("How many variants"), tip=about, wide=56, parent=self)
        self.count.show_value(self.total)
        label = QLabel(self.tr("&How many"), self)
        label.setBuddy(self.count)
        # Enter takes a seed: it presses no button
        self.others = make_button(self.tr("&Others"), self._roll, self, tip=self.tr("Other seeds"))
        self.message = make_label("", "muted", self, wraps=True)
        name = self.tr("Random variations, each with its seed")
        self.sheet = PictureSheet(name, self.tr("A click or Enter takes the seed"), self)
        self.sheet.setViewportMargins(6, 8, 0, 0)

        tip = self.tr("This sheet as one picture")
        self.keep_sheet = make_button(self.tr("Save the &Sheet…"), self._ask_sheet, self, tip=tip)
        tip = self.tr("Each variant in full size, with a manifest, in a folder")
        self.keep_files = make_button(self.tr("Save the &Variations…"), self._ask_files, self, tip=tip)
        tip = self.tr("So many variants of every photo in a folder and its subfolders, with a manifest")
        self.keep_folder = make_button(self.tr("Augment a &Folder…"), self._ask_folder, self, tip=tip)
        close = make_button(self.tr("Close"), self.close, self)
        keep = (self.keep_sheet, self.keep_files, self.keep_folder)
        top = across(None, label, self.count, self.others, 8, (self.message, 1))
        down(self, self.messages, top, (self.sheet, 1), across(None, *keep, None, close), margins=None)

    def _connect(self) -> None:
        document, work = self.document, self.work
        document.recipe_changed.connect(self._recipe_changed)
        document.photo_changed.connect(self._pause.start)
        document.device_changed.connect(self._draw)
        self.count.sent.connect(self.set_total)
        self.sheet.itemClicked.connect(self._take)
        self.sheet.itemActivated.connect(self._take)
        work.arrived.connect(self._arrived)
        work.finished.connect(self._sheet_finished)

    # The sheet

    def set_total(self, count: float) -> None:
        """Show so many."""
        self.total = int(count)
        self.count.show_value(self.total)
        self._pause.start()

    def seeds(self) -> list[int]:
        """The session's own seed when the sheet was begun, then others."""
        base = self.document.recipe.seed if self._base is None else self._base
        others = [seed for seed in seeds_of(base, "", self.total) if seed != base]
        return [base, *others][: self.total]

    def make_sheet(self) -> None:
        """Make the sheet of the present stack."""
        if not self.isVisible() or self.document.backend is None or self.document.photo is None:
            return
        self._pause.stop()
        if self._base is None:
            self._base = self.document.recipe.seed
        self._looked_at = self._steps()
        self._fit_cells()
        seeds = self.seeds()
        seeds_shown = [self.sheet.item(row).data(SEED_ROLE) for row in range(self.sheet.count())]
        if seeds_shown != seeds:
            self.sheet.clear()
            for seed in seeds:
                item = self.sheet.add_empty(str(seed), self.tr("Seed {0}").format(seed))
                item.setData(SEED_ROLE, seed)
        self._arrived_count = 0
        self._images = []
        self.work.make_sheet(seeds, round(SIDE_PX * self.devicePixelRatioF()))
        self._draw()

    def _fit_cells(self) -> None:
        """Cells of the shape of the result."""
        height, width = self.document.result_size
        longest = max(height, width, 1)
        cell = QSize(max(1, SIDE_PX * width // longest), max(1, SIDE_PX * height // longest))
        self.sheet.setIconSize(cell)
        self.sheet.setGridSize(cell + QSize(16, LABEL_PX + 12))

    def _steps(self) -> object:
        """Return everything but the seed that decides the pictures."""
        return tuple((step.identity(), step.enabled) for step in self.document.recipe.steps)

    def _arrived(self, place: int, image: QImage, drawn: Sequence[Step]) -> None:
        if place >= self.sheet.count():
            return
        self.sheet.set_picture(place, image)
        item = self.sheet.item(place)
        item.setToolTip("\n".join(in_short(step) for step in drawn))  # what is drawn under this seed
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, item.toolTip())
        self._arrived_count += 1
        self._images.append(image)
        self._draw()

    def _sheet_finished(self) -> None:
        if self._all_alike:  # one picture says as much
            for row in range(self.sheet.count() - 1, 0, -1):
                self.sheet.takeItem(row)
        self._draw()

    @property
    def _all_alike(self) -> bool:
        images = self._images
        return len(images) == self.total > 1 and all(image == images[0] for image in images)

    def _draw(self) -> None:
        """The words beside the count, and which seed is the present one."""
        count, ready = self.sheet.count(), self.document.photo is not None
        if self._all_alike:
            words = self.tr(
                "All variants look like this one: no filter here draws by chance. Add noise or a random one."
            )
            self.message.setText(words)
        elif self._arrived_count < count:
            self.message.setText(self.tr("{0} of {1}").format(self._arrived_count, count))
        else:
            self.message.setText(self.tr("A click takes the seed"))
        for button in (self.others, self.keep_sheet, self.keep_files, self.keep_folder):
            button.setEnabled(ready and self.document.backend is not None)
        for row in range(count):
            if self.sheet.item(row).data(SEED_ROLE) == self.document.recipe.seed:
                self.sheet.setCurrentRow(row)

    def _take(self, item: QListWidgetItem) -> None:
        self.document.set_seed(item.data(SEED_ROLE))

    def _roll(self) -> None:
        self._base = new_seed(self._base or 0)
        self.make_sheet()

    def _recipe_changed(self) -> None:
        if self.isVisible() and self._steps() != self._looked_at:
            self._pause.start()
        self._draw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._base = None
        self.sheet.setFocus()
        QTimer.singleShot(0, self, self.make_sheet)

    # Files

    def _ask_sheet(self) -> None:
        seeds = self.seeds()

        def save(path: str) -> None:
            self.work.save_sheet(path, seeds, 2 * SIDE_PX)

        photo = self.document.photo
        path = photo.path if photo is not None else None
        file_dialogs.ask_target(self, self.settings, path or "", save, added="variants")

    def _ask_files(self) -> None:
        seeds = self.seeds()
        save = partial(self.work.save_variants, seeds=seeds)
        file_dialogs.ask_folder(self, self.settings, self.tr("Folder for the variants"), save)

    def _ask_folder(self) -> None:
        file_dialogs.ask_folder(self, self.settings, self.tr("Folder of the photos"), self._ask_out)

    def _ask_out(self, photos: str) -> None:
        make = partial(self.work.augment_folder, photos, variants=self.total)
        title = self.tr("Folder for the variants of {0}").format(Path(photos).name)
        file_dialogs.ask_folder(self, self.settings, title, make)
