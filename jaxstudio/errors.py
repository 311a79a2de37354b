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

LONGEST = 400  # characters of a message that may quote what was typed


class StudioError(Exception):
    """A mistake that the user can correct; its text is the one line that is shown."""


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
    ambiguous. `slider` is a name that a line such as E = 1 would make a slider, or empty.
    """

    def __init__(
        self,
        message: str,
        start: int = 0,
        end: int = 0,
        suggestion: str = "",
        others: tuple[str, ...] = (),
        slider: str = "",
    ) -> None:
        super().__init__(message if len(message) <= LONGEST else message[: LONGEST - 1] + "…")
        self.start, self.end, self.suggestion = start, end, suggestion
        self.others, self.slider = others, slider

    @property
    def advice(self) -> str:
        """The message, and behind it what to write where that is not in it already."""
        said = str(self)
        return (
            said
            if not self.suggestion or self.suggestion.strip() in said
            else f"{said}; write {self.suggestion}"
        )

    def __reduce__(self) -> tuple[type[ExpressionError], tuple[object, ...]]:
        return type(self), (str(self), self.start, self.end, self.suggestion, self.others, self.slider)


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
