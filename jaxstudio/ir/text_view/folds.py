"""What can be folded away: blocks (computations, functions, nested jaxprs), tables, repeats of one "
"pattern."""

from __future__ import annotations

import re
from dataclasses import dataclass

from jaxstudio.ir.compare.renumbering import without_numbers
from jaxstudio.ir.stages import Language

LEAST_REPEATS = 6
TABLES = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
VALUE = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
INDENT = re.compile(r"[ \t]*")


@dataclass(frozen=True)
class Fold:
    """Lines `first` to `last` (from 1, both included); the first stays when the rest is hidden.

    `kind` is `block`, `table` or `repeat`.
    """

    first: int
    last: int
    kind: str


def folds(text: str, language: Language) -> list[Fold]:
    """All folds of a text, outer ones before those inside."""
    lines = text.split("\n")
    found = _blocks(lines)
    if language is Language.HLO:
        found += _tables(lines)
    if language is Language.STABLEHLO:
        found += _locations(lines)
    tables = [fold for fold in found if fold.kind == "table"]
    found += [
        fold
        for fold in _repeats(lines, language)
        if not any(table.first <= fold.first <= table.last for table in tables)
    ]
    return sorted(found, key=lambda fold: (fold.first, -fold.last))


def _blocks(lines: list[str]) -> list[Fold]:
    """A line and the deeper ones behind it, with the closing line where it says no more than that."""
    found: list[Fold] = []
    open_lines: list[tuple[int, int]] = []
    last_text = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        depth = len(INDENT.match(line)[0])  # type: ignore[index]
        while open_lines and open_lines[-1][1] >= depth:
            first, held = open_lines.pop()
            closing = number if held == depth and line.lstrip()[0] in "})]" else last_text
            if closing > first + 1:
                found.append(Fold(first, closing, "block"))
        open_lines.append((number, depth))
        last_text = number
    for first, _ in open_lines:
        if last_text > first + 1:
            found.append(Fold(first, last_text, "block"))
    return found


def _tables(lines: list[str]) -> list[Fold]:
    found = []
    for number, line in enumerate(lines, 1):
        if line in TABLES:
            last = number
            while last < len(lines) and lines[last][:1].isdigit():
                last += 1
            if last > number:
                found.append(Fold(number, last, "table"))
        elif line.startswith("ENTRY"):
            break
    return found


def _locations(lines: list[str]) -> list[Fold]:
    """The stretches of `#loc` lines."""
    found = []
    first = 0
    for number, line in enumerate([*lines, ""], 1):
        if line.startswith("#loc"):
            first = first or number
        else:
            if first and number - first > 1:
                found.append(Fold(first, number - 1, "table"))
            first = 0
    return found


def _repeats(lines: list[str], language: Language) -> list[Fold]:
    """Runs in which a pattern of one to four lines comes again and again, names and numbers aside."""
    keys = [VALUE.sub("#", without_numbers(line, language)) for line in lines]
    found = []
    number = 0
    while number < len(keys):
        best = 0
        for period in (1, 2, 3, 4):
            end = number + period
            while end < len(keys) and keys[end] == keys[end - period] and keys[end].strip():
                end += 1
            if end - number >= LEAST_REPEATS * period and end - number > best:
                best = end - number
        if best:
            found.append(Fold(number + 1, number + best, "repeat"))
            number += best
        else:
            number += 1
    return found
