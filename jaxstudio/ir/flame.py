"""Flame graphs of a run: what stands on what, by the functions called and by the named scopes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jaxstudio.ir.cost import Flame
from jaxstudio.ir.links.origins import Equation, Place
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Kind

Level = tuple[str, str, int]  # a name, the source and the line where it is written


def flames_of(report: Report, values: np.ndarray) -> dict[str, Flame]:
    """The flames of values of equations: by "functions", with the line that each is at, and by "scopes"."""
    stages = {stage.path: stage.name for stage in report.stages if stage.kind is Kind.SOURCE and stage.path}
    frames: list[tuple[Place, ...]] = []
    scopes: list[tuple[str, ...]] = []
    for equation in report.equations:
        above = frames[equation.above] if equation.above >= 0 else ()
        frames.append(_within(equation.frames, stages) or above)
        around = scopes[equation.above] if equation.above >= 0 else ()
        scopes.append(around + tuple(filter(None, equation.names.split("/"))))

    def functions(number: int) -> Iterator[Level]:
        for frame in reversed(frames[number]):
            name = frame.function.rpartition(".")[2]
            yield f"{name}:{frame.line}", stages.get(frame.path, ""), frame.line
        yield _leaf(report.equations[number], frames[number], stages)

    def named(number: int) -> Iterator[Level]:
        leaf = _leaf(report.equations[number], frames[number], stages)
        yield from ((scope, *leaf[1:]) for scope in scopes[number])
        yield leaf

    numbers = np.flatnonzero(values).tolist()
    return {
        name: _flame([(tuple(levels(number)), float(values[number])) for number in numbers])
        for name, levels in (("functions", functions), ("scopes", named))
    }


def _within(frames: tuple[Place, ...], stages: dict[str, str]) -> tuple[Place, ...]:
    """The frames from the outermost one in a shown source on; further out are the callers of the function."""
    shown = [place for place, frame in enumerate(frames) if frame.path in stages]
    return frames[: shown[-1] + 1] if shown else ()


def _leaf(equation: Equation, frames: tuple[Place, ...], stages: dict[str, str]) -> Level:
    inner = next((frame for frame in frames if frame.path in stages), None)
    return (
        (equation.primitive, "", 0) if inner is None else (equation.primitive, stages[inner.path], inner.line)
    )


def _flame(stacks: list[tuple[tuple[Level, ...], float]]) -> Flame:
    """Stacks that begin alike share their first nodes."""
    numbers: dict[tuple[str, ...], int] = {}
    levels: list[Level] = []
    above: list[int] = []
    values: list[float] = []
    for stack, value in stacks:
        at = -1
        for depth, level in enumerate(stack, 1):
            names = tuple(each[0] for each in stack[:depth])
            if names not in numbers:
                numbers[names] = len(levels)
                levels.append(level)
                above.append(at)
                values.append(0.0)
            at = numbers[names]
            values[at] += value
    return Flame(
        tuple(name for name, _, _ in levels),
        np.array(above, np.int32),
        np.array(values),
        tuple(stage for _, stage, _ in levels),
        np.array([line for *_, line in levels], np.int32),
    )
