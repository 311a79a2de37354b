"""Evaluation of a tree in any algebra."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from math import factorial, gcd
from typing import Any

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.interpreters.algebra import Algebra
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.catalogue import FUNCTIONS
from jaxstudio.functions.language.endless import finite
from jaxstudio.functions.language.nodes import (
    DRAWN,
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
    Question,
    Recurrence,
    Tuple,
    Vector,
    is_condition,
    literal,
    walk,
)
from jaxstudio.functions.language.parser import definition
from jaxstudio.functions.language.tokens import CONSTANTS, is_variable


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
        # what is known of nodes without values, by their id: an integral asks for it at every place
        self._rationals: dict[int, tuple[Fraction, float] | None] = {}
        self._exponents: dict[int, tuple[float | None, tuple[int, int] | None]] = {}

    def rational(self, node: Node) -> tuple[Fraction, float] | None:
        if id(node) not in self._rationals:
            self._rationals[id(node)] = rational(node)
        return self._rationals[id(node)]

    def exponent(self, node: Node) -> tuple[float | None, tuple[int, int] | None]:
        """An exponent as a number and as a fraction, as far as it is typed so."""
        if id(node) not in self._exponents:
            self._exponents[id(node)] = literal(node), ratio(node)
        return self._exponents[id(node)]

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
            case Chain() if (known := self.rational(node)) is not None:
                exact, rounded = known
                if algebra.multiprecision or rounded != float(exact):
                    return self.fraction(exact)
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
        known, fraction = self.exponent(node.exponent)
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
        if body is None:
            raise ExpressionError(Wording("no rule is known for {0} here", name), 0, 0)
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
        if node.kind == "integral" and not self.algebra.endless:
            node = finite(node)

        def body(value: Any) -> Any:
            return self.value(node.body, scope.counting(node.variable, value))

        low, high = literal(node.low), literal(node.high)
        if high == math.inf and node.kind != "integral":
            first = self.value(node.low, scope)
            with self.scoped(node, scope):
                return self.algebra.endless_total(node.kind, body, first)
        if node.kind != "integral" and low is not None and high is not None:
            with self.scoped(node, scope):
                return self.algebra.total(node.kind, body, int(low), max(0, int(high - low) + 1))
        low, high = self.value(node.low, scope), self.value(node.high, scope)
        with self.scoped(node, scope):
            if node.kind == "integral":
                return self.algebra.integral(body, low, high)
            return self.algebra.open_total(node.kind, body, low, high)

    def recurrence(self, node: Recurrence, scope: Scope) -> Any:
        """The terms of a sequence one after the other, up to the one that is wanted."""
        known: dict[int, Any] = {}
        given = dict(zip(node.places, node.first, strict=True))
        for n in range(node.begin, node.at + 1):
            if n in given:
                value = self.value(given[n], scope)
            else:
                earlier = {name: known[n - back] for back, name in enumerate(node.earlier, start=1)}
                local = {**scope.local, **earlier, node.index: self.algebra.constant(float(n))}
                value = self.value(node.body, Scope(scope.free, local, scope.line))
            known[n] = self.algebra.share(value)
        return known[node.at]

    def derivative(self, node: Derivative, scope: Scope) -> Any:
        with self.scoped(node, scope):
            return self.algebra.derivative(
                lambda x: self.value(node.body, scope.moving(node.variable, x)),
                scope[node.variable],
                node.order,
            )

    def cases(self, node: Cases, scope: Scope) -> Any:
        """Cases from the last to the first; branches that are not taken pass on no derivative."""
        algebra = self.algebra
        truths = [algebra.share(self.truth(condition, scope)) for condition in node.conditions]
        if node.otherwise is None:
            result = algebra.undefined()
        else:
            none = None
            if needs_guard(node.otherwise):
                none = algebra.share(algebra.invert(reduce(algebra.either, truths)))
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

    def question(self, node: Question, scope: Scope) -> Any:
        if node.kind not in DRAWN:
            raise ExpressionError(Wording("{0}(…) stands alone in its line", node.kind), node.start, node.end)
        return self.taylor(node, scope) if node.at is not None else self.value(node.body, scope)

    def taylor(self, node: Question, scope: Scope) -> Any:
        """f(a) + f'(a) (x - a) + f''(a)/2 (x - a)^2 + …"""
        algebra = self.algebra
        assert node.at is not None

        def body(x: Any) -> Any:
            return self.value(node.body, scope.moving(node.variable, x))

        at = algebra.share(self.value(node.at, scope))
        step = algebra.share(algebra.subtract(scope[node.variable], at))
        total = body(at)
        for k in range(1, node.order + 1):
            slope = algebra.derivative(body, at, k)
            power = algebra.divide(algebra.integer_power(step, k), algebra.constant(float(factorial(k))))
            total = algebra.add(total, algebra.multiply(slope, power))
        return total

    def items(self, node: Tuple | Vector, scope: Scope) -> Any:
        return self.algebra.several([self.value(item, scope) for item in node.items])

    tuple = vector = items

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
                    return reduce(algebra.both, parts)
            case Logic():
                parts = [self.truth(operand, scope) for operand in node.operands]
                with self.scoped(node, scope):
                    if node.operator == "not":
                        return algebra.invert(parts[0])
                    return (
                        reduce(algebra.both, parts)
                        if node.operator == "and"
                        else reduce(algebra.either, parts)
                    )
            case Apply():
                assert node.body is not None
                arguments = tuple(algebra.share(self.value(argument, scope)) for argument in node.arguments)
                return self.truth(node.body, scope.inside(node, arguments))
        raise TypeError(f"{type(node).__name__} is no condition")


# functions whose derivatives are finite wherever the argument is
TAME = frozenset(
    {"sin", "cos", "abs", "sign", "floor", "ceil", "round", "min", "max", "relu", "clip", "step", "stop"}
)


@lru_cache(maxsize=1024)
def needs_guard(node: Node) -> bool:
    """Whether the derivative may be infinite or NaN at a point where another branch is chosen."""
    return any(_is_wild(part) for part in walk(node))


def _is_wild(node: Node) -> bool:
    match node:
        case Number() | Constant() | Name() | Negate() | Condition() | Cases() | Tuple() | Vector():
            return False
        case Chain():
            return any(
                sign == "/" and not isinstance(operand, Number | Constant)
                for sign, operand in zip(node.operators, node.operands[1:], strict=True)
            )
        case Power():
            known = literal(node.exponent)
            return known is None or not known.is_integer() or known < 0
        case Call():
            return node.name not in TAME
        case Apply():
            return node.body is None or needs_guard(node.body)
        case Bound() | Derivative():
            return False
    return True


@lru_cache(maxsize=1024)
def read_names(node: Node) -> frozenset[str]:
    """The names that a tree reads, free or bound, through definitions too."""
    names: set[str] = set()
    for part in walk(node):
        if isinstance(part, Name):
            names.add(part.name)
        elif isinstance(part, Derivative):
            names.add(part.variable)
        elif isinstance(part, Apply) and part.body is not None:
            names |= read_names(part.body) - set(part.parameters)
    return frozenset(names)


# Fractions of larger numbers are computed as they are typed, and so are higher powers.
LARGEST_PART, MOST_FOLDED = 2**53, 64
FOLDED = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


def rational(node: Node) -> tuple[Fraction, float] | None:
    """The number that typed decimals with + - * / and whole powers make, and what float64 makes of them.

    0.1 + 0.2 - 0.3 is 0, and 0.3/0.1 is 3, whatever the nearest float64 of each is. None of anything else.
    """
    if isinstance(node, Number):
        return (Fraction(repr(node.value)), node.value) if math.isfinite(node.value) else None
    if not isinstance(node, Negate | Chain | Power):
        return None
    children = node.children()
    if not all(isinstance(child, Number | Negate | Chain | Power) for child in children):
        return None
    parts: list[tuple[Fraction, float]] = []
    for child in children:
        part = rational(child)
        if part is None:
            return None
        parts.append(part)
    exact, rounded = parts[0]
    if isinstance(node, Negate):
        return -exact, -rounded
    if isinstance(node, Power):
        exponent, known = parts[1]
        if exponent.denominator != 1 or abs(exponent) > MOST_FOLDED or not (exact or exponent > 0):
            return None
        exact, rounded = exact ** int(exponent), rounded**known
    else:
        for sign, (part_exact, part_rounded) in zip(node.operators, parts[1:], strict=True):
            if sign == "/" and not (part_exact and part_rounded):
                return None
            exact, rounded = FOLDED[sign](exact, part_exact), FOLDED[sign](rounded, part_rounded)
    return (exact, rounded) if max(abs(exact.numerator), exact.denominator) <= LARGEST_PART else None


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


KINDS = (
    Question, Chain, Negate, Power, Call, Apply, Network, Bound, Derivative, Recurrence, Cases, Tuple, Vector,
)  # fmt: skip
WALKS: dict[type[Node], Callable[[_Walk, Any, Scope], Any]] = {
    kind: getattr(_Walk, kind.__name__.lower()) for kind in KINDS
}
