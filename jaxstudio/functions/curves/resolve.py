"""Samples are added level by level where the picture needs them, within a budget."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.curves.cells import Cells, measure
from jaxstudio.functions.curves.parametric import Track
from jaxstudio.functions.curves.samples import Samples
from jaxstudio.functions.protocol.scene import Interval, View

BUDGET = 16_384
COARSE = 2_048
LEVELS = 24
SEED = 7
JITTER = 20  # 64ths of a step
MOST_ROUND = 100
# No more cells than FEW, each in FINE parts, DEPTH times over, to see what is narrower than a pixel.
FEW, FINE, DEPTH = 48, 16, 6


def first_grid(interval: Interval, count: int = COARSE) -> np.ndarray:
    """`count` places over an interval: its ends, even ones, and between them ones shifted at random.

    Whatever repeats in step with the even ones is seen by the others. All are short binary fractions of
    the interval; the last cell is two wide.
    """
    low, high = interval
    steps = np.arange(count, dtype=np.float64)
    shifts = np.random.default_rng(SEED).integers(-JITTER, JITTER + 1, count) / 64
    steps[1:-1:2] += shifts[1:-1:2]
    places = low + (high - low) * (steps / count)
    places[-1] = high
    return places


def round_places(track: Track) -> np.ndarray:
    """The round numbers in the interval, and multiples of π/12: where people put holes and ends."""
    low, high = track.interval
    tick = 10.0 ** np.floor(np.log10((high - low) / 10))
    steps = [tick, *(step for step in (np.pi / 12, np.pi) if (high - low) / step <= MOST_ROUND)]
    found = [step * np.arange(np.ceil(low / step), np.floor(high / step) + 1) for step in steps]
    return np.concatenate(found)


def resolve(samples: Samples, view: View, budget: int = BUDGET) -> Cells:
    """Add samples until no cell needs any, all are as narrow as they may be, or the budget is spent."""
    for _ in range(LEVELS):
        cells = measure(samples, view)
        parts = np.where(cells.width > samples.track.least, cells.parts, 1)
        left = budget - len(samples.t)
        if left <= 0 or not (parts > 1).any():
            return cells
        if (parts - 1).sum() > left:
            parts = _most_urgent(parts, cells.width, left)
        samples.keep(*_split(samples, parts))
    return measure(samples, view)


def _most_urgent(parts: np.ndarray, width: np.ndarray, left: int) -> np.ndarray:
    """The widest cells, each halved, as many as there are samples left."""
    wanting = np.flatnonzero(parts > 1)
    chosen = wanting[np.argsort(-width[wanting], kind="stable")[:left]]
    result = np.ones_like(parts)
    result[chosen] = 2
    return result


def _split(samples: Samples, parts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The new samples that cut each cell evenly."""
    cell = np.repeat(np.arange(len(parts)), parts - 1)
    begins = np.cumsum(parts - 1) - (parts - 1)
    number = np.arange(len(cell)) - begins[cell] + 1
    share = number / parts[cell]
    t = samples.t[cell] + share * (samples.t[cell + 1] - samples.t[cell])
    return t, samples.track.values(t)


def resolve_below(samples: Samples, view: View, open_cells: np.ndarray) -> None:
    """Look into the `open_cells` (n - 1,), if they are few: a needle has an end, a jump has none."""
    at = np.flatnonzero(open_cells)
    low, high = samples.t[at], samples.t[at + 1]
    for _ in range(DEPTH):
        if not 0 < len(low) <= FEW:
            return
        t = low[:, None] + np.linspace(0.0, 1.0, FINE + 1) * (high - low)[:, None]
        t[:, -1] = high
        apart = (np.diff(t) > 0).all(axis=1)
        part = Samples(samples.track, t[apart].ravel())
        samples.keep(part.t, part.values)
        cells = measure(part, view)
        inside = np.isin(part.t[:-1], t[:, :-1])
        chosen = inside & cells.joined & (cells.parts > 1)
        low, high = part.t[:-1][chosen], part.t[1:][chosen]
