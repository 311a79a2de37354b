"""What a line is: a curve, a region, a definition; decided by its left side and its free names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language.names import variable_order
from jaxstudio.functions.language.nodes import Cases, Chain, Compare, Name, Node, Number, Tuple, Vector
from jaxstudio.functions.language.resolve import Resolved
from jaxstudio.functions.language.shapes import is_condition, is_restriction, outermost
from jaxstudio.functions.language.statements import Statement


class LineKind(StrEnum):
    """What a line is, and so how it is drawn."""

    CURVE = "curve"  # y = f(x), f(x) = …, or an expression in one variable
    PARAMETRIC = "parametric"  # (x(t), y(t)): a Tuple in one variable
    POLAR = "polar"  # r = f(theta)
    IMPLICIT = "implicit"  # F(x, y) = G(x, y): the tree is F - G
    INEQUALITY = "inequality"  # the tree is a condition
    SURFACE = "surface"  # a number from two variables
    SCALAR = "scalar"  # a number from three variables or more
    VECTOR = "vector"  # [f, g, …], or a Tuple in several variables or of more than two numbers
    POINT = "point"  # (1, 2): a Tuple without variables
    VALUE = "value"  # a number without variables, such as 2^10 or a/3
    DEFINITION = "definition"  # b = 2 a: a named value for other lines
    SLIDER = "slider"  # a = 3, a = 3 [0, 10]
    MODEL = "model"  # y ~ a x + b
    NOTE = "note"  # a line that begins with #
    EMPTY = "empty"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Meant:
    """The kind, the tree to be computed, its inputs in order; other free letters count as sliders."""

    kind: LineKind
    tree: Node
    inputs: tuple[str, ...]


def kind_of(statement: Statement, resolved: Resolved, defines: bool) -> Meant:
    """What a statement is; `defines`: other lines may use its name. Raises ExpressionError."""
    tree, name = resolved.tree, statement.name
    free = ordered(resolved.variables)
    if statement.parameters is not None:
        return Meant(_by_inputs(tree, statement.parameters), tree, statement.parameters)
    if statement.model:
        return Meant(LineKind.MODEL, tree, free)
    if defines:
        return Meant(LineKind.DEFINITION, tree, free)
    if not name:
        return _without_name(tree, free)
    _refuse_condition(tree)
    if name == "y" and "y" not in free:
        return Meant(LineKind.CURVE, tree, ("x",))
    if name == "z" and "z" not in free:
        return Meant(LineKind.SURFACE, tree, ("x", "y"))
    if name == "r":
        return Meant(LineKind.POLAR, tree, ("theta",))
    if name in ("t", "theta"):
        said = f"{name} runs along an axis; only a number can be given to it"
        raise ExpressionError(said, 0, statement.name_end)
    return _equation(tree, Name(0, statement.name_end, name), outermost(tree), (*free, name))


def ordered(names: frozenset[str] | set[str]) -> tuple[str, ...]:
    """Variables in the order of the axes: x, x1, y, z, t, theta."""
    return tuple(sorted(names, key=variable_order))


def _without_name(tree: Node, free: tuple[str, ...]) -> Meant:
    inner = _inside(tree)
    if isinstance(inner, Compare) and "==" in inner.operators:
        if len(inner.operators) > 1:
            raise ExpressionError("one equation has one = and no other comparison", inner.start, inner.end)
        left, right = inner.operands
        return _equation(tree, left, right, free)
    if is_condition(inner):
        return Meant(LineKind.INEQUALITY, tree, _plane(free))
    return Meant(_by_inputs(tree, free), tree, free)


def _inside(tree: Node) -> Node:
    """What a restriction restricts."""
    while is_restriction(tree) and isinstance(tree, Cases):
        tree = tree.values[0]
    return tree


def _equation(whole: Node, left: Node, right: Node, free: tuple[str, ...]) -> Meant:
    """left = right as left - right, within the restriction that `whole` may be."""
    if isinstance(right, Number) and right.value == 0:
        difference = left
    else:
        difference = Chain(left.start, right.end, (left, right), ("-",))
    return Meant(LineKind.IMPLICIT, _within(whole, difference), _plane(free))


def _within(whole: Node, inner: Node) -> Node:
    if is_restriction(whole) and isinstance(whole, Cases):
        return replace(whole, values=(_within(whole.values[0], inner),))
    return inner


def _plane(free: tuple[str, ...]) -> tuple[str, ...]:
    """The inputs of something drawn in the plane: x and y, unless it names two or more others."""
    others = [name for name in free if name not in ("x", "y", "t", "theta", "z")]
    return ordered(set(free)) if others else ("x", "y")


def _by_inputs(tree: Node, inputs: tuple[str, ...]) -> LineKind:
    """The kind of an expression."""
    inner = outermost(tree)
    if isinstance(inner, Vector) or (isinstance(inner, Tuple) and len(inner.items) != 2):
        return LineKind.VECTOR
    if isinstance(inner, Tuple):
        several = (LineKind.POINT, LineKind.PARAMETRIC, LineKind.VECTOR)
        return several[min(len(inputs), 2)]
    if is_condition(inner):
        return LineKind.INEQUALITY
    kinds = (LineKind.VALUE, LineKind.CURVE, LineKind.SURFACE, LineKind.SCALAR)
    return kinds[min(len(inputs), 3)]


def _refuse_condition(tree: Node) -> None:
    inner = _inside(tree)
    if isinstance(inner, Tuple | Vector):
        raise ExpressionError("a number is needed here, not several", inner.start, inner.end)
    if is_condition(inner):
        raise ExpressionError("one = only: what follows it is a number", inner.start, inner.end)
