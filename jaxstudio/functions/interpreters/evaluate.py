"""Evaluation of a tree in any algebra, and what an algebra must supply."""

from __future__ import annotations

import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any, Generic, TypeVar

from jaxstudio.functions.interpreters.guards import needs_guard, read_names
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.catalogue import FUNCTIONS
from jaxstudio.functions.language.nodes import (
    Apply,
    Bound,
    Call,
    Cases,
    Chain,
    Compare,
    Condition,
    Constant,
    Derivative,
    Logic,
    Name,
    Negate,
    Network,
    Node,
    Number,
    Power,
    Tuple,
    Vector,
    is_condition,
)
from jaxstudio.functions.language.parser import definition
from jaxstudio.functions.language.statements import literal
from jaxstudio.functions.language.tokens import CONSTANTS, is_variable

V = TypeVar("V")
C = TypeVar("C")


class Algebra(ABC, Generic[V, C]):
    """The primitive operations. None of them may raise on a value outside its domain."""

    @abstractmethod
    def constant(self, value: float) -> V: ...
    def named_constant(self, name: str, value: float) -> V:
        """pi, e, tau; an algebra that knows them more exactly says so."""
        return self.constant(value)

    @abstractmethod
    def add(self, a: V, b: V) -> V: ...
    @abstractmethod
    def subtract(self, a: V, b: V) -> V: ...
    @abstractmethod
    def multiply(self, a: V, b: V) -> V: ...
    @abstractmethod
    def divide(self, a: V, b: V) -> V: ...
    @abstractmethod
    def negate(self, a: V) -> V: ...
    @abstractmethod
    def integer_power(self, a: V, n: int) -> V:
        """a^n for a literal whole n, |n| up to limits.EXPONENT."""

    @abstractmethod
    def rational_power(self, a: V, p: int, q: int) -> V:
        """The real a^(p/q) for odd q > 1: below 0 it is |a|^(p/q), negative when p is odd."""

    @abstractmethod
    def power(self, a: V, b: V) -> V:
        """a^b; no value for a < 0 unless b is whole."""

    def knows(self, name: str) -> bool:
        """Whether `call` has this function of the catalogue; if not, its definition is evaluated.

        Every function without a definition must be known.
        """
        return True

    @abstractmethod
    def call(self, name: str, arguments: Sequence[V]) -> V: ...
    @abstractmethod
    def compare(self, operator: str, a: V, b: V) -> C:
        """One of < <= > >= == !=."""

    @abstractmethod
    def both(self, a: C, b: C) -> C: ...
    @abstractmethod
    def either(self, a: C, b: C) -> C: ...
    @abstractmethod
    def invert(self, a: C) -> C: ...
    @abstractmethod
    def select(self, condition: C, a: V, b: V) -> V:
        """a where the condition holds, b elsewhere."""

    def undefined(self) -> V:
        """The value that is none."""
        return self.constant(float("nan"))

    def guard(self, condition: C, value: V) -> V:
        """`value`, through which no derivative flows where the condition does not hold."""
        return value

    def share(self, value: V) -> V:
        """The value, which is about to be used in several places."""
        return value

    def share_truth(self, condition: C) -> C:
        return condition

    @abstractmethod
    def total(self, kind: str, body: Callable[[V], V], low: int, count: int) -> V:
        """The sum or product (`kind` is sum or prod) of body(low), body(low + 1), …: count of them."""

    @abstractmethod
    def open_total(self, kind: str, body: Callable[[V], V], low: V, high: V) -> V:
        """The same with bounds known only when it runs; no value above limits.OPEN_TERMS terms."""

    @abstractmethod
    def integral(self, body: Callable[[V], V], low: V, high: V) -> V: ...
    @abstractmethod
    def derivative(self, body: Callable[[V], V], at: V, order: int) -> V:
        """The derivative of `body`, of an order from 1 to limits.ORDER, at a point."""

    def several(self, items: Sequence[V]) -> V:
        """The items of a point or a vector as one value."""
        raise NotImplementedError(f"{type(self).__name__} has no vectors")

    def network(self, node: Network, arguments: Sequence[V]) -> V:
        raise NotImplementedError(f"{type(self).__name__} has no networks")

    def scope(self, line: int, start: int, end: int) -> AbstractContextManager[object]:
        """Entered while what was typed in these columns of the line is evaluated."""
        return nullcontext()


@dataclass(frozen=True)
class Scope:
    """Where names are looked up: `local` (parameters, bound indices) before `free` (variables, sliders).

    `line` is the one whose columns the nodes bear; None inside a function of the catalogue.
    """

    free: Mapping[str, Any]
    local: Mapping[str, Any]
    line: int | None = 0

    def __getitem__(self, name: str) -> Any:
        return self.local[name] if name in self.local else self.free[name]

    def counting(self, name: str, value: Any) -> Scope:
        """With the name that sum or integral binds; a variable so bound is seen by other lines' values."""
        free = {**self.free, name: value} if is_variable(name) else self.free
        return Scope(free, {**self.local, name: value}, self.line)

    def moving(self, name: str, value: Any) -> Scope:
        """With another value of a name that is there already, wherever other lines use it too."""
        if name in self.local:
            return Scope(self.free, {**self.local, name: value}, self.line)
        return Scope({**self.free, name: value}, self.local, self.line)

    def inside(self, node: Apply, arguments: tuple[Any, ...]) -> Scope:
        """Within a definition of another line."""
        return Scope(self.free, dict(zip(node.parameters, arguments, strict=True)), node.line)

    def guarded(self, guard: Callable[[Any], Any], names: frozenset[str]) -> Scope:
        """With derivatives held back in the values of these names."""
        local = {name: guard(value) if name in names else value for name, value in self.local.items()}
        seen = names - local.keys() if self.line is not None else frozenset()
        free = {name: guard(value) if name in seen else value for name, value in self.free.items()}
        return Scope(free, local, self.line)


def evaluate(tree: Node, algebra: Algebra[Any, Any], values: Mapping[str, Any], line: int = 0) -> Any:
    """The value of a tree of a sheet in an algebra; a truth value where the tree is a condition.

    `values` holds one for each free name, variables and sliders alike; `line` is the index of the line.
    """
    walk, scope = _Walk(algebra), Scope(values, {}, line)
    return walk.truth(tree, scope) if is_condition(tree) else walk.value(tree, scope)


class _Walk:
    def __init__(self, algebra: Algebra[Any, Any]) -> None:
        self.algebra = algebra

    def value(self, node: Node, scope: Scope) -> Any:
        """A number; a condition is 1 or 0."""
        algebra = self.algebra
        match node:
            case Number():
                return algebra.constant(node.value)
            case Constant():
                return algebra.named_constant(node.name, CONSTANTS[node.name])
            case Name():
                return scope[node.name]
            case Condition():
                return algebra.select(self.truth(node, scope), algebra.constant(1.0), algebra.constant(0.0))
            case Chain() if (known := rational(node)) is not None:
                if getattr(algebra, "multiprecision", False) or _in_floats(node) != float(known):
                    return self.fraction(known)
        return WALKS[type(node)](self, node, scope)

    def fraction(self, value: Fraction) -> Any:
        """A rational number: a decimal if it is one, as 0.1 + 0.2 is 0.3."""
        constant = self.algebra.constant
        if Fraction(repr(float(value))) == value:
            return constant(float(value))
        return self.algebra.divide(constant(float(value.numerator)), constant(float(value.denominator)))

    def scoped(self, node: Node, scope: Scope) -> AbstractContextManager[object]:
        return self.columns(scope, node.start, node.end)

    def columns(self, scope: Scope, start: int, end: int) -> AbstractContextManager[object]:
        return nullcontext() if scope.line is None else self.algebra.scope(scope.line, start, end)

    def chain(self, node: Chain, scope: Scope) -> Any:
        steps = {
            "+": self.algebra.add,
            "-": self.algebra.subtract,
            "*": self.algebra.multiply,
            "/": self.algebra.divide,
        }
        total = self.value(node.operands[0], scope)
        for sign, operand in zip(node.operators, node.operands[1:], strict=True):
            right = self.value(operand, scope)
            with self.columns(scope, node.start, operand.end):
                total = steps[sign](total, right)
        return total

    def negate(self, node: Negate, scope: Scope) -> Any:
        known = literal(node)
        if known is not None:
            return self.algebra.constant(known)
        operand = self.value(node.operand, scope)
        with self.scoped(node, scope):
            return self.algebra.negate(operand)

    def power(self, node: Power, scope: Scope) -> Any:
        algebra = self.algebra
        if isinstance(node.base, Constant) and node.base.name == "e":
            exponent = self.value(node.exponent, scope)
            with self.scoped(node, scope):
                return algebra.call("exp", (exponent,))
        base = self.value(node.base, scope)
        known = literal(node.exponent)
        fraction = ratio(node.exponent)
        if known is not None and known.is_integer() and abs(known) <= limits.EXPONENT:
            with self.scoped(node, scope):
                if not known:
                    # log(x)^0 has no value where log(x) has none
                    nothing = algebra.multiply(base, algebra.constant(0.0))
                    return algebra.add(nothing, algebra.constant(1.0))
                return algebra.integer_power(base, int(known))
        if known == 0.5 or fraction == (1, 2):
            with self.scoped(node, scope):
                return algebra.call("sqrt", (base,))
        if fraction is not None and fraction[1] % 2:
            with self.scoped(node, scope):
                return algebra.rational_power(base, *fraction)
        exponent = self.value(node.exponent, scope)
        with self.scoped(node, scope):
            return algebra.power(base, exponent)

    def call(self, node: Call, scope: Scope) -> Any:
        arguments = tuple(self.value(argument, scope) for argument in node.arguments)
        with self.scoped(node, scope):
            if node.primes:
                return self.algebra.derivative(
                    lambda x: self.function(node.name, (x, *arguments[1:])), arguments[0], node.primes
                )
            return self.function(node.name, arguments)

    def function(self, name: str, arguments: tuple[Any, ...]) -> Any:
        function = FUNCTIONS[name]
        if function.variadic and len(arguments) > 2:
            last = arguments[-1]
            return self.function(name, (self.function(name, arguments[:-1]), last))
        if self.algebra.knows(name):
            return self.algebra.call(name, arguments)
        body = definition(name)
        assert body is not None, name
        shared = (self.algebra.share(argument) for argument in arguments)
        inside = Scope({}, dict(zip(function.parameters, shared, strict=True)), line=None)
        return self.value(body, inside)

    def apply(self, node: Apply, scope: Scope) -> Any:
        body = node.body
        assert body is not None, f"{node.name} was not resolved"
        arguments = tuple(self.algebra.share(self.value(argument, scope)) for argument in node.arguments)
        if not node.primes:
            return self.value(body, scope.inside(node, arguments))
        with self.scoped(node, scope):
            return self.algebra.derivative(
                lambda x: self.value(body, scope.inside(node, (x,))), arguments[0], node.primes
            )

    def network(self, node: Network, scope: Scope) -> Any:
        arguments = tuple(self.value(argument, scope) for argument in node.arguments)
        with self.scoped(node, scope):
            return self.algebra.network(node, arguments)

    def bound(self, node: Bound, scope: Scope) -> Any:
        def body(value: Any) -> Any:
            return self.value(node.body, scope.counting(node.variable, value))

        low, high = literal(node.low), literal(node.high)
        if node.kind != "integral" and low is not None and high is not None:
            with self.scoped(node, scope):
                return self.algebra.total(node.kind, body, int(low), max(0, int(high - low) + 1))
        low, high = self.value(node.low, scope), self.value(node.high, scope)
        with self.scoped(node, scope):
            if node.kind == "integral":
                return self.algebra.integral(body, low, high)
            return self.algebra.open_total(node.kind, body, low, high)

    def derivative(self, node: Derivative, scope: Scope) -> Any:
        with self.scoped(node, scope):
            return self.algebra.derivative(
                lambda x: self.value(node.body, scope.moving(node.variable, x)),
                scope[node.variable],
                node.order,
            )

    def cases(self, node: Cases, scope: Scope) -> Any:
        """From the last to the first; what is computed in vain hands on no derivative."""
        algebra = self.algebra
        truths = [algebra.share_truth(self.truth(condition, scope)) for condition in node.conditions]
        if node.otherwise is None:
            result = algebra.undefined()
        else:
            none = None
            if needs_guard(node.otherwise):
                none = algebra.share_truth(algebra.invert(_any(algebra, truths)))
            result = self.branch(node.otherwise, none, scope)
        for truth, value in reversed(list(zip(truths, node.values, strict=True))):
            chosen = self.branch(value, truth, scope)
            with self.scoped(node, scope):
                result = algebra.select(truth, chosen, result)
        return result

    def branch(self, node: Node, truth: Any, scope: Scope) -> Any:
        if not needs_guard(node):
            return self.value(node, scope)
        guarded = scope.guarded(lambda value: self.algebra.guard(truth, value), read_names(node))
        return self.value(node, guarded)

    def items(self, node: Tuple | Vector, scope: Scope) -> Any:
        return self.algebra.several([self.value(item, scope) for item in node.items])

    def truth(self, node: Node, scope: Scope) -> Any:
        """A condition."""
        algebra = self.algebra
        match node:
            case Compare():
                values = [self.value(operand, scope) for operand in node.operands]
                if len(values) > 2:
                    values = [algebra.share(value) for value in values]
                with self.scoped(node, scope):
                    parts = [
                        algebra.compare(sign, values[at], values[at + 1])
                        for at, sign in enumerate(node.operators)
                    ]
                    return _all(algebra, parts)
            case Logic():
                parts = [self.truth(operand, scope) for operand in node.operands]
                with self.scoped(node, scope):
                    if node.operator == "not":
                        return algebra.invert(parts[0])
                    return _all(algebra, parts) if node.operator == "and" else _any(algebra, parts)
            case Apply():
                assert node.body is not None
                arguments = tuple(algebra.share(self.value(argument, scope)) for argument in node.arguments)
                return self.truth(node.body, scope.inside(node, arguments))
        raise TypeError(f"{type(node).__name__} is no condition")


def _all(algebra: Algebra[Any, Any], parts: list[Any]) -> Any:
    result = parts[0]
    for part in parts[1:]:
        result = algebra.both(result, part)
    return result


def _any(algebra: Algebra[Any, Any], parts: list[Any]) -> Any:
    result = parts[0]
    for part in parts[1:]:
        result = algebra.either(result, part)
    return result


# Fractions of larger numbers are computed as they are typed, and so are higher powers.
LARGEST_PART, MOST_FOLDED = 2**53, 64
FOLDED = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


def rational(node: Node) -> Fraction | None:
    """The number that typed decimals with + - * / and whole powers make, None of anything else.

    0.1 + 0.2 - 0.3 is 0, and 0.3/0.1 is 3, whatever the nearest float64 of each is.
    """
    if not isinstance(node, Number | Negate | Chain | Power):
        return None
    if isinstance(node, Number):
        return Fraction(repr(node.value)) if math.isfinite(node.value) else None
    parts: list[Fraction] = []
    for child in node.children():
        part = rational(child)
        if part is None:
            return None
        parts.append(part)
    total: Fraction | None = None
    if isinstance(node, Negate):
        total = -parts[0]
    elif isinstance(node, Power):
        base, exponent = parts
        if exponent.denominator == 1 and abs(exponent) <= MOST_FOLDED and (base or exponent > 0):
            total = base ** int(exponent)
    else:
        total = parts[0]
        for sign, part in zip(node.operators, parts[1:], strict=True):
            if sign == "/" and not part:
                return None
            total = FOLDED[sign](total, part)
    if total is None or max(abs(total.numerator), total.denominator) > LARGEST_PART:
        return None
    return total


def _in_floats(node: Node) -> float:
    """What float64 makes of a number that `rational` knows."""
    match node:
        case Number():
            return node.value
        case Negate():
            return -_in_floats(node.operand)
        case Power():
            return float(_in_floats(node.base) ** _in_floats(node.exponent))
        case Chain():
            total = _in_floats(node.operands[0])
            for sign, part in zip(node.operators, node.operands[1:], strict=True):
                total = FOLDED[sign](total, _in_floats(part))
            return total
    raise TypeError(type(node).__name__)


def ratio(node: Node) -> tuple[int, int] | None:
    """(p, q) in lowest terms of an exponent typed as p/q, whole numbers with q > 1; None of anything else."""
    sign = 1
    if isinstance(node, Negate):
        node, sign = node.operand, -1
    if not (isinstance(node, Chain) and node.operators == ("/",)):
        return None
    p, q = (literal(operand) for operand in node.operands)
    if p is None or q is None or not (p.is_integer() and q.is_integer()) or not 0 < q < 1e6 or abs(p) > 1e6:
        return None
    shared = gcd(int(p), int(q))
    p, q = sign * int(p) // shared, int(q) // shared
    return (p, q) if q > 1 else None


WALKS: dict[type[Node], Callable[[_Walk, Any, Scope], Any]] = {
    Chain: _Walk.chain,
    Negate: _Walk.negate,
    Power: _Walk.power,
    Call: _Walk.call,
    Apply: _Walk.apply,
    Network: _Walk.network,
    Bound: _Walk.bound,
    Derivative: _Walk.derivative,
    Cases: _Walk.cases,
    Tuple: _Walk.items,
    Vector: _Walk.items,
}
