"""Zeros of a curve or a derivative in view: bracketed by samples and intervals, polished, with sure digits.

Intervals decide whether all zeros are found: they exclude every other part of the view, or show what was
missed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from jaxstudio.functions.curves.analysis import CurveAnalysis
from jaxstudio.functions.curves.bracketing import narrow, polish, sign_change
from jaxstudio.functions.curves.evaluator import Evaluator
from jaxstudio.functions.curves.identically_zero import Levels, end_at_gap, levels, zero_parts
from jaxstudio.functions.curves.interval_survey import IntervalSet, cut_up, runs
from jaxstudio.functions.protocol.scene import Interval, Proof

MOST_DIGITS = 15.95
# Distances from the zero are 4^0 to 4^LADDER units in the last place.
LADDER = 22
# So many values are computed in many digits, and confirm one that they agree with to this share.
MOST_EXACT, CLOSE = 64, 0.1
# Places so many units in the last place away tell what rounding does to a value.
NEIGHBOURS = np.array([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0])


def certainty(evaluator: Evaluator, x: np.ndarray, order: int, span: float) -> tuple[np.ndarray, list[Proof]]:
    """Digits (n,) of zeros of derivative `order` at x (n,); each proven to be the only one there, or not."""
    unit = np.maximum(np.spacing(np.abs(x)), span * 2.0**-60)
    reach = unit[:, None] * 4.0 ** np.arange(LADDER + 1)
    low, high = x[:, None] - reach, x[:, None] + reach
    left = _signs(evaluator, low.ravel(), order)
    if left is None:
        return digits_of(x, _by_noise(evaluator, x, order, unit), span), [Proof.SAMPLED] * len(x)
    right = _signs(evaluator, high.ravel(), order)
    assert right is not None
    opposite = (left * right < 0).reshape(reach.shape)
    found = opposite.any(axis=1)
    rung = np.argmax(opposite, axis=1)
    width = reach[np.arange(len(x)), rung]
    around = evaluator.enclose(x - width, x + width, order + 1)
    assert around is not None
    alone = around.smooth & around.excludes_zero(order + 1)
    width = np.where(found, width, np.maximum(_by_noise(evaluator, x, order, unit), unit))
    proofs = [Proof.PROVEN if sure else Proof.SAMPLED for sure in found & alone]
    return digits_of(x, width, span), proofs


def certain_signs(evaluator: Evaluator, x: np.ndarray, order: int) -> np.ndarray:
    """-1, 1, or 0 where rounding leaves it open, float64 (n,); by intervals or, without, by the noise.

    Where intervals are too wide to tell, as those of an integral are, the value in many digits does.
    """
    signs = _signs(evaluator, x, order)
    level = evaluator.values(x)[order]
    with np.errstate(over="ignore"):
        trusted = np.abs(level) > 8 * noise(evaluator, x, order)
    by_noise = np.where(trusted, np.sign(level), 0.0)
    if signs is None:
        return by_noise
    bounds = evaluator.enclose(x, x, order)
    unknown = (
        np.zeros(len(x), bool)
        if bounds is None
        else np.isinf(bounds.low[order]) | np.isinf(bounds.high[order])
    )
    signs = np.where(unknown, by_noise, signs)
    for n in np.flatnonzero((signs == 0) & trusted)[:MOST_EXACT] if order == 0 else ():
        exact = evaluator.exact(float(x[n]))
        if exact is not None and abs(float(exact) - level[n]) <= CLOSE * abs(level[n]):
            signs[n] = np.sign(level[n])
    return signs


def noise(evaluator: Evaluator, x: np.ndarray, order: int) -> np.ndarray:
    """How much a derivative varies among neighbouring numbers: rounding, mostly."""
    near = x[:, None] + NEIGHBOURS * np.spacing(np.abs(x))[:, None]
    found = evaluator.values(near.ravel())[order].reshape(near.shape)
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(np.ptp(found, axis=1), nan=np.inf)


def _signs(evaluator: Evaluator, x: np.ndarray, order: int) -> np.ndarray | None:
    bounds = evaluator.enclose(x, x, order)
    if bounds is None:
        return None
    positive = bounds.defined & (bounds.low[order] > 0)
    return positive.astype(np.float64) - (bounds.defined & (bounds.high[order] < 0))


def _by_noise(evaluator: Evaluator, x: np.ndarray, order: int, unit: np.ndarray) -> np.ndarray:
    """How far the zero may be away for all that rounding lets see."""
    found = evaluator.values(x)
    slope = np.abs(found[order + 1]) if order + 1 < len(found) else np.full(len(x), np.nan)
    with np.errstate(all="ignore"):
        away = noise(evaluator, x, order) / slope
    return np.where(np.isfinite(away), np.maximum(away, unit), unit)


def digits_of(x: np.ndarray, width: np.ndarray, span: float) -> np.ndarray:
    """A zero at 0 has as many digits as the width of the view leaves it."""
    size = np.maximum(np.abs(x), span * 2.0**-8)
    return np.clip(-np.log10(width / size), 0.0, MOST_DIGITS)


FIRST = 256
# Cells are cut down to this share of the view; more open ones than this at a time are too many.
LEAST, MOST = 2.0**-40, 1_024
# Cells do not begin at round numbers, where zeros like to be.
SHIFT = 0.3819660112501051


def exclude(
    evaluator: Evaluator, interval: Interval, order: int, known: np.ndarray
) -> tuple[bool, IntervalSet]:
    """Whether there are no zeros of derivative `order` besides those at `known`, float64 (n,) ascending, and
    brackets that hold one more zero each.

    `known` holds poles, jumps and the like too, around which nothing can be excluded.
    """
    width = interval[1] - interval[0]
    inner = interval[0] + width * (np.arange(FIRST) + SHIFT) / FIRST
    edges = np.concatenate([[interval[0]], inner, [interval[1]]])
    low, high, least = edges[:-1], edges[1:], LEAST * width
    rest, missed = [IntervalSet.none()], [IntervalSet.none()]
    while len(low):
        bounds = evaluator.enclose(low, high, order + 1)
        if bounds is None or len(low) > MOST + FIRST:
            return False, IntervalSet.none()
        monotone = bounds.smooth & bounds.excludes_zero(order + 1)
        open_cells = ~bounds.excludes_zero(order)
        judged = np.flatnonzero(open_cells & monotone)
        signs = certain_signs(evaluator, np.concatenate([low[judged], high[judged]]), order).reshape(2, -1)
        inside = np.searchsorted(known, high[judged]) - np.searchsorted(known, low[judged])
        crossed = signs[0] * signs[1] < 0
        open_cells[judged[(signs[0] * signs[1] > 0) | crossed]] = False
        lonely = judged[crossed & (inside == 0)]
        missed.append(IntervalSet(low[lonely], high[lonely]))
        tiny = high - low <= np.maximum(least, 4 * np.spacing(np.abs(low)))
        rest.append(IntervalSet(low[open_cells & tiny], high[open_cells & tiny]))
        low, high = cut_up(low[open_cells & ~tiny], high[open_cells & ~tiny])
    left = rest[0].joined(*rest[1:], closest=4 * least)
    # in each stretch that is left over lies something that is known
    first = np.searchsorted(known, left.low - 4 * least)
    complete = bool((np.append(known, np.inf)[first] <= left.high + 4 * least).all())
    return complete, missed[0].joined(*missed[1:], closest=-np.inf)


# At least so many neighbouring samples that are exactly zero are a stretch of zeros.
FLAT = 3
# A value that is still this share of those around it is no zero: it jumps there.
JUMPS = 0.1
# A stretch of zeros beside which, at this share of the view, values are this small is one of underflow.
BESIDE, TINY = 1e-6, 1e-200
# A stretch of zeros that is so much of one along which nothing else can be seen is that stretch.
SAME = 0.999
# So often a bracket is asked for certain signs, wider each time.
WIDER = 3


@dataclass(frozen=True)
class Zeros:
    """Where the sign changes: `x` (n,) ascending, and `rises` (n,); `flat` where it is zero all along.

    `open` (flat,): there it may only be too small to be told from zero. `complete` says that intervals
    exclude all others; places of breaks are not looked into.
    """

    x: np.ndarray
    rises: np.ndarray
    flat: IntervalSet
    open: np.ndarray
    complete: bool


def zeros(study: CurveAnalysis, evaluator: Evaluator, order: int, known: np.ndarray) -> Zeros:
    """Zeros of derivative `order`, 0 to 2; at those `known`, (n,), there need not be a change of sign."""
    values = study.track.values
    brackets = _certain(evaluator, _sign_changes(study, order), study.samples.t, order)
    x = polish(values, order, brackets.low, brackets.high)
    places = np.array([b.at for b in study.breaks])
    all_found, missed = exclude(evaluator, study.view.x, order, np.sort(np.concatenate([x, places, known])))
    if len(missed):
        brackets = brackets.joined(missed, closest=-np.inf)
        x = polish(values, order, brackets.low, brackets.high)
    ends = values(np.concatenate([brackets.low, brackets.high]))[0, order].reshape(2, -1)
    rises = ends[1] > ends[0]
    if order == 0:
        size = np.abs(ends).max(axis=0) if len(x) else np.empty(0)
        real = np.abs(values(x)[0, 0]) <= JUMPS * size
        x, rises = x[real], rises[real]
    order_of_x = np.argsort(x, kind="stable")
    x, rises, flat = x[order_of_x], rises[order_of_x], _flat(study, order)
    if order:
        return Zeros(x, rises, flat, np.zeros(len(flat), bool), all_found)
    parts = [part for ends in flat.pairs() for part in zero_parts(study, evaluator, *ends)]
    flat = IntervalSet.of_pairs(parts)
    found = levels(study, evaluator)
    hidden = np.array([float(place.x) for place in found.roots])
    hidden = hidden[(hidden >= study.view.x[0]) & (hidden <= study.view.x[1])]
    near = np.abs(x[:, None] - hidden).min(axis=1, initial=np.inf) <= study.closest
    x, rises = np.concatenate([x[~near], hidden]), np.concatenate([rises[~near], np.zeros(len(hidden), bool)])
    x, rises = x[order_of_x := np.argsort(x, kind="stable")], rises[order_of_x]
    found = _together(Levels(flat, np.ones(len(flat), bool)), found, np.concatenate([x, known]))
    flat = _ending_at_breaks(study, found.stretches)
    alone = ~flat.reach(x, study.closest)
    complete = all_found and not (~found.exact).any() and not found.hides
    return Zeros(x[alone], rises[alone], flat, ~found.exact, complete)


def _ending_at_breaks(study: CurveAnalysis, stretches: IntervalSet) -> IntervalSet:
    """With ends that lie at a break put there: before and behind 0 there may be numbers down to 1e-300."""
    low, high = stretches.low.copy(), stretches.high.copy()
    for b in study.breaks:
        for ends in (low, high):
            ends[np.abs(ends - b.at) <= study.closest] = b.at
    return IntervalSet(low, high)


def _together(flat: Levels, near: Levels, known: np.ndarray) -> Levels:
    """Stretches of samples that are all zero, and those along which but rounding keeps them from it.

    Of the latter, where many digits do not find zero, those count in which some samples are zero all along
    or no zero is `known`. One that is the same stretch as one of zeros ends where that does.
    """
    zero = dict(zip(flat.stretches.pairs(), flat.exact.tolist(), strict=True))
    others: dict[tuple[float, float], bool] = {}
    for (begin, end), sure in zip(near.stretches.pairs(), near.exact.tolist(), strict=True):
        inside = [ends for ends in zero if ends[0] < end and ends[1] > begin]
        if len(inside) == 1 and inside[0][1] - inside[0][0] >= SAME * (end - begin):
            zero[inside[0]] = sure
        elif sure or inside or not ((known >= begin) & (known <= end)).any():
            others[begin, end] = sure
            zero = {ends: each for ends, each in zero.items() if ends not in inside}
    every = {**zero, **others}
    exact = np.array([every[ends] for ends in sorted(every)], bool)
    return Levels(IntervalSet.of_pairs(list(every)), exact, near.roots, near.hides)


def _usable(study: CurveAnalysis, order: int) -> np.ndarray:
    samples = study.samples
    return samples.finite & np.isfinite(samples.values[0, order]) & ~study.undersampled.hold(samples.t)


def _sign_changes(study: CurveAnalysis, order: int) -> IntervalSet:
    """Neighbouring samples of opposite signs with no break and no stretch between them."""
    t, level = study.samples.t, study.samples.values[0, order]
    usable = _usable(study, order)
    chosen = np.flatnonzero(usable & (level != 0))
    first, last = chosen[:-1], chosen[1:]
    change = np.sign(level[first]) != np.sign(level[last])
    few_zeros = last - first - 1 < FLAT
    low, high = t[first], t[last]
    changes = IntervalSet(low, high).chosen(change & few_zeros)
    breaks = IntervalSet.of_pairs([(b.low, b.high) for b in study.breaks])
    blocked = breaks.joined(study.undersampled, closest=0.0)
    inside = np.searchsorted(blocked.low, changes.high) - np.searchsorted(blocked.high, changes.low)
    return changes.chosen(inside == 0)


def _certain(evaluator: Evaluator, brackets: IntervalSet, t: np.ndarray, order: int) -> IntervalSet:
    """Without those in which it is but rounding that changes its sign.

    A bound that is itself a zero for all that is known gives way to the next of the samples t.
    """
    for _ in range(WIDER):
        signs = certain_signs(evaluator, np.concatenate([brackets.low, brackets.high]), order).reshape(2, -1)
        low = np.where(signs[0] == 0, t[np.maximum(np.searchsorted(t, brackets.low) - 1, 0)], brackets.low)
        after = np.minimum(np.searchsorted(t, brackets.high, side="right"), len(t) - 1)
        high = np.where(signs[1] == 0, t[after], brackets.high)
        if (signs != 0).all():
            break
        brackets = IntervalSet(low, high)
    return brackets.chosen(signs[0] * signs[1] < 0)


def _flat(study: CurveAnalysis, order: int) -> IntervalSet:
    """Stretches of samples that are exactly zero, with their ends narrowed down."""
    t, level = study.samples.t, study.samples.values[0, order]
    nothing = _usable(study, order) & (level == 0)
    found = runs(t, nothing[:-1] & nothing[1:])
    first, last = np.searchsorted(t, found.low), np.searchsorted(t, found.high)
    long = last - first + 1 >= FLAT
    first, last = first[long], last[long]
    edges = IntervalSet(_edge(study, order, first, -1), _edge(study, order, last, 1))
    away = BESIDE * study.span
    beside = study.track.values(np.concatenate([edges.low - away, edges.high + away]))[0, order].reshape(
        2, -1
    )
    with np.errstate(invalid="ignore"):
        underflow = ((np.abs(beside) > 0) & (np.abs(beside) < TINY)).any(axis=0)
    return edges.chosen(~underflow)


def _edge(study: CurveAnalysis, order: int, at: np.ndarray, step: int) -> np.ndarray:
    """The farthest zeros from the samples `at` in one direction."""
    t, usable = study.samples.t, _usable(study, order)
    beyond = np.clip(at + step, 0, len(t) - 1)
    outer, inner = narrow(
        study.track.values,
        np.minimum(t[at], t[beyond]),
        np.maximum(t[at], t[beyond]),
        partial(sign_change, order),
    )
    edge = inner if step < 0 else outer
    ends = [end_at_gap(study, *way) for way in zip(t[at].tolist(), t[beyond].tolist(), strict=True)]
    return np.where(beyond == at, t[at], np.where(usable[beyond], edge, np.array(ends)))
