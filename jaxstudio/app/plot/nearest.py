"""What lies nearest to the cursor: a place on a curve, or a point of interest."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from jaxstudio.app.plot.curve_geometry import Art
from jaxstudio.app.plot.paint_curves import in_pixels
from jaxstudio.app.plot.paint_marks import UNSEEN
from jaxstudio.app.plot.session import Spot
from jaxstudio.app.plot.viewing import to_pixels, to_plane
from jaxstudio.functions.protocol.scene import Found, Mark, MarkKind, View


@dataclass(frozen=True)
class MarkAt:
    """A mark, of which line and order; key None is an intersection."""

    key: int | None
    order: int
    mark: Mark


def nearest_spot(arts: Iterable[Art], view: View, x: float, y: float, reach: float) -> Spot | None:
    """The spot on a curve y = f(x) that is nearest to a pixel, if one is within reach."""
    best, found = reach, None
    for art in arts:
        if art.drawn.kind != "curve":
            continue
        for stroke in art.strokes:
            away, at = _to_polyline(in_pixels(stroke.points, view), x, y)
            if away < best:
                best, found = away, Spot(art.key, stroke.order, to_plane(view, at, y)[0])
    return found


def _to_polyline(points: np.ndarray, x: float, y: float) -> tuple[float, float]:
    """How far a pixel is from a polyline, and the x of the nearest point on it."""
    if len(points) < 2:
        return math.inf, x
    start, step = points[:-1], np.diff(points, axis=0)
    length = np.maximum(step[:, 0] ** 2 + step[:, 1] ** 2, 1e-12)
    share = ((x - start[:, 0]) * step[:, 0] + (y - start[:, 1]) * step[:, 1]) / length
    np.clip(share, 0.0, 1.0, out=share)
    near_x, near_y = start[:, 0] + share * step[:, 0], start[:, 1] + share * step[:, 1]
    away = (near_x - x) ** 2 + (near_y - y) ** 2
    best = int(away.argmin())
    return math.sqrt(float(away[best])), float(near_x[best])


def height_at(arts: Iterable[Art], spot: Spot) -> float | None:
    """About how high a curve is at a spot, read from what is drawn."""
    for art in arts:
        if art.key != spot.key:
            continue
        for stroke in art.strokes:
            points = stroke.points
            if stroke.order == spot.order and len(points) and points[0, 0] <= spot.x <= points[-1, 0]:
                return float(np.interp(spot.x, points[:, 0], points[:, 1]))
    return None


def nearest_mark(
    arts: Iterable[Art], intersections: Found | None, view: View, x: float, y: float, reach: float
) -> MarkAt | None:
    """The point of interest nearest to a pixel, if one is within reach; a pole only close by."""
    every = [MarkAt(art.key, order, mark) for art in arts for order, mark in art.marks]
    every += [MarkAt(None, 0, mark) for mark in (intersections.marks if intersections else ())]
    best, found = reach, None
    for each in every:
        away = _to_mark(each.mark, view, x, y)
        if away < best:
            best, found = away, each
    return found


def _to_mark(mark: Mark, view: View, x: float, y: float) -> float:
    if mark.kind in UNSEEN:
        return math.inf
    if mark.kind is MarkKind.POLE:
        return abs(x - to_pixels(view, mark.x, 0.0)[0]) + 4.0
    if not math.isfinite(mark.y):
        return math.inf
    at_x, at_y = to_pixels(view, mark.x, mark.y)
    return math.hypot(x - at_x, y - at_y)
