"""What a resolved tree stands for: a number, a truth value, several numbers; and whether that fits."""

from __future__ import annotations

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language.nodes import Apply, Cases, Condition, Logic, Node, Tuple, Vector


def outermost(tree: Node) -> Node:
    """The tree inside its restriction and inside the definitions that it merely calls."""
    while True:
        if is_restriction(tree):
            assert isinstance(tree, Cases)
            tree = tree.values[0]
        elif isinstance(tree, Apply) and tree.body is not None and not tree.primes:
            tree = tree.body
        else:
            return tree


def is_restriction(node: Node) -> bool:
    """Whether it is something {condition}, without a value elsewhere."""
    return isinstance(node, Cases) and node.otherwise is None and len(node.values) == 1


def is_several(tree: Node) -> bool:
    """Whether the tree stands for several numbers: a point, a curve in the plane, a vector."""
    return isinstance(outermost(tree), Tuple | Vector)


def count_of(tree: Node) -> int:
    """How many numbers the tree stands for."""
    inner = outermost(tree)
    return len(inner.children()) if isinstance(inner, Tuple | Vector) else 1


def is_condition(tree: Node) -> bool:
    """Whether the tree stands for true or false."""
    while isinstance(tree, Apply) and tree.body is not None:
        tree = tree.body
    return isinstance(tree, Condition)


def check_shapes(node: Node) -> None:
    """Numbers where numbers are needed, conditions where conditions are; raises ExpressionError.

    A condition where a number is needed is no error: it is 1 or 0.
    """
    conditions: tuple[Node, ...] = ()
    if isinstance(node, Logic):
        conditions = node.operands
    elif isinstance(node, Cases):
        conditions = node.conditions
    for condition in conditions:
        if not is_condition(condition):
            said = "a condition is needed here, such as x > 0"
            raise ExpressionError(said, condition.start, condition.end)
    numbers = () if is_restriction(node) else node.children()
    for child in numbers:
        if is_several(child):
            what = "a point" if isinstance(outermost(child), Tuple) else "a vector"
            raise ExpressionError(f"a number is needed here, not {what}", child.start, child.end)
