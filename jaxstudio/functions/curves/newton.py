"""Zeros of a derivative, many at once: Newton's steps while they stay in their brackets, else halving."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.curves.bracketing import ValuesOf, narrow, sign_change

STEPS = 9


def polish(values: ValuesOf, order: int, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """One zero of derivative `order`, 0 to 2, in each bracket [low, high], float64 (n,), to the last digit.

    The signs at the bounds must differ. Where the derivative jumps, the place of the jump is returned.
    """
    low, high = low.copy(), high.copy()
    begins = np.sign(values(low)[0, order])
    x = low + (high - low) / 2
    done = np.zeros(len(x), bool)
    for _ in range(STEPS):
        going = np.flatnonzero(~done)
        if not len(going):
            break
        found = values(x[going])[0]
        level = found[order]
        before = np.sign(level) == begins[going]
        low[going] = np.where(before, x[going], low[going])
        high[going] = np.where(before, high[going], x[going])
        with np.errstate(all="ignore"):
            step = (
                level / found[order + 1] if order < 2 else _secant(values, low[going], high[going], x[going])
            )
            next_x = x[going] - step
        inside = (next_x > low[going]) & (next_x < high[going])
        small = np.abs(step) <= np.spacing(np.abs(x[going]))
        done[going] = (level == 0) | small
        halved = low[going] + (high[going] - low[going]) / 2
        x[going] = np.where(done[going], x[going], np.where(inside, next_x, halved))
    rest = np.flatnonzero(~done)
    if len(rest):
        first, last = narrow(values, low[rest], high[rest], sign_change(order))
        sizes = np.abs(values(np.concatenate([first, last]))[0, order]).reshape(2, -1)
        x[rest] = np.where(sizes[0] < sizes[1], first, last)
        x[rest] = np.where((first <= 0) & (last >= 0), 0.0, x[rest])
    return _rounded(values, order, x, low, high)


def _rounded(values: ValuesOf, order: int, x: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The number of fewer digits close by, or 0, where it is as good a zero."""
    shorter = np.array([float(f"{place:.14g}") for place in x.tolist()])
    shorter = np.where(np.abs(x) < 2.0**-50 * np.maximum(np.abs(low), np.abs(high)), 0.0, shorter)
    sizes = np.abs(values(np.concatenate([x, shorter]))[0, order]).reshape(2, -1)
    return np.where(sizes[1] <= sizes[0], shorter, x)


def _secant(values: ValuesOf, low: np.ndarray, high: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The step for the second derivative, whose slope is not computed, from one more place close by."""
    away = np.where(high - x > x - low, 1.0, -1.0) * np.minimum(
        1e-6 * np.maximum(np.abs(x), high - low), (high - low) / 4
    )
    here, there = values(np.concatenate([x, x + away]))[0, 2].reshape(2, -1)
    return here * away / (there - here)
