"""Painting what follows the cursor: point, tangent, circle, polynomial, label; and the steps of a descent."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from jaxstudio.app.plot.controller import ConfidenceBand
from jaxstudio.app.plot.plane.paint_curves import in_pixels, polygon
from jaxstudio.app.plot.plane.viewing import slopes_px, to_pixels, unit_px
from jaxstudio.app.shared.colours import PlotStyle, faded
from jaxstudio.functions.protocol.queries import CursorAnswer, DescentAnswer
from jaxstudio.functions.protocol.scene import View

DOT_PX, PAD_PX, AWAY_PX = 5.0, 7.0, 14.0
SAMPLES = 600


def paint_dot(painter: QPainter, at: QPointF, colour: QColor, style: PlotStyle, *, pinned: bool) -> None:
    """The spot itself."""
    if pinned:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(colour, 0.25))
        painter.drawEllipse(at, DOT_PX * 2.1, DOT_PX * 2.1)
    painter.setBrush(colour)
    painter.setPen(QPen(style.ground, 1.5))
    painter.drawEllipse(at, DOT_PX, DOT_PX)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_tangent(painter: QPainter, answer: CursorAnswer, view: View, style: PlotStyle) -> None:
    """The line that touches the curve, from edge to edge."""
    across, along = slopes_px(view, answer.x, answer.y)
    x, y = to_pixels(view, answer.x, answer.y)
    dx, dy = answer.dx * across, -answer.dy * along
    length = math.hypot(dx, dy)
    if not (math.isfinite(length) and length > 0):
        return
    reach = 2.0 * (view.width_px + view.height_px) / length
    painter.setPen(QPen(style.accent, 1.6))
    painter.drawLine(QLineF(x - dx * reach, y - dy * reach, x + dx * reach, y + dy * reach))


def paint_circle(painter: QPainter, answer: CursorAnswer, view: View, style: PlotStyle) -> None:
    """The circle that bends as the curve does; an ellipse where the scales differ."""
    if answer.centre is None or answer.radius is None or not math.isfinite(answer.radius) or view.log:
        return
    across, along = unit_px(view)
    x, y = to_pixels(view, *answer.centre)
    wide, high = answer.radius * across, answer.radius * along
    if max(wide, high) > 1e5:
        return
    pen = QPen(style.accent, 1.4)
    pen.setDashPattern([5.0, 3.0])
    painter.setPen(pen)
    painter.setBrush(faded(style.accent, 0.06))
    painter.drawEllipse(QPointF(x, y), wide, high)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(faded(style.accent, 0.6), 1.0))
    painter.drawLine(QLineF(x, y, *to_pixels(view, answer.x, answer.y)))


def paint_polynomial(painter: QPainter, answer: CursorAnswer, view: View, style: PlotStyle) -> None:
    """The Taylor polynomial, across the view."""
    if not answer.taylor or not all(math.isfinite(each) for each in answer.taylor):
        return
    x = (np.geomspace if "x" in view.log else np.linspace)(*view.x, SAMPLES)
    with np.errstate(over="ignore", invalid="ignore"):
        y = np.polynomial.polynomial.polyval(x - answer.at, np.array(answer.taylor))
    fits = np.isfinite(y)
    if fits.any():
        pen = QPen(style.text, 1.6)
        pen.setDashPattern([2.0, 2.5])
        painter.setPen(pen)
        painter.drawPolyline(polygon(in_pixels(np.stack([x[fits], y[fits]], axis=1), view)))


def paint_fitted(painter: QPainter, x: np.ndarray, y: np.ndarray, view: View, style: PlotStyle) -> None:
    """A model as it is being trained."""
    fits = np.isfinite(x) & np.isfinite(y)
    painter.setPen(QPen(style.accent, 2.6))
    painter.drawPolyline(polygon(in_pixels(np.stack([x[fits], y[fits]], axis=1), view)))


def paint_band(painter: QPainter, band: ConfidenceBand, view: View, style: PlotStyle) -> None:
    """Two standard errors of a fitted curve to either side."""
    fits = np.isfinite(band.y) & np.isfinite(band.error)
    x, y, reach = band.x[fits], band.y[fits], 2 * band.error[fits]
    outline = np.concatenate([np.stack([x, y + reach], 1), np.stack([x, y - reach], 1)[::-1]])
    if len(outline):
        painter.setPen(QPen(faded(style.accent, 0.5), 1.0))
        painter.setBrush(faded(style.accent, 0.18))
        painter.drawPolygon(polygon(in_pixels(outline, view)))
        painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_ellipse(
    painter: QPainter, x: float, y: float, outline: np.ndarray, view: View, style: PlotStyle
) -> None:
    """An ellipse around a point, as its points (n, 2) in the plane."""
    painter.setPen(QPen(style.accent, 2.0))
    painter.setBrush(faded(style.accent, 0.12))
    painter.drawPolygon(polygon(in_pixels(outline, view)))
    painter.setBrush(style.accent)
    painter.drawEllipse(QPointF(*to_pixels(view, x, y)), 4.0, 4.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_area(painter: QPainter, points: np.ndarray, colour: QColor, view: View) -> None:
    """The area between a stretch of a curve, (n, 2) in the plane, and the x axis."""
    if len(points) < 2:
        return
    base = np.array([[points[-1, 0], 0.0], [points[0, 0], 0.0]])
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(colour, 0.22))
    painter.drawPolygon(polygon(in_pixels(np.concatenate([points, base]), view)))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_label(painter: QPainter, at: QPointF, lines: list[str], view: View, style: PlotStyle) -> None:
    """A few words in a box beside a point, kept inside the picture."""
    painter.setFont(style.font)
    metrics = QFontMetricsF(style.font)
    wide = max(metrics.horizontalAdvance(line) for line in lines) + 2 * PAD_PX
    high = metrics.lineSpacing() * len(lines) + 2 * PAD_PX - 4
    x = at.x() + AWAY_PX if at.x() + AWAY_PX + wide < view.width_px else at.x() - AWAY_PX - wide
    y = at.y() - AWAY_PX - high if at.y() - AWAY_PX - high > 0 else at.y() + AWAY_PX
    box = QRectF(max(x, 2.0), min(y, view.height_px - high - 2), wide, high)
    painter.setPen(QPen(style.grid, 1.0))
    painter.setBrush(faded(style.ground, 0.94))
    painter.drawRoundedRect(box, 6, 6)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(style.text)
    for number, line in enumerate(lines):
        top = box.top() + PAD_PX - 2 + number * metrics.lineSpacing()
        painter.drawText(QPointF(box.left() + PAD_PX, top + metrics.ascent()), line)


def places(answer: DescentAnswer) -> np.ndarray:
    """Return the steps of a descent in the plane, (k, 2): on the curve, or on the map of a surface."""
    if answer.positions.shape[1] == 1:
        return np.stack([answer.positions[:, 0], answer.values], axis=1)
    return answer.positions[:, :2]


def paint_walk(painter: QPainter, answer: DescentAnswer, step: int, view: View, style: PlotStyle) -> None:
    """The path of a descent from its start to `step`."""
    points = in_pixels(places(answer)[: step + 1], view)
    if len(points) == 0:
        return
    ink = style.text if answer.positions.shape[1] == 1 else style.ground
    painter.setPen(QPen(faded(ink, 0.8), 1.4))
    painter.drawPolyline(polygon(points))
    pen = QPen(ink, 5.0)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints(polygon(points))
    painter.setPen(QPen(style.ground, 2.0))
    painter.setBrush(style.accent)
    painter.drawEllipse(QPointF(*points[-1].tolist()), 7.0, 7.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
