"""Completion: names of modules with their docstrings, arguments of the call, names of the text.

The inspector's process tells those of modules: the window itself never imports JAX.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from keyword import iskeyword

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QStandardItem, QStandardItemModel, QTextCursor
from PySide6.QtWidgets import QCompleter, QHeaderView, QTreeView

from jaxstudio.app.playground.editor import CodeEditor
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.inspect_targets.client import InspectionProcess
from jaxstudio.inspect_targets.requests import LIBRARIES

# Under these names the modules are known, whether the text imports them or not yet.
USUAL = {"jax": "jax", "jnp": "jax.numpy", "lax": "jax.lax", "random": "jax.random", "nn": "jax.nn"}
LIBRARY = f"(?:{'|'.join(LIBRARIES)})\\b[\\w.]*"
IMPORTED = re.compile(
    rf"^\s*(?:import (?P<whole>{LIBRARY})(?: as (?P<short>\w+))?"
    rf"|from (?P<parent>{LIBRARY}) import (?P<names>[\w, ]+))$",
    re.MULTILINE,
)
TYPED = re.compile(r"([A-Za-z_][\w.]*)\.(\w*)$")
WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w+$")
# what is no code: a text over several lines, a text, a comment
ASIDE = re.compile(r'("""|\'\'\').*?(?:\1|\Z)|"[^"\n]*"?|\'[^\'\n]*\'?|#[^\n]*', re.DOTALL)
DEFINED = re.compile(r"^[ \t]*def (\w+)\(([^)]*)\)?", re.MULTILINE)
CALLED = re.compile(r"([A-Za-z_][\w.]*)$")
WIDTH_PX = 620
WAIT_MS = 30  # after a key: the letters of a fast hand are one question
NAME_PX = 190
Names = Sequence[tuple[str, str]]  # each with what it is


def modules_in(text: str) -> dict[str, str]:
    """The modules of libraries by the names that a program gives them."""
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


def names_in(text: str, besides: int, prefix: str = "") -> dict[str, str]:
    """The names in a program that begin with `prefix`, of three letters or more, each with its first line.

    The name that ends at `besides`, which is being typed, is left out.
    """
    if prefix not in text:
        return {}
    code = ASIDE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    names: dict[str, str] = {}
    for each in re.finditer(rf"(?<![\w.])(?![0-9])(?={re.escape(prefix)})\w{{3,}}", code):
        if each[0] not in names and not each.start() < besides <= each.end() and not iskeyword(each[0]):
            start, end = text.rfind("\n", 0, each.start()) + 1, text.find("\n", each.start())
            names[each[0]] = text[start : end if end >= 0 else None].strip()
    return names


def call_before(text: str) -> str:
    """The name of the function whose parenthesis is open at the end of a text; empty for none."""
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] in ")]}") - (text[place] in "([{")
        if depth < 0:
            found = CALLED.search(text[:place])
            return found[1] if text[place] == "(" and found else ""
    return ""


def arguments_in(text: str, function: str) -> Names:
    """The arguments of a function that the program defines, as they are written in a call."""
    listed = next((found[2] for found in DEFINED.finditer(text) if found[1] == function), "")
    parts = (part.strip() for part in listed.split(","))
    return [
        (f"{part.partition('=')[0].partition(':')[0].strip()}=", part) for part in parts if part[:1].isalpha()
    ]


class Completion(QObject):
    """Offers names below the cursor after a dot, or with Ctrl+Space; Tab or Enter takes one."""

    def __init__(self, editor: CodeEditor, parent: QObject) -> None:
        super().__init__(parent)
        self.editor = editor
        self.process: InspectionProcess | None = None
        self._known: dict[str, Names] = {}
        self._offered: Names = ()  # those that the model holds
        self._asking = Question(self, "playground names")
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
        """Offer completions of the letters before the cursor."""
        text, at = self.editor.text, self.editor.textCursor().position()
        before = self._before()
        if found := TYPED.search(before):
            names = [entry for entry in self._of_module(found[1], text) if not entry[0].endswith("=")]
            self._offer(names, found[2]) if names else self.popup.hide()
        elif (found := WORD.search(before)) and not ASIDE.sub("", before).endswith(found[0]):
            self.popup.hide()  # inside a text or a comment
        elif found:
            function = call_before(text[: at - len(found[0])])
            arguments = arguments_in(text, function) or [
                entry for entry in self._of_module(function, text) if entry[0].endswith("=")
            ]
            self._offer(sorted({**names_in(text, at, found[0]), **dict(arguments)}.items()), found[0])
        else:
            self.popup.hide()

    def _of_module(self, written: str, text: str) -> Names:
        """The names of a part of a module, or the arguments of a function; asked for, if not known yet."""
        name, _, rest = written.partition(".")
        module = modules_in(text).get(name)
        if module is None:
            return ()
        module = f"{module}.{rest}" if rest else module
        if module not in self._known and self.process is not None:
            process = self.process
            self._asking.run(
                lambda job: process.names(module, job.cancelled), lambda names: self._learn(module, names)
            )
        return self._known.get(module, ())

    def _learn(self, module: str, names: Names) -> None:
        self._known[module] = names
        self.look()

    def _offer(self, names: Names, prefix: str) -> None:
        names = [entry for entry in names if entry[0].startswith(prefix)]
        if self._offered != names:
            self._offered = names
            self.model.clear()
            for name, about in names:
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
