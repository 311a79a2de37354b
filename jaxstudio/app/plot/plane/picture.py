"""The picture of the plane on any painter (screen, PNG, SVG): curves, fields, points of interest, data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QConicalGradient, QFontMetricsF, QLinearGradient, QPainter, QPen, QPolygonF

from jaxstudio.app.plot.plane.axes import paint_grid, paint_numbers
from jaxstudio.app.plot.plane.curve_geometry import Art, Scenery
from jaxstudio.app.plot.plane.paint_curves import (
    paint_bands,
    paint_boxes,
    paint_levels,
    paint_strokes,
    polygon,
    strokes_of,
)
from jaxstudio.app.plot.plane.palette import shade, tinted
from jaxstudio.app.plot.plane.viewing import slopes_px, to_pixels
from jaxstudio.app.shared.colours import PlotStyle, faded
from jaxstudio.functions.colour_wheel import wheel
from jaxstudio.functions.document import Data
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.scene import Arrows, Band, Heatmap, Mark, MarkKind, View

BAR_WIDE, BAR_HIGH, BAR_GAP = 12.0, 120.0, 14.0
ARROW_PX = 26.0
SLOPE_PX, SLOPE_ALPHA = 18.0, 0.55
REGION_ALPHA = 0.2
DOT_PX, HALO_PX, HALO_ALPHA = 7.0, 17.0, 0.3


def paint_picture(painter: QPainter, art: Art, view: View, style: PlotStyle) -> None:
    """The values or the region of a line, put where its own view lies in this one."""
    if art.image is None:
        return
    image = art.image
    if art.drawn.region is not None:
        image = tinted(image, faded(style.curve(art.hue), REGION_ALPHA))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
    painter.drawImage(_place(art.view, view), image, QRectF(image.rect()))


def _place(own: View, view: View) -> QRectF:
    left, top = to_pixels(view, own.x[0], own.y[1])
    right, bottom = to_pixels(view, own.x[1], own.y[0])
    return QRectF(left, top, right - left, bottom - top)


def paint_arrows(
    painter: QPainter,
    arrows: Arrows,
    view: View,
    style: PlotStyle,
    *,
    on_picture: bool,
    colour: QColor | None = None,
) -> None:
    """Each with its direction as it looks on the screen, the longest of a fixed length; slopes alike."""
    x, y = to_pixels(view, arrows.tails[:, 0], arrows.tails[:, 1])
    across, along = slopes_px(view, arrows.tails[:, 0], arrows.tails[:, 1])
    dx, dy = arrows.vectors[:, 0] * across, -arrows.vectors[:, 1] * along
    length = np.hypot(dx, dy)
    if arrows.slopes:
        length = np.where(length > 0, length, 1.0)
        dx, dy = SLOPE_PX * style.scale * dx / length, SLOPE_PX * style.scale * dy / length
        painter.setPen(QPen(faded(colour or style.text, SLOPE_ALPHA), 1.3 * style.scale))
        strokes = np.stack([x - dx / 2, y - dy / 2, x + dx / 2, y + dy / 2], 1)
        painter.drawLines([QLineF(*stroke) for stroke in strokes.tolist()])
        return
    longest = float(length.max()) if len(length) else 0.0
    if longest == 0:
        return
    # by the square root, so that short ones can still be seen
    shown = ARROW_PX * style.scale * np.sqrt(length / longest) / np.where(length > 0, length, 1.0)
    dx, dy = dx * shown, dy * shown
    x, y = x - dx / 2, y - dy / 2
    tip_x, tip_y = x + dx, y + dy
    lines = [np.stack([x, y, tip_x, tip_y], 1)]
    for turn in (2.6, -2.6):
        head_x = tip_x + 0.32 * (dx * np.cos(turn) - dy * np.sin(turn))
        head_y = tip_y + 0.32 * (dx * np.sin(turn) + dy * np.cos(turn))
        lines.append(np.stack([tip_x, tip_y, head_x, head_y], 1))
    ink = colour or (QColor("#ffffff") if on_picture else style.text)
    pen = QPen(ink, 1.3 * style.scale)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    if on_picture:
        painter.setPen(
            QPen(QColor(0, 0, 0, 110) if colour is None else QColor(255, 255, 255, 190), 2.6 * style.scale)
        )
        painter.drawLines([QLineF(*line) for line in np.concatenate(lines).tolist()])
    painter.setPen(pen)
    painter.drawLines([QLineF(*line) for line in np.concatenate(lines).tolist()])


def paint_bar(painter: QPainter, heatmap: Heatmap | None, top: float, style: PlotStyle) -> None:
    """Paint the colour scale at the left, from `top` down; messages stand at the bottom."""
    if heatmap is None:
        return
    s, low, high = style.scale, heatmap.low, heatmap.high
    painter.setFont(style.font)
    metrics = QFontMetricsF(style.font, painter.device())
    middle = (low + high) / 2
    middle = 0.0 if abs(middle) < 1e-6 * (high - low) else middle  # what rounding left over
    texts = [f"{value:.4g}".replace("-", "−") for value in (high, middle, low)]
    wide = max(metrics.horizontalAdvance(text) for text in texts)
    pad = 8 * s
    box = QRectF(BAR_GAP * s, top, BAR_WIDE * s + wide + 3 * pad, BAR_HIGH * s + 2 * pad)
    painter.setPen(QPen(style.grid, s))
    painter.setBrush(style.ground)
    painter.drawRoundedRect(box, 6 * s, 6 * s)
    bar = QRectF(box.left() + pad, box.top() + pad, BAR_WIDE * s, BAR_HIGH * s)
    blend = QLinearGradient(bar.bottomLeft(), bar.topLeft())
    for index in range(11):
        blend.setColorAt(index / 10, shade(index / 10))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(blend)
    painter.drawRect(bar)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(style.text)
    for text, share in zip(texts, (0.0, 0.5, 1.0), strict=True):
        top = bar.top() + share * (bar.height() - metrics.height())
        place = QRectF(bar.right() + pad, top, wide, metrics.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


WHEEL_PX = 64.0


def paint_wheel(painter: QPainter, top: float, style: PlotStyle) -> None:
    """Paint the colours of the arguments at the left, from `top` down, around the names of four of them."""
    s = style.scale
    painter.setFont(style.font)
    metrics = QFontMetricsF(style.font, painter.device())
    side = WHEEL_PX * s + 2 * metrics.horizontalAdvance("−1 ")
    box = QRectF(BAR_GAP * s, top, side, side)
    painter.setPen(QPen(style.grid, s))
    painter.setBrush(style.ground)
    painter.drawRoundedRect(box, 6 * s, 6 * s)
    blend, colours = QConicalGradient(box.center(), 180.0), wheel()
    for place in range(33):
        blend.setColorAt(place / 32, QColor(*colours[round(place / 32 * (len(colours) - 1))].tolist()))
    ring = QPen(blend, 12 * s)  # from -π at the left anticlockwise
    ring.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(ring)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = WHEEL_PX * s / 2 - 6 * s
    painter.drawEllipse(box.center(), radius, radius)
    painter.setPen(style.text)
    away = WHEEL_PX * s / 2 + metrics.horizontalAdvance("−1") * 0.6
    for text, x, y in (("1", away, 0.0), ("i", 0.0, -away), ("−1", -away, 0.0), ("−i", 0.0, away)):
        wide, high = metrics.horizontalAdvance(text) + 2, metrics.height()
        middle = box.center() + QPointF(x, y)
        place_of = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
        painter.drawText(place_of, Qt.AlignmentFlag.AlignCenter, text)


NAME_PX = 7.0  # from a point to its name
LEGEND_PX, STROKE_PX, LONGEST_NAME = 12.0, 22.0, 60


def paint_legend(painter: QPainter, scenery: Scenery, view: View, style: PlotStyle) -> float:
    """Paint the names of the lines with their colours at the upper left, as many as there is room for.

    Return the height below which there is room.
    """
    s = style.scale
    painter.setFont(style.font)
    metrics = QFontMetricsF(style.font, painter.device())
    if not scenery.legend:
        return BAR_GAP * s + (metrics.lineSpacing() if scenery.axes.y_label else 0)
    gap, stroke, row = LEGEND_PX * s, STROKE_PX * s, metrics.lineSpacing() * 1.15
    room = max(int((view.height_px - 4 * gap) / row), 1)
    names = [
        each.text if len(each.text) <= LONGEST_NAME else each.text[: LONGEST_NAME - 1] + "…"
        for each in scenery.legend[:room]
    ]
    wide = max(map(metrics.horizontalAdvance, names)) + stroke + 2.5 * gap
    top = gap + (metrics.lineSpacing() if scenery.axes.y_label else 0)  # which stands at the top
    box = QRectF(gap, top, min(wide, view.width_px - 2 * gap), row * len(names) + gap)
    painter.setPen(QPen(style.grid, s))
    painter.setBrush(faded(style.ground, 0.92))
    painter.drawRoundedRect(box, 6 * s, 6 * s)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for number, (entry, name) in enumerate(zip(scenery.legend, names, strict=False)):
        middle = box.top() + gap / 2 + row * (number + 0.5)
        painter.setPen(QPen(style.curve(entry.hue, entry.order), 2.4 * s))
        left = box.left() + gap * 0.75
        painter.drawLine(QLineF(left, middle, left + stroke, middle))
        painter.setPen(style.text)
        place = QRectF(left + stroke + gap * 0.75, middle - row / 2, box.width(), row)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
    return box.bottom() + BAR_GAP * s


RADIUS_PX = 4.8
MANY, SMALLEST = 14, 0.55  # where there are more, each is smaller, down to this share
SHAPES = {
    MarkKind.MAXIMUM: ((0.0, -1.25), (1.1, 0.75), (-1.1, 0.75)),
    MarkKind.MINIMUM: ((0.0, 1.25), (1.1, -0.75), (-1.1, -0.75)),
    MarkKind.INFLECTION: ((0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)),
    MarkKind.COMPLEX_POLE: (
        (0.0, -1.3),
        (0.38, -0.38),
        (1.3, 0.0),
        (0.38, 0.38),
        (0.0, 1.3),
        (-0.38, 0.38),
        (-1.3, 0.0),
        (-0.38, -0.38),
    ),
    MarkKind.SADDLE: ((-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)),
    MarkKind.INTERSECTION: ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
}
UNSEEN = frozenset({MarkKind.JUMP, MarkKind.CORNER})


def is_open(mark: Mark) -> bool:
    """Whether the point itself does not belong to the curve."""
    return mark.kind is MarkKind.HOLE or "open" in mark.detail


def paint_poles(painter: QPainter, art: Art, view: View, style: PlotStyle) -> None:
    """A dashed upright line at each pole."""
    for order, mark in art.marks:
        if mark.kind is MarkKind.POLE and view.x[0] <= mark.x <= view.x[1]:
            pen = QPen(faded(style.curve(art.hue, order), 0.55), 1.2 * style.scale)
            pen.setDashPattern([5.0, 5.0])
            painter.setPen(pen)
            x, _ = to_pixels(view, mark.x, 0.0)
            painter.drawLine(QLineF(x, 0, x, view.height_px))


def paint_marks(painter: QPainter, art: Art, view: View, style: PlotStyle) -> None:
    """Paint all other points of a line."""
    size = min(max(math.sqrt(MANY / max(len(art.marks), 1)), SMALLEST), 1.0)
    for order, mark in art.marks:
        if mark.kind is not MarkKind.POLE and mark.kind not in UNSEEN and math.isfinite(mark.y):
            white = art.image is not None and art.drawn.region is None
            colour = QColor("#ffffff") if white else style.curve(art.hue, order)
            edge = QColor("#14151a") if white else None
            paint_mark(painter, mark, view, style, colour, size=size, edge=edge)


def paint_mark(
    painter: QPainter,
    mark: Mark,
    view: View,
    style: PlotStyle,
    colour: QColor,
    *,
    size: float = 1.0,
    edge: QColor | None = None,
) -> None:
    """Paint one point in the shape of its kind."""
    x, y = to_pixels(view, mark.x, mark.y)
    if not (-20 < x < view.width_px + 20 and -20 < y < view.height_px + 20):
        return
    radius = RADIUS_PX * style.scale * size
    painter.setBrush(style.ground if is_open(mark) else colour)
    rim = edge or (colour if is_open(mark) else style.ground)
    painter.setPen(QPen(rim, (2.0 if is_open(mark) else 1.4) * style.scale))
    shape = SHAPES.get(mark.kind)
    if shape is None:
        painter.drawEllipse(QPointF(x, y), radius, radius)
    else:
        painter.drawPolygon(QPolygonF([QPointF(x + a * radius, y + b * radius) for a, b in shape]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


MANY_MARKS = 40
Many = Sequence[float] | np.ndarray


def paint(painter: QPainter, scenery: Scenery, view: View, style: PlotStyle) -> None:
    """Paint everything; `view` is in pixels of the painter."""
    for _ in paint_below_numbers(painter, scenery, view, style):
        pass
    paint_numbers(painter, view, scenery.axes, style)
    paint_points(painter, scenery, view, style)


def paint_below_numbers(painter: QPainter, scenery: Scenery, view: View, style: PlotStyle) -> Iterator[None]:
    """The ground, heatmaps, the grid and the lines, with a pause after each part that takes a while.

    In a pause the painter may be ended and begun anew, antialiasing as it was.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not style.clear:
        painter.fillRect(QRectF(0, 0, view.width_px, view.height_px), style.ground)
    for art in scenery.heatmaps:
        with _opacity(painter, art):
            paint_picture(painter, art, view, style)
    on_picture = bool(scenery.heatmaps)
    paint_grid(painter, view, scenery.axes, style, on_picture=on_picture)
    for art in scenery.arts:
        if art.drawn.region is not None:
            with _opacity(painter, art):
                paint_picture(painter, art, view, style)
    yield
    for art in scenery.arts:
        with _opacity(painter, art):
            paint_boxes(painter, art, view, style)
            paint_bands(painter, art, view, style)
            for band in art.drawn.bands:
                _paint_band(painter, band, view, faded(style.curve(art.hue), REGION_ALPHA))
            paint_poles(painter, art, view, style)
    for art, strokes in zip(scenery.arts, strokes_of(scenery.arts, view, style), strict=True):
        yield from paint_strokes(painter, art, strokes, style, held=art.key == scenery.held)
        if art.dots is not None:
            with _opacity(painter, art):
                if art.drawn.handles:  # a halo: these can be moved
                    halo = faded(style.curve(art.hue), HALO_ALPHA)
                    _paint_dots(painter, art.dots[:, 0], art.dots[:, 1], view, style, halo, HALO_PX)
                _paint_dots(painter, art.dots[:, 0], art.dots[:, 1], view, style, style.curve(art.hue))
                if art.drawn.kind == LineKind.POINT and art.drawn.name and len(art.dots) == 1:
                    x, y = to_pixels(view, *art.dots[0].tolist())
                    painter.setFont(style.font)
                    painter.drawText(
                        QPointF(x + NAME_PX * style.scale, y - NAME_PX * style.scale), art.drawn.name
                    )
    for art in scenery.arts:
        if art.drawn.arrows is not None:
            # no gradient of a heatmap below it
            is_field = art.drawn.kind in (LineKind.VECTOR, LineKind.DIFFERENTIAL)
            colour = style.curve(art.hue) if is_field else None
            with _opacity(painter, art):
                paint_arrows(painter, art.drawn.arrows, view, style, on_picture=on_picture, colour=colour)
    yield
    if scenery.data is not None:
        _paint_data(painter, scenery.data, view, style)
    for art in scenery.arts:
        with _opacity(painter, art):
            paint_levels(painter, art, view, style)


def paint_points(painter: QPainter, scenery: Scenery, view: View, style: PlotStyle) -> None:
    """Points of interest and the bar of colours, above the numbers; a quick style goes without."""
    count = sum(len(art.marks) for art in scenery.arts) + len(scenery.crossings)
    if not (count > MANY_MARKS and style.quick):
        for art in scenery.arts:
            with _opacity(painter, art):
                paint_marks(painter, art, view, style)
        for mark in scenery.crossings:
            paint_mark(painter, mark, view, style, style.text)
    top = paint_legend(painter, scenery, view, style)
    if scenery.heatmaps:
        drawn = scenery.heatmaps[0].drawn
        paint_bar(painter, drawn.heatmap, top, style)
        if drawn.domain is not None:
            paint_wheel(painter, top, style)


@contextmanager
def _opacity(painter: QPainter, art: Art) -> Iterator[None]:
    """Whole, or faded where the line is wrong now; no pause may lie inside."""
    painter.setOpacity(art.opacity)
    yield
    painter.setOpacity(1.0)


def _paint_dots(
    painter: QPainter, x: Many, y: Many, view: View, style: PlotStyle, colour: QColor, wide: float = DOT_PX
) -> None:
    pen = QPen(colour, wide * style.scale)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints(_points(x, y, view))


def _paint_band(painter: QPainter, band: Band, view: View, colour: QColor) -> None:
    """Where a solution goes when a slider moves a little."""
    edge = np.stack(to_pixels(view, *band.outline.T), 1)
    reach = 4.0 * view.height_px
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    # a path in the plane may cross itself
    painter.drawPolygon(polygon(np.clip(edge, -reach, reach)), Qt.FillRule.WindingFill)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_data(painter: QPainter, data: Data, view: View, style: PlotStyle) -> None:
    """Paint the points; a known deviation is an upright line of twice its length."""
    if data.sigma is not None:
        y, sigma = np.array(data.y), np.array(data.sigma)
        x, low = to_pixels(view, np.array(data.x), y - sigma)
        high = to_pixels(view, np.array(data.x), y + sigma)[1]
        seen = (x > -10) & (x < view.width_px + 10)
        painter.setPen(QPen(faded(style.text, 0.45), 1.2 * style.scale))
        lines = np.stack([x, low, x, high], axis=1)[seen]
        painter.drawLines([QLineF(*line) for line in lines.tolist()])
    pen = QPen(faded(style.text, 0.55), 4.6 * style.scale)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints(_points(data.x, data.y, view))


def _points(x: Many, y: Many, view: View) -> QPolygonF:
    across, along = to_pixels(view, np.asarray(x, np.float64), np.asarray(y, np.float64))
    inside = (across > -10) & (across < view.width_px + 10) & (along > -10) & (along < view.height_px + 10)
    return polygon(np.stack([across[inside], along[inside]], axis=1))
