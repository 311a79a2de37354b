"""The axes of the plane: pyqtgraph's AxisItem drawn at the origin, with a square or a polar grid."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from jaxstudio.app.plot.plane.ticks import ACROSS_PX, ALONG_PX, Ticks, axis_ticks, label, of_pi, ticks
from jaxstudio.app.plot.plane.viewing import to_pixels, unit_px
from jaxstudio.app.shared.colours import PlotStyle
from jaxstudio.functions.document import Axes
from jaxstudio.functions.protocol.scene import View

GAP = 5.0
RAYS, LABELLED = 24, 12  # directions of a polar grid: lines, and labels at each second of them
RING_SHARE = 0.9  # where the angles are written: at so much of the way to the nearest edge


def paint_grid(
    painter: QPainter, view: View, axes: Axes, style: PlotStyle, *, on_picture: bool = False
) -> None:
    """Fine lines, labelled lines, and the axes above them; on a picture just a hint of the labelled ones."""
    across, along = axis_ticks(view, axes, style.scale)
    width, height = float(view.width_px), float(view.height_px)

    def upright(x: float) -> QLineF:
        at = round(to_pixels(view, x, 1.0)[0])
        return QLineF(at, 0, at, height)

    def level(y: float) -> QLineF:
        at = round(to_pixels(view, 1.0, y)[1])
        return QLineF(0, at, width, at)

    if axes.polar and not view.log:
        _paint_rings(painter, view, across, style, on_picture=on_picture)
        lines: tuple[tuple[QColor, str], ...] = ()
    elif on_picture:
        lines = ((QColor(255, 255, 255, 60), "major"),)
    else:
        lines = ((style.fine, "minor"), (style.grid, "major"))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for colour, chosen in lines:
        painter.setPen(_pen(colour, 1.0, style))
        painter.drawLines([upright(x) for x in getattr(across, chosen)])
        painter.drawLines([level(y) for y in getattr(along, chosen)])
    painter.setPen(_pen(QColor(255, 255, 255, 170) if on_picture else style.axis, 1.4, style))
    for axis, low_high, line in (("x", view.x, upright), ("y", view.y, level)):
        if axis not in view.log and low_high[0] <= 0 <= low_high[1]:
            painter.drawLine(line(0.0))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def _paint_rings(painter: QPainter, view: View, across: Ticks, style: PlotStyle, *, on_picture: bool) -> None:
    """Circles around the origin as far apart as the ticks of x, and rays from it."""
    unit_x, unit_y = unit_px(view)
    x, y = to_pixels(view, 0.0, 0.0)
    corners = [(a, b) for a in view.x for b in view.y]
    farthest = max(math.hypot(*corner) for corner in corners)
    nearest = math.hypot(*(min(max(0.0, low), high) for low, high in (view.x, view.y)))
    parts = max(1, round(across.step / (across.minor[1] - across.minor[0]))) if len(across.minor) > 1 else 1
    fine = across.step / parts
    painter.setBrush(Qt.BrushStyle.NoBrush)
    faint, clear = (
        (QColor(255, 255, 255, 30), QColor(255, 255, 255, 60)) if on_picture else (style.fine, style.grid)
    )
    for number in range(max(1, math.floor(nearest / fine)), math.ceil(farthest / fine) + 1):
        painter.setPen(_pen(faint if number % parts else clear, 1.0, style))
        painter.drawEllipse(QPointF(x, y), number * fine * unit_x, number * fine * unit_y)
    for number in range(RAYS):
        turn = 2 * math.pi * number / RAYS
        painter.setPen(_pen(faint if number % (RAYS // LABELLED) else clear, 1.0, style))
        far = QPointF(x + farthest * math.cos(turn) * unit_x, y - farthest * math.sin(turn) * unit_y)
        painter.drawLine(QPointF(x, y), far)


def _pen(colour: QColor, width: float, style: PlotStyle) -> QPen:
    pen = QPen(colour, max(round(width * style.scale), 1))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def paint_numbers(painter: QPainter, view: View, axes: Axes, style: PlotStyle, which: str = "xy") -> None:
    """Numbers beside the axes, or along the edge nearest to an axis that is out of sight; their labels."""
    painter.setFont(style.font)
    ground = QColor(style.ground)
    ground.setAlphaF(0.72)  # so that they can be read on whatever lies below
    margin = 1.5 * style.scale
    metrics = QFontMetricsF(style.font, painter.device())
    painter.setPen(style.text)
    for text, box in _numbers(view, axes, style, metrics, which):
        painter.fillRect(box.adjusted(-margin, margin, margin, -margin), ground)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)


def _numbers(
    view: View, axes: Axes, style: PlotStyle, metrics: QFontMetricsF, which: str
) -> Iterator[tuple[str, QRectF]]:
    """The numbers and where each is written."""
    across, along = axis_ticks(view, axes, style.scale)
    gap, line = GAP * style.scale, metrics.height()
    x_axis = min(max(to_pixels(view, 0.0, 0.0)[1], 0.0), view.height_px - line - gap)
    widest = max(map(metrics.horizontalAdvance, along.labels), default=0.0)
    y_axis = min(max(to_pixels(view, 0.0, 0.0)[0], widest + 2 * gap), float(view.width_px))

    def place(text: str, x: float, y: float) -> Iterator[tuple[str, QRectF]]:
        wide = metrics.horizontalAdvance(text)
        if 0 <= x <= view.width_px - wide:
            yield text, QRectF(x, y, wide, line)

    for value, text in zip(across.major, across.labels, strict=True) if "x" in which else ():
        if text != "0":
            half = metrics.horizontalAdvance(text) / 2
            yield from place(text, to_pixels(view, value, 1.0)[0] - half, x_axis + gap * 0.6)
    if "x" in which and axes.x_label:
        wide = metrics.horizontalAdvance(axes.x_label)
        yield from place(axes.x_label, view.width_px - wide - 2 * gap, x_axis - line - gap)
    if "y" not in which:
        return
    for value, text in zip(along.major, along.labels, strict=True):
        at = to_pixels(view, 1.0, value)[1]
        if text != "0" and line < at < view.height_px - line:
            yield from place(text, y_axis - metrics.horizontalAdvance(text) - gap, at - line / 2)
    if axes.y_label:
        wide = metrics.horizontalAdvance(axes.y_label)
        yield from place(axes.y_label, min(y_axis + gap, view.width_px - wide), gap)
    in_sight = view.x[0] <= 0 <= view.x[1] and view.y[0] <= 0 <= view.y[1]
    if in_sight:
        yield from place("0", y_axis - metrics.horizontalAdvance("0") - gap, x_axis + gap * 0.6)
    if in_sight and axes.polar and not view.log:
        yield from _angles(view, axes, metrics)


def _angles(view: View, axes: Axes, metrics: QFontMetricsF) -> Iterator[tuple[str, QRectF]]:
    """The directions of the rays around the origin, except the axes."""
    x, y = to_pixels(view, 0.0, 0.0)
    reach = RING_SHARE * min(x, view.width_px - x, y, view.height_px - y)
    for number in range(LABELLED):
        if number % (LABELLED // 4):
            share = Fraction(2 * number, LABELLED)
            turn = math.pi * float(share)
            text = f"{360 * number // LABELLED}°" if axes.degrees else of_pi(share)
            wide, high = metrics.horizontalAdvance(text), metrics.height()
            middle = x + reach * math.cos(turn), y - reach * math.sin(turn)
            yield text, QRectF(middle[0] - wide / 2, middle[1] - high / 2, wide, high)


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
        finer = float(np.diff(made.minor).min()) if len(made.minor) > 1 else made.step
        return [(made.step, made.major), (finer, made.minor)]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [label(value * scale, spacing) for value in values]

    def boundingRect(self) -> QRectF:
        return self.mapRectFromParent(QRectF(0, 0, self.plane.width(), self.plane.height()))

    def shape(self) -> QPainterPath:
        """Empty: the hand takes hold of the plane, never of an axis."""
        return QPainterPath()

    def paint(self, painter: QPainter, option: object, widget: object) -> None:
        painter.translate(-self.pos())
        controller = self.plane.controller
        paint_numbers(
            painter, controller.view, controller.document.axes, self.plane.plot_style(1.0), self.name
        )
