"""Help > About: the version of the program, of JAX and of what it stands on, the devices, the licence."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QWidget

from jaxstudio import __version__
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.layouts import down
from jaxstudio.runtime.app_log import versions


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
