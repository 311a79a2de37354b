"""Paints a mask's outlines, its handles, the stroke in work and the brush's circle over the canvas."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from jaxstudio.app.image.canvas.handle_geometry import EDGES, Placement, Point
from jaxstudio.app.image.canvas.layer import DARK, LIGHT, paint_line, paint_tag, tag_size
from jaxstudio.app.image.masks.brush_strokes import SOURCE, line_of, middle_of, number_of
from jaxstudio.app.image.masks.editing import BRUSH
from jaxstudio.app.image.masks.geometry import FEATHER, ROTATE, feather_outlines, outlines
from jaxstudio.app.image.masks.surface import MaskSurface
from jaxstudio.pipeline.masks import Brush, Ellipse, Gradient, MaskPart, Polygon, Rectangle, Stroke

GRIP_SIDE = 9.0
FAINT = QColor(255, 255, 255, 150)
CIRCLE = [(math.cos(2 * math.pi * each / 64), math.sin(2 * math.pi * each / 64)) for each in range(64)]
MOST_POINTS = 2000  # of the strokes whose lines are drawn, the latest first
FAR = 100.0  # in units: a line so long crosses any view
TAG_TOP_PX = 12.0


def paint_tools(painter: QPainter, tools: MaskSurface, placement: Placement) -> None:
    """Paint all of it; `placement` maps units to pixels of the widget."""
    editing = tools.editing
    mask = editing.mask
    for place, part in enumerate(() if mask is None else mask.parts):
        if part.enabled or place == editing.place:
            _paint_part(painter, part, placement, selected=place == editing.place)
    if tools.draft is not None:
        _paint_draft(painter, tools.draft.points, tools.draft.pointer, placement)
    _paint_strokes(painter, tools, placement)
    _paint_handles(painter, tools)
    if editing.tool == BRUSH and tools.pointer is not None:
        _paint_brush(painter, tools, placement)
    elif editing.tool and tools.hasFocus() and not tools.underMouse() and tools.pointer is not None:
        _paint_cross(painter, tools.pointer)
    words = tools.words
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
                paint_line(
                    painter,
                    partial(painter.drawPolygon, _polygon(line, placement)),
                    2.0,
                    1.0,
                    dash=(4.0, 4.0),
                )
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
    draw = partial(painter.drawPolygon if closed else painter.drawPolyline, polygon)
    if selected:
        paint_line(painter, draw)
    else:
        paint_line(painter, draw, 2.0, 1.0, light=FAINT)


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
    paint_line(painter, partial(painter.drawPolyline, line))
    painter.setPen(QPen(DARK, 1.5))
    painter.setBrush(LIGHT)
    for place, point in enumerate(points):
        side = GRIP_SIDE + (3.0 if place == 0 else 0.0)
        at = placement.to_widget(point)
        painter.drawEllipse(QPointF(*at), side / 2, side / 2)


def _paint_handles(painter: QPainter, tools: MaskSurface) -> None:
    places = tools.handles()
    for name, edge in ((ROTATE, "top"), (FEATHER, "right")):
        if name in places and edge in places:
            paint_line(painter, partial(painter.drawLine, places[edge], places[name]), 2.5, 1.0)
    for name, place in places.items():
        # a feather's and a source's are diamonds, so that the hand knows it from the others
        shape = (
            "diamond"
            if name == FEATHER or name.startswith(SOURCE)
            else "square"
            if name in EDGES
            else "circle"
        )
        tools.paint_grip(painter, name, place, shape, GRIP_SIDE)


def _paint_strokes(painter: QPainter, tools: MaskSurface, placement: Placement) -> None:
    """The strokes of the selected brush while they can be moved, and their sources, dashed."""
    part, moving = tools.editing.part, not tools.editing.tool
    if part is None or not isinstance(part.shape, Brush) or not (moving or tools.editing.tool == BRUSH):
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    chosen = number_of(tools.current) if moving else len(part.shape.strokes) - 1
    points = 0
    for number, way in reversed(list(enumerate(tools.ways(part.shape)))):
        stroke = part.shape.strokes[number]
        points += len(stroke.points)
        if points > MOST_POINTS and number != chosen:
            continue
        bold = number == chosen
        if moving:
            _paint_course(painter, stroke, placement, bold=bold)
        if way is not None:
            _paint_course(painter, stroke, placement, way, bold=bold)


def _paint_course(
    painter: QPainter, stroke: Stroke, placement: Placement, way: Point | None = None, *, bold: bool
) -> None:
    """A stroke's line and its radius; with a way, those of its source, dashed and joined to the stroke."""
    x, y = middle = middle_of(stroke, placement.units)
    right, down = way or (0.0, 0.0)
    lines = [partial(painter.drawPolygon, _circle((x + right, y + down), stroke.radius, placement))]
    lines.append(
        partial(painter.drawPolyline, _polygon(line_of(stroke, placement.units, (right, down)), placement))
    )
    if way is not None:
        lines.append(partial(painter.drawPolyline, _polygon((middle, (x + right, y + down)), placement)))
    wide, narrow, light = (3.0, 1.4, LIGHT) if bold else (2.0, 1.0, FAINT)
    for draw in lines:
        paint_line(painter, draw, wide, narrow, () if way is None else (4.0, 4.0), light)


def _circle(middle: Point, radius: float, placement: Placement) -> QPolygonF:
    return _polygon(((middle[0] + radius * x, middle[1] + radius * y) for x, y in CIRCLE), placement)


def _paint_brush(painter: QPainter, tools: MaskSurface, placement: Placement) -> None:
    """The radius, and within it how far the brush is at its full strength."""
    brush, at, way = tools.editing.brush, tools.pointer, tools.next_way
    assert at is not None
    middle = tools.unit(at)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if way is not None and tools.drag is None:
        source = _circle((middle[0] + way[0], middle[1] + way[1]), brush.radius, placement)
        paint_line(painter, partial(painter.drawPolygon, source), 2.5, 1.2, (4.0, 4.0))
    for radius, dash in ((brush.radius, ()), (brush.radius * brush.hardness, (3.0, 3.0))):
        circle = _circle(middle, radius, placement)
        paint_line(painter, partial(painter.drawPolygon, circle), 2.5, 1.2, dash)
    _paint_cross(painter, at, 3.0)


def _paint_cross(painter: QPainter, at: QPointF, arm: float = 8.0) -> None:
    paint_line(painter, partial(painter.drawLine, at - QPointF(arm, 0), at + QPointF(arm, 0)), narrow=1.2)
    paint_line(painter, partial(painter.drawLine, at - QPointF(0, arm), at + QPointF(0, arm)), narrow=1.2)
