"""The axes of the plane: pyqtgraph's AxisItem, drawn at the origin, with ticks at 1, 2 or 5 times 10ⁿ."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from jaxstudio.app.plot.colours import PlotStyle
from jaxstudio.app.plot.plane.viewing import to_pixels, unit_px
from jaxstudio.functions.protocol.scene import Interval, View

ACROSS_PX, ALONG_PX, BOTH_PX = 92.0, 68.0, 78.0  # between two labelled lines
EQUAL = 0.01
GAP = 5.0
RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
LARGE, SMALL = 6, -5  # powers of ten from which numbers are written as a × 10ⁿ


@dataclass(frozen=True)
class Ticks:
    """Multiples of `step` are labelled; `parts` finer cells lie between two of them."""

    step: float
    parts: int
    major: tuple[float, ...]
    minor: tuple[float, ...]


def ticks(interval: Interval, length_px: float, wanted_px: float) -> Ticks:
    """Ticks for an axis of `length_px`, about `wanted_px` apart, at 1, 2 or 5 times a power of ten."""
    low, high = interval
    raw = (high - low) * wanted_px / max(length_px, 1.0)
    power = 10.0 ** math.floor(math.log10(raw))
    factor = next(factor for factor in (1, 2, 5, 10) if factor * power >= raw * 0.999)
    step = factor * power
    parts = 4 if factor == 2 else 5
    fine = step / parts
    return Ticks(
        step,
        parts,
        tuple(_multiples(low, high, step)),
        tuple(
            number * fine
            for number in range(math.ceil(low / fine), math.floor(high / fine) + 1)
            if number % parts
        ),
    )


def _multiples(low: float, high: float, step: float) -> list[float]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def label(value: float, step: float) -> str:
    """A tick's value with just the decimals that `step` needs, minus and powers typeset."""
    if abs(value) < step / 2:
        return "0"
    power = math.floor(math.log10(abs(value)) + 1e-12)
    fine = math.floor(math.log10(step) + 1e-9)
    if power >= LARGE or power <= SMALL:
        mantissa = f"{value / 10.0**power:.{min(max(power - fine, 0), 15)}f}"
        text = f"{mantissa}×10{str(power).translate(RAISED)}"
        return text.replace("-", "−")
    return f"{value:.{max(-fine, 0)}f}".replace("-", "−")


def axis_ticks(view: View, scale: float) -> tuple[Ticks, Ticks]:
    """The ticks of x and of y; with equal scales the same step for both."""
    unit_x, unit_y = unit_px(view)
    wanted_x, wanted_y = ACROSS_PX, ALONG_PX
    if abs(unit_x / unit_y - 1) < EQUAL:
        wanted_x = wanted_y = BOTH_PX
    across = ticks(view.x, view.width_px, wanted_x * scale)
    return across, ticks(view.y, view.height_px, wanted_y * scale)


def paint_grid(painter: QPainter, view: View, style: PlotStyle, *, on_picture: bool = False) -> None:
    """Fine lines, labelled lines, and the axes above them; on a picture just a hint of the labelled ones."""
    across, along = axis_ticks(view, style.scale)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    width, height = float(view.width_px), float(view.height_px)

    def upright(x: float) -> QLineF:
        at = round(to_pixels(view, x, 0.0)[0])
        return QLineF(at, 0, at, height)

    def level(y: float) -> QLineF:
        at = round(to_pixels(view, 0.0, y)[1])
        return QLineF(0, at, width, at)

    lines = ((style.fine, "minor"), (style.grid, "major"))
    for colour, chosen in ((QColor(255, 255, 255, 60), "major"),) if on_picture else lines:
        painter.setPen(_pen(colour, 1.0, style))
        painter.drawLines([upright(x) for x in getattr(across, chosen)])
        painter.drawLines([level(y) for y in getattr(along, chosen)])
    painter.setPen(_pen(QColor(255, 255, 255, 170) if on_picture else style.axis, 1.4, style))
    for low_high, line in ((view.x, upright(0.0)), (view.y, level(0.0))):
        if low_high[0] <= 0 <= low_high[1]:
            painter.drawLine(line)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def _pen(colour: QColor, width: float, style: PlotStyle) -> QPen:
    pen = QPen(colour, max(round(width * style.scale), 1))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def paint_numbers(painter: QPainter, view: View, style: PlotStyle, axes: str = "xy") -> None:
    """Numbers beside the axes, or along the edge nearest to an axis that is out of sight."""
    painter.setFont(style.font)
    ground = QColor(style.ground)
    ground.setAlphaF(0.72)  # so that they can be read on whatever lies below
    margin = 1.5 * style.scale
    metrics = QFontMetricsF(style.font, painter.device())
    painter.setPen(style.text)
    for text, box in _numbers(view, style, metrics, axes):
        painter.fillRect(box.adjusted(-margin, margin, margin, -margin), ground)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)


def _numbers(view: View, style: PlotStyle, metrics: QFontMetricsF, axes: str) -> Iterator[tuple[str, QRectF]]:
    """The numbers and where each is written."""
    across, along = axis_ticks(view, style.scale)
    gap, line = GAP * style.scale, metrics.height()
    x_axis = min(max(to_pixels(view, 0.0, 0.0)[1], 0.0), view.height_px - line - gap)
    labels = [(value, label(value, along.step)) for value in along.major]
    widest = max((metrics.horizontalAdvance(text) for _, text in labels), default=0.0)
    y_axis = min(max(to_pixels(view, 0.0, 0.0)[0], widest + 2 * gap), float(view.width_px))

    def place(text: str, x: float, y: float) -> Iterator[tuple[str, QRectF]]:
        wide = metrics.horizontalAdvance(text)
        if 0 <= x <= view.width_px - wide:
            yield text, QRectF(x, y, wide, line)

    for value in across.major if "x" in axes else ():
        text = label(value, across.step)
        if text != "0":
            half = metrics.horizontalAdvance(text) / 2
            yield from place(text, to_pixels(view, value, 0.0)[0] - half, x_axis + gap * 0.6)
    if "y" not in axes:
        return
    for value, text in labels:
        at = to_pixels(view, 0.0, value)[1]
        if text != "0" and line < at < view.height_px - line:
            yield from place(text, y_axis - metrics.horizontalAdvance(text) - gap, at - line / 2)
    if view.x[0] <= 0 <= view.x[1] and view.y[0] <= 0 <= view.y[1]:
        yield from place("0", y_axis - metrics.horizontalAdvance("0") - gap, x_axis + gap * 0.6)


class PlaneAxis(pg.AxisItem):
    """An axis whose numbers stand inside the plane, beside the line through the origin.

    It takes no room beside the plane; `paint_numbers` draws it from the same ticks as the exported picture.
    """

    def __init__(self, orientation: str, plane: Any) -> None:
        super().__init__(orientation)
        self.plane = plane
        self.name = "x" if orientation == "bottom" else "y"
        self.enableAutoSIPrefix(False)
        if self.name == "x":
            self.setHeight(0)
        else:
            self.setWidth(0)

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, Sequence[float]]]:
        """Labelled ticks and finer ones, as pyqtgraph wants them."""
        made = ticks((minVal, maxVal), size, ACROSS_PX if self.name == "x" else ALONG_PX)
        return [(made.step, made.major), (made.step / made.parts, made.minor)]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [label(value * scale, spacing) for value in values]

    def boundingRect(self) -> QRectF:
        return self.mapRectFromParent(QRectF(0, 0, self.plane.width(), self.plane.height()))

    def shape(self) -> QPainterPath:
        """Empty: the hand takes hold of the plane, never of an axis."""
        return QPainterPath()

    def paint(self, painter: QPainter, option: object, widget: object) -> None:
        painter.translate(-self.pos())
        paint_numbers(painter, self.plane.controller.view, self.plane.plot_style(1.0), self.name)
