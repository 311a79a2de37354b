"""Whether two stages are the same program: equal once names are numbered by their first occurrence.

What a function, its arguments, its file and its lines are called does not count; which value an
operation reads does: `x - y` is another program than `y - x`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from jaxstudio.ir.compare.lines import Block, Change, changed_lines, line_diff
from jaxstudio.ir.compare.renumbering import ADDRESS, HLO_ASIDE, MLIR_LOCATION, without_numbers
from jaxstudio.ir.stages import Language, Stage

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

    def number(found: re.Match[str]) -> str:
        return known.setdefault(found[0], f"{found[0][0]}{len(known)}")

    return [pattern.sub(number, line) for line in lines]


def _numbered_functions(lines: Sequence[str]) -> list[str]:
    """A jaxpr's variables are lettered by their order already; its functions are called what `name` says."""
    names = dict.fromkeys(found for line in lines for found in FUNCTION.findall(line))
    if not names:
        return list(lines)
    numbers = {name: f"f{number}" for number, name in enumerate(names)}
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    called = re.compile(rf"(\b(?:name|jaxpr|call_jaxpr)=|\blet )({words})(?![\w.<>])")
    return [called.sub(lambda found: found[1] + numbers[found[2]], line) for line in lines]


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
