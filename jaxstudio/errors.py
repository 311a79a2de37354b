"""The errors a person can meet; anything else that is raised is a bug and keeps its traceback.

StudioError                 one line: what, which argument or file, what was expected
├── UsageError              a value or a name is wrong (exit code 2)
│   ├── ParameterError      a parameter of an op
│   ├── UnknownOpError      no op of that name
│   ├── RecipeError         a recipe that cannot be read
│   ├── SessionError        a session that cannot be read
│   ├── DeviceError         a device that does not exist or cannot be reached
│   ├── ExpressionError     a typed expression, with the columns at fault
│   └── DataError           points that cannot be read or fitted
├── FileError               one file could not be read or written (exit code 1)
│   ├── PhotoError          reading a photo
│   └── SaveError           writing a result
├── ComputeError            the device could not do the work (exit code 1)
└── Cancelled               the person stopped it
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from string import Formatter
from typing import Any

LONGEST = 200  # characters of what was typed, where an error quotes it


class Wording(str):
    """A sentence in English that knows its template and its values: a window translates the template.

    `Wording("{0} takes {1:,} numbers", name, count)`. Without values the template is the sentence. Values are
    numbers, texts, or wordings, which are translated as well.
    """

    template: str
    values: tuple[object, ...]

    def __new__(cls, template: str, *values: object) -> Wording:
        values = tuple(map(_plain, values))
        wording = super().__new__(cls, template.format(*values) if values else template)
        wording.template, wording.values = template, values
        return wording

    def __getnewargs__(self) -> tuple[object, ...]:  # type: ignore[override]
        return self.template, *self.values

    def shortened(self) -> Wording:
        """The sentence with at most LONGEST characters of each text in it."""
        return Wording(self.template, *map(_shortened, self.values))

    def translated(self, translate: Callable[[str], str], write: Callable[[float, str], str]) -> str:
        """The sentence in another language: `translate` gives a template, `write` a number in a format."""
        if not self.values:
            return translate(self.template)
        values = (v.translated(translate, write) if isinstance(v, Wording) else v for v in self.values)
        return _Form(write).format(translate(self.template), *values)


class _Form(Formatter):
    """Fills templates with numbers as a language writes them."""

    def __init__(self, write: Callable[[float, str], str]) -> None:
        self._write = write

    def format_field(self, value: Any, format_spec: str) -> str:
        return format(value, format_spec) if isinstance(value, str) else self._write(value, format_spec)


def either(options: Iterable[object]) -> object:
    """`a or b or c` as a value of a wording."""
    first, *others = options
    for other in others:
        first = Wording("{0} or {1}", first, other)
    return first


def listed(names: Sequence[object]) -> object:
    """`a, b and c` as a value of a wording."""
    *before, last = names
    return Wording("{0} and {1}", ", ".join(map(str, before)), last) if before else last


def _shortened(value: object) -> object:
    if isinstance(value, Wording):
        return value.shortened()
    too_long = isinstance(value, str) and len(value) > LONGEST
    return f"{str(value)[: LONGEST - 1]}…" if too_long else value


def _plain(value: object) -> object:
    """A value as a number, a text, or a wording."""
    if isinstance(value, StudioError):
        return value.wording
    if isinstance(value, Wording | int | float):
        return value
    return value.item() if hasattr(value, "item") else str(value)


NOTHING = Wording("")


class StudioError(Exception):
    """A mistake that the user can correct; its text is the one line that is shown.

    `PhotoError("{0}: not a photo ({1})", path, reason)`: a template and its values, as of a `Wording`.
    """

    def __init__(self, template: str = "", *values: object) -> None:
        super().__init__(template if isinstance(template, Wording) else Wording(template, *values))

    @property
    def wording(self) -> Wording:
        """The text as a sentence that can be translated."""
        return self.args[0]


class UsageError(StudioError):
    """A value or a name in the request is wrong."""


class ParameterError(UsageError):
    """A parameter's value has the wrong type or is out of its hard range."""


class UnknownOpError(UsageError):
    """No op of that name is in the catalogue."""


class RecipeError(UsageError):
    """A recipe that is no recipe, is from a newer version, or holds a bad step."""


class SessionError(UsageError):
    """A session that is none, is from a newer version, or holds a bad value."""


class DeviceError(UsageError):
    """A device that does not exist or cannot be reached."""


class ExpressionError(UsageError):
    """A typed expression is wrong between the columns `start` and `end` (from 0, end excluded).

    `suggestion` replaces these columns, or is empty; `others` are further suggestions, where the text is
    ambiguous. A suggestion with line breaks is several lines in place of the whole one. `undefined` is what a
    further line would define: E, which E = 1 makes a slider, or f(x), which f(x) = x makes a function.
    """

    def __init__(
        self,
        message: Wording,
        start: int = 0,
        end: int = 0,
        suggestion: str = "",
        others: tuple[str, ...] = (),
        undefined: str = "",
    ) -> None:
        super().__init__(message.shortened())
        self.start, self.end, self.suggestion = start, end, suggestion
        self.others, self.undefined = others, undefined

    @property
    def advice(self) -> Wording:
        """The message, and behind it what to write where that is not in it already."""
        if not self.suggestion or self.suggestion.strip() in self.wording:
            return self.wording
        return Wording("{0}; write {1}", self.wording, self.suggestion.replace("\n", " ↵ "))

    def __reduce__(self) -> tuple[type[ExpressionError], tuple[object, ...]]:
        return type(self), (self.wording, self.start, self.end, self.suggestion, self.others, self.undefined)


class DataError(UsageError):
    """Points that cannot be read (with line and column in the text) or fitted."""


class FileError(StudioError):
    """A file could not be read or written."""


class PhotoError(FileError):
    """A photo could not be read."""


class SaveError(FileError):
    """A result could not be written."""


class ComputeError(StudioError):
    """The device could not do the work, for example for lack of memory."""


class Cancelled(StudioError):
    """The person stopped the work before it was done."""
