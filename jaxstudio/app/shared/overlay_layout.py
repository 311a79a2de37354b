"""Two widgets on top of each other: messages lie over the picture, which is told how much they cover."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget


class Layers(QWidget):
    """`below` fills the place; `above` lies along its top, as high as its text needs."""

    covered = Signal(int)  # so many pixels of what is below

    def __init__(self, below: QWidget, above: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.below, self.above = below, above
        below.setParent(self)
        above.setParent(self)
        above.raise_()
        self.setMinimumSize(below.minimumSize())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    def event(self, event: QEvent) -> bool:
        # Without a layout of its own a widget hears of its children's new sizes this way.
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    def _place(self) -> None:
        self.below.setGeometry(self.rect())
        width = self.width()
        layout = self.above.layout()
        if layout is not None:
            layout.activate()
        height = self.above.heightForWidth(width) if self.above.hasHeightForWidth() else -1
        height = height if height >= 0 else self.above.sizeHint().height()
        self.above.setGeometry(0, 0, width, height)
        self.covered.emit(height)
