"""Output of `jaxstudio ir --compare A B`: how two compiled functions differ, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from jaxstudio.cli.ir_pages import chosen
from jaxstudio.ir.comparison import StageDifference, stage_difference
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Stage

SAME, DIFFERENT = 0, 1


def print_comparison(names: Sequence[str], sides: Sequence[list[Report]], stage: str, as_json: bool) -> int:
    """Print how a stage of two targets differs; returns 0 for the same program, 1 for a different one."""
    before, after = sides
    differences = list(_differences(before, after, stage))
    same = all(each.same for each in differences)
    if as_json:
        document = {
            "a": names[0],
            "b": names[1],
            "same": same,
            "stages": [each.as_json() for each in differences],
            "cost": [[report.cost and report.cost.as_json() for report in side] for side in sides],
        }
        print(json.dumps(document, ensure_ascii=False))
    else:
        print("\n".join(_lines(names, differences, sides)))
    return SAME if same else DIFFERENT


def _differences(before: list[Report], after: list[Report], stage: str) -> Iterator[StageDifference]:
    """The parts of both sides in their order, and of each part the stages that are asked for."""
    for number, (first, second) in enumerate(zip_longest(before, after)):
        part = f" [part {number + 1}]" if max(len(before), len(after)) > 1 else ""
        old: list[Stage] = chosen(first, stage) if first else []
        new: list[Stage] = chosen(second, stage) if second else []
        for one, other in zip_longest(old, new):
            if one is None or other is None:
                held, sign = (one, "-") if other is None else (other, "+")
                lines = tuple(f"{sign}{line}" for line in held.lines)
                counts = (0, len(lines)) if other is None else (len(lines), 0)
                yield StageDifference(held.name + part, False, *counts, lines)
                continue
            found = stage_difference(one, other)
            yield StageDifference(one.name + part, found.same, found.added, found.removed, found.lines)


def _lines(
    names: Sequence[str], differences: list[StageDifference], sides: Sequence[list[Report]]
) -> Iterator[str]:
    for each in differences:
        if each.same:
            yield f"{each.name}: the same program"
            continue
        yield f"--- {names[0]} {each.name}"
        yield f"+++ {names[1]} {each.name}"
        yield from each.lines
        yield f"{each.name}: {each.removed} lines removed, {each.added} added"
    flops, moved = ([_sum(side, place) for side in sides] for place in (0, 1))
    for name, values in (("flops", flops), ("bytes moved", moved)):
        if None not in values and values[0] != values[1]:
            yield f"{name}: {values[0]:,.0f} → {values[1]:,.0f}"


def _sum(side: list[Report], place: int) -> float | None:
    """Flops (0) or bytes (1) of all parts of one side."""
    found = [None if report.cost is None else report.cost.of_a_run[place] for report in side]
    known = [value for value in found if value is not None]
    return sum(known) if len(known) == len(found) else None
