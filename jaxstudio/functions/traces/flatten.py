"""A jaxpr as one flat list of steps: calls are inlined, repeated computations are listed once.

A step that changes nothing is passed through, one whose result nobody reads is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend import core

from jaxstudio.errors import NOTHING, Wording
from jaxstudio.functions.protocol.answers import Columns

# primitives that only call: where the jaxpr they call is found among their parameters
CALLS = {"jit": "jaxpr", "pjit": "jaxpr", "closed_call": "call_jaxpr", "core_call": "call_jaxpr"}
CALLS |= {"checkpoint": "jaxpr", "remat": "jaxpr"}
OWN_RULES = {"custom_jvp_call": "call_jaxpr", "custom_vjp_call": "call_jaxpr"}
SAME = frozenset({"convert_element_type", "broadcast_in_dim", "reshape", "squeeze", "copy", "copy_p"})
_SCOPE = re.compile(r"L(\d+)_(\d+)_(\d+)")
RULE_NOTE = Wording("with a derivative rule of its own")

Reference = int  # the number of a value in a FlatJaxpr
Decide = Callable[[core.JaxprEqn], bool]


@dataclass(frozen=True)
class Literal:
    """A number written in the jaxpr."""

    value: Any = field(hash=False)


@dataclass(frozen=True)
class Step:
    """One equation: its inputs, and the numbers of its results (None of a dropped one)."""

    equation: core.JaxprEqn
    inputs: tuple[Reference | Literal, ...]
    outputs: tuple[Reference | None, ...]
    columns: Columns | None
    note: Wording = NOTHING


@dataclass
class FlatJaxpr:
    """The steps of a function. Values 0, 1, … are its inputs, then its constants, then what steps make."""

    inputs: int
    constants: list[Any] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    results_of: dict[Any, tuple[Reference | None, ...]] = field(default_factory=dict)
    results: tuple[Reference | Literal, ...] = ()
    size: int = 0


def flatten(closed: core.ClosedJaxpr, enter: Decide) -> FlatJaxpr:
    """The steps of a jaxpr; `enter`: may an equation with a derivative rule of its own be entered?"""
    flat = FlatJaxpr(len(closed.jaxpr.invars), list(closed.consts))
    flat.size = flat.inputs + len(flat.constants)
    known: dict[Any, Reference | Literal] = dict(zip(closed.jaxpr.invars, range(flat.inputs), strict=True))
    known |= dict(zip(closed.jaxpr.constvars, range(flat.inputs, flat.size), strict=True))
    flat.results = _flatten(closed.jaxpr, known, flat, None, enter)
    return _without_unread(flat)


def _without_unread(flat: FlatJaxpr) -> FlatJaxpr:
    """The steps with those results only that are read, numbered anew."""
    read = {atom for atom in flat.results if isinstance(atom, int)}
    live = []
    for step in reversed(flat.steps):
        if any(number in read for number in step.outputs):
            read |= {atom for atom in step.inputs if isinstance(atom, int)}
            live.append(step)
    first = flat.inputs + len(flat.constants)
    numbers = [number for step in reversed(live) for number in step.outputs if number in read]
    new = {number: number for number in range(first)} | {old: first + at for at, old in enumerate(numbers)}

    def renamed(atom: Reference | Literal) -> Reference | Literal:
        return new[atom] if isinstance(atom, int) else atom

    steps = [
        replace(
            step,
            inputs=tuple(renamed(atom) for atom in step.inputs),
            outputs=tuple(None if number is None else new.get(number) for number in step.outputs),
        )
        for step in reversed(live)
    ]
    results = tuple(renamed(atom) for atom in flat.results)
    return FlatJaxpr(flat.inputs, flat.constants, steps, results=results, size=first + len(numbers))


def _flatten(
    jaxpr: core.Jaxpr,
    known: dict[Any, Reference | Literal],
    flat: FlatJaxpr,
    outer: Columns | None,
    enter: Decide,
) -> tuple[Reference | Literal, ...]:
    def read(atom: Any) -> Reference | Literal:
        return Literal(atom.val) if isinstance(atom, core.Literal) else known[atom]

    for equation in jaxpr.eqns:
        inputs = tuple(read(atom) for atom in equation.invars)
        columns = _columns(equation) or outer
        name = equation.primitive.name
        outputs: tuple[Reference | Literal | None, ...]
        if name in CALLS:
            outputs = _enter(equation.params[CALLS[name]], inputs, flat, columns, enter)
        elif name in OWN_RULES and enter(equation):
            outputs = _enter(equation.params[OWN_RULES[name]], inputs, flat, columns, enter)
        elif name in SAME and _changes_nothing(equation):
            outputs = inputs[:1]
        else:
            outputs = _step(equation, inputs, flat, columns, RULE_NOTE if name in OWN_RULES else NOTHING)
        known |= {
            var: value for var, value in zip(equation.outvars, outputs, strict=True) if value is not None
        }
    return tuple(read(atom) for atom in jaxpr.outvars)


def _enter(
    inner: Any, inputs: Sequence[Reference | Literal], flat: FlatJaxpr, columns: Columns | None, enter: Decide
) -> tuple[Reference | Literal, ...]:
    jaxpr, constants = (inner.jaxpr, inner.consts) if isinstance(inner, core.ClosedJaxpr) else (inner, ())
    known: dict[Any, Reference | Literal] = dict(zip(jaxpr.invars, inputs, strict=True))
    known |= {var: Literal(value) for var, value in zip(jaxpr.constvars, constants, strict=True)}
    return _flatten(jaxpr, known, flat, columns, enter)


def _step(
    equation: core.JaxprEqn,
    inputs: tuple[Reference | Literal, ...],
    flat: FlatJaxpr,
    columns: Columns | None,
    note: Wording,
) -> tuple[Reference | None, ...]:
    key = _key(equation, inputs)
    if key in flat.results_of:
        return flat.results_of[key]
    outputs: list[Reference | None] = []
    for var in equation.outvars:
        dropped = isinstance(var, core.DropVar)
        outputs.append(None if dropped else flat.size)
        flat.size += not dropped
    flat.steps.append(Step(equation, inputs, tuple(outputs), columns, note))
    flat.results_of[key] = tuple(outputs)
    return tuple(outputs)


def _key(equation: core.JaxprEqn, inputs: tuple[Reference | Literal, ...]) -> Any:
    """A key that equal equations with equal inputs share."""
    if equation.effects or any(core.jaxprs_in_params(equation.params)):
        return id(equation), inputs
    atoms = tuple(
        (str(np.asarray(atom.value)), str(np.asarray(atom.value).dtype))
        if isinstance(atom, Literal)
        else atom
        for atom in inputs
    )
    return equation.primitive.name, str(sorted(equation.params.items(), key=lambda item: item[0])), atoms


def _changes_nothing(equation: core.JaxprEqn) -> bool:
    """A conversion to the dtype it has already, a reshaping to the same shape."""
    before: Any = equation.invars[0].aval
    after: Any = equation.outvars[0].aval
    return before.shape == after.shape and before.dtype == after.dtype


def _columns(equation: core.JaxprEqn) -> Columns | None:
    """The innermost scope of the form L<line>_<start>_<end> that the equation was traced under."""
    found = _SCOPE.findall(str(equation.source_info.name_stack))
    return Columns(*map(int, found[-1])) if found else None


def runner(step: Step) -> Callable[..., list[jax.Array]]:
    """The step alone as a function of all its inputs to the kept results."""
    equation = step.equation
    inputs = [None if isinstance(atom, core.Literal) else atom for atom in equation.invars]
    variables = [atom for atom in dict.fromkeys(inputs) if atom is not None]
    outputs = [var for var, number in zip(equation.outvars, step.outputs, strict=True) if number is not None]
    named = tuple(map(str, variables)), tuple(map(str, outputs))
    about = core.DebugInfo("trace", equation.primitive.name, *named)
    jaxpr = core.Jaxpr((), variables, outputs, [equation], equation.effects, about)
    alone = core.jaxpr_as_fun(core.ClosedJaxpr(jaxpr, ()))

    def run(*values: Any) -> list[jax.Array]:
        arguments = dict(zip(inputs, values, strict=True))
        return alone(*[arguments[variable] for variable in variables])

    return run


def rules_agree(step: Step, values: Sequence[Any]) -> jax.Array:
    """Whether a custom derivative rule agrees here with the steps inside; a bool ()."""
    inner = step.equation.params[OWN_RULES[step.equation.primitive.name]]
    own, all_inside = runner(step), core.jaxpr_as_fun(inner)
    live = [place for place, number in enumerate(step.outputs) if number is not None]
    floats = [
        index for index, value in enumerate(values) if jnp.issubdtype(jnp.result_type(value), jnp.floating)
    ]

    def inside(*arguments: Any) -> list[Any]:
        results = all_inside(*arguments)
        return [results[place] for place in live]

    def pulled(function: Callable[..., Any]) -> Sequence[jax.Array]:
        def of_floats(*some: Any) -> list[Any]:
            arguments = list(values)
            for index, value in zip(floats, some, strict=True):
                arguments[index] = value
            return [out for out in function(*arguments) if jnp.issubdtype(out.dtype, jnp.floating)]

        results, pull = jax.vjp(of_floats, *[jnp.asarray(values[index]) for index in floats])
        return pull([jnp.ones_like(result) for result in results])

    same = [
        jnp.all((jnp.abs(one - other) <= 1e-12 * jnp.abs(other)) | (jnp.isnan(one) & jnp.isnan(other)))
        for one, other in zip(pulled(own), pulled(inside), strict=True)
    ]
    return jnp.all(jnp.stack(same)) if same else jnp.asarray(True)
