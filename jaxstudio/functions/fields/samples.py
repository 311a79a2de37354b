"""A function at any number of points: kernels of one fixed shape, filled up by repeating a point.

Every kernel is a module-level function `kernel(f, p, *columns)` under `jax.jit` with `f` static. Its
columns always have the same shape, so that another view, another window or another slider compiles nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

# large enough that a call's overhead (0.2 ms) is small beside the work
PIXELS = 1 << 14
# small enough that a few points are cheap: most calls polish a few
POINTS = 1 << 11

Field = Callable[..., Any]
Parameters = Mapping[str, Any]


@dataclass(frozen=True)
class Kernel:
    """A compiled function of f, p and columns of `chunk` numbers, giving arrays of `chunk` rows."""

    run: Callable[..., tuple[jax.Array, ...]]
    chunk: int


def kernel(chunk: int) -> Callable[[Callable[..., tuple[jax.Array, ...]]], Kernel]:
    """Make a function of f, p and columns a kernel."""
    return lambda run: Kernel(jax.jit(run, static_argnums=0), chunk)


def traced(p: Parameters) -> dict[str, Any]:
    """Parameters as strong floats, so that 2, 2.0 and np.float64(2) are one type to the compiler."""
    return {name: jax.tree.map(lambda leaf: np.asarray(leaf, np.float64), value) for name, value in p.items()}


def number(f: Field, p: Parameters) -> Field:
    """f as a function of its variables whose result is a float, whatever it was (a truth value is 0 or 1)."""

    def value(*variables: jax.Array) -> jax.Array:
        result = jnp.asarray(f(*variables, p))
        if result.shape != ():
            raise TypeError(f"a field has one number at each point, this function has shape {result.shape}")
        return result.astype(float)

    return value


def sampled(kernel: Kernel, f: Field, p: Parameters, *columns: np.ndarray) -> list[np.ndarray]:
    """The kernel's results at all points: each of shape (n, …) for columns of shape (n,).

    It runs even for no points at all: whatever a later frame may need is then compiled by the first.
    """
    count, chunk = len(columns[0]), kernel.chunk
    p = traced(p)
    parts = []
    for start in range(0, max(count, 1), chunk):
        results = kernel.run(f, p, *(_filled(column[start : start + chunk], chunk) for column in columns))
        parts.append([np.asarray(result)[: count - start] for result in results])
    return [part[0] if len(part) == 1 else np.concatenate(part) for part in zip(*parts, strict=True)]


def _filled(column: np.ndarray, chunk: int) -> np.ndarray:
    if len(column) == chunk:
        return column
    full = np.zeros(chunk, np.float64)
    full[: len(column)] = column
    full[len(column) :] = column[-1] if len(column) else 0.5
    return full


@kernel(PIXELS)
def values(f: Field, p: Parameters, x: jax.Array, y: jax.Array) -> tuple[jax.Array]:
    """f at the points."""
    return (jax.vmap(number(f, p))(x, y),)


@kernel(POINTS)
def pairs(f: Field, p: Parameters, x: jax.Array, y: jax.Array) -> tuple[jax.Array]:
    """The two numbers that f gives at the points, (…, 2)."""

    def at(x: jax.Array, y: jax.Array) -> jax.Array:
        return jnp.stack([jnp.asarray(each, x.dtype) for each in f(x, y, p)])

    return (jax.vmap(at)(x, y),)


@kernel(POINTS)
def slopes(f: Field, p: Parameters, x: jax.Array, y: jax.Array) -> tuple[jax.Array, ...]:
    """f, ∂f/∂x and ∂f/∂y at the points. Forward mode: it also passes through loops that do not reverse."""

    def at(x: jax.Array, y: jax.Array) -> tuple[jax.Array, ...]:
        value, along = jax.linearize(number(f, p), x, y)
        one, none = jnp.ones_like(x), jnp.zeros_like(x)
        return value, along(one, none), along(none, one)

    return jax.vmap(at)(x, y)


@kernel(POINTS)
def curvatures(f: Field, p: Parameters, x: jax.Array, y: jax.Array) -> tuple[jax.Array, ...]:
    """f, its gradient (…, 2) and its Hessian (…, 2, 2) at the points."""
    height = number(f, p)

    def at(point: jax.Array) -> tuple[jax.Array, ...]:
        def value_twice(point: jax.Array) -> tuple[jax.Array, jax.Array]:
            value = height(point[0], point[1])
            return value, value

        def gradient(point: jax.Array) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
            slope, value = jax.jacfwd(value_twice, has_aux=True)(point)
            return slope, (value, slope)

        hessian, (value, slope) = jax.jacfwd(gradient, has_aux=True)(point)
        return value, slope, hessian

    return jax.vmap(at)(jnp.stack([x, y], -1))
