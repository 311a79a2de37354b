"""What a parser found in a stage's text: operations with their places, names and origins."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

Span = tuple[int, int, int, int]
NO_SPANS = np.zeros((0, 4), np.int32)


@dataclass(frozen=True)
class Region:
    """A named stretch of whole lines, both included: a computation, a function, a kernel."""

    name: str
    first: int
    last: int


@dataclass(frozen=True)
class Parsed:
    """The items of one stage, in the order of the text.

    `spans` is int32 of shape (n, 4): line, column, end line, end column; lines from 1, columns from
    0, the end excluded. `names` are the items' own (`%add.3` without the %), `kinds` their opcodes
    or primitives. `origins` has the number of each item's origin, −1 for none.
    `problem` says what was not understood; the text is then to be shown as it is.
    """

    spans: np.ndarray
    names: list[str]
    kinds: list[str]
    origins: np.ndarray
    regions: tuple[Region, ...] = ()
    region_of: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int32))
    problem: str = ""

    def __len__(self) -> int:
        return len(self.names)

    def at(self, line: int, column: int) -> int:
        """The innermost item at a place, −1 where there is none."""
        items = self.around(line, column)
        if not len(items):
            return -1
        spans = self.spans[items].astype(np.int64)
        size = (spans[:, 2] - spans[:, 0]) * 100_000 + spans[:, 3] - spans[:, 1]
        return int(items[np.argmin(size)])

    def around(self, line: int, column: int) -> np.ndarray:
        """All items whose span holds a place."""
        spans = self.spans
        begun = (spans[:, 0] < line) | ((spans[:, 0] == line) & (spans[:, 1] <= column))
        ended = (spans[:, 2] < line) | ((spans[:, 2] == line) & (spans[:, 3] <= column))
        return np.flatnonzero(begun & ~ended)

    def on_lines(self, first: int, last: int) -> np.ndarray:
        """The items that begin on these lines, both included."""
        lines = self.spans[:, 0]
        return np.flatnonzero((lines >= first) & (lines <= last))


def nothing(problem: str = "") -> Parsed:
    return Parsed(NO_SPANS, [], [], np.zeros(0, np.int32), problem=problem)


def spans_of(spans: list[Span]) -> np.ndarray:
    return np.array(spans, np.int32).reshape(-1, 4)
