"""Finds a word or a regular expression in one stage or in all, in pieces, so that nothing waits for it.

`re` is not interrupted while it looks, and lets no other thread run: `(a+)+b`, or `\\w+x` on a line of a
million letters, would stop the whole window. Such a pattern is searched for in a process that can be ended.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING

from jaxstudio.errors import Cancelled, UsageError
from jaxstudio.ir.stages import Stage
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.processes.channel import Request
from jaxstudio.processes.child import Program, SingleJob

if TYPE_CHECKING:
    from jaxstudio.processes.serve import Handlers, Work

# A piece is searched in one go, during which no other thread of Python runs.
PIECE = 1 << 18
MOST_HITS = 10_000
MOST_PATTERN = 1_000
# What says more in capitals: named groups and flags, characters by number or name, ranges such as A-z.
NOT_LOWERED = re.compile(r"\(\?(?![:=!<])|\\[NuUx]|[A-Z]-|-[A-Z]")
# What may take more time than the text is long: repeats, and choices one after another.
UNBOUNDED = re.compile(r"[*+{?|]")
SEARCHER = Program("jaxstudio.ir.text_view.search:handlers", isolated=True)
ESCAPE = re.compile(r"\\.", re.DOTALL)
ESCAPED = re.compile(r"(\\.)|([^\\]+)", re.DOTALL)


# the name of a stage, the number of the piece's first line, its text
Piece = tuple[str, int, str]


@dataclass(frozen=True)
class Hit:
    """Columns `start:end` of a line; lines from 1, columns from 0."""

    stage: str
    line: int
    start: int
    end: int


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
        ComputeError: the process of a search ended, perhaps for lack of memory.
    """
    compiled = compiled_pattern(pattern, regular, case)
    lowered = None if case else _lowered(pattern if regular else re.escape(pattern))
    until = time.perf_counter() + seconds

    def over() -> bool:
        return cancelled() or time.perf_counter() > until

    unbounded = UNBOUNDED.search(ESCAPE.sub("", compiled.pattern))
    pieces = _pieces(stages)
    if unbounded:
        places = _search_in_child(pieces, compiled, lowered, most, seconds, over)
    else:
        places = _search(pieces, compiled, lowered)
    hits: list[Hit] = []
    with closing(places) as found:
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
        raise UsageError(
            "search: the pattern has {0:,} characters, and at most {1:,} are searched for: a "
            "part of it finds the same place",
            len(pattern),
            MOST_PATTERN,
        )
    try:
        return re.compile(pattern if regular else re.escape(pattern), re.MULTILINE | (0 if case else re.I))
    except re.error as error:
        raise UsageError("search: {0} is no regular expression: {1}", repr(pattern), error) from None


def _lowered(pattern: str) -> re.Pattern[str] | None:
    """A pattern that finds in lowered ASCII what `pattern` finds whatever the case; None: there is none.

    `re` skips to a literal only where case counts: this is 10 times as quick.
    """
    if not pattern.isascii() or NOT_LOWERED.search(pattern):
        return None
    letters = ESCAPED.sub(lambda match: match[1] or match[2].lower(), pattern)
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


def _search(
    pieces: Iterable[Piece], pattern: re.Pattern[str], lowered: re.Pattern[str] | None
) -> Generator[Hit | None]:
    """The places, and None after each piece."""
    for name, line, piece in pieces:
        for span in find_spans(piece, line, pattern, lowered):
            yield Hit(name, *span)
        yield None


def _search_in_child(
    pieces: Iterable[Piece],
    pattern: re.Pattern[str],
    lowered: re.Pattern[str] | None,
    most: int,
    seconds: float,
    over: Callable[[], bool],
) -> Generator[Hit | None]:
    """The places, and None after each piece; None, and no more, once it is `over`."""
    texts = [piece for piece in pieces if piece[2]]
    request = FindRequest(
        pattern.pattern,
        int(pattern.flags),
        lowered.pattern if lowered is not None else None,
        most,
        tuple((line, piece) for _, line, piece in texts),
    )
    # `over` ends it; its own limit is for the case that this process ends first
    job = SingleJob(SEARCHER, request, seconds + 1)
    try:
        with closing(job.run(over)) as answers:
            for (name, _, _), spans in zip(texts, answers, strict=False):
                yield from (Hit(name, *span) for span in spans)
                yield None
    except Cancelled:
        yield None


Span = tuple[int, int, int]


def find_spans(
    piece: str, line: int, pattern: re.Pattern[str], lowered: re.Pattern[str] | None = None
) -> Iterator[Span]:
    """Line, start and end column of each place; `line` is the number of the piece's first.

    `lowered`, where there is one, is looked for in the lowered piece, if that is ASCII.
    """
    quick = lowered is not None and piece.isascii()
    begins = last = 0
    for found in (lowered or pattern).finditer(piece.lower()) if quick else pattern.finditer(piece):
        start, end = found.span()
        if start == end:
            continue
        breaks = piece.count("\n", last, start)
        if breaks:
            line += breaks
            begins = piece.rfind("\n", last, start) + 1
        last = start
        yield line, start - begins, end - begins


class FindRequest(Request[None, tuple[Span, ...]], frozen=True):
    """Find a pattern in pieces, each with the number of its first line; tells the places in each, in order.

    lowered: the pattern for the lowered text, or None. most: how many places of a piece are of interest.
    """

    pattern: str
    flags: int
    lowered: str | None
    most: int
    pieces: tuple[tuple[int, str], ...]


def handlers() -> Handlers:
    """The jobs of the process: searching."""
    return {FindRequest: find}


def find(request: FindRequest, work: Work) -> None:
    """Tell the places in each piece, in order."""
    pattern = re.compile(request.pattern, request.flags)
    quick = re.compile(request.lowered, re.MULTILINE) if request.lowered is not None else None
    for line, piece in request.pieces:
        work.tell(tuple(islice(find_spans(piece, line, pattern, quick), request.most + 1)))
