"""Parses StableHLO as MLIR prints it: operations, functions, calls, and locations.

loc ::= `#loc7` | `unknown` | "name" [ `(` loc `)` ] | "file":line:column [ `to` [line]:column ]
      | `callsite(` loc `at` loc `)` | `fused` [ `<…>` ] `[` loc, … `]`
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Any

import numpy as np

from jaxstudio.ir.links.index import Parsed, Region, Relation, Span, nothing, spans_of
from jaxstudio.ir.links.origins import NOWHERE, Origin, Origins, Place
from jaxstudio.lazy_dataclass import dataclass

TOKEN = re.compile(
    r"""\s*(?:(?P<alias>\#\w+)|(?P<string>"(?:[^"\\]|\\.)*")|(?P<number>\d+)|(?P<word>[a-zA-Z_]\w*)|(?P<sign>[:()\[\],<>]))"""
)
DEFINITION = re.compile(r"^(#loc\d*) = loc\((.*)\)$", re.MULTILINE)
ESCAPE = re.compile(r"\\([0-9A-Fa-f]{2}|.)")


class UnknownLocation(ValueError):
    """A location of a form that is not known here."""


@dataclass(frozen=True)
class Named:
    """A location with a name around it: an operation's path, or the function of a frame."""

    name: str
    child: Location


@dataclass(frozen=True)
class Callsite:
    """A place in a function, and the place that the function was called from."""

    callee: Location
    caller: Location


@dataclass(frozen=True)
class Fused:
    parts: tuple[Location, ...]


Location = Place | Named | Callsite | Fused | None


class Locations:
    """Resolves locations of one module; the table's entries are read when they are asked for."""

    def __init__(self, text: str) -> None:
        self._table: Mapping[str, str] = dict(DEFINITION.findall(text))
        self._read: dict[str, Location] = {}
        self._frames: dict[int, tuple[Place, ...]] = {}  # by the identity of what is in _read

    def origin(self, text: str) -> Origin:
        """Return the origin of an operation from its location `text`, given without its `loc(…)`."""
        location = self._of(text)
        path = ""
        if isinstance(location, Named):
            path, location = location.name, location.child
        # "type:" without a name: XLA takes the name within, if there is one
        while path.endswith(":"):
            path, location = _name_within(location)
        return Origin(path, self._frames_of(location))

    def _frames_of(self, location: Location) -> tuple[Place, ...]:
        """The frames of a location, found once for each entry of the table."""
        key = id(location)
        if key not in self._frames:
            if isinstance(location, Callsite):
                callee, caller = self._frames_of(location.callee), self._frames_of(location.caller)
                self._frames[key] = callee + caller
            else:
                self._frames[key] = tuple(_frames(location, ""))
        return self._frames[key]

    def _of(self, text: str) -> Location:
        if text not in self._read:
            if text.startswith("#"):
                if text not in self._table:
                    raise UnknownLocation(text)
                self._read[text] = self._of(self._table[text])
            else:
                reader = _Reader(text, self)
                self._read[text] = reader.location()
        return self._read[text]


class _Reader:
    """A recursive-descent reader of one location."""

    def __init__(self, text: str, table: Locations) -> None:
        self._text = text
        self._position = 0
        self._table = table

    def location(self) -> Location:
        kind, value = self._next()
        if kind == "alias":
            return self._table._of(value)
        if kind == "string":
            return self._named(_unescaped(value))
        if value == "callsite":
            return self._callsite()
        if value == "fused":
            return self._fused()
        if value == "unknown":
            return None
        raise UnknownLocation(self._text)

    def _named(self, name: str) -> Location:
        sign = self._peek()
        if sign == ":":
            return self._range(name)
        if sign == "(":
            self._expect("(")
            child = self.location()
            self._expect(")")
            return Named(name, child)
        return Named(name, None)

    def _range(self, path: str) -> Place:
        line, column = self._line_and_column()
        if self._peek() != "to":
            return Place(path, line, column, line, column + 1)
        self._expect("to")
        end_line = line
        if self._peek() != ":":
            end_line = int(self._next()[1])
        self._expect(":")
        return Place(path, line, column, end_line, int(self._next()[1]))

    def _line_and_column(self) -> tuple[int, int]:
        self._expect(":")
        line = int(self._next()[1])
        self._expect(":")
        return line, int(self._next()[1])

    def _callsite(self) -> Location:
        self._expect("(")
        callee = self.location()
        self._expect("at")
        caller = self.location()
        self._expect(")")
        return Callsite(callee, caller)

    def _fused(self) -> Location:
        if self._peek() == "<":  # metadata, which may be anything: up to the list
            self._position = self._text.index("[", self._position)
        self._expect("[")
        parts = [self.location()]
        while self._peek() == ",":
            self._expect(",")
            parts.append(self.location())
        self._expect("]")
        return Fused(tuple(parts))

    def _next(self) -> tuple[str, str]:
        found = TOKEN.match(self._text, self._position)
        if found is None:
            raise UnknownLocation(self._text)
        self._position = found.end()
        return str(found.lastgroup), found[str(found.lastgroup)]

    def _peek(self) -> str:
        found = TOKEN.match(self._text, self._position)
        return found[str(found.lastgroup)] if found else ""

    def _expect(self, value: str) -> None:
        if self._next()[1] != value:
            raise UnknownLocation(self._text)


def _name_within(location: Location) -> tuple[str, Location]:
    """The path of names that a location begins with, and the rest; the function of a frame is none."""
    if isinstance(location, Named) and not isinstance(location.child, Place):
        return location.name, location.child
    return "", None


def _frames(location: Location, function: str) -> list[Place]:
    """The frames of the call stack in a location, innermost first."""
    if isinstance(location, Place):
        return [replace(location, function=function)]
    if isinstance(location, Named):
        return _frames(location.child, location.name)
    if isinstance(location, Callsite):
        return _frames(location.callee, "") + _frames(location.caller, "")
    if isinstance(location, Fused):
        return [frame for part in location.parts for frame in _frames(part, "")]
    return []


def _unescaped(quoted: str) -> str:
    """A string without its quotes; MLIR writes `\\22` for a quote."""

    def meant(match: re.Match[str]) -> str:
        return chr(int(match[1], 16)) if len(match[1]) == 2 else match[1]

    text = quoted[1:-1]
    if "\\" not in text:
        return text
    return ESCAPE.sub(meant, text).encode("latin-1", "replace").decode("utf-8", "replace")


OPERATION = re.compile(
    r'^\s*(?:(%[\w#$.:, %-]+?) = )?"?([a-z_][\w$]*(?:\.[\w$]+)+|call|return)"?(?=[\s(<{"@]|$)'
)
CALLEE = re.compile(r"\bcall @([\w$.\-]+|\"(?:[^\"\\]|\\.)*\")")
FUNCTION = re.compile(r"^\s*func\.func (?:public |private )?@([\w$.\-]+|\"(?:[^\"\\]|\\.)*\")")
LOC = " loc("
DECLARATIONS = ("sdy.mesh", "func.func")
# A function called from many places has one origin for each way there.
MOST_WAYS = 64
RESULT = re.compile(r"%([\w$.\-]+)")


@dataclass
class _Function:
    name: str
    first: int
    items: list[int] = field(default_factory=list)
    last: int = 0
    callers: list[int] = field(default_factory=list)  # the operations that call it


@dataclass
class _Reading:
    """The state while the lines are read."""

    spans: list[Span] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    locations: list[str | None] = field(default_factory=list)
    functions: dict[str, _Function] = field(default_factory=dict)
    function_of: list[str] = field(default_factory=list)
    calls: list[tuple[int, str]] = field(default_factory=list)
    reads: list[list[str]] = field(default_factory=list)
    open: list[int | str] = field(default_factory=list)


@dataclass(frozen=True)
class ParsedModule:
    """The operations with the origin in their own function, and the origins on every way there.

    `ways` are, for each operation, the numbers of all its origins; `parsed.origins` the first of them.
    `operands` relates operations to those whose results they read, `calls` to the functions that they call.
    """

    parsed: Parsed
    own: list[Origin]
    ways: list[tuple[int, ...]]
    operands: Relation
    calls: Mapping[int, str] = field(default_factory=dict)

    def same_operations(self, other: ParsedModule) -> list[list[int]] | None:
        """Return for each operation the numbers of its equals in another module; None if the programs differ.

        JAX writes a function once or several times, as jaxprs are shared or copied, and numbers the names. So
        functions are equal here if those that call them are.
        """
        equals: list[list[int]] = [[] for _ in self.parsed.names]
        pairs = [("main", "main")]
        for mine, theirs in pairs:
            here, there = self._operations_of(mine), other._operations_of(theirs)
            if self._forms(here) != other._forms(there):
                return None
            for item, equal in zip(here, there, strict=True):
                equals[item].append(equal)
                called = (self.calls.get(item, ""), other.calls.get(equal, ""))
                if called[0] in self._regions and called not in pairs:
                    pairs.append(called)
        return equals if all(equals) else None

    @cached_property
    def _regions(self) -> dict[str, int]:
        return {region.name: number for number, region in enumerate(self.parsed.regions)}

    def _operations_of(self, function: str) -> list[int]:
        return np.flatnonzero(self.parsed.region_of == self._regions.get(function, -2)).tolist()

    def _forms(self, items: list[int]) -> list[tuple[str, str]]:
        return [(self.parsed.names[item], self.parsed.kinds[item]) for item in items]


# A constant of as many elements takes 80 KB of hexadecimal digits in the text; XLA's own texts leave out
# what is above ten.
MOST_CONSTANT_ELEMENTS = 10_000
ELIDED = "dense_resource<__elided__>"
ELIDED_TYPE = re.compile(re.escape(ELIDED) + r" : tensor<((?:\d+x)*)\w+>")


def stablehlo_text(lowered: Any) -> tuple[str, str]:
    """The text with its locations, and a note that says which constants it is shown without."""
    module = lowered.compiler_ir("stablehlo")
    if module is None:
        return "", ""
    text = module.operation.get_asm(enable_debug_info=True, large_elements_limit=MOST_CONSTANT_ELEMENTS)
    sizes = [
        math.prod(int(size) for size in found[1].split("x") if size) for found in ELIDED_TYPE.finditer(text)
    ]
    if not sizes:
        return text, ""
    return text, (
        f"{sum(sizes):,} numbers of {len(sizes)} large constants are left out; an array that is an argument "
        "is no constant"
    )


def parse_stablehlo(text: str, origins: Origins) -> ParsedModule:
    """Read `stablehlo_text(….lower())`.

    A text of another form comes back without items and with its problem said.
    """
    reading = _Reading()
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("#loc"):
            continue
        _read_line(reading, number, line)
    if reading.open or not reading.names:
        return _unknown("not StableHLO of a form that is known here")
    table = Locations(text)
    try:
        own = [NOWHERE if where is None else table.origin(where) for where in reading.locations]
    except (UnknownLocation, ValueError, IndexError) as error:
        return _unknown(f"a location of a form that is not known here: {error}")
    ways = _Ways(reading, own, origins).all()
    first = np.array([numbers[0] if numbers else -1 for numbers in ways], np.int32)
    regions = tuple(Region(f.name, f.first, f.last) for f in reading.functions.values())
    index = {name: number for number, name in enumerate(reading.functions)}
    region_of = np.array([index.get(name, -1) for name in reading.function_of], np.int32)
    parsed = Parsed(spans_of(reading.spans), reading.names, reading.kinds, first, regions, region_of)
    return ParsedModule(parsed, own, ways, _operands(reading), dict(reading.calls))


def _unknown(problem: str) -> ParsedModule:
    return ParsedModule(nothing(problem), [], [], Relation.identity(0))


def _operands(reading: _Reading) -> Relation:
    """The operands. Names belong to a function; a repeated one (of a region) means the last before it."""
    producers: dict[tuple[str, str], int] = {}
    lists: list[list[int]] = []
    for item, (function, name) in enumerate(zip(reading.function_of, reading.names, strict=True)):
        lists.append(
            [producers[function, each] for each in reading.reads[item] if (function, each) in producers]
        )
        if name:
            producers[function, name] = item
    return Relation.of_lists(lists, len(lists))


def _read_line(reading: _Reading, number: int, line: str) -> None:
    where = _location(line)
    stripped = line.lstrip()
    if stripped.startswith("}"):
        if where is not None and reading.open:
            _close(reading, number, line, where)
        return
    function = FUNCTION.match(line)
    if function or stripped.startswith("module"):
        name = function[1].strip('"') if function else "module"
        if function:
            reading.functions[name] = _Function(name, number)
        if line.endswith("{"):
            reading.open.append(name)
        return
    found = OPERATION.match(line)
    if found is None or found[2] in DECLARATIONS:
        return
    item = len(reading.names)
    start = len(line) - len(stripped)
    reading.spans.append((number, start, number, _end(line)))
    reading.names.append((found[1] or "").split(":")[0].lstrip("%"))
    reading.kinds.append(found[2].removeprefix("stablehlo.").removeprefix("func."))
    reading.locations.append(where)
    function_name = next((name for name in reversed(reading.open) if isinstance(name, str)), "")
    reading.function_of.append(function_name)
    reading.reads.append(RESULT.findall(line, found.end()))
    called = CALLEE.search(line)
    if called:
        reading.calls.append((item, called[1].strip('"')))
    if where is None:
        reading.open.append(item)


def _close(reading: _Reading, number: int, line: str, where: str) -> None:
    """A closing brace with a location ends the operation, or the function, that was opened last."""
    opened = reading.open.pop()
    if isinstance(opened, int):
        first = reading.spans[opened]
        reading.spans[opened] = (first[0], first[1], number, _end(line))
        reading.locations[opened] = where
    elif opened in reading.functions:
        reading.functions[opened].last = number


def _location(line: str) -> str | None:
    """Return the text in the `loc(…)` at the end of a line."""
    if not line.endswith(")"):
        return None
    at = line.rfind(LOC)
    return None if at < 0 else line[at + len(LOC) : -1]


def _end(line: str) -> int:
    at = line.rfind(LOC)
    return len(line) if at < 0 else at


class _Ways:
    """Origins on every way from the main function: a callee's operation comes from each of its calls."""

    def __init__(self, reading: _Reading, own: list[Origin], origins: Origins) -> None:
        self._reading, self._own, self._origins = reading, own, origins
        self._callers: dict[str, list[int]] = {}
        for item, name in reading.calls:
            self._callers.setdefault(name, []).append(item)
        self._outer: dict[str, list[Origin]] = {}

    def all(self) -> list[tuple[int, ...]]:
        return [
            tuple(
                dict.fromkeys(
                    number
                    for outer in self._into(self._reading.function_of[item], ())
                    if (number := self._origins.add(own.within(outer))) >= 0
                )
            )
            for item, own in enumerate(self._own)
        ]

    def _into(self, name: str, above: tuple[str, ...]) -> list[Origin]:
        """The origins of all calls that lead into a function."""
        if name in self._outer:
            return self._outer[name]
        callers = self._callers.get(name, [])
        if not callers or name in above:
            return [NOWHERE]
        ways = [
            self._own[item].within(outer)
            for item in callers
            for outer in self._into(self._reading.function_of[item], (*above, name))
        ]
        self._outer[name] = list(dict.fromkeys(ways))[:MOST_WAYS]
        return self._outer[name]
