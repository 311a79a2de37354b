"""The Playground tab as the main window sees it, with its toolbar; its content is built when first needed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QSettings, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.actions import with_keys
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.tab import LateTab

if TYPE_CHECKING:
    from jaxstudio.app.inspector.inspectables import Inspectable
    from jaxstudio.app.inspector.panel import Panel
    from jaxstudio.app.playground.bench import Bench

NEEDED_LATER = ("jaxstudio.app.playground.bench",)  # once the tab is entered
SUFFIXES = (".py", ".pyw")


class PlaygroundTab(LateTab):
    """An editor, whose function the inspector beside it follows."""

    name = "playground"
    groups = (("open", "save"), ("undo", "redo"))
    doings = {
        "open": lambda bench: bench.ask_open(),
        "save": lambda bench: bench.save_again(),
        "save_as": lambda bench: bench.ask_save(),
        "undo": lambda bench: bench.editor.undo(),
        "redo": lambda bench: bench.editor.redo(),
        "focus_picture": lambda bench: bench.editor.setFocus(),
    }
    inspection_requested = Signal()  # what `inspectables` gives is to be inspected
    bench: Bench | None

    def __init__(
        self, settings: QSettings, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(settings, actions, parent)
        self.examples_button.setToolTip(with_keys(self.tr("Programs to begin with"), actions["examples"]))
        about = self.tr("Devices, 64 bits, precision of matrix products, XLA flags")
        self.switches = GlyphButton("options", about, self)
        self.switches.setCheckable(True)
        self.toolbar.line.add(self.switches)
        self.toolbar.line.add_stretch()
        self._panel: Panel | None = None

    def build(self) -> Bench:
        """The editor with its form, made now if there is none yet."""
        if self.bench is None:
            from jaxstudio.app.playground.bench import Bench

            self.bench = bench = Bench(self.settings, self)
            self.column.addWidget(bench)
            self.switches.toggled.connect(bench.switches.setVisible)
            bench.code.inspection_requested.connect(lambda _: self.inspection_requested.emit())
            bench.code.changed.connect(self._draw)
            bench.code.typed.connect(self._draw)
            bench.editor.undoAvailable.connect(lambda _: self.actions_changed.emit())
            bench.editor.redoAvailable.connect(lambda _: self.actions_changed.emit())
            kept, self.session_values = self.session_values, None
            bench.take(kept) if kept is not None else bench.begin()
            bench.code.typed.connect(self.work_changed)
            if self._panel is not None:
                bench.attach(self._panel)
        return self.bench

    def attach(self, panel: Panel) -> None:
        """Connect the inspector, which now exists, with the editor."""
        self._panel = panel
        if self.bench is not None:
            self.bench.attach(panel)

    def inspectables(self) -> list[Inspectable]:
        """The subjects that the inspector shows while this tab is in front."""
        return self.bench.code.inspectables() if self.bench is not None else []

    def _draw(self) -> None:
        self.title_changed.emit(self.title())

    # Sessions

    def session_document(self) -> Mapping[str, Any] | None:
        """The session's entry of the text; None for an untouched one."""
        if self.bench is None:
            return self.session_values
        return self.bench.code.session_values() if self.bench.is_written() else None

    def take_session_document(self, values: Mapping[str, Any] | None) -> None:
        """Show the text of a session, which is not run, or an example."""
        self.session_values = values
        if self.bench is not None:
            self.session_values = None
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
