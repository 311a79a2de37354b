"""The syntax tree of an expression: a dozen kinds of frozen nodes, each with its columns; a tree as text.

Sums and products are chains, so that a long line makes a wide tree and not a deep one. A node that stands
for a truth value is a `Condition` (Compare, Logic); all others stand for numbers, and `Tuple` and `Vector`
for several numbers, which only a whole line may be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from jaxstudio.errors import ExpressionError


@dataclass(frozen=True, slots=True)
class Node:
    """Any part of an expression; it was typed in the columns `start` to `end` (end excluded)."""

    start: int
    end: int

    def children(self) -> tuple[Node, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A literal, as a float: 3, 0.5, 1e-3."""

    value: float


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """pi, e or tau."""

    name: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A variable, a parameter of a definition, a bound index or a slider; Greek letters are spelt out."""

    name: str


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """a + b - c (operators all + or -) or a * b / c (all * or /), taken from left to right.

    `operators` has one fewer than `operands`.
    """

    operands: tuple[Node, ...]
    operators: tuple[str, ...]

    def children(self) -> tuple[Node, ...]:
        return self.operands


@dataclass(frozen=True, slots=True)
class Negate(Node):
    """-a."""

    operand: Node

    def children(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class Power(Node):
    """a ^ b."""

    base: Node
    exponent: Node

    def children(self) -> tuple[Node, ...]:
        return (self.base, self.exponent)


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A function of the catalogue, by its own name (never an alias); `primes` counts the dashes of f''(x)."""

    name: str
    arguments: tuple[Node, ...]
    primes: int = 0

    def children(self) -> tuple[Node, ...]:
        return self.arguments


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """A function or a value that another line of the sheet defines, with that line's tree inside.

    Until the sheet is put together `body` is None. `line` is the index of the defining line, whose columns
    the nodes of `body` bear.
    """

    name: str
    arguments: tuple[Node, ...]
    primes: int = 0
    parameters: tuple[str, ...] = ()
    body: Node | None = None
    line: int = -1

    def children(self) -> tuple[Node, ...]:
        return self.arguments


@dataclass(frozen=True, slots=True)
class Network(Node):
    """mlp(x; 128, 128): a network of dense layers with relu between them, one output; fitting fills it."""

    arguments: tuple[Node, ...]
    hidden: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name of its weights among the parameters."""
        return f"mlp_{self.start}"

    def children(self) -> tuple[Node, ...]:
        return self.arguments


@dataclass(frozen=True, slots=True)
class Bound(Node):
    """sum, prod or integral (`kind`) of `body` while `variable` runs from `low` to `high`."""

    kind: str
    body: Node
    variable: str
    low: Node
    high: Node

    def children(self) -> tuple[Node, ...]:
        return (self.body, self.low, self.high)


@dataclass(frozen=True, slots=True)
class Derivative(Node):
    """d^n/dx^n of `body`, where `variable` is now."""

    body: Node
    variable: str
    order: int

    def children(self) -> tuple[Node, ...]:
        return (self.body,)


@dataclass(frozen=True, slots=True)
class Cases(Node):
    """{c1: v1, c2: v2, otherwise}: the value of the first condition that holds.

    Without `otherwise` it has no value (NaN) where none holds.
    """

    conditions: tuple[Node, ...]
    values: tuple[Node, ...]
    otherwise: Node | None = None

    def children(self) -> tuple[Node, ...]:
        last = () if self.otherwise is None else (self.otherwise,)
        return (*self.conditions, *self.values, *last)


@dataclass(frozen=True, slots=True)
class Condition(Node):
    """True or false."""


@dataclass(frozen=True, slots=True)
class Compare(Condition):
    """a < b <= c: all the comparisons (<, <=, >, >=, ==, !=) hold."""

    operands: tuple[Node, ...]
    operators: tuple[str, ...]

    def children(self) -> tuple[Node, ...]:
        return self.operands


@dataclass(frozen=True, slots=True)
class Logic(Condition):
    """`and`, `or` of several conditions, `not` of one."""

    operator: str
    operands: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        return self.operands


@dataclass(frozen=True, slots=True)
class Tuple(Node):
    """(a, b): a point, or a curve in the plane or in space."""

    items: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        return self.items


@dataclass(frozen=True, slots=True)
class Vector(Node):
    """[a, b, …]: a function with several outputs."""

    items: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        return self.items


def at_columns(node: Node, start: int, end: int) -> Node:
    """The same tree with all its nodes at the columns `start` to `end`."""
    children = tuple(at_columns(child, start, end) for child in node.children())
    return replace(rebuilt(node, children) if children else node, start=start, end=end)


def substitute(node: Node, name: str, by: Node) -> Node:
    """The tree with `by` in place of the free occurrences of a name."""
    if isinstance(node, Name):
        return by if node.name == name else node
    if isinstance(node, Bound | Derivative) and node.variable == name:
        return node
    children = tuple(substitute(child, name, by) for child in node.children())
    return rebuilt(node, children) if children else node


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, parents first; bodies of other lines are not entered."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children()))


def walk_all(node: Node) -> Iterator[Node]:
    """The node and all below it, the definitions of other lines included."""
    for each in walk(node):
        yield each
        if isinstance(each, Apply) and each.body is not None:
            yield from walk_all(each.body)


def rebuilt(node: Node, children: tuple[Node, ...]) -> Node:
    """The node with other children, in the order of `children()`."""
    match node:
        case Chain() | Compare():
            return replace(node, operands=children)
        case Negate():
            return replace(node, operand=children[0])
        case Power():
            return replace(node, base=children[0], exponent=children[1])
        case Call() | Apply() | Network():
            return replace(node, arguments=children)
        case Bound():
            return replace(node, body=children[0], low=children[1], high=children[2])
        case Derivative():
            return replace(node, body=children[0])
        case Cases():
            count = len(node.conditions)
            last = children[2 * count] if node.otherwise is not None else None
            return replace(
                node, conditions=children[:count], values=children[count : 2 * count], otherwise=last
            )
        case Logic():
            return replace(node, operands=children)
        case Tuple() | Vector():
            return replace(node, items=children)
    return node


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
    """Return how many numbers the tree stands for."""
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
            message = "a condition is needed here, such as x > 0"
            raise ExpressionError(message, condition.start, condition.end)
    numbers = () if is_restriction(node) else node.children()
    for child in numbers:
        if is_several(child):
            what = "a point" if isinstance(outermost(child), Tuple) else "a vector"
            raise ExpressionError(f"a number is needed here, not {what}", child.start, child.end)


# How tightly things bind, from loosest to tightest.
CHOICE, OR, AND, NOT, COMPARE, SUM, PRODUCT, SIGN, POWER = range(1, 10)
ATOM = POWER + 1


def text_of(node: Node) -> str:
    """The expression with no more parentheses than needed."""
    return _text(node)[0]


def _text(node: Node) -> tuple[str, int]:
    """The text and how tightly its outermost operation binds."""
    return PRINTERS[type(node)](node)


def _within(node: Node, binding: int) -> str:
    """The text where only something that binds at least so tightly may stand without parentheses."""
    text, own = _text(node)
    return text if own >= binding else f"({text})"


def _list(nodes: tuple[Node, ...]) -> str:
    return ", ".join(text_of(node) for node in nodes)


def _number(node: Number) -> tuple[str, int]:
    value = node.value
    if math.isnan(value):
        return "0/0", PRODUCT
    if math.isinf(value):
        return "1/0", PRODUCT
    return (repr(int(value)) if value.is_integer() and value < 1e15 else repr(value)), ATOM


def _name(node: Name) -> tuple[str, int]:
    # d / dx without the parentheses would begin a derivative
    return ("(d)" if node.name == "d" else node.name), ATOM


def _chain(node: Chain) -> tuple[str, int]:
    binding = PRODUCT if node.operators[0] in "*/" else SUM
    text = _within(node.operands[0], binding + 1)
    for sign, operand in zip(node.operators, node.operands[1:], strict=True):
        right = _within(operand, binding + 1)
        text += f"{sign}{right}" if binding == PRODUCT else f" {sign} {right}"
    return text, binding


def _power(node: Power) -> tuple[str, int]:
    return f"{_within(node.base, ATOM)}^{_within(node.exponent, SIGN)}", POWER


def _call(node: Call | Apply) -> tuple[str, int]:
    if isinstance(node, Apply) and not node.arguments:
        return node.name, ATOM
    dashes = "'" * node.primes
    return f"{node.name}{dashes}({_list(node.arguments)})", ATOM


def _network(node: Network) -> tuple[str, int]:
    return f"mlp({_list(node.arguments)}; {', '.join(map(str, node.hidden))})", ATOM


def _bound(node: Bound) -> tuple[str, int]:
    bounds = f"{text_of(node.low)}, {text_of(node.high)}"
    return f"{node.kind}({text_of(node.body)}, {node.variable}, {bounds})", ATOM


def _derivative(node: Derivative) -> tuple[str, int]:
    power = f"^{node.order}" if node.order > 1 else ""
    return f"d{power}/d{node.variable}{power} ({text_of(node.body)})", PRODUCT


def _cases(node: Cases) -> tuple[str, int]:
    parts = [f"{text_of(c)}: {text_of(v)}" for c, v in zip(node.conditions, node.values, strict=True)]
    last = [text_of(node.otherwise)] if node.otherwise is not None else []
    return f"{{{', '.join([*parts, *last])}}}", ATOM


def _compare(node: Compare) -> tuple[str, int]:
    text = _within(node.operands[0], SUM)
    for sign, operand in zip(node.operators, node.operands[1:], strict=True):
        text += f" {sign} {_within(operand, SUM)}"
    return text, COMPARE


def _logic(node: Logic) -> tuple[str, int]:
    if node.operator == "not":
        return f"not {_within(node.operands[0], NOT)}", NOT
    binding = AND if node.operator == "and" else OR
    return f" {node.operator} ".join(_within(operand, binding + 1) for operand in node.operands), binding


PRINTERS: dict[type[Node], Callable[[Any], tuple[str, int]]] = {
    Number: _number,
    Constant: lambda node: (node.name, ATOM),
    Name: _name,
    Chain: _chain,
    Negate: lambda node: (f"-{_within(node.operand, SIGN)}", SIGN),
    Power: _power,
    Call: _call,
    Apply: _call,
    Network: _network,
    Bound: _bound,
    Derivative: _derivative,
    Cases: _cases,
    Compare: _compare,
    Logic: _logic,
    Tuple: lambda node: (f"({_list(node.items)})", ATOM),
    Vector: lambda node: (f"[{_list(node.items)}]", ATOM),
}
