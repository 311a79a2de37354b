"""The history of a photo's recipe: each change in words with its time; a click goes there and back again."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QMenu, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.compare import Comparing
from jaxstudio.app.shared.layouts import down
from jaxstudio.app.shared.text import in_words, of_catalogue, of_value, tr
from jaxstudio.pipeline.recipe import Recipe, Step


def of_change(before: Recipe, after: Recipe) -> str:
    """What a change did to a recipe, in words."""
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
    if len(names) == 1:
        param = names[0]
        value = of_value(param, new.params[param.name])
        yield tr("{0}: {1} {2}").format(title, in_words(param.name).lower(), value)
    elif names:
        yield tr("{0}: {1} values").format(title, len(names))
    if old.mask != new.mask:
        yield tr("{0}: mask").format(title)


def _title(step: Step) -> str:
    return of_catalogue(step.op.title)


class HistoryPanel(QFrame):
    """The newest change is at the top; those that were undone are dimmed until another change drops them."""

    def __init__(self, document: ImageDocument, comparing: Comparing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.document, self.comparing = document, comparing
        self.rows = QListWidget(self)
        self.rows.setFrameShape(QFrame.Shape.NoFrame)
        self.rows.setSpacing(2)
        self.rows.setAccessibleName(self.tr("History"))
        self.rows.setToolTip(self.tr("A click or Enter goes to this state; a right click compares with it"))
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.rows.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.rows.customContextMenuRequested.connect(self._show_menu)
        self.rows.itemClicked.connect(self._go)
        self.rows.itemActivated.connect(self._go)
        down(self, (self.rows, 1), margins=(8, 2, 8, 8))
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

    def _recipe_of(self, item: QListWidgetItem) -> Recipe:
        return self._states[len(self._states) - 1 - self.rows.row(item)]

    def _go(self, item: QListWidgetItem) -> None:
        number = len(self._states) - 1 - self.rows.row(item)
        self.document.travel(number - len(self.document.history.past))

    def _show_menu(self, at: QPoint) -> None:
        item = self.rows.itemAt(at)
        if item is None:
            return
        recipe = self._recipe_of(item)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Go to This State")).triggered.connect(lambda: self._go(item))
        compare = menu.addAction(self.tr("Compare with This State"))
        compare.triggered.connect(lambda: self.compare(recipe))
        menu.popup(self.rows.viewport().mapToGlobal(at))

    def compare(self, recipe: Recipe) -> None:
        """Let the result stand beside this state, which becomes the snapshot."""
        self.document.set_snapshot(recipe)
        self.comparing.compare_with(snapshot=True)
        if self.document.split is None:
            self.document.set_split(0.5)
