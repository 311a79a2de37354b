"""The toolbar of the image tab: the commands used most, the channel and the device."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from jaxstudio.app.image.canvas.display_words import of_channel
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Backend
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import FlowLayout
from jaxstudio.app.shared.text import of_bytes
from jaxstudio.pipeline.look import CHANNELS

CHANNEL_LEAST_PX, CHANNEL_WIDTH = 90, 150


class ChannelBox(ChoiceBox):
    """The picture itself first, then RGB and alpha, HSV, HSL and Lab."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setAccessibleName(self.tr("Channel"))
        self.setToolTip(
            self.tr("What of the picture is shown: all of it, or one channel; nothing is changed")
        )
        self.setMinimumWidth(CHANNEL_LEAST_PX)
        self.setMaximumWidth(CHANNEL_WIDTH)
        for channel in ("", *CHANNELS):
            if channel in ("rgb.0", "hsv", "hsl", "lab"):
                self.insertSeparator(self.count())
            self.addItem(of_channel(channel), channel)
        self.setMaxVisibleItems(self.count())  # the lines between them are counted as well
        self.activated.connect(self._choose)
        document.view_changed.connect(self.draw)
        document.photo_changed.connect(self.draw)
        self.draw()

    def _choose(self, index: int) -> None:
        self.document.set_look(replace(self.document.look, channel=self.itemData(index)))

    def draw(self) -> None:
        self.setEnabled(self.document.photo is not None)
        self.setCurrentIndex(self.findData(self.document.look.channel))


DEVICE_LEAST_PX = 90  # narrower than its longest entry, so that the window fits half a screen


class DeviceBox(ChoiceBox):
    """Sends the chosen device to the document, and shows the one in use."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setAccessibleName(self.tr("Device"))
        self.setToolTip(self.tr("Where the pixels are computed"))
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumWidth(DEVICE_LEAST_PX)
        self.setEnabled(False)
        self.addItem(self.tr("Starting…"))
        self.activated.connect(lambda index: document.set_device(self.itemData(index)))
        self._filled: object = None  # the devices in the list
        document.device_changed.connect(self.draw)
        self.draw()

    def _fill(self, backend: Backend) -> None:
        self._filled = backend.devices
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

    def draw(self) -> None:
        """Show the device in use, and all devices once they are known."""
        backend = self.document.backend
        if backend is not None and backend.devices:
            if backend.devices != self._filled:
                self._fill(backend)
            self.setCurrentIndex(self.findData(backend.live.device_name))


GROUPS = (("open", "save", "copy"), ("undo", "redo"), ("fit", "actual", "split", "compare"))
GAP = 14


class Toolbar(QWidget):
    """Buttons for actions, in groups."""

    def __init__(
        self, document: ImageDocument, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        line = FlowLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        for group in GROUPS:
            for name in group:
                line.add(GlyphButton.for_action(name, actions[name], self))
            line.add_space(GAP)
        self.channel = ChannelBox(document, self)
        line.add(self.channel)
        line.add_space(8)
        line.add_stretch()
        place = QWidget(self)  # in a narrow window the label stays with its box
        across = QHBoxLayout(place)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(6)
        label = QLabel(self.tr("Device"), place)
        label.setProperty("look", "muted")
        self.device = DeviceBox(document, self)
        label.setBuddy(self.device)
        across.addWidget(label)
        across.addWidget(self.device)
        line.add(place)
