"""One pass against the one before: a text whose lines are tinted; to be made in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from jaxstudio.app.inspector.text_model import Shown, prepare
from jaxstudio.ir.comparison import pass_diff
from jaxstudio.ir.line_diff import Block, Change, changed_lines, line_diff
from jaxstudio.ir.stages import Kind, Stage
from jaxstudio.ir.text_view.filters import Noise

CONTEXT = 3
ADDED, REMOVED, LEFT_OUT = 1, -1, 2


@dataclass(frozen=True)
class Step:
    """A pass with what it came from; None where nothing of it is known."""

    stage: Stage
    before: Stage | None


def steps_of(stages: Sequence[Stage]) -> list[Step]:
    """The passes, each with the one before it; the first with the module as XLA read it."""
    passes = [stage for stage in stages if stage.kind is Kind.PASS]
    read = next((stage for stage in stages if stage.kind is Kind.HLO), None)
    return [Step(stage, passes[place - 1] if place else read) for place, stage in enumerate(passes)]


def counts(step: Step) -> tuple[int, int]:
    """How many lines a pass added and removed."""
    return changed_lines(pass_diff(step.before, step.stage)) if step.before is not None else (0, 0)


def diff(step: Step, noise: frozenset[Noise], whole: bool = False) -> Shown:
    """What changed with a few lines around it, or with `whole` all of it."""
    new = prepare(step.stage, noise)
    if step.before is None:
        return new
    old = prepare(step.before, noise)
    blocks = line_diff(list(old.lines), list(new.lines))
    lines: list[str] = []
    numbers: list[int] = []
    tints: list[int] = []
    for place, block in enumerate(blocks):
        if block.change is Change.SAME:
            for first, last in kept(block, place == 0, place == len(blocks) - 1, whole):
                if first < 0:
                    lines.append(f"⋯ {last:,} lines")
                    numbers.append(0)
                    tints.append(LEFT_OUT)
                else:
                    lines += new.lines[first:last]
                    numbers += [new.number(line + 1) for line in range(first, last)]
                    tints += [0] * (last - first)
            continue
        lines += old.lines[block.first : block.last]
        numbers += [0] * (block.last - block.first)
        tints += [REMOVED] * (block.last - block.first)
        lines += new.lines[block.new_first : block.new_last]
        numbers += [new.number(line + 1) for line in range(block.new_first, block.new_last)]
        tints += [ADDED] * (block.new_last - block.new_first)
    stage = replace(step.stage, text="\n".join(lines))
    tinted = np.array(tints, np.int8)
    widest = max(map(len, lines), default=0)
    return Shown(stage, lines, numbers=np.array(numbers, np.int64), tints=tinted, widest=widest)


def kept(block: Block, first: bool, last: bool, whole: bool) -> list[tuple[int, int]]:
    """Stretches of a block that stays, and (−1, how many) for what is left out of it."""
    start, end = block.new_first, block.new_last
    head, tail = (0 if first else CONTEXT), (0 if last else CONTEXT)
    if whole or end - start <= head + tail + 1:
        return [(start, end)]
    return [(start, start + head), (-1, end - start - head - tail), (end - tail, end)]
