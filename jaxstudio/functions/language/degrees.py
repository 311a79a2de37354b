"""Angles in degrees: trigonometric functions take degrees and their inverses give them."""

from __future__ import annotations

from jaxstudio.functions.language.nodes import Call, Chain, Constant, Node, Number, rebuilt

TAKE = frozenset({"sin", "cos", "tan", "sec", "csc", "cot"})
GIVE = frozenset({"asin", "acos", "atan", "asec", "acsc", "acot", "atan2"})


def in_degrees(node: Node) -> Node:
    """The tree of a text in which angles are in degrees; there 30° is 30, and sind(30) is sin(30)."""
    if _is_conversion(node):
        return in_degrees(node.children()[0])
    children = tuple(in_degrees(child) for child in node.children())
    node = rebuilt(node, children) if children else node
    if isinstance(node, Call) and node.name in TAKE:
        return rebuilt(node, (to_radians(node.arguments[0]),))
    return to_degrees(node) if isinstance(node, Call) and node.name in GIVE else node


def to_radians(node: Node) -> Node:
    return _scaled(node, Constant(node.start, node.end, "pi"), Number(node.start, node.end, 180.0))


def to_degrees(node: Node) -> Node:
    return _scaled(node, Number(node.start, node.end, 180.0), Constant(node.start, node.end, "pi"))


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
