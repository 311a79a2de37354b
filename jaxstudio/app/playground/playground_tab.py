"""The Playground tab as the main window sees it, with its toolbar; its content is built when first needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QSettings, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from jaxstudio.app.actions import with_keys
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.layouts import FlowLayout, down
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.tab import Tab

if TYPE_CHECKING:
    from jaxstudio.app.inspector.inspectables import Inspectable
    from jaxstudio.app.inspector.panel import Panel
    from jaxstudio.app.playground.bench import Bench

GROUPS = (("open", "save"), ("undo", "redo"))
GAP = 14
NEEDED_LATER = ("jaxstudio.app.playground.bench",)  # once the tab is entered
SUFFIXES = (".py", ".pyw")


class Toolbar(QWidget):
    """Buttons for actions, in groups; one for the examples, one for the switches."""

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = FlowLayout(self, spacing=2)
        for group in GROUPS:
            for name in group:
                line.add(GlyphButton.for_action(name, actions[name], self))
            line.add_space(GAP)
        self.examples = QToolButton(self)
        self.examples.setObjectName("words")
        self.examples.setText(self.tr("Examples"))
        self.examples.setToolTip(with_keys(self.tr("Programs to begin with"), actions["examples"]))
        line.add(self.examples)
        self.switches = GlyphButton(
            "options", self.tr("Devices, 64 bits, precision of matrix products, XLA flags"), self
        )
        self.switches.setCheckable(True)
        line.add(self.switches)
        line.add_stretch()


class PlaygroundTab(Tab):
    """An editor, whose function the inspector beside it follows."""

    name = "playground"
    work_changed = Signal()  # the text is another one now
    inspection_requested = Signal()  # what `inspectables` gives is to be inspected

    def __init__(
        self, settings: QSettings, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.settings, self._actions = settings, actions
        self.toolbar: Toolbar = Toolbar(actions, self)
        self.commands = {name: partial(self._do, do) for name, do in COMMANDS.items()}
        self.bench: Bench | None = None
        self._panel: Panel | None = None
        self._session_values: Mapping[str, Any] | None = None  # of a session, until there is an editor
        self.column = down(self)

    def build(self) -> Bench:
        """The editor with its form, made now if there is none yet."""
        if self.bench is None:
            from jaxstudio.app.playground.bench import Bench

            self.bench = bench = Bench(self.settings, self)
            self.column.addWidget(bench)
            self.toolbar.examples.clicked.connect(self._show_examples)
            self.toolbar.switches.toggled.connect(bench.switches.setVisible)
            bench.code.inspection_requested.connect(lambda _: self.inspection_requested.emit())
            bench.code.changed.connect(self._draw)
            bench.code.typed.connect(self._draw)
            bench.editor.undoAvailable.connect(lambda _: self.actions_changed.emit())
            bench.editor.redoAvailable.connect(lambda _: self.actions_changed.emit())
            kept, self._session_values = self._session_values, None
            bench.take(kept) if kept is not None else bench.begin()
            bench.code.typed.connect(self.work_changed)
            if self._panel is not None:
                bench.attach(self._panel)
        return self.bench

    def attach(self, panel: Panel) -> None:
        """The inspector is there: what it shows is joined with the editor."""
        self._panel = panel
        if self.bench is not None:
            self.bench.attach(panel)

    def inspectables(self) -> list[Inspectable]:
        """What the inspector shows while this tab is in front."""
        return self.bench.code.inspectables() if self.bench is not None else []

    def _draw(self) -> None:
        self.title_changed.emit(self.title())

    # Sessions

    def session_document(self) -> Mapping[str, Any] | None:
        """What a session keeps of the text; None where nobody wrote one."""
        if self.bench is None:
            return self._session_values
        return self.bench.code.session_values() if self.bench.is_written() else None

    def take_session_document(self, values: Mapping[str, Any] | None) -> None:
        """Show the text of a session, which is not run, or an example."""
        self._session_values = values
        if self.bench is not None:
            self._session_values = None
            self.bench.take(values) if values is not None else self.bench.begin()

    # What the window asks

    def entered(self) -> None:
        first = self.bench is None
        bench = self.build()
        if first:
            self.actions_changed.emit()
        bench.editor.setFocus()

    def words(self) -> dict[str, str]:
        return {"focus_picture": self.tr("Go to &Editor")}

    def draw_actions(self, actions: dict[str, QAction]) -> None:
        if self.bench is None:
            return
        document = self.bench.editor.document()
        actions["undo"].setEnabled(document.isUndoAvailable())
        actions["redo"].setEnabled(document.isRedoAvailable())
        for name in ("open", "restore", "save", "save_as"):
            actions[name].setEnabled(True)

    def title(self) -> str:
        if self.bench is None or self.bench.code.file is None:
            return ""
        return self.bench.code.name + ("*" if self.bench.code.modified else "")

    def say(self, kind: str, text: str, about: str = "") -> None:
        self.build().say(kind, text, about)

    def message_bar(self) -> MessageBar:
        return self.build().messages

    def takes(self, path: str) -> bool:
        return Path(path).suffix.lower() in SUFFIXES

    def open_path(self, path: str) -> None:
        self.build().open(path)

    def open_mime(self, mime: QMimeData) -> bool:
        return False

    def current_topic(self) -> str | None:
        from jaxstudio.app.manual import PLAYGROUND

        return PLAYGROUND

    def fill_recent(self, menu: QMenu) -> None:
        self.build().fill_recent(menu)

    def close_tab(self) -> None:
        if self.bench is not None:
            self.bench.close()

    def _do(self, command: Callable[[Bench], object]) -> None:
        command(self.build())

    def _show_examples(self) -> None:
        button = self.toolbar.examples
        self.build().show_examples(button.mapToGlobal(button.rect().bottomLeft()))


COMMANDS: Mapping[str, Callable[[Bench], object]] = {
    "open": lambda bench: bench.ask_open(),
    "save": lambda bench: bench.save_again(),
    "save_as": lambda bench: bench.ask_save(),
    "examples": lambda bench: bench.show_examples(),
    "undo": lambda bench: bench.editor.undo(),
    "redo": lambda bench: bench.editor.redo(),
    "focus_picture": lambda bench: bench.editor.setFocus(),
}
