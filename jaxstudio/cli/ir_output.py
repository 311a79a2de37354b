"""Output of `jaxstudio ir`: a table of stages, a JSON object, the differences of two functions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from jaxstudio.errors import UsageError
from jaxstudio.ir.comparison import StageDifference, stage_difference
from jaxstudio.ir.comparison_words import compare_reports, in_words
from jaxstudio.ir.cost import describe_loops
from jaxstudio.ir.export import cost_json, report_json
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Kind, Stage

SAME, DIFFERENT = 0, 1  # exit codes of --compare


def document(target: str, reports: list[Report], stage: str | None) -> dict[str, Any]:
    """Return one object with the stages of all parts; if there are several, names say the part."""
    parts = []
    for report in reports:
        wanted = None if stage in (None, "all") else chosen(report, stage)
        parts.append(report_json(report, stages=wanted))
    if len(parts) == 1:
        return {**parts[0], "target": target, "part": parts[0]["target"]}
    for part in parts:
        _rename(part)
    return {
        "target": target,
        "device": reports[0].device,
        "stages": [each for part in parts for each in part["stages"]],
        "items": {name: spans for part in parts for name, spans in part["items"].items()},
        "links": [each for part in parts for each in part["links"]],
        "cost": _total([part["cost"] for part in parts]),
        "compilation_log": [each for part in parts for each in part["compilation_log"]],
        "parts": [
            {
                name: part[name]
                for name in (
                    "target",
                    "cost",
                    "line_profile",
                    "line_counts",
                    "coverage",
                    "quiet_passes",
                    "notes",
                )
            }
            for part in parts
        ],
    }


def _rename(part: dict[str, Any]) -> None:
    """`jaxpr` becomes `jaxpr [order 1]`."""
    label = f" [{part['target']}]"
    for held, names in ((part["stages"], ("name", "since")), (part["links"], ("from", "to"))):
        for each in held:
            each |= {name: each[name] + label for name in names if name in each}
    part["items"] = {name + label: spans for name, spans in part["items"].items()}


def _total(costs: list[dict[str, Any]]) -> dict[str, Any]:
    """Sum the parts' quantities that add up; None if one is unknown."""
    found = {}
    for name in (
        "flops", "transcendentals", "bytes_accessed", "run_flops", "run_transcendentals",
        "run_bytes_accessed", "dispatch_ms", "ready_ms",
    ):  # fmt: skip
        known = [cost[name] for cost in costs if cost.get(name) is not None]
        found[name] = sum(known) if len(known) == len(costs) else None
    return found


def chosen(report: Report, name: str | None) -> list[Stage]:
    found = [stage for stage in report.stages if name == "all" or stage.name.startswith(name or "")]
    if not found:
        kinds = dict.fromkeys(stage.kind.value for stage in report.stages)
        raise UsageError(f"--stage {name}: no stage begins so: expected {', '.join(kinds)} or all")
    return found


def table(report: Report) -> str:
    """The stages of one part, the linked share of each, and its cost."""
    coverage = report.coverage
    rows = [("stage", "lines", "bytes", "ms", "linked", "")]
    for stage in report.stages:
        held = coverage.get(stage.name)
        rows.append(
            (
                stage.name,
                f"{len(stage.lines)}",
                f"{stage.size}",
                "" if stage.seconds is None else f"{stage.seconds * 1e3:.1f}",
                "" if held is None else f"{held.share:.0%} of {held.items}",
                stage.note,
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [f"{report.target} on {report.device}", ""]
    for name, *numbers in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(numbers[:-1], widths[1:], strict=False)]
        lines.append(f"  {name:<{widths[0]}}  {'  '.join(cells)}  {numbers[-1]}".rstrip())
    if any(stage.kind is Kind.OPTIMIZED for stage in report.stages):
        lines.append("  the module after each pass: --stage pass")
    return "\n".join(
        [*lines, "", *_cost_lines(report), *_slowest_lines(report), *(f"  {note}" for note in report.notes)]
    )


def _cost_lines(report: Report) -> Iterator[str]:
    cost, timing, roofline = report.cost, report.timing, report.roofline
    if cost is not None and cost.flops is not None and cost.bytes_accessed is not None:
        intensity = "" if cost.intensity is None else f", {cost.intensity:.3g} flops per byte"
        once = " (each loop's body once)" if cost.loops else ""
        whole = cost.run_flops is not None and cost.run_bytes_accessed is not None
        first = "" if cost.loops and whole else intensity
        yield f"  {cost.flops:,.0f} flops, {cost.bytes_accessed:,.0f} bytes moved{first}{once}"
        if cost.loops:
            yield f"  {describe_loops(cost.loops, whole)}"
            if whole:
                run = f"{cost.run_flops:,.0f} flops, {cost.run_bytes_accessed:,.0f} bytes moved{intensity}"
                yield f"  with loops as often as they run: {run}"
    if timing is not None:
        ready, dispatch = timing.ready * 1e3, timing.dispatch * 1e3
        yield f"  {ready:.3g} ms until ready, {dispatch:.3g} ms until the call returns"
    if report.unmeasured:
        yield f"  not measured: {report.unmeasured}"
    if roofline is not None and cost is not None and (least := roofline.least_seconds(cost)) is not None:
        peaks = f"{roofline.flops_per_second / 1e9:.3g} Gflop/s, {roofline.bandwidth(cost) / 1e9:.3g} GB/s"
        if roofline.threads:
            peaks += f", {roofline.threads} thread{'s' * (roofline.threads > 1)}"
        bound = roofline.bound(cost)
        yield f"  {least * 1e3:.3g} ms by XLA's count at this machine's best ({peaks}), bound by {bound}"


MOST_LINES = 5


def _slowest_lines(report: Report) -> Iterator[str]:
    """The source lines that a run spends most time on, and how much no line is known to have caused."""
    profile = report.line_profiles.get("time")
    if profile is None:
        return
    lines = [
        (seconds, stage, number)
        for stage in report.stages
        if stage.kind is Kind.SOURCE and stage.name in profile.lines
        for number, seconds in enumerate(profile.lines[stage.name].tolist())
        if seconds
    ]
    if not lines:
        return
    rest = f"{profile.share_unattributed:.0%} of the time not attributed"
    yield f"  shares of time, flops and bytes by source line, {rest}:"
    for seconds, stage, number in sorted(lines, key=lambda each: -each[0])[:MOST_LINES]:
        counts = "".join(_share(report, name, stage, number) for name in ("flops", "bytes"))
        time = f"{seconds / profile.total:5.0%}{counts} {seconds * 1e3:9.3g} ms"
        yield f"  {time}  {stage.name} {number}: {stage.lines[number - 1].strip()}"


def _share(report: Report, name: str, stage: Stage, line: int) -> str:
    """The share of a line; blank where it is not known."""
    profile = report.line_profiles.get(name)
    values = profile.lines.get(stage.name, ()) if profile is not None else ()
    if profile is None or line >= len(values):
        return " " * 6
    return f"{values[line] / profile.total:6.0%}"


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
            "words": list(_in_words(sides)),
            "stages": msgspec.to_builtins(differences),
            "cost": [[report.cost and cost_json(report.cost) for report in side] for side in sides],
        }
        print(json.dumps(document, ensure_ascii=False))
    else:
        print("\n".join(_comparison_lines(names, differences, sides)))
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


def _comparison_lines(
    names: Sequence[str], differences: list[StageDifference], sides: Sequence[list[Report]]
) -> Iterator[str]:
    yield from _in_words(sides)
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


def _in_words(sides: Sequence[list[Report]]) -> Iterator[str]:
    """A sentence for each part that both sides have compiled."""
    for number, (before, after) in enumerate(zip(*sides, strict=False), 1):
        comparison = compare_reports(before, after)
        if comparison is not None:
            part = f"part {number}: " if max(map(len, sides)) > 1 else ""
            yield f"{part}{in_words(before, after, comparison)}"


def _sum(side: list[Report], place: int) -> float | None:
    """Flops (0) or bytes (1) of all parts of one side."""
    found = [None if report.cost is None else report.cost.of_a_run[place] for report in side]
    known = [value for value in found if value is not None]
    return sum(known) if len(known) == len(found) else None
