"""Finds a word or a regular expression in one stage or in all, in pieces, so that nothing waits for it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.ir.reading.lines import newlines
from jaxstudio.ir.stages import Stage

# A piece is searched in one go, during which no other thread of Python runs.
PIECE = 1 << 18
MOST_HITS = 10_000
MOST_PATTERN = 1_000
# What says more in capitals: named groups and flags, characters by number or name, ranges such as A-z.
NOT_LOWERED = re.compile(r"\(\?(?![:=!<])|\\[NuUx]|[A-Z]-|-[A-Z]")
ESCAPED = re.compile(r"(\\.)|([^\\]+)", re.DOTALL)


@dataclass(frozen=True)
class Hit:
    """Columns `start:end` of a line; lines from 1, columns from 0."""

    stage: str
    line: int
    start: int
    end: int


@dataclass(frozen=True)
class Found:
    """`complete` is False where there are more hits than are returned, or the time was up."""

    hits: tuple[Hit, ...]
    complete: bool


def search(
    stages: Iterable[Stage],
    pattern: str,
    *,
    regular: bool = True,
    case: bool = False,
    most: int = MOST_HITS,
    seconds: float = 5.0,
    cancelled: Callable[[], bool] = lambda: False,
) -> Found:
    """The places where `pattern` occurs within a line, stage by stage.

    Raises:
        UsageError: the pattern is no regular expression.
    """
    compiled = compiled_pattern(pattern, regular, case)
    lowered = None if case else _lowered(pattern if regular else re.escape(pattern))
    until = time.perf_counter() + seconds
    hits: list[Hit] = []
    for stage in stages:
        for hit in _in_text(stage.name, stage.text, compiled, lowered):
            if hit is None:  # a piece without one more
                if cancelled() or time.perf_counter() > until:
                    return Found(tuple(hits), False)
                continue
            hits.append(hit)
            if len(hits) > most:
                return Found(tuple(hits[:most]), False)
    return Found(tuple(hits), True)


def compiled_pattern(pattern: str, regular: bool, case: bool) -> re.Pattern[str]:
    """The pattern as `re` takes it; `^` and `$` are the ends of a line."""
    if len(pattern) > MOST_PATTERN:
        raise UsageError(f"search: a pattern has at most {MOST_PATTERN} characters")
    try:
        return re.compile(pattern if regular else re.escape(pattern), re.MULTILINE | (0 if case else re.I))
    except re.error as error:
        raise UsageError(f"search: {pattern!r} is no regular expression: {error}") from None


def _lowered(pattern: str) -> re.Pattern[str] | None:
    """A pattern that finds in lowered ASCII what `pattern` finds whatever the case; None: there is none.

    `re` skips to a literal only where case counts: this is 10 times as quick.
    """
    if not pattern.isascii() or NOT_LOWERED.search(pattern):
        return None
    letters = ESCAPED.sub(lambda found: found[1] or found[2].lower(), pattern)
    return re.compile(letters, re.MULTILINE)


def _in_text(
    name: str, text: str, pattern: re.Pattern[str], lowered: re.Pattern[str] | None
) -> Iterator[Hit | None]:
    position, line = 0, 1
    while position < len(text):
        end = text.find("\n", min(position + PIECE, len(text)))
        end = len(text) if end < 0 else end
        breaks: np.ndarray | None = None
        piece = text[position:end]
        quick = lowered is not None and piece.isascii()
        for found in (lowered or pattern).finditer(piece.lower()) if quick else pattern.finditer(piece):
            if found.end() == found.start():
                continue
            if breaks is None:
                breaks = newlines(piece)
            row = int(np.searchsorted(breaks, found.start()))
            begins = int(breaks[row - 1]) + 1 if row else 0
            yield Hit(name, line + row, found.start() - begins, found.end() - begins)
        line += text.count("\n", position, end) + 1
        position = end + 1
        yield None
