"""Between two vertices: is the chord that joins them the curve, and where does the curve bulge?"""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.fields.samples import Field, Parameters, sampled, slopes

# most arrive after 3; towards a cusp Newton's steps only shrink by a part
STEPS = 40
# of f between two vertices, beside what its slope at their ends would give over the chord's length
TOO_HIGH = 0.05
# where f may jump, a chord's middle this part of a cell away from the curve is looked into: halved so often,
# on the worse side, the chord should hardly leave the curve any more, but leaves it by as much at a jump
ASKEW, HALVINGS, STILL = 0.01, 6, 0.1


def middles(
    f: Field,
    p: Parameters,
    first: np.ndarray,
    second: np.ndarray,
    torn: np.ndarray,
    cell: float,
    level: float = 0.0,
) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 2) of the curve halfway between vertices (n, 2), and whether the curve joins the two (n,).

    It does not where f stays away from the level in between, nor, in a `torn` cell (n,), where ever shorter
    chords do not come closer to the curve.
    The middle is the chord's own where no curve is found within half its length or half a cell.
    """
    middle, away, joined = _onto_the_curve(f, p, first, second, cell, level)
    askew = np.flatnonzero(joined & torn & (away > ASKEW * cell))
    joined[askew] = _comes_closer(f, p, first[askew], middle[askew], second[askew], away[askew], cell, level)
    return middle, joined


def _comes_closer(
    f: Field,
    p: Parameters,
    first: np.ndarray,
    middle: np.ndarray,
    second: np.ndarray,
    away: np.ndarray,
    cell: float,
    level: float,
) -> np.ndarray:
    """Whether ever shorter chords leave the curve ever less, (n,)."""
    whole, still = np.ones(len(first), bool), away
    for _ in range(HALVINGS if len(first) else 0):
        one, one_away, one_low = _onto_the_curve(f, p, first, middle, cell, level)
        other, other_away, other_low = _onto_the_curve(f, p, middle, second, cell, level)
        whole &= one_low & other_low
        left = one_away >= other_away
        still = np.where(left, one_away, other_away)
        side = left[:, None]
        first, second = np.where(side, first, middle), np.where(side, middle, second)
        middle = np.where(side, one, other)
    return whole & (still <= STILL * away)


def _onto_the_curve(
    f: Field, p: Parameters, first: np.ndarray, second: np.ndarray, cell: float, level: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Middles of chords put onto the curve, how far away that is, and whether f is as low as it should be."""
    chord = np.hypot(*(second - first).T)
    steep = np.maximum(*(_steepness(f, p, ends) for ends in (first, second))) * chord
    start = (first + second) / 2
    point = start.copy()
    height = np.full(len(start), np.inf)
    before = np.abs(_slopes(f, p, start, level)[0])
    going = np.arange(len(start))
    for _ in range(STEPS):
        value, slope = _slopes(f, p, point[going], level)
        height[going] = np.abs(value)
        with np.errstate(all="ignore"):
            step = -value[:, None] * slope / (slope**2).sum(1)[:, None]
        step = np.where(np.isfinite(step), step, 0)
        point[going] += step
        going = going[np.abs(step).max(1) > 1e-6 * cell]
        if not len(going):
            break
    away = np.hypot(*(point - start).T)
    stayed = away <= np.maximum(chord, cell) / 2
    low = (stayed & (height <= 1e-6 * before)) | (before <= TOO_HIGH * steep)
    put = stayed & (height <= 1e-4 * steep)
    return np.where(put[:, None], point, start), np.where(put, away, 0.0), low


def _slopes(f: Field, p: Parameters, point: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    value, along_x, along_y = sampled(slopes, f, p, point[:, 0], point[:, 1])
    return value - level, np.stack([along_x, along_y], 1)


def _steepness(f: Field, p: Parameters, point: np.ndarray) -> np.ndarray:
    slope = np.hypot(*_slopes(f, p, point, 0.0)[1].T)
    return np.where(np.isfinite(slope), slope, 0)
