"""Derivatives from differences of values, and how far they are off for each step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.functions.derivatives.target import Function, Subject


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


@dataclass(frozen=True)
class StepErrors:
    """What differences give at each step: float64 arrays (n,).

    `forward` is (f(x + h) - f(x))/h, `central` (f(x + h) - f(x - h))/2h; the errors are absolute. Below
    `best_forward` and `best_central`, the steps of the least errors, round-off takes over from truncation.
    """

    steps: np.ndarray
    forward: np.ndarray
    central: np.ndarray
    forward_error: np.ndarray
    central_error: np.ndarray

    @property
    def best_forward(self) -> float:
        return float(self.steps[np.argmin(self.forward_error)])

    @property
    def best_central(self) -> float:
        return float(self.steps[np.argmin(self.central_error)])


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
