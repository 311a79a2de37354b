"""What a search looks through and finds."""

from __future__ import annotations

from dataclasses import dataclass

# the name of a stage, the number of the piece's first line, its text
Piece = tuple[str, int, str]


@dataclass(frozen=True)
class Hit:
    """Columns `start:end` of a line; lines from 1, columns from 0."""

    stage: str
    line: int
    start: int
    end: int
