"""A range of y that shows what matters: everything if it fits, else without what runs away to poles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jaxstudio.functions.curves.evaluator import Evaluator
from jaxstudio.functions.curves.resolve import COARSE
from jaxstudio.functions.protocol.scene import Interval

# All is shown if that is no more than so many times what the middle part of the values spans.
TOO_TALL = 6.0
# The middle part leaves out this share at either end, and is shown with so much of itself around it.
LEFT_OUT, AROUND = 0.1, 0.75
MARGIN = 0.05
# Derivatives widen the range by no more than so many times what the functions span, to either side.
BESIDE = 1.5
FLAT = 1.0  # half of what is shown around a constant, where nothing else says how much


def fit_y(evaluators: Sequence[Evaluator], beside: Sequence[Evaluator], x: Interval) -> Interval:
    """The range of y in which to draw these curves over an interval of x; those `beside` may be cut off."""
    places = np.linspace(*x, COARSE)
    ranges = [span for e in evaluators if (span := _range(e.values(places)[0])) is not None]
    others = [span for e in beside if (span := _range(e.values(places)[0])) is not None]
    if not ranges:
        ranges, others = others, []
    if not ranges:
        return -FLAT, FLAT
    low, high = min(span[0] for span in ranges), max(span[1] for span in ranges)
    most = BESIDE * (high - low) or np.inf
    low = max(low - most, min([low, *(span[0] for span in others)]))
    high = min(high + most, max([high, *(span[1] for span in others)]))
    room = (high - low) * MARGIN
    if room <= 1e-12 * max(abs(low), abs(high)):
        room = abs(low) / 2 or FLAT
    return float(low - room), float(high + room)


def _range(y: np.ndarray) -> Interval | None:
    """Of one curve."""
    y = np.sort(y[np.isfinite(y)])
    if not len(y):
        return None
    low, high = np.quantile(y, [LEFT_OUT, 1 - LEFT_OUT])
    middle = high - low
    if middle == 0 or y[-1] - y[0] <= TOO_TALL * middle:
        return float(y[0]), float(y[-1])
    return float(max(y[0], low - AROUND * middle)), float(min(y[-1], high + AROUND * middle))
