"""The exponential integral, quick to compile and to compute.

JAX's own computes all eight ranges of the argument for every place, two of them by loops that go on until
the slowest place is done: 150 µs a value. An exported script carries the text of these functions.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def ei_value(x):
    """Ei(x): its series from -1 to 40, a continued fraction below, its asymptotic series above.

    Abramowitz and Stegun 5.1.10, 5.1.22 and 5.1.51; the steps are as many as float64 needs.
    """
    within = jnp.clip(x, -1.0, 40.0)
    above = jnp.maximum(x, 40.0)
    below = jnp.maximum(-x, 1.0)

    def step(number, found):
        series, fraction, asymptotic = found
        k = (150 - number).astype(x.dtype)
        series = 1 + within * (k / ((k + 1) * (k + 1))) * series
        fraction = jnp.where(k <= 100, below + (2 * k - 1) - k * (k / fraction), below + (2 * k - 1))
        asymptotic = jnp.where(k <= 40, 1 + asymptotic * (k / above), 1.0)
        return series, fraction, asymptotic

    one = jnp.ones_like(x)
    series, fraction, asymptotic = lax.fori_loop(0, 150, step, (one, one, one))
    middle = jnp.euler_gamma + jnp.log(jnp.abs(within)) + within * series
    found = jnp.where(x > 40, jnp.exp(x) * (asymptotic / above), middle)
    return jnp.where(x < -1, -jnp.exp(-below) / fraction, found)


def Ei(x):
    """Ei(x), with derivatives of every order by exp(x)/x."""
    value = jax.custom_jvp(ei_value)
    value.defjvp(lambda at, slope: (value(at[0]), jnp.exp(at[0]) / at[0] * slope[0]))
    return value(x)
