"""What is on the canvas while there is no photo: where to get one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from jaxstudio.app.actions import native_keys
from jaxstudio.app.image.photo_io import PhotoIO
from jaxstudio.app.image.session import Session


class Welcome(QFrame):
    """A box in the middle of the canvas, gone as soon as a photo is being opened."""

    def __init__(self, session: Session, io: PhotoIO, actions: dict[str, QAction], canvas: QWidget) -> None:
        super().__init__(canvas)
        self.setObjectName("welcome")
        self.session, self.io, self.canvas = session, io, canvas
        title = QLabel(self.tr("Drop a photo here"), self)
        title.setProperty("look", "heading")
        hint = QLabel(self.tr("or paste one with {0}").format(native_keys(actions["paste"])), self)
        hint.setProperty("look", "muted")
        self.open = self._button(self.tr("Open a Photo…"), actions["open"])
        self.sample = self._button(self.tr("Try the Sample"), actions["sample"])
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.open)
        buttons.addWidget(self.sample)
        column = QVBoxLayout(self)
        column.setContentsMargins(48, 28, 48, 28)
        column.setSpacing(6)
        column.addWidget(title, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(hint, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(12)
        column.addLayout(buttons)
        middle = QVBoxLayout(canvas)
        middle.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)  # the canvas may be smaller
        middle.addWidget(self, 0, Qt.AlignmentFlag.AlignCenter)
        session.photo_changed.connect(self.draw)
        io.opening_changed.connect(self.draw)
        self.draw()

    def _button(self, text: str, action: QAction) -> QPushButton:
        button = QPushButton(text, self)
        button.clicked.connect(action.trigger)
        if not action.shortcut().isEmpty():
            button.setToolTip(native_keys(action))
        return button

    def draw(self) -> None:
        """Be there while there is nothing else to see."""
        wanted = self.session.photo is None and not self.io.opening
        if not wanted and (self.open.hasFocus() or self.sample.hasFocus()):
            self.canvas.setFocus()  # or it would fall to whatever comes next
        self.setVisible(wanted)
