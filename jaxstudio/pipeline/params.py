"""A parameter is declared once: its check, form, flag and help all follow from the declaration.

Values are plain JSON values (bool, int, float, str, list), so that a recipe can be written as text.
"""

from __future__ import annotations

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, field, fields, replace
from typing import Any, ClassVar, Protocol

from jaxstudio.errors import NOTHING, ExpressionError, ParameterError, UsageError, Wording
from jaxstudio.lazy_dataclass import dataclass

BORDERS = ("reflect", "nearest", "mirror", "wrap", "constant")
BORDER_ALPHAS = ("auto", "opaque", "clear")
Value = bool | int | float | str | None | tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Param(ABC):
    """A parameter. `name` is used in recipes, flags and Python; `doc` describes it in a sentence.

    Of a filter with many parameters a form shows one `group` at a time: a word of their names, `hue` say.
    `needs` is another parameter's name and those of its values with which this parameter means something;
    with other values a form does not show it. `label` is its name on a form, where `name` says little.
    """

    name: str
    _: KW_ONLY
    doc: str = ""
    unit: str = ""
    group: str = ""
    needs: tuple[str, ...] = ()
    label: str = ""
    type_name: ClassVar[str] = ""

    def matters(self, values: Mapping[str, Any]) -> bool:
        """Whether the parameter means something beside these values of the step."""
        return not self.needs or values.get(self.needs[0], self.needs[1]) in self.needs[1:]

    @property
    @abstractmethod
    def default(self) -> Value:
        """The value of a new step."""

    @abstractmethod
    def check(self, value: object) -> Value:
        """Return `value` in its canonical form. Raises ParameterError that names the expected form."""

    @abstractmethod
    def expected(self) -> Wording:
        """A description of the allowed values, for an error line."""

    def refuse(self, value: object) -> ParameterError:
        shown = repr(value)
        if len(shown) > 60:
            shown = shown[:57] + "..."
        return ParameterError("{0} = {1}: expected {2}", self.name, shown, self.expected())


@dataclass(frozen=True)
class Float(Param):
    """A real number in a hard range [low, high]; a slider covers [slider_low, slider_high] of it.

    `slider_step`: how far a key moves the slider; None is about a hundredth of its range.
    `linked` names the parameter whose value is used while this one is None.
    """

    value: float | None
    low: float
    high: float
    _: KW_ONLY
    slider_low: float | None = None
    slider_high: float | None = None
    slider_step: float | None = None
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

    def expected(self) -> Wording:
        unit = f" {self.unit}" if self.unit else ""
        linked = Wording(", or null for the value of {0}", self.linked) if self.linked else NOTHING
        return Wording("a number from {0:g} to {1:g}{2}{3}", self.low, self.high, unit, linked)

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


@dataclass(frozen=True)
class Int(Param):
    """A whole number in [low, high], counted in steps of `step` from `low`; sliders as in Float."""

    value: int
    low: int
    high: int
    _: KW_ONLY
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

    def expected(self) -> Wording:
        unit = f" {self.unit}" if self.unit else ""
        steps = Wording(" in steps of {0}", self.step) if self.step != 1 else NOTHING
        return Wording("a whole number from {0} to {1}{2}{3}", self.low, self.high, unit, steps)

    def check(self, value: object) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse(value)
        if not self.low <= value <= self.high or (value - self.low) % self.step:
            raise self.refuse(value)
        return value


@dataclass(frozen=True)
class Choice(Param):
    """A choice of one word out of a few."""

    value: str
    choices: tuple[str, ...]
    type_name: ClassVar[str] = "choice"

    @property
    def default(self) -> str:
        return self.value

    def expected(self) -> Wording:
        return Wording("one of {0}", ", ".join(self.choices))

    def check(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise self.refuse(value)
        return value


@dataclass(frozen=True)
class Bool(Param):
    """A switch."""

    value: bool
    type_name: ClassVar[str] = "bool"

    @property
    def default(self) -> bool:
        return self.value

    def expected(self) -> Wording:
        return Wording("true or false")

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise self.refuse(value)
        return value


@dataclass(frozen=True)
class Matrix(Param):
    """A matrix of odd height and width, from 1×1 to `largest`×`largest`, given as a list of rows.

    `presets` are named matrices offered beside the grid.
    """

    value: tuple[tuple[float, ...], ...]
    _: KW_ONLY
    largest: int
    limit: float = 1e6
    presets: tuple[tuple[str, tuple[tuple[float, ...], ...]], ...] = ()
    type_name: ClassVar[str] = "matrix"

    @property
    def default(self) -> tuple[tuple[float, ...], ...]:
        return self.value

    def expected(self) -> Wording:
        return Wording(
            "a list of rows of equal length, odd height and width from 1 to {0}, "
            "of finite numbers from -{1:g} to {1:g}",
            self.largest,
            self.limit,
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


class ListedStep(Protocol):
    """A step of a list: its text, its op, and the highest values that it may have, checked."""

    @property
    def text(self) -> str: ...
    @property
    def op(self) -> Any: ...
    @property
    def high(self) -> Mapping[str, Value]: ...


ReadSteps = Callable[[str], Sequence[ListedStep]]


@dataclass(frozen=True)
class Steps(Param):
    """1 to `most` other steps as a text, `gaussian_blur sigma=2 | gamma gamma=0.8`, or a list of texts.

    `read` returns the steps or raises UsageError; the catalogue that holds the op sets it (`bound`).
    """

    value: str
    _: KW_ONLY
    most: int
    read: ReadSteps | None = field(default=None, compare=False, repr=False)
    longest: ClassVar[int] = 10_000
    type_name: ClassVar[str] = "steps"

    @property
    def default(self) -> str:
        return self.value

    def expected(self) -> Wording:
        if self.most == 1:
            return Wording("a step such as gaussian_blur sigma=2")
        return Wording(
            "up to {0} steps with | between them, such as gaussian_blur sigma=2 | invert", self.most
        )

    def read_steps(self, text: str) -> Sequence[ListedStep]:
        """The steps that `text` lists, by the catalogue that holds the op; UsageError where it lists none."""
        if self.read is None:
            raise TypeError(f"{self.name}: no catalogue has bound this parameter")
        return self.read(text)

    def check(self, value: object) -> str:
        if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
            value = " | ".join(value)
        if not isinstance(value, str) or len(value) > self.longest:
            raise self.refuse(value)
        try:
            steps = self.read_steps(value)
        except UsageError as error:
            raise ParameterError("{0}: {1}", self.refuse(value), error) from None
        if not 1 <= len(steps) <= self.most:
            raise self.refuse(value)
        return " | ".join(step.text for step in steps)


@dataclass(frozen=True)
class Points(Param):
    """Two to `largest` points (x, y) in [0, 1]², x ascending by at least `apart`.

    Each `presets` entry is a name and its points.
    """

    value: tuple[tuple[float, ...], ...]
    _: KW_ONLY
    largest: int
    apart: float = 0.001
    presets: tuple[tuple[str, tuple[tuple[float, ...], ...]], ...] = ()
    type_name: ClassVar[str] = "points"

    @property
    def default(self) -> tuple[tuple[float, ...], ...]:
        return self.value

    def expected(self) -> Wording:
        return Wording(
            "a list of 2 to {0} points [x, y], both from 0 to 1, x ascending by at least {1:g}",
            self.largest,
            self.apart,
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
            # a little less than `apart`, so that points that were written with few digits can be read again
            if points and x - points[-1][0] < self.apart * (1 - 1e-9):
                raise self.refuse(value)
            points.append((x, y))
        return tuple(points)


@dataclass(frozen=True)
class Text(Param):
    """Words in one line, of at most `longest` characters; an empty field says `empty` on its form."""

    value: str = ""
    _: KW_ONLY
    longest: int = 500
    empty: str = "None"
    type_name: ClassVar[str] = "text"

    @property
    def default(self) -> str:
        return self.value

    def expected(self) -> Wording:
        return Wording("a text of one line, at most {0} characters", self.longest)

    def check(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > self.longest:
            raise self.refuse(value)
        if any(ord(letter) < 32 for letter in value):
            raise self.refuse(value)
        return value


@dataclass(frozen=True)
class Path(Text):
    """A file by its path, empty for none; it need not exist until it is read. `suffix`: "" for photos."""

    _: KW_ONLY
    longest: int = 4096
    suffix: str = ""
    type_name: ClassVar[str] = "path"

    def expected(self) -> Wording:
        return Wording("the path of a file, at most {0} characters, or an empty text for none", self.longest)


@dataclass(frozen=True)
class Expression(Param):
    """An expression that is computed for each pixel, a text of `pipeline.pixel_program`.

    The sliders that it declares become parameters of the step (`declared`). The language is imported when the
    first text is read, which takes a tenth of a second.
    """

    value: str
    type_name: ClassVar[str] = "expression"

    @property
    def default(self) -> str:
        return self.value

    def expected(self) -> Wording:
        return Wording("an expression such as 1 - v, or r = …; g = …; b = …")

    def check(self, value: object) -> str:
        from jaxstudio.pipeline.pixel_program import described, read_program

        if not isinstance(value, str):
            raise self.refuse(value)
        try:
            read_program(value)
        except ExpressionError as error:
            said = str(described(value, error))
            said = said if len(said) <= 200 else f"{said[:197]}..."
            raise ParameterError("{0}: {1}", self.refuse(value), said) from None
        return value

    @staticmethod
    def declared(text: str) -> tuple[Float, ...]:
        """The sliders of a text that was checked."""
        from jaxstudio.pipeline.pixel_program import LARGEST_SLIDER, read_program

        return tuple(
            Float(
                line.name,
                line.value,
                line.low if line.ranged else -LARGEST_SLIDER,
                line.high if line.ranged else LARGEST_SLIDER,
                slider_low=line.low,
                slider_high=line.high,
                doc=f"{line.name} in the text.",
            )
            for line in read_program(text).sliders
        )


def file_stamp(path: str) -> tuple[int, ...]:
    """A stamp that changes whenever the file at `path` changes; () if the file cannot be examined."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return ()
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def border_params(default: str, alpha: bool = True) -> tuple[Param, ...]:
    """The parameters of the border beyond the image's edge; with `alpha` also its opacity."""
    opacity = Choice(
        "border_alpha",
        "auto",
        BORDER_ALPHAS,
        doc="Of a picture with alpha, how opaque the border is when it is constant: auto is clear where "
        "cval is 0, else opaque.",
        needs=("border", "constant"),
    )
    return (
        Choice("border", default, BORDERS, doc="What lies beyond the image's edge, in SciPy's names."),
        Float(
            "cval",
            0.0,
            -16.0,
            16.0,
            slider_low=0.0,
            slider_high=1.0,
            doc="The value beyond the edge when border is constant; with alpha see border_alpha.",
            needs=("border", "constant"),
        ),
        *((opacity,) if alpha else ()),
    )


def border_of(values: Mapping[str, Any], cval: float | None = None) -> dict[str, Any]:
    """The border of a composed step as parameters of its parts.

    Args:
        cval: another constant, for parts that do not read the picture itself; the opacity stays.
    """
    opaque = values["border_alpha"] == "opaque" or (values["border_alpha"] == "auto" and values["cval"] != 0)
    return {
        "border": values["border"],
        "cval": values["cval"] if cval is None else cval,
        "border_alpha": "opaque" if opaque else "clear",
    }


PARAM_TYPES = {
    each.type_name: each for each in (Float, Int, Choice, Bool, Matrix, Steps, Points, Text, Path, Expression)
}


def bound(param: Param, read: ReadSteps | None) -> Param:
    """The parameter with `read` as the reader of its list of steps; with None it holds plain values only."""
    return replace(param, read=read) if isinstance(param, Steps) else param


def as_json(param: Param) -> dict[str, Any]:
    """The parameter as an object that `json.dumps` takes."""
    members = {each.name: getattr(param, each.name) for each in fields(param) if each.compare}
    return {"type": param.type_name, **members}


def from_json(document: Mapping[str, Any]) -> Param:
    """The parameter that `as_json` wrote."""
    members = {name: _as_tuples(value) for name, value in document.items() if name != "type"}
    return PARAM_TYPES[document["type"]](**members)


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
