"""A stretch of text that was taken with the mouse, to be copied."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

Place = tuple[int, int]
WORD = re.compile(r"[%@]?[\w.$\-]+")


@dataclass(frozen=True)
class Taken:
    """From the place where the button went down to where it is now; lines from 1, columns from 0."""

    anchor: Place | None = None
    head: Place = (0, 0)

    @classmethod
    def word(cls, line: int, text: str, column: int) -> Taken:
        """The word at a column."""
        for found in WORD.finditer(text):
            if found.start() <= column < found.end():
                return cls((line, found.start()), (line, found.end()))
        return cls()

    def __bool__(self) -> bool:
        return self.anchor is not None and self.anchor != self.head

    def columns(self, line: int, length: int) -> tuple[int, int] | None:
        """The columns taken of a line of this length; one more where the line's end is taken too."""
        if self.anchor is None:
            return None
        (first, start), (last, end) = sorted((self.anchor, self.head))
        if not first <= line <= last or not self:
            return None
        return start if line == first else 0, end if line == last else length + 1

    def text(self, lines: Sequence[str]) -> str:
        if self.anchor is None:
            return ""
        (first, start), (last, end) = sorted((self.anchor, self.head))
        chosen = list(lines[first - 1 : last])
        if len(chosen) == last - first + 1:
            chosen[-1] = chosen[-1][:end]
        chosen[0] = chosen[0][start:]
        return "\n".join(chosen)
