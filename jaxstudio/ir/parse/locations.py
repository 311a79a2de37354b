"""MLIR's locations: the table of `#loc` at the end of a module, and those written in place.

loc ::= `#loc7` | `unknown` | "name" [ `(` loc `)` ] | "file":line:column [ `to` [line]:column ]
      | `callsite(` loc `at` loc `)` | `fused` [ `<…>` ] `[` loc, … `]`
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from jaxstudio.ir.links.origins import Origin, Place

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
        """What the location `text` (without its `loc(…)`) says of an operation."""
        location = self._of(text)
        path = ""
        if isinstance(location, Named):
            path, location = location.name, location.child
        # XLA reads "type:name"; JAX leaves the name empty where only a type is known
        if path.endswith(":"):
            path, location = "", None
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
    """One location, by recursive descent."""

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

    def meant(found: re.Match[str]) -> str:
        return chr(int(found[1], 16)) if len(found[1]) == 2 else found[1]

    text = quoted[1:-1]
    if "\\" not in text:
        return text
    return ESCAPE.sub(meant, text).encode("latin-1", "replace").decode("utf-8", "replace")
