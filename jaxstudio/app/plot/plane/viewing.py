"""Looking at the plane: from its units to pixels and back, moving, zooming, equal scales."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeVar

import numpy as np

from jaxstudio.functions.document import USUAL
from jaxstudio.functions.protocol.scene import Interval, View

Number = TypeVar("Number", float, np.ndarray)

WIDEST = 1e290
NARROWEST = 1e-290
FINEST = 2e-13  # of the largest coordinate: below it float64 has no pixels left


def to_pixels(view: View, x: Number, y: Number) -> tuple[Number, Number]:
    """Return the position of a point of the plane, in pixels from the top left."""
    (left, right), (low, high) = view.x, view.y
    return (x - left) * (view.width_px / (right - left)), (high - y) * (view.height_px / (high - low))


def to_plane(view: View, x: float, y: float) -> tuple[float, float]:
    """Return the point of the plane under a pixel."""
    (left, right), (low, high) = view.x, view.y
    return left + x / view.width_px * (right - left), high - y / view.height_px * (high - low)


def unit_px(view: View) -> tuple[float, float]:
    """Return the pixels per unit of x and of y."""
    return view.width_px / (view.x[1] - view.x[0]), view.height_px / (view.y[1] - view.y[0])


def resized(view: View, width: int, height: int, equal: bool) -> View:
    """The same place on a canvas of another size, with more or less of it around."""
    if not equal:
        return replace(view, width_px=width, height_px=height)
    across = (view.x[1] - view.x[0]) * width / max(view.width_px, 1)
    wider = replace(view, x=_around(view.x, across), width_px=width, height_px=height)
    return with_equal_scales(wider)


def with_equal_scales(view: View) -> View:
    """A unit of y takes as many pixels as one of x; the middle stays."""
    span = (view.x[1] - view.x[0]) * view.height_px / max(view.width_px, 1)
    return replace(view, y=_around(view.y, span))


def panned(view: View, right: float, down: float) -> View:
    """Moved so that what was under a pixel is now `right` and `down` pixels further."""
    across, along = unit_px(view)
    dx, dy = right / across, down / along
    moved = replace(view, x=(view.x[0] - dx, view.x[1] - dx), y=(view.y[0] + dy, view.y[1] + dy))
    return moved if allowed(moved) else view


def zoomed(view: View, factor: float, at: tuple[float, float], axes: str = "xy") -> View:
    """Magnified by `factor` with the point under the pixel `at` staying there."""
    x, y = to_plane(view, *at)
    made = replace(
        view,
        x=_closer(view.x, x, factor) if "x" in axes else view.x,
        y=_closer(view.y, y, factor) if "y" in axes else view.y,
    )
    return made if allowed(made) else view


def allowed(view: View) -> bool:
    """Whether float64 can tell the pixels of this view apart."""
    return all(_tells_apart(interval) for interval in (view.x, view.y))


def usual(width: int, height: int) -> View:
    """The view one begins with: -10 to 10 across, the origin in the middle, equal scales."""
    return with_equal_scales(View(USUAL, USUAL, width, height))


def _tells_apart(interval: Interval) -> bool:
    low, high = interval
    span, largest = high - low, max(abs(low), abs(high))
    return math.isfinite(span) and span > NARROWEST and largest < WIDEST and span > FINEST * largest


def _closer(interval: Interval, to: float, factor: float) -> Interval:
    return to + (interval[0] - to) / factor, to + (interval[1] - to) / factor


def _around(interval: Interval, span: float) -> Interval:
    middle = interval[0] + (interval[1] - interval[0]) / 2
    return middle - span / 2, middle + span / 2


def tidy(value: float, pixel: float) -> float:
    """The number near a coordinate, within a pixel of this size, with the fewest decimals."""
    decimals = math.ceil(-math.log10(pixel))
    return round(value, decimals) + 0.0
