"""Angles: in degrees trigonometric functions take degrees, their inverses give them; polar equations."""

from __future__ import annotations

from jaxstudio.functions.language.nodes import (
    Call,
    Chain,
    Constant,
    ListCall,
    Name,
    Node,
    Number,
    rebuilt,
    substitute,
)

TAKE = frozenset({"sin", "cos", "tan", "sec", "csc", "cot"})
GIVE = frozenset({"asin", "acos", "atan", "asec", "acsc", "acot", "atan2", "angle"})


def in_degrees(node: Node) -> Node:
    """The tree of a text in which angles are in degrees; there 30° is 30, and sind(30) is sin(30)."""
    if _is_conversion(node):
        return in_degrees(node.children()[0])
    children = tuple(in_degrees(child) for child in node.children())
    node = rebuilt(node, children) if children else node
    if isinstance(node, Call) and node.name in TAKE:
        return rebuilt(node, (to_radians(node.arguments[0]),))
    gives = isinstance(node, Call | ListCall) and node.name in GIVE
    return to_degrees(node) if gives else node


def to_radians(node: Node) -> Node:
    return _scaled(node, Constant(node.start, node.end, "pi"), Number(node.start, node.end, 180.0))


def to_degrees(node: Node) -> Node:
    return _scaled(node, Number(node.start, node.end, 180.0), Constant(node.start, node.end, "pi"))


def by_degrees(tree: Node, theta: str) -> Node:
    """A function of an angle in degrees as one of the angle in radians."""
    return substitute(tree, theta, to_degrees(Name(tree.start, tree.end, theta)))


def from_origin(tree: Node, degrees: bool) -> Node:
    """r² = 4 cos(2θ) as a function of x and y, where r is the distance from the origin."""
    start, end = tree.start, tree.end
    x, y = Name(start, end, "x"), Name(start, end, "y")
    theta = Call(start, end, "atan2", (y, x))
    tree = substitute(tree, "r", Call(start, end, "hypot", (x, y)))
    return substitute(tree, "theta", to_degrees(theta) if degrees else theta)


def _scaled(node: Node, times: Node, by: Node) -> Node:
    return Chain(node.start, node.end, (node, times, by), ("*", "/"))


def _is_conversion(node: Node) -> bool:
    """Whether it is 30°, or what sind(30) and asind(1) stand for: factors at the columns of the whole."""
    if not isinstance(node, Chain) or node.operators != ("*", "/"):
        return False
    columns = {(each.start, each.end) for each in node.operands[1:]}
    return {type(each) for each in node.operands[1:]} == {Constant, Number} and columns == {
        (node.start, node.end)
    }
