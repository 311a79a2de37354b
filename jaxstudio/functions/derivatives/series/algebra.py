"""Taylor arithmetic as an algebra in which a tree is evaluated: one evaluation gives all derivatives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from math import comb, factorial
from typing import Any

import numpy as np

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.derivatives.series import elementary, special
from jaxstudio.functions.derivatives.series.arithmetic import Coefficients, LaxAlgebra, Ring, Series
from jaxstudio.functions.interpreters import Algebra, evaluate
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.catalogue import FUNCTIONS, SPECIAL
from jaxstudio.functions.language.nodes import Network
from jaxstudio.functions.language.parser import slope


def by_slopes(name: str) -> special.Rule:
    """A special function, by its derivatives in the catalogue along series of one order less."""
    parameters = FUNCTIONS[name].parameters
    trees = {at: tree for at, each in enumerate(parameters) if (tree := slope(name, each)) is not None}

    def rule(ring: Ring, *series: Series) -> Series:
        lower = SeriesAlgebra(ring.numbers.base, ring.order - 1)
        values = {each: lower._value(u[: ring.order]) for each, u in zip(parameters, series, strict=True)}
        result: Series = (ring.numbers.call(name, *(u[0] for u in series)),)
        for at, u in enumerate(series):
            if len(u) > 1:
                along = lower.coefficients(evaluate(trees[at], lower, values))
                result = ring.add(result, ring.integral(0, along, ring.derivative(u)))
        return result

    return special.from_values(name, rule, trees)


RULES = {
    **{name: by_slopes(name) for name in SPECIAL},
    **elementary.RULES,
    **special.RULES,
}


@dataclass(frozen=True, slots=True)
class Expanded:
    """A value that depends on t, the variable that `mark` stands for; any other value is a constant."""

    mark: object
    series: Series


def _by_ring(name: str) -> Callable[..., Any]:
    """An operation of coefficients, as a method."""
    return lambda self, *values: self._through(getattr(self.ring, name), *values)


class SeriesAlgebra(Algebra[Any, Any]):
    """Power series in t up to t^order, their coefficients values of another algebra.

        algebra = SeriesAlgebra(base, 3)
        y = evaluate(tree, algebra, {"x": algebra.variable(at), "a": 2.0})
        algebra.full(y)                # y, y', y''/2 and y'''/6 at `at`, values of `base`

    A condition is about the value at t = 0. Inside a derivative (f'(x), d/dx) the algebra is for a while one
    of series in another variable, whose coefficients are series in t.
    """

    def __init__(self, base: Algebra[Any, Any], order: int) -> None:
        self.base, self.ring, self._mark = base, Ring(base, order), object()
        self.multiprecision, self.rounds_constants = base.multiprecision, base.rounds_constants
        self.endless = base.endless
        for name in ("constant", "named_constant", "undefined", "both", "either", "invert", "scope"):
            setattr(self, name, getattr(base, name))  # which do not see t
        self._inside = False  # an integral

    def variable(self, at: Any) -> Any:
        """at + t."""
        return self._value(self.ring.variable(at))

    def coefficients(self, value: Any) -> Series:
        """The series of a value, trailing zeros left out."""
        mine = isinstance(value, Expanded) and value.mark is self._mark
        return value.series if mine else (value,)

    def full(self, value: Any) -> list[Any]:
        """All coefficients from order 0 on, as values of the base."""
        return self.ring.flat([self.coefficients(value)])

    def _value(self, series: Series) -> Any:
        return Expanded(self._mark, series) if len(series) > 1 else self.ring.numbers.as_base(series[0])

    def _through(self, rule: Callable[..., Series], *values: Any) -> Any:
        return self._value(rule(*(self.coefficients(value) for value in values)))

    def derivative(self, body: Callable[[Any], Any], at: Any, order: int) -> Any:
        series = self._expanded(body, at, order)
        # no value, no derivative: the coefficients of {x > 0: x^2} are 0 where the first one is NaN
        nothing = self.multiply(self.constant(0.0), series[0])
        if len(series) <= order:
            return nothing
        return self.add(nothing, self.multiply(series[order], self.constant(float(factorial(order)))))

    def _expanded(self, body: Callable[[Any], Any], at: Any, order: int) -> list[Any]:
        """The coefficients, values of this algebra, of body(at + s) as a series in s."""
        outside, mine = copy(self), (self.base, self.ring, self._mark)
        self.base, self.ring, self._mark = outside, Ring(outside, order), object()
        try:
            series = self.coefficients(body(self.variable(at)))
        finally:
            self.base, self.ring, self._mark = mine
        return [Coefficients(outside).as_base(c) for c in series]

    add, subtract, divide, negate = map(_by_ring, ("add", "subtract", "divide", "negate"))

    def multiply(self, a: Any, b: Any) -> Any:
        if a is b:
            return self._through(self.ring.square, a)
        return self._through(self.ring.multiply, a, b)

    def integer_power(self, a: Any, n: int) -> Any:
        return self._through(lambda u: elementary.integer_power(self.ring, u, n), a)

    def rational_power(self, a: Any, p: int, q: int) -> Any:
        return self._through(lambda u: elementary.rational_power(self.ring, u, p, q), a)

    def power(self, a: Any, b: Any) -> Any:
        return self._through(lambda u, v: elementary.power(self.ring, u, v), a, b)

    def knows(self, name: str) -> bool:
        return name in RULES and self.base.knows(name)

    def call(self, name: str, arguments: Sequence[Any]) -> Any:
        series = [self.coefficients(argument) for argument in arguments]
        if not self.ring.further(*series):
            return self.base.call(name, [self.ring.numbers.as_base(u[0]) for u in series])
        return self._value(RULES[name](self.ring, *series))

    def along(self, name: str, series: Sequence[Sequence[Any]], order: int) -> list[Any]:
        """The coefficients 0 to `order` of a function along one argument x + s, where x depends on t."""
        place, *others = (at for at, u in enumerate(series) if len(u) > 1)
        constant = [self.coefficients(u[0]) for at, u in enumerate(series) if at != place]
        if others or self.ring.further(*constant):
            raise ExpressionError(
                Wording("no derivative of a derivative of {0} by two arguments is known here", name)
            )
        x = self.coefficients(series[place][0])
        rows = [[self.at_zero(u[0]), *(self.base.constant(1.0) for _ in u[1:])] for u in series]
        n, inner = self.ring.numbers, range(self.ring.order + 1)
        found = self.base.along(name, rows, order + self.ring.order)
        outer = ([n.multiply(found[k + j], comb(k + j, j)) for j in inner] for k in range(order + 1))
        return [self._value(self.ring.composed(each, x)) for each in outer]

    def compare(self, operator: str, a: Any, b: Any) -> Any:
        return self.base.compare(operator, self.at_zero(a), self.at_zero(b))

    def at_zero(self, value: Any) -> Any:
        return self.ring.numbers.as_base(self.coefficients(value)[0])

    def select(self, condition: Any, a: Any, b: Any) -> Any:
        series = [self.coefficients(a), self.coefficients(b)]
        length = max(map(len, series))
        chosen = [
            self.ring.numbers.select(condition, *(u[k] if k < len(u) else 0 for u in series))
            for k in range(length)
        ]
        return self._value(tuple(chosen))

    def total(self, kind: str, body: Callable[[Any], Any], low: int, count: int) -> Any:
        return self._total(kind, body, np.arange(low, low + count, dtype=float))

    def open_total(self, kind: str, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        neutral = self.constant(0.0 if kind == "sum" else 1.0)
        last = self.subtract(high, low)

        def term(step: Any) -> Any:
            inside = self.compare("<=", step, last)
            return self.select(
                inside, body(self.add(low, self.select(inside, step, self.constant(0.0)))), neutral
            )

        result = self._total(kind, term, np.arange(limits.OPEN_TERMS, dtype=float))
        few = self.compare("<", last, self.constant(float(limits.OPEN_TERMS)))
        return self.select(few, result, self.undefined())

    def endless_total(self, kind: str, body: Callable[[Any], Any], low: Any) -> Any:
        """Each coefficient of a sum; of a product the coefficients of its logarithm, from order 1 on."""
        first, orders = self.at_zero(low), range(1, self.ring.order + 1)

        def coefficient(k: int, n: Any) -> Any:
            value = body(n)
            return self.full(value if kind == "sum" else self.call("log", (value,)))[k]

        value = self.base.endless_total(kind, lambda n: self.full(body(n))[0], first)
        if not self.ring.further(self.coefficients(body(first))):
            return value
        further = [self.base.endless_total("sum", partial(coefficient, k), first) for k in orders]
        if kind == "sum":
            return self._value((value, *further))
        return self._value(self.ring.scale(elementary.exp(self.ring, (0, *further)), value))

    def integral(self, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        """The integral between the bounds at t = 0 by quadrature, and the part that their motion adds."""
        first, last = self.at_zero(low), self.at_zero(high)
        moved = self.subtract(self._moved(body, high), self._moved(body, low))
        return self.add(self._between(body, first, last), moved)

    def _between(self, body: Callable[[Any], Any], first: Any, last: Any) -> Any:
        if not self.rounds_constants:
            series = [
                self.base.integral(partial(lambda k, s: self.full(body(s))[k], k), first, last)
                for k in range(self.ring.order + 1)
            ]
            return self._value(tuple(series))
        return self._inner(body, first, last) if self._inside else self._outer(body, first, last)

    def _inner(self, body: Callable[[Any], Any], first: Any, last: Any) -> Any:
        """Gauss and Legendre's rule, as jax_functions.gauss_legendre."""
        points, weights = np.polynomial.legendre.leggauss(limits.INNER_QUADRATURE)
        half, middle = (
            self.base.multiply(self.base.constant(0.5), step(last, first))
            for step in (self.base.subtract, self.base.add)
        )

        def along(s: Any) -> Any:
            return body(self.base.add(middle, self.base.multiply(half, s)))

        return self.multiply(half, self.sums(lambda s: [along(s)], points, weights)[0])

    def _outer(self, body: Callable[[Any], Any], first: Any, last: Any) -> Any:
        """Both rules, as jax_functions.integral; each coefficient by the better one."""
        base, zero = self.base, self.base.constant(0.0)
        length = base.subtract(last, first)
        middle = base.multiply(base.add(first, last), base.constant(0.5))

        def along(s: Any) -> Any:
            end = base.select(base.compare(">", s, zero), first, last)
            at = base.add(end, base.multiply(length, s))
            is_end = base.either(base.compare("==", at, first), base.compare("==", at, last))
            value = body(base.select(is_end, middle, at))
            return self._value(tuple(base.select(is_end, zero, c) for c in self.full(value)))

        self._inside = True
        try:
            total = self.integrals(lambda s: [along(s)])[0]
        finally:
            self._inside = False
        return self.multiply(length, total)

    def integrals(self, body: Callable[[Any], Sequence[Any]]) -> list[Any]:
        """As `LaxAlgebra.integrals`."""
        innermost: Any = self.base  # a LaxAlgebra, or series over one
        return self._grouped(innermost.integrals(self._flattened(body, 0)))

    def _moved(self, body: Callable[[Any], Any], bound: Any) -> Any:
        """The integral from where the bound is at t = 0 to where it is at t."""
        shift = self.coefficients(bound)[1:]
        if not shift:
            return self.constant(0.0)
        series, distance = self._expanded(body, self.at_zero(bound), self.ring.order - 1), (0, *shift)
        total: Any = self.constant(0.0)
        for j, coefficient in reversed(list(enumerate(series))):
            scaled = self._divided(coefficient, j + 1)
            total = self.multiply(self._value(distance), self.add(scaled, total))
        return total

    def _divided(self, value: Any, number: int) -> Any:
        if self.rounds_constants:
            return self.multiply(self.constant(1 / number), value)
        return self.divide(value, self.constant(float(number)))

    def _total(self, kind: str, body: Callable[[Any], Any], points: np.ndarray) -> Any:
        step = self.add if kind == "sum" else self.multiply
        if len(points) and hasattr(self._innermost, "reduced"):
            return self.reduced(lambda a, b: [step(a[0], b[0])], lambda at: [body(at)], points)[0]
        if kind == "sum":
            return self.sums(lambda at: [body(at)], points, np.ones(len(points)))[0]
        first = self.constant(1.0)
        return self.folded(lambda values, at: [step(values[0], body(at))], [first], points)[0]

    def sums(
        self, body: Callable[[Any], Sequence[Any]], points: np.ndarray, weights: np.ndarray
    ) -> list[Any]:
        return self._grouped(self.base.sums(self._flattened(body, 0), points, weights))

    def folded(
        self, step: Callable[[list[Any], Any], Sequence[Any]], first: Sequence[Any], points: np.ndarray
    ) -> list[Any]:
        return self._grouped(self.base.folded(self._flattened(step, 1), self._flat(first), points))

    @property
    def _innermost(self) -> Any:
        """The algebra of numbers below series, and series of series."""
        return self.base._innermost if isinstance(self.base, SeriesAlgebra) else self.base

    def reduced(
        self,
        combine: Callable[[list[Any], list[Any]], Sequence[Any]],
        body: Callable[[Any], Sequence[Any]],
        points: np.ndarray,
    ) -> list[Any]:
        base: Any = self.base
        return self._grouped(base.reduced(self._flattened(combine, 2), self._flattened(body, 0), points))

    def _flattened(self, function: Callable[..., Sequence[Any]], lists: int) -> Callable[..., list[Any]]:
        """The function with its first so many arguments, and its result, as coefficients in one list."""

        def flat(*arguments: Any) -> list[Any]:
            values = map(self._grouped, arguments[:lists])
            return self._flat(function(*values, *arguments[lists:]))

        return flat

    def _flat(self, values: Sequence[Any]) -> list[Any]:
        return self.ring.flat([self.coefficients(value) for value in values])

    def _grouped(self, flat: Sequence[Any]) -> list[Any]:
        return [self._value(series) for series in self.ring.grouped(flat)]

    def several(self, items: Sequence[Any]) -> Any:
        columns = zip(*(self.full(item) for item in items), strict=True)
        return self._value(tuple(self.base.several(column) for column in columns))

    def network(self, node: Network, arguments: Sequence[Any]) -> Any:
        if not isinstance(self.base, LaxAlgebra):
            raise NotImplementedError("a network is made of JAX's arrays")
        inputs = [[self.base.typed(c) for c in self.full(argument)] for argument in arguments]
        return self._value(elementary.network(self.ring, self.base.networks[node.name], inputs))
