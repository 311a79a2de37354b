"""A document of lines that define and use one another, each classified as a kind of thing to draw."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language import limits, translation
from jaxstudio.functions.language.angles import by_degrees, from_origin, in_degrees
from jaxstudio.functions.language.differential import Differential, SolutionValue, System
from jaxstudio.functions.language.line_kinds import Classified, LineKind, kind_of
from jaxstudio.functions.language.nodes import (
    LISTS,
    Apply,
    Name,
    Network,
    Node,
    Tuple,
    at_columns,
    count_of,
    has_lists,
    is_list,
    literal,
    outermost,
    walk,
)
from jaxstudio.functions.language.sequences import Recursion, Sequences
from jaxstudio.functions.language.statements import (
    Head,
    Resolver,
    Statement,
    by_columns,
    head,
    may_define,
    read_statement,
)
from jaxstudio.functions.language.tokens import Kind, Token, is_variable, tokenize

FILLING = frozenset({LineKind.IMPLICIT, LineKind.SURFACE, LineKind.COMPLEX, LineKind.PATCH, LineKind.SOLID})
PATCH = frozenset({"u", "v"})
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
    `system` is that of a differential equation or of an initial value, `recursion` that of a sequence.
    `written` is the line in this language where it was typed in another one; its columns are not the text's.
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
    system: System | None = None
    recursion: Recursion | None = None
    written: str = ""

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
        return self.kind in FILLING or self.has_arrows

    @property
    def is_part(self) -> bool:
        """Whether it belongs to a system or a sequence that other lines draw."""
        if self.tree is not None:
            return False
        if self.system is None:
            return self.kind is LineKind.SEQUENCE
        return not any(each.line == self.index for each in self.system.drawn)

    @property
    def networks(self) -> tuple[Network, ...]:
        """The networks mlp(…) in it, whose weights are parameters under their names."""
        found = walk(self.tree) if self.tree is not None else ()
        return tuple(node for node in found if isinstance(node, Network))


@dataclass(frozen=True)
class Sheet:
    """The lines, and with them the sliders they need."""

    lines: tuple[Line, ...]
    # what the names of values of solutions mean, as y(3), which are among the sliders of their lines
    solutions: Mapping[str, SolutionValue] = field(default_factory=dict, hash=False)

    @property
    def values(self) -> Mapping[str, float]:
        """Each slider's name (given a number or only used) with its value, 1 if none is given, by name."""
        predefined = {line.name: line.value for line in self.lines if line.kind is LineKind.SLIDER}
        used = {name for line in self.lines for name in line.sliders}
        return MappingProxyType({name: predefined.get(name, 1.0) for name in sorted(used | set(predefined))})

    @property
    def free(self) -> tuple[str, ...]:
        """The names that have sliders, in the order of their first appearance."""
        used = dict.fromkeys(name for line in self.lines for name in line.sliders)
        return tuple(name for name in used if name not in self.solutions)

    def columns(self, model: Line) -> tuple[str, ...]:
        """The inputs of a model and its target, as far as they are lists of the sheet."""
        lists = {
            line.name
            for line in self.lines
            if line.kind is LineKind.DEFINITION and line.tree is not None and is_list(line.tree)
        }
        return tuple(name for name in (*model.variables, model.name) if name in lists)

    @staticmethod
    def read(texts: Sequence[str], sliders: Collection[str] = (), *, degrees: bool = False) -> Sheet:
        """Read all lines; a wrong one has an `error` and spoils only the lines that use it.

        `sliders` are names that have a value from elsewhere: they are not taken for anything else. `degrees`:
        angles are in degrees, not in radians.
        """
        reading = _Reading(texts, frozenset(sliders), degrees)
        sheet = reading.sheet()
        written = reading.written(sheet.lines)
        if not written:
            return sheet
        texts_read = [written.get(at, text) for at, text in enumerate(texts)]
        again = _Reading(texts_read, frozenset(sliders), degrees).sheet()
        lines = list(again.lines)
        for at, text in written.items():
            tree = lines[at].tree
            lines[at] = replace(
                lines[at],
                text=texts[at],
                written=text,
                tree=at_columns(tree, 0, len(texts[at])) if tree is not None else None,
            )
            if lines[at].error is not None:
                lines[at] = sheet.lines[at]
        return replace(again, lines=tuple(lines))


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
    """Return the mistake in a line, or in several, of a sheet that defines these names; None without one."""
    if "\n" in text:
        return next((line.error for line in Sheet.read(text.split("\n"), values).lines if line.error), None)
    try:
        statement = _statement(text, functions, values)
        if not any(isinstance(node, Apply) for node in walk(statement.tree)):
            defines = bool(statement.name) and statement.name not in ("y", "z", "r")
            kind_of(statement, Resolver({}, predefined=values).line(statement), defines)
    except ExpressionError as error:
        return error
    return None


@lru_cache(maxsize=MOST_KEPT)
def _written(text: str, functions: frozenset[str], values: frozenset[str]) -> str:
    """A line of another language in this one, if there is no doubt; empty otherwise."""

    def fault(other: str) -> ExpressionError | None:
        error = _fault(other, functions, values)
        if error is None:
            return None
        # equations and sequences, whose first terms may stand in other lines
        line = _Reading([other], values).sheet().lines[0]
        known = line.tree is not None or str(line.error).startswith("a sequence begins with")
        return None if known else error

    return translation.written(text, functions | values, fault)


@lru_cache(maxsize=MOST_KEPT)
def _advice(text: str, functions: frozenset[str], values: frozenset[str]) -> translation.Advice:
    """Return advice on a line that cannot be read in a sheet that defines these names."""
    return translation.advice(text, functions | values, lambda other: _fault(other, functions, values))


def is_note(text: str) -> bool:
    """Whether a line is a remark; Mathematica's #^2 & is a function."""
    return text.lstrip().startswith("#") and not text.rstrip().endswith("&")


class _Reading:
    """The steps from texts to a sheet: tokens, names that are defined, statements, trees."""

    def __init__(
        self, texts: Sequence[str], predefined: frozenset[str] = frozenset(), degrees: bool = False
    ) -> None:
        self.degrees = degrees
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
        self.differential = Differential((), {}, frozenset(), frozenset())
        self.sequences = Sequences((), {})

    def sheet(self) -> Sheet:
        self._statements(self._tokens())
        self._collect()
        predefined = self.definitions.keys() | self.sliders.keys()
        broken = {name: at for name, at in self.broken.items() if name not in predefined}
        resolver = Resolver(self.definitions, frozenset(self.sliders), broken, self.predefined)
        self.differential.read(resolver)
        self.sequences.read(resolver)
        self.errors |= self.differential.errors | self.sequences.errors
        lines = tuple(self._line(at, text, resolver) for at, text in enumerate(self.texts))
        return Sheet(lines, {name: value for name, (value, _) in self.differential.values_of.items()})

    def _tokens(self) -> dict[int, tuple[Token, ...]]:
        tokens = {}
        for at, text in enumerate(self.texts):
            if at >= limits.LINES:
                message = Wording("a sheet has at most {0} lines", limits.LINES)
                self.errors[at] = ExpressionError(message, 0, len(text))
            elif text.strip() and not is_note(text):
                try:
                    tokens[at] = _tokens(text)
                except ExpressionError as error:
                    self.errors[at] = error
                    # LaTeX's $…$ is cut in two
                    self._break(head(tokenize(text[: error.start].replace("$", " "))), at)
        return tokens

    def _statements(self, tokens: dict[int, tuple[Token, ...]]) -> None:
        self.sequences = Sequences(self.texts, tokens)
        heads = [
            found
            for at, line in tokens.items()
            if at not in self.sequences.lines and (found := head(line)) and may_define(found.name)
        ]
        functions = frozenset(found.name for found in heads if found.parameters is not None)
        values = frozenset(found.name for found in heads if found.parameters is None)
        values = (values | self.predefined) - functions - {"x", "y", "z"}
        self.functions, self.values = functions, values
        self.differential = Differential(self.texts, tokens, functions, values, self.degrees)
        self.sequences.parse(functions, values)
        for at, line in tokens.items():
            if at in self.differential.lines | self.sequences.lines:
                self.mentioned |= {token.text for token in line if token.kind is Kind.NAME}
                continue
            try:
                named, solved = self.differential.used(line)
                named, terms = self.sequences.used(named)
                self.definitions |= terms
                if terms or solved:
                    known = values | terms.keys() | solved
                    statement = read_statement(named, self.texts[at], functions, known)
                else:
                    statement = _statement(self.texts[at], functions, values)
                if self.degrees:
                    statement = replace(statement, tree=in_degrees(statement.tree))
                self.statements[at] = statement
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
                or (name == "r" and not (statement.parameters or statement.interval or "r" in mentioned))
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
                message = Wording("{0} is defined already, in line {1}", name, earlier + 1)
                asks = number is not None and statement.parameters
                solved = f"solve({self.texts[at].strip()})" if asks else ""
                end = len(self.texts[at]) if solved else statement.name_end
                self.errors[at] = ExpressionError(message, 0, end, solved)
            elif is_slider:
                self.sliders[name] = at
            else:
                self.definitions[name] = (at, statement)

    def _line(self, at: int, text: str, resolver: Resolver) -> Line:
        if at not in self.errors and at in self.sequences.lines:
            return self._sequence(at, text)
        if at not in self.errors and at in self.differential.systems:
            return self._differential(at, text)
        if at not in self.errors and at not in self.statements:
            return Line(at, text, LineKind.NOTE if text.strip() else LineKind.EMPTY)
        if at not in self.errors:
            try:
                return self._understood(at, text, resolver)
            except ExpressionError as error:
                self.errors[at] = error
        wrong = self.errors[at]
        if at not in self.differential.lines | self.sequences.lines:
            wrong = self._advised(text, wrong)
        return Line(at, text, LineKind.ERROR, error=wrong)

    def written(self, lines: Sequence[Line]) -> dict[int, str]:
        """The lines of another language, translated to this one."""
        wrong = [line for line in lines if line.error is not None and len(line.text) <= translation.LONGEST]
        found = {
            line.index: _written(line.text, self.functions, self.values) for line in wrong[:MOST_ADVISED]
        }
        return {at: text for at, text in found.items() if text}

    def _sequence(self, at: int, text: str) -> Line:
        """A recursion, or one of its first terms, which draws nothing itself."""
        if at not in self.sequences.recursions:
            return Line(at, text, LineKind.SEQUENCE)
        recursion, tree, sliders = self.sequences.recursions[at]
        return Line(at, text, LineKind.SEQUENCE, tree, recursion.bound, sliders, recursion=recursion)

    def _differential(self, at: int, text: str) -> Line:
        """An equation or an initial value; the first line of its system has the tree."""
        found = self.differential
        system, leads = found.systems[at], found.trees.get(at)
        kind = LineKind.DIFFERENTIAL if at in found.equations else LineKind.INITIAL
        tree = leads.tree if leads is not None else None
        variables = (system.independent, *system.states) if tree is not None else ()
        return Line(at, text, kind, tree, variables, found.sliders(at), system=system)

    def _advised(self, text: str, error: ExpressionError) -> ExpressionError:
        """The error, or better advice about a line in another notation."""
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
        _refuse_dy(statement)
        defines = name in self.definitions and self.definitions[name][0] == at
        names_a_value = defines and statement.parameters is None and name not in self.mentioned
        if names_a_value and name == "Y":
            message = Wording("Y = … defines a value for other lines; a curve is y = …")
            raise ExpressionError(message, 0, statement.name_end, "y")
        if names_a_value and CAPITALS.fullmatch(name):
            product, index = " ".join(name), f"{name[0]}_{name[1:]}"
            message = Wording(
                "{0} = … names a value; the product is written {1}, a name {2}", name, product, index
            )
            raise ExpressionError(message, 0, statement.name_end, product, (index,))
        resolved = resolver.own(name) if defines else resolver.line(statement)
        if statement.model:
            resolved = by_columns(resolved, resolver)
        meant = kind_of(statement, resolved, defines)
        if self.degrees and meant.kind is LineKind.POLAR:
            meant = replace(meant, tree=by_degrees(meant.tree, meant.inputs[0]))
        sliders = self.differential.behind(resolved.sliders, statement.tree)
        numbers = self.sliders.keys() | self.definitions.keys() | self.predefined
        if is_patch(meant, sliders - numbers):
            meant, sliders = Classified(LineKind.PATCH, meant.tree, ("u", "v")), sliders - PATCH
        plane = meant.kind in (LineKind.IMPLICIT, LineKind.INEQUALITY)
        if plane and "r" in sliders - self.sliders.keys() - self.definitions.keys():
            if "theta" in resolved.variables and not {"x", "y"} & resolved.variables:
                tree, sliders = from_origin(meant.tree, self.degrees), sliders - {"r"}
                meant = replace(meant, tree=tree, inputs=("x", "y"))
                resolved = replace(resolved, variables=frozenset(meant.inputs))
            elif not resolved.variables and sliders == {"r"} and meant.kind is LineKind.INEQUALITY:
                _ask_polar(text)
        extra = sorted(resolved.variables - set(meant.inputs))
        if statement.parameters is not None and extra:
            usage = f"{name}({', '.join([*statement.parameters, *extra])})"
            message = Wording("{0} is no parameter of {1}; {2} would have it", extra[0], name, usage)
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


def _refuse_dy(statement: Statement) -> None:
    """Dy = -y is MATLAB's y' = -y."""
    name = statement.name
    if len(name) == 2 and name[0] == "D" and name[1] in "xyz" and statement.parameters is None:
        message = Wording("{0} may be a derivative, written {1}'", name, name[1])
        raise ExpressionError(message, 0, statement.name_end, f"{name[1]}'", (f"D_{name[1]}",))


def is_patch(meant: Classified, free: frozenset[str]) -> bool:
    """Whether it is a point of space that depends on u and v, which no line defines."""
    inner = outermost(meant.tree)
    return not meant.inputs and isinstance(inner, Tuple) and len(inner.items) == 3 and free >= PATCH


def _ask_polar(text: str) -> None:
    """r < 2 may speak of the distance from the origin, or of a slider."""
    (token,) = (token for token in _tokens(text) if token.text == "r")
    written = f"{text[: token.start]}hypot(x, y){text[token.end :]}".strip()
    message = Wording("r would be a slider; the distance from the origin is hypot(x, y): {0}", written)
    raise ExpressionError(message, 0, len(text), written, undefined="r")


def _slider(at: int, text: str, statement: Statement) -> Line:
    value = literal(statement.tree)
    assert value is not None
    name, interval = statement.name, statement.interval
    return Line(at, text, LineKind.SLIDER, name=name, value=value, interval=interval, sliders=(name,))
