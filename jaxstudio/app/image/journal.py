"""The journal: the steps in work are on disk a moment after every change, so that a crash loses nothing."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QObject

from jaxstudio.app.image.photo_io import PhotoIO
from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.autosave import KeptFile
from jaxstudio.app.shared.background_tasks import Job
from jaxstudio.errors import RecipeError
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_json import from_json, to_json


class Journal(KeptFile):
    """Keeps the recipe and where the photo came from."""

    def __init__(self, session: Session, io: PhotoIO, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(folder, "session", "last.json", self._document, parent)
        self.session, self.io = session, io
        session.recipe_changed.connect(self.changed)
        session.photo_changed.connect(self._photo_changed)

    def _photo_changed(self) -> None:
        """Steps are restored together with the photo that they were last used on."""
        if self.session.recipe.steps:
            self.changed()

    def _document(self) -> str:
        now = self.session.photo
        path = getattr(now, "path", None)
        photo = str(Path(path).absolute()) if path is not None else None
        sample = now.name if getattr(now, "sample", False) else None
        return json.dumps({"photo": photo, "sample": sample, "recipe": to_json(self.session.recipe)})

    def restore(self, path: Path) -> None:
        """Bring back the photo and the steps of a journal; the steps there are now become an undo."""
        backend = self.session.backend
        if backend is None:
            return
        catalogue = backend.catalogue

        def work(job: Job) -> tuple[str | None, str | None, Recipe]:
            try:
                document = json.loads(path.read_text())
                photo, sample = document.get("photo"), document.get("sample")
                if not isinstance(photo, str | None) or not isinstance(sample, str | None):
                    raise TypeError("a photo's path and a sample's name")
                return photo, sample, from_json(document["recipe"], catalogue)
            except (OSError, ValueError, KeyError, AttributeError, TypeError):
                raise RecipeError(f"{path}: not a journal that can be read") from None

        def then(kept: tuple[str | None, str | None, Recipe]) -> None:
            photo, sample, recipe = kept
            self.session.set_recipe(recipe)
            if photo is not None:
                self.io.open(photo)
            elif sample is not None:
                self.io.open_sample(sample)
            self.restored(path)

        job = Job(work, "journal", self)
        job.succeeded.connect(then)
        job.failed.connect(self.failed)
        job.ended.connect(job.deleteLater)
        job.start()

    def close(self) -> None:
        """The window closes as it should: what was in work can still be restored by hand."""
        self.end(keep=bool(self.session.recipe.steps))
