"""The lines of a kernel's LLVM IR and of its assembly: which HLO they compute, which IR they are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from jaxstudio.ir.links.index import LINE, Parsed, Span, spans_of
from jaxstudio.ir.links.kernel_values import link_fusion
from jaxstudio.ir.parse.hlo import ParsedHlo
from jaxstudio.ir.parse.listings import kernel_base
from jaxstudio.ir.parse.llvm_values import Function, Value, read_functions
from jaxstudio.ir.stages import Stage
from jaxstudio.lazy_dataclass import dataclass


@dataclass(frozen=True)
class Line:
    """The HLO instructions that a line computes, and the lines of the kernel's LLVM IR that it is made of."""

    items: frozenset[int]
    ir: frozenset[int]


@dataclass(frozen=True)
class KernelIr:
    """The optimised IR of a kernel: `items` are the HLO instructions of its lines.

    `first` is the number of its line 0 among the lines of all kernels.
    """

    stage: Stage
    parsed: Parsed
    functions: tuple[Function, ...]
    items: Mapping[int, set[int]]
    first: int

    @property
    def count(self) -> int:
        """The number of instructions."""
        return sum(len(function.values) for function in self.functions)

    def lines(self, others: Iterable[int] = ()) -> dict[int, Line]:
        """The lines whose HLO is known, and others."""
        numbers = sorted({*self.items, *others})
        return {line: Line(frozenset(self.items.get(line, ())), frozenset((line,))) for line in numbers}

    def assembly(self, stage: Stage, made_of: Sequence[int]) -> dict[int, Line]:
        """The lines of the kernel's assembly that are made of lines of the IR (`made_of`, 0 for not known).

        A value that is read once and has no machine code of its own is computed where it is read: a product
        by the instruction that adds to it, a load by what has memory as its operand.
        """
        present = set(made_of)
        absorbed: dict[int, frozenset[int]] = {}
        for function in self.functions:
            readers = Counter(operand for value in function.values for operand in value.operands)
            single = {value.name: value for value in function.values if readers[value.name] == 1}
            for value in function.values:
                if value.line in present:
                    absorbed[value.line] = frozenset(_read_alone(value, single, present))
        lines = {}
        for number, (text, line) in enumerate(zip(stage.lines, made_of, strict=True), 1):
            if line:
                copies = "mov" in text and "[" not in text
                read = {line} if copies else {line, *absorbed.get(line, ())}
                items = frozenset(item for each in read for item in self.items.get(each, ()))
                lines[number] = Line(items, frozenset(read))
        return lines


def _read_alone(value: Value, single: Mapping[str, Value], present: set[int]) -> Iterator[int]:
    """The lines that this value alone reads, directly or not, and that have no machine code of their own."""
    for name in value.operands:
        read = single.get(name)
        if read is not None and read.line not in present and read.opcode != "phi":
            yield read.line
            yield from _read_alone(read, single, present)


def read_ir(stage: Stage, parsed: Parsed, hlo: ParsedHlo, first: int) -> KernelIr:
    """The IR of a kernel with the expression of each line."""
    functions = tuple(read_functions(stage.text))
    items: dict[int, set[int]] = {}
    for function in functions:
        fusion = hlo.number_of.get(kernel_base(function.name), -1)
        if fusion >= 0 and hlo.parsed.kinds[fusion] == "fusion":
            items |= link_fusion(hlo, fusion, function)
    return KernelIr(stage, parsed, functions, items, first)


def with_lines(stage: Stage, functions: Parsed, lines: Iterable[int]) -> Parsed:
    """Functions, followed by these lines of theirs as items."""
    numbers = list(lines)
    spans: list[Span] = [(line, 0, line, len(stage.lines[line - 1])) for line in numbers]
    starts = [region.first for region in functions.regions]
    return replace(
        functions,
        spans=np.concatenate([functions.spans, spans_of(spans)]),
        names=functions.names + [""] * len(numbers),
        kinds=functions.kinds + [LINE] * len(numbers),
        origins=np.full(len(functions) + len(numbers), -1, np.int32),
        region_of=np.concatenate(
            [functions.region_of, np.searchsorted(starts, numbers, side="right") - 1]
        ).astype(np.int32),
    )
