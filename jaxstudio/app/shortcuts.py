"""The searched list of all shortcuts: alone in the keyboard map, changed in the settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from jaxstudio.app.actions import (
    Shortcut,
    all_keys,
    commands,
    focus_shortcuts,
    give_keys,
    plain,
    shortcut_groups,
    usual_keys,
)
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.layouts import (
    across,
    down,
    make_button,
    make_label,
    resize_on_screen,
    show_in_front,
)
from jaxstudio.app.shared.settings import KEYS, read_keys, write_keys
from jaxstudio.runtime.atomic_write import atomic_write

NATIVE = QKeySequence.SequenceFormat.NativeText
PORTABLE = QKeySequence.SequenceFormat.PortableText
WIDTH, HEIGHT = 620, 620
NAME_ROLE = Qt.ItemDataRole.UserRole


class KeyboardPage(QWidget):
    """The keys and their commands in groups, with a search field.

    Where they may be changed every command is listed, and below the list is the row that changes its keys:
    it emits `changed(KEYS)`.
    """

    changed = Signal(str)

    def __init__(
        self,
        settings: QSettings,
        actions: Mapping[str, QAction],
        parent: QWidget | None = None,
        *,
        changeable: bool,
    ) -> None:
        super().__init__(parent)
        self.settings, self.actions_by_name, self.changeable = settings, actions, changeable
        self.items: dict[str, QTreeWidgetItem] = {}  # of the commands that are listed
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Find a command or keys"))
        self.search.setAccessibleName(self.search.placeholderText())
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _: self.draw())
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(self.tr("Commands and their keys"))
        self.list.setRootIsDecorated(False)
        self.list.setHeaderLabels([self.tr("Keys"), self.tr("Command")])
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.column = down(self, self.search, (self.list, 1), margins=None)
        if changeable:
            self._add_edit_row()
            self.draw()

    def groups(self) -> dict[str, list[Shortcut]]:
        """Return the listed shortcuts: all, or those that match the search."""
        return shortcut_groups(self.actions_by_name, self.search.text(), changeable=self.changeable)

    def draw(self) -> None:
        """List the matches of the search; the selected command stays selected if it matches."""
        selected = self.current
        self.list.clear()
        self.items = {}
        for name, rows in self.groups().items():
            group = QTreeWidgetItem(self.list, [name])
            group.setFirstColumnSpanned(True)
            group.setFlags(Qt.ItemFlag.ItemIsEnabled)
            _set_bold(group, True)
            for row in rows:
                item = QTreeWidgetItem(group, [row.keys, row.what])
                if row.name:
                    item.setData(0, NAME_ROLE, row.name)
                    self.items[row.name] = item
        self.list.expandAll()
        if self.changeable:
            self._draw_keys()
            found = selected if selected in self.items else next(iter(self.items), "")
            if found:
                self.list.setCurrentItem(self.items[found])

    @property
    def current(self) -> str:
        """The name of the command that is selected; empty for none."""
        item = self.list.currentItem()
        return (item.data(0, NAME_ROLE) or "") if item is not None else ""

    # Changing

    def _add_edit_row(self) -> None:
        self.list.currentItemChanged.connect(lambda *_: self._show_command())
        self.editor = QKeySequenceEdit(self)
        self.editor.setMaximumSequenceLength(1)
        self.editor.setAccessibleName(self.tr("New keys"))
        self.editor.keySequenceChanged.connect(lambda _: self._say_conflict())
        self.message = make_label("", "muted", self, wraps=True)
        self.set_button = make_button(self.tr("&Set"), lambda: self._give(self._typed()), self)
        self.none_button = make_button(self.tr("&No Keys"), lambda: self._give([]), self)
        self.reset_button = make_button(self.tr("&Reset"), self._reset, self)
        self.reset_all_button = make_button(self.tr("Reset &All"), lambda: self._keep({}), self)
        line = across(
            None,
            (self.editor, 1),
            self.set_button,
            self.none_button,
            self.reset_button,
            self.reset_all_button,
        )
        self.column.addLayout(line)
        self.column.addWidget(self.message)

    def _draw_keys(self) -> None:
        changed = read_keys(self.settings)
        for name, item in self.items.items():
            item.setText(0, all_keys(self.actions_by_name[name]))
            _set_bold(item, name in changed)

    def _show_command(self) -> None:
        if self.current:
            self.editor.setKeySequence(self.actions_by_name[self.current].shortcut())
        self._say_conflict()

    def _typed(self) -> list[QKeySequence]:
        keys = self.editor.keySequence()
        return [] if keys.isEmpty() else [keys]

    def _others(self, keys: Sequence[QKeySequence]) -> list[str]:
        """The names of the other commands with any of these keys."""
        return [
            name
            for name, action in self.actions_by_name.items()
            if self.current not in ("", name) and set(keys) & set(action.shortcuts())
        ]

    def _say_conflict(self) -> None:
        keys, others = self.editor.keySequence(), self._others(self._typed())
        inside = [place for text, place, _ in focus_shortcuts() if text == keys.toString(PORTABLE)]
        self.set_button.setText(self.tr("&Take Them") if others else self.tr("&Set"))
        if others:
            words = self.tr("{0} are the keys of “{1}”, which would lose them")
            about = plain(self.actions_by_name[others[0]].text())
        elif inside:
            words = self.tr("{0} does something else while this has the focus: {1}")
            about = inside[0]
        else:
            words, about = self.tr("Click into the field and press the new keys"), ""
        self.message.setText(words.format(keys.toString(NATIVE), about))

    def _give(self, keys: list[QKeySequence]) -> None:
        """Give the current command these keys; another command with the same keys loses them."""
        if not self.current:
            return
        usual = {command.name: usual_keys(command) for command in commands()}
        chosen = read_keys(self.settings)
        for name in (*self._others(keys), self.current):
            given = keys if name == self.current else []
            chosen[name] = given[0].toString(PORTABLE) if given else ""
            if given == usual[name]:
                del chosen[name]
        self._keep(chosen)

    def _reset(self) -> None:
        self._give(next((usual_keys(each) for each in commands() if each.name == self.current), []))

    def _keep(self, chosen: dict[str, str]) -> None:
        """Have these commands keys that are not the usual ones, and no others."""
        write_keys(self.settings, chosen)
        give_keys(self.actions_by_name, chosen)
        self._draw_keys()
        self._show_command()
        self.changed.emit(KEYS)


class KeyboardMap(QDialog):
    """A window with all keys, which can be copied or saved as plain text; it stays open."""

    def __init__(
        self, actions: Mapping[str, QAction], settings: QSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.settings = settings
        self.setWindowTitle(self.tr("Keyboard Shortcuts"))
        resize_on_screen(self, WIDTH, HEIGHT)
        self.page = KeyboardPage(settings, actions, self, changeable=False)
        self.page.column.setContentsMargins(0, 0, 0, 0)
        self.message = make_label("", "muted", self)
        self.copy = make_button(self.tr("&Copy as Text"), self._copy, self)
        self.save = make_button(self.tr("&Save as Text…"), self._ask_file, self)
        bottom = across(
            None, self.copy, self.save, (self.message, 1), make_button(self.tr("Close"), self.close, self)
        )
        down(self, (self.page, 1), bottom, margins=None)

    def open_map(self) -> None:
        """Show it, with the keys as they are in the tab in front."""
        self.message.setText("")
        self.page.draw()
        show_in_front(self)
        self.page.search.setFocus()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(as_text(self.page.groups()))
        self.message.setText(self.tr("On the clipboard"))

    def _ask_file(self) -> None:
        file_dialogs.ask_new_file(self, self.settings, "text", "jaxstudio-shortcuts.txt", self.save_text)

    def save_text(self, path: str) -> None:
        """Save the list; an error is shown beside the buttons."""
        text = as_text(self.page.groups()).encode()

        def write(_: BackgroundTask) -> None:
            with atomic_write(path) as file:
                file.write(text)

        saved = self.tr("Saved {0}").format(path)
        task = BackgroundTask(write, self.tr("Saving {0}").format(path), self)
        task.start(lambda _: self.message.setText(saved), self.message.setText)


def as_text(groups: Mapping[str, Sequence[Shortcut]]) -> str:
    """The map to be printed: a heading and a line for each key, in two columns of a fixed pitch."""
    width = max((len(row.keys) for rows in groups.values() for row in rows), default=0)
    parts = []
    for name, rows in groups.items():
        lines = [f"  {row.keys.ljust(width)}  {row.what}" for row in rows]
        parts.append("\n".join([name, "-" * len(name), *lines]))
    return "\n\n".join(parts) + "\n"


def _set_bold(item: QTreeWidgetItem, bold: bool) -> None:
    font = item.font(0)
    font.setBold(bold)
    item.setFont(0, font)
