"""Samples of a curve in the order of t, to which more are added batch by batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from jaxstudio.functions.curves.parametric import Track


class Samples:
    """`t` float64 (n,) ascending without repetitions; `values` float64 (c, 3, n) as of the track.

    `judged` is what was last made of them, and of which `t`: it holds as long as none are added.
    """

    def __init__(self, track: Track, t: np.ndarray) -> None:
        self.track = track
        self.judged: tuple[np.ndarray, Any] | None = None
        self.t = np.unique(t)
        self.values = track.values(self.t)

    def add(self, t: np.ndarray) -> None:
        """Compute these too."""
        t = np.setdiff1d(t, self.t)
        if len(t):
            self.keep(t, self.track.values(t))

    def keep(self, t: np.ndarray, values: np.ndarray) -> None:
        """Take over what is computed already; of equal t the first is kept."""
        joined = np.concatenate([self.t, t])
        self.t, first = np.unique(joined, return_index=True)
        self.values = np.concatenate([self.values, values], axis=2)[..., first]

    @property
    def finite(self) -> np.ndarray:
        """Where there is something to draw."""
        return np.isfinite(self.values[:, 0]).all(axis=0)

    def pixels(self) -> np.ndarray:
        return self.track.pixels(self.t, self.values)
