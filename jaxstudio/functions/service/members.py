"""A line with lists as its members: scalar functions that share programs, and their drawings put together."""

from __future__ import annotations

import hashlib
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.fields.conditions import Condition
from jaxstudio.functions.language import Line, Sheet, limits
from jaxstudio.functions.language.nodes import Node, is_several, outermost
from jaxstudio.functions.lists import elements, exact, number, template_of
from jaxstudio.functions.logarithmic import in_exponents
from jaxstudio.functions.protocol.requests import DrawnLine
from jaxstudio.functions.protocol.scene import Boxes, Found, Implicit, Mark, MarkKind, Region
from jaxstudio.functions.service.reading import Function

# The programs of lists, kept while their numbers change: a point that is dragged compiles nothing.
MOST_TEMPLATES = 256
_templates: OrderedDict[str, Function] = OrderedDict()


class Member(Function):
    """One of the functions of a line with lists. `template` has the programs, which take `p` of the member.

    What is proven is proven of the member's own tree.
    """

    def __init__(self, line: Line, sheet: Sheet, template: Function, p: Mapping[str, float]) -> None:
        super().__init__(template.key, line, sheet)
        self.template, self.p = template, p
        self.programs, self.drawn = template.programs, template.drawn

    def _other(self, log: str, order: int) -> Function:
        line = in_exponents(self.line, log, order)
        return Member(line, self._sheet, self.template.in_exponents(log, order), self.p)

    @cached_property
    def subject(self) -> Subject:
        return replace(self.template.subject, tree=self.line.tree)

    @property
    def condition(self) -> Condition:
        return self.template.condition


def members(function: Function, sheet: Sheet, p: Mapping[str, float]) -> tuple[Member, ...]:
    """The members of a line with lists at values of sliders. Raises ExpressionError without lists."""
    line = function.line
    assert line.tree is not None
    known = tuple(sorted(p.items()))
    if function.members is not None and function.members[0] == known:
        return function.members[1]
    found = elements(line.tree, p, line.index)
    trees = found if isinstance(found, list) else [found]
    if len(trees) > limits.MEMBERS:
        message = Wording("this makes {0:,} curves; at most {1} are drawn", len(trees), limits.MEMBERS)
        raise ExpressionError(message, line.tree.start, line.tree.end)
    function.members = known, tuple(_member(function, sheet, tree, p) for tree in trees)
    return function.members[1]


def _member(function: Function, sheet: Sheet, tree: Node, p: Mapping[str, float]) -> Member:
    line = function.line
    template, bodies = template_of(tree)
    slots = tuple(f"${at}" for at in range(len(bodies)))
    typed = replace(line, tree=template, sliders=(*line.sliders, *slots), lists=False)
    identity = repr((template, typed.kind, typed.variables, typed.sliders))
    if identity not in _templates:
        key = hashlib.sha256(identity.encode()).hexdigest()[:24]
        _templates[identity] = Function(key, typed, Sheet((*sheet.lines, typed)))
        while len(_templates) > MOST_TEMPLATES:
            _templates.popitem(last=False)
    _templates.move_to_end(identity)
    values = {f"${at}": number(body, p, line.index) for at, body in enumerate(bodies)}
    whole = replace(line, tree=exact(tree), lists=False)
    return Member(whole, sheet, _templates[identity], {**p, **values})


def values(function: Function, p: Mapping[str, float]) -> tuple[float, ...]:
    """The numbers of a line without variables; of points x1, y1, x2, y2, …"""
    line = function.line
    assert line.tree is not None
    found = elements(line.tree, p, line.index)
    trees = [exact(tree) for tree in (found if isinstance(found, list) else [found])]
    parts = [part for tree in trees for part in (outermost(tree).children() if is_several(tree) else (tree,))]
    return tuple(number(part, p, line.index) for part in parts)


def together(parts: Sequence[DrawnLine], of: Sequence[int] | None = None) -> DrawnLine:
    """One drawing of several of the same line, in their order; `of`: their members, one each by default."""
    if len(parts) == 1:
        return parts[0]
    of = of or range(len(parts))
    curves = [
        replace(curve, marks=tuple(replace(mark, member=member) for mark in curve.marks))
        for member, part in zip(of, parts, strict=True)
        for curve in part.curves
    ]
    marks: dict[MarkKind, list[Mark]] = {}
    complete: Counter[MarkKind] = Counter()
    for member, part in zip(of, parts, strict=True):
        for found in part.features:
            marks.setdefault(found.kind, []).extend(replace(mark, member=member) for mark in found.marks)
            complete[found.kind] += found.complete
    return replace(
        parts[0],
        curves=tuple(curves),
        features=tuple(
            Found(kind, tuple(each), complete[kind] == len(set(of))) for kind, each in marks.items()
        ),
        implicit=_implicit([part.implicit for part in parts if part.implicit is not None]),
        region=_region([part.region for part in parts if part.region is not None]),
        contours=tuple(contour for part in parts for contour in part.contours),
    )


def _boxes(parts: Sequence[Boxes]) -> Boxes:
    return Boxes(np.concatenate([part.corners for part in parts]))


def _implicit(parts: Sequence[Implicit]) -> Implicit | None:
    if not parts:
        return None
    return Implicit(
        tuple(line for part in parts for line in part.lines),
        np.concatenate([part.points for part in parts]),
        _boxes([part.unresolved for part in parts]),
        _boxes([part.solid for part in parts]),
        all(part.complete for part in parts),
        sum(part.samples for part in parts),
    )


def _region(parts: Sequence[Region]) -> Region | None:
    """The region where one of the conditions holds; without a value where none has one."""
    if not parts:
        return None
    inside = np.logical_or.reduce([part.inside for part in parts])
    undefined = np.logical_and.reduce([part.undefined for part in parts])
    edges = tuple(edge for part in parts for edge in part.boundary)
    return Region(inside, undefined, edges, _boxes([part.unresolved for part in parts]))
