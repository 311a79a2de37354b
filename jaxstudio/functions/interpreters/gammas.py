"""The gamma function and its kin for all real numbers, with right derivatives of every order.

JAX's have wrong second derivatives below 0: they come from polygamma, which JAX computes above 0 only.
Here what is below 0 is reflected. An exported script carries the text of these functions.
"""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import special


def above_zero(x):
    """x, or 1 - x below 0."""
    return jnp.where(x < 0, 1 - x, x)


def sin_pi(x):
    """sin(πx), exactly 0 at whole numbers."""
    nearest = jnp.round(x)
    return jnp.sin(jnp.pi * (x - nearest)) * (1 - 2 * jnp.mod(nearest, 2))


def factorials(x):
    """(x - 1)! of whole numbers that the format of x can hold, correctly rounded; 0 of all others."""
    dtype = jnp.result_type(x)
    exact = np.array([float(np.prod(np.arange(1, n + 1).astype(object))) for n in range(171)])
    exact = exact[exact < float(jnp.finfo(dtype).max)]
    index = jnp.clip(jnp.round(x - 1), 0, len(exact) - 1)
    values = jnp.asarray(exact, dtype)[index.astype(jnp.int32)]
    return jnp.where(x - 1 == index, values, 0.0)


def gamma(x):
    sine = jnp.where(x < 0, sin_pi(x), 1.0)
    above = special.gamma(above_zero(x))
    whole = lax.stop_gradient(factorials(x))
    # with the slope of what it replaces
    above = jnp.where(whole > 0, above + (whole - lax.stop_gradient(above)), above)
    return jnp.where(x < 0, jnp.pi / (sine * above), above)


def lgamma(x):
    sine = jnp.where(x < 0, sin_pi(x), 1.0)
    above = special.gammaln(above_zero(x))
    return jnp.where(x < 0, jnp.log(jnp.pi / jnp.abs(sine)) - above, above)


def digamma(x):
    offset = jnp.where(x < 0, x - jnp.round(x), 0.25)
    above = special.digamma(above_zero(x))
    return jnp.where(x < 0, above - jnp.pi / jnp.tan(jnp.pi * offset), above)


def polygamma(n, x):
    """Above 0 only."""
    return jnp.where(x > 0, lax.polygamma(n, jnp.where(x > 0, x, 1.0)), jnp.nan)
