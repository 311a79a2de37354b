"""Whether all zeros are found: intervals exclude every other part of the view, or show what was missed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.curves.certainty import certain_signs
from jaxstudio.functions.curves.evaluator import Evaluator
from jaxstudio.functions.curves.interval_set import Stretches
from jaxstudio.functions.curves.interval_survey import cut_up
from jaxstudio.functions.protocol.scene import Interval

FIRST = 256
# Cells are cut down to this share of the view; more open ones than this at a time are too many.
LEAST, MOST = 2.0**-40, 1_024
# Cells do not begin at round numbers, where zeros like to be.
SHIFT = 0.3819660112501051


@dataclass(frozen=True)
class Excluded:
    """`complete`: nothing but what was known; `missed`: brackets in each of which there is one more zero."""

    complete: bool
    missed: Stretches


def exclude(evaluator: Evaluator, interval: Interval, order: int, known: np.ndarray) -> Excluded:
    """Look for zeros of derivative `order` besides those at `known`, float64 (n,) ascending.

    `known` holds poles, jumps and the like too, around which nothing can be excluded.
    """
    low, high = _first_cells(interval)
    least = LEAST * (interval[1] - interval[0])
    rest, missed = [Stretches.none()], [Stretches.none()]
    while len(low):
        bounds = evaluator.enclose(low, high, order + 1)
        if bounds is None or len(low) > MOST + FIRST:
            return Excluded(False, Stretches.none())
        monotone = bounds.defined & bounds.continuous & bounds.excludes_zero(order + 1)
        open_cells = ~bounds.excludes_zero(order)
        judged = np.flatnonzero(open_cells & monotone)
        signs = certain_signs(evaluator, np.concatenate([low[judged], high[judged]]), order).reshape(2, -1)
        inside = np.searchsorted(known, high[judged]) - np.searchsorted(known, low[judged])
        crossed = signs[0] * signs[1] < 0
        open_cells[judged[(signs[0] * signs[1] > 0) | crossed]] = False
        lonely = judged[crossed & (inside == 0)]
        missed.append(Stretches(low[lonely], high[lonely]))
        tiny = high - low <= np.maximum(least, 4 * np.spacing(np.abs(low)))
        rest.append(Stretches(low[open_cells & tiny], high[open_cells & tiny]))
        low, high = cut_up(low[open_cells & ~tiny], high[open_cells & ~tiny])
    left = rest[0].joined(*rest[1:], closest=4 * least)
    return Excluded(_all_known(left, known, 4 * least), missed[0].joined(*missed[1:], closest=-np.inf))


def _all_known(left: Stretches, known: np.ndarray, around: float) -> bool:
    """Whether in each stretch that is left over lies something that is known."""
    first = np.searchsorted(known, left.low - around)
    return bool((np.append(known, np.inf)[first] <= left.high + around).all())


def _first_cells(interval: Interval) -> tuple[np.ndarray, np.ndarray]:
    inner = interval[0] + (interval[1] - interval[0]) * (np.arange(FIRST) + SHIFT) / FIRST
    edges = np.concatenate([[interval[0]], inner, [interval[1]]])
    return edges[:-1], edges[1:]
