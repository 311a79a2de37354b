"""The integral of a curve: Gauss's rules of two sizes on intervals that are halved until both agree."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.protocol.queries import AreaAnswer, AreaQuestion
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.studying import graph_evaluator
from jaxstudio.functions.service.targets import find_path
from jaxstudio.processes.serve import Work

FIRST, HALVINGS, MOST_INTERVALS = 32, 52, 4096
FEW, MANY = np.polynomial.legendre.leggauss(7), np.polynomial.legendre.leggauss(15)
RELATIVE, ABSOLUTE = 1e-13, 1e-300
Values = Callable[[np.ndarray], np.ndarray]
# What is left over after all halvings is no rounding but a pole, if it is more than this share.
DIVERGES = 1e-3


def area(composer: Composer, question: AreaQuestion, work: Work) -> AreaAnswer:
    """The integral of the target's curve."""
    path = find_path(composer, question.target)
    low, high = question.low, question.high
    if path.in_the_plane:
        raise UsageError("only a curve y = f(x) has an area below it")
    if not (math.isfinite(low) and math.isfinite(high)):
        raise UsageError(f"the area from {low} to {high}: expected two finite numbers")
    composer.programs.wait_for(path.exact, work, f"line {question.target.line + 1}")
    evaluator = graph_evaluator(path, question.target.order)
    answer = integral(lambda x: evaluator.values(x)[0], min(low, high), max(low, high), work)
    sign = -1.0 if high < low else 1.0
    return AreaAnswer(sign * answer.value, answer.error, answer.note)


def integral(f: Values, low: float, high: float, work: Work) -> AreaAnswer:
    """∫ f from low to high; f maps float64 (n,) to (n,), NaN where it has no value."""
    edges = np.linspace(low, high, FIRST + 1)
    left, width = edges[:-1], np.diff(edges)
    done = error = 0.0
    for _ in range(HALVINGS):
        work.check()
        value, doubt = _rules(f, left, width)
        total = done + float(np.nansum(value))
        enough = (RELATIVE * abs(total) + ABSOLUTE) * width / max(high - low, ABSOLUTE)
        # rounding leaves no more than this to be gained
        fine = (doubt <= enough) | (doubt <= 4 * np.finfo(float).eps * np.abs(value))
        done += float(value[fine].sum())
        error += float(doubt[fine].sum())
        left, width, value, doubt = left[~fine], width[~fine], value[~fine], doubt[~fine]
        if not len(left) or len(left) > MOST_INTERVALS:
            break
        left, width = np.concatenate([left, left + width / 2]), np.tile(width / 2, 2)
    else:
        value, doubt = _rules(f, left, width)
    if not len(left):
        return AreaAnswer(done, error)
    return _unfinished(left, width, value, doubt, done, error)


def _rules(f: Values, left: np.ndarray, width: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The larger rule's value on each interval, and how far the smaller one is from it."""
    sums = []
    for nodes, weights in (FEW, MANY):
        x = left[:, None] + width[:, None] * (nodes + 1) / 2
        with np.errstate(all="ignore"):
            sums.append(f(x.ravel()).reshape(x.shape) @ weights * width / 2)
    with np.errstate(all="ignore"):
        doubt = np.abs(sums[0] - sums[1])
    return sums[1], np.where(np.isfinite(doubt), doubt, np.inf)


def _unfinished(
    left: np.ndarray, width: np.ndarray, value: np.ndarray, doubt: np.ndarray, done: float, error: float
) -> AreaAnswer:
    """What is to be said where the rules never agreed."""
    missing = np.isnan(value)
    real = missing & (width > 0)
    lost = float(width[real].sum())
    if lost > 1e-9 * max(abs(float(left.min())), abs(float(left.max())), lost):
        at, to = float(left[real].min()), float((left + width)[real].max())
        return AreaAnswer(math.nan, math.inf, f"there is no value between {at:.6g} and {to:.6g}")
    total = done + float(value[~missing].sum())
    off = error + float(doubt[np.isfinite(doubt)].sum())
    worst = int(np.argmax(np.where(np.isfinite(doubt), doubt, np.inf)))
    if not math.isfinite(off) or np.isinf(doubt[~missing]).any() or off > DIVERGES * max(abs(total), 1e-12):
        return AreaAnswer(math.nan, math.inf, f"it grows without bound near {left[worst]:.6g}")
    return AreaAnswer(total, off)
