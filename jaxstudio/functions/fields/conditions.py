"""Conditions on the plane: comparisons of fields with zero, joined by and, or, not; typed inequalities."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.functions.fields.grid import Field
from jaxstudio.functions.interpreters import JaxAlgebra, evaluate
from jaxstudio.functions.language.nodes import Cases, Node, is_restriction

SENSES: dict[str, Callable[[np.ndarray, float], np.ndarray]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
STRICT = frozenset({"<", ">", "!="})


@dataclass(frozen=True)
class Truth:
    """Where something surely holds and where it surely does not; both False where it is undefined."""

    yes: np.ndarray
    no: np.ndarray

    def __and__(self, other: Truth) -> Truth:
        return Truth(self.yes & other.yes, self.no | other.no)

    def __or__(self, other: Truth) -> Truth:
        return Truth(self.yes | other.yes, self.no & other.no)

    def __invert__(self) -> Truth:
        return Truth(self.no, self.yes)


@dataclass(frozen=True)
class Relation:
    """f(x, y, p) < 0, or another of <, <=, >, >=, ==, !=."""

    f: Field
    sense: str


@dataclass(frozen=True)
class AllOf:
    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class AnyOf:
    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Not:
    part: Condition


Condition = Relation | AllOf | AnyOf | Not


def relations(condition: Condition) -> list[Relation]:
    """The comparisons in it, from left to right."""
    match condition:
        case Relation():
            return [condition]
        case Not():
            return relations(condition.part)
        case AllOf() | AnyOf():
            return [relation for part in condition.parts for relation in relations(part)]


def compared(relation: Relation, values: np.ndarray) -> Truth:
    """The truth of comparisons from the field's values."""
    with np.errstate(invalid="ignore"):
        holds = SENSES[relation.sense](values, 0.0)
    known = ~np.isnan(values)
    return Truth(holds & known, ~holds & known)


def combined(condition: Condition, truths: Sequence[Truth]) -> Truth:
    """The truth of the whole from the truths of its relations, in the order of `relations`."""
    waiting = iter(truths)

    def of(part: Condition) -> Truth:
        match part:
            case Relation():
                return next(waiting)
            case Not():
                return ~of(part.part)
            case AllOf() | AnyOf():
                result, *others = [of(each) for each in part.parts]
                for other in others:
                    result = result & other if isinstance(part, AllOf) else result | other
                return result

    return of(condition)


Shape = int | tuple[str, tuple["Shape", ...]]


@dataclass(frozen=True)
class _Holds:
    """A truth value and its parts: the number of a comparison, or and, or, not of others."""

    value: jax.Array
    shape: Shape


class _Comparisons(JaxAlgebra):
    """JAX's algebra, which keeps the differences (left side less right side) that are compared."""

    def __init__(self, dtype: Any, networks: Mapping[str, Any]) -> None:
        super().__init__(dtype, networks=networks)
        self.differences: list[tuple[jax.Array, str]] = []

    def compare(self, operator: str, a: Any, b: Any) -> _Holds:
        self.differences.append((jnp.asarray(jnp.subtract(a, b), self.dtype), operator))
        return _Holds(super().compare(operator, a, b), len(self.differences) - 1)

    def both(self, a: _Holds, b: _Holds) -> _Holds:
        return _Holds(super().both(a.value, b.value), ("and", (a.shape, b.shape)))

    def either(self, a: _Holds, b: _Holds) -> _Holds:
        return _Holds(super().either(a.value, b.value), ("or", (a.shape, b.shape)))

    def invert(self, a: _Holds) -> _Holds:
        return _Holds(super().invert(a.value), ("not", (a.shape,)))

    def select(self, condition: _Holds, a: Any, b: Any) -> Any:
        return super().select(condition.value, a, b)

    def guard(self, condition: _Holds, value: Any) -> Any:
        return super().guard(condition.value, value)


def condition_of(
    tree: Node, variables: tuple[str, ...], defaults: Mapping[str, float], line: int = 0
) -> Condition:
    """The condition that a tree of a sheet stands for, restrictions in braces included.

    Make it once for a line: its fields are the keys under which kernels are kept.
    """
    if isinstance(tree, Cases) and is_restriction(tree):
        parts = (*tree.conditions, *tree.values)
        return AllOf(tuple(condition_of(part, variables, defaults, line) for part in parts))
    trace = _tracer(tree, variables, defaults, line)
    seen: list[tuple[Shape, list[str]]] = []

    def look(*inputs: jax.Array) -> jax.Array:
        algebra, holds = trace(inputs[:-1], {})
        seen.append((holds.shape, [sense for _, sense in algebra.differences]))
        return holds.value

    scalar = jax.ShapeDtypeStruct((), jnp.result_type(float))
    jax.eval_shape(look, *[scalar for _ in (*variables, "p")])
    shape, senses = seen[0]
    fields: dict[int, Relation] = {}

    def build(shape: Shape) -> Condition:
        if isinstance(shape, int):
            return fields.setdefault(shape, Relation(_difference(trace, shape), senses[shape]))
        kind, parts = shape
        built = tuple(build(part) for part in parts)
        if kind == "not":
            return Not(built[0])
        return AllOf(built) if kind == "and" else AnyOf(built)

    return build(shape)


def _tracer(
    tree: Node, variables: tuple[str, ...], defaults: Mapping[str, float], line: int
) -> Callable[[tuple[Any, ...], Mapping[str, Any]], tuple[_Comparisons, _Holds]]:
    def trace(inputs: tuple[Any, ...], p: Mapping[str, Any]) -> tuple[_Comparisons, _Holds]:
        dtype = jnp.result_type(*inputs)
        algebra = _Comparisons(dtype, p)
        scalars = {name: value for name, value in p.items() if not isinstance(value, list | tuple)}
        values = {**defaults, **scalars, **dict(zip(variables, inputs, strict=True))}
        typed = {name: jnp.asarray(value, dtype) for name, value in values.items()}
        return algebra, evaluate(tree, algebra, typed, line)

    return trace


def _difference(trace: Callable[..., tuple[_Comparisons, _Holds]], number: int) -> Field:
    def difference(*arguments: Any) -> jax.Array:
        *inputs, p = arguments
        algebra, _ = trace(tuple(inputs), p)
        return algebra.differences[number][0]

    return difference
