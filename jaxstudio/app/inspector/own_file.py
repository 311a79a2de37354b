"""The user's Python file: its functions, the chosen one's call, permission to run it; and its form."""

from __future__ import annotations

import re
import time
from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from PySide6.QtCore import QFileSystemWatcher, QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase, QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from jaxstudio.app.inspector.inspectables import Inspectable, Part
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.buttons import small_button
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.layouts import across, down, make_label, set_look
from jaxstudio.app.shared.text import html_table, tr, without_flags
from jaxstudio.errors import StudioError, UsageError
from jaxstudio.inspect_targets.requests import InspectionRequest
from jaxstudio.ir.argument_grammar import read_call
from jaxstudio.ir.user_process.loading import (
    Written,
    read_functions,
    read_places,
    read_static,
    split_words,
)
from jaxstudio.ir.user_process.request import Limits, Request

ITEM_ID = "own"
SETTLED_MS = 150  # an editor may write a file in several steps
KEPT = "inspector/own"
LIMITS = f"{Limits().seconds:g}", Limits().memory_bytes >> 30


@dataclass(frozen=True)
class Call:
    """A call of a function, as typed."""

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
            self._remember()
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

    def question(self) -> str:
        """What is asked before anything is run."""
        text = tr(
            "Inspecting a function runs the code of {0}, and runs it again whenever the file changes: in a "
            "process of its own with at most {1} s and {2} GB, but with all your rights. "
            "Run only what you trust."
        )
        assert self.path is not None
        return text.format(self.path.name, *LIMITS)

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
            static, names = read_static(split_words(typed.static), parameters)
            for name in (name for name in names if name not in call.texts):
                read_places(name, parameters)
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

    def _remember(self) -> None:
        self.settings.setValue(self._cache, [self.call.arguments, self.call.static, self.call.donated])

    @property
    def _cache(self) -> str:
        """Return the settings' key of this function's last call."""
        return f"{KEPT}/{str(self.path).replace('/', '|')}|{self.function}"

    def _stamped(self) -> tuple[int, int]:
        assert self.path is not None
        if not self.path.is_file():
            return (0, 0)
        status = self.path.stat()
        return status.st_mtime_ns, status.st_size


def _parts(title: str, request: Request, *_: object) -> list[Part]:
    return [Part(title.partition(": ")[2], InspectionRequest(request))]


MOST_LINES, MOST_LETTERS = 1_000, 1_000
MOST_PX = 132
# colours and cursor movements of a terminal, and what else no window can show
ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?|[\x00-\x08\x0b-\x1f\x7f]"
)
OVERWRITTEN = re.compile(r"^[^\n]*\r(?!\n)", re.MULTILINE)  # as a progress bar does
LEFT_OUT = "…\n"


def displayable(text: str) -> str:
    """The last lines of it, none of them longer than a window takes, without what only a terminal heeds."""
    lines = ESCAPES.sub("", OVERWRITTEN.sub("", text.replace("\r\n", "\n"))).split("\n")
    if not lines[-1]:
        lines.pop()
    kept = [line if len(line) <= MOST_LETTERS else line[:MOST_LETTERS] + "…" for line in lines[-MOST_LINES:]]
    return (LEFT_OUT if len(lines) > MOST_LINES else "") + "\n".join(kept)


class OutputView(QPlainTextEdit):
    """The end of what the code printed. Scrolls along with new output unless the user scrolled up."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setAccessibleName(self.tr("What the code printed"))
        self._text = ""

    @property
    def lines(self) -> int:
        return self.blockCount() if self._text else 0

    def say(self, text: str) -> None:
        """Show this."""
        if text == self._text:
            return
        self._text = text
        bar = self.verticalScrollBar()
        last = bar.value() == bar.maximum()
        held = bar.value()
        self.setPlainText(displayable(text))
        height = self.fontMetrics().lineSpacing() * (self.blockCount() + 1) + 2 * round(self.frameWidth() + 4)
        self.setFixedHeight(min(height, MOST_PX))
        bar.setValue(bar.maximum() if last else held)


class OwnBar(QFrame):
    """Two lines: the form, and below it the warning or what is wrong. `stopped` when a run is to be ended."""

    stopped = Signal()

    def __init__(
        self, own: OwnFile, settings: QSettings, parent: QWidget | None = None, *, narrow: bool = False
    ) -> None:
        """narrow: without the button that opens a file, and the fields below the function."""
        super().__init__(parent)
        self.own, self.settings = own, settings
        self.setObjectName("toolbar")
        self.file = small_button("", self)
        self.file.clicked.connect(self.ask)
        self.functions = small_box(self.tr("Function"), self, self.tr("The function to inspect"))
        self.fields = {
            "arguments": self._line(
                self.tr("Arguments"), "f32[8,8], n=3",
                f"<p>{self.tr('The arguments of the call, by position or by name:')}</p>{argument_table()}",
            ),
            "static": self._line(
                self.tr("Static"), "n=3",
                self.tr(
                    "Parameters that are constants of the compilation, with their values: n=3; or the "
                    "name alone, where its value stands among the arguments"
                ),
            ),
            "donated": self._line(
                self.tr("Donated"), "x",
                self.tr("Parameters whose memory the result may take: names, with commas between"),
            ),
        }  # fmt: skip
        about = self.tr("Run the file in a process of its own and inspect the function (Enter)")
        self.run = small_button(self.tr("Inspect"), self, about)
        self.warning = make_label("", parent=self, wraps=True)
        self.warning.setTextFormat(Qt.TextFormat.PlainText)
        self.allow = small_button(self.tr("Run") if narrow else self.tr("Run this file"), self)
        self.wrong = make_label("", "refused", self, wraps=True)
        self.wrong.setTextFormat(Qt.TextFormat.PlainText)
        self.wrong.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.printed = OutputView(self)
        self.printed.hide()
        about = self.tr("The end of what the code printed while it was loaded and traced")
        self.output_button = small_button("", self, about, checkable=True)
        self.output_button.hide()
        self.output_button.toggled.connect(self.printed.setVisible)
        self._running = False
        fields = zip(self.fields.values(), (3, 1, 1), strict=True)
        if narrow:
            self.file.hide()
            head = across(None, (self.functions, 1), self.output_button, self.run, spacing=6)
            form: QLayout = down(
                None,
                head,
                across(None, *zip(self.fields.values(), (5, 2, 2), strict=True), spacing=6),
                spacing=4,
            )
        else:
            form = across(None, self.file, self.functions, *fields, self.output_button, self.run, spacing=6)
        below = across(None, (self.warning, 1), self.allow, (self.wrong, 1), spacing=8)
        down(self, form, below, self.printed, spacing=4, margins=(8, 4, 8, 4))
        self.functions.activated.connect(lambda _: own.choose(self.functions.currentText()))
        for field in self.fields.values():
            field.textEdited.connect(lambda _: own.edit(self._typed()))
            field.returnPressed.connect(self._go)
        self.run.clicked.connect(self._go)
        self.allow.clicked.connect(own.allow)
        own.changed.connect(self.draw)
        self.draw()

    def _line(self, name: str, example: str, about: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(self.tr("{0}, such as {1}").format(name, example))
        field.setToolTip(about)
        return field

    def ask(self) -> None:
        """Ask for a Python file."""
        file_dialogs.ask_python(self, self.settings, self.own.open)

    def draw(self) -> None:
        """Show the file, its functions, the call, and what there is to say."""
        own = self.own
        self.file.setText(own.path.name if own.path is not None else self.tr("Open…"))
        self.file.setToolTip(
            self.tr("Another file: now {0}").format(own.path) if own.path else self.tr("Open a Python file")
        )
        self.functions.offer((each.name, None) for each in own.functions)
        self.functions.setCurrentText(own.function)
        for name, field in self.fields.items():
            typed = getattr(own.call, name)
            if field.text() != typed:
                field.setText(typed)
            set_look(field, own.field == name, "refused")
        self.fields["arguments"].setPlaceholderText(self._asked())
        ready = own.path is not None and bool(own.functions)
        asks = ready and not own.allowed and not own.error
        self.warning.setText(own.question() if asks else "")
        self.warning.setVisible(asks)
        self.allow.setVisible(asks)
        self.wrong.setText(own.error)
        self.wrong.setVisible(bool(own.error))
        for widget in (self.functions, *self.fields.values()):
            widget.setEnabled(ready)
        self.run.setEnabled(ready and own.allowed)

    def _asked(self) -> str:
        """Return the parameters that the function wants, as far as the file tells."""
        written = self.own.written
        if written is None or not written.parameters:
            return self.tr("{0}, such as {1}").format(self.tr("Arguments"), "f32[8,8], n=3")
        return self.tr("Arguments {0}, such as {1}").format(", ".join(written.parameters), "f32[8,8], n=3")

    def show_output(self, text: str) -> None:
        """Offer what the code printed; nothing takes the offer away."""
        self.printed.say(text)
        lines = self.printed.lines
        self.output_button.setText(self.tr("Printed: {0}").format(lines))
        self.output_button.setVisible(bool(lines))
        self.printed.setVisible(bool(lines) and self.output_button.isChecked())

    def show_running(self, running: bool) -> None:
        """While it runs, the button ends it."""
        self._running = running
        self.run.setText(self.tr("Stop") if running else self.tr("Inspect"))

    def _typed(self) -> Call:
        return Call(*(field.text() for field in self.fields.values()))

    def _go(self) -> None:
        if self._running and self.sender() is self.run:
            self.stopped.emit()
            return
        self.own.edit(self._typed())
        if self.own.allowed:
            self.own.run()


def argument_table() -> str:
    """The forms of arguments that `ir.argument_grammar` reads, as rich text."""
    rows = (
        ("f32[3,3]  bf16[]  f8_e4m3fn[4]", tr("Arrays by dtype and shape; without brackets a scalar")),
        ("weak(f32[])", tr("Weakly typed, as Python's numbers are")),
        ("3  -0.5  True  None  inf", tr('Values, traced as JAX traces them; a word, "same", is static')),
        ("f32(3)  i32([1, 2, 3])", tr("Arrays with these values")),
        ("key(0)  key<fry>[4]  PRNGKey(0)", tr("Random keys: from a seed, or by shape")),
        ('{"w": f32[3]}  [f32[3]] * 4  (1, 2)', tr("Pytrees")),
        ("init(key(0))  SIZES[0]  Params(f32[3])", tr("What the file itself defines")),
        ("f32[8@x,4@y]; mesh(x=2, y=4)", tr("Sharded over a mesh; the CPU is made to be so many devices")),
    )
    return html_table(((f"<b>{escape(form)}</b>", about) for form, about in rows), padding=4)
