"""A typed function over boxes of the plane: bounds of it and of its derivatives that hold for certain.

The derivatives along x, along y and along both together come from Taylor series whose coefficients are
intervals; that along both gives the mixed second derivative.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from jaxstudio.functions.derivatives.series import SeriesAlgebra
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.intervals.algebra import IntervalAlgebra
from jaxstudio.functions.interpreters.intervals.bounds import Bounds, box, exactly, unknown
from jaxstudio.functions.language.nodes import Call, Network, Node, walk_all

Boxes = np.ndarray  # (n, 4) of x0, y0, x1, y1


@dataclass(frozen=True)
class Slopes:
    """Over n boxes, each (n,): what excludes a value, a slope, or both; all False where nothing is known.

    `no_zero`: f has no zero there. `smooth`: f has a value and is continuous everywhere, and the slopes,
    those of chords too, lie in the bounds of the derivatives. `steep_x`, `steep_y`: ∂f/∂x, ∂f/∂y is not zero.
    """

    no_zero: np.ndarray
    smooth: np.ndarray
    steep_x: np.ndarray
    steep_y: np.ndarray


class PlaneBounds:
    """The bounds of f(x, y, p), given by its tree; `variables` are its inputs in order."""

    def __init__(self, tree: Node, variables: tuple[str, str], defaults: Mapping[str, float], line: int = 0):
        self._tree, self._variables, self._defaults, self._line = tree, variables, defaults, line
        self._base = IntervalAlgebra()

    def no_zero(self, boxes: Boxes, p: Mapping[str, Any]) -> np.ndarray:
        """Where f certainly has no zero, (n,): its bounds leave it out, or f has no value there."""
        return _excludes_zero(self._series(boxes, p, (False, False), 0)[0])

    def slopes(self, boxes: Boxes, p: Mapping[str, Any]) -> Slopes:
        """What is known of f and its first derivatives."""
        height, along_x = self._series(boxes, p, (True, False), 1)
        along_y = self._series(boxes, p, (False, True), 1)[1]
        smooth = height.defined & height.continuous & (not self._stopped)
        return Slopes(
            _excludes_zero(height),
            smooth,
            smooth & _excludes_zero(along_x),
            smooth & _excludes_zero(along_y),
        )

    def flat_somewhere(self, boxes: Boxes, p: Mapping[str, Any]) -> np.ndarray:
        """Where both derivatives may be zero, or f may have a corner or a jump, (n,)."""
        height, along_x = self._series(boxes, p, (True, False), 1)
        along_y = self._series(boxes, p, (False, True), 1)[1]
        whole = height.continuous & (not self._stopped)
        sloping = whole & (_excludes_zero(along_x) | _excludes_zero(along_y))
        return ~(sloping | height.empty)

    def one_flat_point(self, boxes: Boxes, p: Mapping[str, Any]) -> np.ndarray:
        """Where there is at most one point with gradient zero, (n,).

        Every matrix within the bounds of the Hessian is regular, so that no gradient occurs twice.
        """
        height, slope_x, half_xx = self._series(boxes, p, (True, False), 2)
        _, slope_y, half_yy = self._series(boxes, p, (False, True), 2)
        _, _, half_both = self._series(boxes, p, (True, True), 2)
        base = self._base
        with np.errstate(all="ignore"):
            # along both together the second derivative is f_xx + 2 f_xy + f_yy
            mixed = base.subtract(half_both, base.add(half_xx, half_yy))
            square = base.integer_power(mixed, 2)
            product = base.multiply(base.constant(4.0), base.multiply(half_xx, half_yy))
            determinant = base.subtract(product, square)
        smooth = height.defined & height.continuous & (not self._stopped)
        for each in (slope_x, slope_y, half_xx, half_yy, half_both):
            smooth = smooth & each.continuous
        return smooth & _excludes_zero(determinant) & ~determinant.empty

    @cached_property
    def _has_network(self) -> bool:
        """Of which nothing is known."""
        return any(isinstance(part, Network) for part in walk_all(self._tree))

    @cached_property
    def _stopped(self) -> bool:
        """Whether a slope is hidden from the derivatives."""
        return any(isinstance(part, Call) and part.name == "stop" for part in walk_all(self._tree))

    def _numbers(self, p: Mapping[str, Any]) -> dict[str, Any]:
        numbers = {**self._defaults, **p}
        return {name: exactly(float(v)) for name, v in numbers.items() if not isinstance(v, list | tuple)}

    def _series(
        self, boxes: Boxes, p: Mapping[str, Any], moving: tuple[bool, bool], order: int
    ) -> list[Bounds]:
        """Coefficients 0 to `order` of f along a direction, each (n,)."""
        if self._has_network:
            return [unknown(box(boxes[:, 0], boxes[:, 2]))] * (order + 1)
        algebra = SeriesAlgebra(self._base, order)
        values = self._numbers(p)
        for name, low, high, moves in zip(self._variables, *_ends(boxes), moving, strict=True):
            values[name] = algebra.variable(box(low, high)) if moves else box(low, high)
        with np.errstate(all="ignore"):
            found = algebra.full(evaluate(self._tree, algebra, values, self._line))
        return [
            Bounds(*(np.broadcast_to(array, len(boxes)) for array in vars(part).values())) for part in found
        ]


def _ends(boxes: Boxes) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
    x0, y0, x1, y1 = np.ascontiguousarray(boxes.T)
    return (x0, y0), (x1, y1)


def _excludes_zero(bounds: Bounds) -> np.ndarray:
    return bounds.empty | (bounds.low > 0) | (bounds.high < 0)
