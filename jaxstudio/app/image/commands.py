"""The image tab's commands on the photos of a session and on the masks of its steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.masks.menu import of_colour, why_not
from jaxstudio.app.image.panels.panels import Panels
from jaxstudio.app.image.photos.collection import Entry, PhotoCollection
from jaxstudio.app.image.stack.stack import Stack
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.settings import MASK_COLOUR
from jaxstudio.app.shared.text import tr
from jaxstudio.errors import PhotoError, RecipeError
from jaxstudio.files.formats import SUFFIXES
from jaxstudio.files.sessions import MAX_PHOTOS
from jaxstudio.pipeline.recipe import Step

FLAGS = {"pick": "pick", "reject": "reject", "unflag": ""}  # by command
RATINGS = {f"rate_{stars}": stars for stars in range(6)}
DRAWING = tuple(
    f"mask_{name}"
    for name in ("rectangle", "ellipse", "polygon", "gradient", "brush", "luminosity", "colour_range")
)
TURNS = {"rotate_left": 1, "rotate_right": 3}  # quarter turns counter-clockwise
FLIPS = ("flip_horizontal", "flip_vertical")
ADDED: dict[str, tuple[str, dict[str, object]]] = {  # filters with values, by command
    "resize": ("resize", {}),
    "auto_white_balance": ("white_balance", {"gray_world": True}),
    "auto_levels": ("rescale_intensity", {"low": 0.1, "high": 99.9}),
}
NEED_PHOTOS = (*RATINGS, *FLAGS, "next_photo", "previous_photo", "remove_photo", "select_photos")


def photos_in(path: Path) -> list[str]:
    """The photos in a folder, by their suffixes, sorted by name.

    Raises:
        PhotoError: it cannot be read, or holds none.
    """
    try:
        found = [each for each in path.iterdir() if each.suffix.lower() in SUFFIXES and each.is_file()]
    except OSError as error:
        raise PhotoError("{0}: cannot be read: {1}", path, error.strerror or error) from None
    if not found:
        raise PhotoError("{0}: no photo in this folder", path)
    return [str(each) for each in sorted(found, key=lambda each: each.name.casefold())[:MAX_PHOTOS]]


class PhotoCommands(QObject):
    """The image tab's commands on photos; most act on the photos selected in the filmstrip."""

    def __init__(
        self,
        photos: PhotoCollection,
        panels: Panels,
        stack: Stack,
        settings: QSettings,
        messages: MessageBar,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self.document, self.photos, self.panels, self.stack = photos.document, photos, panels, stack
        self.settings, self.messages, self.window = settings, messages, window
        self.commands: dict[str, Callable[[], object]] = {
            "add_photos": lambda: file_dialogs.ask_photos(window, settings, self.add),
            "add_folder": self.ask_folder,
            "remove_photo": lambda: self.photos.remove(self.chosen),
            "locate": self.locate,
            "next_photo": lambda: self.photos.step(1, panels.filmstrip.listed),
            "previous_photo": lambda: self.photos.step(-1, panels.filmstrip.listed),
            "select_photos": lambda: panels.filmstrip.select_all(),
            "copy_recipe": self.copy_recipe,
            "copy_steps": self.ask_steps,
            "paste": self.paste,
            "paste_recipe": self.paste_recipe,
            **{name: partial(self._rate, stars) for name, stars in RATINGS.items()},
            **{name: partial(self._flag, flag) for name, flag in FLAGS.items()},
            **{name: partial(self._turn, quarters) for name, quarters in TURNS.items()},
            **{name: partial(self._flip, name) for name in FLIPS},
            **{name: partial(self._add_filter, *filter_) for name, filter_ in ADDED.items()},
        }

    def draw_actions(self, actions: dict[str, QAction]) -> None:
        for name in NEED_PHOTOS:
            actions[name].setEnabled(self.photos.count > 1)
        for name in (*TURNS, *FLIPS, *ADDED):
            actions[name].setEnabled(self.document.photo is not None and self.document.backend is not None)
        for name in ("copy_recipe", "copy_steps"):
            actions[name].setEnabled(bool(self.document.recipe.steps))
        actions["paste_recipe"].setEnabled(self.document.backend is not None)
        actions["locate"].setEnabled(bool(self.photos.current.problem))

    @property
    def chosen(self) -> list[Entry]:
        """The photos that are selected in the filmstrip, or the shown one."""
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
                self.messages.info(words.format(len(added), len(files) - len(added)))

        BackgroundTask(work, tr("Adding photos"), self).start(then, self.messages.error)

    def ask_folder(self) -> None:
        """Ask for a folder, and add the photos in it."""
        title = tr("Add a folder of photos")
        file_dialogs.ask_folder(
            self.window, self.settings, title, lambda path: self.add([path]), place="photos"
        )

    def locate(self) -> None:
        """Ask where the file of the current photo is now."""
        entry = self.photos.current

        def answer(path: str) -> None:
            found = self.photos.locate(entry, path)
            if found > 1:
                self.messages.done(tr("Photos found in that folder: {0}").format(found))

        file_dialogs.ask_photo(self.window, self.settings, answer)

    # Filters that people look for in a menu

    def _last(self, name: str) -> Step | None:
        """The last step, if it is of this filter and switched on."""
        last = self.document.recipe.steps[-1:]
        return last[0] if last and last[0].op.name == name and last[0].enabled else None

    def _turn(self, quarters: int) -> None:
        """Turn the result; a turn right after another one becomes one with it."""
        last = self._last("rotate_90")
        turns = quarters + (int(str(last.params["k"])) if last is not None else 0)
        if last is None:
            self._add_step("rotate_90", {"k": quarters})
        elif turns % 4:
            self.document.set_param(last.key, "k", turns % 4)
        else:
            self.document.remove_step(last.key)

    def _flip(self, name: str) -> None:
        """Mirror the result; a second time takes it back."""
        last = self._last(name)
        if last is None:
            self._add_step(name, {})
        else:
            self.document.remove_step(last.key)

    def _add_filter(self, name: str, values: dict[str, object]) -> None:
        """Add a filter with values, or set the values of the one in the stack; its card gets the keyboard."""
        document = self.document
        there = [step for step in document.recipe.steps if step.op.name == name]
        if there:
            document.switch_step(there[-1].key, True)
            document.set_params(there[-1].key, values)
        else:
            self._add_step(name, values)
        self.stack.go_to(there[-1].key if there else document.recipe.steps[-1].key)

    def _add_step(self, name: str, values: dict[str, object]) -> None:
        backend = self.document.backend
        if backend is not None:
            self.document.add_step(backend.catalogue[name], params=values)

    # Recipes

    def copy_recipe(self) -> None:
        """Put the recipe on the clipboard, as text."""
        from jaxstudio.app.image.stack.drawn_line import copy_steps

        copy_steps(self.document.recipe)
        self.messages.done(tr("The recipe is on the clipboard: paste it to other photos"))

    def ask_steps(self) -> None:
        """Ask which steps to put on the clipboard."""
        from jaxstudio.app.image.stack.drawn_line import CopyDialog

        dialog = CopyDialog(self.document.recipe, self.window)
        dialog.copied.connect(
            lambda: self.messages.done(tr("The filters are on the clipboard: paste them to other photos"))
        )
        dialog.open()

    def paste(self) -> None:
        """Paste filters that are on the clipboard, or else files or a picture."""
        from jaxstudio.app.image.stack.drawn_line import holds_some_steps

        urls = QGuiApplication.clipboard().mimeData().urls()
        files = [url.toLocalFile() for url in urls if url.isLocalFile()]
        if holds_some_steps():
            self.paste_recipe()
        elif len(files) > 1:
            self.add(files)
        else:
            self.photos.io.paste()

    def paste_recipe(self) -> None:
        """Give the selected photos the recipe on the clipboard, or add some filters; one undo of each."""
        from jaxstudio.app.image.stack.drawn_line import holds_some_steps
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
        self.photos.paste_recipe(chosen, recipe, part=holds_some_steps())
        if len(chosen) > 1:
            self.messages.done(tr("Photos with these filters now: {0}").format(len(chosen)))


class MaskCommands(QObject):
    """The image tab's commands on masks; most call `document.mask_editing`.

    `changed` says that what can be done, or a checked command, is to be drawn anew.
    """

    changed = Signal()

    def __init__(self, stack: Stack, settings: QSettings, messages: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self.stack, self.document, self.settings, self.messages = stack, stack.document, settings, messages
        self.editing = self.document.mask_editing
        self.commands: dict[str, Callable[[], object]] = {
            "mask_edit": self.edit,
            "blending": self.blend,
            **{name: partial(self.draw, name.removeprefix("mask_")) for name in DRAWING},
            "mask_invert": self.editing.invert,
            "mask_remove": self.remove,
            "mask_overlay": self.show_overlay,
            "mask_colour": self.change_colour,
        }
        self.editing.colour = MASK_COLOUR.read(settings)

    def _step_to_mask(self) -> Step | None:
        """The step whose mask is edited, or the focused one, or a masked one, or the last that can be."""
        document = self.document
        focused, editing = self.stack.focused_step(), document.mask_editing
        steps = [step for step in document.recipe.steps if not why_not(document, step)]
        for step in (editing.step, focused):
            if step is not None and step.key in [each.key for each in steps]:
                return document.recipe.step(step.key)
        masked = [step for step in steps if document.recipe.region_of(step) is not None]
        return next(iter([*reversed(masked), *reversed(steps)]), None)

    def edit(self) -> None:
        """Edit the mask of a step on the picture, or be done with it."""
        editing = self.editing
        if editing.step_key is not None:
            editing.edit(None)
        else:
            self.draw("rectangle", only_new=True)

    def blend(self) -> None:
        """Show the opacity and the blend mode of a step on its card."""
        step = self._step_to_mask()
        if step is None:
            self.messages.info(tr("Opacity is that of a filter: add a filter first"))
        else:
            self.document.set_collapsed(step.key, False)
            self.stack.card(step.key).show_blending()

    def draw(self, tool: str, *, only_new: bool = False) -> None:
        step, editing = self._step_to_mask(), self.editing
        if step is None:
            self.messages.info(tr("A mask limits a filter to a region: add a filter first"))
        elif only_new and self.document.recipe.region_of(step) is not None:
            editing.edit(step.key)
        else:
            editing.edit(step.key, tool)

    def remove(self) -> None:
        """Let the steps apply to the whole picture again."""
        mask = self.editing.mask
        if mask is not None:
            self.document.change_masks(self.document.recipe.without_mask(mask.key))

    def show_overlay(self) -> None:
        document, editing = self.document, self.editing
        masked = [step for step in document.recipe.steps if document.recipe.region_of(step) is not None]
        if editing.step_key is not None:
            editing.show_overlay(not editing.overlay)
        elif masked:
            focused = self.stack.focused_step()
            keys = [step.key for step in masked]
            editing.show_overlay(True)
            editing.edit(focused.key if focused is not None and focused.key in keys else keys[-1])
        else:
            self.messages.info(tr("No filter is limited to a region"))
        self.changed.emit()

    def change_colour(self) -> None:
        """Show the overlay in the next of its colours."""
        editing = self.editing
        editing.set_colour(editing.colour + 1)
        MASK_COLOUR.write(self.settings, editing.colour)
        self.messages.done(tr("The mask is shown in: {0}").format(of_colour(editing.colour)))

    def draw_actions(self, actions: dict[str, QAction]) -> None:
        """Enable what can be done now."""
        document = self.document
        editing = document.mask_editing
        ready = document.photo is not None and document.backend is not None
        for name in ("mask_edit", "blending", *DRAWING, "mask_overlay", "mask_colour"):
            actions[name].setEnabled(ready)
        for name in ("mask_invert", "mask_remove"):
            actions[name].setEnabled(ready and editing.mask is not None)
        actions["mask_edit"].setChecked(editing.step_key is not None)
        actions["mask_overlay"].setChecked(editing.overlay)
