"""Contestants take turns, so that whatever else the machine does falls on all of them alike."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

# A peer so many times slower than ours decides nothing: its first call is its time.
HOPELESS = 20.0


@dataclass(frozen=True)
class Race:
    """Milliseconds of every round. A peer that was given up has one, from before the rounds."""

    ours: list[float]
    peers: Mapping[str, list[float]]

    @property
    def ours_ms(self) -> float:
        return statistics.median(self.ours)

    @property
    def peers_ms(self) -> dict[str, float]:
        return {name: statistics.median(times) for name, times in self.peers.items()}

    def ratio(self) -> float | None:
        """Ours ÷ the fastest peer: the median over the rounds of the ratio in each round."""
        ratios = [
            statistics.median(ours / theirs for ours, theirs in zip(self.ours, times, strict=False))
            for times in self.peers.values()
        ]
        return max(ratios, default=None)

    def ratio_of_best(self) -> float | None:
        """The fastest round of ours ÷ the fastest of any peer: what a quiet machine would show."""
        return max((min(self.ours) / min(times) for times in self.peers.values()), default=None)


def race(
    ours: Callable[[], object],
    peers: Mapping[str, Callable[[], object]],
    *,
    least_rounds: int = 7,
    seconds: float = 3.0,
) -> Race:
    """Call all once to warm them, then in turns for `seconds`, but at least `least_rounds` times.

    The order is turned over from round to round.
    """
    ours()
    first = milliseconds(ours)
    times: dict[str, list[float]] = {}
    racing = {"": ours}
    for name, peer in peers.items():
        # the first call may load or build something: only the second counts, unless the first is hopeless
        taken = milliseconds(peer)
        if taken > HOPELESS * first:
            times[name] = [taken]
        else:
            racing[name] = peer
    rounds: dict[str, list[float]] = {name: [] for name in racing}
    order = list(racing)
    until = time.perf_counter() + seconds
    while len(rounds[""]) < least_rounds or time.perf_counter() < until:
        for name in order:
            rounds[name].append(milliseconds(racing[name]))
        order.reverse()
    return Race(rounds.pop(""), {name: rounds.get(name) or times[name] for name in peers})


def milliseconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1e3


def percentile(values: list[float], percent: float) -> float:
    """The smallest value that `percent` of all do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]
