"""What `jaxstudio ir` prints: a table for people, one object for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jaxstudio.errors import UsageError
from jaxstudio.ir.cost import describe_loops
from jaxstudio.ir.export import report_json
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Stage


def document(target: str, reports: list[Report], stage: str | None) -> dict[str, Any]:
    """One object, whose stages are those of all parts; with several, names say which part they are of."""
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
        "links": [each for part in parts for each in part["links"]],
        "cost": _total([part["cost"] for part in parts]),
        "ledger": [each for part in parts for each in part["ledger"]],
        "parts": [
            {name: part[name] for name in ("target", "cost", "coverage", "quiet_passes", "notes")}
            for part in parts
        ],
    }


def _rename(part: dict[str, Any]) -> None:
    """`jaxpr` becomes `jaxpr [order 1]`."""
    label = f" [{part['target']}]"
    for stage in part["stages"]:
        stage["name"] += label
    for link in part["links"]:
        link["from"][0] += label
        link["to"][0] += label


def _total(costs: list[dict[str, Any]]) -> dict[str, Any]:
    """Sums over the parts of what can be added up; None where one of them is not known."""
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
    """The stages of one part, how much of each leads to the source, and what it costs."""
    coverage = report.coverage
    rows = [("stage", "lines", "bytes", "ms", "linked", "")]
    passes = [stage for stage in report.stages if stage.kind == "pass"]
    for stage in report.stages:
        if stage in passes:
            continue
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
    if passes:
        lines.append(f"  {len(passes)} passes changed the module, {len(report.quiet_passes)} others ran")
    return "\n".join([*lines, "", *_cost_lines(report), *(f"  {note}" for note in report.notes)])


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
