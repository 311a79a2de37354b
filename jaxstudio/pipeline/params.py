"""A parameter is declared once: its check, its form, its flag and its help all follow from it.

Values are plain JSON values (bool, int, float, str, list), so that a recipe can be written down.
"""

from __future__ import annotations

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from jaxstudio.errors import ParameterError, UsageError

Value = bool | int | float | str | None | tuple[tuple[float, ...], ...]


@dataclass(frozen=True, kw_only=True)
class Param(ABC):
    """What every parameter has; `name` is its name in recipes, flags and Python."""

    name: str
    doc: str
    unit: str = ""
    type_name: ClassVar[str] = ""

    @property
    @abstractmethod
    def default(self) -> Value:
        """The value of a new step."""

    @abstractmethod
    def check(self, value: object) -> Value:
        """Return `value` in its canonical form, or raise ParameterError naming what was expected."""

    @abstractmethod
    def expected(self) -> str:
        """What a value must be, in words, for an error line."""

    def refuse(self, value: object) -> ParameterError:
        shown = repr(value)
        if len(shown) > 60:
            shown = shown[:57] + "..."
        return ParameterError(f"{self.name} = {shown}: expected {self.expected()}")


@dataclass(frozen=True, kw_only=True)
class Float(Param):
    """A real number in a hard range [low, high]; a slider covers [slider_low, slider_high] of it.

    `linked` names the parameter whose value stands in while this one is None.
    """

    value: float | None
    low: float
    high: float
    slider_low: float | None = None
    slider_high: float | None = None
    linked: str | None = None
    type_name: ClassVar[str] = "float"

    @property
    def default(self) -> float | None:
        return self.value

    @property
    def slider(self) -> tuple[float, float]:
        low = self.low if self.slider_low is None else self.slider_low
        high = self.high if self.slider_high is None else self.slider_high
        return low, high

    def expected(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        linked = f", or null for the value of {self.linked}" if self.linked else ""
        return f"a number from {self.low:g} to {self.high:g}{unit}{linked}"

    def check(self, value: object) -> float | None:
        if value is None and self.linked:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.refuse(value)
        try:
            number = float(value)
        except OverflowError:
            raise self.refuse(value) from None
        if not (math.isfinite(number) and self.low <= number <= self.high):
            raise self.refuse(value)
        return number


@dataclass(frozen=True, kw_only=True)
class Int(Param):
    """A whole number in [low, high], counted in steps of `step` from `low`; sliders as in Float."""

    value: int
    low: int
    high: int
    step: int = 1
    slider_low: int | None = None
    slider_high: int | None = None
    type_name: ClassVar[str] = "int"

    @property
    def default(self) -> int:
        return self.value

    @property
    def slider(self) -> tuple[int, int]:
        low = self.low if self.slider_low is None else self.slider_low
        high = self.high if self.slider_high is None else self.slider_high
        return low, high

    def expected(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        steps = f" in steps of {self.step}" if self.step != 1 else ""
        return f"a whole number from {self.low} to {self.high}{unit}{steps}"

    def check(self, value: object) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse(value)
        if not self.low <= value <= self.high or (value - self.low) % self.step:
            raise self.refuse(value)
        return value


@dataclass(frozen=True, kw_only=True)
class Choice(Param):
    """One word out of a few; `labels` says each in the words of the form."""

    value: str
    choices: tuple[str, ...]
    type_name: ClassVar[str] = "choice"

    @property
    def default(self) -> str:
        return self.value

    def expected(self) -> str:
        return "one of " + ", ".join(self.choices)

    def check(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise self.refuse(value)
        return value


@dataclass(frozen=True, kw_only=True)
class Bool(Param):
    """A switch."""

    value: bool
    type_name: ClassVar[str] = "bool"

    @property
    def default(self) -> bool:
        return self.value

    def expected(self) -> str:
        return "true or false"

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise self.refuse(value)
        return value


@dataclass(frozen=True, kw_only=True)
class Matrix(Param):
    """A matrix of odd height and width, from 1×1 to `largest`×`largest`, given as a list of rows.

    `presets` are named matrices offered beside the grid.
    """

    value: tuple[tuple[float, ...], ...]
    largest: int
    limit: float = 1e6
    presets: tuple[tuple[str, tuple[tuple[float, ...], ...]], ...] = ()
    type_name: ClassVar[str] = "matrix"

    @property
    def default(self) -> tuple[tuple[float, ...], ...]:
        return self.value

    def expected(self) -> str:
        return (
            f"a list of rows of equal length, odd height and width from 1 to {self.largest}, "
            f"of finite numbers from -{self.limit:g} to {self.limit:g}"
        )

    def check(self, value: object) -> tuple[tuple[float, ...], ...]:
        if not isinstance(value, list | tuple) or not value:
            raise self.refuse(value)
        rows = []
        for row in value:
            if not isinstance(row, list | tuple) or len(row) != len(value[0]):
                raise self.refuse(value)
            for number in row:
                if isinstance(number, bool) or not isinstance(number, int | float):
                    raise self.refuse(value)
                if not -self.limit <= number <= self.limit:
                    raise self.refuse(value)
            rows.append(tuple(float(number) for number in row))
        odd = len(rows) % 2 == 1 and len(rows[0]) % 2 == 1
        if not odd or max(len(rows), len(rows[0])) > self.largest:
            raise self.refuse(value)
        return tuple(rows)


@dataclass(frozen=True, kw_only=True)
class Steps(Param):
    """Other steps as a text, `gaussian_blur sigma=2 | gamma gamma=0.8`; a list of texts will do too.

    `read` returns the text of each step or raises UsageError; there are from 1 to `most` of them.
    """

    value: str
    most: int
    read: Callable[[str], list[str]]
    longest: ClassVar[int] = 10_000
    type_name: ClassVar[str] = "steps"

    @property
    def default(self) -> str:
        return self.value

    def expected(self) -> str:
        if self.most == 1:
            return "a step such as gaussian_blur sigma=2"
        return f"up to {self.most} steps with | between them, such as gaussian_blur sigma=2 | invert"

    def check(self, value: object) -> str:
        if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
            value = " | ".join(value)
        if not isinstance(value, str) or len(value) > self.longest:
            raise self.refuse(value)
        try:
            parts = self.read(value)
        except UsageError as error:
            said = str(error) if len(str(error)) <= 160 else f"{str(error)[:157]}..."
            raise ParameterError(f"{self.refuse(value)}: {said}") from None
        if not 1 <= len(parts) <= self.most:
            raise self.refuse(value)
        return " | ".join(parts)


@dataclass(frozen=True, kw_only=True)
class Points(Param):
    """Two to `largest` points (x, y) in [0, 1]², x ascending, at least `apart` from one to the next.

    Each `presets` entry is a name and the points it stands for.
    """

    value: tuple[tuple[float, ...], ...]
    largest: int
    apart: float = 0.001
    presets: tuple[tuple[str, tuple[tuple[float, ...], ...]], ...] = ()
    type_name: ClassVar[str] = "points"

    @property
    def default(self) -> tuple[tuple[float, ...], ...]:
        return self.value

    def expected(self) -> str:
        return (
            f"a list of 2 to {self.largest} points [x, y], both from 0 to 1, "
            f"x ascending by at least {self.apart:g}"
        )

    def check(self, value: object) -> tuple[tuple[float, ...], ...]:
        if not isinstance(value, list | tuple) or not 2 <= len(value) <= self.largest:
            raise self.refuse(value)
        points: list[tuple[float, ...]] = []
        for point in value:
            if not isinstance(point, list | tuple) or len(point) != 2:
                raise self.refuse(value)
            for number in point:
                if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
                    raise self.refuse(value)
            x, y = (float(number) for number in point)
            # a hair less, so that points written down with few digits are read again
            if points and x - points[-1][0] < self.apart * (1 - 1e-9):
                raise self.refuse(value)
            points.append((x, y))
        return tuple(points)


@dataclass(frozen=True, kw_only=True)
class Path(Param):
    """A file by its path; empty means none. Whether it is there shows when it is read."""

    value: str = ""
    longest: int = 4096
    type_name: ClassVar[str] = "path"

    @property
    def default(self) -> str:
        return self.value

    def expected(self) -> str:
        return f"the path of a file, at most {self.longest} characters, or an empty text for none"

    def check(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > self.longest:
            raise self.refuse(value)
        if any(ord(letter) < 32 for letter in value):
            raise self.refuse(value)
        return value


def file_stamp(path: str) -> tuple[int, ...]:
    """What changes whenever the file at `path` does; () where there is none that can be looked at."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return ()
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino
