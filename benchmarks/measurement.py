"""Measured rows: ours and its peers timed in turns, the ratio, the target; as JSON and as an aligned table.

Taking turns, whatever else the machine does slows all of them alike.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Options:
    """What the person asked for.

    `quick` measures fewer sizes, rounds and moves; `sizes` are (height, width) in place of the
    suite's own; `only` keeps the rows whose name contains it; `files` is how many files the suite `batch`
    writes, 0 for its own number.
    """

    quick: bool = False
    sizes: tuple[tuple[int, int], ...] = ()
    only: str = ""
    files: int = 0

    def wants(self, name: str) -> bool:
        return self.only in name


@dataclass(frozen=True)
class Row:
    """`ratio` is ours ÷ the fastest peer, None without one; `met` is None where nothing is aimed at.

    `target` says in words what is aimed at; `more` are further figures, each a member of its own in
    the JSON object; `remark` is shown at the end of the line.
    """

    suite: str
    name: str
    size: str
    ours_ms: float
    peers: Mapping[str, float] = field(default_factory=dict)
    ratio: float | None = None
    target: str = ""
    met: bool | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    remark: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "suite": self.suite,
            "name": self.name,
            "size": self.size,
            "ours_ms": _rounded(self.ours_ms),
            "peers": {name: _rounded(ms) for name, ms in self.peers.items()},
            "ratio": None if self.ratio is None else _rounded(self.ratio),
            "target": self.target or None,
            "met": self.met,
            **{name: _rounded(value) for name, value in self.more.items()},
        }


def _rounded(value: Any) -> Any:
    return float(f"{value:.4g}") if isinstance(value, float) else value


def spelled(height: int, width: int) -> str:
    """A size as people write it: width first."""
    return f"{width}x{height}"


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


HEAD = ("", "size", "ours", "peers, fastest first", "ratio", "aim", "")
RIGHT = {1, 2, 4}
VERDICTS = {True: "met", False: "MISSED", None: ""}


def table(rows: Iterable[Row]) -> str:
    """One line a row: ours, the peers, the ratio to the fastest, what was aimed at and whether it was met."""
    lines = [HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    return "\n".join(_aligned(line, widths) for line in lines)


def _aligned(cells: tuple[str, ...], widths: list[int]) -> str:
    parts = [
        cell.rjust(width) if column in RIGHT else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(parts).rstrip()


def _cells(row: Row) -> tuple[str, ...]:
    peers = sorted(row.peers.items(), key=lambda peer: peer[1])
    return (
        row.name,
        row.size,
        format_ms(row.ours_ms),
        ", ".join(f"{name} {format_ms(ms)}" for name, ms in peers),
        "" if row.ratio is None else f"{row.ratio:.2f}",
        row.target,
        "  ".join(part for part in (VERDICTS[row.met], row.remark) if part),
    )


def format_ms(ms: float) -> str:
    """As short as its precision allows."""
    if ms >= 10_000:
        return f"{ms / 1000:.1f} s"
    return f"{ms:.0f} ms" if ms >= 100 else f"{ms:.2g} ms" if ms < 10 else f"{ms:.1f} ms"
