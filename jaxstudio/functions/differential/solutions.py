"""A solution's values between samples, its zeros and extrema, where and why it ends.

All digits come from the estimated error, the difference of two solutions with different tolerances.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np

from jaxstudio.errors import Wording
from jaxstudio.functions.protocol.scene import Mark, MarkKind

MOST_STEPS = 4096
# Values above this many heights of the view are on their way to a pole.
FAR = 1e4
# Where the error, across the curve, is larger than this share of the view's height, nothing is drawn.
UNSURE = 0.004
# What the quintic between two samples may be off by, as a share of its distance from the cubic.
OF_CUBIC = 0.05
MOST_DIGITS = 14.0
BESIDE = 3
# slopes of a solution that ends, in heights of the view over its length
STEEP = 1e3


class Outcome(IntEnum):
    """How a solution ended."""

    REACHED = 0  # it goes on beyond the interval
    STOPPED = 1  # its steps became too short: a pole, an infinite slope, or no value of the right side
    MANY_STEPS = 2  # it took too many steps


@dataclass(frozen=True)
class Problem:
    """Ways to go, (n,) each: from `start` for `length` in `direction` (1 or -1) from the values (n, d).

    Samples begin after `skip` of the length, where it comes into view. `height` is the scale of the values.
    """

    start: np.ndarray
    direction: np.ndarray
    length: np.ndarray
    skip: np.ndarray
    values: np.ndarray
    height: float


@dataclass(frozen=True)
class Ways:
    """Samples of each way: `t` (n, m); values, first and second derivatives, and estimated errors of values
    and first derivatives, (n, m, d).

    `outcome`, `steps` (n,); `beyond` (n, d) is the right side a little beyond the last sample.
    `move` is how the values move with a slider, if that was asked for.
    """

    t: np.ndarray
    y: np.ndarray
    slope: np.ndarray
    bend: np.ndarray
    error: np.ndarray
    slope_error: np.ndarray
    outcome: np.ndarray
    steps: np.ndarray
    beyond: np.ndarray
    move: np.ndarray | None = None


@dataclass(frozen=True)
class Samples:
    """A solution at ascending `t` (n,): values, derivatives, errors of values and slopes (n, d)."""

    t: np.ndarray
    y: np.ndarray
    slope: np.ndarray
    bend: np.ndarray
    error: np.ndarray
    slope_error: np.ndarray
    move: np.ndarray

    def __len__(self) -> int:
        return len(self.t)

    def at(self, place: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray] | None:
        """Values, first and second derivatives, and errors (d,) at a place; None outside."""
        if not len(self.t) or not self.t[0] <= place <= self.t[-1]:
            return None
        at = min(max(int(np.searchsorted(self.t, place)) - 1, 0), len(self.t) - 2)
        width = self.t[at + 1] - self.t[at]
        if width <= 0:
            return self.y[at], self.slope[at], self.bend[at], self.error[at]
        share = (place - self.t[at]) / width
        quintic = self._quintic(at)
        powers = share ** np.arange(6)
        first = np.arange(1, 6) * share ** np.arange(5)
        second = np.arange(2, 6) * np.arange(1, 5) * share ** np.arange(4)
        error = np.maximum(self.error[at], self.error[at + 1]) + self._between(at)
        return (
            powers @ quintic,
            first @ quintic[1:] / width,
            second @ quintic[2:] / width**2,
            error,
        )

    def _quintic(self, at: int) -> np.ndarray:
        """The coefficients (6, d) in the share of the way from a sample to the next."""
        width = self.t[at + 1] - self.t[at]
        y0, y1 = self.y[at], self.y[at + 1]
        v0, v1 = self.slope[at] * width, self.slope[at + 1] * width
        a0, a1 = self.bend[at] * width**2, self.bend[at + 1] * width**2
        rise = y1 - y0 - v0 - a0 / 2
        turn, pull = v1 - v0 - a0, a1 - a0
        return np.stack(
            [
                y0,
                v0,
                a0 / 2,
                10 * rise - 4 * turn + pull / 2,
                -15 * rise + 7 * turn - pull,
                6 * rise - 3 * turn + pull / 2,
            ]
        )

    def _between(self, at: int) -> np.ndarray:
        """The error of the quintic between a sample and the next."""
        width = self.t[at + 1] - self.t[at]
        cubic = (self.y[at] + self.y[at + 1]) / 2 + (self.slope[at] - self.slope[at + 1]) * width / 8
        return OF_CUBIC * np.abs(0.5 ** np.arange(6) @ self._quintic(at) - cubic)

    def marks(self, component: int = 0) -> Iterator[Mark]:
        """Zeros, maxima and minima of one of the values."""
        for number in np.flatnonzero(np.diff(np.sign(self.y[:, component])) != 0):
            if (found := self._zero(int(number), component, 0)) is not None:
                place, digits = found
                yield Mark(MarkKind.ROOT, place, 0.0, digits)
        turns = np.diff(np.sign(self.slope[:, component]))
        for number in np.flatnonzero(np.abs(turns) == 2):
            # beside the turn its slopes have signs that are sure
            sides = np.clip([number - BESIDE, number + 1 + BESIDE], 0, len(self.t) - 1)
            slope, off = self.slope[sides, component], self.slope_error[sides, component]
            if (np.abs(slope) <= off).any() or slope[0] * slope[1] > 0:
                continue
            if (found := self._zero(int(number), component, 1)) is not None:
                place, digits = found
                value = self.at(place)
                assert value is not None
                kind = MarkKind.MAXIMUM if turns[number] < 0 else MarkKind.MINIMUM
                yield Mark(kind, place, float(value[0][component]), digits)

    def _zero(self, at: int, component: int, order: int) -> tuple[float, float] | None:
        """The zero of a value or a slope between two samples, with the digits of its place."""
        width = self.t[at + 1] - self.t[at]
        polynomial = np.polynomial.Polynomial(self._quintic(at)[:, component]).deriv(order)
        roots = polynomial.roots()
        real = roots.real[(np.abs(roots.imag) < 1e-9) & (roots.real >= -1e-12) & (roots.real < 1 + 1e-12)]
        # a zero at a sample belongs to the stretch that begins there
        real = real[real < 1] if at + 2 < len(self.t) else real
        if not len(real) or not np.isfinite(real).all():
            return None
        place = float(self.t[at] + real.min() * width)
        found = self.at(min(max(place, self.t[0]), self.t[-1]))
        assert found is not None
        steep = abs(found[order + 1][component])
        # of a slope between samples the error is that of the value, over the distance on which it varies
        error = found[3][component] / (width if order else 1.0)
        error += order * self.slope_error[at : at + 2, component].max()
        off = error / steep if steep > 0 else math.inf
        if abs(place) <= off:
            place = 0.0
        return place, digits_of(place, off)


def smoothed(samples: Samples) -> Samples:
    """The solution with derivatives by differences; a stiff equation multiplies errors by its stiffness."""
    t, first = np.unique(samples.t, return_index=True)
    if len(t) < 3:
        return samples
    y, error = samples.y[first], samples.error[first]
    slope = np.gradient(y, t, axis=0)
    return Samples(t, y, slope, np.gradient(slope, t, axis=0), error, np.abs(slope), samples.move[first])


def digits_of(value: float, error: float) -> float:
    """The significant digits of a number with this error, none if it may be zero."""
    if not math.isfinite(value) or not math.isfinite(error):
        return 0.0
    if error <= 0:
        return MOST_DIGITS
    return min(max(math.log10(max(abs(value), 1e-300) / error), 0.0), MOST_DIGITS)


@dataclass(frozen=True)
class End:
    """Where a solution ends, and why."""

    kind: MarkKind
    at: float
    digits: float
    detail: Wording


def samples_of(ways: Ways, number: int, direction: float) -> Samples:
    """The samples of a way, ascending, the finite ones at its beginning."""
    names = ("t", "y", "slope", "bend", "error", "slope_error")
    rows = [getattr(ways, name)[number] for name in names]
    rows.append(ways.move[number] if ways.move is not None else np.zeros_like(rows[1]))
    finite = np.logical_and.reduce([np.isfinite(row.reshape(len(row), -1)).all(1) for row in rows])
    count = len(finite) if finite.all() else int(np.argmin(finite))
    found = Samples(*(row[:count] for row in rows))
    # errors of rounding are there even where both solutions agree
    error = np.maximum(found.error, 1e-15 * np.abs(found.y))
    found = replace(found, error=error)
    return found if direction > 0 else Samples(*(row[::-1] for row in vars(found).values()))


def end_of(ways: Ways, number: int, direction: float, length: float, height: float) -> End | None:
    """Why a way is shorter than it was to be; None if it is not, or if its values just become too large."""
    if ways.outcome[number] == Outcome.REACHED:
        return None
    t = float(ways.t[number, -1])
    if ways.outcome[number] == Outcome.MANY_STEPS:
        return End(MarkKind.END, t, 4, Wording("not followed further: {0} steps lead no farther", MOST_STEPS))
    y, slope, bend = ways.y[number, -1], ways.slope[number, -1], ways.bend[number, -1]
    with np.errstate(all="ignore"):
        largest = int(np.nanargmax(np.abs(y) / (1 + height))) if np.isfinite(y).any() else 0
        if not np.isfinite(slope).all() or np.abs(y).max() > 1e150:
            return None
        if abs(y[largest]) > FAR * height and y[largest] * slope[largest] * direction > 0:
            # like 1/(pole - t)^p, where y y''/y'^2 = 1 + 1/p
            grows = y[largest] * bend[largest] / slope[largest] ** 2 - 1
            if grows <= 1e-3:
                return None
            pole = t + float(y[largest] / slope[largest] / grows)
            late = ways.error[number, -50:-10, largest] / np.abs(ways.slope[number, -50:-10, largest])
            off = float(np.nanmedian(late)) + abs(pole - t) * 1e-2 + 4e-16 * abs(pole)
            return End(
                MarkKind.POLE, pole, digits_of(pole, off), Wording("the solution has a pole and ends here")
            )
        if not np.isfinite(ways.beyond[number]).all():
            return End(MarkKind.END, t, 6, Wording("the solution ends: the right side has no value beyond"))
        steepest = int(np.argmax(np.abs(slope)))
        if abs(slope[steepest]) > STEEP * height / max(length, 1e-300):
            left = abs(float(slope[steepest] / bend[steepest])) if bend[steepest] else 0.0
            at = t + direction * left
            return End(
                MarkKind.END,
                at,
                digits_of(at, 2 * left + 1e-9 * length),
                Wording("the solution ends: its slope becomes infinite"),
            )
    return End(MarkKind.END, t, 4, Wording("not followed further: the steps become too short"))


def sure_until(samples: Samples, direction: float, components: list[int], height: float, width: float) -> int:
    """The number of samples from the beginning of a way that are sure to what one can see.

    What is off along a steep curve is not seen.
    """
    rows = slice(None) if direction > 0 else slice(None, None, -1)
    error, slope = samples.error[rows][:, components], samples.slope[rows][:, components]
    if len(components) == 1:
        with np.errstate(over="ignore"):
            off = error[:, 0] / np.hypot(1.0, slope[:, 0] * width / height)
    else:
        off = np.hypot(*error.T)
    unsure = off > UNSURE * height
    return int(np.argmax(unsure)) if unsure.any() else len(unsure)
