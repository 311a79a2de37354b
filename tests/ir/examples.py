"""Functions as people write them; the tests know what stands on which line."""

import jax
import jax.numpy as jnp
from jax import lax

ALPHA, SCALE = 1.6732632423543772, 1.0507009873554805


@jax.jit
def inner(a, b):
    c = jnp.where(a > 0, a, b)
    for _ in range(2):
        c = c * b + a
    return c


def body(carry, x):
    return carry * 0.5 + x, jnp.sin(carry)


def many(x, y):
    """Calls, loops, branches, maps, random numbers."""
    a = inner(x, y) + inner(y, x)
    s, ys = lax.scan(body, a, jnp.stack([x, y, a]))
    z = lax.cond(x[0, 0] > 0, lambda q: q * 2, lambda q: q - 1, s)
    z = lax.fori_loop(0, 5, lambda i, v: v + jnp.cos(v), z)
    w = jax.vmap(lambda r: jnp.sort(r) + jnp.linalg.norm(r))(z)
    return w + jax.random.normal(jax.random.key(0), (8, 8)), ys


def unrolled(x):
    total = x
    for factor in (0.5, 0.25, 0.125):
        total = total + jnp.sin(x * factor)
    return total


def gradient(x, y):
    return jax.grad(lambda t: jnp.sum(jnp.tanh(t) @ y))(x) * y


def two_sums(a, b, c):
    return a + b + c


def selu(x):
    return SCALE * jnp.where(x > 0, x, ALPHA * jnp.exp(x) - ALPHA)


def newtons_root(x):
    """The square root by five steps of Newton's; its gradient by the implicit function theorem."""
    return lax.custom_root(
        lambda y: y * y - x,
        x,
        lambda f, start: lax.fori_loop(0, 5, lambda _, y: y - f(y) / (2 * y), start),
        lambda f, y: y / f(1.0),
    )
