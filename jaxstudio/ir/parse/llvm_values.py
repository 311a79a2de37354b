"""The instructions of LLVM IR as values with their operands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jaxstudio.lazy_dataclass import dataclass

INSTRUCTION = re.compile(r"^  (?:(%[\w.\-$\"]+) = )?(?:tail |notail |musttail )?([a-z]+) (.*)$")
# Between an opcode and the type of its first operand: what it may assume, and what it compares.
FLAGS = re.compile(
    r"^(?:(?:nuw|nsw|exact|disjoint|nneg|samesign|fast|nnan|ninf|nsz|arcp|contract|afn|reassoc|inbounds|volatile)"
    r"(?:\([^)]*\))? )+"
)
CALL = re.compile(r"(@[\w.$\-\"]+)\((.*)\)[^()]*$")
BRACKETS = {"(": 1, "<": 1, "[": 1, "{": 1, ")": -1, ">": -1, "]": -1, "}": -1}
CASTS = {
    "fptosi", "fptoui", "sitofp", "uitofp", "zext", "sext", "trunc", "fpext", "fptrunc", "bitcast",
    "ptrtoint", "inttoptr",
}  # fmt: skip


@dataclass(frozen=True)
class Value:
    """One instruction, on a line of the text (from 1): `name` is "" for a store.

    `operands` are names (`%3`), or constants as they are written with their types (`float 2.5`). `detail`
    is the predicate of a comparison, the function that a call calls, or the type that is loaded or cast to.
    """

    line: int
    name: str
    opcode: str
    operands: tuple[str, ...]
    detail: str = ""


@dataclass(frozen=True)
class Function:
    """A function with its instructions in the order of the text; `frame` is its first parameter."""

    name: str
    frame: str
    values: tuple[Value, ...]


DEFINE = re.compile(r"^define .*?@(\"[^\"]*\"|[\w.$\-]+)\((?:ptr [^,%]*(%[\w.\-]+))?")


def read_functions(text: str) -> Iterator[Function]:
    """The functions that the text defines."""
    name, frame = "", ""
    values: list[Value] = []
    for number, line in enumerate(text.split("\n"), 1):
        if found := DEFINE.match(line):
            name, frame, values = found[1].strip('"'), found[2] or "", []
        elif line == "}" and name:
            yield Function(name, frame, tuple(values))
            name = ""
        elif name and (found := INSTRUCTION.match(line)):
            values.append(_value(number, found[1] or "", found[2], found[3].partition(", !")[0]))


def _value(line: int, name: str, opcode: str, rest: str) -> Value:
    detail = ""
    if opcode == "call":
        found = CALL.search(rest)
        if found is None:
            return Value(line, name, opcode, ())
        detail, rest = found[1][1:], found[2]
    rest = FLAGS.sub("", rest)
    if opcode in ("fcmp", "icmp"):
        detail, _, rest = rest.partition(" ")
    if opcode in CASTS:
        rest, _, detail = rest.rpartition(" to ")
    parts = split(rest)
    if opcode in ("load", "getelementptr"):
        detail, *parts = parts
    if opcode == "phi":
        parts = [split(part.strip("[] "))[0] for part in split(rest.partition("[")[2])]
    kind = parts[0].rpartition(" ")[0] if parts else ""
    if opcode == "phi":
        kind = rest.partition(" [")[0]
    return Value(line, name, opcode, tuple(_operand(part, kind) for part in parts), detail)


def split(text: str) -> list[str]:
    """The parts between commas that stand in no bracket."""
    parts, depth, first = [], 0, 0
    for place, letter in enumerate(text):
        depth += BRACKETS.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append(text[first:place].strip())
            first = place + 1
    last = text[first:].strip()
    return [*parts, last] if last else parts


FLOATS = {"half", "bfloat", "float", "double"}
SPLAT = re.compile(r"splat \((.*)\)$")


def _operand(part: str, kind: str) -> str:
    """A name alone; a constant with its type, which the second operand of an operation does not repeat."""
    last = part.rpartition(" ")[2]
    if last.startswith(("%", "@")):
        return last
    if found := SPLAT.search(part):
        return found[1]
    if last == "zeroinitializer":
        element = kind.rpartition("x ")[2].rstrip(">")
        return f"{element} {0.0 if element in FLOATS else 0}"
    return part if " " in part else f"{kind} {part}"
