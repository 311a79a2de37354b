"""The operations that an algebra must supply for trees to be evaluated in it."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import reduce
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language.nodes import Network

if TYPE_CHECKING:
    import numpy as np

V = TypeVar("V")
C = TypeVar("C")


Operation = Callable[..., Any]
COMPARISONS: dict[str, Operation] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq,
    "!=": operator.ne,
}  # fmt: skip


class Algebra(ABC, Generic[V, C]):
    """The primitive operations, as tables from names to functions. None may raise outside its domain.

    Without others they are Python's own. `functions` holds those of the catalogue that the algebra has;
    the definition of every other one is evaluated, so that all without a definition must be there.
    """

    # whether the precision can be raised at will: what cancels is computed as it stands
    multiprecision = False
    # whether constants are rounded to the format of the values, float64 or less
    rounds_constants = False
    # whether the ends of an integral may be infinite; else it is taken over a finite range
    endless = False
    functions: Mapping[str, Operation]
    comparisons: Mapping[str, Operation] = COMPARISONS
    add: Operation = staticmethod(operator.add)
    subtract: Operation = staticmethod(operator.sub)
    multiply: Operation = staticmethod(operator.mul)
    divide: Operation = staticmethod(operator.truediv)
    negate: Operation = staticmethod(operator.neg)
    both: Operation = staticmethod(operator.and_)
    either: Operation = staticmethod(operator.or_)
    invert: Operation = staticmethod(operator.invert)
    constant: Callable[[float], Any]
    # a where the condition holds, b elsewhere
    select: Operation
    # a^n for a literal whole n, |n| up to limits.EXPONENT
    integer_power: Operation
    # the real a^(p/q) for odd q > 1: below 0 it is |a|^(p/q), negative when p is odd
    rational_power: Operation
    # a^b; no value for a < 0 unless b is whole
    power: Operation

    def named_constant(self, name: str, value: float) -> V:
        """pi, e, tau; an algebra that knows them more exactly says so."""
        return self.constant(value)

    def knows(self, name: str) -> bool:
        """Whether `call` has this function of the catalogue."""
        return name in self.functions

    def call(self, name: str, arguments: Sequence[V]) -> V:
        return self.functions[name](*arguments)

    def compare(self, operator: str, a: V, b: V) -> C:
        """One of < <= > >= == !=."""
        return self.comparisons[operator](a, b)

    def undefined(self) -> V:
        """The value that is none."""
        return self.constant(float("nan"))

    def guard(self, condition: C, value: V) -> V:
        """`value`, through which no derivative flows where the condition does not hold."""
        return value

    def share(self, value: Any) -> Any:
        """The value, or truth value, which is about to be used in several places."""
        return value

    def total(self, kind: str, body: Callable[[V], V], low: int, count: int) -> V:
        """The sum or product (`kind` is sum or prod) of body(low), body(low + 1), …: count of them."""
        return self.combined(kind, (body(self.constant(float(low + index))) for index in range(count)))

    def open_total(self, kind: str, body: Callable[[V], V], low: V, high: V) -> V:
        """The total between bounds that are known when it runs; no value above limits.OPEN_TERMS terms."""
        raise NotImplementedError(f"totals of {type(self).__name__} come from series")

    def endless_total(self, kind: str, body: Callable[[V], V], low: V) -> V:
        """The total over all whole numbers from `low` on."""
        raise ExpressionError(Wording("{0}(…) with infinitely many terms is not computed here", kind))

    @abstractmethod
    def integral(self, body: Callable[[V], V], low: V, high: V) -> V: ...
    def derivative(self, body: Callable[[V], V], at: V, order: int) -> V:
        """The derivative of `body`, of an order from 1 to limits.ORDER, at a point."""
        raise NotImplementedError(f"derivatives of {type(self).__name__} come from series")

    def combined(self, kind: str, terms: Iterable[V]) -> V:
        """The sum or product of terms, put together one by one."""
        step, neutral = (self.add, 0.0) if kind == "sum" else (self.multiply, 1.0)
        return reduce(step, terms, self.constant(neutral))

    def sums(self, body: Callable[[V], Sequence[V]], points: np.ndarray, weights: np.ndarray) -> list[V]:
        """The sums over all points of weight times body(point), which has several values."""
        zero = self.constant(0.0)
        total: list[V] = []
        for point, weight in zip(points, weights, strict=True):
            terms = body(self.constant(float(point)))
            if weight != 1:
                terms = [self.multiply(self.constant(float(weight)), term) for term in terms]
            total = [self.add(a, b) for a, b in zip_longest(total, terms, fillvalue=zero)]
        return total or [zero]

    def folded(
        self, step: Callable[[list[V], V], Sequence[V]], first: Sequence[V], points: np.ndarray
    ) -> list[V]:
        """step(… step(step(first, point), point) …, point), over all points from the first to the last."""
        values = list(first)
        for point in points:
            values = list(step(values, self.constant(float(point))))
        return values

    def along(self, name: str, series: Sequence[Sequence[V]], order: int) -> Sequence[V]:
        """The Taylor coefficients 0 to `order` of a function along series, given by their coefficients."""
        raise ExpressionError(
            Wording("no derivative of {0} by this argument is known here: keep it constant", name)
        )

    def whole_zetas(self, highest: int, q: V) -> list[V]:
        """ζ(2, q), …, ζ(highest, q), Hurwitz's zeta function."""
        return [self.call("zeta", (self.constant(float(order)), q)) for order in range(2, highest + 1)]

    def several(self, items: Sequence[V]) -> V:
        """The items of a point or a vector as one value."""
        raise NotImplementedError(f"{type(self).__name__} has no vectors")

    def network(self, node: Network, arguments: Sequence[V]) -> V:
        raise NotImplementedError(f"{type(self).__name__} has no networks")

    def scope(self, line: int, start: int, end: int) -> AbstractContextManager[object]:
        """The scope in which the text of these columns of the line is evaluated."""
        return nullcontext()
