"""Typed lines become a plot: each curve studied, fields drawn, the view chosen where it is not given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import pi

import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.curves.evaluator import Compiled
from jaxstudio.functions.curves.features import Features, intersections
from jaxstudio.functions.curves.framing import fit_y
from jaxstudio.functions.curves.study import Study
from jaxstudio.functions.curves.track import Graph
from jaxstudio.functions.curves.typed import Orders, plane_track, plane_values
from jaxstudio.functions.derivatives.subject import Subject
from jaxstudio.functions.drawing import SheetLine, Style
from jaxstudio.functions.language import Line, LineKind, Sheet
from jaxstudio.functions.paper.fields import field_of
from jaxstudio.functions.paper.formulas import recomputed
from jaxstudio.functions.paper.plot import Drawn, Field, Plot
from jaxstudio.functions.scene import Interval, Mark, MarkKind, View

GRAPHS = (LineKind.CURVE, LineKind.MODEL, LineKind.VALUE)
PLANE = (LineKind.PARAMETRIC, LineKind.POLAR)
FIELDS = (LineKind.IMPLICIT, LineKind.INEQUALITY, LineKind.SURFACE)
UNSEEN = (LineKind.SLIDER, LineKind.DEFINITION, LineKind.NOTE, LineKind.EMPTY)
USUAL: Interval = (-10.0, 10.0)
TURN: Interval = (0.0, 2 * pi)
KINDS = (
    MarkKind.ROOT, MarkKind.MAXIMUM, MarkKind.MINIMUM, MarkKind.INFLECTION,
    MarkKind.POLE, MarkKind.JUMP, MarkKind.HOLE, MarkKind.END, MarkKind.CORNER,
)  # fmt: skip
# With more graphs than this it is not looked for where they meet.
MOST_CROSSED = 8


def compose(
    lines: Sequence[str | SheetLine],
    ranges: Mapping[str, Interval] | None = None,
    sliders: Mapping[str, float] | None = None,
    orders: Sequence[int] = (0,),
    width_px: int = 1000,
    height_px: int = 700,
    style: Style = Style.HEATMAP,
) -> Plot:
    """The plot of some lines of a sheet, which may use each other.

    Lines that are texts are all to be drawn, with derivatives of `orders`, functions of two variables in
    `style`; of lines of a window those that it draws, each with its own. Surfaces stand in space where
    nothing else is drawn, and are heatmaps among other lines. `ranges` may hold x, y, and t or theta.
    Raises an ExpressionError for a line that cannot be read, a UsageError for a text that cannot be drawn.
    """
    ranges = dict(ranges or {})
    asked = [
        SheetLine(line, orders=tuple(orders), style=style) if isinstance(line, str) else line
        for line in lines
    ]
    sheet = Sheet.read([line.text for line in asked])
    drawn = [
        line
        for line, given in zip(sheet.lines, lines, strict=True)
        if (_is_drawn(line) if isinstance(given, str) else _is_drawn_in_a_window(line, given))
    ]
    if not drawn:
        raise UsageError("nothing to plot: expected a function such as x^2 or sin(t)")
    p = _sliders(sheet, sliders or {})
    x = ranges.get("x", USUAL)
    graphs = {
        line.index: _evaluators(
            line, sheet, p, (0,) if line.kind is LineKind.VALUE else asked[line.index].orders
        )
        for line in drawn
        if line.kind in GRAPHS
    }
    view = View(x, ranges.get("y") or _height(drawn, graphs, x, width_px, height_px), width_px, height_px)
    in_space = all(
        line.kind is LineKind.SURFACE and asked[line.index].style is Style.SURFACE for line in drawn
    )
    curves: list[Drawn] = []
    fields: list[Field] = []
    for colour, line in enumerate(drawn):
        own = asked[line.index]
        if line.index in graphs:
            curves += [_graph(line, sheet, order, colour, e, view) for order, e in graphs[line.index].items()]
        elif line.kind in PLANE:
            within = ranges if own.parameter is None else {"t": own.parameter, **ranges}
            curves.append(_plane(line, sheet, p, colour, within, view))
        else:
            shown = own.style if own.style is not Style.SURFACE or in_space else Style.HEATMAP
            fields.append(field_of(line, sheet, p, view, colour, own, shown))
    curves = [replace(drawn, stretches=recomputed(drawn, p, view)) for drawn in curves]
    first = [found[0] for found in graphs.values() if 0 in found]
    return Plot(view, p, tuple(curves), tuple(fields), _crossings(first, view))


def _is_drawn(line: Line) -> bool:
    if line.error is not None:
        raise line.error
    if line.kind in UNSEEN:
        return False
    if not (line.kind in (*GRAPHS, *PLANE, *FIELDS) or line.has_arrows) or line.networks:
        raise UsageError(f"{line.text!r} cannot be plotted: expected a curve, an equation or an inequality")
    return True


def _is_drawn_in_a_window(line: Line, given: SheetLine) -> bool:
    """Whether a line has a picture; there numbers are only written, and networks begin untrained."""
    if not given.visible:
        return False
    if line.error is not None:
        raise line.error
    curve = line.kind in GRAPHS and line.kind is not LineKind.VALUE and bool(given.orders)
    return (curve or line.kind in (*PLANE, *FIELDS) or line.has_arrows) and not line.networks


def _sliders(sheet: Sheet, given: Mapping[str, float]) -> dict[str, float]:
    """The values of the free names; those given must be among them."""
    values = dict(sheet.values)
    for name in given:
        if name not in values:
            known = f"one of {', '.join(values)}" if values else "none, for there are no free names"
            raise UsageError(f"--set {name}: expected {known}")
    return {**values, **given}


def _evaluators(
    line: Line, sheet: Sheet, p: Mapping[str, float], orders: Sequence[int]
) -> dict[int, Compiled]:
    found = Orders.of_line(line, sheet, max(orders))
    return {order: found.evaluator(p, order) for order in orders}


def _height(
    lines: Sequence[Line], graphs: Mapping[int, Mapping[int, Compiled]], x: Interval, width: int, height: int
) -> Interval:
    """What fits the graphs; as high as wide, in proportion, for what lies in the plane."""
    if graphs and len(graphs) == len(lines):
        both = [(order, e) for found in graphs.values() for order, e in found.items()]
        return fit_y([e for order, e in both if not order], [e for order, e in both if order], x)
    half = (x[1] - x[0]) / 2 * height / width
    return -half, half


def _graph(line: Line, sheet: Sheet, order: int, colour: int, evaluator: Compiled, view: View) -> Drawn:
    study = Study(Graph(evaluator, view), view)
    features = Features(study)
    found = tuple(features.found(kind) for kind in KINDS)
    return Drawn(line, Subject.of_line(line, sheet), order, colour, study.stretches, found)


def _plane(
    line: Line,
    sheet: Sheet,
    p: Mapping[str, float],
    colour: int,
    ranges: Mapping[str, Interval],
    view: View,
) -> Drawn:
    subject = Subject.of_line(line, sheet)
    interval = ranges.get(subject.inputs[0], ranges.get("t", TURN))
    track = plane_track(plane_values(subject), line.kind is LineKind.POLAR, p, interval, view)
    study = Study(track, view)
    return Drawn(line, subject, 0, colour, study.stretches)


def _crossings(evaluators: Sequence[Compiled], view: View) -> tuple[Mark, ...]:
    if len(evaluators) > MOST_CROSSED:
        return ()
    marks = [mark for a, b in combinations(evaluators, 2) for mark in intersections(a, b, view).marks]
    return tuple(sorted(marks, key=lambda mark: mark.x if np.isfinite(mark.x) else 0.0))
