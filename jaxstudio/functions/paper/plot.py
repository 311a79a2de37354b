"""What a plot holds: curves with all that was found of them, fields, the view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jaxstudio.functions.curves.pieces import Stretch
from jaxstudio.functions.derivatives.subject import Subject
from jaxstudio.functions.drawing import DrawnLine
from jaxstudio.functions.language import Line, LineKind
from jaxstudio.functions.paper.grids import Grid
from jaxstudio.functions.scene import Found, Mark, MarkKind, View


@dataclass(frozen=True)
class Drawn:
    """One curve. `colour` counts the lines that are drawn; `shared`: values are those of `derivative_of`."""

    line: Line
    subject: Subject
    order: int
    colour: int
    stretches: tuple[Stretch, ...]
    found: tuple[Found, ...] = ()

    @property
    def label(self) -> str:
        """f, f', … as typed, or in words from the fourth derivative on."""
        text = " ".join(self.line.text.split())
        if not self.order:
            return text
        return f"({text}){chr(39) * self.order}" if self.order <= 3 else f"derivative {self.order} of {text}"

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
    arrows.
    """

    line: Line
    colour: int
    drawn: DrawnLine
    grid: Grid | None = None
    arrows: Grid | None = None


@dataclass(frozen=True)
class Measured:
    """Points beside the curves; `sigma` are their deviations, if known."""

    x: Sequence[float]
    y: Sequence[float]
    sigma: Sequence[float] | None = None


@dataclass(frozen=True)
class Plot:
    """`sliders` are the values of the free names; `crossings` where the graphs of order 0 meet."""

    view: View
    sliders: Mapping[str, float]
    curves: tuple[Drawn, ...]
    fields: tuple[Field, ...] = ()
    crossings: tuple[Mark, ...] = ()
    points: Measured | None = None

    @property
    def in_space(self) -> bool:
        """Whether it is drawn in three dimensions: surfaces, and nothing that lies in the plane."""
        return not self.curves and bool(self.fields) and all(f.drawn.surface is not None for f in self.fields)
