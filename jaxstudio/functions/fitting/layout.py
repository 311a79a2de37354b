"""What separates the fields of a table of numbers, and whether its decimals are points or commas."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from jaxstudio.errors import DataError

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
            raise DataError(f"a line that begins with {line[:20]!r} cannot be read: {error}") from None
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
