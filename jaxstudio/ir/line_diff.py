"""Line diff: patience diff first, then difflib; and the normalisation of generated names before a comparison.

Lines that occur once on each side anchor the rest (Bram Cohen's patience diff): in modules whose
instructions have names nearly every line does, and the time grows with the number of lines. Ranges
without an anchor are compared by difflib up to a bound, and count as replaced beyond it.
"""

from __future__ import annotations

import difflib
import itertools
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from jaxstudio.ir.stages import Language

# difflib's time grows with the product of the two lengths.
MOST_PAIRS = 250_000


class Change(StrEnum):
    SAME = "same"
    REPLACED = "replaced"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True)
class Block:
    """Lines `first:last` of the old text and `new_first:new_last` of the new one, counted from 0."""

    change: Change
    first: int
    last: int
    new_first: int
    new_last: int


def line_diff(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Block]:
    """Blocks that cover both texts from their first to their last line, in order."""
    same: list[tuple[int, int]] = []
    _match(old, new, 0, len(old), 0, len(new), same)
    return _blocks(sorted(same), len(old), len(new))


def changed_lines(blocks: Sequence[Block]) -> tuple[int, int]:
    """How many lines were added, and how many removed."""
    changed = [block for block in blocks if block.change is not Change.SAME]
    added = sum(block.new_last - block.new_first for block in changed)
    return added, sum(block.last - block.first for block in changed)


def _match(
    old: Sequence[Hashable],
    new: Sequence[Hashable],
    first: int,
    last: int,
    new_first: int,
    new_last: int,
    same: list[tuple[int, int]],
) -> None:
    """Add the pairs of lines that are the same within two stretches."""
    waiting = [(first, last, new_first, new_last)]
    while waiting:
        a, b, c, d = waiting.pop()
        while a < b and c < d and old[a] == new[c]:
            same.append((a, c))
            a, c = a + 1, c + 1
        while a < b and c < d and old[b - 1] == new[d - 1]:
            b, d = b - 1, d - 1
            same.append((b, d))
        if a == b or c == d:
            continue
        anchors = _anchors(old, new, a, b, c, d)
        if anchors:
            ends = [(a - 1, c - 1), *anchors, (b, d)]
            same += anchors
            waiting += [(x + 1, x2, y + 1, y2) for (x, y), (x2, y2) in itertools.pairwise(ends)]
        elif (b - a) * (d - c) <= MOST_PAIRS:
            matcher = difflib.SequenceMatcher(None, old[a:b], new[c:d], autojunk=False)
            for block in matcher.get_matching_blocks():
                same += [(a + block.a + step, c + block.b + step) for step in range(block.size)]


def _anchors(
    old: Sequence[Hashable], new: Sequence[Hashable], a: int, b: int, c: int, d: int
) -> list[tuple[int, int]]:
    """Lines that occur once on each side, in the longest order that both sides share."""
    counts, others = Counter(old[a:b]), Counter(new[c:d])
    places = {new[place]: place for place in range(c, d)}
    pairs = [
        (place, places[old[place]])
        for place in range(a, b)
        if counts[old[place]] == 1 and others.get(old[place]) == 1
    ]
    return _rising(pairs)


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run whose second members rise, by patience sorting."""
    tops: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        pile = bisect_left(tops, place)
        if pile == len(tops):
            tops.append(place)
            piles.append(number)
        else:
            tops[pile], piles[pile] = place, number
        before.append(piles[pile - 1] if pile else -1)
    run = []
    number = piles[-1] if piles else -1
    while number >= 0:
        run.append(pairs[number])
        number = before[number]
    return run[::-1]


def _blocks(same: list[tuple[int, int]], old: int, new: int) -> list[Block]:
    blocks: list[Block] = []
    a = c = 0
    for x, y in [*same, (old, new)]:
        if x > a or y > c:
            change = Change.REPLACED if x > a and y > c else Change.REMOVED if x > a else Change.ADDED
            blocks.append(Block(change, a, x, c, y))
        if x == old and y == new:
            break
        held = blocks[-1] if blocks and blocks[-1].change is Change.SAME else None
        if held:
            blocks[-1] = Block(Change.SAME, held.first, x + 1, held.new_first, y + 1)
        else:
            blocks.append(Block(Change.SAME, x, x + 1, y, y + 1))
        a, c = x + 1, y + 1
    return blocks


# bounded, so that a word of a million letters is not looked through from each of them
HLO_NAME = re.compile(r"(%?[A-Za-z_][\w\-]{0,255})(?:\.\d+)+\b|(?<=[a-z_])_\d+\b")
HLO_ASIDE = re.compile(r", metadata=\{(?:[^\"}]|\"(?:[^\"\\]|\\.)*\")*\}|stack_frame_id=\d+")
MLIR_NAME = re.compile(r"%[\w#$.:\-]+")
MLIR_LOCATION = re.compile(r" ?loc\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)")
LLVM_NAME = re.compile(r"(?<=[%!#])[\w.$\-]*\d[\w.$\-]*")
JAXPR_VARIABLE = re.compile(r"(?<![\w=.\[])[a-z]{1,4}(?=:[a-z]+\d*\[|\s|$|\))")
ADDRESS = re.compile(r"^ *[0-9a-f]+:|(?<=\+)0x[0-9a-f]+")


def _hlo(line: str) -> str:
    if line[:1].isdigit():  # the tables of files and frames
        return "#"
    return HLO_NAME.sub(lambda match: match[1] or "", HLO_ASIDE.sub("", line))


def _mlir(line: str) -> str:
    if line.startswith("#loc"):
        return "#loc"
    return MLIR_NAME.sub("%", MLIR_LOCATION.sub("", line))


def _jaxpr(line: str) -> str:
    """Variables of an equation: those it makes carry a type, those it reads stand behind its name."""
    left, equals, right = line.partition(" = ")
    if not equals:
        return JAXPR_VARIABLE.sub("_", line)
    name, space, read = right.partition(" ")
    return f"{JAXPR_VARIABLE.sub('_', left)} = {name}{space}{JAXPR_VARIABLE.sub('_', read)}"


CLEANERS: dict[Language, Callable[[str], str]] = {
    Language.HLO: _hlo,
    Language.STABLEHLO: _mlir,
    Language.LLVM: lambda line: LLVM_NAME.sub("", line),
    Language.JAXPR: _jaxpr,
    Language.ASM: lambda line: ADDRESS.sub("", line),
}


def without_numbers(line: str, language: Language) -> str:
    """The line with the numbers of names taken out, to compare it by."""
    cleaner = CLEANERS.get(language)
    return cleaner(line) if cleaner else line
