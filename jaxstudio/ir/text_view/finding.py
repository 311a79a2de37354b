"""Where a pattern occurs in a piece of text; as a program, a process that can be ended while it looks.

`re` hears nothing while it looks, and lets no other thread run: `(a+)+b`, or `\\w+x` on a line of a million
letters, would stop the whole window. This file needs the standard library alone, so that the process is
there in 20 ms: it is run by its path.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import IO

Span = tuple[int, int, int]


def found_in(
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


def serve(asked: IO[bytes], answers: IO[bytes]) -> None:
    """One search: a line with the patterns, then pieces, each behind its line number and its bytes.

    The answer to a piece is a line with its places; a piece without bytes is the end.
    """
    words, flags, lowered, most = json.loads(asked.readline())
    pattern = re.compile(words, flags)
    quick = re.compile(lowered, re.MULTILINE) if lowered is not None else None
    while True:
        line, count = json.loads(asked.readline())
        if not count:
            return
        piece = asked.read(count).decode("utf-8", "surrogatepass")
        found: list[Span] = []
        for span in found_in(piece, line, pattern, quick):
            found.append(span)
            if len(found) > most:
                break
        answers.write(json.dumps(found).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
