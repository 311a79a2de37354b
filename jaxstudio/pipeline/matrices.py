"""Matrices as values: turned, flipped, put together, taken apart; plain numbers, no arrays.

A matrix is a tuple of rows, the first one on top, of odd height and width.
"""

from __future__ import annotations

from functools import lru_cache

from jaxstudio.errors import ParameterError

Rows = tuple[tuple[float, ...], ...]

# A sum so small beside the weights themselves is nothing but their rounding.
NOTHING = 1e-6
# How far, beside the sum of its absolute weights, a matrix may be from the product of two vectors and
# still be taken for it: what float32 rounds away.
RANK_ONE = 2.5e-7


def total(rows: Rows) -> float:
    return sum(sum(row) for row in rows)


def strength(rows: Rows) -> float:
    """The sum of the absolute weights: how far a result can go."""
    return sum(abs(weight) for row in rows for weight in row)


def sums_to_nothing(rows: Rows) -> bool:
    """Whether the weights cancel each other, so that dividing by their sum means nothing."""
    return abs(total(rows)) <= NOTHING * strength(rows)


def normalised(rows: Rows) -> Rows:
    """The weights divided by their sum; ParameterError where they cancel each other."""
    if sums_to_nothing(rows):
        raise ParameterError("the weights sum to 0 and cannot be divided by their sum")
    divisor = total(rows)
    return tuple(tuple(weight / divisor for weight in row) for row in rows)


def flipped_across(rows: Rows) -> Rows:
    """Left becomes right."""
    return tuple(row[::-1] for row in rows)


def flipped_down(rows: Rows) -> Rows:
    """Top becomes bottom."""
    return rows[::-1]


def transposed(rows: Rows) -> Rows:
    """Rows become columns."""
    return tuple(zip(*rows, strict=True))


def rotated(rows: Rows) -> Rows:
    """A quarter of a turn, counter-clockwise."""
    return flipped_down(transposed(rows))


def combined(first: Rows, second: Rows, largest: int) -> Rows:
    """The one matrix that does what `first` and then `second` do: one convolved with the other.

    Outer rows and columns of zeros are left out, as many on both sides. ParameterError where the
    result is larger than `largest` × `largest`.
    """
    height, width = len(first) + len(second) - 1, len(first[0]) + len(second[0]) - 1
    sums = [[0.0] * width for _ in range(height)]
    for y, row in enumerate(first):
        for x, weight in enumerate(row):
            if weight:
                for v, other in enumerate(second):
                    for u, factor in enumerate(other):
                        sums[y + v][x + u] += weight * factor
    rows = trimmed(tuple(tuple(row) for row in sums))
    if max(len(rows), len(rows[0])) > largest:
        raise ParameterError(
            f"together they would be {len(rows)} × {len(rows[0])}: expected at most {largest} × {largest}"
        )
    return rows


def trimmed(rows: Rows) -> Rows:
    """Without the outer rows and columns that hold only zeros, the middle staying in the middle."""
    while len(rows) > 1 and not any((*rows[0], *rows[-1])):
        rows = rows[1:-1]
    across = transposed(rows)
    while len(across) > 1 and not any((*across[0], *across[-1])):
        across = across[1:-1]
    return transposed(across)


@lru_cache(maxsize=256)
def factors(rows: Rows) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
    """A column and a row whose product the matrix is; None where no two are.

    Filtering along the columns and then along the rows then gives the same result.
    """
    weights = [(abs(weight), y, x) for y, row in enumerate(rows) for x, weight in enumerate(row)]
    largest, y, x = max(weights)
    if not largest:
        return None
    row = rows[y]
    column = tuple(other[x] / row[x] for other in rows)
    off = sum(abs(rows[v][u] - column[v] * row[u]) for v in range(len(rows)) for u in range(len(row)))
    return (column, row) if off <= RANK_ONE * strength(rows) else None
