"""The contents of a plot: curves with their features, fields, the view, values on grids."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from jaxstudio.functions.curves.segments import Segment
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.fields.grid import Field, sampled, slopes
from jaxstudio.functions.fields.heatmap import breaks
from jaxstudio.functions.language import Line, LineKind
from jaxstudio.functions.protocol.requests import DrawnLine
from jaxstudio.functions.protocol.scene import Found, Interval, Mark, MarkKind, View

# What stands in a script for `rows`.
ROWS = """def rows(function, x, y):  # its values, a row for each y
    row = jax.jit(jax.vmap(function, (0, None, None)))
    return np.array([row(x, each, p) for each in y])"""


@dataclass(frozen=True)
class Axis:
    """Places along x or y, float64 (n,), and the Python that gives the same."""

    places: np.ndarray
    text: str


@dataclass(frozen=True)
class Grid:
    """`values` of a function at (x, y), (rows, columns), with a last axis of 2 for arrows.

    `hidden` (rows, columns): values that are not shown, since a jump or a pole lies beside them or the
    function is undefined there. `function` is the Python of what is computed, {} in it the line's own.
    """

    x: Axis
    y: Axis
    values: np.ndarray
    hidden: np.ndarray
    function: str = "{}"


def centres(interval: Interval, count: int, *, down: bool = False) -> Axis:
    """The middles of `count` equal parts, from the upper end on if `down`, as of pixels."""
    low, high = map(float, interval)
    if down:
        places = high - (high - low) * (np.arange(count) + 0.5) / count
        return Axis(places, f"{high!r} - {high - low!r} * (np.arange({count}) + 0.5) / {count}")
    places = low + (high - low) * (np.arange(count) + 0.5) / count
    return Axis(places, f"{low!r} + {high - low!r} * (np.arange({count}) + 0.5) / {count}")


def spread(interval: Interval, count: int) -> Axis:
    """Places from end to end."""
    low, high = map(float, interval)
    return Axis(np.linspace(low, high, count), f"np.linspace({low!r}, {high!r}, {count})")


def rows(function: Callable[..., Any], x: Axis, y: Axis, p: Mapping[str, Any]) -> np.ndarray:
    """Its values, computed as the script does."""
    row = jax.jit(jax.vmap(function, (0, None, None)))
    return np.array([row(x.places, each, p) for each in y.places])


def torn(f: Field, x: Axis, y: Axis, p: Mapping[str, Any], span: float) -> np.ndarray:
    """Points (rows, columns) without a value, or with a jump or a pole between them and the next."""
    across, up = np.meshgrid(x.places, y.places)
    found = sampled(slopes, f, p, across.ravel(), up.ravel())
    height, along_x, along_y = (result.reshape(across.shape) for result in found)
    steps = (x.places[1] - x.places[0], y.places[1] - y.places[0])
    beside, above = breaks(height, along_x, along_y, *steps, span)
    hidden = ~np.isfinite(height)
    hidden[:, :-1] |= beside
    hidden[:-1] |= above
    return hidden


@dataclass(frozen=True)
class PlottedCurve:
    """One curve. `colour` counts the lines that are drawn; `coarse`: on a fixed grid, undecided."""

    line: Line
    subject: Subject
    order: int
    colour: int
    stretches: tuple[Segment, ...]
    features: tuple[Found, ...] = ()
    coarse: bool = False

    @property
    def label(self) -> str:
        """f, f', … as typed, or in words from the fourth derivative on."""
        text = " ".join(self.line.text.split())
        if self.order:
            primes = f"({text}){chr(39) * self.order}"
            text = primes if self.order <= 3 else f"derivative {self.order} of {text}"
        return f"{text} (sampled only)" if self.coarse else text

    @property
    def is_graph(self) -> bool:
        """Whether it is y over x."""
        return self.line.kind not in (LineKind.PARAMETRIC, LineKind.POLAR)

    def marks(self, *kinds: MarkKind) -> tuple[Mark, ...]:
        """Those of some kinds, of all by default."""
        return tuple(
            mark for found in self.features if not kinds or found.kind in kinds for mark in found.marks
        )


@dataclass(frozen=True)
class PlotField:
    """A line that fills the plane: an implicit curve, a region, a heatmap, contours, a surface, arrows.

    `grid` holds the values that a script computes of it, None for an implicit curve; `arrows` those of its
    arrows. `coarse`: with one value for some pixels each way, and no grid.
    """

    line: Line
    colour: int
    drawn: DrawnLine
    grid: Grid | None = None
    arrows: Grid | None = None
    coarse: bool = False

    @property
    def label(self) -> str:
        """As typed."""
        return f"{self.line.text} (sampled only)" if self.coarse else self.line.text


@dataclass(frozen=True)
class Measured:
    """Points beside the curves; `sigma` are their deviations, if known."""

    x: Sequence[float]
    y: Sequence[float]
    sigma: Sequence[float] | None = None


@dataclass(frozen=True)
class Plot:
    """`sliders` are the values of the free names; `crossings` where the graphs of order 0 meet.

    `undecided` names in words what was left out because the time for it was over.
    """

    view: View
    sliders: Mapping[str, float]
    curves: tuple[PlottedCurve, ...]
    fields: tuple[PlotField, ...] = ()
    crossings: tuple[Mark, ...] = ()
    points: Measured | None = None
    undecided: tuple[str, ...] = ()

    @property
    def in_space(self) -> bool:
        """Whether it is drawn in three dimensions: surfaces, and nothing that lies in the plane."""
        return not self.curves and bool(self.fields) and all(f.drawn.surface is not None for f in self.fields)
