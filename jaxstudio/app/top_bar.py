"""The bar above the picture: the commands used most, and the device."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from jaxstudio.app.buttons import GlyphButton
from jaxstudio.app.device_box import DeviceBox
from jaxstudio.app.session import Session

GROUPS = (("open", "save", "copy"), ("undo", "redo"), ("fit", "actual", "split"))
GAP = 14


class TopBar(QFrame):
    """Buttons for actions, in groups."""

    def __init__(self, session: Session, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        line = QHBoxLayout(self)
        line.setContentsMargins(10, 5, 10, 5)
        line.setSpacing(2)
        for group in GROUPS:
            for name in group:
                line.addWidget(GlyphButton.for_action(name, actions[name], self))
            line.addSpacing(GAP)
        line.addStretch(1)
        label = QLabel(self.tr("Device"), self)
        label.setProperty("look", "muted")
        self.device = DeviceBox(session, self)
        label.setBuddy(self.device)
        line.addWidget(label)
        line.addSpacing(6)
        line.addWidget(self.device)
        line.addSpacing(GAP)
        line.addWidget(GlyphButton.for_action("help", actions["help"], self))
