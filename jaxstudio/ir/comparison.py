"""Compares two compilations: opcodes, fusions, cost; and whether two stages are the same program up to names.

Names of functions, arguments, files and lines do not count; which value an operation reads does:
`x - y` is another program than `y - x`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from jaxstudio.ir.cost import Cost
from jaxstudio.ir.line_diff import (
    ADDRESS,
    HLO_ASIDE,
    MLIR_LOCATION,
    Block,
    Change,
    changed_lines,
    line_diff,
    without_numbers,
)
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import ParsedHlo, parse_hlo
from jaxstudio.ir.roofline import Timing
from jaxstudio.ir.stages import Language, Stage

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
    counts: Counter[str] = Counter()
    for item, kind in enumerate(hlo.parsed.kinds):
        if kind == "fusion":
            inside = np.flatnonzero(np.isin(hlo.parsed.region_of, hlo.calls.of([item])))
            work = Counter(
                hlo.parsed.kinds[each] for each in inside if hlo.parsed.kinds[each] not in STRUCTURE
            )
            counts[", ".join(f"{count} {name}" for name, count in sorted(work.items()))] += 1
    return counts


def _delta(costs: tuple[Cost, Cost] | None, timings: Sequence[Timing | None]) -> dict[str, float | None]:
    """After minus before: flops, bytes, peak bytes, milliseconds; None where one is not known."""
    delta: dict[str, float | None] = {"flops": None, "bytes": None, "peak_bytes": None, "ms": None}
    if costs is not None:
        for name, attribute in (
            ("flops", "flops"),
            ("bytes", "bytes_accessed"),
            ("peak_bytes", "peak_bytes"),
        ):
            old, new = (getattr(cost, attribute) for cost in costs)
            delta[name] = None if old is None or new is None else new - old
    if timings[0] is not None and timings[1] is not None:
        delta["ms"] = (timings[1].ready - timings[0].ready) * 1e3
    return delta


def _difference(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else after - before


TABLES = {"FileNames", "FunctionNames", "FileLocations", "StackFrames"}
MODULE = re.compile(r"^HloModule [\w.\-]+")
SIGNATURE = re.compile(r"(?<=[(, ])[\w.\-]+: ")
HLO_NAME = re.compile(r"%[\w.\-]+")
HLO_ORIGIN = re.compile(r", origin=\{\{.*?\}\}")
MLIR_NAME = re.compile(r"%\w+|@\w+")
RESULT = re.compile(r'jax\.result_info = "[^"]*"')
FUNCTION = re.compile(r"\bname=([\w.<>]+)")
IDENTITY = re.compile(r"0x[0-9a-f]+")
LLVM_NAME = re.compile(r"[%@!#]\"?[\w.$\-]+\"?")
LLVM_LABEL = re.compile(r"^([\w.$\-]+):")
LLVM_FILE = re.compile(r"^(; ModuleID|source_filename) = .*")
SYMBOL = re.compile(r"<[^>]*>")
CONTEXT_LINES = 3


def program_lines(stage: Stage) -> list[str]:
    """The lines of a stage without where it was written: no metadata, locations, tables of files."""
    return [line for line in CLEAN.get(stage.language, list)(stage.lines) if line.strip()]


def canonical(stage: Stage) -> list[str]:
    """`program_lines` with every name as the number of its first occurrence."""
    lines = program_lines(stage)
    if stage.language is Language.JAXPR:
        return _numbered_functions(lines)
    pattern = NAMES.get(stage.language)
    return lines if pattern is None else _numbered(pattern, lines)


def same_program(before: Stage, after: Stage) -> bool:
    """Whether two stages of one language differ in names alone."""
    first, second = (" ".join(" ".join(canonical(stage)).split()) for stage in (before, after))
    return before.language == after.language and first == second


def program_diff(before: Stage, after: Stage) -> list[Block]:
    """Which of the `program_lines` differ: numbers in names aside, unless they are all that differs."""
    old, new = (
        [without_numbers(line, stage.language) for line in program_lines(stage)] for stage in (before, after)
    )
    blocks = line_diff(old, new)
    if any(block.change is not Change.SAME for block in blocks):
        return blocks
    return line_diff(canonical(before), canonical(after))


@dataclass(frozen=True)
class StageDifference:
    """How one stage differs between two programs: `lines` as in a unified diff, empty where it does not."""

    name: str
    same: bool
    added: int = 0
    removed: int = 0
    lines: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        return {**vars(self), "lines": list(self.lines)}


def stage_difference(before: Stage, after: Stage) -> StageDifference:
    """Compare two stages of one kind."""
    if same_program(before, after):
        return StageDifference(before.name, True)
    blocks = program_diff(before, after)
    added, removed = changed_lines(blocks)
    lines = tuple(_unified(program_lines(before), program_lines(after), blocks))
    return StageDifference(before.name, False, added, removed, lines)


def _unified(old: Sequence[str], new: Sequence[str], blocks: Sequence[Block]) -> Iterator[str]:
    """The changed lines with three of those around them; what is left out between is one `⋯`."""
    for number, block in enumerate(blocks):
        if block.change is not Change.SAME:
            yield from (f"-{line}" for line in old[block.first : block.last])
            yield from (f"+{line}" for line in new[block.new_first : block.new_last])
            continue
        lines = list(old[block.first : block.last])
        head = lines[:CONTEXT_LINES] if number else []
        tail = lines[max(len(head), len(lines) - CONTEXT_LINES) :] if number < len(blocks) - 1 else []
        yield from (f" {line}" for line in head)
        if len(head) + len(tail) < len(lines) and tail:
            yield "⋯"
        yield from (f" {line}" for line in tail)


def _numbered(pattern: re.Pattern[str], lines: Sequence[str]) -> list[str]:
    """Every name that matches, as the number of its first occurrence behind its first letter."""
    known: dict[str, str] = {}

    def number(match: re.Match[str]) -> str:
        return known.setdefault(match[0], f"{match[0][0]}{len(known)}")

    return [pattern.sub(number, line) for line in lines]


def _numbered_functions(lines: Sequence[str]) -> list[str]:
    """A jaxpr's variables are lettered by their order already; its functions are called what `name` says."""
    names = dict.fromkeys(found for line in lines for found in FUNCTION.findall(line))
    if not names:
        return list(lines)
    numbers = {name: f"f{number}" for number, name in enumerate(names)}
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    called = re.compile(rf"(\b(?:name|jaxpr|call_jaxpr)=|\blet )({words})(?![\w.<>])")
    return [called.sub(lambda match: match[1] + numbers[match[2]], line) for line in lines]


def _hlo(lines: Sequence[str]) -> list[str]:
    plain = []
    for line in lines:
        if line in TABLES or line[:1].isdigit():
            continue
        line = HLO_ORIGIN.sub("", HLO_ASIDE.sub("", MODULE.sub("HloModule", line)))
        if line.endswith("{") and "=" not in line.split("->")[0]:
            line = SIGNATURE.sub("", line)
        plain.append(line)
    return plain


def _mlir(lines: Sequence[str]) -> list[str]:
    plain = (MLIR_LOCATION.sub("", line) for line in lines if not line.startswith("#loc"))
    return [RESULT.sub("", line) for line in plain]


def _jaxpr(lines: Sequence[str]) -> list[str]:
    return [IDENTITY.sub("0x", line) for line in lines]


def _llvm(lines: Sequence[str]) -> list[str]:
    return [LLVM_LABEL.sub(r"%\1:", LLVM_FILE.sub("", line)) for line in lines]


def _assembly(lines: Sequence[str]) -> list[str]:
    return [SYMBOL.sub("<>", ADDRESS.sub("", line)) for line in lines]


CLEAN: dict[Language, Callable[[Sequence[str]], list[str]]] = {
    Language.HLO: _hlo,
    Language.STABLEHLO: _mlir,
    Language.JAXPR: _jaxpr,
    Language.LLVM: _llvm,
    Language.ASM: _assembly,
}
NAMES = {Language.HLO: HLO_NAME, Language.STABLEHLO: MLIR_NAME, Language.LLVM: LLVM_NAME}


__all__ = ["Block", "Change", "Comparison", "OpcodeRow", "compare", "line_diff", "without_numbers"]
