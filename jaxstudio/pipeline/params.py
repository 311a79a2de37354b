"""A parameter is declared once: its check, its form, its flag and its help all follow from it.

Values are plain JSON values (bool, int, float, str, list), so that a recipe can be written down.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from jaxstudio.errors import ParameterError

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
    """A whole number in [low, high], counted in steps of `step` from `low`."""

    value: int
    low: int
    high: int
    step: int = 1
    type_name: ClassVar[str] = "int"

    @property
    def default(self) -> int:
        return self.value

    @property
    def slider(self) -> tuple[int, int]:
        return self.low, self.high

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
