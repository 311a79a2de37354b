"""Where the curves of a scene meet: graphs y = f(x) and equations in x and y, pair by pair."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations, product

from jaxstudio.functions.curves.features import intersections
from jaxstudio.functions.fields.intersections import PlaneCurve
from jaxstudio.functions.fields.intersections import intersections as plane_intersections
from jaxstudio.functions.language.nodes import Chain, Name, substitute
from jaxstudio.functions.logarithmic import in_stretches
from jaxstudio.functions.protocol.scene import Found, Mark, MarkKind, View
from jaxstudio.functions.service.curve_lines import Path, graph_evaluator
from jaxstudio.processes.serve import Work

# So many curves are looked at, graphs first.
MOST_CROSSED = 12


def crossings(paths: Sequence[Path], equations: Sequence[PlaneCurve], view: View, work: Work) -> Found:
    """The intersections of all curves in view, sorted by x."""
    graphs = paths[:MOST_CROSSED]
    others = equations[: MOST_CROSSED - len(graphs)]
    evaluators = [graph_evaluator(path, 0) for path in graphs]
    pairs = [partial(in_stretches, partial(intersections, a, b)) for a, b in combinations(evaluators, 2)]
    mixed = product([_equation(path) for path in graphs], others) if others else ()
    pairs += [partial(plane_intersections, a, b) for a, b in (*mixed, *combinations(others, 2))]
    complete = len(paths) + len(equations) <= MOST_CROSSED
    marks: list[Mark] = []
    for meet in pairs:
        work.check()
        found = meet(view)
        marks += found.marks
        complete &= found.complete
    return Found(MarkKind.INTERSECTION, tuple(sorted(marks, key=lambda mark: mark.x)), complete)


def _equation(path: Path) -> PlaneCurve:
    """y - f(x) = 0."""
    tree = path.function.line.tree
    assert tree is not None
    start, end = tree.start, tree.end
    height = substitute(tree, path.function.subject.inputs[0], Name(start, end, "x"))
    difference = Chain(start, end, (Name(start, end, "y"), height), ("-",))
    return PlaneCurve(difference, path.p, path.function.line.index)
