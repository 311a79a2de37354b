"""Two inspections side by side: the opcodes each was compiled to, what was fused, what it costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jaxstudio.ir.compare.lines import Block, line_diff
from jaxstudio.ir.compare.renumbering import without_numbers
from jaxstudio.ir.cost.analysis import Cost
from jaxstudio.ir.cost.running import Timing
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import ParsedHlo, parse_hlo
from jaxstudio.ir.stages import Stage

# They are how a module is written, not what it does.
STRUCTURE = {"parameter", "tuple", "get-tuple-element", "fusion", "constant", "bitcast"}


@dataclass(frozen=True)
class OpcodeRow:
    """How often an opcode occurs before and after, and how many of these stand inside a fusion."""

    opcode: str
    before: int
    after: int
    fused_before: int
    fused_after: int

    @property
    def verdict(self) -> str:
        """`added`, `removed`, `more`, `fewer`, `fused otherwise` or `same`."""
        if self.before != self.after:
            if not self.before:
                return "added"
            if not self.after:
                return "removed"
            return "more" if self.after > self.before else "fewer"
        return "same" if self.fused_before == self.fused_after else "fused otherwise"


@dataclass(frozen=True)
class Comparison:
    """`fusions` are the multisets of opcodes that are one kernel on one side only: (before, after)."""

    rows: tuple[OpcodeRow, ...]
    fusions: tuple[tuple[str, ...], tuple[str, ...]]
    delta: dict[str, float | None]

    def as_json(self) -> dict[str, object]:
        return {
            "opcodes": [{**vars(row), "verdict": row.verdict} for row in self.rows],
            "fusions": {"before": list(self.fusions[0]), "after": list(self.fusions[1])},
            "delta": self.delta,
        }


def compare(
    before: Stage,
    after: Stage,
    costs: tuple[Cost, Cost] | None = None,
    timings: tuple[Timing | None, Timing | None] = (None, None),
) -> Comparison:
    """Compare two HLO stages, usually the optimised ones, with what is known of cost and time."""
    old, new = (parse_hlo(stage.text, Origins()) for stage in (before, after))
    counts, fused = zip(_counted(old), _counted(new), strict=True)
    names = sorted(counts[0] | counts[1])
    rows = tuple(
        OpcodeRow(name, counts[0][name], counts[1][name], fused[0][name], fused[1][name]) for name in names
    )
    kernels = _fusions(old), _fusions(new)
    gone, come = kernels[0] - kernels[1], kernels[1] - kernels[0]
    return Comparison(
        rows, (tuple(sorted(gone.elements())), tuple(sorted(come.elements()))), _delta(costs, timings)
    )


def text_diff(before: Stage, after: Stage) -> list[Block]:
    """Which lines of two stages of one language differ, numbers in names aside."""
    keys = [[without_numbers(line, stage.language) for line in stage.lines] for stage in (before, after)]
    return line_diff(keys[0], keys[1])


def pass_diff(before: Stage, after: Stage) -> list[Block]:
    """Which lines a pass changed. Names mean the same on both sides, so that they count."""
    return line_diff(before.lines, after.lines)


def _counted(hlo: ParsedHlo) -> tuple[Counter[str], Counter[str]]:
    """Opcodes, and those that a fusion computes together with others.

    XLA wraps what it did not fuse in fusions of a single instruction; these do not count.
    """
    kinds = hlo.parsed.kinds
    work = np.array([kind not in STRUCTURE for kind in kinds], bool)
    sizes = np.bincount(hlo.parsed.region_of[work], minlength=len(hlo.parsed.regions))
    fusions = [item for item, kind in enumerate(kinds) if kind == "fusion"]
    called = [region for region in hlo.calls.of(fusions).tolist() if sizes[region] > 1]
    inside = np.isin(hlo.parsed.region_of, called)
    return Counter(kinds), Counter(kind for kind, held in zip(kinds, inside.tolist(), strict=True) if held)


def _fusions(hlo: ParsedHlo) -> Counter[str]:
    """Each fusion by the opcodes that it does, such as `2 add, 1 multiply`."""
    found: Counter[str] = Counter()
    for item, kind in enumerate(hlo.parsed.kinds):
        if kind == "fusion":
            inside = np.flatnonzero(np.isin(hlo.parsed.region_of, hlo.calls.of([item])))
            work = Counter(
                hlo.parsed.kinds[each] for each in inside if hlo.parsed.kinds[each] not in STRUCTURE
            )
            found[", ".join(f"{count} {name}" for name, count in sorted(work.items()))] += 1
    return found


def _delta(costs: tuple[Cost, Cost] | None, timings: Sequence[Timing | None]) -> dict[str, float | None]:
    """After minus before: flops, bytes, peak bytes, milliseconds; None where one is not known."""
    found: dict[str, float | None] = {"flops": None, "bytes": None, "peak_bytes": None, "ms": None}
    if costs is not None:
        for name, attribute in (
            ("flops", "flops"),
            ("bytes", "bytes_accessed"),
            ("peak_bytes", "peak_bytes"),
        ):
            old, new = (getattr(cost, attribute) for cost in costs)
            found[name] = None if old is None or new is None else new - old
    if timings[0] is not None and timings[1] is not None:
        found["ms"] = (timings[1].ready - timings[0].ready) * 1e3
    return found


def _difference(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else after - before
