"""Typed lines or a whole document become a plot; the view is chosen where none is given."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import pi, radians

import numpy as np

from jaxstudio.errors import UsageError, Wording
from jaxstudio.functions.curves.analysis import CurveAnalysis
from jaxstudio.functions.curves.evaluator import (
    BESIDE,
    Evaluator,
    Graph,
    Orders,
    Planar,
    curve_values,
)
from jaxstudio.functions.curves.features import Features, intersections
from jaxstudio.functions.curves.segments import Segment
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.document import Axes, Document
from jaxstudio.functions.export.plot import (
    MeasuredPoints,
    Plot,
    PlotField,
    PlottedCurve,
    field_of,
    recomputed,
    sampled_graph,
    sampled_path,
    values_alone,
)
from jaxstudio.functions.export.view_range import USUAL_LOG, fit_y, height_of
from jaxstudio.functions.language import Line, LineKind, Sheet
from jaxstudio.functions.language.nodes import DRAWN, Question
from jaxstudio.functions.lists import elements, exact
from jaxstudio.functions.logarithmic import Marks, in_exponents, in_stretches, pieces_back
from jaxstudio.functions.progress import Progress
from jaxstudio.functions.protocol.requests import DrawnLine, SheetLine, Style
from jaxstudio.functions.protocol.scene import Found, Interval, Mark, MarkKind, View
from jaxstudio.functions.service import charts, differential, members, planes, sequences
from jaxstudio.functions.service.reading import Function, Read, value
from jaxstudio.functions.service.solution_values import with_solutions

GRAPHS = (LineKind.CURVE, LineKind.MODEL, LineKind.VALUE)
PLANE = (LineKind.PARAMETRIC, LineKind.POLAR)
SOLIDS = (LineKind.PATCH, LineKind.SOLID)
FIELDS = (LineKind.IMPLICIT, LineKind.INEQUALITY, LineKind.SURFACE, LineKind.COMPLEX, *SOLIDS)
FIGURES = (LineKind.POINT, LineKind.CHART)
UNSEEN = (LineKind.SLIDER, LineKind.DEFINITION, LineKind.NOTE, LineKind.EMPTY)
USUAL: Interval = (-10.0, 10.0)
TURN: Interval = (0.0, 2 * pi)
KINDS = (
    MarkKind.ROOT, MarkKind.MAXIMUM, MarkKind.MINIMUM, MarkKind.INFLECTION,
    MarkKind.POLE, MarkKind.JUMP, MarkKind.HOLE, MarkKind.END, MarkKind.CORNER,
)  # fmt: skip
MANY = {kind: f"{kind}s" for kind in MarkKind} | {
    MarkKind.MAXIMUM: "maxima", MarkKind.MINIMUM: "minima",
}  # fmt: skip
# Those that are looked for; the others are known once the curve is refined.
SLOW = (MarkKind.ROOT, MarkKind.MAXIMUM, MarkKind.MINIMUM, MarkKind.INFLECTION)
MOST_CROSSED = 8  # of more graphs no intersections are looked for
CROSSINGS = (-1, 0)
# What has more equations with its derivatives takes a second or more to compile.
LARGE = 1_500
# Bounds over so many boxes take no longer than this, of the processor's time, or none are asked for: a
# curve asks for those of thirty times as many.
TRIED, MOST_SECONDS = 256, 0.03


def compose(
    lines: Sequence[str | SheetLine],
    ranges: Mapping[str, Interval] | None = None,
    sliders: Mapping[str, float] | None = None,
    orders: Sequence[int] = (0,),
    width_px: int = 1000,
    height_px: int = 700,
    style: Style = Style.HEATMAP,
    progress: Progress | None = None,
    axes: Axes | None = None,
) -> Plot:
    """The plot of some lines of a sheet, which may use each other.

    Lines that are texts are all to be drawn, with derivatives of `orders`, functions of two variables in
    `style`; of lines of a window those that it draws, each with its own. Surfaces stand in space where
    nothing else is drawn, and are heatmaps among other lines. `ranges` may hold x, y, and t or theta.
    `progress` is given plots of what there is so far, the first as soon as everything is sampled.
    Raises an ExpressionError for a line that cannot be read, a UsageError for a text that cannot be drawn.
    """
    ranges, axes = dict(ranges or {}), axes or Axes()
    requests = [
        SheetLine(line, orders=tuple(orders), style=style) if isinstance(line, str) else line
        for line in lines
    ]
    degrees = axes.degrees or any(line.degrees for line in requests)
    sheet = Sheet.read([line.text for line in requests], sliders or (), degrees=degrees)
    drawn = [
        line
        for line, request in zip(sheet.lines, lines, strict=True)
        if (_is_drawn(line) if isinstance(request, str) else _is_drawn_in_a_window(line, request))
    ]
    if not drawn:
        raise UsageError("nothing to plot: expected a function such as x^2 or sin(t)")
    p = with_solutions(_read(sheet), _sliders(sheet, sliders or {}))
    sheet, requests, drawn = _in_members(sheet, requests, drawn, p)
    for axis in axes.log:
        if axis in ranges and (low := ranges[axis][0]) <= 0:
            raise UsageError("a logarithmic {0} axis shows numbers above 0, not {1:g}", axis, low)
    work = _Composition(sheet, requests, drawn, p, ranges, (width_px, height_px), progress, axes)
    with np.errstate(all="ignore"):  # values up to the largest numbers, or none, are nothing to warn of
        return work.plot()


class _Composition:
    """A plot in work: an unfinished line stands in it as its first samples."""

    def __init__(
        self,
        sheet: Sheet,
        requests: Sequence[SheetLine],
        drawn: Sequence[Line],
        p: Mapping[str, float],
        ranges: Mapping[str, Interval],
        size: tuple[int, int],
        progress: Progress | None,
        axes: Axes,
    ) -> None:
        self.axes, self.usual = axes, USUAL_LOG if "x" in axes.log else USUAL
        self.sheet, self.requests, self.drawn, self.p, self.ranges = sheet, requests, drawn, p, ranges
        self.progress, self.sized, self.is_watched = progress or Progress(), size, progress is not None
        self.curves: dict[tuple[int, int], PlottedCurve] = {}
        self.fields: dict[int, PlotField] = {}
        self.crossings: tuple[Mark, ...] = ()
        self.left: dict[tuple[int, int], str] = {}
        self.read = _read(sheet)

    def plot(self) -> Plot:
        """Return the whole plot: sampled first if somebody waits for it, then studied curve by curve."""
        x = self.ranges.get("x", self.usual)
        graphs = {line.index: self.evaluators(line) for line in self.drawn if line.kind in GRAPHS}
        if "y" not in self.ranges:
            self.progress.do(f"computing {self.drawn[0].text}")
        height = self.ranges.get("y") or height_of(self.drawn, graphs, x, *self.sized, self.axes.log)
        self.view = View(x, height, *self.sized, self.axes.log)
        if self.is_watched:
            self.sample(graphs)
        for colour, line in enumerate(self.drawn):
            if line.index in graphs:
                for order, evaluator in graphs[line.index].items():
                    self.study(line, order, colour, evaluator)
            elif line.system is not None:
                self.fields[line.index] = self.solutions(line, colour)
            elif line.recursion is not None:
                self.fields[line.index] = self.terms(line, colour)
            elif line.kind in FIGURES:
                self.fields[line.index] = self.figure(line, colour)
                self.left.pop((line.index, 0), None)
            elif line.kind in PLANE:
                self.progress.do(f"refining {line.text}")
                study = CurveAnalysis(self.track(line), self.view.exponents)
                drawn = PlottedCurve(line, self.subject(line), 0, colour, self.back(study.stretches, False))
                self.finish((line.index, 0), drawn)
            else:
                self.progress.do(f"refining {line.text}")
                field = field_of(
                    line, self.sheet, self.p, self.view, colour, self.requests[line.index], self.style(line)
                )
                self.fields[line.index] = field
                self.left.pop((line.index, 0), None)
        first = [found[0] for found in graphs.values() if 0 in found]
        self.left |= {CROSSINGS: "where the curves meet"} if len(first) > 1 else {}
        self.hand_out()
        self.progress.do("looking for intersections")
        self.crossings = _crossings(first, self.view)
        self.left.pop(CROSSINGS, None)
        return self.current_plot()

    def solutions(self, line: Line, colour: int) -> PlotField:
        """The slopes and solutions of a differential equation."""
        system = line.system
        assert system is not None
        self.progress.do(f"solving {line.text}")
        p = {name: self.p[name] for name in self.sheet.lines[system.lead].sliders}
        slider = self.requests[line.index].sensitivity
        time = self.ranges.get("t", self.requests[system.lead].parameter)
        return PlotField(line, colour, differential.draw(self.read, line, p, self.view, time, slider=slider))

    def terms(self, line: Line, colour: int) -> PlotField:
        """The points of a sequence."""
        p = {name: self.p[name] for name in line.sliders}
        function = Function(f"line {line.index}", line, self.sheet)
        style = self.requests[line.index].style
        return PlotField(line, colour, sequences.draw(function, line, p, self.view, style))

    def figure(self, line: Line, colour: int) -> PlotField:
        """Points, a polygon, an arrow, or a chart of a list."""
        p = {name: self.p[name] for name in line.sliders}
        function = Function(f"line {line.index}", line, self.sheet)
        if line.kind is LineKind.CHART:
            shape = charts.chart(function, p)
        else:
            numbers = (members.values if line.lists else value)(function, p)
            shape = charts.drawn((), np.reshape(numbers, (-1, 2)), np.empty((0, 4)))
        return PlotField(line, colour, DrawnLine(str(line.kind), line.name, line.sliders, implicit=shape))

    def current_plot(self) -> Plot:
        """Return the plot as far as it is made."""
        return Plot(
            self.view,
            self.p,
            tuple(self.curves.values()),
            tuple(self.fields.values()),
            self.crossings,
            undecided=tuple(self.left.values()),
            axes=self.axes,
        )

    def back(self, stretches: Sequence[Segment], graph: bool = True) -> tuple[Segment, ...]:
        """Translate a drawing in exponents of logarithmic axes to units of the plane."""
        log = self.view.log
        pieces = pieces_back((stretch.piece for stretch in stretches), log)
        places = [
            piece.x if graph and "x" in log else stretch.t
            for piece, stretch in zip(pieces, stretches, strict=True)
        ]
        return tuple(Segment(t, piece) for t, piece in zip(places, pieces, strict=True))

    def in_exponents(self, line: Line, order: int, evaluator: Evaluator) -> Evaluator:
        """A derivative of a line as it is drawn: in the plane of exponents, on logarithmic axes."""
        if not self.view.log:
            return evaluator
        found = Orders.of_line(in_exponents(line, self.view.log, order), self.sheet)
        x = self.view.exponents.x
        return found.evaluator(self.p, bounded=_has_quick_bounds(found.evaluator(self.p), x)).for_drawing()

    def hand_out(self) -> None:
        if self.is_watched:
            self.progress.give(self.current_plot())

    def finish(self, key: tuple[int, int], drawn: PlottedCurve) -> None:
        """A complete curve, with the values that a script computes."""
        self.curves[key] = replace(drawn, stretches=recomputed(drawn, self.p, self.view))
        self.left.pop(key, None)
        self.hand_out()

    def subject(self, line: Line) -> Subject:
        return Subject.of_line(line, self.sheet)

    def evaluators(self, line: Line) -> dict[int, Evaluator]:
        orders = (0,) if line.kind is LineKind.VALUE else self.requests[line.index].orders
        found = Orders.of_line(line, self.sheet, max(orders))
        if self.is_watched and found.equations(self.p) > LARGE:
            self.give_values(line)
        self.progress.do(f"computing bounds of {line.text}")
        x = self.ranges.get("x", self.usual)
        bounded = _has_quick_bounds(found.evaluator(self.p, max(orders)), x)
        evaluators: dict[int, Evaluator] = {}
        for order in orders:
            evaluator = found.evaluator(self.p, order, bounded=bounded)
            evaluator.progress = self.progress
            evaluators[order] = evaluator
        return evaluators

    def give_values(self, line: Line) -> None:
        """The values alone of a line whose derivatives take long to compile, in a view that fits them."""
        self.progress.do(f"computing {line.text}")
        x, subject = self.ranges.get("x", self.usual), self.subject(line)
        values = values_alone(subject, self.p)
        height = self.ranges.get("y") or fit_y([values], [], x, self.axes.log)
        self.view = View(x, height, *self.sized, self.axes.log)
        stretches = sampled_graph(values, self.view)
        colour, nothing = self.drawn.index(line), tuple(Found(kind, (), False) for kind in KINDS)
        self.curves[line.index, 0] = PlottedCurve(line, subject, 0, colour, stretches, nothing, coarse=True)
        for other in self.drawn:
            self.left[other.index, 0] = f"{other.text} is not drawn"
        self.left[line.index, 0] = f"{line.text} is sampled only, without its derivatives and marks"
        self.hand_out()
        self.curves.clear()
        self.left.clear()

    def track(self, line: Line) -> Planar:
        own = self.requests[line.index].parameter
        subject, polar = self.subject(line), line.kind is LineKind.POLAR
        interval = own or TURN
        if given := self.ranges.get(subject.inputs[0], self.ranges.get("t")):
            interval = (radians(given[0]), radians(given[1])) if polar and self.axes.degrees else given
        elif self.axes.degrees and own is None and not polar:
            interval = (0.0, 360.0)
        if self.view.log:
            subject, polar = Subject.of_line(in_exponents(line, self.view.log), self.sheet), False
        return Planar(curve_values(subject), polar, self.p, interval, self.view.exponents, self.progress)

    def style(self, line: Line) -> Style:
        """Surfaces stand in space where nothing else is drawn."""
        in_space = all(
            (line.kind is LineKind.SURFACE and self.requests[line.index].style is Style.SURFACE)
            or line.kind in SOLIDS
            for line in self.drawn
        )
        own = self.requests[line.index].style
        return own if own is not Style.SURFACE or in_space else Style.HEATMAP

    def sample(self, graphs: Mapping[int, Mapping[int, Evaluator]]) -> None:
        """Sample every graph on a fixed grid."""
        nothing = tuple(Found(kind, (), False) for kind in KINDS)
        for colour, line in enumerate(self.drawn):
            self.progress.do(f"sampling {line.text}")
            self.left[line.index, 0] = f"{line.text} is not drawn"
            if line.index in graphs:
                for order, evaluator in graphs[line.index].items():
                    drawn = PlottedCurve(line, self.subject(line), order, colour, (), nothing, coarse=True)
                    shown = self.in_exponents(line, order, evaluator)
                    stretches = self.back(sampled_graph(shown, self.view.exponents))
                    drawn = replace(drawn, stretches=stretches)
                    self.curves[line.index, order] = drawn
                    self.left[line.index, order] = f"{_name(line, order)} is sampled only, without its marks"
            elif line.kind in PLANE:
                drawn = PlottedCurve(line, self.subject(line), 0, colour, (), coarse=True)
                stretches = sampled_path(self.track(line), self.view.exponents)
                drawn = replace(drawn, stretches=self.back(stretches, False))
                self.curves[line.index, 0] = drawn
                self.left[line.index, 0] = f"{line.text} is sampled only"
            elif line.kind in FIGURES or line.system is not None or line.recursion is not None:
                pass  # drawn at once
            elif (style := self.style(line)) is not Style.SURFACE:
                request = SheetLine(line.text, style=style)
                function = Function(f"line {line.index}", line, self.sheet)
                picture = planes.draw(request, function, self.p, self.view, refined=False)
                self.fields[line.index] = PlotField(line, colour, picture, coarse=True)
                self.left[line.index, 0] = f"{line.text} is sampled only"
            self.hand_out()

    def study(self, line: Line, order: int, colour: int, evaluator: Evaluator) -> None:
        """A curve refined, then its marks, kind by kind."""
        name, key = _name(line, order), (line.index, order)
        self.progress.do(f"refining {name}")
        view = self.view.exponents
        study = CurveAnalysis(Graph(self.in_exponents(line, order, evaluator), view), view)
        features = Marks(evaluator, self.view) if self.view.log else Features(study)
        found = {kind: Found(kind, (), False) for kind in KINDS}
        stretches, nothing = self.back(study.stretches), tuple(found.values())
        drawn = PlottedCurve(line, self.subject(line), order, colour, stretches, nothing)
        kinds = sorted(KINDS, key=SLOW.__contains__)
        for number, kind in enumerate(kinds):
            if kind in SLOW:
                if self.is_watched:
                    left = ", ".join(MANY[each] for each in kinds[number:])
                    self.left[key] = f"the {left} of {name} are not looked for"
                self.curves[key] = drawn
                self.hand_out()
                self.progress.do(f"looking for {MANY[kind]} of {name}")
            found[kind] = features.find(kind)
            drawn = replace(drawn, features=tuple(found.values()))
        self.finish(key, drawn)


def _has_quick_bounds(evaluator: Evaluator, x: Interval) -> bool:
    """Whether bounds are quick enough to be asked for all over the view: some of its boxes are tried."""
    edges = np.linspace(*x, TRIED + 1)
    for boxes in (edges[: TRIED // 16 + 1], edges):
        began = time.thread_time()
        evaluator.enclose(boxes[:-1], boxes[1:], BESIDE)
        if time.thread_time() - began > MOST_SECONDS:
            return False
    return True


def _name(line: Line, order: int) -> str:
    return line.text if not order else f"derivative {order} of {line.text}"


def _is_drawn(line: Line) -> bool:
    if line.error is not None:
        raise line.error
    if line.kind in UNSEEN:
        return False
    if line.system is not None or line.kind is LineKind.SEQUENCE:
        return not line.is_part
    if isinstance(line.tree, Question) and line.tree.kind not in DRAWN:
        raise UsageError("{0!r} cannot be plotted: jaxstudio eval answers it", line.text)
    if not (line.kind in (*GRAPHS, *PLANE, *FIELDS, *FIGURES) or line.has_arrows) or line.networks:
        raise UsageError("{0!r} cannot be plotted: expected a curve, an equation or an inequality", line.text)
    return True


def _is_drawn_in_a_window(line: Line, request: SheetLine) -> bool:
    """Whether a line has a picture; there numbers are only written, and networks begin untrained."""
    if not request.visible:
        return False
    if line.error is not None:
        raise line.error
    if line.system is not None or line.kind is LineKind.SEQUENCE:
        return _is_drawn(line)
    curve = line.kind in GRAPHS and line.kind is not LineKind.VALUE and bool(request.orders)
    return (curve or line.kind in (*PLANE, *FIELDS, *FIGURES) or line.has_arrows) and not line.networks


def _in_members(
    sheet: Sheet, requests: Sequence[SheetLine], drawn: Sequence[Line], p: Mapping[str, float]
) -> tuple[Sheet, list[SheetLine], list[Line]]:
    """The drawing with a line for each element of lists."""
    lines, asked, scalar = list(sheet.lines), list(requests), []
    for line in drawn:
        if not line.lists or line.tree is None or line.kind in FIGURES:
            scalar.append(line)
            continue
        found = elements(line.tree, p, line.index)
        for tree in found if isinstance(found, list) else [found]:
            scalar.append(replace(line, tree=exact(tree), lists=False, index=len(lines)))
            lines.append(scalar[-1])
            asked.append(requests[line.index])
    return Sheet(tuple(lines)), asked, scalar


def _read(sheet: Sheet) -> Read:
    """The sheet with the functions of its differential equations."""
    functions = (
        Function(f"line {line.index}", line, sheet) if line.system and line.tree else None
        for line in sheet.lines
    )
    return Read(sheet, tuple(functions), sheet.values)


def _sliders(sheet: Sheet, request: Mapping[str, float]) -> dict[str, float]:
    """The values of the free names; those given must be among them."""
    values = dict(sheet.values)
    for name in request.keys() - values.keys():
        names = ", ".join(values)
        known = Wording("one of {0}", names) if names else Wording("none, for there are no free names")
        raise UsageError("--set {0}: expected {1}", name, known)
    return {**values, **request}


def _crossings(evaluators: Sequence[Evaluator], view: View) -> tuple[Mark, ...]:
    if len(evaluators) > MOST_CROSSED:
        return ()
    pairs = (partial(intersections, a, b) for a, b in combinations(evaluators, 2))
    marks = [mark for meet in pairs for mark in in_stretches(meet, view).marks]
    return tuple(sorted(marks, key=lambda mark: mark.x if np.isfinite(mark.x) else 0.0))


WIDE, LEAST, MOST = 1000, 100, 8000


def slider_values(document: Document) -> dict[str, float]:
    """The value of every free name: as its line says, or as its slider was set, or 1."""
    sheet = Sheet.read([line.text for line in document.lines])
    written = {line.name for line in sheet.lines if line.kind is LineKind.SLIDER}
    kept = {name: slider.value for name, slider in document.sliders.items() if name not in written}
    return {name: kept.get(name, value) for name, value in sheet.values.items()}


def compose_document(
    document: Document,
    ranges: Mapping[str, Interval] | None = None,
    sliders: Mapping[str, float] | None = None,
    orders: tuple[int, ...] | None = None,
    size: tuple[int, int] | None = None,
    progress: Progress | None = None,
    axes: Axes | None = None,
) -> Plot:
    """The plot of a sheet; `ranges`, `sliders`, `orders` and `axes`, where given, count instead of its own.

    Without a `size` in pixels it is 1000 wide and as high as the view's proportions, or 700. Raises
    what `compose` raises.
    """
    sheet = Sheet.read([line.text for line in document.lines])
    lines = list(document.computed_lines([line.kind for line in sheet.lines]))
    if orders is not None:
        lines = [replace(line, orders=orders) for line in lines]
    within = {"x": document.x, "y": document.y, **(ranges or {})}
    plot = compose(
        lines,
        within,
        {**slider_values(document), **(sliders or {})},
        (0,),
        *(size or _size(document, within)),
        progress=progress,
        axes=axes or document.axes,
    )
    return with_points(plot, document)


def with_points(plot: Plot, document: Document) -> Plot:
    """The plot of a sheet, with the points that belong to it."""
    data = document.data
    return plot if data is None else replace(plot, points=MeasuredPoints(data.x, data.y, data.sigma))


def _size(document: Document, within: Mapping[str, Interval]) -> tuple[int, int]:
    if not document.equal or document.axes.log:
        return WIDE, 700
    (left, right), (low, high) = within["x"], within["y"]
    return WIDE, min(max(round(WIDE * (high - low) / (right - left)), LEAST), MOST)
