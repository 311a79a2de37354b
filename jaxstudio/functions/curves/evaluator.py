"""How a curve is asked for values and derivatives, in blocks of one size, and for bounds over intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import mpmath  # type: ignore[import-untyped]
import numpy as np

from jaxstudio.functions.curves.exact_limits import Point, Undecided, singular_point
from jaxstudio.functions.interpreters.singular_points import SingularPoints
from jaxstudio.functions.progress import Progress

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


Values = Callable[[np.ndarray, Mapping[str, Any]], Any]
Enclose = Callable[[np.ndarray, np.ndarray, int, Mapping[str, float]], Enclosure | None]
Exact = Callable[[float, Mapping[str, float]], Any]
Singular = Callable[[Mapping[str, float]], SingularPoints]


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
        self._singular = None if singular is None else singular(p)

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
        if self._singular is None:
            raise Undecided
        return singular_point(self._singular, low, high, unit)


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
        raise Undecided


def _is_finite(value: Any | None) -> bool | None:
    return None if value is None else bool(mpmath.isfinite(value))


def _whole(bound: np.ndarray, instead: float) -> np.ndarray:
    """A bound that came out as infinity minus infinity says nothing."""
    return np.where(np.isnan(bound), instead, bound)
