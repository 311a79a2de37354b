"""Charts of lists: histogram, dot plot, box plot, drawn as bars, dots and lines of the plane."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

import numpy as np

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language.nodes import ListCall, Node, outermost
from jaxstudio.functions.lists import numbers
from jaxstudio.functions.protocol.scene import Boxes, Implicit, Line, Proof
from jaxstudio.functions.service.reading import Function

# A box plot lies from 0.5 to 1.5 above the axis, as Desmos draws it.
LOW, MIDDLE, HIGH = 0.5, 1.0, 1.5
# The head of an arrow: so much of its length, turned so far to both sides.
HEAD, BARBS = 0.16, (0.4, -0.4)
# at most so many bars: more are narrower than a pixel
BARS = 10_000


def chart(function: Function, p: Mapping[str, float]) -> Implicit:
    """The drawing of histogram(L, width), dotplot(L, width) or boxplot(L).

    The first bin of a histogram begins at a multiple of the width, a value at an edge belongs to the bin
    above it; the dots of a dot plot stand at the nearest multiple. Raises ExpressionError for an empty list,
    a value that is no number, or a width that is not positive.
    """
    tree = function.line.tree
    assert tree is not None
    call = outermost(tree)
    assert isinstance(call, ListCall)
    if function.line.variables:
        raise ExpressionError(
            Wording("a chart cannot depend on {0}", function.line.variables[0]), call.start, call.end
        )
    if call.name in ("polygon", "vector"):
        points = [
            np.transpose([_numbers(part, p, function.line.index) for part in each.children()])
            for each in call.arguments
        ]
        return _figure(call.name, np.concatenate(points))
    values = _numbers(call.arguments[0], p, function.line.index)
    if not values:
        raise ExpressionError(
            Wording("{0} of an empty list has nothing to draw", call.name), call.start, call.end
        )
    if call.name == "boxplot":
        return _box(np.quantile(values, (0, 0.25, 0.5, 0.75, 1)))
    (width,) = _numbers(call.arguments[1], p, function.line.index)
    if not width > 0:
        raise ExpressionError(
            Wording("the width of a bin is positive, not {0:g}", width), call.start, call.end
        )
    # in decimals as typed: 0.3 is the third edge of bins of 0.1
    step = Fraction(repr(width))
    at = [Fraction(repr(value)) / step for value in values]
    if call.name == "dotplot":
        counted = Counter(math.floor(place + Fraction(1, 2)) for place in at)
        dots = [(float(k * step), float(j + 1)) for k, count in counted.items() for j in range(count)]
        return drawn((), np.array(dots), np.empty((0, 4)))
    counted = Counter(map(math.floor, at))
    if len(counted) > BARS:
        raise ExpressionError(
            Wording("this makes {0:,} bars; at most {1:,}", len(counted), BARS), call.start, call.end
        )
    bars = [(float(k * step), 0.0, float((k + 1) * step), float(count)) for k, count in counted.items()]
    return drawn(map(_ring, bars), np.empty((0, 2)), np.array(bars))


def _figure(name: str, points: np.ndarray) -> Implicit:
    """A polygon with corners (n, 2), or an arrow from the first to the second."""
    if name == "polygon":
        return drawn((Line(points, closed=True, proof=Proof.PROVEN),), np.empty((0, 2)), np.empty((0, 4)))
    start, tip = points
    back = (start - tip) * HEAD
    sides = [
        np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]]) for turn in BARBS
    ]
    head = [tip + side @ back for side in sides]
    strokes = [np.stack([start, tip]), np.stack([head[0], tip, head[1]])]
    lines = (Line(stroke, proof=Proof.PROVEN) for stroke in strokes)
    return drawn(lines, np.empty((0, 2)), np.empty((0, 4)))


def _numbers(tree: Node, p: Mapping[str, float], line: int) -> list[float]:
    values = numbers(tree, p, line)
    if not all(map(math.isfinite, values)):
        raise ExpressionError(Wording("a chart is of numbers"), tree.start, tree.end)
    return values


def _box(quartiles: np.ndarray) -> Implicit:
    least, first, median, third, greatest = map(float, quartiles)
    lines = [
        [(median, LOW), (median, HIGH)],
        [(least, MIDDLE), (first, MIDDLE)],
        [(third, MIDDLE), (greatest, MIDDLE)],
        [(least, LOW + 0.25), (least, HIGH - 0.25)],
        [(greatest, LOW + 0.25), (greatest, HIGH - 0.25)],
    ]
    body = (first, LOW, third, HIGH)
    strokes = (Line(np.array(points), proof=Proof.PROVEN) for points in lines)
    return drawn((_ring(body), *strokes), np.empty((0, 2)), np.array([body]))


def _ring(bar: tuple[float, float, float, float]) -> Line:
    x0, y0, x1, y1 = bar
    return Line(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), closed=True, proof=Proof.PROVEN)


def drawn(lines: Iterable[Line], dots: np.ndarray, bars: np.ndarray) -> Implicit:
    """Lines, points (n, 2) and filled bars (m, 4) as the plane shows them."""
    return Implicit(tuple(lines), dots, Boxes(np.empty((0, 4))), Boxes(bars), complete=True, samples=0)
