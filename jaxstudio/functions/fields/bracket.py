"""Zeros along segments, bracketed first and polished by Newton's steps that may not leave the bracket.

A segment runs from (x, y) by (dx, dy), with t from 0 to 1 along it. All segments are polished together,
by the same kernels that sampled the grid: a loop compiled for each function would cost a second, and the
steps that most segments do not need.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jaxstudio.functions.fields.samples import Field, Parameters, curvatures, sampled, slopes

MOST_STEPS = 90
# what remains of f at a zero, beside f at the ends of the segment: below SMALL it is a zero; up to FALLEN
# only if a further Newton step would go nowhere (a steep zero, as of the cube root); else a pole or a jump
SMALL, FALLEN = 1e-9, 0.05
EPS = np.finfo(np.float64).eps

# which segments, and t on each, to (the value whose zero is wanted, its slope, anything else)
Slope = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]


def crossings(
    f: Field, p: Parameters, segments: np.ndarray, level: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Where f passes through the level on segments.

    `segments` (n, 8): x, y, dx, dy, low t, high t, and f at low and at high, on both sides of the level.
    Returns t (n,) and whether f falls to zero there (n,), rather than jumping over it.
    """
    x, y, dx, dy, low, high, start, end = segments.T
    start, end = start - level, end - level

    def along(which: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        over, up = dx[which], dy[which]
        value, slope_x, slope_y = sampled(slopes, f, p, x[which] + t * over, y[which] + t * up)
        return value - level, slope_x * over + slope_y * up, value

    tolerance = _resolution(x, y, dx, dy)
    t, value, slope, _ = _zeros(along, low, high, start, end, tolerance)
    left, top = np.abs(value), np.maximum(np.abs(start), np.abs(end))
    steep = (left <= FALLEN * top) & (left <= 4 * tolerance * np.abs(slope))
    return t, (left <= SMALL * top) | steep


def turns(
    f: Field, p: Parameters, segments: np.ndarray, level: float = 0.0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where f turns around on segments.

    `segments` (n, 10): as for `crossings`, then ∂f/∂t at low and at high, of different signs. Returns t
    (n,), f less the level there (n,), and whether that is zero as far as rounding can tell (n,).
    """
    x, y, dx, dy, low, high, start, end, start_slope, end_slope = segments.T

    def along(which: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        step = np.stack([dx[which], dy[which]], 1)
        value, slope, bend = sampled(curvatures, f, p, x[which] + t * step[:, 0], y[which] + t * step[:, 1])
        with np.errstate(invalid="ignore"):
            return (slope * step).sum(1), np.einsum("ni,nij,nj->n", step, bend, step), value

    tolerance = _resolution(x, y, dx, dy)
    t, slope, bend, value = _zeros(along, low, high, start_slope, end_slope, tolerance, patient=True)
    value = value - level
    # what rounding may leave of a zero: of a bend, of a corner, of the tip of a root
    away = np.maximum(np.abs(x), np.abs(y)) / np.maximum(np.abs(dx), np.abs(dy)) + 1
    top = np.maximum(np.abs(start - level), np.abs(end - level))
    noise = np.maximum(64 * EPS * (away**2 * np.abs(bend) + away * top), 4 * tolerance * np.abs(slope))
    # at the very tip there is no slope
    return t, value, (value == 0) | (np.abs(value) <= np.minimum(noise, 1e-3 * top))


def _resolution(x: np.ndarray, y: np.ndarray, dx: np.ndarray, dy: np.ndarray) -> np.ndarray:
    """How finely t can be told apart, given the rounding of x and y."""
    length = np.maximum(np.abs(dx), np.abs(dy))
    return 4 * EPS * (np.maximum(np.abs(x), np.abs(y)) + length) / length


def _zeros(
    g: Slope,
    low: np.ndarray,
    high: np.ndarray,
    at_low: np.ndarray,
    at_high: np.ndarray,
    tolerance: np.ndarray,
    *,
    patient: bool = False,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """t (n,) in [low, high] where g is zero, and g's three results there; g has other signs at both ends.

    At a pole or a jump it gives up early, somewhere in between; but goes to the end if it is `patient`.
    """
    turned = at_low > 0
    below, under = np.where(turned, high, low), np.where(turned, at_high, at_low)
    above, over = np.where(turned, low, high), np.where(turned, at_low, at_high)
    top = np.maximum(np.abs(at_low), np.abs(at_high))
    # first where a straight line would cross, but well inside
    with np.errstate(all="ignore"):
        share = np.nan_to_num(np.clip(at_low / (at_low - at_high), 0.05, 0.95), nan=0.5)
    t, step = low + (high - low) * share, np.abs(high - low)
    results = np.full((4, len(low)), np.nan)
    which = np.arange(len(low))
    # once for no segments at all: the kernel is then there when they come
    for count in range(MOST_STEPS):
        value, slope, more = g(which, t)
        less = value < 0
        below, under = np.where(less, t, below), np.where(less, value, under)
        above, over = np.where(less, above, t), np.where(less, over, value)
        with np.errstate(all="ignore"):
            newton = t - value / slope
            inside = (newton - below) * (newton - above) < 0
        quick = np.abs(2 * value) < step * np.abs(slope)
        following = np.where(inside & quick, newton, (below + above) / 2)
        step = np.abs(following - t)
        left = np.minimum(-under, over)
        jumps = (left > 0.25 * top) & (np.abs(above - below) < 1e-9 * np.abs(high - low))
        hopeless = ((left > 4 * top) | jumps) & (not patient) | (count == MOST_STEPS - 1)
        arrived = (step <= tolerance) | (np.abs(value) <= tolerance * np.abs(slope))
        done = hopeless | arrived | (value == 0) | np.isnan(value)
        results[:, which[done]] = t[done], value[done], slope[done], more[done]
        if done.all():
            break
        going = ~done
        which, t, step = which[going], following[going], step[going]
        below, under, above, over = below[going], under[going], above[going], over[going]
        low, high, top, tolerance = low[going], high[going], top[going], tolerance[going]
    t, value, slope, more = results
    return t, value, slope, more
