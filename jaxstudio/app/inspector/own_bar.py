"""The form for a user's function: file, function, arguments; a warning before its first run."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QFontDatabase, QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from jaxstudio.app.inspector.own_file import Call, OwnFile
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.text import tr
from jaxstudio.ir.user_process.request import Limits

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

    def __init__(self, own: OwnFile, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.own, self.settings = own, settings
        self.setObjectName("toolbar")
        self.file = QPushButton(self)
        self.file.setObjectName("small")
        self.file.clicked.connect(self.ask)
        self.functions = ChoiceBox(self)
        self.functions.setObjectName("small")
        self.functions.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        self.functions.setAccessibleName(self.tr("Function"))
        self.functions.setToolTip(self.tr("The function to inspect"))
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
        self.run = QPushButton(self.tr("Inspect"), self)
        self.run.setObjectName("small")
        self.run.setToolTip(self.tr("Run the file in a process of its own and inspect the function (Enter)"))
        self.warning = QLabel(self)
        self.warning.setWordWrap(True)
        self.warning.setTextFormat(Qt.TextFormat.PlainText)
        self.allow = QPushButton(self.tr("Run this file"), self)
        self.allow.setObjectName("small")
        self.wrong = QLabel(self)
        self.wrong.setWordWrap(True)
        self.wrong.setProperty("look", "refused")
        self.wrong.setTextFormat(Qt.TextFormat.PlainText)
        self.wrong.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.printed = OutputView(self)
        self.printed.hide()
        self.output_button = QPushButton(self)
        self.output_button.setObjectName("small")
        self.output_button.setCheckable(True)
        self.output_button.setToolTip(
            self.tr("The end of what the code printed while it was loaded and traced")
        )
        self.output_button.hide()
        self.output_button.toggled.connect(self.printed.setVisible)
        self._running = False
        self._assemble()
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

    def _assemble(self) -> None:
        form = QHBoxLayout()
        form.setSpacing(6)
        form.addWidget(self.file)
        form.addWidget(self.functions)
        for field, stretch in zip(self.fields.values(), (3, 1, 1), strict=True):
            form.addWidget(field, stretch)
        form.addWidget(self.output_button)
        form.addWidget(self.run)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.warning, 1)
        below.addWidget(self.allow)
        below.addWidget(self.wrong, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 4)
        column.setSpacing(4)
        column.addLayout(form)
        column.addLayout(below)
        column.addWidget(self.printed)

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
        names = [each.name for each in own.functions]
        if names != [self.functions.itemText(place) for place in range(self.functions.count())]:
            self.functions.clear()
            self.functions.addItems(names)
        self.functions.setCurrentText(own.function)
        for name, field in self.fields.items():
            typed = getattr(own.call, name)
            if field.text() != typed:
                field.setText(typed)
            field.setProperty("refused", own.field == name)
            field.style().unpolish(field)
            field.style().polish(field)
        self.fields["arguments"].setPlaceholderText(self._asked())
        ready = own.path is not None and bool(own.functions)
        asks = ready and not own.allowed and not own.error
        self.warning.setText(self._warning() if asks else "")
        self.warning.setVisible(asks)
        self.allow.setVisible(asks)
        self.wrong.setText(own.error)
        self.wrong.setVisible(bool(own.error))
        for widget in (self.functions, *self.fields.values()):
            widget.setEnabled(ready)
        self.run.setEnabled(ready and own.allowed)

    def _asked(self) -> str:
        """What the function wants, as far as the file tells."""
        written = self.own.written
        if written is None or not written.parameters:
            return self.tr("{0}, such as {1}").format(self.tr("Arguments"), "f32[8,8], n=3")
        return self.tr("Arguments {0}, such as {1}").format(", ".join(written.parameters), "f32[8,8], n=3")

    def _warning(self) -> str:
        assert self.own.path is not None
        limits = Limits()
        text = self.tr(
            "Inspecting a function runs the code of {0}, and runs it again whenever the file changes: in a "
            "process of its own with at most {1} s and {2} GB, but with all your rights. "
            "Run only what you trust."
        )
        return text.format(self.own.path.name, f"{limits.seconds:g}", limits.memory_bytes >> 30)

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
    cells = "".join(f"<tr><td><b>{escape(form)}</b></td><td>{about}</td></tr>" for form, about in rows)
    return f"<table cellpadding='4'>{cells}</table>"
