"""The dialog of plugins: the folder, its files and their errors, the question before they run."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from jaxstudio.app.image.plugins import PluginFolder
from jaxstudio.app.shared.buttons import CheckBox
from jaxstudio.app.shared.layouts import resize_on_screen
from jaxstudio.errors import UsageError

PATH_ROLE = Qt.ItemDataRole.UserRole


class OwnFiltersDialog(QDialog):
    """Draws the `PluginFolder`, and sends it what the person does; stays open beside the work."""

    def __init__(self, own: PluginFolder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.own = own
        self.setWindowTitle(self.tr("Own Filters"))
        resize_on_screen(self, 620, 420)
        self.about = QLabel(
            self.tr(
                "Python files in the format of this program's own filters, from a folder of yours. They are "
                "tried in a process of their own, and loaded again when they are saved; sliders stay."
            ),
            self,
        )
        self.about.setWordWrap(True)
        self.folder = QLabel(self)
        self.folder.setProperty("look", "title")
        self.folder.setWordWrap(True)
        self.choose = QPushButton(self.tr("Choose a Folder…"), self)
        self.choose.setAutoDefault(False)
        self.question = QLabel(
            self.tr(
                "The Python code in this folder will be run on this computer, with your rights. Only run "
                "files that you or people you trust have written."
            ),
            self,
        )
        self.question.setWordWrap(True)
        self.always = CheckBox(self.tr("Also whenever the files change"), self)
        self.allow = QPushButton(self.tr("Run These Files"), self)
        self.state = QLabel(self)
        self.state.setProperty("look", "muted")
        self.state.setWordWrap(True)
        self.files = QListWidget(self)
        self.files.setAccessibleName(self.tr("Files"))
        self.files.setWordWrap(True)
        self.new = QPushButton(self.tr("New Filter from Template…"), self)
        self.edit = QPushButton(self.tr("Open in the Editor"), self)
        self.reload = QPushButton(self.tr("Reload"), self)
        self.leave = QPushButton(self.tr("Use No Own Filters"), self)
        for button in (self.new, self.edit, self.reload, self.leave, self.allow):
            button.setAutoDefault(False)
        top = QHBoxLayout()
        top.addWidget(self.folder, 1)
        top.addWidget(self.choose)
        asking = QHBoxLayout()
        asking.addWidget(self.always, 1)
        asking.addWidget(self.allow)
        below = QHBoxLayout()
        for button in (self.new, self.edit, self.reload, self.leave):
            below.addWidget(button)
        column = QVBoxLayout(self)
        column.addWidget(self.about)
        column.addLayout(top)
        column.addWidget(self.question)
        column.addLayout(asking)
        column.addWidget(self.state)
        column.addWidget(self.files, 1)
        column.addLayout(below)
        self.choose.clicked.connect(self.ask_folder)
        self.allow.clicked.connect(lambda: own.allow(self.always.isChecked()))
        self.new.clicked.connect(self.ask_name)
        self.edit.clicked.connect(self.open_file)
        self.reload.clicked.connect(own.reload)
        self.leave.clicked.connect(own.leave)
        self.files.itemActivated.connect(lambda _: self.open_file())
        self.files.itemSelectionChanged.connect(self._draw_buttons)
        own.changed.connect(self.draw)
        self.draw()

    def draw(self) -> None:
        """Show the folder as it is now."""
        own = self.own
        self.folder.setText(own.folder or self.tr("No folder"))
        for widget in (self.question, self.always, self.allow):
            widget.setVisible(own.asks)
        state = ""
        if own.busy:
            state = self.tr("The files are being tried…")
        elif own.folder and not own.names():
            state = self.tr("There are no Python files in this folder yet.")
        self.state.setText(state)
        self.state.setVisible(bool(state))
        self._draw_files()
        self._draw_buttons()

    def _draw_files(self) -> None:
        own, chosen = self.own, self._chosen()
        self.files.clear()
        wrong = {trouble.path: str(trouble) for trouble in own.troubles}
        used = {file.path: ", ".join(file.ops) for file in own.trust.files}
        for name in own.names():
            path = str(Path(own.folder) / name)
            loaded = f"{name}: {used[path]}" if path in used else self.tr("{0}: not loaded").format(name)
            words = wrong.get(path, loaded)
            if path not in wrong and own.is_left_out(path):
                words = self.tr("{0}: left out since it did not come to an end").format(name)
            item = QListWidgetItem(words, self.files)
            item.setData(PATH_ROLE, path)
            if path == chosen:
                self.files.setCurrentItem(item)

    def _draw_buttons(self) -> None:
        for button in (self.new, self.reload, self.leave):
            button.setEnabled(bool(self.own.folder))
        self.edit.setEnabled(bool(self._chosen()))

    def _chosen(self) -> str:
        item = self.files.currentItem()
        return "" if item is None else str(item.data(PATH_ROLE))

    def ask_folder(self) -> QFileDialog:
        """Let the person choose a folder; it is asked about before anything in it is run."""
        dialog = QFileDialog(self, self.tr("Folder of your own filters"), self.own.folder or str(Path.home()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.own.choose)
        dialog.open()
        return dialog

    def ask_name(self) -> QInputDialog:
        """Ask how a new filter is called, and open its template."""
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("New Filter"))
        dialog.setLabelText(self.tr("Its name:"))
        dialog.textValueSelected.connect(self.make)
        dialog.open()
        return dialog

    def make(self, name: str) -> None:
        """Write a template under a name that a recipe can hold, and open it."""
        try:
            path = self.own.new_filter(name.strip())
        except UsageError as error:
            self.state.setText(str(error))
            self.state.show()
            return
        self.own.look()
        QDesktopServices.openUrl(QUrl.fromLocalFile(path))

    def open_file(self) -> None:
        """Open the chosen file with the desktop's editor."""
        if self._chosen():
            QDesktopServices.openUrl(QUrl.fromLocalFile(self._chosen()))
