"""Outlines from parameters: a crop's rectangle, the size of a turned picture, a perspective's corners.

The ops use them, and so does the window, which draws handles without ops. Places are (x, y) in pixels, pixel
centres at whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from jaxstudio.errors import ParameterError

Size = tuple[int, int]  # (height, width)
Point = tuple[float, float]

CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")
SQUARE: tuple[Point, ...] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
# Three corners lie on a line if twice the area of their triangle is below this, in square pixels.
FLAT = 1e-6


def crop_rectangle(values: Mapping[str, Any], size: Size) -> tuple[int, int, int, int]:
    """The rows and columns that stay, (y0, x0, y1, x1), half open, never empty.

    Args:
        values: top, bottom, left and right in percent of the picture.

    Raises:
        ParameterError: two sides leave nothing.
    """
    y0, y1 = _cut(values, "top", "bottom", size[0])
    x0, x1 = _cut(values, "left", "right", size[1])
    return y0, x0, y1, x1


def _cut(values: Mapping[str, Any], first: str, last: str, length: int) -> tuple[int, int]:
    if values[first] + values[last] >= 100.0:
        raise ParameterError(
            "crop: {0} = {1:g} % and {2} = {3:g} % leave nothing", first, values[first], last, values[last]
        )
    start, end = round(length * values[first] / 100.0), length - round(length * values[last] / 100.0)
    start = min(start, length - 1)
    return start, max(end, start + 1)


def cos_sin(degrees: float) -> tuple[float, float]:
    """Cosine and sine, exact at right angles: rounding π would leave 1e-16 and a seam of border pixels."""
    turns = degrees / 90.0
    if turns == round(turns):
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[round(turns) % 4]
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def rotated_span(degrees: float, expand: bool, size: Size) -> tuple[float, float]:
    """Distance between the centres of the first and the last row, and column, of a turned picture."""
    height, width = size
    if not expand:
        return height - 1, width - 1
    cos, sin = (abs(part) for part in cos_sin(degrees))
    return (height - 1) * cos + (width - 1) * sin, (height - 1) * sin + (width - 1) * cos


def rotated_size(degrees: float, expand: bool, size: Size) -> Size:
    """Height and width of a picture that is turned; `expand`: it grows so that no corner is cut off."""
    rows, columns = rotated_span(degrees, expand, size)
    return round(rows) + 1, round(columns) + 1


def moved_corners(values: Mapping[str, Any], size: Size) -> tuple[Point, ...]:
    """The places to which a perspective moves the corners of a picture, in the order of CORNERS.

    Args:
        values: for each corner, `top_left_x` and so on, in percent of the picture.
    """
    right, down = max(size[1] - 1, 1), max(size[0] - 1, 1)
    return tuple(
        ((x + values[f"{name}_x"] / 100.0) * right, (y + values[f"{name}_y"] / 100.0) * down)
        for name, (x, y) in zip(CORNERS, SQUARE, strict=True)
    )


def check_quadrilateral(corners: Sequence[Point]) -> None:
    """Raise ParameterError where three of four corners lie on a line."""
    for (ax, ay), (bx, by), (cx, cy) in combinations(corners, 3):
        if abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) < FLAT:
            raise ParameterError("perspective: three of the corners lie on a line, expected a quadrilateral")


def spot_places(values: Mapping[str, Any], size: Size) -> tuple[Point, tuple[int, int], float]:
    """The middle (x, y) of a spot in pixels, the way (right, down) to its source in whole pixels, its radius.

    Args:
        values: x, y, and source_x and source_y if there is a source, in percent of the picture, radius in
            percent of the shorter side.
    """
    height, width = size
    middle = values["x"] / 100.0 * max(width - 1, 1), values["y"] / 100.0 * max(height - 1, 1)
    right, down = values.get("source_x", 0.0), values.get("source_y", 0.0)
    way = round(right / 100.0 * width), round(down / 100.0 * height)
    return middle, way, max(values["radius"] / 100.0 * min(size), 0.5)
