"""Reads the text of a pixel expression, which computes each pixel's new colours, into syntax trees.

One expression, `v + k (v - at(1, 0))`, computes every channel; `r = …`, `g = …` and `b = …` compute single
channels. Lines (or parts between semicolons) may also declare sliders, `k = 0.5 [0, 1]`, values and
functions. The grammar is that of `functions.language`; nothing is ever executed. The distances to neighbours
are whole numbers in the text, so that the region that a pixel depends on is known when the text is read.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language import FUNCTIONS, limits
from jaxstudio.functions.language.nodes import (
    Apply,
    Bound,
    Call,
    Chain,
    Derivative,
    Name,
    Negate,
    Network,
    Node,
    Number,
    Question,
    is_several,
    literal,
    outermost,
    rebuilt,
    substitute,
    walk,
    walk_all,
)
from jaxstudio.functions.language.statements import Resolver, Statement, head, read_statement
from jaxstudio.functions.language.tokens import Token, tokenize

COLOURS = ("r", "g", "b")
# The names that a text may use, and their meaning.
VARIABLES = {
    "v": "the value of the channel that is computed",
    "r": "red",
    "g": "green",
    "b": "blue",
    "luma": "the lightness 0.2126 r + 0.7152 g + 0.0722 b",
    "alpha": "the opacity; 1 without an alpha channel",
    "x": "the pixel's column, 0 at the left edge",
    "y": "the pixel's row, 0 at the top edge",
    "width": "the picture's width in pixels",
    "height": "the picture's height in pixels",
    "w": "the picture's width in pixels",
    "h": "the picture's height in pixels",
}
PLACES = frozenset({"x", "y", "width", "height", "w", "h"})
# Functions that read a neighbour, and the variable of it that they read.
NEIGHBOURS = {"at": "v", "at_r": "r", "at_g": "g", "at_b": "b", "at_luma": "luma"}
READING = {
    "at": "the same channel of the pixel dx columns to the right and dy rows down",
    "at_r": "red of the pixel dx columns to the right and dy rows down",
    "at_g": "green of the pixel dx columns to the right and dy rows down",
    "at_b": "blue of the pixel dx columns to the right and dy rows down",
    "at_luma": "the lightness of the pixel dx columns to the right and dy rows down",
}
FARTHEST = 64  # pixels to a neighbour, along each axis
MOST_NEIGHBOURS = 256
MOST_SLIDERS = 16
MOST_STATEMENTS = 60
LARGEST_SLIDER = 1e6
# Names of other parameters of a step.
RESERVED = frozenset({"text", "border", "cval", "key"})
# Most nodes that are computed for a pixel; a special function counts as SPECIAL nodes.
COST = 3_000
SPECIAL = 50


@dataclass(frozen=True, slots=True)
class SliderLine:
    """A number with a name, declared in the text: `k = 0.5 [0, 1]`; without a range `ranged` is False."""

    name: str
    value: float
    low: float
    high: float
    ranged: bool


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A variable of the pixel `dx` columns to the right and `dy` rows down; see NEIGHBOURS."""

    what: str
    dx: int
    dy: int

    @property
    def name(self) -> str:
        """The name under which a tree reads it; it holds spaces, so that nobody can type it."""
        return f"{self.what} {self.dx} {self.dy}"


@dataclass(frozen=True, slots=True)
class PixelProgram:
    """The program of a pixel expression.

    Attributes:
        all_channels: the tree that computes every channel; None if `colours` do.
        colours: the trees of red, green and blue; None for a colour that does not change.
        sliders: in the order of the text.
        neighbours: all neighbours that are read.
        names: the variables that are read, out of VARIABLES.
        offsets: where in the text the parts begin that compute red, green and blue (the first also for
            `all_channels`); columns of a tree's nodes count from there.
    """

    all_channels: Node | None
    colours: tuple[Node | None, Node | None, Node | None]
    sliders: tuple[SliderLine, ...]
    neighbours: tuple[Neighbour, ...]
    names: frozenset[str]
    offsets: tuple[int, int, int]

    @property
    def places(self) -> dict[str, tuple[int, int, int]]:
        """Where each name is read first: the offset of its part, then start and end column in that part."""
        first: dict[str, tuple[int, int, int]] = {}
        for tree, offset in zip((self.all_channels, *self.colours), (0, *self.offsets), strict=True):
            offset = self.offsets[0] if tree is self.all_channels else offset
            for node in () if tree is None else walk(tree):
                if isinstance(node, Name):
                    first.setdefault(node.name, (offset, node.start, node.end))
        return first

    @property
    def by_value(self) -> bool:
        """Whether each value is computed from values of its own channel and its place alone."""
        others = {"r", "g", "b", "luma", "alpha"}
        own = all(each.what == "v" for each in self.neighbours)
        return self.all_channels is not None and own and not self.names & others

    @property
    def by_pixel(self) -> bool:
        """Whether each pixel is computed from its colours and its place alone: no neighbours, no opacity."""
        return not self.neighbours and "alpha" not in self.names

    @property
    def reach(self) -> tuple[int, int]:
        """(rows, columns) that are read beyond a pixel."""
        rows = max((abs(each.dy) for each in self.neighbours), default=0)
        return rows, max((abs(each.dx) for each in self.neighbours), default=0)

    @property
    def is_local(self) -> bool:
        """Whether the program reads neither neighbours nor the place."""
        return not self.neighbours and not self.names & PLACES


@lru_cache(maxsize=200)
def read_program(text: str) -> PixelProgram:
    """Read the program of a text.

    Raises:
        ExpressionError: `start` and `end` count characters of the whole text.
    """
    if len(text) > limits.TEXT:
        message = Wording("the text has {0} characters; at most {1} are read", len(text), limits.TEXT)
        raise ExpressionError(message, 0, len(text))
    return _Reader(text).program()


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """Line and column of a character of the text, both from 1."""
    before = text[:at]
    return before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1


def place_in_text(text: str, offset: int, start: int, end: int) -> tuple[int, int, int]:
    """Line, start and end column in the text, from 0, of columns of the part that begins at `offset`."""
    line, column = line_and_column(text, offset)
    return line - 1, column - 1 + start, column - 1 + end


def described(text: str, error: ExpressionError) -> Wording:
    """The error and its place in the text, in one line."""
    line, column = line_and_column(text, error.start)
    if "\n" not in text.strip():
        return Wording("column {0}: {1}", column, error.advice)
    return Wording("line {0}, column {1}: {2}", line, column, error.advice)


def statements(text: str) -> Iterator[tuple[int, str]]:
    """(offset, part) for each line of a text or part between semicolons, without comments."""
    start = 0
    for line in text.split("\n"):
        at = start
        for part in line.partition("#")[0].split(";"):
            if part.strip():
                yield at + len(part) - len(part.lstrip()), part.strip()
            at += len(part) + 1
        start += len(line) + 1


class _Reader:
    """Reads a text in stages: tokens, defined names, statements, trees."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.offset = 0
        self.parts_left = limits.NODES
        self.parts = list(statements(text))
        self.definitions: dict[str, tuple[int, Statement]] = {}
        self.sliders: dict[str, SliderLine] = {}
        self.results: dict[str, tuple[int, Statement]] = {}

    def program(self) -> PixelProgram:
        try:
            return self._program()
        except ExpressionError as error:
            start, end = error.start + self.offset, error.end + self.offset
            raise ExpressionError(
                error.wording, start, end, error.suggestion, error.others, error.undefined
            ) from None

    def _program(self) -> PixelProgram:
        if len(self.parts) > MOST_STATEMENTS:
            self.offset = self.parts[MOST_STATEMENTS][0]
            raise ExpressionError(Wording("at most {0} lines are read", MOST_STATEMENTS))
        tokens = []
        for offset, part in self.parts:
            self.offset = offset
            tokens.append((offset, part, tokenize(part)))
        self._statements(tokens)
        self.offset = len(self.text)
        if not self.results:
            message = Wording("nothing is computed: one expression such as 1 - v, or r = …, g = …, b = …")
            raise ExpressionError(message, 0, 0)
        resolver = Resolver(self.definitions, frozenset(self.sliders), {}, frozenset(VARIABLES))
        for name, (offset, statement) in self.definitions.items():
            self.offset = offset
            self._check_names(statement, resolver.own(name).sliders | resolver.own(name).variables)
        trees: dict[str, Node] = {}
        offsets: dict[str, int] = {}
        free: set[str] = set()
        for name, (offset, statement) in self.results.items():
            self.offset = offset
            resolved = resolver.line(statement)
            self._check_names(statement, resolved.sliders | resolved.variables)
            self._check_cost(resolved.tree)
            results = self._results(name, resolved.tree)
            trees |= results
            offsets |= dict.fromkeys(results, offset)
            free |= resolved.sliders | resolved.variables
        neighbours = [_neighbour(name) for name in sorted(free) if " " in name]
        self.offset = 0
        if len(neighbours) > MOST_NEIGHBOURS:
            message = Wording("{0} neighbours are read; at most {1} may be", len(neighbours), MOST_NEIGHBOURS)
            raise ExpressionError(message, 0, len(self.text))
        return PixelProgram(
            trees.get(""),
            (trees.get("r"), trees.get("g"), trees.get("b")),
            tuple(self.sliders.values()),
            tuple(neighbours),
            frozenset(free & VARIABLES.keys()),
            (offsets.get("r", offsets.get("", 0)), offsets.get("g", 0), offsets.get("b", 0)),
        )

    # -- statements

    def _statements(self, parts: list[tuple[int, str, tuple[Token, ...]]]) -> None:
        """Read each part, knowing which names the others define."""
        heads = [found for _, _, tokens in parts if (found := head(tokens)) is not None]
        functions = {found.name for found in heads if found.parameters is not None} - VARIABLES.keys()
        values = {found.name for found in heads if found.parameters is None} - functions - NEIGHBOURS.keys()
        for offset, part, tokens in parts:
            self.offset = offset
            statement = read_statement(tokens, part, functions | NEIGHBOURS.keys(), values | VARIABLES.keys())
            if statement.model:
                raise ExpressionError(Wording("~ is for data; a value is given by ="), 0, statement.name_end)
            self._keep(replace(statement, tree=self._prepared(statement.tree)))

    def _keep(self, statement: Statement) -> None:
        """Store a statement as a result, a slider or a definition."""
        name = statement.name
        is_result = not name or (name in COLOURS and statement.parameters is None)
        if not is_result:
            self._check_may_define(statement)
        number = literal(statement.tree)
        if is_result:
            self._check_result(statement)
            self.results[name] = (self.offset, statement)
        elif number is not None and statement.parameters is None:
            self.sliders[name] = self._slider(statement, number)
        else:
            self.definitions[name] = (self.offset, statement)

    def _check_result(self, statement: Statement) -> None:
        name, end = statement.name, max(statement.name_end, statement.tree.end if not statement.name else 0)
        if name in self.results:
            said = (
                Wording("{0} is computed twice", name)
                if name
                else Wording("a second expression: one computes every channel")
            )
            raise ExpressionError(said, 0, end)
        if self.results and ("" in self.results or not name):
            message = Wording("either one expression computes every channel, or r = …, g = … and b = … do")
            raise ExpressionError(message, 0, end)

    def _check_may_define(self, statement: Statement) -> None:
        name, end = statement.name, statement.name_end
        message = Wording("")
        if name in VARIABLES:
            message = Wording("{0} is {1}: it cannot be given a value", name, Wording(VARIABLES[name]))
        elif name in NEIGHBOURS:
            message = Wording("{0}(dx, dy) reads a neighbour: it cannot be given a value", name)
        elif name in RESERVED:
            message = Wording("{0} is a parameter of the step already; choose another name", name)
        elif name in self.sliders or name in self.definitions:
            message = Wording("{0} is defined already", name)
        if message:
            raise ExpressionError(message, 0, end)

    def _slider(self, statement: Statement, value: float) -> SliderLine:
        tree = statement.tree
        low, high = statement.interval or _usual_range(value)
        if max(abs(low), abs(high), abs(value)) > LARGEST_SLIDER:
            raise ExpressionError(
                Wording("a slider goes from {0:g} to {1:g}", -LARGEST_SLIDER, LARGEST_SLIDER),
                tree.start,
                tree.end,
            )
        if not low <= value <= high:
            raise ExpressionError(
                Wording("{0:g} lies outside the range [{1:g}, {2:g}]", value, low, high), tree.start, tree.end
            )
        if len(self.sliders) >= MOST_SLIDERS:
            raise ExpressionError(Wording("at most {0} sliders", MOST_SLIDERS), 0, statement.name_end)
        return SliderLine(statement.name, value, low, high, statement.interval is not None)

    # -- trees

    def _prepared(self, node: Node) -> Node:
        """The tree with sums written out and neighbours as names; derivatives and networks are refused."""
        self.parts_left -= 1
        if self.parts_left < 0:
            message = Wording("this has more than {0} parts, sums counted with all their terms", limits.NODES)
            raise ExpressionError(message, node.start, node.end)
        if isinstance(node, Bound):
            return self._terms(node)
        if isinstance(node, Derivative | Network | Question) or (
            isinstance(node, Call | Apply) and node.primes
        ):
            message = Wording("there are no derivatives in an expression of pixels")
            if isinstance(node, Network):
                message = Wording("there are no networks in an expression of pixels")
            raise ExpressionError(message, node.start, node.end)
        children = node.children()
        tree = rebuilt(node, tuple(map(self._prepared, children))) if children else node
        return self._neighbour(tree) if isinstance(tree, Apply) and tree.name in NEIGHBOURS else tree

    def _terms(self, node: Bound) -> Node:
        """sum(…, n, 1, 3) and prod(…) as their terms."""
        if node.kind == "integral":
            raise ExpressionError(
                Wording("there are no integrals in an expression of pixels"), node.start, node.end
            )
        low, high = _constant(node.low), _constant(node.high)
        if low is None or high is None or low % 1 or high % 1 or abs(low) > 1e6 or abs(high) > 1e6:
            message = Wording("{0} runs from one whole number to another, such as -2 and 2", node.kind)
            raise ExpressionError(message, node.low.start, node.high.end)
        if high - low >= self.parts_left:
            message = Wording(
                "{0} has {1:g} terms, too many for an expression of pixels", node.kind, high - low + 1
            )
            raise ExpressionError(message, node.start, node.end)
        numbers = [Number(node.start, node.end, float(n)) for n in range(int(low), int(high) + 1)]
        terms = tuple(self._prepared(substitute(node.body, node.variable, number)) for number in numbers)
        if len(terms) < 2:
            empty = Number(node.start, node.end, 0.0 if node.kind == "sum" else 1.0)
            return terms[0] if terms else empty
        return Chain(node.start, node.end, terms, ("+" if node.kind == "sum" else "*",) * (len(terms) - 1))

    def _neighbour(self, node: Apply) -> Node:
        distances = [_constant(argument) for argument in node.arguments]
        if len(distances) != 2:
            raise ExpressionError(
                Wording("{0} takes 2 arguments: {0}(dx, dy)", node.name), node.start, node.end
            )
        for distance, argument in zip(distances, node.arguments, strict=True):
            if distance is None or distance % 1 or abs(distance) > FARTHEST:
                message = Wording(
                    "{0}(dx, dy) takes whole numbers from {1} to {2}, columns to the right and rows "
                    "down, so that it is known which pixels are read",
                    node.name,
                    -FARTHEST,
                    FARTHEST,
                )
                raise ExpressionError(message, argument.start, argument.end)
        dx, dy = (int(distance or 0) for distance in distances)
        return Name(node.start, node.end, Neighbour(NEIGHBOURS[node.name], dx, dy).name)

    def _check_names(self, statement: Statement, free: frozenset[str]) -> None:
        known = {*VARIABLES, *self.sliders}
        unknown = {name for name in free if name not in known and " " not in name}
        for node in walk(statement.tree):
            if isinstance(node, Name) and node.name in unknown:
                near = difflib.get_close_matches(node.name, known, n=1) if len(node.name) > 2 else []
                message = Wording("{0} has no value; a line {0} = 1 makes it a slider", node.name)
                if near:
                    message = Wording("{0} has no value; did you mean {1}?", node.name, near[0])
                suggestion = near[0] if near else ""
                raise ExpressionError(message, node.start, node.end, suggestion, undefined=node.name)

    def _check_cost(self, tree: Node) -> None:
        cost = 0
        for node in walk_all(tree):
            if isinstance(node, Call) and FUNCTIONS[node.name].slopes is not None:
                message = Wording(
                    "{0} is too slow for every pixel: only functions of JAX are known here", node.name
                )
                raise ExpressionError(message, node.start, node.end)
            special = isinstance(node, Call) and FUNCTIONS[node.name].jax.startswith(("special.", "own."))
            cost += SPECIAL if special and getattr(node, "name", "") != "abs" else 1
        if cost > COST:
            message = Wording("this makes {0} operations for one pixel; at most {1} are done", cost, COST)
            raise ExpressionError(message, tree.start, tree.end)

    def _results(self, name: str, tree: Node) -> dict[str, Node]:
        """Return the trees of the channels that a resolved tree computes: one, all, or three by (r, g, b)."""
        if not is_several(tree):
            return {name: tree}
        items = outermost(tree).children()
        if name or len(items) != 3 or any(map(is_several, items)) or outermost(tree) is not tree:
            message = Wording("a number is needed, or three, (r, g, b), for the colours")
            raise ExpressionError(message, tree.start, tree.end)
        return dict(zip(COLOURS, items, strict=True))


def _usual_range(value: float) -> tuple[float, float]:
    """The range of a slider without a range in the text."""
    if 0 <= value <= 1:
        return 0.0, 1.0
    return (0.0, 2 * value) if value > 0 else (2 * value, -2 * value)


def _neighbour(name: str) -> Neighbour:
    what, dx, dy = name.split(" ")
    return Neighbour(what, int(dx), int(dy))


def _constant(node: Node) -> float | None:
    """The value of numbers added, subtracted and multiplied; None for any other tree."""
    if isinstance(node, Negate):
        inner = _constant(node.operand)
        return None if inner is None else -inner
    if not isinstance(node, Chain):
        return literal(node)
    total: float | None = None
    for sign, operand in zip(("", *node.operators), node.operands, strict=True):
        value = _constant(operand)
        if value is None or sign == "/":
            return None
        if total is None:
            total = value
        else:
            total = total * value if sign == "*" else total + value if sign == "+" else total - value
        if abs(total) > 1e9:
            return None
    return total
