"""Page Classify: a network learns to tell faces from other pictures, epoch by epoch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.lines.line_options import Chip
from jaxstudio.app.plot.pages.numbers import short
from jaxstudio.app.plot.pages.page import Page, Training
from jaxstudio.app.shared.chart import Chart, Series
from jaxstudio.app.shared.colours import curve_colour, is_dark, theme_palette
from jaxstudio.app.shared.text import of_error, of_wording
from jaxstudio.functions.protocol.queries import (
    ClassifyAnswer,
    ClassifyQuestion,
    PicturesAnswer,
    PicturesQuestion,
)

if TYPE_CHECKING:
    from jaxstudio.functions.fitting.epochs import Epoch


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
        """bool (n,): which pictures are misclassified; none before the first epoch."""
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
        """Return a picture's class and the predicted one."""
        kinds = (self.tr("no face"), self.tr("a face"))
        what = kinds[int(self.labels[index])]
        if len(self.predicted) != len(self.labels):
            return what
        return self.tr("{0}, taken for {1}").format(what, kinds[int(self.predicted[index])])


def _image(picture: np.ndarray) -> QImage:
    pixels = np.ascontiguousarray(picture, np.uint8)
    height, width = pixels.shape
    return QImage(pixels.data, width, height, width, QImage.Format.Format_Grayscale8).copy()


class ClassifyPage(Page):
    """Settings, the learning curve, and every picture framed by its predicted class."""

    name = "classify"

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        super().__init__(controller, "", parent)
        self.heading.setText(self.tr("Classify"))
        self.note(self.tr("A network with one hidden layer learns which of 200 small pictures are faces."))
        self.hidden = self.number("hidden", 512.0, self.tr("Units of the hidden layer"), step=64, wide=58)
        self.rate = self.number("rate", 0.001, self.tr("Rate"), step=0.001, wide=66)
        self.epochs = self.number("epochs", 30.0, self.tr("Epochs"), step=10, wide=52)
        self.row(self.tr("units"), self.hidden, self.tr("rate"), self.rate, self.tr("epochs"), self.epochs)
        self.share = self.number(
            "share", 0.2, self.tr("Share of the pictures in the test set"), step=0.1, wide=52
        )
        self.seed = self.number("seed", 0.0, self.tr("Seed of the weights and of the order"), wide=52)
        self.jit = Chip(
            self.tr("jit"), self.tr("Compile each step; without, each operation runs by itself"), self.inside
        )
        self.jit.clicked.connect(self._toggle_jit)
        self.row(self.tr("for testing"), self.share, self.tr("seed"), self.seed, self.jit)
        self.strip = Training(self, self.tr("Learn"), self._begin)
        self.words = self.note(look="")
        self.losses = Chart(self.tr("Loss of each epoch"), self.inside)
        self.losses.log_y, self.losses.y_name = True, self.tr("loss")
        self.shares = Chart(self.tr("Accuracy of each epoch"), self.inside)
        self.shares.y_name = self.tr("accuracy")
        for chart in (self.losses, self.shares):
            chart.hide()
            self.column.addWidget(chart)
        self.faces = Faces(self.inside)
        self.column.addWidget(self.faces)
        self.legend = self.note(self.tr("Red: misclassified. With a dot: in the test set."))
        self.column.addStretch(1)
        self.history: list[Epoch] = []
        self._best: dict[bool, float] = {}  # seconds an epoch takes, with jit and without, of so many units
        self._units = 0
        self._asked = False

    def draw(self) -> None:
        self.draw_settings()
        self.jit.setChecked(self.setting("jit", True))
        if not self._asked and self.controller.drawer is not None:
            self._asked = True
            self.controller.ask(
                PicturesQuestion(), self._take_pictures, lambda error: self.strip.say(of_error(error))
            )

    def _take_pictures(self, answer: PicturesAnswer) -> None:
        self.faces.show_pictures(answer.pictures, answer.labels)

    def _begin(self) -> None:
        self.commit()
        self.history = []
        self.words.setText("")
        units = round(self.setting("hidden", 512.0))
        if units != self._units:
            self._units, self._best = units, {}
        question = ClassifyQuestion(
            hidden=units,
            epochs=round(self.setting("epochs", 30.0)),
            rate=self.setting("rate", 0.001),
            test_share=self.setting("share", 0.2),
            seed=min(max(round(self.setting("seed", 0.0)), 0), 2**31 - 1),
            jit=self.setting("jit", True),
        )
        self.strip.ask(question, self._take, self._take)

    def _toggle_jit(self, on: bool) -> None:
        self.set_setting("jit", on)
        self.strip.send({"jit": on})

    def _take(self, answer: ClassifyAnswer) -> None:
        self.history += answer.epochs
        self.faces.show_predictions(answer.predicted, answer.tested)
        if not self.history:
            return
        last = self.history[-1]
        text = self.tr("Epoch {0}: loss {1}; accuracy {2} on the training set, {3} on the test set.").format(
            last.number, short(last.loss), f"{last.accuracy:.1%}", f"{last.test_accuracy:.1%}"
        )
        text = " ".join([text, *self._times()])
        if answer.ended:
            text += " " + of_wording(answer.ended)
        self.words.setText(text)
        self._draw_charts()

    def _times(self) -> list[str]:
        """Return the time of an epoch with and without jit, and their ratio if both are known."""
        best = self._best
        for jit in (True, False):
            # the first of a kind compiles, or fills caches
            seconds = [epoch.seconds for epoch in self.history if epoch.jit is jit][1:]
            best |= {jit: min([*seconds, best.get(jit, math.inf)])} if seconds else {}
        said = []
        if True in best:
            said.append(self.tr("With jit an epoch takes {0} ms.").format(f"{best[True] * 1e3:.3g}"))
        if False in best:
            said.append(self.tr("Without jit it takes {0} ms.").format(f"{best[False] * 1e3:.3g}"))
        if len(best) == 2:
            said.append(self.tr("That is {0} times as long.").format(f"{best[False] / best[True]:.3g}"))
        return said

    def _draw_charts(self) -> None:
        dark = is_dark()
        numbers = np.array([epoch.number for epoch in self.history], float)
        losses = np.array([epoch.loss for epoch in self.history])
        learnt = np.array([epoch.accuracy for epoch in self.history])
        tested = np.array([epoch.test_accuracy for epoch in self.history])
        self.losses.show_series(Series(numbers, losses, curve_colour(4, 0, dark)))
        self.shares.show_series(
            Series(numbers, learnt, curve_colour(1, 0, dark), self.tr("learnt from")),
            Series(numbers, tested, curve_colour(2, 0, dark), self.tr("others")),
        )
        for chart in (self.losses, self.shares):
            chart.setVisible(len(numbers) > 1)
