"""The derivatives of a function in one of the ways: one order, or all up to one."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.errors import UsageError
from jaxstudio.functions.derivatives.finite import central
from jaxstudio.functions.derivatives.methods import Method, check_order
from jaxstudio.functions.derivatives.nested import forward_once, nest, reverse_once
from jaxstudio.functions.derivatives.target import Function, Subject
from jaxstudio.functions.derivatives.taylor import jet, taylor


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
        raise UsageError(f"{method} gives order 0 only")
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
