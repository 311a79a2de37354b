"""Polylines made ready for the painter: clipped, thinned out, and drawn fast.

Qt strokes an antialiased line wider than one pixel as a filled path, which takes 5 ms for 2,000 points.
A line of one pixel it draws directly, in a thirtieth of that; three of them side by side look the same.
Where a curve is nearly straight it needs few points: 80,000 become about 8,000 with no pixel changed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

VoidPtr: Any = shiboken6.VoidPtr  # its declared types lag behind
QUICK_REACH_PX = 0.42
APART_PX, WIDER_PX = 0.6, 0.1  # lines of one pixel side by side, as dark together as a wide one
TOLERANCE_PX = 0.06
FEW = 16
SHARP = 0.5  # radians
TINY = np.float32(1e-12)


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
    """Which points of a polyline in pixels, bool (n,), are needed to stay within the tolerance of it."""
    x, y = np.ascontiguousarray(points.T)
    return needed_of_each(x, y, (0,), tolerance_px)


def needed_of_each(
    x: np.ndarray, y: np.ndarray, starts: Sequence[int], tolerance_px: float = TOLERANCE_PX
) -> np.ndarray:
    """The same, of polylines one behind the other: `starts` are the indices of their first points.

    A chord of length h across a curvature k is off by k h²/8, so that sqrt(k / (8 tolerance)) points a
    pixel suffice; their running total says which to keep. Once the steps are known to all their digits,
    float32 is enough for it, and takes half as long.
    """
    keep = np.ones(len(x), bool)
    if len(x) <= FEW:
        return keep
    across, along = np.empty((2, len(x) - 1), np.float32)
    np.subtract(x[1:], x[:-1], out=across, casting="same_kind")
    np.subtract(y[1:], y[:-1], out=along, casting="same_kind")
    length = across * across
    length += along * along
    np.sqrt(length, out=length)
    length += TINY
    before, after = length[:-1], length[1:]
    turned = across[:-1] * along[1:]
    turned -= along[:-1] * across[1:]
    bend = np.abs(turned, out=turned)
    bend /= before * after
    straight_on = across[:-1] * across[1:]
    straight_on += along[:-1] * along[1:]
    sharp = bend > SHARP
    sharp |= straight_on < 0
    bend *= before + after
    bend *= 1 / (16 * tolerance_px)
    total = np.cumsum(np.sqrt(bend, out=bend), dtype=np.float64).astype(np.int64)
    np.not_equal(total[1:], total[:-1], out=keep[2:-1])
    keep[1:-1] |= sharp
    at = np.asarray(starts)
    lengths = np.diff(at, append=len(x))
    keep[at] = keep[at + lengths - 1] = True
    if (lengths <= FEW).any():
        keep |= np.repeat(lengths <= FEW, lengths)
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


def sideways(points: np.ndarray, starts: Sequence[int] = (0,)) -> np.ndarray:
    """Of length one and square to the polyline at each of its points (n, 2); 0 where it does not move on.

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


def draw_roughly(
    painter: QPainter, points: np.ndarray, normals: np.ndarray, colour: QColor, width_px: float
) -> None:
    """The same without antialiasing, in a third of the time: as wide and as dark, but with steps.

    Whole lines of pixels lie side by side, above each other where the polyline is level and beside each
    other where it is steep, so that no gap opens between them.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    thin = QPen(colour, 1.0)
    thin.setCosmetic(True)
    painter.setPen(thin)
    count = max(round(width_px), 1)
    level = np.abs(normals[:, :1]) < np.abs(normals[:, 1:]) * (1 + 1e-6)  # all along a diagonal the same
    beside = np.where(level, (0.0, 1.0), (1.0, 0.0))
    lines = [points + beside * (index - (count - 1) / 2) for index in range(count)]
    lines[1::2] = [line[::-1] for line in lines[1::2]]
    painter.drawPolyline(polygon(np.concatenate(lines)))  # there and back in one go
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
