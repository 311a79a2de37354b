"""A report as the command line prints it: stages, links between neighbouring stages, cost, ledger."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from jaxstudio.ir.links.index import Links
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import KERNEL_KINDS, Kind, Stage

MOST_LINKS = 100_000


def report_json(report: Report, *, texts: bool = True, stages: list[Stage] | None = None) -> dict[str, Any]:
    """Places are [stage, line, column, end line, end column]: lines from 1, columns from 0, end excluded.

    Args:
        texts: with the stages' texts.
        stages: these alone; the links are those between them.
    """
    chosen = list(report.stages) if stages is None else stages
    links, left_out = _bounded(report.links, chosen)
    return {
        "target": report.target,
        "device": report.device,
        "stages": [_stage(stage, texts) for stage in chosen],
        "links": links,
        "links_left_out": left_out,
        "coverage": {
            name: {"items": held.items, "linked": held.linked, "share": held.share, "how": dict(held.how)}
            for name, held in report.coverage.items()
        },
        "cost": _cost(report),
        "ledger": [entry.as_json() for entry in report.ledger],
        "quiet_passes": list(report.quiet_passes),
        "notes": list(report.notes),
    }


def _stage(stage: Stage, texts: bool) -> dict[str, Any]:
    held = {
        "name": stage.name,
        "language": stage.language.value,
        "seconds": stage.seconds,
        "bytes": stage.size,
        "note": stage.note,
        "kernel": stage.kernel or None,
        "path": stage.path or None,
    }
    return {**held, "text": stage.text} if texts else held


def _cost(report: Report) -> dict[str, Any]:
    cost: dict[str, Any] = {} if report.cost is None else report.cost.as_json()
    if report.timing is not None:
        cost |= report.timing.as_json()
    if report.roofline is not None:
        cost["peak_flops_per_second"] = report.roofline.flops_per_second
        cost["peak_bytes_per_second"] = report.roofline.bytes_per_second
        cost["peak_threads"] = report.roofline.threads or None
        if report.cost is not None:
            cost["bound"] = report.roofline.bound(report.cost)
            least = report.roofline.least_seconds(report.cost)
            cost["roofline_bytes_per_second"] = report.roofline.bandwidth(report.cost)
            cost["roofline_ms"] = None if least is None else least * 1e3
    if report.unmeasured:
        cost["not_measured"] = report.unmeasured
    if report.kernel_seconds:
        cost["kernels_ms"] = {name: seconds * 1e3 for name, seconds in report.kernel_seconds.items()}
    return cost


def _bounded(links: Links, stages: list[Stage]) -> tuple[list[dict[str, Any]], int]:
    found: list[dict[str, Any]] = []
    left_out = 0
    for link in _links(links, stages):
        if len(found) < MOST_LINKS:
            found.append(link)
        else:
            left_out += 1
    return found, left_out


def _links(links: Links, stages: list[Stage]) -> Iterator[dict[str, Any]]:
    for before, after in neighbours(links, stages):
        relation = links.between(before, after)
        spans, others = links.parsed(before).spans.tolist(), links.parsed(after).spans.tolist()
        for item in range(len(relation)):
            for other in relation.of([item]).tolist():
                yield {"from": [before, *spans[item]], "to": [after, *others[other]]}


def neighbours(links: Links, stages: list[Stage]) -> list[tuple[str, str]]:
    """Pairs of stages whose links say most: each with the one it was made of."""
    linked = [stage for stage in stages if stage.name in links.stages and len(links.parsed(stage.name))]
    row = [stage for stage in linked if stage.kind in (Kind.JAXPR, Kind.STABLEHLO, Kind.HLO, Kind.OPTIMIZED)]
    sources = [stage for stage in linked if stage.kind is Kind.SOURCE]
    kernels = [stage for stage in linked if stage.kind in (*KERNEL_KINDS, Kind.BUFFERS)]
    pairs = [(source.name, row[0].name) for source in sources if row]
    pairs += [(before.name, after.name) for before, after in itertools.pairwise(row)]
    optimized = [stage for stage in row if stage.kind is Kind.OPTIMIZED]
    origin = optimized or row[-1:]
    pairs += [(origin[0].name, kernel.name) for kernel in kernels if origin]
    return [pair for pair in pairs if links.space(*pair) is not None]
