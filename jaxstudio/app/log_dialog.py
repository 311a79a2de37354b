"""Help > Log: what the program noted, and a report to send with a description of a problem."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QFontDatabase, QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.elided_label import OneLine
from jaxstudio.app.shared.layouts import across, down, resize_on_screen
from jaxstudio.runtime.app_log import log_path, read_log, report

WIDTH, HEIGHT = 820, 520
MOST_LINES = 2000


class LogDialog(QDialog):
    """The log as it is now; read in a thread.

    Args:
        devices: gives a line for each device that JAX can reach, or cannot and why.
    """

    def __init__(self, devices: Callable[[], list[str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._devices = devices
        self.setWindowTitle(self.tr("Log"))
        resize_on_screen(self, WIDTH, HEIGHT)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(self.tr("Lines of the log"))
        self.message = OneLine(self)
        self.copy_button = self._button(self.tr("&Copy Report"), self.copy_report)
        self.copy_button.setToolTip(
            self.tr("Versions, system, devices and the last lines; your home folder is written as ~")
        )
        self.read_button = self._button(self.tr("&Read Again"), self.read)
        self.open_button = self._button(self.tr("Open the &Folder"), self._open_folder)
        close = self._button(self.tr("Close"), self.close)
        line = across(None, self.copy_button, self.read_button, self.open_button, (self.message, 1), close)
        down(self, (self.text, 1), line, margins=None)

    def _button(self, words: str, do: Callable[[], object]) -> QPushButton:
        button = QPushButton(words, self)
        button.setAutoDefault(False)
        button.clicked.connect(do)
        return button

    def read(self) -> None:
        """Show the log as it is now."""
        self._in_thread(lambda: read_log(MOST_LINES), self._show_text)

    def _show_text(self, text: str) -> None:
        self.text.setPlainText(text or self.tr("Nothing was noted yet"))
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum())
        self.message.setText(str(log_path()))

    def copy_report(self) -> None:
        """Put the report on the clipboard."""
        devices = self._devices()
        self._in_thread(lambda: report(devices), self._copy)

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.message.setText(self.tr("The report is on the clipboard"))

    def _in_thread(self, work: Callable[[], str], then: Callable[[str], object]) -> None:
        BackgroundTask(lambda _: work(), "log", self).start(then, self.message.setText)

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_path().parent)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.read()
