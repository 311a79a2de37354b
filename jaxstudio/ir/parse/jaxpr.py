"""A jaxpr as JAX prints it, which equation stands where, and which equation made which operation.

JAX's printer notes the source of every equation beside its columns. Given a jaxpr whose equations
carry their own number in place of their source, it tells where each was printed, nested ones and
shared ones too.

The names that JAX and XLA carry along do not tell apart what one line made many times (an unrolled
loop, say). So the jaxpr is lowered a second time with each equation's number among its names. The
copy is the same program; this is checked operation by operation, and where it is not so nothing is
claimed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import jax
import numpy as np
from jax.extend import core

from jaxstudio.ir.links.index import Parsed, nothing
from jaxstudio.ir.links.origins import Equation, Place
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.runtime.jax_internals import (
    primitive_name,
    printed_jaxprs,
    user_frames,
    with_printed_jaxprs,
)

Change = Callable[[int, Any], Any]
# Parameters of these kinds hold no jaxprs; most of them are printed in one line.
_ONE_LINE = (bytes, bool, int, float, complex, np.generic, np.dtype, type, type(None))
_PLAIN = (*_ONE_LINE, str, np.ndarray, jax.Array)
# A stand-in is a letter that no program has, and fillers: as long as the text that it stands for.
FIRST_STAND_IN, MOST_STAND_INS, FILLER = 0xF0000, 0xFFFD, "\x01"
STAND_IN = re.compile(f"[{chr(FIRST_STAND_IN)}-{chr(FIRST_STAND_IN + MOST_STAND_INS)}]{FILLER}*")


@dataclass(frozen=True)
class _Number:
    """Stands in an equation for its source."""

    equation: int


def rebuilt(
    closed: core.ClosedJaxpr, change: Change, parameter: Callable[[Any, Any], Any] = lambda _, new: new
) -> core.ClosedJaxpr:
    """The jaxpr with `change(number, equation)` as the source information of each equation.

    Equations are numbered as they are met, before those inside them; a jaxpr that is used twice
    stays one jaxpr. `parameter(given, new)` may replace a parameter whose jaxprs are rebuilt already.
    """
    held: dict[int, Any] = {}
    count = iter(range(1 << 62))

    def open_jaxpr(jaxpr: core.Jaxpr) -> core.Jaxpr:
        if id(jaxpr) not in held:
            equations = []
            for equation in jaxpr.eqns:
                info = change(next(count), equation)
                parameters = {name: parameter(given, value(given)) for name, given in equation.params.items()}
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
        return _with_jaxprs_changed(param, value)

    return value(closed)


def _is_jaxpr(value: Any) -> bool:
    return isinstance(value, core.ClosedJaxpr | core.Jaxpr)


def _jaxprs_in(param: Any) -> list[Any]:
    """The jaxprs that a parameter is or holds, at any depth, in a fixed order.

    A parameter may be a pytree of any registered kind (tuples, named tuples, dicts, a library's own classes),
    with dataclasses that nobody registered among its leaves. Jaxprs that a callable closes over stay unseen.
    """
    if _is_jaxpr(param):
        return [param]
    jaxprs: list[Any] = []
    for leaf in _leaves(param):
        if _is_jaxpr(leaf):
            jaxprs.append(leaf)
        elif printed := printed_jaxprs(leaf):
            jaxprs += printed.values()
        elif _is_plain_dataclass(leaf):
            jaxprs += [jaxpr for each in fields(leaf) for jaxpr in _jaxprs_in(getattr(leaf, each.name, None))]
    return jaxprs


def _with_jaxprs_changed(param: Any, change: Callable[[Any], Any]) -> Any:
    """The parameter with `change` of every jaxpr in it; the very same object where it holds none.

    An object that cannot be made anew from its parts stays as it is.
    """
    if _is_jaxpr(param):
        return change(param)
    if not _jaxprs_in(param):
        return param
    if printed_jaxprs(param):
        return with_printed_jaxprs(param, change)
    if _is_plain_dataclass(param):
        held = {each.name: getattr(param, each.name, None) for each in fields(param) if each.init}
        changed = {
            name: _with_jaxprs_changed(part, change) for name, part in held.items() if _jaxprs_in(part)
        }
        try:
            return replace(param, **changed)
        except (TypeError, ValueError):
            return param
    leaves, tree = jax.tree.flatten(param, is_leaf=_is_jaxpr)
    return jax.tree.unflatten(tree, [_with_jaxprs_changed(leaf, change) for leaf in leaves])


def _leaves(param: Any) -> list[Any]:
    if isinstance(param, _PLAIN):
        return []
    try:
        return jax.tree.leaves(param, is_leaf=_is_jaxpr)
    except (TypeError, ValueError):  # a dict whose keys have no order
        return [param]


def _is_plain_dataclass(value: Any) -> bool:
    return is_dataclass(value) and not isinstance(value, type)


def inner_jaxprs(equation: Any) -> Iterator[core.Jaxpr]:
    """The jaxprs among an equation's parameters, in the order in which `rebuilt` meets them."""
    for given in equation.params.values():
        for each in _jaxprs_in(given):
            yield each.jaxpr if isinstance(each, core.ClosedJaxpr) else each


def walked(closed: core.ClosedJaxpr) -> Iterator[tuple[int, Any, core.Jaxpr]]:
    """Every equation with the number of its holder (−1 at the top) and its jaxpr.

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
    """Return all equations, numbered as `rebuilt` numbers them."""
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
    return Equation(primitive_name(equation), above, names, frames, inputs, outputs)


def parse_jaxpr(closed: core.ClosedJaxpr, text: str, equations: Sequence[Equation]) -> Parsed:
    """Return the place of each equation in `text`, which is `str(closed)`; items are equations by number."""
    marked = rebuilt(closed, lambda number, equation: equation.source_info.replace(traceback=_Number(number)))
    places: dict[int, tuple[int, int]] = {}
    if not _note_places(marked, text, (0, len(text)), places):
        return nothing("JAX printed these equations in another way when they were numbered")
    breaks = [place for place, letter in enumerate(text) if letter == "\n"]

    def line_and_column(place: int) -> tuple[int, int]:
        line = bisect_left(breaks, place)
        return line + 1, place - (breaks[line - 1] + 1 if line else 0)

    parsed = unplaced(closed, text, equations)
    for number, (begin, end) in places.items():
        parsed.spans[number] = (*line_and_column(begin), *line_and_column(end))
    return parsed


def unplaced(closed: core.ClosedJaxpr, text: str, equations: Sequence[Equation]) -> Parsed:
    """The equations of a jaxpr without their places in the text."""
    names = [equation.primitive for equation in equations]
    none = np.full(len(names), -1, np.int32)
    return Parsed(np.zeros((len(names), 4), np.int32), names, list(names), none)


def _note_places(
    marked: Any, text: str, stretch: tuple[int, int], places: dict[int, tuple[int, int]]
) -> bool:
    """Note where in the whole text the equations of a marked jaxpr, printed at `stretch`, begin and end.

    JAX's printer writes parameters of most kinds by `str`. In such a text it marks no equation, and it counts
    it as one line where it has several. So such a text is printed as one line of the same length, and
    searched for the jaxprs that the parameter holds. False where the jaxpr is printed in another way.
    """
    stand_ins: list[_StandIn] = []

    def in_one_line(param: Any, new: Any) -> Any:
        if isinstance(param, (frozenset, *_ONE_LINE)) or _is_printed_as_jaxpr(param):
            return new
        shown = str(param)
        if "\n" not in shown or len(stand_ins) == MOST_STAND_INS:
            return new
        letter = chr(FIRST_STAND_IN + len(stand_ins))
        stand_ins.append(_StandIn(param, new, letter + FILLER * (len(shown) - 1)))
        return stand_ins[-1]

    lined = rebuilt(marked, lambda number, equation: equation.source_info, in_one_line)
    at, own = stretch[0], text[slice(*stretch)]
    for printable in (lined, marked) if stand_ins else (marked,):
        marks: list[list[tuple[int, int, Any]]] = []
        printed = printable.pretty_print(source_map=marks)
        begins = {match[0][0]: match.start() for match in STAND_IN.finditer(printed)}
        if STAND_IN.sub(lambda match: own[match.start() : match.end()], printed) == own:
            break
    else:
        return False
    fresh: dict[int, tuple[int, int]] = {}
    start = at
    for line, on_line in zip(printed.split("\n"), marks, strict=False):
        for begin, end, mark in on_line:
            if isinstance(mark, _Number) and mark.equation not in places:
                first, last = fresh.get(mark.equation, (start + begin, start + end))
                fresh[mark.equation] = min(first, start + begin), max(last, start + end)
        start += len(line) + 1
    places |= fresh
    for stand_in in stand_ins:
        begin = at + begins.get(stand_in.text[0], len(text))
        for inner in _jaxprs_in(stand_in.param):
            shown = inner.pretty_print()
            begin = text.find(shown, begin)
            if begin < 0:
                break
            _note_places(inner, text, (begin, begin + len(shown)), places)
            begin += len(shown)
    return True


class _StandIn(tuple[Any, ...]):
    """Printed instead of a parameter; a tuple, so that JAX finds the jaxprs in it that are used twice."""

    param: Any
    text: str

    def __new__(cls, param: Any, rebuilt_param: Any, text: str) -> _StandIn:
        made = super().__new__(cls, rebuilt_param if isinstance(param, tuple) else ())
        made.param, made.text = param, text
        return made

    def __str__(self) -> str:
        return self.text

    def __getattr__(self, name: str) -> Any:
        """Some primitives have a printing rule of their own, which reads attributes of a parameter."""
        return getattr(self.param, name)


def _is_printed_as_jaxpr(param: Any) -> bool:
    """Whether JAX's printer goes into a parameter and marks its equations."""
    is_tuple_of_jaxprs = type(param) is tuple and all(map(_is_jaxpr, param))
    return _is_jaxpr(param) or is_tuple_of_jaxprs or bool(printed_jaxprs(param))


TAG = re.compile(r"_eq(\d+)_(?![0-9])")


def lower_tagged(closed: core.ClosedJaxpr, name: str) -> Any:
    """Lower a copy of `closed`, as `jit(...).trace(...).lower()` does.

    The names of its operations hold `_eq<number>_` for every equation that they are part of.
    """
    tagged = rebuilt(
        closed,
        lambda number, equation: equation.source_info.replace(
            name_stack=equation.source_info.name_stack.extend(f"_eq{number}_")
        ),
    )
    inner = core.jaxpr_as_fun(tagged)

    def function(*arguments: Any) -> Any:
        return inner(*arguments)

    function.__name__ = function.__qualname__ = name
    shapes = [
        jax.ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=aval.weak_type) for aval in closed.in_avals
    ]
    return jax.jit(function).trace(*shapes).lower()


def equations_of_paths(paths: Sequence[str]) -> np.ndarray:
    """The innermost equation that each path of names carries, −1 for none and for a merged one; int32."""
    tags = (tags_of(path) if ";" not in path else [] for path in paths)
    return np.array([each[-1] if each else -1 for each in tags], np.int32)


def tags_of(path: str) -> list[int]:
    """The numbers of the equations that a path of names carries, the outermost first."""
    return [int(tag) for tag in TAG.findall(path)]
