"""The time, the arithmetic and the memory of a run by source line, by equation and by instruction.

JAX's profiler measures each kernel. A fusion is one kernel of several operations: its time is divided among
them by an estimate of their work. Links then carry it to the equations and the lines. As in any line profile,
a line has the time of all that it calls, and an equation that holds others (a scan) the time of those. XLA's
counts of flops and bytes, and what it holds in memory at the peak, take the same way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from jaxstudio.ir.cost import Flame, LineProfile, Measurement
from jaxstudio.ir.flame import flames_of
from jaxstudio.ir.graph import of_hlo
from jaxstudio.ir.instruction_costs import BYTES, FLOPS
from jaxstudio.ir.links.index import Links, Relation, Space
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import ParsedHlo, element_count, parse_hlo
from jaxstudio.ir.peak_memory import held_at_peak
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Kind

MOVES = ("parameter", "constant", "tuple", "get-tuple-element", "bitcast", "reshape", "broadcast", "iota")
DIVISIONS = ("divide", "sqrt", "rsqrt", "remainder")
TRANSCENDENTALS = (
    "exponential", "exponential-minus-one", "log", "log-plus-one", "logistic", "tanh", "sine", "cosine",
    "tan", "power", "atan2", "erf", "cbrt",
)  # fmt: skip
# Work for each element of the result in additions, as XLA's code for a CPU takes it; 1 for all others.
WORK = {**dict.fromkeys(MOVES, 0.0), **dict.fromkeys(DIVISIONS, 4.0), **dict.fromkeys(TRANSCENDENTALS, 16.0)}
# Their work grows with what they read, not with what they return.
READERS = {"reduce", "reduce-window", "sort", "scatter"}


def with_measurement(report: Report, measurement: Measurement) -> Report:
    """The report with what was measured and counted, and the profiles of its lines."""
    report = replace(report, **vars(measurement))
    return replace(report, line_profiles=line_profiles(report))


def line_profiles(report: Report) -> dict[str, LineProfile]:
    """The profiles of what is known: "time", "flops", "bytes", "memory" at the peak.

    Empty without optimised HLO, and before its instructions were measured or counted.
    """
    links = report.links
    stage = next((each.name for each in report.stages if each.kind is Kind.OPTIMIZED), "")
    if stage not in links.stages or not (report.kernel_seconds or report.counts):
        return {}
    hlo = parse_hlo(report.stage(stage).text, Origins())

    def values(of: Mapping[str, float]) -> np.ndarray:
        return np.array([of.get(name, 0.0) for name in hlo.parsed.names])

    profiles: dict[str, LineProfile] = {}
    if report.kernel_seconds:
        measured = values(report.kernel_seconds)
        total = max(report.profiled_seconds, float(measured.sum()))
        profiles["time"] = _profile(report, hlo, stage, measured, _divided(hlo, measured), total)
    for name, key in (("flops", FLOPS), ("bytes", BYTES)):
        if report.counts.get(key):
            own = values(report.counts[key])
            profiles[name] = _profile(report, hlo, stage, own, own, float(own.sum()))
    buffers = next((each.text for each in report.stages if each.kind is Kind.BUFFERS), "")
    held, total = held_at_peak(buffers)
    if held:
        own = values(held)
        made = own.copy()
        made[[each for each in hlo.items_of(hlo.entry) if hlo.parsed.kinds[each] == "parameter"]] = 0.0
        profiles["memory"] = _profile(report, hlo, stage, own, made, total)
    return profiles


def _profile(
    report: Report, hlo: ParsedHlo, stage: str, measured: np.ndarray, inside: np.ndarray, total: float
) -> LineProfile:
    """The profile of values of instructions, and of the same values at the operations inside fusions."""
    links = report.links
    sources = [each.name for each in report.stages if each.kind is Kind.SOURCE and each.name in links.stages]
    lines = {stage: _by_line(links, stage, measured)}
    lines |= {name: _on_lines(links, stage, name, inside) for name in sources}
    items = {stage: _with_inner(inside, of_hlo(hlo).above.tolist())}
    flames: dict[str, Flame] = {}
    if all(Space.EQUATION in links.stages[name].keys for name in (stage, "jaxpr")):
        own = _shared(links.between(stage, "jaxpr"), inside)
        above = [equation.above for equation in report.equations]
        items["jaxpr"] = _with_inner(own, above)
        lines["jaxpr"] = _by_line(links, "jaxpr", items["jaxpr"])
        flames = flames_of(report, own)
        known = float(own.sum())
    else:
        known = float(inside[links.stages[stage].keys[Space.PLACE].counts > 0].sum())
    return LineProfile(lines, total, max(total - known, 0.0), items, flames)


def _by_line(links: Links, stage: str, seconds: np.ndarray) -> np.ndarray:
    """Seconds of a stage's items at the lines on which they begin."""
    return np.bincount(links.parsed(stage).spans[:, 0], seconds)


def _divided(hlo: ParsedHlo, measured: np.ndarray) -> np.ndarray:
    """The seconds of fusions at the operations inside them."""
    leaves = measured.copy()
    for item in np.flatnonzero(measured).tolist():
        if hlo.parsed.kinds[item] != "fusion":
            continue
        inside = hlo.inside(item)
        work = np.array(list(_work(hlo, inside)))
        if work.sum():
            leaves[item] = 0.0
            leaves[inside] += measured[item] * work / work.sum()
    return leaves


def _work(hlo: ParsedHlo, items: Sequence[int]) -> Iterator[float]:
    """Additions that each of these instructions takes, as a rough count."""
    for item in items:
        kind = hlo.parsed.kinds[item]
        result = element_count(hlo.shape(item))
        read = [element_count(hlo.shape(each)) for each in hlo.arguments(item) if each >= 0]
        if kind in ("dot", "convolution") and len(read) > 1:
            # rows × inner and inner × columns of a product with rows × columns elements
            yield 2.0 * math.sqrt(read[0] * read[1] * max(result, 1))
        elif kind in READERS and read:
            yield float(read[0])
        else:
            yield WORK.get(kind, 1.0) * result


def _shared(relation: Relation, seconds: np.ndarray) -> np.ndarray:
    """Seconds of items at their keys, in equal parts where an item has several."""
    counts = relation.counts
    each = np.repeat(seconds / np.maximum(counts, 1), counts)
    return np.bincount(relation.keys, each, minlength=relation.width)


def _with_inner(values: np.ndarray, above: Sequence[int]) -> np.ndarray:
    """The values of items with those of the items that they hold."""
    total = np.zeros(len(values))
    for number in np.flatnonzero(values).tolist():
        at = number
        while at >= 0:
            total[at] += values[number]
            at = above[at]
    return total


def _on_lines(links: Links, stage: str, source: str, seconds: np.ndarray) -> np.ndarray:
    """Seconds of items at every line of a source that led to them."""
    relation, spans = links.between(stage, source), links.parsed(source).spans
    found = np.zeros(int(spans[:, 0].max(initial=0)) + 1)
    for item in np.flatnonzero(seconds).tolist():
        found[np.unique(spans[relation.of([item]), 0])] += seconds[item]
    return found
