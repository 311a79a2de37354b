"""The commands on the photos of a session: going from one to another, marks, recipes, adding, removing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt, SignalInstance
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.photos.collection import Entry, PhotoCollection
from jaxstudio.app.image.photos.photo_io import PhotoIO
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.docks import DockArea, DockPanel
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.text import tr
from jaxstudio.errors import PhotoError, RecipeError
from jaxstudio.files.formats import SUFFIXES
from jaxstudio.files.sessions import MAX_PHOTOS

if TYPE_CHECKING:
    from jaxstudio.app.image.photos.filmstrip import Filmstrip

NEED_PHOTO = ("add_photos", "copy_recipe", "paste_recipe")
NEED_PHOTOS = (
    *(f"rate_{stars}" for stars in range(6)),
    "pick",
    "reject",
    "unflag",
    "next_photo",
    "previous_photo",
    "remove_photo",
    "select_photos",
)


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


class PhotoCommands:
    """A part of the image tab."""

    document: ImageDocument
    settings: QSettings
    io: PhotoIO
    messages: MessageBar
    photos: PhotoCollection
    docks: DockArea
    filmstrip_dock: DockPanel | None = None
    filmstrip_wanted = True
    actions_changed: SignalInstance
    title_changed: SignalInstance
    title: Callable[[], str]
    _actions: dict[str, QAction]

    @cached_property
    def filmstrip(self) -> Filmstrip:
        """The strip below the canvas, built for the second photo."""
        from jaxstudio.app.image.photos.filmstrip import Filmstrip

        return Filmstrip(self.photos, self._actions, self._widget)

    @property
    def _widget(self) -> QWidget:
        assert isinstance(self, QWidget)
        return self

    def show_filmstrip(self) -> None:
        """Show the strip while there are several photos, in a panel that is made with it."""
        wanted = self.filmstrip_wanted and self.photos.count > 1
        if self.filmstrip_dock is None and wanted:
            title, size = tr("Filmstrip"), self.filmstrip.sizeHint()
            self.filmstrip_dock = DockPanel("filmstrip", title, self.filmstrip, size, self.docks, low=True)
            self.filmstrip_dock.closed.connect(lambda: self.want_filmstrip(False))
            self.docks.add(self.filmstrip_dock, Qt.DockWidgetArea.BottomDockWidgetArea)
        if self.filmstrip_dock is not None:
            self.filmstrip_dock.setVisible(wanted)

    def show_photos(self) -> None:
        """Show which photos there are, and which is current."""
        self.show_filmstrip()
        self.actions_changed.emit()
        self.title_changed.emit(self.title())

    def show_mark(self, entry: Entry) -> None:
        """A mark of the current photo changes what can be done; one of the others is seen in the strip."""
        if entry is self.photos.current:
            self.show_photos()

    def want_filmstrip(self, visible: bool) -> None:
        self.filmstrip_wanted = visible
        self.show_filmstrip()
        self.actions_changed.emit()

    def draw_photo_actions(self, actions: dict[str, QAction]) -> None:
        """Enable the commands as there are photos."""
        count = self.photos.count
        for name in NEED_PHOTOS:
            actions[name].setEnabled(count > 1)
        actions["copy_recipe"].setEnabled(bool(self.document.recipe.steps))
        actions["paste_recipe"].setEnabled(self.document.backend is not None)
        actions["locate"].setEnabled(bool(self.photos.current.problem))
        actions["filmstrip"].setChecked(self.filmstrip_wanted and count > 1)
        actions["filmstrip"].setEnabled(count > 1)

    @property
    def chosen(self) -> list[Entry]:
        """The photos that are selected in the strip, or the one that is shown."""
        return (self.filmstrip.selected if "filmstrip" in vars(self) else []) or [self.photos.current]

    # Adding and removing

    def add_photos(self, paths: Sequence[str]) -> None:
        """Add photos to the session; of a folder all that are in it."""

        def work(job: BackgroundTask) -> list[str]:
            files: list[str] = []
            for path in paths:
                files += photos_in(Path(path)) if Path(path).is_dir() else [path]
            return files

        def then(files: list[str]) -> None:
            added = self.photos.add(files)
            if len(files) > len(added):
                words = tr("Photos added: {0}; {1} were in the session already")
                self.messages.info(words.format(len(added), len(files) - len(added)))

        job = BackgroundTask(work, tr("Adding photos"), self._widget)
        job.succeeded.connect(then)
        job.failed.connect(self.messages.error)
        job.ended.connect(job.deleteLater)
        job.start()

    def do_add_photos(self) -> None:
        file_dialogs.ask_photos(self._widget, self.settings, self.add_photos)

    def do_add_folder(self) -> None:
        title = tr("Add a folder of photos")
        file_dialogs.ask_folder(
            self._widget, self.settings, title, lambda path: self.add_photos([path]), place="photos"
        )

    def do_remove_photo(self) -> None:
        """Take the selected photos out of the session; their files stay."""
        self.photos.remove(self.chosen)

    def do_locate(self) -> None:
        """Say where the file of the current photo is now."""
        entry = self.photos.current

        def answer(path: str) -> None:
            found = self.photos.locate(entry, path)
            if found > 1:
                self.messages.done(tr("Photos found in that folder: {0}").format(found))

        file_dialogs.ask_photo(self._widget, self.settings, answer)

    # From one to another

    def do_next_photo(self) -> None:
        self.photos.step(1, self.filmstrip.listed)

    def do_previous_photo(self) -> None:
        self.photos.step(-1, self.filmstrip.listed)

    def do_select_photos(self) -> None:
        self.filmstrip.select_all()

    def do_filmstrip(self) -> None:
        self.want_filmstrip(not self.filmstrip_wanted)

    # Recipes

    def do_copy_recipe(self) -> None:
        """Put the recipe on the clipboard, as text."""
        from jaxstudio.pipeline.recipe_text import to_json

        QGuiApplication.clipboard().setText(to_json(self.document.recipe))
        self.messages.done(tr("The recipe is on the clipboard: paste it to other photos"))

    def do_paste_recipe(self) -> None:
        """Give the selected photos the recipe on the clipboard; one undo of each."""
        from jaxstudio.pipeline.recipe_text import from_json

        backend = self.document.backend
        if backend is None:
            return
        try:
            recipe = from_json(QGuiApplication.clipboard().text(), backend.catalogue)
        except RecipeError:
            self.messages.info(tr("The clipboard holds no recipe: copy one first"))
            return
        chosen = self.chosen
        self.photos.paste_recipe(chosen, recipe)
        if len(chosen) > 1:
            self.messages.done(tr("Photos with this recipe: {0}").format(len(chosen)))

    # Marks

    def do_rate_0(self) -> None:
        self.photos.rate(self.chosen, 0)

    def do_rate_1(self) -> None:
        self.photos.rate(self.chosen, 1)

    def do_rate_2(self) -> None:
        self.photos.rate(self.chosen, 2)

    def do_rate_3(self) -> None:
        self.photos.rate(self.chosen, 3)

    def do_rate_4(self) -> None:
        self.photos.rate(self.chosen, 4)

    def do_rate_5(self) -> None:
        self.photos.rate(self.chosen, 5)

    def do_pick(self) -> None:
        self.photos.flag(self.chosen, "pick")

    def do_reject(self) -> None:
        self.photos.flag(self.chosen, "reject")

    def do_unflag(self) -> None:
        self.photos.flag(self.chosen, "")
