"""The batch's form: photos, recipe, names and format of the results, where to compute."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QLineEdit, QMenu, QPushButton, QWidget

from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.buttons import CheckBox
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import OneLine, across, make_button, make_label
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.settings import BATCH_FORMAT
from jaxstudio.app.shared.text import of_catalogue, tr
from jaxstudio.backend.batch_protocol import BatchRequest
from jaxstudio.batch.places import ALL_DEVICES, default_jobs
from jaxstudio.batch.prepare import FIELDS
from jaxstudio.files.formats import FORMATS as WRITTEN
from jaxstudio.files.metadata_groups import GROUPS
from jaxstudio.files.sessions import SessionPhoto, chosen_photos
from jaxstudio.pipeline.params import Int
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import to_json

CURRENT, FILE, OWN = 0, 1, 2
STARS = (1, 2, 3, 4, 5)
MOST_JOBS = 64
QUALITIES = (100, 95, 90, 85, 80, 70, 60, 50)
NAME_KEY, FOLDER_KEY = "batch/name", "batch/folder"


class DevicesButton(QPushButton):
    """A menu that ticks devices: one or several, all, or the usual one; emits `changed`.

    Args:
        names: gives those that there are, asked each time the menu opens.
    """

    changed = Signal()

    def __init__(self, names: Callable[[], Sequence[str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = names
        self.chosen: tuple[str, ...] = ()
        self.setAutoDefault(False)
        self.setAccessibleName(tr("Devices"))
        menu = QMenu(self)
        menu.aboutToShow.connect(self.fill)
        self.setMenu(menu)
        self.choose(())

    @property
    def words(self) -> str:
        """The choice as `find_devices` reads it; empty for the usual one."""
        return ",".join(self.chosen)

    def fill(self) -> None:
        """A line for each device there is; nothing to choose from one alone."""
        menu, names = self.menu(), tuple(self._names())
        menu.clear()
        lines: list[tuple[str, tuple[str, ...], bool]] = [
            (tr("Usual device"), (), not self.chosen),
            (tr("All devices"), (ALL_DEVICES,), self.chosen == (ALL_DEVICES,)),
        ]
        for name in names:
            ticked = name in self.chosen
            kept = tuple(each for each in names if (each in self.chosen) != (each == name))
            lines.append((name, kept, ticked))
        for words, then, ticked in lines:
            action = menu.addAction(words)
            action.triggered.connect(partial(self.choose, then))
            action.setCheckable(True)
            action.setChecked(ticked)
            if len(menu.actions()) == 2:
                menu.addSeparator()

    def choose(self, devices: tuple[str, ...]) -> None:
        """Compute on these."""
        self.chosen = devices
        special = {(): tr("Usual device"), (ALL_DEVICES,): tr("All devices")}
        self.setText(special.get(devices, ", ".join(devices)))
        self.changed.emit()


class BatchForm(QWidget):
    """Emits `changed` when a batch would become another."""

    changed = Signal()

    def __init__(
        self,
        recipe: Callable[[], str],
        settings: QSettings,
        parent: QWidget | None = None,
        devices: Callable[[], Sequence[str]] = tuple,
        session: Callable[[], Sequence[SessionPhoto]] = tuple,
    ) -> None:
        super().__init__(parent)
        self._recipe, self.settings, self._devices, self._session = recipe, settings, devices, session
        self.places: list[str] = []
        self.recipe_file = ""
        self._jobs = default_jobs()
        self._make()
        self._lay_out()

    def _make(self) -> None:
        self.files_button = make_button(tr("Add &Files…"), self._ask_files, self)
        self.folder_button = make_button(tr("Add F&older…"), self._ask_folder, self)
        self.clear_button = make_button(tr("C&lear"), self.clear, self)
        self.subfolders = CheckBox(tr("With subfolders"), self)
        self.subfolders.setChecked(True)
        self.subfolders.toggled.connect(self.changed)
        self.which = ChoiceBox(self, tr("Photos of the session"))
        for words, choice in (
            (tr("All but the rejected"), (0, False)),
            (tr("The picked"), (0, True)),
            *((tr("Rated {0} or more").format("★" * stars), (stars, False)) for stars in STARS),
        ):
            self.which.addItem(words, choice)
        self.which.activated.connect(self.changed)
        self.which.hide()
        self.photos = OneLine(self)

        self.recipe_box = ChoiceBox(self, tr("Recipe"))
        self.recipe_box.addItems(
            [tr("The steps in the window"), tr("A recipe's file…"), tr("Each photo's own steps")]
        )
        self.recipe_box.activated.connect(self._choose_recipe)
        self.recipe_words = OneLine(self)
        self.to_srgb = CheckBox(tr("Convert to sRGB first"), self)
        self.to_srgb.setToolTip(tr("From the colour profile embedded in each photo, before the first step"))
        self.to_srgb.toggled.connect(self.changed)

        self.folder = self._line(tr("Folder of the results"), tr("A folder"))
        self.folder.setText(str(self.settings.value(FOLDER_KEY, "") or ""))
        self.out_button = make_button(tr("Choose…"), self._ask_out, self)
        self.name = self._line(tr("Names of the results"), "{stem}")
        self.name.setText(str(self.settings.value(NAME_KEY, "") or "{stem}"))
        fields = ", ".join(f"{{{field}}}" for field in FIELDS if field not in ("name", "suffix", "ext"))
        self.name.setToolTip(tr("Without ending; in braces is what differs: {0}").format(fields))

        self.keep_subfolders = CheckBox(tr("Keep subfolders"), self)
        self.keep_subfolders.setToolTip(tr("Results have the subfolders that their photos have"))
        self.keep_subfolders.setChecked(True)
        self.keep_subfolders.toggled.connect(self.changed)
        self.subfolders.toggled.connect(self.keep_subfolders.setEnabled)

        self.format = ChoiceBox(self, tr("Format"))
        self.format.addItem(tr("As each photo"), "")
        for words, *_ in file_dialogs.FORMATS:
            self.format.addItem(of_catalogue(words), words)
        self.format.activated.connect(self._format_chosen)
        self.quality = ChoiceBox(
            self,
            tr("Quality"),
            tip=tr("Of JPEG and AVIF: that of a JPEG that is read, 95 for others, or a number"),
        )
        self.quality.addItem(tr("As the photo"), 0)
        for number in QUALITIES:
            self.quality.addItem(str(number), number)
        self.quality.activated.connect(self.changed)
        self.existing = ChoiceBox(self, tr("Where a file is there"))
        for words, value in (
            (tr("Leave it"), "skip"),
            (tr("Write over it"), "overwrite"),
            (tr("Write beside it"), "rename"),
        ):
            self.existing.addItem(words, value)
        self.existing.activated.connect(self.changed)
        self.metadata = ChoiceBox(self, tr("Metadata"))
        for words, groups in (
            (tr("Keep all"), ()),
            (tr("Drop the location"), ("location",)),
            (tr("Drop all"), tuple(GROUPS)),
        ):
            self.metadata.addItem(words, groups)
        self.metadata.activated.connect(self.changed)

        jobs = Int("jobs", 1, 1, MOST_JOBS)
        self.jobs = NumberField(jobs, tr("Photos at a time"), wide=56, parent=self)
        self.jobs.sent.connect(self._set_jobs)
        self.devices = DevicesButton(self._devices, self)
        self.devices.changed.connect(self.changed)
        self.scheduler = self._line(tr("Dask scheduler"), "tcp://host:8786")
        self.scheduler.setToolTip(
            tr("Empty: this machine. The address of a Dask cluster, or local:4 for four processes here")
        )
        self.jobs.show_value(self._jobs)
        self._show_format()
        self.draw_recipe()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        buttons = (self.files_button, self.folder_button, self.clear_button)
        rows: Sequence[tuple[str, Sequence[QWidget | str]]] = (
            (tr("Photos"), (*buttons, self.which, self.subfolders, self.photos)),
            (tr("Recipe"), (self.recipe_box, self.recipe_words, self.to_srgb)),
            (tr("Results in"), (self.folder, self.out_button, tr("Names"), self.name, self.keep_subfolders)),
            (tr("Format"), (self.format, tr("Quality"), self.quality)),
            (tr("If it is there"), (self.existing, tr("Metadata"), self.metadata)),
            (
                tr("At a time"),
                (self.jobs, tr("Devices"), self.devices, tr("Dask scheduler"), self.scheduler),
            ),
        )  # fmt: skip
        wide = {self.photos: 1, self.recipe_words: 1, self.folder: 2, self.name: 1, self.scheduler: 1}
        for row, (title, widgets) in enumerate(rows):
            label = make_label(title, "muted", self)
            grid.addWidget(label, row, 0)
            line = across(None, spacing=8)
            for widget in widgets:
                if isinstance(widget, str):
                    label = make_label(widget, "muted", self)
                    line.addWidget(label)
                else:
                    line.addWidget(widget, wide.get(widget, 0))
            if not any(isinstance(widget, QWidget) and widget in wide for widget in widgets):
                line.addStretch(1)
            grid.addLayout(line, row, 1)
        grid.setColumnStretch(1, 1)

    def _line(self, name: str, placeholder: str) -> QLineEdit:
        line = QLineEdit(self)
        line.setAccessibleName(name)
        line.setPlaceholderText(placeholder)
        line.setAcceptDrops(False)  # a file that is dropped here is meant for the window
        line.textChanged.connect(self.changed)
        return line

    # What is chosen

    def add_places(self, places: Sequence[str]) -> None:
        """Photos and folders more; they share one recipe."""
        if self.exports_session:
            self._set_recipe(CURRENT)
        self.places = list(dict.fromkeys([*self.places, *places]))
        if not self.folder.text() and self.places:
            first = Path(self.places[0])
            self.folder.setText(str((first if first.is_dir() else first.parent) / tr("results")))
        self.changed.emit()

    def clear(self) -> None:
        """No photos."""
        self.places = []
        self.changed.emit()

    def request(self) -> BatchRequest:
        """The batch as it is chosen."""
        own = self.exports_session
        photos = chosen_photos(self._session(), *self.which.currentData())[0] if own else []
        chosen = self.format.currentIndex()
        _, suffix, depth, store = file_dialogs.FORMATS[chosen - 1] if chosen else ("", "", None, ())
        from_file = self.recipe_box.currentIndex() == FILE
        places = [photo.path for photo in photos] if own else self.places
        recipe = to_json(Recipe()) if own else self._recipe()
        return BatchRequest(
            tuple(places), self.subfolders.isChecked(), self.folder.text().strip(),
            self.name.text().strip(), suffix, "" if from_file else recipe,
            self.recipe_file if from_file else "", self.existing.currentData(), depth or "",
            self.quality.currentData() if self.quality.isEnabled() else 0, tuple(self.metadata.currentData()),
            self.to_srgb.isChecked(), self._jobs, self.devices.words, self.scheduler.text().strip(),
            keep_subfolders=self.subfolders.isChecked() and self.keep_subfolders.isChecked(), store=store,
            recipes=tuple(to_json(photo.recipe) for photo in photos),
            pages=tuple(photo.page for photo in photos),
        )  # fmt: skip

    def keep(self) -> None:
        """The folder, the pattern and the format are proposed again."""
        self.settings.setValue(FOLDER_KEY, self.folder.text().strip())
        self.settings.setValue(NAME_KEY, self.name.text().strip())
        BATCH_FORMAT.write(self.settings, self.format.currentData())

    def _set_jobs(self, value: float, _: bool = False) -> None:
        self._jobs = int(value)
        self.jobs.show_value(self._jobs)
        self.changed.emit()

    def _show_format(self) -> None:
        index = max(self.format.findData(BATCH_FORMAT.read(self.settings)), 0)
        self.format.setCurrentIndex(index)
        self._format_chosen(index)

    def _format_chosen(self, index: int) -> None:
        suffix = file_dialogs.FORMATS[index - 1][1] if index else ".jpg"
        self.quality.setEnabled(WRITTEN[suffix].quality)
        self.changed.emit()

    def draw_recipe(self) -> None:
        """Say which recipe it is."""
        own = self.exports_session
        self.which.setVisible(own)
        buttons = (self.files_button, self.folder_button, self.clear_button)
        for widget in (*buttons, self.subfolders, self.keep_subfolders):
            widget.setVisible(not own)
        if own:
            samples = chosen_photos(self._session())[1]
            words = tr("Samples have no file and are left out: {0}").format(", ".join(samples))
            self.recipe_words.setText(words if samples else "")
            return
        if self.recipe_box.currentIndex() == FILE:
            self.recipe_words.setText(self.recipe_file)
            return
        steps = sum(step.get("enabled", True) for step in json.loads(self._recipe())["steps"])
        none, one = tr("No steps: photos are only written anew"), tr("1 step")
        self.recipe_words.setText({0: none, 1: one}.get(steps, tr("{0} steps").format(steps)))

    def _choose_recipe(self, index: int) -> None:
        if index != FILE:
            self._set_recipe(index)
            return
        if not self.recipe_file:
            self.recipe_box.setCurrentIndex(CURRENT)  # until one is chosen
        file_dialogs.ask_file(self.window(), self.settings, "recipes", self._use_recipe)

    def _use_recipe(self, path: str) -> None:
        self.recipe_file = path
        self._set_recipe(FILE)

    def _set_recipe(self, index: int) -> None:
        self.recipe_box.setCurrentIndex(index)
        self.draw_recipe()
        self.changed.emit()

    @property
    def exports_session(self) -> bool:
        """Whether the photos are those of the session, each with its own steps."""
        return self.recipe_box.currentIndex() == OWN

    def export_session(self) -> None:
        """Choose the photos of the session, each with its own steps."""
        first = next((photo.path for photo in self._session() if photo.path), "")
        if not self.folder.text() and first:
            self.folder.setText(str(Path(first).parent / tr("results")))
        self._show_format()  # the session may have another than the last batch
        self._set_recipe(OWN)

    # Asking

    def _ask_files(self) -> None:
        dialog = file_dialogs.ask_photo(self.window(), self.settings, lambda _: None)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.accepted.connect(lambda: self.add_places(dialog.selectedFiles()))

    def _ask_folder(self) -> None:
        file_dialogs.ask_folder(
            self.window(), self.settings, tr("A folder of photos"), lambda path: self.add_places([path])
        )

    def _ask_out(self) -> None:
        file_dialogs.ask_folder(
            self.window(), self.settings, tr("Folder of the results"), self.folder.setText
        )
