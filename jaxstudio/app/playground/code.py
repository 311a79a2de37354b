"""The typed program without widgets: its text, functions, call and switches; it runs when the keys rest.

The text is written to a file of its own, which the guarded process loads.
"""

from __future__ import annotations

import re
import tempfile
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import asdict, astuple, replace
from PySide6.QtCore import QFileSystemWatcher, QObject, QSettings, QTimer, Signal

from jaxstudio.app.inspector.inspectables import PLAYGROUND, Inspectable, Part
from jaxstudio.app.shared.text import of_error, tr, without_flags
from jaxstudio.errors import StudioError, UsageError
from jaxstudio.inspect_targets.requests import InspectionRequest
from jaxstudio.ir.argument_grammar import read_call
from jaxstudio.ir.user_process.loading import (
    Written,
    functions_of,
    parse_python,
    read_places,
    read_source,
    read_static,
    split_words,
)
from jaxstudio.ir.user_process.request import Limits, Request
from jaxstudio.runtime.text_files import encode_python

REST_MS = 400  # after the last key press
SETTLED_MS = 150  # an editor may write a file in several steps
LIMITS = f"{Limits().seconds:g}", Limits().memory_bytes >> 30
UNNAMED = "playground.py"
# `# inspect: f(f32[8], n=3); static n; donated x`: the call of a function, declared in the text
DECLARED = re.compile(
    r"^# inspect: *([\w.]+) *\((.*)\)(?: *; *static +([^;]+?))?(?: *; *donated +([^;]+?))? *$", re.MULTILINE
)
PRECISIONS = ("bfloat16", "tensorfloat32", "float32")


class Call(Struct, frozen=True):
    """A call of a function, as typed."""

    arguments: str = ""
    static: str = ""
    donated: str = ""


class Switches(Struct, frozen=True):
    """The settings of JAX for the program; 0, False and empty mean JAX's default."""

    devices: Annotated[int, Meta(ge=0, le=16)] = 0
    x64: bool = False
    precision: str = ""
    flags: str = ""

    @property
    def words(self) -> str:
        """Name what is not JAX's default, beside what is compiled so."""
        devices = tr("{0} devices").format(self.devices) if self.devices else ""
        return " · ".join(
            filter(None, [devices, tr("64 bits") if self.x64 else "", self.precision, self.flags])
        )


class PlaygroundCode(QObject):
    """A program that is typed; `file` is where it was opened or saved, `saved` what stands there.

    `changed`: its functions, its call or what is wrong with them. `inspection_requested`: it is to run.
    `text_replaced`: another text is to be shown. `conflict`: the file changed on disk while the text was
    changed here, too. Text of a file or a session runs once it is allowed; what is typed here or begins with
    an example is asked about once.
    """

    changed = Signal()
    inspection_requested = Signal(object)
    text_replaced = Signal()
    typed = Signal()
    conflict = Signal()

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.text = self.saved = ""
        self.file: Path | None = None
        self.functions: list[Written] = []
        self.function = ""
        self.call = Call()
        self.switches = Switches()
        self.allowed = False
        self.error = ""
        self.field = ""  # which part of the form the error is about
        self.error_line = 0
        self._folder = tempfile.TemporaryDirectory(prefix="jaxstudio-playground-", ignore_cleanup_errors=True)
        self.path = Path(self._folder.name) / UNNAMED  # what the process loads
        self._text_on_disk: tuple[Path, str] | None = None  # which text is there
        self._own = True  # the text is the person's own, or an example
        self._own_allowed = False
        self._calls: dict[str, Call] = {}
        self._declared: dict[str, Call] = {}
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.react)
        self._stamp: tuple[int, int] = (0, 0)
        self._gone = False  # the file was removed
        self._settle = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settle.timeout.connect(self.look)
        self._watch = QFileSystemWatcher(self)
        self._watch.fileChanged.connect(lambda _: self._settle.start())
        self._watch.directoryChanged.connect(lambda _: self._settle.start())

    @property
    def written(self) -> Written | None:
        """The chosen function."""
        return next((each for each in self.functions if each.name == self.function), None)

    # The text

    @property
    def name(self) -> str:
        return self.file.name if self.file is not None else UNNAMED

    @property
    def modified(self) -> bool:
        """Whether there is something here that is not in a file."""
        return self.text != self.saved or self._gone

    def type_text(self, text: str) -> None:
        """Take the editor's text. It is read, and run if permitted, when the keys rest."""
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
        file = Path(path).resolve()
        text = read_source(file)
        self._show(text, text, file, own=False)

    def take(self, text: str, saved: str, file: str, function: str, calls: dict[str, Call]) -> None:
        """Show a session's program without running it."""
        self._calls = dict(calls)
        self._show(text, saved, Path(file) if file else None, own=False, function=function)

    def _show(self, text: str, saved: str, file: Path | None, *, own: bool, function: str = "") -> None:
        self._rest.stop()
        self.text, self.saved, self.file = text, saved, file
        self._own, self.allowed = own, own and self._own_allowed
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
            # the folder too: many editors put a new file in the place of the old one
            self._watch.addPaths([str(self.file), str(self.file.parent)])
        self._stamp, self._gone = self._stamped(), False

    def look(self) -> None:
        """Follow a file that changed on disk; where the text was changed here, too, it is asked about."""
        stamp = self._stamped()
        if self.file is not None and (stamp == (0, 0)) != self._gone:
            self._gone = not self._gone
            self.changed.emit()
        if self.file is None or stamp in (self._stamp, (0, 0)):
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
        assert self.file is not None
        return read_source(self.file)

    def _stamped(self) -> tuple[int, int]:
        if self.file is None or not self.file.is_file():
            return (0, 0)
        status = self.file.stat()
        return status.st_mtime_ns, status.st_size

    # What is run

    def allow(self) -> None:
        """The person knows that this code is run, now and whenever it changes."""
        self._own_allowed = self._own_allowed or self._own
        self.allowed = True
        self.run()

    def question(self) -> str:
        """The question to ask before the program is run."""
        text = tr(
            "What is typed is run a moment after the last key: in a process of its own with at most {0} s "
            "and {1} GB, but with all your rights. Run only what you trust."
        )
        return text.format(*LIMITS)

    def edit(self, call: Call) -> None:
        """Take the call that was typed into the form."""
        if call != self.call:
            self.call = call
            self._rest.start()
            self.typed.emit()

    def switch(self, switches: Switches) -> None:
        """Set JAX otherwise from now on."""
        if switches != self.switches:
            self.switches = switches
            self.run()

    def choose(self, function: str) -> None:
        """Turn to another function of the program."""
        self._take(function)
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
        """Ask for the inspection, or say what in the form is wrong."""
        if self._rest.isActive() or self.field == "file":  # Enter, before the keys rested, or on an error
            self.react()
            return
        self.error = self.field = ""
        inspectable = self.inspectable()
        self.changed.emit()
        if inspectable is not None and self.allowed:
            self._remember()
            self.inspection_requested.emit(inspectable)

    def _read(self) -> None:
        self.error, self.field, self.error_line = "", "", 0
        try:
            self.functions = functions_of(parse_python(self.text, self.name))
            encoded(self.text, self.name)
        except UsageError as error:
            self.error, self.field = without_flags(of_error(error)), "file"
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
        kept = self.settings.value(self._settings_key) if self.file is not None else None
        last = Call(*kept) if isinstance(kept, list) and len(kept) == 3 else Call()
        self.call = self._calls.get(function, last)

    def _remember(self) -> None:
        self._calls[self.function] = self.call
        if self.file is not None:
            self.settings.setValue(self._settings_key, list(astuple(self.call)))

    @property
    def _settings_key(self) -> str:
        """Under which the last call of this function of the file is kept."""
        return f"playground/calls/{str(self.file).replace('/', '|')}|{self.function}"

    @property
    def key(self) -> tuple[object, ...]:
        """Equal keys are the same program, called alike."""
        return PLAYGROUND, self.text, self.function, self.call, self.switches

    def inspectable(self) -> Inspectable | None:
        """The chosen function as something to inspect; None where the form is wrong (`error` says how)."""
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
        if self._text_on_disk != (self.path, self.text):
            self.path.write_bytes(encoded(self.text, self.name))
            self._text_on_disk = self.path, self.text
        request = replace(
            request,
            original=str(self.file) if self.file is not None else "",
            typed=True,
            **asdict(self.switches) | {"x64": request.x64 or self.switches.x64},
        )
        details = " · ".join(filter(None, [self.call.arguments.strip() or "()", self.switches.words]))
        return Inspectable(self.key, PLAYGROUND, self.name, partial(_parts, request), details=details)

    def _request(self, written: Written) -> Request | None:
        """The call as the process takes it."""
        arguments, parameters = self.call.arguments.strip(), written.parameters
        field = "arguments"
        try:
            call = read_call(arguments)
            field = "static"
            static, names = read_static(split_words(self.call.static), parameters)
            for name in (name for name in names if name not in call.texts):
                read_places(name, parameters)
            field = "donated"
            donated = read_places(self.call.donated, parameters)
        except StudioError as error:
            self.error, self.field = without_flags(of_error(error)), field
            return None
        return Request(str(self.path), written.name, arguments, static, donated, x64=call.wide, static=names)

    def inspectables(self) -> list[Inspectable]:
        """The subjects to inspect: empty while the program may not be run."""
        found = self.inspectable() if self.allowed and not self.error else None
        return [] if found is None else [found]

    def session_values(self) -> dict[str, Any]:
        """The values to store in a session."""
        calls = self._calls | ({self.function: self.call} if self.function else {})
        return {
            "text": self.text,
            "saved": self.saved if self.modified else None,
            "file": str(self.file) if self.file is not None else "",
            "function": self.function,
            "calls": {name: asdict(call) for name, call in calls.items()},
            "switches": asdict(self.switches),
        }

    def close(self) -> None:
        self._rest.stop()
        self._folder.cleanup()


def encoded(text: str, name: str) -> bytes:
    """A program as the bytes of a file of this name; UsageError names a line that its encoding lacks."""
    try:
        return encode_python(text)
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise UsageError(
            "{0}, line {1}: {2} is no character of {3}, the encoding of the program",
            name,
            line,
            ascii(text[error.start]) if not text[error.start].isprintable() else text[error.start],
            error.encoding,
        ) from None


def _parts(request: Request, *_: object) -> list[Part]:
    return [Part(request.function, InspectionRequest(request))]
