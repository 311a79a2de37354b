"""Logarithmic axes: a line of the plane is drawn as another line in the plane of exponents, and mapped back.

y = f(x) on a logarithmic x axis is the graph of f(10^x) on a linear one. There it is sampled evenly, refined
and proven by what draws every other line. Points of interest stay those of f itself: they are looked for in
the plane, in stretches of few decades.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.curves.analysis import CurveAnalysis
from jaxstudio.functions.curves.evaluator import Evaluator, Graph
from jaxstudio.functions.curves.features import Features
from jaxstudio.functions.language import Line, LineKind
from jaxstudio.functions.language.nodes import (
    Apply,
    Bound,
    Call,
    Cases,
    Chain,
    Comprehension,
    Derivative,
    Name,
    Node,
    Number,
    Power,
    Tuple,
    rebuilt,
)
from jaxstudio.functions.protocol.requests import DrawnLine
from jaxstudio.functions.protocol.scene import (
    Boxes,
    Found,
    Implicit,
    Mark,
    MarkKind,
    Piece,
    Region,
    View,
)
from jaxstudio.functions.protocol.scene import Line as FieldLine

GRAPHS = frozenset({LineKind.CURVE, LineKind.MODEL})
# Points are looked for in stretches of so many decades, but in no more than MOST of them. They join beside
# the round numbers, where points of interest are.
DECADES, MOST, BESIDE_ROUND = 1.5, 10, 1.0193
# Of the values in a stretch this share at either end is left out to find how high it is.
LEFT_OUT = 0.05
# Two stretches find the same point at their joint if it is no farther apart than this, relative to x.
SAME = 1e-12


def in_exponents(line: Line, log: str, order: int = 0) -> Line:
    """The line that is drawn in the plane of exponents for a line, or for a derivative of it.

    Raises ExpressionError where it cannot be written so.
    """
    tree, names = line.tree, line.variables
    assert tree is not None
    if line.kind in GRAPHS:
        (name,) = names
        if order:
            tree = Derivative(tree.start, tree.end, tree, name, order)
        tree = _replaced(tree, frozenset({name} if "x" in log else ()), line.index)
        return replace(line, tree=_logarithm(tree) if "y" in log else tree)
    if line.kind in (LineKind.PARAMETRIC, LineKind.POLAR):
        place = tree if line.kind is LineKind.PARAMETRIC else _turned(tree, names[0])
        return replace(line, tree=_logarithms(place, log), kind=LineKind.PARAMETRIC)
    axes = names if len(names) == 1 else ("x", "y")
    chosen = frozenset(name for name, axis in zip(names, axes, strict=True) if axis in log)
    return replace(line, tree=_replaced(tree, chosen, line.index))


def _replaced(node: Node, names: frozenset[str], line: int, inside: bool = False) -> Node:
    """The tree with 10^name in place of the free names, in its definitions too (`inside`)."""
    if not names:
        return node
    match node:
        case Name():
            ten = Number(node.start, node.end, 10.0)
            return Power(node.start, node.end, ten, node) if node.name in names else node
        case Derivative() if node.variable in names:
            if inside:
                message = Wording("a derivative inside another function is not drawn on logarithmic axes")
                raise ExpressionError(message, node.start, node.end)
            at = _replaced(Name(node.start, node.end, node.variable), names, line)
            body = _replaced(node.body, names - {node.variable}, line, True)
            return Apply(node.start, node.end, "", (at,), node.order, (node.variable,), body, line)
        case Apply() if node.body is not None:
            arguments = tuple(_replaced(each, names, line, inside) for each in node.arguments)
            body = _replaced(node.body, names - set(node.parameters), line, True)
            return replace(node, arguments=arguments, body=body)
        case Bound():
            low, high = (_replaced(each, names, line, inside) for each in (node.low, node.high))
            body = _replaced(node.body, names - {node.variable}, line, True)
            return replace(node, body=body, low=low, high=high)
        case Comprehension():
            body = _replaced(node.body, names - set(node.names), line, True)
            return replace(
                node, body=body, lists=tuple(_replaced(each, names, line, inside) for each in node.lists)
            )
    children = tuple(_replaced(child, names, line, inside) for child in node.children())
    return rebuilt(node, children) if children else node


def _logarithm(tree: Node) -> Node:
    return Call(tree.start, tree.end, "log10", (tree,))


def _turned(tree: Node, theta: str) -> Node:
    """The place (r cos theta, r sin theta) of a polar curve."""
    start, end = tree.start, tree.end

    def times(name: str) -> Node:
        turn = Call(start, end, name, (Name(start, end, theta),))
        return Chain(start, end, (tree, turn), ("*",))

    return Tuple(start, end, (times("cos"), times("sin")))


def _logarithms(tree: Node, log: str) -> Node:
    """A place with the logarithms of its coordinates."""
    match tree:
        case Tuple():
            pairs = zip("xy", tree.items, strict=True)
            return replace(
                tree, items=tuple(_logarithm(each) if axis in log else each for axis, each in pairs)
            )
        case Cases():
            return replace(tree, values=tuple(_logarithms(each, log) for each in tree.values))
        case Apply() if tree.body is not None:
            return replace(tree, body=_logarithms(tree.body, log))
    raise ExpressionError(Wording("this is not drawn on logarithmic axes"), tree.start, tree.end)


# From the plane of exponents back


def _of(axis: str, values: np.ndarray, log: str) -> np.ndarray:
    with np.errstate(over="ignore"):
        return np.power(10.0, values) if axis in log else values


def pieces_back(pieces: Iterable[Piece], log: str) -> tuple[Piece, ...]:
    """The pieces of a curve as places of the plane."""
    return tuple(
        Piece(
            _of("x", piece.x, log),
            _of("y", piece.y, log),
            piece.proof,
            None if piece.low is None else _of("y", piece.low, log),
            None if piece.high is None else _of("y", piece.high, log),
        )
        for piece in pieces
    )


def _points(points: np.ndarray, log: str) -> np.ndarray:
    return np.stack([_of("x", points[:, 0], log), _of("y", points[:, 1], log)], axis=1)


def _boxes(boxes: Boxes, log: str) -> Boxes:
    return Boxes(
        np.concatenate([_points(boxes.corners[:, :2], log), _points(boxes.corners[:, 2:], log)], axis=1)
    )


def _line(line: FieldLine, log: str) -> FieldLine:
    return replace(line, points=_points(line.points, log))


def back(drawn: DrawnLine, log: str) -> DrawnLine:
    """A drawing of the plane of exponents in units of the plane."""
    implicit, region, arrows = drawn.implicit, drawn.region, drawn.arrows
    if implicit is not None:
        implicit = Implicit(
            tuple(_line(each, log) for each in implicit.lines),
            _points(implicit.points, log),
            _boxes(implicit.unresolved, log),
            _boxes(implicit.solid, log),
            implicit.complete,
            implicit.samples,
        )
    if region is not None:
        boundary = tuple(replace(edge, line=_line(edge.line, log)) for edge in region.boundary)
        region = Region(region.inside, region.undefined, boundary, _boxes(region.unresolved, log))
    if arrows is not None:
        tails, vectors = _points(arrows.tails, log), arrows.vectors
        if drawn.kind != LineKind.VECTOR:
            # a slope by an exponent is ln(10) x times the slope by x
            chain = [math.log(10) * tails[:, at] if axis in log else 1.0 for at, axis in enumerate("xy")]
            vectors = np.stack([vectors[:, at] / chain[at] for at in (0, 1)], axis=1)
        arrows = replace(arrows, tails=tails, vectors=vectors)
    contours = tuple(
        replace(
            contour,
            lines=tuple(_line(each, log) for each in contour.lines),
            unresolved=_boxes(contour.unresolved, log),
        )
        for contour in drawn.contours
    )
    return replace(drawn, implicit=implicit, region=region, arrows=arrows, contours=contours)


# Points of interest, in the plane itself


def stretches(view: View) -> list[View]:
    """The view in parts of few decades of x, each with linear axes; itself where x is linear."""
    if "x" not in view.log:
        return [replace(view, log="")]
    low, high = (math.log10(end) for end in view.x)
    count = min(max(1, math.ceil((high - low) / DECADES)), MOST)
    inner = [10.0 ** (low + (high - low) * k / count) * BESIDE_ROUND for k in range(1, count)]
    edges = [view.x[0], *inner, view.x[1]]
    width = max(1, view.width_px // count)
    pairs = pairwise(edges)
    return [replace(view, x=pair, width_px=width, log="") for pair in pairs if pair[0] < pair[1]]


class Marks:
    """The points of interest of a graph in a view with logarithmic axes."""

    def __init__(self, evaluator: Evaluator, view: View) -> None:
        views = [replace(part, y=_height(evaluator, part)) for part in stretches(view)]
        self.parts = [Features(CurveAnalysis(Graph(evaluator, part), part)) for part in views]

    def find(self, kind: MarkKind) -> Found:
        """The points of one kind in view, by x."""
        return joined(kind, [part.find(kind) for part in self.parts])


def in_stretches(find: Callable[[View], Found], view: View) -> Found:
    """Find the points in a view stretch by stretch."""
    found = [find(part) for part in stretches(view)]
    return joined(found[0].kind, found)


def joined(kind: MarkKind, parts: Sequence[Found]) -> Found:
    """The marks of all stretches, one at a joint once."""
    every: list[Mark] = []
    for mark in (mark for part in parts for mark in part.marks):
        if not every or abs(mark.x - every[-1].x) > SAME * abs(mark.x):
            every.append(mark)
    return Found(kind, tuple(every), all(part.complete for part in parts))


def _height(evaluator: Evaluator, view: View) -> tuple[float, float]:
    """About which values a graph has in a stretch."""
    y = evaluator.values(np.geomspace(*view.x, 512) if view.x[0] > 0 else np.linspace(*view.x, 512))[0]
    y = y[np.isfinite(y)]
    if not len(y):
        return view.y
    low, high = (float(each) for each in np.quantile(y, [LEFT_OUT, 1 - LEFT_OUT]))
    room = (high - low) / 2 or abs(low) / 2 or 1.0
    return low - room, high + room
