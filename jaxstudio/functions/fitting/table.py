"""Data points with weights, and the tables they are read from: CSV, TSV, semicolons, decimal commas."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jaxstudio.errors import DataError, Wording

SMALLEST_PADDING = 64


@dataclass(frozen=True)
class Points:
    """`inputs`: float64 (k, n), one row for each input; `y`: float64 (n,); all finite.

    `sigma`: float64 (n,), the standard deviation of each y, all above 0, or None where all count alike.
    `names` are those of the inputs and, last, of y. `skipped` rows of the source held no number.
    """

    inputs: np.ndarray
    y: np.ndarray
    sigma: np.ndarray | None = None
    names: tuple[str, ...] = ("x", "y")
    skipped: int = 0

    @classmethod
    def of(
        cls,
        x: np.ndarray | Sequence[float],
        y: np.ndarray | Sequence[float],
        sigma: np.ndarray | Sequence[float] | None = None,
        names: tuple[str, ...] = (),
        skipped: int = 0,
    ) -> Points:
        """Points from `x`, (n,) or (k, n), and `y`, (n,); rows that are not finite are left out and counted.

        Raises DataError if the lengths differ, nothing is left or a sigma is not above 0.
        """
        inputs, values = np.atleast_2d(np.asarray(x, np.float64)), np.asarray(y, np.float64)
        deviations = None if sigma is None else np.asarray(sigma, np.float64)
        for column in (values, deviations):
            if column is not None and column.shape != inputs.shape[1:]:
                raise DataError(
                    "x has {0} values, y or sigma {1}; expected as many", inputs.shape[1], column.size
                )
        rows = np.isfinite(inputs).all(0) & np.isfinite(values)
        if deviations is not None:
            rows &= np.isfinite(deviations)
            if (deviations[rows] <= 0).any():
                raise DataError("sigma is {0:g} at a point; expected numbers above 0", deviations[rows].min())
            deviations = deviations[rows]
        if not rows.any():
            raise DataError("there are no points; expected at least one row with a number for x and for y")
        if not names:
            count = len(inputs)
            names = ("x", "y") if count == 1 else (*(f"x{i + 1}" for i in range(count)), "y")
        return cls(inputs[:, rows], values[rows], deviations, names, skipped + int((~rows).sum()))

    @property
    def x(self) -> np.ndarray:
        """The first input, (n,)."""
        return self.inputs[0]

    def __len__(self) -> int:
        return len(self.y)


@dataclass(frozen=True)
class Padded:
    """Points lengthened to one of few lengths N, so that other points compile nothing.

    `inputs`: (k, N), `y`: (N,); the copies of the first point behind the true ones have `weight` 0, the
    true ones 1 / sigma. `count` true points.
    """

    inputs: np.ndarray
    y: np.ndarray
    weight: np.ndarray
    count: int


def padded_length(count: int) -> int:
    """The power of two that holds `count`, at least 64."""
    return max(SMALLEST_PADDING, 1 << (count - 1).bit_length())


def padded(points: Points) -> Padded:
    count = len(points)
    spare = padded_length(count) - count
    weight = np.ones(count) if points.sigma is None else 1 / points.sigma
    return Padded(
        np.concatenate([points.inputs, np.repeat(points.inputs[:, :1], spare, 1)], 1),
        np.concatenate([points.y, np.repeat(points.y[:1], spare)]),
        np.concatenate([weight, np.zeros(spare)]),
        count,
    )


NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
WITH_COMMA = re.compile(r"[+-]?\d+,\d+([eE][+-]?\d+)?", re.ASCII)
WITH_POINT = re.compile(r"[+-]?\d*\.\d+([eE][+-]?\d+)?", re.ASCII)
PLAIN = re.compile(r"[-+0-9.eE ]*", re.ASCII)
MISSING = frozenset({"", "-", "--", "?", ".", "na", "n/a", "nan", "null", "none", "inf", "+inf", "-inf"})
SAMPLE = 200


@dataclass(frozen=True)
class Layout:
    """`separator` is a tab, a semicolon, a comma, or a blank for any white space; `decimal` "." or ","."""

    separator: str
    decimal: str

    def fields(self, line: str) -> list[str]:
        """The fields of one line, quotes and blanks around them removed."""
        if self.separator == " ":
            return line.replace('"', "").split() or [""]
        if '"' not in line:
            return [field.strip() for field in line.split(self.separator)]
        try:
            row = next(csv.reader([line], delimiter=self.separator, skipinitialspace=True))
        except csv.Error as error:
            raise DataError("a line that begins with {0!r} cannot be read: {1}", line[:20], error) from None
        return [field.strip() for field in row]

    def number(self, field: str) -> float | None:
        """The field's number, NaN where a value is missing, None where it is something else."""
        text = field.replace("\N{MINUS SIGN}", "-")
        if self.decimal == ",":
            text = text.replace(",", ".")
        if NUMBER.fullmatch(text):
            return float(text)
        return float("nan") if text.lower() in MISSING else None

    def numbers(self, fields: Sequence[str]) -> list[float | None]:
        """`number` of each."""
        if self.decimal == "." and PLAIN.fullmatch(" ".join(fields)):
            try:
                return [float(field) for field in fields]
            except ValueError:
                pass  # such as 1.2.3: told below
        return [self.number(field) for field in fields]


def layout_of(lines: Sequence[str]) -> Layout:
    """The layout of a table whose lines (no comments, none empty) these are; the first ones decide."""
    lines = lines[:SAMPLE]
    for separator in "\t;":
        if 2 * sum(separator in line for line in lines) >= len(lines):
            return Layout(separator, _decimal(Layout(separator, ".").fields(line) for line in lines))
    # 1,5 2,5 holds numbers with decimal commas; 1,2 and 1, 2 hold two
    words = [line.split() for line in (lines[1:] or lines)]
    if any("," in line for line in lines) and not all(
        len(row) > 1 and all("," not in word or WITH_COMMA.fullmatch(word) for word in row) for row in words
    ):
        return Layout(",", ".")
    return Layout(" ", _decimal(line.split() for line in lines))


def _decimal(rows: Iterable[list[str]]) -> str:
    fields = [field for row in rows for field in row]
    comma = any(WITH_COMMA.fullmatch(field) for field in fields)
    return "," if comma and not any(WITH_POINT.fullmatch(field) for field in fields) else "."


LONGEST_TEXT = 64 << 20
MOST_ROWS = 1_000_000
MOST_COLUMNS = 256
COMMENTS = ("#", "%", "//")
SHOWN = 24


@dataclass(frozen=True)
class Table:
    """`columns`: float64 (rows,) by name, NaN where a value is missing.

    `faults`: the columns that hold something else than numbers, with the first such place in words;
    `numeric`: those, in order, that are columns of numbers, be it with a fault.
    """

    columns: dict[str, np.ndarray]
    faults: dict[str, Wording]
    numeric: tuple[str, ...]
    rows: int
    layout: Layout

    def column(self, name: str) -> np.ndarray:
        """A column by its name; DataError if there is none or it holds something else than numbers."""
        if name in self.faults:
            raise DataError(self.faults[name])
        if name not in self.columns:
            raise DataError("there is no column {0!r}; expected one of {1}", name, ", ".join(self.columns))
        return self.columns[name]

    def points(
        self, x: str | Sequence[str] | None = None, y: str | None = None, sigma: str | None = None
    ) -> Points:
        """The named columns as points; rows where one of their values is missing are skipped and counted.

        Without names: the first column of numbers is x and the second y, or with a single one, the
        number of the row is x.
        """
        usable = self.numeric
        inputs = [x] if isinstance(x, str) else list(x or ())
        if y is None:
            free = [name for name in usable if name not in inputs]
            if not free:
                raise DataError(
                    "no column of numbers is left for y beside {0}; expected one", ", ".join(inputs)
                )
            y = free[1] if len(free) > 1 and not inputs else free[0]
        inputs = inputs or [name for name in usable if name != y][:1]
        values = [self.column(name) for name in inputs] or [np.arange(1.0, self.rows + 1)]
        deviations = self.column(sigma) if sigma else None
        return Points.of(np.stack(values), self.column(y), deviations, (*(inputs or ["row"]), y))


class _Line(NamedTuple):
    number: int
    text: str


def read_table(text: str) -> Table:
    """Read a table; a header is optional, comments begin with #, % or //, empty lines count for nothing.

    Raises DataError, naming line and column, for a text without numbers, rows of unequal length, or
    more than 64 MiB, a million rows or 256 columns.
    """
    if len(text) > LONGEST_TEXT:
        raise DataError("the text has {0:,} characters; expected at most {1:,}", len(text), LONGEST_TEXT)
    lines, comment = _lines(text)
    if not lines:
        raise DataError("the text holds no data; expected rows of numbers")
    layout = layout_of([line.text for line in lines])
    rows = [(line.number, _fields(layout, line)) for line in lines]
    header = _header(layout, rows[0][1])
    if header:
        rows = rows[1:]
        if not rows:
            raise DataError("line {0} is a header; expected rows of numbers below it", lines[0].number)
    width = len(header) or max(_filled(row) for _, row in rows)
    like = Wording("line {0}", lines[0].number) if header else Wording("the longest")
    for number, row in rows:
        if len(row) < width or _filled(row) > width:
            fields = Wording("1 field") if len(row) == 1 else Wording("{0} fields", len(row))
            raise DataError("line {0} has {1}; expected {2} as in {3}", number, fields, width, like)
    return _table(layout, _names(header or _header_in(layout, comment, width), width), rows)


def _lines(text: str) -> tuple[list[_Line], str]:
    """Lines with something on them, and the comment right before the first of them."""
    lines: list[_Line] = []
    comment = ""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        bare = line.strip()
        if bare.startswith(COMMENTS):
            comment = comment if lines else bare.lstrip("#%/ ")
        elif bare:
            if len(lines) == MOST_ROWS:
                raise DataError("line {0}: too many rows; expected at most {1:,}", number, MOST_ROWS)
            # a tab at an edge is an empty field
            lines.append(_Line(number, line.partition(" #")[0].strip(" \r\n")))
    return lines, comment


def _fields(layout: Layout, line: _Line) -> list[str]:
    fields = layout.fields(line.text)
    if len(fields) > MOST_COLUMNS:
        raise DataError(
            "line {0} has {1} columns; expected at most {2}", line.number, len(fields), MOST_COLUMNS
        )
    return fields


def _header(layout: Layout, row: list[str]) -> list[str]:
    """The row, if it has a name and no number."""
    values = [layout.number(field) for field in row]
    named = any(value is None for value in values)
    return row if named and all(value is None or np.isnan(value) for value in values) else []


def _header_in(layout: Layout, comment: str, width: int) -> list[str]:
    """The names in a comment like NumPy's `# time speed`, if they are as many as the columns."""
    fields = _header(layout, layout.fields(comment)) if comment else []
    return fields if len(fields) == width else []


def _filled(row: list[str]) -> int:
    """The length of the row without the empty fields that separators at its end make."""
    return len(row) if row[-1] else max((i + 1 for i, field in enumerate(row) if field), default=1)


def _names(header: list[str], width: int) -> list[str]:
    """A name for each column, none twice."""
    usual = ["y"] if width == 1 else ["x", "y", *(f"column {i}" for i in range(3, width + 1))]
    names: list[str] = []
    for heading in (header[i] or usual[i] if header else usual[i] for i in range(width)):
        name, again = heading, 2
        while name in names:
            name, again = f"{heading} {again}", again + 1
        names.append(name)
    return names


def _table(layout: Layout, names: list[str], rows: list[tuple[int, list[str]]]) -> Table:
    columns: dict[str, np.ndarray] = {}
    faults: dict[str, Wording] = {}
    numeric: list[str] = []
    for index, name in enumerate(names):
        values = layout.numbers([row[index] for _, row in rows])
        wrong = [i for i, value in enumerate(values) if value is None or math.isinf(value)]
        found = sum(value is not None and math.isfinite(value) for value in values)
        if found and found >= len(wrong):
            numeric.append(name)
        if not wrong:
            columns[name] = np.array(values, np.float64)
        else:
            line, row = rows[wrong[0]]
            shown = row[index] if len(row[index]) <= SHOWN else row[index][: SHOWN - 1] + "…"
            faults[name] = Wording(
                "line {0}, column {1} ({2}): {3!r} is no number; expected one", line, index + 1, name, shown
            )
    if not numeric:
        nothing = Wording("the text holds no numbers; expected rows of numbers")
        raise DataError(next(iter(faults.values()), nothing))
    return Table(columns, faults, tuple(numeric), len(rows), layout)
