"""The Functions tab as the main window sees it, with its toolbar; its content is built when first entered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QSettings, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.actions import with_keys
from jaxstudio.app.shared.settings import ENGINE_DETAILS
from jaxstudio.app.shared.tab import LateTab

if TYPE_CHECKING:
    from jaxstudio.app.plot.workbench import Workbench
    from jaxstudio.functions.document import Document


NEEDED_LATER = ("jaxstudio.app.plot.workbench",)  # once the tab is entered


class PlotTab(LateTab):
    """Holds the workbench; NumPy and the language of functions are loaded with it."""

    name = "functions"
    groups = (("open", "save", "copy"), ("undo", "redo"), ("fit",))
    doings = {
        "open": lambda bench: bench.files.ask_open(),
        "save": lambda bench: bench.files.save_again(),
        "save_as": lambda bench: bench.files.ask_save(),
        "export": lambda bench: bench.files.ask_export(),
        "copy": lambda bench: bench.files.copy_picture(),
        "copy_python": lambda bench: bench.copy_python(),
        "undo": lambda bench: bench.controller.undo(),
        "redo": lambda bench: bench.controller.redo(),
        "clear": lambda bench: bench.controller.clear(),
        "fit": lambda bench: bench.controller.show_home(),
        "zoom_in": lambda bench: bench.controller.zoom(1.5),
        "zoom_out": lambda bench: bench.controller.zoom(1 / 1.5),
        "equal": lambda bench: bench.controller.set_equal(not bench.controller.document.equal),
        "axes": lambda bench: bench.plane.buttons.show_axes(),
        "typeset": lambda bench: bench.toggle_typeset(),
        "panel": lambda bench: bench.side.toggle(),
        "add": lambda bench: bench.lines.go_to(bench.controller.add_line()),
        "focus_picture": lambda bench: bench.plane.setFocus(),
        "focus_stack": lambda bench: bench.focus_lines(),
    }
    view_changed = Signal()
    bench: Workbench | None

    def __init__(
        self, settings: QSettings, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(settings, actions, parent)
        self.examples_button.setToolTip(with_keys(self.tr("Sheets to begin with"), actions["examples"]))
        self.toolbar.line.add_stretch()
        self._values: tuple[Document, Callable[[], Mapping[str, Any]]] | None = None

    def build(self) -> Workbench:
        """The workbench, made now if there is none yet."""
        if self.bench is None:
            from jaxstudio.app.plot.workbench import Workbench

            self.bench = Workbench(self.settings, self)
            self.column.addWidget(self.bench)
            self.show_engine_details()
            self.bench.controller.document_changed.connect(self.actions_changed)
            self.bench.controller.view_changed.connect(self.actions_changed)
            self.bench.panel_changed.connect(self.actions_changed)
            self.bench.title_changed.connect(self.title_changed)
            self._show_kept()
            self.bench.controller.document_changed.connect(self.work_changed)
            self.bench.controller.view_changed.connect(self.view_changed)
        return self.bench

    def show_engine_details(self) -> None:
        for label in self.bench.status.engine_details if self.bench is not None else ():
            label.setVisible(ENGINE_DETAILS.read(self.settings))

    # Sessions

    def session_document(self) -> Callable[[], Mapping[str, Any]] | None:
        """Return a function that makes the sheet's values, also in a thread; None for an empty sheet."""
        if self.bench is None:
            kept = self.session_values
            return None if kept is None else lambda: kept
        document = self.bench.controller.document
        if not any(line.text.strip() for line in document.lines) and document.data is None:
            return None
        if self._values is None or self._values[0] is not document:
            self._values = document, cache(partial(_values_of, document))
        return self._values[1]

    def take_session_document(self, values: Mapping[str, Any] | None) -> None:
        """Show the sheet of a session, or an empty one; the sheet there is now becomes an undo."""
        self.session_values = values
        if self.bench is not None:
            if values is None and self.session_document() is not None:
                self.bench.controller.clear()
            self._show_kept()

    def _show_kept(self) -> None:
        kept, self.session_values = self.session_values, None
        if kept is not None and self.bench is not None:
            from jaxstudio.functions.document_files import from_values

            self.bench.controller.set_document(from_values(kept))

    # What the window asks

    def entered(self) -> None:
        first = self.bench is None
        bench = self.build()
        bench.start()
        if first:
            self.actions_changed.emit()
        bench.take_focus()

    def words(self) -> dict[str, str]:
        return {
            "copy": self.tr("&Copy Picture"),
            "fit": self.tr("&Reset the View"),
            "clear": self.tr("Remove All &Lines"),
            "add": self.tr("&Add a Line"),
            "focus_picture": self.tr("Go to &Plane"),
            "focus_stack": self.tr("Go to &Lines"),
            "copy_python": self.tr("Copy as P&ython Script"),
        }

    def draw_actions(self, actions: dict[str, QAction]) -> None:
        if self.bench is None:
            return
        controller = self.bench.controller
        actions["undo"].setEnabled(controller.history.can_undo)
        actions["redo"].setEnabled(controller.history.can_redo)
        actions["panel"].setChecked(bool(self.bench.side.open_page))
        actions["equal"].setChecked(controller.document.equal)
        actions["typeset"].setChecked(self.bench.lines.typesetting.on)
        for name in ("open", "restore", "save", "save_as", "copy", "fit", "zoom_in", "zoom_out", "clear"):
            actions[name].setEnabled(True)
        actions["axes"].setEnabled(True)
        actions["typeset"].setEnabled(True)

    def title(self) -> str:
        return self.bench.title() if self.bench is not None else ""

    def fill_panels(self, menu: QMenu) -> None:
        bench = self.build()
        bench.lines_dock.fill_menu(menu)
        bench.side_dock.fill_menu(menu, self.actions_by_name["panel"])

    def reset_layout(self) -> None:
        bench = self.build()
        bench.docks.reset()
        bench.side.page_changed.emit("")

    def takes(self, path: str) -> bool:
        from jaxstudio.functions.document_files import looks_like_session

        return path.lower().endswith((".csv", ".tsv")) or looks_like_session(path)

    def open_path(self, path: str) -> None:
        self.build().files.open(path)

    def open_mime(self, mime: QMimeData) -> bool:
        return self.bench is not None and self.bench.open_mime(mime)

    def current_topic(self) -> str | None:
        return self.bench.current_topic() if self.bench is not None else None

    def fill_recent(self, menu: QMenu) -> None:
        if self.bench is not None:
            self.bench.files.fill_recent(menu)

    def keep_layout(self, settings: QSettings) -> None:
        if self.bench is not None:
            self.bench.keep_layout(settings)

    # Commands

    def open_example(self, name: str) -> None:
        """Show the example of this name; a sheet that somebody has written is replaced after a question."""
        from jaxstudio.app.plot.examples import examples

        self.build().offer_example(next(each for each in examples() if each.name == name))


def _values_of(document: Document) -> Mapping[str, Any]:
    """The sheet as plain values: of many points they take a while."""
    from jaxstudio.functions.document_files import to_values

    return to_values(document)
