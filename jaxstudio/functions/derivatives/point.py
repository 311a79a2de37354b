"""A typed expression at one point: its value and derivatives, of one variable or of several."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError, Wording
from jaxstudio.functions.derivatives.accuracy import (
    POOR,
    UNKNOWN,
    Reference,
    best,
    divergence,
    gradient_references,
    references,
    truth_reference,
)
from jaxstudio.functions.derivatives.compare import traced
from jaxstudio.functions.derivatives.methods import Method, check_order
from jaxstudio.functions.derivatives.orders import (
    EQUATIONS,
    Choice,
    choose,
    derivative_orders,
    forward_once,
    growth,
    reverse_once,
)
from jaxstudio.functions.derivatives.target import Function, Subject
from jaxstudio.functions.interpreters import tree_to_jax
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE
from jaxstudio.functions.language import Line, Sheet
from jaxstudio.functions.language.nodes import Name, is_condition, is_several, walk_all
from jaxstudio.functions.lists import without_lists
from jaxstudio.functions.progress import Progress

NESTED = {Method.REVERSE: reverse_once, Method.FORWARD: forward_once}
# seconds that tracing nested modes may take before it is refused
TRACING = 10.0
Numbers = float | list[Any]
# significant digits of each number; "unknown" where they cannot be told, None where there is no number
Digits = int | str | list[Any] | None


@dataclass(frozen=True)
class AtPoint:
    """`values` has an entry for each of `orders`: a number, or nested lists of numbers.

    For several variables order 1 is the gradient (inputs,) or the Jacobian (outputs, inputs), order 2 the
    Hessian (inputs, inputs). Numbers are float64 that print as the shortest decimal of their own format.
    `digits` have the shape of `values`: how many significant digits of each number are sure, or "unknown", as
    of a NaN where there may be a value.
    `multiprecision` are the orders with a number computed in multiple precision, since float64 left
    fewer than `POOR` digits.
    """

    line: Line
    at: Mapping[str, float]
    parameters: Mapping[str, float]
    orders: tuple[int, ...]
    values: tuple[Numbers, ...]
    method: str
    reason: str
    digits: tuple[Digits, ...] = ()
    multiprecision: tuple[int, ...] = ()
    whole: bool = True


def at_point(
    text: str,
    at: Mapping[str, float],
    parameters: Mapping[str, float],
    *,
    orders: Sequence[int] | None = None,
    by: str = "",
    method: Method | None = None,
    dtype: str = "float64",
    progress: Progress | None = None,
) -> AtPoint:
    """Read an expression and compute it at a point in one format.

    `orders` are 0..3 by default; 0 without variables, 0..2 of several, 0..1 of several for a vector. With
    `by` a function of several variables is differentiated by that one. `method` None chooses. `progress`
    is given order 0 alone, not `whole`, then all without knowing their digits. Raises ExpressionError for
    the text and UsageError for the rest.
    """
    progress = progress or Progress()
    sheet = Sheet.read([text], parameters)
    line = sheet.lines[0]
    if line.tree is None:
        raise line.error or UsageError("an expression is needed, such as x^2 + 1")
    _check_names(line, at, parameters)
    line = without_lists(line, sheet.values)
    assert line.tree is not None
    p = {name: jnp.asarray(parameters[name], dtype) for name in line.sliders}
    coordinates = {name: at[name] for name in line.variables or at if name in at}

    def answer(computed: Found, whole: bool = True) -> AtPoint:
        return _answer(computed, line, coordinates, parameters, method is None and dtype == "float64", whole)

    progress.do("computing the value")
    if is_condition(line.tree):
        found = _truth(line, at, p, orders, dtype)
    elif len(line.variables) > 1 and not by:
        found = _several(line, sheet, at, p, orders, method, dtype)
    else:
        found = _one(line, sheet, at, p, orders, by, method, dtype, lambda *got: progress.give(answer(*got)))
    return answer(found)


def _answer(
    computed: Found,
    line: Line,
    coordinates: Mapping[str, float],
    parameters: Mapping[str, float],
    may_replace: bool,
    whole: bool,
) -> AtPoint:
    chosen, requested, values = computed.choice, computed.orders, computed.values
    references = computed.references or [UNKNOWN] * len(values)
    judged = [
        _with_digits(_shortest(np.asarray(value)), rows, may_replace)
        for value, rows in zip(values, references, strict=True)
    ]
    raised = tuple(order for order, each in zip(requested, judged, strict=True) if each.replaced)
    reason = chosen.reason + (_why_raised(raised) if raised else "")
    numbers, digits = tuple(each.value for each in judged), tuple(each.digits for each in judged)
    return AtPoint(
        line, coordinates, dict(parameters), requested, numbers, chosen.method, reason, digits, raised, whole
    )


@dataclass(frozen=True)
class Found:
    """The values of the orders asked for, and nested tuples of the same shapes that judge them."""

    choice: Choice
    orders: tuple[int, ...]
    values: Sequence[Any]
    references: Sequence[Any] = field(default_factory=list)


@dataclass(frozen=True)
class _Judged:
    value: Numbers
    digits: Digits
    replaced: bool


def _with_digits(value: Numbers, rows: Any, may_replace: bool) -> _Judged:
    """The digits of nested numbers; poor ones are replaced if that is wanted and better ones are known."""
    if isinstance(value, list):
        known = rows if isinstance(rows, tuple) and len(rows) == len(value) else (UNKNOWN,) * len(value)
        parts = [_with_digits(part, row, may_replace) for part, row in zip(value, known, strict=True)]
        return _Judged(
            [part.value for part in parts],
            [part.digits for part in parts],
            any(part.replaced for part in parts),
        )
    while isinstance(rows, tuple) and len(rows) == 1:
        rows = rows[0]
    reference: Reference = rows if isinstance(rows, Reference) else UNKNOWN
    number, digits = best(value, reference) if may_replace else (value, reference.digits(value))
    # NaN is unlike itself
    replaced = not (number == value or math.isnan(number))
    if not math.isfinite(number):
        is_open = math.isnan(number) and reference.ball is not NOWHERE
        return _Judged(number, "unknown" if is_open else None, False)
    return _Judged(number, "unknown" if digits is None else digits, replaced)


def _why_raised(orders: tuple[int, ...]) -> str:
    which = f"order{'s' if len(orders) > 1 else ''} {', '.join(map(str, orders))}"
    return f"; {which} in multiple precision, as float64 leaves fewer than {POOR} digits"


def _check_names(line: Line, at: Mapping[str, float], parameters: Mapping[str, float]) -> None:
    if line.networks:
        raise UsageError("a network has no weights before it is fitted to points")
    # x > 2 is a region of the plane: it has a y, which it does not read
    assert line.tree is not None
    read = {part.name for part in walk_all(line.tree) if isinstance(part, Name)}
    missing = [name for name in line.variables if name in read and name not in at]
    if missing:
        raise UsageError("no value for {0}: expected --at {1}=1", ", ".join(missing), missing[0])
    unset = [name for name in line.sliders if name not in parameters]
    if unset:
        raise UsageError("no value for {0}: expected --set {1}=1", ", ".join(unset), unset[0])
    if line.variables and (unknown := [name for name in at if name not in line.variables]):
        raise UsageError("{0} is no variable of it: expected {1}", unknown[0], ", ".join(line.variables))
    if unknown := [name for name in parameters if name not in line.sliders]:
        raise UsageError(
            "{0} is no parameter of it: expected {1}", unknown[0], ", ".join(line.sliders) or Wording("none")
        )


def _truth(
    line: Line, at: Mapping[str, float], p: Mapping[str, Any], orders: Sequence[int] | None, dtype: str
) -> Found:
    if orders is not None and tuple(orders) != (0,):
        raise UsageError("an inequality is true or false: it has order 0 only")
    assert line.tree is not None
    f = tree_to_jax(line.tree, line.variables, {}, line.index)
    value = f(*(jnp.asarray(at.get(name, 0.0), dtype) for name in line.variables), p)
    # as the format holds them
    numbers = {
        **_floats(p),
        **{name: float(jnp.asarray(at.get(name, 0.0), dtype)) for name in line.variables},
    }
    judge = truth_reference(line.tree, numbers, line.index)
    choice = Choice(Method.VALUE, "1 where it holds, 0 where not")
    return Found(choice, (0,), [value.astype(dtype)], [judge])


def _one(
    line: Line,
    sheet: Sheet,
    at: Mapping[str, float],
    p: Mapping[str, Any],
    orders: Sequence[int] | None,
    by: str,
    method: Method | None,
    dtype: str,
    give: Callable[..., None],
) -> Found:
    subject = Subject.of_line(line, sheet, by)
    usual = (0, 1, 2, 3) if line.variables else (0,)
    requested = tuple(orders) if orders is not None else usual
    highest = max(requested)
    check_order(highest)
    if method is None:
        chosen = choose(subject, highest)
    else:
        chosen = Choice(method if highest else Method.VALUE, "as asked" if highest else "the function itself")
    point = [jnp.asarray(at.get(name, 0.0), dtype) for name in subject.inputs]
    if chosen.method in NESTED:
        found = growth(subject, highest, NESTED[chosen.method], (*point, p), seconds=TRACING)
        if found.stopped:
            raise UsageError(
                "{0} mode at order {1} was {2}; taylor can", chosen.method, highest, found.stopped
            )
    if highest:
        value = traced(subject.call, *point, p).compiled()(*point, p)
        give(Found(Choice(Method.VALUE, "the function itself"), (0,), [value]), False)
    program = traced(derivative_orders(subject, highest, chosen.method), *point, p)
    if program.equations > EQUATIONS:
        raise UsageError(
            "order {0} has {1:,} equations, at most {2:,}: ask for a lower one",
            highest,
            program.equations,
            EQUATIONS,
        )
    rows = program.compiled()(*point, p)
    give(Found(chosen, requested, [rows[order] for order in requested]))
    exact = references(subject, [float(x) for x in point], _floats(p), highest)
    if exact[0][0].ball is NOWHERE and (
        diverging := divergence(subject, [float(x) for x in point], _floats(p))
    ):
        chosen = replace(chosen, reason=f"{chosen.reason}; {diverging[1]}")
    return Found(
        chosen, requested, [rows[order] for order in requested], [exact[order] for order in requested]
    )


def _floats(p: Mapping[str, Any]) -> dict[str, float]:
    return {name: value if isinstance(value, float) else float(value) for name, value in p.items()}


def _several(
    line: Line,
    sheet: Sheet,
    at: Mapping[str, float],
    p: Mapping[str, Any],
    orders: Sequence[int] | None,
    method: Method | None,
    dtype: str,
) -> Found:
    """Gradient and Hessian, or Jacobian."""
    assert line.tree is not None
    vector, count = is_several(line.tree), len(line.variables)
    highest = 1 if vector else 2
    requested = tuple(orders) if orders is not None else tuple(range(highest + 1))
    if max(requested) > highest:
        what = Wording("a vector") if vector else Wording("a function of several variables")
        raise UsageError(
            "order {0}: {1} has orders 0..{2} here, or --by one variable", max(requested), what, highest
        )
    f = tree_to_jax(line.tree, line.variables, sheet.values, line.index)
    x = jnp.stack([jnp.asarray(at.get(name, 0.0), dtype) for name in line.variables])

    def of_vector(inputs: jax.Array, p: Mapping[str, Any]) -> jax.Array:
        return f(*inputs, p)

    outputs = jax.eval_shape(of_vector, x, p).shape
    chosen = _of_several(method, max(requested), outputs, count)
    derivative: Function = of_vector
    values = []
    for order in range(max(requested) + 1):
        if order in requested:
            values.append(traced(derivative, x, p).compiled()(x, p))
        reverse = chosen.method is Method.REVERSE and order == 0
        derivative = jax.jacrev(derivative) if reverse else jax.jacfwd(derivative)
    subject = Subject.of_line(line, sheet)
    exact = gradient_references(subject, [float(number) for number in x], _floats(p), max(requested))
    if not vector:
        exact = [rows[0] for rows in exact]
    return Found(chosen, requested, values, [exact[order] for order in requested])


def _of_several(method: Method | None, order: int, outputs: tuple[int, ...], inputs: int) -> Choice:
    if method not in (None, *NESTED):
        raise UsageError("{0}: of several variables expected auto, reverse or forward, or --by one", method)
    if order == 0:
        return Choice(Method.VALUE, "the function itself")
    second = ", forward over it for the Hessian" if order == 2 else ""
    if method is not None:
        return Choice(method, f"as asked{second}")
    if outputs and outputs[0] >= inputs:
        return Choice(Method.FORWARD, f"{inputs} inputs, {outputs[0]} outputs: one pass an input")
    many = f"{outputs[0]} outputs: one pass an output" if outputs else "one output: one pass back"
    return Choice(Method.REVERSE, f"{inputs} inputs, {many}{second}")


def _shortest(values: np.ndarray) -> Numbers:
    """The number as float64 with as few digits as tell it from its neighbours in its own format."""
    if values.ndim:
        return [_shortest(part) for part in values]
    return float(str(values))
