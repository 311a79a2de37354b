"""Curves y = ∫ f(t) dt from a fixed bound to x, piece by piece between corners and singular points.

One rule from the bound to x would spread its places over corners that lie between: the curve of ∫ |sin 3t|
was off by a hundredth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import jax
import numpy as np

from jaxstudio.functions.derivatives.ball_function import FAILURES
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.interpreters import evaluate, tree_to_jax
from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra
from jaxstudio.functions.interpreters.ball_integrals import integral, landmarks
from jaxstudio.functions.interpreters.ball_numbers import decimal, digits, exactly, number
from jaxstudio.functions.interpreters.evaluate import read_names
from jaxstudio.functions.language.nodes import Bound, Name, literal

# The range is divided into so many pieces, beside those at corners; so many places are computed at once.
PIECES, CHUNK = 64, 512
DIGITS = 30
LOWER = "lower_end"


@lru_cache(maxsize=32)
def _compiled(bound: Bound, name: str, defaults: tuple[tuple[str, float], ...], line: int) -> Any:
    """The integral between two ends (n,), compiled once for all values of sliders."""
    short = replace(bound, low=Name(bound.start, bound.end, LOWER))
    return jax.jit(jax.vmap(tree_to_jax(short, (LOWER, name), dict(defaults), line), (0, 0, None)))


class Antiderivative:
    """The values of a line that is such an integral, at the sliders' values `p`."""

    def __init__(self, subject: Subject, bound: Bound, p: Mapping[str, Any]) -> None:
        self._bound, self._line = bound, subject.line
        self._p = {**subject.defaults, **p}
        low = literal(bound.low)
        assert low is not None
        self._low = low
        self._piece = _compiled(
            bound, subject.inputs[0], tuple(sorted(subject.defaults.items())), subject.line
        )
        self._knots, self._sums = np.array([low]), np.zeros(1)

    @staticmethod
    def of(subject: Subject, p: Mapping[str, Any]) -> Antiderivative | None:
        """That of a function which is nothing else; None of another one."""
        tree = subject.tree
        if not isinstance(tree, Bound) or tree.kind != "integral" or len(subject.inputs) != 1:
            return None
        is_upper = isinstance(tree.high, Name) and tree.high.name == subject.inputs[0]
        fixed = literal(tree.low) is not None and subject.inputs[0] not in read_names(tree.body) - {
            tree.variable
        }
        return Antiderivative(subject, tree, p) if is_upper and fixed else None

    def values(self, x: np.ndarray) -> np.ndarray:
        """float64 (n,) to (n,); NaN beyond a place at which the integral diverges."""
        least, greatest = float(np.min(x)), float(np.max(x))
        if least < self._knots[0] or greatest > self._knots[-1] or len(self._knots) == 1:
            away = (greatest - least) / 4 or 1.0
            self._divide(min(self._low, least - away), max(self._low, greatest + away))
        at = np.clip(np.searchsorted(self._knots, x, "right") - 1, 0, len(self._knots) - 1)
        return self._sums[at] + self._pieces(self._knots[at], x)

    def _pieces(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """The integrals between pairs of places (n,)."""
        found = np.empty(len(low))
        for begin in range(0, len(low), CHUNK):
            ends = [end[begin : begin + CHUNK] for end in (low, high)]
            count = len(ends[0])
            found[begin : begin + count] = self._piece(
                *(np.pad(end, (0, CHUNK - count), mode="edge") for end in ends), self._p
            )[:count]
        return found

    def _divide(self, low: float, high: float) -> None:
        """The pieces of a range, and the integral from the fixed bound to the beginning of each."""
        corners, singular = self._landmarks(low, high)
        knots = np.unique([*np.linspace(low, high, PIECES + 1), self._low, *corners, *singular])
        sums = self._pieces(knots[:-1], knots[1:])
        for n in np.flatnonzero(np.isin(knots[:-1], singular) | np.isin(knots[1:], singular)).tolist():
            sums[n] = self._proven(float(knots[n]), float(knots[n + 1]))
        start = int(np.searchsorted(knots, self._low))
        before, after = -np.cumsum(sums[:start][::-1])[::-1], np.cumsum(sums[start:])
        self._knots, self._sums = knots, np.concatenate([before, [0.0], after])

    def _landmarks(self, low: float, high: float) -> tuple[list[float], list[float]]:
        """The corners, and the places where the integrand is not bounded, in a range."""
        algebra, body = self._body()
        try:
            with digits(DIGITS):
                found = landmarks(algebra, body, exactly(low), exactly(high))
        except FAILURES:
            return [], []
        corners = [number(x) for x, is_corner in found if is_corner]
        return corners, [number(x) for x, is_corner in found if not is_corner]

    def _proven(self, low: float, high: float) -> float:
        algebra, body = self._body()
        try:
            with digits(DIGITS):
                return number(integral(algebra, body, exactly(low), exactly(high)).value)
        except FAILURES:
            return np.nan

    def _body(self) -> tuple[BallAlgebra, Any]:
        algebra = BallAlgebra()
        numbers = {name: decimal(float(value)) for name, value in self._p.items() if np.ndim(value) == 0}
        name = self._bound.variable
        return algebra, lambda t: evaluate(self._bound.body, algebra, {**numbers, name: t}, self._line)
