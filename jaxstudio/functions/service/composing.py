"""Makes a scene of a request: quick lines first, then those to compile, line by line.

No typed line stops the others: a wrong line, or one whose program had to be stopped, has an error in its
place.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, wait
from dataclasses import replace
from functools import partial

from jaxstudio.errors import Cancelled, ComputeError, Wording
from jaxstudio.functions.fields.intersections import PlaneCurve
from jaxstudio.functions.language import Line, LineKind
from jaxstudio.functions.language.nodes import DRAWN, Question
from jaxstudio.functions.protocol.requests import DrawnLine, DrawRequest, LineError, Phase, Scene
from jaxstudio.functions.protocol.scene import Found, MarkKind
from jaxstudio.functions.service import (
    charts,
    curve_lines,
    differential,
    members,
    planes,
    questions,
    reading,
    sequences,
)
from jaxstudio.functions.service.crossings import crossings
from jaxstudio.functions.service.curve_lines import Path, Samples
from jaxstudio.functions.service.members import together
from jaxstudio.functions.service.programs import Programs, in_thread
from jaxstudio.functions.service.reading import Function, Reader
from jaxstudio.functions.service.solution_values import with_solutions
from jaxstudio.processes.errors import record_error
from jaxstudio.processes.serve import Work
from jaxstudio.runtime.compile_counter import COMPILES

# Scenes that are not complete are handed out no more often.
TELL_SECONDS = 0.1
# What is not compiled by then is drawn by its values alone meanwhile.
FIRST_SECONDS = 0.4
# While a solver is compiled, so often is looked for a newer request.
LOOK_SECONDS, STILL_SOLVING_SECONDS, SOLVING_SECONDS = 0.02, 3.0, 60.0


# Marks are looked for on so many curves of a line with lists.
MOST_STUDIED = 20
UNSTUDIED = Wording(
    "of the curves of a list the first {0} are studied; on the others no marks are looked for", MOST_STUDIED
)


def sampled(drawn: DrawnLine, why: Wording) -> DrawnLine:
    """A line on the fixed grid of which no more will be computed."""
    return replace(drawn, curves=tuple(replace(curve, refined=True, note=why) for curve in drawn.curves))


def _members_of(paths: Sequence[Path]) -> list[int]:
    return [path.member for path in paths]


class Composer:
    """Composes scenes, and keeps all that the next one may need."""

    def __init__(self) -> None:
        self.reader, self.programs = Reader(with_solutions), Programs()
        # of each line the curves that were drawn last while a hand moved, and what they depend on
        self.sketches: dict[int, tuple[tuple[object, ...], DrawnLine]] = {}

    def close(self) -> None:
        """Compile no more."""
        self.programs.close()

    def draw(self, request: DrawRequest, work: Work) -> Scene:
        """The scene of a request.

        Scenes that are not complete are told through `work` while something is being compiled.
        """
        return _Composition(self, request, work).scene()


class _Composition:
    """A request in work: each line has its entry in `drawn`; lines with a task are finished later."""

    def __init__(self, composer: Composer, request: DrawRequest, work: Work) -> None:
        self.programs, self.sketches = composer.programs, composer.sketches
        self.request, self.work = request, work
        self.stopped = request.stopped
        self.began, self.last_sent, self.compiles = time.perf_counter(), 0.0, COMPILES.awaited
        self.seconds: dict[str, float] = {}
        self.read = composer.reader.of(request.lines)
        self.took("read")
        self.drawn: list[DrawnLine] = []
        self.paths: dict[int, list[Path]] = {}
        self.refined = request.phase is Phase.REFINED
        # lines whose curves are computed, and are to be sketched: their paths with samples, what they are of
        self.sampled: dict[int, tuple[list[Samples], tuple[object, ...]]] = {}

    def scene(self) -> Scene:
        """Draw all lines: the quick ones first, then the others."""
        for index in range(len(self.request.lines)):
            self.drawn.append(self.guarded(index, self.first))
        self.sketch()
        every = [path for paths in self.paths.values() for path in paths]
        alive = [path for path in every if not self.stopped_in(path)]
        self.programs.request([program for path in alive for program in path.programs])
        self.took("first")
        waiting = [index for index, drawn in enumerate(self.drawn) if drawn.pending]
        if waiting and not self.refined:
            self.tell()
        for index in waiting:
            self.work.check()
            self.drawn[index] = self.guarded(index, self.later)
            self.took("curves" if index in self.paths else "planes")
            if index != waiting[-1]:
                self.tell_now_and_then()
        if self.refined:
            for index, line in enumerate(self.read.sheet.lines):
                if isinstance(line.tree, Question) and line.error is None and self.drawn[index].error is None:
                    self.drawn[index] = self.guarded(index, self.answered)
        found = self.intersections() if self.refined else None
        self.took("intersections")
        return replace(self.current_scene(), intersections=found, complete=True)

    def current_scene(self) -> Scene:
        """Return the scene as far as it is made."""
        request = self.request
        return Scene(
            request.number,
            request.phase,
            request.view,
            tuple(self.drawn),
            complete=False,
            sliders=self.read.sheet.free,
            compiles=COMPILES.awaited - self.compiles,
            seconds=dict(self.seconds),
        )

    def tell(self) -> None:
        self.work.tell(self.current_scene())
        self.last_sent = time.perf_counter()

    def tell_now_and_then(self) -> None:
        if time.perf_counter() - self.last_sent > TELL_SECONDS:
            self.tell()

    def show(self, index: int, drawn: DrawnLine) -> None:
        """A line that is not finished yet."""
        self.drawn[index] = replace(drawn, pending=True)
        self.tell_now_and_then()

    def took(self, part: str) -> None:
        """Count the time since the last part."""
        spent = time.perf_counter() - self.began - sum(self.seconds.values())
        self.seconds[part] = self.seconds.get(part, 0.0) + spent

    def guarded(self, index: int, draw: Callable[[int], DrawnLine]) -> DrawnLine:
        """Draw a line, or return it with its error."""
        try:
            return draw(index)
        except Cancelled:
            raise
        except Exception as error:  # a user's mistake or a bug: reported in the line's place
            record = record_error(error)
            wrong = LineError(record.text, record.start, record.end, record.suggestion, record.trace)
            return replace(self.empty(index), kind="error", error=wrong)

    def empty(self, index: int) -> DrawnLine:
        """Return a line as far as it is known before it is drawn."""
        if index >= len(self.read.sheet.lines):
            return DrawnLine("error")
        line = self.read.sheet.lines[index]
        return DrawnLine(str(line.kind), line.name, line.sliders)

    def first(self, index: int) -> DrawnLine:
        """A line if it is quick; otherwise it is pending."""
        line, empty = self.read.sheet.lines[index], self.empty(index)
        function, line_request = self.read.functions[index], self.request.lines[index]
        if line.error is not None:
            raise line.error
        if line.system is not None:
            return self.differential_first(index)
        if line.kind is LineKind.SEQUENCE:
            if function is None or not line_request.visible:
                return empty
            p = self.read.values(line, self.request.sliders)
            self.begin(f"{function.key} terms", index)
            return sequences.draw(function, line, p, self.request.view, line_request.style)
        if function is None or function.untrained:
            return empty
        p = self.read.values(line, self.request.sliders)
        fills = line.fills_plane
        if line.kind is LineKind.CHART:
            return replace(empty, implicit=charts.chart(function, p) if line_request.visible else None)
        if isinstance(line.tree, Question) and line.tree.kind not in DRAWN:
            return empty
        if not line.variables and not fills:
            self.begin(f"{function.key} value", index)
            value = (members.values if line.lists else reading.value)(function, p)
            value, error = reading.estimated(function, p, value)
            return replace(empty, value=value, answer=error, handles=reading.handles(line, value))
        if not line_request.visible or not line.variables:
            return empty
        if curve_lines.is_path(line):
            if curve_lines.options_of(line_request) not in function.programs:
                self.begin(f"{function.key} ways", index)
            log = self.request.view.log
            paths = self.paths[index] = [
                replace(path, member=member)
                for member, (each, values) in enumerate(self.members(function, p))
                for path in curve_lines.paths_of(self.programs, line_request, each, values, log)
            ]
            if not paths:
                return empty
            ready = all(self.programs.is_quick(program) for path in paths for program in path.programs)
            if self.refined or not ready:
                return replace(empty, pending=True)
            parts = function, line_request, p, self.request.view
            if index in self.sketches and self.sketches[index][0] == parts:
                return self.sketches[index][1]
            self.sampled[index] = [self.at_once(index, path) for path in paths], parts
            return empty
        if fills:
            self.refuse_stopped(function.key)
            if not self.refined and (line_request.style, line_request.gradient) in function.drawn:
                return self.plane(index, function)
            return replace(empty, pending=True)
        return empty

    def sketch(self) -> None:
        """Draw the lines that are computed, all at once."""
        every = [each for samples, _ in self.sampled.values() for each in samples]
        drawn = iter(curve_lines.sketch(every, self.request.view))
        for index, (samples, parts) in self.sampled.items():
            members = [path.member for _, path, _, _ in samples]
            self.drawn[index] = together([next(drawn) for _ in samples], members)
            self.sketches[index] = parts, self.drawn[index]

    def answered(self, index: int) -> DrawnLine:
        """A line that asks, with its answer."""
        line = self.read.sheet.lines[index]
        assert isinstance(line.tree, Question)
        self.begin(f"{index} {line.text} answered", index)
        p = self.read.values(line, self.request.sliders)
        return replace(self.drawn[index], answer=questions.answer(line.tree, p))

    def members(self, function: Function, p: dict[str, float]) -> list[tuple[Function, Mapping[str, float]]]:
        """The functions of a line, each with its parameters: one, but of a line with lists."""
        if not function.line.lists:
            return [(function, p)]
        return [(each, each.p) for each in members.members(function, self.read.sheet, p)]

    def later(self, index: int) -> DrawnLine:
        """A line that may take long."""
        paths = self.paths.get(index)
        if paths is None and self.read.sheet.lines[index].system is not None:
            return self.differential(index)
        if paths is None:
            return self.plane_later(index)
        if not self.refined or len(paths) == 1:
            parts = [self.curve_later(index, path, partial(self.show, index)) for path in paths]
            return together(parts, _members_of(paths))
        for path in paths:
            self.wait_for(index, path)
        parts = [self.on_the_grid(index, path) for path in paths]
        for at, path in enumerate(paths[:MOST_STUDIED]):

            def show(drawn: DrawnLine, at: int = at) -> None:
                now = [*parts[:at], drawn, *parts[at + 1 :]]
                self.show(index, together(now, _members_of(paths)))

            parts[at] = self.curve_later(index, path, show)
        parts[MOST_STUDIED:] = [sampled(part, UNSTUDIED) for part in parts[MOST_STUDIED:]]
        return together(parts, _members_of(paths))

    def differential_first(self, index: int) -> DrawnLine:
        """A line of a differential equation, if what computes it is compiled."""
        line, empty = self.read.sheet.lines[index], self.empty(index)
        assert line.system is not None
        if not self.request.lines[index].visible:
            return empty
        equations = differential.equations_of(self.read, line.system)
        if equations is None:
            return empty
        self.refuse_stopped(self.key_of(line))
        return self.differential(index) if index in equations.quick else replace(empty, pending=True)

    def key_of(self, line: Line) -> str:
        """The key of the function of a system's first line."""
        assert line.system is not None
        function = self.read.functions[line.system.lead]
        assert function is not None
        return function.key

    def differential(self, index: int) -> DrawnLine:
        """The slopes of a differential equation, and the solutions that begin from this line's values."""
        line = self.read.sheet.lines[index]
        system = line.system
        assert system is not None
        equations = differential.equations_of(self.read, system)
        assert equations is not None
        lead = self.read.sheet.lines[system.lead]
        p, view, key = self.read.values(lead, self.request.sliders), self.request.view, self.key_of(line)
        self.work.doing(Wording("drawing line {0}", index + 1), key)
        drawn = replace(self.empty(index), arrows=differential.slopes(equations, line, p, view))
        # a scene that is told has all lines
        begun = len(self.drawn) == len(self.request.lines)
        if index not in equations.quick and drawn.arrows is not None and begun:
            self.show(index, drawn)
        span, marks = self.request.lines[system.lead].parameter, self.request.lines[index].marks
        slider = self.request.lines[index].sensitivity
        self.work.doing(Wording("solving line {0}", index + 1), key)
        solving = in_thread(differential.draw, self.read, line, p, view, span, marks, slider)
        # the slopes are shown at once
        until, pause = time.perf_counter() + SOLVING_SECONDS, TELL_SECONDS
        while not wait([solving], LOOK_SECONDS).done:
            self.work.check_room()
            now = time.perf_counter()
            if begun and now - self.last_sent > pause and now < until:
                self.tell()  # compiling a solver is no reason to give this process up
                pause = STILL_SOLVING_SECONDS
        equations.quick.add(index)
        return solving.result()

    def plane_later(self, index: int) -> DrawnLine:
        """A line that fills the plane."""
        function = self.read.functions[index]
        assert function is not None
        if not self.refined and planes.has_values(function.line) and not function.line.lists:
            return self.plane_after_values(index, function)
        self.work.doing(Wording("drawing line {0}", index + 1), function.key)
        return self.plane(index, function)

    def wait_for(self, index: int, path: Path) -> None:
        for program in path.programs:
            doing = Wording("compiling line {0} up to order {1}", index + 1, program.order)
            self.programs.wait_for(program, self.work, doing)

    def curve_later(self, index: int, path: Path, show: Callable[[DrawnLine], None]) -> DrawnLine:
        """A curve; `show` is given what there is of it meanwhile."""
        if why := self.stopped_in(path):
            return self.instead(index, path, why)
        if not self.refined and not path.exact.done.wait(FIRST_SECONDS):
            self.show_values(index, path)
        self.wait_for(index, path)
        if not self.refined or path.override is not None:
            return self.on_the_grid(index, path)
        key = f"{path.exact.key} studied"
        if key in self.stopped:
            return self.instead(index, path, self.stopped[key])
        self.work.doing(Wording("studying line {0}", index + 1), key)
        if not curve_lines.is_studied(path, self.request.view):
            return self.unstudied(path, index)
        return curve_lines.study(path, index, self.request.view, self.work, show)

    def stopped_in(self, path: Path) -> Wording | None:
        """Return the reason why one of its programs was stopped, if one was."""
        return next((self.stopped[each.key] for each in path.programs if each.key in self.stopped), None)

    def at_once(self, index: int, path: Path) -> Samples:
        """Samples on the grid, by a compiled program or operation by operation."""
        self.begin_at_once(index, path)
        return (index, path, *curve_lines.samples_of(path, self.request.view))

    def on_the_grid(self, index: int, path: Path) -> DrawnLine:
        """The curves on the fixed grid; while a hand moves, of them only what is painted."""
        view = self.request.view
        if self.refined:
            self.begin_at_once(index, path)
            return curve_lines.draw_at_once(path, index, view)
        (drawn,) = curve_lines.sketch([self.at_once(index, path)], view)
        return drawn

    def begin_at_once(self, index: int, path: Path) -> None:
        """Name the line to blame where its programs are not compiled."""
        if not all(program.done.is_set() for program in path.programs):
            self.begin(f"{path.exact.key} at once", index)

    def unstudied(self, path: Path, index: int) -> DrawnLine:
        """The curves on the fixed grid, since each value costs so much."""
        drawn = self.on_the_grid(index, path)
        return sampled(drawn, Wording("each value takes so long that this is drawn on a fixed grid"))

    def instead(self, index: int, path: Path, why: Wording) -> DrawnLine:
        """Draw the possible part without a stopped program; the line says why."""
        if all(map(self.programs.is_quick, path.programs)):
            drawn = self.on_the_grid(index, path)
        elif f"{path.exact.key} values" in self.stopped:
            drawn = self.empty(index)
        else:
            drawn = self.values(index, path)
        return replace(drawn, kind="error", error=LineError(why))

    def values(self, index: int, path: Path) -> DrawnLine:
        """The curve of order 0 on the fixed grid, for which nothing need be compiled as a whole."""
        self.begin(f"{path.exact.key} values", index)
        return curve_lines.draw_values(self.programs, path, index, self.request.view)

    def show_values(self, index: int, path: Path) -> None:
        """Hand out the values alone, if they could be computed so far."""
        if f"{path.exact.key} values" not in self.stopped:
            self.show_pending(index, self.values(index, path))

    def begin(self, key: str, index: int) -> None:
        """Name the line to blame if the next work must be stopped; refuse a line that was stopped before."""
        self.refuse_stopped(key)
        self.work.doing(Wording("computing line {0}", index + 1), key)

    def refuse_stopped(self, key: str) -> None:
        if key in self.stopped:
            raise ComputeError(self.stopped[key])

    def plane(self, index: int, function: Function) -> DrawnLine:
        line_request = self.request.lines[index]
        p = self.read.values(self.read.sheet.lines[index], self.request.sliders)
        drawn = together(
            [
                planes.draw(line_request, each, values, self.request.view, self.refined)
                for each, values in self.members(function, p)
            ]
        )
        if not self.refined:
            function.drawn.add((line_request.style, line_request.gradient))
        return drawn

    def plane_after_values(self, index: int, function: Function) -> DrawnLine:
        """The picture of the plane, drawn in a thread; if that takes long, by its values alone first."""
        message = Wording("drawing line {0}", index + 1)
        self.work.doing(message, function.key)
        exact: Future[DrawnLine] = in_thread(self.plane, index, function)
        values_key = f"{function.key} values"
        if not wait([exact], FIRST_SECONDS).done and values_key not in self.stopped:
            line_request, line = self.request.lines[index], self.read.sheet.lines[index]
            self.begin(values_key, index)
            p = self.read.values(line, self.request.sliders)
            try:
                drawn = planes.draw_values(line_request, function, p, self.request.view)
            except Exception:
                exact.result()  # it says what is wrong, as it does where no values are wanted
                raise
            if not exact.done():
                self.show_pending(index, drawn)
            self.work.doing(message, function.key)
        return exact.result()

    def show_pending(self, index: int, drawn: DrawnLine) -> None:
        """Send a line now; more of it follows."""
        self.drawn[index] = replace(drawn, pending=True)
        self.tell()

    def may_cross(self, index: int, path: Path) -> bool:
        """Whether it is a studied curve y = f(x)."""
        drawn = self.drawn[index]
        if path.in_the_plane or path.override is not None or 0 not in path.orders or drawn.error is not None:
            return False
        if path.order:
            return False
        return not any(curve.note and curve.member == path.member for curve in drawn.curves)

    def intersections(self) -> Found | None:
        """Return the intersections of the visible curves of order 0, if any line asks for them."""
        requested = any(MarkKind.INTERSECTION in line.marks for line in self.request.lines)
        crossing = [
            p.plain or p for index, paths in self.paths.items() for p in paths if self.may_cross(index, p)
        ]
        key = " ".join(["crossings", *(path.exact.key for path in crossing)])
        equations = self.equations() if requested else []
        if not requested or len(crossing) + len(equations) < 2 or key in self.stopped:
            return None
        self.work.doing(Wording("looking for intersections"), key)
        return crossings(crossing, equations, self.request.view, self.work)

    def equations(self) -> list[PlaneCurve]:
        """The visible curves of equations in x and y."""
        curves = []
        lines = zip(self.read.sheet.lines, self.read.functions, self.drawn, strict=False)
        for line, function, drawn in lines:
            if function is None or drawn.implicit is None or line.kind is not LineKind.IMPLICIT:
                continue
            for each, values in self.members(function, self.read.values(line, self.request.sliders)):
                if (curve := planes.equation_of(each, values)) is not None:
                    curves.append(curve)
        return curves
