"""The kinds of lines: what a resolved statement stands for, and so how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language.nodes import (
    CHARTS,
    DRAWN,
    Cases,
    Chain,
    Compare,
    ListCall,
    Name,
    Node,
    Number,
    Question,
    Tuple,
    Vector,
    is_condition,
    is_list,
    is_restriction,
    outermost,
)
from jaxstudio.functions.language.statements import Resolved, Statement
from jaxstudio.functions.language.tokens import variable_order


class LineKind(StrEnum):
    """The kind of a line, which decides how it is drawn."""

    CURVE = "curve"  # y = f(x), f(x) = …, or an expression in one variable
    PARAMETRIC = "parametric"  # (x(t), y(t)): a Tuple in one variable
    POLAR = "polar"  # r = f(theta)
    IMPLICIT = "implicit"  # F(x, y) = G(x, y): the tree is F - G
    INEQUALITY = "inequality"  # the tree is a condition
    SURFACE = "surface"  # a number from two variables
    SCALAR = "scalar"  # a number from three variables or more
    COMPLEX = "complex"  # color(f(z)): the tree is the function of z
    PATCH = "patch"  # (x, y, z) of u and v, a surface in space, or of t, a curve
    SOLID = "solid"  # F(x, y, z) = G(x, y, z): the surface of its solutions, the tree is F - G
    VECTOR = "vector"  # [f, g, …], or a Tuple in several variables or of more than two numbers
    POINT = "point"  # (1, 2): a Tuple without variables; of lists several points
    DIFFERENTIAL = "differential"  # y' = x - y; the tree of the first line of a system has all right sides
    INITIAL = "initial"  # y(0) = 1 of a differential equation
    SEQUENCE = "sequence"  # a_n = a_(n-1) + 1/n, the tree has the terms before as a[1], a[2]
    CHART = "chart"  # histogram(L), boxplot(L), dotplot(L)
    VALUE = "value"  # a number without variables, such as 2^10 or a/3
    DEFINITION = "definition"  # b = 2 a: a named value for other lines
    SLIDER = "slider"  # a = 3, a = 3 [0, 10]
    MODEL = "model"  # y ~ a x + b
    NOTE = "note"  # a line that begins with #
    EMPTY = "empty"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Classified:
    """The kind, the tree to be computed, its inputs in order; other free letters count as sliders."""

    kind: LineKind
    tree: Node
    inputs: tuple[str, ...]


def kind_of(statement: Statement, resolved: Resolved, defines: bool) -> Classified:
    """Return the kind of a statement; `defines`: other lines may use its name. Raises ExpressionError."""
    tree, name = resolved.tree, statement.name
    free = ordered(resolved.variables)
    if statement.parameters is not None:
        return Classified(_by_inputs(tree, statement.parameters), tree, statement.parameters)
    if statement.model:
        return Classified(LineKind.MODEL, tree, free)
    if defines:
        inner = outermost(tree)
        if (isinstance(inner, ListCall) and inner.name in CHARTS) or isinstance(inner, Compare):
            message = Wording("a chart, a figure or a condition stands alone in its line, without a name")
            raise ExpressionError(message, 0, statement.name_end)
        is_point = isinstance(inner, Tuple) and len(inner.items) == 2 and not free
        return Classified(LineKind.POINT if is_point else LineKind.DEFINITION, tree, free)
    if not name:
        return _without_name(tree, free)
    _refuse_condition(tree)
    if name == "y" and "y" not in free:
        return Classified(LineKind.CURVE, tree, ("x",))
    if name == "z" and "z" not in free:
        return Classified(LineKind.SURFACE, tree, ("x", "y"))
    if name == "r":
        return Classified(LineKind.POLAR, tree, ("theta",))
    if name in ("t", "theta"):
        message = Wording("{0} runs along an axis; only a number can be given to it", name)
        raise ExpressionError(message, 0, statement.name_end)
    return _equation(tree, Name(0, statement.name_end, name), outermost(tree), (*free, name))


def ordered(names: frozenset[str] | set[str]) -> tuple[str, ...]:
    """Variables in the order of the axes: x, x1, y, z, t, theta."""
    return tuple(sorted(sorted(names), key=variable_order))


def _without_name(tree: Node, free: tuple[str, ...]) -> Classified:
    if isinstance(tree, Question) and tree.kind == "color":
        others = sorted(set(free) - {"z"})
        if others:
            message = Wording("color(…) shows a function of z = x + i y; {0} has no place in it", others[0])
            raise ExpressionError(message, tree.start, tree.end)
        return Classified(LineKind.COMPLEX, tree.body, ("z",))
    if isinstance(tree, Question) and tree.kind not in DRAWN:
        return Classified(LineKind.VALUE, tree, ())
    inner = _inside(tree)
    if isinstance(inner, Compare) and "==" in inner.operators:
        if len(inner.operators) > 1:
            raise ExpressionError(
                Wording("one equation has one = and no other comparison"), inner.start, inner.end
            )
        left, right = inner.operands
        return _equation(tree, left, right, free)
    if is_condition(inner):
        return Classified(LineKind.INEQUALITY, tree, _plane(free))
    return Classified(_by_inputs(tree, free), tree, free)


def _inside(tree: Node) -> Node:
    """Return the tree inside a restriction."""
    while is_restriction(tree) and isinstance(tree, Cases):
        tree = tree.values[0]
    return tree


def _equation(whole: Node, left: Node, right: Node, free: tuple[str, ...]) -> Classified:
    """left = right as left - right, within the restriction that `whole` may be."""
    if isinstance(right, Number) and right.value == 0:
        difference = left
    else:
        difference = Chain(left.start, right.end, (left, right), ("-",))
    if "z" in free and set(free) <= {"x", "y", "z"}:
        return Classified(LineKind.SOLID, _within(whole, difference), ("x", "y", "z"))
    return Classified(LineKind.IMPLICIT, _within(whole, difference), _plane(free))


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
    if isinstance(inner, ListCall) and inner.name in CHARTS:
        return LineKind.CHART
    outputs = isinstance(inner, Vector) and len(inputs) > 1 and not any(map(is_list, inner.items))
    if isinstance(inner, Tuple) and len(inner.items) == 3 and inputs == ("t",):
        return LineKind.PATCH
    if outputs or (isinstance(inner, Tuple) and len(inner.items) != 2):
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
    if isinstance(inner, Tuple):
        raise ExpressionError(Wording("a number is needed here, not several"), inner.start, inner.end)
    if is_condition(inner):
        raise ExpressionError(Wording("one = only: what follows it is a number"), inner.start, inner.end)
