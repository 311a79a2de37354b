"""Sums, products and integrals of series: the body is evaluated in a loop that the base runs.

JAX traces the body once and runs it for all points together or in turn; any other base evaluates it
point by point. A body has several values: the coefficients.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, Protocol, runtime_checkable

import numpy as np

from jaxstudio.functions.interpreters import Algebra

Values = Sequence[Any]


@runtime_checkable
class Loops(Protocol):
    """A base that runs loops itself."""

    def sums(self, body: Callable[[Any], Values], points: np.ndarray, weights: np.ndarray) -> list[Any]:
        """The sums over all points of weight times body(point). Of weights (n, m) there are m times as many,
        those of the first column first."""

    def folded(
        self, step: Callable[[list[Any], Any], Values], first: Values, points: np.ndarray
    ) -> list[Any]:
        """step(… step(step(first, point), point) …, point), over all points from the first to the last."""


@runtime_checkable
class SeveralIntegrals(Protocol):
    """A base that integrates several values at once, to its own precision."""

    def integrals(self, body: Callable[[Any], Values], low: Any, high: Any) -> list[Any]:
        """The integrals of the values of body(point) from low to high."""


@runtime_checkable
class Iterates(Protocol):
    """A base that repeats a step until its result is there."""

    def until_settled(
        self, step: Callable[[Values, Any], Values], first: Values, count: int, most: int
    ) -> list[Any]:
        """step(… step(step(first, 1), 2) …) until the first `count` values no longer change to the working
        precision; NaN where that takes more than `most` steps."""


@runtime_checkable
class Reduces(Protocol):
    """A base that evaluates a body at many points at once, and combines what it finds two by two."""

    def reduced(
        self,
        combine: Callable[[list[Any], list[Any]], Values],
        body: Callable[[Any], Values],
        points: np.ndarray,
    ) -> list[Any]:
        """What `combine`, which is associative, makes of body(point) over all points, at least one."""


def looping(base: Algebra[Any, Any]) -> Loops:
    return base if isinstance(base, Loops) else InTurn(base)


class InTurn:
    """Loops of Python."""

    def __init__(self, base: Algebra[Any, Any]) -> None:
        self.base = base

    def sums(self, body: Callable[[Any], Values], points: np.ndarray, weights: np.ndarray) -> list[Any]:
        if weights.ndim > 1:
            return [each for column in weights.T for each in self.sums(body, points, column)]
        zero = self.base.constant(0.0)
        total: list[Any] = []
        for point, weight in zip(points, weights, strict=True):
            terms = body(self.base.constant(float(point)))
            if weight != 1:
                terms = [self.base.multiply(self.base.constant(float(weight)), term) for term in terms]
            total = [self.base.add(a, b) for a, b in zip_longest(total, terms, fillvalue=zero)]
        return total or [zero]

    def folded(
        self, step: Callable[[list[Any], Any], Values], first: Values, points: np.ndarray
    ) -> list[Any]:
        values = list(first)
        for point in points:
            values = list(step(values, self.base.constant(float(point))))
        return values
