"""What was typed, and carets under the columns at fault."""

from __future__ import annotations

import unicodedata
from typing import TextIO

from jaxstudio.errors import ExpressionError

AROUND = 60  # characters shown on either side


def show_columns(text: str, error: ExpressionError, stream: TextIO) -> None:
    """Print the text and below it carets from `error.start` to `error.end`; nothing without columns."""
    if error.end <= error.start and error.start == 0:
        return
    begin = max(0, error.start - AROUND)
    shown = "".join(
        letter if letter.isprintable() else "\ufffd" for letter in text[begin : error.start + AROUND]
    )
    before = shown[: error.start - begin]
    under = shown[error.start - begin : max(error.end, error.start + 1) - begin]
    print(f"  {shown}", file=stream)
    print(f"  {' ' * _cells(before)}{'^' * max(1, _cells(under))}", file=stream, flush=True)


def _cells(text: str) -> int:
    """How many columns of a terminal it takes."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
