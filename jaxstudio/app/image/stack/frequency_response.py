"""The frequency response of a kernel as an image over both frequencies, on pyqtgraph."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.chart import ThemedPlot
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.text import of_number
from jaxstudio.pipeline.matrices import Rows, normalise, weights_cancel

SIDE = 129  # frequencies along an axis, −0.5 to 0.5 cycles per pixel, 0 in the middle
DECIBELS = 60.0  # below the strongest response the logarithmic image is dark
# from dark to light: as even in lightness as five colours allow
COLOURS = ((20, 14, 54), (66, 62, 133), (38, 130, 142), (94, 201, 98), (253, 231, 37))


@dataclass(frozen=True)
class Response:
    """`magnitude`: float64 (SIDE, SIDE); row 0 is −0.5 cycles per pixel down, column 0 as many across."""

    magnitude: Any

    @property
    def most(self) -> float:
        return float(self.magnitude.max())

    def at(self, down: float, across: float) -> float:
        """The magnitude at a frequency in cycles per pixel, each from −0.5 to 0.5."""
        row, column = (round((each + 0.5) * (SIDE - 1)) for each in (down, across))
        return float(self.magnitude[min(max(row, 0), SIDE - 1), min(max(column, 0), SIDE - 1)])

    def scaled(self, logarithmic: bool) -> tuple[Any, float, float]:
        """The values to be coloured, (SIDE, SIDE), and those of the darkest and the lightest colour.

        Args:
            logarithmic: decibels, down to `DECIBELS` below the strongest, rather than the magnitude.
        """
        if not logarithmic:
            return self.magnitude, 0.0, self.most or 1.0
        top = 20 * math.log10(self.most) if self.most > 0 else 0.0
        decibels = 20 * np.log10(np.maximum(self.magnitude, 1e-12 * (self.most or 1.0)))
        return np.clip(decibels, top - DECIBELS, top), top - DECIBELS, top


def response(kernel: Rows) -> Response:
    """The magnitude of the zero-padded Fourier transform of the weights."""
    # one frequency more than the transform's even length gives: −0.5 and 0.5 are the same
    spectrum = np.fft.fftshift(np.abs(np.fft.fft2(np.asarray(kernel), (SIDE - 1, SIDE - 1))))
    return Response(np.pad(spectrum, ((0, 1), (0, 1)), mode="wrap"))


class ResponseView(ThemedPlot):
    """The image with its axes and a colour bar; a tooltip reads the value under the cursor."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.bar: Any = None
        super().__init__(self.tr("Frequency response"), parent)
        self.response: Response | None = None
        self.image = pg.ImageItem(axisOrder="row-major")
        self.addItem(self.image)
        plot, half = self.plotItem, 0.5 / (SIDE - 1)
        self._rect = QRectF(-0.5 - half, -0.5 - half, 1 + 2 * half, 1 + 2 * half)
        plot.setLabel("bottom", self.tr("across, cycles per pixel"))
        plot.setLabel("left", self.tr("down, cycles per pixel"))
        plot.invertY(True)
        plot.setAspectLocked(True)
        plot.setLimits(xMin=-0.6, xMax=0.6, yMin=-0.6, yMax=0.6)
        plot.setRange(self._rect, padding=0)
        colours = pg.ColorMap(np.linspace(0, 1, len(COLOURS)), COLOURS)
        self.bar = pg.ColorBarItem(width=14, colorMap=colours, interactive=False, colorMapMenu=False)
        self.bar.getAxis("right").enableAutoSIPrefix(False)
        self.bar.setImageItem(self.image, insert_in=plot)
        self.viewport().setMouseTracking(True)
        self.scene().sigMouseMoved.connect(self._read)
        self.apply_theme()

    def sizeHint(self) -> QSize:
        return QSize(460, 360)

    def apply_theme(self) -> None:
        super().apply_theme()
        if self.bar is not None:
            axis = self.bar.getAxis("right")
            axis.setPen(pg.mkPen(self.palette().color(QPalette.ColorRole.Mid)))
            axis.setTextPen(pg.mkPen(self.palette().color(QPalette.ColorRole.PlaceholderText)))

    def show_response(self, response: Response, logarithmic: bool) -> None:
        """Draw a response on a linear scale, or in decibels."""
        self.response = response
        values, low, high = response.scaled(logarithmic)
        self.image.setImage(values, autoLevels=False, levels=(low, high))
        self.image.setRect(self._rect)
        self.bar.setLevels((low, high))
        self.bar.setLabel("right", "dB" if logarithmic else "")

    def _read(self, place: QPointF) -> None:
        at = self.plotItem.vb.mapSceneToView(place)
        if self.response is None or not self._rect.contains(at):
            self.viewport().setToolTip("")
            return
        value = of_number(self.response.at(at.y(), at.x()), ".4g")
        words = self.tr("{0} at {1} across, {2} down")
        self.image.setToolTip(words.format(value, of_number(at.x(), ".2f"), of_number(at.y(), ".2f")))


class ResponseDialog(QDialog):
    """The response of one step's kernel, drawn anew as the kernel changes."""

    def __init__(self, document: ImageDocument, key: int, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.key, self.name = document, key, name
        self.setWindowTitle(self.tr("Frequency response"))
        self.view = ResponseView(self)
        scales = ((self.tr("Linear"), False), (self.tr("Logarithmic"), True))
        self.scale = ChoiceBox(self, self.tr("Scale"), scales)
        self.summary = make_label("", "muted", self, wraps=True)
        above = across(None, QLabel(self.tr("Scale"), self), self.scale, None)
        down(self, above, (self.view, 1), self.summary, margins=None)
        self.scale.chosen.connect(self.draw)
        document.recipe_changed.connect(self.draw)
        self.draw()

    def draw(self) -> None:
        """Draw the response of the kernel as it is now."""
        step = next((step for step in self.document.recipe.steps if step.key == self.key), None)
        kernel = None if step is None else step.params.get(self.name)
        if step is None or not isinstance(kernel, tuple):
            self.close()
            return
        if step.params.get("normalize") and not weights_cancel(kernel):
            kernel = normalise(kernel)
        current = response(kernel)
        self.view.show_response(current, bool(self.scale.currentData()))
        flat, most = (of_number(each, ".4g") for each in (current.at(0, 0), current.most))
        words = self.tr("Flat areas × {0}, strongest × {1}. Even areas in the middle, fine detail outside.")
        self.summary.setText(words.format(flat, most))
