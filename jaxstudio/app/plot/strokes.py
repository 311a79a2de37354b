"""Polylines made ready for the painter: clipped, thinned out, and drawn fast.

Qt strokes an antialiased line wider than one pixel as a filled path, which takes 5 ms for 2,000 points.
A line of one pixel it draws directly, in a thirtieth of that; three of them side by side look the same.
Where a curve is nearly straight it needs few points: 80,000 become about 8,000 with no pixel changed.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtGui import QPainter, QPen, QPolygonF

VoidPtr: Any = shiboken6.VoidPtr  # its declared types lag behind
QUICK_REACH_PX = 0.42
APART_PX, WIDER_PX = 0.6, 0.1  # lines of one pixel side by side, as dark together as a wide one
TOLERANCE_PX = 0.06
FEW = 16
SHARP = 0.5  # radians


def polygon(points: np.ndarray) -> QPolygonF:
    """A QPolygonF of an (n, 2) array, copied at once."""
    made = QPolygonF()
    made.resize(len(points))
    if len(points):
        memory = VoidPtr(made.data(), 16 * len(points), True)
        np.frombuffer(memory, dtype=np.float64).reshape(-1, 2)[:] = points
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


def needed(points: np.ndarray, tolerance_px: float = TOLERANCE_PX) -> np.ndarray:
    """Which points of a polyline in pixels, bool (n,), are needed to stay within the tolerance of it.

    A chord of length h across a curvature k is off by k h²/8, so that sqrt(k / (8 tolerance)) points a
    pixel suffice; their running total says which to keep.
    """
    keep = np.ones(len(points), bool)
    if len(points) <= FEW:
        return keep
    step = np.diff(points, axis=0)
    length = np.sqrt(step[:, 0] ** 2 + step[:, 1] ** 2) + 1e-12
    before, after = length[:-1], length[1:]
    bend = np.abs(step[:-1, 0] * step[1:, 1] - step[:-1, 1] * step[1:, 0]) / (before * after)
    back = step[:-1, 0] * step[1:, 0] + step[:-1, 1] * step[1:, 1] < 0
    total = np.floor(np.cumsum(np.sqrt(bend * (before + after) / (16 * tolerance_px))))
    keep[2:-1] = total[1:] != total[:-1]
    keep[1:-1] |= (bend > SHARP) | back
    return keep


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


def draw_polyline(
    painter: QPainter, points: np.ndarray, pen: QPen, width_px: float, *, quick: bool = False
) -> None:
    """Draw an (n, 2) polyline in device pixels, solid, `width_px` wide."""
    thin = QPen(pen)
    thin.setWidthF(1.0)
    thin.setCosmetic(True)
    painter.setPen(thin)
    offsets = passes(width_px, quick=quick)
    if len(offsets) == 1 or len(points) < 2:
        painter.drawPolyline(polygon(points))
        return
    slope = np.empty_like(points)
    slope[1:-1] = points[2:] - points[:-2]
    slope[0], slope[-1] = points[1] - points[0], points[-1] - points[-2]
    slope /= np.sqrt(slope[:, :1] ** 2 + slope[:, 1:] ** 2) + 1e-12
    normal = slope[:, ::-1] * (-1.0, 1.0)
    for offset in offsets:
        painter.drawPolyline(polygon(points + normal * offset))
