"""Painting curves by their proof: proven ones solid, sampled ones thin, unresolved ones as a hatched band.

Qt strokes an antialiased line wider than one pixel as a filled path, which takes 5 ms for 2,000 points. A
line of one pixel it draws directly, in a thirtieth of that; several of them side by side look the same.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from jaxstudio.app.plot.plane.curve_geometry import Art, Polyline, UnresolvedBand
from jaxstudio.app.plot.plane.palette import shade
from jaxstudio.app.plot.plane.viewing import to_pixels
from jaxstudio.app.shared.colours import PlotStyle, faded
from jaxstudio.functions.protocol.scene import Proof, View

VoidPtr: Any = shiboken6.VoidPtr  # its declared types lag behind
QUICK_REACH_PX = 0.42
APART_PX, WIDER_PX = 0.6, 0.1  # lines of one pixel side by side, as dark together as a wide one


def new_polygon(count: int) -> tuple[QPolygonF, np.ndarray]:
    """A QPolygonF of so many points, and its memory (count, 2)."""
    made = QPolygonF()
    made.resize(count)
    if not count:
        return made, np.empty((0, 2))
    memory = VoidPtr(made.data(), 16 * count, True)
    return made, np.frombuffer(memory, dtype=np.float64).reshape(-1, 2)


def polygon(points: np.ndarray) -> QPolygonF:
    """A QPolygonF of an (n, 2) array, copied at once."""
    made, memory = new_polygon(len(points))
    memory[:] = points
    return made


def clamped(points: np.ndarray, axis: int, low: float, high: float) -> np.ndarray:
    """The polyline within low..high along one axis: what goes beyond runs along that edge.

    Points are put in where it crosses, so that what lies inside keeps its slope. The edge is to be out
    of sight.
    """
    along = points[:, axis]
    if len(points) == 0 or (along.min() >= low and along.max() <= high):
        return points
    for bound in (low, high):
        along = points[:, axis]
        beyond = along > bound
        crossing = np.flatnonzero(beyond[1:] != beyond[:-1])
        if len(crossing):
            start, end = points[crossing], points[crossing + 1]
            share = (bound - start[:, axis]) / (end[:, axis] - start[:, axis])
            points = np.insert(points, crossing + 1, start + share[:, None] * (end - start), axis=0)
    points = points.copy()
    np.clip(points[:, axis], low, high, out=points[:, axis])
    return points


def passes(width_px: float, *, quick: bool = False) -> tuple[float, ...]:
    """Offsets of lines of one pixel that together are `width_px` wide; two at most if it is to be quick."""
    if width_px <= 1.0:
        return (0.0,)
    if quick and width_px < 2.6:
        reach = min((width_px - 1.0) / 2, QUICK_REACH_PX)
        return (-reach, reach)
    reach = (width_px - 1.0) / 2 + WIDER_PX
    count = max(math.ceil(2 * reach / APART_PX), 1)
    return tuple(-reach + 2 * reach * index / count for index in range(count + 1))


def sideways(points: np.ndarray, starts: Sequence[int] = (0,)) -> np.ndarray:
    """Return unit normals of a polyline at its points (n, 2); 0 where it does not move on.

    Several polylines may lie one behind the other: `starts` are the indices of their first points.
    """
    first = np.asarray(starts)
    last = np.append(first[1:], len(points)) - 1
    slope = np.empty_like(points)
    np.subtract(points[2:], points[:-2], out=slope[1:-1])
    slope[first] = points[np.minimum(first + 1, last)] - points[first]
    slope[last] = points[last] - points[np.maximum(last - 1, first)]
    across, along = slope[:, 0], slope[:, 1]
    length = np.sqrt(across * across + along * along) + 1e-12
    return np.stack([-along / length, across / length], axis=1)


def draw_polyline(
    painter: QPainter,
    points: np.ndarray,
    normals: np.ndarray,
    colour: QColor,
    width_px: float,
    *,
    quick: bool = False,
) -> None:
    """Draw an (n, 2) polyline in device pixels, solid, `width_px` wide; `normals` are `sideways` of it."""
    thin = QPen(colour, 1.0)
    thin.setCosmetic(True)
    painter.setPen(thin)
    for offset in passes(width_px, quick=quick) if len(points) > 1 else (0.0,):
        painter.drawPolyline(polygon(points + normals * offset if offset else points))


def beside(normals: np.ndarray) -> np.ndarray:
    """Return for each point (n, 2) where the next line of pixels lies: above where the polyline is level,
    to the right where it is steep, so that no gap opens between them. `normals` are `sideways` of it.
    """
    level = np.abs(normals[:, 0]) < np.abs(normals[:, 1]) * (1 + 1e-6)  # all along a diagonal the same
    return np.stack([~level, level], axis=1).astype(np.float64)


@contextmanager
def roughly(painter: QPainter) -> Iterator[None]:
    """Paint without antialiasing, and finely afterwards."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    yield
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def draw_roughly(
    painter: QPainter, points: np.ndarray, steps: np.ndarray, colour: QColor, width_px: float
) -> None:
    """Draw in a third of the time by a painter that works `roughly`: as wide and as dark, with steps.

    Whole lines of pixels lie side by side, there and back in one go; `steps` are `beside` of the polyline.
    """
    thin = QPen(colour, 1.0)
    thin.setCosmetic(True)
    painter.setPen(thin)
    count, length = max(round(width_px), 1), len(points)
    made, memory = new_polygon(count * length)
    for index in range(count):
        line = memory[index * length : (index + 1) * length]
        np.multiply(steps, index - (count - 1) / 2, out=line)
        line += points
        if index % 2:
            line[:] = line[::-1].copy()
    painter.drawPolyline(made)


PROVEN_PX, SAMPLED_PX, CONTOUR_PX = 2.0, 1.3, 1.5
FAR = 3.0  # of the picture's height: what lies beyond is drawn along that line, out of sight
DASHES = [6.0, 5.0]


def in_pixels(points: np.ndarray, view: View) -> np.ndarray:
    """A polyline in pixels; points far out of sight are brought near."""
    pixels = np.stack(to_pixels(view, points[:, 0], points[:, 1]), axis=1)
    reach = FAR * max(view.height_px, view.width_px)
    pixels = clamped(pixels, 1, -reach, view.height_px + reach)
    return clamped(pixels, 0, -reach, view.width_px + reach)


def width_px(polyline: Polyline) -> float:
    """Return a polyline's width; before anything is known it is drawn as if proven."""
    if polyline.thin:
        return CONTOUR_PX
    return SAMPLED_PX if polyline.sure and polyline.proof is not Proof.PROVEN else PROVEN_PX


@dataclass(frozen=True)
class Strokes:
    """The polylines of one line in pixels: `points` (n, 2), `ends` the indices between which each lies.

    `offsets` (n, 2) is what draws them fast: `sideways`, or `beside` of a rough picture; None in a file.
    """

    points: np.ndarray
    ends: list[int]
    offsets: np.ndarray | None


def strokes_of(arts: Sequence[Art], view: View, style: PlotStyle) -> list[Strokes]:
    """The strokes of each line. What NumPy does for them is done for all at once: a call for each would take
    as long as the painting itself.
    """
    every = [polyline for art in arts for polyline in art.polylines]
    if not every:
        return [Strokes(np.empty((0, 2)), [0], None) for _ in arts]
    pixels, starts = together(every, view)
    offsets = sideways(pixels, starts) if style.fast else None
    offsets = beside(offsets) if offsets is not None and style.rough else offsets
    ends, result, first = [*starts, len(pixels)], [], 0
    for art in arts:
        last = first + len(art.polylines)
        low, high = ends[first], ends[last]
        own = [end - low for end in ends[first : last + 1]]
        result.append(Strokes(pixels[low:high], own, None if offsets is None else offsets[low:high]))
        first = last
    return result


def paint_strokes(
    painter: QPainter, art: Art, strokes: Strokes, style: PlotStyle, *, held: bool = False
) -> Iterator[None]:
    """Paint all polylines of a line with a pause after each; `held`: the line worked on, drawn bolder.

    On the screen solid ones go the fast way.
    """
    with roughly(painter) if style.rough else nullcontext():
        for polyline, (low, high) in zip(art.polylines, itertools.pairwise(strokes.ends), strict=True):
            colour = style.curve(art.hue, polyline.order)
            if polyline.share is not None:
                colour = level_colour(polyline.share, style)
            wide = (width_px(polyline) + (0.6 if held and not polyline.thin else 0.0)) * style.scale
            points = strokes.points[low:high]
            # a pause may begin the painter anew
            painter.setOpacity(art.opacity)
            solid = not polyline.dashed and not art.faded and colour.alpha() == 255
            if strokes.offsets is not None and solid:
                if style.rough:
                    draw_roughly(painter, points, strokes.offsets[low:high], colour, wide)
                else:
                    draw_polyline(painter, points, strokes.offsets[low:high], colour, wide, quick=style.quick)
            else:
                paint_stroke(painter, points, colour, wide, style, dashed=polyline.dashed)
            painter.setOpacity(1.0)
            yield


def together(polylines: Sequence[Polyline], view: View) -> tuple[np.ndarray, list[int]]:
    """Return all polylines in pixels (n, 2) as one array, and the start of each."""
    lines = [polyline.points for polyline in polylines]
    starts = [0, *itertools.accumulate(map(len, lines[:-1]))]
    every = np.concatenate(lines)
    pixels = np.stack(to_pixels(view, every[:, 0], every[:, 1]), axis=1)
    reach = FAR * max(view.height_px, view.width_px)
    if pixels.min() >= -reach and pixels.max() <= reach:
        return pixels, starts
    # where one crosses the edge points are put in
    beyond = np.logical_or.reduceat(((pixels < -reach) | (pixels > reach)).any(axis=1), starts)
    parts = np.split(pixels, starts[1:])
    parts = [in_pixels(lines[n], view) if beyond[n] else part for n, part in enumerate(parts)]
    return np.concatenate(parts), [0, *itertools.accumulate(map(len, parts[:-1]))]


def level_colour(share: float, style: PlotStyle) -> QColor:
    """The colour of a contour: of the scale, as far as it can be seen on the ground."""
    return shade(0.25 + 0.75 * share if style.dark else 0.78 * share)


def paint_levels(painter: QPainter, art: Art, view: View, style: PlotStyle) -> None:
    """Write each contour's level once, where its longest line is in sight."""
    painter.setFont(style.font)
    metrics = QFontMetricsF(style.font, painter.device())
    for polyline in art.polylines:
        if not polyline.label or polyline.share is None:
            continue
        pixels = in_pixels(polyline.points, view)
        inside = (pixels > 20).all(axis=1) & (pixels < (view.width_px - 20, view.height_px - 20)).all(axis=1)
        seen = pixels[inside]
        if not len(seen):
            continue
        x, y = seen[len(seen) // 2].tolist()
        wide, high = metrics.horizontalAdvance(polyline.label), metrics.height()
        box = QRectF(x - wide / 2, y - high / 2, wide, high)
        painter.fillRect(box.adjusted(-2, 1, 2, -1), faded(style.ground, 0.85))
        painter.setPen(level_colour(polyline.share, style))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, polyline.label)


def paint_stroke(
    painter: QPainter,
    pixels: np.ndarray,
    colour: QColor,
    wide: float,
    style: PlotStyle,
    *,
    dashed: bool = False,
) -> None:
    """Paint one polyline with Qt."""
    pen = QPen(colour, wide)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    if dashed:
        pen.setDashPattern([length * style.scale / wide for length in DASHES])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawPolyline(polygon(pixels))


def paint_bands(painter: QPainter, art: Art, view: View, style: PlotStyle) -> None:
    """Paint the area between the bounds where a curve varies too fast to be followed."""
    for band in art.bands:
        _hatch(painter, _outline(band, view), style.curve(art.hue, band.order))


def _outline(band: UnresolvedBand, view: View) -> np.ndarray:
    reach = FAR * view.height_px
    x, low = to_pixels(view, band.x, band.low)
    _, high = to_pixels(view, band.x, band.high)
    edges = np.concatenate([np.stack([x, low], 1), np.stack([x, high], 1)[::-1]])
    np.clip(edges[:, 1], -reach, view.height_px + reach, out=edges[:, 1])
    return edges


def _hatch(painter: QPainter, outline: np.ndarray, colour: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    area = polygon(outline)
    painter.setBrush(faded(colour, 0.22))
    painter.drawPolygon(area)
    painter.setBrush(QBrush(faded(colour, 0.85), Qt.BrushStyle.BDiagPattern))
    painter.drawPolygon(area)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_boxes(painter: QPainter, art: Art, view: View, style: PlotStyle) -> None:
    """A polygon; rectangles where an equation is not resolved (hatched) or solved all over (filled)."""
    colour = style.curve(art.hue)
    painter.setPen(Qt.PenStyle.NoPen)
    if art.area is not None:
        painter.setBrush(faded(colour, 0.15))
        painter.drawPolygon(polygon(in_pixels(art.area, view)))
    if art.solid is not None:
        painter.setBrush(faded(colour, 0.5))
        painter.drawRects(_rects(art.solid, view))
    if art.boxes is not None:
        boxes = _rects(art.boxes, view)
        painter.setBrush(faded(colour, 0.2))
        painter.drawRects(boxes)
        painter.setBrush(QBrush(faded(colour, 0.8), Qt.BrushStyle.BDiagPattern))
        painter.drawRects(boxes)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _rects(corners: np.ndarray, view: View) -> list[QRectF]:
    left, top = to_pixels(view, corners[:, 0], corners[:, 3])
    right, bottom = to_pixels(view, corners[:, 2], corners[:, 1])
    sides = np.stack([left, top, right - left, bottom - top], axis=1)
    return [QRectF(*side) for side in sides.tolist()]
