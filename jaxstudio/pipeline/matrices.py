"""Flips, rotates, convolves, factorises, parses and writes matrices; without arrays.

A matrix is a tuple of rows, the top row first, of odd height and width.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import field
from functools import lru_cache

from jaxstudio.errors import ExpressionError, ParameterError, Wording
from jaxstudio.lazy_dataclass import dataclass

Rows = tuple[tuple[float, ...], ...]

# Weights cancel where the absolute value of their sum is at most this share of the sum of absolute weights.
CANCELLED = 1e-6
# A matrix counts as the product of two vectors if it differs from it by at most this share of the sum of its
# absolute weights: float32 rounds that away.
RANK_ONE = 2.5e-7


def total(rows: Rows) -> float:
    return sum(sum(row) for row in rows)


def strength(rows: Rows) -> float:
    """The sum of the absolute weights, which bounds the result."""
    return sum(abs(weight) for row in rows for weight in row)


def weights_cancel(rows: Rows) -> bool:
    """Whether the weights sum to 0, except for rounding, so that they cannot be divided by their sum."""
    return abs(total(rows)) <= CANCELLED * strength(rows)


def normalise(rows: Rows) -> Rows:
    """The weights divided by their sum; ParameterError where they cancel."""
    if weights_cancel(rows):
        raise ParameterError("the weights sum to 0 and cannot be divided by their sum")
    divisor = total(rows)
    return tuple(tuple(weight / divisor for weight in row) for row in rows)


def flip_horizontal(rows: Rows) -> Rows:
    """Left becomes right."""
    return tuple(row[::-1] for row in rows)


def flip_vertical(rows: Rows) -> Rows:
    """Top becomes bottom."""
    return rows[::-1]


def transpose(rows: Rows) -> Rows:
    """Rows become columns."""
    return tuple(zip(*rows, strict=True))


def rotate_90(rows: Rows) -> Rows:
    """A quarter of a turn, counter-clockwise."""
    return flip_vertical(transpose(rows))


def convolve_matrices(first: Rows, second: Rows, largest: int) -> Rows:
    """The matrix with the effect of `first` and then `second`: one convolved with the other.

    Outer rows and columns of zeros are dropped, as many on each side. ParameterError if the result is larger
    than `largest` × `largest`.
    """
    height, width = len(first) + len(second) - 1, len(first[0]) + len(second[0]) - 1
    sums = [[0.0] * width for _ in range(height)]
    for y, row in enumerate(first):
        for x, weight in enumerate(row):
            if weight:
                for v, other in enumerate(second):
                    for u, factor in enumerate(other):
                        sums[y + v][x + u] += weight * factor
    rows = trim_zeros(tuple(tuple(row) for row in sums))
    if max(len(rows), len(rows[0])) > largest:
        raise ParameterError(
            "together they would be {0} × {1}: expected at most {2} × {2}", len(rows), len(rows[0]), largest
        )
    return rows


def trim_zeros(rows: Rows) -> Rows:
    """Drop outer rows and columns of zeros, as many on each side, so that the middle stays."""
    while len(rows) > 1 and not any((*rows[0], *rows[-1])):
        rows = rows[1:-1]
    across = transpose(rows)
    while len(across) > 1 and not any((*across[0], *across[-1])):
        across = across[1:-1]
    return transpose(across)


@lru_cache(maxsize=256)
def factorise(rows: Rows) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
    """The column and row whose product is the matrix; None if there are none.

    To filter along the columns and then along the rows gives the same result.
    """
    weights = [(abs(weight), y, x) for y, row in enumerate(rows) for x, weight in enumerate(row)]
    largest, y, x = max(weights)
    if not largest:
        return None
    row = rows[y]
    column = tuple(other[x] / row[x] for other in rows)
    off = sum(abs(rows[v][u] - column[v] * row[u]) for v in range(len(rows)) for u in range(len(row)))
    return (column, row) if off <= RANK_ONE * strength(rows) else None


LONGEST = 20_000
NUMBER = r"[+\-\u2212]?(?:\d+\.?\d*|\.\d+)(?:[eE][+\-]?\d+)?"
# possessive (`*+`), so that many spaces are scanned only once
FACTOR = rf"\(?\s*+({NUMBER})(?:\s*+/\s*+({NUMBER}))?\s*+\)?"
# `kernel = 1/16 * np.array(` before the numbers, and after them `, dtype=float32) / 16`
HEAD = re.compile(
    rf"\s*+(?:[A-Za-z_]\w*\s*+=\s*+)?(?:{FACTOR}\s*+\*\s*+(?=[\[({{A-Za-z]))?"
    r"(?P<call>(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*\s*+\(\s*+)?"
)
CALL_ENDS = r"(?:,\s*+dtype\s*+=\s*+[\w.'\"]+\s*+)?\)\s*+"
AFTER = rf"(?:([*/])\s*+{FACTOR})?\s*+;?\s*+$"
TAILS = {
    called: re.compile(r"(?<=[\])}])\s*+" + (CALL_ENDS if called else "") + AFTER) for called in (True, False)
}
TOKEN = re.compile(rf"(?P<number>{NUMBER})(?:\s*+/\s*+(?P<over>{NUMBER}))?|[\[({{]|[\])}}]|,|;|\n|[^\S\n]+|.")


@dataclass
class _Reading:
    """The rows read so far, and where each begins and ends in the text."""

    rows: list[list[float]] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    row: list[float] = field(default_factory=list)
    begin: int = 0

    def number(self, value: float, start: int) -> None:
        if not self.row:
            self.begin = start
        self.row.append(value)

    def end_row(self, end: int) -> None:
        if self.row:
            self.rows.append(self.row)
            self.spans.append((self.begin, end))
            self.row = []


def parse_matrix(text: str, largest: int) -> Rows:
    """The matrix that `text` spells.

    It may be a list as in Python, an array as NumPy prints it, a table, or have MATLAB's brackets. Nothing is
    evaluated: numbers and fractions are read; brackets, commas, semicolons and line ends separate rows.

    Args:
        text: at most LONGEST characters.
        largest: bound of height and width.

    Raises:
        ExpressionError: with the place of the mistake.
    """
    if len(text) > LONGEST:
        raise ExpressionError(
            Wording("{0:,} characters: expected at most {1:,}", len(text), LONGEST), 0, len(text)
        )
    head = HEAD.match(text)
    assert head is not None  # all of it may be absent
    start = head.end()
    tail = TAILS[head.group("call") is not None].search(text, start)
    stop = tail.start() if tail is not None else len(text)
    scale = _factor(head.group(1), head.group(2))
    if tail is not None and tail.group(1):
        factor = _factor(tail.group(2), tail.group(3))
        if not factor and tail.group(1) == "/":
            raise ExpressionError(Wording("divided by 0"), tail.start(1), tail.end())
        scale = scale / factor if tail.group(1) == "/" else scale * factor
    reading = _read(text, start, stop)
    _check(reading, text, largest)
    return tuple(tuple(weight * scale for weight in row) for row in reading.rows)


def _value(text: str) -> float:
    return float(text.replace("\N{MINUS SIGN}", "-"))


def _factor(over: str | None, under: str | None) -> float:
    """A number or a fraction; 1 where there is none."""
    if over is None:
        return 1.0
    below = _value(under) if under is not None else 1.0
    if not below:
        raise ExpressionError(Wording("{0}/{1}: divided by 0", over, under), 0, 0)
    return _value(over) / below


def _read(text: str, start: int, stop: int) -> _Reading:
    body = text[start:stop]
    bracketed = any(bracket in body for bracket in "[({")
    lines = [line for line in body.splitlines() if line.strip()]
    # in a table, semicolons separate numbers; elsewhere they separate rows
    table = not bracketed and len(lines) > 1 and not any("," in line for line in lines)
    reading, depth, before = _Reading(), 0, ""
    for match in TOKEN.finditer(text, start, stop):
        token, at = match.group(), match.start()
        if match.group("number") is not None:
            over = match.group("over")
            below = _value(over) if over is not None else 1.0
            if not below:
                raise ExpressionError(Wording("divided by 0"), at, match.end())
            reading.number(_value(match.group("number")) / below, at)
        elif token in "[({":
            depth += 1
        elif token in "])}":
            depth -= 1
            if depth < 0:
                raise ExpressionError(Wording("{0!r} closes nothing", token), at, at + 1)
            reading.end_row(at)
        elif token == "," or (token == ";" and table):
            if before in (",", ";"):
                raise ExpressionError(Wording("a number is missing"), at, at + 1)
        elif token == ";":
            reading.end_row(at)
        elif token == "\n":
            if before not in (",", ";") and depth <= 1:
                reading.end_row(at)
        elif not token.isspace():
            word = re.compile(r"\w+|.").match(text, at)
            assert word is not None
            raise ExpressionError(Wording("expected a number, not {0!r}", word.group()), at, word.end())
        if not token.isspace() or token == "\n":
            before = token
    if depth > 0:
        raise ExpressionError(Wording("a bracket is not closed"), max(stop - 1, 0), stop)
    reading.end_row(stop)
    return reading


def _check(reading: _Reading, text: str, largest: int) -> None:
    rows = reading.rows
    if not rows:
        raise ExpressionError(Wording("expected the numbers of a matrix"), 0, len(text))
    for number, (row, span) in enumerate(zip(rows, reading.spans, strict=True), 1):
        if len(row) != len(rows[0]):
            raise ExpressionError(
                Wording("row {0} has {1} numbers, the first has {2}", number, len(row), len(rows[0])), *span
            )
        if not all(math.isfinite(weight) for weight in row):
            raise ExpressionError(Wording("row {0}: a number is too large", number), *span)
    height, width = len(rows), len(rows[0])
    if not (height % 2 and width % 2) or max(height, width) > largest:
        where = reading.spans[0][0], reading.spans[-1][1]
        raise ExpressionError(
            Wording("{0} × {1}: expected odd sides from 1 to {2}", height, width, largest), *where
        )


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column, both from 1, of an index in the text."""
    line = text.count("\n", 0, at)
    return line + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def _plain(weight: float) -> str:
    return str(int(weight)) if weight.is_integer() and abs(weight) < 1e15 else repr(weight)


def as_list(rows: Rows) -> str:
    """Return a list of lists in Python, which is JSON too."""
    return "[" + ",\n ".join("[" + ", ".join(map(_plain, row)) + "]" for row in rows) + "]"


def as_numpy(rows: Rows) -> str:
    """Return a NumPy array of floats as Python text."""
    lines = "".join(f"    [{', '.join(map(repr, row))}],\n" for row in rows)
    return f"np.array([\n{lines}])"


def as_table(rows: Rows) -> str:
    """Return comma-separated values, one line per row."""
    return "".join(",".join(map(_plain, row)) + "\n" for row in rows)


STYLES: dict[str, Callable[[Rows], str]] = {
    "python_list": as_list,
    "numpy_array": as_numpy,
    "comma_separated": as_table,
}
