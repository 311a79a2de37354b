"""A file in a form: its name, a button to choose it, one to do without."""

from __future__ import annotations

from pathlib import Path as FilePath

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from jaxstudio.app.image.param_row import ParamRow
from jaxstudio.app.image.session import Session
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.pipeline.params import Path, Value
from jaxstudio.pipeline.recipe import Step


class PathField(QLineEdit):
    """Takes a file that is dropped on it by its path; the field itself would take its address."""

    dropped = Signal(str)

    def _file(self, event: QDropEvent) -> str:
        return next((url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()), "")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._file(event):
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if self._file(event):
            event.acceptProposedAction()
        else:
            super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        path = self._file(event)
        if path:
            event.acceptProposedAction()
            self.dropped.emit(path)
        else:
            super().dropEvent(event)


class PathRow(ParamRow):
    """A field for the path, which may be typed or dropped, with an open and a clear button."""

    def __init__(self, session: Session, step: Step, param: Path, parent: QWidget | None = None) -> None:
        super().__init__(session, step, param, parent)
        self.field = PathField(self)
        self.field.setPlaceholderText(self.tr("None"))
        self.field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.name_control(self.field)
        self.open = GlyphButton("open", self.tr("Choose {0}").format(self.name.lower()), self, small=True)
        self.clear = GlyphButton(
            "close", self.tr("Do without {0}").format(self.name.lower()), self, small=True
        )
        self.line.addWidget(self.field, 1)
        self.line.addWidget(self.open)
        self.line.addWidget(self.clear)
        self.field.editingFinished.connect(self._type)
        self.field.dropped.connect(self._take)
        self.open.clicked.connect(self._ask)
        self.clear.clicked.connect(lambda: self.send(""))

    def show_value(self, value: Value, step: Step) -> None:
        assert isinstance(value, str)
        if value != self.field.text():
            self.field.setText(value)
        self.field.setModified(False)
        # the end of a path says more than its beginning
        self.field.end(False)
        self.field.setToolTip(value or self.about)
        self.clear.setEnabled(bool(value))
        self._say_whether_gone(value)

    def _say_whether_gone(self, path: str) -> None:
        gone = bool(path) and not FilePath(path).is_file()
        self.show_refusal(self.tr("{0}: no such file").format(path) if gone else "")

    def show_step(self, step: Step) -> None:
        self.show_refusal("")
        self.show_value(step.params[self.param.name], step)

    def _type(self) -> None:
        if self.field.isModified():
            self._take(self.field.text().strip())

    def _ask(self) -> QFileDialog:
        settings = getattr(self.window(), "settings", None)
        assert isinstance(settings, QSettings), "rows stand in the window, which has them"
        return file_dialogs.ask_photo(self, settings, self._take)

    def _take(self, path: str) -> None:
        # an absolute path means the same wherever the recipe is used on this machine
        path = str(FilePath(path).expanduser().absolute()) if path else ""
        if self.send(path):
            self._say_whether_gone(path)
