"""The commands used most on a photo, and the device."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from jaxstudio.app.image.channel_box import ChannelBox
from jaxstudio.app.image.device_box import DeviceBox
from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.flow_layout import FlowLayout

GROUPS = (("open", "save", "copy"), ("undo", "redo"), ("fit", "actual", "split", "compare"))
GAP = 14


class Toolbar(QWidget):
    """Buttons for actions, in groups."""

    def __init__(self, session: Session, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = FlowLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        for group in GROUPS:
            for name in group:
                line.add(GlyphButton.for_action(name, actions[name], self))
            line.add_space(GAP)
        self.channel = ChannelBox(session, self)
        line.add(self.channel)
        line.add_space(8)
        line.add_stretch()
        place = QWidget(self)  # in a narrow window the label stays with its box
        across = QHBoxLayout(place)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(6)
        label = QLabel(self.tr("Device"), place)
        label.setProperty("look", "muted")
        self.device = DeviceBox(session, self)
        label.setBuddy(self.device)
        across.addWidget(label)
        across.addWidget(self.device)
        line.add(place)
