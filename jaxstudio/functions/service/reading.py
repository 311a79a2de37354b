"""Documents read recently, and what their lines compute: the same tree is the same function object.

Compiled programs are attached to a function, so that a line keeps its own while others change.
"""

from __future__ import annotations

import hashlib
import math
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.derivatives.accuracy import UNKNOWN, best, divergence, references, unbounded
from jaxstudio.functions.derivatives.orders import choose, derivative
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.fields.conditions import Condition, condition_of
from jaxstudio.functions.interpreters import tree_to_jax
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, Measured
from jaxstudio.functions.language import Line, LineKind, Sheet
from jaxstudio.functions.language.nodes import (
    Apply,
    Bound,
    Call,
    Derivative,
    Network,
    Node,
    Recurrence,
    Tuple,
    literal,
    walk_all,
)
from jaxstudio.functions.language.statements import terms
from jaxstudio.functions.logarithmic import in_exponents
from jaxstudio.functions.protocol.requests import SheetLine
from jaxstudio.functions.protocol.scene import Handle, TypedNumber

# Sums with more terms, and derivatives of higher order, are not computed operation by operation, but compiled
# first.
MANY_TERMS, HIGHEST_AT_ONCE = 64, 2
# The digits of an integral may take so many seconds.
SECONDS = 1.0
# How sure a number is.
NOT_PROVEN, ESTIMATED = Wording("not proven"), Wording("estimated")
MOST_SHEETS, MOST_FUNCTIONS = 32, 256


class Function:
    """The function of a line, one object for all lines of the same text at the same place.

    `key` names it, in other processes too.
    """

    def __init__(self, key: str, line: Line, sheet: Sheet) -> None:
        self.key, self.line, self._sheet = key, line, sheet
        # what has been drawn of it, so that all that this needs is compiled
        self.drawn: set[object] = set()
        # what computes it as a curve, by the options of its line
        self.programs: dict[object, Any] = {}
        # whose programs compute it; of a line with lists its members at sliders' values
        self.template: Function = self
        self.members: tuple[object, Any] | None = None
        self._derivatives: dict[int, Callable[..., Any]] = {}
        self._in_exponents: dict[tuple[str, int], Function] = {}

    def in_exponents(self, log: str, order: int = 0) -> Function:
        """A curve, or a derivative, in the plane of exponents of logarithmic axes."""
        if (log, order) not in self._in_exponents:
            self._in_exponents[log, order] = self._other(log, order)
        return self._in_exponents[log, order]

    def _other(self, log: str, order: int) -> Function:
        key = f"{self.key} {log} {order}"
        return Function(key, in_exponents(self.line, log, order), self._sheet)

    @cached_property
    def subject(self) -> Subject:
        """The line as a function to differentiate by its first variable; a constant is a function of x."""
        if self.line.kind is LineKind.INEQUALITY:
            raise TypeError("an inequality has a condition")
        return Subject.of_line(self.line, self._sheet)

    @cached_property
    def vector(self) -> Callable[..., Any]:
        """f(x, y, p) of a line whose variables are two, or one of x and y."""
        f, inputs = self.subject.call, self.subject.inputs
        if len(inputs) == 2:
            return f
        return (lambda x, y, p: f(x, p)) if inputs == ("x",) else (lambda x, y, p: f(y, p))

    def derivative(self, order: int) -> Callable[..., Any]:
        """f(*variables, p) differentiated so often by its first variable, always the same object."""
        if not order:
            return self.subject.call
        if order not in self._derivatives:
            self._derivatives[order] = derivative(self.subject, order, choose(self.subject, order).method)
        return self._derivatives[order]

    @cached_property
    def constant(self) -> Callable[..., Any]:
        """g(p) of a line without variables."""
        assert self.line.tree is not None
        return tree_to_jax(self.line.tree, (), self._sheet.values, self.line.index)

    @cached_property
    def truth(self) -> Callable[..., Any]:
        """f(*variables, p) of an inequality, true or false."""
        assert self.line.tree is not None
        return tree_to_jax(self.line.tree, self.line.variables, self._sheet.values, self.line.index)

    @cached_property
    def condition(self) -> Condition:
        """Return the condition of an inequality."""
        assert self.line.tree is not None
        return condition_of(self.line.tree, self.line.variables, self._sheet.values, self.line.index)

    @cached_property
    def work(self) -> int:
        """Operations for one value."""
        assert self.line.tree is not None
        return work(self.line.tree)

    @cached_property
    def lengthy(self) -> bool:
        """Whether long sums, integrals, networks or high derivatives are inside."""
        assert self.line.tree is not None
        return any(_is_long(node) for node in walk_all(self.line.tree))

    @cached_property
    def operations(self) -> frozenset[str]:
        """The kinds of operations and the functions in it."""
        assert self.line.tree is not None
        nodes = walk_all(self.line.tree)
        return frozenset(node.name if isinstance(node, Call) else type(node).__name__ for node in nodes)

    @cached_property
    def untrained(self) -> bool:
        """Whether it is a network, or has one inside, whose weights nobody knows yet."""
        return bool(self.line.networks)


@dataclass(frozen=True)
class Read:
    """A sheet with the function of each line, None where there is none."""

    sheet: Sheet
    functions: tuple[Function | None, ...]
    defaults: Mapping[str, float]
    # fills in the values of solutions, as y(3)
    solve: Callable[[Read, Mapping[str, float]], dict[str, float]] | None = None

    def values(self, line: Line, sliders: Mapping[str, float]) -> dict[str, float]:
        """The sliders that a line depends on, with their values."""
        p = {name: float(sliders.get(name, self.defaults[name])) for name in line.sliders}
        return p if self.solve is None else self.solve(self, p)


class Reader:
    """Reads sheets, and keeps their functions."""

    def __init__(self, solve: Callable[[Read, Mapping[str, float]], dict[str, float]] | None = None) -> None:
        self._solve = solve
        self._sheets: OrderedDict[tuple[tuple[str, ...], bool], Read] = OrderedDict()
        self._functions: OrderedDict[str, Function] = OrderedDict()

    def of(self, lines: Sequence[SheetLine]) -> Read:
        """The sheet of these lines."""
        return self.read(tuple(line.text for line in lines), any(line.degrees for line in lines))

    def read(self, texts: tuple[str, ...], degrees: bool = False) -> Read:
        """The sheet of these texts; a line that is wrong has its error."""
        key = texts, degrees
        if key not in self._sheets:
            sheet = Sheet.read(texts, degrees=degrees)
            functions = tuple(self._function(line, sheet) for line in sheet.lines)
            self._sheets[key] = Read(sheet, functions, sheet.values, self._solve)
            while len(self._sheets) > MOST_SHEETS:
                self._sheets.popitem(last=False)
        self._sheets.move_to_end(key)
        return self._sheets[key]

    def _function(self, line: Line, sheet: Sheet) -> Function | None:
        if line.tree is None:
            return None
        identity = repr((line.tree, line.variables, line.sliders, line.kind))
        key = hashlib.sha256(identity.encode()).hexdigest()[:24]
        if key not in self._functions:
            self._functions[key] = Function(key, line, sheet)
            while len(self._functions) > MOST_FUNCTIONS:
                self._functions.popitem(last=False)
        self._functions.move_to_end(key)
        return self._functions[key]


def work(tree: Node) -> int:
    """The number of operations for one value of a tree, with definitions, sums and derivatives expanded."""
    total, waiting = 0, [(tree, 1)]
    while waiting:
        node, times = waiting.pop()
        total += times
        if isinstance(node, Bound):
            waiting += [(node.low, times), (node.high, times), (node.body, times * terms(node))]
            continue
        order = node.order if isinstance(node, Derivative) else getattr(node, "primes", 0)
        below = [*node.children(), *([node.body] if isinstance(node, Apply) and node.body else [])]
        waiting += [(each, times * (order + 1)) for each in below]
    return total


def _is_long(node: Node) -> bool:
    order = node.order if isinstance(node, Derivative) else getattr(node, "primes", 0)
    if order > HIGHEST_AT_ONCE:
        return True
    if isinstance(node, Recurrence):
        return node.count > MANY_TERMS
    return isinstance(node, Network) or (isinstance(node, Bound) and terms(node) > MANY_TERMS)


def value(function: Function, p: Mapping[str, float]) -> tuple[float, ...]:
    """The number or numbers of a line at slider values; a truth value is 1 or 0.

    Raises ExpressionError for an integral or a sum that diverges or of which nothing is proven.
    """
    numbers = {name: np.float64(number) for name, number in p.items()}
    values = tuple(np.atleast_1d(np.asarray(function.constant(numbers), np.float64)).tolist())
    tree = function.line.tree
    if tree is None or function.line.kind is LineKind.INEQUALITY or _measured(p):
        return values
    endless, recurrent = unbounded(tree), [e for e in walk_all(tree) if isinstance(e, Recurrence)]
    if not endless and not recurrent:
        return values
    subject = function.subject
    at = (0.0,) * len(subject.inputs)
    known = references(subject, at, p, 0, SECONDS)[0]
    if known[0].ball is NOWHERE and (diverging := divergence(subject, at, p)):
        bound, text = diverging
        raise ExpressionError(text, bound.start, bound.end)
    if not all(each.is_number for each in known):
        if not endless:
            message = Wording(
                "no digit is sure: each term of the sequence multiplies what is unknown of the one before"
            )
            raise ExpressionError(message, 0, len(function.line.text))
        bound = endless[0]
        message = Wording("about {0:.2g} by quadrature; no digit is proven", values[0])
        if not math.isfinite(values[0]):
            message = Wording("no value found; no digit is proven")
        elif bound.kind != "integral":
            message = Wording("about {0:.6g} by convergence acceleration; no digit is proven", values[0])
        raise ExpressionError(message, bound.start, bound.end)
    known = known if len(known) == len(values) else (UNKNOWN,) * len(values)
    return tuple(best(each, reference)[0] for each, reference in zip(values, known, strict=True))


def _measured(p: Mapping[str, float]) -> bool:
    return any(isinstance(each, Measured) for each in p.values())


def estimated(
    function: Function, p: Mapping[str, float], value: tuple[float, ...]
) -> tuple[tuple[float, ...], tuple[Wording, ...]]:
    """A number that is computed from values of solutions, rounded to the digits that its estimated error
    leaves, and this error as an answer; other lines' numbers as they are, and no answer.
    """
    if not _measured(p) or function.line.lists or function.line.kind is LineKind.INEQUALITY:
        return value, ()
    subject = function.subject
    known = references(subject, (0.0,) * len(subject.inputs), p, 0, SECONDS)[0]
    if not all(each.is_number for each in known):
        return value, (Wording("the error is not known"), NOT_PROVEN)
    errors = [float(each.ball.rad()) for each in known]
    places = [-math.floor(math.log10(max(error, 1e-300))) for error in errors]
    rounded = tuple(round(number, place) for number, place in zip(value, places, strict=True))
    return rounded, (Wording("± " + ", ± ".join(f"{error:.1g}" for error in errors)), ESTIMATED)


def handles(line: Line, value: tuple[float, ...]) -> tuple[Handle, ...]:
    """The point of a line that a hand can move, if at least one of its numbers is typed: (1, -2)."""
    if line.kind is not LineKind.POINT or line.written or not isinstance(line.tree, Tuple) or len(value) != 2:
        return ()
    typed = [
        TypedNumber(line.index, part.start, part.end) if literal(part) is not None else None
        for part in line.tree.items
    ]
    return (Handle(*value, *typed),) if any(typed) else ()
