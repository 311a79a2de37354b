"""Evaluation of a curve: values and derivatives in blocks of one size, bounds over intervals.

A curve is a path of a parameter t, whatever its kind: y = f(x), or (x(t), y(t)).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import jax
import numpy as np

from jaxstudio.functions.curves.antiderivative import Antiderivative
from jaxstudio.functions.curves.limits import NotFollowed, Point, singular_point
from jaxstudio.functions.derivatives.accuracy import BALL_DIGITS, ball_at
from jaxstudio.functions.derivatives.ball_function import BallDifference, BallFunction, ball_function
from jaxstudio.functions.derivatives.orders import count_equations
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.derivatives.taylor import enclose_orders, taylor
from jaxstudio.functions.interpreters.ball_numbers import digits, number
from jaxstudio.functions.interpreters.intervals import Bounds, subtract
from jaxstudio.functions.language import Line, Sheet
from jaxstudio.functions.progress import Progress
from jaxstudio.functions.protocol.scene import Interval, View

# Points computed at once. Whatever is asked is filled up to it, so that one compilation serves all.
CHUNK = 512
# Beside each curve its first two derivatives are needed to draw it.
BESIDE = 2


@dataclass(frozen=True)
class Enclosure(Bounds):
    """Bounds of a function and of its derivatives over n intervals.

    `low` and `high` (orders, n) bound the values that there are, infinite where nothing is known;
    `defined` and `continuous` (n,) say that the function has a value, or is continuous, everywhere in the
    interval; `empty` that it has a value nowhere in it. A bound of a derivative holds for the slopes of
    chords as well: over a corner it covers both sides.
    """

    @property
    def smooth(self) -> np.ndarray:
        """Where the function is defined and continuous everywhere."""
        return self.defined & self.continuous

    def at(self, some: np.ndarray) -> Enclosure:
        """Over some of the intervals."""
        return self.each(lambda array: array[..., some])

    def excludes_zero(self, order: int) -> np.ndarray:
        """Where no value of this derivative is zero."""
        return self.empty | (self.low[order] > 0) | (self.high[order] < 0)


Values = Callable[[np.ndarray, Mapping[str, Any]], Any]


def _in_blocks(
    values: Callable[[np.ndarray], np.ndarray], x: np.ndarray, shape: tuple[int, ...]
) -> np.ndarray:
    """The values (*shape, n) at places (n,), computed CHUNK at a time."""
    x = np.asarray(x, np.float64) + 0.0  # no -0.0, on whose other side 1/x lies
    result = np.empty((*shape, len(x)))
    for begin in range(0, len(x), CHUNK):
        part = x[begin : begin + CHUNK]
        block = part if len(part) == CHUNK else np.pad(part, (0, CHUNK - len(part)), mode="edge")
        result[..., begin : begin + len(part)] = values(block)[..., : len(part)]
    return result


class Evaluator:
    """A function of one variable, compiled for a block of points: `values` maps (CHUNK,) and p to
    (order + 1, CHUNK). `order`, at least 2, is the highest derivative that it gives.

    `p` are the sliders' values. Of a typed function, the derivative of order `derived` of a `subject`, there
    are bounds by intervals, and balls if it `has_balls`. Each question is a part of the computation that
    `progress` may end.
    """

    progress = Progress()

    def __init__(
        self,
        values: Values,
        order: int,
        p: Mapping[str, float],
        subject: Subject | None = None,
        derived: int = 0,
        *,
        has_balls: bool = True,
    ) -> None:
        self.order, self._values, self._p = order, values, p
        self._subject, self._derived, self._has_balls = subject, derived, has_balls

    def for_drawing(self) -> Evaluator:
        """The evaluator without values in many digits, which only points of interest need."""
        return Evaluator(self._values, self.order, self._p, self._subject, self._derived, has_balls=False)

    def values(self, x: np.ndarray) -> np.ndarray:
        """float64 (n,) to float64 (order + 1, n): the function and its derivatives, NaN where undefined."""
        self.progress.check()
        return _in_blocks(lambda block: np.asarray(self._values(block, self._p)), x, (self.order + 1,))

    def enclose(self, low: np.ndarray, high: np.ndarray, order: int) -> Enclosure | None:
        """Bounds up to a derivative over the intervals [low, high], float64 (n,); None if there are none."""
        self.progress.check()
        if self._subject is None:
            return None
        first, *further = enclose_orders(self._subject, self._derived + order)(low, high, self._p)[
            self._derived :
        ]
        return Enclosure(
            np.stack([first.low, *(bounds.low for bounds in further)]),
            np.stack([first.high, *(bounds.high for bounds in further)]),
            first.defined,
            first.continuous,
            first.empty,
        )

    def ball(self, x: float) -> Any | None:
        """A ball that holds the function at this very number, `NOWHERE` without a value; None if that is not
        known."""
        self.progress.check()
        if self._subject is None or not self._has_balls or self._derived:
            return None
        return ball_at(self._subject, x, self._p)

    def exact(self, x: float) -> float | None:
        """The function itself at this very number, NaN where it has no value; None if that is not known."""
        ball = self.ball(x)
        return None if ball is None else number(ball)

    def points(self, above: int = 0) -> BallFunction | None:
        """The derivative of so many orders more in balls; None where it has no expansions."""
        self.progress.check()
        subject = self._subject
        if subject is None or subject.tree is None or not self._has_balls:
            return None
        p = ((name, float(value)) for name, value in self._p.items() if np.ndim(value) == 0)
        by = subject.inputs[subject.by]
        return ball_function(subject.tree, by, tuple(sorted(p)), subject.line, self._derived + above)

    def singular_point(self, low: float, high: float, unit: float) -> Point | None:
        """The singular point in a narrow bracket, or None.

        `unit` is the width of the view. Raises Undecided where that cannot be told.
        """
        points = self.points()
        if points is None:
            raise NotFollowed
        return singular_point(points, low, high, unit)


class Difference(Evaluator):
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
            return Enclosure(**vars(subtract(a, b)))

    def ball(self, x: float) -> Any | None:
        a, b = self.a.ball(x), self.b.ball(x)
        with digits(BALL_DIGITS):
            return None if a is None or b is None else a - b

    def points(self, above: int = 0) -> BallFunction | None:
        return self._points if not above else None

    @cached_property
    def _points(self) -> BallFunction | None:
        a, b = self.a.points(), self.b.points()
        return None if a is None or b is None or a.order or b.order else BallDifference(a, b)


# Pixels are cut off here, so that products of them stay finite.
FAR_PX = 1e9


# A cell this narrow, in pixels, is not split further to follow the curve.
LEAST_PX = 1 / 32


@dataclass(frozen=True)
class Graph:
    """y = f(x) in a view; t is x.

    `interval` is that of t, `least` the narrowest cell of t that is split for the sake of the picture.
    """

    evaluator: Evaluator
    view: View

    @property
    def interval(self) -> Interval:
        return self.view.x

    @property
    def least(self) -> float:
        return LEAST_PX * (self.view.x[1] - self.view.x[0]) / self.view.width_px

    def values(self, t: np.ndarray) -> np.ndarray:
        """float64 (n,) to float64 (c, 3, n): c components with their first and second derivatives."""
        return self.evaluator.values(t)[None, :3]

    def pixels(self, t: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Positions, velocities and accelerations on the screen: float64 (3, 2, n), y upwards from 0."""
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
    """A path in the plane over an interval of t: `values` maps a block of t and p to (x, y) with derivatives,
    (3 or more, 2, n), or of a `polar` curve to r with its own, (3 or more, n).
    """

    evaluate: Values
    polar: bool
    p: Mapping[str, float]
    interval: Interval
    view: View
    progress: Progress = field(default_factory=Progress)

    @property
    def least(self) -> float:
        return (self.interval[1] - self.interval[0]) * 2.0**-18

    def values(self, t: np.ndarray) -> np.ndarray:
        self.progress.check()
        found = _in_blocks(self._block, t, (BESIDE + 1, 2))
        return found.transpose(1, 0, 2)

    def _block(self, t: np.ndarray) -> np.ndarray:
        rows = np.asarray(self.evaluate(t, self.p))
        return (turned(t, rows) if self.polar else rows)[: BESIDE + 1]

    def pixels(self, t: np.ndarray, values: np.ndarray) -> np.ndarray:
        scale = np.array(scales(self.view))
        with np.errstate(over="ignore"):
            result = values.transpose(1, 0, 2) * scale[:, None]
        result[0] -= (np.array([self.view.x[0], self.view.y[0]]) * scale)[:, None]
        return result


Track = Graph | Planar


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
) -> Evaluator:
    """The derivative of one order of a typed function as a function of its own.

    `values` maps a block of places and p to the derivatives from 0 to order + BESIDE at least, as rows;
    if `bounded`, bounds come from intervals, and the function itself is known in many digits.
    """
    defaults = {**subject.defaults, **p}

    exact = None if order else Antiderivative.of(subject, p)

    def rows(x: np.ndarray, numbers: Mapping[str, Any]) -> np.ndarray:
        found = np.asarray(values(x, numbers))[order : order + BESIDE + 1]
        if exact is None:
            return found
        value = exact.values(x)
        return np.stack([value, *(np.where(np.isfinite(value), row, np.nan) for row in found[1:])])

    return Evaluator(rows, BESIDE, defaults, subject if bounded else None, order)


class Orders:
    """The derivatives from 0 to `highest` of a line of one variable, each to be drawn as a curve."""

    def __init__(self, subject: Subject, highest: int = 0) -> None:
        self.subject, self.highest = subject, highest
        self._values = curve_values(subject, highest + BESIDE)

    def equations(self, p: Mapping[str, float]) -> int:
        """How large the program of all of them is; it is traced for that, as it will be anyway."""
        block = np.zeros(CHUNK)
        return count_equations(self._values.trace(block, {**self.subject.defaults, **p}).jaxpr)

    @staticmethod
    def of_line(line: Line, sheet: Sheet, highest: int = 0, by: str = "") -> Orders:
        return Orders(Subject.of_line(line, sheet, by), highest)

    def evaluator(self, p: Mapping[str, float], order: int = 0, *, bounded: bool = True) -> Evaluator:
        """One of them, with sliders at the values `p`, with bounds by intervals if `bounded`."""
        return evaluator_of(self.subject, self._values, p, order, bounded=bounded)


def curve_values(subject: Subject, order: int = BESIDE) -> Any:
    """The compiled derivatives from 0 to `order` over a block of places: of a typed function, a point
    (x(t), y(t)), or an r(theta), as `Evaluator` and `Planar` need them."""
    return jax.jit(jax.vmap(taylor(subject, order), (0, None), -1))
