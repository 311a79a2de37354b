"""Lines of differential equations: the slopes at a grid of points, and solutions through initial values.

An equation draws slopes; a line with initial values draws the solutions through them.
"""

from __future__ import annotations

import re
import sys
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from jaxstudio.errors import NOTHING, ExpressionError, Wording, listed
from jaxstudio.functions.differential.solutions import (
    Outcome,
    Problem,
    Samples,
    Ways,
    end_of,
    samples_of,
    smoothed,
    sure_until,
)
from jaxstudio.functions.fields.heatmap import vector_field
from jaxstudio.functions.fields.meshes import joined, tube
from jaxstudio.functions.interpreters import tree_to_jax
from jaxstudio.functions.interpreters.ball_numbers import Measured
from jaxstudio.functions.interpreters.evaluate import read_names
from jaxstudio.functions.language import Line, LineKind, Sheet, System
from jaxstudio.functions.language.equations import AXES
from jaxstudio.functions.language.nodes import Node, literal
from jaxstudio.functions.lists import elements, exact, number
from jaxstudio.functions.protocol.requests import USUAL_TIME, DrawnLine
from jaxstudio.functions.protocol.scene import (
    Arrows,
    Band,
    Curve,
    Found,
    Handle,
    Interval,
    Mark,
    MarkKind,
    Mesh,
    Piece,
    Proof,
    TypedNumber,
    View,
)
from jaxstudio.functions.service.programs import in_thread
from jaxstudio.functions.service.reading import Function, Read

if TYPE_CHECKING:
    from jaxstudio.functions.differential.solving import Solver

SOLVING = "jaxstudio.functions.differential.solving"
MOST_SOLUTIONS = 60
MOST_KEPT = 8
# A band shows what this share more of a slider does.
CHANGE = 0.1
NUMBER = re.compile(r"[-+−]?\s*[0-9]*\.?[0-9]*(?:[eE][-+]?[0-9]+)?")
UNDETERMINED = Wording(
    "not drawn further: solved with other tolerances, the solution goes elsewhere from here on"
)
STIFF = Wording("stiff: solved by an implicit method; roots and extrema are not looked for")
OF_SOLUTIONS = frozenset({MarkKind.ROOT, MarkKind.MAXIMUM, MarkKind.MINIMUM, MarkKind.POLE, MarkKind.END})


@dataclass(frozen=True)
class Value:
    """An initial value with the line where it stands, and its place in that line if it is a typed number."""

    number: float
    line: int
    typed: TypedNumber | None


@dataclass(frozen=True)
class Start:
    """A solution begins at `at` from one value for each state."""

    at: float
    typed: TypedNumber | None
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Change:
    """A slider moves by so much, and with it the initial values (n, d) of n solutions."""

    slider: str
    by: float
    values: np.ndarray


@dataclass(frozen=True)
class Solution:
    """A solution in ascending order of the place, as far as it is determined; marks of its ends."""

    start: Start
    samples: Samples
    ends: tuple[Mark, ...] = ()
    note: Wording = NOTHING


class Equations:
    """The compiled equations of a system, kept with the function of its first line."""

    def __init__(self, function: Function, system: System, sheet: Sheet) -> None:
        line = function.line
        assert line.tree is not None
        self.variables, self.size, self.sliders = line.variables, len(system.states), line.sliders
        self.f = tree_to_jax(line.tree, line.variables, sheet.values, line.index)
        self.autonomous = line.variables[0] not in read_names(line.tree)
        self.planar = system.planar
        # the lines whose programs are compiled
        self.quick: set[int] = set()
        self._solvers: dict[bool, Solver] = {}
        self.solved: OrderedDict[object, tuple[Solution, ...]] = OrderedDict()
        self.values: OrderedDict[object, Measured] = OrderedDict()
        if SOLVING not in sys.modules:
            # loading takes half a second, and the initial values are typed after the equation
            in_thread(import_module, SOLVING)

    def solver(self, stiff: bool = False) -> Solver:
        """The system's solver."""
        from jaxstudio.functions.differential.solving import Solver

        if stiff not in self._solvers:
            self._solvers[stiff] = Solver(self.f, self.size, self.sliders, stiff)
        return self._solvers[stiff]

    @property
    def vector(self) -> Any:
        """f(x, y, p): the direction in which solutions pass a point of the plane, always the same object."""
        return self._along if self.planar else self._slope

    def _along(self, x: Any, y: Any, p: Any) -> Any:
        return self.f(0.0 * x, x, y, p)

    def _slope(self, x: Any, y: Any, p: Any) -> tuple[Any, Any]:
        return 1.0 + 0.0 * x, self.f(x, y, p)[0]


def equations_of(read: Read, system: System) -> Equations | None:
    """The equations of a system; None if its first line is wrong."""
    function = read.functions[system.lead]
    if function is None:
        return None
    equations: Equations | None = function.programs.get("differential")
    if equations is None:
        equations = function.programs["differential"] = Equations(function, system, read.sheet)
    return equations


def slopes(equations: Equations, line: Line, p: Mapping[str, float], view: View) -> Arrows | None:
    """The directions of solutions, from the first line of a system where each point has one."""
    assert line.system is not None
    if line.index != line.system.lead or not line.system.has_slopes:
        return None
    if equations.planar and not equations.autonomous:
        return None
    arrows = vector_field(equations.vector, view, p)
    return arrows if equations.planar else replace(arrows, slopes=True)


def starts_of(system: System, sheet: Sheet, p: Mapping[str, float]) -> tuple[Start, ...]:
    """The places where solutions begin. Raises ExpressionError where a value is missing."""
    places: dict[float, dict[str, list[Value]]] = {}
    typed_at: dict[float, TypedNumber | None] = {}
    texts = ["" if line.written else line.text for line in sheet.lines]
    for initial in system.initials:
        at = number(initial.at, p, initial.line)
        values = _values(initial.value, p, initial.line, texts)
        if not np.isfinite([at, *(value.number for value in values)]).all():
            raise ExpressionError(
                Wording("an initial value is a number"), initial.value.start, initial.value.end
            )
        places.setdefault(at, {}).setdefault(initial.state, []).extend(values)
        typed_at.setdefault(at, _typed(initial.at, initial.line, texts))
    starts = []
    for at, states in places.items():
        if missing := [state for state in system.states if state not in states]:
            text = Wording(
                "{0}({1:g}) = … is missing: solutions begin from {2}", missing[0], at, listed(system.states)
            )
            first = next(each for each in system.initials if each.state in states)
            raise ExpressionError(text, first.value.start, first.value.end)
        columns = [states[state] for state in system.states]
        longer = [len(column) for column in columns if len(column) > 1]
        count = min(longer) if longer else 1
        for row in range(count):
            begin = tuple(column[row if len(column) > 1 else 0] for column in columns)
            starts.append(Start(at, typed_at[at], begin))
    if len(starts) > MOST_SOLUTIONS:
        tree = system.initials[0].value
        message = Wording("these are {0} solutions; at most {1} are drawn", len(starts), MOST_SOLUTIONS)
        raise ExpressionError(message, tree.start, tree.end)
    return tuple(starts)


def _values(tree: Node, p: Mapping[str, float], line: int, texts: Sequence[str]) -> list[Value]:
    found = elements(tree, p, line)
    items = found if isinstance(found, list) else [found]
    return [Value(number(exact(item), p, line), line, _typed(exact(item), line, texts)) for item in items]


def _typed(tree: Node, line: int, texts: Sequence[str]) -> TypedNumber | None:
    """Where a number is typed; one of a range is not."""
    number_typed = literal(tree) is not None and NUMBER.fullmatch(texts[line][tree.start : tree.end].strip())
    return TypedNumber(line, tree.start, tree.end) if number_typed else None


def solve(
    equations: Equations,
    system: System,
    starts: Sequence[Start],
    p: Mapping[str, float],
    view: View,
    time: Interval,
    change: Change | None = None,
) -> tuple[Solution, ...]:
    """The solutions through all starts, in both directions; kept for the next line that asks.

    With a `change` they know how they move with it.
    """
    height, width = view.y[1] - view.y[0], view.x[1] - view.x[0]
    low, high = time if system.planar else view.x
    values = tuple((start.at, *(value.number for value in start.values)) for start in starts)
    key = (values, tuple(sorted(p.items())), low, high, height, change and change.slider)
    if key not in equations.solved:
        equations.solved[key] = tuple(
            solved(equations, system, starts, p, (low, high), (width, height), change)
        )
        while len(equations.solved) > MOST_KEPT:
            equations.solved.popitem(last=False)
    equations.solved.move_to_end(key)
    kept = equations.solved[key]
    return tuple(replace(each, start=start) for each, start in zip(kept, starts, strict=True))


def solved(
    equations: Equations,
    system: System,
    starts: Sequence[Start],
    p: Mapping[str, float],
    interval: Interval,
    size: tuple[float, float],
    change: Change | None,
) -> list[Solution]:
    if not starts:
        return []
    (low, high), (width, height) = interval, size
    begin = np.array([start.at for start in starts])
    values = np.array([[value.number for value in start.values] for start in starts])
    end = np.concatenate([np.minimum(begin, low), np.maximum(begin, high)])
    direction = np.repeat([-1.0, 1.0], len(starts))
    both = np.tile(begin, 2)
    length = np.abs(end - both)
    near = np.where(direction < 0, np.maximum(both - high, 0.0), np.maximum(low - both, 0.0))
    skip = np.zeros(len(both)) if system.planar else np.minimum(near, length)
    problem = Problem(both, direction, length, skip, np.tile(values, (2, 1)), height)
    ways = equations.solver().solve(problem, p)
    stiff = np.zeros(len(both), bool)
    if (ways.outcome == Outcome.MANY_STEPS).any():
        other = equations.solver(stiff=True).solve(problem, p)
        gone = [np.abs(each.t[:, -1] - both) for each in (ways, other)]
        stiff = (ways.outcome == Outcome.MANY_STEPS) & (gone[1] > gone[0])
        rows = vars(ways)
        ways = Ways(
            **{
                name: np.where(stiff.reshape(-1, *[1] * (rows[name].ndim - 1)), value, rows[name])
                for name, value in vars(other).items()
                if value is not None
            }
        )
    if change is not None:
        moved = np.tile(change.values, (2, 1))
        ways = replace(ways, move=equations.solver().moves(problem, p, {change.slider: change.by}, moved))
    components = [system.states.index(axis) for axis in ("x", "y")] if system.planar else [0]
    solutions = []
    for number_, start in enumerate(starts):
        parts, ends = [], []
        for way in (number_, number_ + len(starts)):
            found = samples_of(ways, way, direction[way])
            sure = sure_until(found, direction[way], components, height, width)
            stopped = end_of(ways, way, direction[way], length[way], height)
            if sure < len(found):
                place = float(found.t[sure if direction[way] > 0 else len(found) - 1 - sure])
                late = stopped is not None and stopped.kind is MarkKind.POLE
                if not late:
                    ends.append((MarkKind.END, place, 3.0, UNDETERMINED))
                kept = slice(0, sure) if direction[way] > 0 else slice(len(found) - sure, None)
                found = Samples(*(each[kept] for each in vars(found).values()))
                if not late:
                    stopped = None
            if stopped is not None:
                ends.append((stopped.kind, stopped.at, stopped.digits, stopped.detail))
            parts.append(smoothed(found) if stiff[way] else found)
        whole = _joined(*parts)
        note = STIFF if stiff[[number_, number_ + len(starts)]].any() else NOTHING
        marks = tuple(_end_mark(*each, whole, components, system) for each in ends)
        solutions.append(Solution(start, whole, marks, note))
    return solutions


def _joined(before: Samples, after: Samples) -> Samples:
    """Both ways as one; where both begin with the start, it is there once."""
    again = len(before) and len(after) and before.t[-1] == after.t[0]
    first = [each[:-1] if again else each for each in vars(before).values()]
    return Samples(*(np.concatenate(pair) for pair in zip(first, vars(after).values(), strict=True)))


def _end_mark(
    kind: MarkKind,
    at: float,
    digits: float,
    detail: Wording,
    samples: Samples,
    components: list[int],
    system: System,
) -> Mark:
    """An end in the plane; a pole has no height, and in a path no place either."""
    if not len(samples):
        return Mark(kind, at, float("nan"), digits, detail=detail)
    row = int(np.argmin(np.abs(samples.t - at)))
    if system.planar:
        x, y = samples.y[row, components]
        detail = Wording("{0}, at {1} = {2:.6g}", detail, system.independent, at)
        return Mark(MarkKind.END, float(x), float(y), 3, detail=detail)
    height = float("nan") if kind is MarkKind.POLE else float(samples.y[row, 0])
    return Mark(kind, at, height, digits, detail=detail)


def change_of(system: System, sheet: Sheet, p: Mapping[str, float], slider: str) -> Change:
    """The first-order effect of a tenth more of a slider, or of 0.1 at 0, on the initial values."""
    by = abs(p[slider]) * CHANGE or CHANGE
    small = by * 1e-4
    ends = [starts_of(system, sheet, {**p, slider: p[slider] + sign * small}) for sign in (1, -1)]
    above, below = (np.array([[v.number for v in start.values] for start in each]) for each in ends)
    return Change(slider, by, (above - below) / (2 * small) * by)


def curves_of(
    line: Line, system: System, solutions: Sequence[Solution], marks: Sequence[MarkKind], view: View
) -> DrawnLine:
    """The curves of a line: the solutions from its own initial values."""
    drawn = DrawnLine(str(line.kind), line.name, line.sliders)
    curves: list[Curve] = []
    marked: list[Mark] = []
    handles: list[Handle] = []
    bands: list[Band] = []
    tubes: list[Mesh] = []
    for solution in solutions:
        start, samples = solution.start, solution.samples
        for component, state in enumerate(system.states):
            if not shows(line, system, state, start.values[component]):
                continue
            member = len(curves)
            across = samples.y[:, system.states.index("x")] if system.planar else samples.t
            up = samples.y[:, system.states.index("y") if system.planar else component]
            if samples.move.any():
                bands.append(_band(samples, system, component, view))
            piece = Piece(across, up, Proof.SAMPLED)
            pieces = (piece,) if len(samples) > 1 else ()
            curves.append(
                Curve(
                    line.index,
                    0,
                    pieces,
                    refined=True,
                    samples=len(samples),
                    note=solution.note,
                    member=member,
                )
            )
            here = solution.ends if component == 0 else ()
            if not system.planar and not solution.note and len(samples) > 1:
                here = (*here, *samples.marks(component))
            marked += [replace(mark, member=member) for mark in here]
            handles.append(_handle(start, system, component))
            if set(AXES) <= set(system.unknowns) and len(samples) > 1:
                places = samples.y[:, [system.states.index(axis) for axis in AXES]]
                tubes.append(tube(places[np.unique(samples.t, return_index=True)[1]], view))
    kinds = OF_SOLUTIONS.intersection(marks)
    features = tuple(
        Found(kind, tuple(mark for mark in marked if mark.kind is kind), complete=False)
        for kind in sorted(kinds & {mark.kind for mark in marked})
    )
    return replace(
        drawn,
        curves=tuple(curves),
        features=features,
        handles=tuple(handles),
        bands=tuple(bands),
        mesh=joined(tubes) if tubes else None,
    )


def _band(samples: Samples, system: System, component: int, view: View) -> Band:
    """Where a solution goes: up and down from a curve over its variable, to both sides of a path."""
    if not system.planar:
        reach = np.abs(samples.move[:, component])
        y = samples.y[:, component]
        return Band(np.stack([samples.t, y - reach], 1), np.stack([samples.t, y + reach], 1))
    axes = [system.states.index(axis) for axis in ("x", "y")]
    # to the sides on the screen; what moves along the path is not seen
    scale = np.array([np.ptp(view.x) / view.width_px, np.ptp(view.y) / view.height_px])
    along = samples.slope[:, axes] / scale
    side = np.stack([-along[:, 1], along[:, 0]], 1) / np.maximum(np.hypot(*along.T), 1e-300)[:, None]
    reach = np.abs((samples.move[:, axes] / scale * side).sum(1))[:, None]
    path = samples.y[:, axes]
    return Band(path - reach * side * scale, path + reach * side * scale)


def shows(line: Line, system: System, state: str, value: Value) -> bool:
    """Whether a line shows a state of a solution: y of y(0) = 1, the path in the plane of x(0) = 1."""
    return value.line == line.index and any(initial.state == state for initial in system.drawn)


def _handle(start: Start, system: System, component: int) -> Handle:
    """The point where a solution begins, with the numbers that a hand may move."""
    if system.planar:
        x, y = (start.values[system.states.index(axis)] for axis in ("x", "y"))
        return Handle(x.number, y.number, x.typed, y.typed)
    value = start.values[component]
    return Handle(start.at, value.number, start.typed, value.typed)


def draw(
    read: Read,
    line: Line,
    p: Mapping[str, float],
    view: View,
    time: Interval | None = None,
    marks: Sequence[MarkKind] = tuple(MarkKind),
    slider: str = "",
) -> DrawnLine:
    """The slopes of an equation, and the solutions that begin from values in this line.

    `p` are the sliders of its system, `time` is where t runs for paths in the plane; `slider` is the one
    whose small change a band shows.
    """
    system = line.system
    assert system is not None
    equations = equations_of(read, system)
    drawn = DrawnLine(str(line.kind), line.name, line.sliders)
    if equations is None:
        return drawn
    if any(initial.line == line.index for initial in system.drawn):
        starts = starts_of(system, read.sheet, p)
        change = change_of(system, read.sheet, p, slider) if slider in p else None
        solutions = solve(equations, system, starts, p, view, time or USUAL_TIME, change)
        drawn = curves_of(line, system, solutions, marks, view)
    arrows = slopes(equations, line, p, view)
    if arrows is None and line.index == system.lead and not system.initials:
        needed = listed([f"{state}(0) = …" for state in system.states])
        raise ExpressionError(
            Wording("solutions are drawn from {0}, each in a line", needed), 0, len(line.text)
        )
    return replace(drawn, arrows=arrows)


KINDS = frozenset({LineKind.DIFFERENTIAL, LineKind.INITIAL})
