"""Finds a word or a regular expression in one stage or in all, in pieces, so that nothing waits for it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass

from jaxstudio.errors import UsageError
from jaxstudio.ir.stages import Stage
from jaxstudio.ir.text_view.finding import found_in
from jaxstudio.ir.text_view.hits import Hit, Piece
from jaxstudio.ir.text_view.search_apart import searched_apart

# A piece is searched in one go, during which no other thread of Python runs.
PIECE = 1 << 18
MOST_HITS = 10_000
MOST_PATTERN = 1_000
# What says more in capitals: named groups and flags, characters by number or name, ranges such as A-z.
NOT_LOWERED = re.compile(r"\(\?(?![:=!<])|\\[NuUx]|[A-Z]-|-[A-Z]")
# What may take more time than the text is long: repeats, and choices one after another.
UNBOUNDED = re.compile(r"[*+{?|]")
ESCAPE = re.compile(r"\\.", re.DOTALL)
ESCAPED = re.compile(r"(\\.)|([^\\]+)", re.DOTALL)


@dataclass(frozen=True)
class Found:
    """`complete` is False where there are more hits than are returned, or the time was up (`late`)."""

    hits: tuple[Hit, ...]
    complete: bool
    late: bool = False


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

    def over() -> bool:
        return cancelled() or time.perf_counter() > until

    far = bool(UNBOUNDED.search(ESCAPE.sub("", compiled.pattern)))
    pieces = _pieces(stages)
    apart = searched_apart(pieces, compiled, lowered, most, over)
    hits: list[Hit] = []
    with closing(apart if far else _searched(pieces, compiled, lowered)) as found:
        for hit in found:
            if hit is None:  # a piece without one more
                if over():
                    return Found(tuple(hits), False, not cancelled())
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


def _pieces(stages: Iterable[Stage]) -> Iterator[Piece]:
    """The texts in pieces of whole lines."""
    for stage in stages:
        position, line, text = 0, 1, stage.text
        while position < len(text):
            end = text.find("\n", min(position + PIECE, len(text)))
            end = len(text) if end < 0 else end
            yield stage.name, line, text[position:end]
            line += text.count("\n", position, end) + 1
            position = end + 1


def _searched(
    pieces: Iterable[Piece], pattern: re.Pattern[str], lowered: re.Pattern[str] | None
) -> Generator[Hit | None]:
    """The places, and None after each piece."""
    for name, line, piece in pieces:
        for span in found_in(piece, line, pattern, lowered):
            yield Hit(name, *span)
        yield None
