"""The typed program without widgets: its text, functions, call and switches; it runs when the keys rest.

It is inspected as a user's own file is (`inspector.own_file`): the text is written to a file of its own,
which the guarded process loads.
"""

from __future__ import annotations

import re
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace
from PySide6.QtCore import QObject, QSettings, QTimer, Signal

from jaxstudio.app.inspector.inspectables import PLAYGROUND, Inspectable, Part
from jaxstudio.app.inspector.own_file import LIMITS, Call, OwnFile
from jaxstudio.app.shared.text import tr, without_flags
from jaxstudio.errors import UsageError
from jaxstudio.inspect_targets.requests import InspectionRequest
from jaxstudio.ir.user_process.loading import functions_of, parse_python
from jaxstudio.ir.user_process.request import Request
from jaxstudio.runtime.text_files import encode_python

REST_MS = 400  # after the last key press
UNNAMED = "playground.py"
# `# inspect: f(f32[8], n=3); static n; donated x`: the call of a function, declared in the text
DECLARED = re.compile(
    r"^# inspect: *([\w.]+) *\((.*)\)(?: *; *static +([^;]+?))?(?: *; *donated +([^;]+?))? *$", re.MULTILINE
)
PRECISIONS = ("bfloat16", "tensorfloat32", "float32")


class Switches(Struct, frozen=True):
    """How JAX is set for the program; 0, False and empty leave what is usual."""

    devices: int = 0
    x64: bool = False
    precision: str = ""
    flags: str = ""


class PlaygroundCode(OwnFile):
    """A program that is typed; `file` is where it was opened or saved, `saved` what stands there.

    `text_replaced` says that another text is to be shown, `conflict` that the file changed on disk while the
    text was changed here, too. Text of a file or a session runs once it is allowed, as with any file; what is
    typed here or begins with an example is asked about once.
    """

    text_replaced = Signal()
    typed = Signal()
    conflict = Signal()

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(settings, parent)
        self.text = self.saved = ""
        self.file: Path | None = None
        self.switches = Switches()
        self.error_line = 0
        self._folder = tempfile.TemporaryDirectory(prefix="jaxstudio-playground-", ignore_cleanup_errors=True)
        self.path = Path(self._folder.name) / UNNAMED
        self._own = True  # the text is the person's own, or an example
        self._own_allowed = False
        self._calls: dict[str, Call] = {}
        self._declared: dict[str, Call] = {}
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.react)

    # The text

    @property
    def name(self) -> str:
        return self.file.name if self.file is not None else UNNAMED

    @property
    def modified(self) -> bool:
        """Whether there is something here that is not in a file."""
        return self.text != self.saved

    def type_text(self, text: str) -> None:
        """Take what is in the editor; it is read, and run if it may be, once the keys rest."""
        if text != self.text:
            self.text = text
            self._rest.start()
            self.typed.emit()

    def show_own(self, text: str) -> None:
        """Begin with an example, or with nothing."""
        self._show(text, text, None, own=True)

    def open(self, path: str) -> None:
        """Show a file; it is not run.

        Raises:
            UsageError: it cannot be read.
        """
        from jaxstudio.ir.user_process.loading import read_source

        file = Path(path).resolve()
        text = read_source(file)
        self._show(text, text, file, own=False)

    def take(self, text: str, saved: str, file: str, function: str, calls: dict[str, Call]) -> None:
        """Show what a session kept; it is not run."""
        self._calls = dict(calls)
        self._show(text, saved, Path(file) if file else None, own=False, function=function)

    def _show(self, text: str, saved: str, file: Path | None, *, own: bool, function: str = "") -> None:
        self._rest.stop()
        self.text, self.saved, self.file = text, saved, file
        self._own, self.allowed = own, own and self._own_allowed
        self._ran = None
        self.path = Path(self._folder.name) / self.name
        self.function, self.call, self._declared = function, Call(), {}
        if not function:
            self._calls = {}
        self._watch_file()
        self.text_replaced.emit()
        self.react()

    def saved_as(self, file: Path, text: str) -> None:
        """This text stands in this file now."""
        self.file, self.saved = file, text
        self.path = Path(self._folder.name) / self.name
        self._watch_file()
        self.changed.emit()

    # The file on disk

    def _watch_file(self) -> None:
        watched = [*self._watch.files(), *self._watch.directories()]
        if watched:
            self._watch.removePaths(watched)
        if self.file is not None:
            self._watch.addPaths([str(self.file), str(self.file.parent)])
        self._stamp = self._stamped()

    def look(self) -> None:
        """Follow a file that changed on disk; where the text was changed here, too, it is asked about."""
        if self.file is None or self._stamped() in (self._stamp, (0, 0)):
            return
        self._watch_file()
        try:
            text = self._on_disk()
        except UsageError:
            return  # as it is half written: it changes again
        if text in (self.text, self.saved):
            self.saved = text
            self.changed.emit()
        elif self.modified:
            self.conflict.emit()
        else:
            self.take_from_disk()

    def take_from_disk(self) -> None:
        """Show the text that the file has now."""
        self.text = self.saved = self._on_disk()
        self.text_replaced.emit()
        self.react()

    def keep_mine(self) -> None:
        """Leave the text as it is here; the file has another one."""
        self.saved = self._on_disk()
        self.changed.emit()

    def _on_disk(self) -> str:
        from jaxstudio.ir.user_process.loading import read_source

        assert self.file is not None
        return read_source(self.file)

    def _stamped(self) -> tuple[int, int]:
        if self.file is None or not self.file.is_file():
            return (0, 0)
        status = self.file.stat()
        return status.st_mtime_ns, status.st_size

    # What is run

    def allow(self) -> None:
        self._own_allowed = self._own_allowed or self._own
        super().allow()

    def question(self) -> str:
        text = tr(
            "What is typed is run a moment after the last key: in a process of its own with at most {0} s "
            "and {1} GB, but with all your rights. Run only what you trust."
        )
        return text.format(*LIMITS)

    def edit(self, call: Call) -> None:
        if call != self.call:
            super().edit(call)
            self._rest.start()
            self.typed.emit()

    def switch(self, switches: Switches) -> None:
        """Set JAX otherwise from now on."""
        if switches != self.switches:
            self.switches = switches
            self.run()

    def choose(self, function: str) -> None:
        super().choose(function)
        self.run()

    def react(self) -> None:
        """Read the functions of the text, and run the chosen one if it may be."""
        self._rest.stop()
        self._read()
        if self.error:
            self.changed.emit()
        else:
            self.run()

    def run(self) -> None:
        if self._rest.isActive():  # Enter, before the keys rested
            self.react()
        else:
            super().run()

    def _read(self) -> None:
        self.error, self.field, self.error_line = "", "", 0
        try:
            self.functions = functions_of(parse_python(self.text, self.name))
        except UsageError as error:
            self.error, self.field = without_flags(str(error)), "file"
            found = re.search(r", line (\d+):", self.error)
            self.error_line = int(found[1]) if found else 0
            return
        declared = {
            name: Call(arguments.strip(), (static or "").strip(), (donated or "").strip())
            for name, arguments, static, donated in DECLARED.findall(self.text)
        }
        news = {name: call for name, call in declared.items() if self._declared.get(name) != call}
        first, self._declared = not self._declared, declared
        for name, call in news.items():
            if not (first and name in self._calls):
                self._calls[name] = call
        names = [each.name for each in self.functions]
        if self.function not in names:
            self._take(next((name for name in names if name in declared), names[0] if names else ""))
        elif self.function in news or not self.call.arguments:
            self.call = self._calls.get(self.function, self.call)

    def _take(self, function: str) -> None:
        self.function = function
        self.error = self.field = ""
        self.call = self._calls.get(function, Call())

    def _remember(self) -> None:
        self._calls[self.function] = self.call

    @property
    def key(self) -> tuple[object, ...]:
        """Equal keys are the same program, called alike."""
        return PLAYGROUND, self.text, self.function, self.call, self.switches

    def inspectable(self) -> Inspectable | None:
        written = self.written
        if written is None:
            return None
        request = self._request(written)
        if request is None:
            return None
        wrong = next((flag for flag in self.switches.flags.split() if not flag.startswith("--")), "")
        if wrong:
            self.error = tr("{0} is no flag of XLA: expected --name=value").format(wrong)
            return None
        assert self.path is not None
        self.path.write_bytes(encode_python(self.text))
        title = f"{self.name}: {written.name}"
        request = replace(
            request,
            original=str(self.file) if self.file is not None else "",
            typed=True,
            **asdict(self.switches) | {"x64": request.x64 or self.switches.x64},
        )
        details = self.call.arguments.strip() or "()"
        return Inspectable(self.key, PLAYGROUND, title, partial(_parts, request), details=details)

    def inspectables(self) -> list[Inspectable]:
        """What may be inspected now: nothing of what may not be run."""
        found = self.inspectable() if self.allowed and not self.error else None
        return [] if found is None else [found]

    def session_values(self) -> dict[str, Any]:
        """What a session keeps."""
        calls = self._calls | ({self.function: self.call} if self.function else {})
        return {
            "text": self.text,
            "saved": self.saved if self.modified else None,
            "file": str(self.file) if self.file is not None else "",
            "function": self.function,
            "calls": {name: vars(call) for name, call in calls.items()},
            "switches": asdict(self.switches),
        }

    def close(self) -> None:
        self._rest.stop()
        self._folder.cleanup()


def _parts(request: Request, *_: object) -> list[Part]:
    return [Part(request.function, InspectionRequest(request))]
