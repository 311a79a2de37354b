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


def gauss_legendre(body, low, high, points, dtype):
    """The integral by a rule of so many points, exact for polynomials of degree 2 points - 1."""
    nodes, weights = np.polynomial.legendre.leggauss(points)
    half, middle = (high - low) / 2, (high + low) / 2
    values = jax.vmap(body)(middle + half * jnp.asarray(nodes, dtype))
    return half * jnp.sum(values * jnp.asarray(weights, dtype))


def quadrature(points):
    """Places in (0, 1) and weights (n, 4) of four rules: Gauss and Legendre's with so many points and with
    half of them, Takahasi and Mori's tanh-sinh with a step of 3/32 and with twice that.

    A place is its distance from the nearer end, negative from the upper one. The first pair is best for what
    is smooth or oscillates, the second for what has an infinite slope or value at an end.
    """
    places, columns = [], []
    for count in (points, points // 2):
        nodes, weights = np.polynomial.legendre.leggauss(count)
        places.append(np.where(nodes < 0, (1 + nodes) / 2, (nodes - 1) / 2))
        columns.append(weights / 2)
    u = np.arange(-48, 49) * 0.09375
    near = np.exp(-np.pi * np.sinh(np.abs(u)))
    places.append(np.where(u < 0, 1, -1) * near / (1 + near))
    columns.append(0.09375 * np.pi * np.cosh(u) * near / (1 + near) ** 2)
    weights = np.zeros((sum(map(len, places)), 4))
    weights[:points, 0], weights[points : -len(u), 1], weights[-len(u) :, 2] = columns
    weights[-len(u) :: 2, 3] = 2 * columns[2][::2]
    return np.concatenate(places), weights


def better_rule(gauss, half_gauss, tanh_sinh, half_tanh_sinh):
    """The result of that rule whose result changes less with its points; Gauss's where the other has none."""
    smooth = jnp.abs(gauss - half_gauss) <= jnp.abs(tanh_sinh - half_tanh_sinh)
    return jnp.where(smooth | ~jnp.isfinite(tanh_sinh), gauss, tanh_sinh)


def integral(body, low, high, points, dtype):
    """By the better of two rules, so that the body may be singular at the ends, where it is not computed."""
    places, weights = quadrature(points)
    s = jnp.asarray(places, dtype)
    length = high - low
    at = jnp.where(s > 0, low, high) + length * s
    is_end = (at == low) | (at == high)
    values = jax.vmap(body)(jnp.where(is_end, (low + high) / 2, at))
    values = jnp.where(is_end, 0.0, values)
    rules = [length * jnp.sum(values * jnp.asarray(weights[:, rule], dtype)) for rule in range(4)]
    return better_rule(*rules)


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
