"""The syntax tree of an expression: a dozen kinds of frozen nodes, each with its columns.

Sums and products are chains, so that a long line makes a wide tree and not a deep one. A node that stands
for a truth value is a `Condition` (Compare, Logic); all others stand for numbers, and `Tuple` and `Vector`
for several numbers, which only a whole line may be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from jaxstudio.errors import ExpressionError, Wording


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
class Recurrence(Node):
    """The term `at` of a sequence that begins at `begin`: the terms `first` are given at `places`.

    `body` is every other one, by the `index` and the names of the terms before it, the nearest first.
    """

    first: tuple[Node, ...]
    places: tuple[int, ...]
    body: Node
    index: str
    earlier: tuple[str, ...]
    begin: int
    at: int

    @property
    def names(self) -> tuple[str, ...]:
        """The names that mean something in the body alone."""
        return self.index, *self.earlier

    @property
    def count(self) -> int:
        """How often the body is evaluated, at most."""
        return self.at - self.begin + 1

    def children(self) -> tuple[Node, ...]:
        return (self.body, *self.first)


# What is asked of a function; those of which the function itself is drawn.
QUESTIONS = frozenset({"limit", "solve", "taylor", "factor", "expand", "simplify", "color"})
DRAWN = QUESTIONS - {"limit", "solve", "color"}


@dataclass(frozen=True, slots=True)
class Question(Node):
    """limit(body, variable, at), solve(body, variable), taylor(body, variable, at, order), or a formula
    that is wanted of the body; a whole line."""

    kind: str
    body: Node
    variable: str = ""
    at: Node | None = None
    order: int = 0

    def children(self) -> tuple[Node, ...]:
        return (self.body,) if self.at is None else (self.body, self.at)


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
    """[a, b, …]: a list; of functions of several variables a function with several outputs."""

    items: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        return self.items


@dataclass(frozen=True, slots=True)
class Range(Node):
    """[a...b] and [a, b...c]: numbers at equal distances; `items` stand before the dots."""

    items: tuple[Node, ...]
    last: Node

    def children(self) -> tuple[Node, ...]:
        return (*self.items, self.last)


@dataclass(frozen=True, slots=True)
class Index(Node):
    """L[2], L[2...4] and L[L > 2]: the element of a list at a place from 1 on, or some of its elements."""

    base: Node
    index: Node

    def children(self) -> tuple[Node, ...]:
        return (self.base, self.index)


@dataclass(frozen=True, slots=True)
class Comprehension(Node):
    """[body for n = L, m = M]: the body for each element of the lists, the last name's running fastest."""

    body: Node
    names: tuple[str, ...]
    lists: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        return (self.body, *self.lists)


@dataclass(frozen=True, slots=True)
class ListCall(Node):
    """A function of whole lists, such as mean or sort."""

    name: str
    arguments: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        return self.arguments


LISTS = (Vector, Range, Comprehension)
# functions of lists that give a list; all others give a number or a chart
LIST_VALUED = frozenset({"sort", "reverse", "join", "unique", "random", "shuffle", "repeat"})
CHARTS = frozenset({"histogram", "boxplot", "dotplot", "polygon", "vector"})


def literal(node: Node) -> float | None:
    """The value of a number as it is typed, perhaps with a sign; None of anything else."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Negate) and isinstance(node.operand, Number):
        return -node.operand.value
    return None


def has_lists(tree: Node) -> bool:
    """Whether a list is anywhere in the tree or in the definitions that it applies."""
    return any(isinstance(node, (*LISTS, Index, ListCall)) for node in walk_all(tree))


def is_list(node: Node, lists: frozenset[str] = frozenset()) -> bool:
    """Whether the tree stands for a list, where `lists` are the parameters that do."""
    match node:
        case Vector() | Range() | Comprehension():
            return True
        case Name():
            return node.name in lists
        case Index():
            return isinstance(node.index, Condition) or is_list(node.index, lists)
        case ListCall():
            at = node.arguments[1:] if node.name in ("quantile", "quartile") else ()
            return node.name in LIST_VALUED or any(is_list(each, lists) for each in at)
        case Apply() if node.body is not None:
            given = zip(node.parameters, node.arguments, strict=False)
            if node.primes:
                return any(is_list(argument, lists) for argument in node.arguments) or is_list(node.body)
            return is_list(node.body, frozenset(name for name, each in given if is_list(each, lists)))
    return any(is_list(child, lists) for child in node.children())


def at_columns(node: Node, start: int, end: int) -> Node:
    """The same tree with all its nodes at the columns `start` to `end`."""
    children = tuple(at_columns(child, start, end) for child in node.children())
    return replace(rebuilt(node, children) if children else node, start=start, end=end)


def substitute(node: Node, name: str, by: Node) -> Node:
    """The tree with `by` in place of the free occurrences of a name."""
    if isinstance(node, Name):
        return by if node.name == name else node
    if isinstance(node, Bound | Derivative | Question) and node.variable == name:
        return node
    if isinstance(node, Comprehension | Recurrence) and name in node.names:
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
        case Call() | ListCall() | Apply() | Network():
            return replace(node, arguments=children)
        case Bound():
            return replace(node, body=children[0], low=children[1], high=children[2])
        case Derivative():
            return replace(node, body=children[0])
        case Recurrence():
            return replace(node, body=children[0], first=children[1:])
        case Question():
            return replace(node, body=children[0], at=children[1] if len(children) > 1 else None)
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
        case Range():
            return replace(node, items=children[:-1], last=children[-1])
        case Index():
            return replace(node, base=children[0], index=children[1])
        case Comprehension():
            return replace(node, body=children[0], lists=children[1:])
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
            message = Wording("a condition is needed here, such as x > 0")
            raise ExpressionError(message, condition.start, condition.end)
    of_points = isinstance(node, ListCall) and node.name in ("polygon", "vector")
    numbers = () if is_restriction(node) or of_points else node.children()
    for child in numbers:
        inner = outermost(child)
        if isinstance(inner, Tuple):
            raise ExpressionError(Wording("a number is needed here, not a point"), child.start, child.end)
        if is_restriction(child) and is_condition(inner):
            raise ExpressionError(Wording("a number is needed here, not a figure"), child.start, child.end)
        if isinstance(inner, ListCall) and inner.name in CHARTS:
            raise ExpressionError(Wording("a chart stands alone in its line"), child.start, child.end)


# How tightly things bind, from loosest to tightest.
CHOICE, OR, AND, NOT, COMPARE, SUM, PRODUCT, SIGN, POWER = range(1, 10)
ATOM = POWER + 1
