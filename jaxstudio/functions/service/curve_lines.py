"""Lines that are curves, y = f(x), (x(t), y(t)), r = f(theta): on a fixed grid, or refined with marks."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import ml_dtypes
import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.curves import sampling
from jaxstudio.functions.curves.analysis import CurveAnalysis
from jaxstudio.functions.curves.evaluator import (
    BESIDE,
    CHUNK,
    Evaluator,
    Graph,
    Planar,
    evaluator_of,
    scales,
    turned,
)
from jaxstudio.functions.curves.features import Features
from jaxstudio.functions.derivatives.methods import HIGHEST, Method, check_order
from jaxstudio.functions.derivatives.orders import choose
from jaxstudio.functions.language import Line, LineKind
from jaxstudio.functions.language.nodes import is_several
from jaxstudio.functions.logarithmic import Marks, pieces_back
from jaxstudio.functions.protocol.requests import DrawnLine, SheetLine
from jaxstudio.functions.protocol.scene import Curve, Interval, MarkKind, Piece, View
from jaxstudio.functions.service.programs import Blocks, Program, Programs
from jaxstudio.functions.service.reading import Function
from jaxstudio.processes.serve import Work

KINDS = frozenset({LineKind.CURVE, LineKind.MODEL, LineKind.PARAMETRIC, LineKind.POLAR})
IN_THE_PLANE = frozenset({LineKind.PARAMETRIC, LineKind.POLAR})
DTYPES = {
    "f64": np.dtype(np.float64),
    "f32": np.dtype(np.float32),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
}
# A function of more operations than this is computed at few places for a first look.
MOST_AT_ALL_PLACES, FEW_PLACES = 20_000, CHUNK
USUAL_TURN = (0.0, 2 * math.pi)


@dataclass(frozen=True, eq=False)
class Path:
    """A curve at slider values: the parts to draw, and their programs.

    `exact` gives the function and all derivatives that drawing needs in float64; `override` is None, or the
    method or format that was chosen by hand, up to the highest order ticked.

    On logarithmic axes (`log`) it is drawn in the plane of exponents, as derivative `order` of the line;
    `plain` is the line's own path.
    """

    line: SheetLine
    function: Function
    p: Mapping[str, float]
    exact: Program
    override: Program | None
    member: int = 0
    log: str = ""
    order: int = 0
    plain: Path | None = None

    @property
    def kind(self) -> LineKind:
        return self.function.line.kind

    @property
    def in_the_plane(self) -> bool:
        """Whether it is no graph of a function of x."""
        return self.kind in IN_THE_PLANE

    @property
    def orders(self) -> list[int]:
        """The derivatives to be drawn; of a path in the plane the path itself alone."""
        return list(self.line.orders) if not self.in_the_plane else [0]

    @cached_property
    def programs(self) -> tuple[Program, ...]:
        own = (self.exact,) if self.override is None else (self.override, self.exact)
        return (
            own if self.plain is None or self.order != self.plain.orders[0] else (*own, *self.plain.programs)
        )

    @cached_property
    def blocks(self) -> Blocks:
        """The exact program at blocks of points, once it is compiled."""
        return Blocks(self.exact, self.p)

    def interval(self, view: View) -> Interval:
        """Return the interval of x, or of t, in a view with linear axes."""
        return view.x if not self.in_the_plane else self.line.parameter or USUAL_TURN

    def method(self, order: int) -> str:
        if self.plain is not None:
            return self.plain.method(self.order)
        program = self.override or self.exact
        return str(Method.VALUE if order == 0 else program.method)

    def drawn(
        self,
        index: int,
        pieces: list[tuple[Piece, ...]],
        seconds: float,
        *,
        refined: bool = False,
        sketched: bool = False,
    ) -> DrawnLine:
        """Return the drawing without marks; `index` is the line's, `pieces` those of each order."""
        curves = tuple(
            Curve(
                index,
                order + self.order,
                pieces_back(each, self.log) if self.log else each,
                method=self.method(order),
                refined=refined,
                sketched=sketched,
                samples=sum(len(piece.x) for piece in each),
                seconds=seconds / len(pieces),
                member=self.member,
            )
            for order, each in zip(self.orders, pieces, strict=True)
        )
        line = self.function.line
        return DrawnLine(str(line.kind), line.name, line.sliders, curves)


def options_of(line: SheetLine) -> tuple[tuple[int, ...], str, str]:
    """Return the options that a line's programs depend on, besides its function."""
    return line.orders, line.method, line.precision


def is_path(line: Line) -> bool:
    """Whether a line is a curve; a model of several variables or numbers is none."""
    if line.kind is not LineKind.MODEL:
        return line.kind in KINDS
    return line.tree is not None and len(line.variables) == 1 and not is_several(line.tree)


def path_of(programs: Programs, line: SheetLine, function: Function, p: Mapping[str, float]) -> Path:
    """The path of a line. Raises a UsageError for an unknown method or format."""
    options = options_of(line)
    if options not in function.programs:
        function.programs[options] = _programs(programs, line, function.template)
    return Path(line, function, p, *function.programs[options])


def paths_of(
    programs: Programs, line: SheetLine, function: Function, p: Mapping[str, float], log: str = ""
) -> list[Path]:
    """The paths of a line: one, but on logarithmic axes one for each order."""
    plain = path_of(programs, line, function, p)
    if not log:
        return [plain]
    alone = replace(line, orders=(0,), method="auto")
    paths = [
        (order, path_of(programs, alone, function.in_exponents(log, order), p)) for order in plain.orders
    ]
    return [replace(path, line=alone, log=log, order=order, plain=plain) for order, path in paths]


def _programs(programs: Programs, line: SheetLine, function: Function) -> tuple[Program, Program | None]:
    """Return the program that computes a line exactly, and the program of the line's options."""
    try:
        dtype = DTYPES[line.precision]
    except KeyError:
        raise UsageError("precision {0!r}: expected one of {1}", line.precision, ", ".join(DTYPES)) from None
    plane = function.line.kind in IN_THE_PLANE
    highest = 0 if plane else max(line.orders, default=0)
    check_order(highest)
    chosen = choose(function.subject, min(highest + BESIDE, HIGHEST)).method
    if chosen is not Method.TAYLOR and highest + BESIDE > HIGHEST:
        raise UsageError("of this function derivatives are drawn up to order {0}", HIGHEST - BESIDE)
    exact = programs.program(function, highest + BESIDE, chosen, DTYPES["f64"])
    by_hand = None if line.method == "auto" or highest == 0 else _method(line.method)
    if plane or (by_hand is None and line.precision == "f64"):
        return exact, None
    return exact, programs.program(function, highest, by_hand or chosen, dtype)


def _method(name: str) -> Method:
    try:
        return Method(name)
    except ValueError:
        raise UsageError("method {0!r}: expected auto or one of {1}", name, ", ".join(Method)) from None


def values(program: Program, x: np.ndarray, p: Mapping[str, float]) -> np.ndarray:
    """Compute values by the compiled program if it is ready, otherwise operation by operation."""
    return program.many(x, p) if program.done.is_set() else program.at_once(x, p)


def samples_of(path: Path, view: View) -> tuple[np.ndarray, np.ndarray]:
    """The values to draw on the fixed grid, and those that are exact, each with its derivatives as rows.

    Programs that are lengthy must be compiled.
    """
    t = sampling.grid(path.interval(view.exponents))
    exact = values(path.exact, t, path.p)
    return exact if path.override is None else values(path.override, t, path.p), exact


def draw_at_once(path: Path, index: int, view: View) -> DrawnLine:
    """The curves on the fixed grid."""
    start_time = time.perf_counter()
    y, exact = samples_of(path, view)
    view = view.exponents
    if path.in_the_plane:
        pieces = [_in_the_plane(path, exact, view)]
    else:
        pieces = sampling.graphs(sampling.grid(view.x), *_rows(path, y, exact), scales(view)[1])
    return path.drawn(index, pieces, time.perf_counter() - start_time)


# The index of a line, a path of it, and `samples_of` this.
Samples = tuple[int, Path, np.ndarray, np.ndarray]


def sketch(samples: Sequence[Samples], view: View) -> list[DrawnLine]:
    """Return for each path what a picture needs of its curves.

    NumPy looks at all graphs at once: a call for each would take as long again.
    """
    start_time = time.perf_counter()
    view = view.exponents
    graphs = [_rows(path, y, exact) for _, path, y, exact in samples if not path.in_the_plane]
    pieces: Iterator[sampling.Pieces] = iter(())
    if graphs:
        y, slopes = (np.concatenate(each) for each in zip(*graphs, strict=True))
        pieces = iter(sampling.graphs(sampling.grid(view.x), y, slopes, scales(view)[1], view))
    drawn = []
    for index, path, _, exact in samples:
        if path.in_the_plane:
            own = [sampling.sketched(_in_the_plane(path, exact, view), view)]
        else:
            own = [next(pieces) for _ in path.orders]
        drawn.append(path.drawn(index, own, time.perf_counter() - start_time, sketched=True))
    return drawn


def _rows(path: Path, y: np.ndarray, exact: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The values and the slopes of each order (m, n)."""
    return y[path.orders], exact[[order + 1 for order in path.orders]]


def _in_the_plane(path: Path, exact: np.ndarray, view: View) -> sampling.Pieces:
    t = sampling.grid(path.interval(view))
    places, slopes = turned(t, exact)[:2] if path.kind is LineKind.POLAR else exact[:2]
    return sampling.path_pieces(t, places, slopes, np.array(scales(view)))


def draw_values(programs: Programs, path: Path, index: int, view: View) -> DrawnLine:
    """The curve of order 0 on a fixed grid, by its values alone, which are compiled here if need be.

    A step is joined where the steps beside it are much as long. What makes many operations is computed at
    fewer places.
    """
    start_time = time.perf_counter()
    view = view.exponents
    t = sampling.grid(path.interval(view))
    if path.function.work > MOST_AT_ALL_PLACES:
        t = t[:: len(t) // FEW_PLACES].copy()
    function = path.function.template
    program = programs.program(function, 0, choose(function.subject, 0).method, DTYPES["f64"])
    if not program.done.is_set():
        program.compile()
    if program.error is not None:
        raise program.error
    rows = program.many(t, path.p)
    with np.errstate(all="ignore"):
        if path.kind is LineKind.POLAR:
            places = rows[0] * np.stack([np.cos(t), np.sin(t)])
        else:
            places = rows[0]
        slopes = np.gradient(places, t, axis=-1)
    scale = np.array(scales(view))
    if path.in_the_plane:
        pieces = sampling.path_pieces(t, places, slopes, scale)
    else:
        pieces = sampling.graph_pieces(t, places, slopes, scale[1])
    first = [pieces if order == 0 else () for order in path.orders]
    return path.drawn(index, first, time.perf_counter() - start_time)


# Intervals are asked of a function that makes no more operations than this for a value, in the first
# orders of more: a thousand boxes take 0.3 ms an operation of the function itself, 2 ms of its
# derivative, and 5 ms from the second on. Looking for roots and the like takes many more boxes.
MOST_WORK, FIRST_MOST_WORK = 80, {0: 400, 1: 160}
# Studying takes a hundred blocks of points a curve: none may take longer.
MOST_SECONDS, TRIALS = 0.02, 2
OF_A_CURVE = frozenset(MarkKind) - {
    MarkKind.SADDLE, MarkKind.INTERSECTION, MarkKind.ZERO, MarkKind.COMPLEX_POLE
}  # fmt: skip


def graph_evaluator(path: Path, order: int, most_work: int = MOST_WORK) -> Evaluator:
    """The derivative of an order as a function of its own, with bounds over intervals if it is small."""
    bounded = path.function.work <= most_work
    return evaluator_of(
        path.function.subject, lambda x, p: path.blocks.rows(x), path.p, order, bounded=bounded
    )


def path_in_the_plane(path: Path, view: View) -> Planar:
    """A parametric or polar line as a path in the plane."""
    polar = path.kind is LineKind.POLAR
    return Planar(lambda t, p: path.blocks.rows(t), polar, path.p, path.interval(view), view)


def is_studied(path: Path, view: View) -> bool:
    """Whether a curve's program is quick enough to be run a hundred times; it is tried once or twice."""
    for _ in range(TRIALS):
        if path.exact.seconds > MOST_SECONDS:
            path.exact.block(np.linspace(*path.interval(view.exponents), CHUNK), path.p)
    return path.exact.seconds <= MOST_SECONDS


def study(path: Path, index: int, view: View, work: Work, show: Callable[[DrawnLine], None]) -> DrawnLine:
    """The refined curves of a line, its programs compiled, with the marks of its lowest order.

    After each order `show` is given what there is: the others are still those of the fixed grid.
    """
    start_time = time.perf_counter()
    plane, view = view, view.exponents
    if path.in_the_plane:
        turn = CurveAnalysis(path_in_the_plane(path, view), view)
        return path.drawn(index, [turn.pieces], time.perf_counter() - start_time, refined=True)
    drawn = draw_at_once(path, index, view)
    curves = list(drawn.curves)
    studies = []
    for number, order in enumerate(path.orders):
        work.check()
        before = time.perf_counter()
        evaluator = graph_evaluator(path, order, FIRST_MOST_WORK.get(order, MOST_WORK))
        evaluator = evaluator.for_drawing() if path.log else evaluator
        studies.append(CurveAnalysis(Graph(evaluator, view), view))
        curves[number] = replace(
            curves[number],
            pieces=pieces_back(studies[-1].pieces, path.log) if path.log else studies[-1].pieces,
            refined=True,
            samples=len(studies[-1].samples.t),
            seconds=time.perf_counter() - before,
        )
        drawn = replace(drawn, curves=tuple(curves))
        show(drawn)
    kinds = [kind for kind in path.line.marks if kind in OF_A_CURVE]
    if not studies or not kinds:
        return drawn
    if path.plain is not None:
        if path.order != path.plain.orders[0]:
            return drawn
        features: Features | Marks = Marks(graph_evaluator(path.plain, path.order), plane)
    else:
        features = Features(studies[0], graph_evaluator(path, path.orders[0]))
    return replace(drawn, features=tuple(features.find(kind) for kind in kinds))
