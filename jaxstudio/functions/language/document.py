"""A document of lines that define and use one another, each classified as a kind of thing to draw."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import limits, translation
from jaxstudio.functions.language.nodes import (
    CHARTS,
    LISTS,
    Apply,
    Call,
    Cases,
    Chain,
    Compare,
    ListCall,
    Name,
    Network,
    Node,
    Number,
    Tuple,
    Vector,
    count_of,
    has_lists,
    is_condition,
    is_list,
    is_restriction,
    outermost,
    substitute,
    walk,
)
from jaxstudio.functions.language.statements import (
    Head,
    Resolved,
    Resolver,
    Statement,
    by_columns,
    head,
    literal,
    may_define,
    read_statement,
)
from jaxstudio.functions.language.tokens import Token, is_variable, tokenize, variable_order


class LineKind(StrEnum):
    """The kind of a line, which decides how it is drawn."""

    CURVE = "curve"  # y = f(x), f(x) = …, or an expression in one variable
    PARAMETRIC = "parametric"  # (x(t), y(t)): a Tuple in one variable
    POLAR = "polar"  # r = f(theta)
    IMPLICIT = "implicit"  # F(x, y) = G(x, y): the tree is F - G
    INEQUALITY = "inequality"  # the tree is a condition
    SURFACE = "surface"  # a number from two variables
    SCALAR = "scalar"  # a number from three variables or more
    VECTOR = "vector"  # [f, g, …], or a Tuple in several variables or of more than two numbers
    POINT = "point"  # (1, 2): a Tuple without variables; of lists several points
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
        return Classified(LineKind.DEFINITION, tree, free)
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
        message = f"{name} runs along an axis; only a number can be given to it"
        raise ExpressionError(message, 0, statement.name_end)
    return _equation(tree, Name(0, statement.name_end, name), outermost(tree), (*free, name))


def ordered(names: frozenset[str] | set[str]) -> tuple[str, ...]:
    """Variables in the order of the axes: x, x1, y, z, t, theta."""
    return tuple(sorted(sorted(names), key=variable_order))


def _without_name(tree: Node, free: tuple[str, ...]) -> Classified:
    inner = _inside(tree)
    if isinstance(inner, Compare) and "==" in inner.operators:
        if len(inner.operators) > 1:
            raise ExpressionError("one equation has one = and no other comparison", inner.start, inner.end)
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
        raise ExpressionError("a number is needed here, not several", inner.start, inner.end)
    if is_condition(inner):
        raise ExpressionError("one = only: what follows it is a number", inner.start, inner.end)


# PV and LC left of = are products for a reader
CAPITALS = re.compile("[A-Za-z][A-Z]{1,2}")
# Statements of lines that are this short are kept, and not more of them than two long sheets have.
LONGEST_KEPT, MOST_KEPT = 500, 400
# lines for which a translation is tried, the first ones that cannot be read: each takes about 2 ms
MOST_ADVISED = 40


@dataclass(frozen=True)
class Line:
    """A line of a sheet.

    `tree` stands by itself (definitions are inside it) and is None for a slider, a note, an empty line or
    an error. `variables` are the inputs of the function, in order. `sliders` are the other free names that
    it depends on, through definitions too. `name` is what the line defines (f, b, a slider's name), or the
    y of y ~ …; `parameters` are those of f(x, y) = …, None elsewhere. `value` and `interval` are a slider's.
    `lists`: its tree has lists, which are not several functions of the plane's variables.
    """

    index: int
    text: str
    kind: LineKind
    tree: Node | None = None
    variables: tuple[str, ...] = ()
    sliders: tuple[str, ...] = ()
    name: str = ""
    parameters: tuple[str, ...] | None = None
    value: float = 0.0
    interval: tuple[float, float] | None = None
    error: ExpressionError | None = field(default=None, compare=False)
    lists: bool = False

    @property
    def has_arrows(self) -> bool:
        """Whether it is a vector at each place of the plane: two numbers of two variables, or of x or y."""
        if self.kind is not LineKind.VECTOR or self.tree is None or count_of(self.tree) != 2:
            return False
        return len(self.variables) == 2 or self.variables in (("x",), ("y",))

    @property
    def fills_plane(self) -> bool:
        """Whether it is drawn over the plane; a condition that is no region, as f(x) = x > 2, is not."""
        if self.kind is LineKind.INEQUALITY:
            return len(self.variables) == 2
        return self.kind in (LineKind.IMPLICIT, LineKind.SURFACE) or self.has_arrows

    @property
    def networks(self) -> tuple[Network, ...]:
        """The networks mlp(…) in it, whose weights are parameters under their names."""
        found = walk(self.tree) if self.tree is not None else ()
        return tuple(node for node in found if isinstance(node, Network))


@dataclass(frozen=True)
class Sheet:
    """The lines, and with them the sliders they need."""

    lines: tuple[Line, ...]

    @property
    def values(self) -> Mapping[str, float]:
        """Each slider's name (given a number or only used) with its value, 1 if none is given, by name."""
        predefined = {line.name: line.value for line in self.lines if line.kind is LineKind.SLIDER}
        used = {name for line in self.lines for name in line.sliders}
        return MappingProxyType({name: predefined.get(name, 1.0) for name in sorted(used | set(predefined))})

    def columns(self, model: Line) -> tuple[str, ...]:
        """The inputs of a model, and what it models, as far as they are lists of the sheet."""
        lists = {
            line.name
            for line in self.lines
            if line.kind is LineKind.DEFINITION and line.tree is not None and is_list(line.tree)
        }
        return tuple(name for name in (*model.variables, model.name) if name in lists)

    @staticmethod
    def read(texts: Sequence[str], sliders: Collection[str] = ()) -> Sheet:
        """Read all lines; one that is wrong has an `error` and spoils only those that use it.

        `sliders` are names that have a value from elsewhere: they are not taken for anything else.
        """
        return _Reading(texts, frozenset(sliders)).sheet()


def read_line(text: str) -> Line:
    """Read a line that stands alone; raises ExpressionError."""
    line = Sheet.read([text]).lines[0]
    if line.error is not None:
        raise line.error
    return line


def _tokens(text: str) -> tuple[Token, ...]:
    """Return a text's tokens, kept from the last call: at each key press all lines but one are the same."""
    return _cached_tokens(text) if len(text) <= LONGEST_KEPT else tokenize(text)


def _statement(text: str, functions: frozenset[str], values: frozenset[str]) -> Statement:
    """Likewise, in a sheet that defines these names."""
    if len(text) <= LONGEST_KEPT:
        return _cached_statement(text, functions, values)
    return read_statement(tokenize(text), text, functions, values)


@lru_cache(maxsize=MOST_KEPT)
def _cached_tokens(text: str) -> tuple[Token, ...]:
    return tokenize(text)


@lru_cache(maxsize=MOST_KEPT)
def _cached_statement(text: str, functions: frozenset[str], values: frozenset[str]) -> Statement:
    return read_statement(_cached_tokens(text), text, functions, values)


@lru_cache(maxsize=MOST_KEPT)
def _fault(text: str, functions: frozenset[str], values: frozenset[str]) -> ExpressionError | None:
    """Return the mistake in a line of a sheet that defines these names; None without one."""
    try:
        statement = _statement(text, functions, values)
        if not any(isinstance(node, Apply) for node in walk(statement.tree)):
            defines = bool(statement.name) and statement.name not in ("y", "z", "r")
            kind_of(statement, Resolver({}, predefined=values).line(statement), defines)
    except ExpressionError as error:
        return error
    return None


@lru_cache(maxsize=MOST_KEPT)
def _advice(text: str, functions: frozenset[str], values: frozenset[str]) -> translation.Advice:
    """Return advice on a line that cannot be read in a sheet that defines these names."""
    return translation.advice(text, functions | values, lambda other: _fault(other, functions, values))


def is_note(text: str) -> bool:
    """Whether a line is a remark; Mathematica's #^2 & is a function."""
    return text.lstrip().startswith("#") and not text.rstrip().endswith("&")


class _Reading:
    """The steps from texts to a sheet: tokens, names that are defined, statements, trees."""

    def __init__(self, texts: Sequence[str], predefined: frozenset[str] = frozenset()) -> None:
        self.texts, self.predefined = texts, frozenset(name for name in predefined if may_define(name))
        self.errors: dict[int, ExpressionError] = {}
        self.statements: dict[int, Statement] = {}
        self.sliders: dict[str, int] = {}
        self.definitions: dict[str, tuple[int, Statement]] = {}
        self.broken: dict[str, int] = {}
        self.mentioned: set[str] = set()
        self.advised = 0
        self.functions: frozenset[str] = frozenset()
        self.values: frozenset[str] = frozenset()

    def sheet(self) -> Sheet:
        self._statements(self._tokens())
        self._collect()
        predefined = self.definitions.keys() | self.sliders.keys()
        broken = {name: at for name, at in self.broken.items() if name not in predefined}
        resolver = Resolver(self.definitions, frozenset(self.sliders), broken, self.predefined)
        return Sheet(tuple(self._line(at, text, resolver) for at, text in enumerate(self.texts)))

    def _tokens(self) -> dict[int, tuple[Token, ...]]:
        tokens = {}
        for at, text in enumerate(self.texts):
            if at >= limits.LINES:
                self.errors[at] = ExpressionError(f"a sheet has at most {limits.LINES} lines", 0, len(text))
            elif text.strip() and not is_note(text):
                try:
                    tokens[at] = _tokens(text)
                except ExpressionError as error:
                    self.errors[at] = error
                    self._break(head(tokenize(text[: error.start])), at)
        return tokens

    def _statements(self, tokens: dict[int, tuple[Token, ...]]) -> None:
        heads = [found for line in tokens.values() if (found := head(line)) and may_define(found.name)]
        functions = frozenset(found.name for found in heads if found.parameters is not None)
        values = frozenset(found.name for found in heads if found.parameters is None)
        values = (values | self.predefined) - functions - {"x", "y", "z"}
        self.functions, self.values = functions, values
        for at, line in tokens.items():
            try:
                self.statements[at] = _statement(self.texts[at], functions, values)
            except ExpressionError as error:
                self.errors[at] = error
                self._break(head(line), at)

    def _break(self, signature: Head | None, at: int) -> None:
        """Mark the names of a broken definition, so that they are not taken for free names."""
        if (
            signature is not None
            and may_define(signature.name)
            and signature.name not in ("x", "y", "z", "r")
        ):
            self.broken[signature.name] = at

    def _collect(self) -> None:
        """Collect the statements whose names other lines may use."""
        for statement in self.statements.values():
            names = {node.name for node in walk(statement.tree) if isinstance(node, Name)}
            # beside theta, r is the distance from the origin
            self.mentioned |= names if statement.name or "theta" not in names else names - {"r"}
        mentioned = self.mentioned
        for at, statement in self.statements.items():
            name, number = statement.name, literal(statement.tree)
            if (
                not name
                or statement.model
                or (name == "r" and not statement.parameters and "r" not in mentioned)
            ):
                continue
            is_slider = statement.parameters is None and number is not None
            is_column = (
                name[-1].isdigit() and statement.parameters is None and isinstance(statement.tree, LISTS)
            )
            if is_variable(name) and not (
                is_column or (is_slider and (name[-1].isdigit() or name in ("t", "theta")))
            ):
                continue
            earlier = self.sliders.get(name, self.definitions.get(name, (None,))[0])
            if earlier is not None:
                message = f"{name} is defined already, in line {earlier + 1}"
                self.errors[at] = ExpressionError(message, 0, statement.name_end)
            elif is_slider:
                self.sliders[name] = at
            else:
                self.definitions[name] = (at, statement)

    def _line(self, at: int, text: str, resolver: Resolver) -> Line:
        if at not in self.errors and at not in self.statements:
            return Line(at, text, LineKind.NOTE if text.strip() else LineKind.EMPTY)
        if at not in self.errors:
            try:
                return self._understood(at, text, resolver)
            except ExpressionError as error:
                self.errors[at] = error
        return Line(at, text, LineKind.ERROR, error=self._advised(text, self.errors[at]))

    def _advised(self, text: str, error: ExpressionError) -> ExpressionError:
        """The error, or what is better said of a line in another notation."""
        if len(text) > translation.LONGEST or self.advised == MOST_ADVISED:
            return error
        self.advised += 1
        others = error.others
        if error.suggestion and not error.suggestion.endswith("*"):
            mended = text[: error.start] + error.suggestion + text[error.end :]
            if _fault(mended, self.functions, self.values) is None:
                return error
            others = ()
        found = _advice(text, self.functions, self.values)
        return found.sure or (found.question if found.question and not others else error)

    def _understood(self, at: int, text: str, resolver: Resolver) -> Line:
        statement = self.statements[at]
        name = statement.name
        if self.sliders.get(name) == at:
            return _slider(at, text, statement)
        defines = name in self.definitions and self.definitions[name][0] == at
        if name == "Y" and defines and statement.parameters is None and name not in self.mentioned:
            message = "Y = … defines a value for other lines; a curve is y = …"
            raise ExpressionError(message, 0, statement.name_end, "y")
        if (
            defines
            and statement.parameters is None
            and name not in self.mentioned
            and CAPITALS.fullmatch(name)
        ):
            product, index = " ".join(name), f"{name[0]}_{name[1:]}"
            message = f"{name} = … names a value; the product is written {product}, a name {index}"
            raise ExpressionError(message, 0, statement.name_end, product, (index,))
        resolved = resolver.own(name) if defines else resolver.line(statement)
        if statement.model:
            resolved = by_columns(resolved, resolver)
        meant = kind_of(statement, resolved, defines)
        sliders = resolved.sliders
        plane = meant.kind in (LineKind.IMPLICIT, LineKind.INEQUALITY)
        if plane and "r" in sliders - self.sliders.keys() - self.definitions.keys():
            if "theta" in resolved.variables and not {"x", "y"} & resolved.variables:
                meant, sliders = _polar(meant), sliders - {"r"}
                resolved = replace(resolved, variables=frozenset(meant.inputs))
            elif not resolved.variables and sliders == {"r"} and meant.kind is LineKind.INEQUALITY:
                _ask_polar(text)
        extra = sorted(resolved.variables - set(meant.inputs))
        if statement.parameters is not None and extra:
            usage = f"{name}({', '.join([*statement.parameters, *extra])})"
            message = f"{extra[0]} is no parameter of {name}; {usage} would have it"
            raise ExpressionError(message, 0, statement.name_end)
        return Line(
            at,
            text,
            meant.kind,
            meant.tree,
            meant.inputs,
            tuple(sorted(sliders | set(extra))),
            name if defines or statement.model else "",
            statement.parameters,
            lists=meant.kind is not LineKind.VECTOR and has_lists(meant.tree),
        )


def _polar(meant: Classified) -> Classified:
    """r² = 4 cos(2θ) as a curve of x and y, where r is the distance from the origin."""
    start, end = meant.tree.start, meant.tree.end
    x, y = Name(start, end, "x"), Name(start, end, "y")
    tree = substitute(meant.tree, "r", Call(start, end, "hypot", (x, y)))
    tree = substitute(tree, "theta", Call(start, end, "atan2", (y, x)))
    return replace(meant, tree=tree, inputs=("x", "y"))


def _ask_polar(text: str) -> None:
    """r < 2 may speak of the distance from the origin, or of a slider."""
    (token,) = (token for token in _tokens(text) if token.text == "r")
    written = f"{text[: token.start]}hypot(x, y){text[token.end :]}".strip()
    message = f"r would be a slider; the distance from the origin is hypot(x, y): {written}"
    raise ExpressionError(message, 0, len(text), written, slider="r")


def _slider(at: int, text: str, statement: Statement) -> Line:
    value = literal(statement.tree)
    assert value is not None
    name = statement.name
    interval = statement.interval
    return Line(at, text, LineKind.SLIDER, name=name, value=value, interval=interval, sliders=(name,))
