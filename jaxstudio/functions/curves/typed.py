"""A typed function of one variable as evaluators: one compilation for all orders, bounds by intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax
import numpy as np

from jaxstudio.functions.curves.evaluator import BESIDE, CHUNK, DIGITS, Compiled, Enclosure, Values
from jaxstudio.functions.curves.parametric import Planar, turned
from jaxstudio.functions.derivatives.enclose import enclose_orders
from jaxstudio.functions.derivatives.equations import count_equations
from jaxstudio.functions.derivatives.singular_points import has_computable_limits, singular_derivatives
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.derivatives.taylor import taylor
from jaxstudio.functions.interpreters.mpmath_algebra import tree_to_mpmath
from jaxstudio.functions.interpreters.singular_points import SingularPoints
from jaxstudio.functions.language import Line, Sheet
from jaxstudio.functions.protocol.scene import Interval, View


def evaluator_of(
    subject: Subject, values: Values, p: Mapping[str, float], order: int = 0, *, bounded: bool = True
) -> Compiled:
    """The derivative of one order of a typed function as a function of its own.

    `values` maps a block of places and p to the derivatives from 0 to order + BESIDE at least, as rows;
    if `bounded`, bounds come from intervals, and the function itself is known in many digits.
    """
    defaults = {**subject.defaults, **p}

    def rows(x: np.ndarray, numbers: Mapping[str, Any]) -> np.ndarray:
        return np.asarray(values(x, numbers))[order : order + BESIDE + 1]

    def enclose(low: np.ndarray, high: np.ndarray, above: int, numbers: Mapping[str, float]) -> Enclosure:
        found = enclose_orders(subject, order + above)(low, high, numbers)[order:]
        first = found[0]
        return Enclosure(
            np.stack([bounds.low for bounds in found]),
            np.stack([bounds.high for bounds in found]),
            first.defined,
            first.continuous,
            first.empty,
        )

    def exact(x: float, numbers: Mapping[str, float]) -> Any:
        """In many digits, where 1/0 is no number and 1/(1/0) none either."""
        assert subject.tree is not None
        return tree_to_mpmath(subject.tree, subject.inputs, subject.defaults, DIGITS)(x, numbers)

    def singular(numbers: Mapping[str, Any]) -> SingularPoints:
        assert subject.tree is not None
        p = tuple(sorted((name, float(v)) for name, v in numbers.items() if not isinstance(v, list | tuple)))
        return singular_derivatives(subject.tree, subject.inputs[subject.by], p, subject.line, order)

    if not bounded:
        return Compiled(rows, BESIDE, defaults)
    if subject.tree is None:
        return Compiled(rows, BESIDE, defaults, enclose)
    limits = singular if has_computable_limits(subject.tree, order) else None
    return Compiled(rows, BESIDE, defaults, enclose, None if order else exact, limits)


class Orders:
    """The derivatives from 0 to `highest` of a line of one variable, each to be drawn as a curve."""

    def __init__(self, subject: Subject, highest: int = 0) -> None:
        self.subject, self.highest = subject, highest
        self._values = jax.jit(_transposed(taylor(subject, highest + BESIDE)))

    def equations(self, p: Mapping[str, float]) -> int:
        """How large the program of all of them is; it is traced for that, as it will be anyway."""
        block = np.zeros(CHUNK)
        return count_equations(self._values.trace(block, {**self.subject.defaults, **p}).jaxpr)

    @staticmethod
    def of_line(line: Line, sheet: Sheet, highest: int = 0, by: str = "") -> Orders:
        return Orders(Subject.of_line(line, sheet, by), highest)

    def evaluator(self, p: Mapping[str, float], order: int = 0, *, bounded: bool = True) -> Compiled:
        """One of them, with sliders at the values `p`, with bounds by intervals if `bounded`."""
        return evaluator_of(self.subject, self._values, p, order, bounded=bounded)


def _transposed(derivatives: Any) -> Any:
    """Over a block of points: (n,) and p to (orders, n)."""

    def over(x: jax.Array, p: Mapping[str, Any]) -> jax.Array:
        return jax.vmap(derivatives, (0, None))(x, p).T

    return over


class Plane:
    """A path in the plane: both coordinates from one evaluation. `values` maps a block of t and p to
    (x, y) with its derivatives, (3 or more, 2, n), or of a `polar` curve to r with its own, (3 or more, n).
    """

    def __init__(self, values: Values, polar: bool, p: Mapping[str, float]) -> None:
        self._values, self._p, self._polar = values, p, polar
        self._t, self._rows = np.empty(0), np.empty(0)

    def component(self, index: int) -> Compiled:
        """x for 0, y for 1."""
        return Compiled(lambda t, p: self._both(t, p)[: BESIDE + 1, index], BESIDE, self._p)

    def _both(self, t: np.ndarray, p: Mapping[str, Any]) -> np.ndarray:
        """(3, 2, n); the last block is kept, for it is asked for twice."""
        if not np.array_equal(t, self._t):
            rows = np.asarray(self._values(t, p))
            self._t, self._rows = t.copy(), turned(t, rows) if self._polar else rows
        return self._rows


def plane_values(subject: Subject) -> Values:
    """What `Plane` asks for, compiled, of a typed point (x(t), y(t)) or a typed r(theta)."""
    return jax.jit(jax.vmap(taylor(subject, BESIDE), (0, None), -1))


def plane_track(
    values: Values, polar: bool, p: Mapping[str, float], interval: Interval, view: View
) -> Planar:
    """The path of what `Plane` asks for."""
    plane = Plane(values, polar, p)
    return Planar(plane.component(0), plane.component(1), view, interval)
