"""The few functions of JAX that a tree needs besides JAX's own; an exported script carries their text."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def absolute(x):
    """|x|, whose derivative at 0 is 0; that of jnp.abs is 1 there."""
    return jnp.where(x == 0, 0.0, jnp.abs(x))


def guard(condition, value):
    """`value`; where the condition does not hold no derivative flows through it, not even NaN."""
    return jnp.where(condition, value, lax.stop_gradient(value))


def real_root(x, p, q):
    """The real x^(p/q) for odd q; below 0 it has the sign of x when p is odd."""
    size = jnp.cbrt(jnp.abs(x)) ** p if q == 3 else jnp.abs(x) ** (p / q)
    return jnp.sign(x) * size if p % 2 else size


def total(reduce, body, low, count, dtype):
    """body(low), body(low + 1), …, count of them, put together by jnp.sum or jnp.prod."""
    return reduce(jax.vmap(body)(jnp.arange(low, low + count, dtype=dtype)))


def open_total(reduce, body, low, high, most, dtype):
    """body(low), …, body(high), with bounds that are traced; NaN for more than `most` terms."""
    neutral = 1.0 if reduce is jnp.prod else 0.0
    steps = jnp.arange(most, dtype=dtype)
    inside = steps <= high - low
    terms = jax.vmap(body)(low + jnp.where(inside, steps, 0.0))
    return jnp.where(high - low < most, reduce(jnp.where(inside, terms, neutral)), jnp.nan)


def integral(body, low, high, points, dtype):
    """Gauss and Legendre's rule with `points` points, exact for polynomials of degree 2 points - 1."""
    nodes, weights = np.polynomial.legendre.leggauss(points)
    half, middle = (high - low) / 2, (high + low) / 2
    values = jax.vmap(body)(middle + half * jnp.asarray(nodes, dtype))
    return half * jnp.sum(values * jnp.asarray(weights, dtype))


def network(layers, inputs):
    """Dense layers, given as (weights, biases), with relu between them; the last has one unit."""
    values = jnp.stack(inputs)
    *hidden, (weights, biases) = layers
    for hidden_weights, hidden_biases in hidden:
        values = jax.nn.relu(values @ hidden_weights + hidden_biases)
    return (values @ weights + biases)[0]


def derivative(body, at, order):
    """The derivative of that order, by forward mode inside forward mode."""
    for _ in range(order):
        body = forward(body)
    return body(at)


def forward(body):
    """The derivative of a function of a scalar; NaN where the function is."""

    def slope(x):
        value, tangent = jax.jvp(body, (x,), (jnp.ones_like(x),))
        return jnp.where(jnp.isnan(value), jnp.nan, tangent)

    return slope
