"""Parses HLO text: computations, instructions, operands, and the tables of stack frames."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import field
from functools import cached_property

import numpy as np

from jaxstudio.ir.links.index import Parsed, Region, Relation, nothing
from jaxstudio.ir.links.origins import Origin, Origins, Place
from jaxstudio.lazy_dataclass import dataclass

TABLES = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
FIELD = re.compile(r"(\w+)=(\d+)")
OCTAL = re.compile(r"\\([0-7]{3}|.)")


class Frames:
    """Frames by the number that `stack_frame_id` gives; an unknown number has none."""

    def __init__(self, text: str) -> None:
        self._tables: dict[str, dict[int, str]] = {name: {} for name in TABLES}
        self._end = self._read(text)
        self._files = {number: _unescaped(name) for number, name in self._tables["FileNames"].items()}
        self._functions = {number: _unescaped(name) for number, name in self._tables["FunctionNames"].items()}
        self._stacks: dict[int, tuple[Place, ...]] = {}
        self._places: dict[int, Place | None] = {}

    @property
    def last_line(self) -> int:
        """The last line of the tables, counted from 1."""
        return self._end

    def _read(self, text: str) -> int:
        table: dict[int, str] | None = None
        position, number = 0, 0
        while position < len(text):
            end = text.find("\n", position)
            end = len(text) if end < 0 else end
            line = text[position:end]
            number += 1
            if line in self._tables:
                table = self._tables[line]
            elif table is not None and line[:1].isdigit():
                index, _, rest = line.partition(" ")
                table[int(index)] = rest
            elif line and not line.startswith("HloModule"):
                return number - 1  # the computations begin
            position = end + 1
        return number

    def stack(self, number: int) -> tuple[Place, ...]:
        """The frames of `stack_frame_id=number`, innermost first."""
        chain: list[tuple[int, Place]] = []
        known: tuple[Place, ...] = ()
        above: set[int] = set()
        while number > 0 and number not in above:
            if number in self._stacks:
                known = self._stacks[number]
                break
            above.add(number)
            frame = _fields(self._tables["StackFrames"].get(number, ""))
            place = self._place(frame.get("file_location_id", 0))
            if place is None:
                break
            chain.append((number, place))
            # XLA prints a parent one above its number, so that 1 stands for none
            number = frame.get("parent_frame_id", 0) - 1
        for number, place in reversed(chain):
            known = self._stacks[number] = (place, *known)
        return known

    def _place(self, number: int) -> Place | None:
        if number not in self._places:
            self._places[number] = self._read_place(number)
        return self._places[number]

    def _read_place(self, number: int) -> Place | None:
        fields = _fields(self._tables["FileLocations"].get(number, ""))
        if not fields:
            return None
        line, column = fields.get("line", 0), fields.get("column", 0)
        return Place(
            self._files.get(fields.get("file_name_id", 0), ""),
            line,
            column,
            fields.get("end_line", line),
            fields.get("end_column", column + 1),
            self._functions.get(fields.get("function_name_id", 0), ""),
        )


def _fields(text: str) -> dict[str, int]:
    return {name: int(value) for name, value in FIELD.findall(text)}


def _unescaped(quoted: str) -> str:
    """A name without its quotes; XLA escapes as C does."""
    text = quoted.strip()[1:-1]
    if "\\" not in text:
        return text
    plain = OCTAL.sub(lambda match: chr(int(match[1], 8)) if len(match[1]) == 3 else match[1], text)
    return plain.encode("latin-1", "replace").decode("utf-8", "replace")


# A shape may be a tuple, with spaces and comments in it: the opcode is the first word with a parenthesis.
INSTRUCTION = re.compile(
    r"^[ \t]+(?:ROOT )?%?([\w.\-$]+) = (?:[^(\s]\S*|\(.*?\)) ([a-z][\w\-]*)\((.*)$", re.MULTILINE
)
COMPUTATION = re.compile(r"(ENTRY )?%?([\w.\-$]+) (?:\(.*\) -> .*)?\{$")
# Opcodes that call computations, and how they name them.
CALLERS = {
    "fusion", "call", "while", "conditional", "reduce", "sort", "map", "scatter", "reduce-window",
    "select-and-scatter", "all-reduce", "all-reduce-start", "reduce-scatter", "custom-call", "async-start",
    "topk", "scan",
}  # fmt: skip
CALLS = re.compile(
    r"(?:calls|to_apply|body|condition|select|scatter|comparator|(?:true|false)_computation)=%?([\w.\-$]+)"
    r"|(?:branch_computations|called_computations)=\{([^}]*)\}"
)
OP_NAME = re.compile(r'op_name="((?:[^"\\]|\\.)*)"')
STACK_FRAME = re.compile(r"stack_frame_id=(\d+)")
NAME = re.compile(r"%?([\w.\-$]+)")
# An operand; `%while.1#0` is element 0 of the tuple that `while.1` returns (XLA since jaxlib 0.11).
OPERAND = re.compile(r"%?([\w.\-$]+)(?:#\d+)*")
UNWRITTEN = re.compile(r"\W")
COMMENT = re.compile(r"/\*.*?\*/")
PARENTHESIS = re.compile(r"[()]")
QUOTED_BRACE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^"}])*')
SHAPE = re.compile(r"\w+\[([\d,]*)\]")
METADATA = "metadata={"
PIECE = 1 << 18
NEWLINE, SPACE, TAB, BRACE = b"\n \t}"


@dataclass(frozen=True)
class ParsedHlo:
    """The instructions, with their attributes and origins.

    `tails` are what stands behind the parenthesis that opens the operands; `entry` is the number of
    the entry computation.
    """

    parsed: Parsed
    text: str = field(repr=False)
    tails: list[str] = field(repr=False)
    entry: int

    @cached_property
    def number_of(self) -> dict[str, int]:
        """Instructions by name, without names that several of them have."""
        counts = Counter(self.parsed.names)
        return {name: item for item, name in enumerate(self.parsed.names) if counts[name] == 1}

    @cached_property
    def number_written(self) -> dict[str, int]:
        """Return the same as `number_of` by a function's name in PTX: letters, digits and `_` alone."""
        written = [UNWRITTEN.sub("_", name) for name in self.parsed.names]
        counts = Counter(written)
        return {name: item for item, name in enumerate(written) if counts[name] == 1}

    @cached_property
    def computation_of(self) -> dict[str, int]:
        return {region.name: number for number, region in enumerate(self.parsed.regions)}

    @cached_property
    def calls(self) -> Relation:
        """Return the relation from instructions to the computations they call."""
        items: list[int] = []
        called: list[int] = []
        for item, kind in enumerate(self.parsed.kinds):
            if kind not in CALLERS:
                continue
            for one, several in CALLS.findall(self.tails[item]):
                for name in [one] if one else NAME.findall(several):
                    if name in self.computation_of:
                        items.append(item)
                        called.append(self.computation_of[name])
        count, width = len(self.parsed), len(self.parsed.regions)
        return Relation.of_pairs(np.array(items, np.int64), np.array(called, np.int64), count, width)

    @cached_property
    def operands(self) -> Relation:
        """Return the relation from instructions to their operands within their computation."""
        pairs = [
            (item, read) for item in range(len(self.parsed)) for read in self.arguments(item) if read >= 0
        ]
        both = np.array(pairs, np.int64).reshape(-1, 2)
        return Relation.of_pairs(both[:, 0], both[:, 1], len(self.parsed), len(self.parsed))

    @cached_property
    def _in_region(self) -> dict[tuple[int, str], int]:
        regions = self.parsed.region_of.tolist()
        return {key: item for item, key in enumerate(zip(regions, self.parsed.names, strict=True))}

    def arguments(self, item: int) -> list[int]:
        """The operands of an instruction in order; −1 for anything else than an instruction."""
        if self.parsed.kinds[item] in ("parameter", "constant"):
            return []
        region = int(self.parsed.region_of[item])
        held = self._in_region
        return [held.get((region, name), -1) for name in OPERAND.findall(self._between(item))]

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def _by_region(self) -> tuple[np.ndarray, np.ndarray]:
        order = np.argsort(self.parsed.region_of, kind="stable")
        numbers = np.arange(len(self.parsed.regions) + 1)
        return order, np.searchsorted(self.parsed.region_of[order], numbers)

    def items_of(self, region: int) -> list[int]:
        """The instructions of a computation, in order."""
        order, starts = self._by_region
        return order[starts[region] : starts[region + 1]].tolist()

    def inside(self, item: int) -> list[int]:
        """The instructions of the computations that one calls: of a fusion, a loop, a sort."""
        return [each for region in self.calls.of([item]).tolist() for each in self.items_of(region)]

    def shape(self, item: int) -> str:
        """The type of an instruction's result, such as `f32[3,4]{1,0}`."""
        line = self.lines[int(self.parsed.spans[item, 0]) - 1]
        _, _, right = line.partition(" = ")
        return right.partition(f" {self.parsed.kinds[item]}(")[0]

    def parameter_number(self, item: int) -> int:
        """Return the index of a parameter among its computation's arguments; −1 for other instructions."""
        digits = self._between(item)
        return int(digits) if digits.isdigit() else -1

    def _between(self, item: int) -> str:
        """Return the text between the parentheses behind the opcode, without comments."""
        tail = self.tails[item]
        between = tail[: tail.find(")")]
        if "(" in between:
            between = balanced(tail)
        return COMMENT.sub("", between) if "/*" in between else between


def element_count(shape: str) -> int:
    """The number of elements of a type such as `f32[3,4]{1,0}`, of all parts of a tuple."""
    return sum(math.prod(int(size) for size in sizes.split(",") if size) for sizes in SHAPE.findall(shape))


def balanced(tail: str) -> str:
    """The text up to the parenthesis that closes one opened before it."""
    depth = 1
    for found in PARENTHESIS.finditer(tail):
        depth += 1 if found[0] == "(" else -1
        if depth == 0:
            return tail[: found.start()]
    return tail


def parse_hlo(text: str, origins: Origins) -> ParsedHlo:
    """Read an HLO module, before, between or after XLA's passes, with or without `%`."""
    lines = _Lines(text)
    names, kinds, tails = lines.matches()
    if not names:
        return ParsedHlo(nothing("not HLO of a form that is known here"), text, [], -1)
    rows = lines.indented
    problem = ""
    if len(rows) != len(names):
        problem = f"{len(rows) - len(names)} of {len(rows)} lines are of a form that is not known here"
        rows = np.searchsorted(lines.starts, [at.start() for at in INSTRUCTION.finditer(text)])
    regions, entry = lines.computations()
    firsts = np.array([region.first for region in regions], np.int64)
    numbers = _origins(tails, Frames(text), origins)
    ends = lines.ends[rows] - lines.starts[rows]
    spans = np.stack([rows + 1, np.full(len(rows), 2), rows + 1, ends], 1).astype(np.int32)
    region_of = (np.searchsorted(firsts, rows + 1, side="right") - 1).astype(np.int32)
    return ParsedHlo(
        Parsed(spans, names, kinds, numbers, tuple(regions), region_of, problem), text, tails, entry
    )


class _Lines:
    """The starts and ends of all lines of a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        # one byte for each character, so that places in the bytes are places in the text
        data = np.frombuffer(text.encode("latin-1", "replace") + b"\n", np.uint8)
        self.ends = np.flatnonzero(data == NEWLINE)
        self.starts = np.concatenate([[0], self.ends[:-1] + 1])
        self.first = data[self.starts]

    def matches(self) -> tuple[list[str], list[str], list[str]]:
        """Names, opcodes and tails of all instructions, in pieces, since `re` holds the interpreter lock.

        No tuple is kept: the collector would go through 300,000 of them again and again.
        """
        names: list[str] = []
        kinds: list[str] = []
        tails: list[str] = []
        position = 0
        while position < len(self.text):
            place = int(np.searchsorted(self.ends, position + PIECE))
            end = int(self.ends[min(place, len(self.ends) - 1)])
            for name, kind, tail in INSTRUCTION.findall(self.text, position, end):
                names.append(name)
                kinds.append(kind)
                tails.append(tail)
            position = end + 1
        return names, kinds, tails

    @property
    def indented(self) -> np.ndarray:
        """The numbers of the lines that begin with space, from 0."""
        begins = (self.first == SPACE) | (self.first == TAB)
        return np.flatnonzero(begins & (self.ends > self.starts + 1))

    def computations(self) -> tuple[list[Region], int]:
        """The computations, and which of them is the entry (−1 for none)."""
        regions: list[Region] = []
        entry = -1
        closing = np.flatnonzero(self.first == BRACE)
        others = (self.first != SPACE) & (self.first != TAB) & (self.first != BRACE)
        for row in np.flatnonzero(others & (self.ends > self.starts)).tolist():
            found = COMPUTATION.match(self.text[self.starts[row] : self.ends[row]])
            if found:
                if found[1]:
                    entry = len(regions)
                after = int(np.searchsorted(closing, row))
                last = int(closing[after]) if after < len(closing) else len(self.starts) - 1
                regions.append(Region(found[2], row + 1, last + 1))
        return regions, entry


def _origins(tails: list[str], frames: Frames, origins: Origins) -> np.ndarray:
    """The number of each instruction's origin; equal texts are read once."""
    numbers = [-1] * len(tails)
    held: dict[str, int] = {}
    for item, tail in enumerate(tails):
        at = tail.find(METADATA)
        if at < 0:
            continue
        rest = tail[at:]
        number = held.get(rest)
        if number is None:
            metadata = rest[: _metadata_end(rest)]
            number = held.get(metadata)
            if number is None:
                number = held[metadata] = origins.add(_origin(metadata, frames))
            held[rest] = number
        numbers[item] = number
    return np.array(numbers, np.int32)


def _metadata_end(rest: str) -> int:
    """Return the end of the metadata at the start of `rest`."""
    end = rest.find("}")
    if end < 0 or rest[end - 1] == '"' or rest[end - 1].isdigit():
        return end if end >= 0 else len(rest)
    # a brace inside a quoted name
    found = QUOTED_BRACE.match(rest, len(METADATA))
    return found.end() if found else len(rest)


def _origin(metadata: str, frames: Frames) -> Origin:
    name, frame = OP_NAME.search(metadata), STACK_FRAME.search(metadata)
    path = name[1].replace('\\"', '"').replace("\\'", "'") if name else ""
    return Origin(path, frames.stack(int(frame[1])) if frame else ())
