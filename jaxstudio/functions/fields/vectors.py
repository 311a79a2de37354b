"""Functions of several variables at a point: Jacobian, gradient, Hessian, and products with a direction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.fields.grid import Field, Parameters, traced
from jaxstudio.functions.protocol.scene import Ellipse, HessianAt, JacobianAt, ProductsAt

Vector = Callable[[jax.Array], jax.Array]


def jacobian(f: Field, at: Sequence[float], p: Parameters) -> JacobianAt:
    """The value and the Jacobian of f(*variables, p), forward and in reverse.

    f gives one number or several, as an array or a tuple.
    """
    point = _vector(at)
    value, forward, reverse = (np.asarray(result) for result in _jacobians(f, traced(p), point))
    # where there is no value there is no slope, although a formula may give one
    forward, reverse = (np.where(np.isnan(value)[:, None], np.nan, matrix) for matrix in (forward, reverse))
    stretch = None
    if forward.shape == (2, 2) and np.isfinite(forward).all():
        directions, semi_axes, _ = np.linalg.svd(forward)
        stretch = Ellipse(semi_axes, directions)
    return JacobianAt(point, value, forward, reverse, stretch)


def products(
    f: Field,
    at: Sequence[float],
    p: Parameters,
    direction: Sequence[float],
    weights: Sequence[float] | None = None,
) -> ProductsAt:
    """The Jacobian times a direction (as many numbers as variables); weights (all 1) times the Jacobian.

    UsageError when a length does not fit.
    """
    point, ahead = _vector(at), _vector(direction)
    if len(ahead) != len(point):
        raise UsageError(f"direction has {len(ahead)} numbers; the function has {len(point)} variables")
    outputs = jax.eval_shape(partial(_stacked, f, traced(p)), point).shape[0]
    back = np.ones(outputs) if weights is None else _vector(weights)
    if len(back) != outputs:
        raise UsageError(f"weights has {len(back)} numbers; the function has {outputs} results")
    forward, reverse = _products(f, traced(p), point, ahead, back)
    return ProductsAt(point, ahead, back, np.asarray(forward), np.asarray(reverse))


def hessian(f: Field, at: Sequence[float], p: Parameters) -> HessianAt:
    """The value, gradient and Hessian of a scalar f(*variables, p), with the eigen-system of the Hessian.

    UsageError when f gives several numbers.
    """
    point = _vector(at)
    outputs = jax.eval_shape(partial(_stacked, f, traced(p)), point).shape[0]
    if outputs != 1:
        raise UsageError(f"a Hessian belongs to a function with one result, this one has {outputs}")
    value, gradient, matrix = (np.asarray(result) for result in _hessians(f, traced(p), point))
    if np.isnan(value):
        gradient, matrix = gradient * np.nan, matrix * np.nan
    values, vectors = np.full(len(point), np.nan), np.full(matrix.shape, np.nan)
    if np.isfinite(matrix).all():
        values, vectors = np.linalg.eigh(matrix)
    ellipse = _eigen_ellipse(values, vectors) if len(point) == 2 else None
    return HessianAt(point, float(value), gradient, matrix, values, vectors, ellipse)


def _eigen_ellipse(values: np.ndarray, vectors: np.ndarray) -> Ellipse | None:
    if not np.isfinite(values).all():
        return None
    with np.errstate(divide="ignore"):
        axes = 1 / np.sqrt(np.abs(values))
    order = np.argsort(-axes, kind="stable")
    return Ellipse(axes[order], vectors[:, order])


def _vector(numbers: Sequence[float]) -> np.ndarray:
    return np.asarray(numbers, np.float64).reshape(-1)


def _stacked(f: Field, p: Parameters, point: jax.Array) -> jax.Array:
    """f as a map of vectors, (n,) to (m,)."""
    result = f(*(point[index] for index in range(point.shape[0])), p)
    parts = [jnp.ravel(jnp.asarray(part)).astype(point.dtype) for part in jax.tree.leaves(result)]
    return jnp.concatenate(parts)


@partial(jax.jit, static_argnums=0)
def _jacobians(f: Field, p: Parameters, point: jax.Array) -> tuple[jax.Array, ...]:
    whole = partial(_stacked, f, p)
    return whole(point), jax.jacfwd(whole)(point), jax.jacrev(whole)(point)


@partial(jax.jit, static_argnums=0)
def _products(
    f: Field, p: Parameters, point: jax.Array, direction: jax.Array, weights: jax.Array
) -> tuple[jax.Array, jax.Array]:
    whole = partial(_stacked, f, p)
    forward = jax.jvp(whole, (point,), (direction,))[1]
    return forward, jax.vjp(whole, point)[1](weights)[0]


@partial(jax.jit, static_argnums=0)
def _hessians(f: Field, p: Parameters, point: jax.Array) -> tuple[jax.Array, ...]:
    def scalar(point: jax.Array) -> jax.Array:
        return _stacked(f, p, point)[0]

    return scalar(point), jax.jacfwd(scalar)(point), jax.jacfwd(jax.jacfwd(scalar))(point)
