"""The range of y in which curves are drawn, where none is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from jaxstudio.functions.curves.evaluator import Evaluator
from jaxstudio.functions.curves.sampling import COARSE
from jaxstudio.functions.language import Line
from jaxstudio.functions.protocol.scene import Interval

USUAL_LOG: Interval = (0.1, 1000.0)
# All is shown if that is no more than so many times what the middle part of the values spans.
TOO_TALL = 6.0
# The middle part leaves out this share at either end, and is shown with so much of itself around it.
LEFT_OUT, AROUND = 0.1, 0.75
MARGIN = 0.05
# Derivatives widen the range by no more than so many times what the functions span, to either side.
BESIDE_SPANS = 1.5
FLAT = 1.0  # half of what is shown around a constant, where nothing else says how much


def fit_y(
    evaluators: Sequence[Evaluator], beside: Sequence[Evaluator], x: Interval, log: str = ""
) -> Interval:
    """The range of y in which to draw these curves over an interval of x; those `beside` may be cut off.

    `log` are the logarithmic axes.
    """
    places = np.geomspace(*x, COARSE) if "x" in log else np.linspace(*x, COARSE)

    def spans(evaluators: Sequence[Evaluator]) -> list[Interval]:
        heights = [e.values(places)[0] for e in evaluators]
        if "y" in log:
            heights = [np.log10(np.where(y > 0, y, np.nan)) for y in heights]
        return [span for y in heights if (span := _range(y)) is not None]

    low, high = _height_of(spans(evaluators), spans(beside))
    return (10.0**low, 10.0**high) if "y" in log else (low, high)


def _height_of(ranges: list[Interval], others: list[Interval]) -> Interval:
    if not ranges:
        ranges, others = others, []
    if not ranges:
        return -FLAT, FLAT
    low, high = min(span[0] for span in ranges), max(span[1] for span in ranges)
    most = BESIDE_SPANS * (high - low) or np.inf
    low = max(low - most, min([low, *(span[0] for span in others)]))
    high = min(high + most, max([high, *(span[1] for span in others)]))
    room = (high - low) * MARGIN
    if room <= 1e-12 * max(abs(low), abs(high)):
        room = abs(low) / 2 or FLAT
    return float(low - room), float(high + room)


def _range(y: np.ndarray) -> Interval | None:
    """Return the range of one curve."""
    y = np.sort(y[np.isfinite(y)])
    if not len(y):
        return None
    low, high = np.quantile(y, [LEFT_OUT, 1 - LEFT_OUT])
    middle = high - low
    if middle == 0 or y[-1] - y[0] <= TOO_TALL * middle:
        return float(y[0]), float(y[-1])
    return float(max(y[0], low - AROUND * middle)), float(min(y[-1], high + AROUND * middle))


def height_of(
    lines: Sequence[Line],
    graphs: Mapping[int, Mapping[int, Evaluator]],
    x: Interval,
    width: int,
    height: int,
    log: str = "",
) -> Interval:
    """Return the height that fits the graphs; for curves in the plane both axes have one scale."""
    if graphs and len(graphs) == len(lines):
        both = [(order, e) for found in graphs.values() for order, e in found.items()]
        return fit_y([e for order, e in both if not order], [e for order, e in both if order], x, log)
    if "y" in log:
        return x if "x" in log else USUAL_LOG
    half = (x[1] - x[0]) / 2 * height / width
    return -half, half
