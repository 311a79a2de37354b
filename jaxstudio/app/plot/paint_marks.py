"""Points of interest: poles as dashed lines, holes as open circles, roots and extrema by their shapes."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from jaxstudio.app.plot.colours import faded
from jaxstudio.app.plot.curve_geometry import Art
from jaxstudio.app.plot.theme import Look
from jaxstudio.app.plot.viewing import to_pixels
from jaxstudio.functions.protocol.scene import Mark, MarkKind, View

RADIUS_PX = 4.8
MANY, SMALLEST = 14, 0.55  # where there are more, each is smaller, down to this share
SHAPES = {
    MarkKind.MAXIMUM: ((0.0, -1.25), (1.1, 0.75), (-1.1, 0.75)),
    MarkKind.MINIMUM: ((0.0, 1.25), (1.1, -0.75), (-1.1, -0.75)),
    MarkKind.INFLECTION: ((0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)),
    MarkKind.SADDLE: ((-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)),
    MarkKind.INTERSECTION: ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
}
UNSEEN = frozenset({MarkKind.JUMP, MarkKind.CORNER})


def is_open(mark: Mark) -> bool:
    """Whether the point itself does not belong to the curve."""
    return mark.kind is MarkKind.HOLE or "open" in mark.detail


def paint_poles(painter: QPainter, art: Art, view: View, look: Look) -> None:
    """A dashed upright line at each pole."""
    for order, mark in art.marks:
        if mark.kind is MarkKind.POLE and view.x[0] <= mark.x <= view.x[1]:
            pen = QPen(faded(look.curve(art.hue, order), 0.55), 1.2 * look.scale)
            pen.setDashPattern([5.0, 5.0])
            painter.setPen(pen)
            x, _ = to_pixels(view, mark.x, 0.0)
            painter.drawLine(QLineF(x, 0, x, view.height_px))


def paint_marks(painter: QPainter, art: Art, view: View, look: Look) -> None:
    """All other points of a line."""
    size = min(max(math.sqrt(MANY / max(len(art.marks), 1)), SMALLEST), 1.0)
    for order, mark in art.marks:
        if mark.kind is not MarkKind.POLE and mark.kind not in UNSEEN and math.isfinite(mark.y):
            white = art.drawn.heatmap is not None
            colour = QColor("#ffffff") if white else look.curve(art.hue, order)
            edge = QColor("#14151a") if white else None
            paint_mark(painter, mark, view, look, colour, size=size, edge=edge)


def paint_mark(
    painter: QPainter,
    mark: Mark,
    view: View,
    look: Look,
    colour: QColor,
    *,
    size: float = 1.0,
    edge: QColor | None = None,
) -> None:
    """One point in the shape of its kind."""
    x, y = to_pixels(view, mark.x, mark.y)
    if not (-20 < x < view.width_px + 20 and -20 < y < view.height_px + 20):
        return
    radius = RADIUS_PX * look.scale * size
    painter.setBrush(look.ground if is_open(mark) else colour)
    rim = edge or (colour if is_open(mark) else look.ground)
    painter.setPen(QPen(rim, (2.0 if is_open(mark) else 1.4) * look.scale))
    shape = SHAPES.get(mark.kind)
    if shape is None:
        painter.drawEllipse(QPointF(x, y), radius, radius)
    else:
        painter.drawPolygon(QPolygonF([QPointF(x + a * radius, y + b * radius) for a, b in shape]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
