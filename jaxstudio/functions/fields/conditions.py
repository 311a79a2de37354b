"""Conditions on the plane: comparisons of a field with zero, joined by and, or and not.

Where a field has no value its comparison is neither true nor false, and the whole is undefined there
unless the other parts decide it (Kleene's logic): `x > 0 or sqrt(x) > -1` is undefined for x < 0.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.fields.samples import Field

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
class All:
    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Any:
    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Not:
    part: Condition


Condition = Relation | All | Any | Not


def relations(condition: Condition) -> list[Relation]:
    """The comparisons in it, from left to right."""
    match condition:
        case Relation():
            return [condition]
        case Not():
            return relations(condition.part)
        case All() | Any():
            return [relation for part in condition.parts for relation in relations(part)]


def compared(relation: Relation, values: np.ndarray) -> Truth:
    """What the values of the field say."""
    with np.errstate(invalid="ignore"):
        holds = SENSES[relation.sense](values, 0.0)
    known = ~np.isnan(values)
    return Truth(holds & known, ~holds & known)


def combined(condition: Condition, truths: Sequence[Truth]) -> Truth:
    """The truth of the whole from that of its relations, in the order of `relations`."""
    waiting = iter(truths)

    def of(part: Condition) -> Truth:
        match part:
            case Relation():
                return next(waiting)
            case Not():
                return ~of(part.part)
            case All() | Any():
                result, *others = [of(each) for each in part.parts]
                for other in others:
                    result = result & other if isinstance(part, All) else result | other
                return result

    return of(condition)
