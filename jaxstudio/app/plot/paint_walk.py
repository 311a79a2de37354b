"""A walk downhill on the plane: every step as a dot, the walker at the last one shown."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from jaxstudio.app.plot.colours import faded
from jaxstudio.app.plot.paint_curves import in_pixels
from jaxstudio.app.plot.pen import polygon
from jaxstudio.app.plot.theme import Look
from jaxstudio.functions.protocol.queries import DescentAnswer
from jaxstudio.functions.protocol.scene import View


def places(answer: DescentAnswer) -> np.ndarray:
    """Where the walker stood in the plane, (k, 2): on the curve, or on the map of a surface."""
    if answer.positions.shape[1] == 1:
        return np.stack([answer.positions[:, 0], answer.values], axis=1)
    return answer.positions[:, :2]


def paint_walk(painter: QPainter, answer: DescentAnswer, shown: int, view: View, look: Look) -> None:
    """The first `shown` steps."""
    points = in_pixels(places(answer)[: shown + 1], view)
    if len(points) == 0:
        return
    ink = look.text if answer.positions.shape[1] == 1 else look.ground
    painter.setPen(QPen(faded(ink, 0.8), 1.4))
    painter.drawPolyline(polygon(points))
    pen = QPen(ink, 5.0)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints(polygon(points))
    painter.setPen(QPen(look.ground, 2.0))
    painter.setBrush(look.accent)
    painter.drawEllipse(QPointF(*points[-1].tolist()), 7.0, 7.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
