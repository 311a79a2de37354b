"""Strokes of a brush on the picture: their handles, the one under the hand, and the brush with one moved.

Positions and ways are in units, as in `geometry`. `ways` holds the way from each stroke to its source, None
where it has none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from jaxstudio.app.image.canvas.handle_geometry import PAINTED_FIRST, Point
from jaxstudio.app.image.masks.geometry import distance, from_units, rounded, to_units, translated
from jaxstudio.pipeline.masks import Brush, Stroke
from jaxstudio.pipeline.recipe import Step

STROKE, SOURCE = "stroke ", "source "  # and the number of the stroke, from 0

Ways = Sequence[Point | None]


def takes_sources(step: Step) -> bool:
    """Whether the strokes of a step's mask are filled from a source."""
    params = step.op.params if step.op.name in PAINTED_FIRST else ()
    return any(param.name == "source_x" and param.matters(step.values) for param in params)


def number_of(name: str) -> int | None:
    """The stroke whose handle has this name."""
    for kind in (STROKE, SOURCE):
        if name.startswith(kind):
            return int(name.removeprefix(kind))
    return None


def line_of(stroke: Stroke, units: Point, way: Point = (0.0, 0.0)) -> list[Point]:
    """The line of a stroke, or of its source that lies so far away."""
    places = (to_units(point, units) for point in stroke.points)
    return [(x + way[0], y + way[1]) for x, y in places]


def middle_of(stroke: Stroke, units: Point) -> Point:
    """The position of a stroke's handle: on its line, in the middle of its points."""
    return to_units(stroke.points[len(stroke.points) // 2], units)


def stroke_places(brush: Brush, ways: Ways, units: Point) -> dict[str, Point]:
    """The position of the handle of each stroke and of each source."""
    places: dict[str, Point] = {}
    for number, (stroke, way) in enumerate(zip(brush.strokes, ways, strict=True)):
        x, y = places[f"{STROKE}{number}"] = middle_of(stroke, units)
        if way is not None:
            places[f"{SOURCE}{number}"] = x + way[0], y + way[1]
    return places


def stroke_at(brush: Brush, ways: Ways, point: Point, units: Point, near: float) -> str:
    """The handle of the stroke or the source that lies under a position, or as near; "" for none.

    Of strokes that overlap it is the one whose line is nearest.
    """
    found = [("", 1.0)]
    for number, (stroke, way) in enumerate(zip(brush.strokes, ways, strict=True)):
        reach = max(stroke.radius, near)
        for name, off in ((STROKE, (0.0, 0.0)), (SOURCE, way)):
            if off is not None:
                there = point[0] - off[0], point[1] - off[1]
                found.append((f"{name}{number}", _apart(stroke, there, units, reach) / reach))
    return min(found, key=lambda each: each[1])[0]


def _apart(stroke: Stroke, point: Point, units: Point, reach: float) -> float:
    """The distance from a stroke's line; infinite beyond `reach` from the box around the line."""
    for axis, unit in enumerate(units):
        along = [place[axis] for place in stroke.points]
        if not min(along) * unit - reach <= point[axis] <= max(along) * unit + reach:
            return math.inf
    line = line_of(stroke, units)
    if len(line) == 1:
        return math.dist(line[0], point)
    return min(distance(point, start, end) for start, end in pairwise(line))


def with_source(brush: Brush, number: int, way: Point, units: Point) -> Brush:
    """The brush with a source of its own for one stroke."""
    return _with(brush, number, replace(brush.strokes[number], source=from_units(way, units)))


def with_stroke_moved(brush: Brush, name: str, way: Point, units: Point) -> Brush:
    """The brush with one stroke and its source, or one stroke's own source alone, moved so far."""
    number = number_of(name)
    if number is None or number >= len(brush.strokes):
        return brush
    stroke = brush.strokes[number]
    if name.startswith(STROKE):
        moved = translated(Brush((stroke,)), way, units)
        assert isinstance(moved, Brush)
        return _with(brush, number, moved.strokes[0])
    if stroke.source is None:
        return brush
    x, y = stroke.source
    there = rounded(x + way[0] / units[0]), rounded(y + way[1] / units[1])
    return _with(brush, number, replace(stroke, source=there))


def without_stroke(brush: Brush, number: int) -> Brush:
    """The brush without one of its strokes."""
    return Brush((*brush.strokes[:number], *brush.strokes[number + 1 :]))


def _with(brush: Brush, number: int, stroke: Stroke) -> Brush:
    return Brush((*brush.strokes[:number], stroke, *brush.strokes[number + 1 :]))
