"""All that one works on in the Functions tab, as one frozen value: lines, sliders, view, data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from jaxstudio.functions.protocol.requests import SheetLine
from jaxstudio.functions.protocol.scene import Interval, MarkKind

USUAL_MARKS = frozenset(
    {MarkKind.ROOT, MarkKind.MAXIMUM, MarkKind.MINIMUM, MarkKind.INFLECTION, MarkKind.INTERSECTION}
)
HUES = 8
USUAL: Interval = (-10.0, 10.0)


class Motion(StrEnum):
    """What an animated slider does at the end of its range."""

    BOUNCE = "bounce"
    LOOP = "loop"
    ONCE = "once"


@dataclass(frozen=True)
class Slider:
    """A free name's value and range. `step` 0 is no step; `speed` is in ranges per 8 seconds."""

    value: float = 1.0
    low: float = -10.0
    high: float = 10.0
    step: float = 0.0
    speed: float = 1.0
    motion: Motion = Motion.BOUNCE

    def holding(self, value: float) -> Slider:
        """With another value; the range grows to a round number if it must."""
        low = self.low if value >= self.low else -_round_above(-value) if value < 0 else 0.0
        high = self.high if value <= self.high else _round_above(value) if value > 0 else 0.0
        return replace(self, value=value, low=low, high=high)


def _round_above(value: float) -> float:
    """The next of 1, 2, 5 times a power of ten that is at least a positive number."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(factor * power for factor in (1.0, 2.0, 5.0, 10.0, 20.0) if factor * power >= value)


@dataclass(frozen=True)
class PlotLine:
    """A line with a key of its own, which it keeps wherever it is moved, and the index of its hue."""

    key: int
    hue: int
    line: SheetLine

    @property
    def text(self) -> str:
        return self.line.text


@dataclass(frozen=True)
class Data:
    """Points to fit to, and where they came from. `sigma`: the standard deviation of each y, if known."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    name: str = ""
    sigma: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Document:
    """`pages` holds what the pages of the panel remember: plain values, by page and name."""

    lines: tuple[PlotLine, ...] = ()
    sliders: Mapping[str, Slider] = field(default_factory=lambda: MappingProxyType({}))
    x: Interval = USUAL
    y: Interval = USUAL
    equal: bool = True
    marks: frozenset[MarkKind] = USUAL_MARKS
    data: Data | None = None
    pages: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))

    def place(self, key: int) -> int:
        """The index of the line with this key; KeyError if there is none."""
        for index, line in enumerate(self.lines):
            if line.key == key:
                return index
        raise KeyError(key)

    def line(self, key: int) -> PlotLine:
        return self.lines[self.place(key)]

    def adding(self, line: SheetLine, at: int | None = None, hue: int | None = None) -> Document:
        """With a new line at an index, or at the end, in the hue that is used least."""
        at = len(self.lines) if at is None else at
        key = 1 + max((each.key for each in self.lines), default=0)
        new = PlotLine(key, self._free_hue() if hue is None else hue, line)
        return replace(self, lines=(*self.lines[:at], new, *self.lines[at:]))

    def with_line(self, key: int, **changes: Any) -> Document:
        """With other fields of a line's `SheetLine`."""
        at = self.place(key)
        old = self.lines[at]
        new = replace(old, line=replace(old.line, **changes))
        return replace(self, lines=(*self.lines[:at], new, *self.lines[at + 1 :]))

    def with_hue(self, key: int, hue: int) -> Document:
        at = self.place(key)
        return replace(
            self, lines=(*self.lines[:at], replace(self.lines[at], hue=hue % HUES), *self.lines[at + 1 :])
        )

    def removing(self, key: int) -> Document:
        return replace(self, lines=tuple(line for line in self.lines if line.key != key))

    def moving(self, key: int, to: int) -> Document:
        """With the line at the index `to`, counted in the list without it."""
        line = self.line(key)
        rest = [each for each in self.lines if each.key != key]
        rest.insert(min(max(to, 0), len(rest)), line)
        return replace(self, lines=tuple(rest))

    def with_slider(self, name: str, slider: Slider) -> Document:
        return replace(self, sliders=MappingProxyType({**self.sliders, name: slider}))

    def with_page(self, page: str, **values: Any) -> Document:
        """With other values remembered by a page."""
        kept = MappingProxyType({**self.pages.get(page, {}), **values})
        return replace(self, pages=MappingProxyType({**self.pages, page: kept}))

    def seen_as(self, other: Document) -> Document:
        """This document, looked at as `other` is."""
        return replace(self, x=other.x, y=other.y, equal=other.equal)

    def _free_hue(self) -> int:
        used = [line.hue for line in self.lines]
        return min(range(HUES), key=lambda hue: (used.count(hue), hue))
