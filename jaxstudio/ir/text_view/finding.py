"""Where a pattern occurs in a piece of text; also as the job of a process that can be ended while it looks.

`re` is not interrupted while it looks, and lets no other thread run: `(a+)+b`, or `\\w+x` on a line of a
million letters, would stop the whole window. Standard library only, so that the process starts soon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jaxstudio.processes.serve import Work

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


def handlers() -> dict[str, Callable[[Any, Work], None]]:
    """The one job of a process that searches."""
    return {"find": find}


def find(argument: tuple[str, int, str | None, int, tuple[tuple[int, bytes], ...]], work: Work) -> None:
    """Tell the places in each piece, in order.

    argument: a pattern and its flags, the pattern for the lowered text or None, how many places of a piece
    are of interest, and the pieces, each with the number of its first line, in UTF-8.
    """
    words, flags, lowered, most, pieces = argument
    pattern = re.compile(words, flags)
    quick = re.compile(lowered, re.MULTILINE) if lowered is not None else None
    for line, data in pieces:
        spans = find_spans(data.decode("utf-8", "surrogatepass"), line, pattern, quick)
        work.tell(tuple(islice(spans, most + 1)))
