"""Thinning of polylines: which of their points a picture needs.

A chord of length h across a curvature k is off by k h²/8, so that sqrt(k / (8 tolerance)) points a pixel
suffice; their running total along a polyline says which to keep. A corner between long straight parts is
off by more than that: it is kept where it turns much further than what lies around it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

TOLERANCE_PX = 0.06
SKETCH_PX = 0.1  # while a hand moves
REACH = 4.0  # in heights of the view: what lies farther out of sight is thinned as if it lay there
FEW = 16
SHARP = 0.5  # radians
# A corner turns so many times as far as what lies two points beside it, and further than 1,000 pixels hide.
LONE, SEEN = 8, 3e-4
TINY = np.float32(1e-12)
BITS = 20  # of fractions in totals, which are integers: NumPy adds them up in a third of the time of floats
ONE = 1 << BITS


def needed_of_each(
    x: np.ndarray, y: np.ndarray, starts: Sequence[int], tolerance_px: float = TOLERANCE_PX
) -> np.ndarray:
    """Return which points (n,) keep polylines, one behind the other, within the tolerance, in pixels.

    `starts` are the indices of their first points. Once the steps are known to all their digits, float32 is
    enough for them.
    """
    if len(x) <= FEW:
        return np.ones(len(x), bool)
    across, along = (np.diff(each).astype(np.float32) for each in (x, y))
    length = across * across
    length += along * along
    np.sqrt(length, out=length)
    length += TINY
    before, after = length[:-1], length[1:]
    turned = across[:-1] * along[1:]
    turned -= along[:-1] * across[1:]
    bend = np.abs(turned, out=turned)
    bend /= before * after
    straight_on = across[:-1] * across[1:]
    straight_on += along[:-1] * along[1:]
    sharp = bend > SHARP
    sharp |= straight_on < 0
    _add_corners(sharp, bend)
    bend *= before + after
    bend *= ONE * ONE / (16 * tolerance_px)
    keep = _spread(bend)
    keep[1:-1] |= sharp
    at = np.asarray(starts)
    lengths = np.diff(at, append=len(x))
    keep[at] = keep[at + lengths - 1] = True
    if (lengths <= FEW).any():
        keep |= np.repeat(lengths <= FEW, lengths)
    return keep


def needed_of_graphs(widths: np.ndarray, steps: np.ndarray, tolerance_px: float = SKETCH_PX) -> np.ndarray:
    """Return which points (m, n) keep graphs over the same places within the tolerance, in pixels.

    `widths` (n - 1,) and `steps` (m, n - 1), float32, are the ways from point to point, right and upwards.
    """
    slope = steps / widths
    bend = slope[:, 1:] - slope[:, :-1]
    np.abs(bend, out=bend)
    np.abs(slope, out=slope)
    np.maximum(slope, 1, out=slope)  # the length of a step is up to 1.4 times as much
    bend /= slope[:, 1:]
    corner = np.zeros(bend.shape, bool)
    _add_corners(corner, bend / slope[:, :-1])
    bend *= (widths[:-1] + widths[1:]) * (ONE * ONE / (16 * tolerance_px))
    keep = _spread(bend)
    keep[:, 1:-1] |= corner
    return keep


def _add_corners(sharp: np.ndarray, turns: np.ndarray) -> None:
    """Add to the inner points (..., n) at which a polyline is `sharp` those that are corners."""
    around = np.maximum(turns[..., :-4], turns[..., 4:])  # which may be two points: it lies between samples
    around *= LONE
    around += SEEN
    sharp[..., 2:-2] |= turns[..., 2:-2] > around


def _spread(squares: np.ndarray) -> np.ndarray:
    """Keep points (..., n) where the total passes a whole number, and the ends; `squares` (..., n - 2) are
    the needs of the inner points, squared, of which `ONE` squared are a whole one.
    """
    total = np.cumsum(np.sqrt(squares, out=squares).astype(np.int64), axis=-1)
    total >>= BITS
    keep = np.ones((*total.shape[:-1], total.shape[-1] + 2), bool)
    np.not_equal(total[..., 1:], total[..., :-1], out=keep[..., 2:-1])
    return keep
