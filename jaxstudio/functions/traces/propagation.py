"""The steps of a plan run once: all values, then all tangents beside them, then all adjoints backwards.

Each equation is differentiated by JAX by itself (its own jvp, its own vjp); what is ours is the bookkeeping
of the two sweeps. All of it is one compiled function, so that another point compiles nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
from jax.extend import core

from jaxstudio.functions.traces.flatten import Literal, Plan, Step, runner

# what cannot be run backwards: how often a while turns is not known beforehand
NO_REVERSE = frozenset({"while"})
Arrays = list[Any]
Pull = Callable[[Any], Sequence[Any]]


@dataclass(frozen=True)
class _Local:
    """A step as a function of those of its inputs that are floats, giving those of its results that are."""

    function: Callable[..., list[jax.Array]]
    at: list[jax.Array]
    inputs: list[int]
    outputs: list[int]


def values(plan: Plan, inputs: Arrays) -> Arrays:
    """What each value of the plan is."""
    known: Arrays = [*inputs, *(jnp.asarray(constant) for constant in plan.constants)]
    known += [None] * (plan.size - len(known))
    for step in plan.steps:
        results = runner(step)(*[read(known, atom) for atom in step.inputs])
        for number, result in zip(_kept(step), results, strict=True):
            known[number] = result
    return known


def sweep(plan: Plan, inputs: Arrays, tangents: Arrays, weights: jax.Array) -> tuple[Arrays, Arrays, Arrays]:
    """Values, tangents and adjoints (None where there is none) of everything in the plan.

    `weights`, of the result's shape, are its adjoint.
    """
    known = values(plan, inputs)
    moving: Arrays = [*tangents, *([None] * (plan.size - len(tangents)))]
    pulls: list[tuple[Step, _Local, Pull | None]] = []
    for step in plan.steps:
        local = _local(step, known)
        pull = None
        if local.inputs and local.outputs:
            read = [step.inputs[index] for index in local.inputs]
            ahead = [_zero_if_none(moving[atom], known[atom]) for atom in read if isinstance(atom, int)]
            pushed, pull = _both_ways(step, local, ahead)
            for number, result in zip(local.outputs, pushed, strict=True):
                moving[number] = result
        pulls.append((step, local, pull))
    return known, _floats(known, moving), _backwards(plan, known, pulls, weights)


def _backwards(
    plan: Plan, known: Arrays, pulls: list[tuple[Step, _Local, Pull | None]], weights: jax.Array
) -> Arrays:
    adjoints: Arrays = [None] * plan.size
    blocked = set()
    (result,) = plan.results
    if isinstance(result, int) and _is_float(known[result]):
        adjoints[result] = weights
    for step, local, pull in reversed(pulls):
        if not any(adjoints[number] is not None or number in blocked for number in local.outputs):
            continue
        read = [step.inputs[index] for index in local.inputs]
        if pull is None or any(number in blocked for number in local.outputs):
            blocked |= {atom for atom in read if isinstance(atom, int)}
            continue
        back = pull([_zero_if_none(adjoints[number], known[number]) for number in local.outputs])
        for atom, share in zip(read, back, strict=True):
            if isinstance(atom, int):
                adjoints[atom] = share if adjoints[atom] is None else adjoints[atom] + share
    return [None if number in blocked else adjoint for number, adjoint in enumerate(_floats(known, adjoints))]


def is_reversible(step: Step) -> bool:
    """Whether reverse mode passes through the step."""
    return not _mentions(step.equation, NO_REVERSE)


def _mentions(equation: core.JaxprEqn, names: frozenset[str]) -> bool:
    if equation.primitive.name in names:
        return True
    inner = core.jaxprs_in_params(equation.params)
    return any(_mentions(each, names) for jaxpr in inner for each in jaxpr.eqns)


def _both_ways(step: Step, local: _Local, ahead: list[Any]) -> tuple[Sequence[Any], Pull | None]:
    """The tangents of the results, and the function that takes adjoints back, if there is one."""
    if not is_reversible(step):
        return jax.jvp(local.function, tuple(local.at), tuple(ahead))[1], None
    results, pull = jax.vjp(local.function, *local.at)
    if step.equation.primitive.name == "custom_vjp_call":
        # such a rule runs backwards only; turned around, it gives the tangents
        forward = jax.linear_transpose(pull, list(results))(tuple(ahead))[0]
        return forward, pull
    return jax.jvp(local.function, tuple(local.at), tuple(ahead))[1], pull


def _local(step: Step, known: Arrays) -> _Local:
    run = runner(step)
    given = [read(known, atom) for atom in step.inputs]
    moving = [
        index for index, atom in enumerate(step.inputs) if isinstance(atom, int) and _is_float(given[index])
    ]
    kept = _kept(step)
    floats = [place for place, number in enumerate(kept) if _is_float(known[number])]

    def function(*some: Any) -> list[jax.Array]:
        everything = list(given)
        for index, value in zip(moving, some, strict=True):
            everything[index] = value
        results = run(*everything)
        return [results[place] for place in floats]

    return _Local(function, [given[index] for index in moving], moving, [kept[place] for place in floats])


def _kept(step: Step) -> list[int]:
    return [number for number in step.outputs if number is not None]


def read(known: Arrays, atom: int | Literal) -> Any:
    return atom.value if isinstance(atom, Literal) else known[atom]


def _is_float(value: Any) -> bool:
    return bool(jnp.issubdtype(jnp.result_type(value), jnp.floating))


def _zero_if_none(value: Any, like: Any) -> Any:
    return jnp.zeros_like(like) if value is None else value


def _floats(known: Arrays, found: Arrays) -> Arrays:
    """Zero where nothing flows through a float; None where there is no float."""
    return [
        (_zero_if_none(one, value) if _is_float(value) else None)
        for one, value in zip(found, known, strict=True)
    ]
