"""The whole picture of the plane, on any painter: the screen, a PNG, an SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from jaxstudio.app.plot.axes import paint_grid, paint_numbers
from jaxstudio.app.plot.colours import faded
from jaxstudio.app.plot.curve_geometry import Art
from jaxstudio.app.plot.paint_curves import paint_bands, paint_boxes, paint_levels, paint_strokes
from jaxstudio.app.plot.paint_fields import paint_arrows, paint_bar, paint_picture
from jaxstudio.app.plot.paint_marks import paint_mark, paint_marks, paint_poles
from jaxstudio.app.plot.pen import polygon
from jaxstudio.app.plot.theme import Look
from jaxstudio.app.plot.viewing import to_pixels
from jaxstudio.functions.document import Data
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.scene import Found, Mark, View

MANY_MARKS = 40
Many = Sequence[float] | np.ndarray


@dataclass(frozen=True)
class Scenery:
    """What is in the plane: the visible lines, the intersections, the points of the data."""

    arts: tuple[Art, ...] = ()
    intersections: Found | None = None
    data: Data | None = None
    held: int | None = None

    @property
    def heatmaps(self) -> tuple[Art, ...]:
        return tuple(art for art in self.arts if art.drawn.heatmap is not None)

    @property
    def crossings(self) -> tuple[Mark, ...]:
        return self.intersections.marks if self.intersections is not None else ()


def paint(painter: QPainter, scenery: Scenery, view: View, look: Look) -> None:
    """Paint everything; `view` is in pixels of the painter."""
    for _ in paint_below_numbers(painter, scenery, view, look):
        pass
    paint_numbers(painter, view, look)
    paint_points(painter, scenery, view, look)


def paint_below_numbers(painter: QPainter, scenery: Scenery, view: View, look: Look) -> Iterator[None]:
    """The ground, heatmaps, the grid and the lines, with a pause after each part that takes a while.

    In a pause the painter may be ended and begun anew, antialiasing as it was.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, view.width_px, view.height_px), look.ground)
    for art in scenery.heatmaps:
        with _opacity(painter, art):
            paint_picture(painter, art, view, look)
    on_picture = bool(scenery.heatmaps)
    paint_grid(painter, view, look, on_picture=on_picture)
    for art in scenery.arts:
        if art.drawn.region is not None:
            with _opacity(painter, art):
                paint_picture(painter, art, view, look)
    yield
    for art in scenery.arts:
        with _opacity(painter, art):
            paint_boxes(painter, art, view, look)
            paint_bands(painter, art, view, look)
            paint_poles(painter, art, view, look)
    for art in scenery.arts:
        yield from paint_strokes(painter, art, view, look, held=art.key == scenery.held)
        if art.dots is not None:
            with _opacity(painter, art):
                _paint_dots(painter, art.dots[:, 0], art.dots[:, 1], view, look, art.hue)
    for art in scenery.arts:
        if art.drawn.arrows is not None:
            is_vector_field = art.drawn.kind == LineKind.VECTOR  # no gradient of a heatmap below it
            colour = look.curve(art.hue) if is_vector_field else None
            with _opacity(painter, art):
                paint_arrows(painter, art.drawn.arrows, view, look, on_picture=on_picture, colour=colour)
    yield
    if scenery.data is not None:
        _paint_data(painter, scenery.data, view, look)
    for art in scenery.arts:
        with _opacity(painter, art):
            paint_levels(painter, art, view, look)


def paint_points(painter: QPainter, scenery: Scenery, view: View, look: Look) -> None:
    """Points of interest and the bar of colours, above the numbers; a quick look goes without many points."""
    count = sum(len(art.marks) for art in scenery.arts) + len(scenery.crossings)
    if not (count > MANY_MARKS and look.quick):
        for art in scenery.arts:
            with _opacity(painter, art):
                paint_marks(painter, art, view, look)
        for mark in scenery.crossings:
            paint_mark(painter, mark, view, look, look.text)
    if scenery.heatmaps:
        paint_bar(painter, scenery.heatmaps[0].drawn.heatmap, view, look)


@contextmanager
def _opacity(painter: QPainter, art: Art) -> Iterator[None]:
    """Whole, or faded where the line is wrong now; no pause may lie inside."""
    painter.setOpacity(art.opacity)
    yield
    painter.setOpacity(1.0)


def _paint_dots(painter: QPainter, x: Many, y: Many, view: View, look: Look, hue: int) -> None:
    pen = QPen(look.curve(hue), 7.0 * look.scale)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints(_points(x, y, view))


def _paint_data(painter: QPainter, data: Data, view: View, look: Look) -> None:
    """The points, those of a known deviation with an upright line as long as two of it."""
    if data.sigma is not None:
        y, sigma = np.array(data.y), np.array(data.sigma)
        x, low = to_pixels(view, np.array(data.x), y - sigma)
        high = to_pixels(view, np.array(data.x), y + sigma)[1]
        seen = (x > -10) & (x < view.width_px + 10)
        painter.setPen(QPen(faded(look.text, 0.45), 1.2 * look.scale))
        lines = np.stack([x, low, x, high], axis=1)[seen]
        painter.drawLines([QLineF(*line) for line in lines.tolist()])
    pen = QPen(faded(look.text, 0.55), 4.6 * look.scale)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints(_points(data.x, data.y, view))


def _points(x: Many, y: Many, view: View) -> QPolygonF:
    across, along = to_pixels(view, np.asarray(x, np.float64), np.asarray(y, np.float64))
    inside = (across > -10) & (across < view.width_px + 10) & (along > -10) & (along < view.height_px + 10)
    return polygon(np.stack([across[inside], along[inside]], axis=1))
