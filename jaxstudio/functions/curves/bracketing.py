"""Many cells are narrowed at once, to neighbouring numbers: a round cuts each of them into equal parts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jaxstudio.functions.curves.evaluator import CHUNK

ROUNDS = 70
# About so many places are computed in a round, a cell being cut into no more and no fewer parts than these.
POINTS = 4 * CHUNK
LEAST_PARTS, MOST_PARTS = 16, 64
# A cell around 0 is narrow enough when it is this share of its first width.
NARROWEST = 2.0**-64
# values float64 (c, 3, cells, places) -> the part, from 0, of each cell to go on with: int64 (cells,)
Choose = Callable[[np.ndarray, np.ndarray], np.ndarray]
ValuesOf = Callable[[np.ndarray], np.ndarray]


def narrow(
    values: ValuesOf, low: np.ndarray, high: np.ndarray, choose: Choose, margin: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Narrow the cells [low, high], float64 (n,), to where `choose` leads; returns the new bounds.

    `choose(t, values)` is given the places (n, m) and what is computed there, (c, 3, n, m). `margin` parts
    on either side of the chosen one are kept, and the cells end some numbers wide.
    """
    low, high = low.copy(), high.copy()
    least = (high - low) * NARROWEST
    for _ in range(ROUNDS):
        spacing = np.spacing(np.maximum(np.abs(low), np.abs(high)))
        going = np.flatnonzero((high - low > least) & (high - low > (1 + 16 * margin) * spacing))
        if not len(going):
            break
        parts = min(MOST_PARTS, max(LEAST_PARTS, POINTS // len(going) - 1))
        share = np.linspace(0.0, 1.0, parts + 1)
        t = low[going, None] + share * (high - low)[going, None]
        t[:, -1] = high[going]
        found = values(t.ravel())
        at = choose(t, found.reshape(*found.shape[:2], *t.shape))
        row = np.arange(len(going))
        low[going], high[going] = (
            t[row, np.maximum(at - margin, 0)],
            t[row, np.minimum(at + 1 + margin, parts)],
        )
    return low, high


def narrow_to_steepest(
    values: ValuesOf, low: np.ndarray, high: np.ndarray, order: int
) -> tuple[np.ndarray, np.ndarray]:
    """Towards where derivative `order` varies most; a pole may lie just beside the part that varies most."""
    low, high = narrow(values, low, high, steepest(order), margin=1)
    return narrow(values, low, high, steepest(order))


def steepest(order: int) -> Choose:
    """Towards where derivative `order` varies most: a jump, a pole, a corner (order 1)."""

    def choose(t: np.ndarray, values: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            level = values[:, order]
            slope = np.abs(values[:, order + 1]) if order < 2 else np.zeros_like(level)
            slope = np.where(np.isfinite(slope), slope, 0.0)
            step = np.diff(t)
            change = np.abs(np.diff(level, axis=-1)) + step * (slope[..., :-1] + slope[..., 1:]) / 2
        total = np.nan_to_num(change, nan=np.inf).max(axis=0)
        return _middle_of_first_run(total == total.max(axis=-1, keepdims=True))

    return choose


def _middle_of_first_run(chosen: np.ndarray) -> np.ndarray:
    """Where values are missing for a stretch, what is sought lies in its middle."""
    first = np.argmax(chosen, axis=-1)
    ends = ~chosen & (np.arange(chosen.shape[-1]) > first[..., None])
    last = np.where(ends.any(axis=-1), np.argmax(ends, axis=-1), chosen.shape[-1]) - 1
    return (first + last) // 2


def border(order: int = 0) -> Choose:
    """Towards the first change between places where a derivative has a value and where it has none."""

    def choose(t: np.ndarray, values: np.ndarray) -> np.ndarray:
        return _first_change(np.isfinite(values[:, order]).all(axis=0))

    return choose


def sign_change(order: int) -> Choose:
    """Towards the first change of the sign of a derivative of the only component."""

    def choose(t: np.ndarray, values: np.ndarray) -> np.ndarray:
        return _first_change(np.sign(values[0, order]))

    return choose


def _first_change(state: np.ndarray) -> np.ndarray:
    """The part at whose end the state first differs from that at the beginning; the last if none does."""
    differs = state[:, 1:] != state[:, :1]
    return np.where(differs.any(axis=-1), np.argmax(differs, axis=-1), state.shape[-1] - 2)
