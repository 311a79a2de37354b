"""Values of solutions at a place, with their estimated errors: in other lines, and under the cursor."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jaxstudio.errors import ExpressionError, UsageError, Wording, listed
from jaxstudio.functions.differential.solutions import digits_of
from jaxstudio.functions.interpreters.ball_numbers import Measured
from jaxstudio.functions.language import System
from jaxstudio.functions.language.differential import SolutionValue
from jaxstudio.functions.lists import number
from jaxstudio.functions.protocol.queries import CursorAnswer, CursorQuestion
from jaxstudio.functions.service.differential import Solution, equations_of, shows, solved, starts_of
from jaxstudio.functions.service.reading import Read

MOST_VALUES = 64


def with_solutions(read: Read, p: Mapping[str, float]) -> dict[str, float]:
    """The sliders, with the values of solutions among them, as y(3), computed from the others."""
    result = dict(p)
    for name in sorted(p.keys() & read.sheet.solutions.keys(), key=len):
        result[name] = _value(read, name, read.sheet.solutions[name], result)
    return result


def _value(read: Read, name: str, use: SolutionValue, p: Mapping[str, float]) -> Measured:
    """A state of a solution of a system, with its estimated error; ExpressionError without one."""
    system = read.sheet.lines[use.lead].system
    equations = equations_of(read, system) if system is not None else None
    if system is None or equations is None:
        raise ExpressionError(Wording("{0} has no value: its equation is wrong", name), 0, 0)
    own = {slider: p[slider] for slider in read.sheet.lines[use.lead].sliders}
    at = number(use.at, p, use.lead)
    key = (at, use.state, use.number, repr(system.initials), tuple(sorted(own.items())))
    if key not in equations.values:
        starts = starts_of(system, read.sheet, own)
        if len(starts) != use.count:
            needed = listed([f"{state}(0) = …" for state in system.states])
            message = Wording("{0} has no value without {1}", name, needed)
            if starts:
                message = Wording("{0} has several values: there are {1} solutions", name, len(starts))
            raise ExpressionError(message, 0, 0)
        start = starts[use.number]
        size = max(abs(value.number) for value in start.values) or 1.0
        (solution,) = solved(equations, system, (start,), own, (at, at), (1.0, size), None)
        samples = solution.samples
        near = np.abs(samples.t - at) <= 1e-12 * (abs(at) + abs(at - start.at))
        if not near.any():
            message = Wording("the solution does not reach {0}", name)
            for mark in solution.ends[:1]:
                message = Wording("{0}: {1}", message, mark.detail)
            raise ExpressionError(message, 0, 0)
        row = int(np.argmax(near))
        if use.state in system.states:
            state, values, errors = system.states.index(use.state), samples.y, samples.error
        else:  # the highest derivative, which the equation gives
            state = system.states.index(use.state.removesuffix("'"))
            values, errors = samples.slope, samples.slope_error
        equations.values[key] = Measured(values[row, state], errors[row, state])
        while len(equations.values) > MOST_VALUES:
            equations.values.popitem(last=False)
    return equations.values[key]


def solution_at(read: Read, question: CursorQuestion) -> CursorAnswer | None:
    """The answer to a question about a solution that was drawn; None about other lines."""
    target = question.target
    line = read.sheet.lines[target.line] if 0 <= target.line < len(read.sheet.lines) else None
    if line is None or line.system is None:
        return None
    system, equations = line.system, equations_of(read, line.system)
    lead = read.sheet.lines[system.lead]
    p = read.values(lead, target.sliders)
    starts = starts_of(system, read.sheet, p)
    drawn = [
        (number_, component)
        for number_, start in enumerate(starts)
        for component, state in enumerate(system.states)
        if shows(line, system, state, start.values[component])
    ]
    if equations is None or not equations.solved or not 0 <= (target.member or 0) < len(drawn):
        raise UsageError("line {0} has no solution here", target.line + 1)
    number_, component = drawn[target.member or 0]
    latest = next(reversed(equations.solved.values()))
    return _cursor(latest[number_], system, component, question.at)


def _cursor(solution: Solution, system: System, component: int, at: float) -> CursorAnswer:
    """A solution at a place, with the digits that its estimated error leaves. UsageError outside of it."""
    found = solution.samples.at(at)
    if found is None:
        raise UsageError("there is no solution at {0} = {1:g}", system.independent, at)
    value, slope, bend, error = (each[component] for each in found)
    long = float(np.hypot(1.0, slope))
    curvature = float(bend / long**3)
    straight = abs(curvature) < 1e-12
    centre = None if straight else (at - slope / long / curvature, value + 1 / long / curvature)
    digits = (int(digits_of(float(value), float(error))), None, None)
    return CursorAnswer(
        at,
        (float(value), float(slope), float(bend)),
        at,
        float(value),
        1 / long,
        float(slope / long),
        curvature,
        None if centre is None else (float(centre[0]), float(centre[1])),
        None if straight else abs(1 / curvature),
        digits=digits,
    )
