"""Lambert's W, the inverse of w exp(w), with right derivatives of every order.

Halley's iteration finds the value, Newton's steps behind it carry the derivatives: each doubles the number of
orders that are right. Beside the branch point -1/e a series in sqrt(2 (e x + 1)) has both (Corless et al., On
the Lambert W function, 1996, equation 4.22). An exported script carries the text of these functions.
"""

from __future__ import annotations

import jax.numpy as jnp
from jax import lax


def lambertw(x):
    """The w from -1 on with w exp(w) = x; NaN for x below -1/e."""
    inside = x >= -0.3678794411714423
    # e x + 1; the second number is what float64 leaves out of 1/e
    above = (x - -0.36787944117144233) * jnp.e - 3.378485526e-17
    close = inside & (above < 4e-4)
    beside = lambertw_series(jnp.sqrt(2 * jnp.where(close, above, 1e-4)))
    return jnp.where(inside, jnp.where(close, beside, lambertw_newton(jnp.where(close, 1.0, x))), jnp.nan)


def lambertw_series(p):
    terms = (
        -1.0, 1.0, -1 / 3, 11 / 72, -43 / 540, 769 / 17280, -221 / 8505, 680863 / 43545600, -1963 / 204120,
        226287557 / 37623398400,
    )  # fmt: skip
    total = terms[-1]
    for term in terms[-2::-1]:
        total = total * p + term
    return total


def lambertw_newton(x):
    """W(x) for x above -1/e by a little at least."""
    fixed = lax.stop_gradient(jnp.where(x > -0.3678, x, 1.0))
    p = jnp.sqrt(2 * jnp.maximum(fixed * jnp.e + 1, 0.0))
    near = -1 + p * (1 + p * (-1 / 3 + p * (11 / 72 - p * 43 / 540)))
    log = jnp.log(jnp.maximum(fixed, 1.5))
    far = log - jnp.log(jnp.maximum(log, 0.4)) * (1 - 1 / (log + 1))
    middle = 0.75 * jnp.log1p(jnp.maximum(fixed, -0.3))
    w = jnp.where(fixed < 0, near, jnp.where(fixed > 3, far, middle))
    for _ in range(4):
        rest = w - fixed * jnp.exp(-w)
        w = w - rest / (w + 1 - (w + 2) * rest / (2 * (w + 1)))
    for _ in range(4):
        w = w - (w - x * jnp.exp(-w)) / (w + 1)
    return w
