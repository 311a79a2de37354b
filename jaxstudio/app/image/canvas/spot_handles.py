"""Handles of a round spot over the canvas: the spot, its radius, and its source if it has one."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.canvas.handles import Handles
from jaxstudio.app.image.canvas.layer import paint_line
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.pipeline.outlines import spot_places

SPOT, SOURCE, EDGE = "spot", "source", "edge"


class SpotHandles(Handles):
    """The spot takes its source along; the source and the edge move alone."""

    def __init__(self, document: ImageDocument, canvas: QWidget, op_name: str) -> None:
        self.op_name = op_name
        super().__init__(document, canvas)

    def handles(self) -> dict[str, QPointF]:
        if self.step is None:
            return {}
        (x, y), (right, down), radius = spot_places(self.step.values, self.size_beneath)
        # the edge's handle lies away from the source
        turn = math.atan2(-down, -right)
        edge = y + radius * math.sin(turn), x + radius * math.cos(turn)
        places = {SPOT: (y, x), EDGE: edge}
        if "source_x" in self.step.values:
            places[SOURCE] = y + down, x + right
        return {name: self.to_widget(row + 0.5, column + 0.5) for name, (row, column) in places.items()}

    def name_of(self, handle: str) -> str:
        names = {SPOT: self.tr("The spot"), SOURCE: self.tr("Its source"), EDGE: self.tr("Its edge")}
        return names[handle]

    def start_of(self, handle: str, at: QPointF) -> Any:
        assert self.step is not None
        return dict(self.step.values)

    def shift(self, name: str, start: Any, down: float, right: float, *, aspect: bool, nudge: bool) -> None:
        """Move a handle so far, in pixels of the picture, from where it was at `start`."""
        height, width = self.size_beneath
        along = {"x": 100.0 * right / max(width - 1, 1), "y": 100.0 * down / max(height - 1, 1)}
        if name == SPOT:
            values = {axis: min(max(start[axis] + way, 0.0), 100.0) for axis, way in along.items()}
        elif name == SOURCE:
            way = {"source_x": 100.0 * right / width, "source_y": 100.0 * down / height}
            values = {axis: min(max(start[axis] + part, -100.0), 100.0) for axis, part in way.items()}
        else:
            _, (away_x, away_y), radius = spot_places(start, self.size_beneath)
            turn = math.atan2(-away_y, -away_x)
            farther = radius + right * math.cos(turn) + down * math.sin(turn)
            values = {"radius": min(max(100.0 * farther / min(height, width), 0.1), 50.0)}
        self._send({axis: round(value, 3) for axis, value in values.items()}, nudge=nudge)

    def paint_outline(self, painter: QPainter, places: dict[str, QPointF]) -> None:
        spot, edge, source = places[SPOT], places[EDGE], places.get(SOURCE, places[SPOT])
        radius = math.hypot(edge.x() - spot.x(), edge.y() - spot.y())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for middle in (spot, source):
            paint_line(painter, partial(painter.drawEllipse, middle, radius, radius), narrow=1.2)
        paint_line(painter, lambda: painter.drawLine(source, spot), narrow=1.2)
