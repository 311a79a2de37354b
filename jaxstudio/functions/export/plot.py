"""What a plot holds: curves with all that was found of them, fields, the view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jaxstudio.functions.curves.segments import Stretch
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.export.grids import Grid
from jaxstudio.functions.language import Line, LineKind
from jaxstudio.functions.protocol.requests import DrawnLine
from jaxstudio.functions.protocol.scene import Found, Mark, MarkKind, View


@dataclass(frozen=True)
class Drawn:
    """One curve. `colour` counts the lines that are drawn; `coarse`: on a fixed grid, undecided."""

    line: Line
    subject: Subject
    order: int
    colour: int
    stretches: tuple[Stretch, ...]
    found: tuple[Found, ...] = ()
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
        return tuple(mark for found in self.found if not kinds or found.kind in kinds for mark in found.marks)


@dataclass(frozen=True)
class Field:
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
    curves: tuple[Drawn, ...]
    fields: tuple[Field, ...] = ()
    crossings: tuple[Mark, ...] = ()
    points: Measured | None = None
    undecided: tuple[str, ...] = ()

    @property
    def in_space(self) -> bool:
        """Whether it is drawn in three dimensions: surfaces, and nothing that lies in the plane."""
        return not self.curves and bool(self.fields) and all(f.drawn.surface is not None for f in self.fields)
