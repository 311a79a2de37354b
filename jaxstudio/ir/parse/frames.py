"""The tables at the head of an HLO module: files, functions, places, and who called whom."""

from __future__ import annotations

import re

from jaxstudio.ir.links.origins import Place

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
    plain = OCTAL.sub(lambda found: chr(int(found[1], 8)) if len(found[1]) == 3 else found[1], text)
    return plain.encode("latin-1", "replace").decode("utf-8", "replace")
