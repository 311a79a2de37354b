"""Outlines and handles of a mask's shapes, and the shapes that moving a handle makes; plain numbers.

Positions here are in units: (x, y) of the photo times its width and height in lengths of its shorter side, so
that lengths and angles are as on the screen. `units` is the photo's width and height in such lengths.
"""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF

from jaxstudio.app.image.canvas.handle_geometry import EDGES, WHOLE, Point
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.masks import (
    FARTHEST,
    LONGEST,
    Brush,
    Ellipse,
    Gradient,
    MaskPart,
    Polygon,
    Rectangle,
    Shape,
)

ROTATE, FEATHER, START, END = "rotate", "feather", "start", "end"
DIGITS = 6  # of a fraction of the photo: a twentieth of a pixel on a side of 50,000
SNAP_DEGREES = 15.0
SMALLEST = 1e-4  # of a side, in units: a shape that is smaller cannot be taken hold of
CORNERS_OF_ELLIPSE = 96
POINT = "point "  # and the number of a polygon's point, from 0


def rounded(value: float, most: float = FARTHEST) -> float:
    """A number as it stands in a recipe: no more digits than the eye can tell, within its range."""
    return round(min(max(value, -most), most), DIGITS) + 0.0  # no minus zero


def from_units(point: Point, units: Point) -> Point:
    """A position in fractions of the photo."""
    return rounded(point[0] / units[0]), rounded(point[1] / units[1])


def to_units(point: Point, units: Point) -> Point:
    """A position in fractions of the photo in units."""
    return point[0] * units[0], point[1] * units[1]


def turn(point: Point, degrees: float) -> Point:
    """Turned about (0, 0), counter-clockwise as it is seen with y down."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return point[0] * cos + point[1] * sin, point[1] * cos - point[0] * sin


def snapped(degrees: float) -> float:
    return round(degrees / SNAP_DEGREES) * SNAP_DEGREES


Box = Rectangle | Ellipse


def _centre(box: Box, units: Point) -> Point:
    return to_units((box.x, box.y), units)


def _in_place(box: Box, local: Point, units: Point) -> Point:
    """A position relative to a box, in units."""
    x, y = turn(local, box.angle)
    centre = _centre(box, units)
    return centre[0] + x, centre[1] + y


def _local(box: Box, point: Point, units: Point) -> Point:
    """A position in units, relative to the box."""
    centre = _centre(box, units)
    return turn((point[0] - centre[0], point[1] - centre[1]), -box.angle)


def _box_outline(box: Box, units: Point, grow: float) -> list[Point]:
    across, down = max(box.width / 2 + grow, 0.0), max(box.height / 2 + grow, 0.0)
    if isinstance(box, Rectangle):
        corners = [(-across, -down), (across, -down), (across, down), (-across, down)]
    else:
        angles = (2 * math.pi * each / CORNERS_OF_ELLIPSE for each in range(CORNERS_OF_ELLIPSE))
        corners = [(across * math.cos(angle), down * math.sin(angle)) for angle in angles]
    return [_in_place(box, corner, units) for corner in corners]


def outlines(shape: Shape, units: Point) -> list[list[Point]]:
    """The outlines of a shape, in units; closed, except those of gradients and strokes."""
    match shape:
        case Rectangle() | Ellipse():
            return [_box_outline(shape, units, 0.0)]
        case Polygon():
            return [[to_units(point, units) for point in shape.points]]
        case Gradient():
            return [list(_ends(shape, units))]
        case Brush():
            return [[to_units(point, units) for point in stroke.points] for stroke in shape.strokes]
    return []


def feather_outlines(part: MaskPart, units: Point) -> list[list[Point]]:
    """The outlines where the feathered edge of a rectangle or an ellipse begins and ends; empty without
    feather.
    """
    shape, half = part.shape, part.feather / 2
    if not half or not isinstance(shape, Rectangle | Ellipse):
        return []
    found = [_box_outline(shape, units, half)]
    if min(shape.width, shape.height) / 2 > half:
        found.append(_box_outline(shape, units, -half))
    return found


def _ends(gradient: Gradient, units: Point) -> tuple[Point, Point]:
    return to_units((gradient.x0, gradient.y0), units), to_units((gradient.x1, gradient.y1), units)


def is_inside(shape: Shape, point: Point, units: Point) -> bool:
    """Whether a position lies within a shape that has an inside."""
    if isinstance(shape, Rectangle | Ellipse):
        x, y = _local(shape, point, units)
        across, down = max(shape.width / 2, SMALLEST), max(shape.height / 2, SMALLEST)
        if isinstance(shape, Rectangle):
            return abs(x) <= across and abs(y) <= down
        return (x / across) ** 2 + (y / down) ** 2 <= 1
    if isinstance(shape, Polygon):
        return _in_polygon([to_units(each, units) for each in shape.points], point)
    return False


def _in_polygon(corners: list[Point], point: Point) -> bool:
    """Return whether the point lies inside, by the even-odd rule."""
    polygon = QPolygonF([QPointF(*corner) for corner in corners])
    return polygon.containsPoint(QPointF(*point), Qt.FillRule.OddEvenFill)


# Handles


def handle_places(part: MaskPart, units: Point, reach: float) -> dict[str, Point]:
    """Return the position of each handle of a part, in units.

    Args:
        reach: how far the handle that rotates stands off the top edge, and that of a feather at least off its
            edge.
    """
    shape = part.shape
    match shape:
        case Rectangle() | Ellipse():
            return _box_handles(shape, part.feather, units, reach)
        case Polygon():
            places = {f"{POINT}{at}": to_units(each, units) for at, each in enumerate(shape.points)}
            return {**places, FEATHER: _polygon_feather(shape, part.feather, units, reach)}
        case Gradient():
            start, end = _ends(shape, units)
            return {START: start, WHOLE: ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), END: end}
    return {}


def _box_handles(box: Box, feather: float, units: Point, reach: float) -> dict[str, Point]:
    across, down = box.width / 2, box.height / 2
    local = {
        name: ((right - left) * across, (bottom - top) * down)
        for name, (top, left, bottom, right) in EDGES.items()
    }
    local[ROTATE] = (0.0, -down - reach)
    local[FEATHER] = (across + reach + feather / 2, 0.0)
    return {name: _in_place(box, place, units) for name, place in local.items()}


def _outwards(polygon: Polygon, units: Point) -> tuple[Point, Point]:
    """The middle of the first side of a polygon, and the direction that leads out of it there."""
    corners = [to_units(point, units) for point in polygon.points]
    (ax, ay), (bx, by) = corners[:2]
    middle = (ax + bx) / 2, (ay + by) / 2
    length = math.hypot(bx - ax, by - ay) or 1.0
    normal = (by - ay) / length, (ax - bx) / length
    near = 1e-3
    if _in_polygon(corners, (middle[0] + near * normal[0], middle[1] + near * normal[1])):
        normal = -normal[0], -normal[1]
    return middle, normal


def _polygon_feather(polygon: Polygon, feather: float, units: Point, reach: float) -> Point:
    middle, normal = _outwards(polygon, units)
    far = reach + feather / 2
    return middle[0] + far * normal[0], middle[1] + far * normal[1]


def move_handle(
    part: MaskPart, name: str, way: Point, units: Point, *, even: bool = False, centred: bool = False
) -> MaskPart:
    """The part with a handle (or all of it, WHOLE) moved so far, in units.

    Args:
        even: keep the proportions of a box, or an angle at a multiple of 15°.
        centred: the middle of a box stays where it is.
    """
    shape = part.shape
    if name == WHOLE:
        return replace(part, shape=translated(shape, way, units))
    places = handle_places(part, units, 0.0)
    if name not in places:
        return part
    to = places[name][0] + way[0], places[name][1] + way[1]
    match shape:
        case Rectangle() | Ellipse():
            if name == FEATHER:
                return _with_feather(part, _local(shape, to, units)[0] - shape.width / 2)
            if name == ROTATE:
                return replace(part, shape=_rotated(shape, to, units, even=even))
            return replace(part, shape=_resized(shape, name, way, units, even=even, centred=centred))
        case Polygon():
            if name == FEATHER:
                middle, normal = _outwards(shape, units)
                return _with_feather(part, (to[0] - middle[0]) * normal[0] + (to[1] - middle[1]) * normal[1])
            at = int(name.removeprefix(POINT))
            points = list(shape.points)
            points[at] = from_units(to, units)
            return replace(part, shape=Polygon(tuple(points)))
        case Gradient():
            return replace(part, shape=_with_end(shape, name, to, units, even=even))
    return part


def _with_feather(part: MaskPart, half: float) -> MaskPart:
    return replace(part, feather=rounded(max(2 * half, 0.0), LONGEST))


def _rotated(box: Box, to: Point, units: Point, *, even: bool) -> Box:
    centre = _centre(box, units)
    # with y down, a direction that is turned counter-clockwise from upwards leads to the left
    degrees = math.degrees(math.atan2(centre[0] - to[0], centre[1] - to[1]))
    degrees = snapped(degrees) if even else round(degrees, 2)
    return replace(box, angle=degrees + 0.0)


def _resized(box: Box, name: str, way: Point, units: Point, *, even: bool, centred: bool) -> Box:
    """The box with one of its eight handles moved; the opposite side, or the middle if `centred`, stays."""
    top, left, bottom, right = EDGES[name]
    x, y = turn(way, -box.angle)
    across, down = right - left, bottom - top  # -1, 0 or 1: which way the handle lies
    twice = 2 if centred else 1
    width = max(box.width + twice * across * x, SMALLEST)
    height = max(box.height + twice * down * y, SMALLEST)
    if even and across and down and box.width > 0 and box.height > 0:
        factor = max(width / box.width, height / box.height)
        width, height = factor * box.width, factor * box.height
    width, height = min(width, LONGEST), min(height, LONGEST)
    moved = (0.0, 0.0) if centred else (across * (width - box.width) / 2, down * (height - box.height) / 2)
    place = from_units(_in_place(box, moved, units), units)
    return replace(box, x=place[0], y=place[1], width=rounded(width), height=rounded(height))


def _with_end(gradient: Gradient, name: str, to: Point, units: Point, *, even: bool) -> Gradient:
    start, end = _ends(gradient, units)
    fixed = end if name == START else start
    at = from_units(_at_even_angle(fixed, to) if even else to, units)
    if name == START:
        return replace(gradient, x0=at[0], y0=at[1])
    return replace(gradient, x1=at[0], y1=at[1])


def _at_even_angle(fixed: Point, to: Point) -> Point:
    length = math.hypot(to[0] - fixed[0], to[1] - fixed[1])
    degrees = snapped(math.degrees(math.atan2(to[1] - fixed[1], to[0] - fixed[0])))
    radians = math.radians(degrees)
    return fixed[0] + length * math.cos(radians), fixed[1] + length * math.sin(radians)


def translated(shape: Shape, way: Point, units: Point) -> Shape:
    """The shape moved; shapes without a place, such as ranges of brightness, stay."""
    right, down = way[0] / units[0], way[1] / units[1]

    def there(point: Point) -> Point:
        return rounded(point[0] + right), rounded(point[1] + down)

    match shape:
        case Rectangle() | Ellipse():
            x, y = there((shape.x, shape.y))
            return replace(shape, x=x, y=y)
        case Polygon():
            return Polygon(tuple(map(there, shape.points)))
        case Gradient():
            return Gradient(*there((shape.x0, shape.y0)), *there((shape.x1, shape.y1)))
        case Brush():
            strokes = (replace(each, points=tuple(map(there, each.points))) for each in shape.strokes)
            return Brush(tuple(strokes))
    return shape


# New shapes


@dataclass(frozen=True)
class DragKeys:
    """The keys held while a shape is drawn: `even` makes a square or circle, `centred` draws from its
    middle.
    """

    even: bool = False
    centred: bool = False


def drawn(kind: type[Shape], start: Point, end: Point, units: Point, keys: DragKeys) -> Shape:
    """The rectangle, ellipse or gradient that is drawn from one position to another, in units."""
    if kind is Gradient:
        to = _at_even_angle(start, end) if keys.even else end
        return Gradient(*from_units(start, units), *from_units(to, units))
    across, down = end[0] - start[0], end[1] - start[1]
    if keys.even:
        side = max(abs(across), abs(down))
        across, down = math.copysign(side, across), math.copysign(side, down)
    middle = start if keys.centred else (start[0] + across / 2, start[1] + down / 2)
    twice = 2 if keys.centred else 1
    width, height = (min(max(twice * abs(each), SMALLEST), LONGEST) for each in (across, down))
    box = Ellipse if kind is Ellipse else Rectangle
    return box(*from_units(middle, units), rounded(width), rounded(height))


def in_the_middle(kind: type[Shape], middle: Point, side: float, units: Point) -> Shape:
    """A shape of a usual size around a position, in units, for those who do not draw it with a mouse."""
    x, y = middle
    if kind is Polygon:
        corners = ((0.0, -side / 2), (side / 2, side / 2), (-side / 2, side / 2))
        return Polygon(tuple(from_units((x + right, y + down), units) for right, down in corners))
    if kind is Gradient:
        return drawn(Gradient, (x, y - side / 2), (x, y + side / 2), units, DragKeys())
    half = side / 2
    return drawn(kind, (x - half, y - half), (x + half, y + half), units, DragKeys())


def nearest_side(polygon: Polygon, point: Point, units: Point) -> tuple[int, float]:
    """After which point of a polygon the nearest side begins, and how far off that side is, in units."""
    corners = [to_units(each, units) for each in polygon.points]
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    apart = [distance(point, one, other) for one, other in sides]
    at = min(range(len(apart)), key=apart.__getitem__)
    return at, apart[at]


def distance(point: Point, start: Point, end: Point) -> float:
    """How far a position is from a line between two others."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = across * across + down * down
    along = ((point[0] - start[0]) * across + (point[1] - start[1]) * down) / length if length else 0.0
    along = min(max(along, 0.0), 1.0)
    return math.hypot(point[0] - start[0] - along * across, point[1] - start[1] - along * down)


def with_point(polygon: Polygon, after: int, point: Point, units: Point) -> Polygon:
    """Return the polygon with one more point after point number `after`."""
    points = [*polygon.points[: after + 1], from_units(point, units), *polygon.points[after + 1 :]]
    return Polygon(tuple(points))


def without_point(polygon: Polygon, at: int) -> Polygon:
    """Return the polygon without a point; the last three points stay."""
    if len(polygon.points) <= 3:
        return polygon
    return Polygon((*polygon.points[:at], *polygon.points[at + 1 :]))


# Numbers of shapes as fields show them

CENTRE, SIZE, ANGLE = "centre", "size", "angle"
PAIRS = (CENTRE, SIZE, START, END)


def numbers_of(shape: Shape) -> tuple[str, ...]:
    """Return the names of the numbers that a shape has."""
    match shape:
        case Rectangle() | Ellipse():
            return CENTRE, SIZE, ANGLE
        case Gradient():
            return START, END
        case Polygon() | Brush():
            return (CENTRE,)
    return ()


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
