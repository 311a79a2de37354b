"""Small grey pictures in rows, each framed by whether a network tells it right."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from jaxstudio.app.plot.colours import theme_palette

CELL_PX, GAP_PX, DOT_PX = 28, 2, 2.6


class Faces(QWidget):
    """Draws uint8 pictures (n, h, w); `predicted` and `tested` are (n,), or nothing is known yet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.images: list[QImage] = []
        self.labels = self.predicted = self.tested = np.empty(0, int)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Pictures"))

    def show_pictures(self, pictures: np.ndarray, labels: np.ndarray) -> None:
        self.labels = labels
        self.images = [_image(picture) for picture in pictures]
        self.updateGeometry()
        self.update()

    def show_predictions(self, predicted: np.ndarray, tested: np.ndarray) -> None:
        self.predicted, self.tested = predicted, tested
        if len(predicted) == len(self.labels):
            wrong = int((predicted != self.labels).sum())
            self.setAccessibleDescription(self.tr("{0} of {1} misclassified").format(wrong, len(predicted)))
        self.update()

    @property
    def wrong(self) -> np.ndarray:
        """bool (n,): which pictures are told wrong; none before anything is known."""
        if len(self.predicted) != len(self.labels):
            return np.zeros(len(self.labels), bool)
        return self.predicted != self.labels

    # Size and painting

    def _columns(self, width: int) -> int:
        return max((width + GAP_PX) // (CELL_PX + GAP_PX), 1)

    def heightForWidth(self, width: int) -> int:
        return math.ceil(len(self.images) / self._columns(width)) * (CELL_PX + GAP_PX)

    def sizeHint(self) -> QSize:
        return QSize(280, self.heightForWidth(280))

    def _cell(self, index: int) -> QRectF:
        row, column = divmod(index, self._columns(self.width()))
        step = CELL_PX + GAP_PX
        return QRectF(column * step, row * step, CELL_PX, CELL_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        red = theme_palette().color(QPalette.ColorRole.BrightText)
        wrong, tested = self.wrong, self.tested if len(self.tested) == len(self.images) else None
        for index, image in enumerate(self.images):
            cell = self._cell(index)
            painter.drawImage(cell, image)
            if wrong[index]:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(red, 2.5))
                painter.drawRect(cell.adjusted(1, 1, -1, -1))
            if tested is not None and tested[index]:
                painter.setBrush(QColor("#ffffff"))
                painter.setPen(QPen(QColor("#000000"), 1))
                painter.drawEllipse(QPointF(cell.right() - 5, cell.top() + 5), DOT_PX, DOT_PX)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            assert isinstance(event, QHelpEvent)
            at = QPointF(event.pos())
            words = [self._words(each) for each in range(len(self.images)) if self._cell(each).contains(at)]
            QToolTip.showText(event.globalPos(), words[0] if words else "", self)
            return True
        return super().event(event)

    def _words(self, index: int) -> str:
        """What a picture is, and what it is taken for."""
        kinds = (self.tr("no face"), self.tr("a face"))
        what = kinds[int(self.labels[index])]
        if len(self.predicted) != len(self.labels):
            return what
        return self.tr("{0}, taken for {1}").format(what, kinds[int(self.predicted[index])])


def _image(picture: np.ndarray) -> QImage:
    pixels = np.ascontiguousarray(picture, np.uint8)
    height, width = pixels.shape
    return QImage(pixels.data, width, height, width, QImage.Format.Format_Grayscale8).copy()
