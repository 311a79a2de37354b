"""A plot: curves with their features, fields, the view, and the values that a script computes of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.functions.curves import sampling
from jaxstudio.functions.curves.evaluator import BESIDE, Evaluator, Planar, scales
from jaxstudio.functions.curves.segments import Segment
from jaxstudio.functions.derivatives.orders import nest, reverse_once
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.derivatives.taylor import taylor
from jaxstudio.functions.document import Axes
from jaxstudio.functions.fields.grid import Field, sampled, slopes
from jaxstudio.functions.fields.heatmap import SIDE, SPACING_PX, breaks, robust_range
from jaxstudio.functions.interpreters import tree_to_jax
from jaxstudio.functions.language import Line, LineKind, Sheet
from jaxstudio.functions.protocol.requests import DrawnLine, SheetLine, Style
from jaxstudio.functions.protocol.scene import (
    Arrows,
    Found,
    Heatmap,
    Interval,
    Mark,
    MarkKind,
    Piece,
    Proof,
    View,
)
from jaxstudio.functions.service import planes
from jaxstudio.functions.service.reading import Function

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


def centres(interval: Interval, count: int, *, down: bool = False, log: bool = False) -> Axis:
    """The middles of `count` equal parts, as of pixels; from the upper end if `down`, of powers if `log`."""
    if log:
        made = centres((math.log10(interval[0]), math.log10(interval[1])), count, down=down)
        return Axis(10.0**made.places, f"10.0 ** ({made.text})")
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
    """A plotted curve. `colour` counts the drawn lines; `coarse`: on a fixed grid, undecided."""

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
        """Return the marks of some kinds, by default of all."""
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
        """The line as typed."""
        return f"{self.line.text} (sampled only)" if self.coarse else self.line.text


@dataclass(frozen=True)
class MeasuredPoints:
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
    points: MeasuredPoints | None = None
    undecided: tuple[str, ...] = ()
    axes: Axes = field(default_factory=Axes)

    @property
    def in_space(self) -> bool:
        """Whether it is drawn in three dimensions: surfaces, and nothing that lies in the plane."""
        shapes = [field.drawn.surface or field.drawn.mesh for field in self.fields]
        return not self.curves and bool(shapes) and all(shape is not None for shape in shapes)


# Up to this order grad is nested; what comes out of it grows by a factor of 3 to 5 with each.
HIGHEST = 4
# A value that is farther from the curve than this, in pixels, is given instead of computed: a limit.
CLOSE_PX = 0.01


def computed(drawn: PlottedCurve, t: np.ndarray, sliders: Mapping[str, float]) -> np.ndarray:
    """The curve's places, float64 (2, n), as a script computes them."""
    p = {name: sliders[name] for name in drawn.line.sliders}
    function = jax.vmap(nest(drawn.subject, drawn.order, reverse_once), (0, None))
    values = np.array(jax.jit(function)(t, p))
    if drawn.line.kind is LineKind.PARAMETRIC:
        return np.ascontiguousarray(values.T)
    if drawn.line.kind is LineKind.POLAR:
        return np.stack([values * np.cos(t), values * np.sin(t)])
    return np.stack([t, values])


def recomputed(drawn: PlottedCurve, sliders: Mapping[str, float], view: View) -> tuple[Segment, ...]:
    """The curve's stretches with the values that a script computes, to the last bit; limits stay."""
    if drawn.order > HIGHEST or not drawn.stretches:
        return drawn.stretches
    places = computed(drawn, np.concatenate([stretch.t for stretch in drawn.stretches]), sliders)
    pixel = np.array([view.x[1] - view.x[0], view.y[1] - view.y[0]]) / (view.width_px, view.height_px)
    result, begin = [], 0
    for stretch in drawn.stretches:
        piece, end = stretch.piece, begin + len(stretch.t)
        if piece.proof is not Proof.UNRESOLVED:
            known = np.stack([piece.x, piece.y])
            new = places[:, begin:end]
            close = (np.abs(new - known) <= CLOSE_PX * pixel[:, None] + 1e-9 * np.abs(known)).all(axis=0)
            x, y = np.where(close, new, known)
            piece = Piece(x, y, piece.proof)
        result.append(Segment(stretch.t, piece))
        begin = end
    return tuple(result)


def sampled_graph(evaluator: Evaluator, view: View) -> tuple[Segment, ...]:
    """A graph y = f(x), joined where the slopes explain the step from one value to the next."""
    x = sampling.grid(view.x)
    rows = evaluator.values(x)
    pieces = sampling.graph_pieces(x, rows[0], rows[1], scales(view)[1])
    return tuple(Segment(piece.x, piece) for piece in pieces)


def sampled_path(track: Planar, view: View) -> tuple[Segment, ...]:
    """A path in the plane, likewise."""
    t = sampling.grid(track.interval)
    values = track.values(t)
    pieces = sampling.path_pieces(t, values[:, 0], values[:, 1], np.array(scales(view)))
    stretches, begin = [], 0
    for piece in pieces:
        found = (values[0, 0] == piece.x[0]) & (values[1, 0] == piece.y[0])
        begin += int(np.argmax(found[begin:]))
        stretches.append(Segment(t[begin : begin + len(piece.x)], piece))
        begin += len(piece.x)
    return tuple(stretches)


def values_alone(subject: Subject, p: Mapping[str, float]) -> Evaluator:
    """A function for a first look: its slopes are those between the values asked for together."""
    # by series: of d^9/dx^9 sin(x) nested modes would make a thousand times as many operations
    values = jax.jit(jax.vmap(taylor(subject, 0), (0, None), 1))

    def rows(x: np.ndarray, numbers: Mapping[str, Any]) -> np.ndarray:
        y = np.asarray(values(x, numbers)[0], np.float64)
        with np.errstate(all="ignore"):
            return np.stack([y, np.gradient(y, x), np.zeros_like(y)])

    return Evaluator(rows, BESIDE, {**subject.defaults, **p})


# Contours are drawn through the cells of a grid so wide.
CELL_PX = 4
GRADIENT = "lambda x, y, p: jnp.stack(jax.grad({}, (0, 1))(x, y, p))"


def field_of(
    line: Line,
    sheet: Sheet,
    p: Mapping[str, float],
    view: View,
    colour: int,
    line_request: SheetLine,
    style: Style,
) -> PlotField:
    """An implicit curve, the region of an inequality, a function of two variables, arrows: refined."""
    function = Function(f"line {line.index}", line, sheet)
    line_request = SheetLine(line.text, style=style, gradient=line_request.gradient)
    drawn = planes.draw(line_request, function, p, view, refined=True)
    own = {name: p[name] for name in line.sliders}
    field = PlotField(line, colour, drawn)
    if line.kind is LineKind.INEQUALITY:
        return _region(field, sheet, own, view)
    if line.kind is LineKind.SURFACE:
        field = _heights(field, function, own, view, style)
    if drawn.arrows is not None:
        field = _arrows(field, function, own, view)
    return field


def _region(field: PlotField, sheet: Sheet, p: Mapping[str, Any], view: View) -> PlotField:
    """Return the truth of the condition at each pixel's centre; `hidden` where it is neither true nor false.

    Outside of a restriction, as in x < y {x > 0}, it is NaN and no truth value.
    """
    line, region = field.line, field.drawn.region
    assert line.tree is not None
    assert region is not None
    holds = tree_to_jax(line.tree, line.variables, sheet.values, line.index)
    x, y = _pixels(view)
    values = rows(holds, x, y, p) == 1
    grid = Grid(x, y, values, values & ~region.inside)
    return replace(
        field,
        grid=grid,
        drawn=replace(field.drawn, region=replace(region, inside=grid.values & ~grid.hidden)),
    )


def _heights(
    field: PlotField, function: Function, p: Mapping[str, Any], view: View, style: Style
) -> PlotField:
    f, drawn = function.subject.call, field.drawn
    if style is Style.HEATMAP:
        x, y = _pixels(view)
        values = rows(f, x, y, p)
        grid = Grid(x, y, values, ~np.isfinite(values))
        heatmap = Heatmap(values, np.isfinite(values), *robust_range(values))
        return replace(field, grid=grid, drawn=replace(drawn, heatmap=heatmap))
    if style is Style.SURFACE:
        x, y = spread(view.x, SIDE), spread(view.y, SIDE)
    else:
        cells = [max(2, round(size / CELL_PX)) for size in (view.width_px, view.height_px)]
        x, y = _centred(view, *cells)
    values = rows(f, x, y, p)
    low, high = robust_range(values)
    if view.log and style is not Style.SURFACE:
        f, linear = function.in_exponents(view.log).subject.call, view.exponents
        hidden = torn(f, *_centred(linear, *cells), p, high - low)
    else:
        hidden = torn(f, x, y, p, high - low)
    return replace(field, grid=Grid(x, y, values, hidden))


def _centred(view: View, columns: int, rows: int, *, down: bool = False) -> tuple[Axis, Axis]:
    x = centres(view.x, columns, log="x" in view.log)
    return x, centres(view.y, rows, down=down, log="y" in view.log)


def _pixels(view: View) -> tuple[Axis, Axis]:
    """The middles of all pixels, from the upper left."""
    return _centred(view, view.width_px, view.height_px, down=True)


def _arrows(field: PlotField, function: Function, p: Mapping[str, Any], view: View) -> PlotField:
    x, y = _centred(view, *(max(1, round(size / SPACING_PX)) for size in (view.width_px, view.height_px)))
    f, text = _vectors(field.line, function)
    values = rows(f, x, y, p)
    known: DrawnLine = field.drawn
    assert known.arrows is not None
    across, up = np.meshgrid(x.places, y.places)
    shown = np.isfinite(values).all(axis=-1)
    if field.line.kind is LineKind.SURFACE:
        # the slope of log(x) is 1/x to the left of 0 too, where there is no logarithm
        shown &= np.isfinite(rows(function.subject.call, x, y, p))
    vectors = values[shown]
    longest = float(np.hypot(*vectors.T).max()) if len(vectors) else 0.0
    arrows = Arrows(np.stack([across[shown], up[shown]], 1), vectors, longest)
    return replace(field, arrows=Grid(x, y, values, ~shown, text), drawn=replace(known, arrows=arrows))


def _vectors(line: Line, function: Function) -> tuple[Callable[..., Any], str]:
    """The function of (x, y, p) that gives both numbers of an arrow, and the Python of it."""
    f = function.subject.call
    if line.kind is LineKind.SURFACE:
        return (lambda x, y, p: jnp.stack(jax.grad(f, (0, 1))(x, y, p))), GRADIENT
    if len(line.variables) == 2:
        return f, "{}"
    return function.vector, f"lambda x, y, p: {{}}({line.variables[0]}, p)"
