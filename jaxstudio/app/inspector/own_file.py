"""One's own Python file: its functions, how the chosen one is called, whether it may be run. No widget."""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QFileSystemWatcher, QObject, QSettings, QTimer, Signal

from jaxstudio.app.inspector.inspectables import Inspectable, Part
from jaxstudio.app.shared.text import tr, without_flags
from jaxstudio.errors import StudioError, UsageError
from jaxstudio.inspect_targets.requests import InspectionRequest
from jaxstudio.ir.argument_grammar import Call as Arguments
from jaxstudio.ir.argument_grammar import read_call
from jaxstudio.ir.user_process.loading import (
    Written,
    read_functions,
    read_marked,
    read_places,
    read_static,
)
from jaxstudio.ir.user_process.request import Request

ITEM_ID = "own"
SETTLED_MS = 150  # an editor may write a file in several steps
KEPT = "inspector/own"


@dataclass(frozen=True)
class Call:
    """How a function is called, as typed."""

    arguments: str = ""
    static: str = ""
    donated: str = ""


class OwnFile(QObject):
    """`changed` when the file, its functions or the form changed; `inspection_requested` when it is to run.

    Nothing is run before `allow`, and nothing is read of the file but its text.
    """

    changed = Signal()
    inspection_requested = Signal(object)

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.path: Path | None = None
        self.functions: list[Written] = []
        self.function = ""
        self.call = Call()
        self.allowed = False
        self.error = ""
        self.awake = True
        self.field = ""  # which part of the form the error is about
        self._ran: Call | None = None
        self._stamp: tuple[int, int] = (0, 0)
        self._settle = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settle.timeout.connect(self.look)
        self._watch = QFileSystemWatcher(self)
        self._watch.fileChanged.connect(lambda _: self._settle.start())
        self._watch.directoryChanged.connect(lambda _: self._settle.start())

    def open(self, path: str) -> None:
        """Read the functions of another file; it is not run."""
        watched = [*self._watch.files(), *self._watch.directories()]
        if watched:
            self._watch.removePaths(watched)
        self.path = Path(path).resolve()
        self.function, self.functions = "", []
        self._ran, self.allowed = None, False
        # the folder too: many editors put a new file in the place of the old one
        self._watch.addPaths([str(self.path), str(self.path.parent)])
        self._stamp = self._stamped()
        self._read()
        if self.functions:
            self._take(self.functions[0].name)
        self.changed.emit()

    def allow(self) -> None:
        """The person knows that the code of this file is run, now and whenever it changes."""
        self.allowed = True
        self.run()

    def choose(self, function: str) -> None:
        """Turn to another function of the file; it is run once it is asked for."""
        self._take(function)
        self.changed.emit()

    def edit(self, call: Call) -> None:
        """Take what was typed."""
        self.call = call

    def run(self) -> None:
        """Ask for the inspection, or say what in the form is wrong."""
        self.error = self.field = ""
        inspectable = self.inspectable()
        self.changed.emit()
        if inspectable is not None and self.allowed:
            self._ran = self.call
            self.settings.setValue(self._cache, [self.call.arguments, self.call.static, self.call.donated])
            self.inspection_requested.emit(inspectable)

    def look(self) -> None:
        """Read the file anew if it is another one, and run it again if it was run (only while `awake`)."""
        if not self.awake or self.path is None or self._stamped() in (self._stamp, (0, 0)):
            return
        self._stamp = self._stamped()
        if str(self.path) not in self._watch.files():
            self._watch.addPath(str(self.path))
        self._read()
        if self.functions and self.function not in [each.name for each in self.functions]:
            self._take(self.functions[0].name)
            self._ran = None
        if not self.error and self._ran is not None:
            self.call = self._ran
            self.run()
        else:
            self.changed.emit()

    @property
    def written(self) -> Written | None:
        return next((each for each in self.functions if each.name == self.function), None)

    def inspectable(self) -> Inspectable | None:
        """The chosen function as something to inspect; None where the form is wrong (`error` says how)."""
        written = self.written
        if self.path is None or written is None:
            return None
        request = self._request(written)
        if request is None:
            return None
        title = f"{self.path.name}: {written.name}"
        key: Hashable = (ITEM_ID, str(self.path), self._stamp, written.name, self.call)
        saved = time.strftime("%H:%M:%S", time.localtime(self._stamp[0] / 1e9))
        details = tr("{0}, file of {1}").format(self.call.arguments.strip() or "()", saved)
        return Inspectable(key, ITEM_ID, title, partial(_parts, title, request), details=details)

    def _request(self, written: Written) -> Request | None:
        """The call as the process takes it."""
        arguments, typed, parameters = self.call.arguments.strip(), self.call, written.parameters
        static: dict[int | str, Any] = {}
        names: tuple[str, ...] = ()
        donated: tuple[int, ...] = ()
        field = "arguments"
        try:
            call = read_call(arguments)
            field = "static"
            valued, marked = read_marked(typed.static)
            static = read_static(valued, parameters)
            names = _names(marked, call, parameters)
            field = "donated"
            donated = read_places(typed.donated, parameters)
        except StudioError as error:
            self.error, self.field = without_flags(str(error)), field
            return None
        return Request(str(self.path), written.name, arguments, static, donated, x64=call.wide, static=names)

    def _read(self) -> None:
        assert self.path is not None
        self.error = self.field = ""
        try:
            self.functions = read_functions(self.path)
            if not self.functions:
                raise UsageError(tr("{0} defines no function").format(self.path.name))
        except UsageError as error:
            self.error, self.field = without_flags(str(error)), "file"

    def _take(self, function: str) -> None:
        self.function = function
        self.error = self.field = ""
        kept = self.settings.value(self._cache)
        self.call = Call(*kept) if isinstance(kept, list) and len(kept) == 3 else Call()

    @property
    def _cache(self) -> str:
        """Where the settings hold how this function was called last."""
        return f"{KEPT}/{str(self.path).replace('/', '|')}|{self.function}"

    def _stamped(self) -> tuple[int, int]:
        assert self.path is not None
        if not self.path.is_file():
            return (0, 0)
        status = self.path.stat()
        return status.st_mtime_ns, status.st_size


def _names(marked: str, call: Arguments, parameters: Sequence[str]) -> tuple[str, ...]:
    """The arguments that are marked as static, each by its name where it was given by name."""
    words = [word.strip() for word in marked.split(",") if word.strip()]
    for word in words:
        if word not in call.texts:
            read_places(word, parameters)
    return tuple(words)


def _parts(title: str, request: Request, *_: object) -> list[Part]:
    return [Part(title.partition(": ")[2], InspectionRequest(request))]
