"""Help > About and Help > Log: versions, devices and the log, to be copied into the report of a problem."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFontDatabase, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QWidget

from jaxstudio import __version__
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.layouts import OneLine, across, down, make_button, resize_on_screen
from jaxstudio.runtime.app_log import log_path, read_log, report, versions


class AboutDialog(QDialog):
    """The version of the program, of JAX and of its devices, for a report of a problem.

    Args:
        devices: gives a line for each device that JAX can reach, or cannot and why.
    """

    def __init__(self, devices: Callable[[], list[str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._devices = devices
        self._versions: list[str] = []
        self.setWindowTitle(self.tr("About JAXStudio"))
        title = QLabel(f"<h2>JAXStudio {__version__}</h2>", self)
        purpose = QLabel(self.tr("See what JAX does: to a photo, to a function, to the code itself."), self)
        self.facts = QLabel(self)
        self.facts.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.facts.setAccessibleName(self.tr("Versions and devices"))
        licence = QLabel(self.tr("Apache License 2.0. The sample photos come with scikit-image."), self)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        copy = buttons.addButton(self.tr("&Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.facts.text()))
        buttons.rejected.connect(self.close)
        down(self, title, purpose, self.facts, licence, buttons, margins=None)

    def open_about(self) -> None:
        """Show the dialog with the devices as they are known now."""
        self._write()
        self.show()
        self.raise_()
        if not self._versions:  # reading them takes 60 ms
            BackgroundTask(lambda _: versions(), "versions", self).start(self._take_versions)

    def _take_versions(self, lines: list[str]) -> None:
        self._versions = lines
        self._write()

    def _write(self) -> None:
        devices = self._devices() or [self.tr("Devices are not known yet")]
        self.facts.setText("\n".join([*self._versions, "", *devices]).strip())


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
        self.copy_button = make_button(self.tr("&Copy Report"), self.copy_report, self)
        self.copy_button.setToolTip(
            self.tr("Versions, system, devices and the last lines; your home folder is written as ~")
        )
        self.read_button = make_button(self.tr("&Read Again"), self.read, self)
        self.open_button = make_button(self.tr("Open the &Folder"), self._open_folder, self)
        close = make_button(self.tr("Close"), self.close, self)
        line = across(None, self.copy_button, self.read_button, self.open_button, (self.message, 1), close)
        down(self, (self.text, 1), line, margins=None)

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
