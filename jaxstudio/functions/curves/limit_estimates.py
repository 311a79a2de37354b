"""Limits estimated from values at approaching places: finite, infinite, without a value, or undecided."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

# The distances are halved so many times.
OCTAVES = 48
TAIL = 12
# Increments that shrink more slowly than this from one halving to the next have no sum.
DIVERGES = 0.985
# A limit is believed when it is this sure, in pixels.
SURE_PX = 0.05
# Rounding moves the zeros of a typed formula by no more than so many units in the last place.
FEW = 8.0


class Behaviour(StrEnum):
    FINITE = "finite"
    INFINITE = "infinite"
    UNDEFINED = "undefined"
    WILD = "wild"


@dataclass(frozen=True)
class Approach:
    """One side of n places: what is computed at m distances, which fall to the right, all (n, m).

    `slope` and `bend` are derivatives of y by the distance; `spacing` (n,) is that of the numbers there.
    """

    spacing: np.ndarray
    distance: np.ndarray
    y: np.ndarray
    slope: np.ndarray
    bend: np.ndarray


@dataclass(frozen=True)
class Limits:
    """One for each place, (n,). `value` is ±inf where infinite and NaN without a limit."""

    behaviour: np.ndarray
    value: np.ndarray
    error: np.ndarray


def limits(approach: Approach, unit: float) -> Limits:
    """Judge each row; `unit` is how much of y a pixel shows."""
    with np.errstate(all="ignore"):
        y = approach.y
        end = _last_finite(y)
        settled = _settled(approach, unit)
        nearest = _nearest(approach, end)
        grows = _diverges(y, end)
        cancels = _cancels(approach, end, *settled, unit) & (grows | ~(nearest[1] <= SURE_PX * unit))
        infinite = grows & ~cancels
        undefined = np.isnan(y[:, -TAIL:]).all(axis=1) & ~infinite
        use_nearest = ~cancels & _in_tune(approach, end) & np.isfinite(nearest[0])
        value, error = (np.where(use_nearest, near, far) for near, far in zip(nearest, settled, strict=True))
        finite = ~infinite & ~undefined & (error <= SURE_PX * unit + 1e-9 * np.abs(value))
    behaviour = np.select(
        [infinite, undefined, finite],
        [Behaviour.INFINITE.value, Behaviour.UNDEFINED.value, Behaviour.FINITE.value],
        Behaviour.WILD.value,
    )
    sign = np.take_along_axis(y, np.maximum(end, 0)[:, None], axis=1)[:, 0]
    value = np.where(infinite, np.where(sign < 0, -np.inf, np.inf), np.where(finite, value, np.nan))
    return Limits(behaviour, value, np.where(finite, error, np.nan))


def _last_finite(y: np.ndarray) -> np.ndarray:
    """The last column before the first without a value; -1 if there is none before it."""
    finite = np.isfinite(y)
    return np.where(finite.all(axis=1), y.shape[1], np.argmin(finite, axis=1)) - 1


def _diverges(y: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Whether the increments of the last octaves keep their sign and do not shrink, or y overflows."""
    columns = np.maximum(end, TAIL)[:, None] + np.arange(-TAIL, 1)
    tail = np.take_along_axis(y, columns, axis=1)
    steps = np.diff(tail, axis=1)
    outward = (np.sign(steps) == np.sign(tail[:, -1:])).all(axis=1)
    ratio = np.median(np.abs(steps[:, 1:] / steps[:, :-1]), axis=1)
    certain = (np.abs(steps) > 1e-12 * np.abs(tail[:, 1:])).all(axis=1)
    grows = outward & (ratio >= DIVERGES) & certain
    # where it overflows within few octaves, as exp(1/x²)
    following = np.take_along_axis(y, np.minimum(end + 1, y.shape[1] - 1)[:, None], axis=1)[:, 0]
    overflows = np.isinf(following) & (np.isinf(y[:, -TAIL:]) | np.isnan(y[:, -TAIL:])).all(axis=1)
    return (grows & (end >= TAIL)) | overflows


def _cancels(
    approach: Approach, end: np.ndarray, limit: np.ndarray, error: np.ndarray, unit: float
) -> np.ndarray:
    """Whether a zero moved by a few units in the last place would undo the pole, as in (x² - 2)/(x - √2)."""
    last = np.maximum(end, 0)[:, None]
    distance = np.take_along_axis(approach.distance, last, axis=1)[:, 0]
    residue = np.abs(np.take_along_axis(approach.y, last, axis=1)[:, 0] - limit) * distance
    return (residue <= FEW * approach.spacing * (np.abs(limit) + unit)) & (error <= SURE_PX * unit)


def _nearest(approach: Approach, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The last value, and how much it differs from the one before."""
    last, before = np.maximum(end, 0)[:, None], np.maximum(end - 1, 0)[:, None]
    value = np.take_along_axis(approach.y, last, axis=1)[:, 0]
    error = np.abs(value - np.take_along_axis(approach.y, before, axis=1)[:, 0])
    return value, np.where(end >= 1, error, np.nan)


def _in_tune(approach: Approach, end: np.ndarray) -> np.ndarray:
    """Whether the derivatives of the last octaves explain their increments: no rounding noise there."""
    distance, y = approach.distance, approach.y
    step = np.diff(distance, axis=1)
    rise = np.diff(y, axis=1)
    slope = (approach.slope[:, :-1] + approach.slope[:, 1:]) / 2
    expected = step * slope - step * step * np.diff(approach.bend, axis=1) / 12
    # an octave is wide: an unbounded slope is followed to a tenth, a bounded one exactly
    fits = np.abs(rise - expected) <= 0.1 * np.abs(rise) + 1e-13 * np.abs(y[:, 1:])
    columns = np.maximum(end - 1, 5)[:, None] + np.arange(-5, 1)
    return np.take_along_axis(fits, np.minimum(columns, fits.shape[1] - 1), axis=1).all(axis=1) & (end >= 6)


def _settled(approach: Approach, unit: float) -> tuple[np.ndarray, np.ndarray]:
    """The extrapolation that settles first, by the value alone or with the derivatives.

    Nearer to the place rounding may spoil everything, as with (1 - cos x)/x² near 0.
    """
    plain = approach.y
    distance = approach.distance
    taylor = plain - distance * approach.slope + distance * distance * approach.bend / 2
    candidates = [_settling(estimate, unit) for estimate in (plain, taylor)]
    values, errors = (np.stack(part) for part in zip(*candidates, strict=True))
    errors = np.nan_to_num(errors, nan=np.inf)
    best = np.argmin(errors, axis=0)[None]
    return np.take_along_axis(values, best, axis=0)[0], np.take_along_axis(errors, best, axis=0)[0]


def _settling(estimate: np.ndarray, unit: float) -> tuple[np.ndarray, np.ndarray]:
    """Per row the estimate at which the changes first fall under a tolerance and soon are least."""
    change = np.abs(np.diff(estimate, axis=1))
    change = np.maximum(change[:, 1:], change[:, :-1])
    change = np.nan_to_num(change, nan=np.inf)
    small = change <= 1e-5 * unit + 1e-10 * np.abs(estimate[:, 2:])
    first = np.where(small.any(axis=1), np.argmax(small, axis=1), -1)
    window = np.arange(change.shape[1])
    soon = (window >= first[:, None]) & (window <= first[:, None] + 6)
    open_ended = (first < 0)[:, None]
    limited = np.where(soon | open_ended, change, np.inf)
    at = np.argmin(limited, axis=1)[:, None]
    return np.take_along_axis(estimate, at + 2, axis=1)[:, 0], np.take_along_axis(limited, at, axis=1)[:, 0]
