"""The presets of the stack or of one filter, read and changed in threads; a broken file keeps its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.background_tasks import Job
from jaxstudio.errors import RecipeError
from jaxstudio.pipeline.recipe import Recipe


@dataclass(frozen=True)
class Kept:
    """A preset and its recipe, or in one line why it cannot be read."""

    preset: Any
    recipe: Recipe | None
    error: str = ""


class PresetShelf(QObject):
    """Says `changed(name)` when what there is was read anew, with the name to turn to, and `failed(text)`."""

    changed = Signal(str)
    failed = Signal(str)

    def __init__(self, document: ImageDocument, op: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document, self.op = document, op
        self.kept: list[Kept] = []
        self._jobs: list[Job] = []

    def load(self, turn_to: str = "") -> None:
        """Read all of them."""
        self._do(lambda: turn_to)

    def save(self, name: str, recipe: Recipe) -> None:
        """Keep a recipe, in place of one's own of that name."""

        def work() -> str:
            from jaxstudio.files.recipes import save_preset

            return save_preset(name, recipe, self.op).name

        self._do(work)

    def rename(self, kept: Kept, name: str) -> None:
        def work() -> str:
            from jaxstudio.files.recipes import rename_preset

            return rename_preset(kept.preset, name).name

        self._do(work)

    def delete(self, kept: Kept) -> None:
        def work() -> str:
            from jaxstudio.files.recipes import delete_preset

            delete_preset(kept.preset)
            return ""

        self._do(work)

    def _do(self, work: Callable[[], str]) -> None:
        """Do something to the files, then read them; what goes wrong changes nothing here."""
        backend, op = self.document.backend, self.op
        if backend is None:
            return
        catalogue = backend.catalogue

        def all_of_it(job: Job) -> tuple[str, list[Kept]]:
            from jaxstudio.files.recipes import list_presets, load_preset

            name, kept = work(), []
            for preset in list_presets(op):
                try:
                    kept.append(Kept(preset, load_preset(preset, catalogue)))
                except RecipeError as error:
                    kept.append(Kept(preset, None, str(error)))
            return name, kept

        job = Job(all_of_it, "presets", self)
        job.succeeded.connect(self._read)
        job.failed.connect(self._refused)
        job.ended.connect(lambda: self._ended(job))
        self._jobs.append(job)
        job.start()

    def _read(self, answer: tuple[str, list[Kept]]) -> None:
        name, self.kept = answer
        self.changed.emit(name)

    def _refused(self, text: str) -> None:
        self.failed.emit(text)
        self.changed.emit("")  # a name that was typed in place goes back to what it was

    def _ended(self, job: Job) -> None:
        self._jobs.remove(job)
        job.deleteLater()

    def wait(self) -> None:
        """Wait for what is being written (at the end of the program)."""
        for job in self._jobs:
            job.wait()
