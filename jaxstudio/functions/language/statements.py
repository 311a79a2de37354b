"""Parse one line by itself; then resolve its names: definitions substituted, free names, limits of size."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language import diagnostics, joined_names, limits
from jaxstudio.functions.language.catalogue import AMBIGUOUS_NAMES, arguments_in_words, find
from jaxstudio.functions.language.geometry import simplified, variables_of
from jaxstudio.functions.language.lists import list_of, of_a_number
from jaxstudio.functions.language.nodes import (
    Apply,
    Bound,
    Call,
    Comprehension,
    Derivative,
    Index,
    ListCall,
    Name,
    Node,
    Question,
    Recurrence,
    Tuple,
    check_shapes,
    is_list,
    literal,
    rebuilt,
    walk,
    walk_all,
)
from jaxstudio.functions.language.parser import Parser
from jaxstudio.functions.language.tokens import (
    CONSTANTS,
    GREEK_WORDS,
    KEYWORDS,
    WORDS,
    Kind,
    Token,
    is_variable,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """`name` is what stands left of a single =, or of ~ when `model`; empty where the line has no such.

    `parameters` is None unless the line defines a function. `interval` is the [low, high] behind a = 3.
    """

    tree: Node
    name: str = ""
    parameters: tuple[str, ...] | None = None
    model: bool = False
    interval: tuple[float, float] | None = None
    name_end: int = 0


@dataclass(frozen=True, slots=True)
class Head:
    """The left side of = or ~: a name, or a function with parameters; `body`: the index behind the sign."""

    name: str
    parameters: tuple[str, ...] | None
    body: int


# these may be written with their input: y(x) = x^2 is y = x^2
AXIS_HEADS = {"y": ("x",), "z": ("x", "y"), "r": ("theta",)}


def head(tokens: tuple[Token, ...]) -> Head | None:
    """The head of f(x) = …, a = …, y ~ …; None of other lines."""
    if tokens[0].kind is not Kind.NAME:
        return None
    name = tokens[0].text
    if tokens[1].text in ("=", "~"):
        return Head(name, None, 2)
    if tokens[1].text != "(":
        return None
    parameters: list[str] = []
    at = 2
    while tokens[at].kind is Kind.NAME:
        parameters.append(tokens[at].text)
        if tokens[at + 1].text == ")" and tokens[at + 2].text == "=":
            if AXIS_HEADS.get(name) == tuple(parameters):
                return Head(name, None, at + 3)
            of_axes = find(name) is not None and not may_define(name) and all(map(is_variable, parameters))
            equation = is_variable(name) or of_axes  # sin(x) = cos(y) gives sin no new meaning
            return None if equation else Head(name, tuple(parameters), at + 3)
        if tokens[at + 1].text != ",":
            break
        at += 2
    return None


def may_define(name: str) -> bool:
    """Whether a line may give this name a meaning."""
    reserved = name in CONSTANTS or name in KEYWORDS or name in WORDS or name in ("i", "Derivative")
    return not reserved and (find(name) is None or name in GREEK_WORDS)


def read_statement(
    tokens: tuple[Token, ...],
    text: str = "",
    functions: Collection[str] = (),
    values: Collection[str] = (),
) -> Statement:
    """The statement that these tokens of `text` make.

    `functions` and `values` are the names that the sheet defines with and without parameters.
    """
    found = head(tokens)
    if found is None:
        return Statement(_whole(Parser(tokens, functions, values, text)))
    model = tokens[found.body - 1].text == "~"
    _check_name(tokens[0])
    if found.parameters is None and joined_names.EQUATION.fullmatch(found.name):
        suggestion = " ".join(found.name)
        message = Wording("{0} is read as one name; the product is written {1}", found.name, suggestion)
        raise ExpressionError(message, tokens[0].start, tokens[0].end, suggestion)
    if found.parameters is not None:
        _check_parameters(tokens, found.parameters)
    hidden = frozenset(found.parameters or ())
    parser = Parser(tokens, frozenset(functions) - hidden, frozenset(values) | hidden, text)
    parser.at = found.body
    tree = parser.restricted()
    interval = _interval(parser) if parser.sees("[") and literal(tree) is not None else None
    _finish(parser, tree)
    return Statement(tree, found.name, found.parameters, model, interval, tokens[0].end)


def _whole(parser: Parser) -> Node:
    tree = _points(parser, parser.restricted())
    _finish(parser, tree)
    return tree


def _points(parser: Parser, tree: Node) -> Node:
    """Points with commas between them, as on a line of Desmos, are a list; anything else stays what it is."""
    points = [tree]
    while isinstance(points[-1], Tuple) and parser.sees(",") and parser.ahead(1).text == "(":
        parser.advance()
        points.append(parser.restricted())
    return tree if len(points) == 1 else list_of(tree.start, points[-1].end, points)


def _check_reading(parser: Parser, tree: Node) -> None:
    """Check the reading of the whole line for mistakes that no part of it shows."""
    diagnostics.refuse_inner_question(parser, tree)
    if any(token.text == "tau" for token in parser.tokens):
        diagnostics.refuse_time_constant(tree)
    if any(token.text == "∞" for token in parser.tokens):
        diagnostics.refuse_infinity(tree)
    if any(token.kind is Kind.NAME and token.text[-1:].isdigit() for token in parser.tokens):
        joined_names.refuse_lone_index(parser)


def _finish(parser: Parser, tree: Node) -> None:
    if parser.sees(";") and parser.ahead(1).kind is Kind.END:
        # MATLAB's end of a line
        parser.advance()
    token = parser.token
    if token.kind is Kind.END:
        return _check_reading(parser, tree)
    if token.text in (")", "]", "}"):
        raise ExpressionError(Wording("{0} closes nothing", token.text), token.start, token.end)
    if token.text == ",":
        before, after = parser.previous, parser.ahead(1)
        if before.kind is after.kind is Kind.NUMBER and not after.spaced:
            raise diagnostics.decimal_comma(parser)
        raise ExpressionError(Wording("a comma outside of brackets"), token.start, token.end)
    raise ExpressionError(Wording("{0!r} was not expected here", token.text), token.start, token.end)


def _check_name(token: Token) -> None:
    name = token.text
    if may_define(name):
        return
    if name == "i":
        message = Wording("i is the imaginary unit, which is not known here; choose another name")
    elif name in CONSTANTS:
        message = Wording("{0} is a constant and keeps its value", name)
    elif find(name) is not None:
        message = Wording("{0} is a function already; choose another name", name)
    else:
        message = Wording("{0} is a word of the language; choose another name", name)
    raise ExpressionError(message, token.start, token.end)


def _check_parameters(tokens: tuple[Token, ...], parameters: tuple[str, ...]) -> None:
    for at, name in enumerate(parameters):
        token = tokens[2 + 2 * at]
        if not may_define(name):
            message = Wording("{0} has a meaning already and cannot be a parameter", name)
            raise ExpressionError(message, token.start, token.end)
        if name in parameters[:at]:
            raise ExpressionError(Wording("the parameter {0} stands twice", name), token.start, token.end)


def _interval(parser: Parser) -> tuple[float, float]:
    """The [low, high] of a slider."""
    opened = parser.advance()
    items, closed = parser.items(opened)
    bounds = [literal(item) for item in items]
    if len(bounds) != 2 or bounds[0] is None or bounds[1] is None or not bounds[0] < bounds[1]:
        message = Wording("the range of a slider is [low, high], two numbers, the lower one first")
        raise ExpressionError(message, opened.start, closed.end)
    return bounds[0], bounds[1]


@dataclass(frozen=True, slots=True)
class TreeSize:
    """`work`: nodes evaluated for one value; `order` of derivatives, and `loops`, inside one another."""

    nodes: int = 1
    depth: int = 1
    work: int = 1
    order: int = 0
    loops: int = 0


def together(parts: Iterable[TreeSize]) -> TreeSize:
    """Return the size of several trees under one node."""
    nodes, depth, work, order, loops = 1, 0, 1, 0, 0
    for part in parts:
        nodes, work = nodes + part.nodes, work + part.work
        depth, order, loops = max(depth, part.depth), max(order, part.order), max(loops, part.loops)
    return TreeSize(nodes, depth + 1, work, order, loops)


def measured(node: Node, parts: list[TreeSize], body: TreeSize | None) -> TreeSize:
    """The size of a node from the sizes of its children and its definition; ExpressionError if too large."""
    size = together(parts if body is None else [*parts, body])
    order, work, loops = size.order, size.work, size.loops
    if isinstance(node, Derivative | Question) or (isinstance(node, Call | Apply) and node.primes):
        own = node.order if isinstance(node, Derivative | Question) else node.primes
        order, work = order + own, work * (own + 1)
    elif isinstance(node, Bound):
        work, loops = 1 + parts[1].work + parts[2].work + terms(node) * parts[0].work, loops + 1
    elif isinstance(node, Recurrence):
        work = size.work + node.count * parts[0].work
    size = TreeSize(size.nodes, size.depth, work, order, loops)
    _check(node, size)
    return size


def terms(node: Bound) -> int:
    """How often the body is evaluated; raises ExpressionError if too often."""
    if node.kind == "integral":
        return limits.INNER_QUADRATURE  # the outer one computes its places at once
    low, high = literal(node.low), literal(node.high)
    if low is None or high is None or high == float("inf"):
        return limits.OPEN_TERMS
    span = node.low.start, node.high.end
    if not (low.is_integer() and high.is_integer()):
        raise ExpressionError(Wording("{0} runs over whole numbers", node.kind), *span)
    if high - low + 1 > limits.TERMS:
        message = Wording(
            "{0} has {1:.6g} terms; at most {2} are put together", node.kind, high - low + 1, limits.TERMS
        )
        raise ExpressionError(message, *span)
    if max(abs(low), abs(high)) > limits.LARGEST_INDEX:
        message = Wording("{0} counts up to {1:g} at most", node.kind, limits.LARGEST_INDEX)
        raise ExpressionError(message, *span)
    return max(0, int(high - low) + 1)


def _check(node: Node, size: TreeSize) -> None:
    message = Wording("")
    if size.nodes > limits.NODES:
        message = Wording(
            "this has {0} parts, definitions included; at most {1} are computed", size.nodes, limits.NODES
        )
    elif size.depth > limits.DEPTH:
        message = Wording(
            "too deep: more than {0} operations inside one another, definitions included", limits.DEPTH
        )
    elif size.order > limits.ORDER:
        message = Wording("derivatives go up to order {0}, inner ones included", limits.ORDER)
    elif size.loops > limits.LOOPS:
        message = Wording("at most {0} sums and integrals inside one another", limits.LOOPS)
    elif size.work > limits.WORK:
        message = Wording(
            "this makes {0} operations for one value; at most {1} are done", size.work, limits.WORK
        )
    if message:
        raise ExpressionError(message, node.start, node.end)


NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Resolved:
    """A tree that stands by itself: every Apply has its body. Its free names, its measure."""

    tree: Node
    variables: frozenset[str]
    sliders: frozenset[str]
    size: TreeSize


class Resolver:
    """Resolves each definition once, however many lines use it.

    `definitions` are the statements, with their lines, that define a function or a value; `sliders` the
    names that a line gives a number; `broken` those, with their lines, whose definition could not be read;
    `predefined` those that have a value from elsewhere.
    """

    def __init__(
        self,
        definitions: Mapping[str, tuple[int, Statement]],
        sliders: frozenset[str] = NONE,
        broken: Mapping[str, int] | None = None,
        predefined: frozenset[str] = NONE,
    ) -> None:
        self.predefined = predefined
        self.definitions, self.sliders, self.broken = definitions, sliders, broken or {}
        self._done: dict[str, Resolved | ExpressionError] = {}
        self._resolve_definitions()

    def line(self, statement: Statement) -> Resolved:
        """A statement that nothing else uses."""
        return self._resolve(statement.tree, frozenset(statement.parameters or ()))

    def own(self, name: str) -> Resolved:
        """A definition for its own line; raises its error."""
        found = self._done[name]
        if isinstance(found, ExpressionError):
            raise found
        return found

    def _resolve_definitions(self) -> None:
        """Resolve definitions, each after those that it uses; without recursion, as rows may be long."""
        uses = {name: self._uses(statement) for name, (_, statement) in self.definitions.items()}
        for first in self.definitions:
            path = [] if first in self._done else [first]
            while path:
                name = path[-1]
                waiting = [used for used in uses[name] if used not in self._done]
                if not waiting:
                    self._done[path.pop()] = self._definition(name)
                elif waiting[0] in path:
                    again = waiting[0]
                    circle = " → ".join([*path[path.index(again) :], again])
                    use = uses[name][again]
                    message = Wording("{0} is defined by itself: {1}", again, circle)
                    self._done[path.pop()] = ExpressionError(message, use.start, use.end)
                else:
                    path.append(waiting[0])

    def _uses(self, statement: Statement) -> dict[str, Node]:
        """The definitions that a statement uses, each with the place where it does first."""
        uses: dict[str, Node] = {}
        waiting = [(statement.tree, frozenset(statement.parameters or ()))]
        while waiting:
            node, local = waiting.pop()
            is_use = isinstance(node, Apply) or (isinstance(node, Name) and node.name not in local)
            if is_use and isinstance(node, Apply | Name) and node.name in self.definitions:
                uses.setdefault(node.name, node)
            waiting += reversed(_children(node, local))
        return uses

    def _definition(self, name: str) -> Resolved | ExpressionError:
        try:
            return self.line(self.definitions[name][1])
        except ExpressionError as error:
            return error

    def _used(self, name: str, use: Node) -> Resolved:
        """A definition for a line that uses it; its error is reported at `use`."""
        found = self._done[name]
        if isinstance(found, Resolved):
            return found
        line = self.definitions[name][0] + 1
        message = found.wording
        if "defined" not in message:
            message = Wording("{0}, defined in line {1}, is wrong: {2}", name, line, found)
        raise ExpressionError(message, use.start, use.end)

    def _resolve(self, node: Node, local: frozenset[str]) -> Resolved:
        if isinstance(node, Name):
            return self._name(node, local)
        parts = [self._resolve(child, names) for child, names in _children(node, local)]
        variables = NONE.union(*(part.variables for part in parts))
        sliders = NONE.union(*(part.sliders for part in parts))
        tree = rebuilt(node, tuple(part.tree for part in parts)) if parts else node
        body = self._body(node) if isinstance(node, Apply) else None
        if body is not None and isinstance(tree, Apply):
            line, statement = self.definitions[tree.name]
            tree = replace(tree, parameters=statement.parameters or (), body=body.tree, line=line)
            variables, sliders = variables | body.variables, sliders | body.sliders
        elif isinstance(node, Bound):
            # a value that another line defines may depend on the bound variable
            variables = (parts[0].variables - {node.variable}) | parts[1].variables | parts[2].variables
        elif isinstance(node, Comprehension):
            variables = (parts[0].variables - set(node.names)).union(*(part.variables for part in parts[1:]))
        elif (
            isinstance(node, Derivative) or (isinstance(node, Question) and node.kind == "taylor")
        ) and node.variable not in local:
            if self._is_variable(node.variable):
                variables |= {node.variable}
            else:
                self._check_free(node)
                sliders |= {node.variable}
        elif isinstance(tree, ListCall) and not _reads(tree, local):
            tree = of_a_number(tree)
        tree, variables = simplified(tree), variables | variables_of(node)
        check_shapes(tree)
        size = measured(node, [part.size for part in parts], body.size if body else None)
        return Resolved(tree, variables, sliders, size)

    def _name(self, node: Name, local: frozenset[str]) -> Resolved:
        name = node.name
        if name in local:
            return Resolved(node, NONE, NONE, TreeSize())
        if name in self.definitions:
            if self.definitions[name][1].parameters is not None:
                message = Wording("{0} is a function: it needs its arguments in parentheses", name)
                raise ExpressionError(message, node.start, node.end, f"{name}(x)")
            return self._resolve(Apply(node.start, node.end, name, ()), local)
        self._check_read(name, node)
        if self._is_variable(name):
            return Resolved(node, frozenset({name}), NONE, TreeSize())
        if name == "i":
            message = Wording(
                "i, the imaginary unit, is not known here: functions are real; a slider needs another name"
            )
            raise ExpressionError(message, node.start, node.end)
        if name in AMBIGUOUS_NAMES and name not in self.sliders | self.predefined:
            raise diagnostics.asked(name, node)
        return Resolved(node, NONE, frozenset({name}), TreeSize())

    def _check_read(self, name: str, use: Node) -> None:
        if name in self.broken:
            message = Wording("{0}, defined in line {1}, cannot be read there", name, self.broken[name] + 1)
            raise ExpressionError(message, use.start, use.end)

    def _is_variable(self, name: str) -> bool:
        """x0 = 3 makes a slider of x0, but t = 3 only says where t stands when it is no axis."""
        return is_variable(name) and not (name in self.sliders and name[-1].isdigit())

    def _check_free(self, node: Derivative | Question) -> None:
        if node.variable in self.definitions:
            message = Wording(
                "{0} is defined by other names; a derivative is taken by a free one", node.variable
            )
            raise ExpressionError(message, node.start, node.end)

    def _body(self, node: Apply) -> Resolved:
        self._check_read(node.name, node)
        if node.name not in self.definitions:
            raise ExpressionError(Wording("{0} is a number and no function", node.name), node.start, node.end)
        parameters = self.definitions[node.name][1].parameters or ()
        if len(parameters) != len(node.arguments):
            many = arguments_in_words(len(parameters))
            usage = f"{node.name}({', '.join(parameters)})"
            message = Wording("{0} takes {1}, not {2}: {3}", node.name, many, len(node.arguments), usage)
            raise ExpressionError(message, node.start, node.end)
        return self._used(node.name, node)


def _reads(tree: Node, names: frozenset[str]) -> bool:
    """Whether parameters, which may be lists, are in the tree."""
    return any(isinstance(node, Name) and node.name in names for node in walk(tree))


def _children(node: Node, local: frozenset[str]) -> list[tuple[Node, frozenset[str]]]:
    """The children, each with the names that are bound there."""
    children = node.children()
    if isinstance(node, Bound):
        return [(children[0], local | {node.variable}), (children[1], local), (children[2], local)]
    if isinstance(node, Comprehension | Recurrence):
        return [(children[0], local.union(node.names)), *((each, local) for each in children[1:])]
    if isinstance(node, Derivative | Question) and getattr(node, "kind", "") != "taylor":
        local |= {node.variable}
    return [(child, local) for child in children]


def by_columns(model: Resolved, resolver: Resolver) -> Resolved:
    """A model of lists of numbers, y1 ~ a x1 + b, as a function of variables with the lists' names."""
    columns: set[str] = set()

    def named(tree: Node) -> Node:
        match tree:
            case Apply(arguments=()) if is_list(tree) and not resolver.own(tree.name).variables:
                columns.add(tree.name)
                return Name(tree.start, tree.end, tree.name)
        parts = () if isinstance(tree, Index | ListCall) else tuple(map(named, tree.children()))
        return rebuilt(tree, parts) if parts else tree

    tree = named(model.tree)
    if not columns:
        return model
    read = {node.name for node in walk_all(tree) if isinstance(node, Name)}
    return replace(model, tree=tree, variables=model.variables | columns, sliders=model.sliders & read)
