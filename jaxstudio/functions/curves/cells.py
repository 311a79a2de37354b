"""What two neighbouring samples say of the curve between them: how far it bends, and whether they agree.

The exact first and second derivatives at both ends say how the curve should run in between. Where they
contradict what the ends show, something happens inside: a pole, a jump, a corner, or too many waves.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.curves.parametric import FAR_PX
from jaxstudio.functions.curves.samples import Samples
from jaxstudio.functions.protocol.scene import View

# In pixels: how far a drawn line may leave the curve, and what the ends of a cell may contradict each other.
DEVIATION_PX = 0.15
MISMATCH_PX, MISMATCH_SHARE = 0.1, 0.02
# A line longer than this may not turn further than this, in pixels and radians.
LONG_PX, TURN = 2.0, np.deg2rad(8)
# Without derivatives nothing is known of what lies between samples farther apart than this.
SHORT_PX = 0.5
# Cells farther outside the view than this share of it need not be followed.
MARGIN = 0.5


@dataclass(frozen=True)
class Cells:
    """One entry for each pair of neighbouring samples.

    joined    both ends have a place
    seen      it may be in view
    bent      a straight line would show
    doubtful  the ends contradict each other
    parts     into how many it should be split: 1 where it is fine, or 2, 4, 8
    """

    width: np.ndarray
    joined: np.ndarray
    seen: np.ndarray
    bent: np.ndarray
    doubtful: np.ndarray
    parts: np.ndarray


def measure(samples: Samples, view: View) -> Cells:
    """Judge every cell of the samples as it would appear in the view, which is always the same."""
    if samples.judged is None or samples.judged[0] is not samples.t:
        samples.judged = samples.t, _measured(samples, view)
    cells: Cells = samples.judged[1]
    return cells


def _measured(samples: Samples, view: View) -> Cells:
    width = np.diff(samples.t)
    finite = samples.finite
    joined = finite[:-1] & finite[1:]
    with np.errstate(all="ignore"):
        pixels = np.clip(samples.pixels(), -FAR_PX, FAR_PX)
        place, speed, pull = pixels
        chord = np.diff(place)
        before, after = speed[:, :-1] * width, speed[:, 1:] * width
        pulled = pull[:, :-1] * width * width, pull[:, 1:] * width * width
        length = _length(chord)
        aside = np.maximum(np.abs(cross(chord, before)), np.abs(cross(chord, after))) / length / 4
        deviation = np.where(length > 1e-6, aside, _length(before) / 4)
        mismatch = _length(chord - (before + after) / 2 + (pulled[1] - pulled[0]) / 12)
        mismatch += _length(after - before - (pulled[0] + pulled[1]) / 2) / 6
        turn = np.abs(np.arctan2(cross(before, after), before[0] * after[0] + before[1] * after[1]))
        seen = _seen(place, before / 3, after / 3, view, bool(np.isfinite(pixels).all()))
        known = np.isfinite(mismatch)
        doubtful = np.where(known, mismatch > MISMATCH_PX + MISMATCH_SHARE * length, length > SHORT_PX)
        bent = known & (~(deviation <= DEVIATION_PX) | (turn > TURN) & (length > LONG_PX))
        # halving a cell quarters its deviation
        wanted = np.where(deviation <= 4 * DEVIATION_PX, 2, np.where(deviation <= 16 * DEVIATION_PX, 4, 8))
    parts = np.where(doubtful, 2, wanted)
    parts = np.where(joined & seen & (bent | doubtful), parts, 1)
    return Cells(width, joined, seen, bent & ~doubtful, doubtful, parts)


def _length(vectors: np.ndarray) -> np.ndarray:
    return np.hypot(vectors[0], vectors[1])


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a[0] * b[1] - a[1] * b[0]


def _seen(place: np.ndarray, before: np.ndarray, after: np.ndarray, view: View, finite: bool) -> np.ndarray:
    """Whether the box around the control points of the cubic through the ends meets the view."""
    if not finite:
        place, before, after = (np.where(np.isfinite(each), each, 0.0) for each in (place, before, after))
    corners = place[:, :-1], place[:, 1:], place[:, :-1] + before, place[:, 1:] - after
    low = np.minimum(np.minimum(corners[0], corners[1]), np.minimum(corners[2], corners[3]))
    high = np.maximum(np.maximum(corners[0], corners[1]), np.maximum(corners[2], corners[3]))
    size = np.array([view.width_px, view.height_px])[:, None]
    return ((high >= -MARGIN * size) & (low <= (1 + MARGIN) * size)).all(axis=0)
