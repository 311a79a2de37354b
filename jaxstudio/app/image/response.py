"""The frequency response of a kernel as a picture: what it lets pass, and what it holds back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.text import of_number
from jaxstudio.pipeline.matrices import Rows, normalise, weights_cancel

SIDE = 129  # frequencies along an axis, −0.5 to 0.5 cycles per pixel, 0 in the middle
DECIBELS = 60.0  # below the strongest response the logarithmic picture is dark
# from dark to light: as even in lightness as five colours allow
COLOURS = ((20, 14, 54), (66, 62, 133), (38, 130, 142), (94, 201, 98), (253, 231, 37))


@dataclass(frozen=True)
class Response:
    """`magnitude` is (SIDE, SIDE): row 0 is −0.5 cycles per pixel downwards, column 0 so many across."""

    magnitude: Any

    @property
    def most(self) -> float:
        return float(self.magnitude.max())

    def at(self, down: float, across: float) -> float:
        """The magnitude at a frequency in cycles per pixel."""
        row, column = (round((each + 0.5) * (SIDE - 1)) for each in (down, across))
        return float(self.magnitude[min(max(row, 0), SIDE - 1), min(max(column, 0), SIDE - 1)])


def response(kernel: Rows) -> Response:
    """The magnitude of the zero-padded Fourier transform of the weights."""
    import numpy as np

    # one frequency more than the transform's even length gives: −0.5 and 0.5 are the same
    spectrum = np.fft.fftshift(np.abs(np.fft.fft2(np.asarray(kernel), (SIDE - 1, SIDE - 1))))
    return Response(np.pad(spectrum, ((0, 1), (0, 1)), mode="wrap"))


def shades(found: Response, logarithmic: bool) -> Any:
    """(SIDE, SIDE) from 0, dark, to 1, light."""
    import numpy as np

    relative = found.magnitude / (found.most or 1.0)
    if not logarithmic:
        return relative
    return np.clip(1 + 20 * np.log10(np.maximum(relative, 1e-12)) / DECIBELS, 0, 1)


def coloured(values: Any) -> QImage:
    """Values from 0 to 1 as colours."""
    import numpy as np

    stops = np.linspace(0, 1, len(COLOURS))
    channels = [np.interp(values, stops, [colour[c] for colour in COLOURS]) for c in range(3)]
    pixels = np.ascontiguousarray(np.stack(channels, -1).round().astype(np.uint8))
    height, width, _ = pixels.shape
    return QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_RGB888).copy()


class ResponseView(QWidget):
    """The picture with its axes and the scale of its colours; the value under the cursor is told."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.found: Response | None = None
        self.logarithmic = False
        self._image, self._bar = QImage(), QImage()
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Frequency response"))

    def sizeHint(self) -> QSize:
        return QSize(420, 340)

    def show_response(self, found: Response, logarithmic: bool) -> None:
        import numpy as np

        self.found, self.logarithmic = found, logarithmic
        self._image = coloured(shades(found, logarithmic))
        self._bar = coloured(np.linspace(1, 0, 64)[:, np.newaxis])
        self.update()

    def _square(self) -> QRectF:
        side = max(40.0, min(self.width() - 150.0, self.height() - 56.0))
        return QRectF(62, 10, side, side)

    def _scale(self) -> list[tuple[float, str]]:
        """Ticks of the scale: height from 0 to 1, words."""
        most = self.found.most if self.found is not None else 0.0
        if not self.logarithmic:
            return [(share, of_number(float(f"{share * most:.3g}"))) for share in (0, 0.25, 0.5, 0.75, 1)]
        top = 20 * math.log10(most) if most > 0 else 0.0
        return [(1 - down / DECIBELS, f"{top - down:.0f} dB") for down in (0, 15, 30, 45, 60)]

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.found is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        square = self._square()
        painter.drawImage(square, self._image)
        bar = QRectF(square.right() + 22, square.top(), 14, square.height())
        painter.drawImage(bar, self._bar)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        middle, centre = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignCenter
        for share, words in self._scale():
            y = bar.bottom() - share * bar.height()
            painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 4, y))
            painter.drawText(QRectF(bar.right() + 7, y - 10, 60, 20), left | middle, words)
        for tick in (-0.5, -0.25, 0.0, 0.25, 0.5):
            words = of_number(tick).replace("-", "−")
            x, y = (
                square.left() + (tick + 0.5) * square.width(),
                square.top() + (tick + 0.5) * square.height(),
            )
            painter.drawLine(QPointF(x, square.bottom()), QPointF(x, square.bottom() + 4))
            painter.drawLine(QPointF(square.left() - 4, y), QPointF(square.left(), y))
            painter.drawText(QRectF(x - 30, square.bottom() + 5, 60, 18), centre, words)
            painter.drawText(QRectF(square.left() - 48, y - 9, 41, 18), right | middle, words)
        below = QRectF(square.left(), square.bottom() + 24, square.width(), 20)
        painter.drawText(below, centre, self.tr("across, cycles per pixel"))
        painter.translate(12, square.center().y())
        painter.rotate(-90)
        painter.drawText(QRectF(-100, -10, 200, 20), centre, self.tr("down, cycles per pixel"))
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        square, at = self._square(), event.position()
        if self.found is None or not square.contains(at):
            self.setToolTip("")
            return
        across, down = (at.x() - square.left()) / square.width(), (at.y() - square.top()) / square.height()
        told = self.tr("{0} at {1:.2f} across, {2:.2f} down")
        value = of_number(float(f"{self.found.at(down - 0.5, across - 0.5):.4g}"))
        self.setToolTip(told.format(value, across - 0.5, down - 0.5))


class ResponseDialog(QDialog):
    """The response of one step's kernel, drawn anew as the kernel changes."""

    def __init__(self, session: Session, key: int, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.key, self.name = session, key, name
        self.setWindowTitle(self.tr("Frequency response"))
        self.view = ResponseView(self)
        self.scale = ChoiceBox(self)
        self.scale.setAccessibleName(self.tr("Scale"))
        self.scale.addItem(self.tr("Linear"), False)
        self.scale.addItem(self.tr("Logarithmic"), True)
        self.said = QLabel(self)
        self.said.setProperty("look", "muted")
        self.said.setWordWrap(True)
        above = QHBoxLayout()
        above.addWidget(QLabel(self.tr("Scale"), self))
        above.addWidget(self.scale)
        above.addStretch(1)
        column = QVBoxLayout(self)
        column.addLayout(above)
        column.addWidget(self.view, 1)
        column.addWidget(self.said)
        self.scale.activated.connect(lambda _: self.draw())
        session.recipe_changed.connect(self.draw)
        self.draw()

    def draw(self) -> None:
        """Draw the response of the kernel as it is now."""
        step = next((step for step in self.session.recipe.steps if step.key == self.key), None)
        kernel = None if step is None else step.params.get(self.name)
        if step is None or not isinstance(kernel, tuple):
            self.close()
            return
        if step.params.get("normalize") and not weights_cancel(kernel):
            kernel = normalise(kernel)
        found = response(kernel)
        self.view.show_response(found, bool(self.scale.currentData()))
        flat, most = (of_number(float(f"{each:.4g}")) for each in (found.at(0, 0), found.most))
        told = self.tr("Flat areas × {0}, strongest × {1}. In the middle what is even, outside fine detail.")
        self.said.setText(told.format(flat, most))
