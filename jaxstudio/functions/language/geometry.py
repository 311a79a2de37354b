"""Points and figures: arithmetic of points, midpoint, distance, angle; circles and lines as equations."""

from __future__ import annotations

from dataclasses import replace

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language.catalogue import LIST_FUNCTIONS
from jaxstudio.functions.language.nodes import (
    Apply,
    Call,
    Cases,
    Chain,
    Compare,
    Index,
    ListCall,
    Name,
    Negate,
    Node,
    Number,
    Power,
    Tuple,
    Vector,
    is_list,
)

EQUATIONS = frozenset({"circle", "line", "segment", "ray"})
COORDINATES = ("coordinate x", "coordinate y")
GEOMETRY = (
    frozenset({"distance", "angle", "midpoint", "polygon", "vector", "vectorfield", *COORDINATES}) | EQUATIONS
)
Point = tuple[Node, ...]


def components(node: Node) -> Point | None:
    """The coordinates of a point, or of a name that another line gives to one; None of a number."""
    if isinstance(node, Tuple):
        return node.items
    if isinstance(node, Apply) and node.body is not None and not node.primes:
        inside = components(node.body)
        return None if inside is None else tuple(replace(node, body=item) for item in inside)
    return None


def variables_of(node: Node) -> frozenset[str]:
    """The variables that a figure, or a field of vectors, adds to its arguments' own."""
    of_the_plane = isinstance(node, ListCall) and node.name in EQUATIONS | {"vectorfield"}
    return frozenset("xy" if of_the_plane else ())


def simplified(node: Node) -> Node:
    """A sum or a multiple of points as a point, a figure as its equation; anything else as it is.

    The operands must have been simplified. Raises ExpressionError.
    """
    match node:
        case ListCall() if node.name in GEOMETRY:
            return _figure(node)
        case Negate() if (point := components(node.operand)) is not None:
            return Tuple(node.start, node.end, tuple(Negate(node.start, node.end, each) for each in point))
        case Chain():
            points = [components(each) for each in node.operands]
            if any(point is not None for point in points):
                return _combined(node, points)
    return node


def _combined(node: Chain, points: list[Point | None]) -> Node:
    sizes = {len(point) for point in points if point is not None}
    is_sum = node.operators[0] in "+-"
    if is_sum and (None in points or len(sizes) > 1):
        raise ExpressionError(
            Wording("to a point a point is added, such as A + (3, 0)"), node.start, node.end
        )
    if not is_sum and sum(point is not None for point in points) > 1:
        message = Wording("two points have no product; a point is multiplied by a number")
        raise ExpressionError(message, node.start, node.end)
    divisors = points[1:] if not is_sum else []
    for operator, point in zip(node.operators, divisors, strict=False):
        if operator == "/" and point is not None:
            raise ExpressionError(Wording("a number is not divided by a point"), node.start, node.end)
    (size,) = sizes
    items = tuple(
        replace(
            node,
            operands=tuple(
                each if point is None else point[at]
                for each, point in zip(node.operands, points, strict=True)
            ),
        )
        for at in range(size)
    )
    return Tuple(node.start, node.end, items)


class _At:
    """Nodes at the columns of a call."""

    def __init__(self, node: Node) -> None:
        self.columns = node.start, node.end

    def chain(self, operators: str, *operands: Node) -> Node:
        return Chain(*self.columns, operands, tuple(operators))

    def element(self, a: Node) -> Node:
        """A number as the element of a list, so that figures with other numbers are the same program."""
        return Index(*self.columns, Vector(*self.columns, (a,)), Number(*self.columns, 1.0))

    def minus(self, a: Node, b: Node) -> Node:
        return self.chain("-", a, b)

    def square(self, a: Node) -> Node:
        return Power(*self.columns, a, Number(*self.columns, 2.0))

    def call(self, name: str, *arguments: Node) -> Node:
        return Call(*self.columns, name, arguments)

    def between(self, a: Point, b: Point) -> Point:
        """The vector from a to b."""
        return tuple(self.minus(to, start) for start, to in zip(a, b, strict=True))

    def dot(self, a: Point, b: Point) -> Node:
        return self.chain("+", *(self.chain("*", *pair) for pair in zip(a, b, strict=True)))

    def cross(self, a: Point, b: Point) -> Node:
        return self.chain("-", self.chain("*", a[0], b[1]), self.chain("*", a[1], b[0]))


def _figure(node: ListCall) -> Node:
    if node.name == "vectorfield":
        return Vector(node.start, node.end, node.arguments)
    at, points = _At(node), [components(each) for each in node.arguments]
    if node.name in COORDINATES:
        if points[0] is None:
            raise ExpressionError(Wording("only a point has coordinates .x and .y"), node.start, node.end)
        return points[0][COORDINATES.index(node.name)]
    zero = Number(*at.columns, 0.0)
    place = Name(*at.columns, "x"), Name(*at.columns, "y")
    if node.name == "circle":
        (centre,) = _points(node, points[:1])
        rim, radius = points[1], node.arguments[1]
        if rim is not None:
            radius = at.call("hypot", *at.between(centre, *_points(node, points)[1:]))
        distance = at.chain("+", *map(at.square, at.between(tuple(map(at.element, centre)), place)))
        return Compare(*at.columns, (distance, at.square(at.element(radius))), ("==",))
    plane = _points(node, points)
    if node.name == "polygon" and len(plane) < 3 and not (len(plane) == 1 and is_list(plane[0][0])):
        message = Wording("a polygon has three corners or more: {0}", LIST_FUNCTIONS[node.name].usage)
        raise ExpressionError(message, node.start, node.end)
    if node.name in ("polygon", "vector"):
        return replace(node, arguments=tuple(Tuple(*at.columns, point) for point in plane))
    first, second = plane[:2]
    if node.name == "midpoint":
        two = Number(*at.columns, 2.0)
        sums = (at.chain("+", *pair) for pair in zip(first, second, strict=True))
        return Tuple(*at.columns, tuple(at.chain("/", each, two) for each in sums))
    if node.name == "distance":
        return at.call("hypot", *at.between(first, second))
    if node.name == "angle":
        sides = at.between(second, first), at.between(second, plane[2])
        return at.call("abs", at.call("atan2", at.cross(*sides), at.dot(*sides)))
    along = tuple(map(at.element, at.between(first, second)))
    away = at.between(tuple(map(at.element, first)), place)
    equation = Compare(*at.columns, (at.cross(away, along), zero), ("==",))
    if node.name == "line":
        return equation
    bounds: tuple[Node, ...] = (zero, at.dot(away, along))
    bounds += (at.dot(along, along),) if node.name == "segment" else ()
    inside = Compare(*at.columns, bounds, ("<=",) * (len(bounds) - 1))
    return Cases(*at.columns, (inside,), (equation,))


def _points(node: ListCall, points: list[Point | None]) -> list[Point]:
    """The points among the arguments; each must be one of the plane."""
    plane: list[Point] = []
    for argument, point in zip(node.arguments, points, strict=False):
        if point is None or len(point) != 2:
            usage = LIST_FUNCTIONS[node.name].usage
            message = Wording("a point is needed here, such as (1, 2): {0}", usage)
            raise ExpressionError(message, argument.start, argument.end)
        plane.append(point)
    return plane
