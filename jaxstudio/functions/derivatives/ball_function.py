"""A typed function of one variable with its derivatives, in balls, at numbers and beside them."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.derivatives.series import SeriesAlgebra
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra, TooLong
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, decimal, is_known
from jaxstudio.functions.interpreters.germs import ONE, ZERO, Germ, Unexpanded
from jaxstudio.functions.language.nodes import (
    Apply,
    Bound,
    Call,
    Derivative,
    Network,
    Node,
    literal,
    walk,
    walk_all,
)

# What a computation raises that has no answer.
FAILURES = (
    TooLong, ExpressionError, NotImplementedError, MemoryError, RecursionError, OverflowError, Unexpanded,
    TypeError, ZeroDivisionError,
)  # fmt: skip
# Seconds of processor time that one question may take, and the largest number of terms of a sum or product.
SECONDS, TERMS = 0.5, 64


def derivatives(
    tree: Node, values: Mapping[str, Any], along: tuple[str, ...], order: int, line: int, algebra: BallAlgebra
) -> list[Any]:
    """The derivatives 0 to `order` along a direction, at values that are balls; `NOWHERE` without one.

    Raises one of `FAILURES`.
    """
    if not order and not any(isinstance(n, Derivative) or getattr(n, "primes", 0) for n in walk_all(tree)):
        return [evaluate(tree, algebra, values, line)]  # which is quicker
    series = SeriesAlgebra(algebra, order)
    moving = {name: series.variable(value) if name in along else value for name, value in values.items()}
    rows = series.full(evaluate(tree, series, moving, line))
    orders: list[Any] = []
    for k, row in enumerate(rows):
        several = isinstance(row, tuple)
        scaled = [c * math.factorial(k) for c in (row if several else (row,))]
        if k:  # without some derivative there are none of higher orders, as in `taylor`
            below = orders[-1] if several else (orders[-1],)
            scaled = [NOWHERE if lower is NOWHERE else c for lower, c in zip(below, scaled, strict=True)]
        orders.append(tuple(scaled) if several else scaled[0])
    return orders


class BallFunction:
    """The derivative of order `order`.

    `known` are results of `singular_point`, for other views; `failures` counts its brackets
    without a result, in a row.
    """

    failures = 0

    def __init__(self, tree: Node, variable: str, p: Mapping[str, float], line: int, order: int) -> None:
        self._tree, self._variable, self._line, self.order = tree, variable, line, order
        self._numbers = {name: decimal(value) for name, value in p.items()}
        self.known: list[tuple[arb, arb, Any]] = []

    def orders(self, x: Any, above: int = 0, *, snaps: bool = False) -> list[Any]:
        """The derivatives from 0 to the order, and so many more, at a number or beside one."""
        algebra = BallAlgebra(time.thread_time() + SECONDS, snaps=snaps)
        return self._orders(x, above, algebra)

    def _orders(self, x: Any, above: int, algebra: BallAlgebra) -> list[Any]:
        values = {**self._numbers, self._variable: x}
        return derivatives(self._tree, values, (self._variable,), self.order + above, self._line, algebra)

    def is_smooth(self, x: arb) -> bool:
        """Whether all derivatives have a value, and no branch ends, everywhere in a ball; or none has one."""
        algebra = BallAlgebra(time.thread_time() + SECONDS)
        found = self._orders(x, 0, algebra)
        return found[0] is NOWHERE or (all(map(is_known, found)) and not algebra.turns)

    def beside(self, x: Any, side: int, places: int) -> list[Any]:
        """The expansions of the derivatives on one side of a number, up to a distance of 2^-places."""
        sample = Germ({}, places)
        found = self.orders(sample.of({(ZERO, ZERO): x, (ONE, ZERO): fmpq(side)}))
        return [
            value if value is NOWHERE or isinstance(value, Germ) else sample.constant(value)
            for value in found
        ]

    def value(self, x: Any) -> Any:
        """The function itself at a number that is known to many digits."""
        return self.orders(x, snaps=True)[0]


class BallDifference(BallFunction):
    """a - b."""

    def __init__(self, a: BallFunction, b: BallFunction) -> None:
        self._a, self._b, self.order, self.known = a, b, 0, []

    def _orders(self, x: Any, above: int, algebra: BallAlgebra) -> list[Any]:
        both = (each._orders(x, above, algebra) for each in (self._a, self._b))
        return [a - b for a, b in zip(*both, strict=True)]


@lru_cache(maxsize=64)
def ball_function(
    tree: Node, variable: str, p: tuple[tuple[str, float], ...], line: int, order: int
) -> BallFunction | None:
    """The function of a tree, sliders and an order; None if it has no expansions beside a number."""
    return BallFunction(tree, variable, dict(p), line, order) if _has_expansions(tree) else None


def _has_expansions(tree: Node) -> bool:
    for node in walk(tree):
        match node:
            case Network():
                return False
            case Bound():
                low, high = literal(node.low), literal(node.high)
                if node.kind == "integral" or low is None or high is None or high - low >= TERMS:
                    return False
            case Call(name="stop"):  # which hides what its argument does to derivatives
                return False
            case Apply() if node.body is not None and not _has_expansions(node.body):
                return False
    return True
