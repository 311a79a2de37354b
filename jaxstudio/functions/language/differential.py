"""Differential equations: y' = x - y, x' = y, y'' + y = 0, with initial values such as y(0) = 1.

A line holds equations or initial values, several with commas between them. Equations whose unknowns use one
another, and those of x and y, are one `System`: it is reduced to first order, and the first of its lines
has its tree, a vector of right sides.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from jaxstudio.errors import ExpressionError, Wording, either
from jaxstudio.functions.language.angles import in_degrees
from jaxstudio.functions.language.catalogue import find
from jaxstudio.functions.language.equations import (
    AXES,
    INDEPENDENT,
    called_until,
    equals,
    groups,
    linear,
    normal,
    split,
    uses,
    value_head,
    with_states,
)
from jaxstudio.functions.language.nodes import Chain, Name, Negate, Node, Number, Range, Vector, literal, walk
from jaxstudio.functions.language.statements import Resolved, Resolver, Statement, may_define, read_statement
from jaxstudio.functions.language.tokens import Kind, Token, is_variable

HIGHEST_ORDER, MOST_STATES = 6, 12


@dataclass(frozen=True)
class Initial:
    """`state` (y, or y' of an equation of second order) has these values at a place; trees, perhaps lists."""

    state: str
    line: int
    at: Node
    value: Node


@dataclass(frozen=True)
class System:
    """Equations that are solved together, in the order of their states: y, y', then the next unknown's.

    `lead` is the line that has their tree. `planar`: solutions are drawn as paths of x and y.
    """

    independent: str
    unknowns: tuple[str, ...]
    states: tuple[str, ...]
    lead: int
    initials: tuple[Initial, ...] = ()

    @property
    def planar(self) -> bool:
        return {"x", "y"} <= set(self.unknowns)

    @property
    def drawn(self) -> tuple[Initial, ...]:
        """The initial values whose lines draw solutions."""
        shown = ("x",) if self.planar else self.unknowns
        return tuple(initial for initial in self.initials if initial.state in shown)

    @property
    def has_slopes(self) -> bool:
        """Whether every point of the plane has a direction: one equation, or two without t."""
        return len(self.states) == 1 or (self.planar and len(self.states) == 2)


@dataclass(frozen=True)
class SolutionValue:
    """y(3) or y'(3) in another line: a state, at a tree's value, of the system that line `lead` leads.

    `state` may also be the highest derivative, which the equation gives. Of `count` solutions it is that of
    the `number`-th, from 0.
    """

    lead: int
    state: str
    at: Node
    number: int = 0
    count: int = 1


@dataclass(frozen=True)
class _Equation:
    line: int
    unknown: str
    order: int
    left: tuple[Token, ...]
    right: tuple[Token, ...]
    variable: str = ""


@dataclass(frozen=True)
class _Value:
    """unknown^(order)(at) = value."""

    line: int
    unknown: str
    order: int
    at: tuple[Token, ...]
    value: tuple[Token, ...]


def _in_place(names: Sequence[str], first: Token, last: Token) -> list[Token]:
    """A name in place of the tokens from `first` to `last`; a list of several, in parentheses."""

    def token(kind: Kind, text: str, spaced: bool = False) -> Token:
        return Token(kind, text, first.start, last.end, spaced)

    if len(names) == 1:
        return [token(Kind.NAME, names[0], first.spaced)]
    items = [part for name in names for part in (token(Kind.SIGN, ","), token(Kind.NAME, name))]
    opened, closed = (token(Kind.SIGN, "(", first.spaced), token(Kind.SIGN, "[")), "])"
    return [*opened, *items[1:], *(token(Kind.SIGN, sign) for sign in closed)]


class Differential:
    """The differential equations of a sheet: `lines` are their indices, `errors` the wrong ones' errors."""

    def __init__(
        self,
        texts: Sequence[str],
        tokens: Mapping[int, tuple[Token, ...]],
        functions: frozenset[str],
        values: frozenset[str],
        degrees: bool = False,
    ) -> None:
        self.degrees = degrees
        self.texts, self.functions, self.values = texts, functions, values
        self.errors: dict[int, ExpressionError] = {}
        self.systems: dict[int, System] = {}
        self.trees: dict[int, Resolved] = {}
        self._sliders: dict[int, frozenset[str]] = {}
        # values of solutions that other lines use, by names such as y(3), with the sliders that move them
        self._used: dict[str, tuple[str, Statement, int, int]] = {}
        self.values_of: dict[str, tuple[SolutionValue, frozenset[str]]] = {}
        signs = {at: {token.text for token in line} & {"=", "=="} for at, line in tokens.items()}
        read = {at: list(map(normal, split(tokens[at][:-1]))) for at in tokens if signs[at]}
        self._equations: dict[str, _Equation] = {}
        self._every: dict[int, list[_Equation]] = {}
        for at, parts in read.items():
            found = [self._equation(at, *part) for part in parts]
            if any(found):
                self._every[at] = [each for each in found if each is not None]
        self.unknowns = unknowns = {each.unknown for several in self._every.values() for each in several}
        self._values: dict[int, list[_Value]] = {}
        for at, parts in read.items():
            initial = [self._value(at, part, unknowns) for part, _ in parts]
            if any(initial) and (at in self._every or all(initial)):
                self._values[at] = [each for each in initial if each is not None]
            known = len(self._every.get(at, ())) + len(self._values.get(at, ()))
            if at in self._every and known < len(parts):
                message = Wording(
                    "between the commas stand equations such as y' = x - y and values such as y(0) = 1"
                )
                self.errors[at] = ExpressionError(message, 0, len(texts[at]))
        self.equations = frozenset(self._every)
        self.lines = self.equations | frozenset(self._values)

    # Recognising

    def _equation(self, at: int, tokens: tuple[Token, ...], variable: str) -> _Equation | None:
        sign = equals(tokens)
        if sign is None or not tokens[:sign] or not tokens[sign + 1 :]:
            return None
        left, right = tokens[:sign], tokens[sign + 1 :]
        found = [
            (len(prime.text), name.text)
            for name, prime in pairwise(left)
            if prime.kind is Kind.PRIME and self._may_be_unknown(name)
        ]
        if not found or value_head(left) is not None:
            return None
        order, unknown = max(found)
        return _Equation(at, unknown, order, left, right, variable)

    def _may_be_unknown(self, token: Token) -> bool:
        name = token.text
        if token.kind is not Kind.NAME or name in self.functions or name == "t":
            return False
        return name in (*AXES, "theta") or (may_define(name) and not is_variable(name) and find(name) is None)

    def _value(self, at: int, tokens: tuple[Token, ...], unknowns: Collection[str]) -> _Value | None:
        sign = equals(tokens)
        if sign is None or not tokens[sign + 1 :]:
            return None
        found = value_head(tokens[:sign])
        if found is None or tokens[0].text not in unknowns:
            return None
        order, inner = found
        return _Value(at, tokens[0].text, order, inner, tokens[sign + 1 :])

    def used(self, tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], frozenset[str]]:
        """The tokens of another line with one name for each value of a solution, as y(3); and these names."""
        result: list[Token] = []
        names: set[str] = set()
        place = 0
        while place < len(tokens):
            token = tokens[place]
            end = called_until(tokens, place) if token.text in self.unknowns else None
            found = value_head(tokens[place:end]) if end is not None else None
            text = "".join(each.text for each in tokens[place:end])
            if end is not None and found is not None and not any(is_variable(e.text) for e in found[1]):
                last = found[1][-1].end
                closed = (*found[1], Token(Kind.END, "", last, last))
                tree = read_statement(closed, text, self.functions, self.values)
                count = self._count(token.text)
                each_of = [f"{text}[{number + 1}]" for number in range(count)] if count > 1 else [text]
                for number, name in enumerate(each_of):
                    self._used[name] = token.text + "'" * found[0], tree, number, count
                names.update(each_of)
                # y(3) of several solutions is the list of their values
                result += _in_place(each_of, token, tokens[end - 1])
                place = end
            elif end is not None and tokens[end - 2].text in INDEPENDENT and end - place < 6:
                message = Wording(
                    "{0} is a solution, which a line {1}(0) = … draws; other lines use its values, as {1}(3)",
                    text,
                    token.text,
                )
                raise ExpressionError(message, token.start, tokens[end - 1].end)
            else:
                result.append(token)
                place += 1
        return tuple(result), frozenset(names)

    def _count(self, unknown: str) -> int:
        """How many solutions begin from the initial values of an unknown, as far as lists are typed."""
        places: dict[str, Counter[int]] = {}
        for values in self._values.values():
            for each in values:
                if each.unknown == unknown:
                    place = "".join(token.text for token in each.at)
                    places.setdefault(place, Counter())[each.order] += self._length(each.value)
        return sum(min((n for n in found.values() if n > 1), default=1) for found in places.values()) or 1

    def _length(self, value: tuple[Token, ...]) -> int:
        """The number of elements of a list that is typed as [1, 2, 3] or [0...4]; 1 of anything else."""
        if value[0].text != "[":
            return 1
        closed = (*value, Token(Kind.END, "", value[-1].end, value[-1].end))
        try:
            tree = read_statement(closed, "", self.functions, self.values).tree
        except ExpressionError:  # which its own line reports
            return 1
        if not isinstance(tree, Range):
            return len(tree.items) if isinstance(tree, Vector) else 1
        ends = [number for each in tree.children() if (number := literal(each)) is not None]
        if len(ends) != len(tree.children()) or len(ends) > 3:
            return 1
        first, *second, last = ends
        step = second[0] - first if second else 1.0 if last >= first else -1.0
        return max(1, math.floor((last - first) / step + 1e-9) + 1) if step else 1

    def behind(self, sliders: frozenset[str], tree: Node) -> frozenset[str]:
        """The sliders of a tree with those that move the values of solutions in it."""
        for name in sorted(sliders & self._used.keys()):
            if name not in self.values_of:
                message = Wording("{0} has no value: its equation cannot be read, or has a lower order", name)
                raise ExpressionError(message, tree.start, tree.end)
            sliders |= self.values_of[name][1]
        return sliders

    # Reading

    def read(self, resolver: Resolver) -> None:
        """Read all equations and values, and put them together; errors go to `errors`."""
        for at, equations in self._every.items():
            for each in equations:
                earlier = self._equations.setdefault(each.unknown, each)
                if earlier is not each:
                    message = Wording(
                        "{0} has its equation already, in line {1}; another unknown has another name, "
                        "as u' = …",
                        each.unknown,
                        earlier.line + 1,
                    )
                    self.errors.setdefault(at, ExpressionError(message, 0, len(self.texts[at])))
                elif each.unknown in self.values and not is_variable(each.unknown):
                    message = Wording("{0} is a value already, which another line defines", each.unknown)
                    self.errors.setdefault(at, ExpressionError(message, 0, len(self.texts[at])))
        orders = {name: each.order for name, each in self._equations.items()}
        trees = {}
        variables: dict[str, set[str]] = {}
        for name, each in self._equations.items():
            used = variables.setdefault(name, {each.variable} if each.variable else set())
            try:
                trees[name] = self._right(each, orders, used)
            except ExpressionError as error:
                self.errors.setdefault(each.line, error)
        for group in groups(trees, list(orders)):
            lines = sorted({self._equations[name].line for name in group})
            try:
                self._system(group, orders, trees, variables, resolver)
            except ExpressionError as error:
                for line in lines:
                    self.errors.setdefault(line, error)
        for at in self._values:
            if at not in self.systems and at not in self.errors:
                message = Wording("the equation of this initial value cannot be read")
                self.errors[at] = ExpressionError(message, 0, len(self.texts[at]))
        systems = {name: system for system in self.systems.values() for name in system.states}
        for system in list(systems.values()):
            systems |= {name + "'" * orders[name]: system for name in system.unknowns}
        for name, (state, statement, number, count) in self._used.items():
            resolved = resolver.line(statement)
            if state in systems and not resolved.variables:
                lead = systems[state].lead
                moving = resolved.sliders | self._sliders[lead]
                self.values_of[name] = SolutionValue(lead, state, resolved.tree, number, count), moving

    def _right(self, equation: _Equation, orders: Mapping[str, int], variables: set[str]) -> Node:
        """The highest derivative as a tree of the states."""
        for at, token in enumerate(equation.right[:-3]):
            inner, closed = equation.right[at + 2], equation.right[at + 3].text
            if (
                token.text in orders
                and equation.right[at + 1].text == "("
                and (inner.kind, closed) == (Kind.NUMBER, ")")
            ):
                message = Wording(
                    "an equation cannot use {0}({1}), which is a value of a solution", token.text, inner.text
                )
                raise ExpressionError(message, token.start, inner.end + 1, f"{inner.text} {token.text}")
        left, right = (with_states(side, orders, variables) for side in (equation.left, equation.right))
        derivative = equation.unknown + "'" * equation.order
        names = {name + "'" * k for name, order in orders.items() for k in range(order + 1)}
        text = self.texts[equation.line]
        values = self.values | names

        def parsed(tokens: tuple[Token, ...]) -> Node:
            end = tokens[-1].end
            closed = (*tokens, Token(Kind.END, "", end, end))
            tree = read_statement(closed, text, self.functions - names, values).tree
            return in_degrees(tree) if self.degrees else tree

        tree = parsed(right)
        start, end = equation.left[0].start, equation.right[-1].end
        if equation.order > HIGHEST_ORDER:
            raise ExpressionError(Wording("equations go up to order {0}", HIGHEST_ORDER), start, end)
        if not (len(left) == 1 and left[0].text == derivative and not uses(tree, derivative)):
            whole = Chain(start, end, (parsed(left), tree), ("-",))
            factor, rest = linear(whole, derivative)
            assert factor is not None
            minus = Number(start, end, 0.0) if rest is None else Negate(start, end, rest)
            one = isinstance(factor, Number) and factor.value == 1
            tree = minus if one else Chain(start, end, (minus, factor), ("/",))
        for node in walk(tree):
            if isinstance(node, Name) and (known := node.name.rstrip("'")) in orders:
                primes = len(node.name) - len(known)
                if primes >= orders[known]:
                    message = Wording(
                        "{0} is the highest derivative of {1}, whose equation is in line {2}: write what it "
                        "equals",
                        node.name,
                        known,
                        self._equations[known].line + 1,
                    )
                    raise ExpressionError(message, node.start, node.end)
        return tree

    def _system(
        self,
        group: tuple[str, ...],
        orders: Mapping[str, int],
        trees: Mapping[str, Node],
        variables: Mapping[str, set[str]],
        resolver: Resolver,
    ) -> None:
        states = tuple(name + "'" * k for name in group for k in range(orders[name]))
        lines = sorted({self._equations[name].line for name in group})
        lead = lines[0]
        start, end = trees[group[0]].start, trees[group[0]].end
        if len(states) > MOST_STATES:
            raise ExpressionError(Wording("at most {0} unknowns and derivatives", MOST_STATES), start, end)
        rows: list[Node] = []
        resolved = {name: resolver.line(Statement(trees[name], parameters=states)) for name in group}
        free = frozenset[str]().union(*(each.variables for each in resolved.values()))
        independent = self._independent(group, free - set(states), variables, start, end)
        if extra := sorted(free - set(states) - {independent}):
            message = Wording(
                "{0} is no unknown of these equations, whose solutions depend on {1}", extra[0], independent
            )
            raise ExpressionError(message, start, end)
        for name in group:
            rows += [Name(start, end, name + "'" * k) for k in range(1, orders[name])]
            rows.append(resolved[name].tree)
        sliders = frozenset[str]().union(*(each.sliders for each in resolved.values()))
        self._refuse_used(sliders, start, end)
        initials = []
        for at, values in self._values.items():
            for each in values:
                if each.unknown in group:
                    try:
                        initial, used = self._initial(each, states, resolver)
                    except ExpressionError as error:
                        self.errors.setdefault(at, error)
                        continue
                    initials.append(initial)
                    sliders |= used
                    self._sliders[at] = self._sliders.get(at, frozenset()) | used
        system = System(independent, group, states, lead, tuple(initials))
        self.trees[lead] = replace(next(iter(resolved.values())), tree=Vector(start, end, tuple(rows)))
        self._sliders[lead] = sliders
        for line in {*lines, *(each.line for each in initials)}:
            self.systems[line] = system

    def _independent(
        self,
        group: tuple[str, ...],
        free: frozenset[str],
        variables: Mapping[str, set[str]],
        start: int,
        end: int,
    ) -> str:
        said = set[str]().union(*(variables[name] for name in group))
        candidates = sorted(said | {name for name in INDEPENDENT if name in free and name not in group})
        if len(candidates) > 1:
            message = Wording("a solution depends on one variable: {0}", either(candidates))
            raise ExpressionError(message, start, end)
        if candidates and candidates[0] not in INDEPENDENT:
            message = Wording("a solution depends on x or t here: {0} is neither", candidates[0])
            raise ExpressionError(message, start, end)
        if candidates and candidates[0] in group:
            message = Wording("{0} is an unknown itself; solutions then depend on t", candidates[0])
            raise ExpressionError(message, start, end)
        return candidates[0] if candidates else "x" if group == ("y",) else "t"

    def _initial(
        self, value: _Value, states: tuple[str, ...], resolver: Resolver
    ) -> tuple[Initial, frozenset[str]]:
        state = value.unknown + "'" * value.order
        start, end = value.at[0].start, value.value[-1].end
        if state not in states:
            below = len([each for each in states if each.rstrip("'") == value.unknown])
            message = Wording(
                "the equation of {0} has order {1}: {2} has no initial value", value.unknown, below, state
            )
            raise ExpressionError(message, start, end)
        trees, sliders = [], frozenset[str]()
        for tokens in (value.at, value.value):
            last = tokens[-1].end
            closed = (*tokens, Token(Kind.END, "", last, last))
            statement = read_statement(closed, self.texts[value.line], self.functions, self.values)
            if self.degrees:
                statement = replace(statement, tree=in_degrees(statement.tree))
            resolved = resolver.line(statement)
            if resolved.variables:
                message = Wording(
                    "an initial value is a number: it cannot depend on {0}", min(resolved.variables)
                )
                raise ExpressionError(message, tokens[0].start, last)
            trees.append(resolved.tree)
            sliders |= resolved.sliders
            self._refuse_used(sliders, start, end)
        return Initial(state, value.line, trees[0], trees[1]), sliders

    def _refuse_used(self, sliders: frozenset[str], start: int, end: int) -> None:
        if used := sorted(sliders & self._used.keys()):
            message = Wording("an equation cannot use {0}, which is a value of a solution", used[0])
            raise ExpressionError(message, start, end)

    def sliders(self, line: int) -> tuple[str, ...]:
        """The sliders of a line; of the whole system in its first line."""
        return tuple(sorted(self._sliders.get(line, ())))
