"""The inside of the Playground tab: the form of the call, the editor, examples, files, messages."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import ValidationError, convert
from PySide6.QtCore import QPoint, QSettings
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.inspector.panel import Panel
from jaxstudio.app.manual import FOLDER
from jaxstudio.app.playground.call_form import CallForm, SwitchBar
from jaxstudio.app.playground.code import Call, PlaygroundCode, Switches, encoded
from jaxstudio.app.playground.completion import Completion
from jaxstudio.app.playground.editor import CodeEditor
from jaxstudio.app.playground.links import EditorLinks
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import BackgroundTask, Tasks
from jaxstudio.app.shared.layouts import OneLine, across, down
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.text import of_catalogue, of_error
from jaxstudio.errors import StudioError
from jaxstudio.runtime.atomic_write import atomic_write
from jaxstudio.runtime.text_files import line_end_of

RECENT = "playground/recent"
EXAMPLE, DISK, FILE = "example", "disk", "file"  # what messages are about


class Bench(QWidget):
    """The editor and what stands around it."""

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.code = PlaygroundCode(settings, self)
        self.editor = CodeEditor(self)
        self.form = CallForm(self.code, self)
        self.switches = SwitchBar(self)
        self.messages = MessageBar(self)
        self.wrong = OneLine(self, look="refused")  # of the program, below it: nothing moves when it comes
        self.completion = Completion(self.editor, self)
        self.links: EditorLinks | None = None
        self._panel: Panel | None = None
        self._jobs = Tasks()
        said = across(None, (self.wrong, 1), margins=(12, 1, 12, 2))
        down(self, self.form, self.switches, (self.editor, 1), said, self.messages, spacing=0)
        self.editor.textChanged.connect(lambda: self.code.type_text(self.editor.text))
        self.code.text_replaced.connect(self._show_text)
        self.code.conflict.connect(self._ask_which)
        self.code.changed.connect(self._show_error)
        self.switches.switched.connect(self.code.switch)
        self.form.stopped.connect(self._stop)
        self.form.allow.clicked.connect(lambda: self.editor.setFocus())
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self.editor, self.code.react)

    def attach(self, panel: Panel) -> None:
        """Connect the editor with the inspector's texts."""
        if self._panel is not panel:
            self._panel = panel
            self.links = EditorLinks(self.code, self.editor, panel, self)
            self.completion.process = panel.controller.process
            panel.output_changed.connect(self._show_output)

    def _show_output(self, printed: str, running: bool) -> None:
        self.form.show_running(running)
        self.form.show_output(printed)

    def _show_error(self) -> None:
        self.wrong.setText(self.code.error if self.code.field == "file" else "")

    def _stop(self) -> None:
        if self._panel is not None:
            self._panel.stop()

    def say(self, kind: str, text: str, about: str = "") -> None:
        """Show a message over the editor."""
        getattr(self.messages, kind)(text, about)

    # Texts

    def begin(self) -> None:
        """Show the first example."""
        self.show_example(examples()[0])

    def take(self, values: Mapping[str, Any]) -> None:
        """Show a session's program without running it."""
        text = str(values.get("text", ""))
        saved = values.get("saved")
        self.code.switches = _converted(values.get("switches"), Switches, Switches())
        self.code.take(
            text,
            text if saved is None else str(saved),
            str(values.get("file", "")),
            str(values.get("function", "")),
            _converted(values.get("calls"), dict[str, Call], {}),
        )

    def is_written(self) -> bool:
        """Whether there is a text that is no example's."""
        return bool(self.code.text.strip()) and all(self.code.text != each.text for each in examples())

    def show_examples(self, at: QPoint | None = None) -> None:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for example in examples():
            action = menu.addAction(of_catalogue(example.title))
            action.setToolTip(of_catalogue(example.about))
            action.triggered.connect(lambda _=False, example=example: self.offer_example(example))
        menu.addSeparator()
        menu.addAction(self.tr("An empty program")).triggered.connect(
            lambda: self._offer(self.tr("An empty program"), lambda: self.code.show_own(""))
        )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at or self.mapToGlobal(QPoint(20, 10)))

    def offer_example(self, example: Example) -> None:
        """Show an example; a text that somebody has written is replaced only when that is confirmed."""
        self._offer(of_catalogue(example.title), lambda: self.show_example(example))

    def _offer(self, title: str, show: Any) -> None:
        if not (self.is_written() and self.code.modified):
            show()
            return
        words = self.tr("{0} would take the place of this program, which is not saved.").format(title)
        self.messages.info(words, EXAMPLE).add_button(self.tr("Replace the Program"), show)

    def show_example(self, example: Example) -> None:
        """Show an example, and say what to look at."""
        self.code.show_own(example.text)
        self.messages.settle(EXAMPLE, FILE, DISK)
        about = of_catalogue(example.about)
        if about != example.about:  # the program itself says so in English
            self.messages.info(about, EXAMPLE)

    def _show_text(self) -> None:
        self.switches.show_switches(self.code.switches)
        if self.editor.text != self.code.text:
            line = self.editor.textCursor().blockNumber() + 1
            self.editor.setPlainText(self.code.text)
            if self.code.file is not None:  # it may be the same one, changed on disk
                self.editor.go_to(line)

    # Files

    def ask_open(self) -> None:
        file_dialogs.ask_file(self, self.settings, "python", self.open)

    def open(self, path: str) -> None:
        """Show a Python file; a text that is not saved is replaced only when that is confirmed."""
        self._offer(Path(path).name, lambda: self._open(path))

    def _open(self, path: str) -> None:
        try:
            self.code.open(path)
        except StudioError as error:
            self.say("error", of_error(error), FILE)
            return
        self.messages.settle(EXAMPLE, FILE, DISK)
        file_dialogs.remember_file(self.settings, str(self.code.file), RECENT)

    def save_again(self) -> None:
        """Write the program where it was opened or saved, or ask where."""
        if self.code.file is not None:
            self.save(str(self.code.file))
        else:
            self.ask_save()

    def ask_save(self) -> None:
        file_dialogs.ask_new_file(self, self.settings, "program", self.code.name, self.save)

    def save(self, path: str) -> None:
        """Write the program to a file, which is its own from then on."""
        file, text = Path(path if Path(path).suffix else path + ".py").absolute(), self.code.text

        def work(_: BackgroundTask) -> None:
            ended = text.replace("\n", line_end_of(file))
            with atomic_write(file) as target:
                target.write(encoded(ended, file.name))

        def done(_: object) -> None:
            self.code.saved_as(file, text)
            file_dialogs.remember_file(self.settings, str(file), RECENT)
            self.messages.settle(DISK, FILE)
            self.say("done", self.tr("Saved {0}").format(file), FILE)

        job = BackgroundTask(work, "program", self)
        self._jobs.start(job, done, lambda why: self.say("error", why, FILE))

    def fill_recent(self, menu: QMenu) -> None:
        for path in file_dialogs.recent_files(self.settings, RECENT):
            menu.addAction(path).triggered.connect(lambda _=False, path=path: self.open(path))

    def _ask_which(self) -> None:
        words = self.tr("{0} changed on disk, and here, too.").format(self.code.name)
        message = self.messages.info(words, DISK)
        message.add_button(self.tr("Take That of the Disk"), self.code.take_from_disk)
        message.add_button(self.tr("Keep Mine"), self.code.keep_mine)

    def close(self) -> bool:
        if self.links is not None:
            self.links.close()
        self.completion.close()
        self._jobs.wait()
        self.code.close()
        return super().close()


def _converted(values: object, kind: Any, usual: Any) -> Any:
    """A value from a session, or the default where its type is wrong."""
    try:
        return convert(values, kind)
    except ValidationError:
        return usual


# In the order of the menu.
NAMES = (
    "attention", "scan", "vmap_of_grad", "remat", "custom_vjp", "shard_map", "sort", "convolution",
    "linear_solve", "random_numbers",
)  # fmt: skip


@dataclass(frozen=True)
class Example:
    """`title` and `about` are the first line and the rest of the program's docstring."""

    title: str
    about: str
    text: str


@cache
def examples() -> tuple[Example, ...]:
    """The examples in the order of the menu."""
    return tuple(_read((FOLDER / "playground" / f"{name}.py").read_text(encoding="utf-8")) for name in NAMES)


def _read(text: str) -> Example:
    title, _, about = (ast.get_docstring(ast.parse(text)) or "").partition("\n")
    return Example(title.removesuffix("."), " ".join(about.split()), text)
