"""The target of a query: a line of a document becomes a function with its sliders' values, or an error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jaxstudio.errors import UsageError
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.language import Line, Sheet
from jaxstudio.functions.protocol.queries import Target
from jaxstudio.functions.protocol.requests import SheetLine
from jaxstudio.functions.service import curve_lines, members
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.curve_lines import Path
from jaxstudio.functions.service.reading import Function


@dataclass(frozen=True)
class Found:
    """The line of a target, with its function at slider values."""

    line_request: SheetLine
    function: Function
    sheet: Sheet
    p: Mapping[str, float]

    @property
    def line(self) -> Line:
        return self.function.line

    @property
    def subject(self) -> Subject:
        return self.function.subject


def find(composer: Composer, target: Target) -> Found:
    """The function of a target. Raises the line's own error, or a UsageError if it has no function."""
    if not 0 <= target.line < len(target.lines):
        raise UsageError("line {0}: expected one of {1} lines", target.line + 1, len(target.lines))
    read = composer.reader.of(target.lines)
    line, function = read.sheet.lines[target.line], read.functions[target.line]
    if line.error is not None:
        raise line.error
    if function is None:
        raise UsageError("line {0} is no function", target.line + 1)
    p: Mapping[str, float] = read.values(line, target.sliders)
    if line.lists:
        function, p = _member(function, read.sheet, p, target)
    return Found(target.lines[target.line], function, read.sheet, p)


def _member(
    function: Function, sheet: Sheet, p: Mapping[str, float], target: Target
) -> tuple[Function, Mapping[str, float]]:
    """One of the functions of a line with lists, with its parameters."""
    found = members.members(function, sheet, dict(p))
    at = target.member if target.member is not None else 0
    if len(found) > 1 and target.member is None:
        raise UsageError(
            "line {0} has {1} functions; this is about one: write an element, L[1]",
            target.line + 1,
            len(found),
        )
    if not 0 <= at < len(found):
        raise UsageError("line {0} has no function {1}", target.line + 1, at + 1)
    return found[at], found[at].p


def find_path(composer: Composer, target: Target) -> Path:
    """The curve of a target with its programs. Raises a UsageError for another kind of line."""
    found = find(composer, target)
    if not curve_lines.is_path(found.line) or found.function.untrained:
        raise UsageError("line {0} is no curve", target.line + 1)
    return curve_lines.path_of(composer.programs, found.line_request, found.function, found.p)


def check_point(target: Found, at: tuple[float, ...]) -> None:
    """Raise a UsageError unless the point has a number for each variable."""
    names = target.line.variables
    if len(at) != len(names):
        raise UsageError("the point has {0} numbers: expected one for each of {1}", len(at), ", ".join(names))
