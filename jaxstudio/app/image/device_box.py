"""Where to compute: every device there is, and those that could not be reached with the reason."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.text import of_bytes

LEAST_PX = 90  # narrower than its longest entry, so that the window fits half a screen


class DeviceBox(ChoiceBox):
    """Sends the chosen device to the session, and shows the one in use."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setAccessibleName(self.tr("Device"))
        self.setToolTip(self.tr("Where the pixels are computed"))
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumWidth(LEAST_PX)
        self.setEnabled(False)
        self.addItem(self.tr("Starting…"))
        self.activated.connect(lambda index: session.set_device(self.itemData(index)))
        session.backend_changed.connect(self._fill)
        session.device_changed.connect(self.draw)
        self._fill()

    def _fill(self) -> None:
        backend = self.session.backend
        if backend is None:
            return
        model = QStandardItemModel(self)
        for device in backend.devices:
            item = QStandardItem(f"{device.name}  {device.kind}")
            item.setData(device.name, Qt.ItemDataRole.UserRole)
            if device.memory_bytes is not None:
                item.setToolTip(self.tr("Memory: {0}").format(of_bytes(device.memory_bytes)))
            model.appendRow(item)
        for missing in backend.unavailable:
            item = QStandardItem(self.tr("{0} (not available)").format(missing.platform))
            item.setEnabled(False)
            item.setToolTip(missing.reason)
            item.setData(missing.reason, Qt.ItemDataRole.AccessibleDescriptionRole)
            model.appendRow(item)
        self.setModel(model)
        self.setEnabled(True)
        self.draw()

    def draw(self) -> None:
        if self.session.backend is not None:
            self.setCurrentIndex(self.findData(self.session.backend.live.device_name))
