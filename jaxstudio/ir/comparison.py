"""Two compilations compared: which lines differ, which opcodes, fusions and costs; and whether two stages
are the same program up to names.

Lines that occur once on each side anchor the rest (Bram Cohen's patience diff): in modules whose
instructions have names nearly every line does, and the time grows with the number of lines. Ranges
without an anchor are compared by difflib up to a bound, and count as replaced beyond it.

Names of functions, arguments, files and lines do not count; which value an operation reads does:
`x - y` is another program than `y - x`.
"""

from __future__ import annotations

import difflib
import itertools
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from enum import StrEnum

import numpy as np

from jaxstudio.ir.cost import Cost, Timing
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import ParsedHlo, parse_hlo
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.lazy_dataclass import dataclass

# difflib's time grows with the product of the two lengths.
MOST_PAIRS = 250_000


class Change(StrEnum):
    SAME = "same"
    REPLACED = "replaced"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True)
class Block:
    """Lines `first:last` of the old text and `new_first:new_last` of the new one, counted from 0."""

    change: Change
    first: int
    last: int
    new_first: int
    new_last: int


def line_diff(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Block]:
    """Blocks that cover both texts from their first to their last line, in order."""
    same: list[tuple[int, int]] = []
    _match(old, new, 0, len(old), 0, len(new), same)
    return _blocks(sorted(same), len(old), len(new))


def changed_lines(blocks: Sequence[Block]) -> tuple[int, int]:
    """Return the numbers of added and of removed lines."""
    changed = [block for block in blocks if block.change is not Change.SAME]
    added = sum(block.new_last - block.new_first for block in changed)
    return added, sum(block.last - block.first for block in changed)


def _match(
    old: Sequence[Hashable],
    new: Sequence[Hashable],
    first: int,
    last: int,
    new_first: int,
    new_last: int,
    same: list[tuple[int, int]],
) -> None:
    """Add the pairs of lines that are the same within two stretches."""
    waiting = [(first, last, new_first, new_last)]
    while waiting:
        a, b, c, d = waiting.pop()
        while a < b and c < d and old[a] == new[c]:
            same.append((a, c))
            a, c = a + 1, c + 1
        while a < b and c < d and old[b - 1] == new[d - 1]:
            b, d = b - 1, d - 1
            same.append((b, d))
        if a == b or c == d:
            continue
        anchors = _anchors(old, new, a, b, c, d)
        if anchors:
            ends = [(a - 1, c - 1), *anchors, (b, d)]
            same += anchors
            waiting += [(x + 1, x2, y + 1, y2) for (x, y), (x2, y2) in itertools.pairwise(ends)]
        elif (b - a) * (d - c) <= MOST_PAIRS:
            matcher = difflib.SequenceMatcher(None, old[a:b], new[c:d], autojunk=False)
            for block in matcher.get_matching_blocks():
                same += [(a + block.a + step, c + block.b + step) for step in range(block.size)]


def _anchors(
    old: Sequence[Hashable], new: Sequence[Hashable], a: int, b: int, c: int, d: int
) -> list[tuple[int, int]]:
    """Lines that occur once on each side, in the longest order that both sides share."""
    counts, others = Counter(old[a:b]), Counter(new[c:d])
    places = {new[place]: place for place in range(c, d)}
    pairs = [
        (place, places[old[place]])
        for place in range(a, b)
        if counts[old[place]] == 1 and others.get(old[place]) == 1
    ]
    return _rising(pairs)


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run whose second members rise, by patience sorting."""
    tops: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        pile = bisect_left(tops, place)
        if pile == len(tops):
            tops.append(place)
            piles.append(number)
        else:
            tops[pile], piles[pile] = place, number
        before.append(piles[pile - 1] if pile else -1)
    run = []
    number = piles[-1] if piles else -1
    while number >= 0:
        run.append(pairs[number])
        number = before[number]
    return run[::-1]


def _blocks(same: list[tuple[int, int]], old: int, new: int) -> list[Block]:
    blocks: list[Block] = []
    a = c = 0
    for x, y in [*same, (old, new)]:
        if x > a or y > c:
            change = Change.REPLACED if x > a and y > c else Change.REMOVED if x > a else Change.ADDED
            blocks.append(Block(change, a, x, c, y))
        if x == old and y == new:
            break
        held = blocks[-1] if blocks and blocks[-1].change is Change.SAME else None
        if held:
            blocks[-1] = Block(Change.SAME, held.first, x + 1, held.new_first, y + 1)
        else:
            blocks.append(Block(Change.SAME, x, x + 1, y, y + 1))
        a, c = x + 1, y + 1
    return blocks


# bounded, so that a word of a million letters is not looked through from each of them
HLO_NUMBER = re.compile(r"(%?[A-Za-z_][\w\-]{0,255})(?:\.\d+)+\b|(?<=[a-z_])_\d+\b")
HLO_ASIDE = re.compile(r", metadata=\{(?:[^\"}]|\"(?:[^\"\\]|\\.)*\")*\}|stack_frame_id=\d+")
MLIR_NUMBER = re.compile(r"%[\w#$.:\-]+")
MLIR_LOCATION = re.compile(r" ?loc\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)")
LLVM_NUMBER = re.compile(r"(?<=[%!#])[\w.$\-]*\d[\w.$\-]*")
JAXPR_VARIABLE = re.compile(r"(?<![\w=.\[])[a-z]{1,4}(?=:[a-z]+\d*\[|\s|$|\))")
ADDRESS = re.compile(r"^ *[0-9a-f]+:|(?<=\+)0x[0-9a-f]+")


def _hlo_line(line: str) -> str:
    if line[:1].isdigit():  # the tables of files and frames
        return "#"
    return HLO_NUMBER.sub(lambda match: match[1] or "", HLO_ASIDE.sub("", line))


def _mlir_line(line: str) -> str:
    if line.startswith("#loc"):
        return "#loc"
    return MLIR_NUMBER.sub("%", MLIR_LOCATION.sub("", line))


def _jaxpr_line(line: str) -> str:
    """Variables of an equation: those it makes carry a type, those it reads stand behind its name."""
    left, equals, right = line.partition(" = ")
    if not equals:
        return JAXPR_VARIABLE.sub("_", line)
    name, space, read = right.partition(" ")
    return f"{JAXPR_VARIABLE.sub('_', left)} = {name}{space}{JAXPR_VARIABLE.sub('_', read)}"


CLEANERS: dict[Language, Callable[[str], str]] = {
    Language.HLO: _hlo_line,
    Language.STABLEHLO: _mlir_line,
    Language.LLVM: lambda line: LLVM_NUMBER.sub("", line),
    Language.JAXPR: _jaxpr_line,
    Language.ASM: lambda line: ADDRESS.sub("", line),
}


def without_numbers(line: str, language: Language) -> str:
    """The line with the numbers of names taken out, to compare it by."""
    cleaner = CLEANERS.get(language)
    return cleaner(line) if cleaner else line


# They are how a module is written, not what it does.
STRUCTURE = {"parameter", "tuple", "get-tuple-element", "fusion", "constant", "bitcast"}
# They run whole computations; others call one for each element.
RUNNING = {"fusion", "call", "while", "conditional", "custom-call", "async-start"}


@dataclass(frozen=True)
class OpcodeRow:
    """The counts of an opcode before and after, and how many of them stand inside a fusion."""

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


def compare(
    before: Stage,
    after: Stage,
    costs: tuple[Cost, Cost] | None = None,
    timings: tuple[Timing | None, Timing | None] = (None, None),
) -> Comparison:
    """Compare two HLO stages, usually the optimised ones, with their known costs and times."""
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
    """Return the lines that differ between two stages of one language, names aside.

    Which value is read counts by its place among all values, if nothing else differs.
    """
    lines = [_in_place(stage) for stage in (before, after)]
    pattern = NAMES.get(before.language)
    keys = [[without_numbers(line, before.language) for line in side] for side in lines]
    if pattern is not None:
        keys = [[pattern.sub("%", line) for line in side] for side in keys]
    blocks = line_diff(*keys)
    if any(block.change is not Change.SAME for block in blocks):
        return blocks
    return line_diff(*(_numbered(pattern, side) if pattern else side for side in lines))


def _in_place(stage: Stage) -> list[str]:
    """The lines of a stage without what says where it was written, each at its place."""
    if stage.language is Language.HLO:
        lines = ["#" if line[:1].isdigit() else HLO_ASIDE.sub("", line) for line in stage.lines]
        lines = [MODULE.sub("HloModule", line) for line in lines]
        return [
            SIGNATURE.sub("", line) if line.endswith("{") and " = " not in line else line for line in lines
        ]
    if stage.language is Language.STABLEHLO:
        return ["#loc" if line.startswith("#loc") else RESULT.sub("", MLIR_LOCATION.sub("", line))
                for line in stage.lines]  # fmt: skip
    if stage.language is Language.JAXPR:
        return [FUNCTION.sub("name=", line) for line in stage.lines]
    return list(stage.lines)


def stage_before(stages: Sequence[Stage]) -> dict[str, Stage]:
    """By the name of a pass the stage that it changed: the pass before it, or HLO as XLA read it."""
    read = [stage for stage in stages if stage.kind is Kind.HLO][:1]
    passes = [stage for stage in stages if stage.kind is Kind.PASS]
    return {after.name: before for before, after in itertools.pairwise([*read, *passes])}


def pass_diff(before: Stage, after: Stage) -> list[Block]:
    """Return the lines that a pass changed; names mean the same on both sides, so their changes count."""
    return line_diff(before.lines, after.lines)


def _counted(hlo: ParsedHlo) -> tuple[Counter[str], Counter[str]]:
    """The opcodes, and the groups that a fusion computes together.

    XLA wraps what it did not fuse in fusions of a single instruction; these do not count. Neither does
    what a sort compares with or a reduction adds with: it belongs to the sort or the reduction.
    """
    kinds = hlo.parsed.kinds
    callers = [item for item in np.flatnonzero(hlo.calls.counts).tolist() if kinds[item] not in RUNNING]
    applied = np.isin(hlo.parsed.region_of, hlo.calls.of(callers))
    work = np.array([kind not in STRUCTURE for kind in kinds], bool)
    sizes = np.bincount(hlo.parsed.region_of[work], minlength=len(hlo.parsed.regions))
    fusions = [item for item, kind in enumerate(kinds) if kind == "fusion"]
    called = [region for region in hlo.calls.of(fusions).tolist() if sizes[region] > 1]
    inside = np.isin(hlo.parsed.region_of, called)
    counted = Counter(kind for kind, part in zip(kinds, applied.tolist(), strict=True) if not part)
    return counted, Counter(kind for kind, held in zip(kinds, inside.tolist(), strict=True) if held)


def _fusions(hlo: ParsedHlo) -> Counter[str]:
    """Each fusion by the opcodes that it does, such as `2 add, 1 multiply`."""
    counts: Counter[str] = Counter()
    for item, kind in enumerate(hlo.parsed.kinds):
        if kind == "fusion":
            inside = [hlo.parsed.kinds[each] for each in hlo.inside(item)]
            work = Counter(kind for kind in inside if kind not in STRUCTURE)
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


TABLES = {"FileNames", "FunctionNames", "FileLocations", "StackFrames"}
MODULE = re.compile(r"^HloModule [\w.\-]+")
SIGNATURE = re.compile(r"(?<=[(, ])[\w.\-]+: ")
HLO_NAME = re.compile(r"%[\w.\-$]+")
# What says nothing of the computation: where it comes from, and on which devices it lies.
HLO_PLACES = re.compile(
    r', (?:metadata|frontend_attributes)=\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\}'
    r"|, sharding=\{(?:[^{}]|\{[^{}]*\})*\}"
)
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


def has_same_instructions(text: str, other: str) -> bool:
    """Whether two HLO modules are the same but for metadata, shardings and names."""
    lines = (
        (HLO_PLACES.sub("", line) for line in each.split("\n") if line[:2] == "  ") for each in (text, other)
    )
    first, second = (_numbered(HLO_NAME, list(each)) for each in lines)
    return first == second


def program_diff(before: Stage, after: Stage) -> list[Block]:
    """Return the `program_lines` that differ; numbers in names are ignored unless nothing else differs."""
    old, new = (
        [without_numbers(line, stage.language) for line in program_lines(stage)] for stage in (before, after)
    )
    blocks = line_diff(old, new)
    if any(block.change is not Change.SAME for block in blocks):
        return blocks
    return line_diff(canonical(before), canonical(after))


@dataclass(frozen=True)
class StageDifference:
    """The difference of one stage of two programs; `lines` as in a unified diff, empty if there is none."""

    name: str
    same: bool
    added: int = 0
    removed: int = 0
    lines: tuple[str, ...] = ()


def stage_difference(before: Stage, after: Stage) -> StageDifference:
    """Compare two stages of one kind."""
    if same_program(before, after):
        return StageDifference(before.name, True)
    blocks = program_diff(before, after)
    added, removed = changed_lines(blocks)
    lines = tuple(_unified(program_lines(before), program_lines(after), blocks))
    return StageDifference(before.name, False, added, removed, lines)


def _unified(old: Sequence[str], new: Sequence[str], blocks: Sequence[Block]) -> Iterator[str]:
    """The changed lines with three lines around them; a gap is one `⋯`."""
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
