"""Memory at the peak of a run: which values hold it, by XLA's buffer assignment and its live ranges.

XLA places values in allocations before the run. At a moment the values that live then occupy parts of these;
of values that share a part (a sort in place) the last one made has it. The peak is the moment of most such
bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

ALLOCATION = re.compile(r"^allocation \d+: size (\d+)(.*)$")
VALUE = re.compile(r"^ *value: <\d+ ([\w.\-$]+)(\{[\d,]*\})?(?: \(phi\))? @\d+> \(size=(\d+),offset=(\d+)\)")
RANGE = re.compile(r"^ {4}([\w.\-$]+)\{([\d,]*)\}:(\d+)-(\d+)$", re.MULTILINE)
LIVE = "\nHloLiveRange"
MOST_VALUES = 10_000


class Value(NamedTuple):
    name: str
    allocation: int
    size: int
    offset: int
    first: int
    last: int


def held_at_peak(buffers: str) -> tuple[dict[str, float], float]:
    """The bytes of each instruction's values at the peak, and of all allocations.

    Nothing where XLA does not say how long its values live, and for more than MOST_VALUES.
    """
    values, total = _values(buffers)
    if not 0 < len(values) <= MOST_VALUES:
        return {}, 0.0
    first, last = (np.array([getattr(value, end) for value in values]) for end in ("first", "last"))
    best: list[tuple[str, int]] = []
    for moment in np.unique(first).tolist():
        living = [values[number] for number in np.flatnonzero((first <= moment) & (last >= moment)).tolist()]
        held = list(_occupied(living))
        if sum(size for _, size in held) > sum(size for _, size in best):
            best = held
    by_name: dict[str, float] = {}
    for name, size in best:
        by_name[name] = by_name.get(name, 0.0) + size
    return by_name, float(total)


def _values(buffers: str) -> tuple[list[Value], int]:
    """The values with their places and lives, and the bytes of all allocations but a thread's own."""
    text, _, live = buffers.partition(LIVE)
    lives = {(name, index): (int(first), int(last)) for name, index, first, last in RANGE.findall(live)}
    values: list[Value] = []
    total, number, shared = 0, -1, False
    for line in text.split("\n"):
        if allocation := ALLOCATION.match(line):
            number, shared = number + 1, "thread-local" not in allocation[2]
            total += int(allocation[1]) if shared else 0
        elif shared and (found := VALUE.match(line)):
            key = found[1], (found[2] or "{}")[1:-1]
            if key in lives:
                values.append(Value(found[1], number, int(found[3]), int(found[4]), *lives[key]))
    return values, total


def _occupied(living: list[Value]) -> Iterator[tuple[str, int]]:
    """The bytes that each of these values has for itself."""
    occupied: dict[int, list[tuple[int, int]]] = {}
    for value in sorted(living, key=lambda value: -value.first):
        free = [(value.offset, value.offset + value.size)]
        for start, end in occupied.get(value.allocation, ()):
            free = [
                part for a, b in free for part in ((a, min(b, start)), (max(a, end), b)) if part[0] < part[1]
            ]
        occupied.setdefault(value.allocation, []).extend(free)
        if free:
            yield value.name, sum(b - a for a, b in free)
