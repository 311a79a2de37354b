"""Completion: names of `jnp.`, `lax.`, `jax.` with the first line of what they do.

The inspector's process tells them: the window itself never imports JAX.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QStandardItem, QStandardItemModel, QTextCursor
from PySide6.QtWidgets import QCompleter, QHeaderView, QTreeView

from jaxstudio.app.inspector.scheduling import LatestOnly
from jaxstudio.app.playground.editor import CodeEditor
from jaxstudio.inspect_targets.client import InspectionProcess

# Under these names the modules are known, whether the text imports them or not yet.
USUAL = {"jax": "jax", "jnp": "jax.numpy", "lax": "jax.lax", "random": "jax.random", "nn": "jax.nn"}
IMPORTED = re.compile(
    r"^\s*(?:import (?P<whole>jax[\w.]*)(?: as (?P<short>\w+))?"
    r"|from (?P<parent>jax[\w.]*) import (?P<names>[\w, ]+))$",
    re.MULTILINE,
)
TYPED = re.compile(r"([A-Za-z_][\w.]*)\.(\w*)$")
WIDTH_PX = 620
WAIT_MS = 30  # after a key: the letters of a fast hand are one question
NAME_PX = 190


def modules_in(text: str) -> dict[str, str]:
    """The modules of JAX by the names that a program gives them."""
    found = dict(USUAL)
    for each in IMPORTED.finditer(text):
        if each["whole"]:
            found[each["short"] or each["whole"].split(".")[0]] = (
                each["whole"] if each["short"] else each["whole"].split(".")[0]
            )
            continue
        for part in each["names"].split(","):
            name, _, short = (word.strip() for word in part.partition(" as "))
            if name:
                found[short or name] = f"{each['parent']}.{name}"
    return found


class Completion(QObject):
    """Offers names below the cursor after a dot, or with Ctrl+Space; Tab or Enter takes one."""

    def __init__(self, editor: CodeEditor, parent: QObject) -> None:
        super().__init__(parent)
        self.editor = editor
        self.process: InspectionProcess | None = None
        self._known: dict[str, Sequence[tuple[str, str]]] = {}
        self._offered = ""  # the module whose names the model holds
        self._asking = LatestOnly("playground names", self)
        self.model = QStandardItemModel(0, 2, self)
        self.completer = QCompleter(self.model, self)
        self.completer.setWidget(editor)
        self.completer.setCaseSensitivity(Qt.CaseSensitivity.CaseSensitive)
        self.completer.setModelSorting(QCompleter.ModelSorting.CaseSensitivelySortedModel)
        self.popup = QTreeView()
        self.popup.setAccessibleName(self.tr("Names to take"))
        self.popup.setRootIsDecorated(False)
        self.popup.setUniformRowHeights(True)
        self.popup.header().hide()
        self.popup.setMinimumWidth(WIDTH_PX)
        self.completer.setPopup(self.popup)
        self.popup.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.popup.header().resizeSection(0, NAME_PX)
        self.completer.activated[str].connect(self._take)  # type: ignore[index]
        self._wait = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._wait.timeout.connect(self.look)
        editor.is_offering = self.popup.isVisible
        editor.letter_typed.connect(self._wait.start)

    def look(self) -> None:
        """Offer what the letters before the cursor may become."""
        found = TYPED.search(self._before())
        name, _, rest = found[1].partition(".") if found else ("", "", "")
        module = modules_in(self.editor.toPlainText()).get(name) if found else None
        if found is None or module is None:
            self.popup.hide()
            return
        module = f"{module}.{rest}" if rest else module
        if module in self._known:
            self._offer(module, found[2])
        elif self.process is not None:
            process = self.process
            self._asking.ask(
                lambda job: process.names(module, job.cancelled), lambda names: self._learn(module, names)
            )

    def _learn(self, module: str, names: Sequence[tuple[str, str]]) -> None:
        self._known[module] = names
        self.look()

    def _offer(self, module: str, prefix: str) -> None:
        if self._offered != module:
            self._offered = module
            self.model.clear()
            for name, about in self._known[module]:
                self.model.appendRow([QStandardItem(name), QStandardItem(about)])
        self.completer.setCompletionPrefix(prefix)
        count = self.completer.completionCount()
        if not count or (count == 1 and self.completer.currentCompletion() == prefix):
            self.popup.hide()
            return
        self.popup.setCurrentIndex(self.completer.completionModel().index(0, 0))
        box = self.editor.cursorRect()
        box.translate(self.editor.margin_px, 0)
        box.setWidth(WIDTH_PX)
        self.completer.complete(box)

    def _before(self) -> str:
        cursor = self.editor.textCursor()
        return cursor.block().text()[: cursor.positionInBlock()]

    def _take(self, name: str) -> None:
        cursor = self.editor.textCursor()
        left = len(self.completer.completionPrefix())
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, left)
        cursor.insertText(name)
        self.editor.setTextCursor(cursor)

    def close(self) -> None:
        self._asking.close()
        self.popup.close()
