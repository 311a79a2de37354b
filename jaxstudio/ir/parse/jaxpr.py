"""A jaxpr as JAX prints it, and which equation stands where: JAX's own printer marks them.

The printer notes the source of every equation beside its columns. Given a jaxpr whose equations
carry their own number in place of their source, it tells where each was printed, nested ones and
shared ones too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from jax.extend import core

from jaxstudio.ir.equations import Equation
from jaxstudio.ir.links.index import Parsed, Span, nothing, spans_of
from jaxstudio.ir.links.origins import Place
from jaxstudio.runtime.jax_internals import user_frames

Change = Callable[[int, Any], Any]


@dataclass(frozen=True)
class _Number:
    """Stands in an equation for its source."""

    equation: int


def rebuilt(closed: core.ClosedJaxpr, change: Change) -> core.ClosedJaxpr:
    """The same jaxpr with `change(number, equation)` as the source information of each equation.

    Equations are numbered as they are met, before those inside them; a jaxpr that is used twice
    stays one jaxpr.
    """
    held: dict[int, Any] = {}
    count = iter(range(1 << 62))

    def open_jaxpr(jaxpr: core.Jaxpr) -> core.Jaxpr:
        if id(jaxpr) not in held:
            equations = []
            for equation in jaxpr.eqns:
                info = change(next(count), equation)
                parameters = {name: value(given) for name, given in equation.params.items()}
                equations.append(equation.replace(params=parameters, source_info=info))
            held[id(jaxpr)] = jaxpr.replace(eqns=equations)
        return held[id(jaxpr)]

    def value(param: Any) -> Any:
        if isinstance(param, core.ClosedJaxpr):
            if id(param) not in held:
                held[id(param)] = param.replace(jaxpr=open_jaxpr(param.jaxpr))
            return held[id(param)]
        if isinstance(param, core.Jaxpr):
            return open_jaxpr(param)
        if isinstance(param, tuple | list) and any(_is_jaxpr(each) for each in param):
            return type(param)(value(each) for each in param)
        return param

    return value(closed)


def _is_jaxpr(value: Any) -> bool:
    return isinstance(value, core.ClosedJaxpr | core.Jaxpr)


def inner_jaxprs(equation: Any) -> Iterator[core.Jaxpr]:
    """The jaxprs among an equation's parameters, in the order in which `rebuilt` meets them."""
    for given in equation.params.values():
        for each in given if isinstance(given, tuple | list) else (given,):
            if isinstance(each, core.ClosedJaxpr):
                yield each.jaxpr
            elif isinstance(each, core.Jaxpr):
                yield each


def walked(closed: core.ClosedJaxpr) -> Iterator[tuple[int, Any, core.Jaxpr]]:
    """Every equation with the number of the one that holds it (−1 at the top) and the jaxpr it stands in.

    The order is that of their numbers; a jaxpr that is used twice is walked once.
    """
    seen: set[int] = set()
    count = iter(range(1 << 62))

    def walk(jaxpr: core.Jaxpr, above: int) -> Iterator[tuple[int, Any, core.Jaxpr]]:
        if id(jaxpr) in seen:
            return
        seen.add(id(jaxpr))
        for equation in jaxpr.eqns:
            number = next(count)
            yield above, equation, jaxpr
            for inner in inner_jaxprs(equation):
                yield from walk(inner, number)

    return walk(closed.jaxpr, -1)


def equations_of(closed: core.ClosedJaxpr) -> list[Equation]:
    """All equations, numbered as `rebuilt` numbers them."""
    producers: dict[tuple[int, Any], int] = {}
    equations: list[Equation] = []
    for above, equation, jaxpr in walked(closed):
        equations.append(_equation(equation, above, id(jaxpr), producers))
        for variable in equation.outvars:
            producers[id(jaxpr), variable] = len(equations) - 1
    return equations


def _equation(equation: Any, above: int, jaxpr: int, producers: dict[tuple[int, Any], int]) -> Equation:
    inputs = tuple(
        -1 if isinstance(variable, core.Literal) else producers.get((jaxpr, variable), -1)
        for variable in equation.invars
    )
    frames = tuple(
        Place(path, line, column, end_line, end_column, function)
        for path, function, line, column, end_line, end_column in user_frames(equation.source_info)
    )
    outputs = tuple(variable.aval.str_short(short_dtypes=True) for variable in equation.outvars)
    names = str(equation.source_info.name_stack)
    return Equation(equation.primitive.name, above, names, frames, inputs, outputs)


def parse_jaxpr(closed: core.ClosedJaxpr, text: str, equations: Sequence[Equation]) -> Parsed:
    """Where in `text`, which is `str(closed)`, each equation stands; items are equations by number."""
    marked = rebuilt(closed, lambda number, equation: equation.source_info.replace(traceback=_Number(number)))
    marks: list[list[tuple[int, int, Any]]] = []
    if marked.pretty_print(source_map=marks) != text:
        return nothing("JAX printed these equations in another way when they were numbered")
    spans: list[Span] = [(0, 0, 0, 0)] * len(equations)
    for line, found in enumerate(marks, start=1):
        for start, end, mark in found:
            if isinstance(mark, _Number):
                spans[mark.equation] = _grown(spans[mark.equation], (line, start, line, end))
    names = [equation.primitive for equation in equations]
    none = np.full(len(names), -1, np.int32)
    return Parsed(spans_of(spans), names, list(names), none)


def _grown(span: Span, by: Span) -> Span:
    if span[0] == 0:
        return by
    return (*min(span[:2], by[:2]), *max(span[2:], by[2:]))
