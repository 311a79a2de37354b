"""The forms above the editor: the call, the permission to run, the output, and JAX's switches."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QTextOption
from PySide6.QtWidgets import QFrame, QLineEdit, QPlainTextEdit, QWidget

from jaxstudio.app.playground.code import PRECISIONS, Call, PlaygroundCode, Switches
from jaxstudio.app.playground.xla_flags import FlagMenu
from jaxstudio.app.shared.buttons import CheckBox, small_button
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.layouts import FlowLayout, across, down, make_label, set_look
from jaxstudio.app.shared.text import html_table, tr

MOST_LINES, MOST_LETTERS = 1_000, 1_000
MOST_PX, FLAGS_PX = 132, 160
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
    """The last output of the code. It scrolls along unless the user scrolled up."""

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


class CallForm(QFrame):
    """The function and its call; below them the permission to run, or the error.

    `stopped` when a run is to be ended.
    """

    stopped = Signal()

    def __init__(self, code: PlaygroundCode, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.code = code
        self.setObjectName("toolbar")
        self.functions = small_box(self.tr("Function"), self, self.tr("The function to inspect"))
        self.fields = {
            "arguments": self._line(
                self.tr("Arguments"),
                f"<p>{self.tr('The arguments of the call, by position or by name:')}</p>{argument_table()}",
            ),
            "static": self._line(
                self.tr("Static"),
                self.tr(
                    "Parameters that are constants of the compilation, with their values: n=3; or the "
                    "name alone, where its value stands among the arguments"
                ),
            ),
            "donated": self._line(
                self.tr("Donated"),
                self.tr("Parameters whose memory the result may take: names, with commas between"),
            ),
        }  # fmt: skip
        about = self.tr("Run the file in a process of its own and inspect the function (Enter)")
        self.run = small_button(self.tr("Inspect"), self, about)
        self.warning = make_label("", parent=self, wraps=True)
        self.warning.setTextFormat(Qt.TextFormat.PlainText)
        self.allow = small_button(self.tr("Run"), self)
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
        head = across(None, (self.functions, 1), self.output_button, self.run, spacing=6)
        call = across(None, *zip(self.fields.values(), (5, 2, 2), strict=True), spacing=6)
        below = across(None, (self.warning, 1), self.allow, (self.wrong, 1), spacing=8)
        down(self, head, call, below, self.printed, spacing=4, margins=(8, 4, 8, 4))
        self.functions.activated.connect(lambda _: code.choose(self.functions.currentText()))
        for field in self.fields.values():
            field.textEdited.connect(lambda _: code.edit(self._typed()))
            field.returnPressed.connect(self._go)
        self.run.clicked.connect(self._go)
        self.allow.clicked.connect(code.allow)
        code.changed.connect(self.draw)
        self.draw()

    def _line(self, name: str, about: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(name)  # all that there is room for in a narrow window
        field.setToolTip(about)
        return field

    def draw(self) -> None:
        """Show the functions of the program, the call, and what there is to say."""
        code = self.code
        self.functions.offer((each.name, None) for each in code.functions)
        self.functions.setCurrentText(code.function)
        for name, field in self.fields.items():
            typed = getattr(code.call, name)
            if field.text() != typed:
                field.setText(typed)
                field.setCursorPosition(0)  # a call that is longer than its field is read from its start
            set_look(field, code.field == name, "refused")
        self.fields["arguments"].setPlaceholderText(self._asked())
        ready = bool(code.functions)
        wrong = code.error if code.field != "file" else ""  # the program's own is said below it
        asks = ready and not code.allowed and not wrong
        self.warning.setText(code.question() if asks else "")
        self.warning.setVisible(asks)
        self.allow.setVisible(asks)
        self.wrong.setText(wrong)
        self.wrong.setVisible(bool(wrong))
        for widget in (self.functions, *self.fields.values()):
            widget.setEnabled(ready)
        self.run.setEnabled(ready and code.allowed)

    def _asked(self) -> str:
        """Return the parameters that the function wants, as far as the text tells."""
        written = self.code.written
        if written is None or not written.parameters:
            return self.tr("{0}, such as {1}").format(self.tr("Arguments"), "f32[8,8], n=3")
        return self.tr("Arguments {0}, such as {1}").format(", ".join(written.parameters), "f32[8,8], n=3")

    def show_output(self, text: str) -> None:
        """Offer the output of the code; the offer then stays."""
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
        self.code.edit(self._typed())
        if self.code.allowed:
            self.code.run()


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


COUNTS = (0, 2, 4, 8, 16)


class SwitchBar(QFrame):
    """`switched(Switches)` when something was changed by hand."""

    switched = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        about = self.tr(
            "The CPU is made to be so many devices, for shard_map, pmap and sharded arrays "
            "(--xla_force_host_platform_device_count)"
        )
        self.devices = small_box(self.tr("Devices"), self, about)
        self.devices.offer(
            [(self.tr("1 device"), 0), *((self.tr("{0} devices").format(n), n) for n in COUNTS[1:])]
        )
        about = self.tr("How exact a product of float32 matrices is (jax_default_matmul_precision)")
        self.precision = small_box(self.tr("Precision of matrix products"), self, about)
        self.precision.offer([(self.tr("usual precision"), ""), *((each, each) for each in PRECISIONS)])
        self.x64 = CheckBox(self.tr("64 bits"), self)
        self.x64.setToolTip(self.tr("Numbers have 64 bits where nothing else is said (jax_enable_x64)"))
        self.flags = QLineEdit(self)
        self.flags.setAccessibleName(self.tr("XLA flags"))
        self.flags.setMinimumWidth(FLAGS_PX)
        self.flags.setPlaceholderText(
            self.tr("XLA flags, such as {0}").format("--xla_cpu_enable_fast_math=true")
        )
        self.flags.setToolTip(self.tr("Added to XLA_FLAGS before JAX is loaded; taken over with Enter"))
        line = FlowLayout(self, spacing=6, margins=(8, 3, 8, 3))
        line.add(make_label(self.tr("JAX"), "muted", self))
        for widget in (self.devices, self.precision, self.x64, FlagMenu(self.flags, self)):
            line.add(widget)
        line.add(self.flags, 1)
        self.devices.activated.connect(lambda _: self._send())
        self.precision.activated.connect(lambda _: self._send())
        self.x64.clicked.connect(lambda _: self._send())
        self.flags.editingFinished.connect(self._send)
        self.hide()

    def show_switches(self, switches: Switches) -> None:
        self.devices.setCurrentIndex(max(self.devices.findData(switches.devices), 0))
        self.precision.setCurrentIndex(max(self.precision.findData(switches.precision), 0))
        self.x64.setChecked(switches.x64)
        self.flags.setText(switches.flags)

    def _send(self) -> None:
        self.switched.emit(
            Switches(
                int(self.devices.currentData()),
                self.x64.isChecked(),
                str(self.precision.currentData()),
                self.flags.text().strip(),
            )
        )
