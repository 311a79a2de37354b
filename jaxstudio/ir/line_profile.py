"""The time of a run by source line, by equation and by instruction: a line profile.

JAX's profiler measures each kernel. A fusion is one kernel of several operations: its time is divided among
them by an estimate of their work. Links then carry it to the equations and the lines. As in any line profile,
a line has the time of all that it calls, and an equation that holds others (a scan) the time of those.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from jaxstudio.ir.cost import LineProfile, Measurement
from jaxstudio.ir.links.index import Links, Relation, Space
from jaxstudio.ir.links.origins import Equation, Origins
from jaxstudio.ir.parse.hlo import ParsedHlo, parse_hlo
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Kind

SHAPE = re.compile(r"\w+\[([\d,]*)\]")
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
    """The report with what was measured, and the profile of its lines."""
    report = replace(report, **vars(measurement))
    return replace(report, line_profile=line_profile(report))


def line_profile(report: Report) -> LineProfile | None:
    """The profile of a report whose kernels were measured; None without them, or without optimised HLO."""
    links = report.links
    stage = next((each.name for each in report.stages if each.kind is Kind.OPTIMIZED), "")
    if stage not in links.stages or not report.kernel_seconds:
        return None
    hlo = parse_hlo(report.stage(stage).text, Origins())
    measured = np.array([report.kernel_seconds.get(name, 0.0) for name in hlo.parsed.names])
    inside = _divided(hlo, measured)
    lines = {stage: _by_line(links, stage, measured)}
    sources = [each.name for each in report.stages if each.kind is Kind.SOURCE and each.name in links.stages]
    if all(Space.EQUATION in links.stages[name].keys for name in (stage, "jaxpr")):
        own = _shared(links.between(stage, "jaxpr"), inside)
        lines["jaxpr"] = _by_line(links, "jaxpr", _with_inner(own, report.equations))
        above = [equation.above for equation in report.equations]
        lines |= {name: _on_lines(links, "jaxpr", name, own, above) for name in sources}
        known = float(own.sum())
    else:
        lines |= {name: _on_lines(links, stage, name, inside) for name in sources}
        known = float(inside[links.stages[stage].keys[Space.PLACE].counts > 0].sum())
    run = max(report.profiled_seconds, float(measured.sum()))
    return LineProfile(lines, run, max(run - known, 0.0))


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
        result = _elements(hlo.shape(item))
        read = [_elements(hlo.shape(each)) for each in hlo.arguments(item) if each >= 0]
        if kind in ("dot", "convolution") and len(read) > 1:
            # rows × inner and inner × columns of a product with rows × columns elements
            yield 2.0 * math.sqrt(read[0] * read[1] * max(result, 1))
        elif kind in READERS and read:
            yield float(read[0])
        else:
            yield WORK.get(kind, 1.0) * result


def _elements(shape: str) -> int:
    """The elements of a type such as `f32[3,4]{1,0}`; those of a tuple together."""
    return sum(math.prod(int(size) for size in sizes.split(",") if size) for sizes in SHAPE.findall(shape))


def _shared(relation: Relation, seconds: np.ndarray) -> np.ndarray:
    """Seconds of items at their keys, in equal parts where an item has several."""
    counts = relation.counts
    each = np.repeat(seconds / np.maximum(counts, 1), counts)
    return np.bincount(relation.keys, each, minlength=relation.width)


def _with_inner(seconds: np.ndarray, equations: Sequence[Equation]) -> np.ndarray:
    """Seconds of equations with those of the equations inside them, which have higher numbers."""
    total = seconds.copy()
    for number in range(len(equations) - 1, -1, -1):
        if equations[number].above >= 0:
            total[equations[number].above] += total[number]
    return total


def _on_lines(
    links: Links, stage: str, source: str, seconds: np.ndarray, above: Sequence[int] = ()
) -> np.ndarray:
    """Seconds of items at every line of a source that led to them; `above` are the items that hold them."""
    relation, spans = links.between(stage, source), links.parsed(source).spans
    found = np.zeros(int(spans[:, 0].max(initial=0)) + 1)
    for item in np.flatnonzero(seconds).tolist():
        lines: set[int] = set()
        at = item
        while at >= 0:
            lines.update(spans[relation.of([at]), 0].tolist())
            at = above[at] if above else -1
        found[list(lines)] += seconds[item]
    return found
