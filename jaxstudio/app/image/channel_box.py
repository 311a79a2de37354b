"""The box that chooses which channel of the picture is looked at."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.look_words import of_channel
from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.pipeline.look import CHANNELS

LEAST_PX, WIDTH = 90, 150


class ChannelBox(ChoiceBox):
    """The picture itself first, then RGB and alpha, HSV, HSL and Lab."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setAccessibleName(self.tr("Channel"))
        self.setToolTip(
            self.tr("What of the picture is shown: all of it, or one channel; nothing is changed")
        )
        self.setMinimumWidth(LEAST_PX)
        self.setMaximumWidth(WIDTH)
        for channel in ("", *CHANNELS):
            if channel in ("rgb.0", "hsv", "hsl", "lab"):
                self.insertSeparator(self.count())
            self.addItem(of_channel(channel), channel)
        self.setMaxVisibleItems(self.count())  # the lines between them are counted as well
        self.activated.connect(self._choose)
        session.view_changed.connect(self.draw)
        session.photo_changed.connect(self.draw)
        self.draw()

    def _choose(self, index: int) -> None:
        self.session.set_look(replace(self.session.look, channel=self.itemData(index)))

    def draw(self) -> None:
        self.setEnabled(self.session.photo is not None)
        self.setCurrentIndex(self.findData(self.session.look.channel))
