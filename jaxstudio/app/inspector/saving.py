"""Writes what the inspector shows: a stage as text, all stages as one page or into a folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.inspector.code_page import CodePage
from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.scheduling import LatestOnly
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.runtime.atomic_write import write_text


class Saver(QObject):
    """`done(path)` or `failed(reason)` follows each."""

    done = Signal(str)
    failed = Signal(str)

    def __init__(
        self, controller: InspectorController, code: CodePage, settings: QSettings, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.controller, self.code, self.settings, self.window = controller, code, settings, parent
        self._writing = LatestOnly("inspector save", self)
        self._writing.failed.connect(self.failed)

    def fill(self, menu: QMenu) -> None:
        """Offer what there is to save."""
        stage = self.code.current_pane.stage
        report = self.controller.report
        for words, do, there in (
            (self.tr("Copy this stage"), self.copy_stage, stage),
            (self.tr("Save this stage…"), self.ask_stage, stage),
            (self.tr("Save all as one HTML page…"), self.ask_page, report),
            (self.tr("Save all into a folder…"), self.ask_folder, report),
        ):
            action = menu.addAction(words)
            action.setEnabled(there is not None)
            action.triggered.connect(lambda _=False, do=do: do())

    def copy_stage(self) -> None:
        """The whole text of the stage in front, nothing hidden."""
        stage = self.code.current_pane.stage
        if stage is not None:
            QGuiApplication.clipboard().setText(stage.text)

    def ask_stage(self) -> None:
        stage = self.code.current_pane.stage
        if stage is not None:
            name = f"{stage.name.replace('/', '-').replace(' ', '-')}.txt"
            file_dialogs.ask_stage_target(self.window, self.settings, name, self.save_stage)

    def save_stage(self, path: str) -> None:
        """Write the stage in front as it is, nothing hidden."""
        stage = self.code.current_pane.stage
        if stage is not None:
            self._write(path, lambda: write_text(Path(path), stage.text))

    def ask_page(self) -> None:
        file_dialogs.ask_page_target(self.window, self.settings, "stages.html", self.save_page)

    def save_page(self, path: str) -> None:
        """Write all stages as one page."""
        self._save_all("page", path)

    def ask_folder(self) -> None:
        title = self.tr("Save all stages into a folder")
        file_dialogs.ask_folder(self.window, self.settings, title, self.save_folder)

    def save_folder(self, path: str) -> None:
        """Write each stage to a file of its own."""
        self._save_all("folder", path)

    def _save_all(self, form: str, path: str) -> None:
        state = self.controller.state
        if state is not None and state.report is not None:
            inspection, absolute = state.inspection, str(Path(path).absolute())
            self._write(path, lambda: inspection.save(form, absolute))

    def _write(self, path: str, write: Callable[[], object]) -> None:
        def work(_: BackgroundTask) -> str:
            write()
            return path

        self._writing.ask(work, self.done.emit)

    def close(self) -> None:
        self._writing.close()
