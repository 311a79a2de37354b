"""Noise taken out of a stage's text, with the way back, so that links and clicks still meet their lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

import numpy as np

from jaxstudio.ir.stages import Language
from jaxstudio.ir.text_view.lines import Lines

PIECE_LINES = 500


class Noise(StrEnum):
    """What can be hidden."""

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
    (Language.ASM, Noise.ADDRESSES): (r"^ *[0-9a-f]+:  ",),
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
class Filtered:
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
        """How many lines the original has."""
        return len(self._original)

    def original(self, line: int, column: int) -> tuple[int, int]:
        """Where a place of this text stands in the original."""
        first = int(self.lines[min(max(line, 1), len(self.lines)) - 1])
        for start, end in self._cuts(first):
            if column >= start:
                column += end - start
        return first, column

    def shown(self, line: int, column: int) -> tuple[int, int] | None:
        """Where a place of the original stands here; None for a line that is hidden."""
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


def filtered(
    text: str, language: Language, noise: Iterable[Noise], between: Callable[[], object] = lambda: None
) -> Filtered:
    """The text without these kinds of noise; kinds that the language does not have change nothing.

    `between` is called again and again meanwhile; what it raises ends the work.
    """
    wanted = tuple(sorted(set(noise)))
    cuts, drop = _patterns(language, wanted)
    original = Lines(text)
    if not cuts and drop is None:
        return Filtered(original, np.arange(1, len(original) + 1, dtype=np.int32), original, ())
    shown: list[str] = []
    kept: list[np.ndarray] = []
    # in pieces, since `re` lets nobody else run
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
        shown.append(piece)
        kept.append(numbers)
    numbers = np.concatenate(kept) if kept else np.zeros(0, np.int32)
    return Filtered(Lines(*shown), numbers, original, cuts)


def _squeeze(lines: Sequence[str], held: list[bool]) -> None:
    """Let go of empty lines that stand together once what was between them is gone."""
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
