"""Numbers of a mask's shapes as fields show them: places, sizes and the angle."""

from __future__ import annotations

from dataclasses import replace

from jaxstudio.app.image.masks.geometry import rounded, to_units, translated
from jaxstudio.app.image.masks.placement import Point
from jaxstudio.pipeline.masks import Brush, Ellipse, Gradient, Polygon, Rectangle, Shape

CENTRE, SIZE, ANGLE, START, END = "centre", "size", "angle", "start", "end"
PAIRS = (CENTRE, SIZE, START, END)


def numbers_of(shape: Shape) -> tuple[str, ...]:
    """Which of these numbers a shape has."""
    match shape:
        case Rectangle() | Ellipse():
            return CENTRE, SIZE, ANGLE
        case Gradient():
            return START, END
        case Polygon() | Brush():
            return (CENTRE,)
    return ()


def units_of(photo_size: tuple[int, int]) -> Point:
    """Width and height of a photo (height, width) in lengths of its shorter side."""
    height, width = photo_size
    shorter = max(1, min(height, width))
    return width / shorter, height / shorter


def pair_of(shape: Shape, name: str) -> Point:
    """Two numbers of a shape, in fractions of the photo, or of its shorter side for a size.

    The centre of a polygon or of strokes is that of the box around their points.
    """
    match shape, name:
        case ((Rectangle() | Ellipse()), "centre"):
            return shape.x, shape.y
        case ((Rectangle() | Ellipse()), "size"):
            return shape.width, shape.height
        case Gradient(), "start":
            return shape.x0, shape.y0
        case Gradient(), "end":
            return shape.x1, shape.y1
        case ((Polygon() | Brush()), "centre"):
            points = _points(shape)
            left, right = min(x for x, _ in points), max(x for x, _ in points)
            top, bottom = min(y for _, y in points), max(y for _, y in points)
            return rounded((left + right) / 2), rounded((top + bottom) / 2)
    raise ValueError(f"a {type(shape).__name__} has no {name}")


def with_pair(shape: Shape, name: str, pair: Point, units: Point) -> Shape:
    """The shape with other numbers; UsageError where they are out of range."""
    match shape, name:
        case ((Rectangle() | Ellipse()), "centre"):
            return replace(shape, x=pair[0], y=pair[1])
        case ((Rectangle() | Ellipse()), "size"):
            return replace(shape, width=pair[0], height=pair[1])
        case Gradient(), "start":
            return replace(shape, x0=pair[0], y0=pair[1])
        case Gradient(), "end":
            return replace(shape, x1=pair[0], y1=pair[1])
        case ((Polygon() | Brush()), "centre"):
            there, here = to_units(pair, units), to_units(pair_of(shape, name), units)
            return translated(shape, (there[0] - here[0], there[1] - here[1]), units)
    raise ValueError(f"a {type(shape).__name__} has no {name}")


def _points(shape: Polygon | Brush) -> list[Point]:
    if isinstance(shape, Polygon):
        return list(shape.points)
    return [point for stroke in shape.strokes for point in stroke.points] or [(0.5, 0.5)]
