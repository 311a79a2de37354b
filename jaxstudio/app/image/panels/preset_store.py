"""The presets of the stack or of one filter, read and changed in threads; broken files are listed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.text import without_flags
from jaxstudio.errors import RecipeError
from jaxstudio.pipeline.recipe import Recipe


@dataclass(frozen=True)
class PresetEntry:
    """A preset and its recipe, or in one line why it cannot be read."""

    preset: Any
    recipe: Recipe | None
    error: str = ""


class PresetStore(QObject):
    """Emits `changed(name)` after the presets were read, with the name to select, and `failed(text)`."""

    changed = Signal(str)
    failed = Signal(str)

    def __init__(self, document: ImageDocument, op: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document, self.op = document, op
        self.entries: list[PresetEntry] = []
        self._jobs: list[BackgroundTask] = []

    def load(self, turn_to: str = "") -> None:
        """Read all of them."""
        self._do(lambda: turn_to)

    def save(self, name: str, recipe: Recipe) -> None:
        """Save a recipe as a preset; one of the user's own with that name is replaced."""

        def work() -> str:
            from jaxstudio.files.recipes import save_preset

            return save_preset(name, recipe, self.op).name

        self._do(work)

    def rename(self, entry: PresetEntry, name: str) -> None:
        def work() -> str:
            from jaxstudio.files.recipes import rename_preset

            return rename_preset(entry.preset, name).name

        self._do(work)

    def delete(self, entry: PresetEntry) -> None:
        def work() -> str:
            from jaxstudio.files.recipes import delete_preset

            delete_preset(entry.preset)
            return ""

        self._do(work)

    def _do(self, work: Callable[[], str]) -> None:
        """Do something to the files, then read them; what goes wrong changes nothing here."""
        backend, op = self.document.backend, self.op
        if backend is None:
            return
        catalogue = backend.catalogue

        def run(job: BackgroundTask) -> tuple[str, list[PresetEntry]]:
            from jaxstudio.files.recipes import list_presets, load_preset

            name, entries = work(), []
            for preset in list_presets(op):
                try:
                    entries.append(PresetEntry(preset, load_preset(preset, catalogue)))
                except RecipeError as error:
                    entries.append(PresetEntry(preset, None, without_flags(str(error))))
            return name, entries

        job = BackgroundTask(run, "presets", self)
        job.succeeded.connect(self._read)
        job.failed.connect(self._refused)
        job.ended.connect(lambda: self._ended(job))
        self._jobs.append(job)
        job.start()

    def _read(self, answer: tuple[str, list[PresetEntry]]) -> None:
        name, self.entries = answer
        self.changed.emit(name)

    def _refused(self, text: str) -> None:
        self.failed.emit(text)
        self.changed.emit("")  # a name that was typed in place goes back to what it was

    def _ended(self, job: BackgroundTask) -> None:
        self._jobs.remove(job)
        job.deleteLater()

    def wait(self) -> None:
        """Wait for what is being written (at the end of the program)."""
        for job in self._jobs:
            job.wait()
