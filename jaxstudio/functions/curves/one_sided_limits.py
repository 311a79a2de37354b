"""What a track does near places: values nearer and nearer to them from both sides, and where these lead."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.curves.interval_set import Stretches
from jaxstudio.functions.curves.limits import OCTAVES, Approach, Behaviour, Limits, limits
from jaxstudio.functions.curves.parametric import Track, scales
from jaxstudio.functions.protocol.scene import View

# From so many pixels away the curve is followed towards the place.
REACH_PX = 2.0
# So many numbers of a bracket are tried for one without a value.
CANDIDATES = 34


@dataclass(frozen=True)
class Sides:
    """What is computed at n places and near them.

    at      the places, (n,), and their values (c, n)
    edges   values at the bounds of each bracket, (2, c, n)
    t       the places (n, m) on the left and on the right side, and the values there (c, 3, n, m)
    """

    at: np.ndarray
    value: np.ndarray
    edges: np.ndarray
    t: tuple[np.ndarray, np.ndarray]
    values: tuple[np.ndarray, np.ndarray]


def look_around(track: Track, suspects: Stretches, known: Stretches, view: View) -> Sides:
    """Compute the suspects themselves and places on both sides, nearer and nearer to them.

    No look goes halfway to the next suspect, nor to anything that is `known`.
    """
    at, value, edges = _places(track, suspects)
    low, high = track.interval
    reach = np.full(len(at), REACH_PX * (high - low) / view.width_px)
    every = known.joined(suspects, closest=-np.inf)
    before = suspects.low - np.concatenate([[-np.inf], every.high])[np.searchsorted(every.low, suspects.low)]
    after = np.append(every.low, np.inf)[np.searchsorted(every.low, suspects.low, "right")] - suspects.high
    reach = np.minimum(reach, 0.45 * np.minimum(before, after))
    ulp = np.spacing(np.abs(at))
    least = np.maximum(4 * ulp, reach * 2.0 ** -(OCTAVES - 1))
    share = np.linspace(0.0, 1.0, OCTAVES)
    with np.errstate(divide="ignore"):
        distance = reach[:, None] * (np.minimum(least / reach, 0.5)[:, None] ** share)
    t = (suspects.low[:, None] - distance, suspects.high[:, None] + distance)
    found = track.values(np.concatenate(t).ravel())
    found = found.reshape(*found.shape[:2], 2 * len(at), OCTAVES)
    return Sides(at, value, edges, t, (found[:, :, : len(at)], found[:, :, len(at) :]))


def _places(track: Track, suspects: Stretches) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each bracket the number that is meant, the values there (c, n), and those at the bounds (2, c, n).

    One without a value comes first, then 0, then the one that is written shortest, then the largest value.
    """
    low, high = suspects.low, suspects.high
    within = low[:, None] + np.linspace(0.0, 1.0, CANDIDATES) * (high - low)[:, None]
    zero = np.where((low <= 0) & (high >= 0), 0.0, low)
    candidates = np.column_stack([low, low + (high - low) / 2, high, zero, within])
    values = track.values(candidates.ravel())[:, 0].reshape(-1, *candidates.shape)
    rows = np.arange(len(low))
    missing = ~np.isfinite(values).all(axis=0)
    size = np.nan_to_num(np.abs(values[:, :, :4]).sum(axis=0), nan=np.inf)
    written = np.array([[len(repr(t)) for t in row] for row in candidates[:, :4].tolist()]).reshape(-1, 4)
    best = np.lexsort((-size, written, candidates[:, :4] != 0), axis=1)[:, 0]
    best = np.where(missing.any(axis=1), np.argmax(missing, axis=1), best)
    return candidates[rows, best], values[:, rows, best], values[:, :, [0, 2]].transpose(2, 0, 1)


@dataclass(frozen=True)
class Ends:
    """Where the left and the right side of n places lead to.

    ways    (2, n), each a Behaviour of the point as a whole
    limits  (2, c, n), ±inf where infinite, NaN without a limit; with their `errors`
    slack   (c, n): limits that differ by less are the same
    """

    ways: np.ndarray
    limits: np.ndarray
    errors: np.ndarray
    slack: np.ndarray


def ends_of(sides: Sides, view: View, order: int = 0) -> Ends:
    """Where a derivative, or the track itself, goes on both sides."""
    units = 1 / np.array(scales(view)[-sides.value.shape[0] :])
    found = [
        [_limits(sides, side, component, unit, order) for component, unit in enumerate(units)]
        for side in (0, 1)
    ]
    values, errors = (
        np.array([[getattr(one, name) for one in both] for both in found]) for name in ("value", "error")
    )
    behaviours = np.array([[one.behaviour for one in both] for both in found])
    ways = np.full((2, len(sides.at)), Behaviour.FINITE.value, behaviours.dtype)
    for way in (Behaviour.WILD, Behaviour.INFINITE, Behaviour.UNDEFINED):
        ways[(behaviours == way.value).any(axis=1)] = way.value
    with np.errstate(invalid="ignore"):
        slack = 4 * np.where(np.isnan(errors), 0.0, errors).sum(axis=0) + 1e-6 * units[:, None]
        slack += 1e-9 * np.fmax(np.abs(values[0]), np.abs(values[1]))
    return Ends(ways, values, errors, slack)


def _limits(sides: Sides, side: int, component: int, unit: float, order: int) -> Limits:
    values, sign = sides.values[side][component], (-1.0, 1.0)[side]
    nothing = np.zeros_like(values[0])
    slope = sign * values[order + 1] if order < 2 else nothing
    bend = values[order + 2] if order < 1 else nothing
    distance = np.abs(sides.t[side] - sides.at[:, None])
    return limits(Approach(np.spacing(np.abs(sides.at)), distance, values[order], slope, bend), unit)
