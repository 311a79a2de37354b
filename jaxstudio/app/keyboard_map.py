"""The keyboard map: all keys and what they do, searched by word or by key, copied or saved as plain text."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from jaxstudio.app.actions import shortcut_groups
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.layouts import resize_on_screen
from jaxstudio.pipeline.search import holds_all
from jaxstudio.runtime.atomic_write import atomic_write

Groups = Mapping[str, list[tuple[str, str]]]
WIDTH, HEIGHT = 620, 620


def as_text(groups: Groups) -> str:
    """The map to be printed: a heading and a line for each key, in two columns of a fixed pitch."""
    width = max((len(keys) for rows in groups.values() for keys, _ in rows), default=0)
    parts = []
    for name, rows in groups.items():
        lines = [f"  {keys.ljust(width)}  {what}" for keys, what in rows]
        parts.append("\n".join([name, "-" * len(name), *lines]))
    return "\n\n".join(parts) + "\n"


def holding(groups: Groups, search: str) -> dict[str, list[tuple[str, str]]]:
    """The rows that hold every word of `search` in their keys, their effect or their group's name."""
    hits: dict[str, list[tuple[str, str]]] = {}
    for name, rows in groups.items():
        for keys, what in rows:
            if holds_all(f"{name} {keys} {what}", search):
                hits.setdefault(name, []).append((keys, what))
    return hits


class KeyboardMap(QDialog):
    """A field and a list; stays open beside the work."""

    def __init__(
        self, actions: Mapping[str, QAction], settings: QSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._actions, self.settings = actions, settings
        self.setWindowTitle(self.tr("Keyboard Shortcuts"))
        resize_on_screen(self, WIDTH, HEIGHT)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search by word or key, such as zoom or Ctrl+Shift"))
        self.search.setAccessibleName(self.tr("Search the shortcuts"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _: self.draw())
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(self.tr("Keys and what they do"))
        self.list.setHeaderLabels([self.tr("Shortcut"), self.tr("What it does")])
        self.list.setRootIsDecorated(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.message = QLabel(self)
        self.message.setProperty("look", "muted")
        self.copy = QPushButton(self.tr("&Copy as Text"), self)
        self.save = QPushButton(self.tr("&Save as Text…"), self)
        close = QPushButton(self.tr("Close"), self)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._ask_file)
        close.clicked.connect(self.close)
        for button in (self.copy, self.save, close):
            button.setAutoDefault(False)
        bottom = QHBoxLayout()
        bottom.addWidget(self.copy)
        bottom.addWidget(self.save)
        bottom.addWidget(self.message, 1)
        bottom.addWidget(close)
        rows = QVBoxLayout(self)
        rows.addWidget(self.search)
        rows.addWidget(self.list, 1)
        rows.addLayout(bottom)

    def open_map(self) -> None:
        """Show it, with the keys as they are in the tab in front."""
        self.message.setText("")
        self.draw()
        self.show()
        self.raise_()
        self.activateWindow()
        self.search.setFocus()

    def groups(self) -> dict[str, list[tuple[str, str]]]:
        """What is listed: all keys, or those that the search finds."""
        return holding(shortcut_groups(self._actions), self.search.text())

    def draw(self) -> None:
        """List the keys that the search finds."""
        self.list.clear()
        for name, rows in self.groups().items():
            group = QTreeWidgetItem(self.list, [name])
            group.setFirstColumnSpanned(True)
            group.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = group.font(0)
            font.setBold(True)
            group.setFont(0, font)
            for keys, what in rows:
                QTreeWidgetItem(group, [keys, what])
        self.list.expandAll()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(as_text(self.groups()))
        self.message.setText(self.tr("On the clipboard"))

    def _ask_file(self) -> None:
        file_dialogs.ask_text_target(self, self.settings, "jaxstudio-shortcuts.txt", self.save_text)

    def save_text(self, path: str) -> None:
        """Write what is listed; what keeps it from being written is said beside the buttons."""
        text = as_text(self.groups()).encode()

        def write(_: BackgroundTask) -> None:
            with atomic_write(path) as file:
                file.write(text)

        saved = self.tr("Saved {0}").format(path)
        task = BackgroundTask(write, self.tr("Saving {0}").format(path), self)
        task.start(lambda _: self.message.setText(saved), self.message.setText)
