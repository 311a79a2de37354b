"""Intervals of t in order, with which one may ask what lies in them and join them to others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Stretches:
    """Intervals [low, high], float64 (n,), ascending. As brackets of places they may have no width."""

    low: np.ndarray
    high: np.ndarray

    @staticmethod
    def none() -> Stretches:
        return Stretches(np.empty(0), np.empty(0))

    @staticmethod
    def of_pairs(pairs: Sequence[tuple[float, float]]) -> Stretches:
        """Those with these ends, given in any order."""
        ends = np.array(sorted(pairs), np.float64).reshape(-1, 2)
        return Stretches(ends[:, 0], ends[:, 1])

    def pairs(self) -> list[tuple[float, float]]:
        return list(zip(self.low.tolist(), self.high.tolist(), strict=True))

    def __len__(self) -> int:
        return len(self.low)

    @property
    def middle(self) -> np.ndarray:
        return self.low + (self.high - self.low) / 2

    def chosen(self, some: np.ndarray) -> Stretches:
        return Stretches(self.low[some], self.high[some])

    def joined(self, *others: Stretches, closest: float) -> Stretches:
        """All of them; those no farther from each other than `closest` become one."""
        low = np.concatenate([self.low, *(other.low for other in others)])
        high = np.concatenate([self.high, *(other.high for other in others)])
        if not len(low):
            return self
        order = np.argsort(low, kind="stable")
        low, high = low[order], np.maximum.accumulate(high[order])
        begins = np.flatnonzero(np.concatenate([[True], low[1:] - high[:-1] > closest]))
        ends = np.append(begins[1:], len(low)) - 1
        return Stretches(low[begins], high[ends])

    def and_others(self, others: Stretches, closest: float) -> Stretches:
        """With those of the others that are farther than `closest` from all of these."""
        return self.joined(self.others_alone(others, closest), closest=-np.inf)

    def others_alone(self, others: Stretches, closest: float) -> Stretches:
        """The others that are farther than `closest` from all of these; near ones among them become one."""
        others = others.joined(closest=closest)
        at = np.searchsorted(self.low, others.low)
        before = np.concatenate([[-np.inf], self.high])[at]
        after = np.append(self.low, np.inf)[at]
        return others.chosen((others.low - before > closest) & (after - others.high > closest))

    def hold(self, t: np.ndarray) -> np.ndarray:
        """Which t lie strictly inside one; they must not overlap."""
        if not len(self):
            return np.zeros(len(t), bool)
        at = np.searchsorted(self.low, t, side="left") - 1
        return (at >= 0) & (t < self.high[np.maximum(at, 0)])

    def reach(self, x: np.ndarray, closest: float) -> np.ndarray:
        """Which x (n,), in any order, lie in one or no farther from it than `closest`."""
        near = (x[:, None] >= self.low - closest) & (x[:, None] <= self.high + closest)
        return np.asarray(near.any(axis=1))

    def hold_cells(self, t: np.ndarray) -> np.ndarray:
        """Which of the cells between neighbouring t have their middle in one."""
        return self.hold((t[:-1] + t[1:]) / 2)

    def meet_cells(self, t: np.ndarray) -> np.ndarray:
        """Which of the cells between neighbouring t overlap with one."""
        if not len(self):
            return np.zeros(max(len(t) - 1, 0), bool)
        at = np.searchsorted(self.low, t[1:], side="left") - 1
        return (at >= 0) & (self.high[np.maximum(at, 0)] > t[:-1])


def runs(t: np.ndarray, chosen: np.ndarray) -> Stretches:
    """The runs of neighbouring cells between the t (n,) that are `chosen` (n - 1,)."""
    edges = np.diff(np.concatenate([[0], chosen.astype(np.int8), [0]]))
    return Stretches(t[np.flatnonzero(edges == 1)], t[np.flatnonzero(edges == -1)])
