"""LLVM IR, assembly and PTX by their functions, and the buffer assignment by its values."""

from __future__ import annotations

import re

import numpy as np

from jaxstudio.ir.links.index import Parsed, Region, Span, nothing, spans_of

DEFINE = re.compile(r'^define .*?@("(?:[^"\\]|\\.)*"|[\w.$\-]+)\(')
LABEL = re.compile(r"^(\S.*):$")
ENTRY = re.compile(r"^(?:\.(?:visible|weak)\s+)?\.(?:entry|func)\s+(?:\([^)]*\)\s*)?([\w.$%]+)")
VALUE = re.compile(r"value: <\d+ ([\w.\-$]+)(?:\{[^}]*\})? @\d+>")
# What XLA's CPU emitters append to the name of an instruction or a computation.
SUFFIXES = ("_wrapped", "_impl", "_kernel")


def parse_llvm(text: str) -> Parsed:
    """Functions, each from its `define` to its closing brace."""
    return _functions(text.split("\n"), DEFINE)


def parse_ptx(text: str) -> Parsed:
    """Entries and functions, each to its closing brace."""
    return _functions(text.split("\n"), ENTRY)


def parse_assembly(text: str) -> Parsed:
    """Functions, each from its label to the line before the next."""
    lines = text.split("\n")
    starts = [(number, found[1]) for number, line in enumerate(lines, 1) if (found := LABEL.match(line))]
    ends = [number - 1 for number, _ in starts[1:]] + [len(lines)]
    return _of_regions(
        [Region(name, first, last) for (first, name), last in zip(starts, ends, strict=True)], lines
    )


def _functions(lines: list[str], head: re.Pattern[str]) -> Parsed:
    regions = []
    opened: tuple[str, int] | None = None
    for number, line in enumerate(lines, 1):
        found = head.match(line)
        if found:
            opened = (found[1].strip('"'), number)
        elif opened and line == "}":
            regions.append(Region(opened[0], opened[1], number))
            opened = None
        elif line == ";":  # PTX announces functions before it writes them
            opened = None
    return _of_regions(regions, lines)


def _of_regions(regions: list[Region], lines: list[str]) -> Parsed:
    if not regions:
        return nothing("no function of a form that is known here" if any(lines) else "")
    spans: list[Span] = [(r.first, 0, r.last, len(lines[r.last - 1])) for r in regions]
    names = [region.name for region in regions]
    numbers = np.arange(len(regions), dtype=np.int32)
    return Parsed(
        spans_of(spans), names, ["function"] * len(names), np.full(len(names), -1, np.int32),
        tuple(regions), numbers,
    )  # fmt: skip


def parse_buffers(text: str) -> Parsed:
    """Values, each named after the instruction that makes it."""
    spans: list[Span] = []
    names: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        found = VALUE.search(line)
        if found:
            spans.append((number, found.start(), number, len(line)))
            names.append(found[1])
    if not names:
        return nothing("a buffer assignment of a form that is not known here")
    return Parsed(spans_of(spans), names, ["value"] * len(names), np.full(len(names), -1, np.int32))


def kernel_base(function: str) -> str:
    """The instruction or computation that a kernel's function is named after."""
    for suffix in SUFFIXES:
        function = function.removesuffix(suffix)
    return function
