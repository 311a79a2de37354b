"""Derivatives over boxes: bounds that hold for certain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import factorial
from typing import Any

import numpy as np

from jaxstudio.functions.derivatives.series import SeriesAlgebra
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.intervals.algebra import IntervalAlgebra
from jaxstudio.functions.interpreters.intervals.bounds import Bounds, box, exactly, unknown
from jaxstudio.functions.language.nodes import Call, walk_all

Enclose = Callable[[np.ndarray, np.ndarray, Mapping[str, Any]], list[Bounds]]


def enclose_orders(subject: Subject, order: int) -> Enclose:
    """g(low, high, p) → the bounds of the derivatives from 0 to `order` over n boxes of the one variable.

    `low` and `high` are float64 (n,). The bounds of a derivative hold for the slopes of chords of the one
    before too, so that they are infinite over a jump of it.
    """
    tree, base = subject.tree, IntervalAlgebra()
    if tree is None:
        raise TypeError("boxes need a tree")
    # what is stopped has a slope that its derivative does not show
    stopped = any(isinstance(part, Call) and part.name == "stop" for part in walk_all(tree))

    def bounds(low: np.ndarray, high: np.ndarray, p: Mapping[str, Any]) -> list[Bounds]:
        numbers = {**subject.defaults, **p}
        values: dict[str, Any] = {
            name: exactly(float(value))
            for name, value in numbers.items()
            if not isinstance(value, list | tuple)
        }
        algebra = SeriesAlgebra(base, order)
        values[subject.inputs[subject.by]] = algebra.variable(box(low, high))
        with np.errstate(all="ignore"):
            coefficients = algebra.full(evaluate(tree, algebra, values, subject.line))
            found = [
                base.multiply(c, base.constant(float(factorial(k)))) if k > 1 else c
                for k, c in enumerate(coefficients)
            ]
        first, *further = (_filled(part, np.shape(low)) for part in found)
        return _through_jumps([first, *(map(unknown, further) if stopped else further)])

    return bounds


def _filled(bounds: Bounds, shape: tuple[int, ...]) -> Bounds:
    """Every array of the full shape, also where the value is constant."""
    return Bounds(*(np.broadcast_to(array, shape) for array in vars(bounds).values()))


def _through_jumps(orders: list[Bounds]) -> list[Bounds]:
    """Nothing is known of a derivative where the one before is not continuous."""
    found = orders[:1]
    for bounds in orders[1:]:
        before, nothing = found[-1], unknown(bounds)
        smooth = before.continuous
        found.append(
            Bounds(
                np.where(smooth, bounds.low, nothing.low),
                np.where(smooth, bounds.high, nothing.high),
                bounds.defined & before.defined & smooth,
                bounds.continuous & smooth,
                bounds.empty | before.empty,
            )
        )
    return found
