"""The command palette: every command of the window, found by typing a part of its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from jaxstudio.app.actions import commands, native_keys, plain
from jaxstudio.app.shared.text import in_source_language
from jaxstudio.pipeline.search import SearchEntry, SearchIndex

WIDTH, HEIGHT, TOP = 560, 380, 48
SUGGESTED = 5
MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True)
class MenuCommand:
    """A command that can be run now: `words` is its menu and its name."""

    words: str
    action: QAction
    english: str = ""

    def search_entry(self) -> SearchEntry:
        """A command is called as its menu says; its menu's name leads to it, too."""
        menus = tuple(text.rpartition(": ")[0] for text in (self.words, self.english))
        names = tuple(text.rpartition(": ")[2] for text in (self.words, self.english))
        return SearchEntry(names, (), " ".join(menus))


def entries(actions: Mapping[str, QAction]) -> Iterator[MenuCommand]:
    """Yield every visible and enabled command of the menus, submenus included."""
    with in_source_language():
        english = {command.name: f"{plain(command.menu)}: {plain(command.text)}" for command in commands()}
    for command in commands():
        if command.text and command.name != "palette":
            yield from _entries_of(plain(command.menu), actions[command.name], english[command.name])


def _entries_of(path: str, action: QAction, english: str) -> Iterator[MenuCommand]:
    if not (action.isVisible() and action.isEnabled()) or action.isSeparator():
        return
    name = f"{path}: {plain(action.text())}"
    menu = action.menu()
    if not isinstance(menu, QMenu):
        yield MenuCommand(name, action, english)
        return
    menu.aboutToShow.emit()  # those that are filled when they are opened
    for each in menu.actions():
        yield from _entries_of(name, each, english)


class CommandPalette(QDialog):
    """A field and the commands that fit what is typed there; Enter runs the selected one."""

    def __init__(self, actions: Mapping[str, QAction], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._entries: tuple[MenuCommand, ...] = ()
        self._index = SearchIndex(())
        self._actions = actions
        self.setAccessibleName(self.tr("Commands"))
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Type a command"))
        self.field.setAccessibleName(self.tr("Command"))
        self.field.textChanged.connect(self._show_matches)
        self.field.returnPressed.connect(self._run)
        self.field.installEventFilter(self)
        self.list = QTreeWidget(self)
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setAccessibleName(self.tr("Commands"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        self.list.itemClicked.connect(lambda *_: self._run())
        rows = QVBoxLayout(self)
        rows.setContentsMargins(8, 8, 8, 8)
        rows.addWidget(self.field)
        rows.addWidget(self.list)

    def open_over(self, window: QWidget) -> None:
        """Show it near the window's top, with all commands that can be run at present."""
        self._entries = tuple(entries(self._actions))
        self._index = SearchIndex(entry.search_entry() for entry in self._entries)
        self.field.clear()
        self._show_matches("")
        width, height = min(WIDTH, window.width() - 32), min(HEIGHT, window.height() - 2 * TOP)
        self.resize(width, height)
        corner = window.rect().topLeft()
        corner.setX(corner.x() + (window.width() - width) // 2)
        corner.setY(corner.y() + TOP)
        self.move(window.mapToGlobal(corner))
        self.show()
        self.field.setFocus()

    def listed_names(self) -> list[str]:
        """The names of the commands that are listed, the best match first."""
        items = (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount()))
        return [item.text(0) for item in items if item is not None]

    def _show_matches(self, typed: str) -> None:
        self.list.clear()
        found = self._index.find(typed)
        for row in found or self._index.suggest(typed, SUGGESTED):
            entry = self._entries[row]
            ticked = "✓ " if entry.action.isCheckable() and entry.action.isChecked() else ""
            item = QTreeWidgetItem([ticked + entry.words, native_keys(entry.action)])
            item.setData(0, Qt.ItemDataRole.UserRole, row)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.list.addTopLevelItem(item)
        first = self.list.topLevelItem(0)
        if first is not None and found:  # what is only near is run when it was chosen
            self.list.setCurrentItem(first)

    def _run(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            action = self._entries[item.data(0, Qt.ItemDataRole.UserRole)].action
            self.close()  # first: a command may open a dialog
            action.trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys that move the selection, while the field has the focus."""
        pressed = event if event.type() == QEvent.Type.KeyPress and watched is self.field else None
        if isinstance(pressed, QKeyEvent) and pressed.key() in MOVES:
            self.list.keyPressEvent(pressed)
            return True
        return super().eventFilter(watched, event)
