"""Presets of the stack or of one filter, and their dialog with each preset's effect on the photo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyleOptionViewItem,
    QWidget,
)

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.thumbnail_list import Index, PictureRows, Row, Thumbs
from jaxstudio.app.shared.background_tasks import BackgroundTask, Tasks
from jaxstudio.app.shared.layouts import across, down, make_button, make_label, resize_on_screen, set_look
from jaxstudio.app.shared.text import in_words, of_catalogue, of_error, of_value, without_flags
from jaxstudio.errors import RecipeError
from jaxstudio.pipeline.recipe import Recipe, Step


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
        self._jobs = Tasks()

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
                    entries.append(PresetEntry(preset, None, without_flags(of_error(error))))
            return name, entries

        self._jobs.start(BackgroundTask(run, "presets", self), self._read, self._refused)

    def _read(self, answer: tuple[str, list[PresetEntry]]) -> None:
        name, self.entries = answer
        self.changed.emit(name)

    def _refused(self, text: str) -> None:
        self.failed.emit(text)
        self.changed.emit("")  # a name that was typed in place goes back to what it was

    def wait(self) -> None:
        """Wait for files that are being written (at the end of the program)."""
        self._jobs.wait()


ENTRY_ROLE = Qt.ItemDataRole.UserRole


class PresetList(QListWidget):
    """The keys of the list; F2 edits a name where it stands."""

    applied = Signal()
    added = Signal()
    removed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            (self.added if shifted else self.applied).emit()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class PresetRows(PictureRows):
    """A preset: its effect, its name and owner, above its steps or the error of its file."""

    def row(self, index: Index) -> Row | None:
        entry: PresetEntry | None = index.data(ENTRY_ROLE)
        if entry is None:
            return None
        preset = entry.preset
        title = preset.name if preset.own else of_catalogue(preset.name)
        whose = self.tr("yours") if preset.own else self.tr("built in")
        wrong = entry.error.removeprefix(f"{preset.path}: ")  # the tip has the whole of it
        below = wrong if entry.recipe is None else about(entry.recipe)
        return Row(preset.path, title, whose, below, refused=entry.recipe is None)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        box: QRect = self.title_box(option.rect)
        editor.setGeometry(box.adjusted(-4, -3, 4, 5))


def about(recipe: Recipe) -> str:
    """The steps of a recipe in a line; for one step its values that are not the usual ones."""
    if len(recipe.steps) == 1:
        step = recipe.steps[0]
        changed = [name for name, value in step.params.items() if value != step.op.by_name[name].default]
        changes = [
            f"{in_words(name)} {of_value(step.op.by_name[name], step.params[name])}" for name in changed
        ]
        return ", ".join(changes) or of_catalogue(step.op.title)
    return ", ".join(of_catalogue(step.op.title) for step in recipe.steps)


class PresetsDialog(QDialog):
    """The presets of the stack, or of the filter of one step. The dialog stays open beside the work."""

    def __init__(
        self, document: ImageDocument, step: Step | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.document, self.key = document, None if step is None else step.key
        self.store = PresetStore(document, "" if step is None else step.op.name, self)
        self._removed: PresetEntry | None = None
        title = self.tr("Presets") if step is None else self.tr("Presets of {0}")
        self.setWindowTitle(title if step is None else title.format(of_catalogue(step.op.title)))
        resize_on_screen(self, 460, 560)
        self.pictures = Thumbs(document, self)
        self.list = PresetList(self)
        self.list.setAccessibleName(self.windowTitle())
        self.list.setItemDelegate(PresetRows(self.pictures, self.list))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Enter in the name's field keeps the stack: no button may apply a preset by it
        undo = self.tr("Enter. Takes the place of what is there; Undo brings that back")
        self.apply = make_button(self.tr("Apply"), self._apply, self, tip=undo)
        after = self.tr("Shift+Enter. Puts the preset's filters after those that are there")
        self.add = make_button(self.tr("Add to the Stack"), self._add, self, tip=after)
        self.add.setVisible(step is None)
        names = self.tr("F2. Built-in presets keep their names")
        self.rename = make_button(self.tr("Rename"), self._edit_name, self, tip=names)
        stay = self.tr("Del. Built-in presets stay")
        self.remove = make_button(self.tr("Remove"), self._remove, self, tip=stay)
        self.message = make_label(parent=self, wraps=True)
        self.back = make_button(self.tr("Put it back"), self._put_back, self)
        self.name = QLineEdit(self)
        self.name.setAccessibleName(self.tr("Name of a new preset"))
        self.name.setMaxLength(120)
        words = (
            self.tr("Name for the present stack") if step is None else self.tr("Name for the present values")
        )
        self.name.setPlaceholderText(words)
        self.save = make_button(self.tr("Save"), self._save, self)
        down(
            self,
            (self.list, 1),
            across(None, self.apply, self.add, None, self.rename, self.remove),
            across(None, (self.message, 1), self.back),
            across(None, (self.name, 1), self.save),
            margins=None,
        )
        self._connect()
        self._draw()

    def _connect(self) -> None:
        self.store.changed.connect(self._fill)
        self.store.failed.connect(lambda text: self._say(text, refused=True))
        self.pictures.arrived.connect(lambda _: self.list.viewport().update())
        self.list.currentItemChanged.connect(lambda *_: self._draw())
        self.list.itemDoubleClicked.connect(self._apply)
        self.list.itemChanged.connect(self._renamed)
        self.list.applied.connect(self._apply)
        self.list.added.connect(self._add)
        self.list.removed.connect(self._remove)
        self.name.textChanged.connect(lambda _: self._draw())
        self.name.returnPressed.connect(self._save)
        self.document.recipe_changed.connect(self._recipe_changed)
        self.document.photo_changed.connect(self._request_pictures)

    # What there is

    @property
    def current(self) -> PresetEntry | None:
        """The current preset of the list."""
        item = self.list.currentItem()
        return None if item is None else item.data(ENTRY_ROLE)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._say("")
        self.store.load()
        self.list.setFocus()

    def _fill(self, turn_to: str) -> None:
        if turn_to and self._typed() == turn_to.casefold():
            self.name.clear()  # a refused name stays, so that it can be corrected
        name = turn_to or (self.current.preset.name if self.current is not None else "")
        row = self.list.currentRow()
        blocked = self.list.blockSignals(True)
        self.list.clear()
        for entry in self.store.entries:
            item = QListWidgetItem(entry.preset.name)
            item.setData(ENTRY_ROLE, entry)
            below = entry.error if entry.recipe is None else about(entry.recipe)
            item.setToolTip(below)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.preset.name}: {below}")
            editable = Qt.ItemFlag.ItemIsEditable if entry.preset.own else Qt.ItemFlag.NoItemFlags
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | editable)
            self.list.addItem(item)
            if entry.preset.name == name:
                self.list.setCurrentItem(item)
        if self.list.currentItem() is None:
            self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
        self.list.blockSignals(blocked)
        if turn_to:
            # the thumbnail of a saved or renamed preset is outdated
            for entry in self.store.entries:
                if entry.preset.name == turn_to:
                    self.pictures.forget(entry.preset.path)
        self._draw()
        self._request_pictures()

    def _request_pictures(self) -> None:
        if self.isVisible():
            items = [
                (entry.preset.path, entry.recipe) for entry in self.store.entries if entry.recipe is not None
            ]
            self.pictures.want(self._before(), items, whole=self.key is None)

    def _before(self) -> Recipe:
        """Return the steps applied before a preset: none, or those before the replaced one."""
        recipe = self.document.recipe
        if self.key is None or self._step() is None:
            return Recipe()
        return replace(recipe, steps=recipe.steps[: recipe.index(self.key)])

    def _step(self) -> Step | None:
        steps = (step for step in self.document.recipe.steps if step.key == self.key)
        return next((step for step in steps if step.op.name == self.store.op), None)

    def _recipe_changed(self) -> None:
        if self.key is not None and self._step() is None:
            self.close()  # its step is gone
            return
        self._draw()
        if self.key is not None:
            self._request_pictures()

    def _typed(self) -> str:
        """The name for the present stack, as names are compared."""
        return " ".join(self.name.text().casefold().split())

    def _draw(self) -> None:
        entry = self.current
        usable = entry is not None and entry.recipe is not None
        own = entry is not None and entry.preset.own
        self.apply.setEnabled(usable)
        self.add.setEnabled(usable)
        self.rename.setEnabled(own)
        self.remove.setEnabled(own)
        typed = self._typed()
        replaces = any(
            each.preset.own and each.preset.name.casefold() == typed for each in self.store.entries
        )
        self.save.setText(self.tr("Replace") if replaces else self.tr("Save"))
        self.save.setEnabled(bool(typed) and bool(self.document.recipe.steps))

    def _say(self, text: str, *, refused: bool = False) -> None:
        self.message.setText(text)
        set_look(self.message, "refused" if refused else "muted")
        self.message.setVisible(bool(text))
        self.back.setVisible(False)

    # What one does

    def _apply(self) -> None:
        entry = self.current
        if entry is None or entry.recipe is None:
            return
        self._say("")
        if self.key is None:
            self.document.set_recipe(entry.recipe)
        elif self._step() is not None:
            self.document.set_params(self.key, entry.recipe.steps[0].params)

    def _add(self) -> None:
        entry = self.current
        if self.key is None and entry is not None and entry.recipe is not None:
            self._say("")
            self.document.append_recipe(entry.recipe)

    def _save(self) -> None:
        if not self.save.isEnabled():
            return
        step = self._step()
        recipe = self.document.recipe if step is None else replace(self.document.recipe, steps=(step,))
        self._say("")
        self.store.save(self.name.text(), recipe)

    def _edit_name(self) -> None:
        self.list.editItem(self.list.currentItem())

    def _renamed(self, item: QListWidgetItem) -> None:
        entry: PresetEntry = item.data(ENTRY_ROLE)
        if item.text().strip() != entry.preset.name:
            self._say("")
            self.store.rename(entry, item.text())

    def _remove(self) -> None:
        entry = self.current
        if entry is None or not entry.preset.own:
            return
        self._say(self.tr("“{0}” is removed").format(entry.preset.name))
        self._removed = entry
        self.back.setVisible(entry.recipe is not None)
        self.store.delete(entry)

    def _put_back(self) -> None:
        if self._removed is not None and self._removed.recipe is not None:
            self.store.save(self._removed.preset.name, self._removed.recipe)
            self._say("")

    def hideEvent(self, event: QHideEvent) -> None:
        self.pictures.stop()
        super().hideEvent(event)
