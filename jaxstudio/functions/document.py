"""A document of the Functions tab: lines in folders, sliders, view and data as one frozen value."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import Meta

from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.requests import SheetLine
from jaxstudio.functions.protocol.scene import Interval, MarkKind
from jaxstudio.runtime.json_values import Finite, OneLine

USUAL_MARKS = frozenset(
    {MarkKind.ROOT, MarkKind.MAXIMUM, MarkKind.MINIMUM, MarkKind.INFLECTION, MarkKind.INTERSECTION}
)
HUES = 8
MAX_POINTS = 1_000_000
AxisNames = Annotated[str, Meta(pattern=r"^x?y?\Z", description='"", "x", "y" or "xy"')]
Positive = Annotated[float, Meta(gt=0, le=1e300, description="a number above 0")]
USUAL: Interval = (-10.0, 10.0)


class Motion(StrEnum):
    """The behaviour of an animated slider at the end of its range."""

    BOUNCE = "bounce"
    LOOP = "loop"
    ONCE = "once"


@dataclass(frozen=True)
class Slider:
    """A free name's value and range. `step` 0 is no step; `speed` is in ranges per 8 seconds."""

    value: Finite = 1.0
    low: Finite = -10.0
    high: Finite = 10.0
    step: Annotated[float, Meta(ge=0, le=1e300, description="a number from 0 on")] = 0.0
    speed: Positive = 1.0
    motion: Motion = Motion.BOUNCE

    def holding(self, value: float) -> Slider:
        """Return the slider with another value; the range grows to a round number if it must."""
        low = self.low if value >= self.low else -_round_above(-value) if value < 0 else 0.0
        high = self.high if value <= self.high else _round_above(value) if value > 0 else 0.0
        return replace(self, value=value, low=low, high=high)


def _round_above(value: float) -> float:
    """The next of 1, 2, 5 times a power of ten that is at least a positive number."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(factor * power for factor in (1.0, 2.0, 5.0, 10.0, 20.0) if factor * power >= value)


@dataclass(frozen=True)
class Folder:
    """The folder that a line heads. `view`: the x and y that are shown when it is opened, if any."""

    is_open: bool = True
    view: tuple[Interval, Interval] | None = None


@dataclass(frozen=True)
class PlotLine:
    """A line with a key of its own, which it keeps wherever it is moved, and the index of its hue.

    `caption` names it in the legend, in place of its text. A line that is `inside` belongs to the nearest
    folder above it; between them lie only others of that folder.
    """

    key: int
    hue: int
    line: SheetLine
    caption: str = ""
    folder: Folder | None = None
    inside: bool = False

    @property
    def text(self) -> str:
        return self.line.text


@dataclass(frozen=True)
class Data:
    """Points to fit to, and where they came from. `sigma`: the standard deviation of each y, if known."""

    x: Annotated[tuple[Finite, ...], Meta(max_length=MAX_POINTS)]
    y: Annotated[tuple[Finite, ...], Meta(max_length=MAX_POINTS)]
    name: str = ""
    sigma: Annotated[tuple[Positive, ...], Meta(max_length=MAX_POINTS)] | None = None


@dataclass(frozen=True)
class Axes:
    """The look of the plane's axes and grid.

    log      those that are logarithmic: "", "x", "y" or "xy"
    pi       those that are labelled in multiples of pi, likewise
    polar    circles and rays around the origin instead of a square grid
    degrees  angles are in degrees
    legend   the lines are listed with their colours
    x_label  what x is, with its unit; likewise `y_label`
    """

    log: AxisNames = ""
    pi: AxisNames = ""
    polar: bool = False
    degrees: bool = False
    legend: bool = False
    x_label: OneLine = ""
    y_label: OneLine = ""


@dataclass(frozen=True)
class Document:
    """A document. `pages` holds the values that pages of the panel store, by page and name."""

    lines: tuple[PlotLine, ...] = ()
    sliders: Mapping[str, Slider] = field(default_factory=lambda: MappingProxyType({}))
    x: Interval = USUAL
    y: Interval = USUAL
    equal: bool = True
    axes: Axes = field(default_factory=Axes)
    marks: frozenset[MarkKind] = USUAL_MARKS
    data: Data | None = None
    pages: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))

    def computed_lines(self, kinds: Sequence[LineKind]) -> tuple[SheetLine, ...]:
        """The lines as they are computed, of these kinds: polar curves run in radians."""
        hidden = self.hidden_keys
        lines = tuple(
            replace(line.line, visible=False) if line.key in hidden else line.line for line in self.lines
        )
        if not self.axes.degrees:
            return lines
        found = []
        for line, kind in zip(lines, kinds, strict=True):
            low, high = line.parameter or (0.0, 360.0)
            factor = {LineKind.PARAMETRIC: 1.0, LineKind.POLAR: math.pi / 180}.get(kind)
            parameter = line.parameter if factor is None else (low * factor, high * factor)
            found.append(replace(line, degrees=True, parameter=parameter))
        return tuple(found)

    @property
    def hidden_keys(self) -> frozenset[int]:
        """The lines that are not drawn: hidden themselves, or by their folder."""
        heads = self.heads
        return frozenset(
            line.key
            for line in self.lines
            if not line.line.visible or (line.key in heads and not heads[line.key].line.visible)
        )

    @property
    def heads(self) -> Mapping[int, PlotLine]:
        """The line that heads the folder of each line inside one, by its key."""
        heads: dict[int, PlotLine] = {}
        head = None
        for line in self.lines:
            head = line if line.folder is not None else head if line.inside else None
            if line.inside and head is not None:
                heads[line.key] = head
        return heads

    def contents(self, key: int) -> tuple[PlotLine, ...]:
        """The lines inside the folder that a line heads."""
        heads = self.heads
        return tuple(line for line in self.lines if line.key in heads and heads[line.key].key == key)

    def place(self, key: int) -> int:
        """The index of the line with this key; KeyError if there is none."""
        for index, line in enumerate(self.lines):
            if line.key == key:
                return index
        raise KeyError(key)

    def line(self, key: int) -> PlotLine:
        return self.lines[self.place(key)]

    def adding(self, line: SheetLine, at: int | None = None, hue: int | None = None) -> Document:
        """Return the document with a new line at an index, or at the end, in the least used hue.

        Behind a line of a folder it is inside, too; at the end it is not.
        """
        before = self.lines[at - 1] if at else None
        inside = before is not None and (before.inside or before.folder is not None)
        at = len(self.lines) if at is None else at
        key = 1 + max((each.key for each in self.lines), default=0)
        new = PlotLine(key, self._free_hue() if hue is None else hue, line, inside=inside)
        return replace(self, lines=(*self.lines[:at], new, *self.lines[at:]))

    def with_line(self, key: int, **changes: Any) -> Document:
        """Return the document with other fields of a line's `SheetLine`."""
        at = self.place(key)
        old = self.lines[at]
        new = replace(old, line=replace(old.line, **changes))
        return replace(self, lines=(*self.lines[:at], new, *self.lines[at + 1 :]))

    def changing(self, key: int, **changes: Any) -> Document:
        """Return the document with other fields of a `PlotLine`."""
        lines = (replace(line, **changes) if line.key == key else line for line in self.lines)
        return replace(self, lines=tuple(lines))

    def with_hue(self, key: int, hue: int) -> Document:
        return self.changing(key, hue=hue % HUES)

    def removing(self, key: int) -> Document:
        """Return the document without a line; the lines of a folder stay, outside of it."""
        within = {line.key for line in self.contents(key)}
        return replace(
            self,
            lines=tuple(
                replace(line, inside=False) if line.key in within else line
                for line in self.lines
                if line.key != key
            ),
        )

    def moving(self, key: int, to: int) -> Document:
        """Return the document with the line moved to index `to`, counted without the line.

        A line that is put before one of a folder, or directly below its head, is inside then; behind the last
        one it stays what it was. A folder takes its contents along, and goes behind one that it would split.
        """
        line, within = self.line(key), self.contents(key)
        rest = [each for each in self.lines if each.key != key and each not in within]
        at = min(max(to, 0), len(rest))
        if line.folder is not None:
            while at < len(rest) and rest[at].inside:
                at += 1
        else:
            heads, before = self.heads, rest[at - 1] if at else None
            followed = at < len(rest) and rest[at].inside
            heads_it = before is not None and before.folder is not None and before.folder.is_open
            head = None if before is None or to > len(rest) else heads.get(before.key)
            stays = head is not None and key in heads and heads[key].key == head.key
            line = replace(line, inside=followed or heads_it or stays)
        return replace(self, lines=(*rest[:at], line, *within, *rest[at:]))

    def with_slider(self, name: str, slider: Slider) -> Document:
        return replace(self, sliders=MappingProxyType({**self.sliders, name: slider}))

    def with_page(self, page: str, **values: Any) -> Document:
        """Return the document with other values of a page."""
        kept = MappingProxyType({**self.pages.get(page, {}), **values})
        return replace(self, pages=MappingProxyType({**self.pages, page: kept}))

    def seen_as(self, other: Document) -> Document:
        """This document, looked at as `other` is."""
        return replace(self, x=other.x, y=other.y, equal=other.equal, axes=other.axes)

    def _free_hue(self) -> int:
        used = [line.hue for line in self.lines]
        return min(range(HUES), key=lambda hue: (used.count(hue), hue))
