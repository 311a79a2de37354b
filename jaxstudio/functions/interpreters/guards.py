"""Branches of a case distinction that could spoil derivatives of the chosen branch."""

from __future__ import annotations

from functools import lru_cache

from jaxstudio.functions.language.nodes import (
    Apply,
    Bound,
    Call,
    Cases,
    Chain,
    Condition,
    Constant,
    Derivative,
    Name,
    Negate,
    Node,
    Number,
    Power,
    Tuple,
    Vector,
    walk,
)
from jaxstudio.functions.language.statements import literal

# functions whose derivatives are finite wherever the argument is
TAME = frozenset(
    {"sin", "cos", "abs", "sign", "floor", "ceil", "round", "min", "max", "relu", "clip", "step", "stop"}
)


@lru_cache(maxsize=1024)
def needs_guard(node: Node) -> bool:
    """Whether the derivative may be infinite or NaN at a point where another branch is chosen."""
    return any(_is_wild(part) for part in walk(node))


def _is_wild(node: Node) -> bool:
    match node:
        case Number() | Constant() | Name() | Negate() | Condition() | Cases() | Tuple() | Vector():
            return False
        case Chain():
            return any(
                sign == "/" and not isinstance(operand, Number | Constant)
                for sign, operand in zip(node.operators, node.operands[1:], strict=True)
            )
        case Power():
            known = literal(node.exponent)
            return known is None or not known.is_integer() or known < 0
        case Call():
            return node.name not in TAME
        case Apply():
            return node.body is None or needs_guard(node.body)
        case Bound() | Derivative():
            return False
    return True


@lru_cache(maxsize=1024)
def read_names(node: Node) -> frozenset[str]:
    """The names that a tree reads, free or bound, through definitions too."""
    names: set[str] = set()
    for part in walk(node):
        if isinstance(part, Name):
            names.add(part.name)
        elif isinstance(part, Derivative):
            names.add(part.variable)
        elif isinstance(part, Apply) and part.body is not None:
            names |= read_names(part.body) - set(part.parameters)
    return frozenset(names)
