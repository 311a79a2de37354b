"""Samples and breaks become pieces: lines that nothing interrupts, each with how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from jaxstudio.functions.curves.discontinuities import Break
from jaxstudio.functions.curves.interval_set import Stretches
from jaxstudio.functions.curves.samples import Samples
from jaxstudio.functions.protocol.scene import MarkKind, Piece, Proof

# Samples nearer than this share of the interval to a hole or a jump are left out: rounding may spoil them.
SPOILT = 1e-7
# A stretch that is proven counts from this share of the interval on, lest the curve be cut into confetti.
SHORTEST = 1 / 400


@dataclass(frozen=True)
class Line:
    """What is drawn, in order: t (n,), points (c, n), and for each the number of the piece it is in."""

    t: np.ndarray
    points: np.ndarray
    piece: np.ndarray


def line(samples: Samples, breaks: Sequence[Break], stretches: Stretches) -> Line:
    """The samples that are drawn, with the points that the curve runs to at its breaks."""
    t, finite = samples.t, samples.finite
    spoilt = SPOILT * (samples.track.interval[1] - samples.track.interval[0])
    keep = finite & ~stretches.hold(t)
    for b in breaks:
        around = spoilt if b.kind in (MarkKind.HOLE, MarkKind.JUMP) else 0.0
        first, last = np.searchsorted(t, [b.low - around, b.high + around])
        last += last < len(t) and t[last] == b.high + around
        keep[first:last] = False
    middles = np.array([b.low + (b.high - b.low) / 2 for b in breaks])
    nowhere = t[~finite]
    # A piece is what has no break, no missing value and no crowded stretch between its points.
    numbers = [
        np.searchsorted(middles, t[keep]) + np.searchsorted(nowhere, t[keep]) + _passed(stretches, t[keep])
    ]
    ts, points = [t[keep]], [samples.values[:, 0][:, keep]]
    for k, b in enumerate(breaks):
        if stretches.hold(np.array([b.at]))[0]:
            continue
        hole = b.kind is MarkKind.HOLE
        for right, point, place in ((0, b.left, b.low), (1, b.right, b.high)):
            if point is None:
                continue
            one = np.array([b.at if hole else place])
            missing = np.searchsorted(nowhere, one, side="right" if right else "left")
            ts.append(one)
            points.append(point[:, None])
            numbers.append(k + right + missing + _passed(stretches, one))
    number, joined_t = np.concatenate(numbers), np.concatenate(ts)
    order = np.lexsort((joined_t, number))
    return Line(joined_t[order], np.concatenate(points, axis=1)[:, order], number[order])


def _passed(stretches: Stretches, t: np.ndarray) -> np.ndarray:
    """How many crowded stretches lie before t."""
    return np.searchsorted(stretches.middle, t)


@dataclass(frozen=True)
class Stretch:
    """A piece with its parameter `t`, float64 (n,), which is x for a graph; a band has those of its edges."""

    t: np.ndarray
    piece: Piece


def cut(drawn: Line, proven: np.ndarray, least: float) -> list[Stretch]:
    """The pieces; `proven` (n - 1,) says so of the cells between neighbouring points.

    `least` is how much of t a proven stretch must span to be called so.
    """
    if not len(drawn.t):
        return []
    same = drawn.piece[1:] == drawn.piece[:-1]
    proven = _long_enough(drawn.t, proven & same, least)
    pieces = []
    for first, last in _runs_of(drawn.piece):
        if first == last:
            continue
        states = proven[first:last]
        turns = np.flatnonzero(np.diff(states.astype(np.int8))) + 1
        bounds = np.concatenate([[0], turns, [last - first]])
        for begin, end in pairwise(bounds):
            t = drawn.t[first + begin : first + end + 1].copy()
            part = drawn.points[:, first + begin : first + end + 1]
            x = t if len(part) == 1 else part[0].copy()
            proof = Proof.PROVEN if states[begin] else Proof.SAMPLED
            pieces.append(Stretch(t, Piece(x, part[-1].copy(), proof)))
    return pieces


def _runs_of(number: np.ndarray) -> list[tuple[int, int]]:
    """The first and last index of each run of equal numbers."""
    turns = np.flatnonzero(np.diff(number)) + 1
    begins, ends = np.concatenate([[0], turns]), np.append(turns, len(number)) - 1
    return list(zip(begins.tolist(), ends.tolist(), strict=True))


def _long_enough(t: np.ndarray, proven: np.ndarray, least: float) -> np.ndarray:
    edges = np.diff(np.concatenate([[0], proven.astype(np.int8), [0]]))
    begins, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    short = t[ends] - t[begins] < least
    result = proven.copy()
    for begin, end in zip(begins[short], ends[short], strict=True):
        result[begin:end] = False
    return result
