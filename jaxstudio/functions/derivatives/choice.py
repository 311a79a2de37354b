"""Which way is taken when none is asked for, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.derivatives.methods import Method, check_order
from jaxstudio.functions.derivatives.orders import derivative
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.language.nodes import (
    Apply,
    Bound,
    Call,
    Cases,
    Derivative,
    Node,
    Power,
    walk_all,
)
from jaxstudio.functions.language.statements import literal

# functions that have a value and every derivative everywhere
SMOOTH = frozenset(
    {
        "sin", "cos", "atan", "sinh", "cosh", "tanh", "asinh", "exp", "exp2", "expm1", "erf", "erfc", "sinc",
        "sigmoid", "softplus", "swish", "i0", "i1",
    }
)  # fmt: skip
# functions one of whose arguments has no rule: only a trial tells whether it varies
PARTIAL = frozenset({"zeta", "polygamma", "betainc", "gammainc", "gammaincc"})
# the highest derivative inside an expression that nested forward mode computes quickly
INSIDE = 2


@dataclass(frozen=True)
class Choice:
    """A method and the reason for it, as a short sentence."""

    method: Method
    reason: str


def choose(subject: Subject, order: int) -> Choice:
    """The way that is quick and exact for the highest order wanted."""
    check_order(order)
    if subject.tree is None:
        return _without_tree(subject, order)
    parts = list(walk_all(subject.tree))
    if order == 0:
        if _highest_inside(parts) > INSIDE:
            return Choice(Method.TAYLOR, "it contains high derivatives, which power series give at once")
        return Choice(Method.VALUE, "the function itself")
    if any(isinstance(part, Call) and part.name in PARTIAL for part in parts):
        return _tried(subject, order, (Method.TAYLOR, Method.FORWARD, Method.FINITE))
    if order == 1 and all(_is_smooth(part) for part in parts):
        return Choice(Method.FORWARD, "one input and one order: forward mode costs about one more evaluation")
    if order == 1:
        return Choice(Method.TAYLOR, "it has corners, jumps or ends, at which a power series has no slope")
    return Choice(Method.TAYLOR, f"one walk gives all orders up to {order}; nested modes grow with each")


def _without_tree(subject: Subject, order: int) -> Choice:
    if order == 0:
        return Choice(Method.VALUE, "the function itself")
    if order == 1:
        return Choice(Method.FORWARD, "one input and one order: forward mode costs about one more evaluation")
    return _tried(subject, order, (Method.JET, Method.FORWARD))


def _tried(subject: Subject, order: int, methods: tuple[Method, ...]) -> Choice:
    """The first that JAX can trace."""
    reason = "all orders at once"
    for method in methods:
        try:
            _trace(subject, order, method)
        except (ExpressionError, NotImplementedError, ValueError) as error:
            reason = str(error).split("\n")[0]
            continue
        return Choice(method, reason)
    raise ExpressionError(reason)


def _trace(subject: Subject, order: int, method: Method) -> None:
    scalar: Any = jax.ShapeDtypeStruct((), float)
    sliders = dict.fromkeys(subject.defaults, scalar)
    jax.eval_shape(derivative(subject, order, method), *(scalar for _ in subject.inputs), sliders)


def _is_smooth(node: Node) -> bool:
    """Whether the operation has a value and a slope for any arguments, but for division by 0."""
    match node:
        case Call():
            return node.name in SMOOTH
        case Power():
            known = literal(node.exponent)
            return known is not None and known.is_integer()
        case Cases() | Bound():
            return False
    return True


def _highest_inside(parts: list[Node]) -> int:
    """The highest derivative that the expression itself takes."""
    orders = [part.order for part in parts if isinstance(part, Derivative)]
    orders += [part.primes for part in parts if isinstance(part, Call | Apply)]
    return max(orders, default=0)
