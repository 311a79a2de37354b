"""What an algebra must supply so that a tree can be evaluated in it; everything else is derived.

`V` is the algebra's value (a traced JAX scalar, arrays of interval bounds, an mpmath number, a SymPy
expression, a piece of source text, the coefficients of a Taylor series), `C` its truth value.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Generic, TypeVar

from jaxstudio.functions.language.nodes import Network

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
