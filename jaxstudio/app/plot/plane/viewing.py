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
LEAST = 1e-290  # of what is shown on a logarithmic axis
DECADES_SHOWN = 1e3  # from the lowest to the highest, where a range begins at 0 or below
FINEST = 2e-13  # of the largest coordinate: below it float64 has no pixels left


def to_pixels(view: View, x: Number, y: Number) -> tuple[Number, Number]:
    """Return the position of a point of the plane, in pixels from the top left.

    What has no place on a logarithmic axis, 0 and below, lies far out of sight.
    """
    if view.log:
        x = _exponent(x) if "x" in view.log else x
        y = _exponent(y) if "y" in view.log else y
        view = view.exponents
    (left, right), (low, high) = view.x, view.y
    return (x - left) * (view.width_px / (right - left)), (high - y) * (view.height_px / (high - low))


def to_plane(view: View, x: float, y: float) -> tuple[float, float]:
    """Return the point of the plane under a pixel."""
    (left, right), (low, high) = view.exponents.x, view.exponents.y
    found = left + x / view.width_px * (right - left), high - y / view.height_px * (high - low)
    across, along = (10.0**at if axis in view.log else at for axis, at in zip("xy", found, strict=True))
    return across, along


def _exponent(values: Number) -> Number:
    """The power of ten that each value is; of 0 and below, one far below all that is shown."""
    return np.log10(np.maximum(values, LEAST))


def with_exponents(view: View, exponents: View) -> View:
    """A view in exponents as one with the logarithmic axes of `view`; what did not change stays as it is."""
    before = view.exponents
    x, y = (
        own if new == old else (10.0 ** new[0], 10.0 ** new[1]) if axis in view.log else new
        for axis, own, old, new in zip(
            "xy", (view.x, view.y), (before.x, before.y), (exponents.x, exponents.y), strict=True
        )
    )
    return replace(exponents, x=x, y=y, log=view.log)


def slopes_px(view: View, x: Number, y: Number) -> tuple[Number, Number]:
    """Return the pixels per unit of x and of y at a place; everywhere the same on linear axes."""
    across, along = unit_px(view)
    ten = math.log(10)
    return (
        across / (ten * x) if "x" in view.log else across,
        along / (ten * y) if "y" in view.log else along,
    )  # type: ignore[return-value]


def unit_px(view: View) -> tuple[float, float]:
    """Return the pixels per unit of x and of y, on a logarithmic axis per power of ten."""
    view = view.exponents
    return view.width_px / (view.x[1] - view.x[0]), view.height_px / (view.y[1] - view.y[0])


def resized(view: View, width: int, height: int, equal: bool) -> View:
    """The same centre on a canvas of another size."""
    if not equal:
        return replace(view, width_px=width, height_px=height)
    if view.log:
        return with_exponents(view, resized(view.exponents, width, height, equal))
    across = (view.x[1] - view.x[0]) * width / max(view.width_px, 1)
    wider = replace(view, x=_around(view.x, across), width_px=width, height_px=height)
    return with_equal_scales(wider)


def with_equal_scales(view: View) -> View:
    """A unit of y takes as many pixels as one of x; the middle stays."""
    if view.log:
        return with_exponents(view, with_equal_scales(view.exponents))
    span = (view.x[1] - view.x[0]) * view.height_px / max(view.width_px, 1)
    return replace(view, y=_around(view.y, span))


def panned(view: View, right: float, down: float) -> View:
    """The view moved so that a point lies `right` and `down` pixels further."""
    across, along = unit_px(view)
    dx, dy = right / across, down / along
    if view.log:
        moved = with_exponents(view, panned(view.exponents, right, down))
        return moved if allowed(moved) else view
    moved = replace(view, x=(view.x[0] - dx, view.x[1] - dx), y=(view.y[0] + dy, view.y[1] + dy))
    return moved if allowed(moved) else view


def zoomed(view: View, factor: float, at: tuple[float, float], axes: str = "xy") -> View:
    """Magnified by `factor` with the point under the pixel `at` staying there."""
    if view.log:
        made = with_exponents(view, zoomed(view.exponents, factor, at, axes))
        return made if allowed(made) else view
    x, y = to_plane(view, *at)
    made = replace(
        view,
        x=_closer(view.x, x, factor) if "x" in axes else view.x,
        y=_closer(view.y, y, factor) if "y" in axes else view.y,
    )
    return made if allowed(made) else view


def allowed(view: View) -> bool:
    """Whether float64 can tell the pixels of this view apart."""
    if any(axis in view.log and ends[0] < LEAST for axis, ends in zip("xy", (view.x, view.y), strict=True)):
        return False
    return all(_tells_apart(interval) for interval in (view.x, view.y, view.exponents.x, view.exponents.y))


def positive(interval: Interval) -> Interval:
    """The part of an interval above 0 that a logarithmic axis begins with."""
    low, high = interval
    if low > 0:
        return interval
    return (high / DECADES_SHOWN, high) if high > 0 else (1 / DECADES_SHOWN, DECADES_SHOWN)


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
