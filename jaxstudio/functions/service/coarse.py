"""Curves on a fixed grid, at once: joined where the slopes at both ends explain the step between them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from jaxstudio.functions.curves.resolve import first_grid
from jaxstudio.functions.protocol.scene import Interval, Piece, Proof

# What the grid is made of: a whole number of blocks of the sampler.
POINTS = 2048
# A step this short, in pixels, is joined whatever the slopes say; a longer one only if it is no longer
# than the slopes would make it, times this factor.
SHORT_PX, SLACK = 4.0, 4.0
# Curves with more breaks than this are joined: they are a haze anyway until they are refined.
MOST_BREAKS = 200
Pieces = tuple[Piece, ...]


@lru_cache(maxsize=16)
def grid(interval: Interval) -> np.ndarray:
    """POINTS places over an interval, float64: those with which refining begins, too."""
    places = first_grid(interval, POINTS)
    places.flags.writeable = False
    return places


def graph_pieces(x: np.ndarray, y: np.ndarray, slopes: np.ndarray, up: float) -> Pieces:
    """The pieces of a curve; `y` and `slopes` (n,), `up` pixels per unit of y."""
    with np.errstate(all="ignore"):
        steps = np.diff(y)
        steps *= up
        whole = np.abs(steps) <= SHORT_PX
        if whole.all():
            return (Piece(x, y, Proof.SAMPLED),)
        at = np.flatnonzero(~whole & np.isfinite(steps))
        whole[at] = _explained(steps[None, at], slopes[None, at] * up, slopes[None, at + 1] * up, x, at)
    return split(x, y, whole)


def path_pieces(t: np.ndarray, places: np.ndarray, slopes: np.ndarray, scale: np.ndarray) -> Pieces:
    """The pieces of a path; `places` and `slopes` (2, n) by t, `scale` (2,) pixels per unit."""
    with np.errstate(all="ignore"):
        steps, speeds = np.diff(places) * scale[:, None], slopes * scale[:, None]
        whole = np.hypot(*steps) <= SHORT_PX
        at = np.flatnonzero(~whole & np.isfinite(steps).all(axis=0))
        whole[at] = _explained(steps[:, at], speeds[:, at], speeds[:, at + 1], t, at)
    return split(places[0], places[1], whole)


def _explained(
    steps: np.ndarray, before: np.ndarray, after: np.ndarray, t: np.ndarray, at: np.ndarray
) -> np.ndarray:
    """bool (n,): which steps (c, n), in pixels, the speeds (c, n) at both ends explain.

    `at` are their places in t. A speed that is missing or infinite at one end forbids nothing.
    """
    speed = np.fmax(np.sqrt((before**2).sum(axis=0)), np.sqrt((after**2).sum(axis=0)))
    longest = SLACK * (t[at + 1] - t[at]) * speed
    backwards = (steps * (before + after)).sum(axis=0) < 0
    return (np.sqrt((steps**2).sum(axis=0)) <= longest) & ~backwards


def split(x: np.ndarray, y: np.ndarray, whole: np.ndarray) -> Pieces:
    """Cut where a step (n - 1,) is not whole or a value is missing."""
    kept = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    if not len(kept):
        return ()
    gaps = np.diff(kept) > 1
    breaks = ~whole[kept[:-1]] & ~gaps
    cuts = np.flatnonzero(gaps | breaks if np.count_nonzero(breaks) <= MOST_BREAKS else gaps) + 1
    if len(kept) < len(x):
        x, y = x[kept], y[kept]
    parts = zip(np.split(x, cuts), np.split(y, cuts), strict=True)
    return tuple(Piece(each_x, each_y, Proof.SAMPLED) for each_x, each_y in parts)
