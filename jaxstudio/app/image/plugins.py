"""Plugins, the user's own filters: a folder of files that is tried, watched and handed to the engine.

A filter that does not return is named, and can be left out.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QListWidget, QListWidgetItem, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.buttons import CheckBox
from jaxstudio.app.shared.layouts import (
    across,
    down,
    make_button,
    make_label,
    resize_on_screen,
    show_in_front,
)
from jaxstudio.app.shared.messages import Message, MessageBar
from jaxstudio.app.shared.text import of_catalogue, of_error, tr
from jaxstudio.errors import UsageError
from jaxstudio.own_filters.folder import (
    FilterFile,
    Trial,
    Trouble,
    Trust,
    file_digest,
    filter_files,
    folder_digest,
    keep_trust,
    new_file,
    read_trust,
    try_files,
    usable_name,
)
from jaxstudio.own_filters.in_use import files_in_use

PLUGINS = "own filters"  # that messages are about
LOOK_MS = 1000
PATH_ROLE = Qt.ItemDataRole.UserRole
SETTLED_MS = 300  # an editor may write a file in several steps
UseFiles = Callable[[tuple[FilterFile, ...]], object]


class PluginFolder(QObject):
    """`changed` when there is something else to show; `loaded` and `failed` bring a line for the person.

    No file is run before `allow`. A folder whose files change is asked about again, unless it was allowed
    whatever its files become.
    """

    changed = Signal()
    loaded = Signal(str)
    failed = Signal(str)
    asked = Signal()  # files that were allowed have changed: they are not used before another yes

    def __init__(self, use_files: UseFiles, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._use_files = use_files
        self.trust = read_trust()
        self.trial: Trial | None = None  # the last one
        self.asks = False  # whether the files are not those that were allowed
        self.task: BackgroundTask | None = None
        self._tried = ""
        self._settle = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settle.timeout.connect(self.look)
        self._watch = QFileSystemWatcher(self)
        self._watch.fileChanged.connect(lambda _: self._settle.start())
        self._watch.directoryChanged.connect(lambda _: self._settle.start())

    def start(self) -> None:
        """Look at the folder now, and whenever its files change."""
        if self.trust.folder:
            self._settle.start()

    @property
    def folder(self) -> str:
        return self.trust.folder

    @property
    def busy(self) -> bool:
        """Whether files are being tried."""
        return self.task is not None

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Return the files that cannot be used, each with its reason."""
        return () if self.trial is None else self.trial.troubles

    def choose(self, folder: str) -> None:
        """Turn to a folder; it is asked about before anything in it is run."""
        if self.trust.files:
            self._use_files(())
        self.trust, self.trial = Trust(str(Path(folder).absolute())), None
        keep_trust(self.trust)
        self.look()

    def allow(self, always: bool) -> None:
        """The person knows that the code of these files is run; `always`: whatever they become, too."""
        digest = folder_digest(self.folder)
        self.trust = replace(self.trust, digest=digest, always=always)
        keep_trust(self.trust)
        self.asks = False
        self._try(digest)

    def leave(self) -> None:
        """Do without the folder."""
        self._watch_folder("")
        used, self.trust, self.trial, self.asks = self.trust.files, Trust(), None, False
        keep_trust(self.trust)
        if used:
            self._use_files(())
        self.changed.emit()

    def leave_out(self, files: tuple[FilterFile, ...]) -> None:
        """Do without files whose filters never came to an end, until they change or are loaded again."""
        digests = [file.digest for file in files]
        others = tuple(file for file in self.trust.files if file.digest not in digests)
        self.trust = replace(self.trust, files=others, left_out=(*self.trust.left_out, *digests))
        keep_trust(self.trust)
        self._use_files(others)
        self.changed.emit()

    def is_left_out(self, path: str) -> bool:
        """Whether a file is left out as it is."""
        return bool(self.trust.left_out) and file_digest(path) in self.trust.left_out

    def reload(self) -> None:
        """Try the files once more, and have the engine start with them anew."""
        self._tried = ""
        self.trust = replace(self.trust, left_out=())
        self.look()

    def look(self) -> None:
        """See whether files have changed: try them if that was allowed, ask if not."""
        self._watch_folder(self.folder)
        digest = folder_digest(self.folder)
        allowed = bool(digest) and (digest == self.trust.digest or (self.trust.always and self.trust.digest))
        asked, self.asks = self.asks, not allowed and bool(self.names())
        if self.asks and not asked and self.trust.digest:
            self.asked.emit()
        if allowed and digest != self._tried:
            self._try(digest)
        self.changed.emit()

    def names(self) -> list[str]:
        """The files' names; none where the folder cannot be read."""
        try:
            return [os.path.basename(path) for path in filter_files(self.folder)] if self.folder else []
        except UsageError:
            return []

    def new_filter(self, name: str) -> str:
        """Write a template into the folder, under a name like this one; its path.

        Raises:
            UsageError: it cannot be written.
        """
        return new_file(self.folder, usable_name(name, self.names()), name)

    def _watch_folder(self, folder: str) -> None:
        watched = [*self._watch.files(), *self._watch.directories()]
        wanted = [folder, *(os.path.join(folder, name) for name in self.names())] if folder else []
        if gone := [path for path in watched if path not in wanted]:
            self._watch.removePaths(gone)
        if new := [path for path in wanted if path not in watched and os.path.exists(path)]:
            self._watch.addPaths(new)

    def _try(self, digest: str) -> None:
        if self.task is not None:
            self.task.cancel()
        folder = self.folder
        self._tried = digest

        def work(task: BackgroundTask) -> tuple[str, Trial]:
            return folder, try_files(filter_files(folder), task.cancelled)

        self.task = task = BackgroundTask(work, "own filters", self)
        task.ended.connect(lambda: self._end(task))
        task.start(self._take, self.failed.emit)
        self.changed.emit()

    def _end(self, task: BackgroundTask) -> None:
        if self.task is task:
            self.task = None
            self.changed.emit()

    def _take(self, answer: tuple[str, Trial]) -> None:
        folder, trial = answer
        if folder != self.folder or (self.task is not None and self.task.cancelled()):
            return
        first, self.trial = self.trial is None, trial
        for trouble in trial.troubles:
            self.failed.emit(str(trouble))
        files = tuple(file for file in trial.files if file.digest not in self.trust.left_out)
        if files != self.trust.files or not first:
            self.trust = replace(self.trust, digest=self._tried, files=files)
            keep_trust(self.trust)
            self._use_files(files)
            names = {name for file in files for name in file.ops}
            titles = ", ".join(str(spec["title"]) for spec in trial.specs if spec["name"] in names)
            if titles:
                self.loaded.emit(tr("Your own filters: {0}").format(titles))


class HangWatch(QObject):
    """Asks the engine's client every second whether a plugin hangs, as long as there are plugins.

    Args:
        leave_out: called with the files whose filters are to be left out, once the user has said so.
    """

    def __init__(
        self,
        document: ImageDocument,
        messages: MessageBar,
        leave_out: Callable[[tuple[FilterFile, ...]], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document, self.messages, self._leave_out = document, messages, leave_out
        self.message: Message | None = None
        self._of: str | None = None  # the filter that the message is about
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)

    def start(self) -> None:
        """Look every second from now on."""
        self._timer.start()

    def look(self) -> None:
        """Show the message while a filter hangs, and take it away when that ends after all."""
        if not files_in_use():
            self._timer.stop()
        client = self.document.engine_client
        found = None if client is None or not files_in_use() else client.hanging_filter()
        op = None if found is None else found[0]
        if op == self._of:
            return
        if self.message is not None:
            self.message.go()
        self._of = op
        if found is not None:
            self._show(*found)

    def _show(self, op: str, seconds: float) -> None:
        steps = [number for number, step in enumerate(self.document.recipe.steps, 1) if step.op.name == op]
        if not op:
            words = tr("Nothing has been heard of the engine for {0} s: one of your own filters may hang")
            words, button = words.format(round(seconds)), tr("Use No Own Filters")
        elif steps:
            words = tr("Step {0}, {1}: one part of it has taken {2} s already, and may never end")
            words = words.format(steps[0], self._title(op), round(seconds))
            button = tr("Remove This Filter")
        else:
            words = tr("{0}: one part of it has taken {1} s already, and may never end")
            words, button = words.format(self._title(op), round(seconds)), tr("Remove This Filter")
        self.message = message = self.messages.info(words)
        message.gone.connect(lambda: self._forget(message))
        message.add_button(button, lambda: self.leave_out(op))

    def _title(self, op: str) -> str:
        backend = self.document.backend
        return of_catalogue(backend.catalogue[op].title) if backend and op in backend.catalogue else op

    def _forget(self, message: Message) -> None:
        if self.message is message:
            self.message = None

    def leave_out(self, op: str) -> None:
        """Switch the steps of a filter off, and go on without its file; "" stands for all of them."""
        files = tuple(file for file in files_in_use() if not op or op in file.ops)
        names = {name for file in files for name in file.ops} | {op}
        recipe = self.document.recipe
        for step in recipe.steps:
            if step.op.name in names:
                recipe = recipe.switched(step.key, False)
        if recipe != self.document.recipe:
            self.document.set_recipe(recipe)
        self._leave_out(files)


class OwnFiltersDialog(QDialog):
    """The window of own filters. It draws the `PluginFolder` and sends it commands."""

    def __init__(self, own: PluginFolder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.own = own
        self.setWindowTitle(self.tr("Own Filters"))
        resize_on_screen(self, 620, 420)
        about = self.tr(
            "Python files in the format of this program's own filters, from a folder of yours. They are "
            "tried in a process of their own, and loaded again when they are saved; sliders stay."
        )
        self.folder = make_label("", "title", self, wraps=True)
        self.choose = make_button(self.tr("Choose a Folder…"), self.ask_folder, self)
        question = self.tr(
            "The Python code in this folder will be run on this computer, with your rights. Only run "
            "files that you or people you trust have written."
        )
        self.question = make_label(question, parent=self, wraps=True)
        self.always = CheckBox(self.tr("Also whenever the files change"), self)
        self.allow = make_button(self.tr("Run These Files"), self._allow, self)
        self.state = make_label("", "muted", self, wraps=True)
        self.files = QListWidget(self)
        self.files.setAccessibleName(self.tr("Files"))
        self.files.setWordWrap(True)
        self.new = make_button(self.tr("New Filter from Template…"), self.ask_name, self)
        self.edit = make_button(self.tr("Open in the Editor"), self.open_file, self)
        self.reload = make_button(self.tr("Reload"), own.reload, self)
        self.leave = make_button(self.tr("Use No Own Filters"), own.leave, self)
        buttons = (self.new, self.edit, self.reload, self.leave)
        down(
            self,
            make_label(about, parent=self, wraps=True),
            across(None, (self.folder, 1), self.choose),
            self.question,
            across(None, (self.always, 1), self.allow),
            self.state,
            (self.files, 1),
            across(None, *buttons),
            margins=None,
        )
        self.files.itemActivated.connect(lambda _: self.open_file())
        self.files.itemSelectionChanged.connect(self._draw_buttons)
        own.changed.connect(self.draw)
        self.draw()

    def _allow(self) -> None:
        self.own.allow(self.always.isChecked())

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
            self.state.setText(of_error(error))
            self.state.show()
            return
        self.own.look()
        QDesktopServices.openUrl(QUrl.fromLocalFile(path))

    def open_file(self) -> None:
        """Open the chosen file with the desktop's editor."""
        if self._chosen():
            QDesktopServices.openUrl(QUrl.fromLocalFile(self._chosen()))


class Plugins(QObject):
    """The image tab's plugins: their folder, its dialog, and the watch for filters that hang."""

    def __init__(self, document: ImageDocument, messages: MessageBar, window: QWidget) -> None:
        super().__init__(window)
        self.document, self.messages, self.window = document, messages, window
        self.folder = PluginFolder(self._use_files, self)
        self.folder.loaded.connect(lambda text: messages.done(text, PLUGINS))
        self.folder.failed.connect(lambda text: messages.error(text, PLUGINS))
        self.folder.asked.connect(self._say_changed)
        self.watch = HangWatch(document, messages, self.folder.leave_out, self)

    @cached_property
    def dialog(self) -> OwnFiltersDialog:
        return OwnFiltersDialog(self.folder, self.window)

    def _use_files(self, files: tuple[FilterFile, ...]) -> None:
        client: Any = self.document.engine_client
        if client is not None:
            client.use_own_files(files)

    def _say_changed(self) -> None:
        words = tr("Files of your own filters have changed: they are not run unasked")
        message = self.messages.info(words, PLUGINS)
        message.add_button(tr("Own Filters…"), lambda: show_in_front(self.dialog))
