"""A stage's text by its lines, and its parts that can be hidden: filters remove noise; folds collapse blocks
and repeats.

Lines are cut out when they are asked for: a million open as quickly as ten. Every filtered line and column
maps back to the original, so that links and clicks still meet their place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import overload

import numpy as np

from jaxstudio.ir.comparison import without_numbers
from jaxstudio.ir.stages import Language
from jaxstudio.lazy_dataclass import dataclass

PIECE = 1 << 18  # characters scanned at once; the interpreter lock is held meanwhile
NEWLINE = 10


class Lines(Sequence[str]):
    """A sequence like `text.split("\n")` that takes 8 bytes a line; lines count from 0.

    Args:
        blocks: the text, cut anywhere between two lines; without the line breaks between them.
    """

    def __init__(self, *blocks: str) -> None:
        self._blocks = blocks or ("",)
        found = [_breaks(block) for block in self._blocks]
        counts = [1 + sum(map(len, breaks)) for breaks in found]
        # filled in bits: one copy of a million numbers would hold up every other thread
        kind = np.int64 if max(map(len, self._blocks)) > np.iinfo(np.int32).max else np.int32
        self._first = np.cumsum([0, *counts])
        # places within the block that a line stands in
        self._ends = np.empty(self._first[-1], kind)
        self._starts = np.empty(self._first[-1], kind)
        for block, first, breaks in zip(self._blocks, self._first.tolist(), found, strict=False):
            self._starts[first] = 0
            at = first
            for ends in breaks:
                self._ends[at : at + len(ends)] = ends
                self._starts[at + 1 : at + 1 + len(ends)] = ends + 1
                at += len(ends)
            self._ends[at] = len(block)

    @cached_property
    def text(self) -> str:
        return "\n".join(self._blocks)

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            first, last, step = place.indices(len(self))
            if step != 1:
                return [self[each] for each in range(first, last, step)]
            return self.between(first, last).split("\n") if last > first else []
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        return self._within(place % len(self), place % len(self))

    def between(self, first: int, last: int) -> str:
        """The lines `first:last` as one text; there must be one at least."""
        blocks = range(self._block(first), self._block(last - 1) + 1)
        parts = [
            self._within(max(first, int(self._first[block])), min(last, int(self._first[block + 1])) - 1)
            for block in blocks
        ]
        return "\n".join(parts) if len(parts) > 1 else parts[0]

    @property
    def lengths(self) -> np.ndarray:
        """The characters of each line."""
        return self._ends - self._starts

    def _block(self, line: int) -> int:
        return int(np.searchsorted(self._first, line, side="right")) - 1

    def _within(self, first: int, last: int) -> str:
        """Lines of one block, the last included."""
        return self._blocks[self._block(first)][self._starts[first] : self._ends[last]]


def _breaks(block: str) -> list[np.ndarray]:
    """Return the positions of a text's line breaks, in pieces."""
    return [newlines(block[first : first + PIECE]) + first for first in range(0, len(block), PIECE)]


def newlines(piece: str) -> np.ndarray:
    """Return the positions of a short text's line breaks, int64."""
    if piece.isascii():
        return np.flatnonzero(np.frombuffer(piece.encode("ascii"), np.uint8) == NEWLINE)
    return np.flatnonzero(np.frombuffer(piece.encode("utf-32-le", "surrogatepass"), np.uint32) == NEWLINE)


LEAST_REPEATS = 6
TABLES = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
VALUE = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
INDENT = re.compile(r"[ \t]*")
ADDRESS = re.compile(r"^ *[0-9a-f]+:(?= )")


@dataclass(frozen=True)
class Fold:
    """Lines `first` to `last` (from 1, both included); the first stays when the rest is hidden.

    `kind` is `block`, `table` or `repeat`.
    """

    first: int
    last: int
    kind: str


def folds(text: str, language: Language) -> list[Fold]:
    """Return all folds of a text, outer ones before inner ones."""
    lines = text.split("\n")
    found = _blocks([ADDRESS.sub(_spaces, line) for line in lines] if language is Language.ASM else lines)
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


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _blocks(lines: list[str]) -> list[Fold]:
    """A line and the deeper ones behind it, with the closing line where it says no more than that."""
    folds: list[Fold] = []
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
                folds.append(Fold(first, closing, "block"))
        open_lines.append((number, depth))
        last_text = number
    for first, _ in open_lines:
        if last_text > first + 1:
            folds.append(Fold(first, last_text, "block"))
    return folds


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


PIECE_LINES = 500


class Noise(StrEnum):
    """The kinds of text that can be hidden."""

    METADATA = "metadata"  # where operations come from, and what only the compiler needs to know
    LAYOUTS = "layouts"  # the order of axes in memory
    LOCATIONS = "locations"  # source locations and their tables
    CONSTANTS = "constants"  # the elements of constants
    ADDRESSES = "addresses"  # offsets of instructions


# What is cut within a line, one pattern after another: what may hold another comes first. Most begin with
# a word of their own, to which `re` skips at once, and no loop gives back what it took: together 6 times as
# quick as one pattern of alternatives.
BRACED = r"=\{(?:[^\"{}\n]++|\"(?:[^\"\\\n]++|\\.)*+\"|\{[^{}\n]*\}|\{(?:[^{}\n]++|\{[^{}\n]*\})*+\})*+\}"
CUTS: dict[tuple[Language, Noise], tuple[str, ...]] = {
    (Language.HLO, Noise.METADATA): (
        r", metadata" + BRACED,
        r", backend_config" + BRACED,
        r", frontend_attributes" + BRACED,
        r", sharding=\{(?:[^{}\n]++|\{[^{}\n]*\})*+\}",
        r"/\*index=\d+\*/",
    ),
    (Language.HLO, Noise.LAYOUTS): (r"\{(?<=\]\{)[\d,]*(?::[^}\n]*)?\}",),
    (Language.HLO, Noise.CONSTANTS): (r"\{(?<= constant\(\{).*?\}(?=\)(?:,|$))",),
    (Language.STABLEHLO, Noise.LOCATIONS): (
        r" loc\((?:[^()\"\n]++|\"[^\"\n]*\"|\((?:[^()\"\n]++|\"[^\"\n]*\"|\([^()\n]*\))*+\))*+\)",
    ),
    (Language.STABLEHLO, Noise.CONSTANTS): (
        r"\"(?<=dense<\")0x[0-9A-Fa-f]*\"(?=>)",
        r"\[(?<=dense<\[).*\](?=>)",
        r"dense_resource(?<=dense<dense_resource)<[^>\n]*>(?=>)",
    ),
    (Language.STABLEHLO, Noise.METADATA): (r" attributes \{[^{}]*\}", r" \{mhlo\.[^{}]*\}"),
    (Language.LLVM, Noise.METADATA): (r" #\d+(?= \{|$)", r", ![\w.]+ !\d+", r", align \d+"),
    (Language.LLVM, Noise.LOCATIONS): (r"(?<![ \t])[ \t]*; preds = .*$",),
    (Language.ASM, Noise.ADDRESSES): (r"^(?: *[0-9a-f]+:  | {9}(?= *;))",),
}
# Lines that go altogether; each is looked for behind a line break.
LINES: dict[tuple[Language, Noise], str] = {
    (Language.STABLEHLO, Noise.LOCATIONS): r"#loc\d* = ",
    (Language.HLO, Noise.METADATA): (
        r"(?:FileNames|FunctionNames|FileLocations|StackFrames)$|\d+ (?:\"|\{file_)"
    ),
    (Language.PTX, Noise.LOCATIONS): r"[ \t]*\.(?:loc|file)[ \t]",
    (Language.LLVM, Noise.METADATA): r"!\d+ = |attributes #|declare |; Function Attrs|source_filename|!llvm",
}


@dataclass(frozen=True)
class FilteredText:
    """A text without some noise. Lines are counted from 1, columns from 0.

    `lines[k]` is the line of the original that line k + 1 shows, `shown_lines[k]` its text.
    """

    shown_lines: Lines
    lines: np.ndarray
    _original: Sequence[str] = field(repr=False)
    _patterns: tuple[re.Pattern[str], ...] = field(repr=False)

    @property
    def text(self) -> str:
        return self.shown_lines.text

    @property
    def height(self) -> int:
        """Return the number of lines of the original."""
        return len(self._original)

    def original(self, line: int, column: int) -> tuple[int, int]:
        """Return the place in the original of a place in this text."""
        first = int(self.lines[min(max(line, 1), len(self.lines)) - 1])
        for start, end in self._cuts(first):
            if column >= start:
                column += end - start
        return first, column

    def filtered_position(self, line: int, column: int) -> tuple[int, int] | None:
        """The position here of one in the original; None for a line that is hidden."""
        place = int(np.searchsorted(self.lines, line))
        if place == len(self.lines) or self.lines[place] != line:
            return None
        before = 0
        for start, end in self._cuts(line):
            if column >= end:
                before += end - start
            elif column > start:
                before += column - start
        return place + 1, column - before

    def spans(self, spans: np.ndarray) -> np.ndarray:
        """Spans of the original here; the lines of hidden ones are 0. int32 of shape (n, 4)."""
        places = np.searchsorted(self.lines, spans[:, [0, 2]])
        held = self.lines[np.minimum(places, len(self.lines) - 1)] == spans[:, [0, 2]]
        shown = np.where(held.all(1)[:, None], places + 1, 0).astype(np.int32)
        result = spans.copy()
        result[:, [0, 2]] = shown
        return result

    def _cuts(self, line: int) -> list[tuple[int, int]]:
        if not self._patterns or not 1 <= line <= len(self._original):
            return []
        text, spans = self._original[line - 1], []
        found = sorted(each.span() for pattern in self._patterns for each in pattern.finditer(text))
        end = 0
        for span in found:  # what stands inside of another went with it
            if span[0] >= end:
                spans.append(span)
                end = span[1]
        return spans


def filter_text(
    text: str, language: Language, noise: Iterable[Noise], between: Callable[[], object] = lambda: None
) -> FilteredText:
    """The text without these kinds of noise; kinds that the language does not have change nothing.

    `between` is called again and again meanwhile; what it raises ends the work.
    """
    wanted = tuple(sorted(set(noise)))
    cuts, drop = _patterns(language, wanted)
    original = Lines(text)
    if not cuts and drop is None:
        return FilteredText(original, np.arange(1, len(original) + 1, dtype=np.int32), original, ())
    pieces: list[str] = []
    line_numbers: list[np.ndarray] = []
    # in pieces, since `re` holds the interpreter lock
    for first in range(0, len(original), PIECE_LINES):
        between()
        last = min(first + PIECE_LINES, len(original))
        piece, numbers = original.between(first, last), np.arange(first + 1, last + 1, dtype=np.int32)
        if drop is not None and drop.search("\n" + piece):
            lines = piece.split("\n")
            held = [not drop.match("\n" + line) for line in lines]
            _squeeze(lines, held)
            numbers = numbers[np.array(held, bool)]
            if not len(numbers):
                continue
            piece = "\n".join(line for line, keep in zip(lines, held, strict=True) if keep)
        for cut in cuts:
            piece = cut.sub("", piece)
        pieces.append(piece)
        line_numbers.append(numbers)
    numbers = np.concatenate(line_numbers) if line_numbers else np.zeros(0, np.int32)
    return FilteredText(Lines(*pieces), numbers, original, cuts)


def _squeeze(lines: Sequence[str], held: list[bool]) -> None:
    """Remove empty lines that became neighbours."""
    empty = True
    for place, line in enumerate(lines):
        held[place] = held[place] and not (empty and not line)
        if held[place]:
            empty = not line


@lru_cache
def _patterns(
    language: Language, noise: tuple[Noise, ...]
) -> tuple[tuple[re.Pattern[str], ...], re.Pattern[str] | None]:
    cuts = [cut for each in noise for cut in CUTS.get((language, each), ())]
    drops = [LINES[language, each] for each in noise if (language, each) in LINES]
    return (
        tuple(re.compile(cut, re.MULTILINE) for cut in cuts),
        re.compile(f"\\n(?:{'|'.join(drops)})", re.MULTILINE) if drops else None,
    )
