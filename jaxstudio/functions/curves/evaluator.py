"""Evaluation of a curve: values and derivatives in blocks of one size, bounds over intervals.

A curve is a path of a parameter t, whatever its kind: y = f(x), or (x(t), y(t)).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import jax
import mpmath  # type: ignore[import-untyped]
import numpy as np

from jaxstudio.functions.curves.exact_limits import NotFollowed, Point, singular_point
from jaxstudio.functions.derivatives.orders import count_equations
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.derivatives.taylor import (
    enclose_orders,
    has_computable_limits,
    singular_derivatives,
    taylor,
)
from jaxstudio.functions.interpreters.mpmath_algebra import tree_to_mpmath
from jaxstudio.functions.interpreters.singular_points import SingularDifference, SingularPoints
from jaxstudio.functions.language import Line, Sheet
from jaxstudio.functions.progress import Progress
from jaxstudio.functions.protocol.scene import Interval, View

# Digits of exact values.
DIGITS = 50
# Points computed at once. Whatever is asked is filled up to it, so that one compilation serves all.
CHUNK = 512
# Beside each curve its first two derivatives are needed to draw it.
BESIDE = 2


@dataclass(frozen=True)
class Enclosure:
    """Bounds of a function and of its derivatives over n intervals.

    `low` and `high` (orders, n) bound the values that there are, infinite where nothing is known;
    `defined` and `continuous` (n,) say that the function has a value, or is continuous, everywhere in the
    interval; `empty` that it has a value nowhere in it. A bound of a derivative holds for the slopes of
    chords as well: over a corner it covers both sides.
    """

    low: np.ndarray
    high: np.ndarray
    defined: np.ndarray
    continuous: np.ndarray
    empty: np.ndarray

    def excludes_zero(self, order: int) -> np.ndarray:
        """Where no value of this derivative is zero."""
        return self.empty | (self.low[order] > 0) | (self.high[order] < 0)


class Evaluator(Protocol):
    """A function of one variable. `order`, at least 2, is the highest derivative that it gives."""

    @property
    def order(self) -> int: ...

    def values(self, x: np.ndarray) -> np.ndarray:
        """float64 (n,) to float64 (order + 1, n): the function and its derivatives, NaN where undefined."""
        ...

    def enclose(self, low: np.ndarray, high: np.ndarray, order: int) -> Enclosure | None:
        """Bounds up to a derivative over the intervals [low, high], float64 (n,); None if there are none."""
        ...

    def exact(self, x: float) -> Any | None:
        """The function itself at this very number in fifty digits, NaN where it has no value; None if that
        is not known."""
        ...

    def has_value(self, x: float) -> bool | None:
        """Whether the function itself is defined at this very number; None if that is not known."""
        ...

    def singular_point(self, low: float, high: float, unit: float) -> Point | None:
        """What happens in a narrow bracket, in hundreds of digits: its singular point, or None.

        `unit` is the width of the view. Raises Undecided where that cannot be told.
        """
        ...

    def points(self, above: int = 0) -> SingularPoints | None:
        """The derivative of so many orders more in hundreds of digits; None where that is not computed."""
        ...


Values = Callable[[np.ndarray, Mapping[str, Any]], Any]
Enclose = Callable[[np.ndarray, np.ndarray, int, Mapping[str, float]], Enclosure | None]
Exact = Callable[[float, Mapping[str, float]], Any]
Singular = Callable[[Mapping[str, float], int], SingularPoints | None]


class Compiled:
    """A compiled function of a block of points: `values` maps (CHUNK,) and p to (order + 1, CHUNK).

    `p` are the sliders' values; `samples` counts the points that were computed.
    """

    def __init__(
        self,
        values: Values,
        order: int,
        p: Mapping[str, float],
        enclose: Enclose | None = None,
        exact: Exact | None = None,
        singular: Singular | None = None,
    ) -> None:
        self.order, self.samples = order, 0
        self._values, self._p, self._enclose, self._exact = values, p, enclose, exact
        self._singular = singular

    def values(self, x: np.ndarray) -> np.ndarray:
        x = np.asarray(x, np.float64) + 0.0  # no -0.0, on whose other side 1/x lies
        result = np.empty((self.order + 1, len(x)))
        for begin in range(0, len(x), CHUNK):
            part = x[begin : begin + CHUNK]
            block = part if len(part) == CHUNK else np.pad(part, (0, CHUNK - len(part)), mode="edge")
            result[:, begin : begin + len(part)] = np.asarray(self._values(block, self._p))[:, : len(part)]
        self.samples += len(x)
        return result

    def enclose(self, low: np.ndarray, high: np.ndarray, order: int) -> Enclosure | None:
        return self._enclose(low, high, order, self._p) if self._enclose is not None else None

    def exact(self, x: float) -> Any | None:
        return self._exact(x, self._p) if self._exact is not None else None

    def has_value(self, x: float) -> bool | None:
        return _is_finite(self.exact(x))

    def singular_point(self, low: float, high: float, unit: float) -> Point | None:
        points = self.points()
        if points is None:
            raise NotFollowed
        return singular_point(points, low, high, unit)

    def points(self, above: int = 0) -> SingularPoints | None:
        return None if self._singular is None else self._singular(self._p, above)


class Watched:
    """An evaluator that ends where its progress says so: each question is a part of the computation."""

    def __init__(self, evaluator: Evaluator, progress: Progress) -> None:
        self.order = evaluator.order
        self._evaluator, self._progress = evaluator, progress

    def values(self, x: np.ndarray) -> np.ndarray:
        self._progress.check()
        return self._evaluator.values(x)

    def enclose(self, low: np.ndarray, high: np.ndarray, order: int) -> Enclosure | None:
        self._progress.check()
        return self._evaluator.enclose(low, high, order)

    def exact(self, x: float) -> Any | None:
        self._progress.check()
        return self._evaluator.exact(x)

    def has_value(self, x: float) -> bool | None:
        self._progress.check()
        return self._evaluator.has_value(x)

    def singular_point(self, low: float, high: float, unit: float) -> Point | None:
        self._progress.check()
        return self._evaluator.singular_point(low, high, unit)

    def points(self, above: int = 0) -> SingularPoints | None:
        return self._evaluator.points(above)


class Difference:
    """a - b: its roots are where two curves meet."""

    def __init__(self, a: Evaluator, b: Evaluator) -> None:
        self.a, self.b, self.order = a, b, min(a.order, b.order)

    def values(self, x: np.ndarray) -> np.ndarray:
        rows = self.order + 1
        with np.errstate(invalid="ignore", over="ignore"):
            return self.a.values(x)[:rows] - self.b.values(x)[:rows]

    def enclose(self, low: np.ndarray, high: np.ndarray, order: int) -> Enclosure | None:
        a, b = self.a.enclose(low, high, order), self.b.enclose(low, high, order)
        if a is None or b is None:
            return None
        with np.errstate(invalid="ignore", over="ignore"):
            return Enclosure(
                _whole(np.nextafter(a.low - b.high, -np.inf), -np.inf),
                _whole(np.nextafter(a.high - b.low, np.inf), np.inf),
                a.defined & b.defined,
                a.continuous & b.continuous,
                a.empty | b.empty,
            )

    def exact(self, x: float) -> Any | None:
        a, b = self.a.exact(x), self.b.exact(x)
        if a is None or b is None:
            return None
        with mpmath.workdps(DIGITS):
            return a - b

    def has_value(self, x: float) -> bool | None:
        return _is_finite(self.exact(x))

    def singular_point(self, low: float, high: float, unit: float) -> Point | None:
        points = self.points()
        if points is None:
            raise NotFollowed
        return singular_point(points, low, high, unit)

    def points(self, above: int = 0) -> SingularPoints | None:
        return self._points if not above else None

    @cached_property
    def _points(self) -> SingularPoints | None:
        a, b = self.a.points(), self.b.points()
        return None if a is None or b is None or a.order or b.order else SingularDifference(a, b)


def _is_finite(value: Any | None) -> bool | None:
    return None if value is None else bool(mpmath.isfinite(value))


def _whole(bound: np.ndarray, instead: float) -> np.ndarray:
    """A bound that came out as infinity minus infinity says nothing."""
    return np.where(np.isnan(bound), instead, bound)


# Pixels are cut off here, so that products of them stay finite.
FAR_PX = 1e9


class Track(Protocol):
    """`interval` is that of t, `least` the narrowest cell of t that is split for the sake of the picture."""

    @property
    def interval(self) -> Interval: ...
    @property
    def least(self) -> float: ...

    def values(self, t: np.ndarray) -> np.ndarray:
        """float64 (n,) to float64 (c, 3, n): c components with their first and second derivatives."""
        ...

    def pixels(self, t: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Positions, velocities and accelerations on the screen: float64 (3, 2, n), y upwards from 0."""
        ...


# A cell this narrow, in pixels, is not split further to follow the curve.
LEAST_PX = 1 / 32


@dataclass(frozen=True)
class Graph:
    """y = f(x) in a view; t is x."""

    evaluator: Evaluator
    view: View

    @property
    def interval(self) -> Interval:
        return self.view.x

    @property
    def least(self) -> float:
        return LEAST_PX * (self.view.x[1] - self.view.x[0]) / self.view.width_px

    def values(self, t: np.ndarray) -> np.ndarray:
        return self.evaluator.values(t)[None, :3]

    def pixels(self, t: np.ndarray, values: np.ndarray) -> np.ndarray:
        across, up = scales(self.view)
        result = np.zeros((3, 2, len(t)))
        result[0, 0] = (t - self.view.x[0]) * across
        result[1, 0] = across
        with np.errstate(over="ignore"):
            result[0, 1] = (values[0, 0] - self.view.y[0]) * up
            result[1:, 1] = values[0, 1:] * up
        return result


@dataclass(frozen=True)
class Planar:
    """(x(t), y(t)) for t in an interval. A polar curve is (r cos θ, r sin θ)."""

    x: Evaluator
    y: Evaluator
    view: View
    interval: Interval

    @property
    def least(self) -> float:
        return (self.interval[1] - self.interval[0]) * 2.0**-18

    def values(self, t: np.ndarray) -> np.ndarray:
        return np.stack([self.x.values(t)[:3], self.y.values(t)[:3]])

    def pixels(self, t: np.ndarray, values: np.ndarray) -> np.ndarray:
        scale = np.array(scales(self.view))
        with np.errstate(over="ignore"):
            result = values.transpose(1, 0, 2) * scale[:, None]
        result[0] -= (np.array([self.view.x[0], self.view.y[0]]) * scale)[:, None]
        return result


def turned(theta: np.ndarray, r: np.ndarray) -> np.ndarray:
    """(x, y) and two derivatives by theta, (3, 2, n), of r and its derivatives (3 or more, n)."""
    along = np.stack([np.cos(theta), np.sin(theta)])
    across = np.stack([-along[1], along[0]])
    with np.errstate(all="ignore"):
        speed = r[1] * along + r[0] * across
        return np.stack([r[0] * along, speed, (r[2] - r[0]) * along + 2 * r[1] * across])


def scales(view: View) -> tuple[float, float]:
    """Pixels per unit of x and of y."""
    return view.width_px / (view.x[1] - view.x[0]), view.height_px / (view.y[1] - view.y[0])


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

    def singular(numbers: Mapping[str, Any], above: int) -> SingularPoints | None:
        assert subject.tree is not None
        if not has_computable_limits(subject.tree, order + above):
            return None
        p = tuple(sorted((name, float(v)) for name, v in numbers.items() if not isinstance(v, list | tuple)))
        return singular_derivatives(subject.tree, subject.inputs[subject.by], p, subject.line, order + above)

    if not bounded:
        return Compiled(rows, BESIDE, defaults)
    if subject.tree is None:
        return Compiled(rows, BESIDE, defaults, enclose)
    return Compiled(rows, BESIDE, defaults, enclose, None if order else exact, singular)


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
