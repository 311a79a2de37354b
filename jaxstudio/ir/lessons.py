"""The lessons as values: what each is about, and the table that its experiment fills."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from importlib.resources import files

import msgspec

from jaxstudio.lazy_dataclass import dataclass

Cell = str | int | float


@dataclass(frozen=True)
class Table:
    """The results of an experiment so far. `seconds` are the columns that hold seconds.

    `series` are drawn, if there are any: by name, places on x and values on y.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    seconds: tuple[int, ...] = ()
    series: Mapping[str, tuple[Sequence[float], Sequence[float]]] = field(default_factory=dict)
    x_name: str = ""
    y_name: str = ""
    note: str = ""


@dataclass(frozen=True)
class Lesson:
    """The words of a lesson; `lesson_programs.PROGRAMS` has its functions by its name."""

    name: str
    title: str
    about: str


TEXT = (files(__package__) / "lessons.toml").read_bytes()
LESSONS = msgspec.toml.decode(TEXT, type=dict[str, tuple[Lesson, ...]])["lesson"]
