"""The page of the settings with every command and its keys: changed, taken from another one, reset."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from jaxstudio.app.actions import Command, commands, focus_shortcuts, give_keys, usual_keys
from jaxstudio.app.shared.settings import KEYS, read_keys, write_keys
from jaxstudio.pipeline.search import holds_all

NATIVE = QKeySequence.SequenceFormat.NativeText
PORTABLE = QKeySequence.SequenceFormat.PortableText


def plain(text: str) -> str:
    """The words of a command without marks."""
    return text.replace("&", "").rstrip("…")


class KeyboardPage(QWidget):
    """Emits `changed(KEYS)` when a command has other keys."""

    changed = Signal(str)

    def __init__(
        self, settings: QSettings, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.settings, self.actions_by_name = settings, actions
        self.commands = {command.name: command for command in commands() if command.text}
        self._make()
        self._fill()
        self.list.setCurrentIndex(self.list.model().index(0, 0))

    def _make(self) -> None:
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Find a command or keys"))
        self.search.setAccessibleName(self.search.placeholderText())
        self.search.textChanged.connect(self._filter)
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(self.tr("Commands and their keys"))
        self.list.setRootIsDecorated(False)
        self.list.setHeaderLabels([self.tr("Menu"), self.tr("Command"), self.tr("Keys")])
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.list.currentItemChanged.connect(lambda *_: self._show_command())
        self.editor = QKeySequenceEdit(self)
        self.editor.setMaximumSequenceLength(1)
        self.editor.setAccessibleName(self.tr("New keys"))
        self.editor.keySequenceChanged.connect(lambda _: self._say_conflict())
        self.message = QLabel(self)
        self.message.setProperty("look", "muted")
        self.message.setWordWrap(True)
        self.set_button = self._button(self.tr("&Set"), self.set_keys)
        self.none_button = self._button(self.tr("&No Keys"), lambda: self._give(""))
        self.reset_button = self._button(self.tr("&Reset"), self.reset)
        self.reset_all_button = self._button(self.tr("Reset &All"), self.reset_all)
        line = QHBoxLayout()
        line.addWidget(self.editor, 1)
        for button in (self.set_button, self.none_button, self.reset_button, self.reset_all_button):
            line.addWidget(button)
        column = QVBoxLayout(self)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addLayout(line)
        column.addWidget(self.message)

    def _button(self, words: str, do: Callable[[], object]) -> QPushButton:
        button = QPushButton(words, self)
        button.setAutoDefault(False)
        button.clicked.connect(do)
        return button

    def _fill(self) -> None:
        self.list.clear()
        for name, command in self.commands.items():
            item = QTreeWidgetItem([plain(command.menu), plain(command.text), ""])
            item.setData(0, Qt.ItemDataRole.UserRole, name)
            self.list.addTopLevelItem(item)
        self._draw_keys()

    def _draw_keys(self) -> None:
        changed = read_keys(self.settings)
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            assert item is not None
            name = item.data(0, Qt.ItemDataRole.UserRole)
            keys = QKeySequence.listToString(self.actions_by_name[name].shortcuts(), NATIVE)
            item.setText(2, keys)
            font = item.font(2)
            font.setBold(name in changed)
            item.setFont(2, font)

    def _filter(self, text: str) -> None:
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            assert item is not None
            said = " ".join(item.text(column) for column in range(3))
            item.setHidden(not holds_all(said, text))

    @property
    def current(self) -> Command | None:
        """The command that is selected."""
        item = self.list.currentItem()
        return None if item is None else self.commands[item.data(0, Qt.ItemDataRole.UserRole)]

    def _show_command(self) -> None:
        command = self.current
        if command is not None:
            keys = self.actions_by_name[command.name].shortcuts()
            self.editor.setKeySequence(keys[0] if keys else QKeySequence())
        self._say_conflict()

    # Changing

    def others(self) -> list[str]:
        """The names of the other commands that have the keys in the editor."""
        keys = self.editor.keySequence()
        return [
            name
            for name, action in self.actions_by_name.items()
            if not keys.isEmpty()
            and self.current is not None
            and name != self.current.name
            and keys in action.shortcuts()
        ]

    def _say_conflict(self) -> None:
        keys, others = self.editor.keySequence(), self.others()
        native = keys.toString(NATIVE)
        self.set_button.setText(self.tr("&Set"))
        inside = [place for text, place, _ in focus_shortcuts() if text == keys.toString(PORTABLE)]
        if others:
            words = self.tr("{0} are the keys of “{1}”, which would lose them")
            self.message.setText(words.format(native, plain(self.commands[others[0]].text)))
            self.set_button.setText(self.tr("&Take Them"))
        elif inside:
            self.message.setText(self.tr("{0} does something else while this has the focus: {1}").format(
                native, inside[0]
            ))  # fmt: skip
        else:
            self.message.setText(self.tr("Click into the field and press the new keys"))

    def set_keys(self) -> None:
        """Give the current command the keys in the editor; another one that has them loses them."""
        for name in self.others():
            self._keep(name, "")
        self._give(self.editor.keySequence().toString(PORTABLE))

    def _give(self, keys: str) -> None:
        if self.current is not None:
            self._keep(self.current.name, keys)
            self._apply()

    def _keep(self, name: str, keys: str) -> None:
        chosen = read_keys(self.settings)
        usual = [each.toString(PORTABLE) for each in usual_keys(self.commands[name])]
        chosen.pop(name, None)
        if [keys] != usual and (keys or usual):
            chosen[name] = keys
        write_keys(self.settings, chosen)

    def reset(self) -> None:
        """Give the current command its usual keys; a command that has them now loses them."""
        if self.current is None:
            return
        usual = usual_keys(self.current)
        for name, action in self.actions_by_name.items():
            if name != self.current.name and set(usual) & set(action.shortcuts()):
                self._keep(name, "")
        chosen = read_keys(self.settings)
        chosen.pop(self.current.name, None)
        write_keys(self.settings, chosen)
        self._apply()

    def reset_all(self) -> None:
        """Give every command its usual keys."""
        write_keys(self.settings, {})
        self._apply()

    def _apply(self) -> None:
        give_keys(self.actions_by_name, read_keys(self.settings))
        self._draw_keys()
        self._show_command()
        self.changed.emit(KEYS)
