"""Curves refined: sampled until they bend and span little; their breaks, marks and intersections."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from jaxstudio.functions.curves.analysis import Study
from jaxstudio.functions.curves.evaluator import CHUNK, Compiled
from jaxstudio.functions.curves.features import Features, intersections
from jaxstudio.functions.curves.parametric import Graph, Planar
from jaxstudio.functions.curves.typed import evaluator_of, plane_track
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.requests import DrawnLine
from jaxstudio.functions.protocol.scene import Found, Mark, MarkKind, View
from jaxstudio.functions.service.paths import Path, draw_at_once
from jaxstudio.processes.serve import Work

# With more curves than this their intersections are not looked for.
MOST_CROSSED = 12
# Intervals are asked of a function that makes no more operations than this for a value, in the first
# orders of more: a thousand boxes take 0.3 ms an operation of the function itself, 2 ms of its
# derivative, and 5 ms from the second on. Looking for roots and the like takes many more boxes.
MOST_WORK, FIRST_MOST_WORK = 80, {0: 400, 1: 160}
# Studying takes a hundred blocks of points a curve: none may take longer.
MOST_SECONDS, TRIALS = 0.02, 2
OF_A_CURVE = frozenset(MarkKind) - {MarkKind.SADDLE, MarkKind.INTERSECTION}


def graph_evaluator(path: Path, order: int, most_work: int = MOST_WORK) -> Compiled:
    """The derivative of an order as a function of its own, with bounds over intervals if it is small."""
    bounded = path.function.work <= most_work
    return evaluator_of(
        path.function.subject, lambda x, p: path.blocks.rows(x), path.p, order, bounded=bounded
    )


def path_in_the_plane(path: Path, view: View) -> Planar:
    """A parametric or polar line as a path in the plane."""
    polar = path.kind is LineKind.POLAR
    return plane_track(lambda t, p: path.blocks.rows(t), polar, path.p, path.interval(view), view)


def is_studied(path: Path, view: View) -> bool:
    """Whether a curve's program is quick enough to be run a hundred times; it is tried once or twice."""
    for _ in range(TRIALS):
        if path.exact.seconds > MOST_SECONDS:
            path.exact.block(np.linspace(*path.interval(view), CHUNK), path.p)
    return path.exact.seconds <= MOST_SECONDS


def study(path: Path, index: int, view: View, work: Work, show: Callable[[DrawnLine], None]) -> DrawnLine:
    """The refined curves of a line, its programs compiled, with the marks of its lowest order.

    After each order `show` is given what there is: the others are still those of the fixed grid.
    """
    begun = time.perf_counter()
    if path.in_the_plane:
        turn = Study(path_in_the_plane(path, view), view)
        return path.drawn(index, [turn.pieces], time.perf_counter() - begun, refined=True)
    drawn = draw_at_once(path, index, view)
    curves = list(drawn.curves)
    studies = []
    for number, order in enumerate(path.orders):
        work.check()
        before = time.perf_counter()
        evaluator = graph_evaluator(path, order, FIRST_MOST_WORK.get(order, MOST_WORK))
        studies.append(Study(Graph(evaluator, view), view))
        curves[number] = replace(
            curves[number],
            pieces=studies[-1].pieces,
            refined=True,
            samples=len(studies[-1].samples.t),
            seconds=time.perf_counter() - before,
        )
        drawn = replace(drawn, curves=tuple(curves))
        show(drawn)
    if not studies:
        return drawn
    asked = Features(studies[0], graph_evaluator(path, path.orders[0]))
    kinds = [kind for kind in path.line.marks if kind in OF_A_CURVE]
    return replace(drawn, found=tuple(asked.found(kind) for kind in kinds))


def crossings(paths: Sequence[Path], view: View, work: Work) -> Found:
    """Where the curves y = f(x) of different lines meet, each pair apart."""
    evaluators = [graph_evaluator(path, 0) for path in paths[:MOST_CROSSED]]
    marks: list[Mark] = []
    complete = len(paths) <= MOST_CROSSED
    for a, b in combinations(evaluators, 2):
        work.check()
        found = intersections(a, b, view)
        marks += found.marks
        complete &= found.complete
    return Found(MarkKind.INTERSECTION, tuple(sorted(marks, key=lambda mark: mark.x)), complete)
