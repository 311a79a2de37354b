"""The commands on the photos of a session: going from one to another, marks, recipes, adding, removing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication

from jaxstudio.app.image.panels.panels import Panels
from jaxstudio.app.image.photos.collection import Entry
from jaxstudio.app.image.workplace import Workplace
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.text import tr
from jaxstudio.errors import PhotoError, RecipeError
from jaxstudio.files.formats import SUFFIXES
from jaxstudio.files.sessions import MAX_PHOTOS

FLAGS = {"pick": "pick", "reject": "reject", "unflag": ""}  # by command
RATINGS = {f"rate_{stars}": stars for stars in range(6)}
NEED_PHOTOS = (*RATINGS, *FLAGS, "next_photo", "previous_photo", "remove_photo", "select_photos")


def photos_in(path: Path) -> list[str]:
    """The files of a folder whose names end as those of photos do, by name.

    Raises:
        PhotoError: it cannot be read, or holds none.
    """
    try:
        found = [each for each in path.iterdir() if each.suffix.lower() in SUFFIXES and each.is_file()]
    except OSError as error:
        raise PhotoError(f"{path}: cannot be read: {error.strerror or error}") from None
    if not found:
        raise PhotoError(f"{path}: no photo in this folder")
    return [str(each) for each in sorted(found, key=lambda each: each.name.casefold())[:MAX_PHOTOS]]


class PhotoCommands(QObject):
    """What the image tab does with its photos: most commands are about those selected in the filmstrip."""

    def __init__(self, tab: Workplace, panels: Panels) -> None:
        super().__init__(tab)
        self.tab, self.document, self.photos, self.panels = tab, tab.document, tab.photos, panels
        self.commands: dict[str, Callable[[], object]] = {
            "add_photos": lambda: file_dialogs.ask_photos(tab, tab.settings, self.add),
            "add_folder": self.ask_folder,
            "remove_photo": lambda: self.photos.remove(self.chosen),
            "locate": self.locate,
            "next_photo": lambda: self.photos.step(1, panels.filmstrip.listed),
            "previous_photo": lambda: self.photos.step(-1, panels.filmstrip.listed),
            "select_photos": lambda: panels.filmstrip.select_all(),
            "copy_recipe": self.copy_recipe,
            "paste_recipe": self.paste_recipe,
            **{name: partial(self._rate, stars) for name, stars in RATINGS.items()},
            **{name: partial(self._flag, flag) for name, flag in FLAGS.items()},
        }
        for changed in (self.photos.changed, self.photos.current_changed):
            changed.connect(self.show_photos)
        self.photos.marked.connect(self._show_mark)

    def show_photos(self) -> None:
        """Show which photos there are, and which is current."""
        self.panels.show_filmstrip()
        self.tab.actions_changed.emit()
        self.tab.title_changed.emit(self.tab.title())

    def _show_mark(self, entry: Entry) -> None:
        """A mark of the current photo changes what can be done; one of the others is seen in the strip."""
        if entry is self.photos.current:
            self.show_photos()

    def draw_actions(self, actions: dict[str, QAction]) -> None:
        for name in NEED_PHOTOS:
            actions[name].setEnabled(self.photos.count > 1)
        actions["copy_recipe"].setEnabled(bool(self.document.recipe.steps))
        actions["paste_recipe"].setEnabled(self.document.backend is not None)
        actions["locate"].setEnabled(bool(self.photos.current.problem))

    @property
    def chosen(self) -> list[Entry]:
        """The photos that are selected in the strip, or the one that is shown."""
        panels = self.panels
        return (panels.filmstrip.selected if "filmstrip" in vars(panels) else []) or [self.photos.current]

    def _rate(self, stars: int) -> None:
        self.photos.rate(self.chosen, stars)

    def _flag(self, flag: str) -> None:
        self.photos.flag(self.chosen, flag)

    # Files

    def add(self, paths: Sequence[str]) -> None:
        """Add photos to the session; of a folder all that are in it."""

        def work(job: BackgroundTask) -> list[str]:
            return [
                file for path in paths for file in (photos_in(Path(path)) if Path(path).is_dir() else [path])
            ]

        def then(files: list[str]) -> None:
            added = self.photos.add(files)
            if len(files) > len(added):
                words = tr("Photos added: {0}; {1} were in the session already")
                self.tab.messages.info(words.format(len(added), len(files) - len(added)))

        job = BackgroundTask(work, tr("Adding photos"), self)
        job.succeeded.connect(then)
        job.failed.connect(self.tab.messages.error)
        job.ended.connect(job.deleteLater)
        job.start()

    def ask_folder(self) -> None:
        """Ask for a folder, and add the photos in it."""
        title = tr("Add a folder of photos")
        file_dialogs.ask_folder(
            self.tab, self.tab.settings, title, lambda path: self.add([path]), place="photos"
        )

    def locate(self) -> None:
        """Ask where the file of the current photo is now."""
        entry = self.photos.current

        def answer(path: str) -> None:
            found = self.photos.locate(entry, path)
            if found > 1:
                self.tab.messages.done(tr("Photos found in that folder: {0}").format(found))

        file_dialogs.ask_photo(self.tab, self.tab.settings, answer)

    # Recipes

    def copy_recipe(self) -> None:
        """Put the recipe on the clipboard, as text."""
        from jaxstudio.pipeline.recipe_text import to_json

        QGuiApplication.clipboard().setText(to_json(self.document.recipe))
        self.tab.messages.done(tr("The recipe is on the clipboard: paste it to other photos"))

    def paste_recipe(self) -> None:
        """Give the selected photos the recipe on the clipboard; one undo of each."""
        from jaxstudio.pipeline.recipe_text import from_json

        backend = self.document.backend
        if backend is None:
            return
        try:
            recipe = from_json(QGuiApplication.clipboard().text(), backend.catalogue)
        except RecipeError:
            self.tab.messages.info(tr("The clipboard holds no recipe: copy one first"))
            return
        chosen = self.chosen
        self.photos.paste_recipe(chosen, recipe)
        if len(chosen) > 1:
            self.tab.messages.done(tr("Photos with this recipe: {0}").format(len(chosen)))
