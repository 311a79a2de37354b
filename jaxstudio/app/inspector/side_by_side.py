"""Two stages side by side: what is the same stands at the same height; to be made in a thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from jaxstudio.app.inspector.diffing import ADDED, LEFT_OUT, REMOVED, kept
from jaxstudio.app.inspector.text_model import Shown, prepare
from jaxstudio.ir.comparison import Comparison, compare, text_diff
from jaxstudio.ir.line_diff import Block, Change
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Kind, Stage
from jaxstudio.ir.text_view.filters import Noise

NO_LINE = -1


@dataclass(frozen=True, eq=False)
class Sides:
    """`changes` are the lines (from 1, the same on both sides) at which a change begins."""

    left: Shown
    right: Shown
    changes: tuple[int, ...]
    added: int
    removed: int


@dataclass
class _Side:
    shown: Shown
    tint: int
    lines: list[str]
    numbers: list[int]
    tints: list[int]

    def take(self, first: int, last: int, height: int, tint: int = 0) -> None:
        """Lines of the text, and empty ones up to a height."""
        self.lines += self.shown.lines[first:last]
        self.numbers += [self.shown.number(line + 1) for line in range(first, last)]
        self.tints += [tint] * (last - first)
        self.leave_out("", height - (last - first))

    def leave_out(self, words: str, count: int = 1) -> None:
        self.lines += [words] * count
        self.numbers += [0] * count
        self.tints += [LEFT_OUT] * count

    def whole(self) -> Shown:
        stage = replace(self.shown.stage, text="\n".join(self.lines))
        widest = max(map(len, self.lines), default=0)
        numbers, tints = np.array(self.numbers, np.int64), np.array(self.tints, np.int8)
        return Shown(stage, self.lines, numbers=numbers, tints=tints, widest=widest)


def sides(before: Stage, after: Stage, noise: frozenset[Noise], whole: bool = False) -> Sides:
    """The difference of two stages, the numbers in names aside; with `whole` all of both."""
    old, new = prepare(before, noise), prepare(after, noise)
    blocks = text_diff(replace(before, text=old.text), replace(after, text=new.text))
    left = _Side(old, REMOVED, [], [], [])
    right = _Side(new, ADDED, [], [], [])
    changes: list[int] = []
    added = removed = 0
    for block, (first, last, new_first) in _stretches(blocks, whole):
        if first == NO_LINE:
            for side in (left, right):
                side.leave_out(f"⋯ {last:,} lines")
        elif block.change is Change.SAME:
            left.take(first, last, last - first)
            right.take(new_first, new_first + last - first, last - first)
        else:
            changes.append(len(left.lines) + 1)
            gone, come = block.last - block.first, block.new_last - block.new_first
            added, removed = added + come, removed + gone
            left.take(block.first, block.last, max(gone, come), REMOVED)
            right.take(block.new_first, block.new_last, max(gone, come), ADDED)
    return Sides(left.whole(), right.whole(), tuple(changes), added, removed)


def _stretches(blocks: list[Block], whole: bool) -> Iterator[tuple[Block, tuple[int, int, int]]]:
    """Each block, those that stay cut to a few lines: first, last, first of the new text."""
    for place, block in enumerate(blocks):
        if block.change is not Change.SAME:
            yield block, (block.first, block.last, block.new_first)
            continue
        shift = block.first - block.new_first
        for first, last in kept(block, place == 0, place == len(blocks) - 1, whole):
            yield block, (NO_LINE, last, 0) if first < 0 else (first + shift, last + shift, first)


def compared(before: Report, after: Report) -> Comparison | None:
    """The opcodes, fusions and costs of both; None where one of them has no optimised HLO."""
    stages = [
        next((s for s in report.stages if s.kind is Kind.OPTIMIZED), None) for report in (before, after)
    ]
    if stages[0] is None or stages[1] is None:
        return None
    costs = (before.cost, after.cost) if before.cost is not None and after.cost is not None else None
    return compare(stages[0], stages[1], costs, (before.timing, after.timing))
