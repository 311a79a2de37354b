"""Derivatives of any order by any method: nested reverse or forward mode, Taylor mode, differences, SymPy.

`derivative` gives one order, `derivative_orders` all up to one; `choose` selects a method, and says why.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.errors import NOTHING, ExpressionError, UsageError, Wording
from jaxstudio.functions.derivatives.methods import Method, StepErrors, check_order
from jaxstudio.functions.derivatives.target import Function, Subject
from jaxstudio.functions.derivatives.taylor import jet, taylor
from jaxstudio.functions.language.nodes import (
    Apply,
    Bound,
    Call,
    Cases,
    Derivative,
    Node,
    Power,
    literal,
    walk_all,
)

# equations that only call another program, which is counted in their place
CALLS = frozenset(
    {"jit", "pjit", "closed_call", "core_call", "custom_jvp_call", "custom_vjp_call", "remat", "checkpoint"}
)


def count_equations(program: Any) -> int:
    """The number of equations of a jaxpr (closed or open); each loop body and branch counts once."""
    return sum(equations_by_name(program).values())


def equations_by_name(program: Any) -> Counter[str]:
    """The number of equations of each primitive."""
    counts: Counter[str] = Counter()
    for equation in getattr(program, "jaxpr", program).eqns:
        if equation.primitive.name not in CALLS:
            counts[equation.primitive.name] += 1
        for inner in _programs(equation.params.values()):
            counts += equations_by_name(inner)
    return counts


def _programs(values: Any) -> Iterator[Any]:
    for value in values:
        if hasattr(value, "eqns") or hasattr(value, "jaxpr"):
            yield value
        elif isinstance(value, tuple | list):
            yield from _programs(value)


EQUATIONS = 20_000  # a program with more is not compiled
SECONDS = 2.0


def reverse_once(f: Function, by: int) -> Function:
    return jax.grad(f, argnums=by)


def forward_once(f: Function, by: int) -> Function:
    def slope(*arguments: Any) -> jax.Array:
        at = jnp.asarray(arguments[by])

        def along(x: jax.Array) -> jax.Array:
            return f(*arguments[:by], x, *arguments[by + 1 :])

        return jax.jvp(along, (at,), (jnp.ones_like(at),))[1]

    return slope


def nest(subject: Subject, order: int, once: Callable[[Function, int], Function]) -> Function:
    """The derivative of one order, `once` taken again and again."""
    f = subject.call
    for _ in range(order):
        f = once(f, subject.by)
    return f


@dataclass(frozen=True)
class Growth:
    """The equations of the programs of orders 0, 1, …, as far as they were traced; why not further."""

    equations: tuple[int, ...]
    stopped: Wording = NOTHING


def growth(
    subject: Subject,
    order: int,
    once: Callable[[Function, int], Function],
    example: tuple[Any, ...],
    *,
    limit: int = EQUATIONS,
    seconds: float = SECONDS,
) -> Growth:
    """Trace order by order up to `order`, and stop before a program becomes larger than `limit`.

    `example` are arguments (*inputs, p). Nothing is compiled; an order that would be too large, judged by
    the two before, is not even traced.
    """
    counts: list[int] = []
    began = time.perf_counter()
    f = subject.call
    for k in range(order + 1):
        expected = counts[-1] ** 2 / max(1, counts[-2]) if k > 1 else 0
        if expected > limit:
            about = Wording("stopped: about {0:,.0f} equations, at most {1:,}", expected, limit)
            return Growth(tuple(counts), about)
        counts.append(count_equations(jax.make_jaxpr(f)(*example)))
        if counts[-1] > limit:
            return Growth(
                tuple(counts), Wording("stopped: {0:,} equations, at most {1:,}", counts[-1], limit)
            )
        if k < order and time.perf_counter() - began > seconds:
            return Growth(tuple(counts), Wording("stopped after {0:g} s of tracing", seconds))
        f = once(f, subject.by)
    return Growth(tuple(counts))


def central(subject: Subject, order: int, step: float | None = None) -> Function:
    """g(*inputs, p): the central difference of that order, Σ (-1)^j C(n, j) f(x + (n/2 - j) h) / h^n.

    Off by about h² f⁽ⁿ⁺²⁾ n/24 for a large step h, and by the rounding of f over h^n for a small one;
    without `step` it is `good_step`.
    """
    offsets = np.array([order / 2 - j for j in range(order + 1)])
    weights = np.array([(-1) ** j * comb(order, j) for j in range(order + 1)], float)

    def difference(*arguments: Any) -> jax.Array:
        at = jnp.asarray(arguments[subject.by])
        at = at if jnp.issubdtype(at.dtype, jnp.floating) else at.astype(float)
        h = good_step(at, order) if step is None else jnp.asarray(step, at.dtype)
        points = at + h * jnp.asarray(offsets, at.dtype)

        def value(x: jax.Array) -> jax.Array:
            return subject.call(*arguments[: subject.by], x, *arguments[subject.by + 1 :])

        values = jax.vmap(value)(points)
        return jnp.tensordot(jnp.asarray(weights, at.dtype), values, 1) / h**order

    return difference


def good_step(at: jax.Array, order: int) -> jax.Array:
    """A step at which truncation and round-off are of one size, for a function that varies at its own scale.

    The root of the dtype's epsilon of degree order + 2, times |x| or 1 if that is more, as a power of two,
    so that x ± h is exact.
    """
    format_ = jnp.finfo(at.dtype)
    root = float(format_.eps) ** (1 / (order + 2))
    scale = jnp.maximum(jnp.abs(at), jnp.ones_like(at)) * jnp.asarray(root, at.dtype)
    # without a mantissa only the power of two is left
    return lax.reduce_precision(scale, format_.nexp, 0)


def step_errors(
    f: Callable[[Any], Any], at: float, steps: np.ndarray, *, exact: float | None = None
) -> StepErrors:
    """The first derivative of f (a JAX function of one scalar) at a point by differences of many steps.

    What they are compared with is `exact`, or the derivative by reverse mode. Computed in float64 where
    that is switched on.
    """
    h = jnp.asarray(steps, float)
    x = jnp.asarray(at, float)
    values = jax.vmap(f)
    ahead, behind, here = values(x + h), values(x - h), f(x)
    true = exact if exact is not None else float(jax.grad(f)(x))
    forward, central_ones = (ahead - here) / h, (ahead - behind) / (2 * h)
    return StepErrors(
        np.asarray(steps, float),
        np.asarray(forward, np.float64),
        np.asarray(central_ones, np.float64),
        np.abs(np.asarray(forward, np.float64) - true),
        np.abs(np.asarray(central_ones, np.float64) - true),
    )


def derivative(subject: Subject, order: int, method: Method, *, step: float | None = None) -> Function:
    """g(*inputs, p): the derivative of one order by that method, a scalar.

    `step` is that of finite differences. Raises a UsageError where the method cannot do it.
    """
    check_order(order)
    match method:
        case Method.TAYLOR | Method.JET:
            all_orders = derivative_orders(subject, order, method)
            return lambda *arguments: all_orders(*arguments)[order]
        case Method.REVERSE:
            return nest(subject, order, reverse_once)
        case Method.FORWARD:
            return nest(subject, order, forward_once)
        case Method.FINITE:
            return central(subject, order, step) if order else subject.call
        case Method.SYMBOLIC:
            # SymPy takes half a second to load
            from jaxstudio.functions.derivatives.symbolic import symbolic_derivative

            return symbolic_derivative(subject, order)
    if order:
        raise UsageError("{0} gives order 0 only", method)
    return subject.call


def derivative_orders(subject: Subject, order: int, method: Method, *, step: float | None = None) -> Function:
    """g(*inputs, p) → (order + 1,): all derivatives from 0 on.

    For a curve: jax.jit(jax.vmap(g, (0, None), out_axes=1)) maps (n,) and p to (order + 1, n).
    """
    check_order(order)
    match method:
        case Method.TAYLOR:
            return taylor(subject, order)
        case Method.JET:
            return jet(subject, order)
        case Method.SYMBOLIC:
            from jaxstudio.functions.derivatives.symbolic import symbolic

            return symbolic(subject, order)
    parts = [derivative(subject, k, method, step=step) for k in range(order + 1)]

    def all_orders(*arguments: Any) -> jax.Array:
        return jnp.stack([part(*arguments) for part in parts])

    return all_orders


# functions that have a value and every derivative everywhere
SMOOTH = frozenset(
    {
        "sin", "cos", "atan", "sinh", "cosh", "tanh", "asinh", "exp", "exp2", "expm1", "erf", "erfc", "sinc",
        "sigmoid", "softplus", "swish", "i0", "i1",
    }
)  # fmt: skip
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
        inside = [part.order for part in parts if isinstance(part, Derivative)]
        inside += [part.primes for part in parts if isinstance(part, Call | Apply)]
        if max(inside, default=0) > INSIDE:
            return Choice(Method.TAYLOR, "it contains high derivatives, which power series give at once")
        return Choice(Method.VALUE, "the function itself")
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
    try:
        _trace(subject, order, Method.JET)
    except ExpressionError as error:
        return Choice(Method.FORWARD, str(error))
    return Choice(Method.JET, "all orders at once")


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
