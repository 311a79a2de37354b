"""Paints a mask's outlines, its handles, what is being drawn and the brush's circle over the canvas."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen, QPolygonF

from jaxstudio.app.image.canvas.handle_geometry import EDGES
from jaxstudio.app.image.canvas.overlays import paint_tag, tag_size
from jaxstudio.app.image.masks.editing import BRUSH
from jaxstudio.app.image.masks.geometry import FEATHER, ROTATE, feather_outlines, outlines
from jaxstudio.app.image.masks.placement import Placement, Point
from jaxstudio.app.image.masks.surface import MaskSurface
from jaxstudio.app.image.masks.words import of_tool
from jaxstudio.pipeline.masks import Brush, Ellipse, Gradient, MaskPart, Polygon, Rectangle

GRIP_SIDE = 9.0
DARK, LIGHT = QColor(0, 0, 0, 150), QColor("#ffffff")  # dark below light: seen on any picture
FAINT = QColor(255, 255, 255, 150)
CIRCLE = [(math.cos(2 * math.pi * each / 64), math.sin(2 * math.pi * each / 64)) for each in range(64)]
FAR = 100.0  # in units: a line so long crosses any view
TAG_TOP_PX = 12.0


def paint_tools(painter: QPainter, tools: MaskSurface, placement: Placement) -> None:
    """Paint all of it; `placement` maps units to pixels of the widget."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    editing = tools.editing
    mask = editing.mask
    for place, part in enumerate(() if mask is None else mask.parts):
        if part.enabled or place == editing.place:
            _paint_part(painter, part, placement, selected=place == editing.place)
    if tools.draft is not None:
        _paint_draft(painter, tools.draft.points, tools.draft.pointer, placement)
    _paint_handles(painter, tools)
    if editing.tool == BRUSH and tools.pointer is not None:
        _paint_brush(painter, tools, placement)
    elif editing.tool and tools.hasFocus() and not tools.underMouse() and tools.pointer is not None:
        _paint_cross(painter, tools.pointer)
    words = of_tool(editing.tool)
    width, height = tag_size(painter, words)
    room = tools.width() - 16.0
    if width <= room:
        top = TAG_TOP_PX
        if tools.document.split is not None:  # below what names both sides of the divider
            top += height + TAG_TOP_PX / 2
        paint_tag(painter, QRectF((tools.width() - width) / 2, top, width, height), words)


def _polygon(points: Iterable[Point], placement: Placement) -> QPolygonF:
    return QPolygonF([QPointF(*placement.to_widget(point)) for point in points])


def _paint_part(painter: QPainter, part: MaskPart, placement: Placement, *, selected: bool) -> None:
    shape = part.shape
    painter.setBrush(Qt.BrushStyle.NoBrush)
    lines = [_polygon(line, placement) for line in outlines(shape, placement.units)]
    if isinstance(shape, Rectangle | Ellipse | Polygon):
        for polygon in lines:
            _stroke(painter, polygon, selected=selected, closed=True)
        if selected:
            for line in feather_outlines(part, placement.units):
                _dash(painter, _polygon(line, placement))
    elif isinstance(shape, Gradient):
        for polygon in lines:
            _stroke(painter, polygon, selected=selected, closed=False)
        if selected:
            _paint_gradient_bounds(painter, outlines(shape, placement.units)[0], placement)
    elif isinstance(shape, Brush) and not selected:
        for polygon in lines:
            painter.setPen(QPen(FAINT, 1.0, Qt.PenStyle.DotLine))
            painter.drawPolyline(polygon)


def _stroke(painter: QPainter, polygon: QPolygonF, *, selected: bool, closed: bool) -> None:
    pens = [QPen(DARK, 3.0), QPen(LIGHT, 1.4)] if selected else [QPen(DARK, 2.0), QPen(FAINT, 1.0)]
    for pen in pens:
        painter.setPen(pen)
        if closed:
            painter.drawPolygon(polygon)
        else:
            painter.drawPolyline(polygon)


def _dash(painter: QPainter, polygon: QPolygonF) -> None:
    for colour, width in ((DARK, 2.0), (LIGHT, 1.0)):
        pen = QPen(colour, width)
        pen.setDashPattern([4.0 / width, 4.0 / width])
        painter.setPen(pen)
        painter.drawPolygon(polygon)


def _paint_gradient_bounds(painter: QPainter, ends: Sequence[Point], placement: Placement) -> None:
    """Lines across both ends: full effect on one side, none on the other."""
    (ax, ay), (bx, by) = ends
    length = math.hypot(bx - ax, by - ay)
    if not length:
        return
    across = -(by - ay) / length * FAR, (bx - ax) / length * FAR
    for x, y in ends:
        line = _polygon(((x - across[0], y - across[1]), (x + across[0], y + across[1])), placement)
        painter.setPen(QPen(DARK, 2.0))
        painter.drawPolyline(line)
        painter.setPen(QPen(LIGHT, 1.0, Qt.PenStyle.SolidLine if (x, y) == ends[0] else Qt.PenStyle.DashLine))
        painter.drawPolyline(line)


def _paint_draft(
    painter: QPainter, points: Sequence[Point], pointer: Point | None, placement: Placement
) -> None:
    line = _polygon([*points, *([pointer] if pointer is not None else [])], placement)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((DARK, 3.0), (LIGHT, 1.4)):
        painter.setPen(QPen(colour, width))
        painter.drawPolyline(line)
    painter.setPen(QPen(DARK, 1.5))
    painter.setBrush(LIGHT)
    for place, point in enumerate(points):
        side = GRIP_SIDE + (3.0 if place == 0 else 0.0)
        at = placement.to_widget(point)
        painter.drawEllipse(QPointF(*at), side / 2, side / 2)


def _paint_handles(painter: QPainter, tools: MaskSurface) -> None:
    places = tools.handles()
    if ROTATE in places and "top" in places:
        _paint_stem(painter, places["top"], places[ROTATE])
    if FEATHER in places and "right" in places:
        _paint_stem(painter, places["right"], places[FEATHER])
    accent = tools.palette().color(QPalette.ColorRole.Highlight)
    for name, place in places.items():
        chosen = tools.hasFocus() and tools.current == name
        painter.setPen(QPen(LIGHT if chosen else QColor(0, 0, 0, 170), 1.5))
        painter.setBrush(accent if chosen else LIGHT)
        side = GRIP_SIDE + (4.0 if chosen else 0.0)
        grip = QRectF(place.x() - side / 2, place.y() - side / 2, side, side)
        if name == FEATHER:  # a diamond, so that the hand knows it from the others
            middle = grip.center()
            half = side * 0.7
            painter.drawPolygon(
                QPolygonF([middle + QPointF(*way) * half for way in ((0, -1), (1, 0), (0, 1), (-1, 0))])
            )
        elif name in EDGES:
            painter.drawRect(grip)
        else:
            painter.drawEllipse(grip)


def _paint_stem(painter: QPainter, start: QPointF, end: QPointF) -> None:
    for colour, width in ((DARK, 2.5), (LIGHT, 1.0)):
        painter.setPen(QPen(colour, width))
        painter.drawLine(start, end)


def _paint_brush(painter: QPainter, tools: MaskSurface, placement: Placement) -> None:
    """The radius, and within it how far the brush is at its full strength."""
    brush, at = tools.editing.brush, tools.pointer
    assert at is not None
    middle = tools.unit(at)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for radius, pattern in ((brush.radius, None), (brush.radius * brush.hardness, [3.0, 3.0])):
        circle = _polygon(((middle[0] + radius * x, middle[1] + radius * y) for x, y in CIRCLE), placement)
        for colour, width in ((DARK, 2.5), (LIGHT, 1.2)):
            pen = QPen(colour, width)
            if pattern is not None:
                pen.setDashPattern([each / width for each in pattern])
            painter.setPen(pen)
            painter.drawPolygon(circle)
    _paint_cross(painter, at, 3.0)


def _paint_cross(painter: QPainter, at: QPointF, arm: float = 8.0) -> None:
    for colour, width in ((DARK, 3.0), (LIGHT, 1.2)):
        painter.setPen(QPen(colour, width))
        painter.drawLine(at - QPointF(arm, 0), at + QPointF(arm, 0))
        painter.drawLine(at - QPointF(0, arm), at + QPointF(0, arm))
