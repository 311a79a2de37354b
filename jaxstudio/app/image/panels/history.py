"""The history of a photo's recipe, each change in words with its time, and snapshots, which have names."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListWidget, QListWidgetItem, QMenu, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.compare import Comparing
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.text import of_catalogue, of_param, of_value, tr, within
from jaxstudio.pipeline.params import Param, Points
from jaxstudio.pipeline.recipe import Recipe, Step

MOST_VALUES = 2  # of one change that are named


def of_change(before: Recipe, after: Recipe) -> str:
    """Describe a change of a recipe in words."""
    words = list(_changes(before, after))
    if not words:
        return tr("Changed")
    return words[0] if len(words) == 1 else tr("{0} and {1} more").format(words[0], len(words) - 1)


def _changes(before: Recipe, after: Recipe) -> Iterator[str]:
    old, new = ({step.key: step for step in recipe.steps} for recipe in (before, after))
    for key, step in new.items():
        if key not in old:
            yield tr("Added: {0}").format(_title(step))
    for key, step in old.items():
        if key not in new:
            yield tr("Removed: {0}").format(_title(step))
    for key in [key for key in new if key in old]:
        yield from _changes_of_step(old[key], new[key])
    kept = [[key for key in recipe if key in old and key in new] for recipe in (old, new)]
    if kept[0] != kept[1]:
        moved = next(now for was, now in zip(*kept, strict=True) if was != now)
        yield tr("Moved: {0}").format(_title(new[moved]))
    if before.masks != after.masks:
        yield tr("Mask changed")
    if before.seed != after.seed:
        yield tr("Seed: {0}").format(after.seed)
    if before.working_space != after.working_space:
        yield tr("Working space changed")


def _changes_of_step(old: Step, new: Step) -> Iterator[str]:
    title = _title(new)
    if old.enabled != new.enabled:
        yield tr("{0}: on").format(title) if new.enabled else tr("{0}: off").format(title)
    names = [param for param in new.op.params if old.params.get(param.name) != new.params.get(param.name)]
    if 0 < len(names) <= MOST_VALUES:
        yield tr("{0}: {1}").format(title, ", ".join(_value(new, param, title) for param in names))
    elif names:
        yield tr("{0}: {1} values").format(title, len(names))
    if old.mask != new.mask:
        yield tr("{0}: mask").format(title)


def _value(step: Step, param: Param, title: str) -> str:
    """A value with its name, unless the filter or the value itself says that."""
    name, value = of_param(param), of_value(param, step.params[param.name])
    return value if name == title or isinstance(param, Points) else f"{within(name)} {value}"


def _title(step: Step) -> str:
    return of_catalogue(step.op.title)


class StateList(QListWidget):
    """States of the recipe: `go_asked(row)` by a click or Enter, `compare_asked(row)` in the menu of one."""

    go_asked = Signal(int)
    compare_asked = Signal(int)

    def __init__(self, name: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSpacing(2)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.itemClicked.connect(lambda item: self.go_asked.emit(self.row(item)))
        self.itemActivated.connect(lambda item: self.go_asked.emit(self.row(item)))

    def _show_menu(self, at: QPoint) -> None:
        row = self.indexAt(at).row()
        if row < 0:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Go to This State")).triggered.connect(lambda: self.go_asked.emit(row))
        compare = menu.addAction(self.tr("Compare with This State"))
        compare.triggered.connect(lambda: self.compare_asked.emit(row))
        self.fill_menu(menu, row)
        menu.popup(self.viewport().mapToGlobal(at))

    def fill_menu(self, menu: QMenu, row: int) -> None:
        """Add what can be done with these states alone."""


class Snapshots(StateList):
    """The named states of the photo's recipe, as tall as they are many."""

    MOST_ROWS = 5  # in sight

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        about = self.tr("A click goes to this snapshot; F2 or a double click renames it, Del removes it")
        super().__init__(self.tr("Snapshots"), about, parent)
        self.document = document
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.EditKeyPressed | triggers.DoubleClicked)
        self.itemChanged.connect(self._rename)
        document.view_changed.connect(self.draw)
        self.draw()

    @property
    def names(self) -> list[str]:
        return list(self.document.snapshots)

    def draw(self) -> None:
        """Show the names that there are now."""
        if self.names != [self.item(row).text() for row in range(self.count())]:
            self.blockSignals(True)
            self.clear()
            for name in self.names:
                item = QListWidgetItem(name, self)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            self.blockSignals(False)
            self.setFixedHeight(min(self.count(), self.MOST_ROWS) * (self.sizeHintForRow(0) + 4) + 2)
        self.setVisible(self.count() > 0)

    def _rename(self, item: QListWidgetItem) -> None:
        """Take the name that was typed, unless another snapshot has it."""
        old, new = self.names[self.row(item)], item.text().strip()
        if new and new not in self.names:
            kept = self.document.snapshots
            self.document.set_snapshots({new if name == old else name: kept[name] for name in kept})
        else:
            item.setText(old)

    def remove(self, row: int) -> None:
        gone, kept = self.names[row], self.document.snapshots
        self.document.set_snapshots({name: kept[name] for name in kept if name != gone})

    def fill_menu(self, menu: QMenu, row: int) -> None:
        menu.addSeparator()
        rename = menu.addAction(self.tr("Rename"))
        rename.triggered.connect(lambda: self.editItem(self.item(row)))
        menu.addAction(self.tr("Remove")).triggered.connect(lambda: self.remove(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.currentRow() >= 0:
            self.remove(self.currentRow())
        else:
            super().keyPressEvent(event)


class HistoryPanel(QFrame):
    """The history panel: snapshots on top, then the changes, the newest first.

    Changes that were undone are dimmed until another change drops them.
    """

    def __init__(
        self, document: ImageDocument, comparing: Comparing, snapshot: QAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.document, self.comparing = document, comparing
        about = self.tr("A click or Enter goes to this state; a right click compares with it")
        self.rows = StateList(self.tr("History"), about, self)
        self.rows.go_asked.connect(self._go)
        self.rows.compare_asked.connect(lambda row: self.compare(self._recipe_of(row)))
        self.snapshots = Snapshots(document, self)
        self.snapshots.go_asked.connect(lambda row: document.set_recipe(self._snapshot(row)))
        self.snapshots.compare_asked.connect(lambda row: self.compare(self._snapshot(row)))
        keep = GlyphButton.for_action("plus", snapshot, self)
        head = across(None, make_label(self.tr("Snapshots"), "muted"), None, keep)
        changes = make_label(self.tr("Changes"), "muted")
        down(self, head, self.snapshots, changes, (self.rows, 1), spacing=2, margins=(8, 2, 8, 8))
        self._states: list[Recipe] = []  # from the oldest on
        self._place = 0  # of the present one among them
        for changed in (document.recipe_changed, document.photo_changed):
            changed.connect(self.draw)
        self.draw()

    @property
    def _line(self) -> list[Recipe]:
        history = self.document.history
        return [*history.past, history.present, *reversed(history.future)]

    def draw(self) -> None:
        """Show the changes: only rows that are new, or undone or redone now, are written."""
        line, rows, place = self._line, self.rows, len(self.document.history.past)
        dropped = next(
            (number for number, each in enumerate(self._states) if each is line[0]), len(self._states)
        )
        for _ in range(dropped):  # the history has forgotten the oldest
            rows.takeItem(rows.count() - 1)
        known = self._states[dropped:]
        same = next((n for n, (a, b) in enumerate(zip(known, line, strict=False)) if a is not b), None)
        same = min(len(known), len(line)) if same is None else same
        for _ in range(len(known) - same):
            rows.takeItem(0)
        self._states = line
        for number in range(same, len(line)):
            rows.insertItem(0, self._item(number))
        first, last = sorted((self._place - dropped, place))
        for number in range(max(first, 0), min(last + 1, len(line))):
            self._dim(self.rows.item(len(line) - 1 - number), undone=number > place)
        for number in range(same, len(line)):
            self._dim(self.rows.item(len(line) - 1 - number), undone=number > place)
        self._place = place
        rows.setCurrentRow(len(line) - 1 - place)

    def _item(self, number: int) -> QListWidgetItem:
        line = self._states
        at = self.document.history.times.get(id(line[number]))
        clock = "" if at is None else time.strftime("%H:%M  ", time.localtime(at))
        words = of_change(line[number - 1], line[number]) if number else self.tr("Beginning")
        return QListWidgetItem(f"{clock}{words}")

    def _dim(self, item: QListWidgetItem, *, undone: bool) -> None:
        role = self.palette().ColorRole
        item.setForeground(self.palette().brush(role.PlaceholderText if undone else role.Text))
        font = item.font()
        font.setItalic(undone)
        item.setFont(font)

    def _recipe_of(self, row: int) -> Recipe:
        return self._states[len(self._states) - 1 - row]

    def _snapshot(self, row: int) -> Recipe:
        return self.document.snapshots[self.snapshots.names[row]]

    def _go(self, row: int) -> None:
        number = len(self._states) - 1 - row
        self.document.travel(number - len(self.document.history.past))

    def compare(self, recipe: Recipe) -> None:
        """Let the result stand beside this state."""
        self.comparing.compare_with(recipe)
        if self.document.split is None:
            self.document.set_split(0.5)
